//! Tests of the heart as a whole.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

#[path = "../web/cases.rs"]
mod carried;
mod cases;
mod clients;
mod golden;
mod reading;
mod services;
mod story;
