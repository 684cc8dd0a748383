//! What the lock service does, in words.

use super::Teller;
use crate::model::{ClientId, Ordinal, TrueTime};
use crate::sim::report::EndedBy;
use crate::sim::trace::{Denial, Event};
use crate::text::quantity::seconds;

impl Teller<'_> {
    pub(super) fn denied(&mut self, index: usize, at: TrueTime, client: ClientId, why: Denial) {
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

    pub(super) fn ended(&mut self, index: usize, at: TrueTime, grant: Ordinal, by: EndedBy) {
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

    pub(super) fn at_the_lock(&mut self, index: usize, at: TrueTime, event: &Event) {
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
}
