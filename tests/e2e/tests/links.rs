//! What belongs together: picture and log, what is shown and what is spoken, page and finger.

use e2e::{Hand, Key, Lab, Look, whole};
use serde_json::json;

/// Keeps all that is spoken from now on, in `window.spoken`.
async fn listen(lab: &Lab) {
    let script = "window.spoken = [];
        const region = document.querySelector('[data-testid=spoken]');
        new MutationObserver(() => spoken.push(region.textContent))
            .observe(region, {childList: true, characterData: true, subtree: true});";
    lab.execute(script, vec![]).await.expect("it runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outcome_is_spoken_once_when_it_has_settled() {
    let lab = Lab::open(Look::default()).await;
    lab.attribute_is("spoken", "role", "status").await;
    lab.shows("spoken", "").await;
    listen(&lab).await;
    // Through Lucky to Safe in one pull: only where it ends is spoken.
    let (x, y) = lab.take("handle-pause-end").await;
    let second = lab.ruler().await.second;
    for seconds in [-3.0, -5.5, -8.0, -10.0] {
        let at = (x + whole(seconds * second), y);
        lab.raw_mouse("mouseMoved", at, true).await;
        lab.frames().await;
    }
    let at = (x + whole(-10.0 * second), y);
    lab.raw_mouse("mouseReleased", at, false).await;
    lab.shows("verdict", "Safe").await;
    lab.wait("spoken.length > 0").await;
    let sentence = lab.text("sentence").await;
    let said = lab.value("spoken").await;
    assert_eq!(said, json!([format!("Safe: {sentence}")]));
    // Moving the playhead, or playing, is no outcome.
    lab.focus("playhead").await;
    for _ in 0..4 {
        lab.press(Key::Left).await;
    }
    lab.click("fence-switch").await;
    lab.fill("field-pause", "15").await;
    lab.shows("verdict", "Fenced").await;
    lab.wait("spoken.length > 1").await;
    let sentence = lab.text("sentence").await;
    let said = lab.value("spoken.slice(1)").await;
    assert_eq!(said, json!([format!("Fenced: {sentence}")]));
    let regions = lab.value("document.querySelectorAll('#app [aria-live], #app [role=status], #app [role=log]').length").await;
    assert_eq!(regions, 1);
}

/// The place of an element in the window, after it was scrolled there.
async fn middle(lab: &Lab, element: &str) -> (i32, i32) {
    let script = format!(
        "const element = {element};
         element.scrollIntoView({{block: 'center', behavior: 'instant'}});
         const area = element.getBoundingClientRect();
         return [area.x + area.width / 2, area.y + area.height / 2].map(Math.round);"
    );
    let place = lab.execute(script, vec![]).await.expect("it is there");
    place.convert().expect("two numbers")
}

/// Keeps every frame that the picture lights in `window.frames_lit`, and every line that the log
/// lights in `window.lines_lit`: a mouse that nobody holds may leave again at once.
async fn watch(lab: &Lab) {
    let script = "window.frames_lit = [];
        window.lines_lit = [];
        const frame = document.querySelector('[data-testid=diagram] .lit');
        new MutationObserver(() => frames_lit.push(frame.getAttribute('d')))
            .observe(frame, {attributeFilter: ['d']});
        const log = document.querySelector('[data-testid=log]');
        const text = line => lines_lit.push(line.textContent);
        new MutationObserver(() => log.querySelectorAll('.lit').forEach(text))
            .observe(log, {attributeFilter: ['class'], subtree: true});";
    lab.execute(script, vec![]).await.expect("it runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_the_log_lights_its_place_in_the_picture() {
    let lab = Lab::open(Look::default()).await;
    let lines = "document.querySelectorAll('[data-testid=log] button')";
    let lit = "document.querySelector('[data-testid=diagram] .lit').getAttribute('d')";
    assert_eq!(lab.value(lit).await, "");
    let count = lab.value(&format!("{lines}.length")).await;
    let mut frames = Vec::new();
    for line in 0..count.as_u64().expect("a number") {
        let focus = format!("{lines}[{line}].focus({{preventScroll: true}})");
        lab.execute(focus, vec![]).await.expect("it runs");
        lab.wait(&format!("{lit} && {lines}[{line}].closest('.lit')"))
            .await;
        frames.push(lab.value(lit).await.to_string());
    }
    frames.sort();
    frames.dedup();
    assert!(frames.len() > 4, "{frames:?}");
    lab.execute("document.activeElement.blur()", vec![])
        .await
        .expect("it runs");
    lab.wait(&format!("!{lit}")).await;
    // The mouse does the same as the focus.
    watch(&lab).await;
    let (x, y) = middle(&lab, &format!("{lines}[1]")).await;
    lab.hand("mouse", &[Hand::To(x, y)]).await;
    lab.wait("frames_lit[0] && lines_lit[0]").await;
    let told = lab.value("lines_lit[0]").await.to_string();
    assert!(told.contains("Client 1 stands still"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_in_the_picture_lights_its_line_of_the_log() {
    let lab = Lab::open(Look::default()).await;
    // The middle of the hatched pause, and of Client 2's lease.
    let ruler = lab.ruler().await;
    let (_, client) = lab.reach("handle-pause-end").await;
    let (_, lock) = lab.spot("handle-lease-end").await;
    for (seconds, across, told) in [
        (5.0, client, "Client 1 stands still"),
        (15.0, whole(lock), "Client 2 is granted"),
    ] {
        watch(&lab).await;
        let at = Hand::To(whole(ruler.at(seconds)), across);
        lab.hand("mouse", &[at]).await;
        lab.wait("lines_lit[0]").await;
        let line = lab.value("lines_lit.at(-1)").await.to_string();
        assert!(line.contains(told), "{line}");
    }
    lab.hand("mouse", &[Hand::To(2, 2)]).await;
    lab.wait("!document.querySelector('[data-testid=log] .lit')")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_scrolls_the_page_beside_the_handles_and_not_on_them() {
    let lab = Lab::open(Look::default().size(320, 640).touch()).await;
    let swipe = async |(x, y): (i32, i32)| {
        lab.raw_touch("touchStart", Some((x, y))).await;
        for step in 1..=8 {
            lab.raw_touch("touchMove", Some((x, y - 20 * step))).await;
            lab.frames().await;
        }
        lab.raw_touch("touchEnd", None).await;
        lab.frames().await;
    };
    let (x, y) = lab.reach("handle-pause-end").await;
    let before = lab.value("scrollY").await.as_f64().expect("a number");
    swipe((x, y)).await;
    let after = lab.value("scrollY").await.as_f64().expect("a number");
    assert!((before - after).abs() < 1.0, "{before} to {after}");
    assert!(lab.value_of("handle-pause-end").await < 15_000);
    // On the picture, at 8 s of the lane of the resource, there is nothing to take.
    lab.reach("handle-lease-end").await;
    let wide = lab
        .value("document.querySelector('[data-testid=diagram]').getBoundingClientRect().right")
        .await;
    let x = whole(wide.as_f64().expect("a number") - 50.0);
    let y = whole(lab.ruler().await.at(8.0));
    let before = lab.value("scrollY").await.as_f64().expect("a number");
    swipe((x, y)).await;
    let after = lab.value("scrollY").await.as_f64().expect("a number");
    assert!(after > before + 60.0, "{before} to {after}");
}
