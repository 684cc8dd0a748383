//! The playhead: played, stepped, scrubbed, and sent to a moment.

use e2e::{Key, Lab, Look, whole};
use serde_json::json;

/// The times of the log, in milliseconds, each once.
async fn times(lab: &Lab) -> Vec<i64> {
    let read = "[...new Set([...document.querySelectorAll('[data-testid=log] .when')]
        .map(when => Math.round(parseFloat(when.textContent) * 1000)))]";
    let times = lab.value(read).await;
    serde_json::from_value(times).expect("times are numbers")
}

/// Keeps every value that the playhead takes from now on, in `window.seen`.
async fn watch(lab: &Lab) {
    let script = "window.seen = [];
        const playhead = document.querySelector('[data-testid=playhead]');
        new MutationObserver(() => seen.push(+playhead.getAttribute('aria-valuenow')))
            .observe(playhead, {attributeFilter: ['aria-valuenow']});";
    lab.execute(script, vec![]).await.expect("it runs");
}

async fn seen(lab: &Lab) -> Vec<i64> {
    let seen = lab.value("[...new Set(seen)]").await;
    serde_json::from_value(seen).expect("values are numbers")
}

/// Chooses a speed as a visitor does.
async fn choose_speed(lab: &Lab, speed: &str) {
    lab.find("speed")
        .await
        .send_keys(speed)
        .await
        .expect("it can be chosen");
    let chosen = format!("document.querySelector('[data-testid=speed]').value === '{speed}×'");
    lab.wait(&chosen).await;
}

