//! The code of the three machines as pseudo-code, with the entries of the trace
//! that each line has done: who compares can be read, and where a run is.
//!
//! ```
//! use fencelab::model::{ClientId, TrueTime};
//! use fencelab::picture::listing::{Listing, Machine};
//! use fencelab::sim::{scenario::Scenario, simulate};
//!
//! let seed = Scenario::seed();
//! let trace = simulate(&seed);
//! let code = Listing::of(&seed, &trace, Machine::Resource);
//! let line = code.line_at(&trace, TrueTime(16_000)).unwrap();
//! assert_eq!(code.lines[line].text.trim(), "record = value; version += 1");
//! ```

mod client;
mod resource;
mod service;

use crate::model::{ClientId, StepId, TrueTime};
use crate::sim::scenario::Scenario;
use crate::sim::trace::{Event, Trace};

/// Whose code it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// A client's plan, with what it does beside it.
    Client(ClientId),
    /// The lock service; of Redlock one node, and the count of the votes.
    Lock,
    /// The resource.
    Resource,
}

/// What a line of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is run.
    Plain,
    /// It decides whether a request of a late holder passes.
    Check,
    /// A defence that this scenario has switched off: the line is not there.
    Absent,
}

/// A line of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Its text, indented.
    pub text: String,
    /// What it is.
    pub role: Role,
    /// The entries of the trace that it has done, in their order.
    pub entries: Vec<usize>,
}

/// The code of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its lines.
    pub lines: Vec<CodeLine>,
}

/// A line, and what in the trace is its doing.
struct Rule<'a> {
    text: String,
    role: Role,
    /// The step of the client's plan to which it belongs, if it belongs to one.
    step: Option<StepId>,
    does: Box<dyn Fn(&Event) -> bool + 'a>,
}

impl<'a> Rule<'a> {
    fn new(text: impl Into<String>, does: impl Fn(&Event) -> bool + 'a) -> Self {
        Self {
            text: text.into(),
            role: Role::Plain,
            step: None,
            does: Box::new(does),
        }
    }

    /// A line that does nothing of its own: a heading.
    fn heading(text: impl Into<String>) -> Self {
        Self::new(text, |_| false)
    }

    /// The line is there only while the scenario has it.
    fn present(mut self, is_on: bool) -> Self {
        if !is_on {
            self.role = Role::Absent;
        }
        self
    }

    /// The line is a check, there only while the scenario has it.
    fn check(mut self, is_on: bool) -> Self {
        self.role = Role::Check;
        self.present(is_on)
    }
}

impl Listing {
    /// The code of a machine in a run of the scenario. Code is code: it is the same in every
    /// language.
    #[must_use]
    pub fn of(scenario: &Scenario, trace: &Trace, machine: Machine) -> Self {
        let rules = match machine {
            Machine::Client(client) => client::rules(scenario, client),
            Machine::Lock => service::rules(scenario),
            Machine::Resource => resource::rules(scenario),
        };
        let mut lines: Vec<CodeLine> = rules
            .iter()
            .map(|rule| CodeLine {
                text: rule.text.clone(),
                role: rule.role,
                entries: Vec::new(),
            })
            .collect();
        let mut at_step = None;
        for (index, entry) in trace.entries.iter().enumerate() {
            if let (Event::StepBegan { client, step, .. }, Machine::Client(whose)) =
                (entry.event, machine)
                && client == whose
            {
                at_step = Some(step);
            }
            // The same line stands in several steps: it is the one of the step at hand.
            let does = |rule: &Rule<'_>| (rule.does)(&entry.event);
            let here = |rule: &Rule<'_>| rule.step.is_none() || rule.step == at_step;
            let place = rules
                .iter()
                .position(|rule| does(rule) && here(rule))
                .or_else(|| rules.iter().position(does));
            if let Some(line) = place.and_then(|place| lines.get_mut(place)) {
                line.entries.push(index);
            }
        }
        Self { lines }
    }

    /// The line that has done something last, up to an instant.
    #[must_use]
    pub fn line_at(&self, trace: &Trace, at: TrueTime) -> Option<usize> {
        let lines = self.lines.iter().enumerate();
        lines
            .filter_map(|(place, line)| Some((line.last(trace, at)?, place)))
            .max()
            .map(|(_, place)| place)
    }
}

impl CodeLine {
    /// The last entry that the line has done up to an instant.
    #[must_use]
    pub fn last(&self, trace: &Trace, at: TrueTime) -> Option<usize> {
        let happened = |entry: &usize| trace.entries.get(*entry).is_some_and(|it| it.at <= at);
        self.entries.iter().rev().copied().find(|it| happened(it))
    }

    /// Where the line points: the last entry that it has done up to an instant, else its first.
    #[must_use]
    pub fn entry_near(&self, trace: &Trace, at: TrueTime) -> Option<usize> {
        self.last(trace, at).or(self.entries.first().copied())
    }
}
