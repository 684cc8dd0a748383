//! Every field of the format has a control, and what is set there holds.

use crate::support::{lease, other_than, redlock, scenarios};
use fencelab::edit::field::{
    Field, Group, Kind, fields, group_name, losses, name, set, value_word,
};
use fencelab::model::Millis;
use fencelab::sim::json::Json;
use fencelab::sim::scenario::{Fault, Scenario, Service, Step, Stops, Tokens};
use fencelab::sim::{Problem, check, read_tree};
use fencelab::text::Lang;
use fencelab::text::quantity::bare_seconds;
use std::collections::BTreeSet;

/// The paths of all values in a tree. A list of delays and a cut's node are one value each.
fn leaves(json: &Json, path: &str, found: &mut Vec<String>) {
    match json {
        Json::Object(fields) if !path.ends_with(".cut.from") => {
            for (name, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                leaves(value, &format!("{path}{dot}{name}"), found);
            }
        }
        Json::List(entries) if !path.ends_with("node_ms") => {
            for (index, entry) in entries.iter().enumerate() {
                leaves(entry, &format!("{path}[{index}]"), found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

#[test]
fn every_value_of_a_file_has_a_control() {
    for scenario in [lease(), redlock()] {
        let mut found = Vec::new();
        leaves(&scenario.to_tree(), "", &mut found);
        let controls: BTreeSet<String> = fields(&scenario).into_iter().map(|it| it.path).collect();
        for path in found.iter().filter(|path| *path != "format") {
            assert!(controls.contains(path), "{path} has no control");
        }
        assert!(found.len() > 70, "only {} values", found.len());
    }
}

/// The tree with a field that no object has in every object but those that choose a step
/// or a fault.
fn spoiled(json: &Json, list: &str) -> Json {
    match json {
        Json::Object(fields) => {
            let fields = fields.iter();
            let mut fields: Vec<_> = fields
                .map(|(name, value)| (name.clone(), spoiled(value, name)))
                .collect();
            if !["plan", "faults"].contains(&list) {
                fields.push(("no such field".to_owned(), Json::Null));
            }
            Json::Object(fields)
        }
        Json::List(entries) => {
            Json::List(entries.iter().map(|entry| spoiled(entry, list)).collect())
        }
        value => value.clone(),
    }
}

/// What the reader knows in each object of a file: the path of the object, and its fields.
fn known(scenario: &Scenario) -> Vec<(String, &'static [&'static str])> {
    let complaints = read_tree(&spoiled(&scenario.to_tree(), "")).expect_err("it is spoiled");
    let unknown = complaints.0.into_iter().filter_map(|complaint| {
        let path = complaint.path.strip_suffix("no such field")?.to_owned();
        match complaint.problem {
            Problem::UnknownField { known } => Some((path, known)),
            _ => None,
        }
    });
    unknown.collect()
}

#[test]
fn every_field_that_the_reader_knows_has_a_control() {
    let mut seen = 0;
    for scenario in [lease(), redlock()] {
        let controls: Vec<String> = fields(&scenario).into_iter().map(|it| it.path).collect();
        for (object, names) in known(&scenario) {
            // The node of a cut is chosen together with what else it may cut.
            if object.ends_with("cut.from.") {
                continue;
            }
            for name in names.iter().filter(|name| **name != "format") {
                let path = format!("{object}{name}");
                let inside = [format!("{path}."), format!("{path}[")];
                let there = controls.iter().any(|control| {
                    *control == path || inside.iter().any(|inside| control.starts_with(inside))
                });
                assert!(there, "{path} has no control");
                seen += 1;
            }
        }
    }
    assert!(seen > 140, "only {seen} fields");
}

#[test]
fn every_field_of_the_contract_has_a_control() {
    let model = include_str!("../../docs/model.md");
    let block = model
        .split("```jsonc")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let block = block.expect("the contract shows a file");
    let mut names = BTreeSet::new();
    for line in block.lines() {
        let code = line.split("//").next().unwrap_or(line);
        for (before, _) in code.match_indices("\":").map(|(at, _)| code.split_at(at)) {
            names.insert(before.rsplit('"').next().expect("a name is in quotes"));
        }
    }
    assert!(names.len() > 65, "only {} names", names.len());
    let parts: BTreeSet<String> = [lease(), redlock()]
        .iter()
        .flat_map(fields)
        .flat_map(|field| {
            let parts = field
                .path
                .split('.')
                .map(|part| part.split('[').next().map(str::to_owned));
            parts.flatten().collect::<Vec<_>>()
        })
        .collect();
    for name in names.into_iter().filter(|name| *name != "format") {
        assert!(parts.contains(name), "{name} has no control");
    }
}

/// A text for another valid value, if there is one.
fn another(field: &Field) -> Option<String> {
    let value = field.value.as_str();
    match &field.kind {
        Kind::Time { least, most, .. } => {
            let time = field
                .time()
                .map_or(least.0, |time| other_than(time.0, least.0, most.0));
            Some(bare_seconds(Millis(time)))
        }
        Kind::Number { least, most } => {
            let number = value.parse().expect("it is a number");
            Some(other_than(number, *least, *most).to_string())
        }
        Kind::Text { .. } => Some(format!("{value}2")),
        Kind::NodeDelays { nodes, .. } => {
            let delays: Vec<String> = (0..*nodes).map(|node| format!("{}ms", 40 + node)).collect();
            Some(delays.join("; "))
        }
        Kind::Choice { .. }
        | Kind::Switch
        | Kind::ClientName { .. }
        | Kind::Node { .. }
        | Kind::CutFrom { .. } => field.kind.words().into_iter().find(|word| word != value),
    }
}

/// The controls whose change carries others along, or must be explained first.
fn stands_alone(path: &str) -> bool {
    !["lock.service", "lock.nodes", "update.object"]
        .iter()
        .any(|end| path.ends_with(end))
}

#[test]
fn a_value_that_is_set_is_shown_and_can_be_set_back() {
    for scenario in [Scenario::seed(), lease(), redlock()] {
        let mut set_back = 0;
        for field in fields(&scenario).iter().filter(|field| field.applies) {
            let path = field.path.as_str();
            let same = set(&scenario, path, &field.value);
            assert_eq!(same, Ok(scenario.clone()), "{path} to what it is");
            // How often a request is sent again needs a time after which it is.
            let alone = stands_alone(path) && !(path.ends_with("resends") && field.value == "0");
            let Some(text) = another(field).filter(|_| alone) else {
                continue;
            };
            let edited = set(&scenario, path, &text);
            let edited = edited.unwrap_or_else(|told| panic!("{path} = {text}: {told:?}"));
            assert_ne!(edited, scenario, "{path} = {text}");
            assert_eq!(check(&edited), [], "{path} = {text}");
            let now = fields(&edited);
            assert_eq!(now.len(), fields(&scenario).len());
            for (now, before) in now.iter().zip(fields(&scenario)) {
                // The names to choose from change with a client's name.
                let follows = path.ends_with("name") || path.ends_with("cause");
                let follows = follows || path.ends_with("read.object");
                assert!(
                    now.path == path || follows || *now == before,
                    "{path} also changed {}",
                    now.path
                );
            }
            assert_eq!(
                set(&edited, path, &field.value),
                Ok(scenario.clone()),
                "{path} back"
            );
            set_back += 1;
        }
        assert!(set_back > 25, "only {set_back}");
    }
}

#[test]
fn what_may_be_empty_can_be_emptied() {
    for scenario in [lease(), redlock()] {
        for field in fields(&scenario) {
            if field.kind.optional() && field.applies {
                // Client A sends again, and passes over what is done.
                let needed = [
                    "clients[0].plan[2].write.resend_after_ms",
                    "clients[0].plan[3].update.resend_after_ms",
                    "clients[0].plan[4].effect.resend_after_ms",
                    "clients[0].plan[4].effect.key",
                ]
                .contains(&field.path.as_str());
                let edited = set(&scenario, &field.path, " ");
                assert_eq!(edited.is_err(), needed, "{}", field.path);
                assert!(field.empty_word(Lang::En).is_some());
            } else if field.kind.words().is_empty() && field.applies {
                let told = set(&scenario, &field.path, "").expect_err("it must not be empty");
                assert!(told.iter().any(|told| told.path == field.path), "{told:?}");
            }
        }
    }
}

#[test]
fn what_is_out_of_range_is_explained_and_changes_nothing() {
    for scenario in [lease(), redlock()] {
        for field in fields(&scenario).iter().filter(|field| field.applies) {
            let wrong: Vec<String> = match &field.kind {
                Kind::Time { least, most, .. } => vec![
                    bare_seconds(Millis(least.0 - 1)),
                    bare_seconds(Millis(most.0 + 1)),
                    "soon".to_owned(),
                    "0.0001".to_owned(),
                ],
                Kind::Number { least, most } => vec![
                    (least - 1).to_string(),
                    (most + 1).to_string(),
                    "1.5".to_owned(),
                    "99999999999999999999999999999999999999999".to_owned(),
                ],
                Kind::Text { .. } => vec!["x".repeat(41)],
                Kind::NodeDelays { .. } => {
                    vec!["1; 2".to_owned(), "x".to_owned(), "86401".to_owned()]
                }
                Kind::Choice { .. } | Kind::Switch | Kind::ClientName { .. } => {
                    vec!["?".to_owned()]
                }
                Kind::Node { nodes } => vec![nodes.to_string(), "-1".to_owned(), "x".to_owned()],
                Kind::CutFrom { .. } => vec!["node-9".to_owned(), "?".to_owned()],
            };
            for text in wrong {
                let told = set(&scenario, &field.path, &text);
                let told = told.expect_err(&format!("{} = {text}", field.path));
                let path = field.path.trim_end_matches(".from");
                assert!(
                    told.iter().any(|told| told.path.starts_with(path)),
                    "{told:?}"
                );
                for told in &told {
                    assert!(
                        told.en.ends_with('.') && told.ja.ends_with('。'),
                        "{told:?}"
                    );
                }
            }
        }
        assert!(set(&scenario, "clients[7].name", "x").is_err());
    }
}

#[test]
fn a_field_of_the_other_service_says_so() {
    for scenario in [lease(), redlock()] {
        for field in fields(&scenario).iter().filter(|field| !field.applies) {
            let Some(text) = another(field) else { continue };
            let told = set(&scenario, &field.path, &text).expect_err("the service has it not");
            assert_eq!(told[0].path, field.path);
            assert!(
                told[0].en.contains("Change the lock service first"),
                "{told:?}"
            );
        }
    }
}

#[test]
fn another_service_takes_along_what_it_has_and_leaves_the_rest() {
    let edited = set(&lease(), "lock.service", "redlock").expect("it can be changed");
    assert_eq!(edited.lock.service, Service::Redlock);
    assert_eq!(edited.lock.tokens, Tokens::SeparateCounter);
    assert_eq!(edited.lock.first_token, lease().lock.first_token);
    assert_eq!(edited.faults.len(), lease().faults.len() - 2);
    let told = losses(&lease(), &edited).expect("two faults are lost");
    assert!(
        told.en.starts_with("2 faults went along") && told.ja.contains("障害 2 個"),
        "{told:?}"
    );
    assert_eq!(losses(&edited, &edited), None);
    let back = set(&redlock(), "lock.service", "lease").expect("it can be changed");
    assert_eq!(back.lock.nodes, 5);
    assert_eq!(back.faults.len(), redlock().faults.len());
    let seed = set(&Scenario::seed(), "lock.service", "redlock").expect("it can be changed");
    assert_eq!(seed.lock.tokens, Tokens::None);
    assert_eq!(set(&seed, "lock.service", "lease"), Ok(Scenario::seed()));
}

#[test]
fn fewer_nodes_take_their_faults_along() {
    let two = set(&redlock(), "lock.nodes", "2").expect("it can be changed");
    assert_eq!(two.clients[0].node_delays, Some(vec![Millis(1), Millis(2)]));
    assert_eq!(two.faults.len(), redlock().faults.len() - 1);
    let four = set(&redlock(), "lock.nodes", "4").expect("it can be changed");
    let delays = [1, 2, 3, 2].map(Millis).to_vec();
    assert_eq!(four.clients[0].node_delays, Some(delays));
    assert_eq!(four.faults, redlock().faults);
}

#[test]
fn what_rests_on_a_field_follows_it() {
    let renamed = set(&lease(), "clients[0].name", "First").expect("it can be renamed");
    assert_eq!(renamed.faults, lease().faults);
    let moved = set(&Scenario::seed(), "faults[0].pause.cause", "vm_migration");
    let moved = moved.expect("it can be chosen");
    assert!(matches!(
        moved.faults[0],
        Fault::Pause {
            stops: Stops::Machine,
            ..
        }
    ));
    let read = set(&lease(), "clients[0].plan[1].read.object", "z").expect("it can be set");
    assert!(matches!(&read.clients[0].plan[3], Step::Update(change) if change.object == "z"));
    let told = set(&lease(), "clients[0].plan[3].update.object", "z").expect_err("nobody reads z");
    assert!(
        told[0].en.contains("“z”") && told[0].ja.contains("「z」"),
        "{told:?}"
    );
}

#[test]
fn one_delay_counts_for_all_nodes() {
    let edited = set(&redlock(), "clients[0].node_ms", "5 ms").expect("it can be set");
    assert_eq!(edited.clients[0].node_delays, Some(vec![Millis(5); 3]));
}

#[test]
fn every_field_and_word_has_a_name_in_both_languages() {
    const SAME: &[&str] = &["TTL", "GC", "SIGSTOP", "Redlock"];
    for scenario in [lease(), redlock()] {
        let mut groups = BTreeSet::new();
        for field in fields(&scenario) {
            let [en, ja] = Lang::ALL.map(|lang| name(lang, &field));
            assert!(
                en != ja && !en.contains('_') && en.chars().count() <= 40,
                "{en}, {ja}"
            );
            let named = |words: &str| !words.contains('_') && !words.is_empty();
            for word in field.kind.words() {
                let [en, ja] = Lang::ALL.map(|lang| value_word(lang, &field, &word));
                let free = matches!(field.kind, Kind::ClientName { .. });
                assert!(
                    free || SAME.contains(&en.as_str()) || en != ja,
                    "{}: {en}",
                    field.path
                );
                assert!(named(&en) && named(&ja), "{en}, {ja}");
            }
            for lang in Lang::ALL {
                groups.insert(group_name(lang, &scenario, field.group));
            }
            let empty = field.shown(Lang::En).is_empty();
            assert_eq!(empty, field.value.is_empty(), "{}", field.path);
        }
        assert!(groups.contains("Client A"[7..].trim()), "{groups:?}");
        assert!(groups.contains("Step 3: write"), "{groups:?}");
        assert!(groups.contains("障害 2：クラッシュ"), "{groups:?}");
    }
    assert!(matches!(fields(&Scenario::seed())[0].group, Group::Run));
}

#[test]
fn what_is_shown_can_be_typed_and_stepped() {
    for (name, scenario) in scenarios() {
        for field in fields(&scenario).iter().filter(|field| field.applies) {
            let same = set(&scenario, &field.path, &field.value);
            assert_eq!(same, Ok(scenario.clone()), "{name}: {}", field.path);
            if field.kind.words().is_empty() {
                let typed = set(&scenario, &field.path, &field.shown(Lang::Ja));
                assert_eq!(typed, Ok(scenario.clone()), "{name}: {}", field.path);
            }
            for by in [-86_500_000, -1, 1, 86_500_000] {
                let Some(text) = field.stepped(by) else {
                    continue;
                };
                let stepped = set(&scenario, &field.path, &text);
                let explained = field.path.ends_with("resends");
                assert!(
                    stepped.is_ok() || explained,
                    "{name}: {} = {text}",
                    field.path
                );
            }
        }
    }
}
