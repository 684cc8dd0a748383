//! What is chosen, pasted or dropped: read as a whole, or complained about as a whole.

use super::{Said, Share};
use crate::share::{ImportError, import, too_large};
use crate::text::ShareWord;
use crate::text::share_word::complaints;
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::env;
use crate::ui::reactive::text;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{
    ClipboardEvent, DataTransfer, DragEvent, Element, Event, File, HtmlInputElement,
    HtmlTextAreaElement,
};
use std::time::Duration;
use wasm_bindgen_futures::JsFuture;

const SAID: &str = "share-said";

impl Share {
    pub(super) fn import_part(self) -> El {
        let file = html("input")
            .attr("type", "file")
            .attr("id", "import-file")
            .attr("accept", ".json,application/json,text/plain")
            .attr("data-testid", "import-file")
            .on("change", move |event: Event| {
                let field = event.target().and_then(|it| it.dyn_into().ok());
                let Some(field) = field.map(|field: HtmlInputElement| field) else {
                    return;
                };
                if let Some(file) = field.files().and_then(|files| files.item(0)) {
                    self.read_file(file);
                }
                // The same file can be chosen again after it was mended.
                field.set_value("");
            });
        let typed = html("textarea")
            .attr("id", "import-text")
            .attr("rows", "4")
            .attr("spellcheck", "false")
            .attr("data-testid", "import-text");
        let field = typed.element().clone();
        let put = self.button("import-go", ShareWord::PutOnStage, move || {
            let field: &HtmlTextAreaElement = field.unchecked_ref();
            if self.read(field.value().as_bytes()) {
                field.set_value("");
            }
        });
        let label = |id: &str, word| html("label").attr("for", id).says(self.word(word));
        html("section")
            .child(self.heading(ShareWord::Import))
            .child(label("import-file", ShareWord::ChooseFile))
            .child(file)
            .child(label("import-text", ShareWord::PasteHere))
            .child(typed)
            .child(put)
            .child(html("p").says(self.word(ShareWord::DropHint)))
    }

    /// Where is said what became of it.
    pub fn said(self) -> El {
        let class = text(move || {
            match self.said.get() {
                None => "said closed",
                Some(Said::Word(_)) => "said",
                Some(Said::Wrong(_)) => "said wrong",
            }
            .to_owned()
        });
        let what = html("div")
            .attr("role", "status")
            .list(Space::Html, move || self.told());
        html("div")
            .attr("id", SAID)
            .attr("tabindex", "-1")
            .live("class", class)
            .attr("data-testid", SAID)
            .child(what)
            .child(self.button("said-close", ShareWord::Close, move || self.said.set(None)))
    }

    fn told(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        match self.said.get() {
            None => Vec::new(),
            Some(Said::Word(word)) => vec![Item::new("p").text(word.of(lang))],
            Some(Said::Wrong(error)) => {
                let told = complaints(lang, &error)
                    .into_iter()
                    .map(|(path, sentence)| {
                        let line = Item::new("li");
                        let sentence = Item::new("span").text(sentence);
                        if path.is_empty() || path == "$" {
                            line.child(sentence)
                        } else {
                            line.child(Item::new("code").text(path)).child(sentence)
                        }
                    });
                vec![
                    Item::new("p").text(ShareWord::NotImported.of(lang)),
                    told.fold(Item::new("ul"), Item::child),
                ]
            }
        }
    }

    fn say(self, said: Said) {
        let is_wrong = matches!(said, Said::Wrong(_) | Said::Word(ShareWord::Unreadable));
        self.said.set(Some(said));
        if is_wrong {
            // As soon as it is there to be seen.
            set_timeout(|| env::focus(SAID), Duration::ZERO);
        }
    }

    /// Puts what was brought on the stage, or says what is wrong with it; true if it is there.
    fn read(self, bytes: &[u8]) -> bool {
        // What is in the hand is not taken out of it.
        if self.stage.frozen.get_untracked().is_some() {
            return false;
        }
        match import(bytes) {
            Ok(brought) => {
                self.link.take(brought);
                self.say(Said::Word(ShareWord::Imported));
                true
            }
            Err(error) => {
                self.say(Said::Wrong(error));
                false
            }
        }
    }

    fn read_file(self, file: File) {
        if let Some(error) = too_large(file.size()) {
            return self.say(Said::Wrong(error));
        }
        spawn_local(async move {
            match JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => {
                    self.read(&js_sys::Uint8Array::new(&buffer).to_vec());
                }
                Err(_) => self.say(Said::Word(ShareWord::Unreadable)),
            }
        });
    }

    /// Reads what a clipboard or a drag carries: its first file, else its text. False if neither.
    fn carried(self, carried: &DataTransfer) -> bool {
        if let Some(file) = carried.files().and_then(|files| files.item(0)) {
            self.read_file(file);
            return true;
        }
        let text = carried.get_data("text/plain").unwrap_or_default();
        if text.trim().is_empty() {
            return false;
        }
        self.read(text.as_bytes());
        true
    }

    /// What is pasted where no field takes it.
    pub(super) fn pasted(self, event: &ClipboardEvent) {
        let carried = event.clipboard_data();
        if !is_in_field(event)
            && !event.default_prevented()
            && carried.is_some_and(|carried| self.carried(&carried))
        {
            event.prevent_default();
        }
    }

    /// Lets files and texts be dropped on an element, but for its fields.
    pub fn dropping_on(self, element: El) -> El {
        element
            .on("dragover", |event: DragEvent| {
                if !is_in_field(&event) {
                    event.prevent_default();
                }
            })
            .on("drop", move |event: DragEvent| {
                if is_in_field(&event) {
                    return;
                }
                // Without this the browser leaves the page to show the file.
                event.prevent_default();
                if let Some(carried) = event.data_transfer()
                    && !self.carried(&carried)
                {
                    self.say(Said::Wrong(ImportError::Nothing));
                }
            })
    }
}

/// Whether an event happens in a field, which takes it itself.
fn is_in_field(event: &Event) -> bool {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let field = target.map(|target| target.closest("input, textarea, select, [contenteditable]"));
    matches!(field, Some(Ok(Some(_))))
}
