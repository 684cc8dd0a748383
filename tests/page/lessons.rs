//! The course: every scenario comes to what its text claims, every question has one right
//! choice, every challenge can be passed and missed, and all of it is told in both languages.

use crate::stories::check_both;
use crate::support::project;
use fencelab::lesson::chooser::{
    self, Advice, COMPARE, COST, Compare, Cost, JUDGE, REMEMBER, Remember, by_judge, by_receiver,
};
use fencelab::lesson::{
    Bench, Challenge, Lesson, Part, Piece, Prediction, Run, Told, Value, figure, glossary, lesson,
    lessons, plain, plans,
};
use fencelab::model::Millis;
use fencelab::sim::report::Outcome;
use fencelab::sim::scenario::{Fault, Fence, Versions};
use fencelab::text::{Both, Lang};
use std::collections::BTreeSet;

fn run(lesson: &Lesson, name: &str) -> Run {
    lesson
        .run_of(name)
        .unwrap_or_else(|mistake| panic!("{}, {name}: {mistake}", lesson.id))
}

fn filled(lesson: &Lesson, lang: Lang, at_hand: &Run, text: Both) -> Vec<Piece> {
    lesson
        .fill(lang, at_hand, text)
        .unwrap_or_else(|mistake| panic!("{}: {mistake}, in {text:?}", lesson.id))
}

#[test]
fn every_run_comes_to_what_the_lesson_claims() {
    for lesson in lessons() {
        let mut names = BTreeSet::new();
        for variant in lesson.variants {
            let place = format!("{}, {}", lesson.id, variant.name);
            assert!(names.insert(variant.name), "{place} twice");
            let run = run(lesson, variant.name);
            assert_eq!(run.report.outcome, variant.outcome, "{place}");
            assert_eq!(run.report.cut, None, "{place}");
        }
        assert_eq!(
            lesson.base().map(|base| base.scenario),
            lesson.scenario(lesson.base_name())
        );
    }
}

/// The part that works a change opens on the run that is changed, not on the run of the lesson.
#[test]
fn a_worked_change_is_made_to_the_run_that_the_stage_shows() {
    let from: Vec<_> = lessons()
        .iter()
        .map(|lesson| lesson.opens_on(Part::Change))
        .collect();
    let wanted = [
        "invoice",
        "pause",
        "seed",
        "look",
        "restart",
        "process",
        "separate",
        "per-object",
        "first-wins",
        "mail",
    ];
    assert_eq!(from, wanted);
    for lesson in lessons() {
        let before = run(lesson, lesson.opens_on(Part::Change));
        for look in lesson.worked {
            assert_ne!(before.scenario, run(lesson, look.run).scenario);
        }
    }
}

/// A map of TTL and pause has nothing to draw of a run without a pause.
#[test]
fn a_lesson_with_a_map_opens_it_on_a_run_with_a_pause() {
    for lesson in lessons() {
        if lesson.benches.contains(&Bench::Map) {
            let shown = run(lesson, lesson.opens_on(Part::Investigate)).scenario;
            let paused = |fault: &Fault| matches!(fault, Fault::Pause { .. });
            assert!(shown.faults.iter().any(paused), "{}", lesson.id);
        }
    }
}

#[test]
fn every_run_is_spoken_of() {
    for lesson in lessons() {
        let mut spoken: BTreeSet<&str> = BTreeSet::from([lesson.base_name()]);
        for told in lesson.texts() {
            spoken.insert(told.run);
            for part in told.text.en.split('{').skip(1) {
                if let Some((name, _)) = part.split('}').next().and_then(|it| it.split_once('/')) {
                    spoken.insert(name);
                }
            }
        }
        for challenge in lesson.challenges {
            spoken.extend([challenge.answer, challenge.near_miss]);
        }
        if lesson.id == chooser::CHOOSER {
            spoken.extend(advices().into_iter().map(|advice| advice.run));
        }
        for variant in lesson.variants {
            assert!(
                spoken.contains(variant.name),
                "{}: {}",
                lesson.id,
                variant.name
            );
        }
    }
}

