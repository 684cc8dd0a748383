//! What a visitor prefers: less motion, colours of one's own.

use e2e::scenario::gallery;
use e2e::{Key, Lab, Look};
use fencelab::sim::scenario::Scenario;
use serde_json::json;

/// What moves by itself, or would when it changes.
const MOVING: &str = "[
    ...document.getAnimations().map(animation => animation.effect?.target?.className ?? 'animation'),
    ...[...document.querySelectorAll('*')].filter(element => ['', '::before', '::after'].some(part => {
        const style = getComputedStyle(element, part || null);
        const some = times => times.split(',').some(time => parseFloat(time) > 0);
        return some(style.transitionDuration) || some(style.animationDuration);
    })).map(element => element.tagName + ' ' + element.className),
    ...(getComputedStyle(document.documentElement).scrollBehavior === 'smooth' ? ['scrolling'] : []),
]";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_less_motion_nothing_moves_by_itself() {
    let lab = Lab::open(Look::default()).await;
    assert_ne!(lab.value(MOVING).await, json!([]), "it sees what moves");
    for page in ["", "lab.html", "course.html", "stories.en.html"] {
        let look = Look::default().reduced_motion();
        let lab = Lab::idle(look).await;
        lab.visit(page).await;
        lab.wait("document.querySelector('main')").await;
        if page.is_empty() || page == "lab.html" {
            lab.wait(e2e::MOUNTED).await;
            // At once after what would set it going.
            let script = "document.querySelector('[data-testid=fence-switch]').click();
                return document.getAnimations().length;";
            let running = lab.execute(script, vec![]).await.expect("it runs");
            assert_eq!(running.json(), 0, "{page}");
            lab.focus("handle-pause-end").await;
            lab.press(Key::Left).await;
        }
        assert_eq!(lab.value(MOVING).await, json!([]), "{page}");
    }
}

/// Shapes of the picture that are meant to be seen, and are not: neither their line nor their
/// area differs from the ground.
const LOST: &str = "(() => {
    const probe = document.createElement('p');
    probe.style.cssText = 'background: Canvas; forced-color-adjust: none';
    document.body.append(probe);
    const ground = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const seen = colour => colour && colour !== 'none' && colour !== ground
        && !/^rgba\\(.*, 0\\)$/.test(colour) && colour !== 'transparent';
    const quiet = '.gap, .hit, .ruler-area, .veil, .halo, .seam, .lit, .leader, .pill, clipPath *, pattern *, .menu *';
    const lost = new Set();
    for (const shape of document.querySelector('[data-testid=diagram]').querySelectorAll('path, rect, circle')) {
        if (shape.matches(quiet) || shape.getAttribute('d') === '') continue;
        const style = getComputedStyle(shape);
        const [line, area] = [style.stroke, style.fill];
        if (!(seen(line) && parseFloat(style.strokeWidth) > 0) && !seen(area))
            lost.add(`${shape.tagName} ${shape.getAttribute('class')} in ${shape.parentElement.getAttribute('class')}: ${line}, ${area}`);
    }
    return [...lost];
})()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_forced_colours_every_shape_of_every_story_is_seen() {
    for theme in ["light", "dark"] {
        let look = Look::default()
            .forced_colors()
            .feature("prefers-color-scheme", theme);
        let lab = Lab::laboratory(look, &Scenario::seed()).await;
        let mut lost = Vec::new();
        for (story, scenario) in gallery() {
            lab.paste(&scenario).await;
            let found: Vec<String> = serde_json::from_value(lab.value(LOST).await).expect("texts");
            lost.extend(found.iter().map(|what| format!("{}: {what}", story.id)));
        }
        assert!(lost.is_empty(), "{theme}:\n{}", lost.join("\n"));
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_forced_colours_what_can_be_used_has_an_edge() {
    let lab = Lab::laboratory(Look::default().forced_colors(), &Scenario::seed()).await;
    lab.unfold().await;
    let bare = "[...document.querySelectorAll('#stage button, #stage input, #stage select')]
        .filter(control => control.checkVisibility() && !control.closest('ol, dl, .tabs, .listing'))
        .filter(control => {
            const style = getComputedStyle(control);
            const edge = parseFloat(style.borderTopWidth) > 0 || parseFloat(style.borderBottomWidth) > 0;
            const within = control.closest('.box, .group, .switch');
            return !edge && !within;
        }).map(control => control.outerHTML.slice(0, 120))";
    assert_eq!(lab.value(bare).await, json!([]));
    // A switch shows which way it is, and which tab is chosen is seen.
    let knob = "(() => {
        const style = getComputedStyle(document.querySelector('.switch i'), '::after');
        return style.backgroundColor !== getComputedStyle(document.body).backgroundColor;
    })()";
    assert_eq!(lab.value(knob).await, true);
    let tab = "(() => {
        const edge = chosen => getComputedStyle(document.querySelector(`[role=tab][aria-selected=${chosen}]`)).borderBottomColor;
        return edge(true) !== edge(false);
    })()";
    assert_eq!(lab.value(tab).await, true);
    // The focus is seen where it is.
    lab.focus("handle-pause-end").await;
    lab.press(Key::Left).await;
    let rings = "(() => {
        const style = name => getComputedStyle(document.querySelector(`[data-testid=${name}] .grip rect`)).stroke;
        return style('handle-pause-end') !== style('handle-lease-end');
    })()";
    assert_eq!(lab.value(rings).await, true);
}
