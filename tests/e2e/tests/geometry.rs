//! A handle stands at its time, and a pull leads to the time under the pointer, however many
//! device pixels a pixel has and however far the browser has zoomed.

use e2e::scenario::{gallery, history, picture};
use e2e::{Lab, Look, whole};
use fencelab::picture::HandleKind;
use fencelab::sim::scenario::Scenario;

/// Some of the stories: one lease, a cut, Redlock, messages held up.
const STORIES: [&str; 5] = [
    "the-pause",
    "cut-from-zookeeper",
    "redlock-clock-jump",
    "expired-on-arrival",
    "two-objects",
];

fn scenarios() -> Vec<(&'static str, Scenario)> {
    let found: Vec<_> = gallery()
        .filter(|(story, _)| STORIES.contains(&story.id))
        .map(|(story, scenario)| (story.id, scenario))
        .collect();
    assert_eq!(found.len(), STORIES.len());
    found
}

/// Checks every handle of a story that is on the page against the labels of the ruler.
async fn stands(lab: &Lab, name: &str, scenario: &Scenario) {
    let ruler = lab.ruler().await;
    let run = history(scenario);
    let mut seen = 0;
    for handle in picture(scenario, 1200.0).handles {
        let testid = format!("handle-{}", handle.kind.slug());
        if lab.attribute(&testid, "display").await == "none" {
            continue;
        }
        let at = handle.kind.place(scenario, &run).expect("it has a place");
        #[allow(clippy::cast_precision_loss, reason = "a run is seconds long")]
        let wanted = ruler.at(at.0 as f64 / 1000.0);
        let (x, y) = lab.stand(&testid).await;
        let along = if ruler.down { y } else { x };
        assert!(
            (along - wanted).abs() < 0.5,
            "{name}, {testid}: {along}, not {wanted}"
        );
        seen += 1;
    }
    assert!(seen > 4, "{name}: only {seen} handles");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handle_stands_at_its_time_in_every_story() {
    // A window of 640 with two device pixels is one of 1280 at 200 %.
    for (scale, width) in [
        (1.0, 1280),
        (1.5, 1280),
        (2.0, 1280),
        (2.0, 640),
        (4.0, 320),
    ] {
        let look = Look::default().scale(scale).size(width, 800);
        let lab = Lab::laboratory(look, &Scenario::seed()).await;
        for (name, scenario) in scenarios() {
            lab.paste(&scenario).await;
            stands(&lab, &format!("{name} at {width} x {scale}"), &scenario).await;
        }
    }
}

/// Pulls the end of the pause by some CSS pixels of the window, and gives the pixels of a second.
async fn pull(lab: &Lab, pixels: i32) -> f64 {
    let read = "(() => {
        const thing = document.querySelector('[data-testid=handle-pause-end]');
        thing.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
        const area = thing.querySelector('.grip').getBoundingClientRect();
        const second = [...document.querySelector('[data-testid=diagram]').querySelectorAll('text.num')]
            .map(text => [parseFloat(text.textContent), text.getBoundingClientRect()])
            .map(([time, area]) => [time, area.x + area.width / 2]);
        const [first, last] = [second[0], second[second.length - 1]];
        return [area.x + area.width / 2, area.y + area.height / 2,
            (last[1] - first[1]) / (last[0] - first[0])];
    })()";
    let read = lab.value(read).await;
    let number = |at: usize| read[at].as_f64().expect("a number");
    let (x, y) = (whole(number(0)), whole(number(1)));
    lab.raw_mouse("mouseMoved", (x, y), false).await;
    lab.raw_mouse("mousePressed", (x, y), true).await;
    lab.raw_mouse("mouseMoved", (x + pixels / 2, y), true).await;
    lab.raw_mouse("mouseMoved", (x + pixels, y), true).await;
    lab.raw_mouse("mouseReleased", (x + pixels, y), false).await;
    lab.frames().await;
    number(2)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pull_follows_the_pointer_at_any_zoom() {
    for (zoom, width) in [("1", 1280), ("1.25", 1600), ("2", 2560)] {
        let look = Look::default().size(width, 1600);
        let lab = Lab::laboratory(look, &Scenario::seed()).await;
        let zoomed = format!("document.documentElement.style.zoom = '{zoom}'");
        lab.value(&zoomed).await;
        lab.frames().await;
        lab.frames().await;
        let second = pull(&lab, -80).await;
        let value = lab
            .value_of(&format!("handle-{}", pause_end().slug()))
            .await;
        #[allow(clippy::cast_precision_loss, reason = "a run is seconds long")]
        let off = (value as f64 / 1000.0 - (15.0 - 80.0 / second)) * second;
        // A step of the scale is about four pixels, and a mouse stands on whole ones.
        assert!(off.abs() < 5.0, "zoom {zoom}: {value} is {off} px off");
        lab.console_is_clean().await;
    }
}

const fn pause_end() -> HandleKind {
    HandleKind::PauseEnd(fencelab::model::FaultId(0))
}
