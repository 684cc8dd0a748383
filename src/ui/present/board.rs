//! The place of the picture while presenting: it fills what is left of the screen, so that type
//! and lines grow with it.

use crate::picture::layout::ACROSS_FROM;
use crate::ui::dom::{El, html};
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::ResizeObserver;

/// Narrower than this the picture is not drawn: time runs to the right on every projector.
const NARROWEST: f64 = ACROSS_FROM + 20.0;

/// A picture in its place. While presenting it is drawn as wide as makes it as high as the place,
/// and enlarged to fill it.
pub fn board(stage: Stage, on: RwSignal<bool>, picture: El) -> El {
    let room = RwSignal::new((0.0, 0.0));
    let style = text(move || {
        let (width, height): (f64, f64) = room.get();
        if !on.get() || width <= 0.0 || height <= 0.0 {
            return String::new();
        }
        let needed = stage.scene.get().layout().height;
        let scale = (height / needed).min(width / NARROWEST);
        format!("--drawn: {:.1}px; --scale: {scale:.4}", width / scale)
    });
    let board = html("div")
        .attr("class", "board")
        .live("style", style)
        .child(picture);
    let element = board.element().clone();
    let changed = Closure::<dyn FnMut()>::new(move || {
        let now = (
            f64::from(element.client_width()),
            f64::from(element.client_height()),
        );
        if room.try_get_untracked().is_some_and(|known| known != now) {
            room.set(now);
        }
    });
    if let Ok(observer) = ResizeObserver::new(changed.into_js_value().unchecked_ref()) {
        observer.observe(board.element());
    }
    board
}
