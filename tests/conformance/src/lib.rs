//! What the tests of real servers share: servers that are gone when the test
//! is, the two protocols, and the model followed beside a real system.
//!
//! Time is the difficulty. A server acts at some instant between the sending of
//! a request and its answer, and a busy machine may put long pauses anywhere.
//! So nothing here waits "long enough": each step has the window in which it
//! happened, and where the window meets the edge of a lease, both answers are
//! possible and none is asserted ([`follow`]).

pub mod dice;
pub mod etcd;
pub mod follow;
pub mod record;
pub mod redis;
pub mod server;

use std::time::{SystemTime, UNIX_EPOCH};

/// Microseconds on the machine's clock, which all processes on it share.
pub fn now_us() -> i64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(passed.expect("a clock after 1970").as_micros()).expect("a clock before 294000")
}
