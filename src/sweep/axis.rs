//! The numbers of a scenario that a map or a sweep can vary, each with the
//! place that it has in the scenario.

use super::work::Work;
use crate::model::Millis;
use crate::sim::limits::{self, Range};
use crate::sim::scenario::{Check, Fault, Scenario};

/// A number of a scenario, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// How long a grant lasts, on the service's clock.
    Ttl,
    /// How long the first pause of the file lasts, in true time.
    PauseLength,
    /// When the first pause of the file begins, in true time.
    PauseStart,
    /// When the second client of the file arrives, in true time.
    SecondArrival,
    /// How long the first change that is made under the lock is under way to the resource.
    MessageDelay,
    /// How long before its deadline the first client that looks at its clock stops, on that clock.
    Margin,
    /// How long the resource remembers a key, in true time.
    DedupWindow,
}

/// Why a scenario does not have a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lack {
    /// No client pauses.
    Pause,
    /// There is one client only.
    SecondClient,
    /// No client changes anything under the lock.
    Change,
    /// No client looks at its clock before it sends.
    ClockCheck,
    /// The resource does not remember keys.
    Window,
}

impl Axis {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Ttl,
        Self::PauseLength,
        Self::PauseStart,
        Self::SecondArrival,
        Self::MessageDelay,
        Self::Margin,
        Self::DedupWindow,
    ];

    /// What the number is in this scenario.
    ///
    /// # Errors
    /// [`Lack`] says what would have to be there.
    pub fn get(self, scenario: &Scenario) -> Result<Millis, Lack> {
        // One way to the place serves both directions.
        let mut copy = scenario.clone();
        self.place(&mut copy).map(|place| Millis(*place))
    }

    /// Sets the number, bent into what the format allows.
    ///
    /// # Errors
    /// [`Lack`] says what would have to be there.
    pub fn set(self, scenario: &mut Scenario, value: Millis) -> Result<(), Lack> {
        let range = self.limits();
        let place = self.place(scenario)?;
        *place = value.0.clamp(range.min, range.max);
        Ok(())
    }

    /// What the format allows.
    #[must_use]
    pub const fn limits(self) -> Range {
        match self {
            Self::Ttl | Self::PauseLength | Self::DedupWindow => limits::DURATION,
            Self::PauseStart | Self::SecondArrival | Self::MessageDelay | Self::Margin => {
                limits::TIME
            }
        }
    }

    fn place(self, scenario: &mut Scenario) -> Result<&mut i64, Lack> {
        match self {
            Self::Ttl => Ok(&mut scenario.lock.ttl.0),
            Self::PauseLength => pause(scenario).map(|(_, lasting)| lasting),
            Self::PauseStart => pause(scenario).map(|(at, _)| at),
            Self::SecondArrival => {
                let second = scenario.clients.get_mut(1).ok_or(Lack::SecondClient)?;
                Ok(&mut second.arrives.0)
            }
            Self::MessageDelay => {
                let usual = scenario.network.resource;
                let work = Work::of(scenario).ok_or(Lack::Change)?;
                let sending = work.sending_mut(scenario).ok_or(Lack::Change)?;
                Ok(&mut sending.delays.request.get_or_insert(usual).0)
            }
            Self::Margin => {
                let looks = |client: &&mut crate::sim::scenario::Client| match client.check {
                    Check::Clock => true,
                    Check::None | Check::Ask => false,
                };
                let client = scenario.clients.iter_mut().find(looks);
                Ok(&mut client.ok_or(Lack::ClockCheck)?.margin.0)
            }
            Self::DedupWindow => {
                let window = scenario.resource.dedup_window.as_mut();
                Ok(&mut window.ok_or(Lack::Window)?.0)
            }
        }
    }
}

/// Begin and length of the first pause.
fn pause(scenario: &mut Scenario) -> Result<(&mut i64, &mut i64), Lack> {
    let mut faults = scenario.faults.iter_mut();
    let pause = faults.find_map(|fault| match fault {
        Fault::Pause { at, lasting, .. } => Some((&mut at.0, &mut lasting.0)),
        Fault::Crash { .. }
        | Fault::Cut { .. }
        | Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::NodeDown { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    });
    pause.ok_or(Lack::Pause)
}

/// One side of a map: a number, and from where to where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Which number.
    pub axis: Axis,
    /// The smallest value shown.
    pub least: Millis,
    /// The largest value shown.
    pub most: Millis,
}

