//! The log and the state, as they are read.

use crate::support::{cases, check_golden, run, seed_with};
use fencelab::model::{Millis, TrueTime};
use fencelab::picture::state::state;
use fencelab::sim::scenario::Fence;
use fencelab::text::Lang;
use fencelab::text::narrate::narrate;
use fencelab::text::quantity::seconds;
use fencelab::text::verdict::{price, sentence, word};
use std::fmt::Write as _;

fn story(lang: Lang, pause: i64, fence: Fence) -> String {
    let run = run(seed_with(Millis(pause), fence));
    let mut text = String::new();
    let verdict = word(run.report.outcome).of(lang);
    let told = sentence(lang, &run.scenario, &run.history, &run.report);
    let costs = price(lang, &run.scenario, &run.report);
    let _ = writeln!(text, "# {verdict}\n{told}\n{costs}\n");
    for line in narrate(lang, &run.scenario, &run.trace) {
        let _ = writeln!(
            text,
            "{}  {}",
            seconds(lang, line.at.since(TrueTime::START)),
            line.sentence
        );
    }
    let _ = writeln!(text);
    for at in [0, 500, 5_000, 10_000, 16_000, 20_000] {
        let rows: Vec<String> = state(lang, &run.scenario, &run.history, TrueTime(at))
            .into_iter()
            .map(|row| format!("{}: {}", row.name, row.state))
            .collect();
        let _ = writeln!(text, "{}  {}", seconds(lang, Millis(at)), rows.join(" | "));
    }
    text
}

#[test]
fn the_story_reads_as_it_should() {
    for lang in Lang::ALL {
        let parts = [
            story(lang, 15_000, Fence::Off),
            story(lang, 15_000, Fence::Writes),
            story(lang, 9_500, Fence::Off),
            story(lang, 9_500, Fence::Writes),
            story(lang, 5_000, Fence::Off),
        ];
        check_golden(
            &format!("tests/golden/log.{}.txt", lang.tag()),
            &parts.join("\n"),
        );
    }
}

#[test]
fn every_case_is_told_in_both_languages() {
    for (name, scenario) in cases() {
        let run = run(scenario);
        let [en, ja] = Lang::ALL.map(|lang| narrate(lang, &run.scenario, &run.trace));
        assert_eq!(en.len(), ja.len(), "{name}");
        assert!(!en.is_empty(), "{name}");
        for (en, ja) in en.iter().zip(&ja) {
            assert_eq!(
                (en.at, en.entries, en.mood),
                (ja.at, ja.entries, ja.mood),
                "{name}"
            );
            assert!(en.sentence.ends_with('.'), "{name}: {}", en.sentence);
            assert!(ja.sentence.ends_with('。'), "{name}: {}", ja.sentence);
            assert!(
                !en.sentence.contains("  ") && !ja.sentence.contains("  "),
                "{name}"
            );
        }
        for lang in Lang::ALL {
            let told = sentence(lang, &run.scenario, &run.history, &run.report);
            assert!(told.ends_with(['.', '。']), "{name}: {told}");
        }
    }
}
