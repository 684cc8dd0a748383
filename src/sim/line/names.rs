//! Who and what a line is about.

use super::Teller;
use super::words::{refusal, token_text};
use crate::model::{ClientId, FaultId, NodeId, StepId};
use crate::sim::report::HarmKind;
use crate::sim::scenario::{FailoverForgets, Fault, Service, Step};
use crate::sim::trace::{Content, Decision, Party};
use crate::sim::words::Word;

impl Teller<'_> {
    pub(super) fn harmed(&self, kind: HarmKind, client: ClientId, step: StepId) -> String {
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

    pub(super) fn fault(&self, fault: FaultId) -> String {
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

    pub(super) fn fault_end(&self, fault: FaultId) -> String {
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

    pub(super) fn content(&self, from: Party, to: Party, content: Content) -> String {
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

    pub(super) fn step_of(&self, party: Party, step: StepId) -> String {
        match party {
            Party::Client(client) => self.step(client, step),
            Party::Node(_) | Party::LockService | Party::Counter | Party::Resource => {
                format!("step {}", step.0)
            }
        }
    }

    pub(super) fn party(&self, party: Party) -> String {
        match party {
            Party::Client(client) => self.client(client).to_owned(),
            Party::Node(node) => self.node(node),
            Party::LockService => "lock".to_owned(),
            Party::Counter => "counter".to_owned(),
            Party::Resource => "resource".to_owned(),
        }
    }

    pub(super) fn node(&self, node: NodeId) -> String {
        match self.scenario.lock.service {
            Service::Lease => "lock".to_owned(),
            Service::Redlock => format!("node {}", node.0),
        }
    }

    pub(super) fn client(&self, client: ClientId) -> &str {
        let client = self.scenario.clients.get(client.index());
        client.map_or("a client", |client| client.name.as_str())
    }

    pub(super) fn step(&self, client: ClientId, step: StepId) -> String {
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
