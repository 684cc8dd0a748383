//! The search: breadth-first, whole states compared, in slices
//! (`docs/explorer.md`, section 5).

use super::moves::Move;
use super::seen::{Found, Seen};
use super::setup::{NoSearch, Setup};
use super::space::Space;
use super::state::State;

/// What a search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every state was seen, and in none was harm done.
    Holds,
    /// Harm was done in some state.
    Broken,
    /// The bound was reached before the end, and no harm was seen until then.
    NotFinished,
    /// There is no such question.
    NotApplicable,
}

impl Verdict {
    /// All.
    pub const ALL: [Self; 4] = [
        Self::Holds,
        Self::Broken,
        Self::NotFinished,
        Self::NotApplicable,
    ];

    /// Its name in the data of the matrix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Broken => "broken",
            Self::NotFinished => "not finished",
            Self::NotApplicable => "not applicable",
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Distinct states seen so far.
    pub states: u32,
    /// How many moves from the start the states are whose moves are being tried.
    pub depth: u32,
    /// States seen whose moves have not been tried yet.
    pub frontier: u32,
    /// The verdict, as soon as it is known. [`Verdict::Broken`] is known before the end.
    pub verdict: Option<Verdict>,
    /// Whether the search has ended.
    pub is_over: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of distinct states; none if the bound was reached before the end.
    pub states: Option<u32>,
    /// The moves of a shortest run that does harm, if there is any.
    pub counterexample: Option<Vec<Move>>,
}

impl Outcome {
    /// What there is to say where there is no question.
    pub const NOT_APPLICABLE: Self = Self {
        verdict: Verdict::NotApplicable,
        states: None,
        counterexample: None,
    };

    /// The number of moves of the shortest counterexample.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.counterexample.as_ref().map(Vec::len)
    }
}

/// A search of one cell, in slices.
///
/// ```
/// use fencelab::explore::{Column, Design, Search, Setup, Verdict, Workload};
///
/// let setup = Setup::new(Design::Lease, Workload::Write, Column::Pauses);
/// let mut search = Search::new(setup)?;
/// while !search.advance(1000).is_over {
///     // A page would paint here.
/// }
/// assert_eq!(search.progress().verdict, Some(Verdict::Broken));
/// assert!(search.finish().length().is_some());
/// # Ok::<(), fencelab::explore::NoSearch>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    space: Space,
    seen: Seen,
    /// The number of the state whose moves are tried next.
    next: u32,
    depth: u32,
    /// The number of the first state that is one move farther away than `depth`.
    farther: u32,
    states: u32,
    counterexample: Option<Vec<Move>>,
    end: Option<End>,
    /// Kept only to be used again.
    moves: Vec<Move>,
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Complete,
    Bound,
}

impl Search {
    /// How many states are seen at the most, unless told otherwise.
    pub const STATES_MAX: u32 = 2_000_000;

    /// Begins the search of a cell.
    ///
    /// # Errors
    /// [`NoSearch`] says why there is nothing to search.
    pub fn new(setup: Setup) -> Result<Self, NoSearch> {
        Self::bounded(setup, Self::STATES_MAX)
    }

    /// The same with another bound on the number of states.
    ///
    /// # Errors
    /// [`NoSearch`] says why there is nothing to search.
    pub fn bounded(setup: Setup, states_max: u32) -> Result<Self, NoSearch> {
        let space = Space::new(setup)?;
        let mut seen = Seen::new(setup, states_max);
        let end = match seen.insert(&space.start(), None) {
            Found::New | Found::Known => None,
            Found::Full => Some(End::Bound),
        };
        Ok(Self {
            space,
            next: 0,
            depth: 0,
            farther: 1,
            states: seen.len(),
            seen,
            counterexample: None,
            end,
            moves: Vec::new(),
        })
    }

    /// What is searched.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.space.setup()
    }

    /// Tries the moves of up to `states` more states. Slices of any size come to the same end.
    pub fn advance(&mut self, states: u32) -> Progress {
        for _ in 0..states {
            if self.end.is_some() {
                break;
            }
            self.expand();
        }
        self.progress()
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            states: self.states,
            depth: self.depth,
            frontier: self.states.saturating_sub(self.next),
            verdict: self.verdict(),
            is_over: self.end.is_some(),
        }
    }

    /// The moves of a shortest run that does harm, as soon as one is found.
    #[must_use]
    pub fn counterexample(&self) -> Option<&[Move]> {
        self.counterexample.as_deref()
    }

    /// Searches to the end in one go: up to seconds. A page calls [`Self::advance`] instead.
    #[must_use]
    pub fn finish(mut self) -> Outcome {
        while !self.advance(u32::MAX).is_over {}
        Outcome {
            verdict: self.verdict().unwrap_or(Verdict::NotFinished),
            states: (self.end == Some(End::Complete)).then_some(self.states),
            counterexample: self.counterexample,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match (&self.counterexample, self.end) {
            (Some(_), _) => Some(Verdict::Broken),
            (None, Some(End::Complete)) => Some(Verdict::Holds),
            (None, Some(End::Bound)) => Some(Verdict::NotFinished),
            (None, None) => None,
        }
    }

    /// Tries all moves of the next state.
    fn expand(&mut self) {
        if self.next == self.farther {
            self.depth += 1;
            self.farther = self.seen.len();
        }
        let number = self.next;
        let Some(state) = self.seen.state(number) else {
            return self.end(End::Complete);
        };
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.space
            .each_move(&state, |possible| moves.push(possible));
        for taken in &moves {
            if !self.reach(&state, number, *taken) {
                self.end(End::Bound);
                break;
            }
        }
        self.moves = moves;
        self.states = self.states.max(self.seen.len());
        self.next = number.saturating_add(1);
    }

    /// Sees the state after a move; false if it is one too many.
    fn reach(&mut self, state: &State, number: u32, taken: Move) -> bool {
        let next = self.space.next(state, taken);
        match self.seen.insert(&next, Some(number)) {
            Found::Known => true,
            Found::Full => false,
            Found::New => {
                if next.is_harmed() && self.counterexample.is_none() {
                    self.counterexample = Some(self.path(number, taken));
                }
                true
            }
        }
    }

    /// The moves from the start to the state with a number, and one more.
    fn path(&mut self, number: u32, last: Move) -> Vec<Move> {
        let mut moves = vec![last];
        let mut number = number;
        while let Some(from) = self.seen.from(number) {
            moves.extend(self.between(from, number));
            number = from;
        }
        moves.reverse();
        moves
    }

    /// The first move that leads from one state to another: the one by which it was first reached.
    fn between(&mut self, from: u32, to: u32) -> Option<Move> {
        let (from, to) = (self.seen.state(from)?, self.seen.state(to)?);
        let moves = self.space.moves(&from);
        moves
            .into_iter()
            .find(|taken| self.space.next(&from, *taken) == to)
    }

    /// Ends it, and gives back its memory.
    fn end(&mut self, how: End) {
        self.states = self.seen.len();
        self.seen = Seen::new(self.space.setup(), 0);
        self.end = Some(how);
    }
}
