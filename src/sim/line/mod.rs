//! A trace as plain lines, for terminals and tests.

mod names;
mod words;

use super::scenario::Scenario;
use super::trace::{Entry, Event};
use words::{
    belief_end, decided, denial, ended_by, failure, how_learnt, seen, step_end, step_kind,
    token_text,
};

/// One readable line for one thing that happened, without a newline.
///
/// ```
/// use fencelab::sim::{line, scenario::{Fence, Scenario}, simulate};
///
/// let mut seed = Scenario::seed();
/// seed.resource.fence = Fence::Writes;
/// let trace = simulate(&seed);
/// let lines: Vec<_> = trace.entries.iter().map(|entry| line(&seed, entry)).collect();
/// assert!(lines.contains(&"16000 ms  resource refuses Client 1's write: 33 < 34".to_owned()));
/// ```
#[must_use]
pub fn line(scenario: &Scenario, entry: &Entry) -> String {
    let what = Teller { scenario }.tell(entry.event);
    format!("{} ms  {what}", entry.at.0)
}

struct Teller<'s> {
    scenario: &'s Scenario,
}

impl Teller<'_> {
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    fn tell(&self, event: Event) -> String {
        match event {
            Event::FaultBegan { fault } => self.fault(fault),
            Event::FaultEnded { fault } => self.fault_end(fault),
            Event::Arrived { client } => format!("{} arrives", self.client(client)),
            Event::StepBegan {
                client,
                step,
                thinks_until,
            } => {
                let (name, step) = (self.client(client), self.step(client, step));
                format!("{name} begins {step}, thinks until {}", thinks_until.0)
            }
            Event::StepEnded { client, step, how } => {
                let (name, step) = (self.client(client), self.step(client, step));
                format!("{name} ends {step}: {}", step_end(how))
            }
            Event::AttemptFailed {
                client,
                attempt,
                why,
                retries_at,
            } => {
                let why = failure(why);
                let (name, attempt) = (self.client(client), attempt.0);
                format!(
                    "{name}'s attempt {attempt} failed: {why}; again at {}",
                    retries_at.0
                )
            }
            Event::Checked {
                client,
                saw,
                goes_on,
            } => {
                let verdict = if goes_on { "goes on" } else { "too late" };
                format!("{} looks: {}: {verdict}", self.client(client), seen(saw))
            }
            Event::BeliefBegan {
                client,
                grant,
                token,
                deadline,
            } => format!(
                "{} believes: grant {}, {}, deadline {} on its clock",
                self.client(client),
                grant.0,
                token_text(token),
                deadline.0
            ),
            Event::TokenLearnt {
                client,
                grant,
                token,
            } => format!(
                "{} learns its token for grant {}: {}",
                self.client(client),
                grant.0,
                token.0
            ),
            Event::DeadlineMoved { client, deadline } => {
                let name = self.client(client);
                format!("{name}'s deadline is {} on its clock now", deadline.0)
            }
            Event::BeliefEnded { client, grant, why } => format!(
                "{} believes in grant {} no more: {}",
                self.client(client),
                grant.0,
                belief_end(why)
            ),
            Event::StoodDown { client, learnt } => {
                format!(
                    "{} stands down: {}",
                    self.client(client),
                    how_learnt(learnt)
                )
            }
            Event::PlanFinished { client } => format!("{} has finished", self.client(client)),
            Event::Sent {
                message,
                from,
                to,
                content,
            } => format!(
                "message {}: {} to {}: {}",
                message.0,
                self.party(from),
                self.party(to),
                self.content(from, to, content)
            ),
            Event::Delivered { message } => format!("message {} arrives", message.0),
            Event::Vanished { message } => format!("message {} is lost", message.0),
            Event::Granted {
                client,
                attempt,
                grant,
                token,
                expires,
            } => format!(
                "lock: grant {} to {} for attempt {}: {}, ends at {}",
                grant.0,
                self.client(client),
                attempt.0,
                token_text(token),
                expires.0
            ),
            Event::Denied {
                client,
                attempt,
                why,
            } => {
                let why = denial(why);
                let (name, attempt) = (self.client(client), attempt.0);
                format!("lock: refuses {name}'s attempt {attempt}: {why}")
            }
            Event::Queued { client, attempt } => format!(
                "lock: {}'s attempt {} waits in line",
                self.client(client),
                attempt.0
            ),
            Event::Renewed { grant, expires } => {
                format!("lock: grant {} renewed, ends at {}", grant.0, expires.0)
            }
            Event::RenewalDenied { client } => {
                format!("lock: refuses {}'s renewal", self.client(client))
            }
            Event::ExpiryMoved { node, expires } => {
                format!(
                    "{}: what it holds ends at {} now",
                    self.node(node),
                    expires.0
                )
            }
            Event::Ended { grant, by } => {
                format!("lock: grant {} has ended: {}", grant.0, ended_by(by))
            }
            Event::LockDelayBegan { until } => format!("lock: lock-delay until {}", until.0),
            Event::LockDelayEnded => "lock: lock-delay has ended".to_owned(),
            Event::Counted {
                client,
                grant,
                token,
            } => format!(
                "counter: {} to {} for grant {}",
                token.0,
                self.client(client),
                grant.0
            ),
            Event::ValueStored {
                node,
                client,
                attempt,
                expires,
            } => format!(
                "{}: stores {}'s value {}, ends at {}",
                self.node(node),
                self.client(client),
                attempt.0,
                expires.0
            ),
            Event::ValueDenied {
                node,
                client,
                attempt,
            } => {
                let (node, name) = (self.node(node), self.client(client));
                format!("{node}: refuses {name}'s value {}", attempt.0)
            }
            Event::ValueGone {
                node,
                client,
                attempt,
                by,
            } => format!(
                "{}: {}'s value {} is gone: {}",
                self.node(node),
                self.client(client),
                attempt.0,
                ended_by(by)
            ),
            Event::Evaluated {
                client,
                attempt,
                yes,
                elapsed,
                validity,
                granted,
            } => {
                let verdict = if granted { "granted" } else { "not granted" };
                format!(
                    "{} counts attempt {}: {yes} yes, elapsed {}, validity {}: {verdict}",
                    self.client(client),
                    attempt.0,
                    elapsed.0,
                    validity.0
                )
            }
            Event::Decided {
                client,
                kind,
                token,
                issuer,
                decision,
                highest,
                ..
            } => {
                let request = format!("{}'s {}", self.client(client), step_kind(kind));
                decided(&request, token, issuer, decision, highest)
            }
            Event::Harmed { kind, client, step } => self.harmed(kind, client, step),
        }
    }
}
