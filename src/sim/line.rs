//! A trace as plain lines, for terminals and tests.

use super::report::{EndedBy, HarmKind, Reason, StepKind};
use super::scenario::{FailoverForgets, Fault, Scenario, Service, Step};
use super::trace::{
    AttemptFailure, BeliefEnd, Content, Decision, Denial, Entry, Event, Learnt, Party, Seen,
    Standing, StepEnd,
};
use super::words::Word;
use crate::model::{ClientId, FaultId, NodeId, StepId, Token};

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
    fn tell(&self, event: Event) -> String {
        match event {
            Event::FaultBegan { fault } => self.fault(fault),
            Event::FaultEnded { fault } => self.fault_end(fault),
            Event::Arrived { .. }
            | Event::StepBegan { .. }
            | Event::StepEnded { .. }
            | Event::AttemptFailed { .. }
            | Event::Checked { .. }
            | Event::BeliefBegan { .. }
            | Event::TokenLearnt { .. }
            | Event::DeadlineMoved { .. }
            | Event::BeliefEnded { .. }
            | Event::StoodDown { .. }
            | Event::PlanFinished { .. } => self.of_client(event),
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
            Event::Granted { .. }
            | Event::Denied { .. }
            | Event::Queued { .. }
            | Event::Renewed { .. }
            | Event::RenewalDenied { .. }
            | Event::ExpiryMoved { .. }
            | Event::Ended { .. }
            | Event::LockDelayBegan { .. }
            | Event::LockDelayEnded
            | Event::ValueStored { .. }
            | Event::ValueDenied { .. }
            | Event::ValueGone { .. }
            | Event::Evaluated { .. }
            | Event::Counted { .. } => self.of_lock(event),
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

    fn of_client(&self, event: Event) -> String {
        match event {
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
                let why = match why {
                    AttemptFailure::Refused => "refused",
                    AttemptFailure::TimedOut => "no answer in time",
                    AttemptFailure::VotedDown => "voted down",
                };
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
            Event::FaultBegan { .. }
            | Event::FaultEnded { .. }
            | Event::Sent { .. }
            | Event::Delivered { .. }
            | Event::Vanished { .. }
            | Event::Granted { .. }
            | Event::Denied { .. }
            | Event::Queued { .. }
            | Event::Renewed { .. }
            | Event::RenewalDenied { .. }
            | Event::ExpiryMoved { .. }
            | Event::Ended { .. }
            | Event::LockDelayBegan { .. }
            | Event::LockDelayEnded
            | Event::ValueStored { .. }
            | Event::ValueDenied { .. }
            | Event::ValueGone { .. }
            | Event::Evaluated { .. }
            | Event::Counted { .. }
            | Event::Decided { .. }
            | Event::Harmed { .. } => String::new(),
        }
    }

    fn of_lock(&self, event: Event) -> String {
        match event {
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
                let why = match why {
                    Denial::Held => "held",
                    Denial::LockDelay => "lock-delay",
                };
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
            Event::ValueStored { .. }
            | Event::ValueDenied { .. }
            | Event::ValueGone { .. }
            | Event::Evaluated { .. } => self.of_votes(event),
            Event::FaultBegan { .. }
            | Event::FaultEnded { .. }
            | Event::Arrived { .. }
            | Event::StepBegan { .. }
            | Event::StepEnded { .. }
            | Event::AttemptFailed { .. }
            | Event::Checked { .. }
            | Event::BeliefBegan { .. }
            | Event::TokenLearnt { .. }
            | Event::DeadlineMoved { .. }
            | Event::BeliefEnded { .. }
            | Event::StoodDown { .. }
            | Event::PlanFinished { .. }
            | Event::Sent { .. }
            | Event::Delivered { .. }
            | Event::Vanished { .. }
            | Event::Decided { .. }
            | Event::Harmed { .. } => String::new(),
        }
    }

    fn of_votes(&self, event: Event) -> String {
        if let Event::ValueStored {
            node,
            client,
            attempt,
            expires,
        } = event
        {
            return format!(
                "{}: stores {}'s value {}, ends at {}",
                self.node(node),
                self.client(client),
                attempt.0,
                expires.0
            );
        }
        if let Event::ValueDenied {
            node,
            client,
            attempt,
        } = event
        {
            let (node, name) = (self.node(node), self.client(client));
            return format!("{node}: refuses {name}'s value {}", attempt.0);
        }
        if let Event::ValueGone {
            node,
            client,
            attempt,
            by,
        } = event
        {
            return format!(
                "{}: {}'s value {} is gone: {}",
                self.node(node),
                self.client(client),
                attempt.0,
                ended_by(by)
            );
        }
        if let Event::Evaluated {
            client,
            attempt,
            yes,
            elapsed,
            validity,
            granted,
        } = event
        {
            let verdict = if granted { "granted" } else { "not granted" };
            return format!(
                "{} counts attempt {}: {yes} yes, elapsed {}, validity {}: {verdict}",
                self.client(client),
                attempt.0,
                elapsed.0,
                validity.0
            );
        }
        String::new()
    }

    fn harmed(&self, kind: HarmKind, client: ClientId, step: StepId) -> String {
        let kind = match kind {
            HarmKind::Inversion => "inversion",
            HarmKind::LostUpdate => "lost update",
            HarmKind::DuplicateEffect => "duplicate effect",
        };
        let client_file = self.scenario.clients.get(client.index());
        let place = match client_file.and_then(|client| client.plan.get(step.index())) {
            Some(Step::Write(change) | Step::Update(change)) => change.object.as_str(),
            Some(Step::Effect(effect)) => effect.sending.key.as_deref().unwrap_or_default(),
            Some(Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. }) | None => "",
        };
        format!("HARM by {}: {kind} of {place}", self.client(client))
    }

    fn fault(&self, fault: FaultId) -> String {
        match self.scenario.faults.get(fault.index()) {
            Some(Fault::Pause {
                client,
                lasting,
                cause,
                stops,
                ..
            }) => format!(
                "{} pauses for {} ms: {}, stops the {}",
                self.client(*client),
                lasting.0,
                cause.word(),
                stops.word()
            ),
            Some(Fault::Crash { client, .. }) => format!("{} crashes", self.client(*client)),
            Some(Fault::Cut { client, .. }) => format!("{} is cut off", self.client(*client)),
            Some(Fault::ClockJump { node, by, .. }) => {
                format!("{}: its clock jumps by {} ms", self.node(*node), by.0)
            }
            Some(Fault::ClockRate { node, per_mille }) => format!(
                "{}: its clock counts {per_mille} ms in 1000",
                self.node(*node)
            ),
            Some(Fault::NodeDown {
                node, keeps_data, ..
            }) => {
                let data = if *keeps_data { "keeps" } else { "loses" };
                format!("{} is down and {data} its data", self.node(*node))
            }
            Some(Fault::Failover { forgets, .. }) => {
                let what = match forgets {
                    FailoverForgets::Lock => "the lock is forgotten",
                    FailoverForgets::LockAndCounter => "the lock is forgotten, the counter falls",
                };
                format!("lock: failover: {what}")
            }
            Some(Fault::LockLost { .. }) => "lock: the session is dropped".to_owned(),
            Some(Fault::ResourceRestart { forgets, .. }) => {
                format!("resource restarts, forgets: {}", forgets.word())
            }
            None => "something goes wrong".to_owned(),
        }
    }

    fn fault_end(&self, fault: FaultId) -> String {
        match self.scenario.faults.get(fault.index()) {
            Some(Fault::Pause { client, .. }) => format!("{} wakes", self.client(*client)),
            Some(Fault::Cut { client, .. }) => {
                format!("{} is connected again", self.client(*client))
            }
            Some(Fault::NodeDown { node, .. }) => format!("{} is up again", self.node(*node)),
            Some(
                Fault::Crash { .. }
                | Fault::ClockJump { .. }
                | Fault::ClockRate { .. }
                | Fault::Failover { .. }
                | Fault::LockLost { .. }
                | Fault::ResourceRestart { .. },
            )
            | None => "it is over".to_owned(),
        }
    }

    fn content(&self, from: Party, to: Party, content: Content) -> String {
        let yes_or_no = |yes| if yes { "yes" } else { "no" };
        match content {
            Content::Acquire { attempt } => format!("acquire, attempt {}", attempt.0),
            Content::AcquireAnswer { attempt, yes } => {
                format!("{} to attempt {}", yes_or_no(yes), attempt.0)
            }
            Content::Release => "release".to_owned(),
            Content::Renew => "renew".to_owned(),
            Content::RenewAnswer { yes } => format!("{} to the renewal", yes_or_no(yes)),
            Content::Ask => "does it still hold?".to_owned(),
            Content::AskAnswer { yes } => format!("{} to the question", yes_or_no(yes)),
            Content::Count => "a number, please".to_owned(),
            Content::CountAnswer { token } => format!("the number {}", token.0),
            Content::Request {
                step,
                resend,
                token,
            } => {
                let again = match resend {
                    0 => String::new(),
                    times => format!(", sent again ({times})"),
                };
                let step = self.step_of(from, step);
                format!("{step} with {}{again}", token_text(token))
            }
            Content::RequestAnswer { step, decision } => {
                let step = self.step_of(to, step);
                match decision {
                    Decision::Answered { version } => format!("{step}: version {}", version.0),
                    Decision::Applied { .. } => format!("{step}: applied"),
                    Decision::Refused(reason) => format!("{step}: {}", refusal(reason)),
                }
            }
        }
    }

    fn step_of(&self, party: Party, step: StepId) -> String {
        match party {
            Party::Client(client) => self.step(client, step),
            Party::Node(_) | Party::LockService | Party::Counter | Party::Resource => {
                format!("step {}", step.0)
            }
        }
    }

    fn party(&self, party: Party) -> String {
        match party {
            Party::Client(client) => self.client(client).to_owned(),
            Party::Node(node) => self.node(node),
            Party::LockService => "lock".to_owned(),
            Party::Counter => "counter".to_owned(),
            Party::Resource => "resource".to_owned(),
        }
    }

    fn node(&self, node: NodeId) -> String {
        match self.scenario.lock.service {
            Service::Lease => "lock".to_owned(),
            Service::Redlock => format!("node {}", node.0),
        }
    }

    fn client(&self, client: ClientId) -> &str {
        let client = self.scenario.clients.get(client.index());
        client.map_or("a client", |client| client.name.as_str())
    }

    fn step(&self, client: ClientId, step: StepId) -> String {
        let client = self.scenario.clients.get(client.index());
        let kind = match client.and_then(|client| client.plan.get(step.index())) {
            Some(Step::Acquire { .. }) => "acquire",
            Some(Step::Read { .. }) => "read",
            Some(Step::Write(_)) => "write",
            Some(Step::Update(_)) => "update",
            Some(Step::Effect(_)) => "effect",
            Some(Step::Release { .. }) => "release",
            None => "step",
        };
        format!("{kind} [{}]", step.0)
    }
}

