//! A text of a lesson as elements: figures are filled in, terms lead to the glossary, claims to
//! their sources.

use super::Course;
use crate::lesson::{Lesson, Piece, Run};
use crate::text::{Both, Lang, verdict};
use crate::ui::dom::Item;
use leptos::prelude::*;

/// A piece of a text as an element.
fn piece(lang: Lang, piece: &Piece) -> Item {
    match piece {
        Piece::Plain(text) => Item::new("span").text(text),
        Piece::Code(code) => Item::new("code").attr("translate", "no").text(code),
        Piece::Verdict(outcome) => Item::new("strong").text(verdict::word(*outcome).of(lang)),
        Piece::Term { id, shown } => Item::new("a")
            .attr("class", "term")
            .attr("href", format!("./learn/glossary.{}.html#{id}", lang.tag()))
            .text(shown),
        Piece::Cited { source, shown } => Item::new("a")
            .attr("href", source.url)
            .attr("rel", "noreferrer")
            .text(shown),
    }
}

/// The links of a text that stands where none can be, such as on a button.
pub fn links(lang: Lang, pieces: &[Piece]) -> Option<Item> {
    let links = pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::Term { .. } | Piece::Cited { .. }));
    let links: Vec<Item> = links.map(|known| piece(lang, known)).collect();
    let row = Item::new("p").attr("class", "look-links");
    (!links.is_empty()).then(|| links.into_iter().fold(row, Item::child))
}

/// A text of a lesson, with its figures of the run at hand.
pub fn filled(lesson: &Lesson, lang: Lang, at_hand: &Run, tag: &'static str, text: Both) -> Item {
    // A test fills every text of every lesson.
    let pieces = lesson
        .fill(lang, at_hand, text)
        .unwrap_or_else(|_| vec![Piece::Plain(text.of(lang).to_owned())]);
    let pieces = pieces.iter().map(|known| piece(lang, known));
    pieces.fold(Item::new(tag), Item::child)
}

impl Course {
    /// A text of the lesson at hand.
    pub(super) fn fill(self, tag: &'static str, at_hand: &Run, text: Both) -> Item {
        filled(self.lesson(), self.stage.lang.get(), at_hand, tag, text)
    }

    /// Paragraphs.
    pub(super) fn paragraphs(self, at_hand: &Run, texts: &[Both]) -> Vec<Item> {
        texts
            .iter()
            .map(|text| self.fill("p", at_hand, *text).attr("class", "told"))
            .collect()
    }
}
