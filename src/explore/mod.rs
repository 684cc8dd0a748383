//! Every run: for a small program of clients under a lock, all orders of events, breadth-first
//! (`docs/explorer.md`). Time is replaced by an adversary: in each state every move that the
//! assumptions allow may come next. The lease service, the lock nodes and the resource are the
//! machines of the timed run; what it finds is turned into a scenario that the timed run replays.
//!
//! ```
//! use fencelab::explore::{Column, Design, Search, Setup, Verdict, Workload};
//!
//! let setup = Setup::of(Design::Lease, Workload::Write, Column::Pauses);
//! let mut search = Search::new(setup).expect("the question applies");
//! while search.advance(1_000).verdict.is_none() {}
//! assert_eq!(search.progress().verdict, Some(Verdict::Broken));
//! assert_eq!(search.counterexample().map(|path| path.len()), Some(12));
//! ```

mod memory;
mod moves;
mod path;
mod program;
mod search;
mod setup;
mod state;
mod timed;

pub use moves::Move;
pub use path::tidied;
pub use search::{Progress, STATES_MAX, Search, Verdict};
pub use setup::{Assumptions, Column, Design, Property, Setup, Workload};
pub use timed::timed;
