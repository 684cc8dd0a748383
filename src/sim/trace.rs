//! The trace: everything that happened in a run, in the one order in which it
//! happened. The report, the picture, the log and the state of every machine
//! at the playhead are functions of it.

pub use super::message::{Content, Party};
pub use crate::model::{Decision, Denial, Standing};

use super::report::{Cut, EndedBy, HarmKind, Reason, StepKind};
use crate::model::{
    Attempt, ClientId, FaultId, LocalTime, MessageId, Millis, NodeId, Ordinal, StepId, Token,
    TrueTime,
};

/// Everything that happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// In the order in which they happened; true time never falls.
    pub entries: Vec<Entry>,
    /// Durations still open are closed here: the last instant at which
    /// something happened, or the horizon if that cut the run.
    pub closed_at: TrueTime,
    /// Why the run was cut, if it was.
    pub cut: Option<Cut>,
}

impl Trace {
    /// As far as it is known just before an entry: what comes later is absent.
    #[must_use]
    pub fn until(mut self, entry: usize) -> Self {
        if let Some(next) = self.entries.get(entry) {
            self.closed_at = next.at;
            self.cut = None;
            self.entries.truncate(entry);
        }
        self
    }
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When.
    pub at: TrueTime,
    /// What.
    pub event: Event,
}

