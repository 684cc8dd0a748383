//! Requests to the resource: sent, decided, answered (`docs/model.md`,
//! sections 4 and 6).

use super::World;
use super::actor::{Fate, Phase, Request};
use super::agenda::{ClientDue, Due};
use super::network::Letter;
use crate::model::client::{Next, learn};
use crate::model::resource::Request as Body;
use crate::model::{ClientId, StepId, StepKind};
use crate::sim::scenario::{Delays, Sending, Step};
use crate::sim::trace::{Decision, Event, Learnt, Party, StepEnd};

impl World<'_> {
    /// A client sends the request of its step, and waits for the answer or goes on.
    pub(super) fn send_request(&mut self, client: ClientId, step: &Step) {
        let Some(body) = self.write_request(client, step) else {
            return;
        };
        let Some(actor) = self.actor(client) else {
            return;
        };
        let id = actor.step_id();
        actor.requests.push(Request {
            step: id,
            body,
            sent: 1,
            fate: Fate::Open,
        });
        actor.phase = Phase::AwaitingReply;
        actor.ticket.renew();
        let delay = delays(step).request;
        let letter = Letter::Request {
            step: id,
            resend: 0,
            token: body.token,
        };
        let usual = self.scenario.network.resource;
        self.send(client, Party::Resource, letter, delay.unwrap_or(usual));
        self.set_resend(client, id);
        if sending(step).is_some_and(|sending| !sending.wait) {
            self.end_step(client, StepEnd::SentOnly);
        }
    }

    /// A request is still unanswered: the client sends the same again.
    pub(super) fn resend(&mut self, client: ClientId, step: StepId) {
        let Some(request) = self.actor(client).and_then(|actor| actor.request(step)) else {
            return;
        };
        let letter = Letter::Request {
            step,
            resend: request.sent,
            token: request.body.token,
        };
        request.sent = request.sent.saturating_add(1);
        let usual = self.scenario.network.resource;
        self.send(client, Party::Resource, letter, usual);
        self.set_resend(client, step);
    }

    /// A request arrives: one atomic decision.
    pub(super) fn arrive_at_resource(&mut self, client: ClientId, letter: Letter) {
        let Letter::Request { step, resend, .. } = letter else {
            return;
        };
        let issuer = self.standing(client);
        let usual = self.scenario.network.resource;
        let Some(actor) = self.actor(client) else {
            return;
        };
        let sent = actor.file.plan.get(step.index());
        let own = sent.filter(|_| resend == 0).map(delays);
        let delay = own.and_then(|delays| delays.reply).unwrap_or(usual);
        let Some(body) = actor.request(step).map(|request| request.body) else {
            return;
        };
        let decided = self.resource.decide(&body, issuer, self.now);
        let decision = decided.decision;
        self.tell(Event::Decided {
            client,
            step,
            kind: body.kind,
            grant: body.grant,
            token: body.token,
            issuer,
            decision,
            highest: decided.highest,
        });
        for kind in decided.harm.into_iter().flatten() {
            self.tell(Event::Harmed { kind, client, step });
        }
        let letter = Letter::Answer {
            step,
            decision,
            effects: self.resource.done().len(),
        };
        self.answer(client, Party::Resource, letter, delay);
    }

    /// The answer to a request. Only the first one counts.
    pub(super) fn hear_answer(
        &mut self,
        client: ClientId,
        step: StepId,
        decision: Decision,
        effects: usize,
    ) {
        let Some(actor) = self.actor(client) else {
            return;
        };
        let Some(request) = actor.request(step) else {
            return;
        };
        if request.fate != Fate::Open {
            return;
        }
        request.fate = Fate::Answered;
        let body = request.body;
        match decision {
            Decision::Answered { version } => {
                actor.effects_seen = effects;
                if let Some(object) = body.object {
                    actor.learn(object, version);
                }
            }
            Decision::Applied { version, .. } => {
                if let (Some(object), Some(version)) = (body.object, version) {
                    actor.learn(object, version);
                }
            }
            Decision::Refused(reason) => {
                let current = body.grant.is_some() && body.grant == actor.grant();
                if current && learn(reason) == Next::Lost {
                    self.learn_lost(client, Learnt::Refusal(reason));
                }
            }
        }
        let Some(actor) = self.actor(client) else {
            return;
        };
        if actor.phase == Phase::AwaitingReply && actor.step_id() == step {
            self.end_step(client, StepEnd::Answered);
        }
    }

    fn write_request(&mut self, client: ClientId, step: &Step) -> Option<Body> {
        let (kind, object) = match step {
            Step::Acquire { .. } | Step::Release { .. } => return None,
            Step::Read { object, .. } => (StepKind::Read, Some(object)),
            Step::Write(change) => (StepKind::Write, Some(&change.object)),
            Step::Update(change) => (StepKind::Update, Some(&change.object)),
            Step::Effect(_) => (StepKind::Effect, None),
        };
        let object = object.and_then(|object| self.object(object));
        let key = sending(step).and_then(|sending| sending.key.as_deref());
        let key = key.and_then(|key| self.key(key));
        let actor = self.actor(client)?;
        let holding = actor.holding;
        let known = object.and_then(|object| actor.version(object));
        Some(Body {
            kind,
            object,
            key,
            token: holding.and_then(|holding| holding.token),
            grant: holding.map(|holding| holding.grant),
            version: match kind {
                StepKind::Write | StepKind::Update => known,
                StepKind::Read | StepKind::Effect => None,
            },
        })
    }

    fn set_resend(&mut self, client: ClientId, step: StepId) {
        let Some(actor) = self.actor(client) else {
            return;
        };
        let Some(sending) = actor.file.plan.get(step.index()).and_then(sending) else {
            return;
        };
        let Some(sent) = actor.request(step).map(|request| request.sent) else {
            return;
        };
        if let Some(after) = sending.resend_after
            && sent <= sending.resends
        {
            let due = Due::Client(client, ClientDue::Resend(step, sent));
            self.put_after(after, due);
        }
    }
}

/// How a step is sent, if it is a write, an update or an effect.
const fn sending(step: &Step) -> Option<&Sending> {
    match step {
        Step::Write(change) | Step::Update(change) => Some(&change.sending),
        Step::Effect(effect) => Some(&effect.sending),
        Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. } => None,
    }
}

/// The delays of a step's own messages.
const fn delays(step: &Step) -> Delays {
    match step {
        Step::Acquire { delays } | Step::Read { delays, .. } => *delays,
        Step::Write(change) | Step::Update(change) => change.sending.delays,
        Step::Effect(effect) => effect.sending.delays,
        Step::Release { request, .. } => Delays {
            request: *request,
            reply: None,
        },
    }
}
