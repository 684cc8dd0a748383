//! Placeholder of the browser unit tests.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is wrong"
)]

use fencelab::ui::App;
use leptos::mount::mount_to;
use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn the_button_counts() {
    let host: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&host).unwrap();
    mount_to(host.clone(), App).forget();
    let button: HtmlElement = host
        .query_selector("button")
        .unwrap()
        .unwrap()
        .unchecked_into();
    button.click();
    leptos::task::tick().await;
    assert_eq!(button.text_content().unwrap(), "Count 1");
    host.remove();
}
