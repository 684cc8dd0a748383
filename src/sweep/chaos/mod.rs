//! Chaos: random faults against a design, until a run fails.

mod draw;

pub use draw::{Intensity, Kind};

use super::Progress;
use super::chance::Chance;
use super::failure::Failure;
use crate::sim::scenario::Scenario;
use crate::sim::{audit, simulate};
use draw::Weather;

/// A search for a run that fails.
///
/// ```
/// use fencelab::sim::scenario::Scenario;
/// use fencelab::sweep::{Chaos, Intensity, Kind, Shrink};
///
/// let mut chaos = Chaos::new(&Scenario::seed(), &[Kind::Pause], Intensity::Medium, 1, 1000);
/// while !chaos.progress().is_done() {
///     chaos.advance(50);
/// }
/// let found = chaos.found().unwrap();
/// let mut shrink = Shrink::new(&found.scenario, found.failure).unwrap();
/// while !shrink.is_done() {
///     shrink.advance(50);
/// }
/// assert_eq!(shrink.smallest().faults.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Chaos {
    design: Scenario,
    kinds: Vec<Kind>,
    weather: Weather,
    chance: Chance,
    runs: u32,
    runs_max: u32,
    found: Option<Found>,
}

/// A run that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The scenario, which replays it.
    pub scenario: Scenario,
    /// What failed.
    pub failure: Failure,
    /// Which run it was, from 1.
    pub run: u32,
}

impl Chaos {
    /// A search of which nothing has been run yet. The design is the base
    /// without its faults; the first run is without any. Kinds that the lock
    /// service does not have are left out.
    #[must_use]
    pub fn new(
        base: &Scenario,
        kinds: &[Kind],
        intensity: Intensity,
        seed: u64,
        runs_max: u32,
    ) -> Self {
        let mut design = base.clone();
        design.faults.clear();
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| kinds.contains(kind) && kind.is_possible(&design))
            .collect();
        Self {
            weather: Weather::over(&design, intensity),
            // Without any kind, all runs are the first.
            runs_max: if kinds.is_empty() {
                runs_max.min(1)
            } else {
                runs_max
            },
            design,
            kinds,
            chance: Chance::new(seed),
            runs: 0,
            found: None,
        }
    }

    /// Makes so many runs, or fewer if one fails or that is the end.
    pub fn advance(&mut self, runs: u32) {
        for _ in 0..runs {
            if self.progress().is_done() {
                return;
            }
            let mut scenario = self.design.clone();
            if self.runs > 0 {
                self.weather
                    .strike(&mut scenario, &self.kinds, &mut self.chance);
            }
            self.runs += 1;
            let report = audit(&scenario, &simulate(&scenario));
            if let Some(failure) = Failure::of(&report) {
                let run = self.runs;
                self.found = Some(Found {
                    scenario,
                    failure,
                    run,
                });
            }
        }
    }

    /// How many runs have been made, and how many there will be at most. Done
    /// as well when one has failed.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        let of = match self.found {
            Some(_) => self.runs,
            None => self.runs_max,
        };
        Progress {
            done: self.runs,
            of,
        }
    }

    /// The run that failed; none as long as all runs went well.
    #[must_use]
    pub const fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }
}
