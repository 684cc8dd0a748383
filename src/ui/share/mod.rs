//! Sharing: the link and its QR code, files to download, files and texts to bring along, paper.

mod code;
mod files;
mod import;
mod paper;
mod png;

pub use code::drawn;

use super::dom::{El, html};
use super::env;
use super::link::Link;
use super::reactive::text;
use super::stage::Stage;
use crate::picture::qr::{Qr, qr};
use crate::share::ImportError;
use crate::text::ShareWord;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, HtmlInputElement};

/// The panel, by its id, and the field of the link in it.
const PANEL: &str = "share";
const LINK: &str = "share-link";

/// What is said of what was brought or taken along.
#[derive(Clone, PartialEq)]
enum Said {
    /// A word.
    Word(ShareWord),
    /// It could not be read.
    Wrong(ImportError),
}

/// Sharing, exporting and importing of a stage.
#[derive(Clone, Copy)]
pub struct Share {
    stage: Stage,
    link: Link,
    /// The address of what is on the page.
    address: Signal<String>,
    /// The same as a QR code, if it is short enough.
    code: Memo<Option<Qr>>,
    /// How many times larger than the picture its PNG is.
    times: RwSignal<u32>,
    said: RwSignal<Option<Said>>,
}

impl Share {
    /// Sharing of a stage, and what is pasted onto the page from now on.
    pub fn of(stage: Stage, link: Link) -> Self {
        let address = link.address();
        let share = Self {
            stage,
            link,
            address,
            code: Memo::new(move |_| qr(&address.get())),
            times: RwSignal::new(2),
            said: RwSignal::new(None),
        };
        env::on_paste(move |event| share.pasted(&event));
        share
    }

    /// The panel, closed at first.
    pub fn panel(self) -> El {
        html("details")
            .attr("id", PANEL)
            .attr("class", "group share")
            .attr("data-testid", "share")
            .child(
                html("summary")
                    .attr("class", "group-head")
                    .child(html("h3").says(self.word(ShareWord::Panel))),
            )
            .child(
                html("div")
                    .attr("class", "group-body")
                    .child(self.link_part())
                    .child(self.files_part())
                    .child(self.import_part()),
            )
    }

    fn word(self, word: ShareWord) -> Signal<String> {
        text(move || word.of(self.stage.lang.get()).to_owned())
    }

    fn heading(self, word: ShareWord) -> El {
        html("h4").says(self.word(word))
    }

    fn button(self, id: &str, word: ShareWord, press: impl Fn() + 'static) -> El {
        html("button")
            .attr("type", "button")
            .attr("class", "plain")
            .attr("data-testid", id)
            .says(self.word(word))
            .on("click", move |_: Event| press())
    }

    fn link_part(self) -> El {
        let field = html("input")
            .attr("id", LINK)
            .attr("readonly", "")
            .live("aria-label", self.word(ShareWord::Link))
            .attr("data-testid", LINK)
            .value(self.address);
        html("section")
            .child(self.heading(ShareWord::Link))
            .child(html("p").says(self.word(ShareWord::LinkLead)))
            .child(field)
            .children(self.code("qr"))
    }
}

/// Opens the panel and selects the link in it, to be copied by hand.
pub fn reveal_link() {
    if let Some(panel) = document().get_element_by_id(PANEL) {
        let _ = panel.set_attribute("open", "");
    }
    env::focus(LINK);
    let field = document().get_element_by_id(LINK);
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
    }
}
