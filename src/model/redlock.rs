//! Redlock: N equal nodes, a vote, and an allowance for drift
//! (`docs/model.md`, section 5; the rules are those of the Redlock page of the
//! Redis documentation). A node knows no clock: that its value has run out is
//! said to it.
//!
//! ```
//! use fencelab::model::Millis;
//! use fencelab::model::redlock::{drift, evaluate, majority};
//!
//! assert_eq!(majority(5), 3);
//! let drift = drift(Millis(10_000), 10, Millis(2));
//! assert_eq!(drift, Millis(102));
//! assert!(evaluate(3, 5, Millis(10_000), Millis(9_897), drift).is_granted);
//! assert!(!evaluate(3, 5, Millis(10_000), Millis(9_898), drift).is_granted);
//! ```

use super::lease::{Deletion, EndedBy};
use super::{Attempt, ClientId, Millis};

/// The unique random value of one attempt of one client. The attempt names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// Whose.
    pub client: ClientId,
    /// Of which attempt.
    pub attempt: Attempt,
}

/// What a node answers: to a request to store a value, yes if it has stored it
/// and no if it has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    /// Yes.
    Yes,
    /// No.
    No,
}

impl Vote {
    /// Whether it is a yes.
    #[must_use]
    pub const fn is_yes(self) -> bool {
        matches!(self, Self::Yes)
    }
}

impl From<bool> for Vote {
    fn from(is_yes: bool) -> Self {
        if is_yes { Self::Yes } else { Self::No }
    }
}

/// One node: at most one value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node {
    value: Option<Value>,
}

impl Node {
    /// A node that has this value, or none.
    #[must_use]
    pub const fn resumed(value: Option<Value>) -> Self {
        Self { value }
    }

    /// The value that it has.
    #[must_use]
    pub const fn value(&self) -> Option<Value> {
        self.value
    }

    /// A request to store arrives (`SET NX`): a yes only if the node has no value, be it of the
    /// same client or not. The caller counts the TTL on the node's clock.
    pub const fn store(&mut self, value: Value) -> Vote {
        if self.value.is_some() {
            return Vote::No;
        }
        self.value = Some(value);
        Vote::Yes
    }

    /// An unlock arrives: compare and delete, or plain delete. Returns what it
    /// deleted, and what that means for its owner.
    pub fn unlock(
        &mut self,
        from: ClientId,
        deletion: Deletion<Value>,
    ) -> Option<(Value, EndedBy)> {
        let value = self.value?;
        let deletes = match deletion {
            Deletion::Own(own) => own == value,
            Deletion::Whatever => true,
        };
        if !deletes {
            return None;
        }
        self.value = None;
        let by = if value.client == from {
            EndedBy::Release
        } else {
            EndedBy::Deleted
        };
        Some((value, by))
    }

    /// Its value has run out on its clock, or it forgets it. Returns what it had.
    pub const fn forget(&mut self) -> Option<Value> {
        self.value.take()
    }
}

/// The smallest number of nodes of which any two sets share one: floor(N / 2) + 1.
#[must_use]
pub const fn majority(nodes: u8) -> u8 {
    nodes / 2 + 1
}

/// How far two clocks may drift apart within a TTL: floor(TTL × per mille / 1000) + a constant.
#[must_use]
pub const fn drift(ttl: Millis, per_mille: u16, constant: Millis) -> Millis {
    let share = ttl.0.saturating_mul(per_mille as i64).div_euclid(1000);
    Millis(share).plus(constant)
}

/// What counting the votes of an attempt says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// TTL less elapsed less drift.
    pub validity: Millis,
    /// Whether that makes a grant.
    pub is_granted: bool,
}

/// Counts the votes: granted only with a majority of `nodes` and a validity
/// above 0. `elapsed` is measured on the client's own clock.
#[must_use]
pub const fn evaluate(
    yes: u8,
    nodes: u8,
    ttl: Millis,
    elapsed: Millis,
    drift: Millis,
) -> Evaluation {
    let validity = ttl.minus(elapsed).minus(drift);
    Evaluation {
        validity,
        is_granted: yes >= majority(nodes) && validity.0 > 0,
    }
}

/// Counts the nodes for which `has` is true of their value.
#[must_use]
pub fn count<'n>(nodes: impl Iterator<Item = &'n Node>, has: impl Fn(Value) -> bool) -> u8 {
    nodes
        .filter(|node| node.value.is_some_and(&has))
        .fold(0, |sum, _| u8::saturating_add(sum, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn value(client: u8, attempt: u32) -> Value {
        Value {
            client: ClientId(client),
            attempt: Attempt(attempt),
        }
    }

    #[test]
    fn any_two_majorities_share_a_node_and_no_smaller_number_does() {
        for nodes in 1..=9 {
            let majority = majority(nodes);
            assert!(majority + majority > nodes);
            assert!((majority - 1) * 2 <= nodes);
        }
    }

    #[test]
    fn a_node_keeps_its_first_value() {
        let mut node = Node::default();
        assert_eq!(node.store(value(0, 1)), Vote::Yes);
        assert_eq!(node.store(value(0, 2)), Vote::No, "also of the same client");
        assert_eq!(node.store(value(0, 1)), Vote::No, "SET NX, not SET");
        assert_eq!(node.unlock(ClientId(0), Deletion::Own(value(0, 2))), None);
        assert_eq!(node.forget(), Some(value(0, 1)));
        assert_eq!(node.store(value(1, 1)), Vote::Yes);
    }

    #[test]
    fn an_unlock_says_whose_it_was() {
        let mut node = Node::default();
        node.store(value(0, 1));
        assert_eq!(
            node.unlock(ClientId(0), Deletion::Own(value(0, 1))),
            Some((value(0, 1), EndedBy::Release))
        );
        node.store(value(0, 2));
        assert_eq!(
            node.unlock(ClientId(1), Deletion::Whatever),
            Some((value(0, 2), EndedBy::Deleted))
        );
        assert_eq!(node.unlock(ClientId(1), Deletion::Whatever), None);
    }

    #[test]
    fn a_validity_of_zero_is_refused() {
        let drift = drift(Millis(10_000), 10, Millis(2));
        for (elapsed, validity, is_granted) in
            [(9897, 1, true), (9898, 0, false), (9950, -52, false)]
        {
            assert_eq!(
                evaluate(3, 5, Millis(10_000), Millis(elapsed), drift),
                Evaluation {
                    validity: Millis(validity),
                    is_granted
                }
            );
        }
        assert!(!evaluate(2, 4, Millis(10_000), Millis(0), drift).is_granted);
    }
}
