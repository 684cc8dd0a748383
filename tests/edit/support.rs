//! What the tests share.

use fencelab::picture::History;
use fencelab::sim::case::Case;
use fencelab::sim::scenario::Scenario;
use fencelab::sim::simulate;
use std::path::Path;

pub use crate::full::{lease, redlock};

/// A value that is in a range and is not this one.
pub fn other_than(value: i64, least: i64, most: i64) -> i64 {
    if value < most { value + 1 } else { least }
}

/// What happens in a scenario.
pub fn history(scenario: &Scenario) -> History {
    History::of(scenario, &simulate(scenario))
}

/// All scenarios of `tests/cases` that can be read, with their names, and the two full ones.
pub fn scenarios() -> Vec<(String, Scenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let files = std::fs::read_dir(folder).expect("there are cases");
    let mut found: Vec<_> = files
        .filter_map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_stem()?.to_string_lossy().into_owned();
            let case = Case::read(&std::fs::read(&path).ok()?).ok()?;
            Some((name, case.scenario.ok()?))
        })
        .collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    assert!(found.len() > 80, "only {} cases were read", found.len());
    found.push(("full lease".to_owned(), lease()));
    found.push(("full redlock".to_owned(), redlock()));
    found
}
