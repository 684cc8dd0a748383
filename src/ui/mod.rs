//! The page. It draws what the heart computes and turns gestures into edits of
//! the scenario; it applies no rule of its own.

mod app;
mod bench;
mod components;
mod course;
mod dom;
mod drag;
mod env;
mod frame;
mod keys;
mod laboratory;
mod link;
mod pace;
mod pages;
mod player;
mod reactive;
mod runs;
mod scene;
mod share;
mod stage;
mod twin;

pub use app::{open, start};
pub use pages::start_page;
