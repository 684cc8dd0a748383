//! The words of every run, in both languages.

use crate::{finish, name, small};
use fencelab::explore::{
    Assumption, Blame, Column, Design, NoSearch, Outcome, Setup, Space, Untimed, Verdict, Workload,
    tidy,
};
use fencelab::text::{Both, Lang, explore};
use std::collections::BTreeSet;

/// Whether a text is a sentence of its language.
fn is_sentence(lang: Lang, text: &str) -> bool {
    let end = match lang {
        Lang::En => '.',
        Lang::Ja => '。',
    };
    let is_japanese = text.chars().any(|letter| ('ぁ'..='ヿ').contains(&letter));
    text.ends_with(end) && !text.contains("  ") && is_japanese == (lang == Lang::Ja)
}

#[test]
fn every_cell_says_why_in_both_languages() {
    for setup in small() {
        let outcome = finish(setup);
        let moves = tidy(setup, outcome.counterexample.as_deref().unwrap_or_default());
        let mut space = Space::new(setup).expect("it applies");
        let told = space.tell(&moves).expect("every move is possible");
        for lang in Lang::ALL {
            let why = explore::verdict_sentence(lang, setup, &outcome, &told);
            assert!(is_sentence(lang, &why), "{}: {why}", name(setup));
            for did in &told {
                let sentence = explore::sentence(lang, setup, did);
                assert!(is_sentence(lang, &sentence), "{}: {sentence}", name(setup));
            }
        }
    }
}

#[test]
fn a_cell_is_not_explained_by_what_its_design_has_not() {
    let why =
        |design, workload, column| explore::holds(Lang::En, Setup::new(design, workload, column));
    for (design, workload, column, word) in [
        (Design::LeaseDedup, Workload::Effect, Column::Pauses, "key"),
        (Design::LeaseDedup, Workload::Update, Column::Ideal, "lease"),
        (
            Design::LeaseVersions,
            Workload::Update,
            Column::AllOff,
            "old version",
        ),
        (
            Design::LeaseVersions,
            Workload::Write,
            Column::Ideal,
            "lease",
        ),
        (
            Design::LeaseFenceWrites,
            Workload::Write,
            Column::Delays,
            "Tokens rise",
        ),
        (
            Design::LeaseFenceWrites,
            Workload::Update,
            Column::Ideal,
            "lease",
        ),
        (
            Design::LeaseFenceReadsAndWrites,
            Workload::Update,
            Column::Delays,
            "Reads show",
        ),
        (
            Design::Redlock,
            Workload::Write,
            Column::Counter,
            "no counter",
        ),
        (
            Design::Redlock,
            Workload::Write,
            Column::Ideal,
            "majorities",
        ),
        (Design::Lease, Workload::Write, Column::Window, "No key"),
    ] {
        let found = why(design, workload, column);
        assert!(
            found.contains(word),
            "{design:?}, {workload:?}, {column:?}: {found}"
        );
    }
}

#[test]
fn a_cell_without_an_end_says_so() {
    let setup = Setup::new(Design::Redlock, Workload::Write, Column::AllOff);
    let unfinished = Outcome {
        verdict: Verdict::NotFinished,
        states: None,
        counterexample: None,
    };
    for (lang, word) in [
        (Lang::En, "not seen to the end"),
        (Lang::Ja, "最後まで調べていない"),
    ] {
        for outcome in [&unfinished, &Outcome::NOT_APPLICABLE] {
            let why = explore::verdict_sentence(lang, setup, outcome, &[]);
            assert!(is_sentence(lang, &why), "{why}");
            assert_eq!(why.contains(word), outcome == &unfinished);
        }
    }
}

/// Fails if two of a list are called the same in a language.
fn are_told_apart(names: &[Both]) {
    for lang in Lang::ALL {
        let different: BTreeSet<&str> = names.iter().map(|name| name.of(lang)).collect();
        assert_eq!(different.len(), names.len(), "{different:?}");
    }
}

#[test]
fn rows_columns_and_verdicts_have_names_of_their_own() {
    are_told_apart(&Design::ALL.map(explore::design));
    are_told_apart(&Workload::ALL.map(explore::workload));
    are_told_apart(&Column::ALL.map(explore::column));
    are_told_apart(&Column::ALL.map(explore::world));
    are_told_apart(&Assumption::ALL.map(explore::assumption));
    are_told_apart(&Verdict::ALL.map(explore::verdict));
    let none = [NoSearch::NotApplicable, NoSearch::Clients, NoSearch::Nodes];
    are_told_apart(&none.map(explore::no_search));
    for why in [
        Untimed::NoCounterexample,
        Untimed::Order,
        Untimed::Blames(Blame(Assumption::ClocksGood)),
        Untimed::Differs,
    ] {
        for lang in Lang::ALL {
            let sentence = explore::untimed(lang, why);
            assert!(is_sentence(lang, &sentence), "{sentence}");
        }
    }
}
