//! What undo takes back, at once and as a whole; and what a link over work leaves of it.

use e2e::scenario::gallery;
use e2e::{Key, Lab, Look, whole};
use fencelab::sim::scenario::Scenario;
use serde_json::{Value, json};

async fn laboratory() -> Lab {
    Lab::laboratory(Look::default(), &Scenario::seed()).await
}

/// The keys for it, as they are pressed.
async fn press_undo(lab: &Lab) {
    let keys = [
        ("keyDown", '\u{e009}'),
        ("keyDown", 'z'),
        ("keyUp", 'z'),
        ("keyUp", '\u{e009}'),
    ];
    let acts = keys.map(|(kind, key)| json!({"type": kind, "value": key}));
    lab.perform(&json!([{"type": "key", "id": "keys", "actions": acts}]))
        .await;
}

/// Whether there is nothing to take back.
async fn nothing_to_undo(lab: &Lab) {
    lab.attribute_is("undo", "aria-disabled", "true").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_over_work_can_be_taken_back() {
    let lab = laboratory().await;
    nothing_to_undo(&lab).await;
    lab.fill("lock.ttl_ms", "20").await;
    lab.shows("verdict", "Safe").await;
    let work = lab.shared().await.scenario;
    let (story, scenario) = gallery().nth(5).expect("the gallery is large");
    lab.paste(&scenario).await;
    lab.wait("!document.querySelector('[data-testid=lock\\\\.ttl_ms]')?.value.startsWith('20')")
        .await;
    assert_eq!(lab.shared().await.scenario, scenario, "{}", story.id);
    lab.click("undo").await;
    lab.shows("verdict", "Safe").await;
    assert_eq!(lab.shared().await.scenario, work);
    lab.click("undo").await;
    lab.shows("verdict", "Broken").await;
    nothing_to_undo(&lab).await;
    for _ in 0..2 {
        lab.click("redo").await;
    }
    lab.attribute_is("redo", "aria-disabled", "true").await;
    assert_eq!(lab.shared().await.scenario, scenario);
}

/// Brings the end of the pause in the second picture to the middle of the window; where it is.
async fn second_handle(lab: &Lab) -> (i32, i32) {
    let read = "(() => {
        const thing = document.querySelector('[data-testid=twin-view] [data-testid=handle-pause-end]');
        thing.scrollIntoView({block: 'center', behavior: 'instant'});
        const area = thing.querySelector('.grip').getBoundingClientRect();
        return [area.x + area.width / 2, area.y + area.height / 2];
    })()";
    let place = lab.value(read).await;
    let number = |at: usize| whole(place[at].as_f64().expect("a place"));
    (number(0), number(1))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pull_in_the_second_picture_is_one_change() {
    let lab = laboratory().await;
    lab.click("twin").await;
    for turn in 1..=2 {
        let (x, y) = second_handle(&lab).await;
        lab.raw_mouse("mouseMoved", (x, y), false).await;
        lab.raw_mouse("mousePressed", (x, y), true).await;
        for step in 1..=6 {
            lab.raw_mouse("mouseMoved", (x - 30 * step, y), true).await;
            lab.frames().await;
        }
        lab.raw_mouse("mouseReleased", (x - 180, y), false).await;
        lab.frames().await;
        assert!(lab.value_of("handle-pause-end").await < 15_000, "{turn}");
        let name = lab.attribute("undo", "aria-label").await;
        assert!(name.contains("Pause ends"), "{name}");
        lab.click("undo").await;
        lab.value_is("handle-pause-end", 15_000).await;
        nothing_to_undo(&lab).await;
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_settings_own_defences_are_taken_back_too() {
    let lab = laboratory().await;
    lab.click("twin").await;
    let verdicts = |wanted: &str| {
        format!(
            "[...document.querySelectorAll('[data-testid=verdict]')].map(v => v.textContent).join() === '{wanted}'"
        )
    };
    lab.wait(&verdicts("Broken,Fenced")).await;
    lab.value(
        "document.querySelector('[data-testid=twin-view] [data-testid=fence-switch]').click()",
    )
    .await;
    lab.wait(&verdicts("Broken,Broken")).await;
    lab.fill("lock.ttl_ms", "20").await;
    lab.wait(&verdicts("Safe,Safe")).await;
    let asks = "(() => {
        const choice = document.querySelector('[data-testid=\"twin-resource.asks_lock\"]');
        choice.value = 'true';
        choice.dispatchEvent(new Event('change', {bubbles: true}));
    })()";
    lab.value(asks).await;
    lab.frames().await;
    for wanted in ["Safe,Safe", "Broken,Broken", "Broken,Fenced"] {
        lab.click("undo").await;
        lab.wait(&verdicts(wanted)).await;
    }
    nothing_to_undo(&lab).await;
    for wanted in ["Broken,Broken", "Safe,Safe", "Safe,Safe"] {
        lab.click("redo").await;
        lab.wait(&verdicts(wanted)).await;
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_in_the_hand_is_not_taken_back() {
    let lab = laboratory().await;
    // A crash, whose handle undo would take away.
    lab.value("(() => { const svg = document.querySelector('[data-testid=diagram]'); const area = svg.getBoundingClientRect(); svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: area.x + 400, clientY: area.y + 320 })); })()").await;
    let entry = "[...document.querySelectorAll('[role=menuitem]')].find(b => b.textContent.startsWith('Crash'))";
    lab.wait(entry).await;
    lab.value(&format!("{entry}.click()")).await;
    let (x, y) = lab.take("handle-instant-1").await;
    lab.raw_mouse("mouseMoved", (x + 40, y), true).await;
    lab.frames().await;
    press_undo(&lab).await;
    lab.raw_mouse("mouseMoved", (x + 80, y), true).await;
    lab.raw_mouse("mouseReleased", (x + 80, y), false).await;
    lab.frames().await;
    assert!(lab.has("handle-instant-1").await);
    for _ in 0..2 {
        press_undo(&lab).await;
    }
    lab.wait("!document.querySelector('[data-testid=handle-instant-1]')")
        .await;
    nothing_to_undo(&lab).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn escape_gives_a_pull_up() {
    let lab = laboratory().await;
    let (x, y) = lab.take("handle-pause-end").await;
    lab.raw_mouse("mouseMoved", (x - 120, y), true).await;
    lab.frames().await;
    assert!(lab.value_of("handle-pause-end").await < 15_000);
    lab.press(Key::Escape).await;
    lab.value_is("handle-pause-end", 15_000).await;
    // The hand is still down, and holds nothing any more.
    lab.raw_mouse("mouseMoved", (x - 60, y), true).await;
    lab.raw_mouse("mouseReleased", (x - 60, y), false).await;
    lab.value_is("handle-pause-end", 15_000).await;
    nothing_to_undo(&lab).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_deleted_leaves_the_focus_on_the_stage() {
    let lab = laboratory().await;
    lab.focus("handle-pause-end").await;
    lab.press(Key::Delete).await;
    lab.shows("verdict", "Safe").await;
    lab.wait("document.activeElement?.id === 'stage'").await;
    press_undo(&lab).await;
    lab.shows("verdict", "Broken").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pull_that_leads_back_is_no_change() {
    let lab = laboratory().await;
    let (x, y) = lab.take("handle-pause-end").await;
    for far in [-60, -120, 0] {
        lab.raw_mouse("mouseMoved", (x + far, y), true).await;
        lab.frames().await;
    }
    lab.raw_mouse("mouseReleased", (x, y), false).await;
    lab.value_is("handle-pause-end", 15_000).await;
    nothing_to_undo(&lab).await;
}

/// The handles in the order in which Tab comes to them.
async fn handles(lab: &Lab) -> Value {
    let read = "[...document.querySelectorAll('[data-testid=diagram] .handle')]
        .map(handle => handle.dataset.testid)";
    lab.value(read).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tab_goes_the_same_way_whatever_was_done_before() {
    let lab = laboratory().await;
    let first = handles(&lab).await;
    lab.focus("handle-pause-end").await;
    lab.press(Key::Delete).await;
    lab.shows("verdict", "Safe").await;
    assert_ne!(handles(&lab).await, first);
    lab.click("undo").await;
    lab.shows("verdict", "Broken").await;
    assert_eq!(handles(&lab).await, first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_copied_or_it_is_said_that_it_was_not() {
    let lab = laboratory().await;
    for (setting, told) in [
        ("granted", "on the clipboard"),
        ("denied", "The link is selected below"),
    ] {
        let permission = json!({"permission": {"name": "clipboard-write"}, "setting": setting});
        lab.devtools("Browser.setPermission", permission).await;
        lab.click("copy-link").await;
        lab.wait_text("notice", told).await;
    }
    lab.console_is_clean().await;
}