fn check_prediction(lesson: &Lesson, prediction: &Prediction) {
    let place = format!("{}: {}", lesson.id, prediction.question.en);
    let played = run(lesson, prediction.run);
    let stop = prediction
        .stop(&played)
        .unwrap_or_else(|| panic!("{place}: the run does not come there"));
    let so: Vec<bool> = prediction
        .choices
        .iter()
        .map(|choice| (choice.is_so)(&played))
        .collect();
    assert_eq!(so.iter().filter(|so| **so).count(), 1, "{place}: {so:?}");
    assert!(prediction.choices.len() >= 3, "{place}");
    let known = played.until(stop);
    assert_eq!(known.trace.entries.len(), stop.entry);
    assert!(
        known.report.harm.is_empty(),
        "{place}: the harm is already seen"
    );
    let seen: Vec<bool> = prediction
        .choices
        .iter()
        .map(|choice| (choice.is_so)(&known))
        .collect();
    assert_ne!(
        seen, so,
        "{place}: the answer can be seen before the run goes on"
    );
}

#[test]
fn every_question_has_one_right_choice_and_the_run_has_not_given_it_away() {
    for lesson in lessons() {
        assert!(!lesson.predictions.is_empty(), "{} asks nothing", lesson.id);
        for prediction in lesson.predictions {
            check_prediction(lesson, prediction);
        }
    }
}

fn check_challenge(lesson: &Lesson, challenge: &Challenge) {
    let place = format!("{}, {}", lesson.id, challenge.id);
    let judge = |name: &str| {
        let tried = run(lesson, name).scenario;
        lesson.judge(challenge, tried).expect("it can be judged")
    };
    let passed = judge(challenge.answer);
    assert!(passed.passes(), "{place}: the answer gives {passed:?}");
    let missed = judge(challenge.near_miss);
    let failed = missed.met.iter().filter(|met| !**met).count();
    assert_eq!(failed, 1, "{place}: the near miss gives {missed:?}");
    assert!(
        !judge(challenge.start).passes(),
        "{place}: the start passes"
    );
    assert!(!challenge.hints.is_empty(), "{place}: no hint");
}

#[test]
fn every_challenge_can_be_passed_and_missed() {
    for lesson in lessons() {
        assert!(!lesson.challenges.is_empty(), "{}", lesson.id);
        for challenge in lesson.challenges {
            check_challenge(lesson, challenge);
        }
    }
}

/// Words of English, characters of Japanese.
fn size(lang: Lang, text: &str) -> usize {
    match lang {
        Lang::En => text.split_whitespace().count(),
        Lang::Ja => text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .count(),
    }
}

#[test]
fn no_part_is_long_and_none_is_empty() {
    for lesson in lessons() {
        for (lang, most, most_of_one) in [(Lang::En, 250, 90), (Lang::Ja, 600, 260)] {
            let mut sizes = [0; Part::ALL.len()];
            for told in lesson.texts() {
                let pieces = filled(lesson, lang, &run(lesson, told.run), told.text);
                let words = size(lang, &plain(lang, &pieces));
                assert!(
                    (1..=most_of_one).contains(&words),
                    "{} {lang:?}: {words}: {:?}",
                    lesson.id,
                    told.text
                );
                for (part, size) in Part::ALL.into_iter().zip(&mut sizes) {
                    if told.part == Some(part) {
                        *size += words;
                    }
                }
            }
            for (part, size) in Part::ALL.iter().zip(sizes) {
                assert!(
                    size > 0 && size <= most,
                    "{} {part:?} {lang:?} has {size}",
                    lesson.id
                );
            }
        }
    }
}

#[test]
fn every_text_is_told_in_both_languages_with_the_same_figures_terms_and_sources() {
    for lesson in lessons() {
        for text in lesson.breaks {
            check_both(lesson.id, *text);
        }
        let mut links = [BTreeSet::new(), BTreeSet::new()];
        let mut terms = [Vec::new(), Vec::new()];
        check_both(lesson.id, lesson.title);
        check_both(lesson.id, lesson.aim);
        for Told {
            run: name, text, ..
        } in lesson.texts()
        {
            let place = lesson.id;
            if !text.ja.starts_with('{') {
                check_both(place, text);
            }
            let mut figures = [Vec::new(), Vec::new()];
            for (index, lang) in Lang::ALL.into_iter().enumerate() {
                figures[index] = text
                    .of(lang)
                    .split('{')
                    .skip(1)
                    .map(|part| part.split('}').next().unwrap_or_default())
                    .collect();
                figures[index].sort_unstable();
                for piece in filled(lesson, lang, &run(lesson, name), text) {
                    match piece {
                        Piece::Term { id, .. } => terms[index].push(id),
                        Piece::Cited { source, .. } => {
                            links[index].insert(source.url);
                        }
                        Piece::Plain(_) | Piece::Code(_) | Piece::Verdict(_) => {}
                    }
                }
            }
            assert_eq!(figures[0], figures[1], "{place}: {text:?}");
        }
        assert_eq!(links[0], links[1], "{}", lesson.id);
        for list in &mut terms {
            let all = list.len();
            list.sort_unstable();
            list.dedup();
            assert_eq!(list.len(), all, "{}: a term is linked twice", lesson.id);
        }
        assert_eq!(terms[0], terms[1], "{}", lesson.id);
        assert!(!terms[0].is_empty(), "{} brings no term", lesson.id);
    }
}

