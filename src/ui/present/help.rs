//! The list of all keys, over the page.

use super::code;
use crate::text::PresentWord;
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::env;
use crate::ui::reactive::present_word;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, HtmlDialogElement};

/// The id of the list.
pub const ID: &str = "present-keys";

/// Keys, and what they do. What is empty stands for the space key.
const ROWS: [(&[&str], PresentWord); 11] = [
    (&["PageDown", "→", "↓", "", "n"], PresentWord::DoesNext),
    (&["PageUp", "←", "↑", "p"], PresentWord::DoesPrevious),
    (&["0 – 4"], PresentWord::DoesMoment),
    (&["1 – 9"], PresentWord::DoesChoose),
    (&["b", "."], PresentWord::DoesBlank),
    (&["Home", "End"], PresentWord::DoesEnds),
    (&["r"], PresentWord::DoesReset),
    (&["q"], PresentWord::DoesCode),
    (&["s"], PresentWord::DoesSpeaker),
    (&["f", "Esc"], PresentWord::DoesPresent),
    (&["?"], PresentWord::DoesHelp),
];

/// The list, closed.
pub fn dialog(stage: Stage) -> El {
    let rows = move || {
        let lang = stage.lang.get();
        let row = |(keys, does): &(&[&str], PresentWord)| {
            let keys = keys.iter().map(|key| {
                Item::new("kbd").text(match *key {
                    "" => PresentWord::SpaceKey.of(lang),
                    key => key,
                })
            });
            Item::new("div")
                .child(keys.fold(Item::new("dt"), Item::child))
                .child(Item::new("dd").text(does.of(lang)))
        };
        ROWS.iter().map(row).collect()
    };
    html("dialog")
        .attr("id", ID)
        .attr("class", "present-keys")
        .attr("aria-labelledby", "present-keys-title")
        .attr("data-testid", "help")
        .child(
            html("h2")
                .attr("id", "present-keys-title")
                .says(present_word(stage, PresentWord::Keys)),
        )
        .child(html("dl").list(Space::Html, rows))
        .child(html("p").says(present_word(stage, PresentWord::HandlesKeep)))
        .child(
            html("button")
                .attr("type", "button")
                .attr("class", "plain")
                .attr("data-testid", "help-close")
                .says(present_word(stage, PresentWord::Close))
                .on("click", |_: Event| {
                    close();
                }),
        )
}

fn found(id: &str) -> Option<HtmlDialogElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// Opens the list, or another dialog over the page.
pub fn open(id: &str) {
    if let Some(dialog) = found(id).filter(|dialog| !dialog.open()) {
        // It fails only for one that is open or not on the page.
        let _ = dialog.show_modal();
    }
}

/// Closes the list or the code; false if neither is open.
pub fn close() -> bool {
    let open = [ID, code::ID].into_iter().filter_map(found);
    let Some(dialog) = open.into_iter().find(HtmlDialogElement::open) else {
        return false;
    };
    dialog.close();
    if document()
        .active_element()
        .is_none_or(|active| active.tag_name() == "BODY")
    {
        env::focus("stage");
    }
    true
}
