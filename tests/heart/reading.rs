//! Reading a scenario file: every complaint at once, each with its path.

use fencelab::model::ClientId;
use fencelab::sim::complaint::{Complaints, Found, Problem, Wanted};
use fencelab::sim::limits::{FILE_BYTES, Range, TIME};
use fencelab::sim::scenario::{Fault, Scenario, Service, Stops, Tokens};
use fencelab::sim::{Complaint, check, read};

/// The complaints about a file, each as `path: sentence`.
fn complaints(file: &str) -> Vec<Complaint> {
    match read(file.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(complaints) => complaints.0,
    }
}

fn paths(file: &str) -> Vec<String> {
    complaints(file).into_iter().map(|c| c.path).collect()
}

/// A lease file with these further fields.
fn lease(fields: &str) -> String {
    format!(
        r#"{{"format": 1, "lock": {{"service": "lease", "ttl_ms": 1000}}, "clients": [{{}}]{fields}}}"#
    )
}

/// A lease file whose only client has this plan.
fn plan(steps: &str) -> String {
    format!(
        r#"{{"format": 1, "lock": {{"service": "lease", "ttl_ms": 1000}}, "clients": [{{"plan": [{steps}]}}]}}"#
    )
}

/// A file with one client, this lock and these faults.
fn faults(service: &str, faults: &str) -> String {
    format!(
        r#"{{"format": 1, "lock": {{"service": "{service}", "ttl_ms": 1000}}, "clients": [{{}}], "faults": [{faults}]}}"#
    )
}

#[test]
fn the_smallest_file_reads_with_all_defaults() {
    let scenario = read(lease("").as_bytes()).expect("a good file");
    assert_eq!(scenario.horizon.0, 600_000);
    assert_eq!(scenario.lock.tokens, Tokens::Counter);
    assert_eq!(scenario.lock.first_token.0, 33);
    assert_eq!(scenario.lock.nodes, 5);
    let [client] = scenario.clients.as_slice() else {
        panic!("one client");
    };
    assert_eq!(client.name, "Client 1");
    assert_eq!(client.retry.0, 500);
    assert!(client.stops_when_lost);
    assert_eq!(client.plan, []);
}

#[test]
fn the_seed_story_reads_back() {
    let seed = Scenario::seed();
    assert_eq!(check(&seed), []);
    assert_eq!(read(seed.to_json().as_bytes()), Ok(seed));
}

#[test]
fn the_default_of_some_fields_depends_on_others() {
    let redlock = r#"{"format": 1, "lock": {"service": "redlock", "ttl_ms": 9}, "clients": [{}, {}],
        "faults": [{"pause": {"client": "Client 2", "at_ms": 0, "for_ms": 1, "cause": "vm_migration"}}]}"#;
    let scenario = read(redlock.as_bytes()).expect("a good file");
    assert_eq!(scenario.lock.service, Service::Redlock);
    assert_eq!(scenario.lock.tokens, Tokens::None);
    assert!(matches!(
        scenario.faults.as_slice(),
        [fencelab::sim::scenario::Fault::Pause {
            stops: Stops::Machine,
            ..
        }]
    ));
}

#[test]
fn all_complaints_come_together() {
    let file = r#"{"format": 2, "colour": 1, "horizon_ms": 0,
        "lock": {"service": "lease", "ttl_ms": 1.0, "nodes": 3},
        "clients": [{"name": "A", "retry_ms": "x", "plan": [{"write": {"after_ms": -1}}]},
                    {"name": "A", "plan": [{"update": {}}, {}]}],
        "faults": [{"crash": {"client": "B", "at_ms": 86400001}}, {"lock_lost": {}}]}"#;
    assert_eq!(
        paths(file),
        [
            "colour",
            "format",
            "lock.ttl_ms",
            "clients[0].retry_ms",
            "clients[1].plan[1]",
            "faults[0].crash.client",
            "faults[1].lock_lost.at_ms",
            "horizon_ms",
            "lock.nodes",
            "clients[1].name",
            "clients[0].plan[0].write.after_ms",
            "clients[1].plan[0]",
            "faults[0].crash.at_ms",
        ]
    );
}

