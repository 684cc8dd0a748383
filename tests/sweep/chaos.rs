//! Chaos finds what is wrong with a design, and nothing where nothing is; what
//! it finds is shrunk until nothing can be taken away.

use crate::generator;
use fencelab::model::Millis;
use fencelab::sim::json::Json;
use fencelab::sim::scenario::{Fault, Fence, Lock, Scenario, Service};
use fencelab::sim::{audit, check, read_tree, simulate};
use fencelab::sweep::{Chaos, Failure, Intensity, Kind, Shrink};
use fencelab::text::Lang;
use fencelab::text::sweep as words;

fn search(base: &Scenario, kinds: &[Kind], intensity: Intensity, seed: u64, runs: u32) -> Chaos {
    let mut chaos = Chaos::new(base, kinds, intensity, seed, runs);
    while !chaos.progress().is_done() {
        chaos.advance(37);
    }
    chaos
}

fn shrunk(scenario: &Scenario, failure: Failure) -> Scenario {
    let mut shrink = Shrink::new(scenario, failure).unwrap();
    while !shrink.is_done() {
        shrink.advance(100);
        assert!(shrink.runs() < 1_000_000, "it ends");
    }
    shrink.smallest().clone()
}

fn fails(scenario: &Scenario, failure: Failure) -> bool {
    failure.is_in(&audit(scenario, &simulate(scenario)))
}

#[test]
fn every_drawn_scenario_is_one_that_the_format_allows() {
    let mut redlock = Scenario::seed();
    redlock.lock = Lock::new(Service::Redlock, Millis(10_000));
    for (base, intensity) in [
        (Scenario::seed(), Intensity::Heavy),
        (redlock, Intensity::Medium),
    ] {
        let mut found = 0;
        for seed in 0..150 {
            let chaos = search(&base, &Kind::ALL, intensity, seed, 100);
            let Some(run) = chaos.found() else { continue };
            found += 1;
            assert_eq!(check(&run.scenario), []);
            assert!(fails(&run.scenario, run.failure));
            assert_eq!(run.run, chaos.progress().done);
        }
        assert!(found > 100, "{found}");
    }
}

#[test]
fn the_same_seed_finds_the_same_run_in_any_slices() {
    let seed = Scenario::seed();
    let one = search(&seed, &Kind::ALL, Intensity::Light, 9, 500);
    let mut other = Chaos::new(&seed, &Kind::ALL, Intensity::Light, 9, 500);
    other.advance(u32::MAX);
    assert!(one.found().is_some());
    assert_eq!(one.found(), other.found());
    let third = search(&seed, &Kind::ALL, Intensity::Light, 10, 500);
    assert_ne!(one.found(), third.found());
}

#[test]
fn a_fence_survives_pauses_and_not_a_resource_that_forgets() {
    let mut fenced = Scenario::seed();
    fenced.resource.fence = Fence::Writes;
    let pauses = search(
        &fenced,
        &[Kind::Pause, Kind::Delay, Kind::Crash],
        Intensity::Heavy,
        1,
        5_000,
    );
    assert_eq!(pauses.found(), None);
    assert_eq!(pauses.progress().done, 5_000);
    for lang in Lang::ALL {
        assert!(words::survived(lang, 5_000).contains("5000"));
    }
    let restarts = search(
        &fenced,
        &[Kind::Pause, Kind::ResourceRestart],
        Intensity::Medium,
        1,
        5_000,
    );
    let found = restarts.found().unwrap();
    let smallest = shrunk(&found.scenario, found.failure);
    // Both are needed, and the design is still the fenced one.
    assert_eq!(smallest.faults.len(), 2, "{}", smallest.to_json());
    assert!(
        smallest
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::Pause { .. }))
    );
    assert!(
        smallest
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::ResourceRestart { .. }))
    );
    assert_eq!(smallest.resource, fenced.resource);
    assert_eq!(smallest.lock, fenced.lock);
}

#[test]
fn without_kinds_there_is_one_run() {
    let chaos = search(&Scenario::seed(), &[], Intensity::Heavy, 1, 500);
    assert_eq!((chaos.found(), chaos.progress().done), (None, 1));
    let mut redlock = Scenario::seed();
    redlock.lock = Lock::new(Service::Redlock, Millis(10_000));
    let impossible = [Kind::Failover, Kind::LockLost];
    assert!(impossible.iter().all(|kind| !kind.is_possible(&redlock)));
    let chaos = search(&redlock, &impossible, Intensity::Heavy, 1, 500);
    assert_eq!(chaos.progress().done, 1);
}

#[test]
fn what_does_not_fail_cannot_be_shrunk() {
    let mut seed = Scenario::seed();
    let failure = Failure::of(&audit(&seed, &simulate(&seed))).unwrap();
    assert!(Shrink::new(&seed, Failure::Waste).is_none());
    seed.faults.clear();
    assert!(Shrink::new(&seed, failure).is_none());
}

