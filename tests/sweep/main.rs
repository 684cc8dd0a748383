//! Many runs: the outcome map, the TTL sweep, chaos and shrinking.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

mod map;
