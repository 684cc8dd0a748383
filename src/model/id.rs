//! Names of the things in a run. All are small numbers; what they count from
//! and in which order is said at each.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($number:ty)) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize,
            Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// The number as an index into a list.
            #[must_use]
            #[allow(clippy::cast_possible_truncation, reason = "a run is far smaller than usize")]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A client by its place in the file, from 0.
    ClientId(u8)
);
id!(
    /// A lock node, from 0. The lease service is node 0.
    NodeId(u8)
);
id!(
    /// A step of a client's plan, from 0.
    StepId(u8)
);
id!(
    /// A fault by its place in the file, from 0.
    FaultId(u8)
);
id!(
    /// A message (request or reply) in the order in which it was sent, from 0.
    MessageId(u32)
);
id!(
    /// An attempt of one client to acquire, from 1. On Redlock each has a
    /// random value of its own, so the attempt names the value.
    Attempt(u32)
);
id!(
    /// A grant in true order, from 1. Known to the observer only.
    Ordinal(u32)
);
id!(
    /// The number that the lock service hands out with a grant; the fence compares it.
    Token(u64)
);
id!(
    /// How many writes and updates have been applied to an object, from 0.
    Version(u32)
);
id!(
    /// An object of the resource, in the order in which the file first names it, from 0.
    ObjectId(u16)
);
id!(
    /// The key of an operation, in the order in which the file first names it, from 0.
    KeyId(u16)
);

impl Token {
    /// The token that follows, saturating.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The token `by` earlier, not below 0.
    #[must_use]
    pub const fn back(self, by: u64) -> Self {
        Self(self.0.saturating_sub(by))
    }
}

impl Ordinal {
    /// The ordinal that follows, saturating.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Attempt {
    /// The attempt that follows, saturating.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Version {
    /// The version that follows, saturating.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}
