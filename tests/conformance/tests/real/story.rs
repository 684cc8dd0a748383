//! t0 to t4 for real. Two client processes, a Redis server, a record in a file. The first
//! takes the lock, is stopped by SIGSTOP for longer than its lease, and goes on as if
//! nothing had been.

use crate::plot::{Beat, What, judge, order, run};
use conformance::now_us;
use conformance::record;
use conformance::redis::{Answer, Keeps, Redis, start};
use conformance::server::{Folder, Guard};
use fencelab::sim::report::{EndedBy, Reason};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Reality is so many times quicker than the story: its 19 s are 3.8.
const SCALE: i64 = 5;

/// By how much an event may lie off the story for the run to be the same story: half of what
/// lies between the events of two clients that are not ordered by cause (16 s and 19 s).
const TOLERANCE_MS: i64 = 1500 / SCALE;

/// How often a run that a busy machine has made another story is made anew.
const RUNS: u32 = 12;

/// A lease may end by itself so much before its time: clocks of whole milliseconds.
const ROUNDING_MS: i64 = 2;

const FIRST_TOKEN: u64 = 33;
const TTL: i64 = 10_000;
const RETRY: i64 = 500;
const THINK: i64 = 1000;
const KEEP: [i64; 2] = [0, 8000];
const ARRIVES: i64 = 2000;

struct Story {
    fence: &'static str,
    paused_for: i64,
}

#[test]
fn the_story_without_a_fence() {
    Story {
        fence: "off",
        paused_for: 15_000,
    }
    .is_the_same();
}

#[test]
fn the_story_with_a_fence() {
    Story {
        fence: "writes",
        paused_for: 15_000,
    }
    .is_the_same();
}

#[test]
fn the_story_with_a_pause_shorter_than_the_lease() {
    Story {
        fence: "off",
        paused_for: 5_200,
    }
    .is_the_same();
}

