//! The kinds of steps and faults by number, and one of each to read into. The
//! numbers are part of the format of links (`docs/link.md`).

use crate::model::{ClientId, Millis, NodeId, TrueTime};
use crate::sim::scenario::{
    Cause, Change, CutFrom, Delays, Effect, FailoverForgets, Fault, RestartForgets, Step, Stops,
};

/// How many kinds of steps there are.
pub(super) const STEP_KINDS: usize = 6;

/// The number of a step's kind.
pub(super) const fn kind_of_step(step: &Step) -> usize {
    match step {
        Step::Acquire { .. } => 0,
        Step::Read { .. } => 1,
        Step::Write(_) => 2,
        Step::Update(_) => 3,
        Step::Effect(_) => 4,
        Step::Release { .. } => 5,
    }
}

/// A step of a kind; all its fields are read over.
pub(super) fn blank_step(kind: usize) -> Step {
    let delays = Delays::default();
    let after = Millis::ZERO;
    match kind {
        0 => Step::Acquire { delays },
        1 => Step::Read {
            after,
            object: String::new(),
            delays,
        },
        2 => Step::Write(Change::default()),
        3 => Step::Update(Change::default()),
        4 => Step::Effect(Effect::default()),
        _ => Step::Release {
            after,
            request: None,
        },
    }
}

/// How many kinds of faults there are.
pub(super) const FAULT_KINDS: usize = 9;

/// The number of a fault's kind.
pub(super) const fn kind_of_fault(fault: &Fault) -> usize {
    match fault {
        Fault::Pause { .. } => 0,
        Fault::Crash { .. } => 1,
        Fault::Cut { .. } => 2,
        Fault::ClockJump { .. } => 3,
        Fault::ClockRate { .. } => 4,
        Fault::NodeDown { .. } => 5,
        Fault::Failover { .. } => 6,
        Fault::LockLost { .. } => 7,
        Fault::ResourceRestart { .. } => 8,
    }
}

/// A fault of a kind; all its fields are read over.
pub(super) const fn blank_fault(kind: usize) -> Fault {
    let (client, node) = (ClientId(0), NodeId(0));
    let (at, lasting) = (TrueTime::START, Millis::ZERO);
    match kind {
        0 => Fault::Pause {
            client,
            at,
            lasting,
            cause: Cause::Gc,
            stops: Stops::Process,
        },
        1 => Fault::Crash { client, at },
        2 => Fault::Cut {
            client,
            from: CutFrom::All,
            at,
            lasting,
        },
        3 => Fault::ClockJump {
            node,
            at,
            by: lasting,
        },
        4 => Fault::ClockRate { node, per_mille: 0 },
        5 => Fault::NodeDown {
            node,
            at,
            lasting,
            keeps_data: false,
        },
        6 => Fault::Failover {
            at,
            forgets: FailoverForgets::Lock,
            counter_back_by: 0,
        },
        7 => Fault::LockLost { at },
        _ => Fault::ResourceRestart {
            at,
            forgets: RestartForgets::Both,
        },
    }
}
