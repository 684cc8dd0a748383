//! The moves of a counterexample as sentences.

use super::{name, node_name};
use crate::explore::{Answer, Deadline, Kind, Setup, Then, Told};
use crate::model::{ClientId, NodeId, Ordinal, Reason, Token, Version};
use crate::sim::scenario::Service;
use crate::text::Lang;

/// What a move did.
#[must_use]
pub fn sentence(lang: Lang, setup: Setup, told: &Told) -> String {
    match *told {
        Told::DeadlinePassed { client } => {
            let who = name(lang, client);
            say!(
                lang,
                "{who}’s deadline passes. Nobody tells it.",
                "{who}の期限が過ぎる。誰も本人に知らせない。"
            )
        }
        Told::Expired {
            node,
            holder,
            deadline,
        } => expired(lang, setup, node, holder, deadline),
        Told::Forgot { node, holder } => forgot(lang, setup, node, holder),
        Told::FailedOver { holder, next_token } => failed_over(lang, holder, next_token),
        Told::KeyDropped => say!(
            lang,
            "The resource forgets the key.",
            "リソースがキーを忘れる。"
        ),
        Told::Sent {
            client,
            kind,
            token,
        } => {
            let (who, what) = (name(lang, client), request(lang, kind, token));
            say!(lang, "{who} sends {what}.", "{who}が{what}を送る。")
        }
        Told::Arrived {
            client,
            node,
            kind,
            token,
            answer: found,
        } => {
            let (who, what) = (name(lang, client), request(lang, kind, token));
            let (there, answer) = (place(lang, setup, kind, node), answer(lang, found));
            say!(
                lang,
                "{who}: {what} arrives at {there}. {answer}",
                "{who}の{what}が{there}に届く。{answer}"
            )
        }
        Told::Looked { client, deadline } => {
            let who = name(lang, client);
            match deadline {
                Deadline::Ahead => say!(
                    lang,
                    "{who} looks at its clock: time left, it goes on.",
                    "{who}が自分の時計を確認。期限内なので続行。"
                ),
                Deadline::Passed => say!(
                    lang,
                    "{who} looks at its clock: too late, it stands down.",
                    "{who}が自分の時計を確認。期限切れなので手を引く。"
                ),
            }
        }
        Told::Handled {
            client,
            answer: heard,
            then,
            ..
        } => {
            let (who, answer) = (name(lang, client), answer(lang, heard));
            let then = match then {
                Then::GoesOn => say!(lang, "It goes on.", "続行する。"),
                Then::IsDone => say!(lang, "It is done.", "これで終わる。"),
                Then::GivesUp => say!(
                    lang,
                    "It tells every node to drop its value, and is done.",
                    "全ノードに解放を送って終わる。"
                ),
            };
            say!(
                lang,
                "{who} handles the answer: {answer} {then}",
                "{who}が返答を処理：{answer}{then}"
            )
        }
        Told::Crashed { client } => {
            let who = name(lang, client);
            say!(
                lang,
                "{who} crashes. What it has sent still arrives.",
                "{who}がクラッシュする。送信済みの要求は届く。"
            )
        }
    }
}

fn expired(lang: Lang, setup: Setup, node: NodeId, holder: ClientId, deadline: Deadline) -> String {
    let (who, there) = (name(lang, holder), node_name(lang, setup, node));
    match deadline {
        Deadline::Passed => say!(
            lang,
            "At {there} the time of {who} has run out: the lock is free there.",
            "{there}で{who}の有効期間が切れ、ロックが空く。"
        ),
        Deadline::Ahead => say!(
            lang,
            "The clock of {there} is wrong: the time of {who} runs out there too early.",
            "{there}の時計が狂い、{who}の有効期間が早く切れる。"
        ),
    }
}

fn forgot(lang: Lang, setup: Setup, node: NodeId, holder: ClientId) -> String {
    let (who, there) = (name(lang, holder), node_name(lang, setup, node));
    say!(
        lang,
        "Memory is lost at {there}: nothing there is {who}’s any more.",
        "{there}が記憶を失い、{who}のものだったロックが空く。"
    )
}

