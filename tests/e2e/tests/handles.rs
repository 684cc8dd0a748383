//! Each handle of the seed story, by mouse, finger and keyboard.

use e2e::{Key, Lab, Look, Pointer};

/// What pulling a handle by some seconds gives.
struct Pull {
    handle: &'static str,
    field: &'static str,
    seconds: f64,
    value: i64,
    shown: &'static str,
    meaning: &'static str,
    verdict: &'static str,
}

const PULLS: [Pull; 5] = [
    Pull {
        handle: "handle-pause-begin",
        field: "field-pause-begin",
        seconds: 2.0,
        value: 3000,
        shown: "3 s",
        meaning: "pause from 3 s · lasts 13 s",
        verdict: "Safe",
    },
    Pull {
        handle: "handle-pause-end",
        field: "field-pause",
        seconds: -5.0,
        value: 10_000,
        shown: "10 s",
        meaning: "pause 10 s · ends 1 s after the lease",
        verdict: "Lucky",
    },
    Pull {
        handle: "handle-lease-end",
        field: "field-ttl",
        seconds: 7.0,
        value: 17_000,
        shown: "17 s",
        meaning: "TTL 17 s · until 17 s",
        verdict: "Safe",
    },
    Pull {
        handle: "handle-arrival-2",
        field: "field-arrival-2",
        seconds: 10.0,
        value: 12_000,
        shown: "12 s",
        meaning: "arrives at 12 s",
        verdict: "Broken",
    },
    Pull {
        handle: "handle-thinking-1-2",
        field: "field-thinking-1-2",
        seconds: -0.6,
        value: 400,
        shown: "0.4 s",
        meaning: "thinks for 0.4 s, pauses not counted",
        verdict: "Safe",
    },
];

/// Pulls every handle of the seed story anew.
async fn pull_each(pointer: Pointer, look: Look) {
    let lab = Lab::open(look).await;
    lab.more_times().await;
    for pull in &PULLS {
        lab.pull(pointer, pull.handle, pull.seconds).await;
        lab.field_is(pull.field, pull.shown).await;
        lab.value_is(pull.handle, pull.value).await;
        lab.attribute_is(pull.handle, "aria-valuetext", pull.meaning)
            .await;
        lab.shows("verdict", pull.verdict).await;
        lab.click("reset").await;
        lab.shows("verdict", "Broken").await;
        lab.field_is("field-pause", "15 s").await;
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mouse_pulls_each_handle() {
    pull_each(Pointer::Mouse, Look::default()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_pulls_each_handle() {
    pull_each(Pointer::Touch, Look::default().touch()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_pulls_each_handle_where_time_runs_down() {
    pull_each(Pointer::Finger, Look::default().size(320, 800).touch()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_move_each_handle_by_small_and_by_large_steps() {
    let lab = Lab::open(Look::default()).await;
    lab.more_times().await;
    for pull in &PULLS {
        lab.focus(pull.handle).await;
        // The ruler fits itself to the run after each key; the step stays.
        let step = step(lab.ruler().await.second);
        for (held, key, steps) in [
            (None, Key::Right, 1),
            (None, Key::Left, -1),
            (Some(Key::Shift), Key::Right, 10),
            (None, Key::PageUp, 10),
            (None, Key::PageDown, -10),
            (Some(Key::Shift), Key::Left, -10),
            (None, Key::Up, 1),
            (None, Key::Down, -1),
        ] {
            let wanted = lab.value_of(pull.handle).await + steps * step;
            press(&lab, held, key).await;
            lab.value_is(pull.handle, wanted).await;
        }
        let before = lab.value_of(pull.handle).await;
        press(&lab, Some(Key::Alt), Key::Right).await;
        lab.value_is(pull.handle, before + 1).await;
        press(&lab, Some(Key::Alt), Key::Left).await;
        lab.value_is(pull.handle, before).await;
        assert_eq!(lab.focused().await, pull.handle);
        lab.click("reset").await;
        lab.shows("verdict", "Broken").await;
    }
    lab.console_is_clean().await;
}

async fn press(lab: &Lab, held: Option<Key>, key: Key) {
    match held {
        Some(held) => lab.press_with(held, key).await,
        None => lab.press(key).await,
    }
}

/// The step of the 1-2-5 series that is nearest to four pixels.
fn step(second: f64) -> i64 {
    let wanted = 4000.0 / second;
    let far = |step: i32| (f64::from(step) / wanted).ln().abs();
    let series = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
    let nearest = series
        .into_iter()
        .min_by(|one, other| far(*one).total_cmp(&far(*other)));
    nearest.map_or(0, i64::from)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_move_each_handle_to_both_ends() {
    let lab = Lab::open(Look::default()).await;
    lab.more_times().await;
    let ends = [
        ("handle-pause-begin", 0, 15_999),
        ("handle-pause-end", 1, 19_000),
        ("handle-lease-end", 1, 20_000),
        ("handle-arrival-2", 0, 20_000),
        ("handle-thinking-1-2", 0, 5000),
    ];
    for (handle, least, most) in ends {
        lab.focus(handle).await;
        lab.press(Key::End).await;
        lab.value_is(handle, most).await;
        lab.click("reset").await;
        lab.shows("verdict", "Broken").await;
        lab.focus(handle).await;
        lab.press(Key::Home).await;
        lab.value_is(handle, least).await;
        lab.press(Key::Left).await;
        lab.value_is(handle, least).await;
        lab.click("reset").await;
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_alone_go_from_broken_to_safe() {
    let lab = Lab::open(Look::default()).await;
    lab.focus("handle-pause-end").await;
    let (mut last, mut seen) = (String::new(), Vec::new());
    for _ in 0..10 {
        lab.press_with(Key::Shift, Key::Left).await;
        let verdict = lab.text("verdict").await;
        if verdict != last {
            seen.push(verdict.clone());
            last = verdict;
        }
    }
    assert_eq!(seen, ["Broken", "Lucky", "Safe"]);
}
