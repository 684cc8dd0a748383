//! Both sides of every edge. The numbers are computed from the rule, so that a
//! wrong rule and a wrong number cannot agree by accident.

use crate::support::Run;
use fencelab::model::{Millis, Token};
use fencelab::sim::report::{Cut, EndedBy, HarmKind, Outcome, Reason};
use fencelab::sim::scenario::{Fault, Fence, Scenario};
use fencelab::sim::trace::{Decision, Event};
use serde_json::{Value, json};

fn run(file: &Value) -> Run {
    Run::of_file(&file.to_string())
}

fn drift_of(ttl: i64, per_mille: i64, ms: i64) -> i64 {
    ttl * per_mille / 1000 + ms
}

/// The first true instant at which a clock of this rate shows at least this much.
fn first_instant(per_mille: i64, local: i64) -> i64 {
    (0..100_000_000)
        .find(|at| at * per_mille / 1000 >= local)
        .unwrap()
}

fn grants_of(run: &Run, client: &str) -> Vec<(i64, Option<i64>)> {
    let grants = run
        .report
        .grants
        .iter()
        .filter(|grant| grant.client == client);
    grants
        .map(|grant| (grant.at.0, grant.ended.map(|at| at.0)))
        .collect()
}

#[test]
fn a_majority_is_more_than_half_of_the_nodes() {
    for nodes in 1..=9_usize {
        for reached in 0..=nodes {
            let cut = |node| json!({"cut": {"client": "A", "from": {"node": node}, "at_ms": 0, "for_ms": 999}});
            let ran = run(&json!({
                "format": 1, "horizon_ms": 400,
                "lock": {"service": "redlock", "ttl_ms": 10_000, "nodes": nodes},
                "clients": [{"name": "A", "plan": [{"acquire": {}}]}],
                "faults": (reached..nodes).map(cut).collect::<Vec<_>>(),
            }));
            let majority = 2 * reached > nodes;
            assert_eq!(
                ran.report.grants.len(),
                usize::from(majority),
                "{reached} of {nodes}"
            );
        }
    }
}

#[test]
fn a_validity_of_exactly_nothing_is_refused() {
    for (ttl, per_mille, ms) in [
        (10_000, 10, 2),
        (999, 10, 2),
        (1_000, 0, 0),
        (12_345, 77, 13),
    ] {
        let drift = drift_of(ttl, per_mille, ms);
        for (validity, granted) in [(-1, 0), (0, 0), (1, 1)] {
            let elapsed = ttl - drift - validity;
            let ran = run(&json!({
                "format": 1, "horizon_ms": elapsed + 100,
                "lock": {"service": "redlock", "ttl_ms": ttl, "node_timeout_ms": ttl + 10,
                         "drift_per_mille": per_mille, "drift_ms": ms},
                "clients": [{"name": "A",
                    "plan": [{"acquire": {"request_ms": 3, "reply_ms": elapsed - 3}}]}],
            }));
            let told: Vec<_> = ran
                .events()
                .filter_map(|(_, event)| match event {
                    Event::Evaluated {
                        validity, elapsed, ..
                    } => Some((validity, elapsed)),
                    _ => None,
                })
                .collect();
            assert_eq!(told.first(), Some(&(Millis(validity), Millis(elapsed))));
            assert_eq!(
                ran.report.grants.len(),
                granted,
                "validity {validity} of {ttl}"
            );
        }
    }
}

#[test]
fn an_answer_at_the_node_timeout_counts_and_one_later_does_not() {
    let timeout = 50;
    for (reply, granted) in [(timeout - 1, 1), (timeout, 1), (timeout + 1, 0)] {
        let ran = run(&json!({
            "format": 1, "horizon_ms": 200,
            "lock": {"service": "redlock", "ttl_ms": 10_000, "node_timeout_ms": timeout},
            "clients": [{"name": "A",
                "plan": [{"acquire": {"request_ms": 0, "reply_ms": reply}}]}],
        }));
        assert_eq!(ran.report.grants.len(), granted, "{reply}");
    }
}

