//! What a handle changes, and what its value means for the run, in words.

use super::diagram::Subject;
use super::handle::{HandleKind, pause};
use crate::model::{FaultId, Millis, TrueTime};
use crate::sim::scenario::{Fault, Scenario, Step};
use crate::text::narrate::name_of;
use crate::text::quantity::seconds;
use crate::text::{Lang, Word, say};

/// The name of a handle and the meaning of its value, in words.
pub(super) fn words(subject: &Subject<'_>, kind: HandleKind) -> Option<(String, String)> {
    let lang = subject.lang;
    let value = kind.value(subject.scenario)?;
    let shown = seconds(lang, value);
    let name = name(lang, subject.scenario, kind);
    let meaning = match kind {
        HandleKind::PauseBegin(fault) => {
            let (_, lasting) = pause(subject.scenario, fault)?;
            let long = seconds(lang, lasting);
            say!(
                lang,
                "pause from {shown} · lasts {long}",
                "停止 {shown}から・長さ {long}"
            )
        }
        HandleKind::PauseEnd(fault) => pause_meaning(subject, fault, &shown)?,
        HandleKind::LeaseEnd => ttl_meaning(subject, value, &shown),
        HandleKind::Arrival(_) => say!(lang, "arrives at {shown}", "{shown}に到着"),
        HandleKind::Thinking(..) => {
            say!(
                lang,
                "thinks for {shown}, pauses not counted",
                "処理時間 {shown}（停止は含まない）"
            )
        }
    };
    Some((name, meaning))
}

/// What a handle or field changes, in words.
#[must_use]
pub fn name(lang: Lang, scenario: &Scenario, kind: HandleKind) -> String {
    match kind {
        HandleKind::PauseBegin(_) => Word::PauseBegins.of(lang).to_owned(),
        HandleKind::PauseEnd(_) => Word::PauseEnds.of(lang).to_owned(),
        HandleKind::LeaseEnd => Word::LeaseEnds.of(lang).to_owned(),
        HandleKind::Arrival(client) => {
            let who = name_of(lang, scenario, client);
            say!(lang, "{who} arrives", "{who}の到着")
        }
        HandleKind::Thinking(client, step) => {
            let who = name_of(lang, scenario, client);
            let step = scenario
                .clients
                .get(client.index())
                .and_then(|client| client.plan.get(step.index()));
            match step {
                Some(Step::Release { .. }) => {
                    say!(
                        lang,
                        "{who} works on, then releases",
                        "{who}の解放までの時間"
                    )
                }
                Some(Step::Read { .. }) => {
                    say!(
                        lang,
                        "{who} thinks, then reads",
                        "{who}の読み取りまでの時間"
                    )
                }
                Some(Step::Effect(_)) => {
                    say!(lang, "{who} thinks, then acts", "{who}の実行までの時間")
                }
                Some(Step::Write(_) | Step::Update(_) | Step::Acquire { .. }) | None => {
                    say!(
                        lang,
                        "{who} thinks, then writes",
                        "{who}の書き込みまでの時間"
                    )
                }
            }
        }
    }
}

/// "pause 15 s · ends 6 s after the lease".
fn pause_meaning(subject: &Subject<'_>, fault: FaultId, shown: &str) -> Option<String> {
    let lang = subject.lang;
    let (at, lasting) = pause(subject.scenario, fault)?;
    let end = at.plus(lasting);
    let Some(Fault::Pause { client, .. }) = subject.scenario.faults.get(fault.index()) else {
        return None;
    };
    let hold = subject
        .history
        .holds
        .iter()
        .find(|hold| hold.client == *client);
    let after = hold.map(|hold| end.since(hold.expires));
    Some(match after {
        Some(after) if after.0 > 0 => {
            let after = seconds(lang, after);
            say!(
                lang,
                "pause {shown} · ends {after} after the lease",
                "停止 {shown}・リース満了の {after}後に終わる"
            )
        }
        Some(after) if after.0 < 0 => {
            let before = seconds(lang, Millis(-after.0));
            say!(
                lang,
                "pause {shown} · ends {before} before the lease",
                "停止 {shown}・リース満了の {before}前に終わる"
            )
        }
        Some(_) => say!(
            lang,
            "pause {shown} · ends as the lease does",
            "停止 {shown}・リース満了と同時に終わる"
        ),
        None => say!(lang, "pause {shown}", "停止 {shown}"),
    })
}

/// "TTL 10 s · 6 s too short for the pause".
fn ttl_meaning(subject: &Subject<'_>, ttl: Millis, shown: &str) -> String {
    let lang = subject.lang;
    let gap = subject.history.gaps().first().map(|gap| gap.span.length());
    match gap {
        Some(gap) if gap.0 > 0 => {
            let gap = seconds(lang, gap);
            say!(
                lang,
                "TTL {shown} · its client believes {gap} longer",
                "TTL {shown}・本人は満了後も {gap}信じ続ける"
            )
        }
        Some(_) | None => {
            let until = subject
                .history
                .holds
                .first()
                .map_or(ttl, |hold| hold.expires.since(TrueTime::START));
            let until = seconds(lang, until);
            say!(
                lang,
                "TTL {shown} · until {until}",
                "TTL {shown}・{until}まで"
            )
        }
    }
}
