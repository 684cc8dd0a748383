//! What is searched: a design, a workload, and what the world may do.

use crate::model::resource::Rules;
use crate::model::{Fence, HarmKind, Millis, Versions};
use crate::sim::scenario::{Check, Service};

/// A lock, what its client checks, and what the resource checks: a row of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Design {
    /// Nobody locks.
    NoLock,
    /// A lease.
    Lease,
    /// A lease; the client looks at its clock before it writes.
    LeaseClock,
    /// A lease; the client asks the lock service before it writes.
    LeaseAsk,
    /// Redlock, with three nodes unless told otherwise.
    Redlock,
    /// Redlock; the client looks at its clock before it writes.
    RedlockClock,
    /// A lease, and a fence on writes, updates and effects.
    LeaseFenceWrites,
    /// A lease, and a fence on reads too.
    LeaseFenceReadsAndWrites,
    /// A lease, and a resource that checks versions.
    LeaseVersions,
    /// A lease, and a resource that remembers keys.
    LeaseDedup,
}

impl Design {
    /// All, in the order of the matrix.
    pub const ALL: [Self; 10] = [
        Self::NoLock,
        Self::Lease,
        Self::LeaseClock,
        Self::LeaseAsk,
        Self::Redlock,
        Self::RedlockClock,
        Self::LeaseFenceWrites,
        Self::LeaseFenceReadsAndWrites,
        Self::LeaseVersions,
        Self::LeaseDedup,
    ];

    /// Its name in the data of the matrix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoLock => "no_lock",
            Self::Lease => "lease",
            Self::LeaseClock => "lease+clock",
            Self::LeaseAsk => "lease+ask",
            Self::Redlock => "redlock3",
            Self::RedlockClock => "redlock3+clock",
            Self::LeaseFenceWrites => "lease+fence_writes",
            Self::LeaseFenceReadsAndWrites => "lease+fence_rw",
            Self::LeaseVersions => "lease+versions",
            Self::LeaseDedup => "lease+dedup",
        }
    }

    /// The lock service; none if nobody locks.
    #[must_use]
    pub const fn service(self) -> Option<Service> {
        match self {
            Self::NoLock => None,
            Self::Lease
            | Self::LeaseClock
            | Self::LeaseAsk
            | Self::LeaseFenceWrites
            | Self::LeaseFenceReadsAndWrites
            | Self::LeaseVersions
            | Self::LeaseDedup => Some(Service::Lease),
            Self::Redlock | Self::RedlockClock => Some(Service::Redlock),
        }
    }

    /// What a client does before each write, update and effect.
    #[must_use]
    pub const fn check(self) -> Check {
        match self {
            Self::LeaseClock | Self::RedlockClock => Check::Clock,
            Self::LeaseAsk => Check::Ask,
            Self::NoLock
            | Self::Lease
            | Self::Redlock
            | Self::LeaseFenceWrites
            | Self::LeaseFenceReadsAndWrites
            | Self::LeaseVersions
            | Self::LeaseDedup => Check::None,
        }
    }

    /// The resource's defences. A key that is remembered is remembered for ever:
    /// that it is dropped is a move.
    #[must_use]
    pub fn rules(self) -> Rules {
        let mut rules = Rules::default();
        match self {
            Self::LeaseFenceWrites => rules.fence = Fence::Writes,
            Self::LeaseFenceReadsAndWrites => rules.fence = Fence::ReadsAndWrites,
            Self::LeaseVersions => rules.versions = Versions::Checked,
            Self::LeaseDedup => rules.dedup_window = Some(Millis(1)),
            Self::NoLock
            | Self::Lease
            | Self::LeaseClock
            | Self::LeaseAsk
            | Self::Redlock
            | Self::RedlockClock => {}
        }
        rules
    }
}

/// What each client does under the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Workload {
    /// Writes without having read. The property: no inversion.
    Write,
    /// Reads and updates. The property: no lost update.
    Update,
    /// Does the job's effect. The property: no duplicate effect.
    Effect,
    /// Reads, and does the job's effect unless it is done. The property: no duplicate effect.
    EffectIfNotDone,
}

impl Workload {
    /// All, in the order of the matrix.
    pub const ALL: [Self; 4] = [
        Self::Write,
        Self::Update,
        Self::Effect,
        Self::EffectIfNotDone,
    ];

