//! Borders between verdicts, exact to the millisecond, by bisection.

use super::axis::{Axis, Lack};
use crate::model::Millis;
use crate::sim::report::Outcome;
use crate::sim::scenario::Scenario;
use crate::sim::{audit, simulate};

/// A place at which the verdict changes, when one number grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// The first value with the new verdict.
    pub at: Millis,
    /// The verdict one millisecond before.
    pub before: Outcome,
    /// The verdict from here on.
    pub after: Outcome,
}

/// A value, and the verdict that was found there.
pub(super) type Sample = (Millis, Outcome);

/// The verdict of a scenario.
pub(super) fn verdict(scenario: &Scenario) -> Outcome {
    audit(scenario, &simulate(scenario)).outcome
}

/// The borders between two values of a number of this scenario. A verdict
/// that comes and goes between two values of equal verdict is not seen.
///
/// ```
/// use fencelab::model::Millis;
/// use fencelab::sim::{report::Outcome, scenario::Scenario};
/// use fencelab::sweep::{Axis, borders};
///
/// // The lesson: up to 8.999 s the pause is harmless, from 10.001 s it breaks the record.
/// let found = borders(&Scenario::seed(), Axis::PauseLength, Millis(1), Millis(20_000)).unwrap();
/// let found: Vec<_> = found.iter().map(|border| (border.at.0, border.after)).collect();
/// assert_eq!(found, [(9_000, Outcome::Lucky), (10_001, Outcome::Broken)]);
/// ```
///
/// # Errors
/// [`Lack`] if the scenario does not have the number.
pub fn borders(
    scenario: &Scenario,
    along: Axis,
    from: Millis,
    to: Millis,
) -> Result<Vec<Border>, Lack> {
    let mut probed = scenario.clone();
    along.set(&mut probed, from)?;
    let mut probe = |value| {
        // It was there a moment ago.
        let _ = along.set(&mut probed, value);
        verdict(&probed)
    };
    let ends = ((from, probe(from)), (to, probe(to)));
    let mut found = Vec::new();
    search(&mut probe, ends.0, ends.1, &mut found);
    Ok(found)
}

/// Adds the borders between two samples to the list; returns how many runs it took.
pub(super) fn search(
    probe: &mut impl FnMut(Millis) -> Outcome,
    from: Sample,
    to: Sample,
    found: &mut Vec<Border>,
) -> u32 {
    let mut runs = 0;
    let mut left = from;
    while left.1 != to.1 && left.0 < to.0 {
        let mut right = to;
        while right.0.minus(left.0) > Millis(1) {
            let middle = Millis(left.0.0.midpoint(right.0.0));
            let outcome = probe(middle);
            runs += 1;
            if outcome == left.1 {
                left.0 = middle;
            } else {
                right = (middle, outcome);
            }
        }
        found.push(Border {
            at: right.0,
            before: left.1,
            after: right.1,
        });
        left = right;
    }
    runs
}
