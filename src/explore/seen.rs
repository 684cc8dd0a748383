//! The set of states that a search has seen, in the order in which it saw them,
//! each with the one that it came from. It grows a little at a time: nothing
//! that it holds is ever copied as a whole, so no insertion is a long one. Its
//! table is only ever asked for one state, never walked through, so nothing
//! depends on where a state lies in it.

use super::setup::Setup;
use super::state::{State, Word};

/// How many states are kept in one piece, as a power of 2.
const PIECE_BITS: u32 = 12;
/// How many parts the table has, as a power of 2; each grows by itself.
const PART_BITS: u32 = 8;
/// How many slots a part has at first.
const SLOTS: usize = 8;
/// The start comes from nowhere.
const NOWHERE: u32 = u32::MAX;

/// What words are mixed by: 2 to the 64th over the golden ratio.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// What an insertion found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The state is there already.
    Known,
    /// It has been added.
    New,
    /// It would be one too many.
    Full,
}

/// A part of the table: the upper half of a slot is the tag of a state, the
/// lower half its number plus 1; 0 is an empty slot.
#[derive(Clone, Debug)]
struct Part {
    slots: Vec<u64>,
    used: usize,
}

impl Part {
    fn new(slots: usize) -> Self {
        Self {
            slots: vec![0; slots],
            used: 0,
        }
    }