/// What can happen. Past tense: it has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A fault of the file began (or, if it has no length, happened).
    FaultBegan {
        /// Which.
        fault: FaultId,
    },
    /// A pause, cut or outage ended.
    FaultEnded {
        /// Which.
        fault: FaultId,
    },

    /// A client's plan began.
    Arrived {
        /// Whose.
        client: ClientId,
    },
    /// A client came to a step; for all but acquire it thinks first.
    StepBegan {
        /// Whose.
        client: ClientId,
        /// Which.
        step: StepId,
        /// When the thinking will have ended, pauses included.
        thinks_until: TrueTime,
    },
    /// A step was over.
    StepEnded {
        /// Whose.
        client: ClientId,
        /// Which.
        step: StepId,
        /// How.
        how: StepEnd,
    },
    /// An acquire was refused, unanswered or voted down; the client sleeps, then asks again.
    AttemptFailed {
        /// Whose.
        client: ClientId,
        /// Which.
        attempt: Attempt,
        /// Why.
        why: AttemptFailure,
        /// When it will ask again, pauses not counted.
        retries_at: TrueTime,
    },
    /// A client looked before it sent.
    Checked {
        /// Who.
        client: ClientId,
        /// What it looked at, and what it saw.
        saw: Seen,
        /// Whether it goes on.
        goes_on: bool,
    },
    /// Belief began: the client handled its grant.
    BeliefBegan {
        /// Whose.
        client: ClientId,
        /// Of which grant.
        grant: Ordinal,
        /// With which token, if it has one already.
        token: Option<Token>,
        /// Its deadline on its own clock.
        deadline: LocalTime,
    },
    /// The token of a separate counter reached the client.
    TokenLearnt {
        /// Who.
        client: ClientId,
        /// Of which grant.
        grant: Ordinal,
        /// Which.
        token: Token,
    },
    /// An accepted renewal moved a client's deadline.
    DeadlineMoved {
        /// Whose.
        client: ClientId,
        /// Where to, on its own clock.
        deadline: LocalTime,
    },
    /// Belief ended.
    BeliefEnded {
        /// Whose.
        client: ClientId,
        /// Of which grant.
        grant: Ordinal,
        /// Why.
        why: BeliefEnd,
    },
    /// A client learnt of the loss and skipped the rest up to its next release.
    StoodDown {
        /// Who.
        client: ClientId,
        /// How it learnt.
        learnt: Learnt,
    },
    /// A client's plan was over.
    PlanFinished {
        /// Whose.
        client: ClientId,
    },

    /// A message was sent.
    Sent {
        /// Which.
        message: MessageId,
        /// From where.
        from: Party,
        /// To where.
        to: Party,
        /// What it says.
        content: Content,
    },
    /// A message arrived. What is put aside in a pause has arrived all the same.
    Delivered {
        /// Which.
        message: MessageId,
    },
    /// A message vanished: in a cut, or at a node that was down.
    Vanished {
        /// Which.
        message: MessageId,
    },

    /// The lock was granted: on a lease at the service, on Redlock at the evaluation.
    Granted {
        /// To whom.
        client: ClientId,
        /// In answer to which attempt.
        attempt: Attempt,
        /// Its number in true order.
        grant: Ordinal,
        /// Its token, if the service mints one.
        token: Option<Token>,
        /// When it will end by itself, as the clocks stand now.
        expires: TrueTime,
    },
    /// The lease service refused an acquire.
    Denied {
        /// Whose.
        client: ClientId,
        /// Which.
        attempt: Attempt,
        /// Why.
        why: Denial,
    },
    /// A request waits in line at the lease service.
    Queued {
        /// Whose.
        client: ClientId,
        /// Which.
        attempt: Attempt,
    },
    /// A lease was extended.
    Renewed {
        /// Which.
        grant: Ordinal,
        /// When it will end now.
        expires: TrueTime,
    },
    /// A renewal was refused at the service.
    RenewalDenied {
        /// Whose.
        client: ClientId,
    },
    /// A clock of the lock service was set, and with it the end of what it holds moved.
    ExpiryMoved {
        /// At which node.
        node: NodeId,
        /// When it will end now.
        expires: TrueTime,
    },
    /// A grant ended, in fact. On Redlock: no majority has its value any more.
    Ended {
        /// Which.
        grant: Ordinal,
        /// By what.
        by: EndedBy,
    },
    /// Lock-delay began: nothing is granted for a while.
    LockDelayBegan {
        /// Until when, as the clock stands now.
        until: TrueTime,
    },
    /// Lock-delay ended, by itself or by a failover or erasure.
    LockDelayEnded,
    /// A Redlock node stored a value.
    ValueStored {
        /// Which node.
        node: NodeId,
        /// Whose value.
        client: ClientId,
        /// Of which attempt.
        attempt: Attempt,
        /// When it will be gone by itself.
        expires: TrueTime,
    },
    /// A Redlock node refused: it has another value.
    ValueDenied {
        /// Which node.
        node: NodeId,
        /// Whose request.
        client: ClientId,
        /// Of which attempt.
        attempt: Attempt,
    },
    /// A Redlock node has a value no more.
    ValueGone {
        /// Which node.
        node: NodeId,
        /// Whose value.
        client: ClientId,
        /// Of which attempt.
        attempt: Attempt,
        /// By what.
        by: EndedBy,
    },
    /// A Redlock client counted the votes.
    Evaluated {
        /// Who.
        client: ClientId,
        /// Of which attempt.
        attempt: Attempt,
        /// How many nodes said yes.
        yes: u8,
        /// Since its start, on the client's own clock.
        elapsed: Millis,
        /// TTL less elapsed less drift; granted only if above 0.
        validity: Millis,
        /// Whether that makes a grant.
        granted: bool,
    },
    /// The separate counter handed out a number.
    Counted {
        /// To whom.
        client: ClientId,
        /// For which grant.
        grant: Ordinal,
        /// The number.
        token: Token,
    },

    /// The resource decided on a request. All of it is one atomic step.
    Decided {
        /// Whose.
        client: ClientId,
        /// The step that sent it.
        step: StepId,
        /// What it was.
        kind: StepKind,
        /// Under which grant it was sent.
        grant: Option<Ordinal>,
        /// The token it carried.
        token: Option<Token>,
        /// Whether its issuer is the holder at this instant.
        issuer: Standing,
        /// What was decided.
        decision: Decision,
        /// The highest token that counts for this request, after the decision.
        highest: Option<Token>,
    },
    /// Harm was done by the request decided just before.
    Harmed {
        /// What kind.
        kind: HarmKind,
        /// Whose request did it.
        client: ClientId,
        /// Its step.
        step: StepId,
    },
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// Its answer was handled.
    Answered,
    /// It was sent and does not wait.
    SentOnly,
    /// It was not needed: the last read said that it was done.
    PassedOver,
    /// The client stood down.
    Abandoned,
}

/// Why an attempt to acquire failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptFailure {
    /// The service said no.
    Refused,
    /// No answer came in time.
    TimedOut,
    /// Redlock: no majority, or no validity left.
    VotedDown,
}

/// What a client saw when it looked before sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Its own clock.
    Clock {
        /// What it showed.
        now: LocalTime,
        /// Its deadline.
        deadline: LocalTime,
    },
    /// The lock service's answer.
    Answer {
        /// Whether the grant holds.
        holds: bool,
    },
}

/// Why belief ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeliefEnd {
    /// The client gave the lock back.
    Released,
    /// It crashed.
    Crashed,
    /// It learnt that the lock was lost.
    LearntLost,
    /// Its plan was over.
    PlanFinished,
    /// With a clock check: its own clock reached the deadline.
    DeadlineReached,
    /// A newer grant took its place.
    Replaced,
}

/// How a client learnt of the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learnt {
    /// It looked at its clock, or asked.
    Check,
    /// A renewal was refused.
    Renewal,
    /// The resource refused a request.
    Refusal(Reason),
}
