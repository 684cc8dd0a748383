//! The resource: one atomic decision for each request that arrives, in the
//! order of `docs/model.md`, section 6, and beside it the observer, who sees
//! the grant behind each request and says what harm it did (section 7).
//!
//! ```
//! use fencelab::model::resource::{Fence, Request, Resource, Rules, Standing};
//! use fencelab::model::{Decision, ObjectId, Ordinal, Reason, StepKind, Token, TrueTime};
//!
//! let rules = Rules { fence: Fence::Writes, ..Rules::default() };
//! let mut resource = Resource::new(rules, 1, 0);
//! let write = |token, grant| Request {
//!     kind: StepKind::Write,
//!     object: Some(ObjectId(0)),
//!     key: None,
//!     token: Some(Token(token)),
//!     grant: Some(Ordinal(grant)),
//!     version: None,
//! };
//! resource.decide(&write(34, 2), Standing::Holder, TrueTime(11_000));
//! let late = resource.decide(&write(33, 1), Standing::Stale, TrueTime(16_000));
//! assert_eq!(late.decision, Decision::Refused(Reason::StaleToken));
//! ```

mod memory;

pub use memory::Memory;

use super::{KeyId, Millis, ObjectId, Ordinal, Token, TrueTime, Version};
use serde::Serialize;

/// Which requests the fence checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fence {
    /// None.
    #[default]
    Off,
    /// Writes, updates and effects.
    Writes,
    /// Reads too.
    ReadsAndWrites,
}

impl Fence {
    /// The other setting of a switch: a fence on writes, or none.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Off => Self::Writes,
            Self::Writes | Self::ReadsAndWrites => Self::Off,
        }
    }
}

/// For what one highest token is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FenceScope {
    /// One for everything under the lock.
    #[default]
    Lock,
    /// One for each object, and one for all effects.
    Object,
}

/// Whether a change must rest on the present version (compare-and-swap).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Versions {
    /// Not looked at.
    #[default]
    Ignored,
    /// A change that rests on another version is refused.
    Checked,
}

/// What a restart of the resource loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RestartForgets {
    /// The highest token.
    HighestToken,
    /// The keys.
    Keys,
    /// Both.
    Both,
}

/// The kinds of step that reach the resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// See [`crate::sim::scenario::Step::Read`].
    Read,
    /// See [`crate::sim::scenario::Step::Write`].
    Write,
    /// See [`crate::sim::scenario::Step::Update`].
    Update,
    /// See [`crate::sim::scenario::Step::Effect`].
    Effect,
}

/// Why the resource did not apply a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The lock service says that another holds, or nobody.
    NotHolder,
    /// The fence is on and the request has no token.
    NoToken,
    /// The token is smaller than the highest seen.
    StaleToken,
    /// The key has been applied before.
    Duplicate,
    /// The change rests on another version.
    VersionConflict,
}

/// What the observer knows of the issuer of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It holds the lock.
    Holder,
    /// It has been granted the lock, and does not hold it.
    Stale,
    /// It has never been granted the lock.
    Never,
}

/// What the resource decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// A read was answered.
    Answered {
        /// With this version of the object.
        version: Version,
    },
    /// A write, update or effect was applied.
    Applied {
        /// The object's version afterwards; none for an effect.
        version: Option<Version>,
        /// The version that it rests on, if it carries one.
        based_on: Option<Version>,
    },
    /// It was not applied.
    Refused(Reason),
}

/// The kinds of harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmKind {
    /// Applied after a change that was sent under a later grant.
    Inversion,
    /// An update that rests on a version that is not the object's.
    LostUpdate,
    /// An effect whose key has been done before.
    DuplicateEffect,
}

/// The defences of a resource; at first none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether it asks the lock service who holds.
    pub asks_lock: bool,
    /// Which requests must show a token that is not older than the highest seen.
    pub fence: Fence,
    /// For what one highest token is kept.
    pub fence_scope: FenceScope,
    /// How long a key is remembered, in true time; none: keys are not looked at.
    pub dedup_window: Option<Millis>,
    /// Whether a change must rest on the present version.
    pub versions: Versions,
}

