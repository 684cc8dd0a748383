//! The gallery: every story is a valid scenario and comes to what it says.

use crate::support::{project, run};
use fencelab::model::TrueTime;
use fencelab::sim::report::Outcome;
use fencelab::sim::scenario::Scenario;
use fencelab::story::{Kind, Story, stories, story};
use fencelab::text::Both;
use std::collections::BTreeSet;

fn scenario(story: &Story) -> Scenario {
    story
        .scenario()
        .unwrap_or_else(|complaints| panic!("{}: {complaints}", story.id))
}

#[test]
fn every_story_comes_to_what_it_says() {
    for story in stories() {
        let run = run(scenario(story));
        assert_eq!(run.report.outcome, story.outcome, "{}", story.id);
        assert!(
            story.look_at > TrueTime::START && story.look_at <= run.history.closed_at,
            "{}: the moment to look at is in the run",
            story.id
        );
        assert_eq!(run.report.cut, None, "{}", story.id);
    }
}

#[test]
fn the_gallery_has_every_incident_and_every_outcome() {
    let incidents = stories()
        .filter(|story| story.kind == Kind::Incident)
        .count();
    assert_eq!(incidents, 10);
    let outcomes: BTreeSet<Outcome> = stories().map(|story| story.outcome).collect();
    assert_eq!(outcomes.len(), 8, "{outcomes:?}");
}

#[test]
fn no_two_stories_have_one_name_or_one_run() {
    let mut seen = BTreeSet::new();
    for known in stories() {
        let id = known.id;
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        assert!(
            id.chars().all(|letter| plain(letter) || letter == '-'),
            "{id}"
        );
        assert_eq!(story(id), Some(known), "{id} twice");
        for text in [
            known.title.en,
            known.title.ja,
            known.happened.en,
            known.file,
        ] {
            assert!(seen.insert(text), "{id}: {text:?} stands in another story");
        }
    }
}

#[test]
fn every_scenario_file_has_its_story() {
    let folder = std::fs::read_dir(project("src/story/scenarios")).expect("there are scenarios");
    for file in folder {
        let path = file.expect("the folder can be read").path();
        let id = path.file_stem().expect("it has a name").to_string_lossy();
        assert!(story(&id).is_some(), "{id}.json is in no story");
    }
}

#[test]
fn the_first_story_is_the_one_that_the_page_opens_with() {
    assert_eq!(
        scenario(story("the-pause").expect("it is there")),
        Scenario::seed()
    );
}

/// Fails unless both languages are there, and differ, and the Japanese is Japanese.
pub fn check_both(place: &str, text: Both) {
    assert!(!text.en.trim().is_empty(), "{place} has no English");
    assert!(!text.ja.trim().is_empty(), "{place} has no Japanese");
    assert_ne!(text.en, text.ja, "{place}");
    assert!(
        text.ja
            .chars()
            .any(|letter| ('\u{3040}'..='\u{9fff}').contains(&letter)),
        "{place}: {}",
        text.ja
    );
    let kana = |letter: char| ('\u{3040}'..='\u{30ff}').contains(&letter);
    assert!(!text.en.chars().any(kana), "{place}: {}", text.en);
}

#[test]
fn every_story_is_told_in_both_languages_with_its_sources() {
    for story in stories() {
        let id = story.id;
        check_both(id, story.title);
        check_both(id, story.happened);
        if let Some(note) = story.note {
            check_both(id, note);
        }
        assert!(story.happened.en.ends_with('.'), "{id}");
        assert!(story.happened.ja.ends_with('。'), "{id}");
        assert!(!story.sources.is_empty(), "{id} names no source");
        for source in story.sources {
            assert!(source.url.starts_with("https://"), "{id}: {}", source.url);
            assert!(!source.name.is_empty(), "{id}: {}", source.url);
        }
    }
}
