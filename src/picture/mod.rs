//! Pictures as plain data: a run becomes shapes and labels in pixels, the same
//! for the page, for a file and for paper. Nothing here knows a browser.

mod client_lane;
mod effects;
mod fence_line;
mod ink;
mod lock_lane;
mod marks;
mod meaning;
mod measure;
mod moments;
mod path;
mod pull;
mod reader;
mod resource_lane;
mod scale;
mod sending;

pub mod diagram;
pub mod export;
pub mod handle;
pub mod history;
pub mod layout;
pub mod listing;
pub mod map;
pub mod qr;
pub mod state;
pub mod svg;

pub use diagram::{Extras, Picture, draw};
pub use handle::{Handle, HandleKind};
pub use history::History;
pub use ink::{Anchor, Label, Shape, Spot};
pub use layout::{Direction, Layout};
pub use meaning::name;
pub use measure::text_width;
pub use path::tenths;
pub use scale::{Scale, Window};
