//! Many runs: what comes of a scenario when its numbers are varied, and when
//! chance has its way. Everything is done in slices, so that a page can show
//! how far it is, stop and go on; the same question gives the same numbers,
//! natively and in the browser.
//!
//! [`Map`] varies two numbers of a scenario, with [`borders`] exact to the
//! millisecond and, where theory knows it, the [`analytic`] border. [`Sweep`]
//! draws pauses and crashes against the TTL. [`Chaos`] looks for a run that
//! fails, and [`Shrink`] takes from it whatever it does not need.

pub mod analytic;
mod axis;
mod border;
mod chance;
mod chaos;
mod defences;
mod distribution;
mod failure;
mod finding;
mod map;
mod plan;
mod shrink;
mod statistics;
mod table;
mod ttl;
mod work;

pub use axis::{Axis, Lack, Side};
pub use border::{Border, borders};
pub use chance::Chance;
pub use chaos::{Chaos, Found, Intensity, Kind};
pub use defences::Defences;
pub use distribution::Distribution;
pub use failure::Failure;
pub use finding::{Finding, findings};
pub use map::{Map, NoMap, Stretch};
pub use plan::{NoWork, Plan, Strike};
pub use shrink::Shrink;
pub use statistics::{Durations, Estimate, Share};
pub use table::csv;
pub use ttl::{Point, Recovery, Sweep};
pub use work::Work;

/// How far something is, in steps of much the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps that are done.
    pub done: u32,
    /// All steps.
    pub of: u32,
}

impl Progress {
    /// Whether nothing is left to do.
    #[must_use]
    pub const fn is_done(self) -> bool {
        self.done >= self.of
    }

    /// In whole percent, rounded down: 100 only when it is done.
    #[must_use]
    pub fn percent(self) -> u32 {
        let percent = u64::from(self.done) * 100;
        let percent = percent.checked_div(self.of.into()).unwrap_or(100);
        u32::try_from(percent).unwrap_or(100)
    }
}
