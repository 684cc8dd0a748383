//! The run: a scenario file read with all its complaints, one agenda, a trace
//! of everything that happened, and the report that an observer makes of it.

mod audit;
pub mod case;
mod check;
mod clocks;
pub mod complaint;
pub mod defaults;
mod fields;
pub mod json;
pub mod limits;
mod line;
mod message;
mod read;
mod read_faults;
mod read_plan;
pub mod report;
mod run;
pub mod scenario;
pub mod trace;
pub mod words;
mod write;

pub use audit::audit;
pub use check::check;
pub use complaint::{Complaint, Complaints, Problem};
pub use line::line;
pub use read::{read, read_tree, tree};
pub use run::simulate;
