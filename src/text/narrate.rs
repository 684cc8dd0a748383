//! The log: what happened, as plain sentences in the order of the trace.

use super::Lang;
use super::quantity::seconds;
use crate::model::{ClientId, Millis, StepId, Token, TrueTime};
use crate::sim::report::{EndedBy, HarmKind, Reason, StepKind};
use crate::sim::scenario::{
    Cause, Client, CutFrom, FailoverForgets, Fault, RestartForgets, Scenario, Service, Step,
};
use crate::sim::trace::{
    BeliefEnd, Content, Decision, Denial, Event, Learnt, Party, Seen, Standing, StepEnd, Trace,
};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When.
    pub at: TrueTime,
    /// What, as a sentence.
    pub sentence: String,
    /// The first and the last entry of the trace that it tells.
    pub entries: (usize, usize),
    /// Whether it tells of harm, of a defence, or neither.
    pub mood: Mood,
}

/// What a line tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Harm was done.
    Harm,
    /// A defence worked.
    Defended,
    /// Anything else.
    Plain,
}

/// A client's name as it is shown: `Client 1` is クライアント1 in Japanese.
#[must_use]
pub fn display_name(lang: Lang, name: &str) -> String {
    match (lang, name.strip_prefix("Client ")) {
        (Lang::Ja, Some(number))
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("クライアント{number}")
        }
        _ => name.to_owned(),
    }
}

/// The shown name of a client of the scenario.
#[must_use]
pub fn name_of(lang: Lang, scenario: &Scenario, client: ClientId) -> String {
    scenario
        .clients
        .get(client.index())
        .map_or_else(String::new, |client| display_name(lang, &client.name))
}

/// Tells a run.
#[must_use]
pub fn narrate(lang: Lang, scenario: &Scenario, trace: &Trace) -> Vec<Line> {
    let mut teller = Teller {
        lang,
        scenario,
        trace,
        lines: Vec::new(),
        denied: Vec::new(),
    };
    for (index, entry) in trace.entries.iter().enumerate() {
        teller.tell(index, entry.at, &entry.event);
    }
    teller.lines
}

/// Tells one entry after another.
struct Teller<'a> {
    lang: Lang,
    scenario: &'a Scenario,
    trace: &'a Trace,
    lines: Vec<Line>,
    /// For each client that is being refused: its line, and how often.
    denied: Vec<(ClientId, usize, u32)>,
}

