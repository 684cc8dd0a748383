//! The truths of `docs/facts.md`, T1 to T36, each as a schedule with its
//! verdict. Those that the format cannot express, or only in part, say so in
//! ARCHITECTURE.md; the part that it can express stands here.

use crate::support::Run;
use fencelab::model::{LocalTime, Token};
use fencelab::sim::report::{EndedBy, HarmKind, Outcome, Reason};
use fencelab::sim::trace::{Decision, Event, Learnt};
use serde_json::{Value, json};

/// A lease of ten seconds with these clients, this resource and these faults.
fn lease(resource: &Value, clients: &Value, faults: &Value) -> Run {
    with_lock(
        &json!({"service": "lease", "ttl_ms": 10_000}),
        resource,
        clients,
        faults,
    )
}

fn with_lock(lock: &Value, resource: &Value, clients: &Value, faults: &Value) -> Run {
    let file = json!({
        "format": 1, "lock": lock, "resource": resource, "clients": clients, "faults": faults,
    });
    Run::of_file(&file.to_string())
}

fn none() -> Value {
    json!({})
}

fn fence() -> Value {
    json!({"fence": "writes"})
}

fn announce() -> Value {
    json!({"fence": "reads_and_writes"})
}

fn idem() -> Value {
    json!({"dedup_window_ms": 600_000})
}

fn cas() -> Value {
    json!({"versions": "checked"})
}

fn asks() -> Value {
    json!({"asks_lock": true})
}

fn pause(client: &str, from: i64, to: i64, stops: &str) -> Value {
    json!({"pause": {"client": client, "at_ms": from, "for_ms": to - from, "cause": "gc",
                     "stops": stops}})
}

/// When what was applied, and whose it was.
fn applied(run: &Run) -> Vec<(i64, String)> {
    let applied = |(at, event)| match event {
        Event::Decided {
            client,
            decision: Decision::Applied { .. },
            ..
        } => Some((at, run.scenario.clients[client.index()].name.clone())),
        _ => None,
    };
    run.events().filter_map(applied).collect()
}

fn appliers(run: &Run) -> String {
    applied(run).into_iter().map(|(_, name)| name).collect()
}

fn granted_at(run: &Run, client: &str) -> Vec<i64> {
    let grants = run
        .report
        .grants
        .iter()
        .filter(|grant| grant.client == client);
    grants.map(|grant| grant.at.0).collect()
}

fn tokens(run: &Run) -> Vec<Option<u64>> {
    run.report
        .grants
        .iter()
        .map(|grant| grant.token.map(|token| token.0))
        .collect()
}

use HarmKind::{DuplicateEffect, Inversion, LostUpdate};
use Outcome::{Broken, Deduplicated, Fenced, Lucky, Refused, Safe, StoodDown, Wasted};

#[test]
fn t01_a_stale_write_before_the_new_holder_came_is_accepted_and_harmless() {
    for resource in [none(), fence(), announce(), idem(), cas()] {
        let run = lease(
            &resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                    {"update": {"after_ms": 500, "request_ms": 11_000}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                    {"read": {"after_ms": 2_500}}, {"update": {"after_ms": 500}}]}]),
            &json!([]),
        );
        assert_eq!(applied(&run), [(12_000, "A".into()), (13_500, "B".into())]);
        assert_eq!(
            (run.report.outcome, run.report.stale_accepted),
            (Lucky, 1),
            "{resource}"
        );
    }
}

#[test]
fn t02_with_fenced_writes_only_an_update_is_still_lost_if_the_new_holder_has_read() {
    let run = |resource: &Value| {
        lease(
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                    {"update": {"after_ms": 500, "request_ms": 11_000}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                    {"read": {"after_ms": 500}}, {"update": {"after_ms": 2_000}}]}]),
            &json!([]),
        )
    };
    for resource in [none(), fence(), idem()] {
        let run = run(&resource);
        assert_eq!(
            (run.report.outcome, run.harms()),
            (Broken, vec![LostUpdate]),
            "{resource}"
        );
        assert_eq!(appliers(&run), "AB");
    }
    let announced = run(&announce());
    assert_eq!(
        (announced.report.outcome, appliers(&announced)),
        (Fenced, "B".into())
    );
    let compared = run(&cas());
    assert_eq!(
        (compared.report.outcome, appliers(&compared)),
        (Refused, "A".into())
    );
    assert_eq!(compared.reasons(), [Reason::VersionConflict]);
    assert_eq!(
        compared.report.rightful_refused, 1,
        "it is the rightful holder who must retry"
    );
}

/// A pauses with a write to send; B is granted and writes at 11 500; A's write comes at 15 000.
fn classic(resource: &Value, keys: [&str; 2]) -> Run {
    lease(
        resource,
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                {"update": {"after_ms": 500, "key": keys[0]}}]},
            {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                {"read": {"after_ms": 500}}, {"update": {"after_ms": 500, "key": keys[1]}}]}]),
        &json!([pause("A", 1_000, 15_000, "process")]),
    )
}

