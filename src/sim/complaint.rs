//! What is wrong with a scenario: where, what, and what to change.

use super::limits::{FILE_BYTES, Range};
use super::scenario::Service;
use std::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Where: `clients[0].plan[2].write.after_ms`, or `$` for the whole text.
    pub path: String,
    /// What is wrong there.
    pub problem: Problem,
}

/// Everything that is wrong with a file, in the order of its fields. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaints(pub Vec<Complaint>);

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file is too large to be read.
    FileTooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The bytes are not text.
    NotUtf8 {
        /// From 1.
        line: usize,
        /// In bytes, from 1.
        column: usize,
    },
    /// The text is not JSON.
    NotJson {
        /// From 1.
        line: usize,
        /// In bytes.
        column: usize,
    },
    /// The file is of another version of the format.
    OtherFormat,
    /// A field that the format does not have here.
    UnknownField {
        /// The fields that it has here.
        known: &'static [&'static str],
    },
    /// A field that stands twice in one object.
    GivenTwice,
    /// A field without a default is not there.
    Missing,
    /// A value of another type.
    WrongType {
        /// What belongs there.
        wanted: Wanted,
        /// What is there.
        found: Found,
    },
    /// A word that is none of those that may stand here.
    UnknownWord {
        /// Those that may.
        known: &'static [&'static str],
    },
    /// A number outside of its range.
    OutOfRange {
        /// The range.
        range: Range,
    },
    /// A text that is too short or too long.
    TextLength {
        /// Its length in characters.
        found: usize,
        /// The range.
        range: Range,
    },
    /// A list with too few or too many entries.
    ListLength {
        /// How many it has.
        found: usize,
        /// The range.
        range: Range,
    },
    /// A step or a fault that is not exactly one thing.
    NotOneField {
        /// How many fields it has.
        found: usize,
        /// What it may be.
        known: &'static [&'static str],
    },
    /// A fault of a client that the file does not have.
    UnknownClient {
        /// The name, if the file gives one.
        name: Option<String>,
    },
    /// A second client of one name.
    NameTaken {
        /// The place of the first, from 0.
        by: usize,
    },
    /// A node that the lock service does not have.
    UnknownNode {
        /// How many it has.
        nodes: u8,
    },
    /// A field, a word or a fault that only the other lock service has.
    OtherService {
        /// The service that has it.
        only: Service,
    },
    /// A list of delays that does not have one for each node.
    NodeDelays {
        /// How many it has.
        found: usize,
        /// How many nodes there are.
        nodes: u8,
    },
    /// An update without an earlier read of its object.
    UpdateWithoutRead {
        /// The object.
        object: String,
    },
    /// `unless_done` without a key.
    UnlessDoneWithoutKey,
    /// `unless_done` without an earlier read.
    UnlessDoneWithoutRead,
    /// `resends` above 0 without `resend_after_ms`.
    ResendsWithoutAfter,
    /// A second clock rate of one node.
    SecondRate {
        /// The place of the first fault, from 0.
        first: usize,
    },
}

/// What may stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A whole number.
    WholeNumber(Range),
    /// A whole number or null.
    WholeNumberOrNull(Range),
    /// A text.
    Text,
    /// A text or null.
    TextOrNull,
    /// One of a few words.
    Word(&'static [&'static str]),
    /// true or false.
    TrueOrFalse,
    /// An object.
    Object,
    /// A list.
    List,
    /// A list or null.
    ListOrNull,
    /// One of a few words, or an object with a node.
    CutFrom(&'static [&'static str]),
}

/// What stands in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// null.
    Null,
    /// true or false.
    TrueOrFalse,
    /// A whole number.
    WholeNumber,
    /// A number with a fraction or an exponent, as 1.0 and 1e3.
    OtherNumber,
    /// A text.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
}

impl fmt::Display for Complaint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.path, self.problem)
    }
}

