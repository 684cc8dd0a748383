//! What is asked: which design, doing which work, in which world.

use crate::model::HarmKind;

/// A lock with its defences: a row of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Design {
    /// No lock at all.
    NoLock,
    /// A lease.
    Lease,
    /// A lease, and clients that look at their clock before they send.
    LeaseClock,
    /// A lease, and clients that ask the lock service before they send.
    LeaseAsk,
    /// Redlock with the nodes of the setup, three at first.
    Redlock,
    /// The same, and clients that look at their clock before they send.
    RedlockClock,
    /// A lease, and a fence on writes.
    FenceWrites,
    /// A lease, and a fence on reads too.
    FenceReadsAndWrites,
    /// A lease, and a resource that checks versions.
    Versions,
    /// A lease, and a resource that remembers keys.
    Dedup,
}

impl Design {
    /// All of them, in the order of the matrix.
    pub const ALL: [Self; 10] = [
        Self::NoLock,
        Self::Lease,
        Self::LeaseClock,
        Self::LeaseAsk,
        Self::Redlock,
        Self::RedlockClock,
        Self::FenceWrites,
        Self::FenceReadsAndWrites,
        Self::Versions,
        Self::Dedup,
    ];

    /// Its name in the matrix as data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoLock => "no_lock",
            Self::Lease => "lease",
            Self::LeaseClock => "lease+clock",
            Self::LeaseAsk => "lease+ask",
            Self::Redlock => "redlock3",
            Self::RedlockClock => "redlock3+clock",
            Self::FenceWrites => "lease+fence_writes",
            Self::FenceReadsAndWrites => "lease+fence_rw",
            Self::Versions => "lease+versions",
            Self::Dedup => "lease+dedup",
        }
    }

    /// Whether its lock is Redlock.
    #[must_use]
    pub const fn is_redlock(self) -> bool {
        match self {
            Self::Redlock | Self::RedlockClock => true,
            Self::NoLock
            | Self::Lease
            | Self::LeaseClock
            | Self::LeaseAsk
            | Self::FenceWrites
            | Self::FenceReadsAndWrites
            | Self::Versions
            | Self::Dedup => false,
        }
    }
}

/// What every client does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workload {
    /// Acquire, write, release.
    Write,
    /// Acquire, read, update, release.
    Update,
    /// Acquire, effect with the job's key, release.
    Effect,
    /// Acquire, read, effect unless it is done, release.
    EffectIfNotDone,
}

impl Workload {
    /// All of them, in the order of the matrix.
    pub const ALL: [Self; 4] = [
        Self::Write,
        Self::Update,
        Self::Effect,
        Self::EffectIfNotDone,
    ];

    /// Its name in the matrix as data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Update => "update",
            Self::Effect => "effect",
            Self::EffectIfNotDone => "effect_if_not_done",
        }
    }

    /// What must never happen: the one property of its cells.
    #[must_use]
    pub const fn property(self) -> Property {
        match self {
            Self::Write => Property {
                name: "no_inversion",
                harm: HarmKind::Inversion,
            },
            Self::Update => Property {
                name: "no_lost_update",
                harm: HarmKind::LostUpdate,
            },
            Self::Effect | Self::EffectIfNotDone => Property {
                name: "no_duplicate_effect",
                harm: HarmKind::DuplicateEffect,
            },
        }
    }
}

/// What always holds unless the design is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// The harm that breaks it.
    pub harm: HarmKind,
}

/// Which assumption is dropped: a column of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// None.
    Ideal,
    /// Pauses are short against the TTL.
    Pauses,
    /// Messages are fast against the TTL.
    Delays,
    /// No lock node ends a lease early.
    Clocks,
    /// No lock node forgets what it holds.
    Nodes,
    /// The counter of tokens never falls.
    Counter,
    /// The resource remembers keys long enough.
    Window,
    /// All of them.
    AllOff,
}

impl Column {
    /// All of them, in the order of the matrix.
    pub const ALL: [Self; 8] = [
        Self::Ideal,
        Self::Pauses,
        Self::Delays,
        Self::Clocks,
        Self::Nodes,
        Self::Counter,
        Self::Window,
        Self::AllOff,
    ];

    /// Its name in the matrix as data: it says which assumption is off.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::Pauses => "pauses",
            Self::Delays => "delays",
            Self::Clocks => "clocks",
            Self::Nodes => "nodes",
            Self::Counter => "counter",
            Self::Window => "window",
            Self::AllOff => "all_off",
        }
    }

    /// What the world may do in this column.
    #[must_use]
    pub const fn assumptions(self) -> Assumptions {
        let all = matches!(self, Self::AllOff);
        Assumptions {
            pauses_bounded: !all && !matches!(self, Self::Pauses),
            delays_bounded: !all && !matches!(self, Self::Delays),
            clocks_good: !all && !matches!(self, Self::Clocks),
            nodes_durable: !all && !matches!(self, Self::Nodes),
            counter_durable: !all && !matches!(self, Self::Counter),
            window_long: !all && !matches!(self, Self::Window),
        }
    }
}

/// What the adversary may not do (`docs/explorer.md`, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "six independent switches, each an assumption of its own"
)]
pub struct Assumptions {
    /// While a client that has begun has a step to take, no deadline passes.
    pub pauses_bounded: bool,
    /// While a request is in flight, no deadline passes.
    pub delays_bounded: bool,
    /// A node drops what it holds only when its client's deadline has passed.
    pub clocks_good: bool,
    /// No node forgets.
    pub nodes_durable: bool,
    /// No failover.
    pub counter_durable: bool,
    /// The remembered key stays.
    pub window_long: bool,
}

/// A cell of the matrix, and how large its program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The design.
    pub design: Design,
    /// What every client does.
    pub workload: Workload,
    /// What the world may do.
    pub column: Column,
    /// How many clients there are, 1 to 4.
    pub clients: u8,
    /// How many lock nodes Redlock has, 1 to 7.
    pub nodes: u8,
}

impl Setup {
    /// The largest number of clients.
    pub const CLIENTS_MAX: u8 = 4;
    /// The largest number of lock nodes.
    pub const NODES_MAX: u8 = 7;

    /// A cell of the matrix: two clients, and three nodes where there are several.
    #[must_use]
    pub const fn of(design: Design, workload: Workload, column: Column) -> Self {
        Self {
            design,
            workload,
            column,
            clients: 2,
            nodes: 3,
        }
    }

    /// Whether the question makes sense: without grants there is no order that a blind write
    /// could invert.
    #[must_use]
    pub fn applies(&self) -> bool {
        !(self.design == Design::NoLock && self.workload == Workload::Write)
    }
}
