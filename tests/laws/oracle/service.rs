//! The lock services of the second implementation.

use super::{Answer, Due, Granted, Link, Message, Question, World};
use fencelab::model::{Token, TrueTime};
use fencelab::sim::report::EndedBy;
use fencelab::sim::scenario::{FailoverForgets, Fault, Service, Tokens, Waiting};

/// The lease service.
pub struct Lease {
    /// The grant that holds, and the local time at which it ends.
    pub holder: Option<(usize, i64)>,
    /// The local time until which nothing is granted.
    pub delay_until: Option<i64>,
    /// The messages that wait in line, with the local time of their arrival.
    line: Vec<(Message, u32, i64)>,
    next_token: u64,
}

impl Lease {
    pub const fn new(first_token: u64) -> Self {
        Self {
            holder: None,
            delay_until: None,
            line: Vec::new(),
            next_token: first_token,
        }
    }
}

/// A value on a Redlock node.
#[derive(Clone)]
pub struct Value {
    pub client: usize,
    pub attempt: u32,
    pub expires_local: i64,
}

impl World<'_> {
    fn rate(&self, which: usize) -> i64 {
        self.s
            .faults
            .iter()
            .find_map(|fault| match fault {
                Fault::ClockRate { node, per_mille } if node.index() == which => {
                    Some(i64::from(*per_mille))
                }
                _ => None,
            })
            .unwrap_or(1000)
    }

    fn node_clock(&self, node: usize) -> i64 {
        self.now * self.rate(node) / 1000 + self.jumps[node]
    }

    /// The first true instant from now on at which the node's clock shows at least `local`.
    fn when(&self, node: usize, local: i64) -> i64 {
        if self.node_clock(node) >= local {
            return self.now;
        }
        let needed = (local - self.jumps[node]) * 1000;
        let rate = self.rate(node);
        needed.div_euclid(rate) + i64::from(needed.rem_euclid(rate) != 0)
    }

    /// Who holds: a fact.
    pub fn holder(&self) -> Option<usize> {
        match self.s.lock.service {
            Service::Lease => self
                .lease
                .holder
                .map(|(grant, _)| self.grants[grant].client),
            Service::Redlock => (0..self.clients.len()).find(|client| {
                let nodes = self.nodes.iter().flatten();
                nodes.filter(|value| value.client == *client).count() >= self.majority()
            }),
        }
    }

    pub fn majority(&self) -> usize {
        self.nodes.len() / 2 + 1
    }

    fn grant_has_majority(&self, grant: usize) -> bool {
        let Granted {
            client, attempt, ..
        } = &self.grants[grant];
        let nodes = self.nodes.iter().flatten();
        nodes
            .filter(|value| value.client == *client && value.attempt == *attempt)
            .count()
            >= self.majority()
    }

    pub fn serve(&mut self, message: &Message, question: &Question) {
        let Link::Node(node) = message.link else {
            return self.serve_beside_nodes(message, question);
        };
        match (self.s.lock.service, question) {
            (Service::Lease, Question::Acquire { attempt }) => {
                self.lease_acquire(message, *attempt);
            }
            (
                Service::Lease,
                Question::Release {
                    grant, whatever, ..
                },
            ) => {
                if let Some((held, _)) = self.lease.holder {
                    if *grant == Some(held) {
                        self.lease_ends(EndedBy::Release, false);
                    } else if *whatever {
                        let own = self.grants[held].client == message.client;
                        self.lease_ends(
                            if own {
                                EndedBy::Release
                            } else {
                                EndedBy::Deleted
                            },
                            false,
                        );
                    }
                }
            }
            (Service::Lease, Question::Renew { grant, sent_local }) => {
                let yes = self.lease.holder.is_some_and(|(held, _)| held == *grant);
                if yes {
                    let expires = self.node_clock(0) + self.s.lock.ttl.0;
                    self.lease.holder = Some((*grant, expires));
                    self.plan_expiry(0, expires);
                }
                let answer = Answer::Renew {
                    grant: *grant,
                    yes,
                    sent_local: *sent_local,
                };
                self.reply(message, answer);
            }
            (Service::Lease, Question::Ask { grant, asked }) => {
                let yes = self.lease.holder.is_some_and(|(held, _)| held == *grant);
                self.reply(message, Answer::Ask { asked: *asked, yes });
            }
            (Service::Redlock, Question::Acquire { attempt }) => {
                let yes = self.nodes[node].is_none();
                if yes {
                    let expires_local = self.node_clock(node) + self.s.lock.ttl.0;
                    let (client, attempt) = (message.client, *attempt);
                    self.nodes[node] = Some(Value {
                        client,
                        attempt,
                        expires_local,
                    });
                    self.plan_expiry(node, expires_local);
                }
                self.reply(
                    message,
                    Answer::Vote {
                        attempt: *attempt,
                        yes,
                    },
                );
            }
            (
                Service::Redlock,
                Question::Release {
                    value, whatever, ..
                },
            ) => {
                if let Some(there) = &self.nodes[node] {
                    let own = there.client == message.client;
                    if own && (*whatever || Some(there.attempt) == *value) {
                        self.value_gone(node, EndedBy::Release);
                    } else if *whatever {
                        self.value_gone(node, EndedBy::Deleted);
                    }
                }
            }
            (_, other) => unreachable!("{other:?} at a node"),
        }
    }

    fn serve_beside_nodes(&mut self, message: &Message, question: &Question) {
        match question {
            Question::Count { grant } => {
                let token = self.counter_next;
                self.counter_next += 1;
                // Reading: the grant has its token as soon as the counter has given it.
                self.grants[*grant].report.token = Some(Token(token));
                self.reply(
                    message,
                    Answer::Count {
                        grant: *grant,
                        token,
                    },
                );
            }
            Question::Ask { grant, asked } => {
                // Reading: a grant holds on Redlock while a majority has its value.
                let yes = self.grant_has_majority(*grant);
                self.reply(message, Answer::Ask { asked: *asked, yes });
            }
            other => unreachable!("{other:?} beside the nodes"),
        }
    }

    fn lease_acquire(&mut self, message: &Message, attempt: u32) {
        if self.lease.holder.is_none() && self.lease.delay_until.is_none() {
            self.lease_grant(message, attempt, 0);
        } else if self.s.lock.waiting == Waiting::Queue {
            let clock = self.node_clock(0);
            self.lease.line.push((message.clone(), attempt, clock));
        } else {
            self.reply(
                message,
                Answer::Acquire {
                    attempt,
                    granted: None,
                },
            );
        }
    }

    fn lease_grant(&mut self, message: &Message, attempt: u32, waited: i64) {
        let token = (self.s.lock.tokens == Tokens::Counter).then_some(self.lease.next_token);
        self.lease.next_token += 1;
        let grant = self.grants.len();
        let report = self.grant_report(message.client, token);
        self.grants.push(Granted {
            client: message.client,
            attempt,
            report,
        });
        self.clients[message.client].ever_granted = true;
        let expires = self.node_clock(0) + self.s.lock.ttl.0;
        self.lease.holder = Some((grant, expires));
        self.plan_expiry(0, expires);
        self.reply(
            message,
            Answer::Acquire {
                attempt,
                granted: Some((grant, waited)),
            },
        );
    }

    /// The line moves up, if the lock is free and the service is up.
    pub fn grant_next(&mut self) {
        if self.s.lock.service == Service::Lease
            && self.lease.holder.is_none()
            && self.lease.delay_until.is_none()
            && !self.node_is_down(0)
            && !self.lease.line.is_empty()
        {
            let (message, attempt, since) = self.lease.line.remove(0);
            let waited = self.node_clock(0) - since;
            self.lease_grant(&message, attempt, waited);
        }
    }

    /// The lease ends; the line moves up unless lock-delay holds it back.
    fn lease_ends(&mut self, by: EndedBy, with_delay: bool) {
        let (grant, _) = self.lease.holder.take().unwrap();
        let report = &mut self.grants[grant].report;
        report.ended = Some(TrueTime(self.now));
        report.ended_by = Some(by);
        self.agenda
            .retain(|(_, _, _, due)| !matches!(due, Due::Expiry(_)));
        if with_delay && self.s.lock.lock_delay.0 > 0 {
            let until = self.node_clock(0) + self.s.lock.lock_delay.0;
            self.lease.delay_until = Some(until);
            self.plan_lock_delay(until);
        } else {
            self.grant_next();
        }
    }

    fn plan_expiry(&mut self, node: usize, local: i64) {
        self.agenda
            .retain(|(_, _, _, due)| !matches!(due, Due::Expiry(of) if *of == node));
        let at = self.when(node, local);
        self.put(at, 2, Due::Expiry(node));
    }

    fn plan_lock_delay(&mut self, local: i64) {
        self.agenda
            .retain(|(_, _, _, due)| !matches!(due, Due::LockDelayEnds));
        let at = self.when(0, local);
        self.put(at, 2, Due::LockDelayEnds);
    }

    fn clear_lock_delay(&mut self) {
        self.lease.delay_until = None;
        self.agenda
            .retain(|(_, _, _, due)| !matches!(due, Due::LockDelayEnds));
    }

    pub fn lock_delay_ends(&mut self) {
        self.clear_lock_delay();
        self.grant_next();
    }

    pub fn runs_out(&mut self, node: usize) {
        match self.s.lock.service {
            Service::Lease => self.lease_ends(EndedBy::Expiry, true),
            Service::Redlock => self.value_gone(node, EndedBy::Expiry),
        }
    }

    /// Reading: what a jump makes end now ends as every lease does, by its
    /// timer: at this instant, after all that begins at it.
    pub fn clock_jumps(&mut self, node: usize, by: i64) {
        self.jumps[node] += by;
        if let Some((_, expires)) = self.lease.holder {
            self.plan_expiry(node, expires);
        }
        if let Some(until) = self.lease.delay_until {
            self.plan_lock_delay(until);
        }
        if let Some(value) = self.nodes[node].clone() {
            self.plan_expiry(node, value.expires_local);
        }
    }

    pub fn erase(&mut self, node: usize) {
        match self.s.lock.service {
            Service::Lease => {
                self.clear_lock_delay();
                if self.lease.holder.is_some() {
                    self.lease_ends(EndedBy::Lost, false);
                }
            }
            Service::Redlock => {
                if self.nodes[node].is_some() {
                    self.value_gone(node, EndedBy::Lost);
                }
            }
        }
    }

    pub fn failover(&mut self, forgets: FailoverForgets, counter_back_by: u64) {
        if forgets == FailoverForgets::LockAndCounter {
            self.lease.next_token = self.lease.next_token.saturating_sub(counter_back_by);
        }
        self.clear_lock_delay();
        if self.lease.holder.is_some() {
            self.lease_ends(EndedBy::Failover, false);
        } else {
            self.grant_next();
        }
    }

    pub fn lock_lost(&mut self) {
        if self.lease.holder.is_some() {
            self.lease_ends(EndedBy::Lost, true);
        }
    }

    fn value_gone(&mut self, node: usize, by: EndedBy) {
        let value = self.nodes[node].take().unwrap();
        self.agenda
            .retain(|(_, _, _, due)| !matches!(due, Due::Expiry(of) if *of == node));
        self.last_loss.insert((value.client, value.attempt), by);
        for grant in 0..self.grants.len() {
            self.close_if_lost(grant);
        }
    }

    /// A Redlock grant ends when no majority has its value any more.
    pub fn close_if_lost(&mut self, grant: usize) {
        if self.grants[grant].report.ended.is_none() && !self.grant_has_majority(grant) {
            let of = (self.grants[grant].client, self.grants[grant].attempt);
            let by = self.last_loss.get(&of).copied();
            let report = &mut self.grants[grant].report;
            report.ended = Some(TrueTime(self.now));
            report.ended_by = by;
        }
    }
}
