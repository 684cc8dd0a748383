//! What can be said of a number that was measured in a sample. Floats only by
//! operations that are equal everywhere, and functions of `libm`.

use crate::model::Millis;

/// The quantile of the normal distribution that 97.5 % are below: intervals are of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The runs in which it happened.
    pub hits: u32,
    /// All runs.
    pub runs: u32,
}

/// A number with the interval that covers the true one in 95 of 100 samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What was measured.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Whether nothing of this interval lies above anything of the other.
    #[must_use]
    pub fn is_below(&self, other: &Self) -> bool {
        self.high < other.low
    }
}

impl Share {
    /// Counts one run.
    pub const fn count(&mut self, hit: bool) {
        self.runs = self.runs.saturating_add(1);
        if hit {
            self.hits = self.hits.saturating_add(1);
        }
    }

    /// The probability, from 0 to 1, with the interval of Wilson (1927), which
    /// has a width also when nothing or everything happened. None without a run.
    #[must_use]
    pub fn estimate(self) -> Option<Estimate> {
        if self.runs == 0 {
            return None;
        }
        let runs = f64::from(self.runs);
        let value = f64::from(self.hits) / runs;
        let square = Z * Z;
        let middle = value + square / (2.0 * runs);
        let spread = value * (1.0 - value) / runs + square / (4.0 * runs * runs);
        let half = Z * libm::sqrt(spread);
        let scale = 1.0 + square / runs;
        let low = (middle - half) / scale;
        let high = (middle + half) / scale;
        Some(Estimate {
            value,
            // Exact where the formula is, but for rounding.
            low: if self.hits == 0 { 0.0 } else { low.max(0.0) },
            high: if self.hits == self.runs {
                1.0
            } else {
                high.min(1.0)
            },
        })
    }

    /// Both samples as one.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            hits: self.hits.saturating_add(other.hits),
            runs: self.runs.saturating_add(other.runs),
        }
    }
}

/// Durations that were measured, each at most a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Durations {
    sorted: Vec<u32>,
    /// Those at the end that are not sorted in yet.
    is_sorted: bool,
    sum: u64,
    squares: u128,
}

impl Durations {
    /// Adds one; what is negative counts as nothing.
    pub fn add(&mut self, time: Millis) {
        let time = u32::try_from(time.0.max(0)).unwrap_or(u32::MAX);
        self.sorted.push(time);
        self.is_sorted = false;
        self.sum += u64::from(time);
        self.squares += u128::from(time) * u128::from(time);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.sorted.len()).unwrap_or(u32::MAX)
    }

    /// The mean in milliseconds, with the interval of the normal distribution.
    /// None without any.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let number = f64::from(count);
        let value = float(self.sum.into()) / number;
        // The sum of squared deviations, exact in whole numbers: n·Σx² − (Σx)².
        let sum = u128::from(self.sum);
        let deviations = u128::from(count) * self.squares - sum * sum;
        let others = (number - 1.0).max(1.0);
        let variance = float(deviations) / number / others;
        let half = Z * libm::sqrt(variance / number);
        Some(Estimate {
            value,
            low: (value - half).max(0.0),
            high: value + half,
        })
    }

    /// The median in milliseconds; the interval goes from one measured value
    /// to another, by rank, and supposes no distribution. None without any.
    pub fn median(&mut self) -> Option<Estimate> {
        if !self.is_sorted {
            self.sorted.sort_unstable();
            self.is_sorted = true;
        }
        let number = f64::from(self.count());
        let half = Z * libm::sqrt(number) / 2.0;
        let value = self.at_rank(libm::floor(number / 2.0))?;
        let low = self.at_rank(libm::floor(number / 2.0 - half))?;
        let high = self.at_rank(libm::ceil(number / 2.0 + half))?;
        Some(Estimate { value, low, high })
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "`as` saturates, and the rank is held within the list"
    )]
    fn at_rank(&self, rank: f64) -> Option<f64> {
        let last = self.sorted.len().checked_sub(1)?;
        let rank = (rank as usize).min(last);
        self.sorted.get(rank).copied().map(f64::from)
    }
}

/// The nearest float.
#[allow(clippy::cast_precision_loss, reason = "the nearest float is meant")]
const fn float(number: u128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::{Durations, Share};
    use crate::model::Millis;

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-5
    }

    /// Figures computed by hand from Wilson's formula with z = 1.96.
    #[test]
    fn an_interval_is_that_of_wilson() {
        for (hits, runs, low, high) in [
            (0, 10, 0.0, 0.27753),
            (1, 10, 0.01788, 0.40415),
            (5, 10, 0.23659, 0.76341),
            (10, 10, 0.72247, 1.0),
            (50, 1000, 0.03813, 0.06531),
        ] {
            let found = Share { hits, runs }.estimate().unwrap();
            assert!(near(found.low, low) && near(found.high, high), "{found:?}");
        }
        assert_eq!(Share::default().estimate(), None);
    }

    #[test]
    fn durations_have_a_mean_and_a_median() {
        let mut durations = Durations::default();
        assert_eq!(durations.mean(), None);
        assert_eq!(durations.median(), None);
        for time in [3, 1, 2, 10, 4] {
            durations.add(Millis(time));
        }
        let mean = durations.mean().unwrap();
        assert!(near(mean.value, 4.0));
        // Standard deviation 3.5355, divided by √5, times 1.95996.
        assert!(near(mean.high - mean.value, 3.09897), "{mean:?}");
        assert!(near(durations.median().unwrap().value, 3.0));
    }
}
