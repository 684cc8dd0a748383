//! What the numbers of a sweep show, and what they do not: nothing is said
//! that the intervals do not carry. The words are in `text`.

use super::defences::Defences;
use super::plan::Plan;
use super::statistics::{Estimate, Share};
use super::ttl::Point;
use crate::model::Millis;

/// One thing that can be said of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// There are no runs yet.
    Nothing,
    /// Harm is rarer at the longest TTL than at the shortest.
    HarmFalls {
        /// Under which defences.
        defences: Defences,
        /// At the shortest TTL.
        short: (Millis, Estimate),
        /// At the longest.
        long: (Millis, Estimate),
    },
    /// Harm was seen, and the intervals of the shortest and the longest TTL overlap.
    HarmUndecided {
        /// Under which defences.
        defences: Defences,
        /// At the shortest TTL.
        short: (Millis, Estimate),
        /// At the longest.
        long: (Millis, Estimate),
    },
    /// Harm is more frequent at the longest TTL.
    HarmRises {
        /// Under which defences.
        defences: Defences,
        /// At the shortest TTL.
        short: (Millis, Estimate),
        /// At the longest.
        long: (Millis, Estimate),
    },
    /// No run did harm, at any TTL.
    NoHarm {
        /// Under which defences.
        defences: Defences,
        /// How many runs there were.
        runs: u32,
        /// The true probability is below this, as far as these runs tell.
        high: f64,
    },
    /// Two defences differ: at each of these TTLs the intervals do not overlap.
    Differ {
        /// The one with less harm.
        better: Defences,
        /// The one with more.
        worse: Defences,
        /// At how many of the TTLs.
        at: usize,
        /// Of how many.
        of: usize,
    },
    /// A crash keeps the lock from the others for longer, the longer the TTL.
    RecoveryGrows {
        /// At the shortest TTL, the mean in milliseconds.
        short: (Millis, Estimate),
        /// At the longest.
        long: (Millis, Estimate),
    },
    /// Under these defences no TTL is free of both: the longest that was tried
    /// still does harm, or no harm was seen only where the wait is longer.
    Dilemma {
        /// Under which defences.
        defences: Defences,
        /// The TTL with the least harm.
        ttl: Millis,
        /// How much harm it does.
        harm: Estimate,
        /// What it costs after a crash, the mean in milliseconds.
        recovery: Estimate,
    },
}

/// What can be said of the points of a sweep, the most important first.
#[must_use]
pub fn findings(plan: &Plan, points: &[Point]) -> Vec<Finding> {
    let mut points: Vec<&Point> = points.iter().collect();
    points.sort_by_key(|point| point.ttl);
    let (Some(short), Some(long)) = (points.first(), points.last()) else {
        return vec![Finding::Nothing];
    };
    let mut found = Vec::new();
    for (place, defences) in plan.defences.iter().enumerate() {
        let all = points.iter().filter_map(|point| point.harm.get(place));
        let all = all.fold(Share::default(), |sum, share| sum.and(*share));
        let ends = estimate(short, place).zip(estimate(long, place));
        if let (Some(total), Some(ends)) = (all.estimate(), ends) {
            found.push(harm(*defences, all, total, ends));
        }
    }
    found.extend(differences(plan, &points));
    let ends = short.recovery.mean.zip(long.recovery.mean);
    if let Some((low, high)) = ends.filter(|(low, high)| low.is_below(high)) {
        found.push(Finding::RecoveryGrows {
            short: (short.ttl, low),
            long: (long.ttl, high),
        });
        found.extend(dilemma(plan, &points));
    }
    if found.is_empty() {
        found.push(Finding::Nothing);
    }
    found
}

type End = (Millis, Estimate);

fn estimate(point: &Point, place: usize) -> Option<End> {
    let share = point.harm.get(place)?;
    Some((point.ttl, share.estimate()?))
}

fn harm(defences: Defences, all: Share, total: Estimate, (short, long): (End, End)) -> Finding {
    if all.hits == 0 {
        Finding::NoHarm {
            defences,
            runs: all.runs,
            high: total.high,
        }
    } else if long.1.is_below(&short.1) {
        Finding::HarmFalls {
            defences,
            short,
            long,
        }
    } else if short.1.is_below(&long.1) {
        Finding::HarmRises {
            defences,
            short,
            long,
        }
    } else {
        Finding::HarmUndecided {
            defences,
            short,
            long,
        }
    }
}

/// The first of the plan's defences against each of the others.
fn differences(plan: &Plan, points: &[&Point]) -> Vec<Finding> {
    let Some((first, others)) = plan.defences.split_first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (place, other) in (1..).zip(others) {
        let pairs: Vec<(Estimate, Estimate)> = points
            .iter()
            .filter_map(|point| Some((estimate(point, 0)?.1, estimate(point, place)?.1)))
            .collect();
        let of = pairs.len();
        let less = pairs
            .iter()
            .filter(|(one, other)| one.is_below(other))
            .count();
        let more = pairs
            .iter()
            .filter(|(one, other)| other.is_below(one))
            .count();
        let differ = |better: &Defences, worse: &Defences, at| Finding::Differ {
            better: *better,
            worse: *worse,
            at,
            of,
        };
        if more > 0 {
            found.push(differ(other, first, more));
        }
        if less > 0 {
            found.push(differ(first, other, less));
        }
    }
    found
}

/// For the first defences under which harm was seen: the price of the least
/// harm, at the shortest TTL that has it; shorter ones all have more.
fn dilemma(plan: &Plan, points: &[&Point]) -> Option<Finding> {
    let is_harmed = |place: usize| {
        let mut shares = points.iter().filter_map(|point| point.harm.get(place));
        shares.any(|share| share.hits > 0)
    };
    let (place, defences) = plan
        .defences
        .iter()
        .enumerate()
        .find(|(place, _)| is_harmed(*place))?;
    let ends = points
        .iter()
        .filter_map(|point| Some((estimate(point, place)?, point.recovery.mean?)));
    let ((ttl, harm), recovery) = ends
        .min_by(|(one, _), (other, _)| one.1.value.total_cmp(&other.1.value))
        .filter(|(_, recovery)| recovery.low > 0.0)?;
    Some(Finding::Dilemma {
        defences: *defences,
        ttl,
        harm,
        recovery,
    })
}
