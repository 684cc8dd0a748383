//! The gallery: named runs, each with what happened and where to read of it.
//!
//! Stories are data for the static pages and for tests; nothing in the page's
//! program uses them.
//!
//! ```
//! use fencelab::sim::{audit, simulate};
//! use fencelab::story::stories;
//!
//! for story in stories() {
//!     let scenario = story.scenario()?;
//!     let report = audit(&scenario, &simulate(&scenario));
//!     assert_eq!(report.outcome, story.outcome, "{}", story.id);
//! }
//! # Ok::<(), fencelab::sim::Complaints>(())
//! ```

mod fence;
mod incidents;
mod lock;
pub(crate) mod source;

pub use source::Source;

use crate::model::TrueTime;
use crate::sim::report::Outcome;
use crate::sim::scenario::Scenario;
use crate::sim::{Complaints, read};
use crate::text::Both;

/// A named run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Story {
    /// Its name in addresses: small letters and hyphens.
    pub id: &'static str,
    /// Where it belongs.
    pub kind: Kind,
    /// Its name.
    pub title: Both,
    /// What happened, in one sentence.
    pub happened: Both,
    /// What is reported and what was chosen, or what the model leaves out; only where that matters.
    pub note: Option<Both>,
    /// Where to read of it, the best first.
    pub sources: &'static [Source],
    /// The moment to look at.
    pub look_at: TrueTime,
    /// What its run comes to.
    pub outcome: Outcome,
    /// The scenario file.
    pub file: &'static str,
}

/// Where a story belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It happened and was reported in public.
    Incident,
    /// What a lock by itself does and does not do.
    Lock,
    /// What the receiver can do, and where that ends.
    Receiver,
}

impl Kind {
    /// All kinds, in the order of the gallery.
    pub const ALL: [Self; 3] = [Self::Lock, Self::Receiver, Self::Incident];
}

impl Story {
    /// The scenario of the story.
    ///
    /// # Errors
    ///
    /// What is wrong with the file; a test sees that nothing is.
    pub fn scenario(&self) -> Result<Scenario, Complaints> {
        read(self.file.as_bytes())
    }
}

/// All stories, in the order of the gallery.
pub fn stories() -> impl Iterator<Item = &'static Story> {
    lock::STORIES
        .iter()
        .chain(fence::STORIES)
        .chain(incidents::STORIES)
}

/// The story with this name, if there is one.
#[must_use]
pub fn story(id: &str) -> Option<&'static Story> {
    stories().find(|story| story.id == id)
}
