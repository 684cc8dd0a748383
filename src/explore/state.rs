//! A state, as small as it can be: one word of 64 bits for each client and one
//! for everything else. Every field of `docs/explorer.md`, section 1, has bits
//! of its own, so two states are equal if and only if their words are. The
//! machines of [`crate::model`] hold lists and would be equal or not by what
//! does not count here (the attempt, the time of a key), so they are not kept:
//! they are set up from these words for the one input that they handle, and
//! what they then know goes back into the words.

use super::setup::Setup;

/// Some bits of a word.
#[derive(Clone, Copy)]
pub(super) struct Field {
    shift: u32,
    mask: u64,
}

impl Field {
    const fn new(shift: u32, bits: u32) -> Self {
        Self {
            shift,
            mask: (1 << bits) - 1,
        }
    }
}

/// A word of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Word(pub(super) u64);

impl Word {
    /// The number in a field.
    pub(super) const fn get(self, field: Field) -> u64 {
        (self.0 >> field.shift) & field.mask
    }

    /// Whether a field of one bit is set; of more, whether it is above 0.
    pub(super) const fn has(self, field: Field) -> bool {
        self.get(field) != 0
    }

    /// Puts a number into a field.
    pub(super) const fn set(&mut self, field: Field, number: u64) {
        self.0 = self.0 & !(field.mask << field.shift) | (number & field.mask) << field.shift;
    }
}

/// The fields of a client's word. What may be none is 0 if it is none.
pub(super) mod client {
    use super::Field;

    /// Where it is in its plan: see [`super::place`].
    pub(in super::super) const PLACE: Field = Field::new(0, 4);
    /// Whether its deadline has passed.
    pub(in super::super) const OVER: Field = Field::new(4, 1);
    /// Its grant.
    pub(in super::super) const GRANT: Field = Field::new(5, 3);
    /// Its token, see [`super::token`].
    pub(in super::super) const TOKEN: Field = Field::new(8, 3);
    /// What it has read, plus 1: the version, or whether the job is done.
    pub(in super::super) const READ: Field = Field::new(11, 3);
    /// The answer that it has not handled: see [`super::answer`].
    pub(in super::super) const ANSWER: Field = Field::new(14, 3);
    /// The grant in the answer.
    pub(in super::super) const ANSWER_GRANT: Field = Field::new(17, 3);
    /// The token in the answer.
    pub(in super::super) const ANSWER_TOKEN: Field = Field::new(20, 3);
    /// What the answer says of the object, plus 1.
    pub(in super::super) const ANSWER_READ: Field = Field::new(23, 3);
    /// Redlock: a bit for each node that has answered.
    pub(in super::super) const ANSWERED: Field = Field::new(26, 7);
    /// Redlock: a bit for each node that has said yes.
    pub(in super::super) const VOTED: Field = Field::new(33, 7);
    /// The kind of its request in flight: see [`super::request`].
    pub(in super::super) const REQUEST: Field = Field::new(40, 3);
    /// A bit for each node to which it is in flight; the resource is bit 0.
    pub(in super::super) const TO: Field = Field::new(43, 7);
    /// The grant that the request carries.
    pub(in super::super) const WITH_GRANT: Field = Field::new(50, 3);
    /// The token that it carries.
    pub(in super::super) const WITH_TOKEN: Field = Field::new(53, 3);
    /// The version that it carries, plus 1.
    pub(in super::super) const WITH_READ: Field = Field::new(56, 3);

    /// All of what a client forgets that is done or has crashed.
    pub(in super::super) const FORGOTTEN: Field = Field::new(5, 35);
    /// All of a request in flight.
    pub(in super::super) const IN_FLIGHT: Field = Field::new(40, 19);
}

/// The fields of the word for everything else.
pub(super) mod world {
    use super::Field;

    /// The grant of the lease's holder.
    pub(in super::super) const HOLDER_GRANT: Field = Field::new(21, 3);
    /// The next token, less 33.
    pub(in super::super) const NEXT_TOKEN: Field = Field::new(24, 3);
    /// How many grants there have been.
    pub(in super::super) const GRANTS: Field = Field::new(27, 3);
    /// The object's version.
    pub(in super::super) const VERSION: Field = Field::new(30, 3);
    /// The highest token, see [`super::token`].
    pub(in super::super) const HIGHEST: Field = Field::new(33, 3);
    /// The largest grant of an applied write or update.
    pub(in super::super) const LATEST: Field = Field::new(36, 3);
    /// Whether the key is remembered.
    pub(in super::super) const KEY: Field = Field::new(39, 1);
    /// Whether the job is done.
    pub(in super::super) const DONE: Field = Field::new(40, 1);
    /// Whether harm was done.
    pub(in super::super) const HARM: Field = Field::new(41, 1);
    /// How many crashes are left.
    pub(in super::super) const CRASHES: Field = Field::new(42, 1);
    /// How many forgettings are left.
    pub(in super::super) const FORGETS: Field = Field::new(43, 1);
    /// How many failovers are left.
    pub(in super::super) const FAILOVERS: Field = Field::new(44, 1);
    /// How many keys may still be dropped.
    pub(in super::super) const DROPS: Field = Field::new(45, 1);
    /// What all nodes hold.
    pub(in super::super) const HOLDERS: Field = Field::new(0, 21);

