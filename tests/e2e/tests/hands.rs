//! How a pull begins and ends, and what the scale does meanwhile.

use e2e::{Hand, Lab, Look, Ruler, whole};

/// The class that a handle has while it is in the hand.
async fn is_held(lab: &Lab, handle: &str) -> bool {
    let class = lab.attribute(handle, "class").await;
    class.split(' ').any(|class| class == "held")
}

/// Checks that the pause's end has been let go, and follows no more.
async fn is_let_go(lab: &Lab, (x, y): (i32, i32)) {
    assert!(!is_held(lab, "handle-pause-end").await);
    let value = lab.value_of("handle-pause-end").await;
    lab.raw_mouse("mouseMoved", (x - 150, y), false).await;
    lab.raw_mouse("mouseMoved", (x - 200, y), false).await;
    // Two frames later a move would have been seen.
    lab.frames().await;
    assert_eq!(lab.value_of("handle-pause-end").await, value);
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_ends_outside_the_window() {
    let lab = Lab::open(Look::default()).await;
    let (x, y) = lab.take("handle-pause-end").await;
    lab.raw_mouse("mouseMoved", (x - 100, y), true).await;
    lab.frames().await;
    assert!(is_held(&lab, "handle-pause-end").await);
    lab.raw_mouse("mouseMoved", (x - 100, -60), true).await;
    lab.raw_mouse("mouseMoved", (-80, -60), true).await;
    lab.raw_mouse("mouseReleased", (-80, -60), false).await;
    // Pulled past its begin, the pause is as short as it can be.
    lab.value_is("handle-pause-end", 1).await;
    is_let_go(&lab, (x, y)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_without_a_button_ends_it() {
    let lab = Lab::open(Look::default()).await;
    let (x, y) = lab.take("handle-pause-end").await;
    lab.raw_mouse("mouseMoved", (x - 100, y), true).await;
    lab.frames().await;
    let value = lab.value_of("handle-pause-end").await;
    assert!(value < 15_000 && is_held(&lab, "handle-pause-end").await);
    // The release was missed: it happened in another window.
    lab.raw_mouse("mouseMoved", (x - 120, y), false).await;
    lab.frames().await;
    assert_eq!(lab.value_of("handle-pause-end").await, value);
    is_let_go(&lab, (x, y)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_touch_ends_it() {
    let lab = Lab::open(Look::default().touch()).await;
    let (x, y) = lab.reach("handle-pause-end").await;
    lab.raw_touch("touchStart", Some((x, y))).await;
    lab.raw_touch("touchMove", Some((x - 60, y))).await;
    lab.raw_touch("touchMove", Some((x - 100, y))).await;
    lab.frames().await;
    assert!(is_held(&lab, "handle-pause-end").await);
    lab.raw_touch("touchCancel", None).await;
    let value = lab.value_of("handle-pause-end").await;
    assert!(value < 15_000, "{value}");
    is_let_go(&lab, (x, y)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_main_button_takes_hold() {
    let lab = Lab::open(Look::default()).await;
    let (x, y) = lab.reach("handle-pause-end").await;
    let right = serde_json::json!([{
        "type": "pointer", "id": "mouse1", "parameters": {"pointerType": "mouse"},
        "actions": [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 2},
            {"type": "pointerMove", "x": x - 100, "y": y},
            {"type": "pointerUp", "button": 2},
        ],
    }]);
    lab.perform(&right).await;
    lab.frames().await;
    lab.value_is("handle-pause-end", 15_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_alone_changes_nothing() {
    let lab = Lab::open(Look::default()).await;
    for handle in ["handle-pause-end", "handle-lease-end", "handle-arrival-2"] {
        let before = lab.value_of(handle).await;
        let (x, y) = lab.reach(handle).await;
        // Off its middle, so that a handle that jumps under the pointer is seen.
        let acts = [Hand::To(x + 5, y), Hand::Press, Hand::Release];
        lab.hand("mouse", &acts).await;
        lab.frames().await;
        assert_eq!(lab.value_of(handle).await, before, "{handle}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_scale_stands_still_in_the_hand_and_fits_on_release() {
    let lab = Lab::open(Look::default()).await;
    let (x, y) = lab.take("handle-pause-end").await;
    let before = lab.ruler().await;
    let same = |ruler: Ruler| (ruler.at(10.0) - before.at(10.0)).abs() < 0.1;
    let to = |seconds: f64| (x + whole(seconds * before.second), y);
    // To the end of the ruler and back: the run does not fit, then leaves much room.
    for (seconds, pause) in [(4.0, "19 s"), (-10.0, "5 s"), (4.0, "19 s")] {
        lab.raw_mouse("mouseMoved", to(seconds), true).await;
        lab.field_is("field-pause", pause).await;
        assert!(same(lab.ruler().await), "{pause}");
    }
    lab.raw_mouse("mouseReleased", to(4.0), false).await;
    let longer = "document.querySelector('[data-testid=playhead]').ariaValueMax > 20000";
    lab.wait(longer).await;
    let after = lab.ruler().await;
    assert!(after.second < before.second, "{after:?}");
    lab.field_is("field-pause", "19 s").await;
    // So a longer pause can be pulled, again and again.
    let (x, y) = lab.reach("handle-pause-end").await;
    lab.hand(
        "mouse",
        &[
            Hand::To(x, y),
            Hand::Press,
            Hand::To(1270, y),
            Hand::Release,
        ],
    )
    .await;
    let longer = lab.value_of("handle-pause-end").await;
    assert!(longer > 19_500, "{longer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alt_pulls_by_the_millisecond() {
    let lab = Lab::open(Look::default()).await;
    let (x, y) = lab.reach("handle-pause-end").await;
    let move_with_alt = serde_json::json!([
        {"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": "\u{e00a}"}, {"type": "pause"}, {"type": "pause"},
            {"type": "pause"}, {"type": "keyUp", "value": "\u{e00a}"},
        ]},
        {"type": "pointer", "id": "mouse1", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": x - 1, "y": y}, {"type": "pointerUp", "button": 0},
        ]},
    ]);
    let second = lab.ruler().await.second;
    lab.perform(&move_with_alt).await;
    lab.frames().await;
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a pixel is some milliseconds"
    )]
    let pixel = (1000.0 / second).round() as i64;
    let value = lab.value_of("handle-pause-end").await;
    assert!(
        (15_000 - pixel - value).abs() <= 1,
        "{value}, a pixel is {pixel} ms"
    );
}

/// Checks that everything that stands at a time stands there on the ruler.
async fn stands_on_the_ruler(lab: &Lab, places: &[(&str, f64)]) {
    let ruler = lab.ruler().await;
    for (testid, seconds) in places {
        let (x, y) = lab.stand(testid).await;
        let along = if ruler.down { y } else { x };
        let wanted = ruler.at(*seconds);
        assert!(
            (along - wanted).abs() < 0.5,
            "{testid}: {along}, not {wanted}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handle_stands_at_its_time_at_any_size() {
    for (scale, width) in [
        (1.0, 1280),
        (1.5, 1280),
        (2.0, 768),
        (1.0, 1001),
        (2.0, 320),
    ] {
        let lab = Lab::open(Look::default().scale(scale).size(width, 800)).await;
        stands_on_the_ruler(
            &lab,
            &[
                ("handle-pause-begin", 1.0),
                ("handle-pause-end", 16.0),
                ("handle-lease-end", 10.0),
                ("handle-arrival-2", 2.0),
                ("handle-thinking-1-2", 1.0),
                ("playhead", 20.0),
            ],
        )
        .await;
        lab.fill("field-pause", "12.345").await;
        lab.value_is("handle-pause-end", 12_345).await;
        stands_on_the_ruler(&lab, &[("handle-pause-end", 13.345)]).await;
    }
}
