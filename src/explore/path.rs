//! Paths of moves: replayed, and tidied so that a pause looks like a pause.

use super::moves::{Move, World, client};
use super::program::Program;
use super::setup::Setup;
use super::state::{Place, State};

/// The states along a path, the first included; none if a move is not possible.
pub(super) fn states(world: &mut World, path: &[Move]) -> Option<Vec<State>> {
    let mut states = vec![world.first()];
    let mut moves = Vec::new();
    for chosen in path {
        let now = *states.last()?;
        world.moves(&now, &mut moves);
        if !moves.contains(chosen) {
            return None;
        }
        states.push(world.after(&now, *chosen));
    }
    Some(states)
}

fn ends_in_harm(world: &mut World, path: &[Move]) -> bool {
    states(world, path).is_some_and(|states| states.last().is_some_and(|last| last.harmed))
}

/// The same moves as late as they can be: first each passed deadline and each expiry, then each
/// send, the last one first.
#[must_use]
pub fn tidied(setup: Setup, path: &[Move]) -> Vec<Move> {
    let mut world = World::new(Program::of(setup));
    let mut path = path.to_vec();
    for place in (0..path.len()).rev() {
        if matches!(
            path.get(place),
            Some(Move::DeadlinePassed(_) | Move::Expired(_))
        ) {
            delay(&mut world, &mut path, place);
        }
    }
    for place in (0..path.len()).rev() {
        if is_send(&mut world, &path, place) {
            delay(&mut world, &mut path, place);
        }
    }
    path
}

/// Whether a move sends something: a step of a client that is before one.
fn is_send(world: &mut World, path: &[Move], place: usize) -> bool {
    let Some(Move::Stepped(id)) = path.get(place) else {
        return false;
    };
    let before = path.get(..place).and_then(|path| states(world, path));
    before
        .and_then(|states| states.last().copied())
        .is_some_and(|state| matches!(client(&state, *id).place, Place::Before(_)))
}

/// Moves one move as far back as the path stays possible and ends in harm.
fn delay(world: &mut World, path: &mut Vec<Move>, place: usize) {
    for later in (place + 1..path.len()).rev() {
        let mut tried = path.clone();
        let moved = tried.remove(place);
        tried.insert(later, moved);
        if ends_in_harm(world, &tried) {
            *path = tried;
            return;
        }
    }
}
