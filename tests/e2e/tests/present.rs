//! At a projector: present mode, keys and clickers, the speaker's window.

use e2e::{Key, Lab, Look};

const QUESTION: &str = "document.querySelector('[data-testid=choose-0]')";
const PRESENTING: &str = "document.documentElement.classList.contains('presenting')";

fn room() -> Look {
    Look::default().size(1280, 720)
}

/// The course at lesson 2, presenting, with the question on the screen.
async fn lecture(look: Look) -> Lab {
    let lab = Lab::open_at(look, "course.html#lesson=pause").await;
    lab.wait(QUESTION).await;
    lab.keys("f").await;
    lab.wait(&format!("{PRESENTING} && document.fullscreenElement"))
        .await;
    lab
}

/// Where the playhead stands, in milliseconds.
async fn playhead(lab: &Lab) -> i64 {
    let now = lab.attribute("playhead", "aria-valuenow").await;
    now.parse().expect("a number")
}

async fn wait_playhead(lab: &Lab, at: i64) {
    lab.wait(&format!(
        "document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow') === '{at}'"
    ))
    .await;
}

/// Which choice is marked, from 0; none: -1.
fn marked(place: i32) -> String {
    format!(
        "[...document.querySelectorAll('.choice')].findIndex(c => c.getAttribute('aria-current') === 'true') === {place}"
    )
}

/// The whole screen is used, nothing is beside it, and the verdict is large.
async fn fits(lab: &Lab, has_verdict: bool) {
    let (width, height) = (
        lab.value("innerWidth").await.as_f64().expect("a number"),
        lab.value("innerHeight").await.as_f64().expect("a number"),
    );
    let root = "document.documentElement";
    assert_eq!(lab.value(&format!("{root}.scrollWidth")).await, width);
    assert_eq!(lab.value(&format!("{root}.scrollHeight")).await, height);
    for hidden in [
        ".foot", ".drawer", ".log", ".top nav", ".benches", ".lessons",
    ] {
        let seen = format!("document.querySelector('{hidden}')?.checkVisibility() ?? false");
        assert_eq!(lab.value(&seen).await, false, "{hidden} is seen");
    }
    let inside = "(() => {
        const board = document.querySelector('.board').getBoundingClientRect();
        const picture = document.querySelector('.board svg').getBoundingClientRect();
        return picture.bottom <= board.bottom + 1 && picture.right <= board.right + 1
            && board.bottom <= innerHeight && picture.width > board.width * 0.95;
    })()";
    lab.wait(inside).await;
    // No part of the stage lies over another one.
    let over = "(() => {
        const parts = [...document.querySelectorAll('.stage > *')].filter(part =>
            part.checkVisibility() && getComputedStyle(part).position === 'static'
            || part.classList.contains('board'));
        const areas = parts.map(part => part.getBoundingClientRect());
        return areas.flatMap((a, i) => areas.slice(i + 1)
            .filter(b => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            .map(_ => parts[i].className));
    })()";
    assert_eq!(lab.value(over).await, serde_json::json!([]));
    let work = "(w => w === null || w.scrollHeight <= w.clientHeight + 1)(document.querySelector('.lesson-work'))";
    assert_eq!(
        lab.value(work).await,
        true,
        "the words beside the picture fit"
    );
    if has_verdict {
        let size = "parseFloat(getComputedStyle(document.querySelector('[data-testid=verdict]')).fontSize)";
        let size = lab.value(size).await.as_f64().expect("a number");
        assert!(size >= 28.0, "{size} px");
    }
}

async fn speaker_window(lab: &Lab) {
    let windows = lab.windows().await.expect("there are windows");
    let last = windows.last().expect("there is one").clone();
    lab.switch_to_window(last).await.expect("it is there");
}

async fn audience_window(lab: &Lab) {
    let windows = lab.windows().await.expect("there are windows");
    let first = windows.first().expect("there is one").clone();
    lab.switch_to_window(first).await.expect("it is there");
}

