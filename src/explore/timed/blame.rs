//! A counterexample blames only its column: what the column assumes to be in
//! order is in order in its scenario too.

use super::{BEYOND, BOUNDED};
use crate::explore::setup::{Assumption, Column};
use crate::model::Millis;
use crate::sim::scenario::{Client, Fault, Scenario, Step};

/// What a scenario blames although its column assumes it to be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blame(pub Assumption);

impl Blame {
    /// The first assumption of the column that the scenario breaks.
    #[must_use]
    pub fn of(scenario: &Scenario, column: Column) -> Option<Self> {
        Assumption::ALL
            .into_iter()
            .find(|assumption| column.assumes(*assumption) && breaks(scenario, *assumption))
            .map(Self)
    }
}

fn breaks(scenario: &Scenario, assumption: Assumption) -> bool {
    let has = |is: fn(&Fault) -> bool| scenario.faults.iter().any(is);
    let is_long = |time: Millis| time > BOUNDED;
    match assumption {
        Assumption::PausesBounded => {
            scenario.clients.iter().flat_map(waits).any(is_long)
                || has(|fault| matches!(fault, Fault::Pause { lasting, .. } if *lasting > BOUNDED))
        }
        Assumption::DelaysBounded => {
            let network = [scenario.network.lock, scenario.network.resource];
            let travelling = scenario.clients.iter().flat_map(travels);
            travelling.chain(network).any(is_long)
        }
        Assumption::ClocksGood => {
            has(|fault| matches!(fault, Fault::ClockJump { .. } | Fault::ClockRate { .. }))
        }
        Assumption::NodesDurable => {
            has(|fault| matches!(fault, Fault::NodeDown { .. } | Fault::LockLost { .. }))
        }
        Assumption::CounterDurable => has(|fault| matches!(fault, Fault::Failover { .. })),
        Assumption::WindowLongEnough => scenario
            .resource
            .dedup_window
            .is_some_and(|window| window < BEYOND),
    }
}

/// How long a client's requests travel.
fn travels(client: &Client) -> Vec<Millis> {
    let to_nodes = client.node_delays.iter().flatten().copied();
    let steps = client.plan.iter().filter_map(|step| match step {
        Step::Acquire { delays } | Step::Read { delays, .. } => delays.request,
        Step::Write(change) | Step::Update(change) => change.sending.delays.request,
        Step::Effect(effect) => effect.sending.delays.request,
        Step::Release { request, .. } => *request,
    });
    to_nodes.chain(steps).collect()
}

/// How long a client itself waits: for answers that are there, and between its steps.
fn waits(client: &Client) -> Vec<Millis> {
    client
        .plan
        .iter()
        .flat_map(|step| match step {
            Step::Acquire { delays } => [delays.reply, None],
            Step::Read { after, delays, .. } => [delays.reply, Some(*after)],
            Step::Write(change) | Step::Update(change) => {
                [change.sending.delays.reply, Some(change.sending.after)]
            }
            Step::Effect(effect) => [effect.sending.delays.reply, Some(effect.sending.after)],
            Step::Release { after, .. } => [None, Some(*after)],
        })
        .flatten()
        .collect()
}
