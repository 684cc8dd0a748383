//! The stories that a link may build on, by number. The table only grows: a
//! row is never changed, moved or taken away, or old links would tell another
//! story. A story that was improved gets a new row.

use crate::sim::scenario::Scenario;

/// A story that a link builds on, by its number in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PresetId(u32);

struct Row {
    id: u32,
    name: &'static str,
    story: fn() -> Scenario,
}

/// Row 0 belongs to scenarios of one's own; what they have in common with the
/// seed story is not told.
const TABLE: &[Row] = &[
    Row {
        id: 0,
        name: "own",
        story: Scenario::seed,
    },
    Row {
        id: 1,
        name: "seed",
        story: Scenario::seed,
    },
];

impl PresetId {
    /// No story: the scenario is one's own, from a file or from nothing.
    pub const OWN: Self = Self(0);
    /// The story that the page opens with.
    pub const SEED: Self = Self(1);

    /// All of them, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| Self(row.id))
    }

    /// The story of a number, if the table has it.
    #[must_use]
    pub fn numbered(number: u32) -> Option<Self> {
        Self::all().find(|preset| preset.0 == number)
    }

    /// The story of a name, if the table has it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let row = TABLE.iter().find(|row| row.name == name)?;
        Some(Self(row.id))
    }

    /// Its number, for ever.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Its name: small letters, digits and `-`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// The story as the table has it; for one's own, the seed story.
    #[must_use]
    pub fn scenario(self) -> Scenario {
        self.row().map_or_else(Scenario::seed, |row| (row.story)())
    }

    fn row(self) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.id == self.0)
    }
}
