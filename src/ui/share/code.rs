//! The link as a QR code: black on white, whatever the colours of the page.

use super::Share;
use crate::picture::qr::Qr;
use crate::text::ShareWord;
use crate::text::share_word::too_long;
use crate::ui::dom::{El, html, svg};
use crate::ui::reactive::text;
use leptos::prelude::*;

/// A code, drawn; nothing is seen of none.
pub fn drawn(code: Signal<Option<Qr>>, says: Signal<String>, id: &str) -> El {
    let class = text(move || {
        match code.get() {
            Some(_) => "qr",
            None => "qr closed",
        }
        .to_owned()
    });
    let view_box = text(move || {
        let side = code.get().map_or(0, |code| code.side);
        format!("0 0 {side} {side}")
    });
    let path = text(move || code.get().map_or_else(String::new, |code| code.path));
    let ground = svg("rect")
        .attr("width", "100%")
        .attr("height", "100%")
        .attr("fill", "#fff");
    svg("svg")
        .live("class", class)
        .attr("role", "img")
        .live("aria-label", says)
        .attr("data-testid", id)
        .attr("shape-rendering", "crispEdges")
        .live("viewBox", view_box)
        .child(ground)
        .child(svg("path").attr("fill", "#000").live("d", path))
}

impl Share {
    /// The code, and what stands in its place if the link is too long.
    pub(super) fn code(self, id: &str) -> [El; 2] {
        let code = self.code;
        let sentence = text(move || match code.get() {
            Some(_) => String::new(),
            None => too_long(self.stage.lang.get(), self.address.get().chars().count()),
        });
        let picture = drawn(code.into(), self.word(ShareWord::QrCode), id);
        let instead = html("p")
            .attr("class", "error")
            .attr("data-testid", &format!("{id}-instead"))
            .says(sentence);
        [picture, instead]
    }
}
