//! What can be wrong with a link.

use super::PresetId;
use crate::text::{Lang, link};
use std::fmt;

/// Why a link cannot be read. [`link::explain`] says it in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It does not begin as a link does.
    NotALink,
    /// It has a character that no link has.
    Character {
        /// The first of them.
        found: char,
    },
    /// A newer page has made it: the version, the story or the view is not known here.
    Newer,
    /// Its end is missing.
    Cut {
        /// How many characters are missing, if that can be told.
        missing: Option<u32>,
        /// The story that it seems to build on.
        preset: Option<PresetId>,
    },
    /// Something in it has been changed or added.
    Damaged {
        /// The story that it seems to build on.
        preset: Option<PresetId>,
    },
    /// It is whole, but the scenario in it is not allowed.
    Refused {
        /// The first field that is complained about, as in a scenario file.
        path: String,
    },
}

impl LinkError {
    /// What could be read: the story that the link seems to build on.
    #[must_use]
    pub const fn preset(&self) -> Option<PresetId> {
        match self {
            Self::Cut { preset, .. } | Self::Damaged { preset } => *preset,
            Self::NotALink | Self::Character { .. } | Self::Newer | Self::Refused { .. } => None,
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&link::explain(Lang::En, self))
    }
}

impl std::error::Error for LinkError {}
