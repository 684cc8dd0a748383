//! Corners of what clients do (`docs/model.md`, section 4).

use crate::story::{LEASE, Story, file};
use fencelab::model::TrueTime;
use fencelab::sim::report::{Outcome, StoodDown};

fn pause(at: i64, lasting: i64, stops: &str) -> String {
    format!(
        r#"{{"pause": {{"client": "A", "at_ms": {at}, "for_ms": {lasting}, "cause": "gc", "stops": "{stops}"}}}}"#
    )
}

fn faults(faults: &[&str]) -> String {
    format!(r#", "faults": [{}]"#, faults.join(", "))
}

#[test]
fn a_pause_that_begins_as_the_thinking_ends_delays_it() {
    let client = r#""plan": [{"write": {"after_ms": 100}}]"#;
    for (at, sent) in [(99, 150), (100, 150), (101, 100)] {
        let story = Story::of(&file(
            LEASE,
            &[client],
            &faults(&[&pause(at, 50, "worker")]),
        ));
        let line = format!("{sent} ms  message 0: A to resource: write [0] with no token");
        story.tells(&[&line]);
    }
}

#[test]
fn what_falls_due_in_a_pause_is_handled_in_its_order() {
    // The attempt of 0 is unanswered until 300; it times out at 100, and both fall in the pause.
    let client = |timeout: i64, reply: i64| {
        format!(
            r#""timeout_ms": {timeout}, "retry_ms": 40,
            "plan": [{{"acquire": {{"reply_ms": {reply}}}}}, {{"release": {{}}}}]"#
        )
    };
    let pauses = faults(&[&pause(50, 350, "process")]);
    Story::of(&file(LEASE, &[&client(100, 300)], &pauses))
        .tells(&[
            "300 ms  message 1 arrives",
            "400 ms  A wakes",
            "400 ms  A's attempt 1 failed: no answer in time; again at 440",
            "440 ms  message 2: A to lock: acquire, attempt 2",
            "440 ms  lock: refuses A's attempt 2: held",
        ])
        .never_tells("A believes: grant 1");
    // The other way round the answer counts, and the timer has no cause any more.
    Story::of(&file(LEASE, &[&client(300, 100)], &pauses))
        .tells(&[
            "400 ms  A wakes",
            "400 ms  A believes: grant 1, token 33, deadline 1000 on its clock",
        ])
        .never_tells("failed");
}

#[test]
fn what_falls_due_as_a_pause_ends_comes_after_what_was_put_aside() {
    // The answer to the first write arrives in the pause; the resend of the
    // same instant as its end is behind it and has no cause any more.
    let client = r#""plan": [{"write": {"reply_ms": 50, "resend_after_ms": 100, "resends": 3}},
        {"write": {}}]"#;
    Story::of(&file(
        LEASE,
        &[client],
        &faults(&[&pause(10, 90, "process")]),
    ))
    .tells(&[
        "50 ms  message 1 arrives",
        "100 ms  A wakes",
        "100 ms  A ends write [0]: answered",
        "100 ms  message 2: A to resource: write [1] with no token",
    ])
    .never_tells("sent again");
}

#[test]
fn a_pause_that_finds_nothing_to_handle_holds_nothing_up() {
    // The deadline of 1000 falls due in the worker pause, and a renewal answered
    // at 1040 takes its cause away. So the answer to the write, which arrives as
    // the pause ends, is handled there, before B's step of the same instant.
    let holder = r#""check": "clock", "renew_ms": 800,
        "plan": [{"acquire": {}}, {"write": {"request_ms": 0, "reply_ms": 980}}]"#;
    let other = r#""plan": [{"write": {"after_ms": 1100}}]"#;
    let more = faults(&[&pause(950, 150, "worker")]) + r#", "network": {"lock_ms": 60}"#;
    Story::of(&file(LEASE, &[holder, other], &more))
        .tells(&[
            "120 ms  A believes: grant 1, token 33, deadline 1000 on its clock",
            "1040 ms  A's deadline is 1920 on its clock now",
            "1100 ms  A wakes",
            "1100 ms  A ends write [1]: answered",
            "1100 ms  message 6: B to resource: write [0] with no token",
        ])
        .never_tells("deadline reached");
}