/// Whether the play button offers to stop.
async fn is_playing(lab: &Lab) -> bool {
    lab.attribute("play", "aria-label").await == "Stop"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_plays_from_the_start_to_the_end() {
    let lab = Lab::open(Look::default()).await;
    choose_speed(&lab, "10").await;
    lab.click("to-start").await;
    lab.value_is("playhead", 0).await;
    watch(&lab).await;
    lab.click("play").await;
    lab.attribute_is("play", "aria-label", "Stop").await;
    lab.attribute_is("play", "aria-label", "Play").await;
    lab.value_is("playhead", 20_000).await;
    let seen = seen(&lab).await;
    assert!(seen.is_sorted(), "{seen:?}");
    assert!(seen.len() > 20, "{seen:?}");
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_plays_from_the_end_anew_and_stops_where_it_is_told() {
    let lab = Lab::open(Look::default()).await;
    choose_speed(&lab, "5").await;
    lab.value_is("playhead", 20_000).await;
    lab.click("play").await;
    lab.wait("(now => now > 500 && now < 19000)(+document.querySelector('[data-testid=playhead]').ariaValueNow)").await;
    lab.click("play").await;
    lab.attribute_is("play", "aria-label", "Play").await;
    let stopped = lab.value_of("playhead").await;
    assert!(stopped < 20_000, "{stopped}");
    lab.frames().await;
    assert_eq!(lab.value_of("playhead").await, stopped);
    // What has not happened yet is faint, in the picture and in the log.
    lab.wait("document.querySelector('.veil').getAttribute('d')")
        .await;
    lab.wait("document.querySelector('[data-testid=log] li.later')")
        .await;
    // The space bar goes on, and stops too.
    lab.focus("diagram").await;
    lab.execute(
        "document.activeElement.blur(); document.querySelector('[data-testid=stage]').focus()",
        vec![],
    )
    .await
    .expect("it runs");
    lab.keys(" ").await;
    lab.attribute_is("play", "aria-label", "Stop").await;
    lab.keys(" ").await;
    lab.attribute_is("play", "aria-label", "Play").await;
    assert!(lab.value_of("playhead").await >= stopped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_speed_is_a_multiple_of_true_time() {
    let lab = Lab::open(Look::default()).await;
    for (speed, factor) in [("10", 10.0), ("0.5", 0.5)] {
        choose_speed(&lab, speed).await;
        lab.click("to-start").await;
        let script = "const done = arguments[0];
            const playhead = document.querySelector('[data-testid=playhead]');
            const read = () => [+playhead.getAttribute('aria-valuenow'), performance.now()];
            document.querySelector('[data-testid=play]').click();
            const wait = (from, then) => requestAnimationFrame(() => {
                const now = read();
                now[0] > from ? then(now) : wait(from, then);
            });
            wait(0, first => wait(first[0] + 100 * arguments_factor, last =>
                done((last[0] - first[0]) / (last[1] - first[1]))));";
        let script = script.replace("arguments_factor", &factor.to_string());
        let measured = lab.execute_async(script, vec![]).await.expect("it plays");
        let measured = measured.json().as_f64().expect("a number");
        assert!(
            (measured / factor - 1.0).abs() < 0.4,
            "{measured} for {factor}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_steps_through_every_line_of_the_log_and_back() {
    let lab = Lab::open(Look::default()).await;
    let times = times(&lab).await;
    assert!(times.len() >= 6, "{times:?}");
    lab.click("to-start").await;
    for time in &times[1..] {
        lab.click("next").await;
        lab.value_is("playhead", *time).await;
        let current = lab.value("parseFloat(document.querySelector('[aria-current=step] .when').textContent) * 1000").await;
        assert_eq!(current.as_f64().map(whole).map(i64::from), Some(*time));
    }
    lab.click("next").await;
    lab.value_is("playhead", 20_000).await;
    for time in times.iter().rev() {
        lab.click("previous").await;
        lab.value_is("playhead", *time).await;
    }
    lab.click("previous").await;
    lab.value_is("playhead", 0).await;
    lab.click("to-end").await;
    lab.value_is("playhead", 20_000).await;
    // Verdict and picture stay those of the whole run.
    lab.shows("verdict", "Broken").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_move_the_playhead() {
    let lab = Lab::open(Look::default()).await;
    let times = times(&lab).await;
    let last = times[times.len() - 1];
    lab.focus("playhead").await;
    for (key, value) in [
        (Key::Home, 0),
        (Key::Right, times[1]),
        (Key::Right, times[2]),
        (Key::Left, times[1]),
        (Key::PageDown, times[2]),
        (Key::PageUp, times[1]),
        (Key::End, 20_000),
        (Key::Left, last),
    ] {
        lab.press(key).await;
        lab.value_is("playhead", value).await;
    }
    let told = lab.attribute("playhead", "aria-valuetext").await;
    assert!(told.contains("19") && told.contains("Client 2"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn digits_go_to_the_moments() {
    let lab = Lab::open(Look::default()).await;
    lab.focus("playhead").await;
    for (digit, value) in [
        ("1", 1000),
        ("4", 16_000),
        ("0", 0),
        ("3", 11_000),
        ("2", 10_000),
    ] {
        lab.keys(digit).await;
        lab.value_is("playhead", value).await;
    }
    // A run without a late write has no t4: the digit does nothing.
    lab.fill("field-pause", "5").await;
    lab.shows("verdict", "Safe").await;
    lab.focus("playhead").await;
    lab.keys("1").await;
    lab.value_is("playhead", 1000).await;
    lab.keys("4").await;
    lab.frames().await;
    lab.value_is("playhead", 1000).await;
    lab.keys("r").await;
    lab.shows("verdict", "Broken").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_playhead_stays_on_its_moment_while_the_pause_is_pulled() {
    let lab = Lab::open(Look::default()).await;
    lab.focus("playhead").await;
    lab.keys("4").await;
    lab.value_is("playhead", 16_000).await;
    let (x, y) = lab.take("handle-pause-end").await;
    let second = lab.ruler().await.second;
    for (seconds, pause, playhead) in [(-2.0, "13 s", 14_000), (1.0, "16 s", 17_000)] {
        let at = (x + whole(seconds * second), y);
        lab.raw_mouse("mouseMoved", at, true).await;
        lab.field_is("field-pause", pause).await;
        lab.value_is("playhead", playhead).await;
    }
    let at = (x + whole(second), y);
    lab.raw_mouse("mouseReleased", at, false).await;
    lab.value_is("playhead", 17_000).await;
    // At an instant of its own it stays there.
    lab.click("previous").await;
    let stood = lab.value_of("playhead").await;
    lab.fill("field-pause", "13").await;
    lab.value_is("playhead", stood).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ruler_is_scrubbed_by_mouse_and_finger() {
    for (width, touch) in [(1280, false), (1280, true), (320, true)] {
        let look = Look::default().size(width, 800);
        let lab = Lab::open(if touch { look.touch() } else { look }).await;
        let (x, y) = lab.reach("playhead").await;
        let ruler = lab.ruler().await;
        let to = |seconds: f64| {
            let along = whole(ruler.at(seconds));
            if ruler.down { (x, along) } else { (along, y) }
        };
        // Anywhere on the ruler, not only on the knob.
        for seconds in [5.0, 12.0] {
            if touch {
                lab.raw_touch("touchStart", Some(to(7.0))).await;
                lab.raw_touch("touchMove", Some(to(8.0))).await;
                lab.raw_touch("touchMove", Some(to(seconds))).await;
                lab.raw_touch("touchEnd", None).await;
            } else {
                lab.raw_mouse("mouseMoved", to(7.0), false).await;
                lab.raw_mouse("mousePressed", to(7.0), true).await;
                lab.raw_mouse("mouseMoved", to(seconds), true).await;
                lab.raw_mouse("mouseReleased", to(seconds), false).await;
            }
            lab.frames().await;
            #[allow(clippy::cast_precision_loss, reason = "a run is seconds long")]
            let off = lab.value_of("playhead").await as f64 / 1000.0 - seconds;
            assert!(off.abs() * ruler.second < 3.0, "{off} s off {seconds} s");
        }
        lab.shows("verdict", "Broken").await;
        lab.field_is("field-pause", "15 s").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_less_motion_playing_steps_from_event_to_event() {
    let lab = Lab::open(Look::default().reduced_motion()).await;
    lab.value_is("playhead", 20_000).await;
    assert!(!is_playing(&lab).await);
    choose_speed(&lab, "10").await;
    lab.click("to-start").await;
    watch(&lab).await;
    let times = times(&lab).await;
    lab.click("play").await;
    lab.value_is("playhead", 20_000).await;
    let seen = seen(&lab).await;
    let events = |value: &i64| *value == 20_000 || times.contains(value);
    assert!(
        seen.iter().all(events) && seen.len() > 4,
        "{seen:?}, not {times:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_the_log_is_a_way_to_its_instant() {
    let lab = Lab::open(Look::default()).await;
    let times = times(&lab).await;
    for index in [0, 4, 2] {
        let script = "document.querySelectorAll('[data-testid=log] button')[arguments[0]].click();
            return Math.round(parseFloat(document.querySelectorAll('[data-testid=log] .when')[arguments[0]].textContent) * 1000);";
        let time = lab
            .execute(script, vec![json!(index)])
            .await
            .expect("there is a line");
        let time = time.json().as_i64().expect("a time");
        assert!(times.contains(&time));
        lab.value_is("playhead", time).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_minute_in_a_hidden_tab_is_not_played() {
    let lab = Lab::open(Look::default()).await;
    watch(&lab).await;
    lab.click("play").await;
    lab.wait("seen.at(-1) > 200 && seen.at(-1) < 5000").await;
    // No frame is shown meanwhile, and all clocks go on.
    lab.execute(
        "for (const clock of [Date, performance]) {
            const now = clock.now.bind(clock);
            clock.now = () => now() + 60000;
         }
         window.left = seen.length;",
        vec![],
    )
    .await
    .expect("it runs");
    lab.wait("seen.length > left + 1").await;
    let step = lab.value("seen[left] - seen[left - 1]").await;
    assert!(step.as_i64().is_some_and(|step| step <= 1000), "{step} ms");
    assert!(is_playing(&lab).await);
}
