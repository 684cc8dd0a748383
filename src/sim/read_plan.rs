//! Reads the plans of a scenario file.

use super::complaint::Problem;
use super::defaults::OBJECT;
use super::fields::{Absent, Fields, Place, Reader};
use super::json::Json;
use super::limits::{DURATION, RESENDS, TIME};
use super::scenario::{Change, Delays, Effect, Sending, Step};
use crate::model::Millis;

const STEP: &[&str] = &["acquire", "read", "write", "update", "effect", "release"];
const ACQUIRE: &[&str] = &["request_ms", "reply_ms"];
const READ: &[&str] = &["after_ms", "object", "request_ms", "reply_ms"];
const CHANGE: &[&str] = &[
    "after_ms",
    "object",
    "key",
    "wait",
    "resend_after_ms",
    "resends",
    "request_ms",
    "reply_ms",
];
const EFFECT: &[&str] = &[
    "after_ms",
    "key",
    "unless_done",
    "wait",
    "resend_after_ms",
    "resends",
    "request_ms",
    "reply_ms",
];
const RELEASE: &[&str] = &["after_ms", "request_ms"];

impl Reader {
    pub(super) fn plan(&mut self, fields: &Fields<'_>) -> Vec<Step> {
        let place = fields.place.field("plan");
        self.list(fields, "plan", Absent::Default(()))
            .iter()
            .enumerate()
            .map(|(index, json)| self.step(&place.entry(index), json))
            .collect()
    }

    /// A step; in the place of one that cannot be read stands a release.
    fn step(&mut self, place: &Place<'_>, json: &Json) -> Step {
        let unreadable = Step::Release {
            after: Millis::ZERO,
            request: None,
        };
        let Some((kind, json)) = self.only_field(place, json, STEP) else {
            return unreadable;
        };
        let inside = place.field(kind);
        match kind {
            "acquire" => {
                let fields = self.object(&inside, json, ACQUIRE);
                let delays = self.delays(&fields);
                Step::Acquire { delays }
            }
            "read" => {
                let fields = self.object(&inside, json, READ);
                Step::Read {
                    after: self.time(&fields, "after_ms"),
                    object: self.object_name(&fields),
                    delays: self.delays(&fields),
                }
            }
            "write" => Step::Write(self.change(&inside, json)),
            "update" => Step::Update(self.change(&inside, json)),
            "effect" => {
                let fields = self.object(&inside, json, EFFECT);
                Step::Effect(Effect {
                    unless_done: self.flag(&fields, "unless_done", Absent::Default(false)),
                    sending: self.sending(&fields),
                })
            }
            "release" => {
                let fields = self.object(&inside, json, RELEASE);
                Step::Release {
                    after: self.time(&fields, "after_ms"),
                    request: self.optional(&fields, "request_ms", TIME),
                }
            }
            _ => unreadable,
        }
    }

    /// The one field of a step or a fault, if it has one of the known names.
    pub(super) fn only_field<'p>(
        &mut self,
        place: &Place<'_>,
        json: &'p Json,
        known: &'static [&'static str],
    ) -> Option<(&'static str, &'p Json)> {
        let object = self.object(place, json, known);
        let Json::Object(fields) = json else {
            return None;
        };
        let mut names: Vec<&str> = object.names().collect();
        names.sort_unstable();
        names.dedup();
        if names.len() != 1 {
            let found = names.len();
            self.complain(place, Problem::NotOneField { found, known });
            return None;
        }
        let (name, value) = fields.first()?;
        let kind = known.iter().find(|kind| *kind == name)?;
        Some((kind, value))
    }

    fn change(&mut self, place: &Place<'_>, json: &Json) -> Change {
        let fields = self.object(place, json, CHANGE);
        Change {
            object: self.object_name(&fields),
            sending: self.sending(&fields),
        }
    }

    fn sending(&mut self, fields: &Fields<'_>) -> Sending {
        Sending {
            after: self.time(fields, "after_ms"),
            key: self.optional_text(fields, "key"),
            wait: self.flag(fields, "wait", Absent::Default(true)),
            resend_after: self.optional(fields, "resend_after_ms", DURATION),
            resends: self.number(fields, "resends", RESENDS, Absent::Default(0)),
            delays: self.delays(fields),
        }
    }

    fn delays(&mut self, fields: &Fields<'_>) -> Delays {
        Delays {
            request: self.optional(fields, "request_ms", TIME),
            reply: self.optional(fields, "reply_ms", TIME),
        }
    }

    fn object_name(&mut self, fields: &Fields<'_>) -> String {
        self.text(fields, "object", Absent::Default(()))
            .unwrap_or(OBJECT)
            .to_owned()
    }
}
