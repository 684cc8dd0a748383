//! The second implementation, held against the same cases as the simulator: a
//! witness must be trustworthy too.

use crate::oracle;
use fencelab::sim::read;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_second_implementation_gives_what_the_cases_expect() {
    let mut wrong = Vec::new();
    let files = files();
    assert!(files.len() > 90, "{} cases", files.len());
    for path in files {
        let case: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let scenario = read(case["scenario"].to_string().as_bytes()).unwrap();
        let report = oracle::report(&scenario).unwrap().to_json();
        let report: Value = serde_json::from_str(&report).unwrap();
        let sorted = |list: &str, field: &str| {
            let entries = report[list].as_array().unwrap().iter();
            let mut words: Vec<Value> = entries.map(|entry| entry[field].clone()).collect();
            words.sort_by_key(ToString::to_string);
            Value::Array(words)
        };
        for (what, expected) in case["expect"].as_object().unwrap() {
            let found = match what.as_str() {
                "why" => continue,
                "grants" => report["grants"].as_array().unwrap().len().into(),
                "harm_kinds" => sorted("harm", "kind"),
                "refused_reasons" => sorted("refused", "reason"),
                _ => report[what].clone(),
            };
            if found != *expected {
                wrong.push(format!(
                    "{}: {what} is {found}, not {expected}",
                    path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
