//! Every field of the file format as a control: what it is called, what it may
//! hold, what it holds, and how it is set.

mod list;
mod set;
mod stated;

pub(super) use list::fault_kind;
pub use list::fields;
pub(super) use set::{checked, node_of};
pub use set::{losses, set};
pub use stated::{Stated, stated};

use super::action::NewStep;
use crate::model::{ClientId, FaultId, Millis, StepId};
use crate::sim::scenario::{Scenario, Step};
use crate::sim::words::Word;
use crate::text::narrate::{display_name, name_of};
use crate::text::quantity::{bare_seconds, parse_time, seconds};
use crate::text::{Lang, label, say};

/// A field of the file format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its path, as complaints name it: `clients[0].plan[1].write.after_ms`.
    pub path: String,
    /// Of what it is a field.
    pub group: Group,
    /// What it may hold.
    pub kind: Kind,
    /// What it holds, as [`set`] takes it: times as bare seconds (`0.5`), empty for none.
    pub value: String,
    /// Whether the lock service at hand has it. If not, it can only hold its default.
    pub applies: bool,
}

/// Of what something is a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The whole run: purpose and horizon.
    Run,
    /// The lock service.
    Lock,
    /// The resource.
    Resource,
    /// The usual delays.
    Network,
    /// A client.
    Client(ClientId),
    /// A step of a client's plan.
    Step(ClientId, StepId),
    /// A fault.
    Fault(FaultId),
}

/// What a field may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A time, or none if it is optional.
    Time {
        /// Whether it may be empty.
        optional: bool,
        /// The smallest.
        least: Millis,
        /// The largest.
        most: Millis,
    },
    /// A whole number.
    Number {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// One of a few words.
    Choice {
        /// Those that can be chosen now.
        words: Vec<&'static str>,
    },
    /// `true` or `false`.
    Switch,
    /// A text, or none if it is optional.
    Text {
        /// Whether it may be empty.
        optional: bool,
        /// The most characters.
        most: i64,
    },
    /// The name of one of the clients.
    ClientName {
        /// Their names in the order of the file.
        names: Vec<String>,
    },
    /// A lock node, counted from 0.
    Node {
        /// How many there are.
        nodes: u8,
    },
    /// A time for each node, separated by `;`, or empty for the usual one. One
    /// time alone counts for all nodes.
    NodeDelays {
        /// How many nodes there are.
        nodes: u8,
        /// The largest time.
        most: Millis,
    },
    /// `lock`, `resource`, `all`, or `node-0`, `node-1` …
    CutFrom {
        /// How many nodes can be named: none on a lease.
        nodes: u8,
    },
}

impl Kind {
    /// The words that can be chosen; none if it is typed.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Choice { words } => words.iter().map(|word| (*word).to_owned()).collect(),
            Self::Switch => vec!["true".to_owned(), "false".to_owned()],
            Self::ClientName { names } => names.clone(),
            Self::Node { nodes } => (0..*nodes).map(|node| node.to_string()).collect(),
            Self::CutFrom { nodes } => ["lock", "resource", "all"]
                .map(ToOwned::to_owned)
                .into_iter()
                .chain((0..*nodes).map(|node| format!("node-{node}")))
                .collect(),
            Self::Time { .. }
            | Self::Number { .. }
            | Self::Text { .. }
            | Self::NodeDelays { .. } => Vec::new(),
        }
    }

    /// Whether it may be empty.
    #[must_use]
    pub const fn optional(&self) -> bool {
        match self {
            Self::Time { optional, .. } | Self::Text { optional, .. } => *optional,
            Self::NodeDelays { .. } => true,
            Self::Number { .. }
            | Self::Choice { .. }
            | Self::Switch
            | Self::ClientName { .. }
            | Self::Node { .. }
            | Self::CutFrom { .. } => false,
        }
    }
}

impl Field {
    /// The time that it holds, if it holds one.
    #[must_use]
    pub fn time(&self) -> Option<Millis> {
        match self.kind {
            Kind::Time { least, most, .. } => parse_time(&self.value, least, most).ok(),
            _ => None,
        }
    }

    /// What it would hold `by` milliseconds or units further on, as [`set`] takes it, kept
    /// within its range; none for what cannot be stepped. An empty field begins at the least.
    #[must_use]
    pub fn stepped(&self, by: i64) -> Option<String> {
        match self.kind {
            Kind::Time { least, most, .. } => {
                let time = self.time().map_or(least, |time| time.plus(Millis(by)));
                Some(bare_seconds(time.clamp(least, most)))
            }
            Kind::Number { least, most } => {
                let number = self.value.parse::<i64>().ok()?;
                Some(number.saturating_add(by).clamp(least, most).to_string())
            }
            Kind::Choice { .. }
            | Kind::Switch
            | Kind::Text { .. }
            | Kind::ClientName { .. }
            | Kind::Node { .. }
            | Kind::NodeDelays { .. }
            | Kind::CutFrom { .. } => None,
        }
    }

