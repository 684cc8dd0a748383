//! For lecturers: large type on the whole screen, one key for each act, and a window of the
//! speaker's own. What is shown stays the page; here it only gets another size and other keys.

mod board;
mod code;
mod desk;
mod help;
mod keys;
mod speaker;
mod wire;

pub use board::board;
pub use speaker::{is_speaker, start_speaker};

use super::dom::{El, html};
use super::env;
use super::reactive::{present_word, text};
use super::stage::Stage;
use crate::model::TrueTime;
use crate::share::{Seat, Stand};
use crate::text::PresentWord;
use desk::Desk;
use keys::{Act, Mode};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{Element, Event, HtmlElement, KeyboardEvent};

/// The class of the root while presenting.
const CLASS: &str = "presenting";

/// What the keys of a lecture do on a page.
pub trait Deck: Send + Sync {
    /// The next event, and what comes after the last one.
    fn next(&self);
    /// Back.
    fn previous(&self);
    /// Everything as at the begin.
    fn reset(&self);
    /// Whether a question waits for a choice, so that digits choose.
    fn is_asked(&self) -> bool;
    /// Chooses.
    fn choose(&self, place: usize);
    /// Chooses what is marked; false if nothing is.
    fn choose_marked(&self) -> bool;
    /// Where in the course; none in the laboratory. It is followed.
    fn seat(&self) -> Option<Seat>;
}

/// Present mode of a page.
#[derive(Clone, Copy)]
pub struct Present {
    stage: Stage,
    on: RwSignal<bool>,
    blank: RwSignal<bool>,
    /// What there is to say.
    said: RwSignal<Option<PresentWord>>,
    deck: StoredValue<Box<dyn Deck>>,
    /// What had the focus before.
    focused: StoredValue<Option<Element>, LocalStorage>,
    desk: Desk,
    /// What the code leads to.
    address: RwSignal<String>,
    /// Whether the page must go back on the whole screen with the next act here.
    returns: StoredValue<bool>,
}

impl Present {
    /// Present mode, off at first; `on` says whether it is on.
    pub fn new(stage: Stage, on: RwSignal<bool>, deck: impl Deck + 'static) -> Self {
        let present = Self {
            stage,
            on,
            blank: RwSignal::new(false),
            said: RwSignal::new(None),
            deck: StoredValue::new(Box::new(deck)),
            focused: StoredValue::new_local(None),
            desk: Desk::new(),
            address: RwSignal::new(String::new()),
            returns: StoredValue::new(false),
        };
        present.listen();
        present.desk.open_up(&present);
        env::on_fullscreen_end(move || present.off_the_screen());
        present
    }

    fn listen(self) {
        let on_key = Closure::<dyn FnMut(KeyboardEvent)>::new(move |event: KeyboardEvent| {
            self.key(&event);
        });
        // Before the page's own keys.
        let _ = document().add_event_listener_with_callback_and_bool(
            "keydown",
            on_key.into_js_value().unchecked_ref(),
            true,
        );
        let let_go = Closure::<dyn FnMut()>::new(move || self.let_go());
        let _ = document()
            .add_event_listener_with_callback("pointerup", let_go.into_js_value().unchecked_ref());
    }

    /// Browsers take a page off the whole screen when it opens a window: then it comes back.
    fn off_the_screen(self) {
        if self.desk.has_just_opened() {
            self.returns.set_value(true);
        } else {
            self.leave();
        }
    }

    fn return_to_screen(self) {
        if self.returns.get_value() && self.on.get_untracked() {
            env::fullscreen(true);
        }
        self.returns.set_value(false);
    }

