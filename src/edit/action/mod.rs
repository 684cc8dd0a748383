//! What can be added to a scenario and removed from it, as data: an action has
//! a name in both languages, and gives another scenario.
//!
//! ```
//! use fencelab::edit::action::{Action, actions_at};
//! use fencelab::model::{ClientId, TrueTime};
//! use fencelab::picture::{History, layout::Owner};
//! use fencelab::sim::{scenario::Scenario, simulate};
//! use fencelab::text::Lang;
//!
//! let seed = Scenario::seed();
//! let history = History::of(&seed, &simulate(&seed));
//! let menu = actions_at(&seed, &history, Owner::Client(ClientId(1)), TrueTime(12_000));
//! let crash = menu.actions.iter().find(|action| action.name(Lang::En, &seed) == "Crash here");
//! assert_eq!(crash.unwrap().apply(&seed).faults.len(), 2);
//! ```

mod clients;
mod menu;
mod name;
mod plan;

pub use menu::{Menu, Section, actions_at};

use super::Sentence;
use super::field::checked;
use crate::model::{ClientId, FaultId, Millis, StepId, TrueTime};
use crate::picture::HandleKind;
use crate::sim::limits::FAULTS;
use crate::sim::scenario::{Fault, Scenario, Step};
use crate::text::say;

/// Something that can be done to a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Let something go wrong.
    Happen(Fault),
    /// Keep the first message of a step on its way for so long.
    Delay {
        /// Whose.
        client: ClientId,
        /// Of which step.
        step: StepId,
        /// When it is sent.
        sent: TrueTime,
        /// How long it will be on its way.
        request: Millis,
    },
    /// Put a step into a plan. An update brings the read that it rests on, if there is none.
    Insert {
        /// Whose.
        client: ClientId,
        /// Before which step; the number of steps to put it at the end.
        place: StepId,
        /// What.
        step: NewStep,
        /// Thinking time before it.
        after: Millis,
        /// How much of that is taken from the thinking of the step that follows.
        taken: Millis,
    },
    /// Take a step out of a plan.
    RemoveStep(ClientId, StepId),
    /// Move a step to another place of its plan, both counted before the move.
    MoveStep {
        /// Whose.
        client: ClientId,
        /// Which.
        step: StepId,
        /// Where it will be.
        to: StepId,
    },
    /// Make another kind of step of one; what both kinds have stays.
    ChangeStep {
        /// Whose.
        client: ClientId,
        /// Which.
        step: StepId,
        /// What it will be.
        kind: NewStep,
    },
    /// Take something that goes wrong out.
    RemoveFault(FaultId),
    /// Take back what a handle has set: a thinking time, a delay, a window, an arrival.
    Clear(HandleKind),
    /// Add a client that does what the last one does, a little later.
    AddClient,
    /// Take a client out, with everything that happens to it.
    RemoveClient(ClientId),
}

/// The kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NewStep {
    /// Take the lock.
    Acquire,
    /// Read an object.
    Read,
    /// Set an object.
    Write,
    /// Read-modify-write.
    Update,
    /// Do something outside.
    Effect,
    /// Give the lock back.
    Release,
}

impl NewStep {
    /// All of them, in the order of a menu.
    pub const ALL: [Self; 6] = [
        Self::Acquire,
        Self::Read,
        Self::Write,
        Self::Update,
        Self::Effect,
        Self::Release,
    ];

    /// The kind of a step.
    #[must_use]
    pub const fn of(step: &Step) -> Self {
        match step {
            Step::Acquire { .. } => Self::Acquire,
            Step::Read { .. } => Self::Read,
            Step::Write(_) => Self::Write,
            Step::Update(_) => Self::Update,
            Step::Effect(_) => Self::Effect,
            Step::Release { .. } => Self::Release,
        }
    }

    /// Its name in a file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Acquire => "acquire",
            Self::Read => "read",
            Self::Write => "write",
            Self::Update => "update",
            Self::Effect => "effect",
            Self::Release => "release",
        }
    }
}

impl Action {
    /// The scenario after the action; as it was, if it cannot be done there.
    #[must_use]
    pub fn apply(&self, scenario: &Scenario) -> Scenario {
        self.tried(scenario).unwrap_or_else(|_| scenario.clone())
    }