#[test]
fn what_has_no_default_must_be_there() {
    assert_eq!(
        paths("{}"),
        ["format", "lock.service", "lock.ttl_ms", "clients"]
    );
    assert_eq!(
        paths(&faults("lease", r#"{"cut": {}}"#)),
        [
            "faults[0].cut.client",
            "faults[0].cut.from",
            "faults[0].cut.at_ms",
            "faults[0].cut.for_ms",
        ]
    );
    assert_eq!(
        paths(&faults("lease", r#"{"failover": {"at_ms": 1}}"#)),
        ["faults[0].failover.forgets"]
    );
}

#[test]
fn whole_numbers_are_written_as_such() {
    for (number, found) in [
        ("1.0", Found::OtherNumber),
        ("1e3", Found::OtherNumber),
        ("\"5\"", Found::Text),
        ("true", Found::TrueOrFalse),
        ("null", Found::Null),
        ("[]", Found::List),
        ("{}", Found::Object),
    ] {
        let file = lease(&format!(r#", "network": {{"lock_ms": {number}}}"#));
        let wanted = Wanted::WholeNumber(TIME);
        assert_eq!(
            complaints(&file),
            [Complaint {
                path: "network.lock_ms".to_owned(),
                problem: Problem::WrongType { wanted, found }
            }],
            "{number}"
        );
    }
}

#[test]
fn a_number_may_be_out_of_range_in_every_way() {
    for number in [
        "-1",
        "86400001",
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999999",
    ] {
        let file = lease(&format!(r#", "network": {{"resource_ms": {number}}}"#));
        assert_eq!(
            complaints(&file),
            [Complaint {
                path: "network.resource_ms".to_owned(),
                problem: Problem::OutOfRange { range: TIME }
            }],
            "{number}"
        );
    }
    let resends = r#"{"write": {"resend_after_ms": 1, "resends": 256}}"#;
    assert_eq!(
        complaints(&plan(resends)),
        [Complaint {
            path: "clients[0].plan[0].write.resends".to_owned(),
            problem: Problem::OutOfRange {
                range: Range::new(0, 100)
            }
        }]
    );
}

#[test]
fn null_stands_only_where_it_may() {
    let good = r#"{"acquire": {"request_ms": null, "reply_ms": null}},
        {"write": {"key": null, "resend_after_ms": null}}, {"release": {"request_ms": null}}"#;
    assert_eq!(paths(&plan(good)), [""; 0]);
    let nulls = r#"{"acquire": null}, {"write": {"object": null, "wait": null, "resends": null}}"#;
    assert_eq!(
        paths(&plan(nulls)),
        [
            "clients[0].plan[0].acquire",
            "clients[0].plan[1].write.object",
            "clients[0].plan[1].write.wait",
            "clients[0].plan[1].write.resends",
        ]
    );
}

#[test]
fn a_step_or_a_fault_is_exactly_one_thing() {
    assert_eq!(paths(&plan("{}")), ["clients[0].plan[0]"]);
    assert_eq!(
        paths(&plan(r#"{"acquire": {}, "read": {}}"#)),
        ["clients[0].plan[0]"]
    );
    assert_eq!(
        paths(&plan(r#"{"dance": {}}"#)),
        ["clients[0].plan[0].dance"]
    );
    assert_eq!(
        paths(&plan(r#"{"read": {}, "read": {}}"#)),
        ["clients[0].plan[0].read"]
    );
    assert_eq!(paths(&plan("7")), ["clients[0].plan[0]"]);
    assert_eq!(paths(&faults("lease", "{}")), ["faults[0]"]);
}

#[test]
fn a_field_given_twice_is_told_once() {
    let file = lease(r#", "purpose": "efficiency", "purpose": "correctness", "purpose": 1"#);
    assert_eq!(
        complaints(&file),
        [Complaint {
            path: "purpose".to_owned(),
            problem: Problem::GivenTwice
        }]
    );
}

#[test]
fn fields_of_the_other_service_must_have_their_default() {
    let redlock = |fields: &str| {
        format!(
            r#"{{"format": 1, "lock": {{"service": "redlock", "ttl_ms": 1000{fields}}}, "clients": [{{}}]}}"#
        )
    };
    for (fields, path) in [
        (r#", "tokens": "counter""#, "lock.tokens"),
        (r#", "waiting": "queue""#, "lock.waiting"),
        (r#", "lock_delay_ms": 1"#, "lock.lock_delay_ms"),
    ] {
        assert_eq!(paths(&redlock(fields)), [path]);
    }
    let usual = r#", "tokens": "separate_counter", "waiting": "poll", "lock_delay_ms": 0"#;
    assert_eq!(paths(&redlock(usual)), [""; 0]);
    let client = |field: &str, service: &str| {
        format!(
            r#"{{"format": 1, "lock": {{"service": "{service}", "ttl_ms": 1000}}, "clients": [{{{field}}}]}}"#
        )
    };
    for (field, service, path) in [
        (r#""timeout_ms": 1"#, "redlock", "clients[0].timeout_ms"),
        (r#""renew_ms": 1"#, "redlock", "clients[0].renew_ms"),
        (r#""node_ms": [1]"#, "lease", "clients[0].node_ms"),
        (r#""node_ms": [1, 2]"#, "redlock", "clients[0].node_ms"),
        (
            r#""node_ms": [1, 2, 3, 4, -5]"#,
            "redlock",
            "clients[0].node_ms[4]",
        ),
    ] {
        assert_eq!(paths(&client(field, service)), [path]);
    }
    assert_eq!(paths(&client(r#""node_ms": null"#, "lease")), [""; 0]);
    for fault in [
        r#"{"lock_lost": {"at_ms": 1}}"#,
        r#"{"failover": {"at_ms": 1, "forgets": "lock"}}"#,
    ] {
        assert_eq!(paths(&faults("lease", fault)), [""; 0]);
        let paths = paths(&faults("redlock", fault));
        assert_eq!(paths.len(), 1);
    }
}

#[test]
fn what_only_follows_is_left_out() {
    let file = r#"{"format": 1, "lock": {"service": "zookeeper", "ttl_ms": 1000, "nodes": 3},
        "clients": [{"node_ms": [1, 2]}], "faults": [{"clock_jump": {"node": 2, "at_ms": 0, "by_ms": 0}}]}"#;
    assert_eq!(paths(file), ["lock.service"]);
    assert_eq!(
        paths(&plan(r#"{"raed": {}}, {"update": {}}"#)),
        ["clients[0].plan[0].raed"]
    );
    let no_clients = r#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 1000}, "clients": 5,
        "faults": [{"crash": {"client": "A", "at_ms": 0}}]}"#;
    assert_eq!(paths(no_clients), ["clients"]);
}

#[test]
fn what_stands_on_its_own_is_told_beside_others() {
    // A write whose time is wrong is still a write: it was never the missing read.
    assert_eq!(
        paths(&plan(r#"{"write": {"after_ms": "x"}}, {"update": {}}"#)),
        ["clients[0].plan[0].write.after_ms", "clients[0].plan[1]"]
    );
    // Nor is what is wrong in another client's plan.
    let file = r#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 1000},
        "clients": [{"plan": [{"raed": {}}]}, {"plan": [{"update": {}}]}]}"#;
    assert_eq!(
        paths(file),
        ["clients[0].plan[0].raed", "clients[1].plan[0]"]
    );
}

#[test]
fn a_wrong_field_counts_as_its_default_for_the_other_checks() {
    let file = r#"{"format": 1, "lock": {"service": "redlock", "ttl_ms": 1000, "nodes": 10},
        "clients": [{}], "faults": [{"clock_jump": {"node": 7, "at_ms": 0, "by_ms": 0}}]}"#;
    assert_eq!(paths(file), ["lock.nodes", "faults[0].clock_jump.node"]);
}

#[test]
fn updates_and_unless_done_need_an_earlier_read() {
    for (steps, path) in [
        (r#"{"update": {}}, {"read": {}}"#, "clients[0].plan[0]"),
        (
            r#"{"read": {"object": "x"}}, {"update": {}}"#,
            "clients[0].plan[1]",
        ),
        (
            r#"{"effect": {"key": "k", "unless_done": true}}"#,
            "clients[0].plan[0].effect.unless_done",
        ),
        (
            r#"{"read": {}}, {"effect": {"unless_done": true}}"#,
            "clients[0].plan[1].effect.unless_done",
        ),
        (
            r#"{"write": {"resends": 1}}"#,
            "clients[0].plan[0].write.resends",
        ),
    ] {
        assert_eq!(paths(&plan(steps)), [path], "{steps}");
    }
    let good = r#"{"read": {}}, {"update": {}}, {"effect": {"key": "k", "unless_done": true}}"#;
    assert_eq!(paths(&plan(good)), [""; 0]);
}

#[test]
fn names_nodes_and_rates_must_fit() {
    let cut = r#"{"cut": {"client": "Client 1", "from": {"node": 1}, "at_ms": 0, "for_ms": 1}}"#;
    assert_eq!(
        paths(&faults("lease", cut)),
        ["faults[0].cut.from.node"],
        "a lease has one node"
    );
    assert_eq!(paths(&faults("redlock", cut)), [""; 0]);
    let rates = r#"{"clock_rate": {"node": 0, "per_mille": 1}},
        {"clock_rate": {"node": 0, "per_mille": 1000}}"#;
    assert_eq!(
        paths(&faults("lease", rates)),
        ["faults[1].clock_rate.node"]
    );
    let clash = r#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 1000},
        "clients": [{"name": "Client 2"}, {}]}"#;
    assert_eq!(paths(clash), ["clients[1].name"]);
}

#[test]
fn the_delays_of_a_step_are_times() {
    for kind in ["acquire", "read", "write", "effect"] {
        for field in ["request_ms", "reply_ms"] {
            let step = |ms: i64| plan(&format!(r#"{{"{kind}": {{"{field}": {ms}}}}}"#));
            assert_eq!(paths(&step(TIME.max)), [""; 0]);
            let path = format!("clients[0].plan[0].{kind}.{field}");
            assert_eq!(paths(&step(TIME.max + 1)), [path.as_str()]);
            assert_eq!(paths(&step(-1)), [path.as_str()]);
        }
    }
}

#[test]
fn each_number_of_a_redlock_is_read() {
    let file = r#"{"format": 1, "lock": {"service": "redlock", "ttl_ms": 1, "first_token": 2,
        "nodes": 3, "drift_per_mille": 4, "drift_ms": 5, "node_timeout_ms": 6}, "clients": [{}]}"#;
    let lock = read(file.as_bytes()).expect("a good file").lock;
    assert_eq!((lock.ttl.0, lock.first_token.0, lock.nodes), (1, 2, 3));
    let drift = (lock.drift_per_mille, lock.drift.0);
    assert_eq!((drift, lock.node_timeout.0), ((4, 5), 6));
}

#[test]
fn texts_are_counted_in_characters() {
    let key = |length| {
        plan(&format!(
            r#"{{"write": {{"key": "{}"}}}}"#,
            "錠".repeat(length)
        ))
    };
    assert_eq!(paths(&key(40)), [""; 0]);
    assert_eq!(paths(&key(41)), ["clients[0].plan[0].write.key"]);
    assert_eq!(paths(&key(0)), ["clients[0].plan[0].write.key"]);
}

#[test]
fn what_is_not_a_scenario_at_all_is_one_complaint() {
    for (file, problem) in [
        (
            b"{\n  \"format\": 1,\n}".as_slice(),
            Problem::NotJson { line: 3, column: 1 },
        ),
        (b"", Problem::NotJson { line: 1, column: 0 }),
        (b"{}\n\"\xff\"", Problem::NotUtf8 { line: 2, column: 2 }),
        (
            b"[]",
            Problem::WrongType {
                wanted: Wanted::Object,
                found: Found::List,
            },
        ),
    ] {
        let complaints = read(file).expect_err("not a scenario").0;
        let path = "$".to_owned();
        assert_eq!(complaints, [Complaint { path, problem }]);
    }
    let padded = |bytes| format!("{}{}", lease(""), " ".repeat(bytes - lease("").len()));
    assert_eq!(paths(&padded(FILE_BYTES)), [""; 0]);
    assert_eq!(paths(&padded(FILE_BYTES + 1)), ["$"]);
}

#[test]
fn every_complaint_says_what_to_change() {
    let file = r#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 0, "colour": "red"}, "clients": [{}]}"#;
    let sentences: Vec<_> = complaints(file).iter().map(ToString::to_string).collect();
    assert_eq!(
        sentences,
        [
            "lock.colour: there is no such field here; remove it, or use one of service, ttl_ms, \
             tokens, first_token, waiting, lock_delay_ms, release, nodes, drift_per_mille, \
             drift_ms, node_timeout_ms",
            "lock.ttl_ms: this number is out of range; write 1 to 86400000",
        ]
    );
}

/// Each file has one complaint, which names the path and says what would be right.
#[track_caller]
fn complains(all: &[(String, &str, &[&str])]) {
    for (file, path, parts) in all {
        let found = complaints(file);
        assert_eq!(found.len(), 1, "{file}");
        let told = Complaints(found).to_string();
        let sentence = told.strip_prefix(&format!("{path}: ")).unwrap_or_default();
        assert!(sentence.ends_with('\n') && sentence.len() > 20, "{told}");
        for part in *parts {
            assert!(sentence.contains(part), "{part:?} is not in {told}");
        }
    }
}

#[test]
fn a_complaint_about_a_value_says_what_may_stand_there() {
    let resource = |field: &str| lease(&format!(r#", "resource": {{{field}}}"#));
    let lock_ms = |value: &str| lease(&format!(r#", "network": {{"lock_ms": {value}}}"#));
    let (words, path) = ("correctness, efficiency", "network.lock_ms");
    let nobody = lease("").replace("[{}]", "[]");
    complains(&[
        (" ".repeat(FILE_BYTES + 1), "$", &["262145", "262144"]),
        ("{".to_owned(), "$", &["JSON", "line 1"]),
        ("[]".to_owned(), "$", &["a list", "an object"]),
        (
            lease("").replace(": 1,", ": 2,"),
            "format",
            &["format", "1"],
        ),
        (lease(r#", "purpose": "x""#), "purpose", &[words]),
        (lease(r#", "purpose": 1"#), "purpose", &["a number", words]),
        (
            lease(r#", "faults": {}"#),
            "faults",
            &["an object", "a list"],
        ),
        (
            lease(r#", "network": 1.5"#),
            "network",
            &["a fraction", "an object"],
        ),
        (lock_ms("null"), path, &["null", "0 to 86400000"]),
        (lock_ms(r#""""#), path, &["a text", "whole number"]),
        (
            resource(r#""dedup_window_ms": true"#),
            "resource.dedup_window_ms",
            &["true or false", "null or a whole number", "1 to 86400000"],
        ),
        (
            resource(r#""asks_lock": 1"#),
            "resource.asks_lock",
            &["true or false"],
        ),
        (nobody, "clients", &["0 entries", "1 to 5"]),
    ]);
}

#[test]
fn a_complaint_about_a_step_says_what_it_needs() {
    let effect = |fields: &str| format!(r#"{{"effect": {{"unless_done": true{fields}}}}}"#);
    let steps = "one of acquire, read, write, update, effect, release";
    complains(&[
        (
            plan(r#"{"read": {"object": 1}}"#),
            "clients[0].plan[0].read.object",
            &["a number", "a text"],
        ),
        (
            plan(r#"{"read": {"object": ""}}"#),
            "clients[0].plan[0].read.object",
            &["0 characters", "1 to 40"],
        ),
        (
            plan(r#"{"write": {"key": 1}}"#),
            "clients[0].plan[0].write.key",
            &["null or a text"],
        ),
        (plan("{}"), "clients[0].plan[0]", &["0 fields", steps]),
        (
            plan(r#"{"update": {"object": "desk"}}"#),
            "clients[0].plan[0]",
            &["read", "desk"],
        ),
        (
            plan(&format!(r#"{{"read": {{}}}}, {}"#, effect(""))),
            "clients[0].plan[1].effect.unless_done",
            &["key"],
        ),
        (
            plan(&effect(r#", "key": "k""#)),
            "clients[0].plan[0].effect.unless_done",
            &["read"],
        ),
        (
            plan(r#"{"write": {"resends": 1}}"#),
            "clients[0].plan[0].write.resends",
            &["resend_after_ms"],
        ),
    ]);
}

#[test]
fn a_complaint_about_what_does_not_fit_says_what_would() {
    let redlock = |fields: &str| {
        format!(
            r#"{{"format": 1, "lock": {{"service": "redlock", "ttl_ms": 1000, "nodes": 3}}, {fields}}}"#
        )
    };
    let cut = |from: &str| {
        let fields = r#""client": "Client 1", "at_ms": 0, "for_ms": 1"#;
        faults(
            "lease",
            &format!(r#"{{"cut": {{{fields}, "from": {from}}}}}"#),
        )
    };
    let rate = r#"{"clock_rate": {"node": 0, "per_mille": 1}}"#;
    let words = "lock, resource, all";
    complains(&[
        (cut(r#""moon""#), "faults[0].cut.from", &[words]),
        (cut("1"), "faults[0].cut.from", &[words, r#"{"node": 0}"#]),
        (
            cut(r#"{"node": 1}"#),
            "faults[0].cut.from.node",
            &["one node", "0"],
        ),
        (
            faults("lease", r#"{"crash": {"client": "Zoe", "at_ms": 0}}"#),
            "faults[0].crash.client",
            &["Zoe", "clients"],
        ),
        (
            faults("lease", r#"{"lock_lost": {}}"#),
            "faults[0].lock_lost.at_ms",
            &["missing", "add"],
        ),
        (
            faults("redlock", r#"{"lock_lost": {"at_ms": 0}}"#),
            "faults[0].lock_lost",
            &[r#""lease""#],
        ),
        (
            faults("lease", &format!("{rate}, {rate}")),
            "faults[1].clock_rate.node",
            &["faults[0]"],
        ),
        (
            lease("").replace("[{}]", r#"[{"node_ms": [1]}]"#),
            "clients[0].node_ms",
            &[r#""redlock""#],
        ),
        (
            redlock(r#""clients": [{"node_ms": [1]}]"#),
            "clients[0].node_ms",
            &["1 delays", "3 nodes"],
        ),
        (
            redlock(r#""clients": [{"node_ms": 1}]"#),
            "clients[0].node_ms",
            &["null or a list"],
        ),
        (
            redlock(r#""clients": [{}], "faults": [{"clock_rate": {"node": 3, "per_mille": 1}}]"#),
            "faults[0].clock_rate.node",
            &["3 nodes", "0 to 2"],
        ),
        (
            redlock(r#""clients": [{"name": "A"}, {"name": "A"}]"#),
            "clients[1].name",
            &["clients[0]"],
        ),
    ]);
}

/// A scenario is not only read from files: an edit may point at a client that is not there.
#[test]
fn an_edit_that_names_nobody_is_a_complaint() {
    let mut seed = Scenario::seed();
    for (place, paths) in [(1, [""; 0].as_slice()), (2, &["faults[0].pause.client"])] {
        if let Some(Fault::Pause { client, .. }) = seed.faults.first_mut() {
            *client = ClientId(place);
        }
        let found: Vec<_> = check(&seed).into_iter().map(|c| c.path).collect();
        assert_eq!(found, paths);
    }
    let told: Vec<_> = check(&seed).iter().map(ToString::to_string).collect();
    assert!(told[0].contains("choose one of the clients"), "{told:?}");
    seed.clients.clear();
    let found: Vec<_> = check(&seed).into_iter().map(|c| c.path).collect();
    assert_eq!(
        found,
        ["clients"],
        "without clients that is complaint enough"
    );
}

#[test]
fn what_is_wrong_later_or_inside_a_step_hides_no_missing_read() {
    let told = |plan: &str| {
        let file = format!(
            r#"{{"format": 1, "lock": {{"service": "lease", "ttl_ms": 1}}, "clients": [{{"plan": {plan}}}]}}"#
        );
        let complaints = read(file.as_bytes()).expect_err("something is wrong");
        let mut paths: Vec<String> = complaints
            .0
            .into_iter()
            .map(|complaint| complaint.path)
            .collect();
        paths.sort();
        paths
    };
    let missing = "clients[0].plan[0]".to_owned();
    assert_eq!(
        told(r#"[{"update": {}}, {"write": {"foo": 1}}]"#),
        [missing.clone(), "clients[0].plan[1].write.foo".to_owned()]
    );
    assert_eq!(
        told(r#"[{"update": {}}, 7]"#),
        [missing.clone(), "clients[0].plan[1]".to_owned()]
    );
    assert_eq!(
        told(r#"[{"update": {"foo": 1}}]"#),
        [missing, "clients[0].plan[0].update.foo".to_owned()]
    );
    // What could not be read at all may have been the read.
    assert_eq!(told(r#"[7, {"update": {}}]"#), ["clients[0].plan[0]"]);
    assert_eq!(
        told(r#"[{"fly": {}}, {"update": {}}]"#),
        ["clients[0].plan[0].fly"]
    );
}

#[test]
fn a_field_without_a_name_is_complained_about_where_it_is_seen() {
    let file = br#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 1, "": 2}, "clients": [{}], "": 3}"#;
    let complaints = read(file).expect_err("two fields have no name");
    let paths: Vec<&str> = complaints
        .0
        .iter()
        .map(|complaint| complaint.path.as_str())
        .collect();
    assert_eq!(paths, ["\"\"", "lock.\"\""]);
}
