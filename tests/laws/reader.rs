//! Laws of the reader: it never panics, and complains about exactly what is
//! wrong, all of it, at the place where it is wrong.

use crate::generator;
use crate::json::{Json, full, needed, number, text};
use crate::support::{ensure, paths, scenarios, try_on};
use fencelab::sim::read;
use fencelab::sim::scenario::{Scenario, Service};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Where something stands in a file.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Field(String),
    Item(usize),
}

fn path_of(place: &[Part]) -> String {
    let mut path = String::new();
    for part in place {
        match part {
            Part::Field(name) if path.is_empty() => path.push_str(name),
            Part::Field(name) => path.extend([".", name]),
            Part::Item(place) => path.extend(["[", &place.to_string(), "]"]),
        }
    }
    path
}

fn at<'a>(json: &'a mut Json, place: &[Part]) -> &'a mut Json {
    let Some((first, rest)) = place.split_first() else {
        return json;
    };
    let inner = match (json, first) {
        (Json::Object(fields), Part::Field(name)) => {
            &mut fields
                .iter_mut()
                .find(|(field, _)| field == name)
                .unwrap()
                .1
        }
        (Json::List(items), Part::Item(place)) => &mut items[*place],
        (other, part) => panic!("{part:?} of {other}"),
    };
    at(inner, rest)
}

/// Every value in a file, with its place.
fn places(json: &Json, here: &mut Vec<Part>, found: &mut Vec<(Vec<Part>, Json)>) {
    found.push((here.clone(), json.clone()));
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                here.push(Part::Field(name.clone()));
                places(value, here, found);
                here.pop();
            }
        }
        Json::List(items) => {
            for (place, item) in items.iter().enumerate() {
                here.push(Part::Item(place));
                places(item, here, found);
                here.pop();
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
    }
}

fn all_places(json: &Json) -> Vec<(Vec<Part>, Json)> {
    let mut found = Vec::new();
    places(json, &mut Vec::new(), &mut found);
    found
}

fn name_of(place: &[Part]) -> &str {
    match place.last() {
        Some(Part::Field(name)) => name,
        _ => "",
    }
}

/// Whether this object is a step, a fault or a node: one field and no more, so
/// that a second one is not simply unknown.
fn has_exactly_one_field(place: &[Part]) -> bool {
    let of_list = |place: &[Part]| match place {
        [.., Part::Field(list), Part::Item(_)] => list == "plan" || list == "faults",
        _ => false,
    };
    of_list(place) || name_of(place) == "from"
}

/// Fields that others depend on: if they are wrong, more may be wrong in consequence.
const LEANED_ON: [&str; 10] = [
    "node",
    "service",
    "resend_after_ms",
    "key",
    "object",
    "name",
    "nodes",
    "from",
    "resends",
    "unless_done",
];

/// The smallest and the largest number of a field, as the contract says.
fn range(name: &str) -> Option<(i64, i64)> {
    let time = generator::TIME_MAX_MS;
    Some(match name {
        "format" => (1, 1),
        "ttl_ms" | "horizon_ms" | "for_ms" | "retry_ms" | "timeout_ms" | "renew_ms"
        | "resend_after_ms" | "node_timeout_ms" | "dedup_window_ms" => (1, time),
        "by_ms" => (-time, time),
        "first_token" | "counter_back_by" => (0, 1_000_000_000),
        "drift_per_mille" => (0, 1000),
        "resends" => (0, 100),
        "nodes" => (1, 9),
        "per_mille" => (1, 10_000),
        _ if name.ends_with("_ms") => (0, time),
        _ => return None,
    })
}

const NULLABLE: [&str; 8] = [
    "dedup_window_ms",
    "timeout_ms",
    "renew_ms",
    "node_ms",
    "key",
    "resend_after_ms",
    "request_ms",
    "reply_ms",
];

/// One thing that is made wrong.
#[derive(Clone, Debug)]
struct Wrong {
    place: usize,
    how: u8,
}

