//! The picture of the run, which is also its control.

use super::handle::handle;
use super::playhead::playhead;
use crate::picture::handle::kinds;
use crate::picture::{Direction, HandleKind, Label, Shape, tenths};
use crate::text::{Word, verdict};
use crate::ui::dom::{El, Item, Space, html, svg};
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{Element, Event, PointerEvent, ResizeObserver};
use std::sync::atomic::{AtomicU32, Ordering};

/// The picture with its patterns, handles and playhead; `over` is drawn under the handles.
pub fn diagram(stage: Stage, over: Option<El>) -> [El; 2] {
    let scene = stage.scene;
    let name = text(move || {
        let lang = stage.lang.get();
        let name = Word::Diagram.of(lang);
        if stage.until.get().is_some() {
            return name.to_owned();
        }
        let outcome = verdict::word(scene.get().report.outcome).of(lang);
        format!("{name}: {outcome}")
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
    let picture = svg("svg")
        .attr("role", "group")
        .live("aria-label", name)
        .attr("data-testid", "diagram")
        .live("class", class)
        .live("viewBox", view_box)
        .child(patterns())
        .child(drawing(stage))
        .children(playhead(stage))
        .children(over)
        .child(handles(stage))
        .on("pointerover", move |event: PointerEvent| {
            light(stage, &event);
        })
        .on("pointerleave", move |_: Event| stage.lit.set(None));
    let frame = html("div").attr("class", "picture").child(picture);
    follow_width(stage, frame.element());
    [
        frame,
        html("p")
            .attr("class", "hint")
            .says(word(stage, Word::DragHint)),
    ]
}

/// The handles of the scenario at hand. One that stays is the same element, so that it can be
/// pulled while others come and go.
fn handles(stage: Stage) -> El {
    let layer = svg("g");
    let parent = layer.element().clone();
    let owner = Owner::current().unwrap_or_default();
    Effect::new(move |shown: Option<Vec<(HandleKind, El, Owner)>>| {
        let wanted = match stage.until.get() {
            None => stage.scenario.with(kinds),
            Some(_) => Vec::new(),
        };
        let mut shown = shown.unwrap_or_default();
        shown.retain(|(kind, element, owner)| {
            let stays = wanted.contains(kind);
            if !stays {
                element.element().remove();
                owner.cleanup();
            }
            stays
        });
        // Each at its place, whenever it came: Tab goes from one to the next in this order.
        for (place, kind) in wanted.into_iter().enumerate() {
            if shown.get(place).is_none_or(|(known, ..)| *known != kind) {
                let its_own = owner.with(Owner::new);
                let element = its_own.with(|| handle(stage, kind));
                let next = shown.get(place).map(|(_, next, _)| &**next.element());
                // It fails only for a node that contains the layer.
                let _ = parent.insert_before(element.element(), next);
                shown.insert(place, (kind, element, its_own));
            }
        }
        shown
    });
    layer
}

/// How many pictures there are on the page: each clips to an area of its own.
static PICTURES: AtomicU32 = AtomicU32::new(0);

/// What is drawn, without what can be pulled. The log tells it in words.
fn drawing(stage: Stage) -> El {
    let scene = stage.scene;
    let shapes = move || scene.get().picture.shapes.iter().map(shape).collect();
    let labels = move || scene.get().picture.labels.iter().map(label).collect();
    let id = format!("plot-{}", PICTURES.fetch_add(1, Ordering::Relaxed));
    let plot = text(move || scene.get().picture.plot());
    let address = format!("url(#{id})");
    let clip = text(move || match stage.zoom.get() {
        Some(_) => address.clone(),
        None => "none".to_owned(),
    });
    let veil = text(move || scene.get().picture.veil(stage.playhead.get()));
    svg("g")
        .attr("aria-hidden", "true")
        .attr("fill", "none")
        .child(
            svg("clipPath")
                .attr("id", &id)
                .child(svg("path").live("d", plot)),
        )
        .child(svg("g").live("clip-path", clip).list(Space::Svg, shapes))
        .child(svg("g").list(Space::Svg, labels))
        .child(
            svg("path")
                .attr("class", "lit")
                .live("d", text(move || lit(stage))),
        )
        .child(svg("path").attr("class", "veil").live("d", veil))
}

/// A shape of a picture.
pub fn shape(shape: &Shape) -> Item {
    let mut item = Item::new("path")
        .attr("d", &*shape.path)
        .attr("class", &*shape.class);
    if let Some(pattern) = shape.pattern {
        item = item.attr("fill", format!("url(#{pattern})"));
    }
    if let Some(entry) = shape.entry {
        item = item.attr("data-entry", entry.to_string());
    }
    item
}

/// A label of a picture.
pub fn label(label: &Label) -> Item {
    let item = Item::new("text")
        .attr("x", tenths(label.x))
        .attr("y", tenths(label.y))
        .attr("text-anchor", label.anchor.attribute())
        .attr("class", &*label.class);
    if label.lead.is_empty() {
        return item.text(&*label.text);
    }
    item.child(Item::new("tspan").attr("class", "lead").text(label.lead))
        .child(Item::new("tspan").text(&*label.text))
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
    scene.line_of(lit).map_or_else(String::new, |line| {
        scene.picture.frame_of(line.entries, line.at)
    })
}

/// What hatched areas are filled with.
fn patterns() -> El {
    let pattern = |id: &str, size: &str, turn: &str, class: &str, line: &str| {
        svg("pattern")
            .attr("id", id)
            .attr("width", size)
            .attr("height", size)
            .attr("patternUnits", "userSpaceOnUse")
            .attr("patternTransform", turn)
            .child(svg("path").attr("d", line).attr("class", class))
    };
    svg("defs").children([
        pattern("hatch", "7", "rotate(45)", "hatch-line", "M0 0V7"),
        pattern("gap-hatch", "6", "rotate(-45)", "gap-line", "M0 0V6M0 3H6"),
        pattern("lost-hatch", "6", "rotate(45)", "lost-line", "M0 0V6"),
    ])
}

/// Keeps the stage's width equal to the frame's, as long as the page lives.
fn follow_width(stage: Stage, frame: &Element) {
    let measured = frame.clone();
    let changed = Closure::<dyn FnMut()>::new(move || {
        let width = f64::from(measured.client_width());
        let known = stage.width.try_get_untracked();
        if width > 0.0 && known.is_some_and(|known| (known - width).abs() > 0.01) {
            stage.width.set(width);
        }
    });
    let Ok(observer) = ResizeObserver::new(changed.into_js_value().unchecked_ref()) else {
        return;
    };
    observer.observe(frame);
}