async fn wait_windows(lab: &Lab, count: usize) {
    let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while lab.windows().await.expect("there are windows").len() != count {
        assert!(
            std::time::Instant::now() < end,
            "there are not {count} windows"
        );
        lab.frames().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_fills_every_projector_in_both_themes() {
    for (width, height) in [(1280, 720), (1920, 1080), (1024, 768)] {
        for look in [Look::default(), Look::default().dark().language("ja")] {
            let lab = Lab::open_at(look.size(width, height), "lab.html").await;
            lab.keys("f").await;
            lab.wait(PRESENTING).await;
            fits(&lab, true).await;
            lab.is_accessible().await;
            lab.keys("f").await;
            lab.visit("course.html#lesson=pause").await;
            lab.wait(QUESTION).await;
            lab.keys("f").await;
            fits(&lab, false).await;
            lab.is_accessible().await;
            lab.keys("?").await;
            lab.wait("document.querySelector('[data-testid=help]').open")
                .await;
            lab.is_accessible().await;
            lab.press(Key::Escape).await;
            lab.wait("!document.querySelector('[data-testid=help]').open")
                .await;
            lab.keys("1").await;
            lab.wait("document.querySelector('[data-testid=answer]')")
                .await;
            lab.press(Key::End).await;
            fits(&lab, true).await;
            lab.is_accessible().await;
            // A task of the last part, and a run to look at.
            lab.visit("course.html#lesson=fencing&part=make").await;
            lab.wait("document.querySelector('[data-testid=check]')")
                .await;
            lab.keys("f").await;
            lab.wait("document.querySelector('[data-testid=conditions]')")
                .await;
            fits(&lab, true).await;
            lab.visit("course.html#lesson=pause&part=investigate").await;
            lab.wait("document.querySelector('.look')").await;
            lab.keys("fn").await;
            lab.wait("document.querySelector('[data-testid=look-title]')")
                .await;
            fits(&lab, true).await;
            lab.console_is_clean().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_key_of_the_laboratory() {
    let lab = Lab::open_at(room(), "lab.html").await;
    lab.keys("f").await;
    lab.wait(PRESENTING).await;
    lab.press(Key::Home).await;
    wait_playhead(&lab, 0).await;
    for key in [Key::PageDown, Key::Right, Key::Down, Key::Space] {
        let before = playhead(&lab).await;
        lab.press(key).await;
        lab.wait(&format!("document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow') > {before}")).await;
    }
    lab.keys("n").await;
    for key in [Key::PageUp, Key::Left, Key::Up] {
        let before = playhead(&lab).await;
        lab.press(key).await;
        lab.wait(&format!("document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow') < {before}")).await;
    }
    let before = playhead(&lab).await;
    lab.keys("p").await;
    lab.wait(&format!(
        "document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow') < {before}"
    ))
    .await;
    // t3: the second client's write.
    lab.keys("3").await;
    wait_playhead(&lab, 11_000).await;
    lab.keys("1").await;
    wait_playhead(&lab, 1_000).await;
    lab.press(Key::End).await;
    // A handle that has the focus keeps its keys; let go of, it gives the focus back.
    lab.focus("handle-pause-end").await;
    let pause = lab.attribute("handle-pause-end", "aria-valuenow").await;
    lab.press(Key::Left).await;
    lab.wait(&format!("document.querySelector('[data-testid=handle-pause-end]').getAttribute('aria-valuenow') !== '{pause}'")).await;
    let handle = lab.find("handle-pause-end").await;
    lab.mouse_drag(&handle, -60, 0, 4).await;
    lab.wait("document.activeElement.id === 'stage'").await;
    lab.keys("r").await;
    lab.wait(&format!("document.querySelector('[data-testid=handle-pause-end]').getAttribute('aria-valuenow') === '{pause}'")).await;
    // Black, and back by any key, which does nothing else.
    let before = playhead(&lab).await;
    for blank in ["b", "."] {
        lab.keys(blank).await;
        lab.wait("document.querySelector('.blank')").await;
        lab.wait_text(
            "present-notice",
            "The screen is black. Any key brings it back.",
        )
        .await;
        lab.is_accessible().await;
        lab.press(Key::PageUp).await;
        lab.wait("!document.querySelector('.blank')").await;
        assert_eq!(playhead(&lab).await, before);
    }
    lab.press(Key::Escape).await;
    lab.wait(&format!("!{PRESENTING}")).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_buttons_and_the_blank_key_go_through_lesson_two() {
    let lab = lecture(room().reduced_motion()).await;
    // The class before: the story from its begin.
    lab.keys("r").await;
    wait_playhead(&lab, 0).await;
    lab.wait(&format!("!{QUESTION}")).await;
    let mut presses = 0;
    while !lab.has("choose-0").await {
        assert_eq!(
            lab.value("document.querySelector('[data-testid=verdict]').checkVisibility()")
                .await,
            false
        );
        lab.press(Key::PageDown).await;
        presses += 1;
        assert!(presses < 20, "the question comes");
    }
    assert!(presses > 3, "the story is told event by event");
    wait_playhead(&lab, 16_000).await;
    // Back, read the state again, and on.
    lab.press(Key::PageUp).await;
    lab.wait(&format!("!{QUESTION}")).await;
    lab.press(Key::PageDown).await;
    lab.wait(QUESTION).await;
    lab.wait(&marked(-1)).await;
    for place in [0, 1, 2, 3, 0] {
        lab.press(Key::PageDown).await;
        lab.wait(&marked(place)).await;
    }
    lab.press(Key::PageUp).await;
    lab.wait(&marked(-1)).await;
    for _ in 0..3 {
        lab.press(Key::PageDown).await;
    }
    lab.wait(&marked(2)).await;
    lab.wait_text(
        "marked",
        "Marked: 3 of 4. It is accepted, over Client 2’s data.",
    )
    .await;
    lab.is_accessible().await;
    lab.keys(".").await;
    lab.wait_text("answer", "You predicted it.").await;
    lab.wait_text("verdict", "Broken").await;
    // On: the next part, its runs, the change, the challenges, the next lesson; and back.
    lab.press(Key::PageDown).await;
    lab.wait("location.hash.includes('part=run')").await;
    lab.press(Key::PageUp).await;
    lab.wait("document.querySelector('[data-testid=answer]')")
        .await;
    lab.press(Key::PageDown).await;
    lab.wait("location.hash.includes('part=run')").await;
    lab.press(Key::PageDown).await;
    lab.wait_text("look-title", "A pause of 8 s").await;
    lab.wait_text("verdict", "Safe").await;
    for part in ["investigate", "change", "make"] {
        for _ in 0..8 {
            if lab
                .value(&format!("location.hash.includes('part={part}')"))
                .await
                == true
            {
                break;
            }
            lab.press(Key::PageDown).await;
        }
        lab.wait(&format!("location.hash.includes('part={part}')"))
            .await;
    }
    lab.wait_text("challenge-title", "A tenth of a second")
        .await;
    lab.press(Key::PageDown).await;
    lab.wait_text("challenge-title", "The same pause, no damage")
        .await;
    lab.press(Key::PageDown).await;
    lab.wait("location.hash.includes('lesson=ttl&part=predict')")
        .await;
    wait_playhead(&lab, 0).await;
    lab.press(Key::PageUp).await;
    lab.wait("location.hash.includes('lesson=pause&part=make')")
        .await;
    lab.wait_text("challenge-title", "The same pause, no damage")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn digits_choose_wherever_the_focus_is() {
    let lab = Lab::open_at(room(), "course.html#lesson=pause").await;
    lab.wait(QUESTION).await;
    assert_eq!(
        lab.value("document.activeElement === document.body").await,
        true
    );
    // In a field a digit is a digit.
    lab.focus("speed").await;
    lab.keys("2").await;
    lab.frames().await;
    assert!(lab.has("choose-0").await, "nothing was chosen");
    lab.value("document.activeElement.blur()").await;
    // A number that is no choice's, and 0, choose nothing.
    lab.keys("90").await;
    lab.frames().await;
    assert!(lab.has("choose-0").await);
    // Without present mode a page scrolls by its keys; n, p and the blank key are free.
    let before = lab.value("scrollY").await;
    lab.press(Key::PageDown).await;
    lab.wait(&format!("scrollY > {before}")).await;
    lab.wait(&marked(-1)).await;
    lab.keys("nn").await;
    lab.wait(&marked(1)).await;
    lab.keys("p").await;
    lab.wait(&marked(0)).await;
    lab.focus("stage").await;
    lab.press(Key::PageDown).await;
    lab.wait(&marked(1)).await;
    lab.is_accessible().await;
    lab.keys("b").await;
    lab.wait_text("answer", "It happens otherwise.").await;
    lab.focus("stage").await;
    lab.keys("r").await;
    lab.wait(QUESTION).await;
    lab.value("document.activeElement.blur()").await;
    lab.keys("3").await;
    lab.wait_text("answer", "You predicted it.").await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_gives_layout_and_focus_back() {
    let lab = Lab::open_at(room(), "lab.html").await;
    let width = "document.querySelector('[data-testid=diagram]').getBoundingClientRect().width";
    let before = lab.value(width).await;
    lab.focus("add-client").await;
    lab.keys("f").await;
    lab.wait(PRESENTING).await;
    lab.wait("document.activeElement.id === 'stage'").await;
    lab.press(Key::Escape).await;
    lab.wait(&format!("!{PRESENTING}")).await;
    assert_eq!(lab.focused().await, "add-client");
    lab.wait(&format!("{width} === {before}")).await;
    lab.wait("document.querySelector('.board').getAttribute('style') === ''")
        .await;
    // By its button, and by the key again; the large screen goes with it, where there is one.
    lab.click("present").await;
    lab.wait(PRESENTING).await;
    lab.shows("present", "Leave").await;
    lab.keys("F").await;
    lab.wait(&format!("!{PRESENTING} && !document.fullscreenElement"))
        .await;
    lab.shows("present", "Present").await;
    // A page that is not let on the whole screen is presented all the same.
    lab.value(
        "(Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('no')), 0)",
    )
    .await;
    lab.keys("f").await;
    lab.wait(PRESENTING).await;
    fits(&lab, true).await;
    // When the browser takes it off the screen, present mode ends.
    lab.value("(document.dispatchEvent(new Event('fullscreenchange')), 0)")
        .await;
    lab.wait(&format!("!{PRESENTING}")).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_speaker_knows_the_answer_first_and_both_stay_in_step() {
    let lab = lecture(room().reduced_motion()).await;
    lab.keys("s").await;
    wait_windows(&lab, 2).await;
    speaker_window(&lab).await;
    lab.wait_text("speaker-contact", "In step with the audience’s window.")
        .await;
    lab.wait_text("speaker-where", "2. The pause · Predict")
        .await;
    lab.wait_text("speaker-where", "Broken (the audience does not see it yet)")
        .await;
    lab.wait("document.querySelectorAll('[data-testid=speaker-answer] li').length === 4")
        .await;
    lab.wait("document.querySelector('[data-testid=speaker-answer] .right').textContent.includes('It arrives last, so it stands.')").await;
    lab.wait_text("speaker-answer", "The lock service does not lie on its way")
        .await;
    lab.wait_text(
        "speaker-notes",
        "In a class of 45 minutes, from minute 5 to 15:",
    )
    .await;
    lab.wait_text(
        "speaker-notes",
        "Which figure, then, should an engineer ask for",
    )
    .await;
    lab.wait_text("speaker-next", "after the answer:").await;
    lab.is_accessible().await;
    // Steered from here: the mark, and the choice.
    for _ in 0..3 {
        lab.click("speaker-on").await;
    }
    lab.wait_text("speaker-blank", "Choose the marked answer")
        .await;
    lab.wait("document.querySelector('[data-testid=speaker-answer] .marked').textContent.startsWith('3.')").await;
    audience_window(&lab).await;
    lab.wait(&marked(2)).await;
    assert!(lab.has("choose-0").await, "the audience has not answered");
    // The browser has taken the page off the whole screen for the new window; it is presented.
    lab.wait(PRESENTING).await;
    speaker_window(&lab).await;
    lab.click("speaker-blank").await;
    lab.wait_text("speaker-blank", "Black screen").await;
    lab.click("speaker-blank").await;
    lab.wait_text("speaker-where", "The audience’s screen is black.")
        .await;
    audience_window(&lab).await;
    lab.wait("document.querySelector('.blank')").await;
    lab.keys("n").await;
    lab.wait("!document.querySelector('.blank')").await;
    lab.wait_text("answer", "You predicted it.").await;
    // Steered from there.
    lab.press(Key::PageDown).await;
    lab.wait("location.hash.includes('part=run')").await;
    lab.wait(&format!("{PRESENTING} && document.fullscreenElement"))
        .await;
    speaker_window(&lab).await;
    lab.wait_text("speaker-where", "2. The pause · Run").await;
    lab.wait_text("speaker-next", "Investigate · A pause of 8 s")
        .await;
    // By the keys of a clicker, too.
    lab.press(Key::PageDown).await;
    lab.wait_text("speaker-where", "2. The pause · Investigate")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_window_may_close_and_come_back() {
    let lab = Lab::open_at(room().dark().language("ja"), "lab.html").await;
    lab.keys("s").await;
    wait_windows(&lab, 2).await;
    speaker_window(&lab).await;
    lab.wait_text("speaker-contact", "連動しています").await;
    lab.wait("document.documentElement.lang === 'ja'").await;
    let dark = serde_json::json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    lab.devtools("Emulation.setEmulatedMedia", dark).await;
    lab.wait("matchMedia('(prefers-color-scheme: dark)').matches")
        .await;
    lab.is_accessible().await;
    let address = lab.current_url().await.expect("it has an address");
    lab.close_window().await.expect("it closes");
    audience_window(&lab).await;
    // Alone the audience's window goes on; then the speaker's comes back and catches up.
    lab.keys("f3").await;
    wait_playhead(&lab, 11_000).await;
    lab.keys("s").await;
    wait_windows(&lab, 2).await;
    speaker_window(&lab).await;
    lab.wait_text("speaker-where", "11").await;
    assert_eq!(lab.current_url().await.expect("it has an address"), address);
    // The audience's page is loaded again: the same lecture.
    audience_window(&lab).await;
    lab.refresh().await.expect("it loads");
    lab.wait(e2e::MOUNTED).await;
    lab.keys("f1").await;
    wait_playhead(&lab, 1_000).await;
    speaker_window(&lab).await;
    lab.wait_text("speaker-contact", "連動しています").await;
    lab.click("speaker-on").await;
    audience_window(&lab).await;
    lab.wait(
        "document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow') > 1000",
    )
    .await;
    // What is no message is none.
    lab.value("(() => { const id = sessionStorage.getItem('fencelab.session');
        const wire = new BroadcastChannel(`fencelab-${id}`);
        for (const bad of ['next', 'fencelab.1 digit 77', 'fencelab.1 now 1 0 - zz', 7, null, {a: 1}, 'x'.repeat(300000)]) wire.postMessage(bad);
        wire.postMessage('fencelab.1 blank'); return 0; })()").await;
    lab.wait("document.querySelector('.blank')").await;
    lab.keys("b").await;
    // Gone for good, and the speaker is told.
    lab.console_is_clean().await;
    lab.close_window().await.expect("it closes");
    let windows = lab.windows().await.expect("there are windows");
    lab.switch_to_window(windows[0].clone())
        .await
        .expect("it is there");
    lab.wait_text("speaker-contact", "投影画面が閉じられました")
        .await;
    lab.console_is_clean().await;
    lab.goto(format!("{}lab.html?speaker=x", lab.site().url()))
        .await
        .expect("it loads");
    lab.wait_text("speaker-contact", "対応する投影画面がありません")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_channels_the_windows_talk_directly_and_a_blocked_one_is_told() {
    let lab = Lab::idle(room()).await;
    lab.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({"source": "delete window.BroadcastChannel"}),
    )
    .await;
    lab.visit("course.html#lesson=pause").await;
    lab.wait(e2e::MOUNTED).await;
    lab.wait(QUESTION).await;
    lab.value("(window.kept = window.open, window.open = () => null, 0)")
        .await;
    lab.keys("s").await;
    lab.wait_text(
        "present-notice",
        "The browser did not let the speaker window open.",
    )
    .await;
    lab.is_accessible().await;
    lab.value("(window.open = window.kept, 0)").await;
    lab.keys("s").await;
    wait_windows(&lab, 2).await;
    speaker_window(&lab).await;
    lab.wait_text("speaker-contact", "In step").await;
    lab.click("speaker-on").await;
    lab.wait_text("speaker-blank", "Choose the marked answer")
        .await;
    audience_window(&lab).await;
    lab.wait(&marked(0)).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_room_gets_the_address_as_a_code() {
    for page in ["lab.html", "course.html"] {
        let lab = Lab::open_at(room(), page).await;
        // Only while presenting.
        lab.focus("stage").await;
        lab.keys("q").await;
        lab.keys("fq").await;
        lab.wait("document.querySelector('[data-testid=code]').open")
            .await;
        lab.wait(
            "document.querySelector('[data-testid=code-address]').textContent === location.href",
        )
        .await;
        let drawn = "(() => { const box = document.querySelector('[data-testid=code-picture]').getBoundingClientRect(); return box.width > 300 && Math.abs(box.width - box.height) < 1 && box.bottom < innerHeight; })()";
        lab.wait(drawn).await;
        lab.is_accessible().await;
        lab.press(Key::PageDown).await;
        lab.wait("!document.querySelector('[data-testid=code]').open")
            .await;
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_of_keys_opens_and_closes() {
    let lab = Lab::open_at(room(), "lab.html").await;
    lab.focus("present").await;
    lab.keys("?").await;
    lab.wait("document.querySelector('[data-testid=help]').open")
        .await;
    lab.is_accessible().await;
    assert_eq!(
        lab.value("document.querySelectorAll('.present-keys dl > div').length")
            .await,
        11
    );
    lab.click("help-close").await;
    lab.wait("!document.querySelector('[data-testid=help]').open")
        .await;
    assert_eq!(lab.focused().await, "present");
    // A clicker closes it, too, and moves nothing.
    lab.keys("f").await;
    lab.press(Key::Home).await;
    wait_playhead(&lab, 0).await;
    lab.keys("?").await;
    lab.wait("document.querySelector('[data-testid=help]').open")
        .await;
    lab.press(Key::PageDown).await;
    lab.wait("!document.querySelector('[data-testid=help]').open")
        .await;
    assert_eq!(playhead(&lab).await, 0);
    lab.console_is_clean().await;
}
