//! The panel that makes the markup of an embedded stage.

use super::embed_word;
use super::preview::preview;
use crate::share::keys::{self, KeyComplaint, Keys};
use crate::share::snippet::Snippet;
use crate::share::{Colour, Ground, Theme};
use crate::text::{EmbedWord, Lang, Word, link::explain_key, verdict};
use crate::ui::dom::{El, html};
use crate::ui::env;
use crate::ui::link::Link;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement};

/// The widths that a frame can have, in CSS pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 200..=2000;

/// What is chosen in the panel.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    pub(super) stage: Stage,
    pub(super) link: Link,
    /// Whether the panel is open; while it is not, nothing is loaded.
    pub(super) open: RwSignal<bool>,
    controls: RwSignal<bool>,
    autoplay: RwSignal<bool>,
    transparent: RwSignal<bool>,
    theme: RwSignal<Theme>,
    pub(super) lang: RwSignal<Option<Lang>>,
    accent: RwSignal<String>,
    width: RwSignal<String>,
    /// The height that the preview has told, in CSS pixels.
    pub(super) height: RwSignal<u32>,
}

/// The panel, folded away until somebody asks for it.
pub fn builder(stage: Stage, link: Link) -> El {
    let chosen = Chosen {
        stage,
        link,
        open: RwSignal::new(false),
        controls: RwSignal::new(true),
        autoplay: RwSignal::new(false),
        transparent: RwSignal::new(false),
        theme: RwSignal::new(Theme::Auto),
        lang: RwSignal::new(None),
        accent: RwSignal::new(String::new()),
        width: RwSignal::new("720".to_owned()),
        height: RwSignal::new(640),
    };
    let says = |word| embed_word(stage, word);
    let title = html("summary")
        .attr("data-testid", "embed")
        .child(html("h3").says(says(EmbedWord::Embed)));
    let toggled = move |event: Event| {
        let panel = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        chosen
            .open
            .set(panel.is_some_and(|panel| panel.has_attribute("open")));
    };
    let snippets = html("div")
        .attr("class", "snippets")
        .child(markup(
            &chosen,
            "embed-frame",
            EmbedWord::AsFrame,
            Snippet::frame,
        ))
        .child(markup(
            &chosen,
            "embed-element",
            EmbedWord::AsElement,
            Snippet::element,
        ));
    html("details")
        .attr("class", "drawer embed-panel")
        .on("toggle", toggled)
        .child(title)
        .child(html("p").attr("class", "hint").says(says(EmbedWord::Lead)))
        .child(options(&chosen))
        .child(preview(&chosen))
        .child(snippets)
}

impl Chosen {
    /// What is wrong with a width or a colour, in words; empty if nothing is.
    fn wrong(self) -> String {
        let lang = self.stage.lang.get();
        let accent = self
            .keys()
            .map_or_else(|complaint| explain_key(lang, &complaint), |_| String::new());
        if self.asked_width().is_none() {
            return [EmbedWord::WidthWrong.of(lang), &accent].join(" ");
        }
        accent
    }

    fn asked_width(self) -> Option<u32> {
        let width = self.width.get().trim().parse().ok();
        width.filter(|width| WIDTHS.contains(width))
    }

    /// The accent, if there is one and it can be seen.
    fn keys(self) -> Result<Option<Colour>, KeyComplaint> {
        let typed = self.accent.get();
        let typed = typed.trim();
        if typed.is_empty() {
            return Ok(None);
        }
        let mut read = keys::parse(&format!("accent={}", typed.trim_start_matches('#')));
        if let Some(complaint) = read.complaints.pop() {
            return Err(complaint);
        }
        let theme = Some(self.theme.get());
        Keys { theme, ..read }.accent()
    }

    /// What is embedded as it is chosen now.
    pub(super) fn snippet(self) -> Snippet {
        let lang = self.lang.get();
        let words = lang.unwrap_or_else(|| self.stage.lang.get());
        let outcome = self.stage.scene.get().report.outcome;
        let title = format!(
            "Fencelab: {}, {}",
            Word::Diagram.of(words),
            verdict::word(outcome).of(words)
        );
        Snippet {
            width: self.asked_width().unwrap_or(720),
            height: self.height.get(),
            theme: self.theme.get(),
            accent: self.keys().ok().flatten(),
            background: if self.transparent.get() {
                Ground::Transparent
            } else {
                Ground::Page
            },
            controls: self.controls.get(),
            autoplay: self.autoplay.get(),
            ..Snippet::of(&env::folder(), &self.link.fragment_in(lang), &title)
        }
    }
}

