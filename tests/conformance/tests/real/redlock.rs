//! Three and five Redis servers, and the model's nodes with its majority: random sequences
//! in which messages may miss some nodes, so that these come to differ.

use conformance::dice::Dice;
use conformance::follow::{Compared, Follower, Tally, Window};
use conformance::redis::{Keeps, Redis, start};
use conformance::server::Server;
use fencelab::model::lease::Deletion;
use fencelab::model::redlock::{Value, count, drift, evaluate, majority};
use fencelab::model::{Attempt, ClientId, Millis, Node};
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

const ROWS: u64 = 8;
const SEQUENCES_IN_A_ROW: u64 = 10;
const STEPS: u32 = 30;
const CLIENTS: u64 = 3;
const DRIFT_PER_MILLE: u16 = 10;
const DRIFT_MS: i64 = 2;

#[test]
fn three_redis_servers_vote_as_three_nodes_do() {
    follow("3 redis-servers and Redlock", 3);
}

#[test]
fn five_redis_servers_vote_as_five_nodes_do() {
    follow("5 redis-servers and Redlock", 5);
}

fn follow(name: &str, nodes: u64) {
    let servers: Vec<Server> = (0..nodes).map(|_| start(Keeps::Nothing)).collect();
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let rows: Vec<_> = (0..ROWS)
        .map(|row| {
            let addresses = addresses.clone();
            thread::spawn(move || follow_row(&addresses, row))
        })
        .collect();
    let mut tally = Tally::default();
    for row in rows {
        tally.join(&row.join().expect("a row without difference"));
    }
    tally.conclude(
        name,
        &[
            "vote yes",
            "vote no",
            "granted by majority",
            "voted down",
            "unlocked",
            "not unlocked: not mine",
            "extended if mine",
            "deleted at one node",
            "held by a majority",
            "held by nobody",
        ],
    );
}

fn follow_row(addresses: &[SocketAddr], row: u64) -> Tally {
    let mut tally = Tally::default();
    for place in 0..SEQUENCES_IN_A_ROW {
        let seed = 1000 * addresses.len() as u64 + row * SEQUENCES_IN_A_ROW + place;
        let mut sequence = Sequence::new(addresses, seed);
        for step in 0..STEPS {
            if let Err(difference) = sequence.step(&mut tally) {
                panic!("seed {seed}, step {step}: {difference}");
            }
        }
        tally.sequences += 1;
    }
    tally
}

/// A server and the node that follows it.
struct Pair {
    redis: Redis,
    node: Follower<Node>,
}

struct Sequence {
    pairs: Vec<Pair>,
    dice: Dice,
    key: String,
    /// Of each client, its last value.
    values: Vec<Value>,
    attempts: u32,
    ttl_ms: u64,
}

impl Sequence {
    fn new(addresses: &[SocketAddr], seed: u64) -> Self {
        let pair = |address: &SocketAddr| Pair {
            redis: Redis::open(*address).expect("a server that is up"),
            node: Follower::new(Node::default()),
        };
        let value = |client| Value {
            client: ClientId(client),
            attempt: Attempt(0),
        };
        Self {
            pairs: addresses.iter().map(pair).collect(),
            dice: Dice::new(seed),
            key: format!("redlock:{seed}"),
            values: (0..CLIENTS as u8).map(value).collect(),
            attempts: 0,
            ttl_ms: 20,
        }
    }

    fn step(&mut self, tally: &mut Tally) -> Result<(), String> {
        let client = self.dice.below(CLIENTS) as usize;
        match self.dice.below(100) {
            0..35 => self.attempt(client, tally),
            35..45 => {
                let value = self.values[client];
                let reached = self.reached();
                self.unlock(value, &reached, tally)
            }
            45..53 => self.extend(client, tally),
            53..60 => self.delete_at_one(client, tally),
            60..78 => self.look(tally),
            _ => {
                self.wait();
                Ok(())
            }
        }
    }

    /// The nodes that a message reaches: mostly all, sometimes any.
    fn reached(&mut self) -> Vec<usize> {
        let all = 0..self.pairs.len();
        if self.dice.below(2) == 0 {
            return all.collect();
        }
        all.filter(|_| self.dice.below(3) > 0).collect()
    }

    /// A client takes the lock by the rules of the Redis documentation, on its own reckoning.
    fn attempt(&mut self, client: usize, tally: &mut Tally) -> Result<(), String> {
        self.attempts += 1;
        let value = Value {
            client: ClientId(client as u8),
            attempt: Attempt(self.attempts),
        };
        self.values[client] = value;
        self.ttl_ms = self.dice.between(20, 200);
        let (ttl_ms, nodes) = (self.ttl_ms, self.pairs.len());
        let reached = self.reached();
        let start = Instant::now();
        let mut yes = 0;
        for &place in &reached {
            let pair = &mut self.pairs[place];
            let (stored, window) = Window::of(|| pair.redis.set(&self.key, &text(value), ttl_ms));
            let compared = pair
                .node
                .step(window, &stored, |node| node.store(value).is_yes())
                .map_err(|difference| format!("node {place}: {difference}"))?;
            tally.note(
                compared,
                if stored { "vote yes" } else { "vote no" },
                window,
            );
            if stored {
                yes += 1;
                pair.node.holds_for(window, ttl_ms);
            }
        }
        let elapsed = start.elapsed();
        let ttl_us = i128::from(ttl_ms) * 1000;
        let drift_us = ttl_us * i128::from(DRIFT_PER_MILLE) / 1000 + i128::from(DRIFT_MS) * 1000;
        let validity_us = ttl_us - elapsed.as_micros() as i128 - drift_us;
        let granted = yes * 2 > nodes && validity_us > 0;

        let ttl = Millis(ttl_ms as i64);
        let model = evaluate(
            yes as u8,
            nodes as u8,
            ttl,
            Millis(elapsed.as_millis() as i64),
            drift(ttl, DRIFT_PER_MILLE, Millis(DRIFT_MS)),
        );
        let compared = if validity_us.abs() < 3000 {
            Compared::Dropped
        } else if model.is_granted == granted {
            Compared::Same
        } else {
            return Err(format!("granted is {granted}, {yes} of {nodes}: {model:?}"));
        };
        let window = Window {
            begin: start,
            end: start + elapsed,
        };
        let kind = if granted {
            "granted by majority"
        } else {
            "voted down"
        };
        tally.note(compared, kind, window);
        if granted {
            return Ok(());
        }
        let all: Vec<_> = (0..nodes).collect();
        self.unlock(value, &all, tally)
    }

