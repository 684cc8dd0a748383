//! A handle sits on what it changes, and pulling it there gives its value back.

use crate::support::{Run, cases, picture, run};
use fencelab::model::{Millis, TrueTime};
use fencelab::picture::handle::kinds;
use fencelab::picture::{Direction, HandleKind};
use fencelab::sim::check;
use fencelab::sim::scenario::Scenario;
use fencelab::text::Lang;
use std::collections::BTreeSet;

#[test]
fn pulling_a_handle_to_where_it_is_changes_nothing() {
    let mut seen = BTreeSet::new();
    for (name, scenario) in cases() {
        let run = run(scenario);
        for kind in kinds(&run.scenario) {
            let Some(at) = kind.place(&run.scenario, &run.history) else {
                continue;
            };
            let value = kind.value(&run.scenario).expect("it has a value");
            assert_eq!(kind.set(&run.scenario, value), run.scenario, "{name}");
            let slug = kind.slug();
            seen.insert(
                slug.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-')
                    .to_owned(),
            );
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
    let all = [
        "arrival",
        "instant",
        "lease-end",
        "lock-delay-end",
        "pause-begin",
        "pause-end",
        "reply",
        "request",
        "span-begin",
        "span-end",
        "thinking",
        "window-end",
    ];
    assert!(seen.iter().eq(all.iter()), "only {seen:?}");
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

#[test]
fn no_handle_goes_away_in_the_hand() {
    for (name, scenario) in cases() {
        for kind in kinds(&scenario) {
            for value in [i64::MIN, i64::MAX] {
                let edited = kind.set(&scenario, Millis(value));
                assert!(kinds(&edited).contains(&kind), "{name}: {kind:?}");
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

#[test]
fn a_message_arrives_where_its_handle_is_put() {
    let mut pulled = 0;
    for (name, mut scenario) in cases() {
        scenario.network.resource = scenario.network.resource.max(Millis(50));
        let before = run(scenario);
        for kind in kinds(&before.scenario) {
            let HandleKind::Request(client, step) = kind else {
                continue;
            };
            let Some(at) = kind.place(&before.scenario, &before.history) else {
                continue;
            };
            let later = TrueTime(at.0 + 700);
            let value = kind.value_at(&before.scenario, &before.history, later);
            let after = run(kind.set(&before.scenario, value));
            let place = kind.place(&after.scenario, &after.history);
            assert_eq!(place, Some(later), "{name}: {}", kind.slug());
            let mut requests = after.history.requests.iter();
            let sent = requests.find(|request| request.client == client && request.step == step);
            if let Some(sent) = sent.filter(|request| request.decision.is_some()) {
                assert_eq!(sent.ended, Some(later), "{name}: {}", kind.slug());
                pulled += 1;
            }
        }
    }
    assert!(pulled > 100, "only {pulled}");
}

#[test]
fn every_handle_has_words_and_a_place_in_the_picture() {
    for (name, scenario) in cases() {
        let run = run(scenario);
        for width in [288.0, 1200.0] {
            for lang in Lang::ALL {
                let picture = picture(&run, lang, width);
                for handle in &picture.handles {
                    assert!(!handle.name.is_empty() && !handle.meaning.is_empty());
                    let (x, y) = (handle.x, handle.y);
                    let inside = 0.0 < x && 0.0 < y && y <= picture.layout.height;
                    assert!(inside, "{name} at {width}: {:?} at {x}, {y}", handle.kind);
                }
            }
        }
    }
}