/// Makes one thing wrong, and says where a complaint must stand; none if this
/// cannot be made wrong in this way.
fn spoil(file: &mut Json, place: &[Part], value: &Json, how: u8) -> Option<String> {
    let name = name_of(place);
    match (how % 6, value) {
        // A field that nobody knows.
        (0, Json::Object(_)) if !has_exactly_one_field(place) => {
            let Json::Object(fields) = at(file, place) else {
                return None;
            };
            fields.push(("colour".to_owned(), text("red")));
            let mut place = place.to_vec();
            place.push(Part::Field("colour".to_owned()));
            Some(path_of(&place))
        }
        // A field given twice, with the same value.
        (1, _) => {
            let Some((Part::Field(name), parent)) = place.split_last() else {
                return None;
            };
            if has_exactly_one_field(parent) {
                return None;
            }
            let Json::Object(fields) = at(file, parent) else {
                return None;
            };
            fields.push((name.clone(), value.clone()));
            Some(path_of(place))
        }
        // Numbers that are no integers.
        (2, Json::Number(written)) => {
            let wrong = [
                format!("{written}.0"),
                "1e3".to_owned(),
                "0.5".to_owned(),
                "-0.0".into(),
            ];
            *at(file, place) = Json::Number(wrong[usize::from(how / 6) % 4].clone());
            Some(path_of(place))
        }
        // Out of range.
        (3, Json::Number(_)) => {
            let (least, most) = range(name)?;
            *at(file, place) = match how / 6 % 4 {
                0 => number(least - 1),
                1 => number(most + 1),
                2 => Json::Number("99999999999999999999999".to_owned()),
                _ => number(i64::MIN),
            };
            Some(path_of(place))
        }
        (3, Json::Text(_)) if name == "name" || name == "object" || name == "key" => {
            let wrong = if how >= 128 {
                String::new()
            } else {
                "é".repeat(41)
            };
            *at(file, place) = text(&wrong);
            Some(path_of(place))
        }
        // A word that is not one of the words.
        (4, Json::Text(_)) if name != "name" && name != "object" && name != "key" => {
            *at(file, place) = text("no such thing");
            Some(path_of(place))
        }
        // Another type.
        (5, old) if !place.is_empty() => {
            let wrong = [
                text("5"),
                number(1),
                Json::Bool(true),
                Json::List(Vec::new()),
                Json::Object(Vec::new()),
                Json::Null,
            ][usize::from(how / 6) % 6]
                .clone();
            let other = std::mem::discriminant(&wrong) != std::mem::discriminant(old);
            let fits = *old == Json::Null || wrong == Json::Null && NULLABLE.contains(&name);
            let node_object = name == "from" && matches!(wrong, Json::Text(_) | Json::Object(_));
            if !other || fits || node_object {
                return None;
            }
            *at(file, place) = wrong;
            Some(path_of(place))
        }
        _ => None,
    }
}

fn file_and_wrongs(most: usize) -> impl Strategy<Value = (Scenario, Vec<Wrong>)> {
    let wrong = (any::<usize>(), any::<u8>()).prop_map(|(place, how)| Wrong { place, how });
    (
        generator::scenario(),
        prop::collection::vec(wrong, 1..=most),
    )
}

/// Spoils a file in one or more places that have nothing to do with each other.
fn spoiled(scenario: &Scenario, wrongs: &[Wrong]) -> (Json, BTreeSet<String>, bool) {
    let mut file = full(scenario);
    let places = all_places(&file);
    let mut touched: Vec<Vec<Part>> = Vec::new();
    let (mut expected, mut exact) = (BTreeSet::new(), true);
    for wrong in wrongs {
        let (place, value) = &places[wrong.place % places.len()];
        let apart = touched
            .iter()
            .all(|other| !other.starts_with(place) && !place.starts_with(other));
        if !apart {
            continue;
        }
        if let Some(path) = spoil(&mut file, place, value, wrong.how) {
            touched.push(place.clone());
            expected.insert(path);
            let leaned_on = LEANED_ON.contains(&name_of(place))
                || matches!(value, Json::Object(_) | Json::List(_));
            exact &= !leaned_on || wrong.how % 6 == 0;
        }
    }
    // Without the clients (or with a wrong name) that a name dangles only follows.
    let nameless = |place: &Vec<Part>| name_of(place) == "clients" || name_of(place) == "name";
    if touched.iter().any(nameless) {
        expected.retain(|path| !path.ends_with(".client"));
    }
    (file, expected, exact)
}

