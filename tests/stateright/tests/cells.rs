//! Every cell of the matrix, by two programs written from one page.

use fencelab::explore::{Move, Outcome, Search, Setup, Space, State, Verdict, tidy, timed};
use proof::{Action, Cell, World, check};
use serde_json::{Value, json};
use std::collections::HashMap;

fn cell(setup: Setup) -> Option<Cell> {
    Cell::named(
        setup.design.name(),
        setup.workload.name(),
        setup.column.name(),
        setup.clients,
        setup.nodes,
    )
}

fn name(setup: Setup) -> String {
    let (design, workload, column) = (
        setup.design.name(),
        setup.workload.name(),
        setup.column.name(),
    );
    format!("{design}, {workload}, {column}")
}

/// Three clients on the lease, where that ends soon; and Redlock with one node and with two.
fn others() -> impl Iterator<Item = Setup> {
    Setup::matrix().flat_map(|setup| {
        let has_nodes = setup.design.name().starts_with("redlock");
        let nodes = if has_nodes { vec![1, 2] } else { Vec::new() };
        let fewer = nodes.into_iter().map(move |nodes| Setup { nodes, ..setup });
        let is_small = !has_nodes && setup.column.name() != "all_off";
        let more = is_small.then_some(Setup {
            clients: 3,
            ..setup
        });
        fewer.chain(more)
    })
}

fn agree(setup: Setup) -> usize {
    let Some(cell) = cell(setup) else {
        assert!(Search::new(setup).is_err(), "{}", name(setup));
        return 0;
    };
    let ours = Search::new(setup).map_or(Outcome::NOT_APPLICABLE, Search::finish);
    let theirs = check(&cell);
    let verdict = match theirs.length {
        Some(_) => Verdict::Broken,
        None => Verdict::Holds,
    };
    assert_eq!(ours.verdict, verdict, "{}", name(setup));
    assert_eq!(
        ours.states.map(|states| states as usize),
        Some(theirs.states),
        "{}",
        name(setup)
    );
    assert_eq!(ours.length(), theirs.length, "{}", name(setup));
    theirs.states
}

#[test]
fn stateright_counts_the_same_states_in_every_cell() {
    let states: usize = Setup::matrix().map(agree).sum();
    println!("{states} states, the same in both");
    assert!(states > 3_000_000, "the matrix was searched");
}

#[test]
fn stateright_counts_the_same_states_in_worlds_of_other_sizes() {
    let states: usize = others().map(agree).sum();
    println!("{states} states, the same in both");
}

/// Whether a move is the same in both models.
fn is_same(ours: Move, theirs: Action) -> bool {
    match (ours, theirs) {
        (Move::DeadlinePassed(client), Action::DeadlinePassed(id))
        | (Move::Step(client), Action::Step(id))
        | (Move::Crash(client), Action::Crash(id)) => client.0 == id,
        (Move::Expire(node), Action::Expire(id)) | (Move::Forget(node), Action::Forget(id)) => {
            node.0 == id
        }
        (Move::Arrive(client, node), Action::Arrive(request)) => {
            (client.0, node.0) == (request.client, request.node)
        }
        (Move::FailOver, Action::FailOver) | (Move::DropKey, Action::DropKey) => true,
        _ => false,
    }
}

/// Walks through both at once: in each pair of states the same moves come in the same order, and
/// the pairs are one to one. And the two clients may change names: whatever the one can come to,
/// the other can.
fn walk(setup: Setup) -> usize {
    let Some(cell) = cell(setup) else {
        return 0;
    };
    let mut space = Space::new(setup).expect("it applies");
    let start = (space.start(), cell.start());
    let mut of_ours: HashMap<State, World> = HashMap::new();
    let mut of_theirs: HashMap<World, State> = HashMap::new();
    of_ours.insert(start.0, start.1.clone());
    of_theirs.insert(start.1.clone(), start.0);
    let mut open = vec![start];
    let mut actions = Vec::new();
    while let Some((ours, theirs)) = open.pop() {
        assert_eq!(ours.is_harmed(), theirs.resource.harmed);
        let moves = space.moves(&ours);
        actions.clear();
        cell.list(&theirs, &mut actions);
        assert_eq!(moves.len(), actions.len(), "{}: {theirs:?}", name(setup));
        for (taken, action) in moves.into_iter().zip(&actions) {
            assert!(is_same(taken, *action), "{taken:?}, {action:?}");
            let next = (space.next(&ours, taken), cell.after(&theirs, *action));
            match (of_ours.get(&next.0), of_theirs.get(&next.1)) {
                (Some(theirs), Some(ours)) => assert_eq!((ours, theirs), (&next.0, &next.1)),
                (None, None) => {
                    of_ours.insert(next.0, next.1.clone());
                    of_theirs.insert(next.1.clone(), next.0);
                    open.push(next);
                }
                (ours, theirs) => panic!("{ours:?} and {theirs:?} after {action:?}"),
            }
        }
    }
    #[allow(clippy::iter_over_hash_type, reason = "any order will do")]
    for theirs in of_ours.values() {
        let exchanged = theirs.exchanged();
        assert!(
            of_theirs.contains_key(&exchanged),
            "{}: {exchanged:?}",
            name(setup)
        );
    }
    of_ours.len()
}

#[test]
fn the_two_models_are_one_state_by_state_and_move_by_move() {
    let states: usize = Setup::matrix().map(walk).sum();
    println!("{states} pairs of states");
    assert!(states > 3_000_000, "the matrix was walked through");
}

#[test]
fn the_recorded_matrix_is_what_the_search_finds_and_every_broken_cell_replays() {
    let recorded = include_str!("../../golden/matrix.json");
    let recorded: Vec<Value> = serde_json::from_str(recorded).expect("it is JSON");
    assert_eq!(recorded.len(), Setup::matrix().count());
    let mut broken = 0;
    for (setup, cell) in Setup::matrix().zip(recorded) {
        let outcome = Search::new(setup).map_or(Outcome::NOT_APPLICABLE, Search::finish);
        let found = json!({
            "design": setup.design.name(),
            "workload": setup.workload.name(),
            "column": setup.column.name(),
            "verdict": outcome.verdict.name(),
            "states": outcome.states,
            "length": outcome.length(),
        });
        assert_eq!(found, cell);
        if let Some(moves) = outcome.counterexample {
            let timed = timed(setup, &tidy(setup, &moves));
            assert!(timed.is_ok(), "{}: {timed:?}", name(setup));
            broken += 1;
        }
    }
    println!("{broken} broken cells replay and blame only their columns");
    assert!(broken > 200, "{broken} cells are broken");
}
