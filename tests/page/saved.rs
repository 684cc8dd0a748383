//! Scenarios under names: what was kept is read line by line, and a damaged line spoils no other.

use fencelab::model::Millis;
use fencelab::share::LinkError;
use fencelab::share::saved::{Entry, MOST, NAME_MOST, NotSaved, Saved, short_link};
use fencelab::sim::scenario::Scenario;

fn with_ttl(seconds: i64) -> Scenario {
    let mut scenario = Scenario::seed();
    scenario.lock.ttl = Millis(seconds * 1_000);
    scenario
}

fn two() -> Saved {
    let mut saved = Saved::default();
    assert_eq!(saved.add("twenty", &with_ttl(20)), Ok(()));
    assert_eq!(saved.add("三十秒 <b>", &with_ttl(30)), Ok(()));
    saved
}

#[test]
fn what_was_saved_comes_back_as_it_was() {
    let saved = two();
    let text = saved.written();
    assert!(text.len() < 100, "{text}");
    let read = Saved::read(&text);
    assert_eq!(read, saved);
    let found = read.named("三十秒 <b>").map(Entry::scenario);
    assert_eq!(found, Some(Ok(with_ttl(30))));
}

#[test]
fn a_damaged_entry_says_so_and_the_others_stay() {
    let text = two().written();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let other = if lines[0][3..].starts_with('x') {
        "y"
    } else {
        "x"
    };
    lines[0].replace_range(3..4, other);
    lines.insert(1, "9whatever is newer".to_owned());
    lines.insert(0, "nothing".to_owned());
    let saved = Saved::read(&lines.join("\n"));
    let told: Vec<_> = saved
        .entries()
        .iter()
        .map(|entry| (entry.name.as_str(), entry.scenario().err()))
        .collect();
    assert_eq!(told.len(), 4);
    assert_eq!(told[0], ("", Some(LinkError::NotALink)));
    assert!(matches!(
        told[1],
        ("twenty", Some(LinkError::Damaged { .. }))
    ));
    assert_eq!(told[2], ("is newer", Some(LinkError::Newer)));
    assert_eq!(told[3], ("三十秒 <b>", None));
    // Whatever it is, nothing of it gets lost by writing it again.
    assert_eq!(Saved::read(&saved.written()), saved);
}

#[test]
fn no_text_is_too_strange_to_be_read() {
    for text in [
        "",
        "\n\n",
        " ",
        "1",
        "\u{0}",
        "a b c",
        "１ 全角",
        "1 \u{202e}",
    ] {
        let saved = Saved::read(text);
        for entry in saved.entries() {
            assert!(entry.scenario().is_err(), "{text:?}");
        }
        assert_eq!(Saved::read(&saved.written()), saved, "{text:?}");
    }
}

#[test]
fn a_name_is_one_line_and_one_of_its_own() {
    let mut saved = two();
    let scenario = Scenario::seed();
    let before = saved.clone();
    assert_eq!(saved.add(" \n\t", &scenario), Err(NotSaved::NoName));
    assert_eq!(saved.add(" twenty ", &scenario), Err(NotSaved::Taken));
    assert_eq!(
        saved.add(&"あ".repeat(NAME_MOST + 1), &scenario),
        Err(NotSaved::Long)
    );
    assert_eq!(saved, before);
    assert_eq!(saved.add(&"あ".repeat(NAME_MOST), &scenario), Ok(()));
    assert_eq!(saved.add("two\nlines\u{0}of it", &scenario), Ok(()));
    assert_eq!(saved.entries()[3].name, "two lines of it");
    assert_eq!(Saved::read(&saved.written()), saved);
}

#[test]
fn there_are_only_so_many() {
    let mut saved = Saved::default();
    for number in 0..MOST {
        assert_eq!(saved.add(&number.to_string(), &Scenario::seed()), Ok(()));
    }
    assert_eq!(saved.add("more", &Scenario::seed()), Err(NotSaved::Full));
    let first = saved.entries()[0].clone();
    assert_eq!(saved.remove(&first), Some(0));
    assert_eq!(saved.add("more", &Scenario::seed()), Ok(()));
    // What is brought back has its place again, also when the list has been filled since.
    saved.put_back(0, first.clone());
    assert_eq!(saved.entries()[0], first);
}

#[test]
fn an_entry_gets_another_name_and_stays_where_it_is() {
    let mut saved = two();
    let first = saved.entries()[0].clone();
    assert_eq!(saved.rename(&first, "三十秒 <b>"), Err(NotSaved::Taken));
    assert_eq!(saved.rename(&first, "twenty"), Ok(()));
    assert_eq!(saved.rename(&first, "20 s"), Ok(()));
    assert_eq!(saved.entries()[0].name, "20 s");
    // Another page has renamed it meanwhile: nothing else is touched.
    let before = saved.clone();
    assert_eq!(saved.rename(&first, "gone"), Ok(()));
    assert_eq!(saved, before);
    assert_eq!(saved.remove(&first), None);
}

#[test]
fn what_is_remembered_takes_the_place_of_the_one_before() {
    let mut saved = Saved::default();
    for number in 0..200 {
        saved.remember(
            &format!("challenge.{}", number % 100),
            &with_ttl(number + 1),
        );
    }
    assert!(saved.entries().len() <= 64);
    saved.remember("challenge.7", &with_ttl(5));
    let known = saved
        .entries()
        .iter()
        .filter(|entry| entry.name == "challenge.7");
    assert_eq!(known.count(), 1);
    assert_eq!(
        saved.named("challenge.7").map(Entry::scenario),
        Some(Ok(with_ttl(5)))
    );
    assert!(short_link(&with_ttl(5)).len() < 20);
}