#[test]
fn whatever_is_wrong_is_complained_about_at_its_place_all_together() {
    let tell = |(scenario, wrongs): &(Scenario, Vec<Wrong>)| {
        let (file, expected, _) = spoiled(scenario, wrongs);
        format!("{expected:?} in {file}")
    };
    for (law, most) in [("one wrong", 1), ("many wrong", 6)] {
        // How many files were wrong at all, and how many so that nothing else may be said.
        let (wrong, strictly) = (Cell::new(0), Cell::new(0));
        try_on(
            law,
            scenarios(),
            &file_and_wrongs(most),
            tell,
            |(scenario, wrongs)| {
                let (file, expected, exact) = spoiled(&scenario, &wrongs);
                let found: BTreeSet<String> = match read(file.to_string().as_bytes()) {
                    Ok(_) => BTreeSet::new(),
                    Err(complaints) => paths(&complaints.0).into_iter().collect(),
                };
                wrong.set(wrong.get() + u32::from(!expected.is_empty()));
                strictly.set(strictly.get() + u32::from(exact && !expected.is_empty()));
                let all = expected.iter().all(|path| found.contains(path));
                ensure(all, || format!("expected {expected:?}, found {found:?}"))?;
                ensure(!exact || found == expected, || {
                    format!("wanted {expected:?}, found {found:?}")
                })
            },
        );
        let enough = wrong.get() > scenarios() / 5 && strictly.get() > scenarios() / 20;
        assert!(
            enough,
            "{law}: {} wrong, {} strictly",
            wrong.get(),
            strictly.get()
        );
    }
}

/// Every complaint stands somewhere and says something.
fn complains_well(bytes: &[u8]) -> Result<(), String> {
    let Err(complaints) = read(bytes) else {
        return Ok(());
    };
    ensure(!complaints.0.is_empty(), || {
        "no complaint in the complaints".into()
    })?;
    for complaint in &complaints.0 {
        ensure(!complaint.path.is_empty(), || {
            format!("{complaint:?} has no path")
        })?;
        ensure(!complaint.to_string().is_empty(), || {
            format!("{complaint:?} says nothing")
        })?;
    }
    Ok(())
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let tell = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    try_on("bytes", scenarios(), &bytes, tell, |bytes| {
        complains_well(&bytes)
    });
}

/// Where, where else, how, and a byte.
type Change = (usize, usize, u8, u8);

/// Bits and pieces from which something almost like a scenario can come about.
const PIECES: [&str; 22] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\u0000",
    "\\ud800",
    "null",
    "true",
    "-1",
    "1e999",
    "0",
    "\"format\":1",
    "\"clients\":[{}]",
    "\"lock\":{\"service\":\"lease\",\"ttl_ms\":1}",
    "\"faults\":[{}]",
    "\u{feff}",
    "99999999999999999999",
    "\"plan\":[{\"acquire\":{}}]",
    " \n",
];

#[test]
fn no_heap_of_json_makes_the_reader_panic() {
    let pieces = prop::collection::vec(0..PIECES.len(), 0..30);
    let put = |pieces: &Vec<usize>| {
        pieces
            .iter()
            .map(|piece| PIECES[*piece])
            .collect::<Vec<_>>()
            .concat()
    };
    try_on("heap", scenarios(), &pieces, put, |pieces| {
        complains_well(put(&pieces).as_bytes())
    });
}

#[test]
fn no_change_of_a_valid_file_makes_the_reader_panic() {
    let change = (any::<usize>(), any::<usize>(), 0_u8..4, any::<u8>());
    let changed = (
        generator::scenario(),
        prop::collection::vec(change, 1..4),
        any::<bool>(),
    );
    let put = |(scenario, changes, all): &(Scenario, Vec<Change>, bool)| {
        let json = if *all {
            full(scenario)
        } else {
            needed(scenario)
        };
        let mut bytes = json.to_string().into_bytes();
        for (one, other, how, byte) in changes {
            let one = one % bytes.len();
            let other = other % bytes.len();
            let (from, to) = (one.min(other), one.max(other));
            match how {
                0 => bytes[one] = *byte,
                1 => drop(bytes.drain(from..to)),
                2 => bytes.insert(one, *byte),
                _ => {
                    let copy = bytes[from..to].to_vec();
                    bytes.splice(to..to, copy);
                }
            }
        }
        bytes
    };
    let tell = |changed: &_| String::from_utf8_lossy(&put(changed)).into_owned();
    try_on("changed", scenarios(), &changed, tell, |changed| {
        complains_well(&put(&changed))
    });
}

