//! For everybody: by keyboard alone, in any size, in any colours.

use e2e::{Key, Lab, Look};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_a_desk() {
    for look in [Look::default(), Look::default().dark()] {
        let lab = Lab::open(look).await;
        lab.is_accessible().await;
        lab.click("fence-switch").await;
        lab.shows("verdict", "Fenced").await;
        lab.click("to-start").await;
        lab.is_accessible().await;
        lab.more_times().await;
        lab.fill("field-pause", "x").await;
        lab.attribute_is("field-pause", "aria-invalid", "true")
            .await;
        lab.is_accessible().await;
        lab.fill("field-pause", "9.5").await;
        lab.shows("verdict", "Lucky").await;
        lab.is_accessible().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_a_phone_in_japanese() {
    for look in [Look::default(), Look::default().dark()] {
        let lab = Lab::open(look.size(320, 640).touch().language("ja")).await;
        lab.is_accessible().await;
        lab.click("fence-switch").await;
        lab.shows("verdict", "フェンスが阻止").await;
        lab.is_accessible().await;
        lab.fill("field-pause", "5").await;
        lab.shows("verdict", "安全").await;
        lab.is_accessible().await;
    }
}

/// What has the focus: its test id, else its words; and whether it is seen to have it.
const FOCUS: &str = "(() => {
    const here = document.activeElement;
    if (!here || here === document.body) return null;
    const name = here.dataset.testid || (here.dataset.line ? 'line-' + here.dataset.line : here.className || here.tagName);
    const mark = here.querySelector('.grip rect, .knob');
    const ring = getComputedStyle(here);
    const seen = mark
        ? parseFloat(getComputedStyle(mark).strokeWidth) >= 3
        : ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2;
    const area = (mark ?? here).getBoundingClientRect();
    const inside = area.bottom > 0 && area.top < innerHeight && area.right > 0 && area.left < innerWidth;
    return [name, seen, inside];
})()";

