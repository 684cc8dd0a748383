//! The run: a scenario file read with all its complaints, one agenda, a trace
//! of everything that happened, and the report that an observer makes of it.

pub mod report;
pub mod scenario;
pub mod trace;
