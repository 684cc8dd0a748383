//! A state: no instants, only what can make a difference later (`docs/explorer.md`, section 1).
//! Two states are equal if and only if all of it is equal.

use super::setup::Setup;

/// Nobody and nothing, where a number can be missing.
pub(super) const NONE: u8 = 0;

const CLIENTS: usize = Setup::CLIENTS_MAX as usize;
const NODES: usize = Setup::NODES_MAX as usize;

/// Where a client is in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Before a step of the plan.
    Before(u8),
    /// It waits for the answer to a step.
    Waiting(u8),
    Done,
    Crashed,
}

/// An answer that is there but not yet handled. The votes of Redlock are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    None,
    /// The lease service has refused.
    Denied,
    /// The lease service has granted: ordinal and token.
    Granted {
        grant: u8,
        token: u8,
    },
    /// What the lock service says when it is asked.
    Holds(bool),
    /// What a read says: the version, and whether the job is done.
    Read {
        version: u8,
        done: bool,
    },
    Applied,
    StaleToken,
    VersionConflict,
    Duplicate,
}

/// What a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Acquire,
    Read,
    Write,
    Update,
    Effect,
    Ask,
    Release,
}

/// The requests of a client that are in flight: one, or one of a kind to each of several nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flight {
    pub kind: Option<Kind>,
    /// To which nodes, a bit each; bit 0 also for the resource.
    pub nodes: u8,
    pub grant: u8,
    pub token: u8,
    /// One more than the version.
    pub version: u8,
}

impl Flight {
    pub const EMPTY: Self = Self {
        kind: None,
        nodes: 0,
        grant: NONE,
        token: NONE,
        version: NONE,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Client {
    pub place: Place,
    pub answer: Answer,
    /// Of Redlock: who has answered yes, and who no, a bit a node.
    pub yes: u8,
    pub no: u8,
    /// The ordinal of its grant.
    pub grant: u8,
    /// Counted from the first one, which is 1.
    pub token: u8,
    /// One more than the version that it has read.
    pub version: u8,
    /// Its deadline has passed.
    pub over: bool,
    pub flight: Flight,
}

impl Client {
    const NEW: Self = Self {
        place: Place::Before(0),
        answer: Answer::None,
        yes: 0,
        no: 0,
        grant: NONE,
        token: NONE,
        version: NONE,
        over: false,
        flight: Flight::EMPTY,
    };

    /// It is done or has crashed, and forgets all but whether its deadline has passed.
    pub fn end(&mut self, place: Place) {
        *self = Self {
            place,
            over: self.over,
            flight: self.flight,
            ..Self::NEW
        };
    }
}

/// What the adversary can still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budgets {
    pub crashes: u8,
    pub forgets: u8,
    pub failovers: u8,
    pub dropped_keys: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub clients: [Client; CLIENTS],
    /// The holder of the lease and its grant; the client counts from 1.
    pub holder: u8,
    pub held: u8,
    /// The next token, counted from the first one, which is 1.
    pub next_token: u8,
    pub grants: u8,
    /// Of each Redlock node the client whose value it has, from 1.
    pub values: [u8; NODES],
    pub version: u8,
    pub highest: u8,
    pub key_known: bool,
    pub job_done: bool,
    pub latest: u8,
    pub harmed: bool,
    pub budgets: Budgets,
}

impl State {
    pub fn first(budgets: Budgets) -> Self {
        Self {
            clients: [Client::NEW; CLIENTS],
            holder: NONE,
            held: NONE,
            next_token: 1,
            grants: 0,
            values: [NONE; NODES],
            version: 0,
            highest: NONE,
            key_known: false,
            job_done: false,
            latest: NONE,
            harmed: false,
            budgets,
        }
    }

    /// The whole state in words: one for each of `clients`, and one for the rest. Different
    /// states have different words.
    pub fn pack(&self, clients: usize, words: &mut Vec<u64>) {
        words.clear();
        words.extend(self.clients.iter().take(clients).map(pack_client));
        let mut word = Word::default();
        word.put(3, self.holder);
        word.put(3, self.held);
        word.put(4, self.next_token);
        word.put(3, self.grants);
        for value in self.values {
            word.put(3, value);
        }
        word.put(3, self.version);
        word.put(4, self.highest);
        word.put(1, self.key_known.into());
        word.put(1, self.job_done.into());
        word.put(3, self.latest);
        word.put(1, self.harmed.into());
        word.put(1, self.budgets.crashes);
        word.put(1, self.budgets.forgets);
        word.put(1, self.budgets.failovers);
        word.put(1, self.budgets.dropped_keys);
        words.push(word.bits);
    }

