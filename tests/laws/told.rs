//! What the trace says beyond what the report needs: what it foretells comes
//! true, and what a message says is what was decided. The picture and the log
//! are drawn from it.

use crate::support::{Run, ensure, for_all, same};
use fencelab::model::{Attempt, ClientId, LocalTime, MessageId, Millis, Ordinal, StepId, Token};
use fencelab::sim::report::EndedBy;
use fencelab::sim::scenario::{Check, Fault, Scenario, Service, Stops};
use fencelab::sim::trace::{BeliefEnd, Content, Decision, Event, Party, Seen};
use std::collections::BTreeMap;

fn as_drawn(_: &mut Scenario) {}

/// A client's local clock, counted millisecond by millisecond if need be: true
/// time less the union of its machine pauses so far.
fn local(scenario: &Scenario, whose: ClientId, now: i64) -> i64 {
    let machine = |fault: &Fault| match fault {
        Fault::Pause {
            client,
            at,
            lasting,
            stops: Stops::Machine,
            ..
        } if *client == whose => Some((at.0, (at.0 + lasting.0).min(now))),
        _ => None,
    };
    let mut pauses: Vec<(i64, i64)> = scenario.faults.iter().filter_map(machine).collect();
    pauses.sort_unstable();
    let (mut stood, mut until) = (0, 0);
    for (begin, end) in pauses {
        stood += (end - begin.max(until)).max(0);
        until = until.max(end);
    }
    now - stood
}

fn is_paused(scenario: &Scenario, whose: ClientId, now: i64) -> bool {
    scenario.faults.iter().any(|fault| {
        matches!(fault, Fault::Pause { client, at, lasting, .. }
            if *client == whose && at.0 <= now && now < at.0 + lasting.0)
    })
}

