//! The static pages: whole documents, both languages, and every link leads somewhere.

use crate::stories::check_both;
use crate::support::project;
use fencelab::lesson::{lesson, lessons};
use fencelab::monday::snippets;
use fencelab::mylock::presets;
use fencelab::pages::{Page, Preview, write};
use fencelab::share::decode;
use fencelab::sim::scenario::Scenario;
use fencelab::story::{Source, stories, story};
use fencelab::text::Lang;
use std::collections::{BTreeMap, BTreeSet};

fn all() -> impl Iterator<Item = (Page, Lang, String)> {
    Page::all().flat_map(|page| {
        Lang::ALL.map(|lang| {
            let html = write(page, lang);
            let html = html.unwrap_or_else(|mistake| panic!("{page:?} {lang:?}: {mistake}"));
            (page, lang, html)
        })
    })
}

/// Elements that have no end.
const VOID: [&str; 4] = ["meta", "link", "path", "br"];

/// The tags of a document outside its style sheet, without their brackets.
fn tags(html: &str) -> Vec<&str> {
    let (head, rest) = html.split_once("<style>").expect("a style sheet");
    let (_, rest) = rest.split_once("</style>").expect("its end");
    [head, rest]
        .into_iter()
        .flat_map(|html| html.split('<').skip(1))
        .map(|part| part.split_once('>').expect("a tag ends").0)
        .collect()
}

/// The values of an attribute.
fn values<'a>(tags: &[&'a str], name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    tags.iter()
        .filter_map(|tag| tag.split_once(begin.as_str()))
        .map(|(_, rest)| rest.split_once('"').expect("its end").0)
        .collect()
}

#[test]
fn what_is_opened_is_closed() {
    for (page, lang, html) in all() {
        let mut open = Vec::new();
        for tag in tags(&html) {
            let name = tag.split([' ', '\n']).next().expect("a name");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{page:?} {lang:?} at {tag}");
            } else if !VOID.contains(&name) && !tag.starts_with('!') && !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{page:?} {lang:?}: {open:?} stay open");
    }
}

#[test]
fn a_page_is_whole_and_has_no_script() {
    for (page, lang, html) in all() {
        let place = format!("{page:?} {lang:?}");
        let tag = lang.tag();
        assert!(html.starts_with(&format!("<!doctype html>\n<html lang=\"{tag}\">")));
        for once in [
            "<title>",
            "<h1>",
            "<main",
            "<header",
            "<footer",
            "name=\"description\"",
        ] {
            assert_eq!(html.matches(once).count(), 1, "{place}: {once}");
        }
        for never in [
            "<script",
            " onclick",
            "javascript:",
            "http-equiv=\"refresh\"",
        ] {
            assert!(!html.contains(never), "{place}: {never}");
        }
        assert!(html.contains("default-src 'none'"), "{place}");
    }
}

/// The file that a link of a page leads to, from the folder of all pages, and the place in it.
fn followed<'a>(page: &str, link: &'a str) -> (String, &'a str) {
    let (file, place) = link.split_once('#').unwrap_or((link, ""));
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let file = match (file.strip_prefix("../"), file.strip_prefix("./")) {
        (Some(above), _) => above.to_owned(),
        (_, Some(here)) => here.to_owned(),
        _ if file.is_empty() => page.to_owned(),
        _ => format!("{folder}/{file}"),
    };
    (file, place)
}

/// All scenarios that pages lead to.
fn known_scenarios() -> Vec<Scenario> {
    let stories = stories().map(|story| story.scenario().expect("it can be read"));
    let lessons = lessons().iter().flat_map(|lesson| {
        let variants = lesson.variants.iter();
        variants.map(|variant| lesson.scenario(variant.name).expect("it can be read"))
    });
    stories.chain(lessons).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let scenarios = known_scenarios();
    let pages: Vec<(String, String)> = all()
        .map(|(page, lang, html)| (page.file(lang), html))
        .collect();
    let ids: BTreeMap<&str, Vec<&str>> = pages
        .iter()
        .map(|(file, html)| (file.as_str(), values(&tags(html), "id")))
        .collect();
    for (place, html) in &pages {
        let tags = tags(html);
        let unique: BTreeSet<&str> = ids[place.as_str()].iter().copied().collect();
        assert_eq!(
            unique.len(),
            ids[place.as_str()].len(),
            "{place}: an id stands twice"
        );
        for name in values(&tags, "aria-labelledby") {
            assert!(unique.contains(name), "{place}: {name}");
        }
        for link in values(&tags, "href") {
            if link.starts_with("https://") {
                continue;
            }
            let (file, fragment) = followed(place, link);
            if file == "lab.html" && !fragment.is_empty() {
                let shared = decode(fragment).unwrap_or_else(|error| panic!("{link}: {error}"));
                assert!(
                    scenarios.contains(&shared.scenario),
                    "{place}: {link} is no scenario of a story or lesson"
                );
            } else if file == "course.html" {
                for pair in fragment.split("&amp;") {
                    let known = match pair.split_once('=') {
                        Some(("lesson", id)) => lesson(id).is_some(),
                        Some(("lang", tag)) => Lang::from_tag(tag).is_some(),
                        _ => false,
                    };
                    assert!(known, "{place}: {link}");
                }
            } else if ["", "lab.html", "icon.svg"].contains(&file.as_str()) {
                assert!(fragment.is_empty(), "{place}: {link}");
            } else {
                let there = ids
                    .get(file.as_str())
                    .unwrap_or_else(|| panic!("{place}: {link}"));
                assert!(
                    fragment.is_empty() || there.contains(&fragment),
                    "{place}: {link}"
                );
            }
        }
    }
}

