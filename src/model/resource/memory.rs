//! What a resource knows, taken out of it and put back: for a caller that keeps
//! states and drives the machine from any of them.

use super::Resource;
use crate::model::{KeyId, Ordinal, Token, TrueTime, Version};

/// What a resource keeps of its first object and its first key, and what its
/// observer knows of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The object's version.
    pub version: Version,
    /// The highest token under the lock.
    pub highest: Option<Token>,
    /// When the key was last applied.
    pub applied: Option<TrueTime>,
    /// The observer's: the largest grant under which a change was applied.
    pub latest: Option<Ordinal>,
    /// The observer's: whether the key's effect was done.
    pub is_done: bool,
}

impl Resource {
    /// What it keeps of its first object and its first key: all, if there are no others.
    #[must_use]
    pub fn memory(&self) -> Memory {
        let object = self.objects.first();
        Memory {
            version: object.map(|object| object.version).unwrap_or_default(),
            highest: self.highest,
            applied: self.applied.first().copied().flatten(),
            latest: object.and_then(|object| object.latest),
            is_done: self.done.contains(&KeyId(0)),
        }
    }

    /// Goes on from this memory.
    pub fn resume(&mut self, memory: &Memory) {
        if let Some(object) = self.objects.first_mut() {
            object.version = memory.version;
            object.latest = memory.latest;
        }
        self.highest = memory.highest;
        if let Some(applied) = self.applied.first_mut() {
            *applied = memory.applied;
        }
        self.done.clear();
        if memory.is_done {
            self.done.push(KeyId(0));
        }
    }
}
