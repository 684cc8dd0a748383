//! The moves of a counterexample in sentences.

use super::is_redlock;
use crate::explore::{Answer, Deadline, Kind, Setup, Then, Told};
use crate::model::{ClientId, NodeId, Reason};
use crate::text::{Both, Lang, both};

fn who(lang: Lang, client: ClientId) -> String {
    let number = client.index() + 1;
    say!(lang, "Client {number}", "クライアント{number}")
}

/// The lock service, or one of several nodes.
fn place(lang: Lang, setup: Setup, node: NodeId) -> String {
    if is_redlock(setup) {
        let number = node.index() + 1;
        say!(lang, "Node {number}", "ノード{number}")
    } else {
        say!(lang, "The lock service", "ロックサービス")
    }
}

const fn request(kind: Kind) -> Both {
    match kind {
        Kind::Acquire => both("acquire", "取得要求"),
        Kind::Read => both("read", "読み取り"),
        Kind::Write => both("write", "書き込み"),
        Kind::Update => both("update", "更新"),
        Kind::Effect => both("effect", "副作用"),
        Kind::Ask => both("question whether it still holds", "保持の照会"),
        Kind::Release => both("release", "解放"),
    }
}

fn answer(lang: Lang, answer: Answer) -> String {
    match answer {
        Answer::Granted { token, .. } => match token {
            Some(token) => {
                let token = token.0;
                say!(lang, "granted, token {token}", "付与（トークン {token}）")
            }
            None => say!(lang, "granted", "付与"),
        },
        Answer::Denied => say!(lang, "refused", "拒否"),
        Answer::Yes | Answer::Holds => say!(lang, "yes", "はい"),
        Answer::No | Answer::HoldsNot => say!(lang, "no", "いいえ"),
        Answer::Version(version) => {
            let version = version.0;
            say!(lang, "version {version}", "版 {version}")
        }
        Answer::NotDone => say!(lang, "the job is not done", "仕事は未実行"),
        Answer::IsDone => say!(lang, "the job is done", "仕事は実行済み"),
        Answer::Applied => say!(lang, "applied", "適用"),
        Answer::Refused(reason) => refusal(reason).of(lang).to_owned(),
        Answer::Freed => say!(lang, "the lock is free", "ロックが空く"),
        Answer::NothingToFree => say!(lang, "nothing of its own to free", "解放するものがない"),
    }
}

const fn refusal(reason: Reason) -> Both {
    match reason {
        Reason::NotHolder => both("refused: not the holder", "拒否（保持者でない）"),
        Reason::NoToken => both("refused: no token", "拒否（トークンなし）"),
        Reason::StaleToken => both("refused: older token", "拒否（古いトークン）"),
        Reason::Duplicate => both("a duplicate", "重複"),
        Reason::VersionConflict => both("refused: other version", "拒否（版の不一致）"),
    }
}

/// A move of a counterexample, in a sentence.
#[must_use]
pub fn told(lang: Lang, setup: Setup, told: Told) -> String {
    match told {
        Told::DeadlinePassed { client } => {
            let who = who(lang, client);
            say!(
                lang,
                "{who}’s deadline passes; it does not know.",
                "{who}の期限が過ぎる。本人は気づかない。"
            )
        }
        Told::Sent { client, kind, .. } => {
            let (who, what) = (who(lang, client), request(kind).of(lang));
            say!(lang, "{who} sends: {what}.", "{who}が送信：{what}。")
        }
        Told::Looked { client, deadline } => {
            let who = who(lang, client);
            match deadline {
                Deadline::Ahead => say!(
                    lang,
                    "{who} looks at its clock: in time.",
                    "{who}が時計を見る。期限内。"
                ),
                Deadline::Passed => say!(
                    lang,
                    "{who} looks at its clock and stands down.",
                    "{who}が時計を見て手を引く。"
                ),
            }
        }
        Told::Handled {
            client,
            kind,
            answer,
            then,
        } => handled(lang, setup, client, (kind, answer, then)),
        Told::Arrived {
            client,
            node,
            kind,
            answer,
            ..
        } => arrived(lang, setup, (client, node), kind, answer),
        Told::Expired { .. }
        | Told::Forgot { .. }
        | Told::FailedOver { .. }
        | Told::KeyDropped
        | Told::Crashed { .. } => went_wrong(lang, setup, told),
    }
}

fn handled(
    lang: Lang,
    setup: Setup,
    client: ClientId,
    (kind, heard, then): (Kind, Answer, Then),
) -> String {
    let who = who(lang, client);
    let counts = is_redlock(setup) && kind == Kind::Acquire;
    match (counts, then) {
        (true, Then::GoesOn) => say!(
            lang,
            "{who} counts a majority: granted.",
            "{who}が過半数を数え、取得と判断する。"
        ),
        (true, Then::IsDone | Then::GivesUp) => say!(
            lang,
            "{who} counts no grant and unlocks every node.",
            "{who}は取得できず、全ノードに解放を送る。"
        ),
        (false, _) => {
            let heard = answer(lang, heard);
            say!(
                lang,
                "{who} hears: {heard}.",
                "{who}が返答を受け取る：{heard}。"
            )
        }
    }
}

fn arrived(
    lang: Lang,
    setup: Setup,
    (client, node): (ClientId, NodeId),
    kind: Kind,
    given: Answer,
) -> String {
    let (who, what) = (who(lang, client), request(kind).of(lang));
    let given = answer(lang, given);
    let is_to_a_node = is_redlock(setup) && matches!(kind, Kind::Acquire | Kind::Release);
    if is_to_a_node {
        let place = place(lang, setup, node);
        say!(
            lang,
            "{place} receives {who}’s {what}: {given}.",
            "{place}に{who}の{what}が届く：{given}。"
        )
    } else {
        say!(
            lang,
            "{who}’s {what} arrives: {given}.",
            "{who}の{what}が届く：{given}。"
        )
    }
}

fn went_wrong(lang: Lang, setup: Setup, told: Told) -> String {
    match told {
        Told::Expired {
            node,
            holder,
            deadline,
        } => {
            let (place, who) = (place(lang, setup, node), who(lang, holder));
            match deadline {
                Deadline::Ahead => say!(
                    lang,
                    "{place} drops {who}’s grant early: its clock is wrong.",
                    "{place}が時計の狂いで、{who}の付与を早く失効させる。"
                ),
                Deadline::Passed => say!(
                    lang,
                    "{place} drops {who}’s grant: its time is over.",
                    "{place}で{who}の付与が満了する。"
                ),
            }
        }
        Told::Forgot { node, holder } => {
            let (place, who) = (place(lang, setup, node), who(lang, holder));
            say!(
                lang,
                "{place} forgets {who}’s grant.",
                "{place}が{who}の付与を忘れる。"
            )
        }
        Told::FailedOver { next_token, .. } => {
            let token = next_token.0;
            say!(
                lang,
                "Failover: the newest grant is forgotten; token {token} will be handed out again.",
                "フェイルオーバー：最新の付与が失われ、トークン {token} がもう一度渡される。"
            )
        }
        Told::Crashed { client } => {
            let who = who(lang, client);
            say!(lang, "{who} crashes.", "{who}がクラッシュする。")
        }
        Told::KeyDropped
        | Told::DeadlinePassed { .. }
        | Told::Sent { .. }
        | Told::Looked { .. }
        | Told::Handled { .. }
        | Told::Arrived { .. } => {
            say!(
                lang,
                "The resource forgets the key.",
                "リソースがキーを忘れる。"
            )
        }
    }
}
