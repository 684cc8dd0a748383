//! A client as it would be written against a real Redis: it takes the lock, thinks, writes
//! to the record, thinks again and gives the lock back. It knows nothing of the test but
//! where things are, and says on standard output what it does.
//!
//! `client NAME REDIS RECORD FENCE TTL RETRY THINK KEEP`, times in milliseconds.

use conformance::now_us;
use conformance::record::{Fence, Record};
use conformance::redis::Redis;
use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, redis, record, fence, ttl, retry, think, keep] = words.as_slice() else {
        panic!("eight words, not {words:?}");
    };
    let number = |text: &str| text.parse::<u64>().expect("milliseconds");
    let pause = |text: &str| Duration::from_millis(number(text));
    let mut redis = Redis::open(redis.parse().expect("an address")).expect("a server");
    let fence = if fence == "on" { Fence::On } else { Fence::Off };
    let record = Record::at(record.into(), fence);
    let value = format!("{name} {}", std::process::id());

    let (token, at_us) = loop {
        match redis.set_and_count("lock", &value, number(ttl)) {
            Some(granted) => break granted,
            None => sleep(pause(retry)),
        }
    };
    say(&format!("granted {at_us} {token}"));
    sleep(pause(think));
    if record.write(name, token).expect("a record") {
        sleep(pause(keep));
        redis.delete_if_mine("lock", &value);
    } else {
        say(&format!("stood_down {} {token}", now_us()));
    }
}

fn say(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("somebody who listens");
}
