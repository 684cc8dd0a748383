//! States per second, on one thread, in one run: the explorer, and stateright's
//! breadth-first search on the second model and on the explorer's own states and
//! moves. And how the cost grows with clients and nodes.
//!
//! ```text
//! cargo run --release -p proof --bin speed             # as small as the page's program
//! cargo run --profile speed -p proof --bin speed       # as fast as it gets
//! ```

use fencelab::explore::{Column, Design, Move, Search, Setup, Space, State, Workload};
use proof::Cell;
use serde_json::{Value, json};
use stateright::{Checker, Model, Property};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Each is timed so often, in turns; the fastest counts.
const ROUNDS: usize = 3;

/// Stateright on the explorer's own states and moves.
struct SameStates(Mutex<Space>);

impl SameStates {
    fn with<T>(&self, use_it: impl FnOnce(&mut Space) -> T) -> T {
        use_it(&mut self.0.lock().expect("one thread"))
    }
}

impl Model for SameStates {
    type State = State;
    type Action = Move;

    fn init_states(&self) -> Vec<State> {
        vec![self.with(|space| space.start())]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Move>) {
        actions.extend(self.with(|space| space.moves(state)));
    }

    fn next_state(&self, state: &State, action: Move) -> Option<State> {
        Some(self.with(|space| space.next(state, action)))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("no harm is done", |_, state: &State| !state.is_harmed()),
            Property::always("every state is seen", |_, _| true),
        ]
    }
}

fn count<M>(model: M) -> usize
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + std::fmt::Debug + std::hash::Hash + PartialEq + Send + Sync,
    M::Action: Clone + std::fmt::Debug + PartialEq + Send + Sync,
{
    let checker = model.checker().threads(1).spawn_bfs().join();
    checker.unique_state_count()
}

fn explore(setup: Setup) -> usize {
    let outcome = Search::new(setup).map(Search::finish);
    let states = outcome.ok().and_then(|outcome| outcome.states);
    states.expect("it is searched to the end") as usize
}

fn second_model(setup: Setup) -> usize {
    let cell = Cell::named(
        setup.design.name(),
        setup.workload.name(),
        setup.column.name(),
        setup.clients,
        setup.nodes,
    );
    count(cell.expect("it applies"))
}

fn same_states(setup: Setup) -> usize {
    count(SameStates(Mutex::new(
        Space::new(setup).expect("it applies"),
    )))
}

fn timed(search: fn(Setup) -> usize, setup: Setup) -> (usize, Duration) {
    let begin = Instant::now();
    let states = search(setup);
    (states, begin.elapsed())
}

fn per_second(states: usize, time: Duration) -> u128 {
    states as u128 * 1_000_000 / time.as_micros().max(1)
}

/// A ratio with two places.
fn ratio(slow: Duration, fast: Duration) -> String {
    let hundredths = slow.as_micros() * 100 / fast.as_micros().max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn compare(setup: Setup) -> Value {
    let searches: [fn(Setup) -> usize; 3] = [explore, second_model, same_states];
    let mut best = [Duration::MAX; 3];
    let mut found = [0; 3];
    for _ in 0..ROUNDS {
        for (place, search) in searches.into_iter().enumerate() {
            let (states, time) = timed(search, setup);
            best[place] = best[place].min(time);
            found[place] = states;
        }
    }
    assert!(found.iter().all(|states| *states == found[0]), "{found:?}");
    json!({
        "design": setup.design.name(),
        "workload": setup.workload.name(),
        "column": setup.column.name(),
        "states": found[0],
        "explorer_per_second": per_second(found[0], best[0]) as u64,
        "stateright_second_model_per_second": per_second(found[1], best[1]) as u64,
        "stateright_same_states_per_second": per_second(found[2], best[2]) as u64,
        "ratio_second_model": ratio(best[1], best[0]),
        "ratio_same_states": ratio(best[2], best[0]),
    })
}

/// The most memory that this program has had, where the system tells (Linux).
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn grow(setup: Setup) -> Value {
    let before = peak_bytes();
    let begin = Instant::now();
    let mut search = Search::new(setup).expect("it applies");
    while !search.advance(u32::MAX).is_over {}
    let (states, time) = (search.progress().states, begin.elapsed());
    let outcome = search.finish();
    json!({
        "design": setup.design.name(),
        "workload": setup.workload.name(),
        "column": setup.column.name(),
        "clients": setup.clients,
        "nodes": setup.nodes,
        "verdict": outcome.verdict.name(),
        "states": states,
        "to_the_end": outcome.states.is_some(),
        "length": outcome.length(),
        "ms": time.as_millis() as u64,
        "more_bytes_at_the_peak": peak_bytes().zip(before).map(|(now, then)| now - then),
    })
}

fn main() {
    let off = Column::AllOff;
    for setup in [
        Setup::new(Design::LeaseAsk, Workload::Update, off),
        Setup::new(Design::Redlock, Workload::Write, off),
        Setup::new(Design::RedlockClock, Workload::Update, off),
    ] {
        println!("{}", compare(setup));
    }
    for clients in 2..=4 {
        for column in [Column::Ideal, Column::Pauses, Column::AllOff] {
            let setup = Setup::new(Design::LeaseFenceReadsAndWrites, Workload::Update, column);
            println!("{}", grow(Setup { clients, ..setup }));
        }
    }
    for nodes in [3, 5, 7] {
        for column in [Column::Ideal, Column::Pauses, Column::AllOff] {
            let setup = Setup::new(Design::Redlock, Workload::Write, column);
            println!("{}", grow(Setup { nodes, ..setup }));
        }
    }
}
