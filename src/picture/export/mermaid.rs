//! The log as a sequence diagram for Mermaid, which many wikis and code hosts draw.
//!
//! An arrow stands where its message arrives, or vanishes; Mermaid has no scale of time, so each
//! line begins with its instant. Syntax: <https://mermaid.js.org/syntax/sequenceDiagram.html>.

use super::{Seen, on_one_line};
use crate::model::{ClientId, MessageId, Ordinal, TrueTime};
use crate::picture::diagram::lane_name;
use crate::picture::layout::{Owner, owners};
use crate::sim::report::EndedBy;
use crate::sim::scenario::Fault;
use crate::sim::trace::{Decision, Event, Party};
use crate::text::quantity::seconds;
use std::fmt::Write as _;

/// The run as the text of a Mermaid sequence diagram.
#[must_use]
pub fn mermaid(seen: Seen<'_>) -> String {
    let mut out = String::from("sequenceDiagram\n");
    let _ = writeln!(out, "    accTitle: {}", written(&seen.heading()));
    let _ = writeln!(out, "    accDescr: {}", written(&seen.sentence()));
    for owner in owners(seen.scenario) {
        let name = lane_name(seen.lang, seen.scenario, owner);
        let _ = writeln!(out, "    participant {} as {}", id(owner), written(&name));
    }
    for line in seen.lines {
        let at = seconds(seen.lang, line.at.since(TrueTime::START));
        let text = written(&format!("{at}: {}", line.sentence));
        let Some(event) = seen.event(line) else {
            continue;
        };
        let drawn = match sign(seen, event) {
            Sign::Arrow { from, arrow, to } => format!("{}{arrow}{}", id(from), id(to)),
            Sign::Note(over) => format!("Note over {}", id(over)),
        };
        let _ = writeln!(out, "    {drawn}: {text}");
    }
    out
}

/// What stands for a line of the log.
enum Sign {
    Arrow {
        from: Owner,
        arrow: &'static str,
        to: Owner,
    },
    Note(Owner),
}

/// A solid arrow, a dashed one for an answer, and one that ends in a cross.
const ASKS: &str = "->>";
const ANSWERS: &str = "-->>";
const FAILS: &str = "-x";

fn sign(seen: Seen<'_>, event: &Event) -> Sign {
    let arrow = |from, arrow, to| Sign::Arrow { from, arrow, to };
    let client = Owner::Client;
    match *event {
        Event::Granted { client: who, .. } | Event::Counted { client: who, .. } => {
            arrow(Owner::Lock, ANSWERS, client(who))
        }
        Event::Denied { client: who, .. } | Event::RenewalDenied { client: who } => {
            arrow(client(who), FAILS, Owner::Lock)
        }
        Event::Queued { client: who, .. } => arrow(client(who), ASKS, Owner::Lock),
        Event::Renewed { grant, .. }
        | Event::Ended {
            grant,
            by: EndedBy::Release,
        } => match holder(seen, grant) {
            Some(who) => arrow(client(who), ASKS, Owner::Lock),
            None => Sign::Note(Owner::Lock),
        },
        Event::Decided {
            client: who,
            decision,
            ..
        } => {
            let applied = match decision {
                Decision::Refused(_) => FAILS,
                _ => ASKS,
            };
            arrow(client(who), applied, Owner::Resource)
        }
        Event::Vanished { message } => match ends(seen, message) {
            Some((from, to)) if from != to => arrow(from, FAILS, to),
            Some(_) | None => Sign::Note(Owner::Lock),
        },
        Event::FaultBegan { fault } | Event::FaultEnded { fault } => {
            Sign::Note(struck(seen.scenario.faults.get(fault.index())))
        }
        Event::Harmed { .. } => Sign::Note(Owner::Resource),
        Event::Arrived { client: who }
        | Event::StepBegan { client: who, .. }
        | Event::StepEnded { client: who, .. }
        | Event::AttemptFailed { client: who, .. }
        | Event::Checked { client: who, .. }
        | Event::BeliefBegan { client: who, .. }
        | Event::TokenLearnt { client: who, .. }
        | Event::DeadlineMoved { client: who, .. }
        | Event::BeliefEnded { client: who, .. }
        | Event::StoodDown { client: who, .. }
        | Event::PlanFinished { client: who }
        | Event::Evaluated { client: who, .. } => Sign::Note(client(who)),
        Event::Sent { from, .. } => Sign::Note(place(from)),
        Event::Delivered { .. }
        | Event::ExpiryMoved { .. }
        | Event::Ended { .. }
        | Event::LockDelayBegan { .. }
        | Event::LockDelayEnded
        | Event::ValueStored { .. }
        | Event::ValueDenied { .. }
        | Event::ValueGone { .. } => Sign::Note(Owner::Lock),
    }
}

/// Whose grant it was.
fn holder(seen: Seen<'_>, grant: Ordinal) -> Option<ClientId> {
    let mut holds = seen.history.holds.iter();
    let hold = holds.find(|hold| hold.grant == grant)?;
    Some(hold.client)
}

/// From where to where a message was sent.
fn ends(seen: Seen<'_>, message: MessageId) -> Option<(Owner, Owner)> {
    seen.trace
        .entries
        .iter()
        .find_map(|entry| match entry.event {
            Event::Sent {
                message: sent,
                from,
                to,
                ..
            } if sent == message => Some((place(from), place(to))),
            _ => None,
        })
}

const fn place(party: Party) -> Owner {
    match party {
        Party::Client(client) => Owner::Client(client),
        Party::Node(_) | Party::LockService | Party::Counter => Owner::Lock,
        Party::Resource => Owner::Resource,
    }
}

/// Whom a fault strikes.
const fn struck(fault: Option<&Fault>) -> Owner {
    match fault {
        Some(
            Fault::Pause { client, .. } | Fault::Crash { client, .. } | Fault::Cut { client, .. },
        ) => Owner::Client(*client),
        Some(Fault::ResourceRestart { .. }) => Owner::Resource,
        Some(
            Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::NodeDown { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. },
        )
        | None => Owner::Lock,
    }
}

/// The name of a participant inside the diagram.
fn id(owner: Owner) -> String {
    match owner {
        Owner::Client(client) => format!("C{}", client.index().saturating_add(1)),
        Owner::Lock => "L".to_owned(),
        Owner::Resource => "R".to_owned(),
    }
}

/// A text in which nothing is a sign of Mermaid's or of HTML: all but letters, digits and harmless
/// signs are written by their number (`#59;` is a semicolon).
fn written(text: &str) -> String {
    let mut out = String::new();
    for letter in on_one_line(text).chars() {
        let harmless =
            !letter.is_ascii_punctuation() || matches!(letter, '.' | ',' | '(' | ')' | '/');
        if harmless {
            out.push(letter);
        } else {
            let _ = write!(out, "#{};", u32::from(letter));
        }
    }
    out
}
