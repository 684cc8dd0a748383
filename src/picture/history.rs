//! What happened, as spans: who believed, who held, what was sent and what
//! became of it. A plain re-reading of the trace for everything that draws or
//! tells; it applies no rule of its own.

use crate::model::{
    Attempt, ClientId, FaultId, LocalTime, Millis, NodeId, Ordinal, StepId, Token, TrueTime,
};
use crate::sim::report::{Cut, EndedBy, HarmKind, StepKind};
use crate::sim::scenario::Scenario;
use crate::sim::trace::{BeliefEnd, Content, Decision, Party, Standing, Trace};

/// A stretch of true time, from the first instant to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its first instant.
    pub from: TrueTime,
    /// Its last instant.
    pub to: TrueTime,
}

impl Span {
    /// How long it is.
    #[must_use]
    pub const fn length(self) -> Millis {
        self.to.since(self.from)
    }

    /// What is left of this span without the other ones (which are in order of time).
    #[must_use]
    pub fn without(self, others: &[Self]) -> Vec<Self> {
        let mut left = Vec::new();
        let mut from = self.from;
        for other in others {
            if other.to <= from || other.from >= self.to {
                continue;
            }
            if other.from > from {
                left.push(Self {
                    from,
                    to: other.from,
                });
            }
            from = from.max(other.to);
        }
        if from < self.to {
            left.push(Self { from, to: self.to });
        }
        left
    }
}

/// A client's belief that it holds the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief {
    /// Whose.
    pub client: ClientId,
    /// In which grant.
    pub grant: Ordinal,
    /// Its token, once it has one.
    pub token: Option<Token>,
    /// Its deadline by the client's own clock, as it was last.
    pub deadline: LocalTime,
    /// When.
    pub span: Span,
    /// How it ended; none if it is still open.
    pub end: Option<BeliefEnd>,
    /// The entry of the trace that began it.
    pub entry: usize,
}

/// A grant as the lock service sees it: a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Whose.
    pub client: ClientId,
    /// Which.
    pub grant: Ordinal,
    /// Its token, once it has one.
    pub token: Option<Token>,
    /// When.
    pub span: Span,
    /// When it would end, or would have ended, by itself.
    pub expires: TrueTime,
    /// How it ended; none if it is still open.
    pub by: Option<EndedBy>,
    /// The entry of the trace that began it.
    pub entry: usize,
}

/// A value at one Redlock node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Where.
    pub node: NodeId,
    /// Whose.
    pub client: ClientId,
    /// Of which attempt.
    pub attempt: Attempt,
    /// The grant that the attempt became, if it did.
    pub grant: Option<Ordinal>,
    /// When.
    pub span: Span,
}

/// A request to the resource, from its sending to what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Whose.
    pub client: ClientId,
    /// The step that sent it.
    pub step: StepId,
    /// What it is; known once it has arrived.
    pub kind: Option<StepKind>,
    /// Under which grant it was sent.
    pub grant: Option<Ordinal>,
    /// The token it carries.
    pub token: Option<Token>,
    /// When it was sent.
    pub sent: TrueTime,
    /// When it arrived or vanished.
    pub ended: Option<TrueTime>,
    /// What was decided; none if it vanished or is on its way.
    pub decision: Option<Decision>,
    /// The issuer's standing when it arrived.
    pub issuer: Standing,
    /// The highest token after it.
    pub highest: Option<Token>,
    /// The harm it did.
    pub harm: Vec<HarmKind>,
    /// The entry of the decision, else of the sending.
    pub entry: usize,
}

/// A client's wait for the lock, from its first request to the grant or the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Whose.
    pub client: ClientId,
    /// At which step.
    pub step: StepId,
    /// When.
    pub span: Span,
    /// The instants at which it was refused.
    pub denied: Vec<TrueTime>,
    /// Whether it ended in a grant that the client handled.
    pub granted: bool,
}

/// A message that brings a grant, or any message that is not to the resource and takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// From where.
    pub from: Party,
    /// To where.
    pub to: Party,
    /// What it says.
    pub content: Content,
    /// When it was sent.
    pub sent: TrueTime,
    /// When it arrived or vanished.
    pub ended: Option<TrueTime>,
    /// Whether it vanished.
    pub vanished: bool,
    /// The entry of its sending.
    pub entry: usize,
}

