//! The faults of a counterexample as faults of a scenario. Pauses are in the
//! clients' [`super::life`].

use super::TTL;
use super::schedule::Schedule;
use crate::explore::plan::Kind;
use crate::explore::told::{Answer, Deadline, Told};
use crate::model::{FailoverForgets, Millis, NodeId, TrueTime};
use crate::sim::scenario::Fault;

/// What goes wrong, in order.
pub(super) fn of(told: &[Told], schedule: &Schedule) -> Vec<Fault> {
    let timed = told.iter().zip(schedule.moves.iter().copied());
    timed.filter_map(|(did, at)| fault(did, at)).collect()
}

fn fault(did: &Told, at: TrueTime) -> Option<Fault> {
    match *did {
        Told::Expired {
            node,
            deadline: Deadline::Ahead,
            ..
        } => Some(Fault::ClockJump { node, at, by: TTL }),
        Told::Forgot { node, .. } => Some(forgetting(node, at)),
        Told::FailedOver { .. } => Some(Fault::Failover {
            at,
            forgets: FailoverForgets::LockAndCounter,
            counter_back_by: 1,
        }),
        Told::Crashed { client } => Some(Fault::Crash { client, at }),
        Told::Expired { .. }
        | Told::DeadlinePassed { .. }
        | Told::KeyDropped
        | Told::Sent { .. }
        | Told::Arrived { .. }
        | Told::Looked { .. }
        | Told::Handled { .. } => None,
    }
}

/// The shortest outage that there is.
const fn forgetting(node: NodeId, at: TrueTime) -> Fault {
    Fault::NodeDown {
        node,
        at,
        lasting: Millis(1),
        keeps_data: false,
    }
}

/// How long the key was remembered; none if it was not dropped.
pub(super) fn window(told: &[Told], schedule: &Schedule) -> Option<Millis> {
    let first = |is: fn(&Told) -> bool| {
        let place = told.iter().position(is)?;
        schedule.moves.get(place).copied()
    };
    let applied = first(|did| {
        matches!(
            did,
            Told::Arrived {
                kind: Kind::Effect,
                answer: Answer::Applied,
                ..
            }
        )
    });
    let dropped = first(|did| matches!(did, Told::KeyDropped))?;
    Some(dropped.since(applied?))
}
