//! A counterexample as it is shown, and as a scenario.

use crate::{finish, name, small};
use fencelab::explore::{
    Assumption, Blame, Column, Design, Move, Setup, Space, Told, Untimed, Workload, tidy, timed,
};
use fencelab::sim::scenario::{Fault, Scenario};
use fencelab::sim::{audit, check, read, simulate};

/// The small cells that are broken, with their counterexamples.
fn broken() -> impl Iterator<Item = (Setup, Vec<Move>)> {
    small().filter_map(|setup| Some((setup, finish(setup).counterexample?)))
}

#[test]
fn every_broken_cell_replays_and_blames_only_its_column() {
    let mut cells = 0;
    for (setup, moves) in broken() {
        let moves = tidy(setup, &moves);
        let timed = timed(setup, &moves).unwrap_or_else(|why| panic!("{}: {why:?}", name(setup)));
        let report = audit(&timed.scenario, &simulate(&timed.scenario));
        let harm = report
            .harm
            .iter()
            .find(|harm| harm.kind == setup.workload.harm());
        let harm = harm.unwrap_or_else(|| panic!("{}: no harm", name(setup)));
        assert_eq!(Some(&harm.at), timed.instants.last(), "{}", name(setup));
        assert_eq!(
            Blame::of(&timed.scenario, setup.column),
            None,
            "{}",
            name(setup)
        );
        assert_eq!(report.cut, None, "{}", name(setup));
        assert!(
            timed
                .instants
                .is_sorted_by(|earlier, later| earlier < later)
        );
        cells += 1;
    }
    assert!(cells > 100, "{cells} cells are broken");
}

#[test]
fn a_scenario_of_a_counterexample_is_a_file_like_any_other() {
    for (setup, moves) in broken() {
        let scenario = timed(setup, &tidy(setup, &moves))
            .expect("it replays")
            .scenario;
        assert_eq!(check(&scenario), [], "{}", name(setup));
        assert_eq!(
            read(scenario.to_json().as_bytes()),
            Ok(scenario),
            "{}",
            name(setup)
        );
    }
}

#[test]
fn what_a_column_drops_is_what_its_counterexample_shows() {
    let scenario = |design, workload, column| -> Scenario {
        let setup = Setup::new(design, workload, column);
        let moves = finish(setup).counterexample.expect("it is broken");
        timed(setup, &tidy(setup, &moves))
            .expect("it replays")
            .scenario
    };
    let write = |column| scenario(Design::Lease, Workload::Write, column);
    for (column, broken) in [
        (Column::Pauses, Assumption::PausesBounded),
        (Column::Delays, Assumption::DelaysBounded),
        (Column::Clocks, Assumption::ClocksGood),
        (Column::Nodes, Assumption::NodesDurable),
        (Column::Counter, Assumption::CounterDurable),
    ] {
        assert_eq!(
            Blame::of(&write(column), Column::Ideal),
            Some(Blame(broken))
        );
        assert_eq!(Blame::of(&write(column), column), None);
    }
    let window = scenario(Design::LeaseDedup, Workload::Effect, Column::Window);
    let broken = Blame(Assumption::WindowLongEnough);
    assert_eq!(Blame::of(&window, Column::Ideal), Some(broken));
    let ideal = scenario(Design::Lease, Workload::Effect, Column::Ideal);
    assert_eq!(Blame::of(&ideal, Column::Ideal), None);
    assert_eq!(
        ideal.faults,
        [],
        "a lock does not know that the job is done"
    );
}

#[test]
fn a_pause_looks_like_a_pause() {
    let setup = Setup::new(Design::Lease, Workload::Write, Column::Pauses);
    let moves = finish(setup).counterexample.expect("it is broken");
    let scenario = timed(setup, &tidy(setup, &moves))
        .expect("it replays")
        .scenario;
    let [Fault::Pause { at, lasting, .. }] = scenario.faults.as_slice() else {
        panic!("{:?}", scenario.faults);
    };
    // It hears of its grant at 3000. The lease ends at 102 000, and another writes before it wakes.
    assert_eq!((at.0, at.plus(*lasting).0), (3500, 102_060));
}

#[test]
fn tidy_keeps_the_moves_and_the_harm() {
    for (setup, moves) in broken() {
        let tidied = tidy(setup, &moves);
        let sorted = |moves: &[Move]| {
            let mut words: Vec<String> = moves.iter().map(|taken| format!("{taken:?}")).collect();
            words.sort();
            words
        };
        assert_eq!(sorted(&tidied), sorted(&moves), "{}", name(setup));
        assert_eq!(
            tidy(setup, &tidied),
            tidied,
            "{}: once is enough",
            name(setup)
        );
        let mut space = Space::new(setup).expect("it applies");
        let told = space.tell(&tidied).expect("every move is possible");
        assert!(matches!(told.last(), Some(Told::Arrived { .. })));
    }
}

#[test]
fn what_is_no_counterexample_is_not_shown() {
    let setup = Setup::new(Design::Lease, Workload::Write, Column::Pauses);
    let moves = finish(setup).counterexample.expect("it is broken");
    assert_eq!(timed(setup, &[]), Err(Untimed::NoCounterexample));
    let (_, all_but_the_last) = moves.split_last().expect("moves");
    let cut = timed(setup, all_but_the_last);
    assert!(cut.is_err(), "{cut:?}");
    let mut impossible = moves.clone();
    impossible.reverse();
    assert_eq!(timed(setup, &impossible), Err(Untimed::NoCounterexample));
    assert_eq!(tidy(setup, &impossible), impossible);
    // A pause is no excuse where pauses are bounded.
    let ideal = Setup {
        column: Column::Ideal,
        ..setup
    };
    assert_eq!(timed(ideal, &moves), Err(Untimed::NoCounterexample));
}
