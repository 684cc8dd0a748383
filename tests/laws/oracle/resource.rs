//! The resource of the second implementation.

use super::{Answer, Message, Said, World};
use fencelab::model::{Token, TrueTime};
use fencelab::sim::report::{Harm, HarmKind, HarmPlace, Reason, Refusal, StepKind};
use fencelab::sim::scenario::{Fence, FenceScope, RestartForgets, Versions};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct State {
    /// By object, and `None` for all effects; one entry in all with one scope for the lock.
    highest: BTreeMap<Option<String>, u64>,
    applied_keys: BTreeMap<String, i64>,
    versions: BTreeMap<String, u32>,
    /// What the observer knows: the latest grant under which an object was changed.
    latest: BTreeMap<String, usize>,
    effects_done: BTreeSet<String>,
}

impl State {
    pub fn restart(&mut self, forgets: RestartForgets) {
        if forgets != RestartForgets::Keys {
            self.highest.clear();
        }
        if forgets != RestartForgets::HighestToken {
            self.applied_keys.clear();
        }
    }
}

impl World<'_> {
    pub fn decide(&mut self, message: &Message, place: usize) {
        let request = self.requests[place].clone();
        let rightful = self.holder() == Some(message.client);
        let said = match self.refusal(message.client, place, rightful) {
            Some(reason) => {
                self.refused.push(Refusal {
                    at: TrueTime(self.now),
                    client: self.name(message.client),
                    step: request.kind,
                    reason,
                    token: request.token.map(Token),
                });
                if rightful && reason != Reason::Duplicate {
                    self.rightful_refused += 1;
                }
                Said::No(reason)
            }
            None if request.kind == StepKind::Read => {
                let object = request.object.as_ref().unwrap();
                Said::Read {
                    version: self.resource.versions.get(object).copied().unwrap_or(0),
                    done: self.resource.effects_done.clone(),
                }
            }
            None => self.apply(message.client, place, rightful),
        };
        self.reply(
            message,
            Answer::Request {
                request: place,
                said,
            },
        );
    }

    fn refusal(&mut self, client: usize, place: usize, rightful: bool) -> Option<Reason> {
        let _ = client;
        let request = &self.requests[place];
        let rules = &self.s.resource;
        let changes = request.kind != StepKind::Read;
        if rules.asks_lock && changes && !rightful {
            return Some(Reason::NotHolder);
        }
        if rules.fence == Fence::ReadsAndWrites || rules.fence == Fence::Writes && changes {
            let Some(token) = request.token else {
                return Some(Reason::NoToken);
            };
            let scope = match rules.fence_scope {
                FenceScope::Lock => None,
                FenceScope::Object => request.object.clone(),
            };
            let highest = self.resource.highest.entry(scope).or_insert(token);
            if token < *highest {
                return Some(Reason::StaleToken);
            }
            *highest = token;
        }
        if changes
            && let (Some(key), Some(window)) = (&request.key, rules.dedup_window)
            && let Some(applied) = self.resource.applied_keys.get(key)
            && self.now < applied + window.0
        {
            return Some(Reason::Duplicate);
        }
        if rules.versions == Versions::Checked
            && let (Some(version), Some(object)) = (request.version, &request.object)
            && version != self.resource.versions.get(object).copied().unwrap_or(0)
        {
            return Some(Reason::VersionConflict);
        }
        None
    }

    fn apply(&mut self, client: usize, place: usize, rightful: bool) -> Said {
        let request = self.requests[place].clone();
        if !rightful && self.clients[client].ever_granted {
            self.stale_accepted += 1;
        }
        let mut harms = Vec::new();
        let mut version = None;
        if let Some(object) = &request.object {
            if let Some(grant) = request.grant {
                match self.resource.latest.get(object) {
                    Some(latest) if *latest > grant => harms.push(HarmKind::Inversion),
                    _ => {
                        self.resource.latest.insert(object.clone(), grant);
                    }
                }
            }
            let present = self.resource.versions.entry(object.clone()).or_insert(0);
            if request.kind == StepKind::Update
                && request.version.is_some_and(|version| version != *present)
            {
                harms.push(HarmKind::LostUpdate);
            }
            *present += 1;
            version = Some(*present);
        }
        if let Some(key) = &request.key {
            self.resource.applied_keys.insert(key.clone(), self.now);
            if request.kind == StepKind::Effect && !self.resource.effects_done.insert(key.clone()) {
                harms.push(HarmKind::DuplicateEffect);
            }
        }
        for kind in harms {
            let place = match kind {
                HarmKind::DuplicateEffect => HarmPlace::Key(request.key.clone().unwrap()),
                HarmKind::Inversion | HarmKind::LostUpdate => {
                    HarmPlace::Object(request.object.clone().unwrap())
                }
            };
            let client = self.name(client);
            self.harm.push(Harm {
                kind,
                at: TrueTime(self.now),
                client,
                place,
            });
        }
        Said::Applied { version }
    }
}
