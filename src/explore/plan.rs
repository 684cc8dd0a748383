//! The plan that every client of a search has.

use super::setup::{Setup, Workload};
use crate::model::StepKind;
use crate::sim::scenario::{Check, Service};

/// What a client can ask of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The lock, of the lease service or of each Redlock node.
    Acquire,
    /// Whether its grant still holds, of the lease service.
    Ask,
    /// The version of the object, and whether the job is done.
    Read,
    /// To set the object.
    Write,
    /// To change the object on the ground of what was read.
    Update,
    /// To do the job.
    Effect,
    /// To free what it holds.
    Release,
}

impl Kind {
    /// The kind of request that the resource sees; none if it is for the lock service.
    #[must_use]
    pub const fn at_resource(self) -> Option<StepKind> {
        match self {
            Self::Read => Some(StepKind::Read),
            Self::Write => Some(StepKind::Write),
            Self::Update => Some(StepKind::Update),
            Self::Effect => Some(StepKind::Effect),
            Self::Acquire | Self::Ask | Self::Release => None,
        }
    }
}

/// One step of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It looks at its clock.
    Look,
    /// It sends a request, and waits for the answer if there will be one.
    Send(Kind),
}

/// The steps of the plan, each with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    steps: [Option<Step>; Self::STEPS_MAX],
}

impl Plan {
    const STEPS_MAX: usize = 5;

    /// The plan of each client.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let has_lock = setup.design.service().is_some();
        let under_lock = |kind: Kind| has_lock.then_some(Step::Send(kind));
        let reads = match setup.workload {
            Workload::Write | Workload::Effect => None,
            Workload::Update | Workload::EffectIfNotDone => Some(Step::Send(Kind::Read)),
        };
        let check = match setup.design.check() {
            Check::None => None,
            Check::Clock => Some(Step::Look),
            Check::Ask => Some(Step::Send(Kind::Ask)),
        };
        let change = match setup.workload {
            Workload::Write => Kind::Write,
            Workload::Update => Kind::Update,
            Workload::Effect | Workload::EffectIfNotDone => Kind::Effect,
        };
        let all = [
            under_lock(Kind::Acquire),
            reads,
            check,
            Some(Step::Send(change)),
            under_lock(Kind::Release),
        ];
        let mut steps = [None; Self::STEPS_MAX];
        for (place, step) in steps.iter_mut().zip(all.into_iter().flatten()) {
            *place = Some(step);
        }
        Self { steps }
    }

    /// The step at a place, from 0; none behind the end.
    #[must_use]
    pub fn step(&self, place: u8) -> Option<Step> {
        self.steps.get(usize::from(place)).copied().flatten()
    }

    /// The place of the release, or of the end where nothing is released.
    #[must_use]
    pub fn release(&self) -> u8 {
        (0..)
            .zip(self.steps)
            .find(|(_, step)| matches!(step, None | Some(Step::Send(Kind::Release))))
            .map_or(0, |(place, _)| place)
    }
}

/// To how many nodes a request goes.
#[must_use]
pub fn nodes_of(setup: Setup, kind: Kind) -> u8 {
    match (kind, setup.design.service()) {
        (Kind::Acquire | Kind::Release, Some(Service::Redlock)) => setup.nodes,
        (Kind::Acquire | Kind::Release, Some(Service::Lease) | None)
        | (Kind::Ask | Kind::Read | Kind::Write | Kind::Update | Kind::Effect, _) => 1,
    }
}