#[test]
fn thinking_and_sleeping_end_when_the_trace_says() {
    for_all("foretold", as_drawn, |run| {
        let mut thinks: BTreeMap<(ClientId, StepId), i64> = BTreeMap::new();
        let mut retries: BTreeMap<ClientId, i64> = BTreeMap::new();
        for (at, event) in run.events() {
            match event {
                Event::StepBegan {
                    client,
                    step,
                    thinks_until,
                } => {
                    thinks.insert((client, step), thinks_until.0);
                    retries.remove(&client);
                }
                Event::AttemptFailed {
                    client, retries_at, ..
                } => {
                    let retry = run.scenario.clients[client.index()].retry;
                    same("retry", &retries_at.0, &(at + retry.0))?;
                    retries.insert(client, retries_at.0);
                }
                Event::Sent {
                    from: Party::Client(client),
                    content: Content::Acquire { .. },
                    ..
                } => {
                    if let Some(foretold) = retries.remove(&client) {
                        let late = at > foretold && is_paused(&run.scenario, client, at - 1);
                        ensure(at == foretold || late, || {
                            format!("{client:?} asks at {at}, not {foretold}")
                        })?;
                    }
                }
                Event::Sent {
                    from: Party::Client(client),
                    content:
                        Content::Request {
                            step, resend: 0, ..
                        },
                    ..
                } if run.scenario.clients[client.index()].check != Check::Ask => {
                    let foretold = thinks.get(&(client, step)).copied();
                    same(&format!("{step:?} of {client:?}"), &foretold, &Some(at))?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

/// What holds, and when it was last said to end: by node, and by grant on the lease.
#[test]
fn what_holds_ends_by_itself_when_the_trace_says() {
    for_all("expiries", as_drawn, |run| {
        let lease = run.scenario.lock.service == Service::Lease;
        let mut nodes: BTreeMap<u8, (ClientId, Attempt, i64)> = BTreeMap::new();
        let mut held: Option<(Ordinal, i64)> = None;
        for (at, event) in run.events() {
            match event {
                Event::Granted { grant, expires, .. } if lease => held = Some((grant, expires.0)),
                Event::Granted {
                    client,
                    attempt,
                    expires,
                    ..
                } => {
                    // A majority is lost with the last value but (majority - 1).
                    let mut ends: Vec<i64> = nodes
                        .values()
                        .filter(|value| (value.0, value.1) == (client, attempt))
                        .map(|value| value.2)
                        .collect();
                    ends.sort_unstable();
                    ends.reverse();
                    let majority = usize::from(run.scenario.lock.nodes) / 2 + 1;
                    let last = ends.get(majority - 1).copied().unwrap_or(at);
                    same(&format!("grant at {at}"), &expires.0, &last)?;
                }
                Event::Renewed { grant, expires } => held = Some((grant, expires.0)),
                Event::ExpiryMoved { node, expires } => {
                    if lease {
                        held = held.map(|(grant, _)| (grant, expires.0));
                    } else if let Some(value) = nodes.get_mut(&node.0) {
                        value.2 = expires.0;
                    }
                }
                Event::Ended { grant, by } if lease => {
                    let (of, foretold) = held.take().ok_or("nothing is held")?;
                    same("grant", &of, &grant)?;
                    ensure(by != EndedBy::Expiry || foretold == at, || {
                        format!("{grant:?} expires at {at}, not {foretold}")
                    })?;
                    ensure(at <= foretold, || format!("{grant:?} outlived {foretold}"))?;
                }
                Event::ValueStored {
                    node,
                    client,
                    attempt,
                    expires,
                } => {
                    nodes.insert(node.0, (client, attempt, expires.0));
                }
                Event::ValueGone { node, by, .. } => {
                    let (_, _, foretold) = nodes.remove(&node.0).ok_or("nothing is there")?;
                    ensure(by != EndedBy::Expiry || foretold == at, || {
                        format!("{node:?} at {at}, not {foretold}")
                    })?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

#[test]
fn lock_delay_ends_when_the_trace_says() {
    let adapt = |scenario: &mut Scenario| {
        scenario.faults.retain(|fault| {
            !matches!(
                fault,
                Fault::ClockJump { .. } | Fault::Failover { .. } | Fault::NodeDown { .. }
            )
        });
        if scenario.lock.service == Service::Lease {
            scenario.lock.lock_delay = scenario.lock.lock_delay.max(Millis(1));
        }
    };
    for_all("lock-delay", adapt, |run| {
        let mut foretold = None;
        for (at, event) in run.events() {
            match event {
                Event::LockDelayBegan { until } => foretold = Some(until.0),
                Event::LockDelayEnded => same("end", &foretold.take(), &Some(at))?,
                Event::Granted { .. } => same("in lock-delay", &foretold, &None)?,
                _ => {}
            }
        }
        Ok(())
    });
}

#[test]
fn a_client_reads_its_own_clock() {
    let adapt = |scenario: &mut Scenario| {
        for client in &mut scenario.clients {
            client.check = Check::Clock;
        }
    };
    for_all("clocks", adapt, |run| {
        let mut deadlines: BTreeMap<ClientId, LocalTime> = BTreeMap::new();
        for (at, event) in run.events() {
            match event {
                Event::BeliefBegan {
                    client, deadline, ..
                }
                | Event::DeadlineMoved { client, deadline } => {
                    deadlines.insert(client, deadline);
                }
                Event::BeliefEnded {
                    client,
                    why: BeliefEnd::DeadlineReached,
                    ..
                } => {
                    let deadline = deadlines[&client].0;
                    let now = local(&run.scenario, client, at);
                    ensure(now >= deadline, || {
                        format!("{now} before {deadline} at {at}")
                    })?;
                    let waited = is_paused(&run.scenario, client, at - 1);
                    let handled_late = now > deadline && !waited;
                    let just_begun = run.trace.entries.iter().any(|entry| {
                        entry.at.0 == at
                            && matches!(entry.event, Event::BeliefBegan { client: of, .. }
                                | Event::DeadlineMoved { client: of, .. } if of == client)
                    });
                    ensure(!handled_late || just_begun, || {
                        format!("{now} after {deadline} at {at}")
                    })?;
                }
                Event::Checked {
                    client,
                    saw: Seen::Clock { now, deadline },
                    goes_on,
                } => {
                    same("clock", &now.0, &local(&run.scenario, client, at))?;
                    same(
                        "deadline",
                        &Some(deadline),
                        &deadlines.get(&client).copied(),
                    )?;
                    let margin = run.scenario.clients[client.index()].margin.0;
                    same("goes on", &goes_on, &(now.0 + margin < deadline.0))?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

/// The last decision of each kind, to be compared with what is told of it.
#[derive(Default)]
struct Decided {
    sent: BTreeMap<MessageId, (Party, Party, Content)>,
    /// The request that has just arrived at the resource.
    arrived: Option<(ClientId, StepId, Option<Token>)>,
    /// The last yes or no to an attempt, a renewal, a question.
    attempts: BTreeMap<(ClientId, Attempt), bool>,
    renewal: Option<bool>,
    asked: BTreeMap<ClientId, bool>,
    requests: BTreeMap<(ClientId, StepId), Decision>,
    counted: Option<Token>,
    tokens: BTreeMap<Ordinal, Option<Token>>,
}

#[test]
fn messages_say_what_was_decided() {
    for_all("messages say", as_drawn, |run| {
        let mut decided = Decided::default();
        for (at, event) in run.events() {
            decided
                .follow(run, event)
                .map_err(|why| format!("{why}\n  {event:?} at {at}"))?;
        }
        Ok(())
    });
}

impl Decided {
    fn follow(&mut self, run: &Run, event: Event) -> Result<(), String> {
        match event {
            Event::Sent {
                message,
                from,
                to,
                content,
            } => {
                self.sent.insert(message, (from, to, content));
                if let Party::Client(client) = to {
                    self.told(client, content)?;
                }
            }
            Event::Delivered { message } => match self.sent[&message] {
                (Party::Client(client), _, Content::Request { step, token, .. }) => {
                    self.arrived = Some((client, step, token));
                }
                (_, Party::Client(client), Content::AskAnswer { yes }) => {
                    self.asked.insert(client, yes);
                }
                _ => {}
            },
            Event::Granted {
                client,
                attempt,
                grant,
                token,
                ..
            } => {
                self.attempts.insert((client, attempt), true);
                self.tokens.insert(grant, token);
            }
            Event::ValueStored {
                client, attempt, ..
            } => {
                self.attempts.insert((client, attempt), true);
            }
            Event::Denied {
                client, attempt, ..
            }
            | Event::ValueDenied {
                client, attempt, ..
            } => {
                self.attempts.insert((client, attempt), false);
            }
            Event::Renewed { .. } => self.renewal = Some(true),
            Event::RenewalDenied { .. } => self.renewal = Some(false),
            Event::Counted { grant, token, .. } => {
                self.counted = Some(token);
                self.tokens.insert(grant, Some(token));
            }
            Event::TokenLearnt { grant, token, .. } => {
                same("token", &self.tokens[&grant], &Some(token))?;
            }
            Event::BeliefBegan { grant, token, .. } => {
                same("token", &self.tokens[&grant], &token)?;
            }
            Event::Decided {
                client,
                step,
                token,
                decision,
                ..
            } => {
                same(
                    "request",
                    &self.arrived.take(),
                    &Some((client, step, token)),
                )?;
                self.requests.insert((client, step), decision);
            }
            Event::Checked {
                client,
                saw: Seen::Answer { holds },
                goes_on,
            } => {
                same("answer", &self.asked.get(&client).copied(), &Some(holds))?;
                same("goes on", &goes_on, &holds)?;
            }
            Event::Evaluated {
                yes,
                elapsed,
                validity,
                granted,
                ..
            } => {
                let lock = &run.scenario.lock;
                let drift = lock.ttl.0 * i64::from(lock.drift_per_mille) / 1000 + lock.drift.0;
                same("validity", &validity.0, &(lock.ttl.0 - elapsed.0 - drift))?;
                let wins = 2 * yes > lock.nodes && validity.0 > 0;
                same("granted", &granted, &wins)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// What is sent to a client.
    fn told(&self, client: ClientId, content: Content) -> Result<(), String> {
        match content {
            Content::AcquireAnswer { attempt, yes } => {
                let decided = self.attempts.get(&(client, attempt)).copied();
                same("acquire", &decided, &Some(yes))
            }
            Content::RenewAnswer { yes } => same("renewal", &self.renewal, &Some(yes)),
            Content::CountAnswer { token } => same("count", &self.counted, &Some(token)),
            Content::RequestAnswer { step, decision } => {
                let decided = self.requests.get(&(client, step)).copied();
                same("decision", &decided, &Some(decision))
            }
            Content::AskAnswer { .. } => Ok(()),
            Content::Acquire { .. }
            | Content::Release
            | Content::Renew
            | Content::Ask
            | Content::Count
            | Content::Request { .. } => Err("nobody says this to a client".into()),
        }
    }
}
