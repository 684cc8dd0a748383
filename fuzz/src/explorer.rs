//! A search comes to the same end in slices of any size, what it finds can be
//! replayed, and a walk by any moves meets nothing that cannot be told.

use fencelab::explore::{Column, Design, Search, Setup, Space, Untimed, Workload, tidy, timed};
use fencelab::sim::{audit, simulate};

/// How many states are searched at the most: large enough for half of the matrix.
const STATES_MAX: u32 = 4000;

/// The first six bytes say what is searched and in which slices; the others
/// which of the possible moves is taken on a walk, one after the other.
pub fn explorer(bytes: &[u8]) {
    let Some(([design, workload, column, clients, nodes, slice], walk)) = bytes.split_first_chunk()
    else {
        return;
    };
    let mut setup = Setup::new(
        choose(&Design::ALL, *design),
        choose(&Workload::ALL, *workload),
        choose(&Column::ALL, *column),
    );
    setup.clients = clients % (Setup::CLIENTS_MAX + 2);
    setup.nodes = nodes % (Setup::NODES_MAX + 2);
    match Space::new(setup) {
        Ok(mut space) => {
            take(&mut space, walk);
            search(setup, u32::from(*slice) + 1);
        }
        Err(why) => {
            assert_eq!(setup.check(), Err(why));
            assert_eq!(Search::new(setup).err(), Some(why));
        }
    }
}

fn choose<T: Copy>(all: &[T], byte: u8) -> T {
    all[usize::from(byte) % all.len()]
}

fn take(space: &mut Space, walk: &[u8]) {
    let mut state = space.start();
    let mut taken = Vec::new();
    for byte in walk {
        let moves = space.moves(&state);
        if moves.is_empty() {
            break;
        }
        let next = choose(&moves, *byte);
        taken.push(next);
        let Some((after, _)) = space.take(&state, next) else {
            panic!("{next:?} is possible and cannot be told after {taken:?}");
        };
        assert_eq!(after, space.next(&state, next), "{next:?} has two ends");
        assert_ne!(after, state, "{next:?} changes nothing");
        state = after;
        if state.is_harmed() {
            break;
        }
    }
    let told = space.tell(&taken).map(|told| told.len());
    assert_eq!(told, Some(taken.len()));
}

fn search(setup: Setup, slice: u32) {
    let begin = || Search::bounded(setup, STATES_MAX).unwrap();
    let whole = begin().finish();
    let mut sliced = begin();
    while !sliced.advance(slice).is_over {}
    let progress = sliced.progress();
    assert!(progress.states <= STATES_MAX);
    assert_eq!(progress.verdict, Some(whole.verdict));
    assert_eq!(sliced.counterexample(), whole.counterexample.as_deref());

    let Some(found) = whole.counterexample else {
        return;
    };
    let tidied = tidy(setup, &found);
    assert_eq!(tidied.len(), found.len());
    match timed(setup, &tidied) {
        Ok(timed) => {
            let report = audit(&timed.scenario, &simulate(&timed.scenario));
            let kind = setup.workload.harm();
            let harm = report.harm.iter().find(|harm| harm.kind == kind);
            assert_eq!(harm.map(|harm| &harm.at), timed.instants.last());
        }
        Err(why) => assert!(
            matches!(why, Untimed::Order | Untimed::Blames(_)),
            "{why:?} for {tidied:?}"
        ),
    }
}
