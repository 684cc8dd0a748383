//! T25 to T36: Redlock, clocks, purposes, and checks together.

use super::*;
use HarmKind::{DuplicateEffect, Inversion};
use Outcome::{Broken, Deduplicated, Fenced, Lucky, StoodDown, Wasted};

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