#[test]
fn redlock_ends_belief_before_its_values_do() {
    let (ttl, there, back) = (10_000, 7, 8);
    let ran = run(&json!({
        "format": 1,
        "lock": {"service": "redlock", "ttl_ms": ttl},
        "clients": [{"name": "A", "check": "clock", "plan": [
            {"acquire": {"request_ms": there, "reply_ms": back}},
            {"read": {"request_ms": 80_000}}]}],
    }));
    let ended = ran.events().find_map(|(at, event)| match event {
        Event::BeliefEnded { .. } => Some(at),
        _ => None,
    });
    assert_eq!(
        ended,
        Some(ttl - drift_of(ttl, 10, 2)),
        "counted from the start"
    );
    assert_eq!(grants_of(&ran, "A"), [(there + back, Some(there + ttl))]);
}

/// A sets its value on node 2; the clock of node 2 jumps; B asks node 2.
#[test]
fn a_jump_of_one_millisecond_less_leaves_the_value_alive() {
    let (ttl, stored, jumps_at, asks_at) = (10_000, 12, 500, 1_004);
    let edge = stored + ttl - asks_at;
    let cut = |client, node, at| json!({"cut": {"client": client, "from": {"node": node}, "at_ms": at, "for_ms": 1_000}});
    for (by, granted) in [(edge - 1, 0), (edge, 1), (edge + 1, 1), (-edge, 0)] {
        let ran = run(&json!({
            "format": 1, "horizon_ms": 5_000,
            "lock": {"service": "redlock", "ttl_ms": ttl},
            "clients": [
                {"name": "A", "node_ms": [4, 8, stored, 0, 0],
                 "plan": [{"acquire": {}}, {"read": {"after_ms": 4_000}}]},
                {"name": "B", "arrives_ms": asks_at - 4, "retry_ms": 60_000,
                 "node_ms": [0, 0, 4, 8, 12],
                 "plan": [{"acquire": {}}, {"read": {"after_ms": 2_000}}]}],
            "faults": [cut("A", 3, 0), cut("A", 4, 0), cut("B", 0, 500), cut("B", 1, 500),
                {"clock_jump": {"node": 2, "at_ms": jumps_at, "by_ms": by}}],
        }));
        assert_eq!(grants_of(&ran, "B").len(), granted, "jump by {by}");
        assert_eq!(ran.report.belief_overlap > Millis::ZERO, granted == 1);
    }
}

#[test]
fn a_lease_ends_in_the_jump_that_reaches_its_end() {
    let (ttl, jumps_at) = (10_000, 4_000);
    let edge = ttl - jumps_at;
    for by in [edge + 1, edge, edge - 1, 1, 0, -1, -3_000] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
            "clients": [{"plan": [{"acquire": {}}]}],
            "faults": [{"clock_jump": {"node": 0, "at_ms": jumps_at, "by_ms": by}}],
        }));
        let ends = (ttl - by).max(jumps_at);
        assert_eq!(
            grants_of(&ran, "Client 1"),
            [(0, Some(ends))],
            "jump by {by}"
        );
        assert_eq!(ran.report.grants[0].ended_by, Some(EndedBy::Expiry));
    }
}

#[test]
fn a_lease_ends_at_the_first_instant_at_which_the_clock_is_there() {
    for per_mille in [1, 3, 500, 999, 1_000, 1_001, 1_050, 3_333, 9_999, 10_000] {
        for (arrives, ttl) in [(0, 1), (7, 10), (1, 1_001), (13, 997)] {
            let ran = run(&json!({
                "format": 1, "horizon_ms": 86_400_000,
                "lock": {"service": "lease", "ttl_ms": ttl},
                "clients": [{"arrives_ms": arrives, "plan": [{"acquire": {}}]}],
                "faults": [{"clock_rate": {"node": 0, "per_mille": per_mille}}],
            }));
            let ends = first_instant(per_mille, arrives * per_mille / 1000 + ttl);
            let expected = [(arrives, Some(ends))];
            assert_eq!(
                grants_of(&ran, "Client 1"),
                expected,
                "{per_mille} {arrives} {ttl}"
            );
        }
    }
}

#[test]
fn a_request_that_arrives_as_the_lease_ends_finds_it_free() {
    let ttl = 1_000;
    for (arrives, granted) in [(ttl - 1, 2 * ttl - 1), (ttl, ttl), (ttl + 1, ttl + 1)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
            "clients": [
                {"name": "A", "plan": [{"acquire": {}}]},
                {"name": "B", "arrives_ms": arrives, "retry_ms": ttl, "plan": [{"acquire": {}}]}],
        }));
        assert_eq!(grants_of(&ran, "B")[0].0, granted);
    }
}