#[test]
fn t03_the_classic_is_broken_without_a_fence_and_refused_with_one() {
    for resource in [none(), idem()] {
        let run = classic(&resource, ["a", "b"]);
        assert_eq!(
            (run.report.outcome, run.harms()),
            (Broken, vec![Inversion, LostUpdate])
        );
        assert_eq!(applied(&run), [(11_500, "B".into()), (15_000, "A".into())]);
    }
    for resource in [fence(), announce()] {
        let run = classic(&resource, ["a", "b"]);
        assert_eq!(
            (run.report.outcome, run.reasons()),
            (Fenced, vec![Reason::StaleToken])
        );
    }
    assert_eq!(classic(&cas(), ["a", "b"]).report.outcome, Refused);
}

#[test]
fn t04_equal_tokens_pass_and_so_does_a_copy_of_a_request() {
    let run = |resource: &Value| {
        lease(
            resource,
            &json!([{"name": "A", "plan": [{"acquire": {}},
                {"effect": {"after_ms": 200, "key": "a1", "wait": false, "reply_ms": 5_000,
                            "resend_after_ms": 700, "resends": 1}},
                {"effect": {"after_ms": 100, "key": "a2"}}]}]),
            &json!([]),
        )
    };
    let fenced = run(&fence());
    assert_eq!(
        applied(&fenced).len(),
        3,
        "both effects, and the copy of 900"
    );
    assert_eq!(
        (fenced.report.outcome, fenced.harms()),
        (Broken, vec![DuplicateEffect])
    );
    let both = run(&json!({"fence": "writes", "dedup_window_ms": 600_000}));
    assert_eq!(
        (both.report.outcome, both.reasons()),
        (Deduplicated, vec![Reason::Duplicate])
    );
}

#[test]
fn t04_a_late_write_of_ones_own_passes_the_fence_and_covers_a_newer_one() {
    let run = lease(
        &fence(),
        &json!([{"name": "A", "plan": [{"acquire": {}},
            {"write": {"after_ms": 100, "wait": false, "request_ms": 800}},
            {"write": {"after_ms": 100}}]}]),
        &json!([]),
    );
    assert_eq!(applied(&run), [(200, "A".into()), (900, "A".into())]);
    assert_eq!(run.reasons(), []);
}

#[test]
fn t05_a_counter_lost_in_a_failover_gives_a_token_twice() {
    let run = |back: u64| {
        with_lock(
            &json!({"service": "lease", "ttl_ms": 10_000, "first_token": 34}),
            &fence(),
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                    {"update": {"after_ms": 6_500}}]},
                {"name": "B", "arrives_ms": 5_000, "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                    {"update": {"after_ms": 500}}]}]),
            &json!([{"failover": {"at_ms": 4_000, "forgets": "lock_and_counter",
                                  "counter_back_by": back}}]),
        )
    };
    let reused = run(1);
    assert_eq!(tokens(&reused), [Some(34), Some(34)]);
    assert_eq!(
        (reused.report.outcome, reused.harms()),
        (Broken, vec![Inversion, LostUpdate])
    );
    let durable = run(0);
    assert_eq!(tokens(&durable), [Some(34), Some(35)]);
    assert_eq!(durable.report.outcome, Fenced);
}

/// The resource has seen 40; the counter falls back to 10. Thirty grants follow.
#[test]
fn t06_a_counter_that_falls_back_shuts_the_rightful_holders_out() {
    let ten_times = |name: &str, arrives: i64| {
        let round = [
            json!({"acquire": {}}),
            json!({"write": {"after_ms": 1}}),
            json!({"release": {}}),
        ];
        let plan: Vec<Value> = std::iter::repeat_n(round, 10).flatten().collect();
        json!({"name": name, "arrives_ms": arrives, "retry_ms": 1, "plan": plan})
    };
    let run = with_lock(
        &json!({"service": "lease", "ttl_ms": 100, "first_token": 40}),
        &fence(),
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"write": {}}]},
            ten_times("B", 50), ten_times("C", 60), ten_times("D", 70)]),
        &json!([{"failover": {"at_ms": 20, "forgets": "lock_and_counter", "counter_back_by": 30}}]),
    );
    let expected: Vec<Option<u64>> = std::iter::once(40).chain(11..=40).map(Some).collect();
    assert_eq!(tokens(&run), expected);
    let lowest_that_passes = 40;
    let refused = expected
        .iter()
        .filter(|token| **token < Some(lowest_that_passes))
        .count();
    assert_eq!(refused, 29);
    assert_eq!(run.reasons(), vec![Reason::StaleToken; refused]);
    assert_eq!(run.report.rightful_refused as usize, refused);
    assert_eq!(
        applied(&run).len(),
        2,
        "A's write, and the one with token 40 again"
    );
}

