//! The text of lessons: figures are computed, terms and sources are links.
//!
//! | mark | what it becomes |
//! |---|---|
//! | `{overlap}` | a figure of the run at hand ([`super::figure`]) |
//! | `{short/overlap}` | the same of another run of the lesson |
//! | `[lease](#lease)` | a link to the glossary |
//! | `[Kleppmann](kleppmann)` | a link to a source |
//! | `` `DEL` `` | code |

use super::figure::{Value, figure};
use super::glossary::is_term;
use super::source::source;
use super::{Lesson, Mistake, Run};
use crate::sim::report::Outcome;
use crate::story::Source;
use crate::text::Lang;
use crate::text::quantity::seconds;
use crate::text::verdict::word;

/// A piece of a filled text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain words; figures are in them.
    Plain(String),
    /// Code.
    Code(String),
    /// A verdict, computed.
    Verdict(Outcome),
    /// Words that lead to the glossary.
    Term {
        /// The term's name in addresses.
        id: String,
        /// What is shown.
        shown: String,
    },
    /// Words that lead to a source.
    Cited {
        /// Which.
        source: Source,
        /// What is shown.
        shown: String,
    },
}

impl Piece {
    /// The words of the piece.
    #[must_use]
    pub fn words(&self, lang: Lang) -> &str {
        match self {
            Self::Plain(text) | Self::Code(text) => text,
            Self::Verdict(outcome) => word(*outcome).of(lang),
            Self::Term { shown, .. } | Self::Cited { shown, .. } => shown,
        }
    }
}

/// The words of a filled text, without links.
#[must_use]
pub fn plain(lang: Lang, pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.words(lang)).collect()
}

/// Reads a text and fills in its figures, of the run at hand unless they name another.
pub(super) fn fill(
    lang: Lang,
    lesson: &Lesson,
    at_hand: &Run,
    text: &str,
) -> Result<Vec<Piece>, Mistake> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find(['{', '[', '`']) {
        let (before, marked) = rest.split_at(place);
        say(&mut pieces, before);
        let wrong = || Mistake::Mark(text.to_owned());
        let close = |mark: &str, end: char| -> Result<(String, &str), Mistake> {
            let inner = marked.strip_prefix(mark).ok_or_else(wrong)?;
            let (inner, after) = inner.split_once(end).ok_or_else(wrong)?;
            Ok((inner.to_owned(), after))
        };
        if marked.starts_with('{') {
            let (name, after) = close("{", '}')?;
            match value(lesson, at_hand, &name)? {
                Value::Verdict(outcome) => pieces.push(Piece::Verdict(outcome)),
                Value::Time(time) => say(&mut pieces, &seconds(lang, time)),
                Value::Count(count) => say(&mut pieces, &count.to_string()),
            }
            rest = after;
        } else if marked.starts_with('`') {
            let (code, after) = close("`", '`')?;
            pieces.push(Piece::Code(code));
            rest = after;
        } else {
            let (shown, after) = close("[", ']')?;
            let target = after.strip_prefix('(').ok_or_else(wrong)?;
            let (target, after) = target.split_once(')').ok_or_else(wrong)?;
            pieces.push(link(shown, target).ok_or_else(|| Mistake::Mark(target.to_owned()))?);
            rest = after;
        }
    }
    say(&mut pieces, rest);
    Ok(pieces)
}

/// Adds plain words, to the last ones if those are plain too.
fn say(pieces: &mut Vec<Piece>, words: &str) {
    match pieces.last_mut() {
        Some(Piece::Plain(last)) => last.push_str(words),
        _ if words.is_empty() => {}
        _ => pieces.push(Piece::Plain(words.to_owned())),
    }
}

fn link(shown: String, target: &str) -> Option<Piece> {
    match target.strip_prefix('#') {
        Some(id) => is_term(id).then(|| Piece::Term {
            id: id.to_owned(),
            shown,
        }),
        None => source(target).map(|source| Piece::Cited { source, shown }),
    }
}

fn value(lesson: &Lesson, at_hand: &Run, name: &str) -> Result<Value, Mistake> {
    let missing = || Mistake::Figure(name.to_owned());
    match name.split_once('/') {
        Some((run, name)) => figure(&lesson.run_of(run)?, name).ok_or_else(missing),
        None => figure(at_hand, name).ok_or_else(missing),
    }
}