fn decided(
    request: &str,
    token: Option<Token>,
    issuer: Standing,
    decision: Decision,
    highest: Option<Token>,
) -> String {
    let issuer = match issuer {
        Standing::Holder => "the holder's",
        Standing::Stale => "stale",
        Standing::Never => "never granted",
    };
    match decision {
        Decision::Answered { version } => {
            format!(
                "resource answers {request}: version {} ({issuer})",
                version.0
            )
        }
        Decision::Applied { version, based_on } => {
            let version =
                version.map_or_else(String::new, |version| format!(": version {}", version.0));
            let based_on =
                based_on.map_or_else(String::new, |based_on| format!(" based on {}", based_on.0));
            format!("resource applies {request}{version}{based_on} ({issuer})")
        }
        Decision::Refused(reason) => match (reason, token, highest) {
            (Reason::StaleToken, Some(token), Some(highest)) => {
                format!("resource refuses {request}: {} < {}", token.0, highest.0)
            }
            (reason, _, _) => format!("resource refuses {request}: {}", refusal(reason)),
        },
    }
}

const fn refusal(reason: Reason) -> &'static str {
    match reason {
        Reason::NotHolder => "not the holder",
        Reason::NoToken => "no token",
        Reason::StaleToken => "stale token",
        Reason::Duplicate => "duplicate",
        Reason::VersionConflict => "version conflict",
    }
}

