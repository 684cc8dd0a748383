//! Laws of the heart, written from `docs/model.md` without a look at the
//! simulator: what holds for every run and every file, both sides of every
//! edge, the truths of `docs/facts.md`, and a second implementation. And of
//! links: every scenario comes back, and nothing else is read as one.
//!
//! `FENCELAB_SCENARIOS` says on how many scenarios each law is tried (2 000
//! unless told otherwise), `FENCELAB_SEED` picks other scenarios. Whatever
//! breaks a law is told as the smallest scenario file that breaks it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]
#![allow(
    clippy::too_many_lines,
    reason = "tables and schedules, read from top to bottom"
)]

mod boundaries;
mod cases;
mod edits;
mod generator;
mod json;
mod links;
mod oracle;
mod promises;
mod reach;
mod reader;
mod recorded;
mod recount;
mod runs;
mod support;
mod told;
mod truths;
mod worlds;
