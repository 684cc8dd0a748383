//! The page. It draws what the heart computes and turns gestures into edits of
//! the scenario; it applies no rule of its own.

mod app;
mod bench;
mod components;
mod course;
mod dom;
mod drag;
mod embed;
mod env;
mod frame;
mod keys;
mod laboratory;
mod link;
mod look;
mod named;
mod pace;
mod pages;
mod player;
mod present;
mod reactive;
mod runs;
mod saved;
mod scene;
mod share;
mod stage;
mod twin;

pub use app::{open, start};
pub use pages::start_page;
