//! What a learner keeps and tries: saved scenarios, the last attempt beside the present one,
//! challenges passed by hand, questions answered rightly and wrongly, and both languages.

use e2e::{Key, Lab, Look, Pointer};
use serde_json::json;

async fn course(rest: &str) -> Lab {
    Lab::open_at(Look::default(), &format!("course.html#{rest}")).await
}

async fn save(lab: &Lab, name: &str) {
    lab.fill("save-name", name).await;
    lab.click("save").await;
}

async fn open_list(lab: &Lab) {
    lab.wait("document.querySelector('[data-testid=saved]')")
        .await;
    lab.value("document.querySelector('[data-testid=saved]').open = true")
        .await;
}

async fn said(lab: &Lab, words: &str) {
    let words = json!(words);
    lab.wait(&format!(
        "document.querySelector('[data-testid=saved-said]').textContent.includes({words})"
    ))
    .await;
}

/// The names in the list.
async fn names_are(lab: &Lab, names: &[&str]) {
    let names = json!(names);
    lab.wait(&format!(
        "JSON.stringify([...document.querySelectorAll('.saved-name')].map(n => n.textContent))
            === JSON.stringify({names})"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scenario_is_saved_here_and_loaded_there() {
    let lab = Lab::open_at(Look::default(), "lab.html").await;
    open_list(&lab).await;
    save(&lab, "").await;
    said(&lab, "Give it a name first").await;
    lab.click("fence-switch").await;
    lab.wait_text("verdict", "Fenced").await;
    save(&lab, "fenced <b>and bold</b>").await;
    said(&lab, "Saved as “fenced <b>and bold</b>”.").await;
    // Markup of a name is text.
    assert!(
        lab.value("document.querySelector('.saved b') === null")
            .await
            == true
    );
    lab.fill("lock.ttl_ms", "20").await;
    lab.wait_text("verdict", "Safe").await;
    save(&lab, "twenty").await;
    save(&lab, "twenty").await;
    said(&lab, "There is one of this name already.").await;
    names_are(&lab, &["fenced <b>and bold</b>", "twenty"]).await;
    lab.is_accessible().await;
    // The course has the same list, and Enter saves, too.
    lab.visit("course.html#lesson=pause&part=run").await;
    open_list(&lab).await;
    names_are(&lab, &["fenced <b>and bold</b>", "twenty"]).await;
    lab.click("load-1").await;
    lab.wait_text("verdict", "Safe").await;
    lab.click("load-0").await;
    lab.wait_text("verdict", "Fenced").await;
    said(&lab, "is on the stage").await;
    lab.focus("save-name").await;
    // None of these letters is a key of the stage.
    lab.keys("r n 1").await;
    lab.press(Key::Enter).await;
    names_are(&lab, &["fenced <b>and bold</b>", "twenty", "r n 1"]).await;
    assert!(
        lab.value("location.hash")
            .await
            .as_str()
            .is_some_and(|hash| hash.contains("part=run"))
    );
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_saved_scenario_gets_another_name_and_is_deleted_and_brought_back() {
    let lab = Lab::open_at(Look::default(), "lab.html").await;
    open_list(&lab).await;
    save(&lab, "one").await;
    save(&lab, "two").await;
    lab.click("rename-0").await;
    lab.wait("document.activeElement?.dataset.testid === 'other-name'")
        .await;
    lab.value("document.activeElement.select()").await;
    lab.keys("two").await;
    lab.press(Key::Enter).await;
    said(&lab, "There is one of this name already.").await;
    lab.value("document.querySelector('[data-testid=other-name]').select()")
        .await;
    lab.keys("first").await;
    lab.click("take").await;
    said(&lab, "It is called “first” now.").await;
    names_are(&lab, &["first", "two"]).await;
    lab.click("delete-0").await;
    names_are(&lab, &["two"]).await;
    lab.click("back").await;
    names_are(&lab, &["first", "two"]).await;
    lab.visit("lab.html").await;
    open_list(&lab).await;
    names_are(&lab, &["first", "two"]).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_entry_says_so_and_the_others_stay() {
    let lab = Lab::open_at(Look::default(), "lab.html").await;
    open_list(&lab).await;
    save(&lab, "whole").await;
    names_are(&lab, &["whole"]).await;
    lab.value(
        "(() => {
            const whole = localStorage.getItem('fencelab.saved');
            const damaged = whole.slice(0, 2) + (whole[2] === 'x' ? 'y' : 'x') + whole.slice(3);
            localStorage.setItem('fencelab.saved',
                damaged.replace('whole', 'broken') + '\\n' + whole + '\\nnonsense\\n');
        })()",
    )
    .await;
    lab.visit("lab.html").await;
    open_list(&lab).await;
    names_are(&lab, &["broken", "whole", "(no name)"]).await;
    let told = "document.querySelectorAll('.saved-list .error').length";
    assert_eq!(lab.value(told).await, 2);
    assert!(!lab.has("load-0").await && lab.has("load-1").await);
    lab.is_accessible().await;
    lab.click("delete-0").await;
    names_are(&lab, &["whole", "(no name)"]).await;
    // And no more than there is room for.
    for number in 0..22 {
        save(&lab, &format!("more {number}")).await;
        said(&lab, &format!("Saved as “more {number}”.")).await;
    }
    save(&lab, "one too many").await;
    said(&lab, "There are 24 already").await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_kept_the_page_says_so_and_works() {
    let lab = Lab::idle(Look::default()).await;
    let denied = "Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('denied', 'SecurityError'); } });";
    lab.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({"source": denied}),
    )
    .await;
    lab.visit("lab.html").await;
    open_list(&lab).await;
    assert!(
        lab.text("saved")
            .await
            .contains("does not let the page keep anything")
    );
    save(&lab, "for now").await;
    names_are(&lab, &["for now"]).await;
    lab.fill("lock.ttl_ms", "20").await;
    lab.wait_text("verdict", "Safe").await;
    lab.click("load-0").await;
    lab.wait_text("verdict", "Broken").await;
    // The link holds it all the same.
    lab.click("fence-switch").await;
    lab.wait_text("verdict", "Fenced").await;
    lab.click("stage-link").await;
    lab.wait_text("verdict", "Fenced").await;
    lab.visit("course.html#lesson=pause&part=make").await;
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement]:not(.passed)')")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_attempt_stands_beside_the_present_one() {
    let lab = course("lesson=ttl&part=make").await;
    lab.wait("document.querySelector('[data-testid=check]')")
        .await;
    let seen = "document.querySelector('[data-testid=compare]').offsetParent !== null";
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement]:not(.passed)')")
        .await;
    assert_eq!(lab.value(seen).await, false, "there is only one attempt");
    lab.pull(Pointer::Mouse, "handle-lease-end", 8.0).await;
    lab.wait_text("verdict", "Safe").await;
    let verdicts = "[...document.querySelectorAll('[data-testid=side-verdict]')]
        .map(v => v.textContent).join()";
    lab.wait(&format!("({verdicts}) === 'Broken,Safe'")).await;
    let rows = "document.querySelectorAll('[data-testid=differences] tbody tr').length";
    assert_eq!(lab.value(rows).await, 1);
    assert!(lab.text("differences").await.contains("10\u{a0}s"));
    // Side by side where there is room.
    let sides =
        "[...document.querySelectorAll('.compare .side')].map(s => s.getBoundingClientRect().top)";
    let tops = lab.value(sides).await;
    assert_eq!(tops[0], tops[1]);
    let drawn =
        "[...document.querySelectorAll('.compare svg')].every(s => s.childElementCount > 20)";
    assert_eq!(lab.value(drawn).await, true);
    lab.is_accessible().await;
    // It is kept with its challenge.
    lab.visit("course.html#lesson=ttl&part=make").await;
    lab.wait_text("verdict", "Broken").await;
    lab.click("challenge-1").await;
    lab.frames().await;
    assert_eq!(lab.value(seen).await, false, "another challenge");
    lab.click("challenge-0").await;
    lab.pull(Pointer::Mouse, "handle-lease-end", 8.0).await;
    lab.wait(&format!("({verdicts}) === 'Broken,Safe'")).await;
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement].passed')")
        .await;
    // What was checked is now the last attempt, so it is compared with the one before.
    lab.wait(&format!("({verdicts}) === 'Broken,Safe'")).await;
    lab.click("last").await;
    lab.wait_text("verdict", "Broken").await;
    lab.wait(&format!("({verdicts}) === 'Safe,Broken'")).await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_attempts_stand_one_below_the_other_on_a_phone() {
    let look = Look::default().size(320, 640).language("ja").dark();
    let lab = Lab::open_at(look, "course.html#lesson=two-purposes&part=make").await;
    lab.wait("document.querySelector('[data-testid=check]')")
        .await;
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement]')")
        .await;
    lab.pull(Pointer::Touch, "handle-lease-end", 5.0).await;
    lab.wait_text("verdict", "安全").await;
    let sides =
        "[...document.querySelectorAll('.compare .side')].map(s => s.getBoundingClientRect().top)";
    let tops = lab.value(sides).await;
    assert!(tops[0].as_f64() < tops[1].as_f64(), "{tops}");
    assert_eq!(lab.value("document.documentElement.scrollWidth").await, 320);
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

