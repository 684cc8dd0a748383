//! Many runs: the outcome map, the TTL sweep, chaos and shrinking.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

mod borders;
#[path = "../web/sweep.rs"]
mod carried;
mod chaos;
#[allow(dead_code, clippy::too_many_lines, reason = "the laws need more of it")]
#[path = "../laws/generator.rs"]
mod generator;
mod map;
mod ttl;
mod words;

#[test]
fn many_runs_give_the_bytes_that_the_browser_is_asked_for() {
    let found = carried::digest();
    if std::env::var_os("BLESS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/sweep.txt");
        std::fs::write(file, &found).expect("the digest is written");
        return;
    }
    let differs = carried::DIGEST
        .lines()
        .zip(found.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None, "BLESS=1 writes it anew");
    assert_eq!(carried::DIGEST.len(), found.len());
}