    /// A handle that was pulled gives the focus back, or the next press of a clicker would move it.
    fn let_go(self) {
        self.return_to_screen();
        let active = document().active_element();
        let role = active.and_then(|active| active.get_attribute("role"));
        if self.on.get_untracked() && role.as_deref() == Some("slider") {
            env::focus("stage");
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if self.blank.get_untracked() {
            if !keys::is_modifier(event) {
                event.prevent_default();
                event.stop_propagation();
                self.blank.set(false);
            }
            return;
        }
        let mode = Mode {
            is_on: self.on.get_untracked(),
            is_asked: self.deck.with_value(|deck| deck.is_asked()),
        };
        let Some(act) = keys::act(event, mode) else {
            return;
        };
        // A pull that is given up by Escape.
        if act == Act::Leave && self.stage.frozen.get_untracked().is_some() {
            return;
        }
        event.prevent_default();
        if !matches!(act, Act::Speaker) {
            self.return_to_screen();
        }
        if help::close() {
            return;
        }
        if event.repeat() && !matches!(act, Act::Next | Act::Previous) {
            return;
        }
        self.act(act);
    }

    fn act(self, act: Act) {
        self.said.set(None);
        match act {
            Act::Toggle if self.on.get_untracked() => self.leave(),
            Act::Toggle => self.enter(),
            Act::Leave => self.leave(),
            Act::Next => self.deck.with_value(|deck| deck.next()),
            Act::Previous => self.deck.with_value(|deck| deck.previous()),
            Act::Blank => self.blank_key(),
            Act::Digit(digit) => self.digit(digit),
            Act::Start => self.stage.go(Stand::At(TrueTime::START)),
            Act::End => self.stage.go(Stand::End),
            Act::Reset => self.deck.with_value(|deck| deck.reset()),
            Act::Speaker => self.open_speaker(),
            Act::Code => code::open(self.address),
            Act::Help => help::open(help::ID),
        }
    }

    /// The blank key chooses what is marked, or else makes the screen black.
    fn blank_key(self) {
        let chooses = self.deck.with_value(|deck| deck.choose_marked());
        if !chooses {
            self.blank.update(|blank| *blank = !*blank);
        }
    }

    /// A digit chooses while a question is open, and else goes to a moment.
    fn digit(self, digit: usize) {
        let is_asked = self.deck.with_value(|deck| deck.is_asked());
        match (is_asked, digit.checked_sub(1)) {
            (true, Some(place)) => self.deck.with_value(|deck| deck.choose(place)),
            // The moments wait until the question is answered.
            (true, None) => {}
            (false, _) => self.stage.go_to_moment(digit),
        }
    }

    fn open_speaker(self) {
        let is_open = self.desk.open_window();
        self.said.set((!is_open).then_some(PresentWord::Blocked));
    }

    fn enter(self) {
        self.focused.set_value(document().active_element());
        self.on.set(true);
        mark_root(true);
        env::fullscreen(true);
        env::focus("stage");
    }

    fn leave(self) {
        if !self.on.get_untracked() {
            return;
        }
        self.on.set(false);
        self.blank.set(false);
        mark_root(false);
        env::fullscreen(false);
        let before = self.focused.try_update_value(Option::take).flatten();
        let before = before.and_then(|before| before.dyn_into::<HtmlElement>().ok());
        match before.filter(|before| before.is_connected()) {
            Some(before) => {
                let _ = before.focus();
            }
            None => env::focus("stage"),
        }
    }

    /// The buttons: present mode, the speaker's window, the keys.
    pub fn buttons(self) -> El {
        let on = self.on;
        let toggle = text(move || {
            let word = if on.get() {
                PresentWord::Leave
            } else {
                PresentWord::Present
            };
            word.of(self.stage.lang.get()).to_owned()
        });
        let button = |testid: &str, key: &str, says: Signal<String>, act: Act| {
            html("button")
                .attr("type", "button")
                .attr("class", "plain")
                .attr("data-testid", testid)
                .attr("aria-keyshortcuts", key)
                .says(says)
                .on("click", move |_: Event| self.act(act))
        };
        let word = |word| present_word(self.stage, word);
        html("div")
            .attr("class", "tools present-tools")
            .child(button("present", "F", toggle, Act::Toggle))
            .child(button(
                "speaker",
                "S",
                word(PresentWord::Speaker),
                Act::Speaker,
            ))
            .child(button("keys", "?", word(PresentWord::Keys), Act::Help))
    }

    /// What lies over the page: the black screen, the keys, the code, and what there is to say.
    pub fn over(self) -> [El; 4] {
        let stage = self.stage;
        let class = text(move || if self.blank.get() { "blank" } else { "closed" }.to_owned());
        let black = html("div")
            .live("class", class)
            .attr("data-testid", "blank")
            .on("click", move |_: Event| self.blank.set(false));
        let said = text(move || {
            let said = if self.blank.get() {
                Some(PresentWord::IsBlack)
            } else {
                self.said.get()
            };
            said.map_or("", |word| word.of(stage.lang.get())).to_owned()
        });
        let notice = html("p")
            .attr("class", "present-notice")
            .attr("role", "status")
            .attr("data-testid", "present-notice")
            .says(said);
        let code = code::dialog(stage, self.address);
        [notice, black, help::dialog(stage), code]
    }
}

/// Marks the root of the page, or takes the mark away.
fn mark_root(on: bool) {
    if let Some(root) = document().document_element() {
        let _ = root.class_list().toggle_with_force(CLASS, on);
    }
}
