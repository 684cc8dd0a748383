//! A field for a time, with a button for less and one for more.

use crate::model::Millis;
use crate::picture::HandleKind;
use crate::picture::handle::name;
use crate::text::quantity::{TimeError, parse_time, seconds};
use crate::text::{Lang, Word, say};
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// The name of a field: short for the two that everybody uses.
fn label(stage: Stage, kind: HandleKind) -> String {
    let lang = stage.lang.get();
    match kind {
        HandleKind::PauseEnd(_) => Word::Pause.of(lang).to_owned(),
        HandleKind::LeaseEnd => Word::Ttl.of(lang).to_owned(),
        HandleKind::PauseBegin(_) | HandleKind::Arrival(_) | HandleKind::Thinking(..) => {
            stage.scenario.with(|scenario| name(lang, scenario, kind))
        }
    }
}

/// What is wrong with a typed time, and what to type.
fn explain(lang: Lang, error: TimeError) -> String {
    match error {
        TimeError::NotATime => say!(
            lang,
            "Write a time such as 15 s or 500 ms.",
            "15 秒、500 ms のように入力してください。"
        ),
        TimeError::TooFine => say!(
            lang,
            "Whole milliseconds only: at most three decimals.",
            "ミリ秒単位まで。小数は 3 桁以内で入力してください。"
        ),
        TimeError::OutOfRange { least, most } => {
            let (least, most) = (seconds(lang, least), seconds(lang, most));
            say!(
                lang,
                "Write a time from {least} to {most}.",
                "{least}から {most}までの時間を入力してください。"
            )
        }
    }
}

/// A field for what a handle changes. What is typed is taken on Enter or when the field
/// is left; what cannot be taken is explained and changes nothing.
#[component]
pub fn Field(stage: Stage, kind: HandleKind) -> impl IntoView {
    let lang = stage.lang;
    let value = move || {
        stage
            .scenario
            .with(|scenario| kind.value(scenario))
            .unwrap_or_default()
    };
    let draft = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<TimeError>);
    let shown = text(move || draft.get().unwrap_or_else(|| seconds(lang.get(), value())));
    let commit = move || {
        let Some(typed) = draft.get_untracked() else {
            return;
        };
        let (least, most) = stage
            .scenario
            .with_untracked(|scenario| kind.bounds(scenario));
        match parse_time(&typed, least, most) {
            Ok(value) => {
                stage.set(kind, value);
                draft.set(None);
                error.set(None);
            }
            Err(wrong) => error.set(Some(wrong)),
        }
    };
    let step = move |by: i64| {
        let step = stage.now().layout().scale.step_of(36.0);
        stage.set(kind, untrack(value).plus(Millis(step.0 * by)));
        draft.set(None);
        error.set(None);
    };
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => commit(),
        "Escape" => {
            draft.set(None);
            error.set(None);
        }
        "ArrowUp" => {
            event.prevent_default();
            step(1);
        }
        "ArrowDown" => {
            event.prevent_default();
            step(-1);
        }
        _ => {}
    };
    let id = format!("field-{}", field_slug(kind));
    let error_id = format!("{id}-error");
    let named =
        move |word: Word| text(move || format!("{}: {}", label(stage, kind), word.of(lang.get())));
    let wrong = text(move || {
        error
            .get()
            .map_or_else(String::new, |wrong| explain(lang.get(), wrong))
    });
    let invalid = text(move || {
        if error.get().is_some() {
            "true"
        } else {
            "false"
        }
        .to_owned()
    });
    view! {
        <div class="field">
            <label for=id.clone()>{text(move || label(stage, kind))}</label>
            <span class="box">
                <button
                    type="button"
                    aria-label=named(Word::Less)
                    data-testid=format!("{id}-less")
                    on:click=move |_| step(-1)
                >
                    "−"
                </button>
                <input
                    id=id.clone()
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    data-testid=id.clone()
                    aria-invalid=invalid
                    aria-describedby=error_id.clone()
                    prop:value=shown
                    on:input=move |event| draft.set(Some(event_target_value(&event)))
                    on:blur=move |_| commit()
                    on:keydown=key
                />
                <button
                    type="button"
                    aria-label=named(Word::More)
                    data-testid=format!("{id}-more")
                    on:click=move |_| step(1)
                >
                    "+"
                </button>
            </span>
            <p class="error" id=error_id.clone() role="alert">{wrong}</p>
        </div>
    }
}

fn field_slug(kind: HandleKind) -> String {
    match kind {
        HandleKind::LeaseEnd => "ttl".to_owned(),
        HandleKind::PauseEnd(_) => kind.slug().replace("pause-end", "pause"),
        HandleKind::PauseBegin(_) | HandleKind::Arrival(_) | HandleKind::Thinking(..) => {
            kind.slug()
        }
    }
}
