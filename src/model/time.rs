//! Instants and durations. The clock of the simulated world and the clocks
//! that its inhabitants read are different types, so that they cannot be mixed.

use serde::{Deserialize, Serialize};

/// A duration in milliseconds. Negative only as a clock jump.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// The sum, saturating.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, saturating.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// An instant of the simulated world's own clock, in milliseconds from its
/// start. Nobody inside the world can read it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TrueTime(pub i64);

impl TrueTime {
    /// The start of the world.
    pub const START: Self = Self(0);

    /// The instant `after` later, saturating.
    #[must_use]
    pub const fn plus(self, after: Millis) -> Self {
        Self(self.0.saturating_add(after.0))
    }

    /// The duration from `earlier` to this instant, negative if it is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

/// What one clock of the world shows: a client's, or a lock node's. Two
/// readings may be compared only if they come from the same clock.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct LocalTime(pub i64);

impl LocalTime {
    /// The reading `after` later on the same clock, saturating.
    #[must_use]
    pub const fn plus(self, after: Millis) -> Self {
        Self(self.0.saturating_add(after.0))
    }

    /// The duration that this clock measured since `earlier`.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}
