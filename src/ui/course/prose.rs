//! A text of a lesson as elements: figures are filled in, terms lead to the glossary, claims to
//! their sources.

use super::Course;
use crate::lesson::{Piece, Run};
use crate::text::{Both, verdict};
use crate::ui::dom::Item;
use leptos::prelude::*;

impl Course {
    /// A text, with its figures of the run at hand.
    pub(super) fn fill(self, tag: &'static str, at_hand: &Run, text: Both) -> Item {
        let lang = self.stage.lang.get();
        // A test fills every text of every lesson.
        let pieces = self
            .lesson()
            .fill(lang, at_hand, text)
            .unwrap_or_else(|_| vec![Piece::Plain(text.of(lang).to_owned())]);
        pieces.into_iter().fold(Item::new(tag), |item, piece| {
            item.child(match piece {
                Piece::Plain(text) => Item::new("span").text(text),
                Piece::Code(code) => Item::new("code").attr("translate", "no").text(code),
                Piece::Verdict(outcome) => {
                    Item::new("strong").text(verdict::word(outcome).of(lang))
                }
                Piece::Term { id, shown } => Item::new("a")
                    .attr("class", "term")
                    .attr("href", format!("./learn/glossary.{}.html#{id}", lang.tag()))
                    .text(shown),
                Piece::Cited { source, shown } => Item::new("a")
                    .attr("href", source.url)
                    .attr("rel", "noreferrer")
                    .text(shown),
            })
        })
    }

    /// Paragraphs.
    pub(super) fn paragraphs(self, at_hand: &Run, texts: &[Both]) -> Vec<Item> {
        texts
            .iter()
            .map(|text| self.fill("p", at_hand, *text).attr("class", "told"))
            .collect()
    }
}
