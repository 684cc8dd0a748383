//! The parts of the page.

mod controls;
mod diagram;
mod field;
mod handle;
mod panels;
mod playhead;
mod transport;
mod verdict;

pub use controls::controls;
pub use diagram::diagram;
pub use panels::panels;
pub use verdict::verdict;
