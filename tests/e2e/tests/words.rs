//! The two languages.

use std::collections::BTreeSet;

use e2e::{Key, Lab, Look};

/// What stands in Latin letters on the Japanese page: names, units, moments.
const LATIN: &[&str] = &[
    "Fencelab", "GC", "TTL", "Alt", "ms", "t0", "t1", "t2", "t3", "t4",
];

/// Every word of the page, shown, spoken or as a tip; code and the name of the other language
/// are what they are in both. What is spoken follows what is shown, a little later.
const WORDS: &str = "(() => {
    const skipped = 'script, style, noscript, pre, #stopped, [data-testid=language], [data-testid=spoken]';
    const words = [document.title];
    const names = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'alt'];
    for (const element of document.body.querySelectorAll('*')) {
        if (element.closest(skipped)) continue;
        words.push(...names.map(name => element.getAttribute(name)).filter(text => text));
        for (const node of element.childNodes) {
            if (node.nodeType === Node.TEXT_NODE) words.push(node.data);
        }
        if (element.matches('input')) words.push(element.value);
    }
    return [...new Set(words.map(text => text.replaceAll('\\u00a0', ' ').trim()))].filter(text => text);
})()";

async fn words(lab: &Lab) -> BTreeSet<String> {
    let words = lab.value(WORDS).await;
    serde_json::from_value(words).expect("words are texts")
}

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' | '\u{3001}'..='\u{3002}')
}

/// The words of a text in Latin letters.
fn latin(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| word.contains(|letter: char| letter.is_ascii_alphabetic()))
}

/// Checks both languages of the page as it is now; it ends in the language it began with.
async fn are_two_languages(lab: &Lab, state: &str) {
    let english = words(lab).await;
    lab.click("language").await;
    lab.wait("document.documentElement.lang === 'ja'").await;
    let japanese = words(lab).await;
    lab.click("language").await;
    lab.wait("document.documentElement.lang === 'en'").await;
    assert_eq!(words(lab).await, english, "{state}: there and back");
    assert!(
        english.len() > 60 && japanese.len() > 60,
        "{state}: {english:?}"
    );
    let mixed: Vec<_> = english
        .iter()
        .filter(|text| text.contains(is_japanese))
        .collect();
    assert!(
        mixed.is_empty(),
        "{state}: Japanese on the English page: {mixed:?}"
    );
    let mixed: Vec<_> = japanese
        .iter()
        .filter(|text| latin(text).any(|word| !LATIN.contains(&word)))
        .collect();
    assert!(
        mixed.is_empty(),
        "{state}: English on the Japanese page: {mixed:?}"
    );
    let same: Vec<_> = english
        .intersection(&japanese)
        .filter(|text| latin(text).any(|word| !LATIN.contains(&word)))
        .collect();
    assert!(same.is_empty(), "{state}: the same in both: {same:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_word_is_in_the_language_of_the_page() {
    let lab = Lab::open(Look::default()).await;
    lab.more_times().await;
    are_two_languages(&lab, "broken").await;
    lab.click("fence-switch").await;
    are_two_languages(&lab, "fenced").await;
    lab.fill("field-pause", "9.5").await;
    are_two_languages(&lab, "lucky").await;
    lab.fill("field-pause", "5").await;
    are_two_languages(&lab, "safe").await;
    lab.fill("field-ttl", "0.5").await;
    are_two_languages(&lab, "a lease that ends before it is used").await;
    for wrong in ["x", "0", "1.00001"] {
        lab.fill("field-pause", wrong).await;
        // What is typed is the visitor's own word.
        lab.attribute_is("field-pause", "aria-invalid", "true")
            .await;
        let script = "document.querySelector('[data-testid=field-pause]').value = ''";
        lab.execute(script, vec![]).await.expect("it runs");
        are_two_languages(&lab, "a field that is wrong").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_is_every_word_of_a_moment_and_of_a_small_window() {
    let lab = Lab::open(Look::default().size(320, 800)).await;
    are_two_languages(&lab, "small").await;
    for steps in 0..7 {
        are_two_languages(&lab, &format!("{steps} steps from the end")).await;
        lab.click("previous").await;
    }
    lab.focus("handle-pause-end").await;
    lab.wait("document.querySelector('.flag text')").await;
    lab.press(Key::Right).await;
    lab.click("fence-switch").await;
    are_two_languages(&lab, "fenced, small").await;
}

/// A mark of the page's language, as seen from outside.
async fn speaks(lab: &Lab, lang: &str, title: &str, verdict: &str) {
    lab.wait(&format!("document.documentElement.lang === '{lang}'"))
        .await;
    lab.shows("verdict", verdict).await;
    let found = lab.title().await.expect("a page has a title");
    assert!(found.contains(title), "{found}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_language_is_the_browsers() {
    for (browser, lang, title, verdict) in [
        ("en", "en", "distributed lock", "Broken"),
        ("ja", "ja", "分散ロック", "破綻"),
        ("ja-JP,en", "ja", "分散ロック", "破綻"),
        ("fr", "en", "distributed lock", "Broken"),
    ] {
        let lab = Lab::open(Look::default().language(browser)).await;
        speaks(&lab, lang, title, verdict).await;
        let offered = if lang == "en" { "日本語" } else { "English" };
        lab.shows("language", offered).await;
        let named = if lang == "en" { "ja" } else { "en" };
        lab.attribute_is("language", "lang", named).await;
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_language_that_was_chosen_comes_back() {
    let lab = Lab::open(Look::default()).await;
    lab.click("language").await;
    speaks(&lab, "ja", "分散ロック", "破綻").await;
    lab.visit("").await;
    lab.wait(e2e::MOUNTED).await;
    speaks(&lab, "ja", "分散ロック", "破綻").await;
    lab.click("language").await;
    speaks(&lab, "en", "distributed lock", "Broken").await;
    lab.visit("").await;
    lab.wait(e2e::MOUNTED).await;
    speaks(&lab, "en", "distributed lock", "Broken").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_language_keeps_everything_else() {
    let lab = Lab::open(Look::default()).await;
    lab.fill("field-pause", "12").await;
    lab.click("fence-switch").await;
    lab.focus("playhead").await;
    lab.keys("3").await;
    lab.value_is("playhead", 11_000).await;
    let ruler = lab.ruler().await;
    lab.click("language").await;
    lab.shows("verdict", "フェンスが阻止").await;
    let sentence = lab.text("sentence").await;
    lab.wait_text("spoken", &sentence.replace('\u{a0}', " "))
        .await;
    lab.field_is("field-pause", "12 秒").await;
    lab.attribute_is("fence-switch", "aria-checked", "true")
        .await;
    lab.value_is("playhead", 11_000).await;
    lab.value_is("handle-pause-end", 12_000).await;
    lab.wait_text("diagram", "33 < 34").await;
    assert_eq!(lab.ruler().await, ruler);
    // The playhead is on t3 still, not only at its time; and Japanese is typed in Japanese.
    lab.fill("field-ttl", "９秒").await;
    lab.field_is("field-ttl", "9 秒").await;
    lab.value_is("playhead", 10_000).await;
    lab.click("language").await;
    lab.shows("verdict", "Fenced").await;
    lab.field_is("field-ttl", "9 s").await;
    lab.value_is("playhead", 10_000).await;
    lab.console_is_clean().await;
}