fn options(chosen: &Chosen) -> El {
    let chosen = *chosen;
    let stage = chosen.stage;
    let themes = [
        ("auto", EmbedWord::AsReader),
        ("light", EmbedWord::Light),
        ("dark", EmbedWord::Dark),
    ]
    .map(|(name, word)| (name, embed_word(stage, word)));
    let languages = [
        ("", embed_word(stage, EmbedWord::ReaderLanguage)),
        ("en", text(|| Lang::En.own_name().to_owned())),
        ("ja", text(|| Lang::Ja.own_name().to_owned())),
    ];
    let theme = choice(
        stage,
        "embed-theme",
        EmbedWord::Theme,
        themes,
        move |name| {
            chosen.theme.set(Theme::named(name).unwrap_or(Theme::Auto));
        },
    );
    let language = choice(
        stage,
        "embed-lang",
        EmbedWord::Language,
        languages,
        move |tag| {
            chosen.lang.set(Lang::from_tag(tag));
        },
    );
    let wrong = html("p")
        .attr("class", "error")
        .attr("role", "status")
        .attr("data-testid", "embed-wrong")
        .says(text(move || chosen.wrong()));
    html("div")
        .attr("class", "options")
        .attr("role", "group")
        .live("aria-label", embed_word(stage, EmbedWord::Options))
        .child(tick(
            stage,
            "embed-controls",
            EmbedWord::Controls,
            chosen.controls,
        ))
        .child(tick(
            stage,
            "embed-autoplay",
            EmbedWord::Autoplay,
            chosen.autoplay,
        ))
        .child(tick(
            stage,
            "embed-clear",
            EmbedWord::Transparent,
            chosen.transparent,
        ))
        .child(theme)
        .child(language)
        .child(typed(
            stage,
            "embed-accent",
            EmbedWord::Accent,
            chosen.accent,
        ))
        .child(typed(stage, "embed-width", EmbedWord::Width, chosen.width))
        .child(wrong)
}

fn input(event: &Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Something that is on or off.
fn tick(stage: Stage, testid: &str, name: EmbedWord, on: RwSignal<bool>) -> El {
    let field = html("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .on("change", move |event: Event| {
            if let Some(input) = input(&event) {
                on.set(input.checked());
            }
        });
    let field = if on.get_untracked() {
        field.attr("checked", "")
    } else {
        field
    };
    html("label")
        .child(field)
        .child(html("span").says(embed_word(stage, name)))
}

/// Something that is typed.
fn typed(stage: Stage, testid: &str, name: EmbedWord, value: RwSignal<String>) -> El {
    let field = html("input")
        .attr("type", "text")
        .attr("size", "7")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("value", &value.get_untracked())
        .attr("data-testid", testid)
        .on("change", move |event: Event| {
            if let Some(input) = input(&event) {
                value.set(input.value());
            }
        });
    html("label")
        .child(html("span").says(embed_word(stage, name)))
        .child(field)
}

/// One of three.
fn choice(
    stage: Stage,
    testid: &str,
    name: EmbedWord,
    options: [(&'static str, Signal<String>); 3],
    choose: impl Fn(&str) + 'static,
) -> El {
    let options = options.map(|(value, says)| html("option").attr("value", value).says(says));
    let field = html("select")
        .attr("data-testid", testid)
        .children(options)
        .on("change", move |event: Event| {
            let select = event.target().and_then(|it| it.dyn_into().ok());
            if let Some(select) = select {
                let select: HtmlSelectElement = select;
                choose(&select.value());
            }
        });
    html("label")
        .child(html("span").says(embed_word(stage, name)))
        .child(field)
}

/// Markup to take away, and the button that copies it.
fn markup(chosen: &Chosen, testid: &str, name: EmbedWord, write: fn(&Snippet) -> String) -> El {
    let chosen = *chosen;
    let stage = chosen.stage;
    let written = text(move || {
        if chosen.open.get() {
            write(&chosen.snippet())
        } else {
            String::new()
        }
    });
    let area = html("textarea")
        .attr("readonly", "")
        .attr("rows", "5")
        .attr("spellcheck", "false")
        .attr("translate", "no")
        .live("aria-label", embed_word(stage, name))
        .attr("data-testid", testid)
        .value(written);
    let said = RwSignal::new(None::<EmbedWord>);
    let element = area.element().clone();
    let copy = move |_: Event| {
        let element = element.clone();
        env::copy_text(&written.get_untracked(), move |copied| {
            let is_done = copied == env::Copied::Yes;
            if !is_done {
                // A text area has what a field has.
                let area: HtmlInputElement = element.unchecked_into();
                let _ = area.focus();
                area.select();
            }
            let word = if is_done {
                EmbedWord::Copied
            } else {
                EmbedWord::CopyByHand
            };
            said.try_set(Some(word));
        });
    };
    let button = html("button")
        .attr("type", "button")
        .attr("class", "plain")
        .attr("data-testid", &format!("{testid}-copy"))
        .says(embed_word(stage, EmbedWord::Copy))
        .on("click", copy);
    let told = html("span")
        .attr("class", "hint")
        .attr("role", "status")
        .attr("data-testid", &format!("{testid}-said"))
        .says(text(move || {
            let word = said.get();
            word.map_or_else(String::new, |word| word.of(stage.lang.get()).to_owned())
        }));
    html("div")
        .child(html("h4").says(embed_word(stage, name)))
        .child(area)
        .child(html("div").attr("class", "tools").child(button).child(told))
}
