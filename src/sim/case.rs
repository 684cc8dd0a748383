//! A case: a scenario with what its report must say. `tests/cases` is full of them.

use super::complaint::Complaints;
use super::json::Json;
use super::read::{read_tree, tree};
use super::report::Report;
use super::scenario::Scenario;

/// A file of either form: a scenario alone, or a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The scenario, or what is wrong with it.
    pub scenario: Result<Scenario, Complaints>,
    /// What is expected of it, if the file is a case.
    pub expect: Option<Json>,
}

impl Case {
    /// Reads a file of either form. A file that is an object with the field
    /// `scenario` is a case.
    ///
    /// # Errors
    ///
    /// A file that is no JSON at all: see [`tree`].
    pub fn read(bytes: &[u8]) -> Result<Self, Complaints> {
        let json = tree(bytes)?;
        let scenario = json.field("scenario");
        Ok(Self {
            scenario: read_tree(scenario.unwrap_or(&json)),
            expect: scenario.and_then(|_| json.field("expect").cloned()),
        })
    }

    /// What differs from what is expected, one sentence each; empty if nothing does.
    /// `report` is that of the run, if the scenario could be read.
    #[must_use]
    pub fn differences(&self, report: Option<&Report>) -> Vec<String> {
        let Some(expect) = &self.expect else {
            return Vec::new();
        };
        match (&self.scenario, report, expect.field("invalid")) {
            (Err(complaints), _, Some(paths)) => unnamed(paths, complaints),
            (Err(_), _, None) => vec!["a good scenario is expected".to_owned()],
            (Ok(_), _, Some(_)) => vec!["complaints are expected, and there are none".to_owned()],
            (Ok(_), None, None) => vec!["a report is expected".to_owned()],
            (Ok(_), Some(report), None) => differences(expect, report),
        }
    }
}

/// The expected paths that no complaint names.
fn unnamed(paths: &Json, complaints: &Complaints) -> Vec<String> {
    let Json::List(paths) = paths else {
        return vec!["expect.invalid must be a list of paths".to_owned()];
    };
    let named = |path: &Json| {
        let mut complaints = complaints.0.iter();
        complaints.any(|complaint| Json::Text(complaint.path.clone()) == *path)
    };
    paths
        .iter()
        .filter(|path| !named(path))
        .map(|path| format!("a complaint about {} is expected", text(path)))
        .collect()
}

fn differences(expect: &Json, report: &Report) -> Vec<String> {
    let Json::Object(fields) = expect else {
        return vec!["expect must be an object".to_owned()];
    };
    let written = Json::read(&report.to_json()).unwrap_or(Json::Null);
    fields
        .iter()
        .filter(|(name, _)| name != "why")
        .filter_map(|(name, expected)| {
            let found = found(name, expected, report, &written);
            (found.as_ref() != Some(expected)).then(|| match found {
                Some(found) => format!("{name} is {}, expected {}", text(&found), text(expected)),
                None => format!("{name} is nothing that a report has"),
            })
        })
        .collect()
}

/// What the report says of an expected field. Grants may be expected as a
/// number; harms and refusals as sorted lists of their kinds and reasons.
fn found(name: &str, expected: &Json, report: &Report, written: &Json) -> Option<Json> {
    match (name, expected) {
        ("grants", Json::Integer(_)) => Some(Json::Integer(
            i128::try_from(report.grants.len()).unwrap_or(i128::MAX),
        )),
        ("harm_kinds", _) => Some(sorted(written.field("harm")?, "kind")),
        ("refused_reasons", _) => Some(sorted(written.field("refused")?, "reason")),
        (_, _) => written.field(name).cloned(),
    }
}

/// The texts in one field of a list of objects, sorted.
fn sorted(list: &Json, field: &str) -> Json {
    let mut texts = match list {
        Json::List(entries) => entries
            .iter()
            .filter_map(|entry| entry.field(field).cloned())
            .collect(),
        Json::Null
        | Json::Bool(_)
        | Json::Integer(_)
        | Json::Other
        | Json::Huge
        | Json::Text(_)
        | Json::Object(_) => Vec::new(),
    };
    texts.sort_by_key(text);
    Json::List(texts)
}

fn text(json: &Json) -> String {
    serde_json::to_string(json).unwrap_or_default()
}
