//! The laboratory: the free stage, with every field, every fault, and a link that holds it all.

use super::components::{
    Menu, clocks, diagram, drawer, edit_tools, fence_switch, toggle, tool, transport, verdict,
    zoom_tools,
};
use super::dom::{El, html};
use super::frame::{self, framed, region};
use super::keys::keys;
use super::link::Link;
use super::present::{Deck, Present, board};
use super::reactive::{lab_word, word};
use super::runs::benches;
use super::saved::saved;
use super::share::Share;
use super::stage::Stage;
use super::twin::Twin;
use super::{embed, env, look, player};
use crate::edit::action::Action;
use crate::edit::past::{Cause, Past};
use crate::picture::Extras;
use crate::share::Seat;
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Word};
use leptos::prelude::*;
use leptos::web_sys::KeyboardEvent;

/// Mounts the laboratory.
pub fn start_laboratory() {
    frame::mount(page);
}

fn page() -> Vec<El> {
    look::follow_address();
    let asked = look::address_keys();
    if asked.embed == Some(true) {
        return embed::page(&asked);
    }
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
    let presenting = RwSignal::new(false);
    let present = Present::new(stage, presenting, Free(stage));
    let [picture, hint] = with_menu(menu, diagram(stage, Some(clocks(stage))));
    let section = region(stage)
        .attr("class", "stage laboratory")
        .children(verdict(stage))
        .child(controls(stage, &present))
        .child(link.banner())
        .child(share.said())
        .child(board(stage, presenting, picture))
        .child(hint)
        .child(
            html("p")
                .attr("class", "hint")
                .says(lab_word(stage, LabWord::LabHint)),
        )
        .child(twin.view(presenting))
        .child(tools(stage, twin.on, link, menu))
        .child(share.panel())
        .child(share.paper())
        .child(saved(stage))
        .child(benches(stage))
        .child(drawer(stage))
        .child(embed::builder(stage, link))
        .children(present.over())
        .on("keydown", move |event: KeyboardEvent| keys(stage, &event));
    framed(stage, Word::NavLaboratory, share.dropping_on(section))
}

fn controls(stage: Stage, present: &Present) -> El {
    html("div")
        .attr("class", "controls")
        .attr("role", "group")
        .live("aria-label", word(stage, Word::Controls))
        .child(fence_switch(stage))
        .child(present.buttons())
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

/// The keys of a lecture on the free stage.
struct Free(Stage);

impl Deck for Free {
    fn next(&self) {
        self.0.next_event();
    }

    fn previous(&self) {
        self.0.previous_event();
    }

    fn reset(&self) {
        self.0.reset();
    }

    fn is_asked(&self) -> bool {
        false
    }

    fn choose(&self, _: usize) {}

    fn choose_marked(&self) -> bool {
        false
    }

    fn seat(&self) -> Option<Seat> {
        None
    }
}