fn failed_over(lang: Lang, holder: Option<ClientId>, Token(next): Token) -> String {
    match holder.map(|holder| name(lang, holder)) {
        Some(who) => say!(
            lang,
            "The lock service fails over: it forgets that {who} is the holder, and the next token is {next} again.",
            "ロックサービスがフェイルオーバー。保持者{who}を忘れ、次のトークンは再び {next} になる。"
        ),
        None => say!(
            lang,
            "The lock service fails over: the next token is {next} again.",
            "ロックサービスがフェイルオーバー。次のトークンは再び {next} になる。"
        ),
    }
}

/// A request within a sentence.
fn request(lang: Lang, kind: Kind, token: Option<Token>) -> String {
    let with = match token {
        Some(Token(token)) => say!(lang, " with token {token}", "トークン {token} の"),
        None => String::new(),
    };
    match kind {
        Kind::Acquire => say!(lang, "its request for the lock", "ロックの取得要求"),
        Kind::Ask => say!(
            lang,
            "its question whether the grant still holds",
            "保持確認の照会"
        ),
        Kind::Read => say!(lang, "its read{with}", "{with}読み取り"),
        Kind::Write => say!(lang, "its write{with}", "{with}書き込み"),
        Kind::Update => say!(lang, "its update{with}", "{with}更新"),
        Kind::Effect => say!(lang, "its effect{with}", "{with}副作用の要求"),
        Kind::Release => say!(lang, "its release", "ロックの解放"),
    }
}

/// Where a request arrives.
fn place(lang: Lang, setup: Setup, kind: Kind, node: NodeId) -> String {
    match (kind, setup.design.service()) {
        (Kind::Acquire | Kind::Ask | Kind::Release, Some(Service::Lease | Service::Redlock)) => {
            node_name(lang, setup, node)
        }
        (Kind::Acquire | Kind::Ask | Kind::Release, None)
        | (Kind::Read | Kind::Write | Kind::Update | Kind::Effect, _) => {
            say!(lang, "the resource", "リソース")
        }
    }
}

fn answer(lang: Lang, answer: Answer) -> String {
    match answer {
        Answer::Granted {
            grant: Ordinal(grant),
            token: Some(Token(token)),
        } => say!(
            lang,
            "Grant {grant}, with token {token}.",
            "付与 {grant}、トークン {token}。"
        ),
        Answer::Granted {
            grant: Ordinal(grant),
            token: None,
        } => say!(
            lang,
            "A majority said yes: grant {grant}.",
            "過半数が承諾：付与 {grant}。"
        ),
        Answer::Denied => say!(lang, "No lock.", "取得できず。"),
        Answer::Yes => say!(lang, "Yes.", "承諾。"),
        Answer::No => say!(lang, "No.", "拒否。"),
        Answer::Holds => say!(lang, "The grant still holds.", "付与はまだ有効。"),
        Answer::HoldsNot => say!(lang, "The grant is gone.", "付与はもう無効。"),
        Answer::Version(Version(version)) => {
            say!(lang, "Version {version}.", "バージョン {version}。")
        }
        Answer::NotDone => say!(lang, "The job is not done.", "まだ実行されていない。"),
        Answer::IsDone => say!(lang, "The job is done.", "もう実行済み。"),
        Answer::Applied => say!(lang, "Applied.", "適用。"),
        Answer::Refused(Reason::StaleToken) => {
            say!(lang, "Refused: stale token.", "拒否：古いトークン。")
        }
        Answer::Refused(Reason::NoToken) => {
            say!(lang, "Refused: no token.", "拒否：トークンなし。")
        }
        Answer::Refused(Reason::NotHolder) => {
            say!(lang, "Refused: not the holder.", "拒否：保持者でない。")
        }
        Answer::Refused(Reason::Duplicate) => say!(
            lang,
            "Recognised as a duplicate: not done again.",
            "重複と見分け、再実行しない。"
        ),
        Answer::Refused(Reason::VersionConflict) => {
            say!(
                lang,
                "Refused: version conflict.",
                "拒否：バージョンの不一致。"
            )
        }
        Answer::Freed => say!(lang, "The lock is free there.", "そこでロックが空く。"),
        Answer::NothingToFree => say!(
            lang,
            "Nothing there is its own: nothing changes.",
            "自分のものはなく、何も変わらない。"
        ),
    }
}