#[test]
fn a_write_that_arrives_as_the_lease_ends_is_stale() {
    let ttl = 1_000;
    for (after, stale) in [(ttl - 1, 0), (ttl, 1)] {
        let file = |asks: bool| {
            json!({
                "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
                "resource": {"asks_lock": asks},
                "clients": [{"plan": [{"acquire": {}}, {"write": {"after_ms": after}}]}],
            })
        };
        let ran = run(&file(false));
        assert_eq!(ran.report.stale_accepted, stale);
        assert_eq!(
            ran.report.outcome,
            if stale == 1 {
                Outcome::Lucky
            } else {
                Outcome::Safe
            }
        );
        let refused = if stale == 1 {
            vec![Reason::NotHolder]
        } else {
            vec![]
        };
        assert_eq!(run(&file(true)).reasons(), refused);
    }
}

#[test]
fn a_release_that_arrives_as_the_lease_ends_comes_too_late() {
    let ttl = 1_000;
    for (after, by) in [(ttl - 1, EndedBy::Release), (ttl, EndedBy::Expiry)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
            "clients": [{"plan": [{"acquire": {}}, {"release": {"after_ms": after}}]}],
        }));
        assert_eq!(ran.report.grants[0].ended_by, Some(by));
    }
}

/// A renewal may come until one millisecond before the end: a pause that holds
/// back the next one is survived if it is shorter than TTL − interval.
#[test]
fn the_pause_that_costs_a_renewed_lease_is_ttl_less_interval() {
    let (ttl, interval) = (30_000, 10_000);
    // The renewal of 10 000 is sent, the one of 20 000 falls into the pause.
    let begins = 2 * interval - 1;
    let last_end = interval + ttl;
    let edge = last_end - begins;
    assert_eq!(edge, ttl - interval + 1);
    for (lasts, lost) in [(edge - 1, false), (edge, true)] {
        let ran = run(&json!({
            "format": 1, "horizon_ms": 100_000, "lock": {"service": "lease", "ttl_ms": ttl},
            "clients": [{"renew_ms": interval,
                "plan": [{"acquire": {}}, {"read": {"after_ms": 60_000}}, {"release": {}}]}],
            "faults": [{"pause": {"client": "Client 1", "at_ms": begins, "for_ms": lasts,
                                  "cause": "gc"}}],
        }));
        let by = if lost {
            EndedBy::Expiry
        } else {
            EndedBy::Release
        };
        assert_eq!(ran.report.grants[0].ended_by, Some(by), "pause of {lasts}");
        assert_eq!(!ran.report.stood_down.is_empty(), lost);
    }
}

#[test]
fn a_renewal_that_arrives_as_the_lease_ends_is_refused() {
    let ttl = 1_000;
    for (renew, lost) in [(ttl - 1, false), (ttl, true)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
            "clients": [{"renew_ms": renew,
                "plan": [{"acquire": {}}, {"read": {"after_ms": ttl + 100}}]}],
        }));
        assert_eq!(!ran.report.stood_down.is_empty(), lost);
        let ended = if lost { ttl } else { renew + ttl };
        assert_eq!(ran.report.grants[0].ended.unwrap().0, ended);
    }
}

#[test]
fn a_key_is_remembered_for_exactly_the_window() {
    let (window, first) = (60_000, 100);
    for (later, applied_again) in [(window - 1, false), (window, true), (window + 1, true)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": 10},
            "resource": {"dedup_window_ms": window},
            "clients": [{"plan": [
                {"effect": {"after_ms": first, "key": "pay"}},
                {"effect": {"after_ms": later, "key": "pay"}}]}],
        }));
        if applied_again {
            assert_eq!(
                (ran.harms(), ran.reasons()),
                (vec![HarmKind::DuplicateEffect], vec![])
            );
        } else {
            assert_eq!(
                (ran.harms(), ran.reasons()),
                (vec![], vec![Reason::Duplicate])
            );
            assert_eq!(ran.report.outcome, Outcome::Deduplicated);
        }
    }
}

