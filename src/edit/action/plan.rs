//! Steps come, go and move.

use super::{NewStep, gone};
use crate::edit::Sentence;
use crate::edit::field::{checked, step_kind};
use crate::model::{ClientId, Millis, StepId};
use crate::picture::HandleKind;
use crate::sim::defaults::OBJECT;
use crate::sim::limits::STEPS;
use crate::sim::scenario::{Change, Delays, Effect, Scenario, Sending, Step};
use crate::text::{label, say};

/// The key of a new effect. All have the same one: the job that must not be done twice.
const KEY: &str = "job-1";

/// A step at a place of a plan, with its thinking, and what is taken of the next one's.
pub(super) fn insert(
    scenario: &Scenario,
    (client, place): (ClientId, StepId),
    step: NewStep,
    (after, taken): (Millis, Millis),
) -> Result<Scenario, Vec<Sentence>> {
    let Some(found) = scenario.clients.get(client.index()) else {
        return Err(vec![gone()]);
    };
    let steps = new_steps(scenario, client, place, step, after);
    if !STEPS.allows(found.plan.len().saturating_add(steps.len())) {
        return Err(vec![full(client)]);
    }
    let next = HandleKind::Thinking(client, place);
    let left = next.value(scenario).map(|thinking| thinking.minus(taken));
    let mut edited = match left {
        Some(left) if taken.0 > 0 => next.set(scenario, left),
        Some(_) | None => scenario.clone(),
    };
    let Some(plan) = edited
        .clients
        .get_mut(client.index())
        .map(|client| &mut client.plan)
    else {
        return Err(vec![gone()]);
    };
    let place = place.index().min(plan.len());
    plan.splice(place..place, steps);
    checked(edited)
}

/// Why a plan cannot have more steps.
pub(super) fn full(client: ClientId) -> Sentence {
    let most = STEPS.max;
    Sentence::new(&format!("clients[{}].plan", client.0), |lang| {
        say!(
            lang,
            "The plan has its {most} steps already. Remove one first.",
            "手順はすでに上限の {most} 個に達しています。先にどれかを削除してください。"
        )
    })
}

/// The step, with the read before it that an update rests on.
pub(super) fn new_steps(
    scenario: &Scenario,
    client: ClientId,
    place: StepId,
    step: NewStep,
    after: Millis,
) -> Vec<Step> {
    let plan = scenario
        .clients
        .get(client.index())
        .map(|client| client.plan.as_slice());
    let before = plan
        .and_then(|plan| plan.get(..place.index()))
        .unwrap_or(plan.unwrap_or_default());
    let delays = Delays::default();
    let sending = |after| Sending {
        after,
        ..Sending::default()
    };
    let reads = before.iter().rev().find_map(read_object);
    let object = object_at(before, plan.unwrap_or_default());
    let change = |object: String, after| Change {
        object,
        sending: sending(after),
    };
    match (step, reads) {
        (NewStep::Acquire, _) => vec![Step::Acquire { delays }],
        (NewStep::Read, _) => vec![Step::Read {
            after,
            object,
            delays,
        }],
        (NewStep::Write, _) => vec![Step::Write(change(object, after))],
        (NewStep::Update, Some(read)) => vec![Step::Update(change(read, after))],
        (NewStep::Update, None) => vec![
            Step::Read {
                after,
                object: object.clone(),
                delays,
            },
            Step::Update(change(object, Millis::ZERO)),
        ],
        (NewStep::Effect, _) => vec![Step::Effect(Effect {
            unless_done: false,
            sending: Sending {
                key: Some(KEY.to_owned()),
                ..sending(after)
            },
        })],
        (NewStep::Release, _) => vec![Step::Release {
            after,
            request: None,
        }],
    }
}

fn read_object(step: &Step) -> Option<String> {
    match step {
        Step::Read { object, .. } => Some(object.clone()),
        Step::Acquire { .. }
        | Step::Write(_)
        | Step::Update(_)
        | Step::Effect(_)
        | Step::Release { .. } => None,
    }
}

/// The object that a plan has dealt with last, else the first that it deals with.
fn object_at(before: &[Step], plan: &[Step]) -> String {
    let named = |step: &Step| match step {
        Step::Read { object, .. } => Some(object.clone()),
        Step::Write(change) | Step::Update(change) => Some(change.object.clone()),
        Step::Acquire { .. } | Step::Effect(_) | Step::Release { .. } => None,
    };
    let last = before.iter().rev().find_map(named);
    last.or_else(|| plan.iter().find_map(named))
        .unwrap_or_else(|| OBJECT.to_owned())
}

/// A plan without a step; not without a read that others rest on.
pub(super) fn remove(
    scenario: &Scenario,
    client: ClientId,
    step: StepId,
) -> Result<Scenario, Vec<Sentence>> {
    let mut edited = scenario.clone();
    let plan = edited
        .clients
        .get_mut(client.index())
        .map(|client| &mut client.plan);
    let Some(plan) = plan.filter(|plan| step.index() < plan.len()) else {
        return Err(vec![gone()]);
    };
    let kind = step_kind(&plan.remove(step.index()));
    checked(edited).map_err(|_| vec![rested_on(client, step, kind)])
}

