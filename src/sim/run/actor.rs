//! What the run keeps of each client.

use super::agenda::{ClientDue, Ticket};
use super::network::Message;
use crate::model::resource::Request as Body;
use crate::model::{
    Attempt, ClientClock, ClientId, EndedBy, Holding, LocalTime, Millis, ObjectId, Ordinal, Spans,
    StepId, TrueTime, Version,
};
use crate::sim::clocks::{client_clock, pauses};
use crate::sim::scenario::{Check, Client, Fault, Step, Stops};

/// Where a client is in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It has not arrived.
    Absent,
    /// Its acquire is the next thing it does.
    BeforeAcquire,
    /// It thinks, and does this next.
    Thinking(Then),
    /// It waits for the answer to `ask`.
    Asking,
    /// It waits for the answer to an attempt.
    Attempting,
    /// It sleeps after a failed attempt.
    Sleeping,
    /// It waits for a number from the separate counter.
    Counting,
    /// It waits for the answer to the request of its step.
    AwaitingReply,
    /// Its plan is over.
    Finished,
    /// It has crashed.
    Crashed,
}

/// What a client does at the end of its thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// It looks at its clock, or asks.
    Look,
    /// It sends.
    Send,
}

/// What may go on in one kind of pause and not in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strand {
    /// The plan: stands still in every pause.
    Plan,
    /// Renewals: go on while only the worker stands still.
    Renewal,
}

/// What is put aside in a pause.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aside {
    /// Something that fell due.
    Due(ClientDue),
    /// A message that arrived.
    Reply(Message),
}

impl Aside {
    pub(super) const fn strand(&self) -> Strand {
        match self {
            Self::Due(due) => strand_of(*due),
            Self::Reply(message) => message.letter.strand(),
        }
    }
}

/// To which strand something that falls due belongs.
pub(super) const fn strand_of(due: ClientDue) -> Strand {
    match due {
        ClientDue::Renewal(_) => Strand::Renewal,
        ClientDue::Arrival
        | ClientDue::Step(_)
        | ClientDue::Retry(_)
        | ClientDue::Timeout(_)
        | ClientDue::NodeTimeout(_)
        | ClientDue::Deadline(_)
        | ClientDue::Resend(..)
        | ClientDue::CatchUp => Strand::Plan,
    }
}

/// What has become of a request to the resource, for its client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// No answer yet.
    Open,
    /// Its first answer was handled.
    Answered,
    /// Its client stood down: it is not sent again, and its answer is ignored.
    Dropped,
}

/// A request to the resource. A step sends one, perhaps several times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) step: StepId,
    pub(super) body: Body,
    /// How often it has been sent.
    pub(super) sent: u8,
    pub(super) fate: Fate,
}

/// The attempt of a client to acquire.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Try {
    pub(super) attempt: Attempt,
    /// The client's own clock when it sent it.
    pub(super) started: LocalTime,
    /// Redlock: how many nodes have answered.
    pub(super) answers: u8,
    /// Redlock: how many said yes.
    pub(super) yes: u8,
    /// Redlock, the observer's: how a node last lost its value.
    pub(super) last_loss: Option<EndedBy>,
}

/// A client in a run.
pub(super) struct Actor<'s> {
    pub(super) file: &'s Client,
    pub(super) clock: ClientClock,
    /// When its plan stands still.
    pauses: Spans,
    /// When its renewals stand still too.
    freezes: Spans,
    pub(super) phase: Phase,
    /// The place of its step in the plan.
    pub(super) place: usize,
    /// For what its plan does next.
    pub(super) ticket: Ticket,
    pub(super) holding: Option<Holding>,
    pub(super) believes: bool,
    pub(super) renewal: Ticket,
    pub(super) deadline: Ticket,
    pub(super) trying: Try,
    pub(super) requests: Vec<Request>,
    /// The version that it last learnt of each object.
    pub(super) versions: Vec<(ObjectId, Version)>,
    /// How many of the effects done were done when it last read.
    pub(super) effects_seen: usize,
    pub(super) aside: Vec<Aside>,
    /// Whether an entry that handles what was put aside is on the agenda.
    pub(super) catches_up: bool,
    /// The observer's: whether it has ever been granted the lock.
    pub(super) was_granted: bool,
}

impl<'s> Actor<'s> {
    pub(super) fn new(id: ClientId, file: &'s Client, faults: &[Fault]) -> Self {
        Self {
            file,
            clock: client_clock(faults, id),
            pauses: pauses(faults, id, |_| true),
            freezes: pauses(faults, id, |stops| stops != Stops::Worker),
            phase: Phase::Absent,
            place: 0,
            ticket: Ticket::default(),
            holding: None,
            believes: false,
            renewal: Ticket::default(),
            deadline: Ticket::default(),
            trying: Try::default(),
            requests: Vec::new(),
            versions: Vec::new(),
            effects_seen: 0,
            aside: Vec::new(),
            catches_up: false,
            was_granted: false,
        }
    }

