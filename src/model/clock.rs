//! Local clocks: what a lock node and a client read, as a function of true
//! time (`docs/model.md`, sections 4 and 5), and the spans of true time in
//! which something stands still.
//!
//! ```
//! use fencelab::model::{LocalTime, Millis, NodeClock, TrueTime};
//!
//! let mut clock = NodeClock::new(1050);
//! assert_eq!(clock.read(TrueTime(10_000)), LocalTime(10_500));
//! clock.jump(Millis(-500));
//! assert_eq!(clock.first_at(LocalTime(10_001), TrueTime(10_000)), TrueTime(10_001));
//! ```

use super::{LocalTime, Millis, TrueTime};

/// The clock of a lock node: floor(true time × rate / 1000) plus all jumps so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeClock {
    per_mille: i64,
    jumps: Millis,
}

impl Default for NodeClock {
    fn default() -> Self {
        Self::new(1000)
    }
}

impl NodeClock {
    /// A clock on which `per_mille` milliseconds pass in 1000 true ones, at least 1.
    #[must_use]
    pub fn new(per_mille: u16) -> Self {
        Self {
            per_mille: i64::from(per_mille.max(1)),
            jumps: Millis::ZERO,
        }
    }

    /// What it shows at `now`.
    #[must_use]
    pub const fn read(&self, now: TrueTime) -> LocalTime {
        let passed = if self.per_mille == 1000 {
            now.0
        } else {
            now.0.saturating_mul(self.per_mille).div_euclid(1000)
        };
        LocalTime(passed).plus(self.jumps)
    }

    /// It is set `by` ahead (or back, if negative), from now on.
    pub const fn jump(&mut self, by: Millis) {
        self.jumps = self.jumps.plus(by);
    }

    /// The first instant from `now` on at which it shows at least `local`, if
    /// it does not jump again.
    #[must_use]
    pub fn first_at(&self, local: LocalTime, now: TrueTime) -> TrueTime {
        let passed = Millis(local.0).minus(self.jumps).0;
        let first = if self.per_mille == 1000 {
            passed
        } else {
            // floor(t × rate / 1000) >= passed  <=>  t >= ceil(passed × 1000 / rate)
            let scaled = passed.saturating_mul(1000);
            let floor = scaled.div_euclid(self.per_mille);
            floor.saturating_add(i64::from(scaled.rem_euclid(self.per_mille) != 0))
        };
        TrueTime(first).max(now)
    }
}

/// A span of true time: `begin` belongs to it, `end` does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first instant.
    pub begin: TrueTime,
    /// The first instant afterwards.
    pub end: TrueTime,
}

impl Span {
    /// The span that begins at `begin` and lasts `lasting`.
    #[must_use]
    pub const fn new(begin: TrueTime, lasting: Millis) -> Self {
        Self {
            begin,
            end: begin.plus(lasting),
        }
    }

    /// Whether it is in force at `now`: begin <= now < end.
    #[must_use]
    pub fn contains(self, now: TrueTime) -> bool {
        self.begin <= now && now < self.end
    }
}

/// Spans in which something stands still, in order and disjoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spans(Vec<Span>);

impl Spans {
    /// The union of `spans`, in order; those that touch become one, empty ones go.
    #[must_use]
    pub fn union(found: Vec<Span>) -> Self {
        let mut spans = Vec::with_capacity(found.len());
        for span in found.into_iter().filter(|span| span.begin < span.end) {
            let place = spans.partition_point(|known| *known < span);
            spans.insert(place, span);
        }
        spans.dedup_by(|later, earlier| {
            let touches = later.begin <= earlier.end;
            if touches {
                earlier.end = earlier.end.max(later.end);
            }
            touches
        });
        Self(spans)
    }

    /// Whether one of them is in force at `now`.
    #[must_use]
    pub fn contains(&self, now: TrueTime) -> bool {
        self.0.iter().any(|span| span.contains(now))
    }

