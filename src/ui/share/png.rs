//! A picture in pixels, drawn by the browser from the SVG file.

use crate::ui::env;
use leptos::prelude::document;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::closure::Closure;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};
use wasm_bindgen_futures::JsFuture;

/// Draws an SVG so many times as large as it says, and hands it over; none where the browser
/// refuses: some answer a canvas with nothing or noise, to keep pages from knowing the machine.
pub fn draw(svg: &str, times: u32, done: impl FnOnce(Option<Blob>) + 'static) {
    let blob = env::blob("image/svg+xml", svg);
    let address = blob.and_then(|blob| Url::create_object_url_with_blob(&blob).ok());
    spawn_local(async move {
        let Some(address) = address else {
            return done(None);
        };
        let drawn = drawn(&address, times).await;
        let _ = Url::revoke_object_url(&address);
        done(drawn);
    });
}

async fn drawn(address: &str, times: u32) -> Option<Blob> {
    let image = HtmlImageElement::new().ok()?;
    image.set_src(address);
    JsFuture::from(image.decode()).await.ok()?;
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    let width = image.natural_width().saturating_mul(times);
    let height = image.natural_height().saturating_mul(times);
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??;
    let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(
            &image,
            0.0,
            0.0,
            f64::from(width),
            f64::from(height),
        )
        .ok()?;
    let made = js_sys::Promise::new(&mut |resolve, _| {
        let handed = resolve.clone();
        let take = Closure::once_into_js(move |blob: JsValue| {
            let _ = handed.call1(&JsValue::NULL, &blob);
        });
        if canvas.to_blob(take.unchecked_ref()).is_err() {
            let _ = resolve.call1(&JsValue::NULL, &JsValue::NULL);
        }
    });
    JsFuture::from(made).await.ok()?.dyn_into().ok()
}
