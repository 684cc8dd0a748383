//! The picture of the run, which is also its control.

use super::handle::HandleView;
use super::playhead::PlayheadView;
use crate::picture::handle::kinds;
use crate::picture::tenths;
use crate::picture::{Direction, Label, Shape};
use crate::text::Word;
use crate::text::verdict;
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{Element, PointerEvent, ResizeObserver};

/// The picture with its patterns, handles and playhead.
#[component]
pub fn Diagram(stage: Stage) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    follow_width(stage, frame);
    let scene = stage.scene;
    let lang = stage.lang;
    let name = text(move || {
        let outcome = verdict::word(stage.scene.get().report.outcome).of(lang.get());
        format!("{}: {outcome}", Word::Diagram.of(lang.get()))
    });
    let class = text(move || {
        match scene.get().layout().direction {
            Direction::Across => "across",
            Direction::Down => "down",
        }
        .to_owned()
    });
    let view_box = text(move || {
        let scene = scene.get();
        let layout = scene.layout();
        format!("0 0 {} {}", tenths(layout.width), tenths(layout.height))
    });
    let veil = text(move || scene.get().picture.veil(stage.playhead.get()));
    view! {
        <div class="picture" node_ref=frame>
            <svg
                role="group"
                aria-label=name
                data-testid="diagram"
                class=class
                viewBox=view_box
                on:pointerover=move |event| light(stage, &event)
                on:pointerleave=move |_| stage.lit.set(None)
            >
                <Patterns/>
                <g aria-hidden="true" fill="none">
                    {move || scene.get().picture.shapes.iter().map(shape).collect_view()}
                    {move || scene.get().picture.labels.iter().map(label).collect_view()}
                    <path class="lit" d=text(move || lit(stage))></path>
                    <path class="veil" d=veil></path>
                </g>
                <PlayheadView stage/>
                <For each=move || stage.scenario.with(kinds) key=|kind| *kind let:kind>
                    <HandleView stage kind/>
                </For>
            </svg>
        </div>
        <p class="hint">{word(stage, Word::DragHint)}</p>
    }
}

fn shape(shape: &Shape) -> impl IntoView + use<> {
    let fill = shape.pattern.map(|pattern| format!("url(#{pattern})"));
    view! {
        <path d=shape.path.clone() class=shape.class.clone() fill=fill data-entry=shape.entry></path>
    }
}

fn label(label: &Label) -> impl IntoView + use<> {
    view! {
        <text x=tenths(label.x) y=tenths(label.y) text-anchor=label.anchor.attribute() class=label.class>
            <tspan class="lead">{label.lead}</tspan>
            {label.text.clone()}
        </text>
    }
}

/// Lights the entry under the pointer.
fn light(stage: Stage, event: &PointerEvent) {
    let entry = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|element| element.get_attribute("data-entry"))
        .and_then(|entry| entry.parse().ok());
    if stage.lit.get_untracked() != entry {
        stage.lit.set(entry);
    }
}

/// A frame around what the lit line of the log tells.
fn lit(stage: Stage) -> String {
    let Some(lit) = stage.lit.get() else {
        return String::new();
    };
    let scene = stage.scene.get();
    let told = scene
        .lines
        .iter()
        .map(|line| line.entries)
        .find(|(from, to)| (*from..=*to).contains(&lit));
    scene.picture.frame_of(told.unwrap_or((lit, lit)))
}

/// What hatched areas are filled with.
#[component]
fn Patterns() -> impl IntoView {
    view! {
        <defs>
            <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)">
                <path d="M0 0V7" class="hatch-line"></path>
            </pattern>
            <pattern id="gap-hatch" width="6" height="6" patternUnits="userSpaceOnUse"
                patternTransform="rotate(-45)">
                <path d="M0 0V6M0 3H6" class="gap-line"></path>
            </pattern>
            <pattern id="lost-hatch" width="6" height="6" patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)">
                <path d="M0 0V6" class="lost-line"></path>
            </pattern>
        </defs>
    }
}

/// Keeps the stage's width equal to the frame's, from now on.
fn follow_width(stage: Stage, frame: NodeRef<html::Div>) {
    Effect::new(move |_| {
        let Some(element) = frame.get() else { return };
        let measured = element.clone();
        let callback = Closure::<dyn FnMut()>::new(move || {
            let width = f64::from(measured.client_width());
            if width > 0.0
                && stage
                    .width
                    .try_get_untracked()
                    .is_some_and(|known| (known - width).abs() > 0.01)
            {
                stage.width.set(width);
            }
        });
        let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(&element);
        let kept = StoredValue::new_local((observer, callback));
        on_cleanup(move || {
            let _ = kept.try_with_value(|(observer, _)| observer.disconnect());
        });
    });
}