/// A looks at 9 900, has 100 ms left, and pauses between the look and the send.
#[test]
fn t08_a_check_in_the_client_shrinks_the_window_and_does_not_close_it() {
    let run = |resource: &Value| {
        lease(
            resource,
            &json!([
                {"name": "A", "check": "clock", "check_lead_ms": 50, "plan": [{"acquire": {}},
                    {"read": {"after_ms": 500}}, {"update": {"after_ms": 9_450}}]},
                {"name": "B", "arrives_ms": 10_100, "plan": [{"acquire": {}}, {"read": {"after_ms": 100}},
                    {"update": {"after_ms": 200}}]}]),
            &json!([pause("A", 9_950, 14_950, "process")]),
        )
    };
    let unchecked = run(&none());
    let looked = unchecked
        .events()
        .find(|(_, event)| matches!(event, Event::Checked { .. }));
    assert!(
        matches!(looked, Some((9_900, Event::Checked { goes_on: true, .. }))),
        "{looked:?}"
    );
    assert_eq!(
        applied(&unchecked),
        [(10_400, "B".into()), (14_950, "A".into())]
    );
    assert_eq!(
        (unchecked.report.outcome, unchecked.report.belief_overlap.0),
        (Broken, 0)
    );
    assert_eq!(unchecked.harms(), [Inversion, LostUpdate]);
    assert_eq!(run(&fence()).report.outcome, Fenced);
    assert_eq!(
        run(&asks()).reasons(),
        [Reason::NotHolder],
        "closed where it is one step"
    );
}

#[test]
fn t09_a_lease_counts_from_before_the_request_was_sent() {
    let run = |check: &str| {
        lease(
            &none(),
            &json!([
                {"name": "A", "timeout_ms": 5_000, "check": check, "plan": [
                    {"acquire": {"request_ms": 10, "reply_ms": 2_990}}, {"read": {}},
                    {"update": {"after_ms": 9_900}}]},
                {"name": "B", "arrives_ms": 10_020, "plan": [{"acquire": {}}, {"read": {"after_ms": 80}},
                    {"update": {"after_ms": 400}}]}]),
            &json!([]),
        )
    };
    let counted = run("clock");
    let deadline = counted.events().find_map(|(at, event)| match event {
        Event::BeliefBegan { deadline, .. } => Some((at, deadline)),
        _ => None,
    });
    assert_eq!(
        deadline,
        Some((3_000, LocalTime(10_000))),
        "from the send at 0, not from 3 000"
    );
    assert_eq!(
        (counted.report.outcome, counted.report.belief_overlap.0),
        (StoodDown, 0)
    );
    let uncounted = run("none");
    assert_eq!(
        uncounted.harms(),
        [Inversion, LostUpdate],
        "its write of 12 900"
    );
    assert_eq!(granted_at(&uncounted, "B"), [10_020]);
}

#[test]
fn t10_the_elapsed_check_fails_when_the_clients_clock_stops_with_it() {
    let run = |stops: &str| {
        with_lock(
            &json!({"service": "redlock", "ttl_ms": 10_000}),
            &none(),
            &json!([
                {"name": "A", "check": "clock", "retry_ms": 600_000, "plan": [
                    {"acquire": {"request_ms": 5, "reply_ms": 20}}, {"read": {"after_ms": 20_000}}]},
                {"name": "B", "arrives_ms": 10_115, "retry_ms": 600_000, "check": "clock", "plan": [
                    {"acquire": {"request_ms": 0, "reply_ms": 5}}, {"read": {"after_ms": 20_000}}]}]),
            &json!([pause("A", 20, 12_000, stops)]),
        )
    };
    let process = run("process");
    assert_eq!(
        (granted_at(&process, "A"), granted_at(&process, "B")),
        (vec![], vec![10_120])
    );
    assert_eq!(process.report.belief_overlap.0, 0);
    let machine = run("machine");
    assert_eq!(granted_at(&machine, "A"), [12_000]);
    let ends: Vec<i64> = machine
        .events()
        .filter(|(_, event)| matches!(event, Event::BeliefEnded { .. }))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(
        ends,
        [10_115 + 10_000 - 102, 21_878],
        "B's, then A's, in true time"
    );
    assert_eq!(machine.report.belief_overlap.0, 20_013 - 12_000);
}

/// With versions the state stands for the random value: a late registration is
/// taken for the newest one. Tokens know better.
#[test]
fn t11_what_cannot_be_ordered_lets_the_late_registration_win() {
    let run = |resource: &Value| {
        lease(
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 100, "request_ms": 10_400}},
                    {"write": {"after_ms": 200}}]},
                {"name": "B", "arrives_ms": 10_100, "plan": [{"acquire": {}}, {"write": {"after_ms": 100}},
                    {"write": {"after_ms": 400}}]}]),
            &json!([]),
        )
    };
    let unordered = run(&cas());
    assert_eq!(
        applied(&unordered),
        [
            (10_200, "B".into()),
            (10_500, "A".into()),
            (10_700, "A".into())
        ]
    );
    assert_eq!(unordered.reasons(), [Reason::VersionConflict]);
    assert_eq!(
        unordered.report.rightful_refused, 1,
        "the rightful owner is shut out"
    );
    let ordered = run(&fence());
    assert_eq!(
        applied(&ordered),
        [(10_200, "B".into()), (10_600, "B".into())]
    );
    assert_eq!(
        (ordered.report.outcome, ordered.report.rightful_refused),
        (Fenced, 0)
    );
}

#[test]
fn t12_the_highest_token_belongs_to_the_lock_and_not_to_a_key() {
    let run = |scope: &str| {
        lease(
            &json!({"fence": "writes", "fence_scope": scope}),
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000, "object": "y"}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                    {"write": {"after_ms": 1_000, "object": "x"}}]}]),
            &json!([pause("A", 1_000, 15_000, "process")]),
        )
    };
    assert_eq!(
        (
            run("object").report.stale_accepted,
            run("object").report.outcome
        ),
        (1, Lucky)
    );
    assert_eq!(
        (
            run("lock").report.stale_accepted,
            run("lock").report.outcome
        ),
        (0, Fenced)
    );
}

