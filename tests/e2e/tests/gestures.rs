//! A thousand gestures in the laboratory, whatever they are: the page stays whole, remembers
//! each, and grows by none.

use e2e::scenario::{fragment, gallery};
use e2e::{Lab, Look};
use fencelab::edit::past::Past;
use fencelab::sim::scenario::Scenario;
use serde_json::{Value, json};

/// Another number gives other gestures; the same number gives the same ones.
const SEED: u32 = 20_261;

const VISITOR: &str = include_str!("../pages/gestures.js");

/// How many gestures one command makes at most: it must answer within the driver's patience.
const AT_ONCE: u32 = 50;

fn seed() -> u32 {
    let seed = std::env::var("FENCELAB_SEED").ok();
    seed.and_then(|seed| seed.parse().ok()).unwrap_or(SEED)
}

/// The laboratory with a visitor in it, who pastes links too.
async fn visited() -> Lab {
    // Code that the browser makes faster the more it runs would look like growth.
    let look = Look::default()
        .argument("--js-flags=--no-opt --no-sparkplug --no-maglev --no-wasm-dynamic-tiering");
    let lab = Lab::idle(look).await;
    // The module does not show its memory: it is caught where the browser makes it.
    let catch = "for (const name of ['instantiate', 'instantiateStreaming']) {
        const make = WebAssembly[name];
        WebAssembly[name] = async (...parts) => {
            const made = await make.apply(WebAssembly, parts);
            window.memory = (made.instance ?? made).exports.memory;
            return made;
        };
    }";
    lab.devtools("Page.enable", json!({})).await;
    lab.devtools("Performance.enable", json!({})).await;
    let arguments = json!({"source": catch});
    lab.devtools("Page.addScriptToEvaluateOnNewDocument", arguments)
        .await;
    lab.visit("lab.html").await;
    lab.wait(e2e::MOUNTED).await;
    let links: Vec<String> = gallery().map(|(_, scenario)| fragment(&scenario)).collect();
    println!("FENCELAB_SEED={}", seed());
    let script = format!("{VISITOR}; window.visitor = window.visitor(arguments[0], arguments[1]);");
    let made = lab.execute(script, vec![json!(seed()), json!(links)]).await;
    made.expect("the script is right");
    lab
}

/// What a promise of the page comes to.
async fn promised(lab: &Lab, expression: &str) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1];
        (async () => {{ return {expression}; }})().then(done, error => done('error: ' + error));"
    );
    let answer = lab.execute_async(script, vec![]).await;
    let answer = answer.unwrap_or_else(|error| panic!("{expression}: {error}"));
    answer.json().clone()
}

async fn gestures(lab: &Lab, count: u32) {
    let at_once = count.min(AT_ONCE);
    for _ in 0..count / at_once {
        let wrong = promised(lab, &format!("await visitor.act({at_once})")).await;
        let said = lab.complaints().await;
        assert!(
            wrong == json!([]) && said.is_empty(),
            "{wrong:#}\n{said:#?}"
        );
    }
}

/// Presses a tool as long as it does something; how many times that was.
async fn times(lab: &Lab, tool: &str) -> u64 {
    let mut all = 0;
    loop {
        let times = promised(lab, &format!("await visitor.all('{tool}', {AT_ONCE})")).await;
        let times = times.as_u64().unwrap_or_else(|| panic!("{tool}: {times}"));
        all += times;
        if times < AT_ONCE.into() {
            return all;
        }
        assert!(all < 5000, "{tool} does not end");
    }
}

async fn picture(lab: &Lab) -> String {
    let picture = promised(lab, "await visitor.picture()").await;
    picture.as_str().expect("a picture is a text").to_owned()
}

/// What the page needs, with nothing left over that could be thrown away.
#[derive(Debug)]
struct Need {
    nodes: f64,
    listeners: f64,
    script_bytes: f64,
    wasm_bytes: f64,
}

impl Need {
    fn is_no_more_than(&self, before: &Self) {
        let parts = [
            ("nodes", self.nodes, before.nodes),
            ("listeners", self.listeners, before.listeners),
            ("bytes of script", self.script_bytes, before.script_bytes),
        ];
        for (what, now, before) in parts {
            assert!(now <= before * 1.05, "{before} {what} became {now}");
        }
    }

    /// The memory of the program never shrinks, and the longest run of all makes it: it can be
    /// compared where the same gestures are made again.
    fn has_the_memory_of(&self, before: &Self) {
        let (now, before) = (self.wasm_bytes, before.wasm_bytes);
        assert!(now <= before * 1.05, "{before} bytes of wasm became {now}");
    }
}