#[test]
fn a_client_that_arrives_in_a_pause_begins_at_its_end() {
    let client = r#""arrives_ms": 20, "plan": [{"write": {}}]"#;
    Story::of(&file(
        LEASE,
        &[client],
        &faults(&[&pause(10, 20, "worker"), &pause(25, 15, "process")]),
    ))
    .tells(&[
        "30 ms  A wakes",
        "40 ms  A wakes",
        "40 ms  A arrives",
        "40 ms  message 0: A to resource: write [0] with no token",
    ]);
}

#[test]
fn a_worker_pause_lets_renewals_go_on_and_a_process_pause_does_not() {
    let client = r#""renew_ms": 400, "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}, {"release": {}}]"#;
    let story = |stops| Story::of(&file(LEASE, &[client], &faults(&[&pause(50, 2000, stops)])));
    story("worker")
        .tells(&[
            "400 ms  lock: grant 1 renewed, ends at 1400",
            "2000 ms  lock: grant 1 renewed, ends at 3000",
            "2050 ms  A wakes",
            "2100 ms  resource applies A's write: version 1 (the holder's)",
            "2100 ms  lock: grant 1 has ended: release",
        ])
        .never_tells("refuses");
    story("process").tells(&[
        "1000 ms  lock: grant 1 has ended: expiry",
        "2050 ms  A wakes",
        "2050 ms  message 2: A to lock: renew",
        "2050 ms  lock: refuses A's renewal",
        "2050 ms  A stands down: its renewal was refused",
    ]);
}

#[test]
fn a_client_stands_down_in_a_worker_pause_at_once_and_goes_on_after_it() {
    // Cut off from the lock, its lease runs out; the renewal of 800 is refused in the pause.
    let client = r#""renew_ms": 400, "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}, {"release": {}},
        {"write": {"after_ms": 30}}, {"acquire": {}}]"#;
    let story = Story::of(&file(
        r#""service": "lease", "ttl_ms": 600"#,
        &[client],
        &faults(&[
            &pause(50, 2000, "worker"),
            r#"{"cut": {"client": "A", "from": "lock", "at_ms": 300, "for_ms": 200}}"#,
        ]),
    ));
    story
        .tells(&[
            "400 ms  message 2 is lost",
            "600 ms  lock: grant 1 has ended: expiry",
            "800 ms  lock: refuses A's renewal",
            "800 ms  A believes in grant 1 no more: learnt that it is lost",
            "800 ms  A stands down: its renewal was refused",
            "800 ms  A ends write [1]: abandoned",
            "800 ms  A begins write [3], thinks until 2080",
            "2080 ms  message 5: A to resource: write [3] with no token",
            "2080 ms  A believes: grant 2, token 34, deadline 2680 on its clock",
        ])
        .never_tells("A to resource: write [1]");
    let at = TrueTime(800);
    let client = "A".to_owned();
    assert_eq!(story.report.stood_down, [StoodDown { client, at }]);
}

#[test]
fn an_acquire_that_falls_due_in_a_worker_pause_waits_for_its_end() {
    let client = r#""renew_ms": 400, "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}, {"release": {}}, {"acquire": {}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        &faults(&[
            &pause(50, 2000, "worker"),
            r#"{"lock_lost": {"at_ms": 500}}"#,
        ]),
    ));
    story.tells(&[
        "800 ms  A stands down: its renewal was refused",
        "2050 ms  A wakes",
        "2050 ms  A begins acquire [3], thinks until 2050",
        "2050 ms  lock: grant 2 to A for attempt 2: token 34, ends at 3050",
    ]);
    assert_eq!(story.report.waits.len(), 2);
    assert_eq!(story.report.waits[1].from, TrueTime(2050));
}

