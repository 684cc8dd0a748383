//! What the tests share.

use fencelab::model::Millis;
use fencelab::picture::{Extras, History, Layout, Picture, Window, draw};
use fencelab::sim::report::Report;
use fencelab::sim::scenario::{Fault, Fence, Scenario};
use fencelab::sim::trace::Trace;
use fencelab::sim::{audit, simulate};
use fencelab::text::Lang;
use std::path::{Path, PathBuf};

/// A run with all that is read off it.
pub struct Run {
    pub scenario: Scenario,
    pub trace: Trace,
    pub history: History,
    pub report: Report,
}

pub fn run(scenario: Scenario) -> Run {
    let trace = simulate(&scenario);
    let history = History::of(&scenario, &trace);
    let report = audit(&scenario, &trace);
    Run {
        scenario,
        trace,
        history,
        report,
    }
}

/// The picture of a run at a width.
pub fn picture(run: &Run, lang: Lang, width: f64) -> Picture {
    picture_with_letters(run, lang, width, 1.0)
}

/// The same with letters so many times as wide as assumed.
pub fn picture_with_letters(run: &Run, lang: Lang, width: f64, letters: f64) -> Picture {
    let window = Window::whole(run.history.closed_at);
    let layout = Layout::new(&run.scenario, width, window, letters);
    draw(lang, &run.scenario, &run.history, layout, Extras::ALL)
}

/// The seed story with another pause, and the fence as given.
pub fn seed_with(pause: Millis, fence: Fence) -> Scenario {
    let mut scenario = Scenario::seed();
    scenario.resource.fence = fence;
    match scenario.faults.first_mut() {
        Some(Fault::Pause { lasting, .. }) => *lasting = pause,
        other => panic!("the seed story begins with a pause, not {other:?}"),
    }
    scenario
}

/// A file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compares a text with a file of the project; `BLESS=1` rewrites the file instead.
pub fn check_golden(path: &str, actual: &str) {
    let file = project(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, actual).expect("the golden file can be written");
        return;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        expected == actual,
        "{path} differs; if it should, run again with BLESS=1. Now:\n{actual}"
    );
}

/// All scenarios of `tests/cases` that can be read, with their names.
pub fn cases() -> Vec<(String, Scenario)> {
    let folder = std::fs::read_dir(project("tests/cases")).expect("there are cases");
    let mut cases: Vec<_> = folder
        .filter_map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_stem()?.to_string_lossy().into_owned();
            let bytes = std::fs::read(&path).ok()?;
            let case = fencelab::sim::case::Case::read(&bytes).ok()?;
            Some((name, case.scenario.ok()?))
        })
        .collect();
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(cases.len() > 80, "only {} cases were read", cases.len());
    cases
}