    /// The step that it is in.
    pub(super) fn step(&self) -> Option<&'s Step> {
        self.file.plan.get(self.place)
    }

    /// The name of the step that it is in.
    pub(super) fn step_id(&self) -> StepId {
        StepId(u8::try_from(self.place).unwrap_or(u8::MAX))
    }

    /// The thinking time of its step.
    pub(super) fn thinking(&self) -> Millis {
        match self.step() {
            Some(Step::Read { after, .. } | Step::Release { after, .. }) => *after,
            Some(Step::Write(change) | Step::Update(change)) => change.sending.after,
            Some(Step::Effect(effect)) => effect.sending.after,
            Some(Step::Acquire { .. }) | None => Millis::ZERO,
        }
    }

    /// How much thinking time before the send of its step it looks at its
    /// clock or asks; none if it does not.
    pub(super) fn lead(&self) -> Option<Millis> {
        let looks = match self.file.check {
            Check::None => false,
            Check::Clock | Check::Ask => self.holding.is_some(),
        };
        match self.step()? {
            Step::Write(_) | Step::Update(_) | Step::Effect(_) => {
                looks.then(|| self.file.check_lead.min(self.thinking()))
            }
            Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. } => None,
        }
    }

    /// When it will have thought for so long, from `now` on.
    pub(super) fn thought(&self, now: TrueTime, lasting: Millis) -> TrueTime {
        self.pauses.passed(now, lasting)
    }

    /// Whether what belongs to this strand stands still.
    pub(super) fn stands_still(&self, strand: Strand, now: TrueTime) -> bool {
        match strand {
            Strand::Plan => self.pauses.contains(now),
            Strand::Renewal => self.freezes.contains(now),
        }
    }

    /// Whether what is on the agenda still has its cause.
    pub(super) fn expects(&self, due: ClientDue) -> bool {
        match due {
            ClientDue::Arrival => self.phase == Phase::Absent,
            ClientDue::Step(ticket)
            | ClientDue::Retry(ticket)
            | ClientDue::Timeout(ticket)
            | ClientDue::NodeTimeout(ticket) => ticket == self.ticket,
            ClientDue::Renewal(ticket) => ticket == self.renewal,
            ClientDue::Deadline(ticket) => ticket == self.deadline,
            ClientDue::Resend(step, sent) => self
                .requests
                .iter()
                .any(|request| request.step == step && request.awaits(sent)),
            ClientDue::CatchUp => self.catches_up,
        }
    }

    /// Whether what was put aside still has its cause.
    pub(super) fn awaits(&self, thing: &Aside) -> bool {
        match thing {
            Aside::Due(due) => self.expects(*due),
            Aside::Reply(_) => true,
        }
    }

    /// Puts something aside until a pause ends. A crashed client has no use for it.
    pub(super) fn put_aside(&mut self, thing: Aside) {
        if self.phase != Phase::Crashed {
            self.aside.push(thing);
        }
    }

    /// The request of a step.
    pub(super) fn request(&mut self, step: StepId) -> Option<&mut Request> {
        self.requests
            .iter_mut()
            .find(|request| request.step == step)
    }

    /// The grant that it goes by.
    pub(super) fn grant(&self) -> Option<Ordinal> {
        self.holding.map(|holding| holding.grant)
    }

    /// The version that it last learnt of an object.
    pub(super) fn version(&self, object: ObjectId) -> Option<Version> {
        let known = self.versions.iter().find(|(known, _)| *known == object);
        known.map(|(_, version)| *version)
    }

    /// It learns the version of an object.
    pub(super) fn learn(&mut self, object: ObjectId, version: Version) {
        match self.versions.iter_mut().find(|(known, _)| *known == object) {
            Some((_, known)) => *known = version,
            None => self.versions.push((object, version)),
        }
    }

    /// Everything that it does ends.
    pub(super) fn crash(&mut self) {
        self.phase = Phase::Crashed;
        self.ticket.renew();
        self.renewal.renew();
        self.deadline.renew();
        for request in &mut self.requests {
            request.fate = Fate::Dropped;
        }
        self.aside.clear();
        self.catches_up = false;
    }
}

impl Request {
    /// Whether it is unanswered after having been sent so often.
    fn awaits(&self, sent: u8) -> bool {
        self.fate == Fate::Open && self.sent == sent
    }
}