/// A request as it arrives. The resource does not look at its grant; the observer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// What it is.
    pub kind: StepKind,
    /// What it is about; none for an effect.
    pub object: Option<ObjectId>,
    /// The name of the operation.
    pub key: Option<KeyId>,
    /// The token that it carries.
    pub token: Option<Token>,
    /// The grant under which it was sent.
    pub grant: Option<Ordinal>,
    /// The version that it rests on.
    pub version: Option<Version>,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The decision.
    pub decision: Decision,
    /// The highest token that counts for this request, afterwards; none while it is not fenced.
    pub highest: Option<Token>,
    /// The harm that it did, in the order in which it is reported.
    pub harm: [Option<HarmKind>; 2],
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Object {
    version: Version,
    highest: Option<Token>,
    /// The observer's: the largest grant under which a change was applied.
    latest: Option<Ordinal>,
}

/// The resource and what its observer knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resource {
    rules: Rules,
    objects: Vec<Object>,
    /// The highest token for the lock, or for all effects when each object has its own.
    highest: Option<Token>,
    /// For each key, when it was last applied.
    applied: Vec<Option<TrueTime>>,
    /// The observer's: the keys of the effects done, each once, in order.
    done: Vec<KeyId>,
}

impl Resource {
    /// A resource with so many objects, all at version 0, and keys that it will hear of.
    #[must_use]
    pub fn new(rules: Rules, objects: usize, keys: usize) -> Self {
        Self {
            rules,
            objects: vec![Object::default(); objects],
            highest: None,
            applied: vec![None; keys],
            done: Vec::new(),
        }
    }

    /// A request arrives. `issuer` is the truth about who sent it, for
    /// `asks_lock`; `now` is for keys only.
    pub fn decide(&mut self, request: &Request, issuer: Standing, now: TrueTime) -> Decided {
        if let Some(reason) = self.refuse(request, issuer, now) {
            return Decided {
                decision: Decision::Refused(reason),
                highest: self.highest_for(request),
                harm: [None; 2],
            };
        }
        let harm = self.observe(request);
        let decision = self.apply(request, now);
        Decided {
            decision,
            highest: self.highest_for(request),
            harm,
        }
    }

    /// It starts anew without what it kept in memory. Versions stay.
    pub fn restart(&mut self, forgets: RestartForgets) {
        let (token, keys) = match forgets {
            RestartForgets::HighestToken => (true, false),
            RestartForgets::Keys => (false, true),
            RestartForgets::Both => (true, true),
        };
        if token {
            self.highest = None;
            for object in &mut self.objects {
                object.highest = None;
            }
        }
        if keys {
            self.applied.fill(None);
        }
    }

    /// The observer's record: the keys of the effects done so far, each once, in order.
    #[must_use]
    pub fn done(&self) -> &[KeyId] {
        &self.done
    }

    /// The version of an object, 0 at first.
    #[must_use]
    pub fn version(&self, object: ObjectId) -> Version {
        self.objects
            .get(object.index())
            .map_or(Version(0), |object| object.version)
    }

    /// Steps 1 to 4.
    fn refuse(&mut self, request: &Request, issuer: Standing, now: TrueTime) -> Option<Reason> {
        if self.rules.asks_lock && changes(request.kind) && issuer != Standing::Holder {
            return Some(Reason::NotHolder);
        }
        if self.is_fenced(request.kind) {
            let Some(token) = request.token else {
                return Some(Reason::NoToken);
            };
            let highest = self.highest_mut(request)?;
            if highest.is_some_and(|highest| token < highest) {
                return Some(Reason::StaleToken);
            }
            *highest = Some(token);
        }
        if self.is_remembered(request, now) {
            return Some(Reason::Duplicate);
        }
        let conflict = match self.rules.versions {
            Versions::Ignored => false,
            Versions::Checked => rests_on_version(request.kind) && self.conflicts(request),
        };
        conflict.then_some(Reason::VersionConflict)
    }

