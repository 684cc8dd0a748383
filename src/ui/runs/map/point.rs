//! The point of the map: the present scenario, to be pulled, clicked and stepped.

use super::Bench;
use crate::edit::past::Cause;
use crate::model::{Millis, TrueTime};
use crate::picture::{Scale, tenths};
use crate::sweep::{Axis, Side};
use crate::text::quantity::seconds;
use crate::text::sweep::axis as axis_name;
use crate::text::{LabWord, verdict};
use crate::ui::dom::{El, svg};
use crate::ui::reactive::{lab_word, text};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event, KeyboardEvent, MouseEvent, PointerEvent};

impl Bench {
    /// The present scenario on the map, to be pulled.
    pub(super) fn point(self) -> El {
        let place = move || {
            let frame = self.frame();
            let scenario = self.stage.scenario.get();
            let spot = self.with(|map| {
                let (x, y) = (map.x(), map.y());
                let values = (x.axis.get(&scenario).ok()?, y.axis.get(&scenario).ok()?);
                Some((frame.x(x, values.0), frame.y(y, values.1)))
            });
            spot.flatten()
        };
        let moved = text(move || match place() {
            Some((x, y)) => format!("translate({} {})", tenths(x), tenths(y)),
            None => "translate(-99 -99)".to_owned(),
        });
        let told = text(move || {
            let lang = self.stage.lang.get();
            let scene = self.stage.scene.get();
            let outcome = verdict::word(scene.report.outcome).of(lang);
            let (x, y) = self.axes.get();
            let value = |axis: Axis| {
                let value = axis.get(&scene.scenario).unwrap_or_default();
                format!("{} {}", axis_name(axis).of(lang), seconds(lang, value))
            };
            format!("{}, {}: {outcome}", value(x), value(y))
        });
        let now = text(move || {
            let (x, _) = self.axes.get();
            let value = self.stage.scenario.with(|scenario| x.get(scenario));
            value.unwrap_or_default().0.to_string()
        });
        svg("g")
            .attr("class", "map-point")
            .attr("role", "slider")
            .attr("tabindex", "0")
            .attr("data-testid", "map-point")
            .live("aria-label", lab_word(self.stage, LabWord::MapPoint))
            .live("aria-valuetext", told)
            .live("aria-valuenow", now)
            .live("transform", moved)
            .child(svg("circle").attr("class", "hit").attr("r", "22"))
            .child(svg("circle").attr("class", "ring").attr("r", "9"))
            .child(svg("path").attr("d", "M-5 0H5M0 -5V5"))
            .on("pointerdown", move |event: PointerEvent| self.take(&event))
            .on("pointermove", move |event: PointerEvent| self.pull(&event))
            .on("pointerup", move |_: PointerEvent| self.let_go())
            .on("pointercancel", move |_: PointerEvent| self.let_go())
            .on("lostpointercapture", move |_: PointerEvent| self.let_go())
            .on("touchstart", move |event: Event| event.prevent_default())
            .on("keydown", move |event: KeyboardEvent| self.key(&event))
    }

    fn take(self, event: &PointerEvent) {
        if let Some(target) = element(event) {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        self.held.set(true);
    }

    fn pull(self, event: &PointerEvent) {
        if !self.held.get_untracked() {
            return;
        }
        // Let go outside of a frame that does not hear of it.
        if event.buttons() == 0 {
            return self.let_go();
        }
        self.put_under(event);
    }

    /// A click beside the point brings it there: what dragging does, without a drag.
    pub(super) fn clicked(self, event: &MouseEvent) {
        self.put_under(event);
        self.stage.settle();
    }

    /// Puts the point where a pointer is, at a round value unless Alt is held.
    fn put_under(self, event: &MouseEvent) {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let outer = target.and_then(|target| target.closest(".map").ok().flatten());
        let Some(outer) = outer else {
            return;
        };
        let area = outer.get_bounding_client_rect();
        let scale = self.stage.width.get_untracked() / area.width().max(1.0);
        let x = (f64::from(event.client_x()) - area.x()) * scale;
        let y = (f64::from(event.client_y()) - area.y()) * scale;
        let frame = untrack(|| self.frame());
        let fine = event.alt_key();
        let values = untrack(|| {
            self.with(|map| {
                let (x, y) = frame.values(map, x, y);
                let step = |side: Side, length: f64, value: Millis| {
                    if fine {
                        return value;
                    }
                    let snapped = scale_of(side, length).snap(TrueTime(value.0)).0;
                    Millis(snapped.clamp(side.least.0, side.most.0))
                };
                (
                    step(map.x(), frame.width, x),
                    step(map.y(), frame.height, y),
                )
            })
        });
        if let Some((x, y)) = values {
            self.put(x, y);
        }
    }

    fn let_go(self) {
        if self.held.get_untracked() {
            self.held.set(false);
            self.stage.settle();
        }
    }

    /// Puts the point somewhere, and the stage with it.
    fn put(self, x: Millis, y: Millis) {
        let mut edited = self.stage.scenario.get_untracked();
        let axes = self.axes.get_untracked();
        for (axis, value) in [(axes.0, x), (axes.1, y)] {
            let _ = axis.set(&mut edited, value);
        }
        self.stage.change(edited, Cause::Field("map".to_owned()));
    }

    fn key(self, event: &KeyboardEvent) {
        let (right, up) = match event.key().as_str() {
            "ArrowRight" => (1, 0),
            "ArrowLeft" => (-1, 0),
            "ArrowUp" => (0, 1),
            "ArrowDown" => (0, -1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let times = if event.shift_key() { 10 } else { 1 };
        let frame = untrack(|| self.frame());
        let values = untrack(|| {
            let scenario = self.stage.scenario.get();
            self.with(|map| {
                let moved = |side: Side, length: f64, by: i64| {
                    let step = if event.alt_key() {
                        1
                    } else {
                        scale_of(side, length).step().0
                    };
                    let value = side.axis.get(&scenario).unwrap_or_default().0 + by * times * step;
                    Millis(value.clamp(side.least.0, side.most.0))
                };
                (
                    moved(map.x(), frame.width, right),
                    moved(map.y(), frame.height, up),
                )
            })
        });
        if let Some((x, y)) = values {
            self.put(x, y);
            self.stage.settle();
        }
    }
}

/// A side as a scale of pixels, for its steps.
fn scale_of(side: Side, length: f64) -> Scale {
    Scale {
        start: 0.0,
        length,
        from: TrueTime(side.least.0),
        span: side.most.minus(side.least),
    }
}

fn element(event: &PointerEvent) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}