async fn need(lab: &Lab) -> Need {
    promised(lab, "await visitor.tidy()").await;
    // What the first collection sets free may hold what the next one does.
    for _ in 0..3 {
        lab.devtools("HeapProfiler.collectGarbage", json!({})).await;
        lab.frames().await;
    }
    let metrics = lab.devtools("Performance.getMetrics", json!({})).await;
    let metric = |name: &str| {
        let all = metrics["metrics"].as_array().expect("a list");
        let found = all.iter().find(|metric| metric["name"] == name);
        found
            .and_then(|metric| metric["value"].as_f64())
            .expect("it is measured")
    };
    let wasm = lab.value("memory.buffer.byteLength").await;
    Need {
        nodes: metric("Nodes"),
        listeners: metric("JSEventListeners"),
        script_bytes: metric("JSHeapUsedSize"),
        wasm_bytes: wasm.as_f64().expect("it was caught"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_gestures_can_all_be_taken_back_and_done_again() {
    let lab = visited().await;
    let first = picture(&lab).await;
    gestures(&lab, 200).await;
    let early = times(&lab, "undo").await;
    let before = need(&lab).await;
    assert_eq!(times(&lab, "redo").await, early);
    gestures(&lab, 800).await;
    let last = picture(&lab).await;
    let undone = times(&lab, "undo").await;
    let after = need(&lab).await;
    println!("{early} changes: {before:?}\n{undone} changes: {after:?}");
    // Each gesture is one change at most, and so many are remembered.
    assert!(undone > 300 && undone <= 1000, "{undone}");
    const { assert!(Past::PACKED_BOUND > 1000) };
    is_same(&picture(&lab).await, &first);
    assert_eq!(lab.shared().await.scenario, Scenario::seed());
    assert_eq!(times(&lab, "redo").await, undone);
    is_same(&picture(&lab).await, &last);
    after.is_no_more_than(&before);
    lab.console_is_clean().await;
}

/// Two pictures are the same; else where they begin to differ.
fn is_same(found: &str, wanted: &str) {
    let same = found
        .chars()
        .zip(wanted.chars())
        .take_while(|(one, other)| one == other);
    let place = same.count();
    let from = place.saturating_sub(200);
    let part = |text: &str| text.chars().skip(from).take(400).collect::<String>();
    assert!(
        found == wanted,
        "{}\n\nis not\n\n{}",
        part(found),
        part(wanted)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_taken_back_leaves_nothing_behind() {
    let lab = visited().await;
    let mut needs = Vec::new();
    for _ in 0..5 {
        // The same ones again: what they need at most is needed from the first time on.
        promised(&lab, "visitor.again()").await;
        gestures(&lab, 60).await;
        assert!(times(&lab, "undo").await > 10);
        needs.push(need(&lab).await);
    }
    let (warm, last) = (&needs[1], &needs[4]);
    println!("{warm:?}, then {last:?}");
    last.is_no_more_than(warm);
    last.has_the_memory_of(warm);
}

/// The next of a row of numbers that look like chance, below `most`.
fn next(state: &mut u64, most: u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % most
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_mouse_pulls_what_undo_puts_back() {
    let lab = visited().await;
    let first = picture(&lab).await;
    let mut state = u64::from(seed());
    let mut pulls = 0;
    while pulls < 15 {
        let handles = "[...document.querySelectorAll('[data-testid=diagram] .handle')]
            .filter(thing => thing.checkVisibility()).map(thing => thing.dataset.testid)";
        let handles: Vec<String> = serde_json::from_value(lab.value(handles).await).expect("names");
        let Ok(most) = u64::try_from(handles.len()) else {
            panic!("there are too many handles");
        };
        let chosen = usize::try_from(next(&mut state, most)).expect("it is small");
        let (x, y) = lab.take(&handles[chosen]).await;
        let mut at = (x, y);
        for _ in 0..4 {
            let far = i32::try_from(next(&mut state, 400)).expect("it is small") - 200;
            at = (x + far, y + far / 8);
            lab.raw_mouse("mouseMoved", at, true).await;
        }
        lab.raw_mouse("mouseReleased", at, false).await;
        lab.frames().await;
        let held = lab.value("document.querySelectorAll('.held').length").await;
        assert_eq!(held, 0, "{}", handles[chosen]);
        pulls += 1;
    }
    let last = picture(&lab).await;
    let undone = times(&lab, "undo").await;
    assert!(undone > 5 && undone <= pulls, "{undone} of {pulls}");
    is_same(&picture(&lab).await, &first);
    assert_eq!(times(&lab, "redo").await, undone);
    is_same(&picture(&lab).await, &last);
    lab.console_is_clean().await;
}
