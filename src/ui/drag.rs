//! Pulling something along time by mouse, pen or finger.

use super::dom::El;
use super::stage::Stage;
use crate::model::TrueTime;
use crate::picture::Window;
use leptos::ev::keydown;
use leptos::leptos_dom::helpers::{
    AnimationFrameRequestHandle, WindowListenerHandle, request_animation_frame_with_handle,
    window_event_listener,
};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event, PointerEvent};

/// How finely a drag sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// In 1-2-5 steps of about four pixels.
    Step,
    /// In single milliseconds: Alt is held.
    Millisecond,
}

/// One thing that can be pulled along time.
#[derive(Clone, Copy)]
pub struct Drag {
    stage: Stage,
    /// Where the pointer took hold, relative to the thing, in pixels along time.
    hold: StoredValue<Option<f64>>,
    /// The last position of the pointer, until the next frame takes it.
    latest: StoredValue<Option<(f64, Grain)>>,
    frame: StoredValue<Option<AnimationFrameRequestHandle>>,
    /// The Escape key, wherever the focus is, while the thing is in the hand.
    escape: StoredValue<Option<WindowListenerHandle>>,
    /// What is done with the instant under the pointer.
    apply: Callback<TrueTime>,
    /// Whether the thing is in the hand.
    pub held: RwSignal<bool>,
}

impl Drag {
    /// Something whose pulling calls `apply`, at most once per frame.
    pub fn new(stage: Stage, apply: impl Fn(TrueTime) + Send + Sync + 'static) -> Self {
        let drag = Self {
            stage,
            hold: StoredValue::new(None),
            latest: StoredValue::new(None),
            frame: StoredValue::new(None),
            escape: StoredValue::new(None),
            apply: Callback::new(apply),
            held: RwSignal::new(false),
        };
        on_cleanup(move || {
            if let Some(Some(handle)) = drag.frame.try_get_value() {
                handle.cancel();
            }
        });
        drag
    }

    /// Lets an element be followed and released; taking hold of it is its own affair.
    pub fn on(self, element: El) -> El {
        let released = ["pointerup", "pointercancel", "lostpointercapture"]
            .into_iter()
            .fold(element, |element, name| {
                element.on(name, move |_: Event| self.release())
            });
        released
            .on("pointermove", move |event: PointerEvent| {
                self.follow(&event);
            })
            // Else a finger would scroll the page: `touch-action` does nothing inside an SVG.
            .on("touchstart", |event: Event| event.prevent_default())
    }

    /// The pointer takes hold of a thing that stands at `at`; the scale freezes.
    pub fn take(self, event: &PointerEvent, at: TrueTime) {
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        let Some((along, _)) = self.position(event) else {
            return;
        };
        if let Some(element) = event
            .current_target()
            .and_then(|t| t.dyn_into::<Element>().ok())
        {
            // Without capture the drag still works while the pointer stays near.
            let _ = element.set_pointer_capture(event.pointer_id());
        }
        event.prevent_default();
        let scene = self.stage.now();
        let layout = scene.layout();
        self.stage.playing.set(false);
        let window = Window {
            from: layout.scale.from,
            to: layout.end(),
        };
        self.stage.frozen.set(Some(window));
        self.hold.set_value(Some(along - layout.scale.at(at)));
        self.held.set(true);
        self.let_go_of_escape();
        let escape = window_event_listener(keydown, move |event| {
            if event.key() == "Escape" {
                event.prevent_default();
                self.cancel();
            }
        });
        self.escape.set_value(Some(escape));
    }

    /// The thing jumps under the pointer that has just taken hold of it.
    pub fn jump(self, event: &PointerEvent) {
        if self.hold.get_value().is_some() {
            self.hold.set_value(Some(0.0));
            self.latest.set_value(self.position(event));
            self.settle();
        }
    }

    /// The pointer moves. A move without a button means that its release was missed.
    pub fn follow(self, event: &PointerEvent) {
        if self.hold.get_value().is_none() {
            return;
        }
        if event.buttons() == 0 {
            self.release();
            return;
        }
        self.latest.set_value(self.position(event));
        if self.frame.get_value().is_none() {
            let handle = request_animation_frame_with_handle(move || {
                self.frame.try_set_value(None);
                self.settle();
            });
            self.frame.set_value(handle.ok());
        }
    }

    /// The pointer lets go, or is lost.
    pub fn release(self) {
        if self.hold.get_value().is_none() {
            return;
        }
        self.settle();
        self.let_go();
        self.stage.settle();
    }

    /// The thing goes back to where it was taken hold of.
    fn cancel(self) {
        self.latest.set_value(None);
        self.let_go();
        self.stage.cancel();
    }

    fn let_go(self) {
        self.hold.set_value(None);
        self.held.set(false);
        self.stage.frozen.set(None);
        self.let_go_of_escape();
    }

    fn let_go_of_escape(self) {
        let escape = self.escape.try_update_value(Option::take);
        if let Some(escape) = escape.flatten() {
            escape.remove();
        }
    }

    /// Applies the last position.
    fn settle(self) {
        let Some(Some((along, grain))) = self.latest.try_get_value() else {
            return;
        };
        let Some(hold) = self.hold.get_value() else {
            return;
        };
        self.latest.set_value(None);
        let scene = self.stage.now();
        let layout = scene.layout();
        let instant = layout
            .scale
            .instant(along - hold)
            .clamp(layout.scale.from, layout.end());
        let instant = match grain {
            Grain::Step => layout.scale.snap(instant),
            Grain::Millisecond => instant,
        };
        self.apply.run(instant);
    }

    /// The pixel along time under the pointer, in the picture's own pixels.
    fn position(self, event: &PointerEvent) -> Option<(f64, Grain)> {
        let target = event.current_target()?.dyn_into::<Element>().ok()?;
        let outer = target.closest("svg").ok()??.get_bounding_client_rect();
        let scene = self.stage.now();
        let layout = scene.layout();
        let x = (f64::from(event.client_x()) - outer.x()) * layout.width / outer.width().max(1.0);
        let y = (f64::from(event.client_y()) - outer.y()) * layout.height / outer.height().max(1.0);
        let grain = if event.alt_key() {
            Grain::Millisecond
        } else {
            Grain::Step
        };
        Some((layout.along(x, y), grain))
    }
}