#[test]
fn a_page_has_a_card_with_a_picture() {
    for (page, lang, html) in all() {
        let place = format!("{page:?} {lang:?}");
        for name in ["og:title", "og:description", "og:type", "og:locale"] {
            assert_eq!(
                html.matches(&format!("property=\"{name}\"")).count(),
                1,
                "{place}: {name}"
            );
        }
        let Some(preview) = Preview::of(page) else {
            assert!(!html.contains("og:image"), "{place}");
            continue;
        };
        let file = preview.file(lang);
        let known = ["./", "../"].map(|up| format!("\"og:image\" content=\"{up}{file}.png\""));
        assert!(known.iter().any(|tag| html.contains(tag)), "{place}");
    }
}

#[test]
fn every_lesson_and_story_has_a_picture_at_a_fixed_address() {
    assert_eq!(Preview::all().count(), lessons().len() + stories().count());
    for preview in Preview::all() {
        for lang in Lang::ALL {
            let place = preview.file(lang);
            assert!(place.starts_with("pictures/"), "{place}");
            let picture = preview.svg(lang).expect("it can be drawn");
            assert!(picture.starts_with("<svg xmlns="), "{place}");
            let title = preview.title().of(lang).replace('&', "&amp;");
            assert!(picture.contains(&format!(">{title}</text>")), "{place}");
            let stops = matches!(preview, Preview::Lesson(_));
            assert_eq!(picture.contains("class=\"unknown\""), stops, "{place}");
            let [open, closed] = ["<g ", "</g>"].map(|tag| picture.matches(tag).count());
            assert_eq!(open, closed, "{place}");
        }
    }
}

fn check_sources(place: &str, sources: &[Source]) {
    assert!(!sources.is_empty(), "{place} names no source");
    for source in sources {
        assert!(
            source.url.starts_with("https://"),
            "{place}: {}",
            source.url
        );
    }
}

#[test]
fn every_lock_is_told_in_both_languages() {
    let ids: BTreeSet<&str> = presets().iter().map(|preset| preset.id).collect();
    assert_eq!(ids.len(), 10);
    for preset in presets() {
        let id = preset.id;
        for text in [
            preset.token,
            preset.expiry,
            preset.cannot,
            preset.defaults,
            preset.left_out,
        ] {
            check_both(id, text);
        }
        assert!(
            story(preset.story).is_some(),
            "{id}: no story {}",
            preset.story
        );
        check_sources(id, preset.sources);
    }
}

#[test]
fn every_snippet_is_told_in_both_languages_and_every_file_is_in_one() {
    let mut shown = BTreeSet::new();
    for snippet in snippets() {
        let id = snippet.id;
        for text in [snippet.title, snippet.about, snippet.limits] {
            check_both(id, text);
        }
        assert!(!snippet.checked.en.is_empty() && !snippet.checked.ja.is_empty());
        check_sources(id, snippet.sources);
        for (name, text) in snippet.files {
            assert!(shown.insert((*name).to_owned()), "{name} is shown twice");
            // What is longer does not fit on paper.
            for line in text.lines() {
                assert!(line.chars().count() <= 96, "{name}: {line}");
            }
        }
    }
    let folder = std::fs::read_dir(project("docs/monday")).expect("there are snippets");
    let lying: BTreeSet<String> = folder
        .map(|file| file.expect("it can be read").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(lying, shown);
}

#[test]
fn the_guide_for_teachers_has_every_lesson_with_its_minutes() {
    let guide = std::fs::read_to_string(project("docs/teachers.md")).expect("it is there");
    let rows = guide.lines().filter(|line| line.contains("#lesson="));
    let expected: Vec<String> = lessons()
        .iter()
        .map(|lesson| {
            let (title, minutes, id) = (lesson.title.of(Lang::En), lesson.minutes, lesson.id);
            format!("| {title} | {minutes} | `course.html#lesson={id}` |")
        })
        .collect();
    let told: Vec<&str> = rows.collect();
    assert_eq!(told.len(), expected.len());
    for (row, begin) in told.iter().zip(expected) {
        assert!(row.starts_with(&begin), "{row}\nshould begin {begin}");
    }
}
