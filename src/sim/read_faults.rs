//! Reads the faults of a scenario file.

use super::complaint::{Problem, Wanted};
use super::fields::{Absent, Fields, Place, Reader};
use super::json::Json;
use super::limits::{DURATION, JUMP, NODES, RATE, Range, TIME, TOKEN};
use super::scenario::{Cause, Client, CutFrom, FailoverForgets, Fault, RestartForgets, Stops};
use crate::model::{ClientId, Millis, NodeId, TrueTime};

const FAULT: &[&str] = &[
    "pause",
    "crash",
    "cut",
    "clock_jump",
    "clock_rate",
    "node_down",
    "failover",
    "lock_lost",
    "resource_restart",
];
const PAUSE: &[&str] = &["client", "at_ms", "for_ms", "cause", "stops"];
const CRASH: &[&str] = &["client", "at_ms"];
const CUT: &[&str] = &["client", "from", "at_ms", "for_ms"];
const CUT_FROM: &[&str] = &["lock", "resource", "all"];
const CUT_FROM_NODE: &[&str] = &["node"];
const CLOCK_JUMP: &[&str] = &["node", "at_ms", "by_ms"];
const CLOCK_RATE: &[&str] = &["node", "per_mille"];
const NODE_DOWN: &[&str] = &["node", "at_ms", "for_ms", "keeps_data"];
const FAILOVER: &[&str] = &["at_ms", "forgets", "counter_back_by"];
const LOCK_LOST: &[&str] = &["at_ms"];
const RESOURCE_RESTART: &[&str] = &["at_ms", "forgets"];

/// Reads the faults; in the place of one that cannot be read stands a harmless one.
pub(super) fn read_faults(
    reader: &mut Reader,
    place: &Place<'_>,
    faults: &[Json],
    clients: &[Client],
) -> Vec<Fault> {
    let mut faults_reader = FaultReader { reader, clients };
    faults
        .iter()
        .enumerate()
        .map(|(index, json)| faults_reader.fault(&place.entry(index), json))
        .collect()
}

struct FaultReader<'r> {
    reader: &'r mut Reader,
    clients: &'r [Client],
}

