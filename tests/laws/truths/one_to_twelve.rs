//! T1 to T12: what a fence, a key and a version each do.

use super::*;
use HarmKind::{DuplicateEffect, Inversion, LostUpdate};
use Outcome::{Broken, Deduplicated, Fenced, Lucky, Refused, StoodDown};

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
        json!({"name": name, "arrives_ms": arrives, "retry_ms": 20, "plan": plan})
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
        (Broken, 10_400 - 10_100),
        "A believes until it can look again"
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
