//! Section 1 of the page: what a state holds, and section 2: what can happen.

use std::collections::BTreeSet;

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct World {
    /// The clients by number.
    pub clients: Vec<Client>,
    /// Requests in flight.
    pub in_flight: BTreeSet<Request>,
    /// The lock.
    pub lock: Lock,
    /// The resource.
    pub resource: Resource,
    /// Crashes left.
    pub crashes: u8,
    /// Forgettings left.
    pub forgets: u8,
    /// Failovers left.
    pub failovers: u8,
    /// Keys that may be dropped.
    pub drops: u8,
}

/// Where a client is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Before a step of its plan.
    Before(usize),
    /// Waiting for the answer to one.
    Waiting(usize),
    /// Done.
    Done,
    /// Crashed.
    Crashed,
}

/// A client.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client {
    /// Where it is.
    pub place: Place,
    /// The answer that it has not handled.
    pub answer: Option<Answer>,
    /// While it waits for Redlock nodes: what each has answered.
    pub votes: Vec<Option<bool>>,
    /// Its grant.
    pub grant: Option<u8>,
    /// Its token.
    pub token: Option<u8>,
    /// What it has read.
    pub read: Option<u8>,
    /// Whether its deadline has passed.
    pub over: bool,
}

/// An answer of the lease service or of the resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// The lock is granted.
    Granted {
        /// The grant.
        grant: u8,
        /// Its token.
        token: u8,
    },
    /// The lock is refused.
    Refused,
    /// The grant holds.
    Holds,
    /// It does not.
    Gone,
    /// The version that was read; or 1 if the job is done, else 0.
    Read(u8),
    /// It was applied.
    Applied,
    /// The key is known.
    Duplicate,
    /// The token is too small.
    StaleToken,
    /// The version is another.
    VersionConflict,
}

/// A request in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Request {
    /// Whose.
    pub client: u8,
    /// To which node; 0 if it is for the resource.
    pub node: u8,
    /// What it asks, and what it carries.
    pub asks: Asks,
}

/// What a request asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    /// The lock.
    Acquire,
    /// Whether the grant holds.
    Holds {
        /// Which.
        grant: Option<u8>,
    },
    /// To free the lease of this grant.
    ReleaseLease {
        /// Which.
        grant: Option<u8>,
    },
    /// To free the client's value.
    ReleaseValue,
    /// To read.
    Read {
        /// The client's.
        grant: Option<u8>,
        /// The client's.
        token: Option<u8>,
    },
    /// To write.
    Write {
        /// The client's.
        grant: Option<u8>,
        /// The client's.
        token: Option<u8>,
    },
    /// To update.
    Update {
        /// The client's.
        grant: Option<u8>,
        /// The client's.
        token: Option<u8>,
        /// What it rests on.
        read: Option<u8>,
    },
    /// To do the job.
    Effect {
        /// The client's.
        grant: Option<u8>,
        /// The client's.
        token: Option<u8>,
    },
}

/// The lock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lock {
    /// There is none.
    Nothing,
    /// The lease service.
    Lease {
        /// The holder: client and grant.
        holder: Option<(u8, u8)>,
        /// The next token.
        next_token: u8,
        /// Grants so far.
        grants: u8,
    },
    /// Redlock.
    Redlock {
        /// For each node, whose value it holds.
        nodes: Vec<Option<u8>>,
        /// Grants so far.
        grants: u8,
    },
}

/// The resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resource {
    /// Applied writes and updates.
    pub version: u8,
    /// The highest token.
    pub highest: Option<u8>,
    /// Whether the key is remembered.
    pub key: bool,
    /// Whether the job is done.
    pub job_done: bool,
    /// The largest grant of an applied write or update.
    pub largest: Option<u8>,
    /// Whether the cell's harm was done.
    pub harmed: bool,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The client's deadline passes.
    DeadlinePassed(u8),
    /// The node drops what it holds.
    Expire(u8),
    /// The node forgets what it holds.
    Forget(u8),
    /// The lease service fails over.
    FailOver,
    /// The key is dropped.
    DropKey,
    /// The request arrives.
    Arrive(Request),
    /// The client does what comes next.
    Step(u8),
    /// The client crashes.
    Crash(u8),
}

impl World {
    /// The same with two clients exchanged: the first and the second.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let other = |id: u8| match id {
            0 => 1,
            1 => 0,
            id => id,
        };
        let mut world = self.clone();
        world.clients.swap(0, 1);
        world.in_flight = self
            .in_flight
            .iter()
            .map(|request| Request {
                client: other(request.client),
                ..*request
            })
            .collect();
        match &mut world.lock {
            Lock::Nothing => {}
            Lock::Lease { holder, .. } => {
                *holder = holder.map(|(client, grant)| (other(client), grant));
            }
            Lock::Redlock { nodes, .. } => {
                for node in nodes {
                    *node = node.map(other);
                }
            }
        }
        world
    }
}

impl Client {
    /// It has not begun.
    pub fn new() -> Self {
        Self {
            place: Place::Before(0),
            answer: None,
            votes: Vec::new(),
            grant: None,
            token: None,
            read: None,
            over: false,
        }
    }

    /// Neither done nor crashed.
    pub fn lives(&self) -> bool {
        !matches!(self.place, Place::Done | Place::Crashed)
    }

    /// Something that it could do now.
    pub fn can_step(&self) -> bool {
        match self.place {
            Place::Before(_) => true,
            Place::Waiting(_) => {
                let votes = !self.votes.is_empty() && self.votes.iter().all(Option::is_some);
                self.answer.is_some() || votes
            }
            Place::Done | Place::Crashed => false,
        }
    }

    /// It becomes done, or crashes, and forgets.
    pub fn end(&mut self, place: Place) {
        *self = Self {
            place,
            over: self.over,
            ..Self::new()
        };
    }
}

impl Default for Client {
    fn default() -> Self {
        Self::new()
    }
}
