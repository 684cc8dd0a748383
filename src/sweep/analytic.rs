//! Borders that theory knows: for the plain story of a lease, two clients and
//! one pause, the exact value at which the verdict changes, without a run.
//!
//! The story: a client is granted the lock, thinks, pauses while it thinks or
//! when it has just thought, and writes; another waits for the lock and writes
//! too. Whatever else a scenario has, a formula would be right only by chance,
//! so there is none, and bisection alone draws the border.

mod story;

use super::axis::Axis;
use crate::model::Millis;
use crate::sim::scenario::{Check, Scenario, Waiting};
use story::Story;

/// What changes at a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The lease has ended when the write arrives: pause ≥ TTL − elapsed.
    /// With renewal, elapsed counts from the last renewal before the pause.
    Late,
    /// The other client's write has been applied when the late one arrives.
    Overtaken,
    /// The client that looks at its clock stands down.
    StandsDown,
}

impl Edge {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Late, Self::Overtaken, Self::StandsDown];
}

/// The first value of a number, as it grows, at which the other side of the
/// edge begins; the rest of the scenario stays as it is. None if the scenario
/// is not the plain story, or the number does not move this edge.
///
/// ```
/// use fencelab::model::Millis;
/// use fencelab::sim::scenario::Scenario;
/// use fencelab::sweep::Axis;
/// use fencelab::sweep::analytic::{Edge, border};
///
/// let seed = Scenario::seed();
/// // TTL 10 s, and 1 s has elapsed when the pause begins.
/// assert_eq!(border(&seed, Axis::PauseLength, Edge::Late), Some(Millis(9_000)));
/// assert_eq!(border(&seed, Axis::Ttl, Edge::Late), Some(Millis(16_001)));
/// // Client 2 thinks 1 s before it writes.
/// assert_eq!(border(&seed, Axis::PauseLength, Edge::Overtaken), Some(Millis(10_001)));
/// ```
#[must_use]
pub fn border(scenario: &Scenario, along: Axis, edge: Edge) -> Option<Millis> {
    let story = Story::of(scenario)?;
    let value = match edge {
        Edge::Late if story.renew.is_some() => late_with_renewal(&story, along)?,
        Edge::Late => late(&story, along)?,
        Edge::Overtaken => overtaken(&story, along)?,
        Edge::StandsDown => stands_down(&story, along)?,
    };
    // The story must be the plain one on both sides of the border.
    let beside = |value| {
        let mut moved = scenario.clone();
        along.set(&mut moved, Millis(value)).ok()?;
        Story::of(&moved).filter(Story::is_short)
    };
    let range = along.limits();
    let is_inside = range.contains(value) && range.contains(value - 1);
    if !is_inside || beside(value).is_none() || beside(value - 1).is_none() {
        return None;
    }
    Some(Millis(value))
}

/// Write arrives ≥ end of the lease.
fn late(story: &Story, along: Axis) -> Option<i64> {
    if story.check != Check::None || !story.forgets_in_time() {
        return None;
    }
    let ends = story.granted + story.ttl;
    match along {
        Axis::PauseLength => Some(ends - story.due - story.way),
        Axis::MessageDelay => Some(ends - story.due - story.pause),
        Axis::Ttl => Some(story.due + story.pause + story.way - story.granted + 1),
        Axis::PauseStart | Axis::SecondArrival | Axis::Margin | Axis::DedupWindow => None,
    }
}

/// The renewal that was put aside in the pause arrives ≥ end of the lease.
fn late_with_renewal(story: &Story, along: Axis) -> Option<i64> {
    let renew = story.renew?;
    let is_even = story.way == story.lock_way && story.granted + story.lock_way == story.heard;
    let is_kept_alive = renew + 2 * story.lock_way < story.ttl;
    if story.check != Check::None || !is_even || !is_kept_alive || !story.forgets_in_time() {
        return None;
    }
    // A renewal that falls due when the pause begins is put aside.
    let renewals = (story.begins - story.heard - 1) / renew;
    let renewed = match renewals {
        0 => story.granted,
        renewals => story.heard + renewals * renew + story.lock_way,
    };
    let wakes_to = story.begins + story.lock_way;
    match along {
        // A pause that is no longer than the interval may have put aside none.
        Axis::PauseLength => Some(renewed + story.ttl - wakes_to).filter(|length| *length > renew),
        Axis::Ttl if story.pause > renew => Some(wakes_to + story.pause - renewed + 1),
        Axis::Ttl
        | Axis::PauseStart
        | Axis::SecondArrival
        | Axis::MessageDelay
        | Axis::Margin
        | Axis::DedupWindow => None,
    }
}

/// Write arrives after the other's. What arrives at one instant is taken in
/// the order in which it was sent, and the first client's goes first then.
fn overtaken(story: &Story, along: Axis) -> Option<i64> {
    if story.check != Check::None || story.renew.is_some() {
        return None;
    }
    let free = story.granted + story.ttl + story.lock_delay;
    let sent = story.due + story.pause;
    let other = &story.other;
    // What passes between the other's grant and the arrival of its write.
    let after_grant = story.lock_way + other.thinking + other.way;
    let granted = other.granted(free, story.lock_way);
    let arrives = granted + after_grant;
    // The other's grant from which on the first client is not overtaken.
    let tie = i64::from(story.way < other.way);
    let enough = sent + story.way + tie - after_grant;
    match (along, other.waiting) {
        (Axis::PauseLength, _) => Some(arrives - story.due - story.way + 1 - tie),
        (Axis::MessageDelay, _) => {
            let tie = i64::from(sent > arrives - other.way);
            Some(arrives - sent + 1 - tie)
        }
        (Axis::Ttl, Waiting::Queue) => {
            let first = other.arrives + story.lock_way;
            Some(enough - story.granted - story.lock_delay).filter(|_| enough > first)
        }
        (Axis::Ttl, Waiting::Poll) => {
            let before = other.last_poll_before(enough, story.lock_way)?;
            Some(before - story.granted - story.lock_delay + 1)
        }
        (Axis::SecondArrival, Waiting::Queue) => {
            Some(enough - story.lock_way).filter(|_| enough > free)
        }
        (
            Axis::SecondArrival | Axis::PauseStart | Axis::Margin | Axis::DedupWindow,
            Waiting::Queue | Waiting::Poll,
        ) => None,
    }
}

/// Own clock + margin ≥ deadline, at the send.
fn stands_down(story: &Story, along: Axis) -> Option<i64> {
    let is_plain = story.check == Check::Clock && story.check_lead == 0 && story.renew.is_none();
    // Otherwise it might be late although its clock lets it go on.
    let is_safe_before = story.way <= story.granted - story.arrives;
    if !is_plain || !is_safe_before || story.stops_clock || !story.forgets_in_time() {
        return None;
    }
    let deadline = story.arrives + story.ttl;
    match along {
        Axis::PauseLength => Some(deadline - story.margin - story.due),
        Axis::Margin => Some(deadline - story.due - story.pause),
        Axis::Ttl => Some(story.due + story.pause + story.margin - story.arrives + 1),
        Axis::PauseStart | Axis::SecondArrival | Axis::MessageDelay | Axis::DedupWindow => None,
    }
}
