//! A handle on the picture: pulled, stepped by keys, and telling what it means.

use crate::model::{Millis, TrueTime};
use crate::picture::{Direction, Handle, HandleKind, handle, tenths};
use crate::ui::drag::Drag;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// A key on a handle that has the focus.
fn key(stage: Stage, kind: HandleKind, event: &KeyboardEvent) {
    let scene = stage.now();
    let (scenario, layout) = (&scene.scenario, scene.layout());
    let step = match (event.alt_key(), event.shift_key()) {
        (true, _) => Millis(1),
        (false, true) => Millis(layout.scale.step().0 * 10),
        (false, false) => layout.scale.step(),
    };
    let Some(value) = kind.value(scenario) else {
        return;
    };
    let bounds = kind.bounds(scenario);
    let (more, less) = (value.plus(step), value.minus(step));
    let down = layout.direction == Direction::Down;
    let value = match event.key().as_str() {
        "ArrowRight" => more,
        "ArrowLeft" => less,
        // Where time runs down, the down key moves a handle down.
        "ArrowDown" => {
            if down {
                more
            } else {
                less
            }
        }
        "ArrowUp" => {
            if down {
                less
            } else {
                more
            }
        }
        "PageUp" => value.plus(Millis(step.0 * 10)),
        "PageDown" => value.minus(Millis(step.0 * 10)),
        "Home" => bounds.0,
        "End" => kind
            .value_at(scenario, &scene.history, layout.end())
            .min(bounds.1),
        _ => return,
    };
    event.prevent_default();
    stage.set(kind, value);
}

/// The handle of one kind; not shown while the run has no place for it.
#[component]
pub fn HandleView(stage: Stage, kind: HandleKind) -> impl IntoView {
    let apply = move |at: TrueTime| {
        let scene = stage.now();
        stage.set(kind, kind.value_at(&scene.scenario, &scene.history, at));
    };
    let drag = Drag::new(stage, Callback::new(apply));
    let hovered = RwSignal::new(false);
    let focused = RwSignal::new(false);
    let part = move |read: fn(&Handle) -> String| {
        text(move || stage.scene.get().handle(kind).map(read).unwrap_or_default())
    };
    let bound = move |pick: fn((Millis, Millis)) -> Millis| {
        text(move || pick(kind.bounds(&stage.scene.get().scenario)).0.to_string())
    };
    let value = text(move || {
        kind.value(&stage.scene.get().scenario)
            .unwrap_or_default()
            .0
            .to_string()
    });
    let class = text(move || {
        let held = if drag.held.get() { " held" } else { "" };
        format!("handle{}{held}", shape_class(kind))
    });
    let display = text(move || {
        let shown = stage.scene.get().handle(kind).is_some();
        if shown { "inline" } else { "none" }.to_owned()
    });
    let turned = text(move || {
        match stage.scene.get().layout().direction {
            Direction::Across => "",
            Direction::Down => "rotate(90)",
        }
        .to_owned()
    });
    let flag = move || {
        let shown = drag.held.get() || hovered.get() || focused.get();
        shown.then(|| view! { <Flag stage kind/> })
    };
    view! {
        <g
            class=class
            role="slider"
            tabindex="0"
            data-testid=format!("handle-{}", kind.slug())
            display=display
            transform=part(|handle| {
                format!("translate({} {})", tenths(handle.x), tenths(handle.y))
            })
            aria-label=part(|handle| handle.name.clone())
            aria-valuemin=bound(|(least, _)| least)
            aria-valuemax=bound(|(_, most)| most)
            aria-valuenow=value
            aria-valuetext=part(|handle| handle.meaning.clone())
            on:pointerdown=move |event| {
                if let Some(handle) = stage.now().handle(kind) {
                    drag.take(&event, handle.at);
                }
            }
            on:pointermove=move |event| drag.follow(&event)
            on:pointerup=move |_| drag.release()
            on:pointercancel=move |_| drag.release()
            on:lostpointercapture=move |_| drag.release()
            on:touchstart=|event| event.prevent_default()
            on:pointerenter=move |_| hovered.set(true)
            on:pointerleave=move |_| hovered.set(false)
            on:focus=move |_| focused.set(true)
            on:blur=move |_| focused.set(false)
            on:keydown=move |event| key(stage, kind, &event)
        >
            <rect class="hit" x="-22" y="-22" width="44" height="44"></rect>
            <g class="grip" transform=turned>
                <rect x="-7" y="-15" width="14" height="30" rx="7"></rect>
                <path d="M-2 -6V6M2 -6V6"></path>
            </g>
            {flag}
        </g>
    }
}

/// Thinking is a small handle at the edge of its lane.
const fn shape_class(kind: HandleKind) -> &'static str {
    match kind {
        HandleKind::Thinking(..) => " small",
        HandleKind::PauseBegin(_)
        | HandleKind::PauseEnd(_)
        | HandleKind::LeaseEnd
        | HandleKind::Arrival(_) => "",
    }
}

/// A small flag with the value and what it means.
#[component]
fn Flag(stage: Stage, kind: HandleKind) -> impl IntoView {
    let part = move |read: fn(&handle::Flag) -> String| {
        text(move || {
            let scene = stage.scene.get();
            let flag = scene.handle(kind).map(|handle| handle.flag(scene.layout()));
            flag.as_ref().map(read).unwrap_or_default()
        })
    };
    view! {
        <g class="flag" aria-hidden="true">
            <path d=part(|flag| flag.outline.clone())></path>
            <text x=part(|flag| tenths(flag.x)) y=part(|flag| tenths(flag.y)) text-anchor="middle">
                {part(|flag| flag.text.clone())}
            </text>
        </g>
    }
}