impl FaultReader<'_> {
    fn fault(&mut self, place: &Place<'_>, json: &Json) -> Fault {
        let unreadable = Fault::ResourceRestart {
            at: TrueTime::START,
            forgets: RestartForgets::Both,
        };
        let Some((kind, json)) = self.reader.only_field(place, json, FAULT) else {
            return unreadable;
        };
        let place = place.field(kind);
        match kind {
            "pause" => {
                let fields = self.reader.object(&place, json, PAUSE);
                self.pause(&fields)
            }
            "crash" => {
                let fields = self.reader.object(&place, json, CRASH);
                Fault::Crash {
                    client: self.client(&fields),
                    at: self.at(&fields),
                }
            }
            "cut" => {
                let fields = self.reader.object(&place, json, CUT);
                Fault::Cut {
                    client: self.client(&fields),
                    from: self.cut_from(&fields),
                    at: self.at(&fields),
                    lasting: self.lasting(&fields),
                }
            }
            "clock_jump" | "clock_rate" | "node_down" => self.node_fault(kind, &place, json),
            "failover" => {
                let fields = self.reader.object(&place, json, FAILOVER);
                let forgets = Absent::Missing(FailoverForgets::Lock);
                Fault::Failover {
                    at: self.at(&fields),
                    forgets: self.reader.word(&fields, "forgets", forgets),
                    counter_back_by: self.reader.number(
                        &fields,
                        "counter_back_by",
                        TOKEN,
                        Absent::Default(1),
                    ),
                }
            }
            "lock_lost" => {
                let fields = self.reader.object(&place, json, LOCK_LOST);
                let at = self.at(&fields);
                Fault::LockLost { at }
            }
            "resource_restart" => {
                let fields = self.reader.object(&place, json, RESOURCE_RESTART);
                let forgets = Absent::Missing(RestartForgets::Both);
                Fault::ResourceRestart {
                    at: self.at(&fields),
                    forgets: self.reader.word(&fields, "forgets", forgets),
                }
            }
            _ => unreadable,
        }
    }

    fn pause(&mut self, fields: &Fields<'_>) -> Fault {
        let client = self.client(fields);
        let at = self.at(fields);
        let lasting = self.lasting(fields);
        let cause = Absent::Missing(Cause::Other);
        let cause = self.reader.word(fields, "cause", cause);
        let stops = Absent::Default(Stops::default_of(cause));
        Fault::Pause {
            client,
            at,
            lasting,
            cause,
            stops: self.reader.word(fields, "stops", stops),
        }
    }

    fn node_fault(&mut self, kind: &str, place: &Place<'_>, json: &Json) -> Fault {
        match kind {
            "clock_jump" => {
                let fields = self.reader.object(place, json, CLOCK_JUMP);
                let by = Absent::Missing(0);
                Fault::ClockJump {
                    node: self.node(&fields),
                    at: self.at(&fields),
                    by: Millis(self.reader.number(&fields, "by_ms", JUMP, by)),
                }
            }
            "clock_rate" => {
                let fields = self.reader.object(place, json, CLOCK_RATE);
                let per_mille = Absent::Missing(1000);
                Fault::ClockRate {
                    node: self.node(&fields),
                    per_mille: self.reader.number(&fields, "per_mille", RATE, per_mille),
                }
            }
            _ => {
                let fields = self.reader.object(place, json, NODE_DOWN);
                let keeps_data = Absent::Missing(true);
                Fault::NodeDown {
                    node: self.node(&fields),
                    at: self.at(&fields),
                    lasting: self.lasting(&fields),
                    keeps_data: self.reader.flag(&fields, "keeps_data", keeps_data),
                }
            }
        }
    }

    fn at(&mut self, fields: &Fields<'_>) -> TrueTime {
        let at = self
            .reader
            .number(fields, "at_ms", TIME, Absent::Missing(0));
        TrueTime(at)
    }

    fn lasting(&mut self, fields: &Fields<'_>) -> Millis {
        let lasting = Absent::Missing(1);
        Millis(self.reader.number(fields, "for_ms", DURATION, lasting))
    }

    fn node(&mut self, fields: &Fields<'_>) -> NodeId {
        let range = Range::new(0, NODES.max.saturating_sub(1));
        NodeId(
            self.reader
                .number(fields, "node", range, Absent::Missing(0)),
        )
    }

    /// The client of this name. If the file has no clients, that is complaint enough.
    fn client(&mut self, fields: &Fields<'_>) -> ClientId {
        let Some(name) = self.reader.text(fields, "client", Absent::Missing(())) else {
            return ClientId(0);
        };
        let index = self.clients.iter().position(|client| client.name == name);
        if index.is_none() && !self.clients.is_empty() {
            let name = Some(name.to_owned());
            let place = fields.place.field("client");
            self.reader
                .complain(&place, Problem::UnknownClient { name });
        }
        ClientId(u8::try_from(index.unwrap_or(0)).unwrap_or(u8::MAX))
    }

    fn cut_from(&mut self, fields: &Fields<'_>) -> CutFrom {
        let usual = CutFrom::All;
        let Some(json) = self.reader.present(fields, "from", &Absent::Missing(())) else {
            return usual;
        };
        let place = fields.place.field("from");
        match json {
            Json::Text(word) => match word.as_str() {
                "lock" => CutFrom::Lock,
                "resource" => CutFrom::Resource,
                "all" => CutFrom::All,
                _ => {
                    let known = CUT_FROM;
                    self.reader.complain(&place, Problem::UnknownWord { known });
                    usual
                }
            },
            Json::Object(_) => {
                let fields = self.reader.object(&place, json, CUT_FROM_NODE);
                CutFrom::Node(self.node(&fields))
            }
            other => {
                let wanted = Wanted::CutFrom(CUT_FROM);
                self.reader.wrong_type(&place, wanted, other);
                usual
            }
        }
    }
}
