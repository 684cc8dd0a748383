//! What can be wrong with a lesson; tests see that nothing is.

use crate::sim::Complaints;
use std::fmt;

/// Something in a lesson's data that does not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A scenario that is none.
    Scenario(Complaints),
    /// The path of an edit that leads nowhere.
    Edit(String),
    /// A run that the lesson does not have.
    Run(String),
    /// A figure that its run does not have.
    Figure(String),
    /// A mark in a text that is not closed, or names a term or source that does not exist.
    Mark(String),
}

impl From<Complaints> for Mistake {
    fn from(complaints: Complaints) -> Self {
        Self::Scenario(complaints)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scenario(complaints) => complaints.fmt(out),
            Self::Edit(path) => write!(out, "no field {path}: correct the edit’s path"),
            Self::Run(name) => write!(out, "no run {name}: add it to the lesson’s runs"),
            Self::Figure(name) => write!(out, "the run has no figure {{{name}}}"),
            Self::Mark(text) => write!(out, "a mark that cannot be read: {text}"),
        }
    }
}
