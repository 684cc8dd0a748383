//! The resource's code: one atomic decision for each request (`docs/model.md`, section 6).

use super::Rule;
use crate::model::{Decision, Reason};
use crate::sim::report::StepKind;
use crate::sim::scenario::{Fence, Scenario, Step, Versions};
use crate::sim::trace::Event;
use crate::text::Lang;
use crate::text::quantity::seconds;

/// Whether a request was refused for a reason.
fn refused(event: &Event, why: &[Reason]) -> bool {
    matches!(event, Event::Decided { decision: Decision::Refused(reason), .. } if why.contains(reason))
}

/// Whether a request of a kind was applied or answered.
fn passed(event: &Event, kinds: &[StepKind]) -> bool {
    matches!(
        event,
        Event::Decided { decision: Decision::Applied { .. } | Decision::Answered { .. }, kind, .. }
            if kinds.contains(kind)
    )
}

pub(super) fn rules(scenario: &Scenario) -> Vec<Rule<'_>> {
    let resource = &scenario.resource;
    let fence = resource.fence;
    let has = |wanted: fn(&Step) -> bool| {
        let mut plans = scenario.clients.iter().flat_map(|client| &client.plan);
        plans.any(wanted)
    };
    let window = resource.dedup_window.map_or_else(
        || "key is known".to_owned(),
        |window| format!("key known for < {}", seconds(Lang::En, window)),
    );
    let token = &[Reason::StaleToken, Reason::NoToken];
    let mut rules = vec![
        Rule::heading("on write, update, effect (token, key):"),
        Rule::new("  if sender is not the holder: refuse", |event| {
            refused(event, &[Reason::NotHolder])
        })
        .check(resource.asks_lock),
        Rule::new("  if token < highest: refuse", |event| {
            refused(event, token)
        })
        .check(fence != Fence::Off),
        Rule::heading("  highest = max(highest, token)").present(fence != Fence::Off),
        Rule::new(format!("  if {window}: duplicate"), |event| {
            refused(event, &[Reason::Duplicate])
        })
        .check(resource.dedup_window.is_some()),
        Rule::new("  if version is not current: refuse", |event| {
            refused(event, &[Reason::VersionConflict])
        })
        .check(resource.versions == Versions::Checked),
    ];
    if has(|step| matches!(step, Step::Write(_) | Step::Update(_))) {
        rules.push(Rule::new("  record = value; version += 1", |event| {
            passed(event, &[StepKind::Write, StepKind::Update])
        }));
    }
    if has(|step| matches!(step, Step::Effect(_))) {
        rules.push(Rule::new("  do the effect; remember key", |event| {
            passed(event, &[StepKind::Effect])
        }));
    }
    if has(|step| matches!(step, Step::Read { .. })) {
        rules.push(Rule::heading("on read (token):"));
        rules.push(
            Rule::new("  the same lines of the fence", |event| {
                let read = matches!(
                    event,
                    Event::Decided {
                        kind: StepKind::Read,
                        ..
                    }
                );
                read && refused(event, token)
            })
            .check(fence == Fence::ReadsAndWrites),
        );
        rules.push(Rule::new("  answer record, version", |event| {
            passed(event, &[StepKind::Read])
        }));
    }
    rules
}