impl Story {
    /// The seed story of the model: the second client keeps the lock for another 8 s.
    fn file(&self) -> String {
        let Self { fence, paused_for } = self;
        let client = |keep: i64| {
            format!(
                r#""retry_ms": {RETRY}, "plan": [{{"acquire": {{}}}},
                {{"write": {{"after_ms": {THINK}}}}}, {{"release": {{"after_ms": {keep}}}}}]"#
            )
        };
        let [first, second] = KEEP.map(client);
        format!(
            r#"{{"format": 1,
            "lock": {{"service": "lease", "ttl_ms": {TTL}, "first_token": {FIRST_TOKEN}}},
            "resource": {{"fence": "{fence}"}},
            "clients": [{{"name": "Client 1", {first}}},
                {{"name": "Client 2", "arrives_ms": {ARRIVES}, {second}}}],
            "faults": [{{"pause": {{"client": "Client 1", "at_ms": {THINK},
                "for_ms": {paused_for}, "cause": "sigstop"}}}}]}}"#
        )
    }

    fn is_the_same(&self) {
        let model = run(&self.file());
        let expected = order(&model.beats);
        let mut dropped = Vec::new();
        for _ in 0..RUNS {
            let real = self.play();
            let real = match real.and_then(|real| in_time(&model.beats, real)) {
                Ok(real) => real,
                Err(why) => {
                    dropped.push(why);
                    continue;
                }
            };
            assert_eq!(order(&real), expected, "\n{real:#?}");
            assert_eq!(judge(order(&real)), model.verdict);
            assert_eq!(judge(expected), model.verdict);
            let off = model.beats.iter().zip(&real);
            let off = off.map(|(model, real)| (model.at_ms / SCALE - real.at_ms).abs());
            println!(
                "pause of {} ms, fence {}: {:?}, {} events in the same order, at most {} ms off; runs dropped: {}",
                self.paused_for / SCALE,
                self.fence,
                model.verdict.outcome,
                real.len(),
                off.max().unwrap_or_default(),
                dropped.len()
            );
            for why in dropped {
                println!("        dropped: {why}");
            }
            return;
        }
        panic!("too busy a machine for this story:\n{}", dropped.join("\n"));
    }

    /// Makes it happen. An error: it has become another story.
    fn play(&self) -> Result<Vec<Beat>, String> {
        let server = start(Keeps::Nothing);
        let folder = Folder::fresh("record");
        let cast = |client: usize| Actor::spawn(self, client, server.address, &folder);
        let mut redis = Redis::open(server.address).expect("a server that is up");
        redis.command(&["SET", "lock:token", &(FIRST_TOKEN - 1).to_string()]);
        redis.command(&["CONFIG", "SET", "notify-keyspace-events", "Kgx$"]);
        let service = watch(server.address);

        let mut first = cast(0);
        let granted = first.hear();
        let zero_us = granted.at_us;
        let paused_us = now_us();
        first.signal("STOP");
        first.is_stopped();
        if now_us() > zero_us + scaled_us(THINK) {
            return Err("stopped too late".to_owned());
        }
        wait_until(zero_us + scaled_us(ARRIVES));
        let mut second = cast(1);
        wait_until(zero_us + scaled_us(THINK + self.paused_for));
        let went_on_us = now_us();
        first.signal("CONT");
        let said = [first.end(), second.end()].concat();
        let said = [vec![granted], said].concat();

        let mut beats = lock_beats(&said, &service);
        beats.push((paused_us, What::Paused { client: name(0) }));
        beats.push((went_on_us, What::WentOn { client: name(0) }));
        for line in record::read(&folder.0.join("record")) {
            let (client, token) = (line.client, line.token);
            let reason = Reason::StaleToken;
            let what = if line.applied {
                What::Applied { client, token }
            } else {
                What::Refused {
                    client,
                    token,
                    reason,
                }
            };
            beats.push((line.at_us, what));
        }
        let stood_down = said.iter().filter(|said| said.word == "stood_down");
        beats.extend(stood_down.map(|said| {
            let client = said.client.clone();
            (said.at_us, What::StoodDown { client })
        }));
        beats.sort_by_key(|(at_us, _)| *at_us);
        let beat = |(at_us, what): (i64, What)| Beat {
            at_ms: (at_us - zero_us).div_euclid(1000),
            what,
        };
        Ok(beats.into_iter().map(beat).collect())
    }
}

/// What happened to the lock, in the server's order, at the server's time where it told one.
fn lock_beats(said: &[Said], service: &Receiver<(i64, String)>) -> Vec<(i64, What)> {
    let mut beats: Vec<(i64, What)> = Vec::new();
    let mut grants = said.iter().filter(|said| said.word == "granted");
    let mut grant = 0;
    let mut ended = 0;
    // The last thing is the release by Client 2: wait for no more than is sure to come.
    while ended < 2 {
        let (heard_us, event) = service
            .recv_timeout(Duration::from_secs(30))
            .unwrap_or_else(|_| panic!("the server tells no more than {beats:?}"));
        let by = match event.as_str() {
            "set" => {
                let said = grants.next().expect("a client that says so too");
                let (client, token) = (said.client.clone(), said.token);
                if let Some((end_us, What::Ended { .. })) = beats.last_mut() {
                    // Told in one breath with the grant, and heard a little later.
                    *end_us = (*end_us).min(said.at_us);
                }
                beats.push((said.at_us, What::Granted { client, token }));
                grant += 1;
                continue;
            }
            "expired" => EndedBy::Expiry,
            "del" => EndedBy::Release,
            _ => continue,
        };
        beats.push((heard_us, What::Ended { grant, by }));
        ended += 1;
    }
    beats
}

/// Whether it is still this story: nothing happened far from its time.
fn in_time(model: &[Beat], real: Vec<Beat>) -> Result<Vec<Beat>, String> {
    let mut granted_ms = 0;
    for beat in &real {
        match &beat.what {
            What::Granted { .. } => granted_ms = beat.at_ms,
            What::Ended {
                by: EndedBy::Expiry,
                ..
            } => {
                let lasted = beat.at_ms - granted_ms;
                assert!(lasted >= TTL / SCALE - ROUNDING_MS, "only {lasted} ms");
            }
            _ => {}
        }
        let told = model.iter().find(|told| told.what == beat.what);
        let Some(told) = told else {
            continue;
        };
        let (found, expected) = (beat.at_ms, told.at_ms / SCALE);
        if (found - expected).abs() > TOLERANCE_MS {
            return Err(format!("{:?} at {found} ms, not {expected}", beat.what));
        }
    }
    Ok(real)
}

