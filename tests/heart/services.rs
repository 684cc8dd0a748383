//! Corners of the lock services (`docs/model.md`, section 5).

use crate::story::{LEASE, REDLOCK, Story, file};
use fencelab::model::TrueTime;
use fencelab::sim::report::{Cut, Outcome};

const HOLD: &str = r#""plan": [{"acquire": {}}, {"release": {"after_ms": 100000}}]"#;

fn faults(faults: &str) -> String {
    format!(r#", "faults": [{faults}]"#)
}

#[test]
fn a_lease_ends_before_what_arrives_at_the_same_instant() {
    let late = r#""arrives_ms": 1000, "plan": [{"acquire": {}}]"#;
    let story = Story::of(&file(LEASE, &[HOLD, late], ""));
    assert_eq!(
        story.grants(),
        ["A#1 0-1000 Expiry", "B#2 1000-2000 Expiry"]
    );
    let early = r#""arrives_ms": 999, "retry_ms": 5000, "plan": [{"acquire": {}}]"#;
    Story::of(&file(LEASE, &[HOLD, early], ""))
        .tells(&["999 ms  lock: refuses B's attempt 1: held"]);
}

#[test]
fn a_fast_or_slow_clock_ends_a_lease_at_the_first_instant_that_reaches_it() {
    for (rate, end) in [
        (1000, 1000),
        (1050, 953),
        (950, 1053),
        (13, 76_924),
        (10_000, 100),
    ] {
        let rate = faults(&format!(
            r#"{{"clock_rate": {{"node": 0, "per_mille": {rate}}}}}"#
        ));
        let story = Story::of(&file(LEASE, &[HOLD], &rate));
        assert_eq!(story.grants(), [format!("A#1 0-{end} Expiry")]);
    }
}

#[test]
fn a_clock_jump_moves_the_end_of_a_lease() {
    for (by, end) in [
        (400, 600),
        (499, 501),
        (500, 500),
        (9999, 500),
        (-300, 1300),
        (0, 1000),
    ] {
        let jump = faults(&format!(
            r#"{{"clock_jump": {{"node": 0, "at_ms": 500, "by_ms": {by}}}}}"#
        ));
        let story = Story::of(&file(LEASE, &[HOLD], &jump));
        assert_eq!(story.grants(), [format!("A#1 0-{end} Expiry")], "by {by}");
    }
    // Forth and back at one instant ends nothing.
    let both = faults(
        r#"{"clock_jump": {"node": 0, "at_ms": 500, "by_ms": 9999}},
        {"clock_jump": {"node": 0, "at_ms": 500, "by_ms": -9999}}"#,
    );
    let story = Story::of(&file(LEASE, &[HOLD], &both));
    assert_eq!(story.grants(), ["A#1 0-1000 Expiry"]);
}

#[test]
fn a_renewal_counts_from_its_arrival_and_a_deadline_from_its_send() {
    let client = r#""renew_ms": 300, "check": "clock", "plan": [{"acquire": {}}, {"read": {"after_ms": 350}}]"#;
    Story::of(&file(LEASE, &[client], r#", "network": {"lock_ms": 10}"#)).tells(&[
        "20 ms  A believes: grant 1, token 33, deadline 1000 on its clock",
        "320 ms  message 2: A to lock: renew",
        "330 ms  lock: grant 1 renewed, ends at 1330",
        "340 ms  A's deadline is 1320 on its clock now",
    ]);
}

#[test]
fn lock_delay_follows_expiry_and_loss_but_not_release() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "lock_delay_ms": 500"#;
    let poll = r#""arrives_ms": 50, "retry_ms": 10, "plan": [{"acquire": {}}]"#;
    let next = |first: &str, more: &str| {
        let story = Story::of(&file(lock, &[first, poll], more));
        story.report.grants[1].at.0
    };
    assert_eq!(next(HOLD, ""), 1500);
    assert_eq!(next(HOLD, &faults(r#"{"lock_lost": {"at_ms": 300}}"#)), 800);
    let release = r#""plan": [{"acquire": {}}, {"release": {"after_ms": 300}}]"#;
    assert_eq!(next(release, ""), 300);
    let failover = faults(r#"{"failover": {"at_ms": 300, "forgets": "lock"}}"#);
    assert_eq!(next(HOLD, &failover), 300);
    let erased =
        faults(r#"{"node_down": {"node": 0, "at_ms": 300, "for_ms": 1, "keeps_data": false}}"#);
    assert_eq!(next(HOLD, &erased), 1310, "the request of 300 is lost");
}

#[test]
fn a_failover_and_an_erasure_end_a_running_lock_delay() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "lock_delay_ms": 5000, "waiting": "queue""#;
    let waits = r#""arrives_ms": 50, "plan": [{"acquire": {}}]"#;
    let failover = faults(r#"{"failover": {"at_ms": 1200, "forgets": "lock"}}"#);
    Story::of(&file(lock, &[HOLD, waits], &failover)).tells(&[
        "1000 ms  lock: lock-delay until 6000",
        "1200 ms  lock: lock-delay has ended",
        "1200 ms  lock: grant 2 to B for attempt 1: token 34, ends at 2200",
    ]);
    let erased =
        faults(r#"{"node_down": {"node": 0, "at_ms": 1200, "for_ms": 30, "keeps_data": false}}"#);
    Story::of(&file(lock, &[HOLD, waits], &erased)).tells(&[
        "1200 ms  lock: lock-delay has ended",
        "1230 ms  lock is up again",
        "1230 ms  lock: grant 2 to B for attempt 1: token 34, ends at 2230",
    ]);
}

#[test]
fn lock_delay_passes_on_the_clock_of_the_service() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "lock_delay_ms": 500, "waiting": "queue""#;
    let waits = r#""arrives_ms": 50, "plan": [{"acquire": {}}]"#;
    for (by, at) in [(100, 1400), (9999, 1200), (-100, 1600)] {
        let jump = faults(&format!(
            r#"{{"clock_jump": {{"node": 0, "at_ms": 1200, "by_ms": {by}}}}}"#
        ));
        let story = Story::of(&file(lock, &[HOLD, waits], &jump));
        assert_eq!(story.report.grants[1].at, TrueTime(at), "by {by}");
    }
    let rate = faults(r#"{"clock_rate": {"node": 0, "per_mille": 500}}"#);
    let story = Story::of(&file(lock, &[HOLD, waits], &rate));
    assert_eq!(story.report.grants[1].at, TrueTime(3000));
}

#[test]
fn who_waits_in_line_is_granted_within_the_entry_that_frees_the_lock() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "waiting": "queue""#;
    let waits = r#""arrives_ms": 100, "check": "clock", "plan": [{"acquire": {"request_ms": 5, "reply_ms": 7}}, {"read": {"after_ms": 10}}]"#;
    let story = Story::of(&file(lock, &[HOLD, waits], ""));
    story.tells(&[
        "105 ms  lock: B's attempt 1 waits in line",
        "1000 ms  lock: grant 1 has ended: expiry",
        "1000 ms  lock: grant 2 to B for attempt 1: token 34, ends at 2000",
        // Sent at 100, waited 895, TTL 1000.
        "1007 ms  B believes: grant 2, token 34, deadline 1995 on its clock",
    ]);
}

#[test]
fn a_line_waits_through_an_outage_and_is_served_at_its_end() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "waiting": "queue""#;
    let waits = r#""arrives_ms": 100, "plan": [{"acquire": {}}]"#;
    let down = |keeps: bool| {
        faults(&format!(
            r#"{{"node_down": {{"node": 0, "at_ms": 500, "for_ms": 2000, "keeps_data": {keeps}}}}},
            {{"node_down": {{"node": 0, "at_ms": 2500, "for_ms": 100, "keeps_data": true}}}}"#
        ))
    };
    let kept = Story::of(&file(lock, &[HOLD, waits], &down(true)));
    assert_eq!(kept.grants(), ["A#1 0-1000 Expiry", "B#2 2600-3600 Expiry"]);
    let erased = Story::of(&file(lock, &[HOLD, waits], &down(false)));
    assert_eq!(erased.grants(), ["A#1 0-500 Lost", "B#2 2600-3600 Expiry"]);
}

#[test]
fn a_waiter_that_gave_up_or_died_is_granted_all_the_same() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "waiting": "queue""#;
    let dies = r#""arrives_ms": 100, "plan": [{"acquire": {}}]"#;
    let gives_up =
        r#""arrives_ms": 200, "timeout_ms": 300, "retry_ms": 5000, "plan": [{"acquire": {}}]"#;
    let crash = faults(r#"{"crash": {"client": "B", "at_ms": 150}}"#);
    let story = Story::of(&file(lock, &[HOLD, dies, gives_up], &crash));
    assert_eq!(
        story.grants(),
        [
            "A#1 0-1000 Expiry",
            "B#2 1000-2000 Expiry",
            "C#3 2000-3000 Expiry",
            "C#4 5500-6500 Expiry"
        ]
    );
    assert_eq!(story.report.dead_hold.0, 1000);
    assert_eq!(story.report.waits[2].granted, Some(TrueTime(5500)));
}

#[test]
fn an_always_release_deletes_whatever_is_there() {
    let lock = r#""service": "lease", "ttl_ms": 1000, "release": "always""#;
    let late = r#""plan": [{"acquire": {}}, {"release": {"after_ms": 1500}}]"#;
    let other = r#""arrives_ms": 1100, "plan": [{"acquire": {}}, {"release": {"after_ms": 900}}]"#;
    let story = Story::of(&file(lock, &[late, other], ""));
    assert_eq!(
        story.grants(),
        ["A#1 0-1000 Expiry", "B#2 1100-1500 Deleted"]
    );
    // Without a grant it is sent too; if_mine sends nothing.
    let none = r#""plan": [{"release": {}}]"#;
    Story::of(&file(lock, &[none], "")).tells(&["0 ms  message 0: A to lock: release"]);
    Story::of(&file(LEASE, &[none], "")).never_tells("message");
}

#[test]
fn a_failover_that_loses_the_counter_hands_out_a_token_twice() {
    let other = r#""arrives_ms": 600, "plan": [{"acquire": {}}]"#;
    let failover = |fields: &str| {
        let fault = faults(&format!(r#"{{"failover": {{"at_ms": 500, {fields}}}}}"#));
        let story = Story::of(&file(LEASE, &[HOLD, other], &fault));
        story.report.grants[1].token.map(|token| token.0)
    };
    assert_eq!(failover(r#""forgets": "lock""#), Some(34));
    assert_eq!(failover(r#""forgets": "lock_and_counter""#), Some(33));
    let far = r#""forgets": "lock_and_counter", "counter_back_by": 1000000000"#;
    assert_eq!(failover(far), Some(0));
}

#[test]
fn a_redlock_attempt_is_evaluated_when_all_have_answered_or_at_the_timeout() {
    let client = r#""plan": [{"acquire": {}}, {"write": {"after_ms": 1}}]"#;
    let network = r#", "network": {"lock_ms": 10}"#;
    Story::of(&file(REDLOCK, &[client], network)).tells(&[
        "10 ms  node 0: stores A's value 1, ends at 1010",
        "20 ms  A counts attempt 1: 3 yes, elapsed 20, validity 968: granted",
        "20 ms  lock: grant 1 to A for attempt 1: no token, ends at 1010",
        "20 ms  A believes: grant 1, no token, deadline 988 on its clock",
    ]);
    let down = format!(
        r#"{network}, "faults": [{{"node_down": {{"node": 1, "at_ms": 0, "for_ms": 100, "keeps_data": true}}}}]"#
    );
    Story::of(&file(REDLOCK, &[client], &down))
        .tells(&["50 ms  A counts attempt 1: 2 yes, elapsed 50, validity 938: granted"]);
    let slow = r#""node_ms": [25, 26, 25], "plan": [{"acquire": {}}, {"write": {}}]"#;
    Story::of(&file(REDLOCK, &[slow], "")).tells(&[
        "50 ms  A counts attempt 1: 2 yes, elapsed 50, validity 938: granted",
        "52 ms  message 5 arrives",
    ]);
}

#[test]
fn a_redlock_attempt_without_a_majority_is_undone_and_tried_anew_with_another_value() {
    let holder = r#""plan": [{"acquire": {}}, {"release": {"after_ms": 300}}]"#;
    let other = r#""arrives_ms": 100, "retry_ms": 250, "plan": [{"acquire": {}}]"#;
    let cut = faults(r#"{"cut": {"client": "A", "from": {"node": 2}, "at_ms": 0, "for_ms": 400}}"#);
    let story = Story::of(&file(REDLOCK, &[holder, other], &cut));
    story.tells(&[
        "50 ms  A counts attempt 1: 2 yes, elapsed 50, validity 938: granted",
        "100 ms  node 0: refuses B's value 1",
        "100 ms  node 2: stores B's value 1, ends at 1100",
        "100 ms  B counts attempt 1: 1 yes, elapsed 0, validity 988: not granted",
        "100 ms  B's attempt 1 failed: voted down; again at 350",
        "100 ms  node 2: B's value 1 is gone: release",
        "350 ms  node 0: A's value 1 is gone: release",
        "350 ms  lock: grant 1 has ended: release",
        "350 ms  B counts attempt 2: 3 yes, elapsed 0, validity 988: granted",
    ]);
}

#[test]
fn a_process_pause_is_seen_by_the_elapsed_check_and_a_machine_pause_is_not() {
    let client = r#""plan": [{"acquire": {}}, {"write": {"after_ms": 1}}]"#;
    let story = |stops: &str| {
        let more = format!(
            r#", "network": {{"lock_ms": 5}}, "faults": [{{"pause": {{"client": "A", "at_ms": 2, "for_ms": 1500, "cause": "other", "stops": "{stops}"}}}}]"#
        );
        Story::of(&file(REDLOCK, &[client], &more))
    };
    story("process").tells(&[
        "10 ms  message 3 arrives",
        "1502 ms  A wakes",
        "1502 ms  A counts attempt 1: 3 yes, elapsed 1502, validity -514: not granted",
    ]);
    let machine = story("machine");
    machine.tells(&[
        "1005 ms  node 2: A's value 1 is gone: expiry",
        "1502 ms  A counts attempt 1: 3 yes, elapsed 2, validity 986: granted",
        "1502 ms  lock: grant 1 has ended: expiry",
        "1502 ms  A believes: grant 1, no token, deadline 988 on its clock",
        "1503 ms  resource applies A's write: version 1 (stale)",
    ]);
    assert_eq!(machine.grants(), ["A#1 1502-1502 Expiry"]);
    assert_eq!(machine.report.outcome, Outcome::Lucky);
}

#[test]
fn a_redlock_grant_ends_when_no_majority_has_its_value() {
    let erase = |node: u8, at: i64| {
        format!(
            r#"{{"node_down": {{"node": {node}, "at_ms": {at}, "for_ms": 1, "keeps_data": false}}}}"#
        )
    };
    let one = Story::of(&file(REDLOCK, &[HOLD], &faults(&erase(1, 300))));
    assert_eq!(one.grants(), ["A#1 0-1000 Expiry"]);
    let two = faults(&[erase(1, 300), erase(0, 400)].join(", "));
    let two = Story::of(&file(REDLOCK, &[HOLD], &two));
    assert_eq!(two.grants(), ["A#1 0-400 Lost"]);
    let jumps = faults(
        r#"{"clock_jump": {"node": 0, "at_ms": 100, "by_ms": 5000}},
        {"clock_jump": {"node": 2, "at_ms": 200, "by_ms": 700}}"#,
    );
    let jumps = Story::of(&file(REDLOCK, &[HOLD], &jumps));
    assert_eq!(jumps.grants(), ["A#1 0-300 Expiry"]);
}

#[test]
fn nodes_that_are_down_still_count_for_who_holds() {
    let down = faults(
        r#"{"node_down": {"node": 0, "at_ms": 10, "for_ms": 500, "keeps_data": true}},
        {"node_down": {"node": 1, "at_ms": 10, "for_ms": 500, "keeps_data": true}}"#,
    );
    let asks = r#""check": "ask", "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}]"#;
    Story::of(&file(REDLOCK, &[asks], &down)).tells(&[
        "100 ms  message 6: A to lock: does it still hold?",
        "100 ms  A looks: the grant holds: goes on",
        "100 ms  resource applies A's write: version 1 (the holder's)",
    ]);
}

#[test]
fn ask_on_redlock_is_cut_with_the_lock_and_not_with_a_node() {
    let asks = r#""check": "ask", "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}]"#;
    let cut = |from: &str| {
        faults(&format!(
            r#"{{"cut": {{"client": "A", "from": {from}, "at_ms": 50, "for_ms": 100}}}}"#
        ))
    };
    Story::of(&file(REDLOCK, &[asks], &cut(r#"{"node": 0}"#)))
        .tells(&["100 ms  A looks: the grant holds: goes on"]);
    Story::of(&file(REDLOCK, &[asks], &cut(r#""lock""#)))
        .tells(&["100 ms  message 6 is lost"])
        .never_tells("looks");
    // The lease service is a node: there it is.
    Story::of(&file(LEASE, &[asks], &cut(r#"{"node": 0}"#)))
        .tells(&["100 ms  message 2 is lost"])
        .never_tells("looks");
}

#[test]
fn a_message_vanishes_if_its_link_is_cut_when_it_is_sent_or_arrives() {
    let client = r#""plan": [{"write": {"after_ms": 10, "request_ms": 100, "wait": false}}]"#;
    for (at, lasting, fate) in [
        (0, 10, "arrives"),
        (10, 1, "is lost"),
        (11, 99, "arrives"),
        (110, 1, "is lost"),
        (111, 5, "arrives"),
    ] {
        let cut = faults(&format!(
            r#"{{"cut": {{"client": "A", "from": "all", "at_ms": {at}, "for_ms": {lasting}}}}}"#
        ));
        let story = Story::of(&file(LEASE, &[client], &cut));
        let lost = story
            .lines
            .iter()
            .any(|line| line.ends_with("message 0 is lost"));
        assert_eq!(lost, fate == "is lost", "cut at {at} for {lasting}");
    }
}

#[test]
fn a_run_is_cut_at_its_horizon_and_what_is_open_is_closed_there() {
    let more = r#", "horizon_ms": 700, "faults": [{"crash": {"client": "A", "at_ms": 200}}]"#;
    let story = Story::of(&file(LEASE, &[HOLD], more));
    assert_eq!(story.report.cut, Some(Cut::Horizon));
    assert_eq!(story.report.dead_hold.0, 500);
    assert_eq!(story.grants(), ["A#1 0"]);
    // What lies at the horizon still happens.
    let more = r#", "horizon_ms": 1000"#;
    let story = Story::of(&file(LEASE, &[r#""plan": [{"acquire": {}}]"#], more));
    assert_eq!(story.report.cut, None);
}

#[test]
fn an_endless_run_is_cut_after_many_entries() {
    let client = r#""retry_ms": 1, "plan": [{"acquire": {}}]"#;
    let more = r#", "horizon_ms": 86400000, "faults": [{"cut": {"client": "A", "from": "lock", "at_ms": 0, "for_ms": 86400000}}]"#;
    let client = client.replace("retry_ms", r#"timeout_ms": 1, "retry_ms"#);
    let story = Story::of(&file(LEASE, &[&client], more));
    assert_eq!(story.report.cut, Some(Cut::Entries));
}

#[test]
fn a_grant_that_no_majority_had_any_more_ended_by_the_last_loss() {
    // All have voted yes at 0; two lose the value before the votes are counted at 20.
    let client = r#""plan": [{"acquire": {"reply_ms": 20}}]"#;
    let lost = |node: u8, at: i64| {
        format!(
            r#"{{"node_down": {{"node": {node}, "at_ms": {at}, "for_ms": 1, "keeps_data": false}}}}"#
        )
    };
    let run_out = |node: u8, at: i64| {
        format!(r#"{{"clock_jump": {{"node": {node}, "at_ms": {at}, "by_ms": 1000}}}}"#)
    };
    for (first, second, by) in [
        (lost(0, 5), lost(1, 10), "Lost"),
        (run_out(0, 5), lost(1, 10), "Lost"),
        (lost(0, 5), run_out(1, 10), "Expiry"),
    ] {
        let more = faults(&format!("{first}, {second}"));
        let story = Story::of(&file(REDLOCK, &[client], &more));
        assert_eq!(story.grants(), [format!("A#1 20-20 {by}")]);
    }
}

#[test]
fn a_grant_that_is_over_at_once_takes_nothing_from_a_dead_holder() {
    // A's values are erased at 5; B gets all nodes at 10 and dies at 15; at 20
    // A counts its votes and is granted what it has no more.
    let first = r#""plan": [{"acquire": {"reply_ms": 20}}]"#;
    let second = r#""arrives_ms": 10, "plan": [{"acquire": {}}, {"read": {"after_ms": 500}}]"#;
    let down = |node: u8| {
        format!(
            r#"{{"node_down": {{"node": {node}, "at_ms": 5, "for_ms": 1, "keeps_data": false}}}}"#
        )
    };
    let crash = r#"{"crash": {"client": "B", "at_ms": 15}}"#;
    let more = faults(&format!("{}, {}, {}, {crash}", down(0), down(1), down(2)));
    let story = Story::of(&file(REDLOCK, &[first, second], &more));
    assert_eq!(story.grants(), ["B#1 10-1010 Expiry", "A#2 20-20 Lost"]);
    assert_eq!(story.report.dead_hold.0, 1010 - 15);
}

#[test]
fn a_clock_that_jumps_moves_no_end_of_what_has_ended() {
    // Given back at 100. An end that the jump moved beyond the horizon would cut the run.
    let client = r#""plan": [{"acquire": {}}, {"release": {"after_ms": 100}}]"#;
    for lock in [LEASE, REDLOCK] {
        let more = r#", "horizon_ms": 5000, "faults": [
            {"clock_jump": {"node": 0, "at_ms": 200, "by_ms": -9000}}]"#;
        let story = Story::of(&file(lock, &[client], more));
        assert_eq!(story.grants(), ["A#1 0-100 Release"]);
        assert_eq!(story.report.cut, None);
        assert_eq!(story.report.end, TrueTime(200));
    }
}
