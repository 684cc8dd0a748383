//! A handle on the picture: pulled, stepped by keys, and telling what it means.

use crate::edit::past::Cause;
use crate::model::{Millis, TrueTime};
use crate::picture::{Direction, Handle, HandleKind, tenths};
use crate::ui::dom::{El, Item, Space, svg};
use crate::ui::drag::Drag;
use crate::ui::env;
use crate::ui::pace::Pace;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::{Event, KeyboardEvent, PointerEvent};

/// A key on a handle that has the focus.
fn key(stage: Stage, kind: HandleKind, pace: Pace, event: &KeyboardEvent) {
    let scene = stage.now();
    let (scenario, layout) = (&scene.scenario, scene.layout());
    let step = match (event.alt_key(), event.shift_key()) {
        (true, _) => Millis(1),
        (false, true) => Millis(pace.step(stage).0 * 10),
        (false, false) => pace.step(stage),
    };
    let Some(value) = kind.value(scenario) else {
        return;
    };
    let bounds = kind.bounds(scenario);
    let (more, less) = (value.plus(step), value.minus(step));
    // Where time runs down, the down key moves a handle down.
    let (down, up) = match layout.direction {
        Direction::Across => (less, more),
        Direction::Down => (more, less),
    };
    let value = match event.key().as_str() {
        "ArrowRight" => more,
        "ArrowLeft" => less,
        "ArrowDown" => down,
        "ArrowUp" => up,
        "PageUp" => value.plus(Millis(step.0 * 10)),
        "PageDown" => value.minus(Millis(step.0 * 10)),
        "Delete" | "Backspace" => {
            if let Some(delete) = stage.delete.get_value() {
                event.prevent_default();
                stage.change(delete(scenario, kind), Cause::Handle(kind));
                stage.settle();
                // The handle goes away, and must not take the focus with it.
                env::focus_in_place("stage");
            }
            return;
        }
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
pub fn handle(stage: Stage, kind: HandleKind) -> El {
    let drag = Drag::new(stage, move |at: TrueTime| {
        let scene = stage.now();
        stage.set(kind, kind.value_at(&scene.scenario, &scene.history, at));
    });
    let pace = Pace::new(4.0);
    let pointed = RwSignal::new(false);
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
        format!("handle{}{held}", class(kind))
    });
    let display = text(move || {
        let shown = stage.scene.get().handle(kind).is_some();
        if shown { "inline" } else { "none" }.to_owned()
    });
    let place = part(|handle| format!("translate({} {})", tenths(handle.x), tenths(handle.y)));
    let leader = text(move || {
        let scene = stage.scene.get();
        let aside = scene.handle(kind).map_or(0.0, |handle| handle.aside);
        let (x, y) = scene.layout().point(-aside, 0.0);
        if aside == 0.0 {
            String::new()
        } else {
            format!("M0 0L{} {}", tenths(x), tenths(y))
        }
    });
    let flag = move || {
        let shown = drag.held.get() || pointed.get() || focused.get();
        shown
            .then(|| flag(stage, kind))
            .flatten()
            .into_iter()
            .collect()
    };
    let slider = svg("g")
        .live("class", class)
        .attr("role", "slider")
        .attr("tabindex", "0")
        .attr("data-testid", &format!("handle-{}", kind.slug()))
        .live("display", display)
        .live("transform", place)
        .live("aria-label", part(|handle| handle.name.clone()))
        .live("aria-valuemin", bound(|(least, _)| least))
        .live("aria-valuemax", bound(|(_, most)| most))
        .live("aria-valuenow", value)
        .live("aria-valuetext", part(|handle| handle.meaning.clone()))
        .child(svg("path").attr("class", "leader").live("d", leader))
        .child(
            svg("path")
                .attr("class", "hit")
                .live("d", part(|handle| handle.hit.clone())),
        )
        .child(grip(stage))
        .child(
            svg("g")
                .attr("class", "flag")
                .attr("aria-hidden", "true")
                .list(Space::Svg, flag),
        )
        .on("pointerdown", move |event: PointerEvent| {
            if let Some(handle) = stage.now().handle(kind) {
                drag.take(&event, handle.at);
            }
        })
        .on("pointerenter", move |_: Event| pointed.set(true))
        .on("pointerleave", move |_: Event| pointed.set(false))
        .on("focus", move |_: Event| {
            pace.keep(stage);
            focused.set(true);
        })
        .on("blur", move |_: Event| {
            pace.free();
            stage.settle();
            focused.set(false);
        })
        .on("keydown", move |event: KeyboardEvent| {
            key(stage, kind, pace, &event);
        });
    drag.on(slider)
}

/// What is seen of a handle; where time runs down, it lies.
fn grip(stage: Stage) -> El {
    let turn = text(move || {
        match stage.scene.get().layout().direction {
            Direction::Across => "rotate(0)",
            Direction::Down => "rotate(90)",
        }
        .to_owned()
    });
    let knob = svg("rect")
        .attr("x", "-7")
        .attr("y", "-15")
        .attr("width", "14")
        .attr("height", "30")
        .attr("rx", "7");
    svg("g")
        .attr("class", "grip")
        .live("transform", turn)
        .child(knob)
        .child(svg("path").attr("d", "M-2 -6V6M2 -6V6"))
}

/// A small handle stands at the edge of its lane.
const fn class(kind: HandleKind) -> &'static str {
    if kind.small() { " small" } else { "" }
}

/// A small flag with the value and what it means.
fn flag(stage: Stage, kind: HandleKind) -> Option<Item> {
    let scene = stage.scene.get();
    let flag = scene.handle(kind)?.flag(scene.layout());
    let outline = Item::new("path").attr("d", flag.outline);
    let lines = flag.lines.into_iter().map(|(x, y, text)| {
        Item::new("text")
            .attr("x", tenths(x))
            .attr("y", tenths(y))
            .attr("text-anchor", "middle")
            .text(text)
    });
    Some(lines.fold(Item::new("g").child(outline), Item::child))
}
