//! On Monday: the fence as code to take home, and a recipe to try it for real.
//! The conformance tests run exactly these files against real servers.

mod snippets;

use crate::story::Source;
use crate::text::Both;

/// A way to fence, with its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// Its name in addresses.
    pub id: &'static str,
    /// What it is.
    pub title: Both,
    /// What it does, and why that is enough.
    pub about: Both,
    /// What it needs, and what stays unprotected.
    pub limits: Both,
    /// What the tests run it against.
    pub checked: Both,
    /// Its files: each with its path below `docs/monday` and its text.
    pub files: &'static [(&'static str, &'static str)],
    /// Where this can be read.
    pub sources: &'static [Source],
}

/// All snippets, in the order of the page; the last one is the recipe.
#[must_use]
pub const fn snippets() -> &'static [Snippet] {
    snippets::SNIPPETS
}
