//! What goes wrong, in words.

use super::{Teller, cause_word};
use crate::model::{ClientId, NodeId, TrueTime};
use crate::sim::scenario::{
    CutFrom, FailoverForgets, Fault, RestartForgets, Scenario, Service, Step,
};
use crate::sim::trace::Event;
use crate::text::Lang;

impl Teller<'_> {
    pub(super) fn fault_began(&mut self, index: usize, at: TrueTime, fault: usize) {
        let Some(fault) = self.scenario.faults.get(fault) else {
            return;
        };
        let sentence = match fault {
            Fault::Pause { .. } | Fault::Crash { .. } | Fault::Cut { .. } => {
                self.client_fault(at, fault)
            }
            Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::NodeDown { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => self.service_fault(fault),
        };
        self.push(index, at, sentence);
    }

    fn client_fault(&self, at: TrueTime, fault: &Fault) -> String {
        let lang = self.lang;
        match *fault {
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
            _ => String::new(),
        }
    }

    fn service_fault(&self, fault: &Fault) -> String {
        let lang = self.lang;
        match *fault {
            Fault::ClockJump { node, by, .. } => {
                let (node, by) = (self.node(node), self.time(by));
                say!(
                    lang,
                    "The clock of {node} jumps by {by}.",
                    "{node}の時計が {by}ジャンプ。"
                )
            }
            Fault::ClockRate { node, per_mille } => {
                let node = self.node(node);
                say!(
                    lang,
                    "The clock of {node} counts {per_mille} ms in each second.",
                    "{node}の時計は 1 秒に {per_mille} ミリ秒進む。"
                )
            }
            Fault::NodeDown {
                node, keeps_data, ..
            } => {
                let node = self.node(node);
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
            _ => String::new(),
        }
    }

    /// Whether a client's thinking before a change ends, but for the pause, at this instant.
    pub(super) fn is_about_to_send(&self, client: ClientId, at: TrueTime) -> bool {
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

    pub(super) fn fault_ended(&mut self, index: usize, at: TrueTime, fault: usize) {
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
                let node = self.node(node);
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

    fn node(&self, node: NodeId) -> String {
        self.beside_kana(node_name(self.lang, self.scenario, node))
    }

    fn link(&self, from: CutFrom) -> String {
        self.beside_kana(link_name(self.lang, self.scenario, from))
    }

    /// In Japanese a figure stands apart from the letter that follows it.
    fn beside_kana(&self, name: String) -> String {
        match self.lang {
            Lang::Ja if name.ends_with(|last: char| last.is_ascii_digit()) => name + " ",
            Lang::En | Lang::Ja => name,
        }
    }
}

/// A lock node as a sentence names it.
#[must_use]
pub fn node_name(lang: Lang, scenario: &Scenario, node: NodeId) -> String {
    match scenario.lock.service {
        Service::Lease => say!(lang, "the lock service", "ロックサービス"),
        Service::Redlock => {
            let number = node.index().saturating_add(1);
            say!(lang, "node {number}", "ノード {number}")
        }
    }
}

/// What a client is cut off from, as a sentence names it.
#[must_use]
pub fn link_name(lang: Lang, scenario: &Scenario, from: CutFrom) -> String {
    match from {
        CutFrom::Lock => say!(lang, "the lock service", "ロックサービス"),
        CutFrom::Resource => say!(lang, "the resource", "リソース"),
        CutFrom::All => say!(lang, "everything", "すべての相手"),
        CutFrom::Node(node) => node_name(lang, scenario, node),
    }
}