#[test]
fn a_term_is_linked_where_it_first_stands() {
    for lesson in lessons() {
        for lang in Lang::ALL {
            let mut before = String::new();
            for Told {
                run: name, text, ..
            } in lesson.texts()
            {
                for piece in filled(lesson, lang, &run(lesson, name), text) {
                    if let Piece::Term { shown, .. } = &piece {
                        let word = shown.split('（').next().unwrap_or(shown);
                        assert!(
                            !before.contains(word),
                            "{} {lang:?}: {word} stands before its link",
                            lesson.id
                        );
                    }
                    before.push_str(piece.words(lang));
                }
            }
        }
    }
}

#[test]
fn every_lesson_file_is_in_the_course() {
    let folder = std::fs::read_dir(project("src/lesson/course")).expect("there are lessons");
    let files = folder
        .filter(|file| file.as_ref().is_ok_and(|file| file.file_name() != "mod.rs"))
        .count();
    assert_eq!(files, lessons().len());
    for known in lessons() {
        assert_eq!(lesson(known.id).map(|found| found.id), Some(known.id));
        assert!((5..=30).contains(&known.minutes), "{}", known.id);
        assert!(!known.breaks.is_empty());
    }
}

#[test]
fn no_two_words_of_the_glossary_have_one_address() {
    let mut ids = BTreeSet::new();
    for group in glossary() {
        check_both("a group of words", group.title);
        assert!(!group.terms.is_empty());
        for term in group.terms {
            check_both(&term.id, term.meaning);
            assert!(!term.word.en.is_empty() && !term.word.ja.is_empty());
            assert!(ids.insert(term.id.clone()), "{}", term.id);
        }
    }
    assert!(ids.len() > 100, "{}", ids.len());
}

#[test]
fn a_lesson_plan_fills_its_time_without_a_gap() {
    for plan in plans() {
        let mut now = 0;
        for slot in plan.slots {
            assert_eq!(slot.from, now, "{} min", plan.minutes);
            assert!(slot.to > slot.from);
            now = slot.to;
            check_both("a slot", slot.says);
            for id in slot.lessons {
                assert!(lesson(id).is_some(), "no lesson {id}");
            }
        }
        assert_eq!(now, plan.minutes);
        for id in plan.home {
            assert!(lesson(id).is_some(), "no lesson {id}");
        }
    }
}

/// What the chooser says to every situation.
fn advices() -> Vec<Advice> {
    let mut advices: Vec<Advice> = JUDGE
        .answers
        .iter()
        .map(|(judge, _)| by_judge(*judge))
        .collect();
    for (cost, _) in COST.answers {
        for (compare, _) in COMPARE.answers {
            for (remember, _) in REMEMBER.answers {
                advices.push(by_receiver(*cost, *compare, *remember));
            }
        }
    }
    advices
}

#[test]
fn whatever_the_chooser_leaves_open_is_proved_by_a_run() {
    for advice in advices() {
        check_both("an open sentence", advice.open);
        assert!(!advice.layers.is_empty());
        for layer in advice.layers {
            check_both("a layer", *layer);
        }
        let proof = advice.proof().expect("it can be run");
        let wanted = if advice.run == "double-work" {
            Outcome::Wasted
        } else {
            Outcome::Broken
        };
        assert_eq!(proof.report.outcome, wanted, "{}", advice.run);
    }
}

#[test]
fn the_proof_of_an_open_sentence_has_the_layers_that_it_speaks_of() {
    for (compare, _) in COMPARE.answers {
        for (remember, _) in REMEMBER.answers {
            let advice = by_receiver(Cost::Damage, *compare, *remember);
            let resource = advice.proof().expect("it can be run").scenario.resource;
            let place = format!("{compare:?} {remember:?}: {}", advice.run);
            match compare {
                Compare::Tokens => assert_eq!(resource.fence, Fence::ReadsAndWrites, "{place}"),
                Compare::Versions => assert_eq!(resource.versions, Versions::Checked, "{place}"),
                Compare::Nothing => {
                    assert_eq!(resource.fence, Fence::Off, "{place}");
                    let keys = *remember == Remember::Keys;
                    assert_eq!(resource.dedup_window.is_some(), keys, "{place}");
                }
            }
        }
    }
}

