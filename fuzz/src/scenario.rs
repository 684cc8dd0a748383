//! A file is refused in words, or it is a scenario that can be written, read
//! again, sent, run and told.

use super::is_said;
use fencelab::picture::history::History;
use fencelab::share::{PresetId, Shared, decode, encode};
use fencelab::sim::limits::ENTRIES;
use fencelab::sim::scenario::Scenario;
use fencelab::sim::{audit, check, line, read, simulate};
use fencelab::text::Lang;
use fencelab::text::complaint::explain;
use fencelab::text::narrate::narrate;
use fencelab::text::verdict::{price, sentence};

/// Reads the bytes as a file.
pub fn scenario(bytes: &[u8]) {
    match read(bytes) {
        Ok(scenario) => holds(&scenario),
        Err(complaints) => {
            assert!(!complaints.0.is_empty(), "refused without a complaint");
            for complaint in &complaints.0 {
                assert!(!complaint.path.is_empty(), "{complaint:?} has no place");
                is_said(|lang| explain(lang, complaint));
            }
        }
    }
}

/// What must hold of every scenario that was accepted.
pub fn holds(scenario: &Scenario) {
    assert_eq!(check(scenario), [], "accepted and complained about");
    let again = read(scenario.to_json().as_bytes());
    assert_eq!(again.as_ref(), Ok(scenario), "it does not read back");
    let mut shared = Shared::of(PresetId::SEED);
    shared.scenario = scenario.clone();
    assert_eq!(decode(&encode(&shared)), Ok(shared), "its link is another");
    runs(scenario);
}

fn runs(scenario: &Scenario) {
    let trace = simulate(scenario);
    // An entry of the agenda leaves a few of the trace: one for each thing that it ends.
    let bound = 64 * ENTRIES as usize;
    assert!(trace.entries.len() <= bound, "the run is out of bounds");
    let times = trace.entries.iter().map(|entry| entry.at);
    assert!(times.is_sorted(), "time falls");
    assert_eq!(simulate(scenario), trace, "another run is another");

    let report = audit(scenario, &trace);
    assert!(report.end <= scenario.horizon, "it ends after its horizon");
    assert!(report.to_json().len() > 2);
    for entry in &trace.entries {
        assert!(line(scenario, entry).contains(" ms  "));
    }
    let history = History::of(scenario, &trace);
    for lang in Lang::ALL {
        let told = sentence(lang, scenario, &history, &report);
        assert!(!told.is_empty(), "no verdict on {:?}", report.outcome);
        assert!(!price(lang, scenario, &report).is_empty());
        for line in narrate(lang, scenario, &trace) {
            assert!(!line.sentence.is_empty(), "a line says nothing");
        }
    }
}