    /// Its value as it is shown: times with their unit, words in the language.
    #[must_use]
    pub fn shown(&self, lang: Lang) -> String {
        match (&self.kind, self.time()) {
            (_, Some(time)) => seconds(lang, time),
            (Kind::Number { .. } | Kind::Text { .. } | Kind::Time { .. }, None) => {
                self.value.clone()
            }
            (Kind::NodeDelays { most, .. }, None) => {
                let times = self.value.split(';');
                let times = times.filter_map(|time| parse_time(time, Millis::ZERO, *most).ok());
                let times: Vec<String> = times.map(|time| seconds(lang, time)).collect();
                times.join("; ")
            }
            (
                Kind::Choice { .. }
                | Kind::Switch
                | Kind::ClientName { .. }
                | Kind::Node { .. }
                | Kind::CutFrom { .. },
                None,
            ) => value_word(lang, self, &self.value),
        }
    }

    /// What an empty field means, if it may be empty.
    #[must_use]
    pub fn empty_word(&self, lang: Lang) -> Option<String> {
        let name = self.path.rsplit('.').next().unwrap_or_default();
        self.kind.optional().then(|| match name {
            "dedup_window_ms" => say!(lang, "no dedup", "重複排除なし"),
            "renew_ms" => say!(lang, "no renewal", "延長しない"),
            "resend_after_ms" => say!(lang, "never", "再送しない"),
            "key" => say!(lang, "no key", "キーなし"),
            "timeout_ms" => say!(
                lang,
                "1 s when polling, none in a queue",
                "ポーリングでは 1 秒、待ち行列では無期限"
            ),
            _ => say!(lang, "as usual", "通常どおり"),
        })
    }
}

/// A short label of a field.
#[must_use]
pub fn name(lang: Lang, field: &Field) -> String {
    label::field(lang, &field.path)
}

/// What one of the words of a field means: "writes" is "fence on writes".
#[must_use]
pub fn value_word(lang: Lang, field: &Field, word: &str) -> String {
    match &field.kind {
        Kind::ClientName { .. } => display_name(lang, word),
        Kind::Node { nodes: 1 } => say!(lang, "the lock service", "ロックサービス"),
        Kind::Choice { .. }
        | Kind::Switch
        | Kind::Node { .. }
        | Kind::CutFrom { .. }
        | Kind::Time { .. }
        | Kind::Number { .. }
        | Kind::Text { .. }
        | Kind::NodeDelays { .. } => label::value(lang, &field.path, word),
    }
}

/// The name of a step in a file.
pub(super) const fn step_kind(step: &Step) -> &'static str {
    NewStep::of(step).word()
}

/// The heading over the fields of a group: "Step 2: write".
#[must_use]
pub fn group_name(lang: Lang, scenario: &Scenario, group: Group) -> String {
    match group {
        Group::Run => say!(lang, "The run", "実行全体"),
        Group::Lock => say!(lang, "Lock service", "ロックサービス"),
        Group::Resource => say!(lang, "Resource", "リソース"),
        Group::Network => say!(lang, "Network", "ネットワーク"),
        Group::Client(client) => name_of(lang, scenario, client),
        // It stands within its client.
        Group::Step(client, step) => {
            let number = step.index().saturating_add(1);
            let found = scenario.clients.get(client.index());
            let kind = found
                .and_then(|client| client.plan.get(step.index()))
                .map_or("", step_kind);
            let kind = label::kind(lang, kind);
            say!(lang, "Step {number}: {kind}", "手順 {number}：{kind}")
        }
        Group::Fault(fault) => {
            let number = fault.index().saturating_add(1);
            let kind = scenario.faults.get(fault.index()).map_or("", fault_kind);
            let kind = label::kind(lang, kind);
            say!(lang, "Fault {number}: {kind}", "障害 {number}：{kind}")
        }
    }
}

/// The name of the client that a step stands within; none for all else.
#[must_use]
pub fn client_of(lang: Lang, scenario: &Scenario, group: Group) -> Option<String> {
    match group {
        Group::Step(client, _) => Some(group_name(lang, scenario, Group::Client(client))),
        Group::Run
        | Group::Lock
        | Group::Resource
        | Group::Network
        | Group::Client(_)
        | Group::Fault(_) => None,
    }
}

/// The word of a choice, as it stands in a file.
fn word_of<T: Word>(choice: T) -> String {
    choice.word().to_owned()
}
