//! Tests of what the page shows, without a browser: pictures, words, and the
//! rules of the house.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

mod browsers;
mod exports;
mod handles;
mod house;
mod labels;
mod lessons;
mod listing;
mod log;
mod messages;
mod moments;
mod pages;
mod saved;
mod static_story;
mod stories;
mod support;
mod terms;
mod verdicts;
