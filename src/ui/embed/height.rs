//! Tells the page around the frame how high the stage is, whenever that changes.

use super::parent;
use crate::share::Told;
use leptos::leptos_dom::helpers::request_animation_frame;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{Element, ResizeObserver};
use std::cell::Cell;

/// A change of fewer CSS pixels is none: rounding would go on for ever.
const LEAST: f64 = 2.0;

thread_local! {
    /// The height that was told last.
    static TOLD: Cell<f64> = const { Cell::new(0.0) };
    /// Whether a frame of the browser will tell it.
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

/// Tells the height of an element from now on, at most once per frame of the browser. While the
/// frame is hidden it has none, and nothing is told.
pub fn tell(whole: &Element) {
    let measured = whole.clone();
    let changed = Closure::<dyn FnMut()>::new(move || {
        if WAITS.replace(true) {
            return;
        }
        let measured = measured.clone();
        request_animation_frame(move || {
            WAITS.set(false);
            let height = measured.get_bounding_client_rect().height();
            if height > 0.0 && (height - TOLD.get()).abs() >= LEAST {
                TOLD.set(height);
                tell_again();
            }
        });
    });
    if let Ok(observer) = ResizeObserver::new(changed.into_js_value().unchecked_ref()) {
        observer.observe(whole);
    }
}

/// Tells the last height once more.
pub fn tell_again() {
    let height = TOLD.get().ceil();
    if height > 0.0 {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "`as` saturates, and no page is that high"
        )]
        parent::tell(&Told::Height(height as u32));
    }
}
