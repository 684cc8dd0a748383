//! The verdict: one word, one sentence, and the price in availability.

mod price;
mod told;

pub use price::price;

use super::narrate::display_name;
use super::{Lang, Word};
use crate::model::Millis;
use crate::picture::history::{History, Request};
use crate::sim::report::{HarmKind, Outcome, Reason, Report};
use crate::sim::scenario::{Fence, Scenario};
use crate::sim::trace::{Decision, Standing};
use told::Told;

/// How the word is coloured; the word itself always stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Harm was done.
    Harm,
    /// A defence worked.
    Defended,
    /// Nothing happened this time.
    Luck,
    /// Neither good nor bad.
    Plain,
}

/// The word of an outcome.
#[must_use]
pub const fn word(outcome: Outcome) -> Word {
    match outcome {
        Outcome::Broken => Word::Broken,
        Outcome::Fenced => Word::Fenced,
        Outcome::Refused => Word::Refused,
        Outcome::Deduplicated => Word::Deduplicated,
        Outcome::StoodDown => Word::StoodDown,
        Outcome::Lucky => Word::Lucky,
        Outcome::Safe => Word::Safe,
        Outcome::Wasted => Word::Wasted,
    }
}

/// The tone of an outcome.
#[must_use]
pub const fn tone(outcome: Outcome) -> Tone {
    match outcome {
        Outcome::Broken => Tone::Harm,
        Outcome::Fenced | Outcome::Deduplicated | Outcome::StoodDown => Tone::Defended,
        Outcome::Lucky => Tone::Luck,
        Outcome::Refused | Outcome::Safe | Outcome::Wasted => Tone::Plain,
    }
}

/// The one sentence that says what happened.
#[must_use]
pub fn sentence(lang: Lang, scenario: &Scenario, history: &History, report: &Report) -> String {
    let told = Told {
        lang,
        scenario,
        history,
        report,
    };
    match report.outcome {
        Outcome::Broken => broken(told),
        Outcome::Fenced => fenced(told),
        Outcome::Refused => refused(told),
        Outcome::Deduplicated => deduplicated(told),
        Outcome::StoodDown => stood_down(told),
        Outcome::Lucky => lucky(told),
        Outcome::Safe => safe(told),
        Outcome::Wasted => wasted(told),
    }
}

fn broken(told: Told<'_>) -> String {
    let lang = told.lang;
    let harmful = told
        .history
        .requests
        .iter()
        .find(|request| !request.harm.is_empty());
    let Some(request) = harmful else {
        return say!(lang, "Damage was done.", "実害が出た。");
    };
    let who = told.name(request.client);
    if request.harm.contains(&HarmKind::DuplicateEffect) {
        return say!(
            lang,
            "{who} did again what had been done already. A lock does not remember that.",
            "{who}が、すでに済んだ作業をもう一度実行した。ロックはそれを覚えていない。"
        );
    }
    if request.harm.contains(&HarmKind::Inversion) {
        let over = told.overwritten(request);
        let late = told.lateness(request).map(|late| told.time(late));
        match (late, told.woke_to_send(request)) {
            (Some(late), true) => say!(
                lang,
                "{who} wrote over {over}. It woke {late} after its lease had ended, and nobody told it.",
                "{who}が{over}を上書き。リース満了の {late}後に目覚めたが、失効を知らされていない。"
            ),
            (Some(late), false) => say!(
                lang,
                "{who} wrote over {over}. Its lease had ended {late} before, and it did not know.",
                "{who}が{over}を上書き。リースは {late}前に切れていたが、それを知らない。"
            ),
            (None, _) => say!(
                lang,
                "{who} wrote over {over}: its older write arrived after the newer one.",
                "{who}が{over}を上書き。古い付与の書き込みが、新しい付与のあとに届いた。"
            ),
        }
    } else {
        say!(
            lang,
            "{who} wrote on top of what it had read before. The change made in between is lost.",
            "{who}は前に読んだ内容に基づいて書いた。その間の変更は失われた。"
        )
    }
}

fn fenced(told: Told<'_>) -> String {
    let lang = told.lang;
    let Some(request) = told.refused(Reason::StaleToken) else {
        return String::new();
    };
    let who = told.name(request.client);
    let token = request.token.map_or(0, |token| token.0);
    let highest = request.highest.map_or(0, |token| token.0);
    if request.issuer == Standing::Holder {
        return say!(
            lang,
            "The resource refused {who}, the rightful holder: token {token} is below {highest}.",
            "リソースが正当な保持者の{who}を拒否。トークン {token} は {highest} より小さい。"
        );
    }
    say!(
        lang,
        "The resource refused {who}: token {token} is older than {highest}. Nobody had to notice anything.",
        "リソースが{who}を拒否。トークン {token} は {highest} より古い。誰も異変に気づかなくてよい。"
    )
}

fn refused(told: Told<'_>) -> String {
    let lang = told.lang;
    let found = [Reason::NotHolder, Reason::NoToken, Reason::VersionConflict]
        .into_iter()
        .filter_map(|reason| told.refused(reason).map(|request| (reason, request)))
        .min_by_key(|(_, request)| request.entry);
    let Some((reason, request)) = found else {
        return String::new();
    };
    let who = told.name(request.client);
    match reason {
        Reason::NotHolder => say!(
            lang,
            "The resource asked the lock service and refused {who}: it is not the holder.",
            "リソースがロックサービスに照会し、保持者でない{who}を拒否した。"
        ),
        Reason::NoToken => say!(
            lang,
            "The resource refused {who}: its request carries no token.",
            "リソースが{who}を拒否。要求にトークンがない。"
        ),
        Reason::VersionConflict | Reason::StaleToken | Reason::Duplicate => say!(
            lang,
            "The resource refused {who}: its change rests on an older version.",
            "リソースが{who}を拒否。古いバージョンに基づく変更だった。"
        ),
    }
}

