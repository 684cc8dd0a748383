//! Breadth-first search over whole states, in slices.

use super::moves::{Move, World};
use super::program::Program;
use super::setup::Setup;
use super::state::State;

/// So many states are looked at unless told otherwise.
pub const STATES_MAX: u32 = 2_000_000;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every state was seen, and none had harm.
    Holds,
    /// A state with harm was seen.
    Broken,
    /// The bound was reached before the end, without harm so far.
    NotFinished,
}

impl Verdict {
    /// Its name in the matrix as data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Broken => "broken",
            Self::NotFinished => "not finished",
        }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is known; none as long as nothing is. "Broken" is known before the search has ended.
    pub verdict: Option<Verdict>,
    /// Distinct states seen, the first and the harmed ones included.
    pub states: u32,
    /// How many moves the farthest of them is from the start.
    pub depth: u32,
    /// Moves of the shortest counterexample.
    pub length: Option<u32>,
    /// Whether nothing is left to do; only then is the number of states final.
    pub is_done: bool,
    /// Whether every state was seen: not if the bound was reached.
    pub is_complete: bool,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    world: World,
    known: Known,
    /// The next state to look at, in the order of discovery.
    next: u32,
    depth: u32,
    /// Where the next depth begins.
    level_end: u32,
    /// The first harmed state.
    harmed: Option<u32>,
    path: Option<Vec<Move>>,
    states_max: u32,
    is_done: bool,
    moves: Vec<Move>,
    words: Vec<u64>,
}

impl Search {
    /// A search of which only the first state is known; none where the question does not apply.
    #[must_use]
    pub fn new(setup: Setup) -> Option<Self> {
        Self::bounded(setup, STATES_MAX)
    }

    /// The same with another bound on states.
    #[must_use]
    pub fn bounded(setup: Setup, states_max: u32) -> Option<Self> {
        if !setup.applies() {
            return None;
        }
        let world = World::new(Program::of(setup));
        let mut words = Vec::new();
        world.first().pack(world.clients(), &mut words);
        let mut known = Known::new(words.len());
        known.insert(&words, 0);
        Some(Self {
            world,
            known,
            next: 0,
            depth: 0,
            level_end: 1,
            harmed: None,
            path: None,
            states_max: states_max.max(1),
            is_done: false,
            moves: Vec::new(),
            words,
        })
    }

    /// Looks at so many more states. When the search has ended, what it knew is given back to the
    /// machine: only the outcome stays.
    pub fn advance(&mut self, states: u32) -> Progress {
        for _ in 0..states {
            if self.is_done {
                break;
            }
            self.look();
        }
        self.progress()
    }

    /// Looks at everything.
    pub fn finish(&mut self) -> Progress {
        while !self.is_done {
            self.look();
        }
        self.progress()
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let is_complete = self.is_done && self.next == self.known.count;
        let verdict = match (self.harmed, self.is_done) {
            (Some(_), _) => Some(Verdict::Broken),
            (None, true) if is_complete => Some(Verdict::Holds),
            (None, true) => Some(Verdict::NotFinished),
            (None, false) => None,
        };
        Progress {
            verdict,
            states: self.known.count,
            depth: self.depth,
            length: self
                .path
                .as_ref()
                .and_then(|path| u32::try_from(path.len()).ok()),
            is_done: self.is_done,
            is_complete,
        }
    }

    /// The moves to the first harmed state, as they were found; none as long as there is none.
    #[must_use]
    pub fn counterexample(&self) -> Option<&[Move]> {
        self.path.as_deref()
    }

