//! The first page: the seed story, ready to be pulled.

use super::components::{controls, diagram, panels, verdict};
use super::dom::El;
use super::frame::{self, framed, region};
use super::keys::keys;
use super::stage::Stage;
use super::{env, player};
use crate::picture::Extras;
use crate::sim::scenario::Scenario;
use crate::text::Word;
use leptos::web_sys::{HtmlElement, KeyboardEvent};

/// Mounts the page.
pub fn start() {
    frame::mount(page);
}

/// Builds the page into `root`.
pub fn open(root: HtmlElement) {
    frame::open(root, page);
}

fn page() -> Vec<El> {
    let stage = Stage::new(Scenario::seed(), env::language(), Extras::NONE);
    player::run_while_playing(stage);
    let section = region(stage)
        .children(verdict(stage))
        .children(controls(stage))
        .children(diagram(stage, None))
        .child(panels(stage))
        .on("keydown", move |event: KeyboardEvent| keys(stage, &event));
    framed(stage, Word::NavStage, section)
}