    fn unlock(&mut self, own: Value, nodes: &[usize], tally: &mut Tally) -> Result<(), String> {
        for &place in nodes {
            let pair = &mut self.pairs[place];
            let (done, window) = Window::of(|| pair.redis.delete_if_mine(&self.key, &text(own)));
            let compared = pair
                .node
                .step(window, &done, |node| {
                    node.unlock(own.client, Deletion::Own(own)).is_some()
                })
                .map_err(|difference| format!("node {place}: {difference}"))?;
            let kind = if done {
                "unlocked"
            } else {
                "not unlocked: not mine"
            };
            tally.note(compared, kind, window);
            if done {
                pair.node.holds_nothing();
            }
        }
        Ok(())
    }

    fn extend(&mut self, client: usize, tally: &mut Tally) -> Result<(), String> {
        let own = self.values[client];
        let ttl_ms = self.dice.between(20, 200);
        for place in self.reached() {
            let pair = &mut self.pairs[place];
            let ask = || pair.redis.extend_if_mine(&self.key, &text(own), ttl_ms);
            let (done, window) = Window::of(ask);
            let compared = pair
                .node
                .step(window, &done, |node| node.value() == Some(own))
                .map_err(|difference| format!("node {place}: {difference}"))?;
            let kind = if done {
                "extended if mine"
            } else {
                "not extended: not mine"
            };
            tally.note(compared, kind, window);
            if done {
                pair.node.holds_for(window, ttl_ms);
            }
        }
        Ok(())
    }

    fn delete_at_one(&mut self, client: usize, tally: &mut Tally) -> Result<(), String> {
        let place = self.dice.below(self.pairs.len() as u64) as usize;
        let pair = &mut self.pairs[place];
        let (done, window) = Window::of(|| pair.redis.delete(&self.key));
        let compared = pair
            .node
            .step(window, &done, |node| {
                let deleted = node.unlock(ClientId(client as u8), Deletion::Whatever);
                deleted.is_some()
            })
            .map_err(|difference| format!("node {place}: {difference}"))?;
        let kind = if done {
            "deleted at one node"
        } else {
            "not deleted: not there"
        };
        tally.note(compared, kind, window);
        if done {
            pair.node.holds_nothing();
        }
        Ok(())
    }

    /// Which client do a majority of servers have, and which a majority of nodes?
    fn look(&mut self, tally: &mut Tally) -> Result<(), String> {
        let start = Instant::now();
        let mut clear = true;
        let mut found = Vec::new();
        let mut nodes = Vec::new();
        for (place, pair) in self.pairs.iter_mut().enumerate() {
            let (real, window) = Window::of(|| pair.redis.get(&self.key));
            let compared = pair
                .node
                .step(window, &real, |node| node.value().map(text))
                .map_err(|difference| format!("node {place}: {difference}"))?;
            clear &= compared == Compared::Same;
            tally.note(compared, "value", window);
            found.push(real);
            nodes.push(pair.node.model.clone());
        }
        let holds = |client: &u8| {
            let name = format!("client {client},");
            let has = |value: &&Option<String>| {
                value.as_ref().is_some_and(|text| text.starts_with(&name))
            };
            found.iter().filter(has).count() * 2 > found.len()
        };
        let real = (0..CLIENTS as u8).find(holds);
        let needed = majority(nodes.len() as u8);
        let model = (0..CLIENTS as u8)
            .find(|client| count(nodes.iter(), |value| value.client.0 == *client) >= needed);
        if real != model {
            return Err(format!("held by {real:?}, in the model by {model:?}"));
        }
        let compared = if clear {
            Compared::Same
        } else {
            Compared::Dropped
        };
        let window = Window {
            begin: start,
            end: Instant::now(),
        };
        let kind = if real.is_some() {
            "held by a majority"
        } else {
            "held by nobody"
        };
        tally.note(compared, kind, window);
        Ok(())
    }

    fn wait(&mut self) {
        let ms = match self.dice.below(3) {
            0 => self.dice.between(1, 15),
            1 => self.ttl_ms * self.dice.between(20, 90) / 100,
            _ => self.ttl_ms + self.dice.between(10, 30),
        };
        thread::sleep(Duration::from_millis(ms));
    }
}

fn text(value: Value) -> String {
    format!("client {}, attempt {}", value.client.0, value.attempt.0)
}
