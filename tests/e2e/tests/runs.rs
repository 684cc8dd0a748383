//! Many runs of what is on the stage: the map, the sweep, chaos.

use e2e::{Key, Lab, Look};

async fn bench(look: Look, tab: &str) -> Lab {
    let lab = Lab::open_at(look, "lab.html").await;
    lab.click(&format!("tab-{tab}")).await;
    lab
}

/// Waits until the work of a bench has ended.
async fn done(lab: &Lab, bench: &str) {
    lab.wait(&format!(
        "document.querySelector('#bench-{bench} section[aria-busy=false]') !== null"
    ))
    .await;
}

async fn map_is_drawn(lab: &Lab) {
    lab.wait("document.querySelector('.map-border')?.getAttribute('d')?.startsWith('M')")
        .await;
    done(lab, "map").await;
}

/// A chart or map can be read: no text of it is smaller than 12 px on the screen.
async fn texts_can_be_read(lab: &Lab, selector: &str) {
    let script = format!(
        "(() => {{ const svg = document.querySelector('{selector}');
            const factor = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            const sizes = [...svg.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize) * factor);
            return sizes.length > 4 && Math.min(...sizes) >= 12; }})()"
    );
    lab.wait(&script).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_point_of_the_map_and_the_stage_move_each_other() {
    let lab = bench(Look::default(), "map").await;
    map_is_drawn(&lab).await;
    texts_can_be_read(&lab, ".map").await;
    let said = lab.text("map-says").await;
    assert!(
        said.contains("from 14.501\u{a0}s Lucky, from 16.001\u{a0}s Safe"),
        "{said}"
    );
    // Far to the right the TTL outlasts the pause.
    let point = lab.find("map-point").await;
    point.scroll_into_view().await.expect("it is there");
    lab.mouse_drag(&point, 350, 0, 6).await;
    lab.wait_text("verdict", "Safe").await;
    // One undo takes the whole drag back.
    lab.click("undo").await;
    lab.wait_text("verdict", "Broken").await;
    // The other way round: a handle of the stage moves the point.
    let before = lab.attribute("map-point", "transform").await;
    lab.focus("handle-pause-end").await;
    for _ in 0..8 {
        lab.press_with(Key::Shift, Key::Left).await;
    }
    lab.wait_text("verdict", "Safe").await;
    lab.wait(&format!(
        "document.querySelector('[data-testid=map-point]').getAttribute('transform') !== '{before}'"
    ))
    .await;
    // By keyboard.
    lab.focus("map-point").await;
    for _ in 0..4 {
        lab.press_with(Key::Shift, Key::Up).await;
    }
    lab.wait_text("verdict", "Broken").await;
    let told = lab.attribute("map-point", "aria-valuetext").await;
    assert!(
        told.starts_with("TTL 10") && told.ends_with("Broken"),
        "{told}"
    );
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_map_of_other_numbers_by_touch() {
    let lab = bench(Look::default().size(390, 844), "map").await;
    map_is_drawn(&lab).await;
    lab.value("(() => { const s = document.querySelector('#map-x'); s.value = '3'; s.dispatchEvent(new Event('change', { bubbles: true })); })()").await;
    lab.wait("document.querySelector('.map').getAttribute('aria-label').includes('Arrival')")
        .await;
    map_is_drawn(&lab).await;
    let before = lab.attribute("map-point", "aria-valuetext").await;
    let point = lab.find("map-point").await;
    point.scroll_into_view().await.expect("it is there");
    lab.touch_drag(&point, 60, -30, 6).await;
    lab.wait(&format!("document.querySelector('[data-testid=map-point]').getAttribute('aria-valuetext') !== '{before}'"))
        .await;
    // A number that this scenario does not have is not offered, and says why.
    let margin = "document.querySelector('#map-x option[disabled]').textContent";
    assert!(
        lab.value(margin)
            .await
            .as_str()
            .is_some_and(|told| told.len() > 20)
    );
    assert_eq!(lab.value("document.documentElement.scrollWidth").await, 390);
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sweep_is_stopped_gone_on_with_and_ends_the_same() {
    let lab = bench(Look::default(), "sweep").await;
    let numbers = "document.querySelector('[data-testid=sweep-table] table').textContent";
    lab.value("(() => { const s = document.querySelector('#sweep-draws'); s.value = '2'; s.dispatchEvent(new Event('change', { bubbles: true })); })()").await;
    lab.click("sweep-go").await;
    lab.wait("document.querySelector('#bench-sweep progress')?.value > 0")
        .await;
    lab.click("sweep-stop").await;
    let at = "document.querySelector('#bench-sweep progress').value";
    let stopped = lab.value(at).await;
    lab.frames().await;
    assert_eq!(
        lab.value(at).await,
        stopped,
        "it goes on after it was stopped"
    );
    lab.value("(() => { const s = document.querySelector('#sweep-draws'); s.value = '0'; s.dispatchEvent(new Event('change', { bubbles: true })); })()").await;
    lab.click("sweep-go").await;
    done(&lab, "sweep").await;
    lab.wait(&format!("{numbers}.includes('%')")).await;
    let whole = lab.value(numbers).await;
    // The same seed, stopped and taken up again on the way.
    lab.click("sweep-go").await;
    lab.click("sweep-stop").await;
    lab.value("document.querySelector('[data-testid=sweep-resume]').click()")
        .await;
    done(&lab, "sweep").await;
    lab.wait(&format!("{numbers} === {whole}")).await;
    texts_can_be_read(&lab, "[data-testid=chart-harm]").await;
    let said = lab.text("sweep-says").await;
    assert!(said.contains("With no defence, harm falls"), "{said}");
    assert!(said.contains("With a fence on writes, none of"), "{said}");
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn charts_can_be_read_in_the_dark_and_in_forced_colours_and_are_not_on_the_sheet() {
    let lab = bench(Look::default().dark().language("ja"), "sweep").await;
    lab.click("sweep-go").await;
    done(&lab, "sweep").await;
    let seen = "(() => { const c = document.querySelector('.chart-curve'); const s = getComputedStyle(c);
        const p = getComputedStyle(document.body).backgroundColor;
        return s.stroke !== 'none' && s.stroke !== p && c.getBoundingClientRect().width > 100; })()";
    lab.wait(seen).await;
    for (name, value) in [
        ("forced-colors", "active"),
        ("prefers-color-scheme", "light"),
    ] {
        let features = serde_json::json!({ "features": [{ "name": name, "value": value }] });
        lab.devtools("Emulation.setEmulatedMedia", features).await;
        lab.wait(seen).await;
    }
    let print = serde_json::json!({ "media": "print" });
    lab.devtools("Emulation.setEmulatedMedia", print).await;
    // The printed sheet is of the run; a chart leaves as a file.
    lab.wait("!document.querySelector('.chart-curve').checkVisibility()")
        .await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chaos_finds_a_run_and_the_smallest_is_put_on_the_stage() {
    let lab = bench(Look::default(), "chaos").await;
    lab.fill("chaos-seed", "many").await;
    lab.press(Key::Tab).await;
    lab.wait_text(
        "chaos-seed-error",
        "A seed is a whole number from 0 up, such as 42.",
    )
    .await;
    lab.fill("chaos-seed", "7").await;
    lab.press(Key::Tab).await;
    lab.click("chaos-go").await;
    lab.wait("document.querySelector('[data-testid=chaos-show].main')")
        .await;
    let said = lab.text("chaos-says").await;
    assert!(said.contains("failed: inversion"), "{said}");
    lab.click("chaos-show").await;
    lab.wait_text("verdict", "Broken").await;
    lab.wait("location.hash.length > 5").await;
    let hash = lab.value("location.hash").await;
    lab.visit(&format!("lab.html{}", hash.as_str().expect("a text")))
        .await;
    lab.wait_text("verdict", "Broken").await;
    // With the fence on, no run does harm: the design survives, and that is no proof.
    lab.click("fence-switch").await;
    lab.click("tab-chaos").await;
    lab.value("document.querySelectorAll('.checks input').forEach(c => { if (c.id !== 'chaos-0') c.click(); })")
        .await;
    lab.click("chaos-go").await;
    lab.wait("document.querySelector('[data-testid=chaos-says]').textContent.includes('That is no proof')")
        .await;
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_matrix_is_stopped_gone_on_with_and_a_cell_played_and_shared() {
    let lab = bench(Look::default(), "matrix").await;
    let at = "document.querySelector('#bench-matrix progress').value";
    lab.wait(&format!("{at} > 0")).await;
    lab.click("matrix-stop").await;
    let stopped = lab.value(at).await;
    lab.frames().await;
    assert_eq!(
        lab.value(at).await,
        stopped,
        "it goes on after it was stopped"
    );
    lab.click("matrix-go").await;
    let whole = "document.querySelector('#bench-matrix progress').value === 320";
    lab.holds_within(whole, std::time::Duration::from_mins(2))
        .await
        .expect("every cell is decided");
    // The row of the lease, blind write: ideal holds, pauses break it.
    assert_eq!(lab.text("cell-1-0").await, "Holds204 states");
    assert_eq!(lab.text("cell-1-1").await, "Broken12 moves");
    lab.click("cell-1-0").await;
    lab.wait(
        "document.querySelector('[data-testid=cell]').textContent.includes('A lease ends only when')",
    )
    .await;
    lab.click("cell-1-1").await;
    lab.wait("document.querySelectorAll('[data-testid=cell-moves] li').length === 12")
        .await;
    lab.is_accessible().await;
    lab.click("cell-show").await;
    lab.wait_text("verdict", "Broken").await;
    lab.click("to-start").await;
    lab.click("play").await;
    lab.wait("location.hash.length > 5").await;
    let hash = lab.value("location.hash").await;
    lab.visit(&format!("lab.html{}", hash.as_str().expect("a text")))
        .await;
    lab.wait_text("verdict", "Broken").await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_broken_cell_of_the_matrix_is_put_on_the_stage() {
    let lab = bench(Look::default(), "matrix").await;
    let whole = "document.querySelector('#bench-matrix progress')?.value === 320";
    lab.holds_within(whole, std::time::Duration::from_mins(2))
        .await
        .expect("every cell is decided");
    let wrong = "(async () => {
        const frame = () => new Promise(done => setTimeout(done, 0));
        const wrong = []; let count = 0;
        for (const workload of [0, 1, 2, 3]) {
            const select = document.querySelector('#matrix-workload');
            select.value = workload; select.dispatchEvent(new Event('change', { bubbles: true })); await frame();
            for (const cell of [...document.querySelectorAll('.matrix .broken button')].map(b => b.dataset.testid)) {
                document.querySelector(`[data-testid=${cell}]`).click(); await frame();
                document.querySelector('[data-testid=cell-show]').click(); await frame();
                count += 1;
                if (document.querySelector('[data-testid=verdict]').textContent !== 'Broken') wrong.push([workload, cell]);
            }
        }
        return JSON.stringify({ wrong, count });
    })()";
    let script = format!("const done = arguments[0]; {wrong}.then(done);");
    let told = lab.execute_async(&script, vec![]).await.expect("it ends");
    let told = told.json().as_str().expect("a text").to_owned();
    assert!(told.contains("\"wrong\":[]"), "{told}");
    assert!(!told.contains("\"count\":0"), "{told}");
    lab.console_is_clean().await;
}
