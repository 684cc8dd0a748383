//! The words, read from `docs/terms.md`: there is no second list.

use crate::text::{Both, both};

/// The table of words, as it lies in the documentation.
const TERMS: &str = include_str!("../../docs/terms.md");

/// A word with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in addresses: small letters, digits and hyphens.
    pub id: String,
    /// The word.
    pub word: Both,
    /// What it means here.
    pub meaning: Both,
}

/// Words that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are about.
    pub title: Both,
    /// In the order of the table.
    pub terms: Vec<Term>,
}

/// All words.
///
/// ```
/// use fencelab::lesson::glossary;
///
/// let terms: Vec<_> = glossary().into_iter().flat_map(|group| group.terms).collect();
/// let token = terms.iter().find(|term| term.id == "fencing-token");
/// assert!(token.is_some_and(|term| term.word.ja.starts_with("フェンシングトークン")));
/// ```
#[must_use]
pub fn glossary() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for line in TERMS.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            let (en, ja) = title.split_once(" · ").unwrap_or((title, title));
            groups.push(Group {
                title: both(en, ja),
                terms: Vec::new(),
            });
        } else if let (Some(group), Some((word, meaning))) = (groups.last_mut(), row(line)) {
            let id = unique(&slug(word.en), &known);
            known.push(id.clone());
            group.terms.push(Term { id, word, meaning });
        }
    }
    groups
}

/// Whether there is a word of this name.
#[must_use]
pub fn is_term(id: &str) -> bool {
    glossary()
        .iter()
        .any(|group| group.terms.iter().any(|term| term.id == id))
}

/// A row of a table with a word in it.
fn row(line: &'static str) -> Option<(Both, Both)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let (en, ja) = (cells.next()?, cells.next()?);
    let (about, meaning) = (cells.next()?, cells.next()?);
    if en == "English" || en.starts_with("---") {
        return None;
    }
    let plain = |cell: &'static str| cell.trim_matches('*');
    Some((both(plain(en), plain(ja)), both(about, meaning)))
}

/// The word without what stands in brackets, in small letters with hyphens.
fn slug(word: &str) -> String {
    let word = word.split(" (").next().unwrap_or(word).to_lowercase();
    let letters = word.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            ' '
        }
    });
    let spaced: String = letters.collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The second word of one name has a number behind it.
fn unique(slug: &str, known: &[String]) -> String {
    let mut id = slug.to_owned();
    let mut number = 2;
    while known.contains(&id) {
        id = format!("{slug}-{number}");
        number += 1;
    }
    id
}
