//! The course: asked at the right event, judged by the run, by keyboard alone, in both languages.

use e2e::{Key, Lab, Look};
use fencelab::lesson::lessons;

const LESSONS: [&str; 10] = [
    "two-purposes",
    "pause",
    "ttl",
    "clock-check",
    "redlock",
    "debate",
    "fencing",
    "edges",
    "idempotency",
    "layers",
];

/// Clicks what has the focus, as the Enter key does on a button.
async fn press_button(lab: &Lab, testid: &str) {
    lab.focus(testid).await;
    lab.press(Key::Enter).await;
}

const IS_SEEN: &str = "(e => e !== null && e.offsetParent !== null)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_a_question_is_open_nothing_tells_what_comes() {
    let lab = Lab::open_at(Look::default(), "course.html#lesson=pause").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    for hidden in ["verdict", "sentence", "log"] {
        let seen = format!("{IS_SEEN}(document.querySelector('[data-testid={hidden}]'))");
        assert_eq!(lab.value(&seen).await, false, "{hidden} is seen");
    }
    // Not even in a name, and nothing can be pulled to find out.
    let name = lab.attribute("diagram", "aria-label").await;
    assert!(!name.contains("Broken"), "{name}");
    let sliders = "document.querySelectorAll('[data-testid^=handle-]').length";
    assert_eq!(lab.value(sliders).await, 0);
    let drawn = lab
        .value("document.querySelector('[data-testid=diagram]').textContent")
        .await;
    let drawn = drawn.as_str().expect("a text").to_owned();
    assert!(drawn.contains("t3") && !drawn.contains("t4"), "{drawn}");
    // It stops where Client 1 is about to write.
    assert!(
        lab.attribute("playhead", "aria-valuetext")
            .await
            .starts_with("16")
    );
    lab.is_accessible().await;
    // A wrong choice, by its number: the run goes on and shows it.
    lab.focus("choose-0").await;
    lab.keys("2").await;
    lab.wait_text("answer", "It happens otherwise. The run goes on above.")
        .await;
    lab.click("to-end").await;
    lab.wait_text("verdict", "Broken").await;
    assert!(lab.has("handle-pause-end").await);
    lab.is_accessible().await;
    // For the next class.
    lab.focus("stage").await;
    lab.keys("r").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    lab.focus("choose-0").await;
    lab.keys("3").await;
    lab.wait_text("answer", "You predicted it. The run goes on above.")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_lesson_from_start_to_end_by_keyboard_alone() {
    let lab = Lab::open_at(Look::default(), "course.html").await;
    for (place, lesson) in LESSONS.iter().enumerate() {
        press_button(&lab, &format!("lesson-{place}")).await;
        lab.wait(&format!("location.hash.includes('lesson={lesson}&')"))
            .await;
        let mut question = 0;
        loop {
            lab.wait("document.querySelector('[data-testid=choose-0]')")
                .await;
            lab.focus("choose-0").await;
            lab.keys("1").await;
            lab.wait("document.querySelector('[data-testid=answer]')")
                .await;
            question += 1;
            let next = format!("question-{question}");
            if !lab.has(&next).await {
                break;
            }
            press_button(&lab, &next).await;
        }
        for part in 1..=4 {
            press_button(&lab, &format!("part-{part}")).await;
            lab.wait(&format!(
                "document.querySelector('[data-testid=part-{part}][aria-current=step]')"
            ))
            .await;
            let looks = lab
                .value("[...document.querySelectorAll('.look')].map(l => l.dataset.testid)")
                .await;
            for look in looks.as_array().cloned().unwrap_or_default() {
                let look = look.as_str().expect("a text").to_owned();
                press_button(&lab, &look).await;
                lab.wait(&format!(
                    "document.querySelector('[data-testid={look}][aria-pressed=true]')"
                ))
                .await;
            }
        }
        // An attempt that changes nothing does not pass; then hints, and the answer, which does.
        let challenges = lab
            .value("document.querySelectorAll('[data-testid^=challenge-]:not(h3)').length")
            .await;
        for challenge in 0..challenges.as_i64().expect("a number") {
            press_button(&lab, &format!("challenge-{challenge}")).await;
            press_button(&lab, "check").await;
            lab.wait("document.querySelector('[data-testid=judgement]:not(.passed)')")
                .await;
            while lab.has("hint").await {
                press_button(&lab, "hint").await;
            }
            press_button(&lab, "solution").await;
            press_button(&lab, "check").await;
            lab.wait("document.querySelector('[data-testid=judgement].passed')")
                .await;
        }
        lab.is_accessible().await;
    }
    // All of it is remembered, and can be sent along.
    let count = lessons().len();
    let done = format!(
        "document.querySelectorAll('.course-list button').length === {count}
        && [...document.querySelectorAll('.course-list button')].every(b => b.textContent.endsWith('✓'))"
    );
    lab.wait(&done).await;
    press_button(&lab, "progress").await;
    lab.wait("location.hash.includes('done=')").await;
    let hash = lab.value("location.hash").await;
    lab.value("localStorage.clear()").await;
    lab.visit(&format!("course.html{}", hash.as_str().expect("a text")))
        .await;
    lab.wait(&done).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_passed_by_real_drags() {
    let lab = Lab::open_at(Look::default(), "course.html#lesson=pause&part=make").await;
    // The second one: the same pause, no damage. Client 2 thinks longer before it writes.
    lab.click("challenge-1").await;
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement]:not(.passed)')")
        .await;
    let handle = lab.find("handle-thinking-2-2").await;
    handle.scroll_into_view().await.expect("it is there");
    lab.mouse_drag(&handle, 330, 0, 8).await;
    lab.wait_text("verdict", "Lucky").await;
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement].passed')")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_language_changes_in_the_middle_and_nothing_is_lost() {
    let lab = Lab::open_at(Look::default(), "course.html#lesson=debate").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    lab.click("choose-0").await;
    lab.wait("document.querySelector('[data-testid=answer]')")
        .await;
    let english = lab.text("lesson-title").await;
    lab.click("language").await;
    lab.wait("document.documentElement.lang === 'ja'").await;
    assert_ne!(lab.text("lesson-title").await, english);
    assert!(lab.has("answer").await, "the answer stays");
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_names_nothing_says_so() {
    let lab = Lab::open_at(Look::default(), "course.html#lesson=clocks&part=make").await;
    lab.wait(
        "document.querySelector('.lessons .notice').textContent.includes('no lesson “clocks”')",
    )
    .await;
    lab.value("location.hash = '#lesson=ttl&part=ride'").await;
    lab.wait("document.querySelector('.lessons .notice').textContent.includes('no part “ride”')")
        .await;
    lab.wait("document.querySelector('[data-testid=lesson-title]').textContent.includes('TTL')")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_chooser_names_layers_and_proves_what_stays_open() {
    let lab = Lab::open_at(
        Look::default(),
        "course.html#lesson=layers&part=investigate",
    )
    .await;
    lab.wait("document.querySelector('[data-testid=layers]')")
        .await;
    lab.value("(() => { const s = document.querySelector('#choose-cost'); s.value = '1'; s.dispatchEvent(new Event('change', { bubbles: true })); })()").await;
    lab.wait("document.querySelectorAll('[data-testid=layers] li').length >= 3")
        .await;
    lab.click("proof-1").await;
    lab.wait_text("verdict", "Broken").await;
    // Attack the design on the stage: the smallest run that fails is put there.
    lab.click("part-4").await;
    lab.click("chaos-go").await;
    lab.wait("document.querySelector('[data-testid=chaos-show].main')")
        .await;
    lab.click("chaos-show").await;
    lab.wait_text("verdict", "Broken").await;
    // The debate is settled by search, within the lesson.
    lab.click("lesson-5").await;
    lab.click("part-2").await;
    lab.holds_within(
        "document.querySelector('[data-testid=cell-1-1] b')?.textContent === 'Broken'",
        std::time::Duration::from_mins(1),
    )
    .await
    .expect("the matrix is decided");
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_whole_on_a_phone_in_japanese() {
    let lab = Lab::open_at(
        Look::default().size(320, 640).language("ja").dark(),
        "course.html#lesson=edges",
    )
    .await;
    for part in 0..5 {
        lab.click(&format!("part-{part}")).await;
        assert_eq!(lab.value("document.documentElement.scrollWidth").await, 320);
        lab.is_accessible().await;
    }
    lab.console_is_clean().await;
}
