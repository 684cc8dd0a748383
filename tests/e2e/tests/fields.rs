//! The same times without a picture: by typing, and by the buttons for less and more.

use e2e::{Key, Lab, Look};

const FIELDS: [(&str, &str, &str); 5] = [
    ("field-pause", "handle-pause-end", "15 s"),
    ("field-ttl", "handle-lease-end", "10 s"),
    ("field-pause-begin", "handle-pause-begin", "1 s"),
    ("field-arrival-2", "handle-arrival-2", "2 s"),
    ("field-thinking-1-2", "handle-thinking-1-2", "1 s"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_change_every_time_and_change_it_back() {
    let lab = Lab::open(Look::default()).await;
    lab.more_times().await;
    for (field, handle, shown) in FIELDS {
        lab.field_is(field, shown).await;
        let first = lab.value_of(handle).await;
        lab.click(&format!("{field}-more")).await;
        let more = lab.value_of(handle).await;
        assert!(more > first, "{field}: {first} to {more}");
        lab.click(&format!("{field}-less")).await;
        lab.value_is(handle, first).await;
        lab.field_is(field, shown).await;
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_alone_go_from_broken_to_safe() {
    let lab = Lab::open(Look::default()).await;
    while lab.value_of("handle-pause-end").await > 5000 {
        let before = lab.value_of("handle-pause-end").await;
        lab.click("field-pause-less").await;
        assert!(lab.value_of("handle-pause-end").await < before);
    }
    lab.shows("verdict", "Safe").await;
    // Less than the least that a pause can last is no pause at all: it stays.
    lab.fill("field-pause", "2 ms").await;
    for _ in 0..2 {
        lab.click("field-pause-less").await;
        lab.value_is("handle-pause-end", 1).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn times_are_typed_as_people_write_them() {
    let lab = Lab::open(Look::default()).await;
    for (typed, value, shown) in [
        ("5", 5000, "5 s"),
        ("5,5", 5500, "5.5 s"),
        ("12.25 s", 12_250, "12.25 s"),
        ("7秒", 7000, "7 s"),
        ("１２．５", 12_500, "12.5 s"),
        ("１５ 秒", 15_000, "15 s"),
        ("500 ms", 500, "0.5 s"),
    ] {
        lab.fill("field-pause", typed).await;
        lab.field_is("field-pause", shown).await;
        lab.value_is("handle-pause-end", value).await;
        lab.attribute_is("field-pause", "aria-invalid", "false")
            .await;
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_time_has_its_field() {
    let lab = Lab::open(Look::default()).await;
    lab.more_times().await;
    for (field, handle, _) in FIELDS {
        lab.fill(field, "4.5").await;
        lab.value_is(handle, 4500).await;
        lab.field_is(field, "4.5 s").await;
        let named = lab
            .value(&format!(
                "document.querySelector('label[for={field}]').textContent"
            ))
            .await;
        assert!(
            named.as_str().is_some_and(|name| !name.is_empty()),
            "{field}"
        );
        lab.click("reset").await;
        lab.field_is("field-pause", "15 s").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_time_is_explained_and_changes_nothing() {
    let lab = Lab::open(Look::default()).await;
    for (typed, explained) in [
        ("soon", "Write a time such as 15 s or 500 ms."),
        ("1e3", "Write a time such as 15 s or 500 ms."),
        ("0", "Write a time from 0.001 s to 86400 s."),
        ("-3", "Write a time from 0.001 s to 86400 s."),
        ("86401", "Write a time from 0.001 s to 86400 s."),
        (
            "1.00001",
            "Whole milliseconds only: at most three decimals.",
        ),
    ] {
        lab.fill("field-pause", typed).await;
        lab.attribute_is("field-pause", "aria-invalid", "true")
            .await;
        lab.field_is("field-pause", typed).await;
        assert_eq!(told(&lab).await, explained, "{typed}");
        lab.value_is("handle-pause-end", 15_000).await;
        lab.shows("verdict", "Broken").await;
    }
    lab.focus("field-pause").await;
    lab.press(Key::Escape).await;
    lab.field_is("field-pause", "15 s").await;
    lab.attribute_is("field-pause", "aria-invalid", "false")
        .await;
    assert_eq!(told(&lab).await, "");
}

/// What the pause's field says is wrong with it.
async fn told(lab: &Lab) -> String {
    let read = "document.getElementById(document.querySelector('[data-testid=field-pause]')
        .getAttribute('aria-describedby')).textContent.replaceAll('\\u00a0', ' ')";
    let told = lab.value(read).await;
    told.as_str()
        .expect("a field is described by something")
        .to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_waits_for_enter_and_arrows_step() {
    let lab = Lab::open(Look::default()).await;
    let field = lab.find("field-pause").await;
    field.clear().await.expect("it can be typed into");
    field.send_keys("5").await.expect("it can be typed into");
    // Nothing moves while somebody types.
    lab.value_is("handle-pause-end", 15_000).await;
    lab.shows("verdict", "Broken").await;
    lab.press(Key::Enter).await;
    lab.value_is("handle-pause-end", 5000).await;
    lab.shows("verdict", "Safe").await;
    assert_eq!(lab.focused().await, "field-pause");
    lab.press(Key::Up).await;
    let more = lab.value_of("handle-pause-end").await;
    assert!(more > 5000, "{more}");
    lab.press(Key::Down).await;
    lab.value_is("handle-pause-end", 5000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keys_of_the_stage_are_not_those_of_a_field() {
    let lab = Lab::open(Look::default()).await;
    lab.focus("field-ttl").await;
    lab.keys("1 2 r n").await;
    lab.value_is("playhead", 20_000).await;
    let typed = lab.value("document.activeElement.value").await;
    assert!(
        typed
            .as_str()
            .is_some_and(|typed| typed.contains("1 2 r n")),
        "{typed}"
    );
}