/// What a client has said.
#[derive(Clone, Debug)]
struct Said {
    client: String,
    word: String,
    at_us: i64,
    token: u64,
}

/// A client process.
struct Actor {
    name: String,
    process: Child,
    output: BufReader<std::process::ChildStdout>,
    guard: Guard,
}

impl Actor {
    fn spawn(story: &Story, client: usize, redis: SocketAddr, folder: &Folder) -> Self {
        let name = name(client);
        let record = folder.0.join("record");
        let fence = if story.fence == "off" { "off" } else { "on" };
        let mut process = Command::new(env!("CARGO_BIN_EXE_client"))
            .args([&name, &redis.to_string()])
            .arg(record)
            .arg(fence)
            .args([TTL, RETRY, THINK, KEEP[client]].map(|time| (time / SCALE).to_string()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the client program");
        let output = process.stdout.take().expect("its output");
        Self {
            name,
            guard: Guard::over(process.id(), &folder.0),
            process,
            output: BufReader::new(output),
        }
    }

    fn hear(&mut self) -> Said {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("its output");
        self.read(&line)
    }

    fn read(&self, line: &str) -> Said {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [word, at_us, token] = words.as_slice() else {
            panic!("{} says {line}", self.name);
        };
        Said {
            client: self.name.clone(),
            word: (*word).to_owned(),
            at_us: at_us.parse().expect("a time"),
            token: token.parse().expect("a token"),
        }
    }

    fn signal(&self, signal: &str) {
        let number = self.process.id().to_string();
        let script = r#"kill -"$1" "$2""#;
        let sent = Command::new("sh")
            .args(["-c", script, "sh", signal, &number])
            .status();
        assert!(sent.expect("a shell").success(), "{signal} to {number}");
    }

    /// Waits until the kernel says that it has stopped.
    fn is_stopped(&self) {
        let path = format!("/proc/{}/stat", self.process.id());
        loop {
            let stat = std::fs::read_to_string(&path).expect("a Linux with /proc");
            let state = stat.rsplit(") ").next().expect("a state");
            if state.starts_with('T') {
                return;
            }
            assert!(!state.starts_with('Z'), "{} has ended", self.name);
            thread::sleep(Duration::from_micros(200));
        }
    }

    /// Waits for its end. What it has said since.
    fn end(&mut self) -> Vec<Said> {
        let mut said = Vec::new();
        let mut line = String::new();
        while self.output.read_line(&mut line).expect("its output") > 0 {
            said.push(self.read(&line));
            line.clear();
        }
        self.guard.dismiss();
        let status = self.process.wait().expect("its end");
        assert!(status.success(), "{}: {status}", self.name);
        said
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        self.guard.dismiss();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Listens to what the server tells of the lock, in its order.
fn watch(address: SocketAddr) -> Receiver<(i64, String)> {
    let (tell, told) = channel();
    let mut redis = Redis::open(address).expect("a server that is up");
    redis.command(&["SUBSCRIBE", "__keyspace@0__:lock"]);
    thread::spawn(move || {
        while let Ok(Answer::List(parts)) = redis.hear() {
            if let Some(Answer::Text(event)) = parts.last()
                && tell.send((now_us(), event.clone())).is_err()
            {
                return;
            }
        }
    });
    told
}

fn name(client: usize) -> String {
    format!("Client {}", client + 1)
}

const fn scaled_us(story_ms: i64) -> i64 {
    story_ms * 1000 / SCALE
}

fn wait_until(at_us: i64) {
    let left = u64::try_from(at_us - now_us()).unwrap_or_default();
    thread::sleep(Duration::from_micros(left));
}
