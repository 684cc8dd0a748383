//! etcd's lock, and the model's lease with a line of waiters. Tokens are revisions: they are
//! not one apart, but they grow as the model's do.

use crate::plot::{What, judge, order, run};
use conformance::dice::Dice;
use conformance::etcd::{Etcd, LeaseId, start};
use conformance::record::{Fence, Record};
use conformance::server::Folder;
use fencelab::model::lease::{Acquired, AfterEnd, Deletion, Held, Request};
use fencelab::model::{Attempt, ClientId, Lease, Token, Waiting};
use fencelab::sim::report::{EndedBy, Reason};
use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

const SEQUENCES: u64 = 16;
const STEPS: u32 = 40;
const CLIENTS: u64 = 4;

/// A lease that nobody waits for to pass.
const LONG_S: u64 = 600;

/// etcd may end a lease late, never early.
const PATIENCE: Duration = Duration::from_mins(1);

/// A key in line: at the server, and what the model knows it by.
#[derive(Clone, Debug)]
struct Place {
    key: String,
    lease: LeaseId,
    revision: u64,
    attempt: Attempt,
}

#[test]
fn etcd_grants_in_line_as_the_queue_does() {
    let server = start();
    let etcd = Etcd(server.address);
    let mut steps: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..SEQUENCES {
        let mut sequence = Sequence::new(etcd, seed);
        for step in 0..STEPS {
            if let Some(kind) = sequence.step() {
                *steps.entry(kind).or_default() += 1;
                sequence.compare(&format!("seed {seed}, step {step}: {kind}"));
            }
        }
        assert!(
            sequence
                .tokens
                .is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1)
        );
    }
    let sum: u32 = steps.values().sum();
    println!(
        "etcd and the lease with a line: {SEQUENCES} sequences, {sum} steps compared, 0 dropped"
    );
    for (kind, count) in steps {
        println!("{count:7} {kind}");
    }
}

struct Sequence {
    etcd: Etcd,
    dice: Dice,
    prefix: String,
    lease: Lease,
    attempts: u32,
    /// Of each client, its place in line or at the head.
    places: Vec<Option<Place>>,
    /// Grants that have ended.
    past: Vec<(Place, Held)>,
    /// The model's token and the revision of each grant.
    tokens: Vec<(Token, u64)>,
}

impl Sequence {
    fn new(etcd: Etcd, seed: u64) -> Self {
        Self {
            etcd,
            dice: Dice::new(seed),
            prefix: format!("lock:{seed}/"),
            lease: Lease::new(Token(33)),
            attempts: 0,
            places: (0..CLIENTS).map(|_| None).collect(),
            past: Vec::new(),
            tokens: Vec::new(),
        }
    }

    fn step(&mut self) -> Option<&'static str> {
        let client = self.dice.below(CLIENTS) as usize;
        match self.dice.below(10) {
            0..4 => self.enter(client),
            4 => self.leave(),
            5 => self.lose(),
            6 => self.leave_again(),
            7 => self.write_as_holder(),
            8 => self.write_as_former_holder(),
            _ => self.renew(),
        }
    }

    fn enter(&mut self, client: usize) -> Option<&'static str> {
        if self.places[client].is_some() {
            return None;
        }
        self.attempts += 1;
        let attempt = Attempt(self.attempts);
        let key = format!("{}client-{client}", self.prefix);
        let lease = self.etcd.grant_lease(LONG_S);
        let revision = self.etcd.enter(&key, &lease).expect("a new key");
        self.places[client] = Some(Place {
            key,
            lease,
            revision,
            attempt,
        });
        let request = Request::new(ClientId(client as u8), attempt);
        match self.lease.acquire(request, Waiting::Queue) {
            Acquired::Granted(held) => {
                self.tokens.push((held.token, revision));
                Some("granted")
            }
            Acquired::Queued => Some("queued"),
            Acquired::Denied(why) => panic!("{why:?}"),
        }
    }

    /// The holder gives the lock back.
    fn leave(&mut self) -> Option<&'static str> {
        let (held, place) = self.holder()?;
        assert!(self.etcd.leave(&place.key, place.revision));
        let ended = self.lease.release(held.client, Deletion::Own(held.grant));
        assert_eq!(ended, Some((held, EndedBy::Release)));
        self.ended(held, place);
        Some("released")
    }

    /// The holder's session is dropped.
    fn lose(&mut self) -> Option<&'static str> {
        let (held, place) = self.holder()?;
        assert!(self.etcd.revoke(&place.lease));
        assert_eq!(self.lease.expire(AfterEnd::Free), Some(held));
        self.ended(held, place);
        Some("session dropped")
    }

    /// A former holder gives back what it has no more, though its key may be there anew.
    fn leave_again(&mut self) -> Option<&'static str> {
        let (place, held) = self.past.last()?;
        assert!(!self.etcd.leave(&place.key, place.revision));
        assert_eq!(
            self.lease.release(held.client, Deletion::Own(held.grant)),
            None
        );
        Some("not released: not mine")
    }

    fn write_as_holder(&mut self) -> Option<&'static str> {
        let (held, place) = self.holder()?;
        let record = format!("record of {}", self.prefix);
        assert!(
            self.etcd
                .write_if(&place.key, place.revision, &record, "holder")
        );
        assert!(self.lease.holds(held.grant));
        Some("transaction applied")
    }

    fn write_as_former_holder(&mut self) -> Option<&'static str> {
        let (place, held) = self.past.last()?;
        let record = format!("record of {}", self.prefix);
        assert!(
            !self
                .etcd
                .write_if(&place.key, place.revision, &record, "stale")
        );
        assert!(!self.lease.holds(held.grant));
        Some("stale transaction refused")
    }

    fn renew(&mut self) -> Option<&'static str> {
        let (held, place) = self.holder()?;
        assert!(self.etcd.keep_alive(&place.lease));
        assert!(self.lease.holds(held.grant));
        Some("renewed")
    }

    /// Who holds the lock is the same in both.
    fn compare(&self, context: &str) {
        let model = self.lease.holder().map(|held| {
            let place = self.places[held.client.index()].as_ref();
            let place = place.expect("a place in line");
            assert_eq!(place.attempt, held.attempt, "{context}");
            place.revision
        });
        assert_eq!(self.etcd.holder(&self.prefix), model, "{context}");
    }

    fn holder(&self) -> Option<(Held, Place)> {
        let held = self.lease.holder()?;
        let place = self.places[held.client.index()].clone();
        Some((held, place.expect("a place in line")))
    }

    fn ended(&mut self, held: Held, place: Place) {
        self.places[held.client.index()] = None;
        self.etcd.revoke(&place.lease);
        self.past.push((place, held));
        if let Some((next, _)) = self.lease.grant_next() {
            let place = self.places[next.client.index()].as_ref();
            let revision = place.expect("a place in line").revision;
            self.tokens.push((next.token, revision));
        }
    }
}