    /// The client whose value (or lease) a node holds, plus 1.
    pub(in super::super) const fn holder(node: u8) -> Field {
        Field::new(3 * node as u32, 3)
    }
}

/// Where a client is, as a number.
pub(super) mod place {
    /// It has finished its plan, or given it up.
    pub(in super::super) const DONE: u64 = 6;
    /// It has crashed.
    pub(in super::super) const CRASHED: u64 = 7;

    /// Added to the number of a step for whose answer it waits. Below [`DONE`]
    /// is the number of the step that comes next.
    pub(in super::super) const WAITING: u64 = 8;
}

/// Answers as numbers; 0 is none.
pub(super) mod answer {
    /// Granted; or the grant holds.
    pub(in super::super) const YES: u64 = 1;
    /// Refused; or the grant does not hold.
    pub(in super::super) const NO: u64 = 2;
    /// A read was answered.
    pub(in super::super) const READ: u64 = 3;
    /// A write, update or effect was applied.
    pub(in super::super) const APPLIED: u64 = 4;
    /// The key was remembered.
    pub(in super::super) const DUPLICATE: u64 = 5;
    /// The token was smaller than the highest.
    pub(in super::super) const STALE_TOKEN: u64 = 6;
    /// The version was another.
    pub(in super::super) const VERSION_CONFLICT: u64 = 7;
}

/// Requests as numbers; 0 is none.
pub(super) mod request {
    use crate::explore::Kind;

    /// The number of a kind.
    pub(in super::super) const fn number(kind: Kind) -> u64 {
        match kind {
            Kind::Acquire => 1,
            Kind::Ask => 2,
            Kind::Read => 3,
            Kind::Write => 4,
            Kind::Update => 5,
            Kind::Effect => 6,
            Kind::Release => 7,
        }
    }

    /// The kind of a number.
    pub(in super::super) const fn kind(number: u64) -> Option<Kind> {
        match number {
            1 => Some(Kind::Acquire),
            2 => Some(Kind::Ask),
            3 => Some(Kind::Read),
            4 => Some(Kind::Write),
            5 => Some(Kind::Update),
            6 => Some(Kind::Effect),
            7 => Some(Kind::Release),
            _ => None,
        }
    }
}

/// Tokens as small numbers; 0 is none.
pub(super) mod token {
    use crate::model::Token;

    /// The first token that is handed out.
    pub(in super::super) const FIRST: u64 = 33;

    /// The number of a token.
    pub(in super::super) const fn number(token: Option<Token>) -> u64 {
        match token {
            None => 0,
            Some(Token(token)) => token.saturating_sub(FIRST - 1),
        }
    }

    /// The token of a number.
    pub(in super::super) const fn token(number: u64) -> Option<Token> {
        match number {
            0 => None,
            number => Some(Token(number + (FIRST - 1))),
        }
    }
}

/// Everything that a move may depend on, and nothing else. States are compared as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) clients: [Word; Setup::CLIENTS_MAX as usize],
    pub(super) world: Word,
}

impl State {
    /// The word of a client; of nobody, an empty one.
    pub(super) fn client(&self, client: u8) -> Word {
        self.clients
            .get(usize::from(client))
            .copied()
            .unwrap_or_default()
    }

    /// Puts back the word of a client.
    pub(super) fn put(&mut self, client: u8, word: Word) {
        if let Some(place) = self.clients.get_mut(usize::from(client)) {
            *place = word;
        }
    }

    /// The client that a node holds a grant (or value) of.
    pub(super) fn holder(&self, node: u8) -> Option<u8> {
        let number = self.world.get(world::holder(node));
        u8::try_from(number).ok()?.checked_sub(1)
    }

    /// Whether harm was done.
    #[must_use]
    pub const fn is_harmed(&self) -> bool {
        self.world.has(world::HARM)
    }
}