#[test]
fn a_machine_pause_stops_the_clock_that_a_check_reads() {
    let client = |check: &str| {
        format!(
            r#""check": "clock", {check} "plan": [{{"acquire": {{}}}}, {{"write": {{"after_ms": 500}}}}, {{"release": {{}}}}]"#
        )
    };
    let story = |stops| {
        Story::of(&file(
            LEASE,
            &[&client("")],
            &faults(&[&pause(400, 2000, stops)]),
        ))
    };
    story("process").tells(&[
        "2400 ms  A wakes",
        "2400 ms  A believes in grant 1 no more: deadline reached",
        "2500 ms  A looks: its clock is 2500, its deadline 1000: too late",
        "2500 ms  A stands down: its check failed",
    ]);
    let machine = story("machine");
    machine.tells(&[
        "1000 ms  lock: grant 1 has ended: expiry",
        "2500 ms  A looks: its clock is 500, its deadline 1000: goes on",
        "2500 ms  resource applies A's write: version 1 (stale)",
    ]);
    assert_eq!(machine.report.outcome, Outcome::Lucky);
}

#[test]
fn the_deadline_ends_belief_and_renewals_but_not_the_plan() {
    // It renews on time, but cut off; its own clock tells it at 1000.
    let client = r#""check": "clock", "renew_ms": 300,
        "plan": [{"acquire": {}}, {"read": {"after_ms": 1200}}, {"write": {}}, {"release": {}}]"#;
    Story::of(&file(
        LEASE,
        &[client],
        &faults(&[r#"{"cut": {"client": "A", "from": "lock", "at_ms": 1, "for_ms": 1000}}"#]),
    ))
    .tells(&[
        "900 ms  message 4 is lost",
        "1000 ms  A believes in grant 1 no more: deadline reached",
        "1200 ms  message 5: A to resource: read [1] with token 33",
        "1200 ms  A looks: its clock is 1200, its deadline 1000: too late",
        "1200 ms  A stands down: its check failed",
    ])
    .never_tells("1200 ms  message 6: A to lock: renew");
}

#[test]
fn a_check_may_be_made_some_thinking_time_before_the_send() {
    let client = |check: &str, lead: i64| {
        format!(
            r#""check": "{check}", "check_lead_ms": {lead},
            "plan": [{{"acquire": {{}}}}, {{"write": {{"after_ms": 500}}}}]"#
        )
    };
    let pauses = faults(&[&pause(450, 2000, "process")]);
    Story::of(&file(LEASE, &[&client("clock", 100)], &pauses)).tells(&[
        "400 ms  A looks: its clock is 400, its deadline 1000: goes on",
        "2500 ms  resource applies A's write: version 1 (stale)",
    ]);
    Story::of(&file(LEASE, &[&client("clock", 900)], "")).tells(&[
        "0 ms  A looks: its clock is 0, its deadline 1000: goes on",
        "500 ms  resource applies A's write: version 1 (the holder's)",
    ]);
    let network = r#", "network": {"lock_ms": 30}"#;
    Story::of(&file(LEASE, &[&client("ask", 100)], network)).tells(&[
        "60 ms  A begins write [1], thinks until 560",
        "460 ms  message 2: A to lock: does it still hold?",
        "520 ms  A looks: the grant holds: goes on",
        "620 ms  resource applies A's write: version 1 (the holder's)",
    ]);
}

#[test]
fn a_lost_ask_is_not_repeated() {
    let client = r#""check": "ask", "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        &faults(&[r#"{"node_down": {"node": 0, "at_ms": 50, "for_ms": 100, "keeps_data": true}}"#]),
    ));
    story
        .tells(&[
            "100 ms  message 2: A to lock: does it still hold?",
            "100 ms  message 2 is lost",
        ])
        .never_tells("looks");
    assert_eq!(story.report.stood_down, []);
}

#[test]
fn a_margin_makes_the_check_stop_early() {
    let client = |margin: i64| {
        format!(
            r#""check": "clock", "margin_ms": {margin}, "plan": [{{"acquire": {{}}}}, {{"write": {{"after_ms": 800}}}}]"#
        )
    };
    Story::of(&file(LEASE, &[&client(199)], ""))
        .tells(&["800 ms  A looks: its clock is 800, its deadline 1000: goes on"]);
    Story::of(&file(LEASE, &[&client(200)], ""))
        .tells(&["800 ms  A looks: its clock is 800, its deadline 1000: too late"]);
}

