//! One Redis server, and the model's lease: random sequences of what clients do to a lock.

use conformance::dice::Dice;
use conformance::follow::{Follower, Tally, Window};
use conformance::redis::{Keeps, Redis, start};
use fencelab::model::lease::{Acquired, Deletion, Request};
use fencelab::model::{Attempt, ClientId, Lease, Ordinal, Token, Waiting};
use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

/// Sequences at a time: they mostly wait.
const ROWS: u64 = 16;
const SEQUENCES_IN_A_ROW: u64 = 12;
const STEPS: u32 = 36;
const CLIENTS: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tokens {
    /// SET NX PX alone.
    None,
    /// With INCR, in one script.
    Counter,
}

/// What is answered: by the server, and by the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Granted(Option<u64>),
    Refused,
    Done(bool),
}

#[test]
fn one_redis_grants_and_refuses_as_the_lease_does() {
    let server = start(Keeps::Nothing);
    let address = server.address;
    let rows: Vec<_> = (0..ROWS)
        .map(|row| thread::spawn(move || follow_row(address, row)))
        .collect();
    let mut tally = Tally::default();
    for row in rows {
        tally.join(&row.join().expect("a row without difference"));
    }
    tally.conclude(
        "one redis-server and the lease",
        &[
            "granted",
            "granted after expiry",
            "refused",
            "deleted if mine",
            "not deleted: not mine",
            "extended if mine",
            "not extended: not mine",
            "deleted",
            "not deleted: not there",
        ],
    );
}

fn follow_row(address: SocketAddr, row: u64) -> Tally {
    let mut tally = Tally::default();
    for place in 0..SEQUENCES_IN_A_ROW {
        let seed = row * SEQUENCES_IN_A_ROW + place;
        let mut sequence = Sequence::new(address, seed);
        for step in 0..STEPS {
            if let Err(difference) = sequence.step(&mut tally) {
                panic!("seed {seed}, step {step}: {difference}");
            }
        }
        tally.sequences += 1;
    }
    tally
}

struct Sequence {
    redis: Redis,
    dice: Dice,
    tokens: Tokens,
    key: String,
    lease: Follower<Lease>,
    /// Of each client, its last grant: the value at the server, the ordinal in the model.
    grants: Vec<(String, Ordinal)>,
    attempts: u32,
    ttl_ms: u64,
}

impl Sequence {
    fn new(address: SocketAddr, seed: u64) -> Self {
        Self {
            redis: Redis::open(address).expect("a server that is up"),
            dice: Dice::new(seed),
            tokens: if seed.is_multiple_of(2) {
                Tokens::None
            } else {
                Tokens::Counter
            },
            key: format!("lease:{seed}"),
            lease: Follower::new(Lease::new(Token(1))),
            grants: (0..CLIENTS)
                .map(|client| (format!("{client} has none"), Ordinal(0)))
                .collect(),
            attempts: 0,
            ttl_ms: 20,
        }
    }

    fn step(&mut self, tally: &mut Tally) -> Result<(), String> {
        let client = self.dice.below(CLIENTS) as u8;
        match self.dice.below(100) {
            0..40 => self.acquire(client, tally),
            40..52 => self.release(client, tally),
            52..64 => self.renew(client, tally),
            64..70 => self.delete(client, tally),
            _ => {
                self.wait();
                Ok(())
            }
        }
    }

    fn acquire(&mut self, client: u8, tally: &mut Tally) -> Result<(), String> {
        self.attempts += 1;
        let attempt = Attempt(self.attempts);
        let ttl_ms = self.dice.between(20, 200);
        let value = format!("client {client}, attempt {}", attempt.0);
        let (redis, key) = (&mut self.redis, self.key.as_str());
        let (real, window) = Window::of(|| match self.tokens {
            Tokens::None => redis.set(key, &value, ttl_ms).then_some(None),
            Tokens::Counter => redis
                .set_and_count(key, &value, ttl_ms)
                .map(|(token, _)| Some(token)),
        });
        let real = real.map_or(Answer::Refused, Answer::Granted);
        let tokens = self.tokens;
        let held_before = self.lease.model.holder().is_some();
        let compared = self.lease.step(window, &real, |lease| {
            let request = Request::new(ClientId(client), attempt);
            match lease.acquire(request, Waiting::Poll) {
                Acquired::Granted(held) => {
                    Answer::Granted((tokens == Tokens::Counter).then_some(held.token.0))
                }
                Acquired::Denied(_) | Acquired::Queued => Answer::Refused,
            }
        })?;
        let kind = match real {
            Answer::Granted(_) if held_before => "granted after expiry",
            Answer::Granted(_) => "granted",
            Answer::Refused | Answer::Done(_) => "refused",
        };
        tally.note(compared, kind, window);
        if let Answer::Granted(_) = real {
            self.ttl_ms = ttl_ms;
            self.lease.holds_for(window, ttl_ms);
            let held = self.lease.model.holder().expect("the model followed");
            self.grants[usize::from(client)] = (value, held.grant);
        }
        Ok(())
    }

    fn release(&mut self, client: u8, tally: &mut Tally) -> Result<(), String> {
        let (value, grant) = self.grants[usize::from(client)].clone();
        let (done, window) = Window::of(|| self.redis.delete_if_mine(&self.key, &value));
        let compared = self.lease.step(window, &Answer::Done(done), |lease| {
            let released = lease.release(ClientId(client), Deletion::Own(grant));
            Answer::Done(released.is_some())
        })?;
        let kind = if done {
            "deleted if mine"
        } else {
            "not deleted: not mine"
        };
        tally.note(compared, kind, window);
        if done {
            self.lease.holds_nothing();
        }
        Ok(())
    }

    fn renew(&mut self, client: u8, tally: &mut Tally) -> Result<(), String> {
        let (value, grant) = self.grants[usize::from(client)].clone();
        let ttl_ms = self.dice.between(20, 200);
        let (done, window) = Window::of(|| self.redis.extend_if_mine(&self.key, &value, ttl_ms));
        let compared = self.lease.step(window, &Answer::Done(done), |lease| {
            Answer::Done(lease.holds(grant))
        })?;
        let kind = if done {
            "extended if mine"
        } else {
            "not extended: not mine"
        };
        tally.note(compared, kind, window);
        if done {
            self.ttl_ms = ttl_ms;
            self.lease.holds_for(window, ttl_ms);
        }
        Ok(())
    }

    fn delete(&mut self, client: u8, tally: &mut Tally) -> Result<(), String> {
        let (done, window) = Window::of(|| self.redis.delete(&self.key));
        let compared = self.lease.step(window, &Answer::Done(done), |lease| {
            let deleted = lease.release(ClientId(client), Deletion::Whatever);
            Answer::Done(deleted.is_some())
        })?;
        let kind = if done {
            "deleted"
        } else {
            "not deleted: not there"
        };
        tally.note(compared, kind, window);
        if done {
            self.lease.holds_nothing();
        }
        Ok(())
    }

    /// A moment, a part of the lease, or until it is over.
    fn wait(&mut self) {
        let ms = match self.dice.below(3) {
            0 => self.dice.between(1, 15),
            1 => self.ttl_ms * self.dice.between(20, 90) / 100,
            _ => self.ttl_ms + self.dice.between(10, 30),
        };
        thread::sleep(Duration::from_millis(ms));
    }
}
