//! What the style sheets ask of a browser stands in docs/browsers.md.

use crate::support::project;

/// What is younger than custom properties and grid: as it stands in a style sheet, and in the table.
const YOUNG: [(&str, &str); 18] = [
    (":focus-visible", ":focus-visible"),
    (":has(", ":has()"),
    (":is(", ":is()"),
    (":where(", ":where()"),
    ("::backdrop", "::backdrop"),
    ("@container", "@container"),
    ("@layer", "@layer"),
    ("@scope", "@scope"),
    ("@starting-style", "@starting-style"),
    ("accent-color", "accent-color"),
    ("aspect-ratio", "aspect-ratio"),
    ("color-mix(", "color-mix()"),
    ("content-visibility", "content-visibility"),
    ("dvh", "dvh"),
    ("light-dark(", "light-dark()"),
    ("oklch(", "oklch()"),
    ("subgrid", "subgrid"),
    ("text-wrap", "text-wrap"),
];

#[test]
fn what_the_styles_ask_of_a_browser_is_in_the_table() {
    let document = std::fs::read_to_string(project("docs/browsers.md")).expect("it is there");
    let rows: String = document
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    let mut styles = String::new();
    for sheet in std::fs::read_dir(project("style")).expect("there are style sheets") {
        let path = sheet.expect("the folder can be read").path();
        styles += &std::fs::read_to_string(path).expect("a style sheet is a text");
    }
    for (used, named) in YOUNG {
        assert!(
            !styles.contains(used) || rows.contains(named),
            "{named} is used and not in docs/browsers.md"
        );
    }
    // A rule within a rule begins with `&`.
    let nested = styles
        .lines()
        .find(|line| line.trim_start().starts_with('&'));
    assert_eq!(nested, None, "nesting is said not to be used");
}
