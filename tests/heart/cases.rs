//! Every file of `tests/cases` gives what it expects.

use crate::carried::{CASES, DIGESTS, digest};
use fencelab::sim::case::Case;
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
