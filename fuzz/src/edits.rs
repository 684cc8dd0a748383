//! An edit is refused in words, or it gives a scenario that is allowed.

use super::is_said;
use super::scenario::holds;
use fencelab::edit::field::{fields, losses, set};
use fencelab::share::PresetId;
use fencelab::sim::check;
use fencelab::sim::scenario::Scenario;

/// How many edits are made at the most.
const EDITS_MAX: usize = 20;

/// The first byte says which story is edited; each line after it is a path, a
/// space and a text. A number in place of the path counts the fields.
pub fn edits(bytes: &[u8]) {
    let Some((first, lines)) = bytes.split_first() else {
        return;
    };
    let presets: Vec<PresetId> = PresetId::all().collect();
    let mut scenario = presets[usize::from(*first) % presets.len()].scenario();
    let lines = String::from_utf8_lossy(lines);
    for line in lines.lines().take(EDITS_MAX) {
        let (path, text) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(next) = edited(&scenario, path, text) {
            scenario = next;
        }
    }
    holds(&scenario);
    // Some of them each time: a scenario has up to a hundred fields.
    for field in fields(&scenario)
        .iter()
        .skip(usize::from(first >> 4))
        .step_by(16)
    {
        let same = set(&scenario, &field.path, &field.value);
        assert_eq!(
            same.as_ref(),
            Ok(&scenario),
            "{} changes what it holds",
            field.path
        );
    }
}

fn edited(scenario: &Scenario, path: &str, text: &str) -> Option<Scenario> {
    let fields = fields(scenario);
    let counted = path.parse::<usize>().ok();
    let counted = counted.and_then(|place| fields.get(place % fields.len()));
    let path = counted.map_or(path, |field| &field.path);
    match set(scenario, path, text) {
        Ok(next) => {
            assert_eq!(check(&next), [], "{path} {text:?} spoils the scenario");
            if let Some(lost) = losses(scenario, &next) {
                is_said(|lang| lost.of(lang).to_owned());
            }
            Some(next)
        }
        Err(sentences) => {
            assert!(
                !sentences.is_empty(),
                "{path} {text:?} is refused in silence"
            );
            for sentence in sentences {
                is_said(|lang| sentence.of(lang).to_owned());
            }
            None
        }
    }
}
