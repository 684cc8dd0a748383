//! What happened, as spans: who believed, who held, what was sent and what
//! became of it. A plain re-reading of the trace for everything that draws or
//! tells; it applies no rule of its own.

use crate::model::{
    Attempt, ClientId, FaultId, LocalTime, MessageId, Millis, NodeId, Ordinal, StepId, Token,
    TrueTime,
};
use crate::sim::report::{Cut, EndedBy, HarmKind, StepKind};
use crate::sim::scenario::{Fault, Scenario};
use crate::sim::trace::{BeliefEnd, Content, Decision, Event, Party, Standing, StepEnd, Trace};

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
    /// See [`Request`].
    pub requests: Vec<Request>,
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
        let mut reader = Reader::new(scenario, trace.closed_at);
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
        let mut spans: Vec<Span> = self
            .pauses
            .iter()
            .filter(|pause| pause.client == client)
            .map(|pause| pause.span)
            .collect();
        spans.sort_by_key(|span| span.from);
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

/// Reads one entry after another.
struct Reader<'a> {
    scenario: &'a Scenario,
    history: History,
    /// What each message is, by its id: ids count up from 0.
    sent: Vec<Slot>,
    /// The request that the resource is deciding on.
    arriving: Option<usize>,
}

/// Where a message is kept.
#[derive(Clone, Copy)]
enum Slot {
    Request(usize),
    Message(usize),
}

impl<'a> Reader<'a> {
    fn new(scenario: &'a Scenario, closed_at: TrueTime) -> Self {
        Self {
            scenario,
            history: History {
                closed_at,
                ..History::default()
            },
            sent: Vec::new(),
            arriving: None,
        }
    }

    /// A span that is open until something closes it.
    const fn open(&self, from: TrueTime) -> Span {
        Span {
            from,
            to: self.history.closed_at,
        }
    }

    fn read(&mut self, entry: usize, at: TrueTime, event: &Event) {
        match *event {
            Event::FaultBegan { fault } => self.fault_began(entry, at, fault),
            Event::FaultEnded { fault } => {
                if let Some(pause) = self
                    .history
                    .pauses
                    .iter_mut()
                    .find(|pause| pause.fault == fault)
                {
                    pause.span.to = at;
                }
            }
            Event::Arrived { client } => self.history.arrivals.push((client, at)),
            Event::StepBegan {
                client,
                step,
                thinks_until,
            } => {
                self.step_began(at, client, step, thinks_until);
            }
            Event::StepEnded { client, step, how } => self.step_ended(at, client, step, how),
            Event::AttemptFailed { client, .. } => {
                if let Some(wait) = self.open_wait(client) {
                    wait.denied.push(at);
                }
            }
            Event::BeliefBegan {
                client,
                grant,
                token,
                deadline,
            } => {
                if let Some(wait) = self.open_wait(client) {
                    wait.span.to = at;
                    wait.granted = true;
                }
                let span = self.open(at);
                self.history.beliefs.push(Belief {
                    client,
                    grant,
                    token,
                    deadline,
                    span,
                    end: None,
                    entry,
                });
            }
            Event::TokenLearnt { grant, token, .. } | Event::Counted { grant, token, .. } => {
                self.token(grant, token);
            }
            Event::DeadlineMoved { client, deadline } => {
                if let Some(belief) = self.open_belief(client) {
                    belief.deadline = deadline;
                }
            }
            Event::BeliefEnded { client, why, .. } => {
                if let Some(belief) = self.open_belief(client) {
                    belief.span.to = at;
                    belief.end = Some(why);
                }
            }
            Event::PlanFinished { client } => self.history.finished.push((client, at)),
            Event::Sent {
                from, to, content, ..
            } => {
                self.sent(
                    entry,
                    at,
                    Message {
                        from,
                        to,
                        content,
                        sent: at,
                        ended: None,
                        vanished: false,
                        entry,
                    },
                );
            }
            Event::Delivered { message } => self.arrived(at, message, Fate::Delivered),
            Event::Vanished { message } => self.arrived(at, message, Fate::Vanished),
            Event::Decided {
                kind,
                grant,
                issuer,
                decision,
                highest,
                ..
            } => {
                if let Some(request) = self.deciding() {
                    request.kind = Some(kind);
                    request.grant = grant;
                    request.issuer = issuer;
                    request.decision = Some(decision);
                    request.highest = highest;
                    request.entry = entry;
                }
            }
            Event::Harmed { kind, .. } => {
                if let Some(request) = self.deciding() {
                    request.harm.push(kind);
                }
            }
            Event::Granted { .. }
            | Event::Renewed { .. }
            | Event::ExpiryMoved { .. }
            | Event::Ended { .. }
            | Event::LockDelayBegan { .. }
            | Event::LockDelayEnded
            | Event::ValueStored { .. }
            | Event::ValueGone { .. } => self.at_the_lock(entry, at, event),
            Event::Checked { .. }
            | Event::StoodDown { .. }
            | Event::Denied { .. }
            | Event::Queued { .. }
            | Event::RenewalDenied { .. }
            | Event::ValueDenied { .. }
            | Event::Evaluated { .. } => {}
        }
    }

