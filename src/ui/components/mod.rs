//! The parts of the page.

mod controls;
mod diagram;
mod field;
mod handle;
mod panels;
mod playhead;
mod transport;
mod verdict;

pub use controls::Controls;
pub use diagram::Diagram;
pub use panels::Panels;
pub use verdict::Verdict;