/// The window counts from the last time the key was applied, and a duplicate is not applied.
#[test]
fn a_duplicate_does_not_prolong_the_window() {
    let window = 1_000;
    let ran = run(&json!({
        "format": 1, "lock": {"service": "lease", "ttl_ms": 10},
        "resource": {"dedup_window_ms": window},
        "clients": [{"plan": [
            {"effect": {"key": "pay"}},
            {"effect": {"after_ms": window - 1, "key": "pay"}},
            {"effect": {"after_ms": 1, "key": "pay"}},
            {"effect": {"after_ms": window - 1, "key": "pay"}}]}],
    }));
    assert_eq!(ran.reasons(), [Reason::Duplicate, Reason::Duplicate]);
    let applied: Vec<i64> = ran.report.harm.iter().map(|harm| harm.at.0).collect();
    assert_eq!(applied, [window]);
}

#[test]
fn lock_delay_ends_at_its_instant_and_not_before() {
    let (ttl, delay) = (1_000, 500);
    let free = ttl + delay;
    for (arrives, granted) in [(free - 1, free - 1 + 7), (free, free), (free + 1, free + 1)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl, "lock_delay_ms": delay},
            "clients": [
                {"name": "A", "plan": [{"acquire": {}}]},
                {"name": "B", "arrives_ms": arrives, "retry_ms": 7, "plan": [{"acquire": {}}]}],
        }));
        assert_eq!(grants_of(&ran, "B")[0].0, granted);
    }
}

#[test]
fn lock_delay_is_measured_by_the_clock_of_the_service() {
    let (ttl, delay, rate) = (1_000, 500, 1_300);
    let ends = first_instant(rate, ttl);
    let shown = ends * rate / 1000;
    let free = first_instant(rate, shown + delay);
    let ran = run(&json!({
        "format": 1,
        "lock": {"service": "lease", "ttl_ms": ttl, "lock_delay_ms": delay, "waiting": "queue"},
        "clients": [{"name": "A", "plan": [{"acquire": {}}]},
                    {"name": "B", "arrives_ms": 1, "plan": [{"acquire": {}}]}],
        "faults": [{"clock_rate": {"node": 0, "per_mille": rate}}],
    }));
    assert_eq!(grants_of(&ran, "A"), [(0, Some(ends))]);
    assert_eq!(grants_of(&ran, "B")[0].0, free);
}

#[test]
fn lock_delay_follows_expiry_and_a_lost_session_only() {
    let (ttl, delay, end) = (1_000, 500, 400);
    let fault = |fault: Value| json!([fault]);
    let release = json!([{"acquire": {}}, {"release": {"after_ms": end}}]);
    let keep = json!([{"acquire": {}}]);
    for (plan, faults, granted) in [
        (&release, json!([]), end),
        (&keep, json!([]), ttl + delay),
        (
            &keep,
            fault(json!({"lock_lost": {"at_ms": end}})),
            end + delay,
        ),
        (
            &keep,
            fault(json!({"failover": {"at_ms": end, "forgets": "lock"}})),
            end,
        ),
        (
            &keep,
            fault(
                json!({"node_down": {"node": 0, "at_ms": end, "for_ms": 9, "keeps_data": false}}),
            ),
            end + 9,
        ),
    ] {
        let ran = run(&json!({
            "format": 1,
            "lock": {"service": "lease", "ttl_ms": ttl, "lock_delay_ms": delay, "waiting": "queue"},
            "clients": [{"name": "A", "plan": plan},
                        {"name": "B", "arrives_ms": 1, "plan": [{"acquire": {}}]}],
            "faults": faults,
        }));
        assert_eq!(grants_of(&ran, "B")[0].0, granted, "{plan} {faults}");
    }
}

#[test]
fn an_answer_at_the_timeout_is_still_an_answer() {
    let timeout = 300;
    for (reply, handled) in [(timeout, true), (timeout + 1, false)] {
        let ran = run(&json!({
            "format": 1, "horizon_ms": 900, "lock": {"service": "lease", "ttl_ms": 10_000},
            "clients": [{"timeout_ms": timeout, "plan": [{"acquire": {"reply_ms": reply}}]}],
        }));
        assert_eq!(ran.report.waits[0].granted.is_some(), handled);
        assert_eq!(ran.report.grants.len(), 1, "granted all the same");
    }
}

#[test]
fn a_clock_check_stands_down_at_the_margin() {
    let (ttl, margin) = (1_000, 200);
    for (after, stood_down) in [(ttl - margin - 1, 0), (ttl - margin, 1)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl},
            "clients": [{"check": "clock", "margin_ms": margin,
                "plan": [{"acquire": {}}, {"write": {"after_ms": after}}]}],
        }));
        assert_eq!(ran.report.stood_down.len(), stood_down);
    }
}

