//! The work that a lock is taken for: where in a scenario it is.

use crate::model::{ClientId, StepId};
use crate::sim::scenario::{Scenario, Sending, Step};

/// The first change (write, update or effect) that a client makes after an
/// acquire of its own, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Who does it.
    pub client: ClientId,
    /// The step of its plan that is the change.
    pub step: StepId,
}

impl Work {
    /// The work of a scenario; none if nobody changes anything under the lock.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Option<Self> {
        (0..)
            .map(ClientId)
            .zip(&scenario.clients)
            .find_map(|(client, found)| {
                let step = first_change(&found.plan)?;
                Some(Self { client, step })
            })
    }

    /// The work of a client; none if it changes nothing under the lock.
    #[must_use]
    pub fn by(scenario: &Scenario, client: ClientId) -> Option<Self> {
        let plan = &scenario.clients.get(client.index())?.plan;
        let step = first_change(plan)?;
        Some(Self { client, step })
    }

    /// How the change is sent.
    #[must_use]
    pub fn sending(self, scenario: &Scenario) -> Option<&Sending> {
        let client = scenario.clients.get(self.client.index())?;
        match client.plan.get(self.step.index())? {
            Step::Write(change) | Step::Update(change) => Some(&change.sending),
            Step::Effect(effect) => Some(&effect.sending),
            Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. } => None,
        }
    }

    /// The same, to be changed.
    pub fn sending_mut(self, scenario: &mut Scenario) -> Option<&mut Sending> {
        let client = scenario.clients.get_mut(self.client.index())?;
        match client.plan.get_mut(self.step.index())? {
            Step::Write(change) | Step::Update(change) => Some(&mut change.sending),
            Step::Effect(effect) => Some(&mut effect.sending),
            Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. } => None,
        }
    }
}

fn first_change(plan: &[Step]) -> Option<StepId> {
    let mut has_acquired = false;
    (0..)
        .map(StepId)
        .zip(plan)
        .find_map(|(id, step)| match step {
            Step::Acquire { .. } => {
                has_acquired = true;
                None
            }
            Step::Write(_) | Step::Update(_) | Step::Effect(_) => has_acquired.then_some(id),
            Step::Read { .. } | Step::Release { .. } => None,
        })
}
