//! Every file of `tests/cases` gives what it expects.

use crate::carried::{CASES, DIGESTS, digest};
use fencelab::sim::case::Case;
use fencelab::sim::scenario::Scenario;
use fencelab::sim::{audit, check, read, simulate};
use std::fs;
use std::path::{Path, PathBuf};

/// The case files of a folder under `tests/cases`, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}

fn case(path: &Path) -> Case {
    Case::read(&fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn every_valid_case_gives_what_it_expects() {
    let files = files("");
    assert!(files.len() >= 77, "{} cases", files.len());
    let mut failures = Vec::new();
    for path in files {
        let case = case(&path);
        assert!(case.expect.is_some());
        let report = case
            .scenario
            .as_ref()
            .ok()
            .map(|scenario| audit(scenario, &simulate(scenario)));
        for difference in case.differences(report.as_ref()) {
            failures.push(format!("{}: {difference}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_invalid_case_is_refused_for_each_reason() {
    let files = files("invalid");
    assert!(files.len() >= 12, "{} cases", files.len());
    for path in files {
        let case = case(&path);
        assert_eq!(case.differences(None), [""; 0], "{}", path.display());
        let complaints = case.scenario.expect_err("complaints");
        assert_eq!(complaints.0.len(), 1, "{}: {complaints}", path.display());
    }
}

#[test]
fn every_case_is_written_and_read_back() {
    for path in files("") {
        let scenario = case(&path).scenario.expect("a good scenario");
        assert_eq!(check(&scenario), []);
        assert_eq!(read(scenario.to_json().as_bytes()), Ok(scenario));
    }
}

/// The browser tests run the same cases against the same digests. `BLESS=1` writes them anew.
#[test]
fn every_case_is_carried_to_the_browser_with_its_digest() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let texts = [files(""), files("invalid")].concat();
    let texts: Vec<_> = texts
        .iter()
        .map(|path| fs::read_to_string(path).expect("a file"))
        .collect();
    let carried: Vec<_> = CASES.iter().map(|(_, text)| *text).collect();
    assert_eq!(
        carried.len(),
        texts.len(),
        "tests/web/cases.rs lists others"
    );
    assert!(carried == texts, "tests/web/cases.rs lists others");
    let found: String = CASES
        .iter()
        .map(|(name, text)| digest(name, text))
        .collect();
    if std::env::var_os("BLESS").is_some() {
        fs::write(top.join("golden/cases.txt"), &found).expect("the digests are written");
        return;
    }
    let differs = DIGESTS
        .lines()
        .zip(found.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None, "BLESS=1 writes them anew");
    assert_eq!(DIGESTS.len(), found.len());
}

/// What differs in the seed story (`docs/model.md`, section 8) from what is expected of it.
fn seed_differs(expect: &str) -> Vec<String> {
    let seed = Scenario::seed();
    let file = format!(r#"{{"scenario": {}, "expect": {expect}}}"#, seed.to_json());
    let case = Case::read(file.as_bytes()).expect("JSON");
    let report = audit(&seed, &simulate(&seed));
    case.differences(Some(&report))
}

#[test]
fn what_differs_from_what_is_expected_is_told() {
    for as_it_is in [
        "{}",
        r#"{"why": "this is not looked at"}"#,
        r#"{"outcome": "broken", "stale_accepted": 1, "cut": null}"#,
        r#"{"grants": 2, "harm_kinds": ["inversion"], "refused_reasons": []}"#,
        r#"{"harm": [{"kind": "inversion", "at_ms": 16000, "client": "Client 1", "object": "record"}]}"#,
    ] {
        assert_eq!(seed_differs(as_it_is), [""; 0], "{as_it_is}");
    }
    for (expect, differences) in [
        (
            r#"{"outcome": "safe"}"#,
            [r#"outcome is "broken", expected "safe""#].as_slice(),
        ),
        (
            r#"{"why": "", "stale_accepted": 1, "belief_overlap_ms": 5999}"#,
            &["belief_overlap_ms is 6000, expected 5999"],
        ),
        (
            r#"{"grants": 3, "harm_kinds": [], "refused_reasons": ["stale_token"]}"#,
            &[
                "grants is 2, expected 3",
                r#"harm_kinds is ["inversion"], expected []"#,
                r#"refused_reasons is [], expected ["stale_token"]"#,
            ],
        ),
        (
            r#"{"colour": "red"}"#,
            &["colour is nothing that a report has"],
        ),
        ("[]", &["expect must be an object"]),
        (
            r#"{"invalid": ["lock"]}"#,
            &["complaints are expected, and there are none"],
        ),
    ] {
        assert_eq!(seed_differs(expect), differences, "{expect}");
    }
}

#[test]
fn kinds_and_reasons_are_compared_sorted() {
    // Refused in this order: an old token, then twice no token.
    let file = r#"{"scenario": {"format": 1, "lock": {"service": "lease", "ttl_ms": 1000},
        "resource": {"fence": "writes"},
        "clients": [
            {"plan": [{"acquire": {}}, {"write": {"after_ms": 5000}}]},
            {"arrives_ms": 2000, "plan": [{"acquire": {}}, {"write": {}}]},
            {"plan": [{"write": {"after_ms": 6000}}, {"write": {}}]}]},
        "expect": {"refused_reasons": ["no_token", "no_token", "stale_token"]}}"#;
    let case = Case::read(file.as_bytes()).expect("JSON");
    let scenario = case.scenario.as_ref().expect("a good scenario");
    let report = audit(scenario, &simulate(scenario));
    assert_eq!(case.differences(Some(&report)), [""; 0]);
}

#[test]
fn complaints_are_compared_with_the_expected_paths() {
    let differs = |expect: &str| {
        let file = format!(
            r#"{{"scenario": {{"format": 1, "lock": {{"service": "lease", "ttl_ms": 0}}, "clients": []}}{expect}}}"#
        );
        Case::read(file.as_bytes()).expect("JSON").differences(None)
    };
    assert_eq!(
        differs(r#", "expect": {"invalid": ["lock.ttl_ms", "clients"]}"#),
        [""; 0]
    );
    assert_eq!(
        differs(r#", "expect": {"invalid": ["clients", "faults", "lock"]}"#),
        [
            r#"a complaint about "faults" is expected"#,
            r#"a complaint about "lock" is expected"#
        ]
    );
    assert_eq!(
        differs(r#", "expect": {"invalid": "clients"}"#),
        ["expect.invalid must be a list of paths"]
    );
    assert_eq!(
        differs(r#", "expect": {"outcome": "safe"}"#),
        ["a good scenario is expected"]
    );
    assert_eq!(differs(""), [""; 0], "a scenario alone expects nothing");
}

#[test]
fn a_scenario_alone_is_a_file_too() {
    let seed = Scenario::seed();
    let case = Case::read(seed.to_json().as_bytes()).expect("JSON");
    assert_eq!(case.scenario, Ok(seed));
    assert_eq!(case.expect, None);
    assert_eq!(case.differences(None), [""; 0]);
    let file = format!(
        r#"{{"scenario": {}, "expect": {{"cut": null}}}}"#,
        Scenario::seed().to_json()
    );
    let unrun = Case::read(file.as_bytes()).expect("JSON");
    assert_eq!(unrun.differences(None), ["a report is expected"]);
}
