//! Many runs of what is on the stage: the benches of the laboratory.

mod bench;
mod chaos;
mod chart;
pub mod form;
mod map;
mod matrix;
mod sweep;
mod work;

pub use bench::benches;
