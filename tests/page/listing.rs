//! The code panels say what the run does: every decision is the doing of a line that is there.

use crate::support::{Run, cases, run};
use fencelab::model::{ClientId, Decision, Reason, TrueTime};
use fencelab::picture::listing::{CodeLine, Listing, Machine, Role};
use fencelab::sim::scenario::{Fence, Scenario, Service};
use fencelab::sim::trace::{Content, Event, Party};
use fencelab::story::stories;

fn runs() -> Vec<(String, Run)> {
    let told = stories().map(|story| {
        (
            story.id.to_owned(),
            run(story.scenario().expect("it can be run")),
        )
    });
    told.chain(cases().into_iter().map(|(name, case)| (name, run(case))))
        .collect()
}

fn listing(run: &Run, machine: Machine) -> Listing {
    Listing::of(&run.scenario, &run.trace, machine)
}

/// The line that has done an entry.
fn doer(listing: &Listing, entry: usize) -> Option<&CodeLine> {
    let mut lines = listing
        .lines
        .iter()
        .filter(|line| line.entries.contains(&entry));
    let line = lines.next();
    assert!(lines.next().is_none(), "two lines do entry {entry}");
    line
}

#[test]
fn every_decision_of_the_resource_is_the_doing_of_one_line_that_is_there() {
    for (name, run) in runs() {
        let code = listing(&run, Machine::Resource);
        for (index, entry) in run.trace.entries.iter().enumerate() {
            let line = doer(&code, index);
            let Event::Decided { decision, .. } = entry.event else {
                assert!(line.is_none(), "{name}: {index}");
                continue;
            };
            let line = line.unwrap_or_else(|| panic!("{name}: nobody does {:?}", entry.event));
            let wanted = match decision {
                Decision::Answered { .. } => "answer",
                Decision::Applied {
                    version: Some(_), ..
                } => "record =",
                Decision::Applied { version: None, .. } => "effect",
                Decision::Refused(Reason::NotHolder) => "not the holder",
                Decision::Refused(Reason::StaleToken | Reason::NoToken) => "fence token < highest",
                Decision::Refused(Reason::Duplicate) => "duplicate",
                Decision::Refused(Reason::VersionConflict) => "version",
            };
            let told = wanted.split(' ').any(|word| line.text.contains(word));
            assert!(told, "{name}: {wanted} is not in {:?}", line.text);
            assert_ne!(line.role, Role::Absent, "{name}: {:?}", line.text);
        }
    }
}

#[test]
fn every_grant_and_its_end_is_the_doing_of_the_lock_service() {
    for (name, run) in runs() {
        let code = listing(&run, Machine::Lock);
        let lease = run.scenario.lock.service == Service::Lease;
        for (index, entry) in run.trace.entries.iter().enumerate() {
            let must = match entry.event {
                Event::Granted { .. } | Event::Ended { .. } | Event::Denied { .. } => lease,
                Event::Evaluated { .. } | Event::ValueStored { .. } | Event::ValueGone { .. } => {
                    true
                }
                _ => continue,
            };
            let line = doer(&code, index);
            assert!(line.is_some() || !must, "{name}: {:?}", entry.event);
        }
    }
}

#[test]
fn everything_that_a_client_sends_is_the_doing_of_its_own_code() {
    for (name, run) in runs() {
        for index in 0..run.scenario.clients.len() {
            let client = ClientId(u8::try_from(index).expect("there are few"));
            let code = listing(&run, Machine::Client(client));
            for (index, entry) in run.trace.entries.iter().enumerate() {
                let Event::Sent {
                    from: Party::Client(who),
                    content,
                    ..
                } = entry.event
                else {
                    continue;
                };
                let by_itself = matches!(content, Content::Release | Content::Count);
                if who == client && !by_itself {
                    assert!(doer(&code, index).is_some(), "{name}: {:?}", entry.event);
                }
            }
        }
    }
}

#[test]
fn the_seed_story_in_code() {
    let told = |fence, machine| {
        let mut scenario = Scenario::seed();
        scenario.resource.fence = fence;
        let run = run(scenario);
        let code = listing(&run, machine);
        let at = code
            .line_at(&run.trace, TrueTime(16_000))
            .expect("it has run");
        let line = |line: &CodeLine| (line.text.trim().to_owned(), line.role);
        line(&code.lines[at])
    };
    let check = "if token < highest: refuse".to_owned();
    assert_eq!(told(Fence::Writes, Machine::Resource), (check, Role::Check));
    let applied = "record = value; version += 1".to_owned();
    assert_eq!(told(Fence::Off, Machine::Resource), (applied, Role::Plain));
    let lock = "holder = client; end = clock + 10\u{a0}s".to_owned();
    assert_eq!(told(Fence::Off, Machine::Lock), (lock, Role::Plain));
    let client = "lock.release(grant)".to_owned();
    assert_eq!(
        told(Fence::Off, Machine::Client(ClientId(0))),
        (client, Role::Plain)
    );
    let stopped = "when told that the lock is lost: stop".to_owned();
    assert_eq!(
        told(Fence::Writes, Machine::Client(ClientId(0))),
        (stopped, Role::Plain)
    );
}
