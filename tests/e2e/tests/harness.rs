//! The tools of the other tests, measured on a small page of their own.

use std::fs;
use std::time::Duration;

use e2e::{Browser, Key, Look, Site};

/// A browser on the small page, and the server behind it.
async fn open(look: Look) -> (Browser, Site) {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/pages");
    let site = Site::of(pages).start().expect("the page is there");
    let browser = Browser::open(&look).await;
    browser.goto(site.url()).await.expect("the page loads");
    (browser, site)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mouse_drags() {
    let (browser, _site) = open(Look::default()).await;
    let handle = browser.find("handle").await;
    browser.mouse_drag(&handle, 200, 0, 8).await;
    assert_eq!(browser.attribute("handle", "aria-valuenow").await, "240");
    assert_eq!(browser.text("log").await, "mouse........ up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_drags() {
    let (browser, _site) = open(Look::default().size(320, 640).touch()).await;
    let handle = browser.find("handle").await;
    browser.touch_drag(&handle, 150, 0, 5).await;
    assert_eq!(browser.attribute("handle", "aria-valuenow").await, "190");
    let log = browser.text("log").await;
    assert!(log.starts_with("touch..") && log.ends_with(" up"), "{log}");
    assert_eq!(
        browser
            .value("matchMedia('(pointer: coarse)').matches")
            .await,
        true
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_reach_what_has_the_focus() {
    let (browser, _site) = open(Look::default()).await;
    browser.focus("handle").await;
    browser.press(Key::Right).await;
    browser.press_with(Key::Shift, Key::Right).await;
    assert_eq!(browser.attribute("handle", "aria-valuenow").await, "100");
    browser.press_with(Key::Shift, Key::Tab).await;
    assert_eq!(browser.focused().await, "field");
    browser.keys("7").await;
    browser.fill("field", "8.5").await;
    browser.wait_text("changed", "8.5").await;
    browser.click("count").await;
    browser.wait_text("count", "1").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_look_reaches_the_page() {
    let look = Look::default()
        .language("ja")
        .size(320, 640)
        .scale(2.0)
        .dark()
        .reduced_motion()
        .forced_colors();
    let (browser, _site) = open(look).await;
    let seen = browser
        .value(
            "[navigator.language, innerWidth, innerHeight, devicePixelRatio,
              matchMedia('(prefers-color-scheme: dark)').matches,
              matchMedia('(prefers-reduced-motion: reduce)').matches,
              matchMedia('(forced-colors: active)').matches,
              matchMedia('print').matches]",
        )
        .await;
    assert_eq!(seen.to_string(), "[\"ja\",320,640,2,true,true,true,false]");
    browser.goto("about:blank").await.expect("it loads");
    assert_eq!(
        browser
            .value("matchMedia('(prefers-color-scheme: dark)').matches")
            .await,
        true
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_can_be_printed_or_left_without_scripts() {
    let (printed, _site) = open(Look::default().print()).await;
    assert_eq!(printed.value("matchMedia('print').matches").await, true);
    let (still, _site) = open(Look::default().without_scripts()).await;
    assert_eq!(
        still
            .value("document.querySelector('noscript').childElementCount")
            .await,
        0
    );
    assert_eq!(still.value("typeof held").await, "undefined");
    still.click("count").await;
    assert_eq!(still.text("count").await, "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_wait_shows_the_console_and_the_page() {
    let (browser, _site) = open(Look::default()).await;
    browser
        .execute("console.error('something is wrong')", vec![])
        .await
        .expect("it runs");
    let brief = Duration::from_millis(300);
    let said = browser.holds_within("window.never", brief).await;
    let said = said.expect_err("it never holds");
    assert!(said.contains("`window.never`: it stayed false"), "{said}");
    assert!(
        said.contains("something is wrong") && said.contains("A page for the tests"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_console_is_read() {
    let (browser, site) = open(Look::default()).await;
    browser.console_is_clean().await;
    browser
        .execute("console.error('loud'); console.log('quiet')", vec![])
        .await
        .expect("it runs");
    let complaints = browser.complaints().await;
    assert!(
        complaints.len() == 1 && complaints[0].contains("loud"),
        "{complaints:?}"
    );
    browser
        .goto(format!("{}missing", site.url()))
        .await
        .expect("an error is a page");
    let complaints = browser.complaints().await;
    assert!(
        complaints.iter().any(|line| line.contains("404")),
        "{complaints:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_what_is_wrong() {
    let (browser, _site) = open(Look::default()).await;
    browser.is_accessible().await;
    browser
        .execute("document.querySelector('label').replaceWith(field)", vec![])
        .await
        .expect("it runs");
    let violations = browser.axe().await;
    assert_eq!(violations.len(), 1, "{violations:?}");
    assert_eq!(violations[0].to_string(), "label (critical) at input");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_holds_the_whole_page() {
    let (browser, _site) = open(Look::default().size(320, 640)).await;
    let file = std::env::temp_dir().join(format!("e2e-{}.png", std::process::id()));
    browser.screenshot(&file).await;
    let picture = fs::read(&file).expect("it was written");
    fs::remove_file(&file).expect("it was written");
    // Width and height stand at a fixed place of every PNG.
    let number = |at: usize| {
        picture[at..at + 4]
            .iter()
            .fold(0, |sum, byte| sum * 256 + u32::from(*byte))
    };
    assert_eq!(number(16), 320);
    assert!(number(20) > 1600, "{} px high", number(20));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_blocked_never_loads() {
    let (browser, site) = open(Look::default().blocked("*.json")).await;
    let fetched = "const done = arguments[0];
        fetch('index.json').then(() => done('loaded'), () => done('failed'));";
    let result = browser.execute_async(fetched, vec![]).await;
    assert_eq!(result.expect("it runs").json(), "failed");
    let paths: Vec<_> = site
        .answers()
        .into_iter()
        .map(|answer| answer.path)
        .collect();
    assert_eq!(paths, ["/"]);
}
