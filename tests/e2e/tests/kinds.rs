//! Every kind of handle that there is, in the laboratory: pulled by mouse and finger, stepped by
//! keys, and set by its field; and large enough to take hold of in every story.

use std::collections::BTreeMap;

use e2e::scenario::{gallery, picture};
use e2e::{Key, Lab, Look, Pointer};
use fencelab::edit::field::{Kind, fields, set};
use fencelab::model::Millis;
use fencelab::picture::HandleKind;
use fencelab::sim::scenario::Scenario;
use fencelab::text::quantity::bare_seconds;

#[path = "../../edit/full.rs"]
mod full;

/// The name of a kind, whatever it belongs to.
const fn sort(kind: HandleKind) -> &'static str {
    match kind {
        HandleKind::PauseBegin(_) => "pause begins",
        HandleKind::PauseEnd(_) => "pause ends",
        HandleKind::LeaseEnd => "lease ends",
        HandleKind::Arrival(_) => "arrival",
        HandleKind::Thinking(..) => "thinking",
        HandleKind::SpanBegin(_) => "cut or outage begins",
        HandleKind::SpanEnd(_) => "cut or outage ends",
        HandleKind::Instant(_) => "instant",
        HandleKind::Request(..) => "request",
        HandleKind::Reply(..) => "reply",
        HandleKind::LockDelayEnd => "lock-delay ends",
        HandleKind::WindowEnd => "window ends",
    }
}

/// How many there are.
const SORTS: usize = 12;

/// The width of the picture on the page.
const WIDTH: f64 = 1200.0;

/// Scenarios in which every kind is seen, with the handles to try there.
fn every_kind() -> Vec<(Scenario, Vec<HandleKind>)> {
    let mut found = BTreeMap::new();
    let mut chosen: Vec<(Scenario, Vec<HandleKind>)> = Vec::new();
    let stories = gallery().map(|(_, scenario)| scenario);
    for scenario in stories.chain([full::lease(), full::redlock()]) {
        let handles = picture(&scenario, WIDTH).handles;
        let news: Vec<HandleKind> = handles
            .iter()
            .map(|handle| handle.kind)
            .filter(|kind| found.insert(sort(*kind), *kind).is_none())
            .collect();
        if !news.is_empty() {
            chosen.push((scenario, news));
        }
    }
    assert_eq!(found.len(), SORTS, "only {:?}", found.keys());
    chosen
}

fn testid(kind: HandleKind) -> String {
    format!("handle-{}", kind.slug())
}

/// The value of a handle, and what is said of it.
async fn told(lab: &Lab, kind: HandleKind) -> (i64, String) {
    let name = testid(kind);
    let told = lab.attribute(&name, "aria-valuetext").await;
    (lab.value_of(&name).await, told)
}

/// Checks that a handle has another value, says so in words, and that undo puts it back.
async fn has_changed(lab: &Lab, kind: HandleKind, before: &(i64, String), how: &str) {
    let (value, words) = told(lab, kind).await;
    let named = format!("{kind:?} by {how}: {before:?} to {value}, {words}");
    assert_ne!(value, before.0, "{named}");
    assert_ne!(words, before.1, "{named}");
    let is_word = |word: &str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
    assert!(words.split_whitespace().any(is_word), "{named}");
    assert!(
        words.contains(|letter: char| letter.is_ascii_digit()),
        "{named}"
    );
    let held = lab.value("document.querySelectorAll('.held').length").await;
    assert_eq!(held, 0, "{named}");
    // A field that is emptied and filled has changed twice.
    for _ in 0..2 {
        if lab.has(&testid(kind)).await && lab.value_of(&testid(kind)).await == before.0 {
            break;
        }
        lab.click("undo").await;
        lab.frames().await;
    }
    lab.value_is(&testid(kind), before.0).await;
}

/// Pulls a handle by some pixels, to where there is more room.
async fn pull(lab: &Lab, pointer: Pointer, kind: HandleKind) {
    let name = testid(kind);
    let before = told(lab, kind).await;
    for pixels in [40.0, -40.0] {
        let second = lab.ruler().await.second;
        lab.pull(pointer, &name, pixels / second).await;
        lab.frames().await;
        if lab.value_of(&name).await != before.0 {
            break;
        }
    }
    has_changed(lab, kind, &before, &format!("{pointer:?}")).await;
}

