//! Long work on the laboratory's page, measured: how long it takes, and for how long the page
//! cannot answer meanwhile.

use std::time::Duration;

use crate::{Lab, Look};

/// What was measured of one kind of work.
pub struct Work {
    /// What it was.
    pub what: &'static str,
    /// From the first click to the end, in milliseconds.
    pub whole_ms: f64,
    /// The longest time for which the page could not answer, in milliseconds.
    pub longest_ms: f64,
}

/// Messages to oneself: the longest time between two of them is the longest that the page was
/// busy at a stretch.
const LISTEN: &str = "(() => {
    const channel = new MessageChannel();
    window.busy = { longest: 0, last: performance.now(), from: performance.now() };
    channel.port1.onmessage = () => {
        const now = performance.now();
        window.busy.longest = Math.max(window.busy.longest, now - window.busy.last);
        window.busy.last = now;
        channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
})()";

const LONGEST_WAIT: Duration = Duration::from_mins(5);

/// The work of each bench: its tab, the button that begins it, and when it is over.
const BENCHES: [(&str, &str, Option<&str>, &str); 4] = [
    (
        "whole matrix in the page",
        "matrix",
        None,
        "document.querySelector('#bench-matrix progress')?.value === 320",
    ),
    (
        "outcome map in the page",
        "map",
        None,
        "document.querySelector('.map-border')?.getAttribute('d')?.startsWith('M')",
    ),
    (
        "sweep of 36 000 runs in the page",
        "sweep",
        Some("sweep-go"),
        "document.querySelector('#bench-sweep progress')?.value === 36000",
    ),
    (
        "chaos and shrinking in the page",
        "chaos",
        Some("chaos-go"),
        "document.querySelector('[data-testid=chaos-show].main') !== null",
    ),
];

/// Does the work of every bench, one after the other; the matrix also tells how many states it saw.
pub async fn on_the_benches() -> (Vec<Work>, f64) {
    let mut all = Vec::new();
    let mut states = 0.0;
    for (what, bench, begin, is_over) in BENCHES {
        let lab = Lab::open_at(Look::default(), "lab.html").await;
        lab.value(LISTEN).await;
        lab.click(&format!("tab-{bench}")).await;
        if let Some(button) = begin {
            lab.click(button).await;
        }
        lab.value("void (window.busy.from = performance.now(), window.busy.longest = 0)")
            .await;
        let over = format!(
            "{is_over} && document.querySelector('#bench-{bench} section[aria-busy=false]') !== null && (window.busy.whole ??= performance.now() - window.busy.from) > 0"
        );
        lab.holds_within(&over, LONGEST_WAIT)
            .await
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        if bench == "matrix" {
            let told = "document.querySelector('[data-testid=matrix-progress]').textContent.match(/, (\\d+) states/)[1] * 1";
            states = lab.value(told).await.as_f64().unwrap_or(0.0);
        }
        let number = async |name: &str| {
            let value = lab.value(&format!("window.busy.{name}")).await;
            value.as_f64().unwrap_or(f64::NAN)
        };
        all.push(Work {
            what,
            whole_ms: number("whole").await,
            longest_ms: number("longest").await,
        });
    }
    (all, states)
}
