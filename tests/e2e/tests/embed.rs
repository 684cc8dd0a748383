//! The stage in a frame of somebody else's page, on another port: it works there with everything
//! denied, and leaves that page alone.

use e2e::{Hand, Host, Key, Lab, Look, SANDBOX, Site, dist, whole};
use serde_json::json;

const SEEN: &str = "lesson=pause&ttl=10s&pause=15s&at=t3";

/// Where the handle of the pause's end is in the window of the page around the frame.
async fn handle(host: &Host) -> (i32, i32) {
    host.enter().await;
    let (x, y) = host.spot("handle-pause-end").await;
    host.leave().await;
    let frame = host
        .value("(() => { const area = document.querySelector('iframe').getBoundingClientRect(); return [area.x, area.y]; })()")
        .await;
    let offset = |at: usize| frame[at].as_f64().expect("a number");
    (whole(x + offset(0)), whole(y + offset(1)))
}

/// Pulls the end of the pause with the mouse, by so many pixels.
async fn pull(host: &Host, far: i32) {
    let (x, y) = handle(host).await;
    host.raw_mouse("mouseMoved", (x, y), false).await;
    host.raw_mouse("mousePressed", (x, y), true).await;
    for step in 1..=8 {
        host.raw_mouse("mouseMoved", (x + far * step / 8, y), true)
            .await;
    }
    host.raw_mouse("mouseReleased", (x + far, y), false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_pulls_in_it() {
    let host = Host::open(Look::default().size(360, 740).touch()).await;
    host.put("", json!({"sandbox": SANDBOX, "height": "1200"}))
        .await;
    host.wait("told('ready').length > 0").await;
    let (_, y) = handle(&host).await;
    host.run(&format!("scrollTo(0, {y} - 500)")).await;
    let (x, y) = handle(&host).await;
    let before = host.value("scrollY").await;
    host.enter().await;
    let far = whole(-11.0 * host.ruler().await.second);
    host.leave().await;
    host.raw_touch("touchStart", Some((x, y))).await;
    for step in 1..=8 {
        host.raw_touch("touchMove", Some((x, y + far * step / 8)))
            .await;
    }
    host.raw_touch("touchEnd", None).await;
    host.outcome_is("safe").await;
    assert_eq!(host.value("scrollY").await, before);
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_works_with_everything_denied() {
    let host = Host::with_frame(Look::default(), &format!("&{SEEN}")).await;
    host.outcome_is("broken").await;
    assert_eq!(host.value("heard[0].origin").await, "null");
    host.enter().await;
    let denied =
        "(() => { try { return localStorage.length; } catch (error) { return error.name; } })()";
    assert_eq!(host.value(denied).await, "SecurityError");
    for absent in ["copy-link", "undo", "log", "add-here", "language"] {
        assert!(!host.has(absent).await, "{absent}");
    }
    assert_eq!(
        host.value("document.querySelectorAll('header, nav, footer').length")
            .await,
        0
    );
    host.value_is("playhead", 11_000).await;
    host.is_accessible().await;
    // The mouse pulls the pause until it is harmless.
    let far = whole(-11.0 * host.ruler().await.second);
    host.leave().await;
    pull(&host, far).await;
    host.enter().await;
    host.wait_text("verdict", "Safe").await;
    host.click("fence-switch").await;
    host.click("play").await;
    host.wait("document.querySelector('[data-testid=play]').getAttribute('aria-label') === 'Stop'")
        .await;
    host.leave().await;
    host.outcome_is("safe").await;
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keys_of_the_address_are_followed() {
    let keys = "&lesson=pause&fence=on&lang=ja&theme=dark&controls=0&accent=ffd54a";
    let host = Host::with_frame(Look::default(), keys).await;
    host.outcome_is("fenced").await;
    host.enter().await;
    host.wait_text("verdict", "フェンスが阻止").await;
    let controls =
        "[...document.querySelectorAll('.controls')].filter(row => row.checkVisibility()).length";
    assert_eq!(host.value(controls).await, 0);
    assert!(!host.has("play").await);
    let paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()";
    assert_eq!(host.value(paper).await, "#13161b");
    let accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()";
    assert_eq!(host.value(accent).await, "#ffd54a");
    assert_eq!(host.value("document.documentElement.lang").await, "ja");
    assert_eq!(host.text("notice").await, "");
    host.is_accessible().await;
    // The whole page shows the same.
    let link = host.attribute("open-in", "href").await;
    assert_eq!(host.attribute("open-in", "target").await, "_blank");
    host.leave().await;
    host.visit(link.trim_start_matches("./")).await;
    host.wait_text("verdict", "フェンスが阻止").await;
    assert!(host.has("log").await);
}

/// The colour of a point of the window, as a picture of it has it.
async fn colour(host: &Host, x: f64, y: f64) -> String {
    let clip = json!({"x": x, "y": y, "width": 1, "height": 1, "scale": 1});
    let arguments = json!({"format": "png", "clip": clip});
    let picture = host.devtools("Page.captureScreenshot", arguments).await;
    let script = "const done = arguments[1], picture = new Image();
        picture.onload = () => {
            const canvas = document.createElement('canvas');
            const context = canvas.getContext('2d');
            context.drawImage(picture, 0, 0);
            done([...context.getImageData(0, 0, 1, 1).data].join());
        };
        picture.src = `data:image/png;base64,${arguments[0]}`;";
    let read = host
        .execute_async(script, vec![picture["data"].clone()])
        .await;
    let read = read.expect("it is a picture");
    read.json().as_str().expect("four numbers").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_around_can_be_seen_through_it() {
    for (theme, ground) in [("light", "rgb(255, 240, 200)"), ("dark", "rgb(0, 0, 40)")] {
        let wanted = ground
            .trim_start_matches("rgb(")
            .replace(')', ",255")
            .replace(' ', "");
        for (background, is_clear) in [("transparent", true), ("page", false)] {
            let host = Host::open(Look::default()).await;
            host.run(&format!("document.body.style.background = '{ground}'"))
                .await;
            host.put(
                &format!("&theme={theme}&background={background}"),
                json!({"sandbox": SANDBOX, "height": "700", "style": "color-scheme: light"}),
            )
            .await;
            host.wait("told('height').length > 0").await;
            let top = host
                .value("document.querySelector('iframe').getBoundingClientRect().top")
                .await;
            let top = top.as_f64().expect("a number");
            let found = colour(&host, 24.0, top + 3.0).await;
            assert_eq!(found == wanted, is_clear, "{theme} {background}: {found}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_followed_is_told() {
    for (rest, told) in [
        ("&lesson=nowhere", "no lesson and no story of this name"),
        ("&accent=ffd54a&theme=light", "write a darker one"),
        ("&accent=0b63a5", "or set the theme"),
        ("&speed=2", "does not know this key"),
    ] {
        let host = Host::with_frame(Look::default(), rest).await;
        host.enter().await;
        host.wait_text("notice", told).await;
        host.wait_text("verdict", "Broken").await;
        assert_eq!(
            host.value("document.documentElement.hasAttribute('data-accent')")
                .await,
            false
        );
        host.is_accessible().await;
    }
    let lab = Lab::open_at(Look::default(), "lab.html?lesson=hbase-long-gc&theme=dark").await;
    lab.shows("notice", "").await;
    let theme = "getComputedStyle(document.documentElement).colorScheme";
    assert_eq!(lab.value(theme).await, "dark");
    let lab = Lab::open_at(Look::default().dark(), "course.html?theme=light").await;
    assert_eq!(lab.value(theme).await, "light");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_header_there_is_something_to_read() {
    let plan = Site::of(dist()).without("Access-Control-Allow-Origin");
    let host = Host::around(Lab::served(Look::default(), plan).await).await;
    host.put("", json!({"sandbox": SANDBOX, "height": "700"}))
        .await;
    let frame = host.query_frame().await;
    frame.enter_frame().await.expect("it is there");
    host.wait("document.getElementById('failed') && !document.getElementById('failed').hidden")
        .await;
    let text = host.value("document.body.innerText").await.to_string();
    assert!(text.contains("could not be loaded"), "{text}");
    host.leave().await;
    assert_eq!(host.value("heard.length").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_plays_at_once_where_motion_is_welcome() {
    let moving = Host::with_frame(Look::default(), "&autoplay=1").await;
    moving.enter().await;
    moving
        .wait("document.querySelector('[data-testid=play]').getAttribute('aria-label') === 'Stop'")
        .await;
    let still = Host::with_frame(Look::default().reduced_motion(), "&autoplay=1").await;
    still.enter().await;
    still.attribute_is("play", "aria-label", "Play").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_around_keeps_focus_scroll_and_history() {
    let host = Host::open(Look::default()).await;
    host.run("document.getElementById('mine').focus({preventScroll: true}); scrollTo(0, 40)")
        .await;
    host.put(
        &format!("&{SEEN}"),
        json!({"sandbox": SANDBOX, "height": "700"}),
    )
    .await;
    host.wait("told('ready').length > 0 && told('height').length > 0")
        .await;
    assert_eq!(host.value("document.activeElement.id").await, "mine");
    let place = "[scrollY, history.length]";
    let before = host.value(place).await;
    host.enter().await;
    for step in 0..10 {
        host.run("document.querySelector('[data-testid=fence-switch]').click()")
            .await;
        let wanted = if step % 2 == 0 { "Fenced" } else { "Broken" };
        host.shows("verdict", wanted).await;
        host.run("document.querySelector('[data-testid=previous]').click()")
            .await;
    }
    // Longer than the address would wait before it follows.
    let until = "const done = arguments[0]; setTimeout(done, 800);";
    host.execute_async(until, vec![]).await.expect("it waits");
    host.leave().await;
    assert_eq!(host.value(place).await, before);
    assert_eq!(host.value("document.activeElement.id").await, "mine");
    // The wheel over the frame scrolls the page around it.
    let (x, y) = handle(&host).await;
    let wheel = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 200});
    host.devtools("Input.dispatchMouseEvent", wheel).await;
    host.wait("scrollY > 100").await;
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_that_turn_pages_reach_the_page_around() {
    let host = Host::with_frame(Look::default(), "&at=end").await;
    host.enter().await;
    host.focus("fence-switch").await;
    let end = host.value_of("playhead").await;
    host.press(Key::PageDown).await;
    // Before the end of the run the key steps, as in the laboratory.
    host.press(Key::PageUp).await;
    let stands = "document.querySelector('[data-testid=playhead]').getAttribute('aria-valuenow')";
    host.wait(&format!("{stands} < {end}")).await;
    host.press(Key::PageDown).await;
    host.value_is("playhead", end).await;
    host.press(Key::Right).await;
    host.focus("speed").await;
    host.press(Key::Down).await;
    host.focus("playhead").await;
    host.press(Key::Left).await;
    host.leave().await;
    host.wait("told('key').length >= 2").await;
    let told = host.value("told('key').map(message => message.key)").await;
    assert_eq!(told, json!(["PageDown", "ArrowRight"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_height_is_told_and_followed() {
    let host = Host::with_frame(Look::default(), "").await;
    host.wait("told('height').length > 0").await;
    let follow = "addEventListener('message', event => {
            if (event.data.type === 'height')
                document.querySelector('iframe').style.height = `${event.data.height}px`;
        });
        say({fencelab: 1, type: 'hello'});";
    host.run(follow).await;
    let fits = "document.querySelector('iframe').clientHeight === told('height').at(-1).height";
    host.wait(fits).await;
    let wide = host.value("told('height').at(-1).height").await;
    host.run("document.querySelector('iframe').style.width = '320px'")
        .await;
    host.wait(&format!("told('height').at(-1).height > {wide} && {fits}"))
        .await;
    host.enter().await;
    let over = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]";
    assert_eq!(host.value(over).await, json!([0, 0]), "nothing is cut off");
    host.leave().await;
    // Nothing goes round in circles.
    let count = host.value("told('height').length").await;
    host.frames().await;
    host.frames().await;
    assert_eq!(host.value("told('height').length").await, count);
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_was_hidden_has_the_right_size_when_it_is_shown() {
    let host = Host::open(Look::default()).await;
    host.put(
        "",
        json!({"sandbox": SANDBOX, "height": "700", "style": "display: none"}),
    )
    .await;
    host.wait("told('ready').length > 0").await;
    assert_eq!(host.value("told('height').length").await, 0);
    host.run("document.querySelector('iframe').style.cssText = 'width: 500px'")
        .await;
    host.wait("told('height').length > 0").await;
    host.enter().await;
    let width = "document.querySelector('[data-testid=diagram]').viewBox.baseVal.width";
    let wanted = "document.querySelector('.picture').clientWidth";
    host.wait(&format!(
        "{width} > 400 && Math.abs({width} - {wanted}) < 1"
    ))
    .await;
    assert_eq!(
        host.value("document.querySelector('[data-testid=diagram]').classList.contains('down')")
            .await,
        true
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drag_that_is_released_outside_the_frame_ends() {
    let host = Host::with_frame(Look::default(), "").await;
    host.run("scrollTo(0, 0)").await;
    let (x, y) = handle(&host).await;
    host.raw_mouse("mouseMoved", (x, y), false).await;
    host.raw_mouse("mousePressed", (x, y), true).await;
    host.raw_mouse("mouseMoved", (x - 60, y), true).await;
    // Above the frame, on the page around it.
    host.raw_mouse("mouseMoved", (x - 90, 20), true).await;
    host.raw_mouse("mouseReleased", (x - 90, 20), false).await;
    host.enter().await;
    host.wait("!document.querySelector('.handle.held')").await;
    let stands = host.value_of("handle-pause-end").await;
    host.leave().await;
    assert!(stands < 15_000, "{stands}");
    host.raw_mouse("mouseMoved", (x + 40, y), false).await;
    host.enter().await;
    host.frames().await;
    assert_eq!(host.value_of("handle-pause-end").await, stands);
    // The next one begins from there.
    host.focus("handle-pause-end").await;
    host.press(Key::Right).await;
    host.wait(&format!("document.querySelector('[data-testid=handle-pause-end]').getAttribute('aria-valuenow') > {stands}"))
        .await;
    host.leave().await;
    host.hand("mouse", &[Hand::To(5, 5)]).await;
    host.console_is_clean().await;
}
