//! T13 to T24: what lasts, what is renewed, what is given back.

use super::*;
use HarmKind::{DuplicateEffect, Inversion, LostUpdate};
use Outcome::{Broken, Deduplicated, Fenced, Safe};

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
        (granted_at(&compared, "C"), compared.harms()),
        (vec![], vec![])
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
