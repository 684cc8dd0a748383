//! The lease service: one node that hands out one lock for a time
//! (`docs/model.md`, section 5). It knows no clock: that a lease has run out,
//! or lock-delay has passed, is said to it.
//!
//! ```
//! use fencelab::model::lease::{Acquired, AfterEnd, Lease, Request, Waiting};
//! use fencelab::model::{Attempt, ClientId, Token};
//!
//! let mut lease = Lease::new(Token(33));
//! let first = lease.acquire(Request::new(ClientId(0), Attempt(1)), Waiting::Poll);
//! assert!(matches!(first, Acquired::Granted(held) if held.token == Token(33)));
//! lease.expire(AfterEnd::Free);
//! let second = lease.acquire(Request::new(ClientId(1), Attempt(1)), Waiting::Poll);
//! assert!(matches!(second, Acquired::Granted(held) if held.token == Token(34)));
//! ```

use super::{Attempt, ClientId, LocalTime, Millis, Ordinal, Token};
use serde::Serialize;
use std::collections::VecDeque;

/// What a request does that cannot be granted at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// It is refused, and the client asks again.
    #[default]
    Poll,
    /// It waits in line at the service.
    Queue,
}

/// What a release deletes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Release {
    /// Only the client's own grant.
    #[default]
    IfMine,
    /// Whatever is there.
    Always,
}

/// What a failover loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailoverForgets {
    /// The holder.
    Lock,
    /// The holder and the newest tokens.
    LockAndCounter,
}

/// How a grant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// Its TTL passed on the service's clock.
    Expiry,
    /// Its client gave it back.
    Release,
    /// Another client's `always` release.
    Deleted,
    /// The service dropped or erased it.
    Lost,
    /// A failover.
    Failover,
}

/// Why the lease service refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Denial {
    /// Somebody holds the lock.
    Held,
    /// Lock-delay is running.
    LockDelay,
}

/// A request for the lock, as it stands before the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Whose.
    pub client: ClientId,
    /// Which of the client's attempts.
    pub attempt: Attempt,
    /// When it arrived, on the service's clock; a grant tells how long it waited.
    pub arrived: LocalTime,
    /// How long its answer will travel.
    pub reply: Millis,
}

impl Request {
    /// A request for which time does not matter.
    #[must_use]
    pub const fn new(client: ClientId, attempt: Attempt) -> Self {
        Self {
            client,
            attempt,
            arrived: LocalTime(0),
            reply: Millis::ZERO,
        }
    }
}

/// The grant that holds the lock now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// Who holds it.
    pub client: ClientId,
    /// In answer to which attempt.
    pub attempt: Attempt,
    /// Its number in true order.
    pub grant: Ordinal,
    /// The token minted with it.
    pub token: Token,
}

/// The answer to a request for the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acquired {
    /// It has the lock.
    Granted(Held),
    /// It does not get it.
    Denied(Denial),
    /// It waits in line; no answer yet.
    Queued,
}

/// What comes after a lease that ran out or was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterEnd {
    /// The lock is free at once.
    Free,
    /// Lock-delay: nothing is granted until [`Lease::delay_passed`].
    Delay,
}

/// What a release asks to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deletion<Own> {
    /// Only this.
    Own(Own),
    /// Whatever is there.
    Whatever,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Free,
    Held(Held),
    Delayed,
}

/// The lease service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    state: State,
    next_token: Token,
    grants: Ordinal,
    line: VecDeque<Request>,
}

impl Lease {
    /// A service that has granted nothing yet and will begin with `first_token`.
    #[must_use]
    pub const fn new(first_token: Token) -> Self {
        Self {
            state: State::Free,
            next_token: first_token,
            grants: Ordinal(0),
            line: VecDeque::new(),
        }
    }

    /// A service as it stands when it has given so many grants and nobody waits:
    /// for a caller that keeps states and drives the machine from any of them.
    #[must_use]
    pub const fn resumed(holder: Option<Held>, next_token: Token, grants: Ordinal) -> Self {
        Self {
            state: match holder {
                Some(held) => State::Held(held),
                None => State::Free,
            },
            next_token,
            grants,
            line: VecDeque::new(),
        }
    }

