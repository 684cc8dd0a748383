//! What every client of a setup does, step by step.

use super::setup::{Design, Setup, Workload};
use crate::model::{Fence, FenceScope, Millis, Rules, Versions};

/// One thing to do. A look and a question are steps of their own: the adversary acts between
/// them and the send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Acquire,
    Look,
    Ask,
    Read,
    Write,
    Update,
    Effect,
    Release,
}

/// The plan of every client, and the world around it.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub setup: Setup,
    pub plan: Vec<Step>,
    pub rules: Rules,
    /// Lock nodes: one of a lease service, several of Redlock, none without a lock.
    pub nodes: u8,
}

impl Program {
    pub fn of(setup: Setup) -> Self {
        let setup = Setup {
            clients: setup.clients.clamp(1, Setup::CLIENTS_MAX),
            nodes: setup.nodes.clamp(1, Setup::NODES_MAX),
            ..setup
        };
        let design = setup.design;
        let locks = design != Design::NoLock;
        let (reads, change) = match setup.workload {
            Workload::Write => (false, Step::Write),
            Workload::Update => (true, Step::Update),
            Workload::Effect => (false, Step::Effect),
            Workload::EffectIfNotDone => (true, Step::Effect),
        };
        let check = match design {
            Design::LeaseClock | Design::RedlockClock => Some(Step::Look),
            Design::LeaseAsk => Some(Step::Ask),
            Design::NoLock
            | Design::Lease
            | Design::Redlock
            | Design::FenceWrites
            | Design::FenceReadsAndWrites
            | Design::Versions
            | Design::Dedup => None,
        };
        let mut plan = Vec::new();
        plan.extend(locks.then_some(Step::Acquire));
        plan.extend(reads.then_some(Step::Read));
        plan.extend(check);
        plan.push(change);
        plan.extend(locks.then_some(Step::Release));
        let nodes = match (locks, design.is_redlock()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => setup.nodes,
        };
        Self {
            setup,
            plan,
            rules: rules(design),
            nodes,
        }
    }

    /// The step at a place of the plan.
    pub fn step(&self, place: u8) -> Option<Step> {
        self.plan.get(usize::from(place)).copied()
    }

    /// The place of the release; behind the plan if there is none.
    pub fn release(&self) -> u8 {
        let last = self.plan.len() - usize::from(self.plan.last() == Some(&Step::Release));
        u8::try_from(last).unwrap_or(u8::MAX)
    }

    pub const fn is_redlock(&self) -> bool {
        self.setup.design.is_redlock()
    }

    pub fn remembers_keys(&self) -> bool {
        self.rules.dedup_window.is_some()
    }
}

fn rules(design: Design) -> Rules {
    let fence = match design {
        Design::FenceWrites => Fence::Writes,
        Design::FenceReadsAndWrites => Fence::ReadsAndWrites,
        Design::NoLock
        | Design::Lease
        | Design::LeaseClock
        | Design::LeaseAsk
        | Design::Redlock
        | Design::RedlockClock
        | Design::Versions
        | Design::Dedup => Fence::Off,
    };
    Rules {
        asks_lock: false,
        fence,
        fence_scope: FenceScope::Lock,
        // There is no time: a key is remembered until the adversary drops it.
        dedup_window: (design == Design::Dedup).then_some(Millis(1)),
        versions: if design == Design::Versions {
            Versions::Checked
        } else {
            Versions::Ignored
        },
    }
}