    /// Puts an entry into the first empty slot from its own on.
    fn put(&mut self, entry: u64) {
        let mut slot = home(entry >> 32, self.slots.len());
        while let Some(place) = self.slots.get_mut(slot) {
            if *place == 0 {
                *place = entry;
                self.used += 1;
                return;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    fn grow(&mut self) {
        let mut larger = Self::new(self.slots.len() * 2);
        for entry in self.slots.iter().filter(|entry| **entry != 0) {
            larger.put(*entry);
        }
        *self = larger;
    }
}

/// Where a tag is looked for first.
#[allow(clippy::cast_possible_truncation, reason = "the number of slots fits")]
const fn home(tag: u64, slots: usize) -> usize {
    tag as usize & (slots - 1)
}

/// All states seen.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    clients: usize,
    /// Each state: the words of its clients, the word of the world, and where it came from.
    pieces: Vec<Vec<u64>>,
    parts: Vec<Part>,
    len: u32,
    most: u32,
}

impl Seen {
    /// No state yet, and `most` at the most.
    pub(super) fn new(setup: Setup, most: u32) -> Self {
        Self {
            clients: setup.clients.into(),
            pieces: Vec::new(),
            parts: vec![Part::new(SLOTS); 1 << PART_BITS],
            len: 0,
            most: most.min(NOWHERE - 1),
        }
    }

    /// How many states there are.
    pub(super) const fn len(&self) -> u32 {
        self.len
    }

    /// Adds a state that came from the one with the number `from`, unless it is there.
    pub(super) fn insert(&mut self, state: &State, from: Option<u32>) -> Found {
        let hash = self.hash(state);
        let (tag, in_part) = (hash & u64::from(u32::MAX), hash >> (u64::BITS - PART_BITS));
        if self.finds(state, tag, in_part) {
            return Found::Known;
        }
        if self.len >= self.most {
            return Found::Full;
        }
        self.push(state, from);
        if let Some(part) = self.parts.get_mut(home(in_part, 1 << PART_BITS)) {
            if part.used * 4 >= part.slots.len() * 3 {
                part.grow();
            }
            part.put(tag << 32 | u64::from(self.len));
        }
        Found::New
    }

    /// The state with a number.
    pub(super) fn state(&self, number: u32) -> Option<State> {
        let words = self.words(number)?;
        let mut clients = [Word::default(); Setup::CLIENTS_MAX as usize];
        for (client, word) in clients.iter_mut().zip(words.get(..self.clients)?) {
            *client = Word(*word);
        }
        let world = Word(*words.get(self.clients)?);
        Some(State { clients, world })
    }

    /// The number of the state from which a state was first reached.
    pub(super) fn from(&self, number: u32) -> Option<u32> {
        let from = *self.words(number)?.last()?;
        u32::try_from(from).ok().filter(|from| *from != NOWHERE)
    }

    fn finds(&self, state: &State, tag: u64, in_part: u64) -> bool {
        let Some(part) = self.parts.get(home(in_part, 1 << PART_BITS)) else {
            return false;
        };
        let mut slot = home(tag, part.slots.len());
        while let Some(entry) = part.slots.get(slot).filter(|entry| **entry != 0) {
            if entry >> 32 == tag && self.is(state, entry & u64::from(u32::MAX)) {
                return true;
            }
            slot = (slot + 1) & (part.slots.len() - 1);
        }
        false
    }

    /// Whether the state with this number plus 1 is `state`.
    fn is(&self, state: &State, number: u64) -> bool {
        u32::try_from(number)
            .ok()
            .and_then(|number| self.words(number.checked_sub(1)?))
            .is_some_and(|words| {
                words
                    .iter()
                    .zip(
                        state
                            .clients
                            .iter()
                            .take(self.clients)
                            .chain([&state.world]),
                    )
                    .all(|(kept, asked)| *kept == asked.0)
            })
    }

    fn push(&mut self, state: &State, from: Option<u32>) {
        let stride = self.stride();
        let starts_a_piece = self.len.trailing_zeros() >= PIECE_BITS;
        if starts_a_piece {
            self.pieces.push(Vec::with_capacity(stride << PIECE_BITS));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.extend(state.clients.iter().take(self.clients).map(|word| word.0));
            piece.extend([state.world.0, from.unwrap_or(NOWHERE).into()]);
        }
        self.len += 1;
    }

    fn words(&self, number: u32) -> Option<&[u64]> {
        let piece = self
            .pieces
            .get(usize::try_from(number >> PIECE_BITS).ok()?)?;
        let within = usize::try_from(number & ((1 << PIECE_BITS) - 1)).ok()?;
        let stride = self.stride();
        piece.get(within * stride..(within + 1) * stride)
    }

    /// How many words a state takes here.
    const fn stride(&self) -> usize {
        self.clients + 2
    }

    /// Spreads states over the table. Two states may have one hash: they are compared as a whole.
    fn hash(&self, state: &State) -> u64 {
        let words = state.clients.iter().take(self.clients);
        let mixed = words.chain([&state.world]).fold(0, |hash: u64, word| {
            (hash.rotate_left(29) ^ word.0).wrapping_mul(ODD)
        });
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Column, Design, Workload};

    fn state(client: u64, world: u64) -> State {
        let mut clients = [Word::default(); Setup::CLIENTS_MAX as usize];
        clients[0] = Word(client);
        State {
            clients,
            world: Word(world),
        }
    }

    #[test]
    fn two_states_of_one_hash_are_two_states() {
        let setup = Setup::new(Design::Lease, Workload::Write, Column::Ideal);
        let mut seen = Seen::new(setup, u32::MAX);
        // The last word is mixed in by an exclusive or: it can make up for any other.
        let one = state(1, 0);
        let mixed = |client| {
            let words = [client, 0].into_iter();
            words.fold(0_u64, |hash, word| {
                (hash.rotate_left(29) ^ word).wrapping_mul(ODD)
            })
        };
        let other = state(2, mixed(1).rotate_left(29) ^ mixed(2).rotate_left(29));
        assert_eq!(seen.hash(&one), seen.hash(&other));
        assert_eq!(seen.insert(&one, None), Found::New);
        assert_eq!(seen.insert(&other, Some(0)), Found::New);
        for (number, kept) in [(0, one), (1, other)] {
            assert_eq!(seen.state(number), Some(kept));
            assert_eq!(seen.insert(&kept, None), Found::Known);
        }
        assert_eq!((seen.from(0), seen.from(1), seen.len()), (None, Some(0), 2));
    }

    #[test]
    fn all_are_found_again_after_every_growth() {
        let setup = Setup::new(Design::Lease, Workload::Write, Column::Ideal);
        let mut seen = Seen::new(setup, 20_000);
        for number in 0..20_000 {
            let added = state(number * 7, number);
            assert_eq!(seen.insert(&added, None), Found::New);
            assert_eq!(seen.insert(&added, None), Found::Known);
        }
        for number in 0..20_000 {
            let known = state(number * 7, number);
            assert_eq!(seen.insert(&known, None), Found::Known);
            assert_eq!(
                u32::try_from(number).ok().and_then(|n| seen.state(n)),
                Some(known)
            );
        }
        assert_eq!(seen.insert(&state(1, 1), None), Found::Full);
    }
}
