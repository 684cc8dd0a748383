//! The agenda: what is due, in the one order of `docs/model.md`, section 3.

use crate::model::{ClientId, FaultId, MessageId, NodeId, StepId, TrueTime};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Names one setting of a timer. A timer that is set anew, or whose cause has
/// gone, gets another, and what is on the agenda under the old one is void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ticket(u32);

impl Ticket {
    /// Makes void what was put on the agenda under this ticket.
    pub(super) const fn renew(&mut self) -> Self {
        self.0 = self.0.wrapping_add(1);
        *self
    }
}

/// What can be due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// A pause, cut or outage ends.
    FaultEnds(FaultId),
    /// A fault begins.
    FaultBegins(FaultId),
    /// A lease, or the value of a Redlock node, runs out.
    LeaseEnds(NodeId, Ticket),
    /// Lock-delay has passed.
    LockDelayEnds(Ticket),
    /// A message arrives.
    Arrives(MessageId),
    /// Something of a client.
    Client(ClientId, ClientDue),
}

/// What can be due for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientDue {
    /// Its plan begins.
    Arrival,
    /// The next thing of its step: an acquire, or the end of its thinking.
    Step(Ticket),
    /// It has slept after a refusal.
    Retry(Ticket),
    /// An acquire is unanswered for too long.
    Timeout(Ticket),
    /// Redlock: nodes are unanswered for too long.
    NodeTimeout(Ticket),
    /// It is time to renew.
    Renewal(Ticket),
    /// Its own clock reaches the deadline.
    Deadline(Ticket),
    /// A request that has been sent so often is still unanswered.
    Resend(StepId, u8),
    /// It handles what fell due in a pause.
    CatchUp,
}

impl Due {
    /// The class that orders what is due at one instant.
    const fn class(self) -> u64 {
        match self {
            Self::FaultEnds(_) => 0,
            Self::FaultBegins(_) => 1,
            Self::LeaseEnds(..) | Self::LockDelayEnds(_) => 2,
            Self::Arrives(_) => 3,
            Self::Client(..) => 4,
        }
    }
}

const SEQUENCE_BITS: u32 = 20;
const CLASS_BITS: u32 = 3;
const INSTANT_MAX: u64 = (1 << (u64::BITS - SEQUENCE_BITS - CLASS_BITS - 1)) - 1;
const SEQUENCE_MAX: u64 = (1 << SEQUENCE_BITS) - 1;

/// An entry. The key packs instant, class and place in the order of putting,
/// so that one comparison decides.
#[derive(Clone, Copy, Debug)]
struct Item {
    key: u64,
    due: Due,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    /// The heap gives its greatest first, so the soonest is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

/// So few entries are looked through faster than a heap is kept in order.
const FEW: usize = 16;

/// What is due, soonest first.
pub(super) struct Agenda {
    few: Vec<Item>,
    /// What does not fit among the few.
    many: BinaryHeap<Item>,
    sequence: u64,
}

impl Agenda {
    pub(super) fn new() -> Self {
        Self {
            few: Vec::with_capacity(FEW),
            many: BinaryHeap::new(),
            sequence: 0,
        }
    }

    /// Puts something on the agenda. Instants beyond some 34 years, which no
    /// scenario without complaints reaches, count as one.
    pub(super) fn put(&mut self, at: TrueTime, due: Due) {
        let instant = u64::try_from(at.0).unwrap_or(0).min(INSTANT_MAX);
        let class = due.class();
        let key = (((instant << CLASS_BITS) | class) << SEQUENCE_BITS) | self.sequence;
        self.sequence = (self.sequence + 1).min(SEQUENCE_MAX);
        let item = Item { key, due };
        if self.few.len() < FEW {
            self.few.push(item);
        } else {
            self.many.push(item);
        }
    }

    /// Takes what is due next.
    pub(super) fn take(&mut self) -> Option<(TrueTime, Due)> {
        let mut place = None;
        let mut least = self.many.peek().map_or(u64::MAX, |item| item.key);
        for (index, item) in self.few.iter().enumerate() {
            if item.key <= least {
                least = item.key;
                place = Some(index);
            }
        }
        let Item { key, due } = match place {
            Some(place) => self.few.swap_remove(place),
            None => self.many.pop()?,
        };
        let instant = key >> (SEQUENCE_BITS + CLASS_BITS);
        Some((TrueTime(i64::try_from(instant).unwrap_or(i64::MAX)), due))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instant_then_class_then_order_of_putting() {
        let mut agenda = Agenda::new();
        let crowd = [
            (5, Due::Client(ClientId(1), ClientDue::Arrival)),
            (5, Due::Client(ClientId(0), ClientDue::CatchUp)),
            (5, Due::Arrives(MessageId(7))),
            (5, Due::LockDelayEnds(Ticket(0))),
            (5, Due::FaultBegins(FaultId(0))),
            (5, Due::FaultEnds(FaultId(1))),
            (4, Due::Client(ClientId(2), ClientDue::Arrival)),
            (i64::MAX, Due::Arrives(MessageId(8))),
        ];
        for (at, due) in crowd {
            agenda.put(TrueTime(at), due);
        }
        for _ in 0..FEW {
            agenda.put(TrueTime(6), Due::Arrives(MessageId(9)));
        }
        let taken: Vec<_> = std::iter::from_fn(|| agenda.take())
            .map(|(_, due)| due)
            .collect();
        let order = [6, 5, 4, 3, 2, 0, 1].map(|place: usize| crowd[place].1);
        assert_eq!(taken[..7], order);
        assert_eq!(taken.len(), crowd.len() + FEW);
        assert_eq!(taken.last(), Some(&crowd[7].1));
    }

    #[test]
    fn the_order_is_the_same_for_few_and_for_many() {
        let mut agenda = Agenda::new();
        let mut expected = Vec::new();
        for number in 0..200_u32 {
            let at = i64::from(number * 37 % 50);
            let message = MessageId(number);
            agenda.put(TrueTime(at), Due::Arrives(message));
            expected.push((TrueTime(at), Due::Arrives(message)));
        }
        expected.sort_by_key(|(at, _)| *at);
        let taken: Vec<_> = std::iter::from_fn(|| agenda.take()).collect();
        assert_eq!(taken, expected);
    }

    #[test]
    fn instants_beyond_all_files_count_as_one() {
        // 2^40 ms are some 34 years; at one instant the class decides.
        let arrives = Due::Arrives(MessageId(0));
        let begins = Due::FaultBegins(FaultId(0));
        for (first, second) in [(1 << 40, i64::MAX), (i64::MAX, 1 << 40)] {
            let mut agenda = Agenda::new();
            agenda.put(TrueTime(first), arrives);
            agenda.put(TrueTime(second), begins);
            agenda.put(TrueTime(1 << 39), arrives);
            let taken: Vec<_> = std::iter::from_fn(|| agenda.take()).collect();
            assert_eq!(taken.first(), Some(&(TrueTime(1 << 39), arrives)));
            let order: Vec<_> = taken.iter().map(|(_, due)| *due).collect();
            assert_eq!(order, [arrives, begins, arrives]);
        }
    }
}