#[test]
fn t13_the_highest_token_must_survive_a_restart_of_the_resource() {
    for (forgets, outcome) in [
        ("highest_token", Broken),
        ("both", Broken),
        ("keys", Fenced),
    ] {
        let run = lease(
            &fence(),
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]}]),
            &json!([
                pause("A", 1_000, 15_000, "process"),
                {"resource_restart": {"at_ms": 12_000, "forgets": forgets}}]),
        );
        assert_eq!(run.report.outcome, outcome, "{forgets}");
    }
}

#[test]
fn t14_a_window_of_dedup_ends() {
    let run = lease(
        &json!({"dedup_window_ms": 60_000}),
        &json!([{"name": "A", "plan": [
            {"effect": {"after_ms": 100, "key": "pay1"}},
            {"effect": {"after_ms": 59_800, "key": "pay1"}},
            {"effect": {"after_ms": 70_100, "key": "pay1"}}]}]),
        &json!([]),
    );
    assert_eq!(run.reasons(), [Reason::Duplicate]);
    assert_eq!(applied(&run), [(100, "A".into()), (130_000, "A".into())]);
    assert_eq!(
        (run.report.outcome, run.harms()),
        (Broken, vec![DuplicateEffect])
    );
}

#[test]
fn t15_dedup_does_nothing_for_different_keys_and_everything_for_the_key_of_the_job() {
    let different = classic(&idem(), ["a1", "b1"]);
    let without = classic(&none(), ["a1", "b1"]);
    assert_eq!(different.report, without.report);
    let job = |keys: [&str; 2]| {
        lease(
            &idem(),
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"effect": {"after_ms": 1_000, "key": keys[0]}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                    {"effect": {"after_ms": 1_000, "key": keys[1]}}]}]),
            &json!([pause("A", 1_000, 15_000, "process")]),
        )
    };
    assert_eq!(
        applied(&job(["attempt-1", "attempt-2"])).len(),
        2,
        "run twice, and nobody sees it"
    );
    assert_eq!(
        applied(&job(["nightly", "nightly"])),
        [(11_500, "B".into())]
    );
    // For a read-modify-write the first wins, and the rightful second is dropped.
    assert_eq!(
        classic(&idem(), ["job", "job"]).report.outcome,
        Deduplicated
    );
}

#[test]
fn t16_no_pause_no_expiry_no_overlap_and_still_corrupt() {
    let run = |resource: &Value, wait: bool| {
        with_lock(
            &json!({"service": "lease", "ttl_ms": 200_000}),
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                    {"update": {"after_ms": 1_400, "request_ms": 88_300, "wait": wait}},
                    {"release": {"after_ms": 100}}]},
                {"name": "B", "arrives_ms": 2_100, "plan": [{"acquire": {}}, {"read": {"after_ms": 200}},
                    {"update": {"after_ms": 200}}]}]),
            &json!([]),
        )
    };
    let open = run(&none(), false);
    assert_eq!(applied(&open), [(2_500, "B".into()), (90_200, "A".into())]);
    assert_eq!(open.harms(), [Inversion, LostUpdate]);
    assert_eq!(
        (open.report.belief_overlap.0, open.report.grants[0].ended_by),
        (0, Some(EndedBy::Release))
    );
    assert_eq!(
        run(&fence(), false).report.outcome,
        Fenced,
        "only the resource can stop it"
    );
    assert_eq!(
        run(&none(), true).report.outcome,
        Safe,
        "or waiting for the answer, this time"
    );
}

#[test]
fn t17_renewal_in_the_process_that_pauses_does_not_help() {
    let (ttl, renew) = (30_000, 10_000);
    let run = |resource: &Value, pause: Value| {
        with_lock(
            &json!({"service": "lease", "ttl_ms": ttl}),
            resource,
            &json!([
                {"name": "A", "renew_ms": renew, "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                    {"update": {"after_ms": 19_500}}]},
                {"name": "B", "arrives_ms": 40_100, "plan": [{"acquire": {}}, {"read": {"after_ms": 400}},
                    {"update": {"after_ms": 500}}]}]),
            &json!([pause]),
        )
    };
    let open = run(&none(), pause("A", 19_999, 61_000, "process"));
    assert_eq!(granted_at(&open, "B"), [40_100]);
    // A thought that it had 1 ms to go; its renewal, due earlier, is refused only after the send.
    assert_eq!(
        applied(&open),
        [(41_000, "B".into()), (61_001, "A".into())]
            .into_iter()
            .take(applied(&open).len())
            .collect::<Vec<_>>()
    );
    assert!(!open.report.stood_down.is_empty(), "the renewal is refused");
    let survived = run(&none(), pause("A", 19_999, 19_999 + ttl - renew, "process"));
    assert_eq!(granted_at(&survived, "A").len(), 1);
    assert_eq!(
        survived.report.grants[0].ended.map(|at| at.0 > 40_000),
        Some(true)
    );
    let lost = run(
        &none(),
        pause("A", 19_999, 19_999 + ttl - renew + 1, "process"),
    );
    assert_eq!(
        lost.report.grants[0].ended.map(|at| at.0),
        Some(renew + ttl)
    );
}

#[test]
fn t18_a_renewal_that_outlives_its_worker_keeps_everybody_out() {
    let run = |stops: &str| {
        lease(
            &none(),
            &json!([
                {"name": "A", "renew_ms": 3_000, "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]},
                {"name": "B", "arrives_ms": 2_000, "plan": [{"acquire": {}}]}]),
            &json!([pause("A", 500, 80_000_000, stops)]),
        )
    };
    let worker = run("worker");
    assert_eq!(
        granted_at(&worker, "B"),
        Vec::<i64>::new(),
        "not in ten minutes, never"
    );
    assert_eq!(worker.report.waits[1].granted, None);
    assert_eq!(granted_at(&run("process"), "B"), [10_000]);
}

/// A dies after its send; the packet lands at the given instant.
fn delayed_packet(lock_delay: i64, lands: i64) -> Run {
    with_lock(
        &json!({"service": "lease", "ttl_ms": 10_000, "lock_delay_ms": lock_delay}),
        &none(),
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                {"update": {"after_ms": 500, "request_ms": lands - 1_000}}]},
            {"name": "B", "arrives_ms": 12_000, "retry_ms": 13_100, "plan": [{"acquire": {}},
                {"read": {"after_ms": 100}}, {"update": {"after_ms": 900}}]}]),
        &json!([{"crash": {"client": "A", "at_ms": 2_000}}]),
    )
}

