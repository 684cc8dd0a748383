//! The seed story, and how pulling the end of its pause changes it.

use e2e::{Lab, Look, Pointer, whole};

/// A finger's window, where time runs down.
fn phone() -> Look {
    Look::default().size(320, 800).touch()
}

/// Checks that the pause lasts 15 s, with all that follows.
async fn is_the_seed_story(lab: &Lab) {
    lab.shows("verdict", "Broken").await;
    lab.field_is("field-pause", "15 s").await;
    let playhead = lab.value_of("playhead").await;
    assert_eq!(
        playhead.to_string(),
        lab.attribute("playhead", "aria-valuemax").await
    );
    lab.wait_text("sentence", "Client 1 wrote over Client 2")
        .await;
}

/// Checks that the pause lasts 5 s, with all that follows.
async fn is_safe(lab: &Lab) {
    lab.shows("verdict", "Safe").await;
    lab.field_is("field-pause", "5 s").await;
    lab.value_is("handle-pause-end", 5000).await;
    let meaning = "pause 5 s · ends 4 s before the lease";
    lab.attribute_is("handle-pause-end", "aria-valuetext", meaning)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_opens_on_the_whole_story_at_its_end() {
    let lab = Lab::open(Look::default()).await;
    is_the_seed_story(&lab).await;
    assert_eq!(lab.value_of("playhead").await, 20_000);
    let sentence =
        "Client 1 wrote over Client 2. It woke 6 s after its lease had ended, and nobody told it.";
    lab.shows("sentence", sentence).await;
    for label in ["GC pause", "feels like 0 s", "really 15 s", "33", "34"] {
        lab.wait_text("diagram", label).await;
    }
    for moment in ["t0", "t1", "t2", "t3", "t4"] {
        lab.wait_text("diagram", moment).await;
    }
    lab.wait_text("price", "8").await;
    let meaning = "pause 15 s · ends 6 s after the lease";
    lab.attribute_is("handle-pause-end", "aria-valuetext", meaning)
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mouse_pulls_the_pause_from_broken_to_safe_and_back() {
    let lab = Lab::open(Look::default()).await;
    is_the_seed_story(&lab).await;
    lab.pull(Pointer::Mouse, "handle-pause-end", -10.0).await;
    is_safe(&lab).await;
    // The run is shorter now, and so is the ruler.
    assert!(lab.ruler().await.last < 19.0);
    lab.more_times().await;
    lab.click("reset").await;
    is_the_seed_story(&lab).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_pulls_the_pause_from_broken_to_safe() {
    for pointer in [Pointer::Touch, Pointer::Finger] {
        let lab = Lab::open(phone()).await;
        lab.pull(pointer, "handle-pause-end", -10.0).await;
        is_safe(&lab).await;
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_pulls_where_time_runs_to_the_right() {
    let lab = Lab::open(Look::default().size(1024, 768).touch()).await;
    assert!(!lab.ruler().await.down);
    lab.pull(Pointer::Finger, "handle-pause-end", -10.0).await;
    is_safe(&lab).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_pull_goes_through_every_verdict_and_back() {
    let lab = Lab::open(Look::default()).await;
    let (x, y) = lab.take("handle-pause-end").await;
    let second = lab.ruler().await.second;
    // Client 2's lease begins at 10 s and its write comes at 11 s; the pause begins at 1 s.
    let way = [
        (15.0, "15 s", "Broken"),
        (10.1, "10.1 s", "Broken"),
        (10.0, "10 s", "Lucky"),
        (9.5, "9.5 s", "Lucky"),
        (9.0, "9 s", "Lucky"),
        (8.9, "8.9 s", "Safe"),
        (5.0, "5 s", "Safe"),
        (9.5, "9.5 s", "Lucky"),
        (12.0, "12 s", "Broken"),
    ];
    for (pause, shown, verdict) in way {
        let at = (x + whole((pause - 15.0) * second), y);
        lab.raw_mouse("mouseMoved", at, true).await;
        lab.field_is("field-pause", shown).await;
        lab.shows("verdict", verdict).await;
    }
    let at = (x + whole(-3.0 * second), y);
    lab.raw_mouse("mouseReleased", at, false).await;
    lab.field_is("field-pause", "12 s").await;
    lab.shows("verdict", "Broken").await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_verdict_is_right_to_the_millisecond() {
    let lab = Lab::open(Look::default()).await;
    let pauses = [
        ("8.999", "8.999 s", "Safe"),
        ("9", "9 s", "Lucky"),
        ("10", "10 s", "Lucky"),
        ("10.001", "10.001 s", "Broken"),
    ];
    for (typed, shown, verdict) in pauses {
        lab.fill("field-pause", typed).await;
        lab.field_is("field-pause", shown).await;
        lab.shows("verdict", verdict).await;
    }
}
