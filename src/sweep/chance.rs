//! The one source of chance: the same seed gives the same numbers, everywhere.

use crate::model::Millis;
use oorandom::Rand64;

/// A seeded sequence of random numbers.
#[derive(Clone, Debug)]
pub struct Chance(Rand64);

impl Chance {
    /// The sequence of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Rand64::new(seed.into()))
    }

    /// A number above 0 and up to 1.
    pub fn fraction(&mut self) -> f64 {
        1.0 - self.0.rand_float()
    }

    /// A whole number from `least` to `most`, both included; `least` if `most` is smaller.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let Some(span) = most
            .checked_sub(least)
            .and_then(|span| u64::try_from(span).ok())
        else {
            return least;
        };
        let drawn = self.0.rand_range(0..span.saturating_add(1));
        least.saturating_add(i64::try_from(drawn).unwrap_or(i64::MAX))
    }

    /// A duration between two, both included.
    pub fn time(&mut self, least: Millis, most: Millis) -> Millis {
        Millis(self.between(least.0, most.0))
    }

    /// One of these; none if there are none.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        let last = i64::try_from(of.len()).ok()?.checked_sub(1)?;
        let place = self.between(0, last);
        of.get(usize::try_from(place).ok()?).copied()
    }
}
