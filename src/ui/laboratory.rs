//! The laboratory: the free stage, with every field, every fault, and a link that holds it all.

use super::components::{
    diagram, drawer, fence_switch, panels, toggle, tool, transport, verdict, zoom_tools,
};
use super::dom::{El, html};
use super::frame::{self, framed, region};
use super::keys::keys;
use super::link::Link;
use super::reactive::{text, word};
use super::stage::Stage;
use super::{env, player};
use crate::sim::scenario::Scenario;
use crate::text::Word;
use leptos::prelude::*;
use leptos::web_sys::KeyboardEvent;

/// Mounts the laboratory.
pub fn start_laboratory() {
    frame::mount(page);
}

fn page() -> Vec<El> {
    let stage = Stage::new(Scenario::seed(), env::language());
    let twin = twin_of(stage);
    let link = Link::follow(stage, twin.on);
    player::run_while_playing(stage);
    let section = region(stage)
        .children(verdict(stage))
        .child(controls(stage))
        .child(tools(stage, twin.on, link))
        .child(link.banner())
        .children(diagram(stage))
        .child(
            html("p")
                .attr("class", "hint")
                .says(word(stage, Word::LabHint)),
        )
        .child(twin.view())
        .child(panels(stage))
        .child(drawer(stage))
        .on("keydown", move |event: KeyboardEvent| keys(stage, &event));
    framed(stage, Word::NavLaboratory, section)
}

fn controls(stage: Stage) -> El {
    html("div")
        .attr("class", "controls")
        .attr("role", "group")
        .live("aria-label", word(stage, Word::Controls))
        .child(fence_switch(stage))
        .child(transport(stage))
}

fn tools(stage: Stage, twin: RwSignal<bool>, link: Link) -> El {
    html("div")
        .attr("class", "controls")
        .child(toggle(stage, "twin", Word::Twin, twin))
        .child(tool(stage, "copy-link", Word::CopyLink, move || {
            link.copy();
        }))
        .child(tool(stage, "reset", Word::Reset, move || stage.reset()))
        .child(zoom_tools(stage))
}

/// The same clients and faults under the other setting of the fence.
#[derive(Clone, Copy)]
struct Twin {
    on: RwSignal<bool>,
    stage: Stage,
}

/// A second stage that follows the first, and whose handles edit both. Only the resource's
/// defences are its own; at first the fence is the other way round.
fn twin_of(first: Stage) -> Twin {
    let second = Stage::beside(first);
    Effect::new(move |_| {
        let mut scenario = first.scenario.get();
        scenario.resource = second
            .scenario
            .with_untracked(|scenario| scenario.resource.clone());
        second.change(scenario);
    });
    Effect::new(move |_| {
        let mut scenario = second.scenario.get();
        scenario.resource = first
            .scenario
            .with_untracked(|scenario| scenario.resource.clone());
        first.change(scenario);
    });
    Twin {
        on: RwSignal::new(false),
        stage: second,
    }
}

impl Twin {
    fn view(self) -> El {
        let class = move || if self.on.get() { "twin" } else { "twin closed" }.to_owned();
        html("div")
            .live("class", text(class))
            .attr("data-testid", "twin-view")
            .children(verdict(self.stage))
            .child(
                html("div")
                    .attr("class", "controls")
                    .child(fence_switch(self.stage)),
            )
            .children(diagram(self.stage))
    }
}
