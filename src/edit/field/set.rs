//! Sets a field from what was typed or chosen.
//!
//! A value goes into the tree of the file and the file is read again, so that
//! the reader's rules are the only ones, and what was not given follows its
//! default: a VM migration stops the machine unless the file says otherwise.
//! Four fields carry others along, so that they can be changed at all: a
//! client's new name goes to its faults, updates follow the object of the read
//! that they rest on, and with another service or number of nodes goes what
//! only the old one had.

use super::{Field, Kind, fields};
use crate::edit::Sentence;
use crate::model::{Millis, NodeId};
use crate::sim::complaint::Problem;
use crate::sim::json::Json;
use crate::sim::limits::Range;
use crate::sim::scenario::{Client, CutFrom, Fault, Lock, Scenario, Service, Step, Tokens};
use crate::sim::words::Word;
use crate::sim::{Complaint, check, read_tree};
use crate::text::complaint::explain_time;
use crate::text::quantity::{TimeError, parse_time};
use crate::text::{Lang, label, say};

/// The scenario with another value in a field, as it was typed: times with or
/// without a unit (seconds if none), words as [`Kind::words`] lists them, empty
/// for none where the field may be empty.
///
/// # Errors
/// What is wrong, field by field. The scenario stays as it was.
pub fn set(scenario: &Scenario, path: &str, text: &str) -> Result<Scenario, Vec<Sentence>> {
    let fields = fields(scenario);
    let Some(field) = fields.iter().find(|field| field.path == path) else {
        return Err(vec![Sentence::new(path, |lang| {
            let place = label::place(lang, path);
            say!(
                lang,
                "{place}: there is no such field in this scenario.",
                "{place}：この筋書きにその項目はありません。"
            )
        })]);
    };
    let value = parse(field, text).map_err(|sentence| vec![sentence])?;
    if let Some(edited) = carried(scenario, field, text) {
        return checked(edited);
    }
    let mut tree = scenario.to_tree();
    put(&mut tree, path, value);
    read_tree(&tree).map_err(|complaints| sentences(&complaints.0))
}

/// What went along with a field that was set, to be told: the faults that the new lock
/// service or number of nodes does not have. None if nothing did.
#[must_use]
pub fn losses(before: &Scenario, after: &Scenario) -> Option<Sentence> {
    let lost = before.faults.len().saturating_sub(after.faults.len());
    (lost > 0).then(|| {
        Sentence::new("faults", |lang| match (lang, lost) {
            (Lang::En, 1) => {
                "One fault went along: it does not exist there. Undo brings it back.".to_owned()
            }
            (Lang::En, _) => {
                format!("{lost} faults went along: they do not exist there. Undo brings them back.")
            }
            (Lang::Ja, _) => format!(
                "新しい設定では起こりえない障害 {lost} 個も削除しました。元に戻す操作で戻ります。"
            ),
        })
    })
}

/// A scenario, unless there is something wrong with it.
pub(in crate::edit) fn checked(scenario: Scenario) -> Result<Scenario, Vec<Sentence>> {
    let complaints = check(&scenario);
    if complaints.is_empty() {
        Ok(scenario)
    } else {
        Err(sentences(&complaints))
    }
}

fn sentences(complaints: &[Complaint]) -> Vec<Sentence> {
    complaints.iter().map(Sentence::of_complaint).collect()
}

