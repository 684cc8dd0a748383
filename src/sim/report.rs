//! The report: what an observer who sees everything says of a run
//! (`docs/model.md`, section 7).

pub use crate::model::{EndedBy, HarmKind, Reason, StepKind};

use crate::model::{Millis, Ordinal, Token, TrueTime};
use serde::Serialize;

/// The report of one run. Fields in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The one word for the run.
    pub outcome: Outcome,
    /// True time during which at least two clients believe that they hold the lock.
    #[serde(rename = "belief_overlap_ms")]
    pub belief_overlap: Millis,
    /// Writes, updates and effects applied while their issuer was not the holder.
    pub stale_accepted: u32,
    /// What went wrong at the resource.
    pub harm: Vec<Harm>,
    /// Refusals and duplicates at the resource.
    pub refused: Vec<Refusal>,
    /// Clients that learnt of the loss and skipped the rest.
    pub stood_down: Vec<StoodDown>,
    /// All grants by ordinal.
    pub grants: Vec<Grant>,
    /// One for each acquire step that was begun.
    pub waits: Vec<Wait>,
    /// Refusals of a request whose issuer was the holder.
    pub rightful_refused: u32,
    /// Time during which the holder was a crashed client.
    #[serde(rename = "dead_hold_ms")]
    pub dead_hold: Millis,
    /// The last instant at which something happened.
    #[serde(rename = "end_ms")]
    pub end: TrueTime,
    /// Why the run was cut, if it was.
    pub cut: Option<Cut>,
}

/// The one word for a run, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Harm was done.
    Broken,
    /// The fence refused an older token.
    Fenced,
    /// The resource refused for another reason.
    Refused,
    /// The resource recognised a duplicate.
    Deduplicated,
    /// A client learnt of the loss and stopped.
    StoodDown,
    /// Two believed, or a stale write was accepted, and no harm came of it.
    Lucky,
    /// Nothing went wrong.
    Safe,
    /// Purpose efficiency: work was done twice.
    Wasted,
}

/// One harm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Harm {
    /// What kind.
    pub kind: HarmKind,
    /// When.
    #[serde(rename = "at_ms")]
    pub at: TrueTime,
    /// The client whose request did it, by name.
    pub client: String,
    /// Where.
    #[serde(flatten)]
    pub place: HarmPlace,
}

/// What was harmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmPlace {
    /// An object, by name.
    Object(String),
    /// The effect under a key.
    Key(String),
}

/// One refusal or duplicate at the resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// When the request arrived.
    #[serde(rename = "at_ms")]
    pub at: TrueTime,
    /// Whose it was, by name.
    pub client: String,
    /// What it was.
    pub step: StepKind,
    /// Why it was not applied.
    pub reason: Reason,
    /// The token it carried.
    pub token: Option<Token>,
}

/// A client that stood down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoodDown {
    /// Who, by name.
    pub client: String,
    /// When it learnt.
    #[serde(rename = "at_ms")]
    pub at: TrueTime,
}

/// One grant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grant {
    /// To whom, by name.
    pub client: String,
    /// Which, in true order.
    pub ordinal: Ordinal,
    /// Its token, if it has one.
    pub token: Option<Token>,
    /// When it was made.
    #[serde(rename = "at_ms")]
    pub at: TrueTime,
    /// When it ended; none if the run was cut before.
    #[serde(rename = "ended_ms")]
    pub ended: Option<TrueTime>,
    /// How it ended.
    pub ended_by: Option<EndedBy>,
}

/// How long a client waited for one acquire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// Who, by name.
    pub client: String,
    /// When it first asked.
    #[serde(rename = "from_ms")]
    pub from: TrueTime,
    /// When the grant that it handled was made.
    #[serde(rename = "granted_ms")]
    pub granted: Option<TrueTime>,
}

/// Why a run was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Its next entry lies after the horizon.
    Horizon,
    /// About 10 000 entries have been handled.
    Entries,
}
