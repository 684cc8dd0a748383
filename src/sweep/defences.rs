//! Settings of the defences, to be compared side by side.

use crate::sim::scenario::{Check, Fence, Scenario, Versions};

/// Which defences a scenario has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defences {
    /// As they are set.
    AsSet,
    /// None at all.
    None,
    /// Only the fence on writes.
    Fence,
    /// Only the fence, on reads too.
    FenceOnReads,
    /// Only the check of versions.
    Versions,
    /// Only a resource that asks the lock service.
    ResourceAsks,
    /// Only clients that look at their clock before they send.
    Clock,
    /// Only clients that ask the lock service before they send.
    Ask,
}

impl Defences {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::AsSet,
        Self::None,
        Self::Fence,
        Self::FenceOnReads,
        Self::Versions,
        Self::ResourceAsks,
        Self::Clock,
        Self::Ask,
    ];

    /// The name in a table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AsSet => "as_set",
            Self::None => "none",
            Self::Fence => "fence",
            Self::FenceOnReads => "fence_on_reads",
            Self::Versions => "versions",
            Self::ResourceAsks => "resource_asks",
            Self::Clock => "clock",
            Self::Ask => "ask",
        }
    }

    /// The scenario with these defences.
    #[must_use]
    pub fn of(self, scenario: &Scenario) -> Scenario {
        let mut set = scenario.clone();
        if self == Self::AsSet {
            return set;
        }
        set.resource.fence = Fence::Off;
        set.resource.dedup_window = None;
        set.resource.versions = Versions::Ignored;
        set.resource.asks_lock = false;
        for client in &mut set.clients {
            client.check = match self {
                Self::Clock => Check::Clock,
                Self::Ask => Check::Ask,
                Self::AsSet
                | Self::None
                | Self::Fence
                | Self::FenceOnReads
                | Self::Versions
                | Self::ResourceAsks => Check::None,
            };
        }
        match self {
            Self::Fence => set.resource.fence = Fence::Writes,
            Self::FenceOnReads => set.resource.fence = Fence::ReadsAndWrites,
            Self::Versions => set.resource.versions = Versions::Checked,
            Self::ResourceAsks => set.resource.asks_lock = true,
            Self::AsSet | Self::None | Self::Clock | Self::Ask => {}
        }
        set
    }
}
