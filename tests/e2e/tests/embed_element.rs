//! The element `<fence-lab>` in a page of somebody else.

use e2e::{Host, Look, Site, dist};
use serde_json::json;

/// Puts an element into the page, and then its script.
async fn put(host: &Host, attributes: &str) {
    put_element(host, attributes).await;
    put_script(host).await;
}

async fn put_element(host: &Host, attributes: &str) {
    let script = format!(
        "document.getElementById('place').innerHTML = '<fence-lab {attributes}></fence-lab>';
         window.element = document.querySelector('fence-lab');
         window.events = [];
         for (const name of ['ready', 'verdict', 'complaint'])
             element.addEventListener(name, event => events.push([name, event.detail]));
         window.inside = selector => element.shadowRoot?.querySelector(selector);"
    );
    host.run(&script).await;
}

async fn put_script(host: &Host) {
    let script = format!(
        "const script = document.createElement('script');
         script.src = '{}embed.1.js';
         document.head.append(script);",
        host.site().url()
    );
    host.run(&script).await;
}

/// Waits until the element has told this outcome last.
async fn outcome_is(host: &Host, outcome: &str) {
    host.wait(&format!(
        "events.filter(([name]) => name === 'verdict').at(-1)?.[1].outcome === '{outcome}'"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_shows_the_stage_and_can_be_told_what_to_do() {
    let host = Host::open(Look::default()).await;
    let before = host.value("Object.keys(window)").await;
    put(
        &host,
        "lesson=\"pause\" ttl=\"10s\" fence=\"off\" theme=\"dark\" title=\"A pause\"",
    )
    .await;
    outcome_is(&host, "broken").await;
    let frame = host
        .value("['sandbox', 'allow', 'title'].map(name => inside('iframe').getAttribute(name))")
        .await;
    let sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
    assert_eq!(
        frame,
        json!([sandbox, "clipboard-write; fullscreen", "A pause"])
    );
    // What is asked for before it is ready is done later; several attributes are one change.
    host.run("element.setAttribute('ttl', '30s'); element.setAttribute('pause', '3s')")
        .await;
    outcome_is(&host, "safe").await;
    host.run("element.scenario('lesson=pause&fence=on')").await;
    outcome_is(&host, "fenced").await;
    host.run("element.setAttribute('lang', 'ja')").await;
    host.wait("events.at(-1)[1].word === 'フェンスが阻止'")
        .await;
    host.run("element.scenario({format: 1})").await;
    host.wait("events.at(-1)[0] === 'complaint' && events.at(-1)[1].length > 20")
        .await;
    host.run("element.seek('start'); element.step(); element.play(); element.pause()")
        .await;
    // The frame is another one with another look.
    host.run("window.first = inside('iframe'); element.setAttribute('accent', 'ffd54a')")
        .await;
    host.wait(
        "inside('iframe') !== first && events.filter(([name]) => name === 'ready').length === 2",
    )
    .await;
    // It leaves nothing behind: neither names in the page, nor anything that listens.
    host.run("element.remove()").await;
    assert_eq!(
        host.value("element.shadowRoot.querySelector('iframe')")
            .await,
        json!(null)
    );
    // The last one is the driver's own.
    let mine = ["element", "events", "inside", "first", "ret_nodes"];
    let after = host
        .value(&format!(
            "Object.keys(window).filter(name => !{}.includes(name))",
            json!(mine)
        ))
        .await;
    let names = |value: &serde_json::Value| {
        let list = value.as_array().cloned().unwrap_or_default();
        list.into_iter()
            .filter(|name| {
                name.as_str()
                    .is_some_and(|name| name.parse::<u32>().is_err())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&after), names(&before));
    host.run("document.getElementById('place').append(element)")
        .await;
    host.wait("events.filter(([name]) => name === 'ready').length === 3")
        .await;
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_below_it_moves() {
    for (width, lesson) in [(360, "pause"), (700, "two-objects"), (1280, "redlock")] {
        let host = Host::open(Look::default().size(width, 800)).await;
        // As the laboratory's panel writes it.
        let room = "style=\"display:block;min-height:max(804px,1032px - 30vw)\"";
        put_element(&host, &format!("lesson=\"{lesson}\" {room}")).await;
        // That it was put in has moved what is below.
        host.frames().await;
        host.run("window.begin = performance.now()").await;
        put_script(&host).await;
        host.wait("events.some(([name]) => name === 'ready')").await;
        host.frames().await;
        host.run("element.setAttribute('fence', 'on')").await;
        // It has come to rest.
        host.wait("performance.now() > begin + 1500").await;
        let moved = host.value("shifts.filter(([at]) => at > begin)").await;
        assert_eq!(moved, json!([]), "{width} {lesson}");
        let cut = "[...document.querySelectorAll('p')].at(-1).getBoundingClientRect().top
            >= inside('iframe').getBoundingClientRect().bottom";
        assert_eq!(host.value(cut).await, true);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_loaded_when_it_is_nearly_seen() {
    let host = Host::open(Look::default()).await;
    host.run("document.getElementById('place').style.marginTop = '4000px'")
        .await;
    put(&host, "lesson=\"pause\"").await;
    host.wait("customElements.get('fence-lab')").await;
    host.frames().await;
    assert_eq!(host.value("inside('iframe')").await, json!(null));
    host.run("scrollTo(0, 3000)").await;
    outcome_is(&host, "broken").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_it_is_blocked_there_is_a_picture_and_a_link() {
    let host = Host::open(Look::default()).await;
    let policy = "const policy = document.createElement('meta');
        policy.httpEquiv = 'Content-Security-Policy';
        policy.content = \"frame-src 'none'\";
        document.head.append(policy);";
    host.run(policy).await;
    host.run("document.documentElement.lang = 'ja'").await;
    put(&host, "lesson=\"pause\"").await;
    host.wait("inside('#instead img')?.naturalWidth === 1200")
        .await;
    let link = host.value("inside('#instead a').href").await;
    assert_eq!(link, format!("{}lab.html?lesson=pause", host.site().url()));
    let text = host
        .value("inside('#instead p').textContent")
        .await
        .to_string();
    assert!(text.contains("Fencelab で開く"), "{text}");
    assert_eq!(
        host.value("inside('iframe').checkVisibility()").await,
        false
    );
    host.is_accessible().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_stage_never_answers_there_is_the_authors_own_text() {
    // Without the header the program of the page cannot be loaded in a sandboxed frame.
    let plan = Site::of(dist()).without("Access-Control-Allow-Origin");
    let host = Host::around(e2e::Lab::served(Look::default(), plan).await).await;
    put(&host, "lesson=\"pause\"").await;
    host.run("element.innerHTML = '<p id=own>My own picture.</p>'")
        .await;
    let shown = "inside('#instead') && document.getElementById('own').checkVisibility()";
    let patience = std::time::Duration::from_secs(20);
    if let Err(complaint) = host.holds_within(shown, patience).await {
        panic!("{complaint}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_page_that_runs_from_right_to_left_time_still_runs_to_the_right() {
    let host = Host::open(Look::default()).await;
    host.run("document.documentElement.dir = 'rtl'").await;
    put(&host, "lesson=\"pause\"").await;
    outcome_is(&host, "broken").await;
    let over = "document.documentElement.scrollWidth - innerWidth";
    assert_eq!(host.value(over).await, 0);
    host.run("const frame = inside('iframe'); element.replaceWith(frame)")
        .await;
    host.enter().await;
    let ruler = host.ruler().await;
    assert!(!ruler.down && ruler.second > 0.0, "{ruler:?}");
    host.is_accessible().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_that_turn_pages_are_keys_of_the_element() {
    let host = Host::open(Look::default()).await;
    put(&host, "lesson=\"pause\" at=\"end\"").await;
    outcome_is(&host, "broken").await;
    host.run("inside('iframe').focus()").await;
    host.press(e2e::Key::PageDown).await;
    host.wait("keys.includes('PageDown')").await;
}