    /// The state that has these words.
    pub fn unpack(words: &[u64]) -> Self {
        let (rest, clients) = words.split_last().map_or((0, &[][..]), |(r, c)| (*r, c));
        let mut word = Word { bits: rest, at: 0 };
        let mut state = Self {
            holder: word.take(3),
            held: word.take(3),
            next_token: word.take(4),
            grants: word.take(3),
            values: [(); NODES].map(|()| word.take(3)),
            version: word.take(3),
            highest: word.take(4),
            key_known: word.take(1) == 1,
            job_done: word.take(1) == 1,
            latest: word.take(3),
            harmed: word.take(1) == 1,
            budgets: Budgets {
                crashes: word.take(1),
                forgets: word.take(1),
                failovers: word.take(1),
                dropped_keys: word.take(1),
            },
            clients: [Client::NEW; CLIENTS],
        };
        for (client, bits) in state.clients.iter_mut().zip(clients) {
            *client = unpack_client(*bits);
        }
        state
    }
}

/// Small numbers side by side in 64 bits.
#[derive(Clone, Copy, Default)]
struct Word {
    bits: u64,
    at: u32,
}

impl Word {
    fn put(&mut self, width: u32, number: u8) {
        self.bits |= u64::from(number) << self.at;
        self.at += width;
    }

    fn take(&mut self, width: u32) -> u8 {
        let number = self.bits >> self.at & ((1 << width) - 1);
        self.at += width;
        u8::try_from(number).unwrap_or(u8::MAX)
    }
}

fn pack_client(client: &Client) -> u64 {
    let mut word = Word::default();
    word.put(
        4,
        match client.place {
            Place::Before(step) => step,
            Place::Waiting(step) => 8 + step,
            Place::Done => 14,
            Place::Crashed => 15,
        },
    );
    let (answer, first, second) = match client.answer {
        Answer::None => (0, 0, 0),
        Answer::Denied => (1, 0, 0),
        Answer::Granted { grant, token } => (2, grant, token),
        Answer::Holds(holds) => (3, holds.into(), 0),
        Answer::Read { version, done } => (4, version, done.into()),
        Answer::Applied => (5, 0, 0),
        Answer::StaleToken => (6, 0, 0),
        Answer::VersionConflict => (7, 0, 0),
        Answer::Duplicate => (8, 0, 0),
    };
    word.put(4, answer);
    word.put(3, first);
    word.put(4, second);
    word.put(7, client.yes);
    word.put(7, client.no);
    word.put(3, client.grant);
    word.put(4, client.token);
    word.put(3, client.version);
    word.put(1, client.over.into());
    let flight = client.flight;
    word.put(
        3,
        match flight.kind {
            None => 0,
            Some(Kind::Acquire) => 1,
            Some(Kind::Read) => 2,
            Some(Kind::Write) => 3,
            Some(Kind::Update) => 4,
            Some(Kind::Effect) => 5,
            Some(Kind::Ask) => 6,
            Some(Kind::Release) => 7,
        },
    );
    word.put(7, flight.nodes);
    word.put(3, flight.grant);
    word.put(4, flight.token);
    word.put(3, flight.version);
    word.bits
}

fn unpack_client(bits: u64) -> Client {
    let mut word = Word { bits, at: 0 };
    let place = match word.take(4) {
        15 => Place::Crashed,
        14 => Place::Done,
        step @ 8.. => Place::Waiting(step - 8),
        step => Place::Before(step),
    };
    let (answer, first, second) = (word.take(4), word.take(3), word.take(4));
    let answer = match answer {
        1 => Answer::Denied,
        2 => Answer::Granted {
            grant: first,
            token: second,
        },
        3 => Answer::Holds(first == 1),
        4 => Answer::Read {
            version: first,
            done: second == 1,
        },
        5 => Answer::Applied,
        6 => Answer::StaleToken,
        7 => Answer::VersionConflict,
        8 => Answer::Duplicate,
        _ => Answer::None,
    };
    Client {
        place,
        answer,
        yes: word.take(7),
        no: word.take(7),
        grant: word.take(3),
        token: word.take(4),
        version: word.take(3),
        over: word.take(1) == 1,
        flight: Flight {
            kind: match word.take(3) {
                1 => Some(Kind::Acquire),
                2 => Some(Kind::Read),
                3 => Some(Kind::Write),
                4 => Some(Kind::Update),
                5 => Some(Kind::Effect),
                6 => Some(Kind::Ask),
                7 => Some(Kind::Release),
                _ => None,
            },
            nodes: word.take(7),
            grant: word.take(3),
            token: word.take(4),
            version: word.take(3),
        },
    }
}