const fn ended_by(by: EndedBy) -> &'static str {
    match by {
        EndedBy::Expiry => "expiry",
        EndedBy::Release => "release",
        EndedBy::Deleted => "deleted by another",
        EndedBy::Lost => "lost",
        EndedBy::Failover => "failover",
    }
}

const fn step_kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Read => "read",
        StepKind::Write => "write",
        StepKind::Update => "update",
        StepKind::Effect => "effect",
    }
}

const fn step_end(how: StepEnd) -> &'static str {
    match how {
        StepEnd::Answered => "answered",
        StepEnd::SentOnly => "sent",
        StepEnd::PassedOver => "passed over, it is done",
        StepEnd::Abandoned => "abandoned",
    }
}

const fn belief_end(why: BeliefEnd) -> &'static str {
    match why {
        BeliefEnd::Released => "released",
        BeliefEnd::Crashed => "crashed",
        BeliefEnd::LearntLost => "learnt that it is lost",
        BeliefEnd::PlanFinished => "plan finished",
        BeliefEnd::DeadlineReached => "deadline reached",
        BeliefEnd::Replaced => "replaced by a newer grant",
    }
}

fn how_learnt(learnt: Learnt) -> String {
    match learnt {
        Learnt::Check => "its check failed".to_owned(),
        Learnt::Renewal => "its renewal was refused".to_owned(),
        Learnt::Refusal(reason) => format!("the resource refused: {}", refusal(reason)),
    }
}

fn seen(saw: Seen) -> String {
    match saw {
        Seen::Clock { now, deadline } => {
            format!("its clock is {}, its deadline {}", now.0, deadline.0)
        }
        Seen::Answer { holds: true } => "the grant holds".to_owned(),
        Seen::Answer { holds: false } => "the grant does not hold".to_owned(),
    }
}

fn token_text(token: Option<Token>) -> String {
    token.map_or_else(
        || "no token".to_owned(),
        |token| format!("token {}", token.0),
    )
}