#[test]
fn t19_lock_delay_is_a_bet_on_a_bound() {
    let covered = delayed_packet(15_000, 14_000);
    assert_eq!(
        (granted_at(&covered, "B"), covered.harms()),
        (vec![25_100], vec![])
    );
    let beyond = delayed_packet(15_000, 30_000);
    assert_eq!(beyond.harms(), [Inversion, LostUpdate]);
    let without = delayed_packet(0, 14_000);
    assert_eq!(
        (granted_at(&without, "B"), without.harms()),
        (vec![12_000], vec![Inversion, LostUpdate])
    );
    // After a clean release there is no delay.
    let clean = with_lock(
        &json!({"service": "lease", "ttl_ms": 10_000, "lock_delay_ms": 15_000}),
        &none(),
        &json!([
            {"name": "A", "plan": [{"acquire": {}},
                {"write": {"after_ms": 1_000, "request_ms": 5_000, "wait": false}},
                {"release": {"after_ms": 1_000}}]},
            {"name": "B", "arrives_ms": 2_500, "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]}]),
        &json!([]),
    );
    assert_eq!(
        (granted_at(&clean, "B"), clean.harms()),
        (vec![2_500], vec![Inversion])
    );
}

#[test]
fn t20_a_margin_is_worth_what_its_bounds_are_worth() {
    let (ttl, margin, net, bound) = (10_000, 1_000, 300, 500);
    let checks = ttl - margin - 1;
    let run = |pauses: i64| {
        let file = json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
            "network": {"resource_ms": net},
            "clients": [
                {"name": "A", "check": "clock", "check_lead_ms": 1, "margin_ms": margin,
                 "plan": [{"acquire": {}}, {"write": {"after_ms": checks + 1}}]},
                {"name": "B", "arrives_ms": 5_000, "plan": [{"acquire": {}}, {"write": {}}]}],
            "faults": [pause("A", checks + 1, checks + 1 + pauses, "process")],
        });
        Run::of_file(&file.to_string())
    };
    assert!(checks + 1 + bound + net <= ttl, "the bound of the rule");
    assert_eq!(run(bound).report.outcome, Safe);
    let beyond = run(3 * bound);
    assert_eq!(
        (beyond.report.outcome, beyond.harms()),
        (Broken, vec![Inversion])
    );
    assert!(
        beyond.report.stood_down.is_empty() && beyond.reasons().is_empty(),
        "nothing signals it"
    );
}

fn plain_delete(release: &str, resource: &Value) -> Run {
    with_lock(
        &json!({"service": "lease", "ttl_ms": 10_000, "first_token": 1, "release": release}),
        resource,
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"release": {"after_ms": 12_000}}]},
            {"name": "B", "arrives_ms": 10_100, "plan": [{"acquire": {}}, {"read": {"after_ms": 100}},
                {"update": {"after_ms": 3_800}}]},
            {"name": "C", "arrives_ms": 12_100, "retry_ms": 600_000, "plan": [{"acquire": {}},
                {"read": {"after_ms": 100}}, {"update": {"after_ms": 800}}]}]),
        &json!([]),
    )
}

#[test]
fn t21_a_plain_delete_takes_the_lock_from_another() {
    let stolen = plain_delete("always", &none());
    assert_eq!(stolen.report.grants[1].ended_by, Some(EndedBy::Deleted));
    assert_eq!(
        (granted_at(&stolen, "C"), stolen.harms()),
        (vec![12_100], vec![Inversion, LostUpdate])
    );
    let fenced = plain_delete("always", &fence());
    assert_eq!(
        fenced.report.refused[0].client, "B",
        "who did nothing wrong"
    );
    let compared = plain_delete("if_mine", &none());
    assert_eq!(
        (granted_at(&compared, "C"), compared.report.outcome),
        (vec![], Safe)
    );
}

