//! The laboratory: what can be added, set, taken back, compared and shared.

use e2e::{Key, Lab, Look};

async fn laboratory(look: Look) -> Lab {
    Lab::open_at(look, "lab.html").await
}

/// Chooses from the menu, by the words of its entries.
async fn choose(lab: &Lab, words: &str) {
    let script = format!(
        "[...document.querySelectorAll('.menu button')].find(b => b.textContent === '{words}')"
    );
    lab.wait(&script).await;
    lab.value(&format!("({script}).click()")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_opens_on_the_seed_story_without_complaint() {
    let lab = laboratory(Look::default()).await;
    lab.wait_text("verdict", "Broken").await;
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menu_adds_what_undo_takes_back() {
    let lab = laboratory(Look::default()).await;
    let handles = "document.querySelectorAll('[role=slider]').length";
    let before = lab.value(handles).await;
    lab.click("to-start").await;
    lab.click("next").await;
    lab.click("next").await;
    lab.click("add-here").await;
    choose(&lab, "Lock service").await;
    choose(&lab, "Lock lost here").await;
    lab.wait(&format!("{handles} > {before}")).await;
    assert!(
        lab.text("log").await.contains("drops the holder"),
        "{}",
        lab.text("log").await
    );
    lab.click("undo").await;
    lab.wait(&format!("{handles} === {before}")).await;
    lab.click("redo").await;
    lab.wait(&format!("{handles} > {before}")).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_click_on_a_lane_opens_the_menu_there() {
    let lab = laboratory(Look::default()).await;
    let diagram = lab.find("diagram").await;
    diagram.scroll_into_view().await.expect("it is there");
    lab.value("(() => { const svg = document.querySelector('[data-testid=diagram]'); const area = svg.getBoundingClientRect(); svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: area.x + 400, clientY: area.y + 320 })); })()").await;
    choose(&lab, "Crash here").await;
    lab.wait("document.querySelector('[data-testid=log]').textContent.includes('crashes')")
        .await;
    lab.click("add-here").await;
    lab.wait("document.activeElement.closest('.menu')").await;
    lab.press(Key::Escape).await;
    lab.wait("!document.querySelector('.menu button')").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delete_removes_the_pause_that_has_the_focus() {
    let lab = laboratory(Look::default()).await;
    lab.focus("handle-pause-end").await;
    lab.press(Key::Delete).await;
    lab.wait_text("verdict", "Safe").await;
    lab.click("undo").await;
    lab.wait_text("verdict", "Broken").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_drawer_sets_fields_and_explains_what_it_cannot() {
    let lab = laboratory(Look::default()).await;
    lab.fill("lock.ttl_ms", "20").await;
    lab.press(Key::Tab).await;
    lab.wait_text("verdict", "Safe").await;
    lab.fill("lock.ttl_ms", "0").await;
    lab.press(Key::Tab).await;
    lab.wait("document.querySelector('.drawer .error:not(:empty)')")
        .await;
    lab.wait_text("verdict", "Safe").await;
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_settings_stand_one_above_the_other() {
    let lab = laboratory(Look::default()).await;
    lab.click("twin").await;
    lab.wait("[...document.querySelectorAll('[data-testid=verdict]')].map(v => v.textContent).join() === 'Broken,Fenced'").await;
    lab.fill("lock.ttl_ms", "20").await;
    lab.press(Key::Tab).await;
    lab.wait("[...document.querySelectorAll('[data-testid=verdict]')].map(v => v.textContent).join() === 'Safe,Safe'").await;
    lab.is_accessible().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_scale_stays_true_when_it_is_zoomed() {
    let lab = laboratory(Look::default()).await;
    lab.click("to-start").await;
    lab.click("next").await;
    lab.click("next").await;
    lab.click("zoom-in").await;
    lab.wait("document.querySelector('[data-testid=diagram] [clip-path^=url]')")
        .await;
    let before = lab.attribute("handle-pause-begin", "transform").await;
    lab.click("zoom-fit").await;
    lab.wait(&format!("document.querySelector('[data-testid=handle-pause-begin]').getAttribute('transform') !== '{before}'")).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_address_holds_what_is_on_the_page() {
    let lab = laboratory(Look::default()).await;
    lab.click("fence-switch").await;
    lab.wait_text("verdict", "Fenced").await;
    lab.wait("location.hash.length > 5").await;
    let hash = lab.value("location.hash").await;
    let hash = hash.as_str().expect("a text").to_owned();
    lab.visit(&format!("lab.html{hash}")).await;
    lab.wait_text("verdict", "Fenced").await;
    // One letter less, and one letter other: a sentence, and the page goes on.
    for damaged in [&hash[..hash.len() - 1], &hash.replacen('1', "2", 1)] {
        lab.visit(&format!("lab.html{damaged}")).await;
        lab.wait("document.querySelector('[data-testid=notice].wrong')?.textContent.length > 20")
            .await;
        lab.click("fence-switch").await;
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_whole_on_a_phone_in_japanese() {
    let lab = laboratory(Look::default().size(320, 640).language("ja").dark()).await;
    lab.click("twin").await;
    assert_eq!(lab.value("document.documentElement.scrollWidth").await, 320);
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_written_by_hand_are_followed_or_explained() {
    let lab = Lab::open_at(Look::default(), "lab.html?lang=ja#fence=on&at=t2").await;
    lab.wait_text("verdict", "フェンスが阻止").await;
    lab.value("location.hash = '#ttl=20s&lang=en'").await;
    lab.wait_text("verdict", "Safe").await;
    lab.value("location.hash = '#ttl=soon'").await;
    lab.wait("document.querySelector('[data-testid=notice].wrong')?.textContent.includes('ttl')")
        .await;
    // The fragment does not say the language, so the query does; all else stays.
    lab.wait_text("verdict", "安全").await;
    lab.console_is_clean().await;
}
