//! Measures the built page against its budgets and prints one table.
//!
//! `bench SEED.json SWEEP.json`, where the files hold what `examples/seed_bench.rs` and
//! `examples/sweep_bench.rs` printed: `{"native_us_per_run": 3.0}`. `make bench` does all three.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use e2e::{Hand, Key, Lab, Look, scenario, trace, work};
use serde_json::{Value, json};

/// What is dragged, and how: right and left, a point each frame.
const HANDLE: &str = "handle-pause-end";
const DRAGS: u32 = 6;
const DRAG_PX: i32 = 120;
const DRAG_STEPS: i32 = 60;

/// How long a story is played, in its own time, if it is as long as that.
const PLAYED_MS: u32 = 3000;

/// Runs of the seed story that the page is asked for at once.
const WASM_RUNS: u32 = 20_000;
const WASM_TURNS: u32 = 5;
const RUN: &str = "
    const [runs, done] = arguments;
    const begin = performance.now();
    window.wasmBindings.run_seed_story(runs);
    done(performance.now() - begin);";

/// Many runs, in the laboratory: each is done whole, as no page would.
const MANY_RUNS: &str = "
    const [call, given, done] = arguments;
    const begin = performance.now();
    window.wasmBindings[call](...given);
    done(performance.now() - begin);";
const MANY_TURNS: u32 = 5;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut table = Table::default();
    first_load(&mut table).await;
    drag(&mut table).await;
    largest_story(&mut table).await;
    let native = |place, what| env::args().nth(place).map(|file| native(&file, what));
    seed_run(&mut table, native(1, "native_us_per_run")).await;
    let natively = [
        native(2, "native_map_60x40_ms"),
        native(2, "native_sweep_100k_ms"),
    ];
    many_runs(&mut table, natively).await;
    let speed = benches(&mut table).await;
    if let Some(file) = env::args().nth(3) {
        every_run(&mut table, &file, speed);
    }
    table.print();
}

/// One line of the table.
struct Row {
    what: String,
    measured: Option<f64>,
    unit: &'static str,
    budget: Option<f64>,
}

#[derive(Default)]
struct Table {
    rows: Vec<Row>,
}

impl Table {
    fn row(&mut self, what: &str, measured: Option<f64>, unit: &'static str, budget: Option<f64>) {
        self.rows.push(Row {
            what: what.into(),
            measured,
            unit,
            budget,
        });
    }

    fn print(&self) {
        println!();
        println!("| what | measured | budget | share of budget |");
        println!("|---|---:|---:|---:|");
        for Row {
            what,
            measured,
            unit,
            budget,
        } in &self.rows
        {
            let number = |value: &Option<f64>| {
                value.map_or("-".into(), |value| format!("{value:.2} {unit}"))
            };
            let share = match (measured, budget) {
                (Some(measured), Some(budget)) if measured > budget => {
                    format!("{:.0} % OVER", measured / budget * 100.0)
                }
                (Some(measured), Some(budget)) => format!("{:.0} %", measured / budget * 100.0),
                _ => "-".into(),
            };
            println!(
                "| {what} | {} | {} | {share} |",
                number(measured),
                number(budget)
            );
        }
    }
}

