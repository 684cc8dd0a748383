//! The static pages: for everybody, at any width, in any colours, with nothing but themselves.

use e2e::{Lab, Look};

const PAGES: [&str; 8] = [
    "stories",
    "my-lock",
    "monday",
    "learn/course",
    "learn/glossary",
    "learn/pause",
    "learn/debate",
    "learn/layers",
];

/// The pages of the navigation.
const NAVIGATION: [&str; 4] = ["learn/course", "stories", "my-lock", "monday"];

/// The page, without its language.
async fn check(lab: &Lab, page: &str, lang: &str) {
    lab.visit(&format!("{page}.{lang}.html")).await;
    let place = format!("{page}.{lang}.html");
    assert_eq!(lab.value("document.documentElement.lang").await, lang);
    let wider = lab
        .value("document.documentElement.scrollWidth - innerWidth")
        .await;
    assert!(
        wider.as_i64() <= Some(0),
        "{place} is {wider} px wider than its window"
    );
    let scripts = lab.value("document.scripts.length").await;
    assert_eq!(scripts, 0, "{place}");
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_a_desk() {
    for look in [Look::default(), Look::default().dark()] {
        let lab = Lab::idle(look).await;
        for page in PAGES {
            check(&lab, page, "en").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_a_phone_in_japanese() {
    for look in [Look::default(), Look::default().dark()] {
        let lab = Lab::idle(look.size(320, 640).touch().language("ja")).await;
        for page in PAGES {
            check(&lab, page, "ja").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_comes_from_each_page_to_each_other_and_to_the_other_language() {
    let lab = Lab::idle(Look::default()).await;
    for page in PAGES {
        for (lang, other) in [("en", "ja"), ("ja", "en")] {
            lab.visit(&format!("{page}.{lang}.html")).await;
            // Whole addresses, as the browser follows them.
            let links = lab
                .value("[...document.querySelectorAll('header a')].map(link => link.pathname)")
                .await;
            let links = links.to_string();
            for next in NAVIGATION {
                assert!(
                    links.contains(&format!("\"/{next}.{lang}.html\"")),
                    "{links}"
                );
            }
            assert!(
                links.contains(&format!("\"/{page}.{other}.html\"")),
                "{links}"
            );
            assert!(links.contains("\"/\""), "{links}");
        }
    }
}
