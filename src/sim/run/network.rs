//! Messages between a client and what is far from it: how they are sent,
//! vanish and arrive.

use super::World;
use super::actor::{Aside, Strand};
use super::agenda::Due;
use crate::model::lease::Deletion;
use crate::model::redlock::Vote;
use crate::model::{
    Attempt, ClientId, LocalTime, MessageId, Millis, NodeId, Ordinal, Span, StepId, Token,
};
use crate::sim::scenario::CutFrom;
use crate::sim::trace::{Content, Decision, Event, Party};

/// A message that has been sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    /// The client at one end.
    pub(super) client: ClientId,
    /// What is at the other end.
    pub(super) far: Party,
    /// Where it goes.
    pub(super) heading: Heading,
    /// What it says.
    pub(super) letter: Letter,
}

/// Where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// Away from the client.
    Out,
    /// Back to the client.
    Back,
}

/// What a message says, with all that its receiver needs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Letter {
    Acquire {
        attempt: Attempt,
        /// How long the answer will travel.
        reply: Millis,
    },
    /// The lease is granted.
    Granted {
        attempt: Attempt,
        grant: Ordinal,
        token: Option<Token>,
        /// How long the request stood in line, on the service's clock.
        waited: Millis,
    },
    /// The lease is refused.
    Denied {
        attempt: Attempt,
    },
    /// A Redlock node's answer.
    Voted {
        attempt: Attempt,
        vote: Vote,
    },
    /// Give back a grant (lease) or the value of an attempt (Redlock).
    Release {
        grant: Deletion<Ordinal>,
        value: Deletion<Attempt>,
    },
    Renew {
        grant: Ordinal,
        /// The client's own clock when it sent it.
        sent: LocalTime,
    },
    /// The answer to a renewal.
    Renewed {
        grant: Ordinal,
        sent: LocalTime,
        vote: Vote,
    },
    Ask {
        step: StepId,
        grant: Ordinal,
        attempt: Attempt,
    },
    /// The answer to `ask`.
    Holds {
        step: StepId,
        vote: Vote,
    },
    Count {
        grant: Ordinal,
    },
    Counted {
        grant: Ordinal,
        token: Token,
    },
    Request {
        step: StepId,
        /// 0 the first time.
        resend: u8,
        token: Option<Token>,
    },
    Answer {
        step: StepId,
        decision: Decision,
        /// How many effects have been done by then.
        effects: usize,
    },
}

impl Letter {
    /// What the trace says of it.
    const fn content(self) -> Content {
        match self {
            Self::Acquire { attempt, .. } => Content::Acquire { attempt },
            Self::Granted { attempt, .. } => Content::AcquireAnswer { attempt, yes: true },
            Self::Denied { attempt } => Content::AcquireAnswer {
                attempt,
                yes: false,
            },
            Self::Voted { attempt, vote } => Content::AcquireAnswer {
                attempt,
                yes: vote.is_yes(),
            },
            Self::Release { .. } => Content::Release,
            Self::Renew { .. } => Content::Renew,
            Self::Renewed { vote, .. } => Content::RenewAnswer { yes: vote.is_yes() },
            Self::Ask { .. } => Content::Ask,
            Self::Holds { vote, .. } => Content::AskAnswer { yes: vote.is_yes() },
            Self::Count { .. } => Content::Count,
            Self::Counted { token, .. } => Content::CountAnswer { token },
            Self::Request {
                step,
                resend,
                token,
            } => Content::Request {
                step,
                resend,
                token,
            },
            Self::Answer { step, decision, .. } => Content::RequestAnswer { step, decision },
        }
    }

    /// What of the client its answer belongs to.
    pub(super) const fn strand(&self) -> Strand {
        match self {
            Self::Renew { .. } | Self::Renewed { .. } => Strand::Renewal,
            Self::Acquire { .. }
            | Self::Granted { .. }
            | Self::Denied { .. }
            | Self::Voted { .. }
            | Self::Release { .. }
            | Self::Ask { .. }
            | Self::Holds { .. }
            | Self::Count { .. }
            | Self::Counted { .. }
            | Self::Request { .. }
            | Self::Answer { .. } => Strand::Plan,
        }
    }
}

