//! A second model of every run, written from `docs/explorer.md` for the
//! stateright checker, without a look at `fencelab::explore`: other types, other
//! code, the same states. What a cell is called is all that the two share.

mod act;
mod cell;
mod state;

pub use cell::Cell;
pub use state::{Action, Answer, Asks, Client, Lock, Place, Request, Resource, World};

use stateright::{Checker, Model, Property};

impl Model for Cell {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![self.start()]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        self.list(world, actions);
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        Some(self.after(world, action))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(HARMLESS, |_, world: &World| !world.resource.harmed),
            // The checker ends when it has an answer to every property: this one keeps it going.
            Property::always("every state is seen", |_, _| true),
        ]
    }
}

const HARMLESS: &str = "no harm is done";

/// The same cell, with the first property alone: the checker ends at the first harm. (With both,
/// it goes on, and keeps the last harm in place of the first.)
#[derive(Clone, Debug)]
struct UpToTheFirst(Cell);

impl Model for UpToTheFirst {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        self.0.init_states()
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        self.0.actions(world, actions);
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        self.0.next_state(world, action)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always(HARMLESS, |_, world: &World| {
            !world.resource.harmed
        })]
    }
}

/// What the checker says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Distinct states.
    pub states: usize,
    /// Moves of the shortest run that does harm; none if there is no such run.
    pub length: Option<usize>,
}

/// Asks the checker: breadth-first, on one thread.
pub fn check(cell: &Cell) -> Checked {
    let all = cell.clone().checker().threads(1).spawn_bfs().join();
    let first = || {
        let checker = UpToTheFirst(cell.clone());
        let checker = checker.checker().threads(1).spawn_bfs().join();
        let path = checker.discovery(HARMLESS);
        path.map(|path| path.into_actions().len())
    };
    Checked {
        states: all.unique_state_count(),
        length: all.discovery(HARMLESS).and_then(|_| first()),
    }
}
