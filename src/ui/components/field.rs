//! A field for a time, with a button for less and one for more.

use crate::model::Millis;
use crate::picture::{HandleKind, name};
use crate::text::Word;
use crate::text::complaint::explain_time;
use crate::text::quantity::{TimeError, parse_time, seconds};
use crate::ui::dom::{El, html};
use crate::ui::pace::Pace;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, EventTarget, FocusEvent, HtmlInputElement, KeyboardEvent, Node};

/// The name of a field: short for the two that everybody uses.
fn label(stage: Stage, kind: HandleKind) -> String {
    let lang = stage.lang.get();
    match kind {
        HandleKind::PauseEnd(_) => Word::Pause.of(lang).to_owned(),
        HandleKind::LeaseEnd => Word::Ttl.of(lang).to_owned(),
        _ => stage.scenario.with(|scenario| name(lang, scenario, kind)),
    }
}

/// What is typed and not yet taken, and what is wrong with it.
#[derive(Clone, Default, PartialEq)]
struct Draft {
    typed: Option<String>,
    error: Option<TimeError>,
}

/// One field, as it is used by its parts.
#[derive(Clone, Copy)]
struct Entry {
    stage: Stage,
    kind: HandleKind,
    draft: RwSignal<Draft>,
    pace: Pace,
}

impl Entry {
    fn value(self) -> Millis {
        self.stage
            .scenario
            .with(|scenario| self.kind.value(scenario))
            .unwrap_or_default()
    }

    /// Takes what is typed; what cannot be taken is explained and changes nothing.
    fn commit(self) {
        let Some(typed) = self.draft.get_untracked().typed else {
            return;
        };
        let (least, most) = self
            .stage
            .scenario
            .with_untracked(|scenario| self.kind.bounds(scenario));
        match parse_time(&typed, least, most) {
            Ok(value) => {
                self.stage.set(self.kind, value);
                self.draft.set(Draft::default());
            }
            Err(error) => self.draft.set(Draft {
                typed: Some(typed),
                error: Some(error),
            }),
        }
    }

    fn step(self, times: i64) {
        let step = self.pace.step(self.stage);
        let value = untrack(|| self.value());
        self.stage
            .set(self.kind, value.plus(Millis(step.0 * times)));
        self.draft.set(Draft::default());
    }

    fn key(self, event: &KeyboardEvent) {
        match event.key().as_str() {
            "Enter" => self.commit(),
            "Escape" => self.draft.set(Draft::default()),
            "ArrowUp" => {
                event.prevent_default();
                self.step(1);
            }
            "ArrowDown" => {
                event.prevent_default();
                self.step(-1);
            }
            _ => {}
        }
    }

    fn typed(self, event: &Event) {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            self.draft.update(|draft| draft.typed = Some(input.value()));
        }
    }
}

/// A field for what a handle changes. What is typed is taken on Enter or when the field
/// is left.
pub fn field(stage: Stage, kind: HandleKind) -> El {
    let lang = stage.lang;
    let entry = Entry {
        stage,
        kind,
        draft: RwSignal::new(Draft::default()),
        pace: Pace::new(36.0),
    };
    let draft = entry.draft;
    let shown = text(move || {
        draft
            .get()
            .typed
            .unwrap_or_else(|| seconds(lang.get(), entry.value()))
    });
    let wrong = text(move || {
        draft
            .get()
            .error
            .map_or_else(String::new, |error| explain_time(lang.get(), error))
    });
    let invalid = text(move || {
        if draft.get().error.is_some() {
            "true"
        } else {
            "false"
        }
        .to_owned()
    });
    let id = format!("field-{}", slug(kind));
    let error_id = format!("{id}-error");
    let button = |word: Word, sign: &str, end: &str, times: i64| {
        html("button")
            .attr("type", "button")
            .live(
                "aria-label",
                text(move || format!("{}: {}", label(stage, kind), word.of(lang.get()))),
            )
            .attr("data-testid", &format!("{id}-{end}"))
            .text(sign)
            .on("click", move |_: Event| entry.step(times))
    };
    let input = html("input")
        .attr("id", &id)
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .attr("data-testid", &id)
        .live("aria-invalid", invalid)
        .attr("aria-describedby", &error_id)
        .value(shown)
        .on("input", move |event: Event| entry.typed(&event))
        .on("blur", move |_: Event| entry.commit())
        .on("keydown", move |event: KeyboardEvent| entry.key(&event));
    let row = html("span")
        .attr("class", "box")
        .child(button(Word::Less, "−", "less", -1))
        .child(input)
        .child(button(Word::More, "+", "more", 1));
    html("div")
        .attr("class", "field")
        .on("focusin", move |_: Event| entry.pace.keep(stage))
        .on("focusout", move |event: FocusEvent| {
            if !stays_within(&event) {
                entry.pace.free();
            }
        })
        .child(
            html("label")
                .attr("for", &id)
                .says(text(move || label(stage, kind))),
        )
        .child(row)
        .child(
            html("p")
                .attr("class", "error")
                .attr("id", &error_id)
                .attr("role", "alert")
                .says(wrong),
        )
}

/// Whether the focus only moves from one part of a field to another.
fn stays_within(event: &FocusEvent) -> bool {
    let node = |target: Option<EventTarget>| target?.dyn_into::<Node>().ok();
    let (field, next) = (node(event.current_target()), node(event.related_target()));
    field.is_some_and(|field| field.contains(next.as_ref()))
}

fn slug(kind: HandleKind) -> String {
    let slug = kind.slug();
    match (kind, slug.strip_prefix("pause-end")) {
        (HandleKind::LeaseEnd, _) => "ttl".to_owned(),
        // Not by `replace`: the search in texts that comes with it is 2 KB of the first page.
        (_, Some(number)) => format!("pause{number}"),
        (_, None) => slug,
    }
}