impl Teller<'_> {
    fn name(&self, client: ClientId) -> String {
        name_of(self.lang, self.scenario, client)
    }

    fn client(&self, client: ClientId) -> Option<&Client> {
        self.scenario.clients.get(client.index())
    }

    fn instant(&self, at: TrueTime) -> String {
        seconds(self.lang, at.since(TrueTime::START))
    }

    fn time(&self, time: Millis) -> String {
        seconds(self.lang, time)
    }

    fn push(&mut self, entry: usize, at: TrueTime, sentence: String) {
        self.push_with(entry, at, sentence, Mood::Plain);
    }

    fn push_with(&mut self, entry: usize, at: TrueTime, sentence: String, mood: Mood) {
        self.lines.push(Line {
            at,
            sentence,
            entries: (entry, entry),
            mood,
        });
    }

    fn tell(&mut self, index: usize, at: TrueTime, event: &Event) {
        let lang = self.lang;
        match *event {
            Event::FaultBegan { fault } => self.fault_began(index, at, fault.index()),
            Event::FaultEnded { fault } => self.fault_ended(index, at, fault.index()),
            Event::Granted {
                client,
                token,
                expires,
                ..
            } => {
                self.denied.retain(|(denied, ..)| *denied != client);
                let (who, until) = (self.name(client), self.instant(expires));
                let sentence = match token {
                    Some(Token(token)) => say!(
                        lang,
                        "{who} is granted the lock: token {token}, until {until}.",
                        "{who}がロックを取得。トークン {token}、{until}まで。"
                    ),
                    None => say!(
                        lang,
                        "{who} is granted the lock, until {until}.",
                        "{who}がロックを取得。{until}まで。"
                    ),
                };
                self.push(index, at, sentence);
            }
            Event::Denied { client, why, .. } => self.denied(index, at, client, why),
            Event::Queued { client, .. } => {
                let who = self.name(client);
                let sentence = say!(
                    lang,
                    "{who} asks for the lock and waits in line.",
                    "{who}がロックを要求し、列に並ぶ。"
                );
                self.push(index, at, sentence);
            }
            Event::Ended { grant, by } => self.ended(index, at, grant, by),
            Event::Decided {
                client,
                kind,
                token,
                issuer,
                decision,
                highest,
                ..
            } => {
                let asked = Asked {
                    client,
                    kind,
                    token,
                    issuer,
                    decision,
                };
                self.decided(index, at, &asked, highest);
            }
            Event::Harmed { kind, .. } => self.harmed(index, at, kind),
            Event::Sent { from, content, .. } => self.sent(index, at, from, &content),
            Event::Vanished { message } => self.vanished(index, at, message),
            Event::Renewed { .. }
            | Event::RenewalDenied { .. }
            | Event::LockDelayBegan { .. }
            | Event::LockDelayEnded
            | Event::ExpiryMoved { .. }
            | Event::Evaluated { .. }
            | Event::Counted { .. } => self.at_the_lock(index, at, event),
            Event::Checked { .. }
            | Event::StoodDown { .. }
            | Event::BeliefEnded { .. }
            | Event::StepEnded { .. }
            | Event::AttemptFailed { .. } => self.at_the_client(index, at, event),
            Event::Arrived { .. }
            | Event::StepBegan { .. }
            | Event::BeliefBegan { .. }
            | Event::TokenLearnt { .. }
            | Event::DeadlineMoved { .. }
            | Event::PlanFinished { .. }
            | Event::Delivered { .. }
            | Event::ValueStored { .. }
            | Event::ValueDenied { .. }
            | Event::ValueGone { .. } => {}
        }
    }

    fn fault_began(&mut self, index: usize, at: TrueTime, fault: usize) {
        let lang = self.lang;
        let Some(fault) = self.scenario.faults.get(fault) else {
            return;
        };
        let sentence = match *fault {
            Fault::Pause {
                client,
                cause,
                lasting,
                ..
            } => {
                let (who, why) = (self.name(client), cause_word(cause).of(lang));
                let long = self.time(lasting);
                if self.is_about_to_send(client, at) {
                    say!(
                        lang,
                        "{who} stands still for {long} just as it is about to write ({why}).",
                        "書き込む直前に{who}が {long}停止（{why}）。"
                    )
                } else {
                    say!(
                        lang,
                        "{who} stands still for {long} ({why}).",
                        "{who}が {long}停止（{why}）。"
                    )
                }
            }
            Fault::Crash { client, .. } => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who} crashes. What it has sent still arrives.",
                    "{who}がクラッシュ。送信済みの要求は届く。"
                )
            }
            Fault::Cut { client, from, .. } => {
                let (who, what) = (self.name(client), self.link(from));
                say!(
                    lang,
                    "{who} is cut off from {what}. Nobody tells it.",
                    "{who}と{what}のあいだの通信が切れる。本人は知らない。"
                )
            }
            Fault::ClockJump { node, by, .. } => {
                let (node, by) = (self.node(node.index()), self.time(by));
                say!(
                    lang,
                    "The clock of {node} jumps by {by}.",
                    "{node}の時計が {by}ジャンプ。"
                )
            }
            Fault::ClockRate { node, per_mille } => {
                let node = self.node(node.index());
                say!(
                    lang,
                    "The clock of {node} counts {per_mille} ms in each second.",
                    "{node}の時計は 1 秒に {per_mille} ミリ秒進む。"
                )
            }
            Fault::NodeDown {
                node, keeps_data, ..
            } => {
                let node = self.node(node.index());
                if keeps_data {
                    say!(lang, "{node} is down.", "{node}が停止。")
                } else {
                    say!(
                        lang,
                        "{node} is down and forgets its lock.",
                        "{node}が停止し、ロックの記憶を失う。"
                    )
                }
            }
            Fault::Failover { forgets, .. } => match forgets {
                FailoverForgets::Lock => say!(
                    lang,
                    "Failover: the new service does not know the holder.",
                    "フェイルオーバー。新しいサービスは保持者を知らない。"
                ),
                FailoverForgets::LockAndCounter => say!(
                    lang,
                    "Failover: the new service knows neither the holder nor the newest tokens.",
                    "フェイルオーバー。新しいサービスは保持者も最新のトークンも知らない。"
                ),
            },
            Fault::LockLost { .. } => say!(
                lang,
                "The lock service drops the holder’s session.",
                "ロックサービスが保持者のセッションを捨てる。"
            ),
            Fault::ResourceRestart { forgets, .. } => match forgets {
                RestartForgets::HighestToken => say!(
                    lang,
                    "The resource restarts and forgets the highest token.",
                    "リソースが再起動し、最大トークンを忘れる。"
                ),
                RestartForgets::Keys => say!(
                    lang,
                    "The resource restarts and forgets the keys.",
                    "リソースが再起動し、キーを忘れる。"
                ),
                RestartForgets::Both => say!(
                    lang,
                    "The resource restarts and forgets the highest token and the keys.",
                    "リソースが再起動し、最大トークンとキーを忘れる。"
                ),
            },
        };
        self.push(index, at, sentence);
    }

    /// Whether a client's thinking before a change ends, but for the pause, at this instant.
    fn is_about_to_send(&self, client: ClientId, at: TrueTime) -> bool {
        let began = self
            .trace
            .entries
            .iter()
            .take_while(|entry| entry.at <= at)
            .filter_map(|entry| match entry.event {
                Event::StepBegan {
                    client: whose,
                    step,
                    ..
                } if whose == client => Some((entry.at, step)),
                _ => None,
            });
        let Some((from, step)) = began.last() else {
            return false;
        };
        match self
            .client(client)
            .and_then(|client| client.plan.get(step.index()))
        {
            Some(Step::Write(change) | Step::Update(change)) => {
                from.plus(change.sending.after) == at
            }
            Some(Step::Effect(effect)) => from.plus(effect.sending.after) == at,
            _ => false,
        }
    }

    fn fault_ended(&mut self, index: usize, at: TrueTime, fault: usize) {
        let lang = self.lang;
        let Some(fault) = self.scenario.faults.get(fault) else {
            return;
        };
        let sentence = match *fault {
            Fault::Pause {
                client, lasting, ..
            } => {
                let (who, long) = (self.name(client), self.time(lasting));
                say!(
                    lang,
                    "{who} wakes. It does not know that {long} have passed.",
                    "{who}が復帰。{long}たったことを知らない。"
                )
            }
            Fault::Cut { client, from, .. } => {
                let (who, what) = (self.name(client), self.link(from));
                say!(
                    lang,
                    "{who} can reach {what} again.",
                    "{who}と{what}のあいだの通信が戻る。"
                )
            }
            Fault::NodeDown { node, .. } => {
                let node = self.node(node.index());
                say!(lang, "{node} is up again.", "{node}が復帰。")
            }
            Fault::Crash { .. }
            | Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => return,
        };
        self.push(index, at, sentence);
    }

    fn node(&self, node: usize) -> String {
        match self.scenario.lock.service {
            Service::Lease => say!(self.lang, "the lock service", "ロックサービス"),
            Service::Redlock => {
                let number = node + 1;
                say!(self.lang, "node {number}", "ノード {number}")
            }
        }
    }

    fn link(&self, from: CutFrom) -> String {
        match from {
            CutFrom::Lock => say!(self.lang, "the lock service", "ロックサービス"),
            CutFrom::Resource => say!(self.lang, "the resource", "リソース"),
            CutFrom::All => say!(self.lang, "everything", "すべての相手"),
            CutFrom::Node(node) => self.node(node.index()),
        }
    }

    fn denied(&mut self, index: usize, at: TrueTime, client: ClientId, why: Denial) {
        let lang = self.lang;
        let who = self.name(client);
        if let Some((_, line, times)) = self
            .denied
            .iter_mut()
            .find(|(denied, ..)| *denied == client)
        {
            *times += 1;
            let (times, until) = (*times, seconds(lang, at.since(TrueTime::START)));
            if let Some(line) = self.lines.get_mut(*line) {
                line.entries.1 = index;
                line.sentence = say!(
                    lang,
                    "{who} asks for the lock: refused, {times} times until {until}.",
                    "{who}がロックを要求。{until}までに {times} 回拒否される。"
                );
            }
            return;
        }
        self.denied.push((client, self.lines.len(), 1));
        let sentence = match why {
            Denial::Held => say!(
                lang,
                "{who} asks for the lock: refused, it is held.",
                "{who}がロックを要求。使用中のため拒否。"
            ),
            Denial::LockDelay => say!(
                lang,
                "{who} asks for the lock: refused, lock-delay is running.",
                "{who}がロックを要求。ロックディレイ中のため拒否。"
            ),
        };
        self.push(index, at, sentence);
    }

    fn ended(&mut self, index: usize, at: TrueTime, grant: crate::model::Ordinal, by: EndedBy) {
        let lang = self.lang;
        let holder = self
            .trace
            .entries
            .iter()
            .find_map(|entry| match entry.event {
                Event::Granted {
                    client,
                    grant: granted,
                    ..
                } if granted == grant => Some(client),
                _ => None,
            });
        let who = holder.map_or_else(String::new, |client| self.name(client));
        let sentence = match by {
            EndedBy::Expiry => say!(
                lang,
                "{who}’s lease ends by itself. No message tells {who}.",
                "{who}のリースが満了。{who}への通知はない。"
            ),
            EndedBy::Release => say!(lang, "{who} gives the lock back.", "{who}がロックを解放。"),
            EndedBy::Deleted => say!(
                lang,
                "{who}’s lock is deleted by another client’s release.",
                "{who}のロックが、ほかのクライアントの解放で消される。"
            ),
            EndedBy::Lost => say!(
                lang,
                "The lock service has lost {who}’s lock.",
                "ロックサービスが{who}のロックを失う。"
            ),
            EndedBy::Failover => say!(
                lang,
                "{who}’s lock is gone with the failover.",
                "フェイルオーバーで{who}のロックが消える。"
            ),
        };
        self.push(index, at, sentence);
    }

    fn sent(&mut self, index: usize, at: TrueTime, from: Party, content: &Content) {
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
    fn request(&self, client: ClientId, step: StepId, token: Option<Token>) -> String {
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

    fn vanished(&mut self, index: usize, at: TrueTime, message: crate::model::MessageId) {
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

    fn decided(&mut self, index: usize, at: TrueTime, asked: &Asked, highest: Option<Token>) {
        let lang = self.lang;
        let who = self.name(asked.client);
        let act = self.act(asked);
        let (answer, mood) = match asked.decision {
            Decision::Answered { .. } => (String::new(), Mood::Plain),
            Decision::Applied { .. } => match asked.issuer {
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
    fn act(&self, asked: &Asked) -> String {
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

    fn refusal(&self, reason: Reason, asked: &Asked, highest: Option<Token>) -> String {
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
                "拒否：版が変わっている。"
            ),
        }
    }

    /// Harm is told with the decision that did it.
    fn harmed(&mut self, index: usize, at: TrueTime, kind: HarmKind) {
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

    fn at_the_lock(&mut self, index: usize, at: TrueTime, event: &Event) {
        let lang = self.lang;
        let sentence = match *event {
            Event::Renewed { expires, .. } => {
                let until = self.instant(expires);
                say!(
                    lang,
                    "The lease is extended until {until}.",
                    "リースを {until}まで延長。"
                )
            }
            Event::RenewalDenied { client } => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who}’s renewal is refused: the lock is no longer its own.",
                    "{who}のリース延長を拒否。もう保持者ではない。"
                )
            }
            Event::LockDelayBegan { until } => {
                let until = self.instant(until);
                say!(
                    lang,
                    "Lock-delay: nothing is granted until {until}.",
                    "ロックディレイ：{until}まで誰にも付与しない。"
                )
            }
            Event::LockDelayEnded => say!(lang, "Lock-delay ends.", "ロックディレイが終わる。"),
            Event::ExpiryMoved { expires, .. } => {
                let until = self.instant(expires);
                say!(
                    lang,
                    "With its clock the end of the lease moves to {until}.",
                    "時計とともにリースの満了が {until}へ動く。"
                )
            }
            Event::Evaluated {
                client,
                yes,
                validity,
                granted,
                ..
            } => {
                let (who, nodes, left) = (
                    self.name(client),
                    self.scenario.lock.nodes,
                    self.time(validity),
                );
                let majority = nodes / 2 + 1;
                if granted {
                    say!(
                        lang,
                        "{who} counts {yes} of {nodes} yes ({majority} are enough), validity {left}.",
                        "{who}の集計：{nodes} 台中 {yes} 台が承諾（{majority} 台で足りる）、残り有効時間 {left}。"
                    )
                } else {
                    say!(
                        lang,
                        "{who} counts {yes} of {nodes} yes ({majority} are needed), validity {left}: no lock. It unlocks all nodes.",
                        "{who}の集計：{nodes} 台中 {yes} 台が承諾（{majority} 台必要）、残り有効時間 {left}。取得できず、全ノードを解放。"
                    )
                }
            }
            Event::Counted { client, token, .. } => {
                let (who, token) = (self.name(client), token.0);
                say!(
                    lang,
                    "The counter gives {who} the number {token}.",
                    "カウンタが{who}に番号 {token} を渡す。"
                )
            }
            _ => return,
        };
        self.push(index, at, sentence);
    }

    fn at_the_client(&mut self, index: usize, at: TrueTime, event: &Event) {
        let lang = self.lang;
        let sentence = match *event {
            Event::Checked {
                client,
                saw: Seen::Clock { .. },
                goes_on,
            } => {
                let who = self.name(client);
                if goes_on {
                    say!(
                        lang,
                        "{who} looks at its clock: time left, it goes on.",
                        "{who}が自分の時計を確認。期限内なので続行。"
                    )
                } else {
                    say!(
                        lang,
                        "{who} looks at its clock: too late.",
                        "{who}が自分の時計を確認。期限切れ。"
                    )
                }
            }
            Event::Checked {
                client,
                saw: Seen::Answer { holds },
                ..
            } => {
                let who = self.name(client);
                if holds {
                    say!(
                        lang,
                        "{who} asked and hears: the lock is still its own.",
                        "{who}の照会への答え：まだ保持している。"
                    )
                } else {
                    say!(
                        lang,
                        "{who} asked and hears: the lock is gone.",
                        "{who}の照会への答え：もう保持していない。"
                    )
                }
            }
            Event::StoodDown { client, learnt } => {
                let who = self.name(client);
                match learnt {
                    Learnt::Check | Learnt::Renewal => say!(
                        lang,
                        "{who} knows that its lock is lost, and stops.",
                        "{who}がロックの失効を知り、手を引く。"
                    ),
                    Learnt::Refusal(_) => say!(
                        lang,
                        "{who} learns from the refusal that its lock is lost, and stops.",
                        "{who}が拒否で失効を知り、手を引く。"
                    ),
                }
            }
            Event::BeliefEnded {
                client,
                why: BeliefEnd::DeadlineReached,
                ..
            } => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who}’s own clock reaches its deadline.",
                    "{who}の時計が期限に達する。"
                )
            }
            Event::StepEnded {
                client,
                how: StepEnd::PassedOver,
                ..
            } => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who} passes over what it read as done.",
                    "{who}は、実行済みと読んだ作業を飛ばす。"
                )
            }
            Event::AttemptFailed {
                client,
                why: crate::sim::trace::AttemptFailure::TimedOut,
                ..
            } => {
                let who = self.name(client);
                say!(
                    lang,
                    "{who} has no answer in time, and will ask again.",
                    "{who}に期限内の返答がなく、あとで聞き直す。"
                )
            }
            _ => return,
        };
        self.push(index, at, sentence);
    }
}

/// A request as the resource saw it.
struct Asked {
    client: ClientId,
    kind: StepKind,
    token: Option<Token>,
    issuer: Standing,
    decision: Decision,
}

/// The word for a cause.
#[must_use]
pub const fn cause_word(cause: Cause) -> super::Word {
    use super::Word;
    match cause {
        Cause::Gc => Word::CauseGc,
        Cause::PageFault => Word::CausePageFault,
        Cause::CpuSteal => Word::CauseCpuSteal,
        Cause::Sigstop => Word::CauseSigstop,
        Cause::VmMigration => Word::CauseVmMigration,
        Cause::Other => Word::CauseOther,
    }
}
