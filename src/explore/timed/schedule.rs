//! When each move of a counterexample happens.

use super::{NARROW, TTL, WIDE};
use crate::explore::plan::Kind;
use crate::explore::told::{Deadline, Told};
use crate::model::{ClientId, Millis, NodeId, TrueTime};

/// The instants of all moves, growing.
pub(super) struct Schedule {
    /// One for each move.
    pub(super) moves: Vec<TrueTime>,
    /// When all that the counterexample leaves open happens: just after the last move.
    pub(super) after: TrueTime,
    /// When deadlines passed and leases ran out.
    ends: Vec<TrueTime>,
}

impl Schedule {
    /// Wide before the first deadline and narrow after it. A deadline passes one TTL after the
    /// acquire was sent, a lease runs out one TTL after it arrived. None if these do not come in
    /// the order of the moves.
    pub(super) fn of(told: &[Told]) -> Option<Self> {
        let mut moves: Vec<TrueTime> = Vec::with_capacity(told.len());
        let mut ends = Vec::new();
        let mut usual = WIDE;
        for (place, did) in told.iter().enumerate() {
            let before = moves.last().copied().unwrap_or(TrueTime::START);
            let past = told.get(..place)?.iter().zip(moves.iter().copied());
            let at = match *did {
                Told::DeadlinePassed { client } => {
                    usual = NARROW;
                    first(past, |did| is_acquire_sent(did, client))?.plus(TTL)
                }
                Told::Expired {
                    node,
                    holder,
                    deadline: Deadline::Passed,
                } => first(past, |did| is_acquire_arrived(did, holder, node))?.plus(TTL),
                Told::Expired { .. }
                | Told::Forgot { .. }
                | Told::FailedOver { .. }
                | Told::KeyDropped
                | Told::Sent { .. }
                | Told::Arrived { .. }
                | Told::Looked { .. }
                | Told::Handled { .. }
                | Told::Crashed { .. } => before.plus(if is_of_ask(did) { NARROW } else { usual }),
            };
            if at <= before {
                return None;
            }
            if matches!(did, Told::DeadlinePassed { .. } | Told::Expired { .. }) {
                ends.push(at);
            }
            moves.push(at);
        }
        let after = moves.last()?.plus(usual);
        Some(Self { moves, after, ends })
    }

    /// When the last move happens.
    pub(super) fn last(&self) -> TrueTime {
        self.moves.last().copied().unwrap_or(TrueTime::START)
    }

    /// Whether a deadline passes or a lease ends between two instants: who waits from the one to
    /// the other is then paused.
    pub(super) fn has_end(&self, from: TrueTime, to: TrueTime) -> bool {
        self.ends.iter().any(|end| from < *end && *end < to)
    }

    /// The time between two moves at an instant.
    pub(super) fn usual_after(&self, at: TrueTime) -> Millis {
        let next = self.moves.iter().find(|instant| **instant > at);
        next.map_or(NARROW, |next| next.since(at)).min(WIDE)
    }
}

/// The question and its answer take the usual delay of the lock, one for all clients.
const fn is_of_ask(did: &Told) -> bool {
    matches!(
        did,
        Told::Arrived {
            kind: Kind::Ask,
            ..
        } | Told::Handled {
            kind: Kind::Ask,
            ..
        }
    )
}

/// When the first of what happened so far happened that is as asked.
fn first<'t>(
    past: impl IntoIterator<Item = (&'t Told, TrueTime)>,
    is: impl Fn(&Told) -> bool,
) -> Option<TrueTime> {
    past.into_iter().find_map(|(did, at)| is(did).then_some(at))
}

fn is_acquire_sent(did: &Told, who: ClientId) -> bool {
    matches!(did, Told::Sent { client, kind: Kind::Acquire, .. } if *client == who)
}

fn is_acquire_arrived(did: &Told, who: ClientId, there: NodeId) -> bool {
    matches!(did, Told::Arrived { client, node, kind: Kind::Acquire, .. }
        if *client == who && *node == there)
}
