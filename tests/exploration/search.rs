//! The search: how it counts, slices, bounds and ends.

use crate::{finish, name, small};
use fencelab::explore::{
    Column, Design, Move, NoSearch, Search, Setup, Space, State, Verdict, Workload,
};
use serde_json::Value;
use std::collections::HashSet;

/// The matrix as `examples/matrix` prints it.
const MATRIX: &str = include_str!("../golden/matrix.json");

#[test]
fn the_small_cells_are_as_in_the_recorded_matrix() {
    let matrix: Vec<Value> = serde_json::from_str(MATRIX).expect("it is JSON");
    assert_eq!(matrix.len(), Setup::matrix().count());
    for (setup, cell) in Setup::matrix().zip(&matrix) {
        let found = [
            setup.design.name(),
            setup.workload.name(),
            setup.column.name(),
        ];
        let recorded = ["design", "workload", "column"].map(|key| cell[key].as_str());
        assert_eq!(found.map(Some), recorded, "the order of the cells");
    }
    let is_small = |setup: &Setup| small().any(|cell| cell == *setup);
    let cells = Setup::matrix().zip(&matrix);
    for (setup, cell) in cells.filter(|(setup, _)| is_small(setup)) {
        let outcome = finish(setup);
        let length = cell["length"].as_u64();
        assert_eq!(
            cell["verdict"].as_str(),
            Some(outcome.verdict.name()),
            "{}",
            name(setup)
        );
        assert_eq!(
            cell["states"].as_u64(),
            outcome.states.map(u64::from),
            "{}",
            name(setup)
        );
        assert_eq!(
            length,
            outcome.length().map(|length| length as u64),
            "{}",
            name(setup)
        );
    }
}

#[test]
fn a_column_that_drops_what_a_design_has_not_is_as_ideal() {
    let same = |design, workload, column| {
        let ideal = finish(Setup::new(design, workload, Column::Ideal));
        assert_eq!(finish(Setup::new(design, workload, column)), ideal);
    };
    same(Design::Redlock, Workload::Effect, Column::Counter);
    same(Design::Lease, Workload::Update, Column::Window);
    same(Design::LeaseDedup, Workload::Write, Column::Window);
    for column in Column::ALL {
        same(Design::NoLock, Workload::EffectIfNotDone, column);
    }
}

#[test]
fn slices_of_any_size_come_to_the_same_end() {
    for column in [Column::Pauses, Column::AllOff] {
        let setup = Setup::new(Design::LeaseFenceWrites, Workload::Write, column);
        let whole = finish(setup);
        for size in [1, 7, 1000] {
            let mut search = Search::new(setup).expect("it applies");
            let mut last = search.progress();
            while !last.is_over {
                let next = search.advance(size);
                assert!(next.states >= last.states && next.depth >= last.depth);
                assert!(next.frontier <= next.states);
                last = next;
            }
            assert_eq!(last.frontier, 0);
            assert_eq!(Some(last.states), whole.states);
            assert_eq!(search.finish(), whole, "slices of {size}");
        }
    }
}

#[test]
fn broken_is_told_before_the_end_and_stays() {
    let setup = Setup::new(Design::Lease, Workload::Write, Column::AllOff);
    let mut search = Search::new(setup).expect("it applies");
    while search.progress().verdict.is_none() {
        search.advance(1);
    }
    let early = search.progress();
    let counterexample = search.counterexample().expect("harm was done").to_vec();
    assert_eq!(early.verdict, Some(Verdict::Broken));
    assert!(!early.is_over && early.frontier > 0);
    assert_eq!(early.depth as usize + 1, counterexample.len());
    let outcome = search.finish();
    assert_eq!(outcome.counterexample, Some(counterexample));
    assert!(outcome.states > Some(early.states));
}

