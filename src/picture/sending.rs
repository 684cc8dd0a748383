//! When the messages of a step were sent in a run, and the first key remembered.

use super::history::History;
use super::pull::step_of;
use crate::model::{ClientId, StepId, TrueTime};
use crate::sim::scenario::{Scenario, Sending, Step};
use crate::sim::trace::{Content, Decision, Party};

/// When the first key was remembered.
pub(super) fn first_key(scenario: &Scenario, history: &History) -> Option<TrueTime> {
    let has_key = |sending: &Sending| sending.key.is_some();
    let request = history.decided().find(|request| {
        let applied = matches!(request.decision, Some(Decision::Applied { .. }));
        applied
            && match step_of(scenario, request.client, request.step) {
                Some(Step::Write(change) | Step::Update(change)) => has_key(&change.sending),
                Some(Step::Effect(effect)) => has_key(&effect.sending),
                Some(Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. }) | None => {
                    false
                }
            }
    });
    request?.ended
}

/// When a step's first message was sent, if it was.
pub(super) fn request_sent(
    scenario: &Scenario,
    history: &History,
    client: ClientId,
    step: StepId,
) -> Option<TrueTime> {
    let from = Party::Client(client);
    match step_of(scenario, client, step)? {
        Step::Acquire { .. } => first_attempt(history, client, step).map(|(_, sent)| sent),
        Step::Release { .. } => {
            let mut works = history.thinking.iter();
            let work = works.find(|work| work.client == client && work.step == step)?;
            let mut messages = history.messages.iter();
            messages
                .find(|message| {
                    let releases = message.from == from && message.content == Content::Release;
                    releases && message.sent == work.span.to
                })
                .map(|message| message.sent)
        }
        Step::Read { .. } | Step::Write(_) | Step::Update(_) | Step::Effect(_) => history
            .requests
            .iter()
            .find(|request| request.client == client && request.step == step)
            .map(|request| request.sent),
    }
}

/// The first request of an acquire step: what it said, and when it was sent.
fn first_attempt(history: &History, client: ClientId, step: StepId) -> Option<(Content, TrueTime)> {
    let mut waits = history.waits.iter();
    let wait = waits.find(|wait| wait.client == client && wait.step == step)?;
    let message = history.messages.iter().find(|message| {
        let asks = matches!(message.content, Content::Acquire { .. });
        asks && message.from == Party::Client(client) && message.sent >= wait.span.from
    })?;
    Some((message.content, message.sent))
}

/// When the reply to a step's first message was sent, if it was.
pub(super) fn reply_sent(
    scenario: &Scenario,
    history: &History,
    client: ClientId,
    step: StepId,
) -> Option<TrueTime> {
    let to = Party::Client(client);
    let mut replies = history.messages.iter().filter(|message| message.to == to);
    let reply = match step_of(scenario, client, step)? {
        Step::Release { .. } => return None,
        Step::Acquire { .. } => {
            let (Content::Acquire { attempt }, _) = first_attempt(history, client, step)? else {
                return None;
            };
            replies.find(|message| {
                matches!(message.content, Content::AcquireAnswer { attempt: to, .. } if to == attempt)
            })
        }
        Step::Read { .. } | Step::Write(_) | Step::Update(_) | Step::Effect(_) => {
            let mut requests = history.requests.iter();
            let first = requests.find(|sent| sent.client == client && sent.step == step)?;
            let (arrived, _) = (first.ended?, first.decision?);
            replies.find(|message| {
                let answers =
                    matches!(message.content, Content::RequestAnswer { step: to, .. } if to == step);
                answers && message.sent == arrived
            })
        }
    };
    reply.map(|message| message.sent)
}
