//! The row of controls: the fence, the times, the transport.

use super::field::Field;
use super::transport::Transport;
use crate::model::{ClientId, FaultId};
use crate::picture::HandleKind;
use crate::picture::handle::kinds;
use crate::sim::scenario::Fence;
use crate::text::Word;
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;

/// The fields that stand in the first row.
const FIRST: [HandleKind; 2] = [HandleKind::PauseEnd(FaultId(0)), HandleKind::LeaseEnd];

/// The fields behind "More times": what can be pulled and is not in the first row,
/// the start of the pause and Client 1's thinking first.
fn others(stage: Stage) -> Vec<HandleKind> {
    let all = stage.scenario.with(kinds);
    let rank = |kind: &HandleKind| match kind {
        HandleKind::PauseEnd(FaultId(0)) | HandleKind::LeaseEnd => 4,
        HandleKind::PauseBegin(_) | HandleKind::PauseEnd(_) => 0,
        HandleKind::Thinking(ClientId(0), _) => 1,
        HandleKind::Arrival(_) => 2,
        HandleKind::Thinking(..) => 3,
    };
    (0..4)
        .flat_map(|wanted| all.iter().copied().filter(move |kind| rank(kind) == wanted))
        .collect()
}
/// All controls outside the picture.
#[component]
pub fn Controls(stage: Stage) -> impl IntoView {
    let has = move |kind: HandleKind| {
        stage
            .scenario
            .with(|scenario| kinds(scenario).contains(&kind))
    };
    view! {
        <div class="controls" role="group" aria-label=word(stage, Word::Controls)>
            <FenceSwitch stage/>
            {FIRST
                .into_iter()
                .map(|kind| view! { <Show when=move || has(kind)><Field stage kind/></Show> })
                .collect_view()}
            <Transport stage/>
        </div>
        <details class="more" data-testid="more-times">
            <summary>{word(stage, Word::MoreTimes)}</summary>
            <div class="controls">
                <For each=move || others(stage) key=|kind| *kind let:kind>
                    <Field stage kind/>
                </For>
                <button
                    class="plain"
                    type="button"
                    data-testid="reset"
                    on:click=move |_| stage.reset()
                >
                    {word(stage, Word::Reset)}
                </button>
            </div>
        </details>
    }
}

/// Switches the fence on writes on and off.
#[component]
fn FenceSwitch(stage: Stage) -> impl IntoView {
    let on = text(move || {
        let on = stage
            .scenario
            .with(|scenario| scenario.resource.fence != Fence::Off);
        if on { "true" } else { "false" }.to_owned()
    });
    let flip = move |_| {
        stage.scenario.update(|scenario| {
            scenario.resource.fence = match scenario.resource.fence {
                Fence::Off => Fence::Writes,
                Fence::Writes | Fence::ReadsAndWrites => Fence::Off,
            };
        });
    };
    view! {
        <button
            class="switch"
            type="button"
            role="switch"
            aria-checked=on
            data-testid="fence-switch"
            on:click=flip
        >
            <i aria-hidden="true"></i>
            {word(stage, Word::FenceSwitch)}
        </button>
    }
}
