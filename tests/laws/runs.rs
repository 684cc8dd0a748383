//! Laws that hold for every run.

use crate::generator::TIME_MAX_MS;
use crate::support::{Run, ensure, for_all, same};
use crate::{json, oracle, recount, worlds};
use fencelab::model::{ClientId, Millis, Ordinal, Token};
use fencelab::sim::report::{Cut, HarmKind, Reason, StepKind};
use fencelab::sim::scenario::{
    Fault, Fence, FenceScope, Purpose, Scenario, Service, Step, Stops, Tokens, Versions,
};
use fencelab::sim::trace::{BeliefEnd, Content, Decision, Event, Learnt, Party, Standing, StepEnd};
use fencelab::sim::{read, simulate};
use std::collections::{BTreeMap, BTreeSet};

fn as_drawn(_: &mut Scenario) {}

#[test]
fn a_run_ends_within_its_bounds_and_true_time_never_falls() {
    for_all("bounds", as_drawn, |run| {
        let entries = &run.trace.entries;
        // One entry of the agenda leaves a few in the trace: a Redlock attempt
        // with nine nodes eleven, a stand-down with 32 steps two for each.
        ensure(entries.len() <= 200_000, || {
            format!("{} entries", entries.len())
        })?;
        let mut last = 0;
        for (at, event) in run.events() {
            ensure(at >= last, || format!("{event:?} at {at} after {last}"))?;
            last = at;
        }
        ensure(last <= run.trace.closed_at.0, || {
            format!("closed before {last}")
        })?;
        ensure(run.trace.closed_at <= run.scenario.horizon, || {
            "goes beyond the horizon".into()
        })?;
        ensure(run.report.end.0 >= last, || format!("ends before {last}"))?;
        if run.trace.cut == Some(Cut::Horizon) {
            same("closed at", &run.trace.closed_at, &run.scenario.horizon)?;
        }
        same("cut", &run.trace.cut, &run.report.cut)
    });
}

#[test]
fn the_same_scenario_gives_the_same_trace_and_report() {
    for_all("twice", as_drawn, |run| {
        let again = Run::of(run.scenario.clone());
        ensure(run.trace == again.trace, || "another trace".into())?;
        same("report", &run.report.to_json(), &again.report.to_json())
    });
}

#[test]
fn a_scenario_written_and_read_is_the_same_scenario() {
    for_all("round trip", as_drawn, |run| {
        let written = run.scenario.to_json();
        let full = json::full(&run.scenario).to_string();
        let needed = json::needed(&run.scenario).to_string();
        for text in [written, full, needed] {
            let back = read(text.as_bytes()).map_err(|complaints| {
                format!("{:?} in {text}", crate::support::paths(&complaints.0))
            })?;
            same("scenario", &run.scenario, &back)?;
        }
        Ok(())
    });
}

#[test]
fn the_report_is_what_a_second_count_of_the_trace_gives() {
    for_all("recount", as_drawn, |run| {
        let mut counted = recount::recount(&run.scenario, &run.trace);
        counted.end = run.report.end;
        same("report", &run.report, &counted)?;
        for (place, standing) in recount::standings(&run.scenario, &run.trace) {
            if let Event::Decided { issuer, .. } = run.trace.entries[place].event {
                same(&format!("issuer at entry {place}"), &issuer, &standing)?;
            }
        }
        same("harm in the trace", &run.harms(), &harms_in_trace(run))
    });
}

fn harms_in_trace(run: &Run) -> Vec<HarmKind> {
    let kind = |(_, event)| match event {
        Event::Harmed { kind, .. } => Some(kind),
        _ => None,
    };
    run.events().filter_map(kind).collect()
}

#[test]
fn a_second_implementation_gives_the_same_report() {
    for_all("oracle", as_drawn, agrees_with_the_oracle);
}

#[test]
fn a_second_implementation_agrees_on_leases_without_a_line() {
    for_all(
        "oracle lease",
        worlds::only_polled_leases,
        agrees_with_the_oracle,
    );
}

fn agrees_with_the_oracle(run: &Run) -> Result<(), String> {
    if run.report.cut == Some(Cut::Entries) {
        return Ok(());
    }
    let Some(mut expected) = oracle::report(&run.scenario) else {
        return Ok(());
    };
    expected.end = run.report.end;
    same("report", &run.report.to_json(), &expected.to_json())
}