#[test]
fn requests_are_sent_again_until_answered_also_when_the_plan_has_moved_on() {
    let client = r#""plan": [{"write": {"wait": false, "resend_after_ms": 100, "resends": 2}}, {"read": {}}]"#;
    Story::of(&file(
        LEASE,
        &[client],
        &faults(&[r#"{"cut": {"client": "A", "from": "resource", "at_ms": 0, "for_ms": 150}}"#]),
    ))
    .tells(&[
        "0 ms  message 0 is lost",
        "0 ms  A ends write [0]: sent",
        "0 ms  message 1: A to resource: read [1] with no token",
        "100 ms  message 2: A to resource: write [0] with no token, sent again (1)",
        "100 ms  message 2 is lost",
        "200 ms  message 3: A to resource: write [0] with no token, sent again (2)",
        "200 ms  resource applies A's write: version 1 (never granted)",
    ])
    .never_tells("sent again (3)");
}

#[test]
fn the_delays_of_a_step_are_those_of_its_first_message() {
    let client = r#""plan": [{"write": {"request_ms": 500, "reply_ms": 70, "resend_after_ms": 100, "resends": 1}}]"#;
    let network = r#", "network": {"resource_ms": 10}"#;
    let story = Story::of(&file(LEASE, &[client], network));
    story.tells(&[
        "110 ms  resource applies A's write: version 1 (never granted)",
        "120 ms  A ends write [0]: answered",
        "500 ms  resource applies A's write: version 2 (never granted)",
        "570 ms  message 3 arrives",
    ]);
    assert_eq!(story.report.end, TrueTime(570));
}

#[test]
fn a_refused_request_of_an_older_grant_teaches_nothing() {
    // The write of the first grant is on its way while the client releases and acquires anew.
    let client = r#""plan": [{"acquire": {}}, {"write": {"wait": false, "request_ms": 300}}, {"release": {}},
        {"acquire": {}}, {"write": {"after_ms": 100}}, {"write": {"after_ms": 500}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        r#", "resource": {"fence": "writes"}"#,
    ));
    story
        .tells(&[
            "100 ms  resource applies A's write: version 1 (the holder's)",
            "300 ms  resource refuses A's write: 33 < 34",
            "600 ms  resource applies A's write: version 2 based on 1 (the holder's)",
        ])
        .never_tells("stands down");
    assert_eq!(story.report.rightful_refused, 1);
}

#[test]
fn a_refused_request_without_a_grant_teaches_nothing() {
    let client = r#""plan": [{"write": {}}, {"write": {}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        r#", "resource": {"fence": "writes"}"#,
    ));
    story
        .tells(&[
            "0 ms  resource refuses A's write: no token",
            "0 ms  A ends write [0]: answered",
            "0 ms  resource refuses A's write: no token",
        ])
        .never_tells("stands down");
    assert_eq!(story.report.outcome, Outcome::Refused);
}

#[test]
fn standing_down_drops_the_requests_of_the_grant_and_keeps_those_of_older_ones() {
    let change = r#""wait": false, "resend_after_ms": 300, "resends": 1"#;
    let client = format!(
        r#""renew_ms": 250, "plan": [{{"acquire": {{}}}}, {{"write": {{{change}}}}}, {{"release": {{}}}},
        {{"acquire": {{}}}}, {{"write": {{{change}}}}}, {{"read": {{"after_ms": 900}}}}]"#
    );
    let story = Story::of(&file(
        LEASE,
        &[&client],
        &faults(&[
            r#"{"cut": {"client": "A", "from": "resource", "at_ms": 0, "for_ms": 100}}"#,
            r#"{"lock_lost": {"at_ms": 200}}"#,
        ]),
    ));
    story
        .tells(&[
            "0 ms  message 2: A to resource: write [1] with token 33",
            "0 ms  message 6: A to resource: write [4] with token 34",
            "250 ms  A stands down: its renewal was refused",
            "250 ms  A has finished",
            "300 ms  message 9: A to resource: write [1] with token 33, sent again (1)",
        ])
        .never_tells("write [4] with token 34, sent again");
}

