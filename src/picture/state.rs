//! The state of every machine at the playhead, as rows of words.

use super::history::{History, Span};
use crate::model::{ClientId, Ordinal, Token, TrueTime};
use crate::sim::scenario::{Fence, Scenario};
use crate::sim::trace::Decision;
use crate::text::narrate::name_of;
use crate::text::quantity::seconds;
use crate::text::say;
use crate::text::{Lang, Word};

/// A machine and what it knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The machine.
    pub name: String,
    /// Its state, in words.
    pub state: String,
}

const fn covers(span: Span, at: TrueTime) -> bool {
    span.from.0 <= at.0 && at.0 < span.to.0
}

/// The state of every machine after everything that happened until `at`.
#[must_use]
pub fn state(lang: Lang, scenario: &Scenario, history: &History, at: TrueTime) -> Vec<Row> {
    // Where a run was cut, what is open stays open.
    let at = match history.cut {
        Some(_) => at.min(TrueTime(history.closed_at.0 - 1)),
        None => at,
    };
    let mut rows = vec![Row {
        name: Word::Lock.of(lang).to_owned(),
        state: lock(lang, history, at),
    }];
    for index in 0..scenario.clients.len() {
        let client = ClientId(u8::try_from(index).unwrap_or(u8::MAX));
        rows.push(Row {
            name: name_of(lang, scenario, client),
            state: client_state(lang, history, client, at),
        });
    }
    rows.push(Row {
        name: Word::Record.of(lang).to_owned(),
        state: record(lang, scenario, history, at),
    });
    rows.push(Row {
        name: Word::Fence.of(lang).to_owned(),
        state: fence(lang, scenario, history, at),
    });
    rows
}

fn label(lang: Lang, token: Option<Token>, grant: Ordinal) -> String {
    if let Some(token) = token {
        return token.0.to_string();
    }
    let number = grant.0;
    say!(lang, "grant {number}", "付与 {number}")
}

fn lock(lang: Lang, history: &History, at: TrueTime) -> String {
    let Some(hold) = history.holds.iter().rfind(|hold| covers(hold.span, at)) else {
        return Word::Free.of(lang).to_owned();
    };
    let token = label(lang, hold.token, hold.grant);
    let until = seconds(lang, hold.expires.since(TrueTime::START));
    say!(lang, "{token}, until {until}", "{token}、{until}まで")
}

fn client_state(lang: Lang, history: &History, client: ClientId, at: TrueTime) -> String {
    let mut parts = Vec::new();
    let belief = history
        .beliefs
        .iter()
        .rfind(|belief| belief.client == client && covers(belief.span, at));
    let arrived = history
        .arrivals
        .iter()
        .any(|(who, when)| *who == client && *when <= at);
    let crashed = history
        .crashes
        .iter()
        .any(|(who, when)| *who == client && *when <= at);
    let finished = history
        .finished
        .iter()
        .any(|(who, when)| *who == client && *when <= at);
    let waits = history
        .waits
        .iter()
        .any(|wait| wait.client == client && covers(wait.span, at));
    if crashed {
        parts.push(Word::Crashed.of(lang).to_owned());
    } else if let Some(belief) = belief {
        parts.push(label(lang, belief.token, belief.grant));
        let holds = history
            .holds_of(client)
            .iter()
            .any(|span| covers(*span, at));
        let word = if holds { Word::Holds } else { Word::Believes };
        parts.push(word.of(lang).to_owned());
    } else if waits {
        parts.push(Word::WaitsForLock.of(lang).to_owned());
    } else if finished {
        parts.push(Word::Done.of(lang).to_owned());
    } else if arrived {
        parts.push(Word::Works.of(lang).to_owned());
    } else {
        parts.push(Word::NotThere.of(lang).to_owned());
    }
    if history
        .pauses_of(client)
        .iter()
        .any(|span| covers(*span, at))
    {
        parts.push(Word::Paused.of(lang).to_owned());
    }
    parts.join(match lang {
        Lang::En => ", ",
        Lang::Ja => "、",
    })
}

fn record(lang: Lang, scenario: &Scenario, history: &History, at: TrueTime) -> String {
    let last = history
        .requests
        .iter()
        .filter(|request| request.ended.is_some_and(|ended| ended <= at))
        .filter(|request| {
            matches!(
                request.decision,
                Some(Decision::Applied {
                    version: Some(_),
                    ..
                })
            )
        })
        .max_by_key(|request| request.entry);
    match last {
        Some(request) => {
            let who = name_of(lang, scenario, request.client);
            say!(lang, "{who}’s", "{who}")
        }
        None => Word::Nothing.of(lang).to_owned(),
    }
}

fn fence(lang: Lang, scenario: &Scenario, history: &History, at: TrueTime) -> String {
    if scenario.resource.fence == Fence::Off {
        return Word::NoFence.of(lang).to_owned();
    }
    let last = history
        .requests
        .iter()
        .filter(|request| request.ended.is_some_and(|ended| ended <= at))
        .filter(|request| request.decision.is_some())
        .max_by_key(|request| request.entry)
        .and_then(|request| request.highest);
    match last {
        Some(token) => {
            let token = token.0;
            say!(lang, "{token} or newer", "{token} 以上")
        }
        None => say!(lang, "no token seen yet", "トークン未着"),
    }
}
