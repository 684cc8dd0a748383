//! Tests of every edit of a scenario: each field of the format has a control,
//! each action leaves a scenario that can be run, and everything can be taken back.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

mod actions;
mod complaints;
mod fields;
mod full;
mod past;
mod support;
