//! What a client notices, in words.

use super::Teller;
use crate::model::TrueTime;
use crate::sim::trace::{AttemptFailure, BeliefEnd, Event, Learnt, Seen, StepEnd};
use crate::text::Lang;

impl Teller<'_> {
    pub(super) fn at_the_client(&mut self, index: usize, at: TrueTime, event: &Event) {
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
                        "{who} looks at its clock: too little time is left.",
                        "{who}が自分の時計を確認。残り時間が足りない。"
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
            Event::StoodDown { client, learnt } => stood_down(lang, &self.name(client), learnt),
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
                why: AttemptFailure::TimedOut,
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

fn stood_down(lang: Lang, who: &str, learnt: Learnt) -> String {
    match learnt {
        // The look before it has said why; its lock need not be lost yet.
        Learnt::Check => say!(
            lang,
            "{who} stops, and sends nothing more.",
            "{who}は手を引き、これ以上何も送らない。"
        ),
        Learnt::Renewal => say!(
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