#[test]
fn text_that_is_no_json_is_one_complaint_about_the_whole() {
    for text in [
        "",
        "{",
        "nonsense",
        "[1,]",
        "{\"format\":1}}",
        "\u{feff}{}",
        "{\"a\":1 \"b\":2}",
    ] {
        let complaints = read(text.as_bytes()).unwrap_err();
        assert_eq!(paths(&complaints.0), ["$"], "{text}");
    }
    let complaints = read(b"{\"format\": 1,\n  nonsense}").unwrap_err();
    let said = complaints.0[0].to_string();
    assert!(
        said.contains('2') && said.contains('3'),
        "line 2, column 3: {said}"
    );
}

#[test]
fn json_that_is_no_scenario_is_complained_about() {
    for text in [
        "null",
        "1",
        "[]",
        "\"text\"",
        "true",
        "{}",
        "{\"format\":2}",
        "{\"clients\":0}",
    ] {
        complains_well(text.as_bytes()).unwrap();
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn a_deep_or_large_file_is_refused_without_harm() {
    let deep = "[".repeat(200_000);
    assert!(read(deep.as_bytes()).is_err());
    let deep = "{\"a\":".repeat(40_000);
    assert!(read(deep.as_bytes()).is_err());
    complains_well(deep.as_bytes()).unwrap();
    let file = seed_file();
    let largest = 256 * 1024;
    let padded = |length: usize| format!("{file}{}", " ".repeat(length - file.len()));
    assert!(
        read(padded(largest).as_bytes()).is_ok(),
        "256 KiB is allowed"
    );
    assert!(read(padded(largest + 1).as_bytes()).is_err(), "more is not");
}

fn seed_file() -> String {
    needed(&Scenario::seed()).to_string()
}

#[test]
fn fields_of_the_other_service_are_complained_about_unless_they_have_their_default() {
    let with = |service: &str, name: &str, value: &Json| {
        format!(
            "{{\"format\":1,\"lock\":{{\"service\":\"{service}\",\"ttl_ms\":9,\"{name}\":{value}}},\"clients\":[{{}}]}}"
        )
    };
    let lease_only = [
        ("waiting", text("poll"), text("queue")),
        ("lock_delay_ms", number(0), number(1)),
    ];
    let redlock_only = [
        ("nodes", number(5), number(3)),
        ("drift_per_mille", number(10), number(9)),
        ("drift_ms", number(2), number(0)),
        ("node_timeout_ms", number(50), number(51)),
    ];
    let cases = lease_only.map(|one| ("redlock", one)).into_iter();
    for (service, (name, default, other)) in cases.chain(redlock_only.map(|one| ("lease", one))) {
        assert!(
            read(with(service, name, &default).as_bytes()).is_ok(),
            "{service} {name}"
        );
        let complaints = read(with(service, name, &other).as_bytes()).unwrap_err();
        assert_eq!(paths(&complaints.0), [format!("lock.{name}")], "{service}");
    }
    let complaints = read(with("redlock", "tokens", &text("counter")).as_bytes()).unwrap_err();
    assert_eq!(paths(&complaints.0), ["lock.tokens"]);
}

/// A small file with one client and one node fewer or more than allowed, and so on.
#[test]
fn counts_have_their_bounds() {
    let file = |clients: usize, steps: usize, faults: usize, nodes: i64| {
        let mut scenario = full(&Scenario::seed());
        let client = at(
            &mut scenario,
            &[Part::Field("clients".into()), Part::Item(0)],
        )
        .clone();
        let Json::Object(fields) = client else {
            unreachable!()
        };
        let step = Json::Object(vec![("acquire".into(), Json::Object(Vec::new()))]);
        let mut list = Vec::new();
        for place in 0..clients {
            let mut fields = fields.clone();
            for (name, value) in &mut fields {
                match name.as_str() {
                    "name" => *value = text(&format!("C{place}")),
                    "plan" => *value = Json::List(vec![step.clone(); steps]),
                    _ => {}
                }
            }
            list.push(Json::Object(fields));
        }
        let fault = "{\"resource_restart\":{\"at_ms\":0,\"forgets\":\"keys\"}}";
        format!(
            "{{\"format\":1,\"lock\":{{\"service\":\"redlock\",\"ttl_ms\":9,\"nodes\":{nodes}}},\
             \"clients\":{},\"faults\":[{}]}}",
            Json::List(list),
            vec![fault; faults].join(",")
        )
    };
    for allowed in [file(1, 0, 0, 1), file(5, 32, 64, 9)] {
        assert!(read(allowed.as_bytes()).is_ok(), "{allowed}");
    }
    for (text, path) in [
        (file(0, 0, 0, 1), "clients"),
        (file(6, 0, 0, 1), "clients"),
        (file(1, 33, 0, 1), "clients[0].plan"),
        (file(1, 0, 65, 1), "faults"),
        (file(1, 0, 0, 0), "lock.nodes"),
        (file(1, 0, 0, 10), "lock.nodes"),
    ] {
        assert_eq!(
            paths(&read(text.as_bytes()).unwrap_err().0),
            [path],
            "{text}"
        );
    }
}

/// What the contract names beside types and ranges.
#[test]
fn what_does_not_go_together_is_complained_about() {
    let file = |service: Service, plan: &str, faults: &str| {
        let service = if service == Service::Lease {
            "lease"
        } else {
            "redlock"
        };
        format!(
            "{{\"format\":1,\"lock\":{{\"service\":\"{service}\",\"ttl_ms\":9}},\
             \"clients\":[{{\"plan\":[{plan}]}}],\"faults\":[{faults}]}}"
        )
    };
    let (lease, redlock) = (Service::Lease, Service::Redlock);
    let rate = r#"{"clock_rate":{"node":0,"per_mille":1}}"#;
    let two_rates = format!("{rate},{rate}");
    for (service, plan, faults, path) in [
        (lease, r#"{"update":{}}"#, "", "clients[0].plan[0]"),
        (
            lease,
            r#"{"read":{"object":"x"}},{"update":{}}"#,
            "",
            "clients[0].plan[1]",
        ),
        (
            lease,
            r#"{"update":{}},{"read":{}}"#,
            "",
            "clients[0].plan[0]",
        ),
        (
            lease,
            r#"{"read":{}},{"effect":{"unless_done":true}}"#,
            "",
            "clients[0].plan[1].effect",
        ),
        (
            lease,
            r#"{"effect":{"key":"k","unless_done":true}}"#,
            "",
            "clients[0].plan[0].effect",
        ),
        (
            lease,
            r#"{"write":{"resends":1}}"#,
            "",
            "clients[0].plan[0].write",
        ),
        (lease, "{}", "", "clients[0].plan[0]"),
        (
            lease,
            r#"{"acquire":{},"release":{}}"#,
            "",
            "clients[0].plan[0]",
        ),
        (lease, r#"{"dance":{}}"#, "", "clients[0].plan[0]"),
        (lease, "", "{}", "faults[0]"),
        (lease, "", r#"{"fire":{}}"#, "faults[0]"),
        (lease, "", &two_rates, "faults[1].clock_rate"),
        (lease, "", r#"{"crash":{"at_ms":1}}"#, "faults[0].crash"),
        (
            lease,
            "",
            r#"{"crash":{"client":"X","at_ms":1}}"#,
            "faults[0].crash.client",
        ),
        (
            lease,
            "",
            r#"{"node_down":{"node":1,"at_ms":0,"for_ms":1,"keeps_data":true}}"#,
            "faults[0].node_down.node",
        ),
        (
            redlock,
            "",
            r#"{"clock_jump":{"node":5,"at_ms":0,"by_ms":1}}"#,
            "faults[0].clock_jump.node",
        ),
        (
            redlock,
            "",
            r#"{"cut":{"client":"Client 1","from":{"node":5},"at_ms":0,"for_ms":1}}"#,
            "faults[0].cut.from",
        ),
        (
            redlock,
            "",
            r#"{"failover":{"at_ms":0,"forgets":"lock"}}"#,
            "faults[0].failover",
        ),
        (
            redlock,
            "",
            r#"{"lock_lost":{"at_ms":0}}"#,
            "faults[0].lock_lost",
        ),
    ] {
        let text = file(service, plan, faults);
        let found = paths(&read(text.as_bytes()).unwrap_err().0);
        assert_eq!(found.len(), 1, "{found:?} in {text}");
        assert!(
            found[0].starts_with(path),
            "{} in place of {path} in {text}",
            found[0]
        );
    }
}
