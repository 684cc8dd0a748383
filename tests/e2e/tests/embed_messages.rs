//! What the stage in a frame and the page around it say to each other (docs/embed.md).

use e2e::{Host, Look};
use fencelab::model::Millis;
use fencelab::sim::scenario::Scenario;
use serde_json::{Value, json};

/// A scenario that comes to nothing bad.
fn harmless() -> Value {
    let mut scenario = Scenario::seed();
    scenario.lock.ttl = Millis(30_000);
    serde_json::from_str(&scenario.to_json()).expect("it is JSON")
}

/// A message of the first version.
fn asks(mut message: Value) -> Value {
    message["fencelab"] = json!(1);
    message
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_around_sets_scenario_playhead_and_view() {
    let host = Host::with_frame(Look::default(), "").await;
    host.outcome_is("broken").await;
    host.say(asks(json!({"type": "set", "scenario": harmless()})))
        .await;
    host.outcome_is("safe").await;
    host.say(asks(
        json!({"type": "set", "keys": "lesson=pause&fence=on"}),
    ))
    .await;
    host.outcome_is("fenced").await;
    host.say(asks(json!({"type": "view", "lang": "ja", "theme": "dark"})))
        .await;
    host.wait("told('verdict').at(-1).word === 'フェンスが阻止'")
        .await;
    host.say(asks(json!({"type": "seek", "at": "start"}))).await;
    host.say(asks(json!({"type": "step", "to": "next"}))).await;
    host.enter().await;
    host.wait("document.documentElement.dataset.theme === 'dark' && document.documentElement.lang === 'ja'")
        .await;
    let first = host.value_of("playhead").await;
    let link = host.attribute("open-in", "href").await;
    host.leave().await;
    host.say(asks(json!({"type": "step", "to": "next"}))).await;
    host.enter().await;
    let stands = "document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow')";
    host.wait(&format!("{stands} > {first}")).await;
    host.leave().await;
    host.say(asks(json!({"type": "seek", "at": "start"}))).await;
    host.say(asks(json!({"type": "play"}))).await;
    host.enter().await;
    host.wait(&format!("{stands} > 0")).await;
    host.leave().await;
    host.say(asks(json!({"type": "pause"}))).await;
    host.enter().await;
    host.attribute_is("play", "aria-label", "再生").await;
    host.leave().await;
    // A link, as it stands in the frame itself.
    host.say(asks(json!({"type": "set", "scenario": harmless()})))
        .await;
    host.outcome_is("safe").await;
    host.say(asks(json!({"type": "set", "link": link}))).await;
    host.outcome_is("fenced").await;
    let count = host.value("told('ready').length").await;
    host.say(asks(json!({"type": "hello"}))).await;
    host.wait(&format!("told('ready').length > {count}")).await;
    assert_eq!(host.value("told('error').length").await, 0);
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_is_answered_in_words_and_changes_nothing() {
    let host = Host::with_frame(Look::default(), "").await;
    host.outcome_is("broken").await;
    let mut file = harmless();
    file["lock"]["ttl_ms"] = json!(0);
    let deep =
        "(() => { let deep = []; for (let i = 0; i < 500; i++) deep = [deep]; return deep; })()";
    let wrong = [
        (asks(json!({"type": "delete"})), "one of hello, set"),
        (json!({"fencelab": 2, "type": "play"}), "version"),
        (asks(json!({"type": "set", "scenario": file})), "TTL"),
        (asks(json!({"type": "set", "link": "1abc"})), "link"),
        (
            asks(json!({"type": "set", "keys": "lesson=none&fence=on"})),
            "no lesson",
        ),
        (
            asks(json!({"type": "set", "keys": "fence=on&accent=f00"})),
            "address of the frame",
        ),
        (asks(json!({"type": "play", "speed": 9})), "speed"),
        (
            asks(json!({"type": "view", "theme": "dark", "lang": "fr"})),
            "one of en, ja",
        ),
    ];
    for (place, (message, told)) in wrong.iter().enumerate() {
        host.say(message.clone()).await;
        host.wait(&format!("told('error').length === {}", place + 1))
            .await;
        let sentence = host.value("told('error').at(-1).sentence").await;
        assert!(
            sentence.as_str().is_some_and(|said| said.contains(told)),
            "{message}: {sentence}"
        );
    }
    // What no JSON has: a circle, a number beyond all, a heap of lists.
    let before = wrong.len();
    for value in [
        "(() => { const circle = {fencelab: 1, type: 'play'}; circle.me = circle; return circle; })()",
        "({fencelab: 1, type: 'play', big: 10n})",
        &format!("({{fencelab: 1, type: 'set', scenario: {deep}}})"),
    ] {
        host.run(&format!("say({value})")).await;
    }
    host.wait(&format!("told('error').length === {}", before + 3))
        .await;
    // What is not meant for the stage is left alone.
    for value in [
        "'play'",
        "null",
        "7",
        "new ArrayBuffer(9)",
        "({type: 'play'})",
        "[1]",
        "heard[0]",
        "new Map([['fencelab', 1]])",
    ] {
        host.run(&format!("say({value})")).await;
    }
    host.say(asks(json!({"type": "delete"}))).await;
    host.wait(&format!("told('error').length === {}", before + 4))
        .await;
    assert_eq!(
        host.value("told('verdict').length").await,
        1,
        "nothing changed"
    );
    host.enter().await;
    host.wait_text("verdict", "Broken").await;
    assert_eq!(
        host.value("document.documentElement.dataset.theme ?? ''")
            .await,
        ""
    );
    host.leave().await;
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundreds_of_random_messages_leave_the_stage_alive() {
    let host = Host::with_frame(Look::default(), "").await;
    let script = "
        let seed = 20261;
        const roll = sides => (seed = (seed * 48271) % 2147483647) % sides;
        const names = ['type', 'to', 'at', 'lang', 'theme', 'scenario', 'link', 'keys', 'x', '__proto__'];
        const values = [() => roll(99), () => -1.5, () => NaN, () => null, () => undefined, () => [], () => ({}),
            () => 'play', () => 'set', () => 'seek', () => 'step', () => 'view', () => 'next', () => 't3', () => 'ja',
            () => 'x'.repeat(roll(3000)), () => String.fromCharCode(0xd800 + roll(2000)), () => new Date(roll(9e9)),
            () => ({format: 1, lock: {service: 'lease', ttl_ms: roll(2e5) - 9e4}, clients: [{}, roll(3)]}),
            () => `ttl=${roll(99)}s&pause=${roll(99)}s`, () => '1' + Math.abs(roll(1e9)).toString(36)];
        for (let n = 0; n < 400; n++) {
            const message = {fencelab: roll(9) ? 1 : roll(3)};
            for (let fields = roll(5); fields > 0; fields--)
                message[names[roll(names.length)]] = values[roll(values.length)]();
            say(message);
        }
        say({fencelab: 1, type: 'set', keys: 'lesson=pause&fence=on&lang=en'});
        say({fencelab: 1, type: 'hello'});";
    host.run(script).await;
    host.wait("told('ready').length > 1").await;
    host.outcome_is("fenced").await;
    let told = host
        .value("told('error').map(message => message.sentence)")
        .await;
    let told = told.as_array().expect("a list");
    assert!(told.len() > 200, "{} of 400", told.len());
    for sentence in told {
        let sentence = sentence.as_str().expect("a text");
        assert!(
            sentence.len() > 20 && sentence.ends_with(['.', '。']),
            "{sentence}"
        );
    }
    host.enter().await;
    host.wait("document.getElementById('stopped').hidden").await;
    host.leave().await;
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_page_around_is_heard() {
    let host = Host::with_frame(Look::default(), "").await;
    host.outcome_is("broken").await;
    // Another frame of the same page, and a page that the frame's own address has been given to.
    let script = "const other = document.createElement('iframe');
        other.title = 'Another frame';
        other.srcdoc = `<script>parent.frames[0].postMessage({fencelab: 1, type: 'set', keys: 'fence=on'}, '*');
            parent.frames[0].postMessage({fencelab: 1, type: 'delete'}, '*');
            parent.postMessage({type: 'sent'}, '*');<\\/script>`;
        document.body.append(other);";
    host.run(script).await;
    host.wait("told('sent').length === 1").await;
    host.enter().await;
    host.run("postMessage({fencelab: 1, type: 'set', keys: 'fence=on'}, '*')")
        .await;
    host.frames().await;
    host.wait_text("verdict", "Broken").await;
    host.leave().await;
    host.say(asks(json!({"type": "hello"}))).await;
    host.wait("told('ready').length === 2").await;
    assert_eq!(host.value("told('error').length").await, 0);
    assert_eq!(
        host.value("told('verdict').every(message => message.outcome === 'broken')")
            .await,
        true
    );
    // Without a page around it nobody is heard, and nobody told.
    host.visit("lab.html?embed=1").await;
    host.wait(e2e::MOUNTED).await;
    host.run("window.heard = []; addEventListener('message', event => heard.push(event.data)); postMessage({fencelab: 1, type: 'set', keys: 'fence=on'}, '*')")
        .await;
    host.wait("heard.length > 0").await;
    host.frames().await;
    host.wait_text("verdict", "Broken").await;
    assert_eq!(host.value("heard.length").await, 1);
    host.console_is_clean().await;
}
