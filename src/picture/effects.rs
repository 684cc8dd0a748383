//! Effects at the resource: marks with their key, and for how long a key is remembered.

use super::diagram::{Subject, hue};
use super::history::{Request, Span};
use super::ink::{Anchor, Ink};
use super::layout::Lane;
use crate::model::TrueTime;
use crate::sim::scenario::{Effect, Fault, RestartForgets, Step};
use crate::sim::trace::Decision;
use crate::text::{Lang, both};

/// Draws the effects that were done.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>, lane: Lane) {
    for request in subject.history.decided() {
        let (Some(effect), Some(at)) = (effect(subject, request), request.ended) else {
            continue;
        };
        if !matches!(request.decision, Some(Decision::Applied { .. })) {
            continue;
        }
        let key = effect.sending.key.as_deref();
        mark(ink, subject, request, (key.unwrap_or_default(), at), lane);
        if let Some(key) = key {
            window(ink, subject, key, at, lane);
        }
    }
}

/// The effect that a request asks for, if it asks for one.
fn effect<'a>(subject: &'a Subject<'_>, request: &Request) -> Option<&'a Effect> {
    let clients = &subject.scenario.clients;
    let client = clients.get(request.client.index())?;
    match client.plan.get(request.step.index())? {
        Step::Effect(effect) => Some(effect),
        Step::Acquire { .. }
        | Step::Read { .. }
        | Step::Write(_)
        | Step::Update(_)
        | Step::Release { .. } => None,
    }
}

/// An effect: a round mark in the colour of its grant, and what it was.
fn mark(
    ink: &mut Ink<'_>,
    subject: &Subject<'_>,
    request: &Request,
    (key, at): (&str, TrueTime),
    lane: Lane,
) {
    let (along, middle) = (ink.scale().at(at), lane.middle());
    let class = format!("effect f{}", request.grant.map_or(0, hue));
    ink.circle((along, middle), 9.0, class);
    let again = !request.harm.is_empty();
    if again {
        ink.circle((along, middle), 13.0, "harm");
    }
    let (class, done) = if again {
        let done = both(": done again", "：二度目の実行");
        ("gap-text outside", done)
    } else {
        ("sub", both(": done", "：実行"))
    };
    let text = key.to_owned() + done.of(subject.lang);
    // Up to the next mark.
    let next = subject
        .history
        .decided()
        .filter(|other| effect(subject, other).is_some() && other.entry > request.entry)
        .filter_map(|other| other.ended)
        .map(|at| ink.scale().at(at))
        .fold(f64::MAX, f64::min);
    let base = middle + 5.0;
    if along + 18.0 + ink.layout.text_width(&text, 14.0) < next - 16.0 {
        ink.beside((along, base), 18.0, class, &text);
    } else if ink.across() {
        ink.note((along - 18.0, base), Anchor::End, class, &text);
    }
}

/// For how long the resource remembers a key, as a line under its lane.
fn window(ink: &mut Ink<'_>, subject: &Subject<'_>, key: &str, at: TrueTime, lane: Lane) {
    let Some(window) = subject.scenario.resource.dedup_window else {
        return;
    };
    let mut end = at.plus(window);
    for fault in &subject.scenario.faults {
        if let Fault::ResourceRestart {
            at: restart,
            forgets: RestartForgets::Keys | RestartForgets::Both,
        } = fault
            && *restart > at
        {
            end = end.min(*restart);
        }
    }
    let to = end.min(ink.layout.end());
    let edge = lane.to + 5.0;
    ink.bar(Span { from: at, to }, (edge, edge + 3.0), 1.5, "memory");
    if end == to {
        let along = ink.scale().at(end);
        ink.line((along, edge - 5.0), (along, edge + 8.0), "memory-end");
    }
    if ink.across() {
        let (before, after) = match subject.lang {
            Lang::En => ("remembers ", ""),
            Lang::Ja => ("", " を記憶"),
        };
        let text = before.to_owned() + key + after;
        let from = (ink.scale().at(at) + 4.0, edge + 17.0);
        ink.note(from, Anchor::Start, "sub", &text);
    }
}
