//! The model beside a real system, step by step.

use fencelab::model::lease::AfterEnd;
use fencelab::model::{Lease, Node};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// By how much a server's end of a lease may lie off what its windows say: Redis
/// counts whole milliseconds, and keeps a value through the last of them.
const MARGIN: Duration = Duration::from_millis(3);

/// Between these two instants a server did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Before the request was sent.
    pub begin: Instant,
    /// After its answer was there.
    pub end: Instant,
}

impl Window {
    /// Asks a server, and says when.
    pub fn of<A>(ask: impl FnOnce() -> A) -> (A, Self) {
        let begin = Instant::now();
        let answer = ask();
        let end = Instant::now();
        (answer, Self { begin, end })
    }
}

/// What the model has of a thing that runs out.
pub trait RunsOut: Clone + Debug {
    /// It has run out.
    fn run_out(&mut self);
}

impl RunsOut for Lease {
    fn run_out(&mut self) {
        self.expire(AfterEnd::Free);
    }
}

impl RunsOut for Node {
    fn run_out(&mut self) {
        self.forget();
    }
}

/// How a step compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The model allowed one answer, and it was the server's.
    Same,
    /// Too near an edge: the model allowed both, and follows the server.
    Dropped,
}

/// A machine of the model, and the instants between which its lease ends by itself.
#[derive(Clone, Debug)]
pub struct Follower<M> {
    /// The machine.
    pub model: M,
    ends: Option<Window>,
}

impl<M: RunsOut> Follower<M> {
    /// A machine that holds nothing yet.
    pub const fn new(model: M) -> Self {
        Self { model, ends: None }
    }

    /// The server did something in `window` and answered `real`. The model does the same.
    ///
    /// # Errors
    ///
    /// No answer that the model allows is the server's.
    pub fn step<A: PartialEq + Debug>(
        &mut self,
        window: Window,
        real: &A,
        step: impl Fn(&mut M) -> A,
    ) -> Result<Compared, String> {
        let (may_live, may_be_over) = self.ends.map_or((true, false), |ends| {
            (window.begin <= ends.end, window.end >= ends.begin)
        });
        let try_out = |begin: &M| {
            let mut model = begin.clone();
            let answer = step(&mut model);
            (answer, model)
        };
        let living = may_live.then(|| try_out(&self.model));
        let over = may_be_over.then(|| {
            let mut model = self.model.clone();
            model.run_out();
            try_out(&model)
        });
        let allowed = format!(
            "{real:?} is answered; the model answers {:?} if it holds and {:?} if it has run out",
            living.as_ref().map(|(answer, _)| answer),
            over.as_ref().map(|(answer, _)| answer),
        );
        let only = living.is_none() || over.is_none() || same(living.as_ref(), over.as_ref());
        let compared = if only {
            Compared::Same
        } else {
            Compared::Dropped
        };
        match (living, over) {
            // Where both are possible with this answer, time will tell.
            (Some((answer, model)), _) if answer == *real => self.model = model,
            (_, Some((answer, model))) if answer == *real => {
                self.model = model;
                self.ends = None;
            }
            _ => return Err(allowed),
        }
        Ok(compared)
    }

    /// What it holds now was given or renewed in `window`, for so long.
    pub fn holds_for(&mut self, window: Window, ttl_ms: u64) {
        let ttl = Duration::from_millis(ttl_ms);
        self.ends = Some(Window {
            begin: window.begin + ttl.saturating_sub(MARGIN),
            end: window.end + ttl + MARGIN,
        });
    }

    /// It holds nothing that could run out.
    pub const fn holds_nothing(&mut self) {
        self.ends = None;
    }
}

fn same<A: PartialEq, M>(one: Option<&(A, M)>, other: Option<&(A, M)>) -> bool {
    one.map(|(answer, _)| answer) == other.map(|(answer, _)| answer)
}