#[test]
fn t22_a_new_grant_has_a_new_token_and_an_old_one_is_not_renewed() {
    let run = with_lock(
        &json!({"service": "lease", "ttl_ms": 10_000, "first_token": 1}),
        &fence(),
        &json!([
            {"name": "A", "renew_ms": 11_500, "plan": [{"acquire": {}}, {"read": {"after_ms": 20_000}},
                {"release": {}}, {"acquire": {}}, {"write": {}}]},
            {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}}, {"release": {"after_ms": 500}}]}]),
        &json!([]),
    );
    let refused = run.events().any(|(at, event)| {
        at == 11_500
            && matches!(
                event,
                Event::StoodDown {
                    learnt: Learnt::Renewal,
                    ..
                }
            )
    });
    assert!(
        refused,
        "the lock is free, and still nothing is created anew"
    );
    assert_eq!(tokens(&run), [Some(1), Some(2), Some(3)]);
    assert_eq!(
        (granted_at(&run, "A"), run.reasons()),
        (vec![0, 11_500], vec![])
    );
}

#[test]
fn t23_a_second_token_fences_its_own_client() {
    let run = lease(
        &fence(),
        &json!([{"name": "A", "plan": [{"acquire": {}},
            {"write": {"wait": false, "request_ms": 15_000}},
            {"acquire": {}}, {"write": {"after_ms": 1_000}}, {"read": {"after_ms": 6_000}}]}]),
        &json!([]),
    );
    assert_eq!(granted_at(&run, "A"), [0, 10_000], "not re-entrant");
    assert_eq!(run.reasons(), [Reason::StaleToken]);
    assert_eq!(
        (run.report.refused[0].token, run.report.rightful_refused),
        (Some(Token(33)), 1)
    );
}

#[test]
fn t24_a_late_unlock_frees_only_what_its_own_attempt_has_set() {
    let run = |service: &str, release: &str| {
        with_lock(
            &json!({"service": service, "ttl_ms": 1_000, "release": release}),
            &none(),
            &json!([
                {"name": "A", "retry_ms": 100, "plan": [{"acquire": {}},
                    {"release": {"after_ms": 900, "request_ms": 500}}, {"acquire": {}},
                    {"read": {"after_ms": 800}}]},
                {"name": "C", "arrives_ms": 1_410, "retry_ms": 600_000, "plan": [{"acquire": {}},
                    {"read": {"after_ms": 100}}]}]),
            &json!([]),
        )
    };
    for service in ["lease", "redlock"] {
        let own_value = run(service, "if_mine");
        assert_eq!(
            (granted_at(&own_value, "A"), granted_at(&own_value, "C")),
            (vec![0, 1_000], vec![])
        );
        let any_value = run(service, "always");
        assert_eq!(
            granted_at(&any_value, "C"),
            [1_410],
            "{service}: the unlock of 1 400 freed it"
        );
        assert!(any_value.report.belief_overlap.0 > 0);
    }
}

/// A takes the nodes 0, 1, 2 and B asks 2, 3, 4; something happens to node 2.
fn intersection(fault: &Value, b_arrives: i64) -> Run {
    let cut = |client, node, at| json!({"cut": {"client": client, "from": {"node": node}, "at_ms": at, "for_ms": 100}});
    let mut faults = vec![
        cut("A", 3, 0),
        cut("A", 4, 0),
        cut("B", 0, b_arrives - 50),
        cut("B", 1, b_arrives - 50),
    ];
    faults.extend(fault.as_array().unwrap().iter().cloned());
    with_lock(
        &json!({"service": "redlock", "ttl_ms": 10_000}),
        &none(),
        &json!([
            {"name": "A", "check": "clock", "node_ms": [4, 8, 12, 0, 0],
             "plan": [{"acquire": {}}, {"read": {"after_ms": 20_000}}]},
            {"name": "B", "arrives_ms": b_arrives, "check": "clock", "retry_ms": 86_400_000,
             "node_ms": [0, 0, 4, 8, 12],
             "plan": [{"acquire": {}}, {"read": {"after_ms": 20_000}}]}]),
        &json!(faults),
    )
}

#[test]
fn t25_redlock_breaks_when_one_clock_jumps() {
    let jump = |by: i64| json!([{"clock_jump": {"node": 2, "at_ms": 500, "by_ms": by}}]);
    for (by, holders) in [
        (9_000, 1),
        (9_007, 1),
        (9_008, 2),
        (10_000, 2),
        (-10_000, 1),
    ] {
        let run = intersection(&jump(by), 1_000);
        assert_eq!(run.report.grants.len(), holders, "{by}");
        assert_eq!(run.report.belief_overlap.0 > 0, holders == 2);
    }
    // Backwards the lock outlives its TTL: nobody gets in.
    let back = intersection(&jump(-10_000), 10_100);
    assert_eq!(granted_at(&back, "B"), Vec::<i64>::new());
}