#[test]
fn a_late_refusal_makes_the_client_stand_down_wherever_it_is() {
    // The first write is refused at 400, while the client thinks before the next.
    let client = r#""arrives_ms": 10, "plan": [{"acquire": {}}, {"write": {"wait": false, "request_ms": 1300}},
        {"write": {"after_ms": 3000, "resend_after_ms": 10, "resends": 5}}, {"release": {}}, {"read": {"after_ms": 7}}]"#;
    let other = r#""arrives_ms": 1100, "plan": [{"acquire": {}}, {"write": {}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client, other],
        r#", "resource": {"fence": "writes"}"#,
    ));
    story
        .tells(&[
            "1310 ms  resource refuses A's write: 33 < 34",
            "1310 ms  A believes in grant 1 no more: learnt that it is lost",
            "1310 ms  A stands down: the resource refused: stale token",
            "1310 ms  A ends write [2]: abandoned",
            "1310 ms  A begins read [4], thinks until 1317",
            "1317 ms  message 8: A to resource: read [4] with no token",
        ])
        .never_tells("A to lock: release");
}

#[test]
fn a_client_that_does_not_stop_goes_on_with_its_old_token() {
    let client = r#""stops_when_lost": false, "renew_ms": 600, "plan": [{"acquire": {}}, {"write": {"after_ms": 2000}},
        {"write": {"after_ms": 100}}, {"release": {}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        &faults(&[r#"{"lock_lost": {"at_ms": 500}}"#]),
    ));
    story
        .tells(&[
            "600 ms  lock: refuses A's renewal",
            "600 ms  A believes in grant 1 no more: learnt that it is lost",
            "2000 ms  message 4: A to resource: write [1] with token 33",
            "2100 ms  message 6: A to resource: write [2] with token 33",
            "2100 ms  message 8: A to lock: release",
        ])
        .never_tells("stands down")
        .never_tells("1200 ms");
    assert_eq!(story.report.stale_accepted, 2);
}

#[test]
fn a_finished_client_learns_but_has_nothing_to_skip() {
    let client = r#""plan": [{"acquire": {}}, {"write": {"wait": false, "request_ms": 1300}},
        {"effect": {"wait": false, "request_ms": 5000, "resend_after_ms": 1200, "resends": 5}}]"#;
    let other = r#""arrives_ms": 1100, "plan": [{"acquire": {}}, {"write": {}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client, other],
        r#", "resource": {"fence": "writes"}"#,
    ));
    story
        .tells(&[
            "0 ms  A has finished",
            "1200 ms  message 8: A to resource: effect [2] with token 33, sent again (1)",
            "1300 ms  resource refuses A's write: 33 < 34",
        ])
        .never_tells("stands down")
        .never_tells("sent again (2)");
}

#[test]
fn an_effect_that_the_last_read_named_is_passed_over() {
    let first = r#""plan": [{"effect": {"key": "k"}}]"#;
    let second = r#""arrives_ms": 10, "plan": [{"read": {}}, {"effect": {"key": "k", "unless_done": true, "after_ms": 99}},
        {"effect": {"key": "l", "unless_done": true}}]"#;
    let story = Story::of(&file(LEASE, &[first, second], ""));
    story
        .tells(&[
            "10 ms  B ends read [0]: answered",
            "10 ms  B ends effect [1]: passed over, it is done",
            "10 ms  B begins effect [2], thinks until 10",
            "10 ms  resource applies B's effect (never granted)",
        ])
        .never_tells("B begins effect [1]");
    assert_eq!(story.report.harm, []);
}

#[test]
fn versions_are_learnt_from_reads_and_from_own_changes() {
    let client = r#""plan": [{"read": {}}, {"write": {"object": "other"}}, {"update": {}}, {"update": {}}, {"write": {}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        r#", "resource": {"versions": "checked"}"#,
    ));
    story.tells(&[
        "0 ms  resource applies A's write: version 1 (never granted)",
        "0 ms  resource applies A's update: version 1 based on 0 (never granted)",
        "0 ms  resource applies A's update: version 2 based on 1 (never granted)",
        "0 ms  resource applies A's write: version 3 based on 2 (never granted)",
    ]);
    assert_eq!(story.report.outcome, Outcome::Safe);
}