/// Told with the grant: a client in line may count its lease from the grant.
#[test]
fn the_deadline_of_one_who_waited_in_line_counts_from_the_grant() {
    let (ttl, asks, back) = (1_000, 100, 30);
    for (after, stood_down) in [(ttl - back - 1, 0), (ttl - back, 1)] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": ttl, "waiting": "queue"},
            "clients": [
                {"name": "A", "plan": [{"acquire": {}}]},
                {"name": "B", "arrives_ms": asks, "check": "clock",
                 "plan": [{"acquire": {"reply_ms": back}}, {"write": {"after_ms": after}}]}],
        }));
        assert_eq!(grants_of(&ran, "B"), [(ttl, Some(2 * ttl))]);
        assert_eq!(ran.report.stood_down.len(), stood_down);
    }
}

#[test]
fn a_pause_is_over_at_its_end() {
    let (begins, lasts) = (1_000, 700);
    for (after, sent) in [
        (begins - 1, begins - 1),
        (begins, begins + lasts),
        (begins + 1, begins + lasts + 1),
    ] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": 10_000},
            "clients": [{"plan": [{"write": {"after_ms": after}}]}],
            "faults": [{"pause": {"client": "Client 1", "at_ms": begins, "for_ms": lasts,
                                  "cause": "gc"}}],
        }));
        assert_eq!(decided_at(&ran), [sent]);
    }
}

fn decided_at(run: &Run) -> Vec<i64> {
    let at = |(at, event)| matches!(event, Event::Decided { .. }).then_some(at);
    run.events().filter_map(at).collect()
}

#[test]
fn a_cut_takes_what_is_sent_or_arrives_in_it() {
    let (begins, lasts, delay) = (1_000, 500, 40);
    let ends = begins + lasts;
    for (after, arrives) in [
        (begins - delay - 1, true),
        (begins - delay, false),
        (begins - 1, false),
        (begins, false),
        (ends - 1, false),
        (ends, true),
    ] {
        let ran = run(&json!({
            "format": 1, "lock": {"service": "lease", "ttl_ms": 10_000},
            "network": {"resource_ms": delay},
            "clients": [{"plan": [{"write": {"after_ms": after}}]}],
            "faults": [{"cut": {"client": "Client 1", "from": "resource", "at_ms": begins,
                                "for_ms": lasts}}],
        }));
        assert_eq!(
            decided_at(&ran).len(),
            usize::from(arrives),
            "sent at {after}"
        );
    }
}

/// Redlock's look at the clock after the votes: with a process pause the time
/// has passed, with the whole machine stopped its own clock has not seen it.
#[test]
fn a_process_pause_is_seen_by_the_elapsed_check_and_a_stopped_machine_is_not() {
    let (ttl, begins) = (10_000, 20);
    let edge = ttl - drift_of(ttl, 10, 2) - begins;
    for (stops, lasts, granted) in [
        ("process", edge - 1, 1),
        ("process", edge, 0),
        ("worker", edge - 1, 1),
        ("worker", edge, 0),
        ("machine", edge, 1),
        ("machine", 10 * ttl, 1),
    ] {
        let ran = run(&json!({
            "format": 1, "horizon_ms": begins + lasts,
            "lock": {"service": "redlock", "ttl_ms": ttl},
            "clients": [{"name": "A", "retry_ms": 86_400_000, "plan": [
                {"acquire": {"request_ms": 5, "reply_ms": 20}}, {"read": {"after_ms": 1}}]}],
            "faults": [{"pause": {"client": "A", "at_ms": begins, "for_ms": lasts,
                                  "cause": "cpu_steal", "stops": stops}}],
        }));
        assert_eq!(ran.report.grants.len(), granted, "{stops} {lasts}");
    }
}

/// The lock is gone and a failover took `back` numbers with it.
fn failover(back: u64) -> Run {
    run(&json!({
        "format": 1, "lock": {"service": "lease", "ttl_ms": 10_000},
        "resource": {"fence": "writes"},
        "clients": [
            {"name": "A", "plan": [{"acquire": {}}, {"write": {"after_ms": 7_000}}]},
            {"name": "B", "arrives_ms": 5_000, "plan": [{"acquire": {}}, {"write": {"after_ms": 1_000}}]}],
        "faults": [{"failover": {"at_ms": 4_000, "forgets": "lock_and_counter",
                                 "counter_back_by": back}}],
    }))
}

