//! How long pauses last: distributions to draw from, seeded.

use super::chance::Chance;
use crate::model::Millis;
use crate::sim::limits;

/// How a length is drawn. All lengths are held between one millisecond and one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Always the same.
    Fixed {
        /// How long.
        length: Millis,
    },
    /// Without memory: whoever has waited long will wait no shorter.
    Exponential {
        /// The mean.
        mean: Millis,
    },
    /// A product of many small causes: mostly short, sometimes long.
    LogNormal {
        /// Half are shorter.
        median: Millis,
        /// Standard deviation of the natural logarithm, in hundredths.
        spread_percent: u16,
    },
    /// Heavy-tailed: however long it has lasted, much longer is still likely.
    Pareto {
        /// None is shorter.
        least: Millis,
        /// How fast the tail falls, in hundredths; at most 100: no finite mean.
        tail_percent: u16,
    },
    /// Shaped like what logs of garbage collectors show: of 1000 pauses 900
    /// are of young collections, 90 of old ones and 10 of full ones. The
    /// shape is an assumption of this project, not a measurement.
    GarbageCollection,
}

/// One part of a mixture: in how many of 1000 cases, and with which median
/// (in milliseconds) and spread of a log-normal length.
struct Part {
    per_mille: f64,
    median_ms: f64,
    spread: f64,
}

/// Young, old and full collections.
const COLLECTIONS: [Part; 3] = [
    Part {
        per_mille: 900.0,
        median_ms: 20.0,
        spread: 0.6,
    },
    Part {
        per_mille: 90.0,
        median_ms: 300.0,
        spread: 0.8,
    },
    Part {
        per_mille: 10.0,
        median_ms: 8000.0,
        spread: 0.7,
    },
];

impl Distribution {
    /// One of each kind, with lengths that matter for this TTL.
    #[must_use]
    pub const fn all(ttl: Millis) -> [Self; 5] {
        let half = at_least_one(ttl.0 / 2);
        [
            Self::Fixed { length: ttl },
            Self::Exponential { mean: half },
            Self::LogNormal {
                median: half,
                spread_percent: 100,
            },
            Self::Pareto {
                least: at_least_one(ttl.0 / 10),
                tail_percent: 120,
            },
            Self::GarbageCollection,
        ]
    }

    /// The next length.
    #[must_use]
    pub fn draw(self, chance: &mut Chance) -> Millis {
        held(match self {
            Self::Fixed { length } => float(length),
            Self::Exponential { mean } => -float(mean) * libm::log(chance.fraction()),
            Self::LogNormal {
                median,
                spread_percent,
            } => log_normal(float(median), f64::from(spread_percent) / 100.0, chance),
            Self::Pareto {
                least,
                tail_percent,
            } => {
                let tail = f64::from(tail_percent.max(1)) / 100.0;
                float(least) * libm::pow(chance.fraction(), -1.0 / tail)
            }
            Self::GarbageCollection => {
                let mut place = chance.fraction() * 1000.0;
                let part = COLLECTIONS.iter().find(|part| {
                    place -= part.per_mille;
                    place <= 0.0
                });
                part.map_or(1.0, |part| log_normal(part.median_ms, part.spread, chance))
            }
        })
    }

    /// The name in a table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed { .. } => "fixed",
            Self::Exponential { .. } => "exponential",
            Self::LogNormal { .. } => "log_normal",
            Self::Pareto { .. } => "pareto",
            Self::GarbageCollection => "garbage_collection",
        }
    }
}

const fn at_least_one(ms: i64) -> Millis {
    Millis(if ms < 1 { 1 } else { ms })
}

/// A log-normal length, by a number of the standard normal distribution (Box and Muller 1958).
fn log_normal(median: f64, spread: f64, chance: &mut Chance) -> f64 {
    let (one, other) = (chance.fraction(), chance.fraction());
    let turn = std::f64::consts::TAU * other;
    let normal = libm::sqrt(-2.0 * libm::log(one)) * libm::cos(turn);
    median * libm::exp(spread * normal)
}

/// Times of the format are far below 2^53.
#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53")]
const fn float(time: Millis) -> f64 {
    time.0 as f64
}

/// The next whole millisecond, within what the format allows. Rounding up
/// keeps the tail exact: longer than k, for a whole k, before and after.
#[allow(clippy::cast_possible_truncation, reason = "`as` saturates")]
fn held(ms: f64) -> Millis {
    let range = limits::DURATION;
    Millis((libm::ceil(ms) as i64).clamp(range.min, range.max))
}
