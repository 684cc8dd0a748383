//! My lock: real systems with their defaults, and what each does not promise.

mod presets;

use crate::story::Source;
use crate::text::Both;

/// A lock that people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in addresses.
    pub id: &'static str,
    /// What it is called; names of products are not translated.
    pub name: &'static str,
    /// What it gives that a receiver could compare.
    pub token: Both,
    /// Who judges that a lock is over, and by which clock.
    pub expiry: Both,
    /// What it cannot do.
    pub cannot: Both,
    /// Its defaults.
    pub defaults: Both,
    /// What our model leaves out of it.
    pub left_out: Both,
    /// The story that comes nearest, by its name in addresses.
    pub story: &'static str,
    /// Where this can be read.
    pub sources: &'static [Source],
}

/// All presets, in the order of the page.
#[must_use]
pub const fn presets() -> &'static [Preset] {
    presets::PRESETS
}
