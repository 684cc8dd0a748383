//! A handle on the picture: pulled, stepped by keys, and telling what it means.

use crate::model::{Millis, TrueTime};
use crate::picture::tenths;
use crate::picture::{Direction, Handle, HandleKind};
use crate::ui::drag::Drag;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

fn key(stage: Stage, kind: HandleKind, event: &KeyboardEvent) {
    let (step, end, down) = stage.layout.with_untracked(|layout| {
        (
            layout.scale.step(),
            layout.end(),
            layout.direction == Direction::Down,
        )
    });
    let step = match (event.alt_key(), event.shift_key()) {
        (true, _) => Millis(1),
        (false, true) => Millis(step.0 * 10),
        (false, false) => step,
    };
    let scenario = stage.scenario.get_untracked();
    let Some(value) = kind.value(&scenario) else {
        return;
    };
    let bounds = kind.bounds(&scenario);
    let (more, less) = (value.plus(step), value.minus(step));
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
        "End" => {
            let run = stage.run.get_untracked();
            kind.value_at(&scenario, &run.history, end).min(bounds.1)
        }
        _ => return,
    };
    event.prevent_default();
    stage.set(kind, value);
}

/// The handle of one kind; not shown while the run has no place for it.
#[component]
pub fn HandleView(stage: Stage, kind: HandleKind) -> impl IntoView {
    let handle = Memo::new(move |_| {
        stage.picture.with(|picture| {
            picture
                .handles
                .iter()
                .find(|handle| handle.kind == kind)
                .cloned()
        })
    });
    let drag = Drag::new(
        stage,
        Callback::new(move |at: TrueTime| {
            let run = stage.run.get_untracked();
            stage.set(kind, kind.value_at(&run.scenario, &run.history, at));
        }),
    );
    let part = move |read: fn(&Handle) -> String| {
        text(move || handle.with(|handle| handle.as_ref().map(read).unwrap_or_default()))
    };
    let hovered = RwSignal::new(false);
    let focused = RwSignal::new(false);
    let shows_flag = move || drag.held.get() || hovered.get() || focused.get();
    let class = text(move || {
        let held = if drag.held.get() { " held" } else { "" };
        format!("handle{}{held}", shape_class(kind))
    });
    let bounds = Memo::new(move |_| stage.scenario.with(|scenario| kind.bounds(scenario)));
    let value = Memo::new(move |_| {
        stage
            .scenario
            .with(|scenario| kind.value(scenario))
            .unwrap_or_default()
    });
    view! {
        <g
            class=class
            role="slider"
            tabindex="0"
            data-testid=format!("handle-{}", kind.slug())
            display=text(move || if handle.with(Option::is_some) { "inline" } else { "none" }.to_owned())
            transform=part(|h| format!("translate({} {})", tenths(h.x), tenths(h.y)))
            aria-label=part(|h| h.name.clone())
            aria-valuemin=text(move || bounds.get().0.0.to_string())
            aria-valuemax=text(move || bounds.get().1.0.to_string())
            aria-valuenow=text(move || value.get().0.to_string())
            aria-valuetext=part(|h| h.meaning.clone())
            on:pointerdown=move |event| {
                if let Some(at) = handle.with_untracked(|h| h.as_ref().map(|h| h.at)) {
                    drag.take(&event, at);
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
            <g class="grip" transform=text(move || turned(stage).to_owned())>
                <rect x="-7" y="-15" width="14" height="30" rx="7"></rect>
                <path d="M-2 -6V6M2 -6V6"></path>
            </g>
            <Show when=shows_flag>
                <Flag stage handle/>
            </Show>
        </g>
    }
}

/// Where time runs down, grips lie.
fn turned(stage: Stage) -> &'static str {
    match stage.layout.with(|layout| layout.direction) {
        Direction::Across => "",
        Direction::Down => "rotate(90)",
    }
}

const fn shape_class(kind: HandleKind) -> &'static str {
    match kind {
        HandleKind::Thinking(..) => " small",
        HandleKind::PauseBegin(_)
        | HandleKind::PauseEnd(_)
        | HandleKind::LeaseEnd
        | HandleKind::Arrival(_) => "",
    }
}

/// A small flag with the value and what it means; it never leaves the picture.
#[component]
fn Flag(stage: Stage, handle: Memo<Option<Handle>>) -> impl IntoView {
    let placed = move || {
        let handle = handle.get()?;
        let width = crate::picture::flag_width(&handle.meaning);
        let room = stage.layout.with(|layout| layout.width);
        let left = (handle.x - width / 2.0).clamp(0.0, (room - width).max(0.0)) - handle.x;
        let below = handle.y < 70.0;
        let (top, base) = if below { ("22", "40") } else { ("-48", "-30") };
        Some((left, top, base, width, handle.meaning))
    };
    move || {
        placed().map(|(left, top, base, width, text)| {
            view! {
                <g class="flag" aria-hidden="true">
                    <rect x=tenths(left) y=top width=tenths(width) height="26" rx="6"></rect>
                    <text x=tenths(left + width / 2.0) y=base text-anchor="middle">{text}</text>
                </g>
            }
        })
    }
}
