//! What a TTL sweep is asked to do.

use super::defences::Defences;
use super::distribution::Distribution;
use super::work::Work;
use crate::model::Millis;
use crate::sim::scenario::{Fault, Scenario};

/// A TTL sweep: for each TTL, many runs with a drawn pause of the client that
/// works first, and as many in which that client crashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Who does what. Its pauses and crashes are replaced by drawn ones; its
    /// other faults, and everything else, stay.
    pub base: Scenario,
    /// The TTLs, in the order in which they are shown.
    pub ttls: Vec<Millis>,
    /// How long pauses last.
    pub pauses: Distribution,
    /// When they begin.
    pub strikes: Strike,
    /// The thinking time before the change, evenly distributed from the first to the second.
    pub work: (Millis, Millis),
    /// The settings to be compared; the same pauses are tried on each.
    pub defences: Vec<Defences>,
    /// How often a pause and a crash are drawn. Each is tried on every TTL.
    pub draws: u32,
    /// The same seed gives the same numbers.
    pub seed: u64,
}

/// When a pause begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strike {
    /// At any instant from the grant to the change, each as likely.
    Anywhere,
    /// At the worst instant: when the change is about to be sent.
    AtTheChange,
}

impl Strike {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Anywhere, Self::AtTheChange];
}

/// The scenario has nobody who changes something under the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoWork;

/// TTLs of a new plan, in percent of the TTL of the base.
const TTLS_PERCENT: [i64; 12] = [10, 20, 30, 50, 70, 100, 130, 160, 200, 250, 300, 400];
/// Draws of a new plan.
const DRAWS: u32 = 1000;

impl Plan {
    /// A sweep around a scenario: its own pauses' length as the mean of
    /// exponential ones (half the TTL if it has none), with its defences and without.
    ///
    /// # Errors
    /// [`NoWork`] if nobody changes anything under the lock.
    pub fn around(base: &Scenario) -> Result<Self, NoWork> {
        let sending = Work::of(base).and_then(|work| work.sending(base));
        let thinking = sending.ok_or(NoWork)?.after;
        let ttl = base.lock.ttl;
        let mean = super::Axis::PauseLength
            .get(base)
            .unwrap_or(Millis(ttl.0 / 2));
        let mut ttls: Vec<Millis> = TTLS_PERCENT
            .iter()
            .map(|percent| Millis((ttl.0.saturating_mul(*percent) / 100).max(1)))
            .collect();
        ttls.dedup();
        Ok(Self {
            base: base.clone(),
            ttls,
            pauses: Distribution::Exponential {
                mean: Millis(mean.0.max(1)),
            },
            strikes: Strike::Anywhere,
            work: (thinking, thinking),
            defences: vec![Defences::None, Defences::Fence],
            draws: DRAWS,
            seed: 1,
        })
    }

    /// The base without what will be drawn.
    pub(super) fn design(&self) -> Scenario {
        let mut design = self.base.clone();
        design.faults.retain(|fault| match fault {
            Fault::Pause { .. } | Fault::Crash { .. } => false,
            Fault::Cut { .. }
            | Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::NodeDown { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => true,
        });
        design
    }
}
