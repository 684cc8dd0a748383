//! The laboratory: the free stage, with every field, every fault, and a link that holds it all.

use super::components::{
    Menu, clocks, diagram, drawer, edit_tools, fence_switch, toggle, tool, transport, verdict,
    zoom_tools,
};
use super::dom::{El, html};
use super::frame::{self, framed, region};
use super::keys::keys;
use super::link::Link;
use super::reactive::{lab_word, word};
use super::runs::benches;
use super::share::Share;
use super::stage::Stage;
use super::twin::Twin;
use super::{env, player};
use crate::edit::action::Action;
use crate::edit::past::{Cause, Past};
use crate::picture::Extras;
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Word};
use leptos::prelude::*;
use leptos::web_sys::KeyboardEvent;

/// Mounts the laboratory.
pub fn start_laboratory() {
    frame::mount(page);
}

fn page() -> Vec<El> {
    let stage = Stage::new(Scenario::seed(), env::language(), Extras::ALL);
    stage.past.set(Past::packed());
    let twin = Twin::of(stage);
    let link = Link::follow(stage, twin.setting());
    let menu = Menu::new(stage);
    for stage in [stage, twin.stage] {
        stage.delete.set_value(Some(crate::edit::action::remove));
    }
    let share = Share::of(stage, link);
    player::run_while_playing(stage);
    let section = region(stage)
        .attr("class", "stage laboratory")
        .children(verdict(stage))
        .child(controls(stage))
        .child(link.banner())
        .child(share.said())
        .children(with_menu(menu, diagram(stage, Some(clocks(stage)))))
        .child(
            html("p")
                .attr("class", "hint")
                .says(lab_word(stage, LabWord::LabHint)),
        )
        .child(twin.view())
        .child(tools(stage, twin.on, link, menu))
        .child(share.panel())
        .child(share.paper())
        .child(benches(stage))
        .child(drawer(stage))
        .on("keydown", move |event: KeyboardEvent| keys(stage, &event));
    framed(stage, Word::NavLaboratory, share.dropping_on(section))
}

fn controls(stage: Stage) -> El {
    html("div")
        .attr("class", "controls")
        .attr("role", "group")
        .live("aria-label", word(stage, Word::Controls))
        .child(fence_switch(stage))
        .child(transport(stage))
}

fn tools(stage: Stage, twin: RwSignal<bool>, link: Link, menu: Menu) -> El {
    let add = html("div")
        .attr("class", "tools")
        .child(tool(stage, "add-here", LabWord::AddHere, move || {
            menu.open_at_playhead();
        }))
        .child(tool(stage, "add-client", LabWord::AddClient, move || {
            add_client(stage);
        }));
    let share = html("div")
        .attr("class", "tools")
        .child(toggle(stage, "twin", LabWord::Twin, twin))
        .child(tool(stage, "copy-link", LabWord::CopyLink, move || {
            link.copy();
        }))
        .child(tool(stage, "reset", LabWord::Reset, move || stage.reset()));
    html("div")
        .attr("class", "controls bar")
        .child(edit_tools(stage))
        .child(add)
        .child(share)
        .child(zoom_tools(stage))
}

/// Lets the picture open the menu.
fn with_menu(menu: Menu, [picture, hint]: [El; 2]) -> [El; 2] {
    [menu.on(picture), hint]
}

fn add_client(stage: Stage) {
    let action = Action::AddClient;
    let scenario = stage.scenario.get_untracked();
    if let Ok(edited) = action.tried(&scenario) {
        stage.change(edited, Cause::Action(action));
        stage.settle();
    }
}