/// Everything that Tab comes to, from the top of the page to its end.
async fn tab_through(lab: &Lab) -> Vec<String> {
    let mut names = Vec::new();
    for _ in 0..90 {
        lab.press(Key::Tab).await;
        let focus = lab.value(FOCUS).await;
        let Some(name) = focus[0].as_str() else {
            return names;
        };
        assert!(focus[1] == true, "{name} has the focus, and nobody sees it");
        assert!(focus[2] == true, "{name} has the focus outside the window");
        names.push(name.to_owned());
    }
    panic!("Tab never ends: {names:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tab_reaches_everything_in_the_order_of_reading() {
    for look in [Look::default(), Look::default().size(320, 640)] {
        let lab = Lab::open(look).await;
        let folded = tab_through(&lab).await;
        assert_eq!(folded[0], "skip");
        assert!(
            !folded.iter().any(|name| name == "field-arrival-2"),
            "{folded:?}"
        );
        lab.more_times().await;
        let top = "document.querySelector('.skip').focus()";
        lab.execute(top, vec![]).await.expect("it is there");
        let names = tab_through(&lab).await;
        let place = |wanted: &str| {
            let found = names.iter().position(|name| name == wanted);
            found.unwrap_or_else(|| panic!("no {wanted}: {names:?}"))
        };
        let order = [
            "language",
            "fence-switch",
            "field-pause-less",
            "field-pause",
            "field-pause-more",
            "field-ttl-less",
            "field-ttl",
            "field-ttl-more",
            "to-start",
            "previous",
            "play",
            "next",
            "to-end",
            "speed",
            "playhead",
            "line-0",
            "line-1",
        ];
        let places: Vec<_> = order.iter().map(|name| place(name)).collect();
        assert!(places.is_sorted(), "{names:?}");
        for name in [
            "more-times",
            "reset",
            "field-pause-begin",
            "field-arrival-2",
            "field-thinking-1-2",
            "handle-pause-begin",
            "handle-pause-end",
            "handle-lease-end",
            "handle-arrival-2",
            "handle-thinking-1-2",
        ] {
            let at = place(name);
            assert!(
                at > place("fence-switch") && at < place("line-0"),
                "{name}: {names:?}"
            );
        }
        // Whatever can be used is one of them.
        let usable = lab.value("[...document.querySelectorAll('button, input, select, a[href], [role=slider]')].filter(e => e.checkVisibility()).length").await;
        assert_eq!(usable, names.len() + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_skip_link_leads_to_the_stage() {
    let lab = Lab::open(Look::default()).await;
    lab.press(Key::Tab).await;
    lab.press(Key::Enter).await;
    lab.wait("document.activeElement.dataset.testid === 'stage'")
        .await;
    // From here the keys of the stage work.
    lab.keys("2").await;
    lab.value_is("playhead", 10_000).await;
}

/// What is smaller than it must be, or is covered where it must not be.
const AREAS: &str = "(() => {
    const wrong = [];
    const shown = e => e.checkVisibility() && e.getAttribute('display') !== 'none';
    for (const e of document.querySelectorAll('button, input, select, summary')) {
        const area = e.getBoundingClientRect();
        if (shown(e) && (area.width < 24 || area.height < 24))
            wrong.push([e.dataset.testid ?? e.className, area.width, area.height].join(' '));
    }
    for (const e of document.querySelectorAll('[role=slider]')) {
        if (!shown(e)) continue;
        (e.querySelector('.knob') ?? e).scrollIntoView({block: 'center', behavior: 'instant'});
        const handle = e.querySelector('.hit');
        const hit = (handle ?? e.querySelector('.ruler-area')).getBoundingClientRect();
        // Neighbours share the way between them.
        const alone = ![...document.querySelectorAll('.handle')].some(other => other !== e && shown(other)
            && Math.hypot(other.getScreenCTM().e - e.getScreenCTM().e, other.getScreenCTM().f - e.getScreenCTM().f) < 43.9);
        if (Math.min(hit.width, hit.height) < 23.9 || alone && Math.max(hit.width, hit.height) < 43.9)
            wrong.push([e.dataset.testid, hit.width, hit.height].join(' '));
        const knob = e.querySelector('.grip rect, .knob').getBoundingClientRect();
        const middle = area => [area.x + area.width / 2, area.y + area.height / 2];
        const [x, y] = middle(handle ? hit : knob);
        const far = handle ? 11.5 : 0;
        const points = [[-far, -far], [far, -far], [-far, far], [far, far]].map(([dx, dy]) => [x + dx, y + dy]);
        for (const [px, py] of [middle(knob), ...points]) {
            if (px < 0 || px >= innerWidth) continue;
            const found = document.elementFromPoint(px, py)?.closest('[role=slider]');
            if (found !== e)
                wrong.push([e.dataset.testid, 'is covered at', px - x, py - y, 'by', found?.dataset.testid].join(' '));
        }
    }
    return wrong;
})()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_large_enough_to_hit() {
    for (width, pause) in [
        (1280, "15"),
        (1280, "9"),
        (768, "15"),
        (320, "15"),
        (320, "10"),
    ] {
        let lab = Lab::open(Look::default().size(width, 800).touch()).await;
        lab.more_times().await;
        lab.fill("field-pause", pause).await;
        let wrong = lab.value(AREAS).await;
        assert_eq!(wrong.to_string(), "[]", "at {width} px, pause {pause} s");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_scrolls_sideways() {
    // 320 x 256 is a desktop at 400 % zoom.
    for (width, height, language) in [
        (320, 640, "en"),
        (320, 256, "en"),
        (320, 640, "ja"),
        (640, 480, "en"),
        (768, 1024, "ja"),
    ] {
        let look = Look::default().size(width, height).language(language);
        let lab = Lab::open(look).await;
        lab.more_times().await;
        for typed in ["x", "9.5", "100"] {
            lab.fill("field-pause", typed).await;
            lab.focus("handle-pause-end").await;
            lab.wait("document.querySelector('.flag text')").await;
            let wide = lab.value("document.documentElement.scrollWidth").await;
            assert_eq!(wide, width, "{language}, pause {typed}");
            let cut = lab.value("[...document.querySelectorAll('main *')].filter(e => !e.closest('pre, .unseen') && e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 0.5 && e.getBoundingClientRect().width > 0).map(e => [e.tagName, e.className.baseVal ?? e.className, e.textContent.slice(0, 40)].join(' '))").await;
            assert_eq!(
                cut.to_string(),
                "[]",
                "{language}, {width} px, pause {typed}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_forced_colours_it_starts_and_is_seen() {
    let lab = Lab::open(Look::default().forced_colors()).await;
    lab.shows("verdict", "Broken").await;
    lab.click("fence-switch").await;
    lab.shows("verdict", "Fenced").await;
    // Lines and letters of the picture are in the visitor's own colours.
    let lost = lab.value("(() => {
        const probe = document.createElement('p');
        probe.style.cssText = 'color: CanvasText; background: Canvas; forced-color-adjust: none';
        document.body.append(probe);
        const {color, backgroundColor} = getComputedStyle(probe);
        probe.remove();
        return [...document.querySelectorAll('[data-testid=diagram] text')]
            .filter(text => text.checkVisibility() && getComputedStyle(text).fill === backgroundColor)
            .map(text => text.textContent);
    })()").await;
    assert_eq!(lost.to_string(), "[]");
    lab.focus("handle-pause-end").await;
    lab.press(Key::Left).await;
    lab.console_is_clean().await;
}