    fn at_the_lock(&mut self, entry: usize, at: TrueTime, event: &Event) {
        match *event {
            Event::Granted {
                client,
                attempt,
                grant,
                token,
                expires,
            } => {
                for stored in &mut self.history.stored {
                    if stored.client == client && stored.attempt == attempt {
                        stored.grant = Some(grant);
                    }
                }
                let span = self.open(at);
                self.history.holds.push(Hold {
                    client,
                    grant,
                    token,
                    span,
                    expires,
                    by: None,
                    entry,
                });
            }
            Event::Renewed { grant, expires } => {
                if let Some(hold) = self
                    .history
                    .holds
                    .iter_mut()
                    .find(|hold| hold.grant == grant)
                {
                    hold.expires = expires;
                }
            }
            Event::ExpiryMoved { expires, .. } => {
                if let Some(hold) = self
                    .history
                    .holds
                    .iter_mut()
                    .rfind(|hold| hold.by.is_none())
                {
                    hold.expires = expires;
                }
            }
            Event::Ended { grant, by } => {
                if let Some(hold) = self
                    .history
                    .holds
                    .iter_mut()
                    .find(|hold| hold.grant == grant)
                {
                    hold.span.to = at;
                    hold.by = Some(by);
                }
            }
            Event::LockDelayBegan { .. } => {
                let span = self.open(at);
                self.history.lock_delays.push(span);
            }
            Event::LockDelayEnded => {
                if let Some(span) = self.history.lock_delays.last_mut() {
                    span.to = at;
                }
            }
            Event::ValueStored {
                node,
                client,
                attempt,
                ..
            } => {
                let span = self.open(at);
                self.history.stored.push(Stored {
                    node,
                    client,
                    attempt,
                    grant: None,
                    span,
                });
            }
            Event::ValueGone {
                node,
                client,
                attempt,
                ..
            } => {
                if let Some(stored) = self.history.stored.iter_mut().rfind(|stored| {
                    stored.node == node && stored.client == client && stored.attempt == attempt
                }) {
                    stored.span.to = at;
                }
            }
            _ => {}
        }
    }

    fn fault_began(&mut self, entry: usize, at: TrueTime, fault: FaultId) {
        match self.scenario.faults.get(fault.index()) {
            Some(Fault::Pause { client, .. }) => {
                let span = self.open(at);
                self.history.pauses.push(Paused {
                    client: *client,
                    fault,
                    span,
                    entry,
                });
            }
            Some(Fault::Crash { client, .. }) => {
                let client = *client;
                self.history.crashes.push((client, at));
                for thinking in &mut self.history.thinking {
                    if thinking.client == client && thinking.span.to > at {
                        thinking.span.to = at;
                    }
                }
            }
            Some(_) | None => {}
        }
    }

    fn step_began(&mut self, at: TrueTime, client: ClientId, step: StepId, until: TrueTime) {
        let acquires = self
            .scenario
            .clients
            .get(client.index())
            .and_then(|client| client.plan.get(step.index()))
            .is_some_and(|step| matches!(step, crate::sim::scenario::Step::Acquire { .. }));
        if acquires {
            let span = self.open(at);
            self.history.waits.push(Waiting {
                client,
                span,
                denied: Vec::new(),
                granted: false,
            });
        } else {
            let to = until.min(self.history.closed_at);
            self.history.thinking.push(Thinking {
                client,
                step,
                span: Span { from: at, to },
            });
        }
    }

    fn step_ended(&mut self, at: TrueTime, client: ClientId, step: StepId, how: StepEnd) {
        if how == StepEnd::Abandoned {
            for thinking in &mut self.history.thinking {
                if thinking.client == client && thinking.step == step && thinking.span.to > at {
                    thinking.span.to = at;
                }
            }
            if let Some(wait) = self.open_wait(client) {
                wait.span.to = at;
            }
        }
    }

    fn open_wait(&mut self, client: ClientId) -> Option<&mut Waiting> {
        let closed_at = self.history.closed_at;
        self.history
            .waits
            .iter_mut()
            .rfind(|wait| wait.client == client && !wait.granted && wait.span.to == closed_at)
    }

    fn open_belief(&mut self, client: ClientId) -> Option<&mut Belief> {
        self.history
            .beliefs
            .iter_mut()
            .rfind(|belief| belief.client == client && belief.end.is_none())
    }

    fn token(&mut self, grant: Ordinal, token: Token) {
        for hold in &mut self.history.holds {
            if hold.grant == grant {
                hold.token = Some(token);
            }
        }
        for belief in &mut self.history.beliefs {
            if belief.grant == grant {
                belief.token = Some(token);
            }
        }
    }

    fn sent(&mut self, entry: usize, at: TrueTime, message: Message) {
        let slot = match (message.from, message.content) {
            (Party::Client(client), Content::Request { step, token, .. }) => {
                self.history.requests.push(Request {
                    client,
                    step,
                    kind: None,
                    grant: None,
                    token,
                    sent: at,
                    ended: None,
                    decision: None,
                    issuer: Standing::Never,
                    highest: None,
                    harm: Vec::new(),
                    entry,
                });
                Slot::Request(self.history.requests.len() - 1)
            }
            _ => {
                self.history.messages.push(message);
                Slot::Message(self.history.messages.len() - 1)
            }
        };
        self.sent.push(slot);
    }

    fn arrived(&mut self, at: TrueTime, id: MessageId, fate: Fate) {
        match self.sent.get(id.index()).copied() {
            Some(Slot::Request(index)) => {
                self.arriving = Some(index);
                if let Some(request) = self.history.requests.get_mut(index) {
                    request.ended = Some(at);
                }
            }
            Some(Slot::Message(index)) => {
                if let Some(message) = self.history.messages.get_mut(index) {
                    message.ended = Some(at);
                    message.vanished = fate == Fate::Vanished;
                }
            }
            None => {}
        }
    }

    fn deciding(&mut self) -> Option<&mut Request> {
        self.arriving
            .and_then(|index| self.history.requests.get_mut(index))
    }
}

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Delivered,
    Vanished,
}