    /// Its name in the data of the matrix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Update => "update",
            Self::Effect => "effect",
            Self::EffectIfNotDone => "effect_if_not_done",
        }
    }

    /// The harm that must never be done; no other is looked at.
    #[must_use]
    pub const fn harm(self) -> HarmKind {
        match self {
            Self::Write => HarmKind::Inversion,
            Self::Update => HarmKind::LostUpdate,
            Self::Effect | Self::EffectIfNotDone => HarmKind::DuplicateEffect,
        }
    }
}

/// Something that a world may be assumed to do. Dropping one gives the adversary more moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumption {
    /// Pauses are short against the TTL.
    PausesBounded,
    /// Requests travel for a time that is short against the TTL.
    DelaysBounded,
    /// No lease ends before its client's deadline has passed.
    ClocksGood,
    /// No node forgets.
    NodesDurable,
    /// The counter of tokens never goes back.
    CounterDurable,
    /// A key that is remembered stays.
    WindowLongEnough,
}

impl Assumption {
    /// All, in the order of the columns.
    pub const ALL: [Self; 6] = [
        Self::PausesBounded,
        Self::DelaysBounded,
        Self::ClocksGood,
        Self::NodesDurable,
        Self::CounterDurable,
        Self::WindowLongEnough,
    ];
}

/// Which assumption is dropped: a column of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// None.
    Ideal,
    /// Pauses are not bounded.
    Pauses,
    /// Delays are not bounded.
    Delays,
    /// Clocks may be wrong.
    Clocks,
    /// A node may forget.
    Nodes,
    /// The counter may go back.
    Counter,
    /// A key may be dropped.
    Window,
    /// All of these.
    AllOff,
}

impl Column {
    /// All, in the order of the matrix.
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

    /// Its name in the data of the matrix: which switch is off.
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

    /// Whether the world does as assumed.
    #[must_use]
    pub fn assumes(self, assumption: Assumption) -> bool {
        match self {
            Self::Ideal => true,
            Self::AllOff => false,
            Self::Pauses => assumption != Assumption::PausesBounded,
            Self::Delays => assumption != Assumption::DelaysBounded,
            Self::Clocks => assumption != Assumption::ClocksGood,
            Self::Nodes => assumption != Assumption::NodesDurable,
            Self::Counter => assumption != Assumption::CounterDurable,
            Self::Window => assumption != Assumption::WindowLongEnough,
        }
    }
}

/// One cell of the matrix, and how large its world is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The row.
    pub design: Design,
    /// What the clients do.
    pub workload: Workload,
    /// What the world may do.
    pub column: Column,
    /// How many clients, all with the same plan: 1 to [`Setup::CLIENTS_MAX`].
    pub clients: u8,
    /// How many Redlock nodes: 1 to [`Setup::NODES_MAX`]. Other designs do not look at it.
    pub nodes: u8,
}

/// Why there is nothing to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoSearch {
    /// There is no such question: without grants there is no order to invert.
    NotApplicable,
    /// 1 to [`Setup::CLIENTS_MAX`] clients can be searched.
    Clients,
    /// 1 to [`Setup::NODES_MAX`] nodes can be searched.
    Nodes,
}

impl Setup {
    /// The largest number of clients.
    pub const CLIENTS_MAX: u8 = 4;
    /// The largest number of Redlock nodes.
    pub const NODES_MAX: u8 = 7;

    /// A cell of the matrix: two clients, and three nodes if there are any.
    #[must_use]
    pub const fn new(design: Design, workload: Workload, column: Column) -> Self {
        Self {
            design,
            workload,
            column,
            clients: 2,
            nodes: 3,
        }
    }

    /// The whole matrix, a row after the other; in a row workload by workload.
    pub fn matrix() -> impl Iterator<Item = Self> {
        Design::ALL.into_iter().flat_map(|design| {
            Workload::ALL.into_iter().flat_map(move |workload| {
                Column::ALL
                    .into_iter()
                    .map(move |column| Self::new(design, workload, column))
            })
        })
    }

    /// Whether there is something to search.
    ///
    /// # Errors
    /// [`NoSearch`] says why there is not.
    pub fn check(self) -> Result<(), NoSearch> {
        if self.design == Design::NoLock && self.workload == Workload::Write {
            return Err(NoSearch::NotApplicable);
        }
        if !(1..=Self::CLIENTS_MAX).contains(&self.clients) {
            return Err(NoSearch::Clients);
        }
        let is_redlock = self.design.service() == Some(Service::Redlock);
        if is_redlock && !(1..=Self::NODES_MAX).contains(&self.nodes) {
            return Err(NoSearch::Nodes);
        }
        Ok(())
    }
}