/// A link that is cut for a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) client: ClientId,
    pub(super) from: CutFrom,
    pub(super) span: Span,
}

impl Gap {
    fn is_between(&self, client: ClientId, far: Party) -> bool {
        let reaches = match far {
            Party::Node(node) => match self.from {
                CutFrom::Lock | CutFrom::All => true,
                CutFrom::Node(cut) => cut == node,
                CutFrom::Resource => false,
            },
            Party::LockService | Party::Counter => match self.from {
                CutFrom::Lock | CutFrom::All => true,
                CutFrom::Node(_) | CutFrom::Resource => false,
            },
            Party::Resource => match self.from {
                CutFrom::Resource | CutFrom::All => true,
                CutFrom::Lock | CutFrom::Node(_) => false,
            },
            Party::Client(_) => false,
        };
        reaches && self.client == client
    }
}

impl World<'_> {
    /// A client sends.
    pub(super) fn send(&mut self, client: ClientId, far: Party, letter: Letter, delay: Millis) {
        self.put_under_way(
            Message {
                client,
                far,
                heading: Heading::Out,
                letter,
            },
            delay,
        );
    }

    /// What is far from a client answers it.
    pub(super) fn answer(&mut self, client: ClientId, far: Party, letter: Letter, delay: Millis) {
        self.put_under_way(
            Message {
                client,
                far,
                heading: Heading::Back,
                letter,
            },
            delay,
        );
    }

    fn put_under_way(&mut self, message: Message, delay: Millis) {
        let id = MessageId(u32::try_from(self.messages.len()).unwrap_or(u32::MAX));
        self.messages.push(message);
        let near = Party::Client(message.client);
        let (from, to) = match message.heading {
            Heading::Out => (near, message.far),
            Heading::Back => (message.far, near),
        };
        self.tell(Event::Sent {
            message: id,
            from,
            to,
            content: message.letter.content(),
        });
        if self.is_cut(&message) {
            self.tell(Event::Vanished { message: id });
        } else {
            self.put_after(delay, Due::Arrives(id));
        }
    }

    /// A message arrives, if it does.
    pub(super) fn arrive(&mut self, id: MessageId) {
        let Some(&message) = self.messages.get(id.index()) else {
            return;
        };
        if self.is_cut(&message) || self.is_lost_at_node(&message) {
            self.tell(Event::Vanished { message: id });
            return;
        }
        self.tell(Event::Delivered { message: id });
        match message.heading {
            Heading::Out => self.arrive_far(&message),
            Heading::Back => self.arrive_near(message),
        }
    }

    fn arrive_far(&mut self, message: &Message) {
        let client = message.client;
        match message.far {
            Party::Node(node) => self.arrive_at_node(client, node, message.letter),
            Party::LockService => self.arrive_at_service(client, message.letter),
            Party::Counter => self.arrive_at_counter(client, message.letter),
            Party::Resource => self.arrive_at_resource(client, message.letter),
            Party::Client(_) => {}
        }
    }

    fn arrive_near(&mut self, message: Message) {
        let now = self.now;
        let Some(actor) = self.actor(message.client) else {
            return;
        };
        if actor.catches_up || actor.stands_still(message.letter.strand(), now) {
            actor.put_aside(Aside::Reply(message));
        } else {
            self.handle_answer(message.client, message.letter);
        }
    }

    fn is_cut(&self, message: &Message) -> bool {
        self.gaps
            .iter()
            .any(|gap| gap.is_between(message.client, message.far) && gap.span.contains(self.now))
    }

    fn is_lost_at_node(&self, message: &Message) -> bool {
        match (message.heading, message.far) {
            (Heading::Out, Party::Node(node)) => self.is_down(node),
            (
                Heading::Out,
                Party::LockService | Party::Counter | Party::Resource | Party::Client(_),
            )
            | (Heading::Back, _) => false,
        }
    }

    /// Whether a node is down.
    pub(super) fn is_down(&self, node: NodeId) -> bool {
        self.outages
            .iter()
            .any(|(down, span)| *down == node && span.contains(self.now))
    }
}
