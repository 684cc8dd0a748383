//! What only a browser can show of the page's parts. They see no style sheet and no index.html:
//! what hangs on those is in `tests/e2e`.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::expect_used,
    reason = "a test stops at the first thing that is wrong"
)]

mod cases;
mod explore;
mod sweep;

use cases::{CASES, DIGESTS, digest};
use fencelab::sim::case::Case;
use fencelab::sim::{audit, simulate};
use leptos::prelude::document;
use leptos::task::tick;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A page of its own in the document that all tests share; removed when dropped.
struct Page(HtmlElement);

impl Page {
    async fn open() -> Self {
        let host = document().create_element("div").expect("a div");
        let host: HtmlElement = host.unchecked_into();
        let body = document().body().expect("a body");
        body.append_child(&host).expect("a place for the page");
        fencelab::ui::open(host.clone());
        tick().await;
        Self(host)
    }

    fn part(&self, testid: &str) -> HtmlElement {
        let selector = format!("[data-testid={testid}]");
        let part = self.0.query_selector(&selector).expect("a selector");
        part.expect(testid).unchecked_into()
    }

    fn text(&self, testid: &str) -> String {
        self.part(testid).text_content().unwrap_or_default()
    }

    async fn click(&self, testid: &str) {
        self.part(testid).click();
        tick().await;
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.0.remove();
    }
}

#[wasm_bindgen_test]
async fn the_page_opens_on_the_seed_story() {
    let page = Page::open().await;
    assert_eq!(page.text("verdict"), "Broken");
    assert!(
        page.text("sentence")
            .contains("Client 1 wrote over Client 2")
    );
    for handle in [
        "pause-begin",
        "pause-end",
        "lease-end",
        "arrival-2",
        "thinking-1-2",
    ] {
        let handle = page.part(&format!("handle-{handle}"));
        assert_eq!(handle.get_attribute("role").as_deref(), Some("slider"));
    }
}

#[wasm_bindgen_test]
async fn the_fence_changes_the_verdict_and_all_that_follows() {
    let page = Page::open().await;
    page.click("fence-switch").await;
    assert_eq!(page.text("verdict"), "Fenced");
    for part in ["diagram", "log"] {
        assert!(
            page.text(part).replace('\u{a0}', " ").contains("33 < 34"),
            "{part}"
        );
    }
    page.click("fence-switch").await;
    assert_eq!(page.text("verdict"), "Broken");
    assert!(!page.text("log").contains('<'));
}

#[wasm_bindgen_test]
async fn two_pages_know_nothing_of_each_other() {
    let (one, other) = (Page::open().await, Page::open().await);
    one.click("fence-switch").await;
    assert_eq!(one.text("verdict"), "Fenced");
    assert_eq!(other.text("verdict"), "Broken");
}

#[wasm_bindgen_test]
fn every_case_gives_what_it_expects() {
    for (name, text) in CASES {
        let case = Case::read(text.as_bytes()).expect(name);
        let scenario = case.scenario.as_ref().ok();
        let report = scenario.map(|scenario| audit(scenario, &simulate(scenario)));
        assert_eq!(case.differences(report.as_ref()), [""; 0], "{name}");
    }
}

#[wasm_bindgen_test]
fn every_case_gives_the_same_bytes_as_natively() {
    let found: String = CASES
        .iter()
        .map(|(name, text)| digest(name, text))
        .collect();
    let differs = DIGESTS
        .lines()
        .zip(found.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None);
    assert_eq!(DIGESTS.len(), found.len());
}

#[wasm_bindgen_test]
fn many_runs_give_the_same_bytes_as_natively() {
    let found = sweep::digest();
    let differs = sweep::DIGEST
        .lines()
        .zip(found.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None);
    assert_eq!(sweep::DIGEST.len(), found.len());
}

#[wasm_bindgen_test]
fn every_run_gives_the_same_bytes_as_natively() {
    let found = explore::digest();
    let differs = explore::DIGEST
        .lines()
        .zip(found.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None);
    assert_eq!(explore::DIGEST.len(), found.len());
}
