//! What is sent to the resource, and what becomes of it, in words.

use super::{Mood, Teller};
use crate::model::{ClientId, MessageId, StepId, Token, TrueTime};
use crate::sim::report::{HarmKind, Reason, StepKind};
use crate::sim::scenario::{Fence, Step};
use crate::sim::trace::{Content, Decision, Event, Party, Standing};
use crate::text::Lang;

impl Teller<'_> {
    pub(super) fn sent(&mut self, index: usize, at: TrueTime, from: Party, content: &Content) {
        let lang = self.lang;
        let (
            Party::Client(client),
            Content::Request {
                step,
                token,
                resend,
            },
        ) = (from, content)
        else {
            return;
        };
        let arrives_now = self
            .trace
            .entries
            .iter()
            .skip(index)
            .take_while(|entry| entry.at == at)
            .any(|entry| {
                matches!(entry.event, Event::Decided { client: whose, step: which, .. }
                    if whose == client && which == *step)
            });
        if arrives_now {
            return;
        }
        let who = self.name(client);
        let what = self.request(client, *step, *token);
        let sentence = match resend {
            0 => say!(lang, "{who} sends {what}.", "{who}が{what}を送信。"),
            _ => say!(lang, "{who} sends {what} again.", "{who}が{what}を再送。"),
        };
        self.push(index, at, sentence);
    }

    /// A request in words: "its write with 33".
    pub(super) fn request(&self, client: ClientId, step: StepId, token: Option<Token>) -> String {
        let lang = self.lang;
        let what = match self
            .client(client)
            .and_then(|client| client.plan.get(step.index()))
        {
            Some(Step::Read { .. }) => say!(lang, "its read", "読み取り"),
            Some(Step::Update(_)) => say!(lang, "its update", "更新"),
            Some(Step::Effect(_)) => say!(lang, "its effect", "副作用の要求"),
            _ => say!(lang, "its write", "書き込み"),
        };
        match token {
            Some(Token(token)) => say!(lang, "{what} with {token}", "トークン {token} の{what}"),
            None => what,
        }
    }

    pub(super) fn vanished(&mut self, index: usize, at: TrueTime, message: MessageId) {
        let lang = self.lang;
        let sent = self
            .trace
            .entries
            .iter()
            .find_map(|entry| match entry.event {
                Event::Sent {
                    message: id,
                    from,
                    to,
                    content,
                } if id == message => Some((from, to, content)),
                _ => None,
            });
        let sentence = match sent {
            Some((Party::Client(client), _, Content::Request { step, token, .. })) => {
                let (who, what) = (self.name(client), self.request(client, step, token));
                say!(
                    lang,
                    "{who} sends {what}: it never arrives.",
                    "{who}の{what}は届かない。"
                )
            }
            Some((Party::Client(client), _, Content::Acquire { .. })) => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who} asks for the lock: the request never arrives.",
                    "{who}のロック要求は届かない。"
                )
            }
            Some((Party::Client(client), _, Content::Renew)) => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who}’s renewal never arrives.",
                    "{who}のリース延長は届かない。"
                )
            }
            Some((_, Party::Client(client), _)) => {
                let who = self.name(client);
                say!(
                    lang,
                    "An answer to {who} never arrives.",
                    "{who}への返答は届かない。"
                )
            }
            Some((Party::Client(client), ..)) => {
                let who = self.name(client);
                say!(
                    lang,
                    "A message from {who} never arrives.",
                    "{who}からのメッセージは届かない。"
                )
            }
            _ => return,
        };
        self.push(index, at, sentence);
    }

    pub(super) fn decided(
        &mut self,
        index: usize,
        at: TrueTime,
        asked: &Asked,
        highest: Option<Token>,
    ) {
        let lang = self.lang;
        let who = self.name(asked.client);
        let act = self.act(asked);
        let (answer, mood) = match asked.decision {
            Decision::Answered { .. } => (String::new(), Mood::Plain),
            Decision::Applied { .. } => match asked.issuer {
                Standing::Stale if self.scenario.resource.fence != Fence::Off => (
                    say!(
                        lang,
                        " Accepted: the fence has not seen a newer token yet.",
                        "受理：フェンスはまだ新しいトークンを見ていない。"
                    ),
                    Mood::Plain,
                ),
                Standing::Stale => (
                    say!(lang, " Accepted: nobody compares.", "受理：誰も比べない。"),
                    Mood::Plain,
                ),
                Standing::Holder | Standing::Never => {
                    (say!(lang, " Accepted.", "受理。"), Mood::Plain)
                }
            },
            Decision::Refused(reason) => (self.refusal(reason, asked, highest), Mood::Defended),
        };
        let sentence = say!(lang, "{who} {act}.{answer}", "{who}が{act}。{answer}");
        self.push_with(index, at, sentence, mood);
    }

    /// What a client does to the resource: "writes with 33".
    pub(super) fn act(&self, asked: &Asked) -> String {
        let lang = self.lang;
        let with = match asked.token {
            Some(Token(token)) => match lang {
                Lang::En => format!(" with {token}"),
                Lang::Ja => format!(" {token} で"),
            },
            None => String::new(),
        };
        match asked.kind {
            StepKind::Read => say!(lang, "reads{with}", "{with}読み取り"),
            StepKind::Write => say!(lang, "writes{with}", "{with}書き込み"),
            StepKind::Update => say!(lang, "updates{with}", "{with}更新"),
            StepKind::Effect => say!(lang, "acts outside{with}", "{with}外部に作用"),
        }
    }

    pub(super) fn refusal(&self, reason: Reason, asked: &Asked, highest: Option<Token>) -> String {
        let lang = self.lang;
        match reason {
            Reason::StaleToken => {
                let token = asked.token.map_or(0, |token| token.0);
                let highest = highest.map_or(0, |token| token.0);
                say!(
                    lang,
                    " Refused: {token}\u{a0}<\u{a0}{highest}.",
                    "拒否：{token}\u{a0}<\u{a0}{highest}。"
                )
            }
            Reason::NoToken => say!(lang, " Refused: no token.", "拒否：トークンなし。"),
            Reason::NotHolder => {
                say!(
                    lang,
                    " Refused: it is not the holder.",
                    "拒否：保持者ではない。"
                )
            }
            Reason::Duplicate => say!(
                lang,
                " Recognised: this key has been done already.",
                "重複：このキーは実行済み。"
            ),
            Reason::VersionConflict => say!(
                lang,
                " Refused: the version has changed since.",
                "拒否：バージョンが変わっている。"
            ),
        }
    }

    /// Harm is told with the decision that did it.
    pub(super) fn harmed(&mut self, index: usize, at: TrueTime, kind: HarmKind) {
        let lang = self.lang;
        let what = match kind {
            HarmKind::Inversion => say!(
                lang,
                "Harm: an older write now stands over a newer one.",
                "実害：古い書き込みが新しい書き込みの上に残る。"
            ),
            HarmKind::LostUpdate => say!(
                lang,
                "Harm: a change made in between is lost.",
                "実害：その間の変更が失われた。"
            ),
            HarmKind::DuplicateEffect => say!(
                lang,
                "Harm: the same thing has been done twice.",
                "実害：同じことが 2 回実行された。"
            ),
        };
        self.push_with(index, at, what, Mood::Harm);
    }
}

/// A request as the resource saw it.
pub(super) struct Asked {
    pub client: ClientId,
    pub kind: StepKind,
    pub token: Option<Token>,
    pub issuer: Standing,
    pub decision: Decision,
}
