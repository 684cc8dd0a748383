//! Single rules of `docs/explorer.md`, sections 2 and 3, one after the other.

use fencelab::explore::{
    Answer, Column, Deadline, Design, Move, Setup, Space, State, Then, Told, Workload,
};
use fencelab::model::{ClientId, NodeId, Token};

const FIRST: ClientId = ClientId(0);
const SECOND: ClientId = ClientId(1);
const SERVICE: NodeId = NodeId(0);

const fn step(client: ClientId) -> Move {
    Move::Step(client)
}

const fn arrive(client: ClientId) -> Move {
    Move::Arrive(client, SERVICE)
}

/// A space, and where these moves lead in it.
fn after(setup: Setup, moves: &[Move]) -> (Space, State) {
    let mut space = Space::new(setup).expect("it applies");
    let mut state = space.start();
    for taken in moves {
        state = match space.take(&state, *taken) {
            Some((next, _)) => next,
            None => panic!("{taken:?} is not possible: {:?}", space.moves(&state)),
        };
    }
    (space, state)
}

fn moves_after(setup: Setup, moves: &[Move]) -> Vec<Move> {
    let (space, state) = after(setup, moves);
    space.moves(&state)
}

fn lease(column: Column) -> Setup {
    Setup::new(Design::Lease, Workload::Write, column)
}

/// The first client has the lock, and has not sent its write.
const GRANTED: [Move; 3] = [step(FIRST), arrive(FIRST), step(FIRST)];

#[test]
fn moves_come_in_the_order_of_the_page() {
    let moves = moves_after(
        lease(Column::AllOff),
        &[step(FIRST), arrive(FIRST), step(SECOND)],
    );
    let all = [
        Move::DeadlinePassed(FIRST),
        Move::Expire(SERVICE),
        Move::Forget(SERVICE),
        Move::FailOver,
        arrive(SECOND),
        step(FIRST),
        Move::Crash(FIRST),
        Move::Crash(SECOND),
    ];
    assert_eq!(moves, all);
}

#[test]
fn ideally_no_deadline_passes_while_anything_is_pending() {
    let passes = Move::DeadlinePassed(FIRST);
    let offered = |column, moves: &[Move]| moves_after(lease(column), moves).contains(&passes);
    // A step to take hinders it where pauses are bounded; a request where delays are.
    assert!(!offered(Column::Ideal, &GRANTED));
    assert!(offered(Column::Pauses, &GRANTED));
    assert!(!offered(Column::Delays, &GRANTED));
    let sent = [GRANTED.as_slice(), &[step(FIRST)]].concat();
    assert!(!offered(Column::Ideal, &sent));
    assert!(!offered(Column::Pauses, &sent));
    assert!(offered(Column::Delays, &sent));
    // A request of anybody, and a step of anybody that has begun.
    let other = [GRANTED.as_slice(), &[Move::Crash(FIRST), step(SECOND)]].concat();
    assert!(!offered(Column::Ideal, &other));
    let heard = [other.as_slice(), &[arrive(SECOND)]].concat();
    assert!(
        !offered(Column::Ideal, &heard),
        "it has the refusal to handle"
    );
    let done = [heard.as_slice(), &[step(SECOND)]].concat();
    assert!(offered(Column::Ideal, &done));
    // Who has not begun hinders nothing.
    let crashed = [GRANTED.as_slice(), &[Move::Crash(FIRST)]].concat();
    assert!(offered(Column::Ideal, &crashed));
}

#[test]
fn a_lease_ends_after_the_deadline_or_by_a_wrong_clock() {
    let ends = Move::Expire(SERVICE);
    assert!(!moves_after(lease(Column::Pauses), &GRANTED).contains(&ends));
    assert!(moves_after(lease(Column::Clocks), &GRANTED).contains(&ends));
    let over = [GRANTED.as_slice(), &[Move::DeadlinePassed(FIRST)]].concat();
    assert!(moves_after(lease(Column::Pauses), &over).contains(&ends));
    let free = [over.as_slice(), &[ends]].concat();
    assert!(!moves_after(lease(Column::Pauses), &free).contains(&ends));
}