impl fmt::Display for Complaints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for complaint in &self.0 {
            writeln!(out, "{complaint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Complaints {}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileTooLarge { bytes } => write!(
                out,
                "the file has {bytes} bytes; make it {FILE_BYTES} at most"
            ),
            Self::NotUtf8 { line, column } => write!(
                out,
                "the file is not UTF-8 text at line {line}, column {column}; save it as UTF-8"
            ),
            Self::NotJson { line, column } => write!(
                out,
                "this is not JSON: it cannot be read on at line {line}, column {column}; \
                 look there for a missing or surplus comma, quote or bracket"
            ),
            Self::OtherFormat => write!(
                out,
                "this is another version of the format; only format 1 is understood, write 1"
            ),
            Self::UnknownField { known } => write!(
                out,
                "there is no such field here; remove it, or use one of {}",
                Words(known)
            ),
            Self::GivenTwice => write!(out, "this field is given twice; keep one of them"),
            Self::Missing => write!(out, "this field is missing and has no default; add it"),
            Self::WrongType { wanted, found } => {
                write!(out, "this is {found}; write {wanted}")
            }
            Self::UnknownWord { known } => write!(
                out,
                "this word is not known here; write one of {}",
                Words(known)
            ),
            Self::OutOfRange { range } => {
                write!(
                    out,
                    "this number is out of range; write {} to {}",
                    range.min, range.max
                )
            }
            Self::TextLength { found, range } => write!(
                out,
                "this text has {found} characters; give it {} to {}",
                range.min, range.max
            ),
            Self::ListLength { found, range } => write!(
                out,
                "this list has {found} entries; give it {} to {}",
                range.min, range.max
            ),
            Self::NotOneField { found, known } => write!(
                out,
                "this object has {found} fields; give it exactly one of {}",
                Words(known)
            ),
            Self::UnknownClient { .. }
            | Self::NameTaken { .. }
            | Self::UnknownNode { .. }
            | Self::OtherService { .. }
            | Self::NodeDelays { .. }
            | Self::UpdateWithoutRead { .. }
            | Self::UnlessDoneWithoutKey
            | Self::UnlessDoneWithoutRead
            | Self::ResendsWithoutAfter
            | Self::SecondRate { .. } => self.relation(out),
        }
    }
}

impl Problem {
    /// The sentences about what does not fit together.
    fn relation(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownClient { name: Some(name) } => write!(
                out,
                "no client is called \"{name}\"; write the name of one of the clients"
            ),
            Self::UnknownClient { name: None } => {
                write!(out, "there is no such client; choose one of the clients")
            }
            Self::NameTaken { by } => write!(
                out,
                "clients[{by}] has the same name; give each client a name of its own"
            ),
            Self::UnknownNode { nodes: 1 } => {
                write!(out, "there is one node only; write 0")
            }
            Self::UnknownNode { nodes } => write!(
                out,
                "there are {nodes} nodes, counted from 0; write 0 to {}",
                nodes.saturating_sub(1)
            ),
            Self::OtherService { only } => write!(
                out,
                "only lock.service \"{}\" has this; remove it, or change the service",
                match only {
                    Service::Lease => "lease",
                    Service::Redlock => "redlock",
                }
            ),
            Self::NodeDelays { found, nodes } => write!(
                out,
                "this list has {found} delays for {nodes} nodes; give one for each node"
            ),
            Self::UpdateWithoutRead { object } => write!(
                out,
                "an update needs an earlier read of \"{object}\" in this plan; add one, or make \
                 this a write"
            ),
            Self::UnlessDoneWithoutKey => write!(
                out,
                "unless_done needs a key; add the key, or remove unless_done"
            ),
            Self::UnlessDoneWithoutRead => write!(
                out,
                "unless_done needs an earlier read in this plan; add one, or remove unless_done"
            ),
            Self::ResendsWithoutAfter => write!(
                out,
                "resends above 0 need resend_after_ms; add it, or write 0"
            ),
            Self::SecondRate { first } => write!(
                out,
                "faults[{first}] already sets the clock rate of this node; keep one of them"
            ),
            Self::FileTooLarge { .. }
            | Self::NotUtf8 { .. }
            | Self::NotJson { .. }
            | Self::OtherFormat
            | Self::UnknownField { .. }
            | Self::GivenTwice
            | Self::Missing
            | Self::WrongType { .. }
            | Self::UnknownWord { .. }
            | Self::OutOfRange { .. }
            | Self::TextLength { .. }
            | Self::ListLength { .. }
            | Self::NotOneField { .. } => Ok(()),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WholeNumber(range) => write!(
                out,
                "a whole number from {} to {}, without fraction or exponent",
                range.min, range.max
            ),
            Self::WholeNumberOrNull(range) => write!(
                out,
                "null or a whole number from {} to {}, without fraction or exponent",
                range.min, range.max
            ),
            Self::Text => write!(out, "a text in quotes"),
            Self::TextOrNull => write!(out, "null or a text in quotes"),
            Self::Word(known) => write!(out, "one of {}", Words(known)),
            Self::TrueOrFalse => write!(out, "true or false"),
            Self::Object => write!(out, "an object in braces"),
            Self::List => write!(out, "a list in brackets"),
            Self::ListOrNull => write!(out, "null or a list in brackets"),
            Self::CutFrom(known) => {
                write!(out, "one of {}, or {{\"node\": 0}}", Words(known))
            }
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Null => "null",
            Self::TrueOrFalse => "true or false",
            Self::WholeNumber => "a number",
            Self::OtherNumber => "a number with a fraction or an exponent",
            Self::Text => "a text",
            Self::List => "a list",
            Self::Object => "an object",
        })
    }
}

struct Words(&'static [&'static str]);

impl fmt::Display for Words {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, word) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(out, "{comma}{word}")?;
        }
        Ok(())
    }
}