    /// Step 5.
    fn apply(&mut self, request: &Request, now: TrueTime) -> Decision {
        if let Some(key) = request.key
            && let Some(applied) = self.applied.get_mut(key.index())
        {
            *applied = Some(now);
        }
        let version = match request.kind {
            StepKind::Read => {
                let version = request.object.map(|object| self.version(object));
                return Decision::Answered {
                    version: version.unwrap_or_default(),
                };
            }
            StepKind::Write | StepKind::Update => self.object_mut(request).map(|object| {
                object.version = object.version.next();
                object.version
            }),
            StepKind::Effect => None,
        };
        Decision::Applied {
            version,
            based_on: request.version,
        }
    }

    /// The observer looks at a request that is about to be applied.
    fn observe(&mut self, request: &Request) -> [Option<HarmKind>; 2] {
        match request.kind {
            StepKind::Read => [None; 2],
            StepKind::Write => [self.observe_order(request), None],
            StepKind::Update => {
                let lost = self.conflicts(request).then_some(HarmKind::LostUpdate);
                match self.observe_order(request) {
                    Some(inversion) => [Some(inversion), lost],
                    None => [lost, None],
                }
            }
            StepKind::Effect => {
                let Some(key) = request.key else {
                    return [None; 2];
                };
                if self.done.contains(&key) {
                    return [Some(HarmKind::DuplicateEffect), None];
                }
                self.done.push(key);
                [None; 2]
            }
        }
    }

    fn observe_order(&mut self, request: &Request) -> Option<HarmKind> {
        let grant = request.grant?;
        let object = self.object_mut(request)?;
        if object.latest.is_some_and(|latest| grant < latest) {
            return Some(HarmKind::Inversion);
        }
        object.latest = Some(grant);
        None
    }

    const fn is_fenced(&self, kind: StepKind) -> bool {
        match self.rules.fence {
            Fence::Off => false,
            Fence::Writes => changes(kind),
            Fence::ReadsAndWrites => true,
        }
    }

    fn is_remembered(&self, request: &Request, now: TrueTime) -> bool {
        let (Some(window), Some(key)) = (self.rules.dedup_window, request.key) else {
            return false;
        };
        self.applied
            .get(key.index())
            .copied()
            .flatten()
            .is_some_and(|applied| now < applied.plus(window))
    }

    fn conflicts(&self, request: &Request) -> bool {
        let (Some(version), Some(object)) = (request.version, request.object) else {
            return false;
        };
        version != self.version(object)
    }

    fn object_mut(&mut self, request: &Request) -> Option<&mut Object> {
        self.objects.get_mut(request.object?.index())
    }

    fn highest_for(&mut self, request: &Request) -> Option<Token> {
        if self.is_fenced(request.kind) {
            self.highest_mut(request).copied().flatten()
        } else {
            None
        }
    }

    fn highest_mut(&mut self, request: &Request) -> Option<&mut Option<Token>> {
        match (self.rules.fence_scope, request.object) {
            (FenceScope::Lock, _) | (FenceScope::Object, None) => Some(&mut self.highest),
            (FenceScope::Object, Some(object)) => self
                .objects
                .get_mut(object.index())
                .map(|object| &mut object.highest),
        }
    }
}

/// Whether a request of this kind changes anything.
const fn changes(kind: StepKind) -> bool {
    match kind {
        StepKind::Read => false,
        StepKind::Write | StepKind::Update | StepKind::Effect => true,
    }
}

/// Whether a request of this kind may rest on a version.
const fn rests_on_version(kind: StepKind) -> bool {
    match kind {
        StepKind::Read | StepKind::Effect => false,
        StepKind::Write | StepKind::Update => true,
    }
}

#[cfg(test)]
mod tests;