#[test]
fn a_second_acquire_is_refused_until_the_own_lease_ends() {
    let client = r#""renew_ms": 500, "retry_ms": 300, "plan": [{"acquire": {}}, {"acquire": {}}, {"write": {"after_ms": 10}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        &faults(&[r#"{"failover": {"at_ms": 700, "forgets": "lock"}}"#]),
    ));
    story.tells(&[
        "0 ms  lock: refuses A's attempt 2: held",
        "500 ms  lock: grant 1 renewed, ends at 1500",
        "700 ms  lock: grant 1 has ended: failover",
        "900 ms  lock: grant 2 to A for attempt 5: token 34, ends at 1900",
        "900 ms  A believes in grant 1 no more: replaced by a newer grant",
        "900 ms  A believes: grant 2, token 34, deadline 1900 on its clock",
        "910 ms  message 12: A to resource: write [2] with token 34",
    ]);
    assert_eq!(story.report.waits.len(), 2);
    assert_eq!(story.report.waits[1].granted, Some(TrueTime(900)));
}

#[test]
fn a_grant_that_its_client_gave_up_waiting_for_blocks_until_it_expires() {
    let client = r#""timeout_ms": 100, "retry_ms": 200, "plan": [{"acquire": {"reply_ms": 150}}, {"release": {}}]"#;
    let story = Story::of(&file(LEASE, &[client], ""));
    story.tells(&[
        "0 ms  lock: grant 1 to A for attempt 1: token 33, ends at 1000",
        "100 ms  A's attempt 1 failed: no answer in time; again at 300",
        "150 ms  message 1 arrives",
        "300 ms  lock: refuses A's attempt 2: held",
        "1000 ms  lock: grant 1 has ended: expiry",
        "1100 ms  lock: grant 2 to A for attempt 6: token 34, ends at 2100",
    ]);
    assert_eq!(
        story.grants(),
        ["A#1 0-1000 Expiry", "A#2 1100-1100 Release"]
    );
}

#[test]
fn an_answer_at_the_very_instant_of_the_timeout_counts() {
    let client = |timeout: i64| {
        format!(
            r#""timeout_ms": {timeout}, "plan": [{{"acquire": {{"request_ms": 40, "reply_ms": 60}}}}]"#
        )
    };
    Story::of(&file(LEASE, &[&client(100)], ""))
        .tells(&["100 ms  A believes: grant 1, token 33, deadline 1000 on its clock"]);
    Story::of(&file(LEASE, &[&client(99)], ""))
        .tells(&["99 ms  A's attempt 1 failed: no answer in time; again at 599"]);
}

