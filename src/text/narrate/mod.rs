//! The log: what happened, as plain sentences in the order of the trace.

mod clients;
mod faults;
mod lock;
mod requests;

pub use self::faults::{link_name, node_name};

use self::requests::Asked;
use super::quantity::seconds;
use super::{Lang, Word};
use crate::model::{ClientId, Millis, Token, TrueTime};
use crate::sim::scenario::{Cause, Client, Scenario};
use crate::sim::trace::{Event, Trace};

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
}

/// The word for a cause.
#[must_use]
pub const fn cause_word(cause: Cause) -> Word {
    match cause {
        Cause::Gc => Word::CauseGc,
        Cause::PageFault => Word::CausePageFault,
        Cause::CpuSteal => Word::CauseCpuSteal,
        Cause::Sigstop => Word::CauseSigstop,
        Cause::VmMigration => Word::CauseVmMigration,
        Cause::Other => Word::CauseOther,
    }
}
