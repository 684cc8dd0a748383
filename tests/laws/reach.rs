//! What the random scenarios reach: laws are worth as much as the runs they see.

use crate::{generator, json, oracle};
use std::collections::BTreeMap;

/// Words that must come up in the files and reports of the first 600 seeds, with
/// how many of the files must have them.
const REACHED: [(&str, u32); 62] = [
    ("\"redlock\"", 100),
    ("\"lease\"", 100),
    ("\"counter\"", 50),
    ("\"none\"", 50),
    ("\"separate_counter\"", 50),
    ("\"queue\"", 50),
    ("\"always\"", 50),
    ("\"efficiency\"", 50),
    ("\"off\"", 50),
    ("\"writes\"", 50),
    ("\"reads_and_writes\"", 50),
    ("\"checked\"", 50),
    ("\"asks_lock\":true", 30),
    ("\"clock\"", 50),
    ("\"ask\"", 50),
    ("\"stops_when_lost\":false", 50),
    ("\"unless_done\":true", 10),
    ("\"acquire\"", 100),
    ("\"read\"", 100),
    ("\"write\"", 100),
    ("\"update\"", 100),
    ("\"effect\"", 100),
    ("\"release\":{", 100),
    ("\"pause\"", 100),
    ("\"crash\"", 50),
    ("\"cut\":{", 50),
    ("\"clock_jump\"", 50),
    ("\"clock_rate\"", 50),
    ("\"node_down\"", 50),
    ("\"failover\"", 20),
    ("\"lock_lost\"", 20),
    ("\"resource_restart\"", 50),
    ("\"worker\"", 50),
    ("\"process\"", 50),
    ("\"machine\"", 50),
    ("\"outcome\": \"broken\"", 20),
    ("\"outcome\": \"fenced\"", 8),
    ("\"outcome\": \"refused\"", 20),
    ("\"outcome\": \"deduplicated\"", 3),
    ("\"outcome\": \"stood_down\"", 10),
    ("\"outcome\": \"lucky\"", 10),
    ("\"outcome\": \"safe\"", 50),
    ("\"outcome\": \"wasted\"", 5),
    ("\"kind\": \"inversion\"", 10),
    ("\"kind\": \"lost_update\"", 10),
    ("\"kind\": \"duplicate_effect\"", 10),
    ("\"reason\": \"not_holder\"", 10),
    ("\"reason\": \"no_token\"", 20),
    ("\"reason\": \"stale_token\"", 20),
    ("\"reason\": \"duplicate\"", 10),
    ("\"reason\": \"version_conflict\"", 10),
    ("\"ended_by\": \"expiry\"", 50),
    ("\"ended_by\": \"release\"", 50),
    ("\"ended_by\": \"deleted\"", 5),
    ("\"ended_by\": \"lost\"", 10),
    ("\"ended_by\": \"failover\"", 10),
    ("\"ended_by\": null", 10),
    ("\"granted_ms\": null", 50),
    ("\"cut\": null", 100),
    ("\"cut\": \"horizon\"", 50),
    ("\"ordinal\": 4", 50),
    ("\"token\": null", 20),
];

#[test]
fn the_first_seeds_reach_every_word_of_the_format_and_of_the_report() {
    let mut reached: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut overlaps, mut rightful, mut dead) = (0, 0, 0);
    for seed in 0..600 {
        let scenario = generator::seeded(seed);
        let mut text = json::full(&scenario).to_string();
        if let Some(report) = oracle::report(&scenario) {
            text.push_str(&report.to_json());
            overlaps += u32::from(report.belief_overlap.0 > 0);
            rightful += u32::from(report.rightful_refused > 0);
            dead += u32::from(report.dead_hold.0 > 0);
        }
        for (word, _) in REACHED {
            *reached.entry(word).or_default() += u32::from(text.contains(word));
        }
    }
    let few: Vec<_> = REACHED
        .into_iter()
        .filter(|(word, least)| reached[word] < *least)
        .collect();
    assert!(few.is_empty(), "too few {few:?} in {reached:?}");
    let numbers = [overlaps, rightful, dead];
    assert!(numbers.iter().all(|number| *number >= 5), "{numbers:?}");
}

#[test]
fn a_seed_gives_one_scenario_and_another_seed_another() {
    assert_eq!(generator::seeded(7), generator::seeded(7));
    assert_ne!(generator::seeded(7), generator::seeded(8));
}
