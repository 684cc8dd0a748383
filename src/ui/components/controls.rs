//! The row of controls: the fence, the times, the transport.

use super::field::field;
use super::transport::transport;
use crate::edit::past::Cause;
use crate::model::{ClientId, FaultId};
use crate::picture::HandleKind;
use crate::picture::handle::kinds;
use crate::sim::scenario::{Fence, Scenario};
use crate::text::Word;
use crate::ui::dom::{El, html};
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// The fields that stand in the first row.
const FIRST: [HandleKind; 2] = [HandleKind::PauseEnd(FaultId(0)), HandleKind::LeaseEnd];

/// The other fields: the start of the pause and Client 1's thinking first.
fn others(scenario: &Scenario) -> Vec<HandleKind> {
    let all = kinds(scenario);
    let rank = |kind: &HandleKind| match kind {
        HandleKind::PauseEnd(FaultId(0)) | HandleKind::LeaseEnd => 5,
        HandleKind::PauseBegin(_) | HandleKind::PauseEnd(_) => 0,
        HandleKind::Thinking(ClientId(0), _) => 1,
        HandleKind::Arrival(_) => 2,
        HandleKind::Thinking(..) => 3,
        HandleKind::SpanBegin(_)
        | HandleKind::SpanEnd(_)
        | HandleKind::Instant(_)
        | HandleKind::Request(..)
        | HandleKind::Reply(..)
        | HandleKind::LockDelayEnd
        | HandleKind::WindowEnd => 4,
    };
    (0..5)
        .flat_map(|wanted| all.iter().copied().filter(move |kind| rank(kind) == wanted))
        .collect()
}

/// All controls outside the picture.
pub fn controls(stage: Stage) -> [El; 2] {
    let scenario = stage.scenario.get_untracked();
    let reset = html("button")
        .attr("class", "plain")
        .attr("type", "button")
        .attr("data-testid", "reset")
        .says(word(stage, Word::Reset))
        .on("click", move |_: Event| stage.reset());
    let open = RwSignal::new(false);
    let flag = move || if open.get() { "true" } else { "false" }.to_owned();
    let more = html("button")
        .attr("class", "plain more")
        .attr("type", "button")
        .attr("aria-controls", "more-times")
        .live("aria-expanded", text(flag))
        .attr("data-testid", "more-times")
        .says(word(stage, Word::MoreTimes))
        .on("click", move |_: Event| open.update(|open| *open = !*open));
    let class = move || {
        if open.get() {
            "controls"
        } else {
            "controls closed"
        }
        .to_owned()
    };
    [
        html("div")
            .attr("class", "controls")
            .attr("role", "group")
            .live("aria-label", word(stage, Word::Controls))
            .child(fence_switch(stage))
            .children(FIRST.map(|kind| field(stage, kind)))
            .child(more)
            .child(transport(stage)),
        html("div")
            .attr("id", "more-times")
            .live("class", text(class))
            .attr("role", "group")
            .live("aria-label", word(stage, Word::MoreTimes))
            .children(others(&scenario).into_iter().map(|kind| field(stage, kind)))
            .child(reset),
    ]
}

/// Switches the fence on writes on and off.
pub fn fence_switch(stage: Stage) -> El {
    let on = text(move || {
        let on = stage
            .scenario
            .with(|scenario| scenario.resource.fence != Fence::Off);
        if on { "true" } else { "false" }.to_owned()
    });
    let flip = move |_: Event| {
        let mut edited = stage.scenario.get_untracked();
        edited.resource.fence = edited.resource.fence.flipped();
        stage.change(edited, Cause::Field("resource.fence".to_owned()));
        stage.settle();
    };
    html("button")
        .attr("class", "switch")
        .attr("type", "button")
        .attr("role", "switch")
        .live("aria-checked", on)
        .attr("data-testid", "fence-switch")
        .child(html("i").attr("aria-hidden", "true"))
        .says(word(stage, Word::FenceSwitch))
        .on("click", flip)
}