    /// What is searched.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.world.program.setup
    }

    /// How many bytes are kept for the states that are known.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.known.bytes()
    }

    /// Looks at one state: what can come next.
    fn look(&mut self) {
        if self.next == self.known.count {
            return self.end();
        }
        if self.next == self.level_end {
            self.depth += 1;
            self.level_end = self.known.count;
        }
        let state = State::unpack(self.known.words(self.next));
        let mut moves = std::mem::take(&mut self.moves);
        self.world.moves(&state, &mut moves);
        for chosen in &moves {
            let after = self.world.after(&state, *chosen);
            after.pack(self.world.clients(), &mut self.words);
            let is_new = self.known.insert(&self.words, self.next);
            if is_new && after.harmed && self.harmed.is_none() {
                let place = self.known.count - 1;
                self.harmed = Some(place);
                self.path = Some(self.way_to(place));
            }
            if self.known.count > self.states_max {
                self.moves = moves;
                return self.end();
            }
        }
        self.moves = moves;
        self.next += 1;
    }

    fn end(&mut self) {
        self.is_done = true;
        // A level that was begun is not deeper than what was seen.
        if self.next < self.known.count || self.level_end < self.known.count {
            self.depth += 1;
        }
        self.known.clear();
    }

    /// The moves from the start to a state: of each state its parent is known, and the move
    /// between them is the first that leads there.
    fn way_to(&mut self, place: u32) -> Vec<Move> {
        let mut way = Vec::new();
        let (mut place, mut moves, mut words) = (place, Vec::new(), Vec::new());
        while place != 0 {
            let parent = self.known.parent(place);
            let state = State::unpack(self.known.words(parent));
            self.world.moves(&state, &mut moves);
            let target = self.known.words(place);
            let found = moves.iter().find(|chosen| {
                let after = self.world.after(&state, **chosen);
                after.pack(self.world.clients(), &mut words);
                words == target
            });
            way.extend(found);
            place = parent;
        }
        way.reverse();
        way
    }
}

/// The states that are known, in the order of discovery, and a table to find them by.
#[derive(Clone, Debug)]
struct Known {
    /// Words of a state.
    stride: usize,
    words: Vec<u64>,
    parents: Vec<u32>,
    /// Open addressing: one more than the place of a state, or 0.
    slots: Vec<u32>,
    count: u32,
}

impl Known {
    fn new(stride: usize) -> Self {
        Self {
            stride,
            words: Vec::new(),
            parents: Vec::new(),
            slots: vec![0; 1024],
            count: 0,
        }
    }

    fn words(&self, place: u32) -> &[u64] {
        let from = place as usize * self.stride;
        self.words.get(from..from + self.stride).unwrap_or_default()
    }

    fn parent(&self, place: u32) -> u32 {
        self.parents.get(place as usize).copied().unwrap_or(0)
    }

    /// Keeps a state that is not known yet; tells whether it was new.
    fn insert(&mut self, words: &[u64], parent: u32) -> bool {
        if self.count as usize * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(words);
        match self.slots.get_mut(slot) {
            Some(found) if *found == 0 => {
                self.count += 1;
                *found = self.count;
                self.words.extend_from_slice(words);
                self.parents.push(parent);
                true
            }
            Some(_) | None => false,
        }
    }

    /// The slot of a state, or the free one where it belongs.
    fn slot_of(&self, words: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = mix(words) & mask;
        // Half of the slots are free, so this ends.
        while let Some(found) = self.slots.get(slot).copied().filter(|found| *found != 0) {
            if self.words(found - 1) == words {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for place in 0..self.count {
            let from = place as usize * self.stride;
            let words = self.words.get(from..from + self.stride).unwrap_or_default();
            let slot = self.slot_of(words);
            if let Some(free) = self.slots.get_mut(slot) {
                *free = place + 1;
            }
        }
    }

    const fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.parents.capacity() * 4 + self.slots.capacity() * 4
    }

    /// Gives the memory back; the number of states stays.
    fn clear(&mut self) {
        self.words = Vec::new();
        self.parents = Vec::new();
        self.slots = Vec::new();
    }
}

/// Where in a table a state is looked for; equal states are looked for in the same place.
fn mix(words: &[u64]) -> usize {
    let mixed = words.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |hash, word| {
        (hash ^ word)
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(29)
    });
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    #[allow(clippy::cast_possible_truncation, reason = "any bits will do")]
    let place = (mixed >> 20) as usize;
    place
}