/// Each by pulling one handle with the mouse: the lesson, the challenge, the handle, how far.
const BY_HAND: [(&str, usize, &str, f64, &str); 4] = [
    ("two-purposes", 0, "handle-lease-end", 5.0, "Safe"),
    ("pause", 1, "handle-thinking-2-2", 7.0, "Lucky"),
    ("ttl", 0, "handle-lease-end", 8.0, "Safe"),
    ("idempotency", 0, "handle-window-end", 10.0, "Deduplicated"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_are_passed_by_pulling_a_handle() {
    let lab = course("lesson=pause&part=make").await;
    for (lesson, challenge, handle, seconds, verdict) in BY_HAND {
        lab.visit(&format!("course.html#lesson={lesson}&part=make"))
            .await;
        lab.click(&format!("challenge-{challenge}")).await;
        lab.click("check").await;
        lab.wait("document.querySelector('[data-testid=judgement]:not(.passed)')")
            .await;
        lab.pull(Pointer::Mouse, handle, seconds).await;
        lab.wait_text("verdict", verdict).await;
        lab.click("check").await;
        lab.wait("document.querySelector('[data-testid=judgement].passed')")
            .await;
        let mark = format!("challenge-{challenge}");
        assert!(lab.text(&mark).await.ends_with('✓'), "{lesson}");
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_answer_and_a_right_one_each_show_every_reason() {
    let lab = course("lesson=ttl").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    lab.click("choose-0").await;
    lab.wait_text("answer", "It happens otherwise. The run goes on above.")
        .await;
    let marked = "[...document.querySelectorAll('.reason')].map(r =>
        (r.classList.contains('right') ? 'right' : 'wrong') + (r.querySelector('em') ? ' mine' : ''))";
    assert_eq!(
        lab.value(marked).await,
        json!(["wrong mine", "wrong", "right", "wrong"])
    );
    lab.click("to-end").await;
    lab.wait_text("verdict", "Safe").await;
    // The second question, rightly, by its number.
    lab.click("question-1").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    lab.focus("choose-0").await;
    lab.keys("1").await;
    lab.wait_text("answer", "You predicted it. The run goes on above.")
        .await;
    assert_eq!(
        lab.value(marked).await,
        json!(["right mine", "wrong", "wrong", "wrong"])
    );
    lab.click("to-end").await;
    lab.wait_text("verdict", "Broken").await;
    // Only the first answer to a question counts.
    lab.click("part-0").await;
    lab.wait("document.querySelector('[data-testid=choose-2]')")
        .await;
    lab.click("choose-2").await;
    lab.wait_text("answer", "You predicted it. The run goes on above.")
        .await;
    let kept = lab.value("localStorage.getItem('fencelab.course')").await;
    assert_eq!(kept, "ttl.0.0+ttl.1.0");
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_language_changes_in_an_open_question_and_the_question_stays_open() {
    let lab = course("lesson=ttl").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    lab.click("choose-1").await;
    lab.click("question-1").await;
    lab.wait("document.querySelector('[data-testid=choose-3]')")
        .await;
    let at = lab.value_of("playhead").await;
    lab.click("language").await;
    lab.wait(
        "document.querySelector('[data-testid=question]').textContent.includes('クライアント1')",
    )
    .await;
    assert_eq!(lab.value_of("playhead").await, at);
    let hidden = "document.querySelector('[data-testid=verdict]').offsetParent === null";
    assert_eq!(lab.value(hidden).await, true);
    assert_eq!(
        lab.value("document.querySelectorAll('.choice').length")
            .await,
        4
    );
    lab.click("choose-0").await;
    lab.wait("document.querySelector('[data-testid=answer]')?.textContent.includes('予想どおり')")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_language_changes_in_a_challenge_and_nothing_is_lost() {
    let lab = course("lesson=ttl&part=make").await;
    lab.click("challenge-1").await;
    lab.click("hint").await;
    lab.click("check").await;
    lab.wait("document.querySelector('[data-testid=judgement]')")
        .await;
    lab.fill("lock.ttl_ms", "11").await;
    lab.wait("document.querySelector('[data-testid=differences] tbody tr')")
        .await;
    let hash = lab.value("location.hash").await;
    lab.click("language").await;
    lab.wait("document.querySelector('[data-testid=judgement]').textContent.includes('判定のあとで変更')")
        .await;
    lab.wait("document.querySelector('[data-testid=\"challenge-1\"][aria-pressed=true]')")
        .await;
    assert_eq!(
        lab.value("document.querySelectorAll('.hint-told').length")
            .await,
        1
    );
    lab.field_is("lock.ttl_ms", "11 秒").await;
    assert!(lab.text("differences").await.contains("有効期間"));
    assert_eq!(lab.value("location.hash").await, hash);
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_letter_that_is_typed_into_a_field_is_no_key_of_the_lesson() {
    let lab = course("lesson=ttl&part=make").await;
    lab.wait("document.querySelector('[data-testid=check]')")
        .await;
    lab.focus("lock.ttl_ms").await;
    lab.keys("r").await;
    lab.frames().await;
    let hash = lab.value("location.hash").await;
    assert_eq!(hash, "#lesson=ttl&part=make");
    // On the stage it begins the lesson anew, for the next class.
    lab.focus("stage").await;
    lab.keys("r").await;
    lab.wait("document.querySelector('[data-testid=choose-0]')")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_term_of_the_running_course_leads_to_the_glossary() {
    let lab = course("lesson=pause").await;
    for lang in ["en", "ja"] {
        let glossary = format!("fetch('./learn/glossary.{lang}.html').then(r => r.text())");
        let script = format!("const done = arguments[0]; {glossary}.then(done);");
        let page = lab
            .execute_async(&script, vec![])
            .await
            .expect("it is there");
        let page = page.json().as_str().expect("a text").to_owned();
        let mut seen = 0;
        for lesson in fencelab::lesson::lessons() {
            let mut found = Vec::new();
            for part in ["predict", "run", "investigate", "change", "make"] {
                let id = lesson.id;
                lab.value(&format!(
                    "location.hash = '#lesson={id}&part={part}&lang={lang}'"
                ))
                .await;
                lab.wait(&format!("location.hash === '#lesson={id}&part={part}'"))
                    .await;
                lab.frames().await;
                let links = "[...document.querySelectorAll('.stage a.term')].map(a => a.getAttribute('href'))";
                let links = lab.value(links).await;
                let links = links.as_array().cloned().unwrap_or_default();
                found.extend(
                    links
                        .iter()
                        .filter_map(|link| link.as_str().map(str::to_owned)),
                );
            }
            assert!(!found.is_empty(), "{} {lang}", lesson.id);
            for link in found {
                let (file, id) = link.split_once('#').expect("a place");
                assert_eq!(file, format!("./learn/glossary.{lang}.html"));
                assert!(page.contains(&format!("id=\"{id}\"")), "{link}");
                seen += 1;
            }
        }
        assert!(seen >= 20, "{lang}: {seen}");
    }
    lab.console_is_clean().await;
}