async fn pull_each(look: Look, pointer: Pointer) {
    let lab = Lab::laboratory(look, &Scenario::seed()).await;
    for (scenario, kinds) in every_kind() {
        lab.paste(&scenario).await;
        for kind in kinds {
            pull(&lab, pointer, kind).await;
        }
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mouse_pulls_every_kind() {
    pull_each(Look::default(), Pointer::Mouse).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_pulls_every_kind() {
    pull_each(Look::default().touch(), Pointer::Finger).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pull_of_any_kind_ends_outside_the_window() {
    let lab = Lab::laboratory(Look::default(), &Scenario::seed()).await;
    for (scenario, kinds) in every_kind() {
        lab.paste(&scenario).await;
        for kind in kinds {
            let name = testid(kind);
            let (x, y) = lab.take(&name).await;
            // Whatever it is, it stays in the hand: at the far edges, too.
            for at in [(x + 30, y), (-90, y), (1500, -60)] {
                lab.raw_mouse("mouseMoved", at, true).await;
                lab.frames().await;
                let class = lab.attribute(&name, "class").await;
                assert!(class.contains("held"), "{kind:?} at {at:?}");
            }
            lab.raw_mouse("mouseReleased", (1500, -60), false).await;
            lab.frames().await;
            let class = lab.attribute(&name, "class").await;
            assert!(!class.contains("held"), "{kind:?}");
            lab.paste(&Scenario::seed()).await;
            lab.paste(&scenario).await;
        }
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_step_every_kind() {
    let lab = Lab::laboratory(Look::default(), &Scenario::seed()).await;
    for (scenario, kinds) in every_kind() {
        lab.paste(&scenario).await;
        for kind in kinds {
            let before = told(&lab, kind).await;
            for (key, sign) in [(Key::Right, 1), (Key::Left, -1)] {
                lab.focus(&testid(kind)).await;
                lab.press(key).await;
                let (value, _) = told(&lab, kind).await;
                assert!(
                    (value - before.0) * sign > 0,
                    "{kind:?}: {before:?} to {value}"
                );
                has_changed(&lab, kind, &before, "key").await;
            }
        }
    }
    lab.console_is_clean().await;
}

/// The field that holds what a handle changes, and a text for another value.
fn field_of(scenario: &Scenario, kind: HandleKind) -> (String, String) {
    let value = kind.value(scenario).expect("it has a value");
    let other = bare_seconds(Millis(value.0 + 700));
    let holds = |path: &str| {
        let edited = set(scenario, path, &other).ok();
        edited.and_then(|edited| kind.value(&edited)) == Some(Millis(value.0 + 700))
    };
    let fields = fields(scenario);
    let mut times = fields
        .iter()
        .filter(|field| field.applies && matches!(field.kind, Kind::Time { .. }));
    // What is usual stands before what is its own.
    let field = times.rfind(|field| holds(&field.path));
    let field = field.unwrap_or_else(|| panic!("{kind:?} has no field"));
    (field.path.clone(), other)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_sets_what_every_kind_changes() {
    let lab = Lab::laboratory(Look::default(), &Scenario::seed()).await;
    for (scenario, kinds) in every_kind() {
        lab.paste(&scenario).await;
        lab.unfold().await;
        for kind in kinds {
            let before = told(&lab, kind).await;
            let (path, text) = field_of(&scenario, kind);
            lab.fill(&path, &text).await;
            let (value, _) = told(&lab, kind).await;
            assert_eq!(value, before.0 + 700, "{kind:?} by {path}");
            has_changed(&lab, kind, &before, &path).await;
        }
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_step_every_kind() {
    let lab = Lab::laboratory(Look::default(), &Scenario::seed()).await;
    for (scenario, kinds) in every_kind() {
        lab.paste(&scenario).await;
        lab.unfold().await;
        for kind in kinds {
            let before = told(&lab, kind).await;
            let (path, _) = field_of(&scenario, kind);
            lab.click(&format!("{path}-more")).await;
            let more = told(&lab, kind).await;
            assert!(more.0 > before.0, "{kind:?} by {path}: {more:?}");
            // Less leads back to the same, though the scale has refitted.
            lab.click(&format!("{path}-less")).await;
            assert_eq!(told(&lab, kind).await, before, "{kind:?} by {path}");
            lab.click(&format!("{path}-more")).await;
            has_changed(&lab, kind, &before, &path).await;
        }
    }
    lab.console_is_clean().await;
}

/// What is too small to take hold of: less than 24 px in any direction, off its grip, or less than
/// 44 px though no neighbour stands nearer than that.
const AREAS: &str = "(() => {
    const wrong = [];
    const picture = document.querySelector('[data-testid=diagram]');
    const handles = [...picture.querySelectorAll('.handle')]
        .filter(handle => handle.checkVisibility() && handle.getAttribute('display') !== 'none');
    const middle = handle => {
        const area = handle.querySelector('.grip').getBoundingClientRect();
        return [area.x + area.width / 2, area.y + area.height / 2];
    };
    const axes = [[-1, 0], [1, 0], [0, -1], [0, 1]];
    for (const handle of handles) {
        handle.scrollIntoView({block: 'center', behavior: 'instant'});
        const [x, y] = middle(handle);
        const crowded = handles.some(other => {
            const [ox, oy] = middle(other);
            return other !== handle && Math.abs(ox - x) < 43.9 && Math.abs(oy - y) < 43.9;
        });
        const reach = ([dx, dy]) => {
            for (let far = 0; far < 22; far += 1) {
                const [px, py] = [x + dx * far, y + dy * far];
                // What is beyond the window can be scrolled to, or is the edge of the page.
                if (px < 0 || px >= innerWidth || py < 0 || py >= innerHeight) return 22;
                if (document.elementFromPoint(px, py)?.closest('[role=slider]') !== handle) return far;
            }
            return 22;
        };
        const [left, right, above, below] = axes.map(reach);
        const sides = [left, right, above, below];
        const [along, across] = [left + right, above + below];
        if (Math.min(...sides) < 8 || Math.min(along, across) < 23 || !crowded && Math.min(along, across) < 43)
            wrong.push(`${handle.dataset.testid} reaches ${sides}${crowded ? ', crowded' : ''}`);
    }
    return wrong;
})()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_handle_of_every_story_is_large_enough() {
    let mut wrong = Vec::new();
    for width in [1280, 320] {
        let look = Look::default().size(width, 900).touch();
        let lab = Lab::laboratory(look, &Scenario::seed()).await;
        for (story, scenario) in gallery() {
            lab.paste(&scenario).await;
            let found: Vec<String> = serde_json::from_value(lab.value(AREAS).await).expect("texts");
            wrong.extend(
                found
                    .iter()
                    .map(|what| format!("{} at {width}: {what}", story.id)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
