//! The rules of the house that a compiler does not check (ARCHITECTURE.md).

use crate::support::project;
use std::path::Path;

/// All Rust files below a folder of the project, with their text.
fn files(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&project(folder), &["rs"], &mut found);
    assert!(!found.is_empty(), "there is code in {folder}");
    found
}

/// All files of these kinds below a folder, with their text.
fn collect(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, endings, found);
        } else if path
            .extension()
            .is_some_and(|ending| endings.iter().any(|one| ending == *one))
        {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            found.push((path.display().to_string(), text));
        }
    }
}

/// Fails if a file of the folder has one of the words outside its comments.
fn forbid(folder: &str, words: &[&str]) {
    forbid_but(folder, words, &[]);
}

/// The same with exceptions: the end of a path, and the word that it may have.
fn forbid_but(folder: &str, words: &[&str], exceptions: &[(&str, &str)]) {
    for (path, text) in files(folder) {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            for word in words {
                if exceptions
                    .iter()
                    .any(|(end, allowed)| path.ends_with(end) && allowed == word)
                {
                    continue;
                }
                assert!(
                    !code.contains(word),
                    "{path}:{}: {word} in {line:?}",
                    number + 1
                );
            }
        }
    }
}

/// Each room, and the rooms that it may name.
const ROOMS: [(&str, &[&str]); 14] = [
    ("model", &["model"]),
    ("sim", &["model", "sim"]),
    ("explore", &["model", "sim", "explore"]),
    ("sweep", &["model", "sim", "sweep"]),
    ("picture", &["model", "sim", "sweep", "picture", "text"]),
    (
        "text",
        &[
            "model", "sim", "explore", "sweep", "picture", "share", "text",
        ],
    ),
    ("share", &["model", "sim", "text", "share"]),
    (
        "edit",
        &["model", "sim", "picture", "share", "text", "edit"],
    ),
    ("story", &["model", "sim", "text", "story"]),
    ("mylock", &["model", "sim", "text", "story", "mylock"]),
    ("monday", &["model", "sim", "text", "story", "monday"]),
    (
        "lesson",
        &["model", "sim", "picture", "text", "story", "lesson"],
    ),
    // What is written into files by a native program, and must cost the page nothing.
    (
        "pages",
        &[
            "model", "sim", "picture", "text", "share", "story", "mylock", "monday", "lesson",
            "pages",
        ],
    ),
    (
        "ui",
        &[
            "model", "sim", "explore", "sweep", "picture", "text", "share", "edit", "lesson",
            "story", "ui",
        ],
    ),
];

#[test]
fn imports_go_downward() {
    for (room, may) in ROOMS {
        let words: Vec<String> = ROOMS
            .iter()
            .filter(|(other, _)| !may.contains(other))
            .map(|(other, _)| format!("crate::{other}"))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        forbid(&format!("src/{room}"), &words);
    }
}

#[test]
fn every_room_is_in_the_table() {
    for entry in std::fs::read_dir(project("src")).expect("there is code") {
        let path = entry.expect("the folder can be read").path();
        let name = path
            .file_name()
            .expect("it has a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && name != "bin" {
            assert!(
                ROOMS.iter().any(|(room, _)| *room == name),
                "src/{name} is in no table"
            );
        }
    }
}

#[test]
fn the_heart_has_no_clock_no_chance_no_float_and_no_browser() {
    let words = [
        "f32",
        "f64",
        "HashMap",
        "HashSet",
        "Instant",
        "SystemTime",
        " rand::",
        "web_sys",
        "wasm_bindgen",
        "js_sys",
        "leptos",
        "std::env",
        "std::fs",
        "unsafe",
    ];
    forbid("src/model", &words);
    forbid("src/explore", &words);
    // The reader of files must recognise a fraction in order to refuse it.
    forbid_but("src/sim", &words, &[("json.rs", "f64")]);
}

/// What puts raw markup or code into a page, in Rust and in JavaScript.
const RAW: [&str; 10] = [
    "inner_html",
    "innerHTML",
    "outer_html",
    "outerHTML",
    "insert_adjacent_html",
    "insertAdjacentHTML",
    "document.write",
    "eval(",
    "new Function",
    "srcdoc",
];

/// Where one of these words may stand: the end of a path, and the word. Each has a reason
/// beside it, and none takes anything but constants of its own.
const RAW_EXCEPTIONS: [(&str, &str); 0] = [];

#[test]
fn no_raw_markup_is_put_into_the_page() {
    let mut sources = Vec::new();
    for folder in ["src", "scripts", "public", "examples"] {
        collect(
            &project(folder),
            &["rs", "js", "mjs", "sh", "html"],
            &mut sources,
        );
    }
    for page in ["index.html", "lab.html", "course.html"] {
        let text = std::fs::read_to_string(project(page)).expect("the page can be read");
        sources.push((page.to_owned(), text));
    }
    for (path, text) in &sources {
        for word in RAW {
            let excepted = RAW_EXCEPTIONS
                .iter()
                .any(|(end, allowed)| path.ends_with(end) && *allowed == word);
            assert!(excepted || !text.contains(word), "{path} has {word}");
        }
    }
    for (end, word) in RAW_EXCEPTIONS {
        let mut excepted = sources.iter().filter(|(path, _)| path.ends_with(end));
        assert!(
            excepted.any(|(_, text)| text.contains(word)),
            "{end} has no {word} any more"
        );
    }
}

#[test]
fn only_one_file_asks_the_browser_what_it_can_do() {
    let words = [
        "local_storage",
        "match_media",
        ".navigator()",
        "session_storage",
    ];
    for (path, text) in files("src/ui") {
        if !path.ends_with("env.rs") {
            for word in words {
                assert!(!text.contains(word), "{path} has {word}");
            }
        }
    }
}

#[test]
fn the_first_page_does_not_know_the_gallery() {
    // `named` is of the laboratory's program, which `link` belongs to.
    for (path, text) in files("src/ui") {
        let has_it = text.contains("crate::story") || text.contains("named::");
        let may = path.ends_with("ui/named.rs") || path.ends_with("ui/link.rs");
        assert!(!has_it || may, "{path} names a story");
    }
}

#[test]
fn the_page_decides_nothing() {
    // What only the heart may know: how tokens compare, who holds, what a vote is.
    forbid(
        "src/ui",
        &["Token(", "majority", "highest <", "Standing", "EndedBy"],
    );
}

#[test]
fn a_file_is_one_room() {
    for (path, text) in files("src") {
        let lines = text.lines().count();
        assert!(
            lines <= 450,
            "{path} has {lines} lines: is it one room, or two?"
        );
    }
}