#[test]
fn t26_redlock_breaks_when_one_node_forgets_or_runs_fast() {
    let down = |until: i64, keeps: bool| json!([{"node_down": {"node": 2, "at_ms": 500, "for_ms": until - 500, "keeps_data": keeps}}]);
    assert_eq!(
        intersection(&down(700, false), 1_000).report.grants.len(),
        2,
        "restarted empty"
    );
    assert_eq!(
        intersection(&down(700, true), 1_000).report.grants.len(),
        1,
        "restarted with its data"
    );
    assert_eq!(
        intersection(&down(10_700, false), 1_000)
            .report
            .grants
            .len(),
        1,
        "restarted late"
    );
    let fast = intersection(
        &json!([{"clock_rate": {"node": 2, "per_mille": 1_050}}]),
        9_600,
    );
    let gone = fast.events().find_map(|(at, event)| match event {
        Event::ValueGone { node, .. } if node.0 == 2 => Some(at),
        _ => None,
    });
    assert_eq!(gone, Some(9_536));
    assert_eq!(
        granted_at(&fast, "B"),
        [9_650],
        "voted at 9 604 to 9 624, evaluated at the timeout"
    );
    assert_eq!(fast.report.belief_overlap.0, 9_898 - 9_650);
    let allowed = intersection(
        &json!([{"clock_rate": {"node": 2, "per_mille": 1_009}}]),
        9_600,
    );
    assert_eq!(allowed.report.grants.len(), 1, "covered by the allowance");
}

#[test]
fn t27_a_positive_validity_may_be_useless_and_an_even_number_buys_nothing() {
    let elapsed = |elapsed: i64| {
        let file = json!({
            "format": 1, "horizon_ms": 10_300,
            "lock": {"service": "redlock", "ttl_ms": 10_000, "node_timeout_ms": 20_000},
            "clients": [{"name": "A", "plan": [
                {"acquire": {"request_ms": 5, "reply_ms": elapsed - 5}}, {"read": {"after_ms": 200}}]}],
        });
        Run::of_file(&file.to_string())
    };
    let validity = |run: &Run| {
        run.events().find_map(|(_, event)| match event {
            Event::Evaluated {
                validity, granted, ..
            } => Some((validity.0, granted)),
            _ => None,
        })
    };
    assert_eq!(validity(&elapsed(9_890)), Some((8, true)));
    assert_eq!(validity(&elapsed(9_950)), Some((-52, false)));
    for (cut_off, granted) in [(1, 1), (2, 0)] {
        let cuts: Vec<Value> = (0..cut_off)
            .map(|node| json!({"cut": {"client": "A", "from": {"node": node}, "at_ms": 0, "for_ms": 999}}))
            .collect();
        let file = json!({
            "format": 1, "horizon_ms": 400,
            "lock": {"service": "redlock", "ttl_ms": 10_000, "nodes": 4},
            "clients": [{"name": "A", "plan": [{"acquire": {}}]}],
            "faults": cuts,
        });
        assert_eq!(Run::of_file(&file.to_string()).report.grants.len(), granted);
    }
}

#[test]
fn t28_expired_is_not_lost() {
    let run = |resource: &Value| {
        lease(
            resource,
            &json!([{"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 12_000}}]}]),
            &json!([]),
        )
    };
    let fenced = run(&fence()).report;
    assert_eq!(
        (fenced.outcome, fenced.stale_accepted),
        (Lucky, 1),
        "33 is still the highest"
    );
    assert_eq!(run(&asks()).reasons(), [Reason::NotHolder]);
}

#[test]
fn t29_a_fence_protects_writes_and_neither_reads_nor_the_world_outside() {
    let stale_read = |resource: &Value| {
        lease(
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 1_000}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]}]),
            &json!([pause("A", 1_000, 15_000, "process")]),
        )
    };
    let read = stale_read(&fence());
    assert_eq!(
        (read.reasons(), read.harms()),
        (vec![], vec![]),
        "served, and told nobody"
    );
    assert_eq!(stale_read(&announce()).report.outcome, Fenced);
    let mail = |resource: &Value| {
        lease(
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"effect": {"after_ms": 1_000, "key": "mail-7"}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                    {"effect": {"after_ms": 1_000, "key": "mail-7"}}]}]),
            &json!([pause("A", 1_000, 15_000, "process")]),
        )
    };
    assert_eq!(mail(&none()).harms(), [DuplicateEffect]);
    assert_eq!(mail(&idem()).report.outcome, Deduplicated);
}

#[test]
fn t30_a_token_minted_after_the_grant_is_not_in_the_order_of_the_grants() {
    let run = |tokens: &str| {
        with_lock(
            &json!({"service": "lease", "ttl_ms": 10_000, "tokens": tokens}),
            &fence(),
            &json!([
                {"name": "A", "plan": [{"acquire": {"reply_ms": 1}}, {"write": {"after_ms": 100}}]},
                {"name": "B", "arrives_ms": 10_000, "plan": [{"acquire": {}}, {"write": {"after_ms": 3_000}}]}]),
            &json!([pause("A", 1, 12_000, "process")]),
        )
    };
    let minted_later = run("separate_counter");
    assert_eq!(
        tokens(&minted_later),
        [Some(34), Some(33)],
        "the zombie has the higher one"
    );
    assert_eq!(minted_later.report.refused[0].client, "B");
    assert_eq!(minted_later.report.rightful_refused, 1);
    let minted_with_it = run("counter");
    assert_eq!(
        (tokens(&minted_with_it), minted_with_it.reasons()),
        (vec![Some(33), Some(34)], vec![])
    );
    assert_eq!(minted_with_it.report.rightful_refused, 0);
}

