//! A handle sits on what it changes, and pulling it there gives its value back.

use crate::support::{Run, cases, picture, run};
use fencelab::model::{Millis, TrueTime};
use fencelab::picture::handle::kinds;
use fencelab::picture::{Direction, HandleKind};
use fencelab::sim::check;
use fencelab::sim::scenario::Scenario;
use fencelab::text::Lang;

#[test]
fn pulling_a_handle_to_where_it_is_changes_nothing() {
    for (name, scenario) in cases() {
        let run = run(scenario);
        for kind in kinds(&run.scenario) {
            let Some(at) = kind.place(&run.scenario, &run.history) else {
                continue;
            };
            // A clock that runs wrong or a renewal moves the end of a lease without the TTL.
            if kind == HandleKind::LeaseEnd {
                continue;
            }
            let value = kind.value_at(&run.scenario, &run.history, at);
            assert_eq!(
                Some(value),
                kind.value(&run.scenario),
                "{name}: {}",
                kind.slug()
            );
        }
    }
}

#[test]
fn whatever_is_set_the_scenario_stays_valid() {
    for (name, scenario) in cases() {
        for kind in kinds(&scenario) {
            for value in [i64::MIN, -1, 0, 1, 999, 86_400_000, i64::MAX] {
                let edited = kind.set(&scenario, Millis(value));
                let complaints = check(&edited);
                assert!(
                    complaints.is_empty(),
                    "{name}, {} = {value}: {complaints:?}",
                    kind.slug()
                );
            }
        }
    }
}

/// A handle's pixel along time.
fn pixel(run: &Run, kind: HandleKind, width: f64) -> f64 {
    let picture = picture(run, Lang::En, width);
    let handle = picture
        .handles
        .iter()
        .find(|handle| handle.kind == kind)
        .expect("it is shown");
    let along = match picture.layout.direction {
        Direction::Across => handle.x,
        Direction::Down => handle.y,
    };
    let scale = picture.layout.scale.at(handle.at);
    assert!(
        (along - handle.aside - scale).abs() < 0.5,
        "{kind:?}: {along}, {scale}"
    );
    along
}

#[test]
fn a_handle_is_where_the_scale_says() {
    let run = run(Scenario::seed());
    for width in [288.0, 736.0, 1200.0] {
        for kind in kinds(&run.scenario) {
            pixel(&run, kind, width);
        }
    }
}

#[test]
fn handles_in_one_lane_keep_clear_of_each_other() {
    let mut scenario = Scenario::seed();
    for pause in [1, 100, 400, 15_000] {
        scenario = HandleKind::PauseEnd(fencelab::model::FaultId(0)).set(&scenario, Millis(pause));
        let run = run(scenario.clone());
        for width in [288.0, 1200.0] {
            let picture = picture(&run, Lang::En, width);
            for (index, one) in picture.handles.iter().enumerate() {
                for other in &picture.handles[index + 1..] {
                    let (dx, dy) = ((one.x - other.x).abs(), (one.y - other.y).abs());
                    assert!(
                        dx.max(dy) >= 23.9,
                        "pause {pause} at {width}: {:?} and {:?}",
                        one.kind,
                        other.kind
                    );
                }
            }
        }
    }
}

#[test]
fn thinking_does_not_pass_in_a_pause() {
    let run = run(Scenario::seed());
    let kind = *kinds(&run.scenario)
        .iter()
        .find(|kind| kind.slug() == "thinking-1-2")
        .expect("Client 1 thinks before it writes");
    let at = |instant| kind.value_at(&run.scenario, &run.history, TrueTime(instant));
    assert_eq!(at(500), Millis(500));
    assert_eq!(at(1_000), Millis(1_000));
    assert_eq!(at(9_000), Millis(1_000));
    assert_eq!(at(17_000), Millis(2_000));
    assert_eq!(
        kind.place(&run.scenario, &run.history),
        Some(TrueTime(1_000))
    );
}