/// 200 random failing scenarios of the whole format. The ways to make one
/// smaller are counted here anew, on the tree of its file.
#[test]
fn nothing_can_be_taken_from_what_was_shrunk() {
    let (mut tried, mut seed) = (0, 0);
    while tried < 200 {
        seed += 1;
        let scenario = generator::seeded(seed);
        let Some(failure) = Failure::of(&audit(&scenario, &simulate(&scenario))) else {
            continue;
        };
        tried += 1;
        let smallest = shrunk(&scenario, failure);
        assert!(fails(&smallest, failure), "seed {seed}");
        assert_eq!(smallest.lock, scenario.lock);
        assert_eq!(smallest.resource, scenario.resource);
        let tree = named(&smallest);
        let mut smaller = Vec::new();
        reduce(&tree, &Vec::new(), &mut |place, value| {
            smaller.push(replaced(&tree, place, value));
        });
        for file in smaller {
            // Not every smaller file is a scenario.
            if let Ok(scenario) = read_tree(&file) {
                let still = fails(&scenario, failure);
                assert!(
                    !still,
                    "seed {seed}: {failure:?}\n{}\n{}",
                    smallest.to_json(),
                    scenario.to_json()
                );
            }
        }
    }
}

/// A place in a tree: names and indices.
type Place = Vec<Part>;

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Name(String),
    Index(usize),
}

/// The file with all names of clients written out: without one, the others keep theirs.
fn named(scenario: &Scenario) -> Json {
    let mut tree = scenario.to_tree();
    let Json::Object(fields) = &mut tree else {
        unreachable!("a file is an object")
    };
    for (name, value) in fields {
        if let ("clients", Json::List(clients)) = (name.as_str(), value) {
            for (client, json) in scenario.clients.iter().zip(clients) {
                if let Json::Object(fields) = json
                    && !fields.iter().any(|(name, _)| name == "name")
                {
                    fields.insert(0, ("name".to_owned(), Json::Text(client.name.clone())));
                }
            }
        }
    }
    tree
}

/// Every way to take one thing away or to halve one number, outside the design.
/// None takes the place away.
fn reduce(json: &Json, place: &Place, tell: &mut impl FnMut(&Place, Option<Json>)) {
    let inside = |part: Part| {
        let mut inside = place.clone();
        inside.push(part);
        inside
    };
    let last = place.iter().rev().find_map(|part| match part {
        Part::Name(name) => Some(name.as_str()),
        Part::Index(_) => None,
    });
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                let inside = inside(Part::Name(name.clone()));
                if ["request_ms", "reply_ms", "node_ms"].contains(&name.as_str()) {
                    tell(&inside, None);
                }
                // Of the whole file, only these are not of the design.
                if !place.is_empty() || ["network", "clients", "faults"].contains(&name.as_str()) {
                    reduce(value, &inside, tell);
                }
            }
        }
        Json::List(entries) => {
            for (index, value) in entries.iter().enumerate() {
                let inside = inside(Part::Index(index));
                if matches!(last, Some("clients" | "plan" | "faults")) {
                    tell(&inside, None);
                }
                reduce(value, &inside, tell);
            }
        }
        Json::Integer(number) => {
            let right = i128::from(last == Some("per_mille")) * 1000;
            let half = right + (number - right) / 2;
            let is_number = matches!(
                last,
                Some(
                    "at_ms"
                        | "for_ms"
                        | "by_ms"
                        | "per_mille"
                        | "counter_back_by"
                        | "arrives_ms"
                        | "after_ms"
                        | "request_ms"
                        | "reply_ms"
                        | "resends"
                        | "resend_after_ms"
                        | "node_ms"
                        | "lock_ms"
                        | "resource_ms"
                )
            );
            if is_number && half != *number {
                tell(place, Some(Json::Integer(half)));
            }
        }
        _ => {}
    }
}

/// The tree with another value at a place, or without it. A client takes its faults along.
fn replaced(json: &Json, place: &[Part], value: Option<Json>) -> Json {
    let mut tree = json.clone();
    let (last, way) = place.split_last().unwrap();
    let mut at = &mut tree;
    for part in way {
        at = match (part, at) {
            (Part::Name(name), Json::Object(fields)) => {
                &mut fields
                    .iter_mut()
                    .find(|(field, _)| field == name)
                    .unwrap()
                    .1
            }
            (Part::Index(index), Json::List(entries)) => &mut entries[*index],
            (part, _) => unreachable!("{part:?}"),
        };
    }
    let mut gone = None;
    match (last, at, value) {
        (Part::Name(name), Json::Object(fields), None) => fields.retain(|(field, _)| field != name),
        (Part::Name(name), Json::Object(fields), Some(value)) => {
            fields
                .iter_mut()
                .find(|(field, _)| field == name)
                .unwrap()
                .1 = value;
        }
        (Part::Index(index), Json::List(entries), None) => gone = Some(entries.remove(*index)),
        (Part::Index(index), Json::List(entries), Some(value)) => entries[*index] = value,
        (part, ..) => unreachable!("{part:?}"),
    }
    let is_client = matches!(place, [Part::Name(name), Part::Index(_)] if name == "clients");
    if let (true, Some(client)) = (is_client, gone) {
        let name = client.field("name").cloned();
        if let Json::Object(fields) = &mut tree
            && let Some((_, Json::List(faults))) =
                fields.iter_mut().find(|(field, _)| field == "faults")
        {
            faults.retain(|fault| match fault {
                Json::Object(kind) => kind[0].1.field("client").cloned() != name,
                _ => true,
            });
        }
    }
    tree
}
