//! The content security policy of every built page, and what stands in the way of one.

use std::fs;
use std::path::{Path, PathBuf};

/// Every page of the built folder, with its text.
fn pages() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist"),
        &mut found,
    );
    assert!(found.len() > 20, "{} pages: is it built?", found.len());
    found
}

fn collect(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let text = fs::read_to_string(&path).expect("a page is a text");
            found.push((path, text));
        }
    }
}

/// What stands between two marks, the first time.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(begin)?;
    Some(rest.split_once(end)?.0)
}

const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";

/// What a page may load from, by directive. Hashes of inline scripts are allowed beside these.
fn may(directive: &str) -> &'static [&'static str] {
    match directive {
        "default-src" | "base-uri" | "form-action" => &["'none'"],
        "script-src" => &["'self'", "'wasm-unsafe-eval'"],
        "style-src" => &["'self'", "'unsafe-inline'"],
        "img-src" | "media-src" | "connect-src" => &["'self'", "data:", "blob:"],
        "manifest-src" | "worker-src" | "font-src" => &["'self'"],
        "frame-src" => &["'self'", "blob:"],
        other => panic!("{other} is in no table"),
    }
}

#[test]
fn every_page_has_a_policy_that_lets_nothing_in_from_elsewhere() {
    for (path, text) in pages() {
        let path = path.display();
        let policy = between(&text, POLICY, "\"").unwrap_or_else(|| panic!("{path} has no policy"));
        for needed in [
            "default-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ] {
            assert!(
                policy.contains(needed),
                "{path}: {needed} is not in {policy}"
            );
        }
        for rule in policy.split(';') {
            let mut words = rule.split_whitespace();
            let directive = words.next().expect("a rule begins with its name");
            for source in words {
                let is_hash = directive == "script-src" && source.starts_with("'sha256-");
                assert!(
                    is_hash && !source.contains("INLINE") || may(directive).contains(&source),
                    "{path}: {directive} {source}"
                );
            }
        }
        let head = text.split_once(POLICY).expect("it has a policy").0;
        for early in ["<script", "<link", "<style", "<img"] {
            assert!(
                !head.contains(early),
                "{path}: {early} stands above the policy"
            );
        }
    }
}

#[test]
fn a_script_in_a_page_is_named_by_its_policy_and_none_hides_in_a_mark() {
    for (path, text) in pages() {
        let path = path.display();
        let policy = between(&text, POLICY, "\"").unwrap_or_default();
        let scripts = text.matches("<script").count();
        let own =
            text.matches("<script>").count() + text.matches("<script type=\"module\">").count();
        let hashes = policy.matches("'sha256-").count();
        assert!(
            hashes >= own && (scripts == 0 || policy.contains("script-src")),
            "{path}: {scripts} scripts, {own} of them in the page, {hashes} hashes"
        );
        // `<a href="javascript:…">` and `<p onclick="…">`.
        assert!(!text.contains("=\"javascript:"), "{path}");
        for mark in text.split('<').filter_map(|rest| rest.split_once('>')) {
            let handler = mark.0.split_whitespace().skip(1).find(|word| {
                word.strip_prefix("on")
                    .and_then(|rest| rest.split_once('='))
                    .is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_lowercase()))
            });
            assert_eq!(handler, None, "{path}: <{}>", mark.0);
        }
    }
}

#[test]
fn no_page_loads_anything_from_another_host() {
    for (path, text) in pages() {
        for mark in text.split('<').filter_map(|rest| rest.split_once('>')) {
            let loads = [
                "script", "link", "img", "iframe", "source", "object", "embed", "use",
            ];
            let name = mark.0.split_whitespace().next().unwrap_or_default();
            let names_it =
                mark.0.contains("rel=\"canonical\"") || mark.0.contains("rel=\"alternate\"");
            if loads.contains(&name) && !names_it {
                for foreign in ["=\"http:", "=\"https:", "=\"//"] {
                    assert!(
                        !mark.0.contains(foreign),
                        "{}: <{}>",
                        path.display(),
                        mark.0
                    );
                }
            }
        }
    }
}