/// A client at work before a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Whose.
    pub client: ClientId,
    /// Before which step.
    pub step: StepId,
    /// From the begin of the step to its end, pauses included.
    pub span: Span,
}

/// A pause, as it was in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paused {
    /// Whose.
    pub client: ClientId,
    /// Which fault of the file.
    pub fault: FaultId,
    /// When.
    pub span: Span,
    /// The entry of the trace that began it.
    pub entry: usize,
}

/// The whole run as spans, each list in order of its begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// See [`Belief`].
    pub beliefs: Vec<Belief>,
    /// See [`Hold`].
    pub holds: Vec<Hold>,
    /// See [`Stored`].
    pub stored: Vec<Stored>,
    /// See [`Request`]; in the order of their sending.
    pub requests: Vec<Request>,
    /// The requests that were decided on, by their place, in the order of the decisions.
    pub decisions: Vec<usize>,
    /// See [`Waiting`].
    pub waits: Vec<Waiting>,
    /// See [`Message`]; messages of the lock service and the counter.
    pub messages: Vec<Message>,
    /// See [`Thinking`].
    pub thinking: Vec<Thinking>,
    /// See [`Paused`].
    pub pauses: Vec<Paused>,
    /// Who crashed, and when.
    pub crashes: Vec<(ClientId, TrueTime)>,
    /// When lock-delay ran.
    pub lock_delays: Vec<Span>,
    /// When each client's plan began.
    pub arrivals: Vec<(ClientId, TrueTime)>,
    /// When each client's plan was over.
    pub finished: Vec<(ClientId, TrueTime)>,
    /// Where open spans are closed.
    pub closed_at: TrueTime,
    /// Why the run was cut, if it was.
    pub cut: Option<Cut>,
}

impl History {
    /// Reads a trace as spans.
    #[must_use]
    pub fn of(scenario: &Scenario, trace: &Trace) -> Self {
        let mut reader = super::reader::Reader::new(scenario, trace.closed_at);
        for (index, entry) in trace.entries.iter().enumerate() {
            reader.read(index, entry.at, &entry.event);
        }
        let mut history = reader.history;
        history.cut = trace.cut;
        history
    }

    /// The spans during which `client` holds, in order of time.
    #[must_use]
    pub fn holds_of(&self, client: ClientId) -> Vec<Span> {
        self.holds
            .iter()
            .filter(|hold| hold.client == client)
            .map(|hold| hold.span)
            .collect()
    }

    /// The spans during which `client` is paused, in order of time and without overlaps.
    #[must_use]
    pub fn pauses_of(&self, client: ClientId) -> Vec<Span> {
        let spans: Vec<Span> = self
            .pauses
            .iter()
            .filter(|pause| pause.client == client)
            .map(|pause| pause.span)
            .collect();
        let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
        for span in spans {
            match joined.last_mut() {
                Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
                _ => joined.push(span),
            }
        }
        joined
    }

    /// Where belief stands without fact: the client believes and does not hold.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        self.beliefs
            .iter()
            .flat_map(|belief| {
                belief
                    .span
                    .without(&self.holds_of(belief.client))
                    .into_iter()
                    .map(|span| Gap {
                        client: belief.client,
                        grant: belief.grant,
                        span,
                    })
            })
            .collect()
    }

    /// The requests in the order in which the resource decided on them.
    pub fn decided(&self) -> impl Iterator<Item = &Request> {
        self.decisions
            .iter()
            .filter_map(|index| self.requests.get(*index))
    }

    /// The grant with this number.
    #[must_use]
    pub fn hold(&self, grant: Ordinal) -> Option<&Hold> {
        self.holds.iter().find(|hold| hold.grant == grant)
    }
}

/// A span in which a client believes that it holds the lock, and does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Who.
    pub client: ClientId,
    /// In which grant it believes.
    pub grant: Ordinal,
    /// When.
    pub span: Span,
}
