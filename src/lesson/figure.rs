//! Figures that texts may name: each is computed from a run, none is typed.

use super::Run;
use crate::model::redlock::majority;
use crate::model::{Millis, TrueTime};
use crate::sim::report::Outcome;
use crate::sim::scenario::{Client, Fault, Step};
use crate::sim::trace::{Event, Seen};

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A duration, or an instant counted from the start of the run.
    Time(Millis),
    /// A number of things, or the number that something has.
    Count(i64),
    /// The one word for the run.
    Verdict(Outcome),
}

/// The figure of a name such as `overlap`, `granted 2` (of the second grant), `sent 1 2` (of the
/// first client's second step) or `votes 2 1` (at the second client's first count). Numbers
/// count from 1, and 1 may be left out.
#[must_use]
pub fn figure(run: &Run, name: &str) -> Option<Value> {
    let mut words = name.split(' ');
    let what = words.next()?;
    let mut number = || words.next().map_or(Some(1_usize), |word| word.parse().ok());
    let (first, second) = (number()?.checked_sub(1)?, number()?.checked_sub(1)?);
    of_report(run, what, first)
        .or_else(|| of_scenario(run, what, first, second))
        .or_else(|| of_trace(run, what, first, second))
}

/// What an observer says.
fn of_report(run: &Run, what: &str, place: usize) -> Option<Value> {
    let report = &run.report;
    let grant = || report.grants.get(place);
    let wait = || report.waits.get(place);
    match what {
        "verdict" => Some(Value::Verdict(report.outcome)),
        "overlap" => Some(Value::Time(report.belief_overlap)),
        "dead-hold" => Some(Value::Time(report.dead_hold)),
        "stale" => Some(Value::Count(report.stale_accepted.into())),
        "rightful" => Some(Value::Count(report.rightful_refused.into())),
        "refusals" => count(report.refused.len()),
        "harms" => count(report.harm.len()),
        "harm" => Some(instant(report.harm.get(place)?.at)),
        "refused" => Some(instant(report.refused.get(place)?.at)),
        "stood-down" => Some(instant(report.stood_down.get(place)?.at)),
        "granted" => Some(instant(grant()?.at)),
        "ended" => Some(instant(grant()?.ended?)),
        "token" => Some(Value::Count(i64::try_from(grant()?.token?.0).ok()?)),
        "asked" => Some(instant(wait()?.from)),
        "wait" => Some(Value::Time(wait()?.granted?.since(wait()?.from))),
        _ => None,
    }
}

/// What was set.
fn of_scenario(run: &Run, what: &str, place: usize, step: usize) -> Option<Value> {
    let scenario = &run.scenario;
    let lock = &scenario.lock;
    let client = || scenario.clients.get(place);
    match what {
        "ttl" => Some(Value::Time(lock.ttl)),
        "lock-delay" => Some(Value::Time(lock.lock_delay)),
        "nodes" => Some(Value::Count(lock.nodes.into())),
        "majority" => Some(Value::Count(majority(lock.nodes).into())),
        "drift" => Some(Value::Time(Millis(
            lock.ttl.0 * i64::from(lock.drift_per_mille) / 1000 + lock.drift.0,
        ))),
        "window" => Some(Value::Time(scenario.resource.dedup_window?)),
        "arrives" => Some(instant(client()?.arrives)),
        "retry" => Some(Value::Time(client()?.retry)),
        "renew" => Some(Value::Time(client()?.renew?)),
        "lead" => Some(Value::Time(client()?.check_lead)),
        "margin" => Some(Value::Time(client()?.margin)),
        "thinking" => Some(Value::Time(thinking(client()?, step)?)),
        "held" => Some(Value::Time(held(client()?, step)?)),
        "fault" => Some(instant(begin(scenario.faults.get(place)?)?)),
        "lasting" => Some(Value::Time(lasting(scenario.faults.get(place)?)?)),
        "back-by" => match scenario.faults.get(place)? {
            Fault::Failover {
                counter_back_by, ..
            } => Some(Value::Count(i64::try_from(*counter_back_by).ok()?)),
            _ => None,
        },
        "jump" => match scenario.faults.get(place)? {
            Fault::ClockJump { by, .. } => Some(Value::Time(*by)),
            _ => None,
        },
        "rate" => scenario.faults.iter().find_map(|fault| match fault {
            Fault::ClockRate { per_mille, .. } => {
                Some(Value::Count((i64::from(*per_mille) - 1000) / 10))
            }
            _ => None,
        }),
        "pause" => Some(Value::Time(lasting(pause(run, place)?)?)),
        "pause-begin" => Some(instant(begin(pause(run, place)?)?)),
        "pause-end" => {
            let pause = pause(run, place)?;
            Some(instant(begin(pause)?.plus(lasting(pause)?)))
        }
        _ => None,
    }
}

