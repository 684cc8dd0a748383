//! Clients come and go.

use super::{gone, nice};
use crate::edit::Sentence;
use crate::edit::field::checked;
use crate::model::{ClientId, Millis};
use crate::sim::limits::{CLIENTS, TIME};
use crate::sim::scenario::{Change, Client, Delays, Fault, Scenario, Step};
use crate::text::say;

/// One more, which does what the last one does a little later.
pub(super) fn add(scenario: &Scenario) -> Result<Scenario, Vec<Sentence>> {
    let count = scenario.clients.len();
    if !CLIENTS.allows(count.saturating_add(1)) {
        let most = CLIENTS.max;
        return Err(vec![Sentence::new("clients", |lang| {
            say!(
                lang,
                "There are {most} clients already, the most that there may be.",
                "クライアントはすでに上限の {most} 台です。"
            )
        })]);
    }
    let mut edited = scenario.clone();
    let mut client = match scenario.clients.last() {
        Some(last) => last.clone(),
        None => Client::new(count),
    };
    client.name = free_name(scenario);
    let later = nice(Millis(scenario.lock.ttl.0 / 5));
    client.arrives.0 = client.arrives.plus(later).0.min(TIME.max);
    for step in &mut client.plan {
        as_usual(step);
    }
    if client.plan.is_empty() {
        client.plan = usual_plan();
    }
    edited.clients.push(client);
    checked(edited)
}

/// "Client 3", or the next number that nobody has.
fn free_name(scenario: &Scenario) -> String {
    let clients = &scenario.clients;
    let mut names = (clients.len()..).map(Client::default_name);
    let free = names.find(|name| clients.iter().all(|client| client.name != *name));
    free.unwrap_or_default()
}

/// Messages that were held back were somebody else's.
const fn as_usual(step: &mut Step) {
    let usual = Delays {
        request: None,
        reply: None,
    };
    match step {
        Step::Acquire { delays } | Step::Read { delays, .. } => *delays = usual,
        Step::Write(change) | Step::Update(change) => change.sending.delays = usual,
        Step::Effect(effect) => effect.sending.delays = usual,
        Step::Release { request, .. } => *request = None,
    }
}

/// Take the lock, work for a second, write, give it back.
fn usual_plan() -> Vec<Step> {
    let mut write = Change::default();
    write.sending.after = Millis(1000);
    vec![
        Step::Acquire {
            delays: Delays::default(),
        },
        Step::Write(write),
        Step::Release {
            after: Millis::ZERO,
            request: None,
        },
    ]
}

/// One less, and nothing happens to it any more.
pub(super) fn remove(scenario: &Scenario, client: ClientId) -> Result<Scenario, Vec<Sentence>> {
    let mut edited = scenario.clone();
    if client.index() >= edited.clients.len() {
        return Err(vec![gone()]);
    }
    if edited.clients.len() == 1 {
        return Err(vec![Sentence::new("clients", |lang| {
            say!(
                lang,
                "One client must stay: without it nothing happens.",
                "クライアントは少なくとも 1 台必要です。"
            )
        })]);
    }
    edited.clients.remove(client.index());
    edited.faults.retain(|fault| whose(fault) != Some(client));
    for fault in &mut edited.faults {
        if let Fault::Pause { client: who, .. }
        | Fault::Crash { client: who, .. }
        | Fault::Cut { client: who, .. } = fault
            && *who > client
        {
            who.0 = who.0.saturating_sub(1);
        }
    }
    checked(edited)
}

/// The client that a fault happens to, if it happens to one.
pub(super) const fn whose(fault: &Fault) -> Option<ClientId> {
    match fault {
        Fault::Pause { client, .. } | Fault::Crash { client, .. } | Fault::Cut { client, .. } => {
            Some(*client)
        }
        Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::NodeDown { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    }
}