#[test]
fn the_purpose_changes_the_outcome_only() {
    for_all("purpose", as_drawn, |run| {
        let mut other = run.scenario.clone();
        other.purpose = match other.purpose {
            Purpose::Correctness => Purpose::Efficiency,
            Purpose::Efficiency => Purpose::Correctness,
        };
        let mut other = Run::of(other);
        ensure(run.trace == other.trace, || "another trace".into())?;
        other.report.outcome = run.report.outcome;
        same("report", &run.report, &other.report)
    });
}

#[test]
fn one_service_never_has_two_holders() {
    for_all("one holder", as_drawn, |run| {
        let mut open: Vec<Ordinal> = Vec::new();
        let mut granted = 0;
        let mut values: BTreeSet<u8> = BTreeSet::new();
        for (at, event) in run.events() {
            match event {
                Event::Granted { grant, .. } => {
                    granted += 1;
                    same("ordinal", &grant, &Ordinal(granted))?;
                    ensure(
                        run.scenario.lock.service == Service::Redlock || open.is_empty(),
                        || format!("granted {grant:?} at {at} while {open:?} is held"),
                    )?;
                    open.push(grant);
                }
                Event::Ended { grant, .. } => {
                    let before = open.len();
                    open.retain(|held| *held != grant);
                    ensure(open.len() + 1 == before, || {
                        format!("{grant:?} ended at {at} twice")
                    })?;
                }
                Event::ValueStored { node, .. } => {
                    ensure(values.insert(node.0), || {
                        format!("two values on {node:?} at {at}")
                    })?;
                }
                Event::ValueGone { node, .. } => {
                    ensure(values.remove(&node.0), || {
                        format!("nothing on {node:?} at {at}")
                    })?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

#[test]
fn tokens_of_the_counter_only_grow_unless_it_fails_over() {
    let adapt = |scenario: &mut Scenario| {
        scenario
            .faults
            .retain(|fault| !matches!(fault, Fault::Failover { .. }));
    };
    for_all("tokens grow", adapt, |run| {
        let mut next = run.scenario.lock.first_token;
        for (at, event) in run.events() {
            let token = match event {
                Event::Granted {
                    token: Some(token), ..
                }
                | Event::Counted { token, .. } => token,
                Event::Granted { token: None, .. } => {
                    same(
                        "counter",
                        &(run.scenario.lock.tokens == Tokens::Counter),
                        &false,
                    )?;
                    continue;
                }
                _ => continue,
            };
            same(&format!("token at {at}"), &token, &next)?;
            next = Token(token.0 + 1);
        }
        Ok(())
    });
}

/// Without pauses, delays and faults nobody believes while another does, if the
/// clients look at their clocks: then belief ends, at the latest, at the very
/// instant at which the service's lease does (before it, on Redlock). Only a
/// release that deletes whatever is there can still end a lease early.
#[test]
fn two_never_believe_in_a_calm_world_with_clock_checks() {
    let adapt = |scenario: &mut Scenario| {
        worlds::calm(scenario);
        for client in &mut scenario.clients {
            client.check = fencelab::sim::scenario::Check::Clock;
        }
    };
    for_all("calm, clock", adapt, |run| {
        same("overlap", &run.report.belief_overlap, &Millis::ZERO)
    });
}

/// The same without clocks, if every plan gives the lock back, or ends, before
/// its lease does: the thinking from each acquire to the release after it, or
/// to the end of the plan, is shorter than the TTL, and there is no second
/// acquire in between (that one would be refused for as long as the own lease
/// lasts, and belief would outlive it).
#[test]
fn two_never_believe_in_a_calm_world_with_short_plans() {
    let adapt = |scenario: &mut Scenario| {
        worlds::calm(scenario);
        worlds::one_acquire_for_each_release(scenario);
        worlds::shorten(scenario, TIME_MAX_MS / 40);
        let longest = scenario.clients.iter().map(worlds::longest_hold).max();
        scenario.lock.ttl = longest.unwrap_or(Millis::ZERO).plus(Millis(1));
    };
    for_all("calm, short", adapt, |run| {
        same("overlap", &run.report.belief_overlap, &Millis::ZERO)
    });
}

/// The tokens of what is applied, read or refused, scope by scope.
fn scope_of(run: &Run, client: ClientId, step: fencelab::model::StepId) -> Option<String> {
    let object = match &run.scenario.clients[client.index()].plan[step.index()] {
        Step::Read { object, .. } => Some(object),
        Step::Write(change) | Step::Update(change) => Some(&change.object),
        Step::Effect(_) | Step::Acquire { .. } | Step::Release { .. } => None,
    };
    match run.scenario.resource.fence_scope {
        FenceScope::Lock => None,
        FenceScope::Object => object.cloned(),
    }
}

#[test]
fn with_the_fence_on_applied_tokens_never_fall() {
    let adapt = |scenario: &mut Scenario| {
        if scenario.resource.fence == Fence::Off {
            scenario.resource.fence = Fence::Writes;
        }
        // A restart that forgets the highest token is what the law does not survive.
        scenario
            .faults
            .retain(|fault| !matches!(fault, Fault::ResourceRestart { .. }));
    };
    for_all("fence", adapt, |run| {
        let mut applied: BTreeMap<Option<String>, Token> = BTreeMap::new();
        for (at, event) in run.events() {
            if let Event::Decided {
                client,
                step,
                token,
                decision,
                ..
            } = event
                && matches!(decision, Decision::Applied { .. })
            {
                let token = token.ok_or_else(|| format!("applied without token at {at}"))?;
                let last = applied.insert(scope_of(run, client, step), token);
                ensure(last.is_none_or(|last| last <= token), || {
                    format!("{token:?} applied after {last:?} at {at}")
                })?;
            }
        }
        let stale = run.harms().contains(&HarmKind::Inversion)
            && run.scenario.lock.tokens == Tokens::Counter
            && !run
                .scenario
                .faults
                .iter()
                .any(|fault| matches!(fault, Fault::Failover { .. }));
        ensure(!stale, || "an inversion behind the fence".into())
    });
}

#[test]
fn with_versions_checked_no_update_is_lost() {
    let adapt = |scenario: &mut Scenario| scenario.resource.versions = Versions::Checked;
    for_all("versions", adapt, |run| {
        ensure(!run.harms().contains(&HarmKind::LostUpdate), || {
            "a lost update".into()
        })
    });
}

#[test]
fn with_an_endless_window_no_effect_is_done_twice() {
    let adapt = |scenario: &mut Scenario| {
        let window = TIME_MAX_MS;
        scenario.resource.dedup_window = Some(Millis(window));
        scenario.horizon.0 = scenario.horizon.0.min(window - 1);
        scenario
            .faults
            .retain(|fault| !matches!(fault, Fault::ResourceRestart { .. }));
    };
    for_all("dedup", adapt, |run| {
        ensure(!run.harms().contains(&HarmKind::DuplicateEffect), || {
            "done twice".into()
        })
    });
}

/// What the client did, if the event is something that a client does.
fn doer(event: &Event) -> Option<ClientId> {
    match event {
        Event::Arrived { client }
        | Event::StepBegan { client, .. }
        | Event::StepEnded { client, .. }
        | Event::AttemptFailed { client, .. }
        | Event::Checked { client, .. }
        | Event::BeliefBegan { client, .. }
        | Event::TokenLearnt { client, .. }
        | Event::DeadlineMoved { client, .. }
        | Event::BeliefEnded { client, .. }
        | Event::StoodDown { client, .. }
        | Event::PlanFinished { client }
        | Event::Evaluated { client, .. }
        | Event::Sent {
            from: Party::Client(client),
            ..
        } => Some(*client),
        _ => None,
    }
}

#[test]
fn a_paused_client_does_nothing() {
    for_all("paused", as_drawn, |run| {
        for (at, event) in run.events() {
            let Some(client) = doer(&event) else { continue };
            let stops: Vec<Stops> = pauses_in_force(&run.scenario, client, at);
            if stops.is_empty() {
                continue;
            }
            let only_worker = stops.iter().all(|stops| *stops == Stops::Worker);
            let may = match event {
                Event::BeliefEnded {
                    why: BeliefEnd::Crashed,
                    ..
                } => true,
                // Renewals go on while only the worker stands still, and what they
                // tell is learnt: the step is left at once, and the next one begins.
                Event::Sent {
                    content: Content::Renew,
                    ..
                }
                | Event::DeadlineMoved { .. }
                | Event::BeliefEnded {
                    why: BeliefEnd::LearntLost,
                    ..
                }
                | Event::StoodDown {
                    learnt: Learnt::Renewal,
                    ..
                }
                | Event::StepEnded {
                    how: StepEnd::Abandoned,
                    ..
                }
                | Event::StepBegan { .. }
                | Event::PlanFinished { .. } => only_worker,
                _ => false,
            };
            ensure(may, || format!("{event:?} at {at} in {stops:?}"))?;
        }
        Ok(())
    });
}

fn pauses_in_force(scenario: &Scenario, whose: ClientId, now: i64) -> Vec<Stops> {
    let in_force = |fault: &Fault| match fault {
        Fault::Pause {
            client,
            at,
            lasting,
            stops,
            ..
        } if *client == whose && at.0 <= now && now < at.0 + lasting.0 => Some(*stops),
        _ => None,
    };
    scenario.faults.iter().filter_map(in_force).collect()
}

#[test]
fn a_crashed_client_does_nothing() {
    let adapt = |scenario: &mut Scenario| {
        let crashes = scenario
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::Crash { .. }));
        if !crashes && scenario.faults.len() < 64 {
            let at = fencelab::model::TrueTime(scenario.lock.ttl.0 / 2);
            scenario.faults.push(Fault::Crash {
                client: ClientId(0),
                at,
            });
        }
    };
    for_all("crashed", adapt, |run| {
        let mut crashed = BTreeSet::new();
        for (at, event) in run.events() {
            if let Event::FaultBegan { fault } = event
                && let Fault::Crash { client, .. } = run.scenario.faults[fault.index()]
            {
                crashed.insert(client);
            }
            let gone = doer(&event).is_some_and(|client| crashed.contains(&client));
            let last_breath = matches!(
                event,
                Event::BeliefEnded {
                    why: BeliefEnd::Crashed,
                    ..
                }
            );
            ensure(!gone || last_breath, || {
                format!("{event:?} at {at} by a crashed client")
            })?;
        }
        Ok(())
    });
}

/// What a resource of its own, fed with the decided requests, has in it.
#[derive(Default)]
struct Shelf {
    highest: BTreeMap<Option<String>, Token>,
    keys: BTreeMap<String, i64>,
    versions: BTreeMap<String, u32>,
}

#[test]
fn a_refused_request_changes_nothing_but_the_highest_token() {
    for_all("refused", as_drawn, |run| {
        let mut shelf = Shelf::default();
        for (at, event) in run.events() {
            match event {
                Event::FaultBegan { fault } => {
                    if let Fault::ResourceRestart { forgets, .. } =
                        run.scenario.faults[fault.index()]
                    {
                        use fencelab::sim::scenario::RestartForgets::{HighestToken, Keys};
                        if forgets != Keys {
                            shelf.highest.clear();
                        }
                        if forgets != HighestToken {
                            shelf.keys.clear();
                        }
                    }
                }
                Event::Decided { .. } => {
                    shelf
                        .follow(run, at, event)
                        .map_err(|why| format!("{why} at {at}: {event:?}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

impl Shelf {
    /// Checks one decision against what is on the shelf, and puts there what was applied.
    fn follow(&mut self, run: &Run, at: i64, event: Event) -> Result<(), String> {
        let Event::Decided {
            client,
            step,
            kind,
            token,
            issuer,
            decision,
            highest,
            ..
        } = event
        else {
            return Ok(());
        };
        let rules = &run.scenario.resource;
        let changes = kind != StepKind::Read;
        let (object, key) = match &run.scenario.clients[client.index()].plan[step.index()] {
            Step::Read { object, .. } => (Some(object), None),
            Step::Write(one) | Step::Update(one) => (Some(&one.object), one.sending.key.as_ref()),
            Step::Effect(effect) => (None, effect.sending.key.as_ref()),
            Step::Acquire { .. } | Step::Release { .. } => return Err("no request".into()),
        };
        let scope = scope_of(run, client, step);
        let fenced = match rules.fence {
            Fence::Off => false,
            Fence::Writes => changes,
            Fence::ReadsAndWrites => true,
        };
        let known = self.highest.get(&scope).copied();
        let must_be = if rules.asks_lock && changes && issuer != Standing::Holder {
            Some(Reason::NotHolder)
        } else if fenced && token.is_none() {
            Some(Reason::NoToken)
        } else if fenced && token < known {
            Some(Reason::StaleToken)
        } else {
            if let Some(token) = token.filter(|_| fenced) {
                self.highest.insert(scope.clone(), token);
            }
            let applied = key.filter(|_| changes).and_then(|key| self.keys.get(key));
            match (applied, rules.dedup_window) {
                (Some(applied), Some(window)) if at < applied + window.0 => Some(Reason::Duplicate),
                _ => None,
            }
        };
        if fenced {
            same("highest", &self.highest.get(&scope).copied(), &highest)?;
        }
        match decision {
            Decision::Refused(Reason::VersionConflict) => {
                same("earlier reason", &must_be, &None)?;
                same("versions", &rules.versions, &Versions::Checked)
            }
            Decision::Refused(reason) => same("reason", &must_be, &Some(reason)),
            Decision::Answered { version } => {
                same("reason", &must_be, &None)?;
                let present = object.and_then(|object| self.versions.get(object)).copied();
                same("version", &version.0, &present.unwrap_or(0))
            }
            Decision::Applied { version, based_on } => {
                same("reason", &must_be, &None)?;
                if let Some(key) = key {
                    self.keys.insert(key.clone(), at);
                }
                let Some(object) = object else {
                    return same("version", &version, &None);
                };
                let present = self.versions.entry(object.clone()).or_default();
                if rules.versions == Versions::Checked
                    && let Some(based_on) = based_on
                {
                    same("base", &based_on.0, present)?;
                }
                *present += 1;
                same(
                    "version",
                    &version.map(|version| version.0),
                    &Some(*present),
                )
            }
        }
    }
}

#[test]
fn every_message_is_sent_once_and_has_at_most_one_fate() {
    for_all("messages", as_drawn, |run| {
        let mut sent = 0;
        let mut open = BTreeSet::new();
        for (at, event) in run.events() {
            match event {
                Event::Sent { message, .. } => {
                    same(&format!("message at {at}"), &message.0, &sent)?;
                    sent += 1;
                    open.insert(message);
                }
                Event::Delivered { message } | Event::Vanished { message } => {
                    ensure(open.remove(&message), || {
                        format!("{event:?} at {at} is not on its way")
                    })?;
                }
                _ => {}
            }
        }
        let all_told = run.trace.cut.is_some() || open.is_empty();
        ensure(all_told, || {
            format!("{open:?} neither delivered nor vanished")
        })
    });
}

#[test]
fn belief_begins_and_ends_in_turn() {
    for_all("belief", as_drawn, |run| {
        let mut believing: BTreeMap<ClientId, Ordinal> = BTreeMap::new();
        for (at, event) in run.events() {
            match event {
                Event::BeliefBegan { client, grant, .. } => {
                    let before = believing.insert(client, grant);
                    ensure(before.is_none(), || {
                        format!("{event:?} at {at} over {before:?}")
                    })?;
                }
                Event::BeliefEnded { client, grant, .. } => {
                    let before = believing.remove(&client);
                    ensure(before == Some(grant), || {
                        format!("{event:?} at {at}, not {before:?}")
                    })?;
                }
                Event::PlanFinished { client } => {
                    ensure(!believing.contains_key(&client), || {
                        format!("{event:?} believes")
                    })?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

/// A world in which every duration is three times as long is the same world,
/// three times as slow. Rounding is left out: clock rates, and the part of
/// Redlock's drift that is counted in thousandths.
#[test]
fn a_slower_world_is_the_same_world() {
    let adapt = |scenario: &mut Scenario| {
        scenario.lock.drift_per_mille = match scenario.lock.service {
            Service::Lease => scenario.lock.drift_per_mille,
            Service::Redlock => 0,
        };
        scenario
            .faults
            .retain(|fault| !matches!(fault, Fault::ClockRate { .. }));
        worlds::shorten(scenario, TIME_MAX_MS / 3);
    };
    for_all("slower", adapt, |run| {
        if run.trace.cut == Some(Cut::Entries) {
            return Ok(());
        }
        let slower = simulate(&worlds::slower(&run.scenario, 3));
        same("entries", &run.trace.entries.len(), &slower.entries.len())?;
        for (one, other) in run.trace.entries.iter().zip(&slower.entries) {
            let kinds = std::mem::discriminant(&one.event) == std::mem::discriminant(&other.event);
            ensure(kinds && one.at.0 * 3 == other.at.0, || {
                format!("{one:?}\n  {other:?}")
            })?;
        }
        Ok(())
    });
}

/// Nobody in the world can read a name.
#[test]
fn names_change_nothing_but_names() {
    for_all("names", as_drawn, |run| {
        let mut other = run.scenario.clone();
        for (place, client) in other.clients.iter_mut().enumerate() {
            client.name = format!("another {place}");
        }
        ensure(simulate(&other) == run.trace, || "another trace".into())
    });
}