/// What happened.
fn of_trace(run: &Run, what: &str, place: usize, step: usize) -> Option<Value> {
    let number = |value: usize| u8::try_from(value).ok();
    let at = |entry: usize| Some(instant(run.trace.entries.get(entry)?.at));
    let entries = run.trace.entries.iter();
    match what {
        "sent" => at(run.sending(number(place)?, number(step)?)?),
        "decided" => at(run.deciding(number(place)?, number(step)?)?),
        "renewed" => {
            let mut renewals = entries.filter(|entry| matches!(entry.event, Event::Renewed { .. }));
            Some(instant(renewals.nth(place)?.at))
        }
        "belief-end" => Some(instant(run.history.beliefs.get(place)?.span.to)),
        "deadline" => {
            let deadline = run.history.beliefs.get(place)?.deadline;
            Some(Value::Time(Millis(deadline.0)))
        }
        "left-of-lease" => {
            let expires = run.history.holds.get(place)?.expires;
            Some(Value::Time(expires.since(begin(pause(run, 0)?)?)))
        }
        "checked" | "left" => of_check(run, what, place),
        "evaluated" | "votes" | "elapsed" | "validity" => of_vote(run, what, number(place)?, step),
        _ => None,
    }
}

/// The look at a clock of this place among all looks.
fn of_check(run: &Run, what: &str, place: usize) -> Option<Value> {
    let mut checks = run
        .trace
        .entries
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Checked { saw, .. } => Some((entry.at, saw)),
            _ => None,
        });
    let (at, saw) = checks.nth(place)?;
    match saw {
        _ if what == "checked" => Some(instant(at)),
        Seen::Clock { now, deadline } => Some(Value::Time(deadline.since(now))),
        Seen::Answer { .. } => None,
    }
}

/// A client's count of votes, of this place among its counts.
fn of_vote(run: &Run, what: &str, who: u8, place: usize) -> Option<Value> {
    let mut counts = run
        .trace
        .entries
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Evaluated {
                client,
                yes,
                elapsed,
                validity,
                ..
            } if client.0 == who => Some((entry.at, yes, elapsed, validity)),
            _ => None,
        });
    let (at, yes, elapsed, validity) = counts.nth(place)?;
    match what {
        "evaluated" => Some(instant(at)),
        "votes" => Some(Value::Count(yes.into())),
        "elapsed" => Some(Value::Time(elapsed)),
        _ => Some(Value::Time(validity)),
    }
}

fn instant(at: TrueTime) -> Value {
    Value::Time(at.since(TrueTime::START))
}

fn count(things: usize) -> Option<Value> {
    Some(Value::Count(i64::try_from(things).ok()?))
}

/// The pause of this place among the pauses.
fn pause(run: &Run, place: usize) -> Option<&Fault> {
    let pauses = run.scenario.faults.iter();
    pauses
        .filter(|fault| matches!(fault, Fault::Pause { .. }))
        .nth(place)
}

fn begin(fault: &Fault) -> Option<TrueTime> {
    match fault {
        Fault::Pause { at, .. }
        | Fault::Crash { at, .. }
        | Fault::Cut { at, .. }
        | Fault::ClockJump { at, .. }
        | Fault::NodeDown { at, .. }
        | Fault::Failover { at, .. }
        | Fault::LockLost { at }
        | Fault::ResourceRestart { at, .. } => Some(*at),
        Fault::ClockRate { .. } => None,
    }
}

fn lasting(fault: &Fault) -> Option<Millis> {
    match fault {
        Fault::Pause { lasting, .. }
        | Fault::Cut { lasting, .. }
        | Fault::NodeDown { lasting, .. } => Some(*lasting),
        Fault::Crash { .. }
        | Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    }
}

fn thinking(client: &Client, step: usize) -> Option<Millis> {
    match client.plan.get(step)? {
        Step::Acquire { .. } => None,
        Step::Read { after, .. } | Step::Release { after, .. } => Some(*after),
        Step::Write(change) | Step::Update(change) => Some(change.sending.after),
        Step::Effect(effect) => Some(effect.sending.after),
    }
}

/// The delay that a step's first message has of its own.
fn held(client: &Client, step: usize) -> Option<Millis> {
    match client.plan.get(step)? {
        Step::Acquire { delays } | Step::Read { delays, .. } => delays.request,
        Step::Write(change) | Step::Update(change) => change.sending.delays.request,
        Step::Effect(effect) => effect.sending.delays.request,
        Step::Release { request, .. } => *request,
    }
}