/// In seconds: short enough to wait for, long enough for a busy machine.
const TTL_S: u64 = 2;
const TTL: Duration = Duration::from_secs(TTL_S);
const RENEW: Duration = Duration::from_millis(800);
const RENEWALS: u32 = 3;

/// How often a busy machine may spoil what hangs on renewing in time.
const RUNS: u32 = 10;

/// Client 1 has the lock, and Client 2 waits in line.
fn scenario(first: &str, resource: &str, fault: &str) -> String {
    format!(
        r#"{{"format": 1, "lock": {{"service": "lease", "ttl_ms": {}, "waiting": "queue"}},
        "resource": {{{resource}}},
        "clients": [{{"name": "Client 1", {first}}},
            {{"name": "Client 2", "arrives_ms": 100, "plan": [{{"acquire": {{}}}},
            {{"write": {{"after_ms": 0}}}}, {{"release": {{"after_ms": 1500}}}}]}}],
        "faults": [{fault}]}}"#,
        TTL.as_millis()
    )
}

#[test]
fn a_stale_transaction_is_refused_after_the_lease_has_expired() {
    let plan = r#""plan": [{"acquire": {}}, {"write": {"after_ms": 500}}, {"release": {}}]"#;
    let pause = r#"{"pause": {"client": "Client 1", "at_ms": 500, "for_ms": 2500, "cause": "gc"}}"#;
    let server = start();
    let etcd = Etcd(server.address);
    let folder = Folder::fresh("record");
    let record = Record::at(folder.0.join("record"), Fence::On);
    let passed = pass_on(etcd, 0);

    // The resource is in etcd itself and compares in the same transaction; or it is a file
    // that knows of etcd only the revisions it is shown.
    let transact =
        |place: &Place, name: &str| etcd.write_if(&place.key, place.revision, "record", name);
    let show = |place: &Place, name: &str| record.write(name, place.revision).expect("a record");
    let asked = run(&scenario(plan, r#""asks_lock": true"#, pause));
    let real = play(&passed, transact, Reason::NotHolder);
    assert_eq!(order(&asked.beats), real.iter().collect::<Vec<_>>());
    assert_eq!(asked.verdict, judge(&real));
    let fenced = run(&scenario(plan, r#""fence": "writes""#, pause));
    let real = play(&passed, show, Reason::StaleToken);
    assert_eq!(order(&fenced.beats), real.iter().collect::<Vec<_>>());
    assert_eq!(fenced.verdict, judge(&real));

    assert!(!etcd.leave(&passed.first.key, passed.first.revision));
    assert!(etcd.leave(&passed.second.key, passed.second.revision));
    assert_eq!(etcd.holder("line"), None);
    println!(
        "etcd: a lease of {TTL_S} s is passed on {} ms after its end; the stale write is {:?} by a transaction and {:?} by its revision",
        passed.late.as_millis(),
        asked.verdict.outcome,
        fenced.verdict.outcome
    );
}

/// What the model's story is made of, as it came about: the lock was passed on, the second
/// client writes, the first goes on and writes.
fn play(passed: &Passed, write: impl Fn(&Place, &str) -> bool, reason: Reason) -> Vec<What> {
    let [first, second] = ["Client 1", "Client 2"].map(str::to_owned);
    let written = |place: &Place, client: &String, token: u64| {
        let client = client.clone();
        if write(place, &client) {
            What::Applied { client, token }
        } else {
            What::Refused {
                client,
                token,
                reason,
            }
        }
    };
    // Revisions are not one apart: what counts is which is larger.
    let [low, high] = if passed.first.revision < passed.second.revision {
        [33, 34]
    } else {
        [34, 33]
    };
    let ended = |grant, by| What::Ended { grant, by };
    vec![
        What::Granted {
            client: first.clone(),
            token: low,
        },
        What::Paused {
            client: first.clone(),
        },
        ended(1, EndedBy::Expiry),
        What::Granted {
            client: second.clone(),
            token: high,
        },
        written(&passed.second, &second, high),
        What::WentOn {
            client: first.clone(),
        },
        written(&passed.first, &first, low),
        What::StoodDown { client: first },
        ended(2, EndedBy::Release),
    ]
}

#[test]
fn a_renewed_lease_lives_on_and_ends_when_its_client_dies() {
    let renew_ms = RENEW.as_millis();
    let first = format!(
        r#""renew_ms": {renew_ms}, "plan": [{{"acquire": {{}}}}, {{"release": {{"after_ms": 60000}}}}]"#
    );
    let crash_ms = renew_ms * u128::from(RENEWALS) + 100;
    let crash = format!(r#"{{"crash": {{"client": "Client 1", "at_ms": {crash_ms}}}}}"#);
    let model = run(&scenario(&first, "", &crash));
    assert_eq!(model.verdict.grants[0].2, Some(EndedBy::Expiry));
    let is_second =
        |what: &What| matches!(what, What::Granted { client, .. } if client == "Client 2");
    let passed_on = model.beats.iter().find(|beat| is_second(&beat.what));
    let last_renewal = RENEW * RENEWALS;
    let expected = (last_renewal + TTL).as_millis() as i64;
    assert_eq!(passed_on.map(|beat| beat.at_ms), Some(expected));

    let server = start();
    let passed = pass_on(Etcd(server.address), RENEWALS);
    println!(
        "etcd: a lease of {TTL_S} s, renewed for {} ms, is passed on {} ms after its end",
        last_renewal.as_millis(),
        passed.late.as_millis()
    );
}

/// A lock that was passed on in line by expiry.
struct Passed {
    first: Place,
    second: Place,
    /// How long after the end of the lease: etcd looks for leases that are over twice a second.
    late: Duration,
}

fn pass_on(etcd: Etcd, renewals: u32) -> Passed {
    for run in 0..RUNS {
        match try_to_pass_on(etcd, &format!("line{run}/"), renewals) {
            Some(passed) => return passed,
            None => println!("etcd: a run is dropped, the machine stood still for {TTL_S} s"),
        }
    }
    panic!("too busy a machine");
}

/// Client 1 takes the lock and Client 2 stands in line; Client 1 renews its lease so often,
/// then no more. None: the machine stood still for longer than the lease.
fn try_to_pass_on(etcd: Etcd, prefix: &str, renewals: u32) -> Option<Passed> {
    let begin = Instant::now();
    // The server counts from some instant after this one, so it must not end before `last + TTL`.
    let mut last = begin;
    let enter = |client: &str, ttl_s| {
        let lease = etcd.grant_lease(ttl_s);
        let key = format!("{prefix}{client}");
        let revision = etcd.enter(&key, &lease)?;
        let attempt = Attempt(1);
        Some(Place {
            key,
            lease,
            revision,
            attempt,
        })
    };
    let in_time = |last: Instant| {
        assert!(last.elapsed() >= TTL, "the lease ends early");
        None
    };
    let Some(first) = enter("1", TTL_S) else {
        return in_time(last);
    };
    let second = enter("2", LONG_S)?;
    if etcd.holder(prefix) != Some(first.revision) {
        return in_time(last);
    }
    for renewal in 1..=renewals {
        let at = begin + RENEW * renewal;
        thread::sleep(at.saturating_duration_since(Instant::now()));
        let sent = Instant::now();
        if !etcd.keep_alive(&first.lease) {
            return in_time(last);
        }
        last = sent;
    }
    while etcd.holder(prefix) != Some(second.revision) {
        assert!(last.elapsed() < PATIENCE, "the lease never ends");
        thread::sleep(Duration::from_millis(5));
    }
    let late = last
        .elapsed()
        .checked_sub(TTL)
        .expect("no lease ends early");
    assert!(!etcd.keep_alive(&first.lease), "it is never made anew");
    Some(Passed {
        first,
        second,
        late,
    })
}
