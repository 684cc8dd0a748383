//! The report: what an observer who sees everything says of a run
//! (`docs/model.md`, section 7).

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

/// The kinds of harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmKind {
    /// Applied after a change that was sent under a later grant.
    Inversion,
    /// An update that rests on a version that is not the object's.
    LostUpdate,
    /// An effect whose key has been done before.
    DuplicateEffect,
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

/// The kinds of step that reach the resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// See [`crate::sim::scenario::Step::Read`].
    Read,
    /// See [`crate::sim::scenario::Step::Write`].
    Write,
    /// See [`crate::sim::scenario::Step::Update`].
    Update,
    /// See [`crate::sim::scenario::Step::Effect`].
    Effect,
}

/// Why the resource did not apply a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The lock service says that another holds, or nobody.
    NotHolder,
    /// The fence is on and the request has no token.
    NoToken,
    /// The token is smaller than the highest seen.
    StaleToken,
    /// The key has been applied before.
    Duplicate,
    /// The change rests on another version.
    VersionConflict,
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

/// How a grant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// Its TTL passed on the service's clock.
    Expiry,
    /// Its client gave it back.
    Release,
    /// Another client's `always` release.
    Deleted,
    /// The service dropped or erased it.
    Lost,
    /// A failover.
    Failover,
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