#[test]
fn a_crashed_client_may_still_be_granted() {
    let (mut space, state) = after(lease(Column::Ideal), &[step(FIRST), Move::Crash(FIRST)]);
    let (granted, told) = space.take(&state, arrive(FIRST)).expect("it is in flight");
    let Told::Arrived { answer, .. } = told else {
        panic!("{told:?}");
    };
    assert!(matches!(answer, Answer::Granted { .. }));
    let moves = space.moves(&granted);
    assert!(moves.contains(&Move::DeadlinePassed(FIRST)), "{moves:?}");
    assert!(
        !moves.contains(&step(FIRST)),
        "the answer vanishes: {moves:?}"
    );
}

#[test]
fn nobody_moves_after_harm() {
    let setup = Setup::new(Design::NoLock, Workload::Effect, Column::Ideal);
    let both = [step(FIRST), step(SECOND), arrive(FIRST), arrive(SECOND)];
    let (space, state) = after(setup, &both);
    assert!(state.is_harmed());
    assert_eq!(space.moves(&state), []);
}

#[test]
fn a_failover_gives_a_token_twice_but_counts_on() {
    let before = [step(FIRST), arrive(FIRST)];
    let setup = lease(Column::Counter);
    assert!(
        !moves_after(setup, &[]).contains(&Move::FailOver),
        "no token was given"
    );
    let (mut space, state) = after(setup, &[before.as_slice(), &[Move::FailOver]].concat());
    assert!(!space.moves(&state).contains(&Move::FailOver), "once");
    let sent = space.next(&state, step(SECOND));
    let (_, told) = space.take(&sent, arrive(SECOND)).expect("it is in flight");
    let Told::Arrived {
        answer: Answer::Granted { grant, token },
        ..
    } = told
    else {
        panic!("{told:?}");
    };
    assert_eq!((grant.0, token), (2, Some(Token(33))));
}

#[test]
fn who_sees_its_deadline_passed_stands_down_and_releases_nothing() {
    let setup = Setup::new(Design::LeaseClock, Workload::Write, Column::Pauses);
    let over = [GRANTED.as_slice(), &[Move::DeadlinePassed(FIRST)]].concat();
    let (mut space, state) = after(setup, &over);
    let (done, told) = space.take(&state, step(FIRST)).expect("it looks");
    assert_eq!(
        told,
        Told::Looked {
            client: FIRST,
            deadline: Deadline::Passed
        }
    );
    let moves = space.moves(&done);
    assert!(
        !moves.contains(&step(FIRST)) && !moves.contains(&arrive(FIRST)),
        "{moves:?}"
    );
}

#[test]
fn redlock_counts_when_all_nodes_have_answered() {
    let setup = Setup::new(Design::Redlock, Workload::Write, Column::AllOff);
    let node = |node| Move::Arrive(FIRST, NodeId(node));
    let two = [step(FIRST), node(0), node(1)];
    assert!(
        !moves_after(setup, &two).contains(&step(FIRST)),
        "one is missing"
    );
    let all = [two.as_slice(), &[node(2)]].concat();
    for (late, then) in [
        (Vec::new(), Then::GoesOn),
        (vec![Move::DeadlinePassed(FIRST)], Then::GivesUp),
    ] {
        let (mut space, state) = after(setup, &[all.clone(), late].concat());
        let (_, told) = space.take(&state, step(FIRST)).expect("all have answered");
        let Told::Handled { then: found, .. } = told else {
            panic!("{told:?}");
        };
        assert_eq!(found, then, "a majority too late is none");
    }
}

#[test]
fn who_reads_done_goes_straight_to_its_release() {
    let setup = Setup::new(Design::NoLock, Workload::EffectIfNotDone, Column::Ideal);
    let did = [
        step(FIRST),
        arrive(FIRST),
        step(FIRST),
        step(FIRST),
        arrive(FIRST),
    ];
    let read = [did.as_slice(), &[step(SECOND), arrive(SECOND)]].concat();
    let (mut space, state) = after(setup, &read);
    let (_, told) = space.take(&state, step(SECOND)).expect("it has an answer");
    let Told::Handled { answer, then, .. } = told else {
        panic!("{told:?}");
    };
    assert_eq!((answer, then), (Answer::IsDone, Then::IsDone));
}