/// All that is fetched until the page can be used.
async fn first_load(table: &mut Table) {
    let lab = Lab::open(Look::default()).await;
    let answers = lab.site().answers();
    let raw: u64 = answers.iter().map(|answer| answer.bytes).sum();
    let zipped: u64 = answers
        .iter()
        .filter_map(|answer| Some(gzip(answer.file.as_deref()?)))
        .sum();
    for answer in &answers {
        let zipped = answer.file.as_deref().map_or(0, gzip);
        println!(
            "{} {:>9} bytes {zipped:>9} gzip -9  {}",
            answer.status, answer.bytes, answer.path
        );
    }
    table.row(
        "first load, gzip -9",
        Some(kilobytes(zipped)),
        "KB",
        Some(150.0),
    );
    table.row("first load, raw", Some(kilobytes(raw)), "KB", None);
    table.row(
        "first load, requests",
        u32::try_from(answers.len()).ok().map(f64::from),
        "",
        Some(8.0),
    );
    let started = lab
        .value("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        .await;
    table.row(
        "page started after (this machine, no network)",
        started.as_f64(),
        "ms",
        None,
    );
}

/// The categories of the browser's timeline that have script, style, layout and paint.
const TIMELINE: &str = "devtools.timeline,v8.execute";

/// Script of one pointer move, from the event to the patched DOM, and painting after it.
async fn drag(table: &mut Table) {
    let lab = Lab::open(Look::default().trace(TIMELINE)).await;
    drag_of(table, &lab, HANDLE, "drag").await;
}

/// The same for the story of the gallery that has most to draw, in the laboratory, with all that
/// stands around it there; and script of one frame while it is played.
async fn largest_story(table: &mut Table) {
    let (story, scenario) = scenario::largest_story();
    let what = |does: &str| format!("laboratory, {}, {does}", story.id);
    let look = Look::default().trace(TIMELINE);
    let lab = Lab::laboratory(look.clone(), &scenario).await;
    drag_of(table, &lab, "handle-lease-end", &what("drag")).await;

    let lab = Lab::laboratory(look, &scenario).await;
    // No click before the two that are measured.
    lab.focus("playhead").await;
    lab.press(Key::Home).await;
    lab.click("play").await;
    let played = format!(
        "(head => head.ariaValueNow > Math.min({PLAYED_MS}, head.ariaValueMax * 0.8))(document.querySelector('[data-testid=playhead]'))"
    );
    lab.wait(&played).await;
    lab.click("play").await;
    let log = lab.get_log("performance").await.expect("a trace");
    let frames = trace::frames(log.iter().map(|entry| entry.message.as_str()));
    println!("{}: {} frames", story.id, frames.len());
    for (name, percent) in [("median", 50), ("95 %", 95)] {
        let what = what(&format!("playing, script per frame, {name}"));
        table.row(&what, quantile(&frames, percent), "ms", Some(4.0));
    }
}

async fn drag_of(table: &mut Table, lab: &Lab, handle: &str, name: &str) {
    let mut moves = Vec::new();
    if lab.has(handle).await {
        for turn in 0..DRAGS {
            let dx = if turn % 2 == 0 { -DRAG_PX } else { DRAG_PX };
            let (x, y) = lab.reach(handle).await;
            let mut acts = vec![Hand::To(x, y), Hand::Press];
            acts.extend((1..=DRAG_STEPS).map(|step| Hand::To(x + dx * step / DRAG_STEPS, y)));
            acts.push(Hand::Release);
            lab.hand("mouse", &acts).await;
        }
        let log = lab.get_log("performance").await.expect("a trace");
        moves = trace::moves(log.iter().map(|entry| entry.message.as_str()));
        println!("{name}: {} pointer moves", moves.len());
    } else {
        println!("{name}: there is no {handle}");
    }
    let script: Vec<f64> = moves.iter().map(|one| one.script_ms).collect();
    let painting: Vec<f64> = moves.iter().map(|one| one.painting_ms).collect();
    let what = format!("{name}, script per pointer move");
    for (part, percent, budget) in [("median", 50, 4.0), ("95 %", 95, 8.0)] {
        let what = format!("{what}, {part}");
        table.row(&what, quantile(&script, percent), "ms", Some(budget));
    }
    let what = format!("{name}, style, layout and paint, median");
    table.row(&what, quantile(&painting, 50), "ms", None);
}

/// One run of the seed story, here and in the page.
async fn seed_run(table: &mut Table, native: Option<f64>) {
    table.row("one seed run, native", native, "µs", Some(7.0));
    let lab = Lab::open(Look::default()).await;
    let mut turns = Vec::new();
    for _ in 0..WASM_TURNS {
        let result = lab.execute_async(RUN, vec![WASM_RUNS.into()]).await;
        let milliseconds = result.expect("the page runs its story").json().as_f64();
        turns.extend(milliseconds.map(|time| time * 1000.0 / f64::from(WASM_RUNS)));
    }
    let wasm = quantile(&turns, 50);
    table.row("one seed run, wasm", wasm, "µs", Some(18.0));
    let ratio = wasm.zip(native).map(|(wasm, native)| wasm / native);
    table.row("one seed run, wasm / native", ratio, "x", None);
}

/// The outcome map and the sweep, here and in the laboratory.
async fn many_runs(table: &mut Table, [map, sweep]: [Option<f64>; 2]) {
    let lab = Lab::open_at(Look::default(), "lab.html").await;
    for (what, call, given, native, budget) in [
        (
            "outcome map 60 × 40",
            "run_outcome_map",
            json!([60, 40]),
            map,
            50.0,
        ),
        (
            "sweep of 100 000 runs",
            "run_ttl_sweep",
            json!([100_000]),
            sweep,
            2000.0,
        ),
    ] {
        let mut turns = Vec::new();
        for _ in 0..MANY_TURNS {
            let result = lab
                .execute_async(MANY_RUNS, vec![call.into(), given.clone()])
                .await;
            turns.extend(result.expect("the laboratory runs it").json().as_f64());
        }
        table.row(&format!("{what}, native"), native, "ms", None);
        let wasm = quantile(&turns, 50);
        table.row(&format!("{what}, wasm"), wasm, "ms", Some(budget));
    }
}

/// The benches of the laboratory, as a reader has them: how long they take, and how long the page
/// cannot answer meanwhile. Returns how many states a second the whole matrix takes.
async fn benches(table: &mut Table) -> f64 {
    let (all, states) = work::on_the_benches().await;
    let mut states_a_second = f64::NAN;
    for one in all {
        let is_matrix = one.what.contains("matrix");
        let budget = is_matrix.then_some(300_000.0);
        table.row(one.what, Some(one.whole_ms), "ms", budget);
        if is_matrix {
            states_a_second = states / one.whole_ms * 1000.0;
            let what = "explorer, wasm, states a second, whole matrix";
            table.row(what, Some(states_a_second), "", None);
        }
        let what = format!("{}, longest task", one.what);
        table.row(&what, Some(one.longest_ms), "ms", Some(50.0));
    }
    states_a_second
}

/// The explorer against stateright on the same thread in the same run, and how its cost grows.
fn every_run(table: &mut Table, file: &str, wasm: f64) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let lines: Vec<Value> = lines.collect();
    let named = |line: &Value| {
        let [design, workload, column] = ["design", "workload", "column"]
            .map(|name| line[name].as_str().unwrap_or_default().to_owned());
        format!("{design}, {workload}, {column}")
    };
    let number = |value: &Value| {
        let text = value.as_str().and_then(|text| text.parse().ok());
        value.as_f64().or(text)
    };
    for line in lines
        .iter()
        .filter(|line| line["explorer_per_second"].is_number())
    {
        let cell = named(line);
        let native = number(&line["explorer_per_second"]);
        let row = |what: &str| format!("explorer, {what}: {cell}");
        table.row(&row("native, states a second"), native, "", None);
        for (what, name) in [
            (
                "against stateright on the second model (1 or more)",
                "ratio_second_model",
            ),
            (
                "against stateright on the same states (1 or more)",
                "ratio_same_states",
            ),
        ] {
            table.row(&row(what), number(&line[name]), "x", None);
        }
        let ratio = native.map(|native| wasm / native);
        table.row(
            &row("wasm in the page against native (0.5 or more)"),
            ratio,
            "x",
            None,
        );
    }
    for line in lines.iter().filter(|line| line["clients"].is_number()) {
        let (clients, nodes) = (&line["clients"], &line["nodes"]);
        let (states, ms) = (number(&line["states"]), number(&line["ms"]));
        let cell = named(line);
        let what = format!("{cell}, {clients} clients, {nodes} nodes");
        table.row(&format!("{what}: states"), states, "", None);
        table.row(&format!("{what}: time"), ms, "ms", None);
        let bytes = number(&line["more_bytes_at_the_peak"]).zip(states);
        let each = bytes.filter(|(bytes, _)| *bytes > 1e7);
        if let Some((bytes, states)) = each {
            table.row(
                &format!("{what}: memory a state"),
                Some(bytes / states),
                "B",
                None,
            );
        }
    }
}

/// What a native example measured.
fn native(file: &str, what: &str) -> f64 {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let seed: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    seed[what]
        .as_f64()
        .unwrap_or_else(|| panic!("{file}: {text}"))
}

/// Bytes of a file after `gzip -9`.
fn gzip(file: &Path) -> u64 {
    let output = Command::new("gzip")
        .arg("-9nc")
        .arg(file)
        .output()
        .expect("gzip is there");
    output.stdout.len() as u64
}

fn kilobytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes).expect("a page is small")) / 1000.0
}

/// The value that so many percent are not above.
fn quantile(values: &[f64], percent: usize) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    sorted.get(last * percent / 100).copied()
}
