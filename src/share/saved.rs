//! Scenarios under names, as one text that can be kept: a line for each, with its link, a space
//! and its name. What is wrong with one line is told of that line alone.
//!
//! ```
//! use fencelab::share::saved::{NotSaved, Saved};
//! use fencelab::sim::scenario::Scenario;
//!
//! let mut saved = Saved::default();
//! assert_eq!(saved.add("for the lecture", &Scenario::seed()), Ok(()));
//! assert_eq!(saved.add("for the lecture", &Scenario::seed()), Err(NotSaved::Taken));
//! assert_eq!(Saved::read(&saved.written()), saved);
//! ```

use super::{LinkError, PresetId, Shared, decode, encode};
use crate::sim::scenario::Scenario;

/// How many scenarios are saved at most.
pub const MOST: usize = 24;
/// How many characters a name has at most.
pub const NAME_MOST: usize = 60;
/// How many scenarios are remembered at most without being asked for.
const REMEMBERED_MOST: usize = 64;

/// A scenario under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As it was given; it may be empty in a text that somebody else has written.
    pub name: String,
    /// The scenario as a link, if nothing has happened to it.
    pub link: String,
}

impl Entry {
    /// The scenario.
    ///
    /// # Errors
    /// What is wrong with its link.
    pub fn scenario(&self) -> Result<Scenario, LinkError> {
        Ok(decode(&self.link)?.scenario)
    }
}

/// Why a scenario is not saved under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// The name has no letter.
    NoName,
    /// The name has more characters than [`NAME_MOST`].
    Long,
    /// Another scenario has this name.
    Taken,
    /// There are [`MOST`] already.
    Full,
}

/// Scenarios under names, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    entries: Vec<Entry>,
}

impl Saved {
    /// Reads what was kept. Every line gives an entry, and none is passed over.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let entries = lines.map(|line| {
            let (link, name) = line.split_once(' ').unwrap_or((line, ""));
            Entry {
                name: name.trim().to_owned(),
                link: link.to_owned(),
            }
        });
        Self {
            entries: entries.collect(),
        }
    }

    /// The text to be kept.
    #[must_use]
    pub fn written(&self) -> String {
        let lines = self.entries.iter();
        let lines = lines.map(|entry| format!("{} {}", entry.link, entry.name));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// All of them.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The one of a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Saves a scenario under a new name.
    ///
    /// # Errors
    /// [`NotSaved`] says why not; then nothing is changed.
    pub fn add(&mut self, name: &str, scenario: &Scenario) -> Result<(), NotSaved> {
        let name = self.new_name(name, None)?;
        if self.entries.len() >= MOST {
            return Err(NotSaved::Full);
        }
        self.entries.push(Entry {
            name,
            link: short_link(scenario),
        });
        Ok(())
    }

    /// Gives another name to an entry; one that is gone stays away.
    ///
    /// # Errors
    /// [`NotSaved`] says why not; then nothing is changed.
    pub fn rename(&mut self, entry: &Entry, name: &str) -> Result<(), NotSaved> {
        let name = self.new_name(name, Some(entry))?;
        if let Some(known) = self.entries.iter_mut().find(|known| *known == entry) {
            known.name = name;
        }
        Ok(())
    }

    /// Takes an entry out; gives its place.
    pub fn remove(&mut self, entry: &Entry) -> Option<usize> {
        let place = self.entries.iter().position(|known| known == entry)?;
        self.entries.remove(place);
        Some(place)
    }

    /// Puts an entry back that was taken out, at its place.
    pub fn put_back(&mut self, place: usize, entry: Entry) {
        let place = place.min(self.entries.len());
        self.entries.insert(place, entry);
    }

    /// Remembers a scenario in place of the one of the same name. The oldest gives way.
    pub fn remember(&mut self, name: &str, scenario: &Scenario) {
        self.entries.retain(|entry| entry.name != name);
        self.entries.push(Entry {
            name: name.to_owned(),
            link: short_link(scenario),
        });
        let surplus = self.entries.len().saturating_sub(REMEMBERED_MOST);
        self.entries.drain(..surplus);
    }

    /// A name on one line, if it may be given to a new entry, or to this one.
    fn new_name(&self, name: &str, to: Option<&Entry>) -> Result<String, NotSaved> {
        let words = name.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let name = words.join(" ");
        if name.is_empty() {
            return Err(NotSaved::NoName);
        }
        if name.chars().count() > NAME_MOST {
            return Err(NotSaved::Long);
        }
        let mut others = self.entries.iter().filter(|entry| Some(*entry) != to);
        if others.any(|entry| entry.name == name) {
            return Err(NotSaved::Taken);
        }
        Ok(name)
    }
}

/// The shortest link to a scenario: what differs from the story that is most like it.
#[must_use]
pub fn short_link(scenario: &Scenario) -> String {
    let links = PresetId::all().map(|preset| {
        encode(&Shared {
            scenario: scenario.clone(),
            ..Shared::of(preset)
        })
    });
    links.min_by_key(String::len).unwrap_or_default()
}