/// What was typed, as it stands in a file.
fn parse(field: &Field, text: &str) -> Result<Json, Sentence> {
    if field.kind.optional() && text.trim().is_empty() {
        return Ok(Json::Null);
    }
    match field.kind {
        Kind::Time { least, most, .. } => time(field, text, least, most),
        Kind::Number { least, most } => number(field, text, least, most),
        Kind::Switch => Ok(match text {
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            other => Json::Text(other.to_owned()),
        }),
        Kind::Node { nodes } => {
            number(field, text, 0, i64::from(nodes) - 1).map_err(|_| unknown_node(field, nodes))
        }
        Kind::NodeDelays { nodes, most } => {
            let times = text.split([';', '；']);
            let times = times.filter(|time| !time.trim().is_empty());
            let times: Result<Vec<Json>, Sentence> = times
                .map(|typed| time(field, typed, Millis::ZERO, most))
                .collect();
            Ok(Json::List(match times?.as_slice() {
                [same] => vec![same.clone(); usize::from(nodes)],
                times => times.to_vec(),
            }))
        }
        Kind::CutFrom { .. } => {
            let node = text.strip_prefix("node-");
            Ok(match node.and_then(|node| node.parse().ok()) {
                Some(node) => Json::Object(vec![("node".to_owned(), Json::Integer(node))]),
                None => Json::Text(text.to_owned()),
            })
        }
        Kind::Choice { .. } | Kind::Text { .. } | Kind::ClientName { .. } => {
            Ok(Json::Text(text.to_owned()))
        }
    }
}

fn time(field: &Field, text: &str, least: Millis, most: Millis) -> Result<Json, Sentence> {
    match parse_time(text, least, most) {
        Ok(time) => Ok(Json::Integer(time.0.into())),
        Err(TimeError::OutOfRange { least, most }) => {
            Err(out_of_range(field, Range::new(least.0, most.0)))
        }
        Err(error @ (TimeError::NotATime | TimeError::TooFine)) => {
            Err(Sentence::new(&field.path, |lang| {
                let place = label::place(lang, &field.path);
                let told = explain_time(lang, error);
                say!(lang, "{place}: {told}", "{place}：{told}")
            }))
        }
    }
}

fn number(field: &Field, text: &str, least: i64, most: i64) -> Result<Json, Sentence> {
    let digits: String = text
        .trim()
        .chars()
        .map(|letter| match letter {
            '０'..='９' => {
                char::from_digit(u32::from(letter) - u32::from('０'), 10).unwrap_or(letter)
            }
            '－' | '−' => '-',
            other => other,
        })
        .collect();
    match digits.parse::<i128>() {
        Ok(value) if i128::from(least) <= value && value <= i128::from(most) => {
            Ok(Json::Integer(value))
        }
        Ok(_) => Err(out_of_range(field, Range::new(least, most))),
        Err(_) => Err(Sentence::new(&field.path, |lang| {
            let place = label::place(lang, &field.path);
            say!(
                lang,
                "{place}: write a whole number from {least} to {most}.",
                "{place}：{least} から {most} までの整数を入力してください。"
            )
        })),
    }
}

fn out_of_range(field: &Field, range: Range) -> Sentence {
    Sentence::of_complaint(&Complaint {
        path: field.path.clone(),
        problem: Problem::OutOfRange { range },
    })
}

fn unknown_node(field: &Field, nodes: u8) -> Sentence {
    Sentence::of_complaint(&Complaint {
        path: field.path.clone(),
        problem: Problem::UnknownNode { nodes },
    })
}

/// Puts a value into a tree, with the objects on the way to it.
fn put(tree: &mut Json, path: &str, value: Json) {
    let mut at = tree;
    for part in path.split('.') {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        let Json::Object(fields) = at else { return };
        let place = fields.iter().position(|(field, _)| field == name);
        let place = place.unwrap_or_else(|| {
            fields.push((name.to_owned(), Json::Object(Vec::new())));
            fields.len() - 1
        });
        let Some((_, inner)) = fields.get_mut(place) else {
            return;
        };
        at = match (index, inner) {
            (None, inner) => inner,
            (Some(index), Json::List(entries)) => match entries.get_mut(index) {
                Some(entry) => entry,
                None => return,
            },
            (Some(_), _) => return,
        };
    }
    *at = value;
}