    /// The scenario after the action.
    ///
    /// # Errors
    /// Why it cannot be done. The scenario stays as it was.
    pub fn tried(&self, scenario: &Scenario) -> Result<Scenario, Vec<Sentence>> {
        match self {
            Self::Happen(fault) => happen(scenario, fault),
            Self::Delay {
                client,
                step,
                request,
                ..
            } => checked(HandleKind::Request(*client, *step).set(scenario, *request)),
            Self::Insert {
                client,
                place,
                step,
                after,
                taken,
            } => plan::insert(scenario, (*client, *place), *step, (*after, *taken)),
            Self::RemoveStep(client, step) => plan::remove(scenario, *client, *step),
            Self::MoveStep { client, step, to } => plan::shift(scenario, *client, *step, *to),
            Self::ChangeStep { client, step, kind } => {
                plan::change(scenario, *client, *step, *kind)
            }
            Self::RemoveFault(fault) => {
                let mut edited = scenario.clone();
                if fault.index() >= edited.faults.len() {
                    return Err(vec![gone()]);
                }
                edited.faults.remove(fault.index());
                checked(edited)
            }
            Self::Clear(kind) => checked(clear(scenario, *kind)),
            Self::AddClient => clients::add(scenario),
            Self::RemoveClient(client) => clients::remove(scenario, *client),
        }
    }
}

/// What the Delete key does on a handle; nothing on the end of a lease, which must end.
#[must_use]
pub const fn deletion(kind: HandleKind) -> Option<Action> {
    match kind {
        HandleKind::PauseBegin(fault)
        | HandleKind::PauseEnd(fault)
        | HandleKind::SpanBegin(fault)
        | HandleKind::SpanEnd(fault)
        | HandleKind::Instant(fault) => Some(Action::RemoveFault(fault)),
        HandleKind::LeaseEnd => None,
        HandleKind::Arrival(_)
        | HandleKind::Thinking(..)
        | HandleKind::Request(..)
        | HandleKind::Reply(..)
        | HandleKind::LockDelayEnd
        | HandleKind::WindowEnd => Some(Action::Clear(kind)),
    }
}

/// The scenario without what a handle stands for.
#[must_use]
pub fn remove(scenario: &Scenario, kind: HandleKind) -> Scenario {
    deletion(kind).map_or_else(|| scenario.clone(), |action| action.apply(scenario))
}

fn clear(scenario: &Scenario, kind: HandleKind) -> Scenario {
    match kind {
        HandleKind::Request(client, step) => {
            plan::usual_delay(scenario, client, step, plan::Way::There)
        }
        HandleKind::Reply(client, step) => {
            plan::usual_delay(scenario, client, step, plan::Way::Back)
        }
        HandleKind::WindowEnd => {
            let mut edited = scenario.clone();
            edited.resource.dedup_window = None;
            edited
        }
        HandleKind::Arrival(_) | HandleKind::Thinking(..) | HandleKind::LockDelayEnd => {
            kind.set(scenario, Millis::ZERO)
        }
        HandleKind::PauseBegin(_)
        | HandleKind::PauseEnd(_)
        | HandleKind::SpanBegin(_)
        | HandleKind::SpanEnd(_)
        | HandleKind::Instant(_)
        | HandleKind::LeaseEnd => scenario.clone(),
    }
}

fn happen(scenario: &Scenario, fault: &Fault) -> Result<Scenario, Vec<Sentence>> {
    if let Some(full) = no_room(scenario) {
        return Err(vec![full]);
    }
    let mut edited = scenario.clone();
    edited.faults.push(fault.clone());
    checked(edited)
}

/// Why nothing more can go wrong, if so.
fn no_room(scenario: &Scenario) -> Option<Sentence> {
    let most = FAULTS.max;
    let full = !FAULTS.allows(scenario.faults.len().saturating_add(1));
    full.then(|| {
        Sentence::new("faults", |lang| {
            say!(
                lang,
                "There are {most} faults already, the most that there may be. Remove one first.",
                "障害はすでに上限の {most} 個あります。先にどれかを削除してください。"
            )
        })
    })
}

/// What is said of an action on something that is not there any more.
fn gone() -> Sentence {
    Sentence::new("$", |lang| {
        say!(
            lang,
            "This is not in the scenario any more.",
            "これはもうこの筋書きにありません。"
        )
    })
}

/// The largest time of the 1-2-5 series that is not above this one, 1 ms at least.
fn nice(time: Millis) -> Millis {
    let mut nice = 1_i64;
    for factor in [2_i64, 5, 10] {
        let mut step = factor;
        while step <= time.0 {
            nice = nice.max(step);
            step = step.saturating_mul(10);
        }
    }
    Millis(nice)
}
