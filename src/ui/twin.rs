//! The twin view: the same clients and faults under two settings of the resource's defences, one
//! above the other, with one playhead.

use super::components::{clocks, defences, diagram, fence_switch, verdict};
use super::dom::{El, html};
use super::present::board;
use super::reactive::text;
use super::stage::Stage;
use crate::edit::past::{Cause, Past, Version};
use crate::sim::scenario::{Resource, Scenario};
use leptos::prelude::*;

/// A second stage that follows the first, and whose handles edit both. Only the resource's
/// defences are its own; at first the fence is the other way round.
#[derive(Clone, Copy)]
pub struct Twin {
    /// Whether it is seen.
    pub on: RwSignal<bool>,
    /// The second stage.
    pub stage: Stage,
}

impl Twin {
    /// The twin of a stage, not seen yet.
    pub fn of(first: Stage) -> Self {
        let second = Stage::beside(first);
        Effect::new(move |_| {
            let mut scenario = first.scenario.get();
            scenario.resource = second.scenario.with_untracked(|twin| twin.resource.clone());
            second.scenario.set(scenario);
        });
        first.second.set_value(Some(second.scenario));
        // Of its own past only the last gesture counts, which is one of the first stage, too.
        second.past.set(Past::with_bound(1));
        Effect::new(move |theirs: Option<bool>| {
            let mut scenario = second.scenario.get();
            let own = std::mem::replace(
                &mut scenario.resource,
                first.scenario.with_untracked(|it| it.resource.clone()),
            );
            let gesture = second.past.get();
            let (before, cause, open) = match gesture.gesture() {
                Some((before, cause, open)) => (&before.scenario.resource, cause, open),
                None => (&own, &Cause::Whole, false),
            };
            let changes = first.scenario.with_untracked(|it| *it != scenario);
            let defends = *before != own;
            if changes {
                first.change(scenario, cause.clone());
            }
            if defends {
                let version = Version {
                    scenario: first.scenario.get_untracked(),
                    beside: Some(before.clone()),
                };
                first.past.update(|past| past.push(version, cause.clone()));
            }
            let theirs = changes || defends || theirs == Some(true);
            if theirs && !open {
                first.settle();
                second.past.update(Past::clear);
            }
            theirs && open
        });
        Self {
            on: RwSignal::new(false),
            stage: second,
        }
    }

    /// What a link says of it.
    pub const fn setting(self) -> Setting {
        Setting {
            on: self.on,
            scenario: self.stage.scenario,
        }
    }

    /// The second stage on the page, which may be on a projector.
    pub fn view(self, presenting: RwSignal<bool>) -> El {
        let [picture, hint] = diagram(self.stage, Some(clocks(self.stage)));
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
            .child(board(self.stage, presenting, picture))
            .child(hint)
            .child(defences(self.stage))
    }
}

/// Whether there is a second setting, and which.
#[derive(Clone, Copy)]
pub struct Setting {
    on: RwSignal<bool>,
    scenario: RwSignal<Scenario>,
}

impl Setting {
    /// The second setting, if it is seen.
    pub fn shown(self) -> Option<Resource> {
        let resource = self.scenario.with(|scenario| scenario.resource.clone());
        self.on.get().then_some(resource)
    }

    /// Shows a second setting, or none.
    pub fn show(self, resource: Option<Resource>) {
        self.on.set(resource.is_some());
        if let Some(resource) = resource {
            self.scenario
                .update(|scenario| scenario.resource = resource);
        }
    }
}