    /// Who holds the lock, in fact: what a client believes is no concern of the service.
    #[must_use]
    pub const fn holder(&self) -> Option<Held> {
        match self.state {
            State::Held(held) => Some(held),
            State::Free | State::Delayed => None,
        }
    }

    /// Whether this grant holds the lock: what a renewal and an `ask` are answered by.
    #[must_use]
    pub fn holds(&self, grant: Ordinal) -> bool {
        self.holder().is_some_and(|held| held.grant == grant)
    }

    /// The token that the next grant gets.
    #[must_use]
    pub const fn next_token(&self) -> Token {
        self.next_token
    }

    /// How many grants there have been.
    #[must_use]
    pub const fn grants(&self) -> Ordinal {
        self.grants
    }

    /// A request arrives: granted if the lock is free; else refused, or put into the line.
    /// The caller keeps the time: of a grant it must count the TTL on the service's clock.
    pub fn acquire(&mut self, request: Request, waiting: Waiting) -> Acquired {
        let denial = match self.state {
            State::Free => return Acquired::Granted(self.grant(request)),
            State::Held(_) => Denial::Held,
            State::Delayed => Denial::LockDelay,
        };
        match waiting {
            Waiting::Poll => Acquired::Denied(denial),
            Waiting::Queue => {
                self.line.push_back(request);
                Acquired::Queued
            }
        }
    }

    /// Grants the lock to the first in line, if it is free and somebody waits.
    pub fn grant_next(&mut self) -> Option<(Held, Request)> {
        match self.state {
            State::Free => {
                let request = self.line.pop_front()?;
                Some((self.grant(request), request))
            }
            State::Held(_) | State::Delayed => None,
        }
    }

    /// A release arrives. Returns the grant that it ended, and how.
    pub fn release(
        &mut self,
        from: ClientId,
        deletion: Deletion<Ordinal>,
    ) -> Option<(Held, EndedBy)> {
        let held = self.holder()?;
        let deletes = match deletion {
            Deletion::Own(grant) => held.grant == grant,
            Deletion::Whatever => true,
        };
        if !deletes {
            return None;
        }
        self.state = State::Free;
        let by = if held.client == from {
            EndedBy::Release
        } else {
            EndedBy::Deleted
        };
        Some((held, by))
    }

    /// The lease has run out on the service's clock, or the service drops the
    /// holder's session. Returns the grant that this ended.
    pub fn expire(&mut self, after: AfterEnd) -> Option<Held> {
        let held = self.holder()?;
        self.state = match after {
            AfterEnd::Free => State::Free,
            AfterEnd::Delay => State::Delayed,
        };
        Some(held)
    }

    /// Whether lock-delay is running: free, and granted to nobody.
    #[must_use]
    pub fn is_delayed(&self) -> bool {
        self.state == State::Delayed
    }

    /// Lock-delay has passed on the service's clock.
    pub fn delay_passed(&mut self) {
        if self.is_delayed() {
            self.state = State::Free;
        }
    }

    /// The holder is forgotten, and a running lock-delay with it; the counter
    /// and the line stay. Returns the grant that this ended.
    pub fn erase(&mut self) -> Option<Held> {
        let held = self.holder();
        self.state = State::Free;
        held
    }

    /// Another goes on in the service's place. Returns the grant that it forgot.
    pub fn fail_over(&mut self, forgets: FailoverForgets, counter_back_by: u64) -> Option<Held> {
        match forgets {
            FailoverForgets::Lock => {}
            FailoverForgets::LockAndCounter => {
                self.next_token = self.next_token.back(counter_back_by);
            }
        }
        self.erase()
    }

    fn grant(&mut self, request: Request) -> Held {
        self.grants = self.grants.next();
        let held = Held {
            client: request.client,
            attempt: request.attempt,
            grant: self.grants,
            token: self.next_token,
        };
        self.next_token = self.next_token.next();
        self.state = State::Held(held);
        held
    }
}

#[cfg(test)]
mod tests;