/// How many steps were compared, by what they were, and how many dropped.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Sequences that were followed to their end.
    pub sequences: u32,
    /// The longest time between a request and its answer.
    pub slowest: Duration,
    kinds: Vec<(&'static str, u32)>,
    dropped: u32,
}

impl Tally {
    /// A step that was `kind` if it was compared.
    pub fn note(&mut self, compared: Compared, kind: &'static str, window: Window) {
        self.slowest = self.slowest.max(window.end - window.begin);
        match compared {
            Compared::Dropped => self.dropped += 1,
            Compared::Same => self.add(kind, 1),
        }
    }

    /// What another has counted.
    pub fn join(&mut self, other: &Self) {
        self.sequences += other.sequences;
        self.slowest = self.slowest.max(other.slowest);
        self.dropped += other.dropped;
        for &(kind, count) in &other.kinds {
            self.add(kind, count);
        }
    }

    /// Prints it. There must have been some of each of these kinds, and more compared
    /// than dropped: otherwise nothing was shown.
    pub fn conclude(&self, name: &str, kinds: &[&str]) {
        let compared: u32 = self.kinds.iter().map(|(_, count)| count).sum();
        println!(
            "{name}: {} sequences, {compared} steps compared, {} dropped, slowest answer {} ms",
            self.sequences,
            self.dropped,
            self.slowest.as_millis()
        );
        let mut sorted = self.kinds.clone();
        sorted.sort_unstable();
        for (kind, count) in sorted {
            println!("{count:7} {kind}");
        }
        for kind in kinds {
            let there = self.kinds.iter().any(|(noted, _)| noted == kind);
            assert!(there, "{name}: never compared: {kind}");
        }
        assert!(compared > self.dropped, "{name}: mostly dropped");
    }

    fn add(&mut self, kind: &'static str, count: u32) {
        match self.kinds.iter_mut().find(|(noted, _)| *noted == kind) {
            Some((_, sum)) => *sum += count,
            None => self.kinds.push((kind, count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fencelab::model::redlock::{Value, Vote};
    use fencelab::model::{Attempt, ClientId};

    const fn at(instant: Instant) -> Window {
        Window {
            begin: instant,
            end: instant,
        }
    }

    const fn value(client: u8) -> Value {
        Value {
            client: ClientId(client),
            attempt: Attempt(1),
        }
    }

    fn store(
        follower: &mut Follower<Node>,
        instant: Instant,
        client: u8,
        real: Vote,
    ) -> Result<Compared, String> {
        follower.step(at(instant), &real, |node| node.store(value(client)))
    }

    #[test]
    fn only_near_the_edge_are_both_answers_allowed() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        let mut held = Follower::new(Node::default());
        assert_eq!(store(&mut held, start, 0, Vote::Yes), Ok(Compared::Same));
        held.holds_for(at(start), 100);
        for (ms, yes, no) in [
            (96, None, Some(Compared::Same)),
            (97, Some(Compared::Dropped), Some(Compared::Dropped)),
            (103, Some(Compared::Dropped), Some(Compared::Dropped)),
            (104, Some(Compared::Same), None),
        ] {
            for (real, expected) in [(Vote::Yes, yes), (Vote::No, no)] {
                let compared = store(&mut held.clone(), after(ms), 1, real);
                assert_eq!(compared.ok(), expected, "{real:?} after {ms} ms");
            }
        }
    }

    #[test]
    fn an_answer_near_the_edge_tells_which_it_was() {
        let start = Instant::now();
        let edge = start + Duration::from_millis(100);
        let mut held = Follower::new(Node::default());
        store(&mut held, start, 0, Vote::Yes).expect("a free node");
        held.holds_for(at(start), 100);
        let mut granted = held.clone();
        store(&mut granted, edge, 1, Vote::Yes).expect("possible");
        assert_eq!(granted.model.value(), Some(value(1)));
        store(&mut held, edge, 1, Vote::No).expect("possible");
        assert_eq!(held.model.value(), Some(value(0)));
    }
}
