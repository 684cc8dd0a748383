//! A counterexample as it is shown (`docs/explorer.md`, section 5): the same
//! moves in an order in which a pause looks like a pause.

use super::moves::Move;
use super::setup::Setup;
use super::space::Space;
use super::told::Told;

/// Puts each `deadline passed` and `expire`, and then each send, the last one
/// first, as late as the same moves stay possible and end in the same harm.
/// What is no counterexample of this cell stays as it is.
#[must_use]
pub fn tidy(setup: Setup, moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let Ok(mut space) = Space::new(setup) else {
        return moves;
    };
    for is_late in [is_end_of_time, is_send] {
        // Nothing comes after the harm, so the last move stays the last.
        for place in (0..moves.len().saturating_sub(1)).rev() {
            let Some(told) = space.tell(&moves) else {
                return moves;
            };
            if told.get(place).is_some_and(is_late) {
                put_late(&mut space, &mut moves, place);
            }
        }
    }
    moves
}

/// Puts the move at a place as late as possible.
fn put_late(space: &mut Space, moves: &mut Vec<Move>, place: usize) {
    let last = moves.len().saturating_sub(1);
    for later in (place + 1..last).rev() {
        let mut tried = moves.clone();
        let moved = tried.remove(place);
        tried.insert(later, moved);
        if ends_in_harm(space, &tried) {
            *moves = tried;
            return;
        }
    }
}

/// Whether all moves are possible where they stand, and the last one does harm.
fn ends_in_harm(space: &mut Space, moves: &[Move]) -> bool {
    let mut state = space.start();
    for taken in moves {
        match space.take(&state, *taken) {
            Some((next, _)) => state = next,
            None => return false,
        }
    }
    state.is_harmed()
}

const fn is_end_of_time(told: &Told) -> bool {
    matches!(told, Told::DeadlinePassed { .. } | Told::Expired { .. })
}

const fn is_send(told: &Told) -> bool {
    matches!(told, Told::Sent { .. })
}
