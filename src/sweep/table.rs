//! The numbers of a sweep as a table in a file.

use super::plan::Plan;
use super::statistics::Estimate;
use super::ttl::Point;
use std::fmt::Write as _;

const HEAD: &str = "ttl_ms,defences,pauses,seed,runs,harmed,harm_share,harm_low,harm_high,\
    crashes,recovered,recovery_mean_ms,recovery_mean_low_ms,recovery_mean_high_ms,\
    recovery_median_ms,recovery_median_low_ms,recovery_median_high_ms";

/// The points of a sweep as comma-separated values (RFC 4180, but with plain
/// line ends): one line for each TTL and defence. What has not been measured is empty.
#[must_use]
pub fn csv(plan: &Plan, points: &[Point]) -> String {
    let mut text = String::from(HEAD);
    text.push('\n');
    for point in points {
        for (defences, share) in plan.defences.iter().zip(&point.harm) {
            let (ttl, name, pauses) = (point.ttl.0, defences.name(), plan.pauses.name());
            let (seed, runs, harmed) = (plan.seed, share.runs, share.hits);
            let _ = write!(text, "{ttl},{name},{pauses},{seed},{runs},{harmed}");
            estimate(&mut text, share.estimate(), 6);
            let recovery = &point.recovery;
            let _ = write!(text, ",{},{}", recovery.crashes, recovery.recovered);
            estimate(&mut text, recovery.mean, 1);
            estimate(&mut text, recovery.median, 1);
            text.push('\n');
        }
    }
    text
}

fn estimate(text: &mut String, estimate: Option<Estimate>, digits: usize) {
    match estimate {
        Some(Estimate { value, low, high }) => {
            let _ = write!(text, ",{value:.digits$},{low:.digits$},{high:.digits$}");
        }
        None => text.push_str(",,,"),
    }
}
