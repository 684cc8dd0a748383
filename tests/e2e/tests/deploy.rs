//! What a host can do to the page, and what the page does on any host.

use std::time::Duration;

use e2e::{By, Fault, Lab, Look, MOUNTED, Site, dist};
use serde_json::json;

const FAILED: &str =
    "(part => part && !part.hidden && part.checkVisibility())(document.getElementById('failed'))";

/// The page, at an address, on a host with a fault in its programs.
async fn spoilt(page: &str, fault: Fault) -> Lab {
    let lab = Lab::idle(Look::default()).await;
    lab.site().spoil(".wasm", fault);
    lab.visit(page).await;
    lab
}

async fn retry(lab: &Lab) {
    let button = lab.find_all(By::Id("retry")).await.expect("a page");
    button[0].click().await.expect("it can be clicked");
}

/// It is said within ten seconds, and when the fault is gone the button helps.
async fn is_said_and_can_be_tried_again(page: &str, fault: Fault) {
    let lab = spoilt(page, fault).await;
    lab.wait(FAILED).await;
    lab.wait("document.getElementById('loading').hidden").await;
    let said = lab
        .value("document.getElementById('failed').innerText")
        .await;
    assert!(said.to_string().contains("could not be loaded"), "{said}");
    lab.site().mend();
    retry(&lab).await;
    lab.wait(MOUNTED).await;
    lab.wait("document.querySelector('[data-testid=stage]')")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_is_not_there_is_said() {
    for page in ["", "lab.html", "course.html"] {
        is_said_and_can_be_tried_again(page, Fault::Missing).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_program_is_said() {
    for page in ["", "lab.html"] {
        is_said_and_can_be_tried_again(page, Fault::Half).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_by_another_name_starts() {
    for kind in ["application/octet-stream", "text/html; charset=utf-8"] {
        for page in ["", "course.html"] {
            let lab = spoilt(page, Fault::Kind(kind)).await;
            lab.wait(MOUNTED).await;
            lab.console_is_clean().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_stands_still_is_said_and_starts_when_it_comes_after_all() {
    let lab = spoilt("lab.html", Fault::Stalled).await;
    assert_eq!(lab.value(FAILED).await, false);
    lab.wait(FAILED).await;
    retry(&lab).await;
    lab.wait(&format!("!{FAILED}")).await;
    lab.wait(FAILED).await;
    lab.site().mend();
    lab.wait(MOUNTED).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_program_is_waited_for() {
    let lab = Lab::idle(Look::default()).await;
    lab.before_each_page(
        "self.said = [];
         addEventListener('DOMContentLoaded', () => {
             const part = document.getElementById('failed');
             new MutationObserver(() => part.hidden || said.push(1))
                 .observe(part, {attributeFilter: ['hidden']});
         });",
    )
    .await;
    // Longer in all than the page waits for one part.
    lab.site()
        .spoil(".wasm", Fault::Slow(5, Duration::from_millis(2200)));
    lab.visit("").await;
    let started = lab.holds_within(MOUNTED, Duration::from_secs(30)).await;
    started.unwrap_or_else(|complaint| panic!("{complaint}"));
    assert_eq!(lab.value("said.length").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_browser_is_told_at_once() {
    let lab = Lab::idle(Look::default()).await;
    lab.before_each_page("delete self.WebAssembly;").await;
    for page in ["", "lab.html", "course.html"] {
        lab.visit(page).await;
        assert_eq!(lab.value(FAILED).await, true, "{page}");
    }
}

/// All pages of the site.
const PAGES: [&str; 11] = [
    "",
    "lab.html",
    "course.html",
    "stories.en.html",
    "my-lock.ja.html",
    "monday.en.html",
    "learn/course.ja.html",
    "learn/glossary.en.html",
    "learn/two-purposes.ja.html",
    "learn/redlock.en.html",
    "learn/layers.ja.html",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_page_breaks_its_own_policy() {
    let lab = Lab::served(Look::default().with_service_worker(), Site::of(dist())).await;
    lab.before_each_page(
        "self.broken = [];
         addEventListener('securitypolicyviolation', event =>
             broken.push(event.violatedDirective + ' ' + event.blockedURI));",
    )
    .await;
    for page in PAGES {
        lab.visit(page).await;
        if page.is_empty() || ["lab.html", "course.html"].contains(&page) {
            lab.wait(MOUNTED).await;
            // The worker is there, and what is told of it.
            lab.wait("document.querySelector('[data-testid=one-file]')")
                .await;
        }
        assert_eq!(lab.value("broken").await, json!([]), "{page}");
        lab.console_is_clean().await;
    }
}