impl Side {
    /// A number with a range in which something is to be seen: up to twice the
    /// TTL or twice what the number is now, whichever is more, and rounded up.
    ///
    /// # Errors
    /// [`Lack`] says what the scenario would have to have.
    pub fn around(axis: Axis, scenario: &Scenario) -> Result<Self, Lack> {
        let value = axis.get(scenario)?;
        let length = Axis::PauseLength.get(scenario).unwrap_or(Millis::ZERO);
        let other = match axis {
            Axis::Ttl => length,
            Axis::PauseLength
            | Axis::PauseStart
            | Axis::SecondArrival
            | Axis::MessageDelay
            | Axis::Margin
            | Axis::DedupWindow => scenario.lock.ttl,
        };
        let most = round_up(value.max(other).0.saturating_mul(2).max(10));
        let range = axis.limits();
        Ok(Self {
            axis,
            least: Millis(range.min),
            most: Millis(most.min(range.max)),
        })
    }

    /// The value in the middle of a cell, if there are so many cells.
    #[must_use]
    pub fn middle(&self, cell: u32, cells: u32) -> Millis {
        self.part(i64::from(cell) * 2 + 1, i64::from(cells) * 2)
    }

    /// The value at the begin of a cell; that of the cell after the last is the end.
    #[must_use]
    pub fn edge(&self, cell: u32, cells: u32) -> Millis {
        self.part(cell.into(), cells.into())
    }

    fn part(&self, parts: i64, of: i64) -> Millis {
        let length = self.most.minus(self.least).0;
        let along = length.saturating_mul(parts).checked_div(of);
        self.least.plus(Millis(along.unwrap_or(0)))
    }
}

/// The next number with one digit, or with a half after it.
fn round_up(number: i64) -> i64 {
    let mut step = 1_i64;
    while step.saturating_mul(20) < number {
        step = step.saturating_mul(10);
    }
    let steps = number.saturating_add(step).saturating_sub(1) / step;
    steps.saturating_mul(step)
}

#[cfg(test)]
mod tests {
    use super::{Axis, Lack, Side, round_up};
    use crate::model::Millis;
    use crate::sim::scenario::Scenario;

    #[test]
    fn what_is_set_is_got_back() {
        let mut seed = Scenario::seed();
        seed.resource.dedup_window = Some(Millis(5));
        seed.clients[0].check = crate::sim::scenario::Check::Clock;
        for (number, axis) in (100..).zip(Axis::ALL) {
            axis.set(&mut seed, Millis(number)).unwrap();
        }
        for (number, axis) in (100..).zip(Axis::ALL) {
            assert_eq!(axis.get(&seed), Ok(Millis(number)), "{axis:?}");
        }
    }

    #[test]
    fn what_is_not_there_says_so() {
        let mut seed = Scenario::seed();
        assert_eq!(Axis::Margin.get(&seed), Err(Lack::ClockCheck));
        assert_eq!(Axis::DedupWindow.get(&seed), Err(Lack::Window));
        seed.faults.clear();
        seed.clients.truncate(1);
        assert_eq!(Axis::PauseStart.get(&seed), Err(Lack::Pause));
        assert_eq!(Axis::SecondArrival.get(&seed), Err(Lack::SecondClient));
        seed.clients[0].plan.truncate(1);
        assert_eq!(Axis::MessageDelay.get(&seed), Err(Lack::Change));
    }

    #[test]
    fn cells_cover_a_side_without_a_gap() {
        let side = Side::around(Axis::Ttl, &Scenario::seed()).unwrap();
        assert_eq!((side.least, side.most), (Millis(1), Millis(30_000)));
        assert_eq!(side.edge(0, 60), side.least);
        assert_eq!(side.edge(60, 60), side.most);
        for cell in 0..60 {
            assert!(side.edge(cell, 60) < side.middle(cell, 60));
            assert!(side.middle(cell, 60) < side.edge(cell + 1, 60));
        }
    }

    #[test]
    fn ranges_end_at_a_round_number() {
        for (number, rounded) in [(10, 10), (19, 19), (21, 30), (20_001, 30_000), (1999, 2000)] {
            assert_eq!(round_up(number), rounded, "{number}");
        }
    }
}
