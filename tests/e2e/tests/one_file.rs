//! The page as one file, opened from a disk.

use std::fs;

use e2e::{Browser, Look, MOUNTED, Pointer, dist};
use serde_json::json;

/// The file alone in a folder, so that nothing beside it can help.
fn address(name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("e2e-file-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder to write to");
    let file = folder.join("fencelab.html");
    fs::copy(dist().join("fencelab.html"), &file).expect("it is built");
    format!("file://{}", file.display())
}

async fn open(browser: &Browser, address: &str) {
    browser.goto("about:blank").await.expect("it loads");
    browser.goto(address).await.expect("the file loads");
    browser.wait(MOUNTED).await;
}

/// It asked for nothing, its policy holds, and nothing complains.
async fn is_alone(browser: &Browser) {
    let asked = "performance.getEntriesByType('resource').map(entry => entry.name)";
    assert_eq!(browser.value(asked).await, json!([]));
    browser.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_story_is_pulled_from_a_disk() {
    let browser = Browser::open(&Look::default()).await;
    open(&browser, &address("story")).await;
    browser.shows("verdict", "Broken").await;
    // The pause now ends before the lease does.
    browser
        .pull(Pointer::Mouse, "handle-pause-end", -11.0)
        .await;
    browser.shows("verdict", "Safe").await;
    browser.click("language").await;
    browser.wait("document.documentElement.lang === 'ja'").await;
    is_alone(&browser).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_comes_from_each_page_to_each_other() {
    let browser = Browser::open(&Look::default()).await;
    open(&browser, &address("pages")).await;
    for (link, sign) in [
        ("?page=course", "lesson-text"),
        ("?page=lab", "copy-link"),
        ("?page=story", "stage"),
    ] {
        let links = browser
            .value(
                "[...document.querySelectorAll('header a')].map(link => link.getAttribute('href'))",
            )
            .await;
        assert_eq!(links, json!(["?page=story", "?page=course", "?page=lab"]));
        let click = format!("document.querySelector('header a[href=\"{link}\"]').click()");
        browser.execute(click, vec![]).await.expect("it runs");
        let there = format!("location.search === '{link}' && {MOUNTED}");
        browser.wait(&there).await;
        browser.find(sign).await;
        // A change of language writes all ways anew.
        browser.click("language").await;
        browser
            .wait("[...document.querySelectorAll('header a[href]')].every(link => link.getAttribute('href').startsWith('?page='))")
            .await;
        browser.click("language").await;
        is_alone(&browser).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_hold_in_the_file_what_they_hold_on_a_host() {
    let browser = Browser::open(&Look::default()).await;
    let file = address("links");
    open(&browser, &format!("{file}?page=lab#fence=on&ttl=8s")).await;
    browser.shows("verdict", "Fenced").await;
    assert_eq!(browser.text("notice").await, "");
    browser.click("fence-switch").await;
    browser.shows("verdict", "Broken").await;
    // The address follows, and opens what it says.
    browser
        .wait("location.search === '?page=lab' && location.hash.length > 1 && !location.hash.includes('fence=on')")
        .await;
    let link = browser.value("location.href").await;
    let link = link.as_str().expect("an address is a text").to_owned();
    let link = link.replace("?page=lab", "");
    open(&browser, &link).await;
    browser.shows("verdict", "Broken").await;
    browser.find("copy-link").await;
    open(
        &browser,
        &format!("{file}?page=course#lesson=fencing&part=run"),
    )
    .await;
    browser
        .wait("document.querySelector('[data-testid=lesson-text]').textContent.length > 200")
        .await;
    // Words that would lead to another page are plain words here.
    let ways = "document.querySelectorAll('main a[href^=\"./\"]').length";
    assert_eq!(browser.value(ways).await, 0);
    is_alone(&browser).await;
}
