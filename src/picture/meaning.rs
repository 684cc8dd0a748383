//! What a handle changes, and what its value means for the run, in words.

use super::diagram::Subject;
use super::handle::HandleKind;
use super::history::Hold;
use super::pull::lasting;
use super::sending::request_sent;
use crate::model::{ClientId, FaultId, Millis, StepId, TrueTime};
use crate::sim::scenario::{Fault, Scenario, Step};
use crate::text::narrate::{link_name, name_of, node_name};
use crate::text::quantity::seconds;
use crate::text::{Lang, Word, label, say};

/// The name of a handle and the meaning of its value, in words.
pub(super) fn words(subject: &Subject<'_>, kind: HandleKind) -> Option<(String, String)> {
    let lang = subject.lang;
    let value = kind.value(subject.scenario)?;
    let shown = seconds(lang, value);
    let name = name(lang, subject.scenario, kind);
    let meaning = match kind {
        HandleKind::PauseBegin(fault) => {
            let (_, length) = lasting(subject.scenario, fault)?;
            let long = seconds(lang, length);
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
        HandleKind::SpanBegin(fault) => {
            let (_, length) = lasting(subject.scenario, fault)?;
            let long = seconds(lang, length);
            say!(
                lang,
                "from {shown} · lasts {long}",
                "{shown}から・長さ {long}"
            )
        }
        HandleKind::SpanEnd(fault) => span_meaning(subject, fault, &shown)?,
        HandleKind::Instant(fault) => instant_meaning(subject, fault, &shown),
        HandleKind::Request(client, step) => request_meaning(subject, (client, step), value)?,
        HandleKind::Reply(..) => {
            let at = kind.place(subject.scenario, subject.history)?;
            let at = seconds(lang, at.since(TrueTime::START));
            say!(
                lang,
                "{shown} on the way back · arrives at {at}",
                "戻りに {shown}・{at}に届く"
            )
        }
        HandleKind::LockDelayEnd => say!(
            lang,
            "no grant for {shown} after a lease has run out",
            "期限切れのあと {shown}は付与しない"
        ),
        HandleKind::WindowEnd => say!(
            lang,
            "a key is remembered for {shown}",
            "キーを {shown}覚えている"
        ),
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
        HandleKind::SpanBegin(fault) => {
            let what = fault_name(lang, scenario, fault);
            say!(lang, "{what}: begin", "{what}の開始")
        }
        HandleKind::SpanEnd(fault) => {
            let what = fault_name(lang, scenario, fault);
            say!(lang, "{what}: end", "{what}の終わり")
        }
        HandleKind::Instant(fault) => fault_name(lang, scenario, fault),
        HandleKind::Request(client, step) => {
            let (who, what) = (
                name_of(lang, scenario, client),
                step_word(lang, scenario, client, step),
            );
            say!(lang, "{who}: the {what} arrives", "{who}の{what}の到着")
        }
        HandleKind::Reply(client, step) => {
            let (who, what) = (
                name_of(lang, scenario, client),
                step_word(lang, scenario, client, step),
            );
            say!(
                lang,
                "{who}: the reply to its {what} arrives",
                "{who}の{what}への返答の到着"
            )
        }
        HandleKind::LockDelayEnd => say!(lang, "Lock-delay ends", "ロックディレイの終わり"),
        HandleKind::WindowEnd => say!(
            lang,
            "First key is forgotten (dedup window)",
            "最初のキーの記憶期間の終わり"
        ),
        HandleKind::Thinking(client, step) => thinking_name(lang, scenario, client, step),
    }
}

fn thinking_name(lang: Lang, scenario: &Scenario, client: ClientId, step: StepId) -> String {
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

/// A fault in a few words.
fn fault_name(lang: Lang, scenario: &Scenario, fault: FaultId) -> String {
    let Some(fault) = scenario.faults.get(fault.index()) else {
        return String::new();
    };
    let name = |client| name_of(lang, scenario, client);
    match *fault {
        Fault::Pause { client, .. } => {
            let who = name(client);
            say!(lang, "{who} pauses", "{who}の停止")
        }
        Fault::Crash { client, .. } => {
            let who = name(client);
            say!(lang, "{who} crashes", "{who}のクラッシュ")
        }
        Fault::Cut { client, from, .. } => {
            let (who, what) = (name(client), link_name(lang, scenario, from));
            say!(lang, "{who} cut off from {what}", "{who}と{what}の切断")
        }
        Fault::ClockJump { node, by, .. } => {
            let (node, by) = (node_name(lang, scenario, node), seconds(lang, by));
            say!(
                lang,
                "Clock of {node} jumps by {by}",
                "{node}の時計のジャンプ（{by}）"
            )
        }
        Fault::ClockRate { node, .. } => {
            let node = node_name(lang, scenario, node);
            say!(lang, "Clock rate of {node}", "{node}の時計の進み")
        }
        Fault::NodeDown { node, .. } => {
            let node = node_name(lang, scenario, node);
            say!(lang, "Outage of {node}", "{node}の障害")
        }
        Fault::Failover { .. } => say!(lang, "Failover", "フェイルオーバー"),
        Fault::LockLost { .. } => say!(lang, "Lock lost", "ロックの消失"),
        Fault::ResourceRestart { .. } => {
            say!(lang, "Resource restarts", "リソースの再起動")
        }
    }
}

fn step_word(lang: Lang, scenario: &Scenario, client: ClientId, step: StepId) -> String {
    let found = scenario.clients.get(client.index());
    let kind = match found.and_then(|client| client.plan.get(step.index())) {
        Some(Step::Acquire { .. }) => "acquire",
        Some(Step::Read { .. }) => "read",
        Some(Step::Write(_)) => "write",
        Some(Step::Update(_)) => "update",
        Some(Step::Effect(_)) => "effect",
        Some(Step::Release { .. }) => "release",
        None => "",
    };
    label::kind(lang, kind)
}

/// "lasts 2 s · until 5 s".
fn span_meaning(subject: &Subject<'_>, fault: FaultId, shown: &str) -> Option<String> {
    let (at, length) = lasting(subject.scenario, fault)?;
    let end = seconds(subject.lang, at.plus(length).since(TrueTime::START));
    Some(say!(
        subject.lang,
        "lasts {shown} · until {end}",
        "長さ {shown}・{end}まで"
    ))
}

/// "at 3 s · the lock stays taken for 7 s more".
fn instant_meaning(subject: &Subject<'_>, fault: FaultId, shown: &str) -> String {
    let lang = subject.lang;
    if let Some(Fault::Crash { client, at }) = subject.scenario.faults.get(fault.index()) {
        let held = subject
            .history
            .holds
            .iter()
            .find(|hold| hold.client == *client && hold.span.from <= *at && *at < hold.span.to);
        if let Some(hold) = held {
            let left = seconds(lang, hold.span.to.since(*at));
            return say!(
                lang,
                "at {shown} · the lock stays taken for {left} more",
                "{shown}・ロックはあと {left}ふさがったまま"
            );
        }
    }
    say!(lang, "at {shown}", "時刻 {shown}")
}

/// "6 s on the way · arrives 3 s after the lease".
fn request_meaning(
    subject: &Subject<'_>,
    (client, step): (ClientId, StepId),
    value: Millis,
) -> Option<String> {
    let lang = subject.lang;
    let sent = request_sent(subject.scenario, subject.history, client, step)?;
    let (arrives, long) = (sent.plus(value), seconds(lang, value));
    let requests = subject.history.requests.iter();
    let hold: Option<&Hold> = requests
        .filter(|request| request.client == client && request.step == step)
        .find_map(|request| subject.history.hold(request.grant?));
    let late = hold
        .filter(|hold| hold.by.is_some())
        .map(|hold| arrives.since(hold.span.to))
        .filter(|late| late.0 > 0);
    if let Some(late) = late {
        let late = seconds(lang, late);
        return Some(say!(
            lang,
            "{long} on the way · arrives {late} after the lease",
            "届くまで {long}・リース終了の {late}後に届く"
        ));
    }
    let at = seconds(lang, arrives.since(TrueTime::START));
    Some(say!(
        lang,
        "{long} on the way · arrives at {at}",
        "届くまで {long}・{at}に届く"
    ))
}

/// "pause 15 s · ends 6 s after the lease".
fn pause_meaning(subject: &Subject<'_>, fault: FaultId, shown: &str) -> Option<String> {
    let lang = subject.lang;
    let (at, length) = lasting(subject.scenario, fault)?;
    let end = at.plus(length);
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
                "有効期間 {shown}・本人は満了後も {gap}信じ続ける"
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
                "有効期間 {shown}・{until}まで"
            )
        }
    }
}
