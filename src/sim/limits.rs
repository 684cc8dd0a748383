//! The limits of the format (`docs/model.md`, section 2). The reader, the
//! checks and every control on the page take them from here.

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The smallest.
    pub min: i64,
    /// The largest.
    pub max: i64,
}

impl Range {
    /// The numbers from `min` to `max`.
    #[must_use]
    pub const fn new(min: i64, max: i64) -> Self {
        Self { min, max }
    }

    /// Whether `number` is one of them.
    #[must_use]
    pub const fn contains(self, number: i64) -> bool {
        self.min <= number && number <= self.max
    }

    /// Whether there may be so many.
    #[must_use]
    pub fn allows(self, count: usize) -> bool {
        i64::try_from(count).is_ok_and(|count| self.contains(count))
    }
}

const DAY_MS: i64 = 86_400_000;

/// Instants, delays, thinking times, leads and margins, in milliseconds.
pub const TIME: Range = Range::new(0, DAY_MS);
/// Durations that must last: TTL, horizon, `for_ms`, retry, timeouts, renewal, resend, window.
pub const DURATION: Range = Range::new(1, DAY_MS);
/// Clock jumps, in milliseconds.
pub const JUMP: Range = Range::new(-DAY_MS, DAY_MS);
/// Clock rates, in local milliseconds for 1000 true ones.
pub const RATE: Range = Range::new(1, 10_000);
/// First tokens, and steps by which a counter falls back.
pub const TOKEN: Range = Range::new(0, 1_000_000_000);
/// Drift that is allowed for, in thousandths.
pub const DRIFT: Range = Range::new(0, 1000);
/// How often a request is sent again.
pub const RESENDS: Range = Range::new(0, 100);
/// The number of Redlock nodes.
pub const NODES: Range = Range::new(1, 9);
/// The length of names, objects and keys, in characters.
pub const TEXT: Range = Range::new(1, 40);
/// The number of clients.
pub const CLIENTS: Range = Range::new(1, 5);
/// The number of steps of a plan.
pub const STEPS: Range = Range::new(0, 32);
/// The number of faults.
pub const FAULTS: Range = Range::new(0, 64);
/// The size of a file, in bytes.
pub const FILE_BYTES: usize = 256 * 1024;
/// After about so many entries of the agenda a run is cut.
pub const ENTRIES: u32 = 10_000;
