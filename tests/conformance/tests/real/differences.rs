//! Where real systems do otherwise than the model, on purpose. Each is kept here, so that
//! it is known, and known to be no larger.

use conformance::etcd::{self, Etcd};
use conformance::now_us;
use conformance::redis::{Answer, Keeps, Redis, start};
use fencelab::model::lease::{AfterEnd, Lease, Request};
use fencelab::model::{Attempt, ClientId, Token, Waiting};
use std::time::{Duration, Instant};

/// In the model a lease is over at the first instant at which the clock shows its end. Redis
/// keeps a value through that millisecond: it ends when the clock shows more.
#[test]
fn redis_keeps_a_value_one_millisecond_longer() {
    /// Whether the key is there, then the time: so the time is never too early.
    const LOOK: &str = "local there = redis.call('exists', KEYS[1])
        local time = redis.call('time')
        return {there, time[1], time[2]}";
    let server = start(Keeps::Nothing);
    let mut redis = Redis::open(server.address).expect("a server that is up");
    let mut in_the_last_millisecond = 0;
    let mut gone_looks = 0;
    for turn in 0..50 {
        let key = format!("edge:{turn}");
        let ends_ms = now_us() / 1000 + 5;
        redis.command(&["SET", &key, "value", "PXAT", &ends_ms.to_string()]);
        loop {
            let Answer::List(parts) = redis.command(&["EVAL", LOOK, "1", &key]) else {
                panic!("the script answers a list");
            };
            let [Answer::Number(there), Answer::Text(s), Answer::Text(us)] = parts.as_slice()
            else {
                panic!("the script answers {parts:?}");
            };
            let number = |text: &str| text.parse::<i64>().expect("a time");
            let now_ms = number(s) * 1000 + number(us) / 1000;
            if *there == 1 {
                in_the_last_millisecond += u32::from(now_ms == ends_ms);
            } else {
                gone_looks += 1;
                assert!(now_ms > ends_ms, "gone at {now_ms}, to end at {ends_ms}");
                break;
            }
        }
    }
    println!(
        "seen in its last millisecond {in_the_last_millisecond} times, gone {gone_looks} times, all later"
    );
}

/// In the model a request that nobody waits for any more stays in line, and is granted.
/// In etcd a waiter has a lease of its own, and leaves the line with it.
#[test]
fn a_dead_waiter_leaves_the_line_in_etcd() {
    let server = etcd::start();
    let etcd = Etcd(server.address);
    let [first, dead, third] = [60, 1, 60].map(|ttl_s| etcd.grant_lease(ttl_s));
    let held = etcd.enter("line/first", &first).expect("a new key");
    etcd.enter("line/dead", &dead).expect("a new key");
    let last = etcd.enter("line/third", &third).expect("a new key");
    let since = Instant::now();
    while etcd.is_there("line/dead") {
        assert!(since.elapsed() < Duration::from_secs(30), "it stays");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(etcd.leave("line/first", held));
    assert_eq!(etcd.holder("line/"), Some(last));

    let mut lease = Lease::new(Token(1));
    for client in 0..3 {
        lease.acquire(Request::new(ClientId(client), Attempt(1)), Waiting::Queue);
    }
    lease.expire(AfterEnd::Free);
    let next = lease.grant_next().map(|(held, _)| held.client);
    assert_eq!(next, Some(ClientId(1)), "in the model it is the dead one's");
}
