//! Before the page runs, and when it never does.

use e2e::{By, Lab, Look, MOUNTED};
use serde_json::json;

/// What a reader sees of an element by its id: its text, or nothing.
async fn seen(lab: &Lab, id: &str) -> String {
    let read = format!(
        "(part => part?.checkVisibility() ? part.innerText : '')(document.getElementById('{id}'))"
    );
    let text = lab.value(&read).await;
    text.as_str().unwrap_or_default().to_owned()
}

/// Checks that the story is told without any script.
async fn tells_the_static_story(lab: &Lab) {
    let app = seen(lab, "app").await.replace('\u{a0}', " ");
    for part in [
        "Broken",
        "Client 1 wrote over Client 2",
        "33 < 34",
        "t4",
        "クライアント1",
    ] {
        assert!(app.contains(part), "no `{part}` in {app}");
    }
    let picture = lab
        .value("[...document.querySelectorAll('#app svg')].some(svg => svg.getBoundingClientRect().height > 200)")
        .await;
    assert_eq!(picture, true, "no picture of the story");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_scripts_the_story_is_there() {
    for width in [1280, 320] {
        let lab = Lab::idle(Look::default().size(width, 800).without_scripts()).await;
        lab.visit("").await;
        tells_the_static_story(&lab).await;
        for part in ["loading", "failed", "stopped"] {
            assert_eq!(seen(&lab, part).await, "", "{part}");
        }
        let fits = lab
            .value("document.documentElement.scrollWidth <= innerWidth")
            .await;
        assert_eq!(fits, true, "at {width} px");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_load_is_said_and_can_be_tried_again() {
    let lab = Lab::idle(Look::default().blocked("*.wasm")).await;
    lab.visit("").await;
    lab.wait("!document.getElementById('failed').hidden").await;
    let said = seen(&lab, "failed").await;
    assert!(
        said.contains("could not be loaded") && said.contains("読み込めませんでした"),
        "{said}"
    );
    assert_eq!(seen(&lab, "loading").await, "");
    tells_the_static_story(&lab).await;
    lab.is_accessible().await;
    // Still blocked: the same again.
    retry(&lab).await;
    lab.wait("document.getElementById('failed') && !document.getElementById('failed').hidden")
        .await;
    lab.devtools("Network.setBlockedURLs", json!({"urls": []}))
        .await;
    retry(&lab).await;
    lab.wait(MOUNTED).await;
    lab.shows("verdict", "Broken").await;
    assert_eq!(lab.value("!document.getElementById('failed')").await, true);
}

async fn retry(lab: &Lab) {
    let button = lab.find_all(By::Id("retry")).await.expect("a page");
    button[0].click().await.expect("it can be clicked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_that_never_comes_is_said_too() {
    let lab = Lab::idle(Look::default().blocked("*.js")).await;
    lab.visit("").await;
    lab.wait("!document.getElementById('failed').hidden").await;
    tells_the_static_story(&lab).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_it_loads_the_story_can_be_read() {
    let lab = Lab::idle(Look::default()).await;
    // The wasm is asked for, and the answer held back.
    let patterns = json!({"patterns": [{"urlPattern": "*.wasm"}]});
    lab.devtools("Fetch.enable", patterns).await;
    lab.devtools("Page.navigate", json!({"url": lab.site().url()}))
        .await;
    lab.wait("document.readyState === 'complete'").await;
    tells_the_static_story(&lab).await;
    assert!(seen(&lab, "loading").await.contains("loading"));
    assert_eq!(seen(&lab, "failed").await, "");
    assert_eq!(seen(&lab, "stopped").await, "");
    lab.devtools("Fetch.disable", json!({})).await;
    lab.wait(MOUNTED).await;
    lab.shows("verdict", "Broken").await;
    assert_eq!(seen(&lab, "loading").await, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_at_first_is_what_the_page_tells() {
    let still = Lab::idle(Look::default().without_scripts()).await;
    still.visit("").await;
    let lab = Lab::open(Look::default()).await;
    let sentence = "document.querySelector('.sentence').textContent";
    assert_eq!(still.value(sentence).await, lab.value(sentence).await);
    let word = "document.querySelector('.verdict h2').textContent";
    assert_eq!(still.value(word).await, lab.value(word).await);
    // The first sight does not jump when the page takes over.
    let top = "Math.round(document.querySelector('.verdict').getBoundingClientRect().y)";
    assert_eq!(still.value(top).await, lab.value(top).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_normal_visit_leaves_nothing_in_the_console() {
    let lab = Lab::open(Look::default()).await;
    lab.shows("verdict", "Broken").await;
    for button in [
        "fence-switch",
        "to-start",
        "next",
        "previous",
        "play",
        "to-end",
        "language",
    ] {
        lab.click(button).await;
    }
    lab.console_is_clean().await;
    assert_eq!(seen(&lab, "stopped").await, "");
}
