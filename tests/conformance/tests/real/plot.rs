//! A run told in a few events, so that one of the model and a real one can be laid side by
//! side; and the verdict on it, reckoned from these events alone.

use fencelab::model::{ClientId, Token};
use fencelab::sim::report::{EndedBy, HarmKind, Outcome, Reason, Report};
use fencelab::sim::scenario::{Fault, Scenario};
use fencelab::sim::trace::{Decision, Event, Trace};
use fencelab::sim::{audit, read, simulate};

/// What happened, and when: in milliseconds from the first grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    pub at_ms: i64,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Granted {
        client: String,
        token: u64,
    },
    Ended {
        grant: usize,
        by: EndedBy,
    },
    Paused {
        client: String,
    },
    WentOn {
        client: String,
    },
    Applied {
        client: String,
        token: u64,
    },
    Refused {
        client: String,
        token: u64,
        reason: Reason,
    },
    StoodDown {
        client: String,
    },
}

/// The verdict, as far as a run of two clients and one record needs one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub outcome: Outcome,
    /// The clients whose writes came after one of a later grant.
    pub inversions: Vec<String>,
    pub stale_accepted: u32,
    pub refused: Vec<(String, Reason, u64)>,
    pub stood_down: Vec<String>,
    /// Whose, its token, and how it ended.
    pub grants: Vec<(String, u64, Option<EndedBy>)>,
}

/// A scenario of the model, run.
pub struct Run {
    pub beats: Vec<Beat>,
    pub verdict: Verdict,
}

/// Runs a scenario file in the model.
pub fn run(file: &str) -> Run {
    let scenario = read(file.as_bytes()).unwrap_or_else(|complaints| panic!("{complaints}"));
    let trace = simulate(&scenario);
    Run {
        beats: beats(&scenario, &trace),
        verdict: reported(&audit(&scenario, &trace)),
    }
}

fn beats(scenario: &Scenario, trace: &Trace) -> Vec<Beat> {
    let entries = trace.entries.iter();
    let told = entries.filter_map(|entry| {
        let what = what(scenario, entry.event)?;
        let at_ms = entry.at.0;
        Some(Beat { at_ms, what })
    });
    told.collect()
}

fn what(scenario: &Scenario, event: Event) -> Option<What> {
    let name = |client: ClientId| scenario.clients[client.index()].name.clone();
    let number = |token: Option<Token>| token.expect("a token").0;
    let paused = |fault: &Fault| match fault {
        Fault::Pause { client, .. } => Some(name(*client)),
        _ => None,
    };
    Some(match event {
        Event::Granted { client, token, .. } => What::Granted {
            client: name(client),
            token: number(token),
        },
        Event::Ended { grant, by } => What::Ended {
            grant: grant.index(),
            by,
        },
        Event::FaultBegan { fault } => What::Paused {
            client: paused(&scenario.faults[fault.index()])?,
        },
        Event::FaultEnded { fault } => What::WentOn {
            client: paused(&scenario.faults[fault.index()])?,
        },
        Event::Decided {
            client,
            token,
            decision,
            ..
        } => match decision {
            Decision::Applied { .. } => What::Applied {
                client: name(client),
                token: number(token),
            },
            Decision::Refused(reason) => What::Refused {
                client: name(client),
                token: number(token),
                reason,
            },
            Decision::Answered { .. } => return None,
        },
        Event::StoodDown { client, .. } => What::StoodDown {
            client: name(client),
        },
        _ => return None,
    })
}

/// What the model's own report says.
fn reported(report: &Report) -> Verdict {
    let inversions = report.harm.iter().map(|harm| {
        assert_eq!(harm.kind, HarmKind::Inversion);
        harm.client.clone()
    });
    let refused = report.refused.iter().map(|refusal| {
        let token = refusal.token.expect("a token").0;
        (refusal.client.clone(), refusal.reason, token)
    });
    let grants = report.grants.iter().map(|grant| {
        let token = grant.token.expect("a token").0;
        (grant.client.clone(), token, grant.ended_by)
    });
    Verdict {
        outcome: report.outcome,
        inversions: inversions.collect(),
        stale_accepted: report.stale_accepted,
        refused: refused.collect(),
        stood_down: report
            .stood_down
            .iter()
            .map(|one| one.client.clone())
            .collect(),
        grants: grants.collect(),
    }
}

/// What somebody says who saw only these events.
pub fn judge<'b>(beats: impl IntoIterator<Item = &'b What>) -> Verdict {
    let mut verdict = Verdict {
        outcome: Outcome::Safe,
        inversions: Vec::new(),
        stale_accepted: 0,
        refused: Vec::new(),
        stood_down: Vec::new(),
        grants: Vec::new(),
    };
    let mut newest = 0;
    for what in beats {
        match what.clone() {
            What::Granted { client, token } => verdict.grants.push((client, token, None)),
            What::Ended { grant, by } => verdict.grants[grant - 1].2 = Some(by),
            What::Paused { .. } | What::WentOn { .. } => {}
            What::Applied { client, token } => {
                let over = |(_, of, end): &(_, u64, Option<_>)| *of == token && end.is_some();
                verdict.stale_accepted += u32::from(verdict.grants.iter().any(over));
                if token < newest {
                    verdict.inversions.push(client);
                }
                newest = newest.max(token);
            }
            What::Refused {
                client,
                token,
                reason,
            } => {
                verdict.refused.push((client, reason, token));
            }
            What::StoodDown { client } => verdict.stood_down.push(client),
        }
    }
    let fenced = |(_, reason, _): &(_, Reason, _)| *reason == Reason::StaleToken;
    verdict.outcome = if !verdict.inversions.is_empty() {
        Outcome::Broken
    } else if verdict.refused.iter().any(fenced) {
        Outcome::Fenced
    } else if !verdict.refused.is_empty() {
        Outcome::Refused
    } else if !verdict.stood_down.is_empty() {
        Outcome::StoodDown
    } else if verdict.stale_accepted > 0 {
        Outcome::Lucky
    } else {
        Outcome::Safe
    };
    verdict
}

/// The events alone.
pub fn order(beats: &[Beat]) -> Vec<&What> {
    beats.iter().map(|beat| &beat.what).collect()
}
