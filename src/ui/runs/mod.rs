//! Many runs of what is on the stage: the benches of the laboratory.

mod bench;
pub mod chaos;
mod chart;
pub mod form;
pub mod map;
pub mod matrix;
pub mod sweep;
mod work;

pub use bench::benches;