    /// The instant at which `lasting`, begun at `start`, has passed outside of
    /// the spans. A span that begins at that very instant delays it too.
    #[must_use]
    pub fn passed(&self, start: TrueTime, lasting: Millis) -> TrueTime {
        let mut reached = start;
        let mut left = lasting.max(Millis::ZERO);
        for span in self.0.iter().filter(|span| span.end > start) {
            if span.begin > reached.plus(left) {
                break;
            }
            left = left.minus(span.begin.since(reached).max(Millis::ZERO));
            reached = span.end;
        }
        reached.plus(left)
    }

    /// How much of the time before `now` lies in them.
    #[must_use]
    pub fn length_before(&self, now: TrueTime) -> Millis {
        self.0
            .iter()
            .take_while(|span| span.begin < now)
            .fold(Millis::ZERO, |sum, span| {
                sum.plus(span.end.min(now).since(span.begin))
            })
    }
}

/// The clock of a client: true time less the time for which the whole machine stood still.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClientClock {
    stood_still: Spans,
}

impl ClientClock {
    /// A clock that stands still in `stood_still`.
    #[must_use]
    pub const fn new(stood_still: Spans) -> Self {
        Self { stood_still }
    }

    /// What it shows at `now`: true time less all that it stood still before.
    #[must_use]
    pub fn read(&self, now: TrueTime) -> LocalTime {
        LocalTime(now.since(TrueTime(self.stood_still.length_before(now).0)).0)
    }

    /// The first instant from `now` on at which it shows at least `local`.
    #[must_use]
    pub fn first_at(&self, local: LocalTime, now: TrueTime) -> TrueTime {
        let mut first = TrueTime(local.0);
        for span in &self.stood_still.0 {
            if first <= span.begin {
                break;
            }
            first = first.plus(span.end.since(span.begin));
        }
        first.max(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(list: &[(i64, i64)]) -> Spans {
        Spans::union(
            list.iter()
                .map(|&(begin, end)| Span {
                    begin: TrueTime(begin),
                    end: TrueTime(end),
                })
                .collect(),
        )
    }

    #[test]
    fn the_first_instant_is_the_first_for_every_rate() {
        for rate in [1, 3, 333, 999, 1000, 1001, 1050, 3000, 9999, 10_000] {
            let mut clock = NodeClock::new(rate);
            for jump in [0, 7, -7] {
                clock.jump(Millis(jump));
                for local in -20..60 {
                    let first = clock.first_at(LocalTime(local), TrueTime(0));
                    assert!(clock.read(first) >= LocalTime(local));
                    if first > TrueTime(0) {
                        assert!(clock.read(TrueTime(first.0 - 1)) < LocalTime(local));
                    }
                }
            }
        }
    }

    #[test]
    fn thinking_passes_only_outside_of_pauses() {
        let pauses = spans(&[(10, 20), (15, 25), (30, 40)]);
        for (start, lasting, end) in [
            (0, 9, 9),
            (0, 10, 25),
            (0, 14, 29),
            (0, 15, 40),
            (0, 16, 41),
            (12, 0, 25),
            (25, 0, 25),
            (25, 5, 40),
            (40, 7, 47),
        ] {
            assert_eq!(
                pauses.passed(TrueTime(start), Millis(lasting)),
                TrueTime(end),
                "{lasting} ms from {start}"
            );
        }
    }

    #[test]
    fn a_machine_pause_stops_its_clock() {
        let clock = ClientClock::new(spans(&[(10, 20), (30, 40)]));
        for (now, local) in [
            (0, 0),
            (10, 10),
            (15, 10),
            (20, 10),
            (25, 15),
            (35, 20),
            (50, 30),
        ] {
            assert_eq!(clock.read(TrueTime(now)), LocalTime(local));
        }
        for (local, first) in [(10, 10), (11, 21), (20, 30), (21, 41)] {
            assert_eq!(
                clock.first_at(LocalTime(local), TrueTime(0)),
                TrueTime(first)
            );
        }
        assert_eq!(clock.first_at(LocalTime(5), TrueTime(33)), TrueTime(33));
    }
}
