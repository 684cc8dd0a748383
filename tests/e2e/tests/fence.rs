//! The fence, switched on and off.

use e2e::{Key, Lab, Look};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_refuses_the_older_token_and_says_so_everywhere() {
    let lab = Lab::open(Look::default()).await;
    lab.attribute_is("fence-switch", "aria-checked", "false")
        .await;
    lab.wait_text("diagram", "no fence").await;
    assert!(!lab.text("diagram").await.contains('<'));
    lab.click("fence-switch").await;
    lab.attribute_is("fence-switch", "aria-checked", "true")
        .await;
    lab.shows("verdict", "Fenced").await;
    lab.wait_text("sentence", "token 33 is older than 34").await;
    lab.wait_text("diagram", "33 < 34").await;
    lab.wait_text("log", "33 < 34").await;
    lab.attribute_is("diagram", "aria-label", "Time-space diagram: Fenced")
        .await;
    // The record keeps Client 2's data, and the line that compares is lit.
    lab.wait_text("state", "34").await;
    let lit = "document.querySelector('[data-testid=code] .code-ok')?.textContent";
    lab.wait(&format!("{lit}.includes('token < highest')"))
        .await;
    lab.click("fence-switch").await;
    lab.attribute_is("fence-switch", "aria-checked", "false")
        .await;
    lab.shows("verdict", "Broken").await;
    lab.wait_text("diagram", "no fence").await;
    for part in ["diagram", "log"] {
        let text = lab.text(part).await;
        assert!(
            !text.contains("33 < 34") && !text.contains("33\u{a0}<"),
            "{text}"
        );
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_switches_it_where_time_runs_down() {
    let lab = Lab::open(Look::default().size(320, 800)).await;
    lab.focus("fence-switch").await;
    lab.keys(" ").await;
    lab.shows("verdict", "Fenced").await;
    lab.wait_text("diagram", "33 < 34").await;
    // The space did not start to play as well.
    lab.value_is("playhead", 20_000).await;
    lab.press(Key::Enter).await;
    lab.shows("verdict", "Broken").await;
}

/// What the log says from the eleventh second on.
async fn late_lines(lab: &Lab) -> Vec<String> {
    let read = "[...document.querySelectorAll('[data-testid=log] button')]
        .map(line => line.textContent.replaceAll('\\u00a0', ' '))
        .filter(line => /^11 s/.test(line))";
    let lines = lab.value(read).await;
    serde_json::from_value(lines).expect("lines are texts")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_of_exactly_ten_seconds_is_right() {
    // Client 1 wakes at 11 s, the instant at which Client 2 writes. Faults come first, so it
    // writes first, and its token 33 is still the highest that the resource has seen.
    let lab = Lab::open(Look::default()).await;
    lab.fill("field-pause", "10").await;
    lab.shows("verdict", "Lucky").await;
    let lines = late_lines(&lab).await;
    let place = |who: &str| {
        let writes = |line: &String| line.contains(who) && line.contains("writ");
        lines.iter().position(writes)
    };
    assert!(place("Client 1") < place("Client 2"), "{lines:#?}");
    assert!(place("Client 1").is_some(), "{lines:#?}");
    // What is accepted before anybody newer wrote passes any fence.
    lab.click("fence-switch").await;
    lab.shows("verdict", "Lucky").await;
    assert!(!lab.text("log").await.contains('<'));
    // A millisecond later the fence has something to refuse.
    lab.focus("handle-pause-end").await;
    lab.press_with(Key::Alt, Key::Right).await;
    lab.field_is("field-pause", "10.001 s").await;
    lab.shows("verdict", "Fenced").await;
    lab.wait_text("log", "33 < 34").await;
    lab.press_with(Key::Alt, Key::Left).await;
    lab.shows("verdict", "Lucky").await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_write_changes_nothing_but_the_story() {
    let lab = Lab::open(Look::default()).await;
    lab.click("fence-switch").await;
    lab.shows("verdict", "Fenced").await;
    // Pulled back, the late write is in time, and nothing is refused.
    lab.fill("field-pause", "5").await;
    lab.shows("verdict", "Safe").await;
    assert!(!lab.text("log").await.contains('<'));
    lab.attribute_is("fence-switch", "aria-checked", "true")
        .await;
    lab.more_times().await;
    lab.click("reset").await;
    lab.shows("verdict", "Broken").await;
    lab.attribute_is("fence-switch", "aria-checked", "false")
        .await;
}
