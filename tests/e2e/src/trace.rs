//! What the browser's own timeline says about a drag.

use serde_json::Value;

/// What one pointer move cost on the page's main thread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// Script: listeners, microtasks, animation frames, timers.
    pub script_ms: f64,
    /// Style, layout and paint that no script waited for.
    pub painting_ms: f64,
}

/// One stretch of work, in microseconds.
struct Work {
    name: String,
    kind: String,
    start: f64,
    length: f64,
}

const SCRIPT: &[&str] = &[
    "EventDispatch",
    "FireAnimationFrame",
    "FunctionCall",
    "EvaluateScript",
    "RunMicrotasks",
    "TimerFire",
    "FireIdleCallback",
];
const PAINTING: &[&str] = &[
    "UpdateLayoutTree",
    "Layout",
    "PrePaint",
    "Paint",
    "Layerize",
    "Commit",
];

/// The pointer moves between press and release, out of the lines of chromedriver's
/// performance log. A move lasts until the next event of the pointer.
#[must_use]
pub fn moves<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Move> {
    between_press_and_release(&page_work(lines))
}

/// Milliseconds of script of each frame between the first click and the second one, out of the
/// same lines: from an animation frame to the next.
#[must_use]
pub fn frames<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<f64> {
    between_two_clicks(&page_work(lines))
}

/// What the thread of the page did, in order.
fn page_work<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Work> {
    let entries: Vec<Value> = lines
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|entry| entry["message"]["method"] == "Tracing.dataCollected")
        .collect();
    let events = entries.iter().map(|entry| &entry["message"]["params"]);
    // The thread that saw the press is the page's.
    let Some(page) = events
        .clone()
        .find(|event| event["args"]["data"]["type"] == "pointerdown")
    else {
        return Vec::new();
    };
    let mut work: Vec<Work> = events
        .filter(|event| {
            event["pid"] == page["pid"] && event["tid"] == page["tid"] && event["ph"] == "X"
        })
        .filter_map(|event| {
            let kind = event["args"]["data"]["type"].as_str();
            Some(Work {
                name: event["name"].as_str()?.to_owned(),
                kind: kind.unwrap_or_default().to_owned(),
                start: event["ts"].as_f64()?,
                length: event["dur"].as_f64()?,
            })
        })
        .collect();
    work.sort_by(|one, other| one.start.total_cmp(&other.start));
    work
}

fn between_two_clicks(work: &[Work]) -> Vec<f64> {
    let is_click = |one: &&Work| one.name == "EventDispatch" && one.kind == "click";
    let mut clicks = work.iter().filter(is_click).map(|one| one.start);
    let (Some(first), Some(second)) = (clicks.next(), clicks.next()) else {
        return Vec::new();
    };
    let mut frames: Vec<f64> = Vec::new();
    let mut counted_until = first;
    for one in work.iter().filter(|one| one.start < second) {
        // What lies within work that is counted already is part of it.
        if one.start < counted_until || !SCRIPT.contains(&one.name.as_str()) {
            continue;
        }
        if one.name == "FireAnimationFrame" {
            frames.push(0.0);
        }
        if let Some(frame) = frames.last_mut() {
            *frame += one.length / 1000.0;
        }
        counted_until = one.start + one.length;
    }
    frames
}

fn between_press_and_release(work: &[Work]) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut pressed = false;
    let mut current: Option<Move> = None;
    let mut counted_until = f64::MIN;
    for one in work {
        let pointer = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
        if one.name == "EventDispatch" && pointer.contains(&one.kind.as_str()) {
            moves.extend(current.take());
            match one.kind.as_str() {
                "pointerdown" => pressed = true,
                "pointermove" if pressed => {
                    current = Some(Move {
                        script_ms: 0.0,
                        painting_ms: 0.0,
                    });
                }
                "pointermove" => {}
                _ => pressed = false,
            }
        }
        // What lies within work that is counted already is part of it.
        let Some(now) = current.as_mut().filter(|_| one.start >= counted_until) else {
            continue;
        };
        if SCRIPT.contains(&one.name.as_str()) {
            now.script_ms += one.length / 1000.0;
        } else if PAINTING.contains(&one.name.as_str()) {
            now.painting_ms += one.length / 1000.0;
        } else {
            continue;
        }
        counted_until = one.start + one.length;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, kind: &str, start: u32, length: u32) -> String {
        format!(
            r#"{{"message": {{"method": "Tracing.dataCollected", "params": {{"name": "{name}",
            "ph": "X", "pid": 1, "tid": 2, "ts": {start}, "dur": {length},
            "args": {{"data": {{"type": "{kind}"}}}}}}}}}}"#
        )
    }

    #[test]
    fn a_move_is_its_script_and_its_painting_once() {
        let lines = [
            event("EventDispatch", "pointermove", 0, 900),
            event("EventDispatch", "pointerdown", 1000, 500),
            event("EventDispatch", "pointermove", 2000, 1000),
            event("FunctionCall", "", 2100, 800),
            event("Layout", "", 2200, 300),
            event("FireAnimationFrame", "", 4000, 2000),
            event("Layout", "", 7000, 4000),
            event("EventDispatch", "pointermove", 18000, 1000),
            event("EventDispatch", "pointerup", 20000, 1000),
            event("FunctionCall", "", 30000, 5000),
        ];
        let moves = moves(lines.iter().map(String::as_str));
        let expected = [(3.0, 4.0), (1.0, 0.0)];
        assert_eq!(
            moves,
            expected.map(|(script_ms, painting_ms)| Move {
                script_ms,
                painting_ms
            })
        );
    }
    #[test]
    fn a_frame_is_its_script_until_the_next() {
        let lines = [
            event("EventDispatch", "pointerdown", 0, 100),
            event("FireAnimationFrame", "", 500, 4000),
            event("EventDispatch", "click", 5000, 1000),
            event("RunMicrotasks", "", 6000, 300),
            event("FireAnimationFrame", "", 10_000, 2000),
            event("FunctionCall", "", 10_100, 1500),
            event("RunMicrotasks", "", 12_000, 500),
            event("Paint", "", 13_000, 3000),
            event("FireAnimationFrame", "", 26_000, 1000),
            event("EventDispatch", "click", 30_000, 1000),
            event("FireAnimationFrame", "", 42_000, 7000),
        ];
        assert_eq!(frames(lines.iter().map(String::as_str)), [2.5, 1.0]);
    }
}