/// A plan in which a step is of another kind. What both kinds have stays: the thinking, the
/// object, the key, waiting, resending, the delays of its messages.
pub(super) fn change(
    scenario: &Scenario,
    client: ClientId,
    step: StepId,
    kind: NewStep,
) -> Result<Scenario, Vec<Sentence>> {
    let found = scenario
        .clients
        .get(client.index())
        .and_then(|client| Some((client.plan.len(), client.plan.get(step.index())?)));
    let Some((count, old)) = found else {
        return Err(vec![gone()]);
    };
    let thinking = HandleKind::Thinking(client, step).value(scenario);
    let mut steps = new_steps(scenario, client, step, kind, thinking.unwrap_or_default());
    if !STEPS.allows(count.saturating_add(steps.len()).saturating_sub(1)) {
        return Err(vec![full(client)]);
    }
    if let Some(last) = steps.last_mut() {
        keep(old, last);
    }
    let mut edited = scenario.clone();
    if let Some(client) = edited.clients.get_mut(client.index()) {
        client.plan.splice(step.index()..=step.index(), steps);
    }
    checked(edited).map_err(|_| vec![rested_on(client, step, step_kind(old))])
}

/// Takes over from a step what a new one has too.
fn keep(old: &Step, new: &mut Step) {
    match (old, new) {
        (Step::Write(old) | Step::Update(old), Step::Write(new) | Step::Update(new)) => {
            new.sending = old.sending.clone();
        }
        (Step::Write(old) | Step::Update(old), Step::Effect(new)) => {
            let key = old.sending.key.clone().or_else(|| new.sending.key.take());
            new.sending = Sending {
                key,
                ..old.sending.clone()
            };
        }
        (Step::Effect(old), Step::Write(new) | Step::Update(new)) => {
            new.sending = old.sending.clone();
        }
        (Step::Read { delays, .. }, Step::Write(new) | Step::Update(new)) => {
            new.sending.delays = *delays;
        }
        (Step::Write(old) | Step::Update(old), Step::Read { object, delays, .. }) => {
            object.clone_from(&old.object);
            *delays = old.sending.delays;
        }
        (Step::Read { object, .. }, Step::Read { object: new, .. }) => new.clone_from(object),
        (Step::Acquire { .. } | Step::Read { .. } | Step::Effect(_) | Step::Release { .. }, _)
        | (Step::Write(_) | Step::Update(_), Step::Acquire { .. } | Step::Release { .. }) => {}
    }
}

/// Why a step cannot go: a later one rests on it.
fn rested_on(client: ClientId, step: StepId, kind: &'static str) -> Sentence {
    let path = format!("clients[{}].plan[{}].{kind}", client.0, step.0);
    Sentence::new(&path, |lang| {
        let place = label::place(lang, path.trim_end_matches(kind).trim_end_matches('.'));
        let kind = label::kind(lang, kind);
        say!(
            lang,
            "{place}: a later step rests on this {kind}. Remove the later one first.",
            "{place}：あとの手順がこの{kind}に基づいています。先にあとの手順を削除してください。"
        )
    })
}

/// A plan with a step in another place.
pub(super) fn shift(
    scenario: &Scenario,
    client: ClientId,
    step: StepId,
    to: StepId,
) -> Result<Scenario, Vec<Sentence>> {
    let mut edited = scenario.clone();
    let plan = edited
        .clients
        .get_mut(client.index())
        .map(|client| &mut client.plan);
    let Some(plan) = plan.filter(|plan| step.index().max(to.index()) < plan.len()) else {
        return Err(vec![gone()]);
    };
    let moved = plan.remove(step.index());
    plan.insert(to.index(), moved);
    checked(edited).map_err(|_| {
        let path = format!("clients[{}].plan[{}]", client.0, step.0);
        vec![Sentence::new(&path, |lang| {
            let place = label::place(lang, &path);
            say!(
                lang,
                "{place}: it cannot go there, since a step would come before the read that it rests on.",
                "{place}：そこへは動かせません。基づくべき読み取りより前に来る手順ができます。"
            )
        })]
    })
}

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    There,
    Back,
}

/// A step whose message takes as long as usual.
pub(super) fn usual_delay(
    scenario: &Scenario,
    client: ClientId,
    step: StepId,
    way: Way,
) -> Scenario {
    let mut edited = scenario.clone();
    let client = edited.clients.get_mut(client.index());
    let Some(step) = client.and_then(|client| client.plan.get_mut(step.index())) else {
        return edited;
    };
    let delays = match step {
        Step::Acquire { delays } | Step::Read { delays, .. } => delays,
        Step::Write(change) | Step::Update(change) => &mut change.sending.delays,
        Step::Effect(effect) => &mut effect.sending.delays,
        Step::Release { request, .. } => {
            if way == Way::There {
                *request = None;
            }
            return edited;
        }
    };
    match way {
        Way::There => delays.request = None,
        Way::Back => delays.reply = None,
    }
    edited
}