#[test]
fn a_crash_ends_everything_but_what_is_in_flight() {
    let client = r#""renew_ms": 100, "plan": [{"acquire": {}}, {"write": {"request_ms": 500, "resend_after_ms": 290, "resends": 9}}]"#;
    let story = Story::of(&file(
        LEASE,
        &[client],
        &faults(&[r#"{"crash": {"client": "A", "at_ms": 250}}"#]),
    ));
    story
        .tells(&[
            "200 ms  lock: grant 1 renewed, ends at 1200",
            "250 ms  A crashes",
            "250 ms  A believes in grant 1 no more: crashed",
            "500 ms  resource applies A's write: version 1 (the holder's)",
            "1200 ms  lock: grant 1 has ended: expiry",
        ])
        .never_tells("300 ms")
        .never_tells("290 ms");
    assert_eq!(story.report.dead_hold.0, 950);
    assert_eq!(story.report.end, TrueTime(1200));
    assert_eq!(story.report.cut, None);
}

#[test]
fn a_plan_that_ends_with_acquire_believes_for_no_time() {
    let story = Story::of(&file(LEASE, &[r#""plan": [{"acquire": {}}]"#], ""));
    story.tells(&[
        "0 ms  A believes: grant 1, token 33, deadline 1000 on its clock",
        "0 ms  A ends acquire [0]: answered",
        "0 ms  A believes in grant 1 no more: plan finished",
        "0 ms  A has finished",
        "1000 ms  lock: grant 1 has ended: expiry",
    ]);
}

#[test]
fn the_token_of_a_separate_counter_comes_one_round_trip_later() {
    let lock =
        r#""service": "lease", "ttl_ms": 1000, "tokens": "separate_counter", "first_token": 7"#;
    let client = r#""plan": [{"acquire": {}}, {"write": {}}]"#;
    let network = r#", "network": {"lock_ms": 20}"#;
    Story::of(&file(lock, &[client], network)).tells(&[
        "20 ms  lock: grant 1 to A for attempt 1: no token, ends at 1020",
        "40 ms  A believes: grant 1, no token, deadline 1000 on its clock",
        "60 ms  counter: 7 to A for grant 1",
        "80 ms  A learns its token for grant 1: 7",
        "80 ms  A ends acquire [0]: answered",
        "80 ms  message 4: A to resource: write [1] with token 7",
    ]);
    // A lost answer is not repeated: the client waits for ever, the grant has its token.
    let cut = format!(
        r#"{network}, "faults": [{{"cut": {{"client": "A", "from": "lock", "at_ms": 70, "for_ms": 50}}}}]"#
    );
    let story = Story::of(&file(lock, &[client], &cut));
    story
        .tells(&[
            "60 ms  counter: 7 to A for grant 1",
            "80 ms  message 3 is lost",
        ])
        .never_tells("A learns");
    assert_eq!(story.report.grants[0].token.map(|token| token.0), Some(7));
    assert_eq!(story.report.waits[0].granted, Some(TrueTime(20)));
}

#[test]
fn an_answer_to_a_question_is_heard_only_by_who_still_asks() {
    // Asked at 120, answered at 240.
    let client = r#""check": "ask", "plan": [{"acquire": {}}, {"write": {}}]"#;
    let asks = |more: &str| Story::of(&file(LEASE, &[client], more));
    let network = r#", "network": {"lock_ms": 60}"#;
    asks(network).tells(&["240 ms  A looks: the grant holds: goes on"]);
    let crash = r#", "faults": [{"crash": {"client": "A", "at_ms": 200}}]"#;
    asks(&format!("{network}{crash}")).never_tells("looks");
}

#[test]
fn only_the_answer_to_its_own_request_ends_a_step() {
    // The first write goes on without its answer of 50; the second waits for the one of 80.
    let client = r#""plan": [{"write": {"wait": false, "reply_ms": 50}}, {"write": {"reply_ms": 80}},
        {"read": {"after_ms": 10}}]"#;
    Story::of(&file(LEASE, &[client], ""))
        .tells(&[
            "0 ms  A ends write [0]: sent",
            "80 ms  A ends write [1]: answered",
            "90 ms  A ends read [2]: answered",
        ])
        .never_tells("50 ms  A ends");
    // Nor does an answer end the thinking of a later step.
    let client =
        r#""plan": [{"write": {"wait": false, "reply_ms": 50}}, {"write": {"after_ms": 70}}]"#;
    Story::of(&file(LEASE, &[client], ""))
        .tells(&["70 ms  A ends write [1]: answered"])
        .never_tells("50 ms  A ends");
}

#[test]
fn a_check_without_lead_is_made_in_the_entry_of_the_send() {
    // Nothing comes between: B, whose entry of the same instant is the next, sends later.
    let looks = r#""check": "clock", "plan": [{"acquire": {}}, {"write": {"after_ms": 100}}]"#;
    let other = r#""arrives_ms": 1, "plan": [{"write": {"after_ms": 99}}]"#;
    Story::of(&file(LEASE, &[looks, other], "")).tells(&[
        "100 ms  A looks: its clock is 100, its deadline 1000: goes on",
        "100 ms  message 2: A to resource: write [1] with token 33",
        "100 ms  message 4: B to resource: write [0] with no token",
    ]);
}
