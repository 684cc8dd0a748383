//! t0 to t4 are named wherever a run has them, and only there.

use crate::support::{picture, run, seed_with};
use fencelab::model::{Millis, TrueTime};
use fencelab::sim::scenario::Fence;
use fencelab::text::Lang;

fn moments(pause: i64) -> Vec<(usize, i64)> {
    let run = run(seed_with(Millis(pause), Fence::Off));
    picture(&run, Lang::En, 1200.0)
        .moments
        .into_iter()
        .map(|(number, TrueTime(at))| (number, at))
        .collect()
}

#[test]
fn the_seed_story_has_all_five() {
    assert_eq!(
        moments(15_000),
        [(0, 0), (1, 1_000), (2, 10_000), (3, 11_000), (4, 16_000)]
    );
}

#[test]
fn a_pause_within_the_lease_has_no_lease_end_and_no_late_write() {
    let names: Vec<usize> = moments(5_000)
        .into_iter()
        .map(|(number, _)| number)
        .collect();
    assert_eq!(names, [0, 1, 3]);
}

#[test]
fn a_late_write_may_come_before_the_second_clients() {
    assert_eq!(moments(9_500)[3..], [(3, 11_000), (4, 10_500)]);
}
