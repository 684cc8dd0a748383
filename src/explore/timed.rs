//! placeholder
use super::moves::Move;
use super::setup::Setup;
use crate::sim::scenario::Scenario;
/// x
#[must_use]
pub fn timed(_setup: Setup, _path: &[Move]) -> Option<Scenario> {
    None
}