/// The edits that carry other fields along; none for all others.
fn carried(scenario: &Scenario, field: &Field, text: &str) -> Option<Scenario> {
    if field.path == "lock.service" {
        return Service::named(text).map(|service| with_service(scenario, service));
    }
    if field.path == "lock.nodes" && scenario.lock.service == Service::Redlock {
        return text
            .trim()
            .parse()
            .ok()
            .map(|nodes| with_nodes(scenario, nodes));
    }
    match field.group {
        super::Group::Client(client) if field.path.ends_with("].name") => {
            let mut edited = scenario.clone();
            text.clone_into(&mut edited.clients.get_mut(client.index())?.name);
            Some(edited)
        }
        super::Group::Step(client, step) if field.path.ends_with(".read.object") => {
            let mut edited = scenario.clone();
            read_of(edited.clients.get_mut(client.index())?, step.index(), text);
            Some(edited)
        }
        _ => None,
    }
}

/// The same with another service. What only the old one has goes.
fn with_service(scenario: &Scenario, service: Service) -> Scenario {
    let mut edited = scenario.clone();
    if scenario.lock.service == service {
        return edited;
    }
    let old = &scenario.lock;
    let usual = Lock::new(service, old.ttl);
    let unsaid = old.tokens == Tokens::default_of(old.service);
    edited.lock = Lock {
        tokens: if unsaid { usual.tokens } else { old.tokens },
        first_token: old.first_token,
        release: old.release,
        ..usual
    };
    for client in &mut edited.clients {
        client.timeout = None;
        client.renew = None;
        client.node_delays = None;
    }
    match service {
        Service::Redlock => edited
            .faults
            .retain(|fault| !matches!(fault, Fault::Failover { .. } | Fault::LockLost { .. })),
        Service::Lease => {
            for fault in &mut edited.faults {
                if let Fault::Cut { from, .. } = fault
                    && matches!(from, CutFrom::Node(_))
                {
                    *from = CutFrom::Lock;
                }
            }
            keep_nodes(&mut edited.faults, 1);
        }
    }
    edited
}

/// The same with another number of nodes. What was about others goes; a new
/// node is as far away as usual.
fn with_nodes(scenario: &Scenario, nodes: u8) -> Scenario {
    let mut edited = scenario.clone();
    edited.lock.nodes = nodes;
    let usual = scenario.network.lock;
    for client in &mut edited.clients {
        if let Some(delays) = &mut client.node_delays {
            delays.resize(usize::from(nodes), usual);
        }
    }
    keep_nodes(&mut edited.faults, nodes);
    edited
}

fn keep_nodes(faults: &mut Vec<Fault>, nodes: u8) {
    faults.retain(|fault| node_of(fault).is_none_or(|node| node.0 < nodes));
}

/// The node that a fault is about, if it is about one.
pub(in crate::edit) const fn node_of(fault: &Fault) -> Option<NodeId> {
    match fault {
        Fault::ClockJump { node, .. }
        | Fault::ClockRate { node, .. }
        | Fault::NodeDown { node, .. }
        | Fault::Cut {
            from: CutFrom::Node(node),
            ..
        } => Some(*node),
        Fault::Cut { .. }
        | Fault::Pause { .. }
        | Fault::Crash { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    }
}

/// Another object in a read; the updates that rest on it alone follow.
fn read_of(client: &mut Client, place: usize, text: &str) {
    let Some(Step::Read { object, .. }) = client.plan.get_mut(place) else {
        return;
    };
    let old = std::mem::replace(object, text.to_owned());
    let mut read_again = client
        .plan
        .iter()
        .take(place)
        .any(|step| matches!(step, Step::Read { object, .. } if *object == old));
    for step in client.plan.iter_mut().skip(place + 1) {
        match step {
            Step::Read { object, .. } if *object == old => read_again = true,
            Step::Update(change) if change.object == old && !read_again => {
                text.clone_into(&mut change.object);
            }
            Step::Acquire { .. }
            | Step::Read { .. }
            | Step::Write(_)
            | Step::Update(_)
            | Step::Effect(_)
            | Step::Release { .. } => {}
        }
    }
}
