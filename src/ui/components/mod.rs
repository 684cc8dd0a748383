//! The parts of the page.

mod controls;
mod diagram;
mod drawer;
mod field;
mod handle;
mod menu;
mod panels;
mod playhead;
mod toolbar;
mod transport;
mod verdict;

pub use controls::{controls, fence_switch};
pub use diagram::diagram;
pub use drawer::drawer;
pub use menu::Menu;
pub use panels::panels;
pub use toolbar::{toggle, tool, zoom_tools};
pub use transport::transport;
pub use verdict::verdict;