#[test]
fn a_token_used_twice_passes_the_fence() {
    let first = 33;
    for back in 0..=2 {
        let ran = failover(back);
        let tokens: Vec<_> = ran.report.grants.iter().map(|grant| grant.token).collect();
        assert_eq!(tokens, [Some(Token(first)), Some(Token(first + 1 - back))]);
        // A's write comes after B's: refused only if its token is smaller.
        let stale = first < first + 1 - back;
        let reasons = if stale {
            vec![Reason::StaleToken]
        } else {
            vec![]
        };
        assert_eq!(
            (ran.reasons(), ran.harms().len()),
            (reasons, usize::from(!stale))
        );
    }
    assert_eq!(
        failover(1_000_000_000).report.grants[1].token,
        Some(Token(0)),
        "not below 0"
    );
}

#[test]
fn the_token_of_a_duplicate_counts() {
    let ran = run(&json!({
        "format": 1, "lock": {"service": "lease", "ttl_ms": 1_000},
        "resource": {"fence": "writes", "dedup_window_ms": 86_400_000},
        "clients": [
            {"name": "A", "plan": [{"acquire": {}}, {"effect": {"key": "chan"}},
                                   {"effect": {"after_ms": 3_000, "key": "other"}}]},
            {"name": "B", "arrives_ms": 1_000,
             "plan": [{"acquire": {}}, {"effect": {"after_ms": 500, "key": "chan"}}]}],
    }));
    assert_eq!(ran.reasons(), [Reason::Duplicate, Reason::StaleToken]);
}

#[test]
fn a_token_equal_to_the_highest_passes() {
    let ran = run(&json!({
        "format": 1, "lock": {"service": "lease", "ttl_ms": 1_000},
        "resource": {"fence": "reads_and_writes"},
        "clients": [{"plan": [{"acquire": {}}, {"read": {}}, {"write": {}}, {"write": {}}]}],
    }));
    assert_eq!(ran.reasons(), []);
}

#[test]
fn what_happens_at_the_horizon_still_happens() {
    for (horizon, cut) in [(499, Some(Cut::Horizon)), (500, None)] {
        let ran = run(&json!({
            "format": 1, "horizon_ms": horizon, "lock": {"service": "lease", "ttl_ms": 10_000},
            "clients": [{"plan": [{"write": {"after_ms": 500}}]}],
        }));
        assert_eq!(ran.report.cut, cut);
        assert_eq!(decided_at(&ran).len(), usize::from(cut.is_none()));
    }
}

/// The seed story with another length of the pause.
fn seed(pause: i64, fence: Fence) -> Run {
    let mut scenario = Scenario::seed();
    scenario.resource.fence = fence;
    for fault in &mut scenario.faults {
        if let Fault::Pause { lasting, .. } = fault {
            *lasting = Millis(pause);
        }
    }
    Run::of(scenario)
}

/// What the contract makes of the seed story for one length of the pause.
fn expected(pause: i64, fence: Fence) -> (Outcome, i64, u32) {
    let (begins, ttl, thinks, holds) = (1_000, 10_000, 1_000, 9_000);
    let writes = begins + pause;
    // Client 2 gets the lock with the poll at the very end of the lease.
    let (granted, second_writes, second_ends) = (ttl, ttl + thinks, ttl + holds);
    let overlap = (writes.min(second_ends) - granted).max(0);
    if writes < ttl {
        (Outcome::Safe, 0, 0)
    } else if writes <= second_writes {
        // The lease is over, and nobody has written since. At 11 000 both write:
        // Client 1's thinking was put on the agenda first, so it is first.
        (Outcome::Lucky, overlap, 1)
    } else if fence == Fence::Off {
        (Outcome::Broken, overlap, 1)
    } else {
        (Outcome::Fenced, overlap, 0)
    }
}

