//! The parts of the page.

mod clocks;
mod controls;
mod diagram;
mod drawer;
mod field;
mod handle;
mod machines;
mod menu;
mod panels;
mod playhead;
mod toolbar;
mod tools;
mod transport;
mod verdict;

pub use clocks::clocks;
pub use controls::{controls, fence_switch};
pub use diagram::{diagram, label, shape};
pub use drawer::{attribute_above, defences, drawer};
pub use machines::machines;
pub use menu::Menu;
pub use panels::{log, panels};
pub use toolbar::{edit_tools, toggle, tool, zoom_tools};
pub use transport::transport;
pub use verdict::verdict;