fn deduplicated(told: Told<'_>) -> String {
    let lang = told.lang;
    let who = told
        .refused(Reason::Duplicate)
        .map_or_else(String::new, |request| told.name(request.client));
    say!(
        lang,
        "The resource recognised {who}’s request: this key has been done already.",
        "リソースが{who}の要求を見分けた。このキーはすでに実行済み。"
    )
}

fn stood_down(told: Told<'_>) -> String {
    let lang = told.lang;
    let Some(first) = told.report.stood_down.first() else {
        return String::new();
    };
    let who = display_name(lang, &first.client);
    if told.held_at(&first.client, first.at) {
        return say!(
            lang,
            "By its own clock {who} had too little time left, and it stopped while it still held the lock.",
            "{who}は自分の時計で残り時間が足りないと判断し、まだ保持者のうちに手を引いた。"
        );
    }
    say!(
        lang,
        "{who} learnt that its lock was lost, and stopped.",
        "{who}がロックの失効を知り、手を引いた。"
    )
}

fn lucky(told: Told<'_>) -> String {
    let lang = told.lang;
    let stale = told.history.requests.iter().find(|request| {
        request.issuer == Standing::Stale
            && matches!(request.decision, Some(Decision::Applied { .. }))
    });
    let Some(request) = stale else {
        let overlap = told.time(told.report.belief_overlap);
        return say!(
            lang,
            "For {overlap} two clients believed that they held the lock. This time nothing came of it.",
            "{overlap}のあいだ、2 者がロックを保持していると信じていた。今回は何も起きなかった。"
        );
    };
    let who = told.name(request.client);
    if told.scenario.resource.fence != Fence::Off {
        return say!(
            lang,
            "{who} wrote without the lock. The fence let it pass: it had not seen a newer token yet.",
            "{who}はロックを失ったまま書き込んだ。フェンスはまだ新しいトークンを見ておらず、通した。"
        );
    }
    let others = || {
        let requests = told.history.requests.iter();
        requests.filter(|other| other.client != request.client)
    };
    let is_change = |other: &Request| matches!(other.decision, Some(Decision::Applied { .. }));
    let came_between = others().any(|other| {
        is_change(other) && other.grant > request.grant && other.entry < request.entry
    });
    if !came_between && others().any(|other| other.entry > request.entry) {
        say!(
            lang,
            "{who} wrote without the lock, and the write was accepted. Nobody had written in between: this time.",
            "{who}はロックを失ったまま書き込み、受理された。間に誰も書いていなかった。今回は。"
        )
    } else {
        say!(
            lang,
            "{who} wrote without the lock, and the write was accepted. This time it harmed nobody.",
            "{who}はロックを失ったまま書き込み、受理された。今回は誰にも害がなかった。"
        )
    }
}

fn safe(told: Told<'_>) -> String {
    let lang = told.lang;
    let first = match (told.history.crashes.first(), told.history.pauses.first()) {
        (Some((client, at)), _) => {
            let who = told.name(*client);
            if told.lease_ran_out(*client, *at) {
                return say!(
                    lang,
                    "{who} crashed. Its lease ended by itself, and no two clients ever believed at once.",
                    "{who}がクラッシュ。リースは自動的に切れ、2 者が同時に信じることはなかった。"
                );
            }
            say!(lang, "{who} crashed. ", "{who}がクラッシュ。")
        }
        (None, Some(pause)) => {
            let (who, length) = (told.name(pause.client), told.time(pause.span.length()));
            if told.lease_outlasted(pause) && told.only_holders_wrote() {
                return say!(
                    lang,
                    "{who} paused for {length}, and its lease outlasted that. Every write came from the holder.",
                    "{who}は {length}停止したが、リースのほうが長かった。書き込みはすべて保持者のもの。"
                );
            }
            say!(
                lang,
                "{who} paused for {length}. ",
                "{who}は {length}停止した。"
            )
        }
        (None, None) => String::new(),
    };
    if told.only_holders_wrote() {
        say!(
            lang,
            "{first}No two clients believed at once, and every write came from the holder.",
            "{first}2 者が同時に信じることはなく、書き込みはすべて保持者のもの。"
        )
    } else {
        say!(
            lang,
            "{first}No two clients believed at once, and no harm was done.",
            "{first}2 者が同時に信じることはなく、実害もない。"
        )
    }
}

fn wasted(told: Told<'_>) -> String {
    let lang = told.lang;
    let overlap = told.time(told.report.belief_overlap);
    let overlaps = told.report.belief_overlap > Millis::ZERO;
    let is_double = told.history.requests.iter().any(|request| {
        let mut harm = request.harm.iter();
        harm.any(|kind| *kind == HarmKind::DuplicateEffect)
    });
    match (is_double, overlaps) {
        (true, true) => say!(
            lang,
            "The same work was done twice; two clients were at it together for {overlap}. It only cost.",
            "同じ作業を二重に実行した（{overlap}重複）。費用がかかっただけ。"
        ),
        (true, false) => say!(
            lang,
            "The same work was done twice, one time after the other. It only cost.",
            "同じ作業を続けて 2 回実行した。費用がかかっただけ。"
        ),
        (false, true) => say!(
            lang,
            "For {overlap} two clients believed that they held the lock. It only cost.",
            "{overlap}のあいだ、2 者がロックを保持していると信じていた。費用がかかっただけ。"
        ),
        (false, false) => say!(
            lang,
            "Work that had been done was lost. It only cost.",
            "済んだ作業が失われた。費用がかかっただけ。"
        ),
    }
}