#[test]
fn the_seed_story_passes_through_all_its_verdicts() {
    let steps = (0..=40).flat_map(|step| [500 * step, 500 * step + 1]);
    let edges = [
        8_999, 9_000, 9_001, 9_999, 10_000, 10_001, 17_999, 18_000, 18_001, 20_000,
    ];
    for pause in steps
        .chain(edges)
        .filter(|pause| (1..=20_000).contains(pause))
    {
        for fence in [Fence::Off, Fence::Writes, Fence::ReadsAndWrites] {
            let report = seed(pause, fence).report;
            let found = (
                report.outcome,
                report.belief_overlap.0,
                report.stale_accepted,
            );
            assert_eq!(found, expected(pause, fence), "pause of {pause}, {fence:?}");
        }
    }
}

#[test]
fn after_a_pause_of_ten_seconds_both_write_at_one_instant() {
    for fence in [Fence::Off, Fence::Writes] {
        let ran = seed(10_000, fence);
        let writes: Vec<_> = ran
            .events()
            .filter_map(|(at, event)| match event {
                Event::Decided {
                    client,
                    decision: Decision::Applied { .. },
                    ..
                } => Some((at, client.0)),
                _ => None,
            })
            .collect();
        assert_eq!(writes, [(11_000, 0), (11_000, 1)]);
        assert_eq!(ran.report.outcome, Outcome::Lucky);
    }
}

/// Which link a cut takes away, for each kind of message.
#[test]
fn a_cut_from_the_lock_takes_the_counter_and_the_questions_too() {
    let counter = |from: Value| {
        run(&json!({
            "format": 1, "horizon_ms": 5_000,
            "lock": {"service": "lease", "ttl_ms": 1_000, "tokens": "separate_counter"},
            "network": {"lock_ms": 10},
            "clients": [{"plan": [{"acquire": {}}, {"write": {}}]}],
            "faults": [{"cut": {"client": "Client 1", "from": from, "at_ms": 21, "for_ms": 11}}],
        }))
        .report
        .grants[0]
            .token
            .is_some()
    };
    let ask = |service: &str, from: Value| {
        let ran = run(&json!({
            "format": 1, "horizon_ms": 5_000, "lock": {"service": service, "ttl_ms": 1_000},
            "network": {"lock_ms": 10},
            "clients": [{"check": "ask", "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}]}],
            "faults": [{"cut": {"client": "Client 1", "from": from, "at_ms": 120, "for_ms": 11}}],
        }));
        !decided_at(&ran).is_empty()
    };
    for (from, reached) in [
        (json!("lock"), false),
        (json!("all"), false),
        (json!("resource"), true),
        (json!({"node": 0}), true),
    ] {
        assert_eq!(counter(from.clone()), reached, "counter, {from}");
        assert_eq!(ask("redlock", from.clone()), reached, "ask Redlock, {from}");
        let is_node = from.is_object();
        assert_eq!(
            ask("lease", from.clone()),
            reached && !is_node,
            "ask, {from}"
        );
    }
}

/// The votes are counted when their majority is gone already.
#[test]
fn a_redlock_grant_may_be_over_as_it_is_made() {
    let woken = 12_000;
    for (fault, by) in [
        (json!([]), EndedBy::Expiry),
        (
            json!([0, 1, 2].map(
                |node| json!({"node_down": {"node": node, "at_ms": 100 + node,
                "for_ms": 1, "keeps_data": false}})
            )),
            EndedBy::Lost,
        ),
    ] {
        let mut faults = vec![
            json!({"pause": {"client": "A", "at_ms": 20, "for_ms": woken - 20,
            "cause": "other", "stops": "machine"}}),
        ];
        faults.extend(fault.as_array().unwrap().iter().cloned());
        // Nodes 3 and 4 say no: the value of C is there.
        let ran = run(&json!({
            "format": 1, "horizon_ms": woken + 1,
            "lock": {"service": "redlock", "ttl_ms": 10_000},
            "clients": [
                {"name": "A", "arrives_ms": 1, "retry_ms": 86_400_000, "plan": [
                    {"acquire": {"request_ms": 4, "reply_ms": 20}}, {"read": {"after_ms": 9}}]},
                {"name": "C", "retry_ms": 86_400_000, "node_ms": [9, 9, 9, 0, 0],
                 "plan": [{"acquire": {}}]}],
            "faults": faults,
        }));
        let grant = &ran.report.grants[0];
        assert_eq!((grant.client.as_str(), grant.at.0), ("A", woken));
        assert_eq!(
            (grant.ended.map(|at| at.0), grant.ended_by),
            (Some(woken), Some(by))
        );
    }
}