/// Figures that the texts build on, each as the plan of the course has it.
const FIGURES: [(&str, &str, &str, Value); 40] = [
    (
        "two-purposes",
        "invoice",
        "harm",
        Value::Time(Millis(14_000)),
    ),
    (
        "two-purposes",
        "invoice",
        "overlap",
        Value::Time(Millis(3_000)),
    ),
    (
        "two-purposes",
        "long",
        "granted 2",
        Value::Time(Millis(14_500)),
    ),
    ("two-purposes", "blind", "harm", Value::Time(Millis(17_500))),
    ("two-purposes", "blind", "overlap", Value::Time(Millis(0))),
    ("pause", "pause", "harm", Value::Time(Millis(16_000))),
    ("pause", "pause", "overlap", Value::Time(Millis(6_000))),
    ("pause", "pause", "decided 2 2", Value::Time(Millis(11_000))),
    ("ttl", "crash", "wait 2", Value::Time(Millis(28_000))),
    ("ttl", "crash", "dead-hold", Value::Time(Millis(29_000))),
    ("ttl", "renewed", "harm", Value::Time(Millis(14_499))),
    ("ttl", "renewed", "granted 2", Value::Time(Millis(13_000))),
    ("ttl", "renewed", "renewed", Value::Time(Millis(3_000))),
    ("ttl", "sleeper", "granted 2", Value::Time(Millis(61_500))),
    ("ttl", "delay", "granted 2", Value::Time(Millis(25_000))),
    ("ttl", "price", "wait 2", Value::Time(Millis(14_500))),
    ("clock-check", "look", "overlap", Value::Time(Millis(3_950))),
    ("clock-check", "look", "checked", Value::Time(Millis(8_900))),
    ("clock-check", "look", "left", Value::Time(Millis(1_100))),
    (
        "clock-check",
        "caught",
        "stood-down",
        Value::Time(Millis(16_000)),
    ),
    ("redlock", "jump", "granted 2", Value::Time(Millis(1_050))),
    ("redlock", "jump", "validity 2", Value::Time(Millis(9_848))),
    ("redlock", "jump", "decided 2 2", Value::Time(Millis(2_050))),
    (
        "redlock",
        "no-jump",
        "granted 2",
        Value::Time(Millis(4_350)),
    ),
    ("debate", "process", "votes 1", Value::Count(5)),
    (
        "debate",
        "process",
        "elapsed 1",
        Value::Time(Millis(12_000)),
    ),
    (
        "debate",
        "process",
        "validity 1",
        Value::Time(Millis(-2_102)),
    ),
    (
        "debate",
        "process",
        "granted 2",
        Value::Time(Millis(14_600)),
    ),
    ("debate", "machine", "elapsed 1", Value::Time(Millis(15))),
    ("debate", "machine", "harm", Value::Time(Millis(13_340))),
    ("debate", "rate-5", "harm", Value::Time(Millis(9_708))),
    ("fencing", "fence", "refused", Value::Time(Millis(16_000))),
    ("fencing", "separate", "token 1", Value::Count(34)),
    ("edges", "update", "harm", Value::Time(Millis(13_000))),
    ("edges", "per-object", "harm", Value::Time(Millis(15_000))),
    (
        "edges",
        "held-fenced",
        "refused",
        Value::Time(Millis(89_900)),
    ),
    ("idempotency", "charge", "harm", Value::Time(Millis(76_000))),
    (
        "idempotency",
        "soon",
        "refused",
        Value::Time(Millis(16_000)),
    ),
    ("layers", "attacked", "harm", Value::Time(Millis(8_500))),
    ("layers", "back-two", "refused", Value::Time(Millis(5_000))),
];

#[test]
fn the_figures_are_those_of_the_course() {
    for (id, name, what, value) in FIGURES {
        let known = lesson(id).unwrap_or_else(|| panic!("no lesson {id}"));
        assert_eq!(
            figure(&run(known, name), what),
            Some(value),
            "{id}, {name}: {what}"
        );
    }
}