#[test]
fn the_bound_says_not_finished() {
    let setup = Setup::new(Design::Lease, Workload::Write, Column::Ideal);
    let states = finish(setup).states.expect("it is searched to the end");
    let bounded = |most| Search::bounded(setup, most).expect("it applies").finish();
    for most in [0, 1, 2, states - 1] {
        let outcome = bounded(most);
        assert_eq!(outcome.verdict, Verdict::NotFinished, "at most {most}");
        assert_eq!((outcome.states, outcome.counterexample), (None, None));
    }
    assert_eq!(
        bounded(states),
        finish(setup),
        "exactly as many as there are"
    );
    let mut search = Search::bounded(setup, 100).expect("it applies");
    assert_eq!(search.advance(u32::MAX).states, 100, "and not one more");
}

#[test]
fn broken_before_the_bound_is_broken_but_not_counted() {
    let setup = Setup::new(Design::Lease, Workload::Write, Column::AllOff);
    let whole = finish(setup);
    let outcome = Search::bounded(setup, 7000).expect("it applies").finish();
    assert_eq!(outcome.verdict, Verdict::Broken);
    assert_eq!(outcome.states, None);
    assert_eq!(outcome.counterexample, whole.counterexample);
}

#[test]
fn what_cannot_be_searched_says_why() {
    let no_lock = Setup::new(Design::NoLock, Workload::Write, Column::Ideal);
    let lease = Setup::new(Design::Lease, Workload::Write, Column::Ideal);
    let redlock = Setup::new(Design::Redlock, Workload::Write, Column::Ideal);
    for (setup, why) in [
        (no_lock, NoSearch::NotApplicable),
        (
            Setup {
                clients: 0,
                ..lease
            },
            NoSearch::Clients,
        ),
        (
            Setup {
                clients: 5,
                ..lease
            },
            NoSearch::Clients,
        ),
        (
            Setup {
                nodes: 0,
                ..redlock
            },
            NoSearch::Nodes,
        ),
        (
            Setup {
                nodes: 8,
                ..redlock
            },
            NoSearch::Nodes,
        ),
    ] {
        assert_eq!(Search::new(setup).err(), Some(why));
    }
    assert!(
        Search::new(Setup { nodes: 99, ..lease }).is_ok(),
        "a lease has no nodes"
    );
}

/// Another search, which takes moves in the opposite order and keeps states in a set.
fn backwards(setup: Setup) -> (usize, Option<usize>) {
    let mut space = Space::new(setup).expect("it applies");
    let mut level = vec![space.start()];
    let mut seen: HashSet<State> = level.iter().copied().collect();
    let mut length = None;
    for depth in 1.. {
        let mut next = Vec::new();
        for state in level {
            let mut moves: Vec<Move> = space.moves(&state);
            moves.reverse();
            for taken in moves {
                let reached = space.next(&state, taken);
                if seen.insert(reached) {
                    if reached.is_harmed() {
                        length = length.or(Some(depth));
                    }
                    next.push(reached);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    (seen.len(), length)
}

#[test]
fn the_order_of_moves_changes_no_count_and_no_length() {
    for setup in small() {
        let outcome = finish(setup);
        let (states, length) = backwards(setup);
        assert_eq!(
            outcome.states.map(|states| states as usize),
            Some(states),
            "{}",
            name(setup)
        );
        assert_eq!(outcome.length(), length, "{}", name(setup));
    }
}

#[test]
fn more_clients_do_not_make_a_counterexample_longer() {
    for design in [Design::NoLock, Design::Lease, Design::LeaseVersions] {
        let two = Setup::new(design, Workload::Effect, Column::Ideal);
        let three = Setup { clients: 3, ..two };
        assert_eq!(finish(two).length(), finish(three).length());
        assert!(finish(two).states < finish(three).states);
    }
}

#[test]
fn a_client_alone_does_no_harm() {
    for setup in Setup::matrix().filter(|setup| setup.check().is_ok()) {
        let alone = Setup {
            clients: 1,
            ..setup
        };
        assert_eq!(finish(alone).verdict, Verdict::Holds, "{}", name(alone));
    }
}
