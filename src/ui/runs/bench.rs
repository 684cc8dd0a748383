//! The benches side by side as tabs: the machines of one run, and what many runs show.

use super::{chaos, map, matrix, sweep};
use crate::text::LabWord;
use crate::ui::components::{attribute_above, machines};
use crate::ui::dom::{El, html};
use crate::ui::env;
use crate::ui::reactive::{lab_word, text};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::{Event, KeyboardEvent};

/// A bench.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bench {
    Machines,
    Matrix,
    Map,
    Sweep,
    Chaos,
}

impl Bench {
    const ALL: [Self; 5] = [
        Self::Machines,
        Self::Matrix,
        Self::Map,
        Self::Sweep,
        Self::Chaos,
    ];

    const fn name(self) -> LabWord {
        match self {
            Self::Machines => LabWord::OneRun,
            Self::Matrix => LabWord::EveryRun,
            Self::Map => LabWord::OutcomeMap,
            Self::Sweep => LabWord::TtlSweep,
            Self::Chaos => LabWord::Chaos,
        }
    }

    const fn id(self) -> &'static str {
        match self {
            Self::Machines => "one-run",
            Self::Matrix => "matrix",
            Self::Map => "map",
            Self::Sweep => "sweep",
            Self::Chaos => "chaos",
        }
    }

    /// What is on it; it works only while it is seen.
    fn contents(self, stage: Stage, seen: Signal<bool>) -> El {
        match self {
            Self::Machines => machines(stage),
            Self::Matrix => matrix::bench(stage, seen),
            Self::Map => map::bench(stage, seen),
            Self::Sweep => sweep::bench(stage),
            Self::Chaos => chaos::bench(stage),
        }
    }
}

/// The tabs and what belongs to each.
pub fn benches(stage: Stage) -> El {
    let seen = RwSignal::new(Bench::Machines);
    let tabs = Bench::ALL.into_iter().map(|bench| {
        html("button")
            .attr("type", "button")
            .attr("role", "tab")
            .attr("id", &format!("tab-{}", bench.id()))
            .attr("data-testid", &format!("tab-{}", bench.id()))
            .attr("data-bench", bench.id())
            .attr("aria-controls", &format!("bench-{}", bench.id()))
            .live(
                "aria-selected",
                text(move || (seen.get() == bench).to_string()),
            )
            .live(
                "tabindex",
                text(move || if seen.get() == bench { "0" } else { "-1" }.to_owned()),
            )
            .says(lab_word(stage, bench.name()))
    });
    let list = html("div")
        .attr("class", "tabs")
        .attr("role", "tablist")
        .live("aria-label", lab_word(stage, LabWord::Benches))
        .children(tabs)
        .on("click", move |event: Event| {
            let id = attribute_above(&event, "data-bench");
            let bench = Bench::ALL
                .into_iter()
                .find(|bench| Some(bench.id()) == id.as_deref());
            if let Some(bench) = bench {
                seen.set(bench);
            }
        })
        .on("keydown", move |event: KeyboardEvent| turn(seen, &event));
    let panels = Bench::ALL.into_iter().map(|bench| {
        let is_seen = Signal::derive(move || seen.get() == bench);
        let class = move || {
            if is_seen.get() {
                "bench"
            } else {
                "bench closed"
            }
            .to_owned()
        };
        html("div")
            .live("class", text(class))
            .attr("role", "tabpanel")
            .attr("id", &format!("bench-{}", bench.id()))
            .attr("aria-labelledby", &format!("tab-{}", bench.id()))
            .child(bench.contents(stage, is_seen))
    });
    html("div")
        .attr("class", "benches")
        .child(list)
        .children(panels)
}

/// The arrow keys go from tab to tab, round in a circle.
fn turn(seen: RwSignal<Bench>, event: &KeyboardEvent) {
    let count = Bench::ALL.len();
    let here = Bench::ALL
        .iter()
        .position(|bench| *bench == seen.get_untracked());
    let here = here.unwrap_or(0);
    let next = match event.key().as_str() {
        "ArrowRight" => (here + 1) % count,
        "ArrowLeft" => (here + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if let Some(bench) = Bench::ALL.get(next) {
        seen.set(*bench);
        env::focus(&format!("tab-{}", bench.id()));
    }
}