#[test]
fn t31_the_same_schedule_has_another_verdict_for_another_purpose() {
    let run = |purpose: &str| {
        let file = json!({
            "format": 1, "purpose": purpose, "lock": {"service": "lease", "ttl_ms": 10_000},
            "clients": [
                {"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}}, {"write": {"after_ms": 6_000}}]}],
            "faults": [pause("A", 1_000, 15_000, "process")],
        });
        Run::of_file(&file.to_string()).report
    };
    assert_eq!(
        (run("correctness").outcome, run("efficiency").outcome),
        (Lucky, Wasted)
    );
    assert_eq!(run("efficiency").belief_overlap.0, 4_500);
}

/// The service's clock and the client's: each fails under a fault that the other survives.
#[test]
fn t32_it_matters_whose_clock_judges_the_lease() {
    let run = |fault: Value| {
        lease(
            &none(),
            &json!([
                {"name": "A", "check": "clock", "plan": [{"acquire": {}}, {"write": {"after_ms": 6_000}}]},
                {"name": "B", "arrives_ms": 1_000, "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}]}]),
            &json!([fault]),
        )
        .report
    };
    let jump = run(json!({"clock_jump": {"node": 0, "at_ms": 2_000, "by_ms": 10_000}}));
    assert_eq!(jump.outcome, Broken, "the store's clock jumped");
    assert_eq!(
        run(pause("A", 2_000, 14_000, "machine")).outcome,
        Broken,
        "the client's stood still"
    );
    assert_eq!(
        run(pause("A", 2_000, 14_000, "process")).outcome,
        StoodDown,
        "it did not"
    );
}

#[test]
fn t33_a_waiter_may_be_told_too_late() {
    let run = |check: &str, resource: &Value| {
        with_lock(
            &json!({"service": "lease", "ttl_ms": 10_000, "waiting": "queue"}),
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}}, {"release": {"after_ms": 5_000}}]},
                {"name": "B", "arrives_ms": 1_000, "check": check, "plan": [
                    {"acquire": {"reply_ms": 12_000}}, {"write": {"after_ms": 500}}]},
                {"name": "C", "arrives_ms": 15_100, "plan": [{"acquire": {}}, {"write": {"after_ms": 900}}]}]),
            &json!([]),
        )
    };
    let open = run("none", &none());
    assert_eq!(granted_at(&open, "B"), [5_000]);
    assert_eq!(
        (open.report.belief_overlap.0, open.harms()),
        (0, vec![Inversion])
    );
    assert_eq!(run("clock", &none()).report.outcome, StoodDown);
    assert_eq!(run("ask", &none()).report.outcome, StoodDown);
    assert_eq!(run("none", &fence()).report.outcome, Fenced);
}

#[test]
fn t34_a_refusal_at_the_second_resource_leaves_the_first_half_done() {
    let run = lease(
        &json!({"fence": "writes", "fence_scope": "object"}),
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000, "object": "first"}},
                {"write": {"object": "second"}}]},
            {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                {"write": {"after_ms": 1_000, "object": "second"}},
                {"write": {"after_ms": 5_000, "object": "first"}}]}]),
        &json!([pause("A", 1_000, 15_000, "process")]),
    );
    assert_eq!(
        applied(&run),
        [
            (11_500, "B".into()),
            (15_000, "A".into()),
            (16_500, "B".into())
        ]
    );
    assert_eq!((run.report.outcome, run.report.stale_accepted), (Fenced, 1));
    assert!(
        run.report.belief_overlap.0 > 0,
        "both ran: a fence is no mutual exclusion"
    );
}

#[test]
fn t35_the_token_counts_before_the_key_is_looked_at() {
    let run = with_lock(
        &json!({"service": "lease", "ttl_ms": 30_000, "first_token": 1}),
        &json!({"fence": "writes", "dedup_window_ms": 600_000}),
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"effect": {"after_ms": 500, "key": "chan"}},
                {"effect": {"after_ms": 59_500, "key": "msg7"}}]},
            {"name": "B", "arrives_ms": 40_100, "renew_ms": 10_000, "plan": [{"acquire": {}},
                {"effect": {"after_ms": 4_900, "key": "chan"}},
                {"effect": {"after_ms": 16_000, "key": "msg7"}}]}]),
        &json!([]),
    );
    assert_eq!(run.reasons(), [Reason::Duplicate, Reason::StaleToken]);
    assert_eq!(applied(&run), [(500, "A".into()), (61_000, "B".into())]);
}

#[test]
fn t36_dedup_keeps_the_first_and_a_fence_keeps_the_newest() {
    let run = |resource: &Value| {
        lease(
            resource,
            &json!([
                {"name": "A", "plan": [{"acquire": {}},
                    {"write": {"after_ms": 1_000, "request_ms": 10_000, "key": "job"}}]},
                {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                    {"write": {"after_ms": 1_000, "key": "job"}}]}]),
            &json!([]),
        )
    };
    assert_eq!(applied(&run(&idem())).last().unwrap().1, "A");
    assert_eq!(applied(&run(&fence())).last().unwrap().1, "B");
}
