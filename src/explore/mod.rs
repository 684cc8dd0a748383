//! Every run: all orders of events of a small world, searched to the end
//! (`docs/explorer.md`). The machines are those of the timed run; time is
//! replaced by an adversary, who may take any move that the assumptions leave.

mod machines;
mod moves;
mod plan;
mod search;
mod seen;
mod setup;
mod space;
mod state;
mod tidy;
mod timed;
mod told;

pub use moves::Move;
pub use plan::{Kind, Plan, Step};
pub use search::{Outcome, Progress, Search, Verdict};
pub use setup::{Assumption, Column, Design, NoSearch, Setup, Workload};
pub use space::Space;
pub use state::State;
pub use tidy::tidy;
pub use timed::{Blame, Timed, Untimed, timed};
pub use told::{Answer, Deadline, Then, Told};
