//! Sharing: the link, its code, files that leave the page, and what is brought along.

use std::fs;

use e2e::{Key, Lab, Look, base64_decode};
use fencelab::share::{PresetId, Shared, encode, import};
use fencelab::sim::scenario::{Fence, Scenario};
use serde_json::{Value, json};

async fn laboratory(look: Look) -> Lab {
    let lab = Lab::idle(look).await;
    // Files are kept where a test can read them, beside going their way.
    before_load(
        &lab,
        "window.files = []; const make = URL.createObjectURL;
         URL.createObjectURL = file => { window.files.push(file); return make.call(URL, file); };",
    )
    .await;
    lab.visit("lab.html").await;
    lab.wait(e2e::MOUNTED).await;
    lab
}

/// Runs a script in every page before its own.
async fn before_load(lab: &Lab, script: &str) {
    lab.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({"source": script}),
    )
    .await;
}

async fn open_panel(lab: &Lab) {
    lab.value("document.querySelector('[data-testid=share] summary').click()")
        .await;
    lab.wait("document.querySelector('[data-testid=share]').open")
        .await;
}

/// What an expression promises.
async fn promised(lab: &Lab, expression: &str) -> Value {
    let script = format!(
        "const done = arguments[0]; ({expression}).then(done, error => done(String(error)));"
    );
    let result = lab.execute_async(script.as_str(), vec![]).await;
    let result = result.unwrap_or_else(|error| panic!("{expression}: {error}"));
    result.json().clone()
}

/// The text of the file that a button saves.
async fn saved(lab: &Lab, button: &str) -> String {
    lab.value("window.files.length = 0").await;
    lab.click(button).await;
    lab.wait("window.files.length === 1").await;
    let text = promised(lab, "window.files[0].text()").await;
    text.as_str().expect("a text").to_owned()
}

/// Drops a file, or pastes it, where no field is.
fn carried(kind: &str, name: &str, bytes: &[u8]) -> String {
    let (event, field, target) = match kind {
        "drop" => ("DragEvent", "dataTransfer", "[data-testid=diagram]"),
        _ => ("ClipboardEvent", "clipboardData", "body"),
    };
    format!(
        "(() => {{
            const carried = new DataTransfer();
            carried.items.add(new File([new Uint8Array({})], {}));
            document.querySelector({}).dispatchEvent(new {event}({}, {{ {field}: carried, bubbles: true, cancelable: true }}));
        }})()",
        json!(bytes), json!(name), json!(target), json!(kind)
    )
}

fn pasted_text(target: &str, text: &str) -> String {
    format!(
        "(() => {{
            const carried = new DataTransfer();
            carried.setData('text/plain', {});
            document.querySelector({}).dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: carried, bubbles: true, cancelable: true }}));
        }})()",
        json!(text), json!(target)
    )
}

fn fenced() -> Scenario {
    let mut scenario = Scenario::seed();
    scenario.resource.fence = Fence::Writes;
    scenario
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_file_says_what_the_page_shows() {
    let lab = laboratory(Look::default()).await;
    lab.click("fence-switch").await;
    lab.wait_text("verdict", "Fenced").await;
    open_panel(&lab).await;
    lab.is_accessible().await;
    let mermaid = saved(&lab, "save-mmd").await;
    assert!(mermaid.starts_with("sequenceDiagram\n"), "{mermaid}");
    assert!(mermaid.contains("C1-xR: 16"), "{mermaid}");
    let text = saved(&lab, "save-txt").await;
    assert!(
        text.starts_with("Fencelab: Fenced\n") && text.contains("t4  16 s  "),
        "{text}"
    );
    let link = text.lines().last().expect("it ends with the link");
    let brought = import(link.as_bytes());
    let fragment = link.split_once('#').expect("a link").1;
    let shared = fencelab::share::decode(fragment).expect("it can be read");
    assert_eq!(shared.scenario, fenced());
    assert_eq!(brought, Ok(fencelab::share::Brought::Link(shared)));
    let file = saved(&lab, "save-json").await;
    assert_eq!(fencelab::sim::read(file.as_bytes()), Ok(fenced()));
    // The same in Japanese, by its own words.
    lab.click("language").await;
    lab.wait_text("verdict", "フェンスが阻止").await;
    let text = saved(&lab, "save-txt").await;
    assert!(text.starts_with("Fencelab: フェンスが阻止\n"), "{text}");
    lab.is_accessible().await;
    lab.console_is_clean().await;
}

/// How each shape and label of a picture looks: place, colours, type.
const LOOKS: &str = "(() => {
    const layers = [...document.querySelectorAll('SCOPE')].slice(0, 2);
    const all = layers.flatMap(layer => [...layer.querySelectorAll('path, text')]);
    const rounded = number => Math.round(number * 2) / 2;
    return all.map(part => {
        const style = getComputedStyle(part);
        const box = part.getBBox();
        return [part.tagName, part.textContent, rounded(box.x), rounded(box.y), rounded(box.width), rounded(box.height),
            style.fill.replace(/.*(#[a-z-]+).*/, '$1'), style.stroke, style.strokeWidth, style.strokeDasharray, ...(part.tagName === 'text' ? [style.fontSize, style.fontWeight.replace('650', '600'), style.textAnchor] : [])].join('|');
    }).sort();
})()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_alone_looks_as_on_the_page() {
    for look in [Look::default(), Look::default().size(400, 800)] {
        let lab = laboratory(look).await;
        lab.click("fence-switch").await;
        lab.wait_text("verdict", "Fenced").await;
        // The shapes and the labels of the first picture; what belongs to the playhead is not in it.
        let scope = "[data-testid=diagram] g[clip-path], [data-testid=diagram] g[clip-path] + g";
        let page = lab.value(&LOOKS.replace("SCOPE", scope)).await;
        open_panel(&lab).await;
        let svg = saved(&lab, "save-svg").await;
        let file = std::env::temp_dir().join(format!("fencelab-{}.svg", std::process::id()));
        fs::write(&file, &svg).expect("a file can be written");
        lab.goto(format!("file://{}", file.display()))
            .await
            .expect("it opens");
        let alone = lab.value(&LOOKS.replace("SCOPE", "svg > g")).await;
        let (page, alone) = (
            page.as_array().expect("parts"),
            alone.as_array().expect("parts"),
        );
        assert!(page.len() > 50, "{} parts", page.len());
        let (here, there): (Vec<_>, Vec<_>) = (
            page.iter().filter(|part| !alone.contains(part)).collect(),
            alone.iter().filter(|part| !page.contains(part)).collect(),
        );
        assert!(
            here.is_empty() && there.is_empty(),
            "on the page {here:#?}, alone {there:#?}"
        );
        assert_eq!(page.len(), alone.len());
        fs::remove_file(&file).expect("it is there");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dark_page_gives_a_light_picture() {
    let lab = laboratory(Look::default().dark()).await;
    open_panel(&lab).await;
    let svg = saved(&lab, "save-svg").await;
    assert!(svg.contains("#1c2026") && !svg.contains("#eceae4"), "{svg}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_png_has_the_size_that_was_asked_for() {
    let lab = laboratory(Look::default()).await;
    open_panel(&lab).await;
    for times in 1..=4_u32 {
        lab.value(&format!(
            "(() => {{ const field = document.querySelector('[data-testid=png-size]'); field.value = '{times}'; field.dispatchEvent(new Event('change')); window.files.length = 0; }})()"
        ))
        .await;
        lab.click("save-png").await;
        // The SVG it is drawn from comes first.
        lab.wait("window.files.length === 2").await;
        let drawn = promised(
            &lab,
            "createImageBitmap(window.files[1]).then(picture => {
                const canvas = new OffscreenCanvas(picture.width, picture.height);
                const context = canvas.getContext('2d');
                context.drawImage(picture, 0, 0);
                const { data } = context.getImageData(0, 0, picture.width, picture.height);
                const seen = new Set();
                for (let place = 0; place < data.length; place += 4) seen.add(data[place] << 16 | data[place + 1] << 8 | data[place + 2]);
                return [picture.width, picture.height, data[3], seen.size];
            })",
        )
        .await;
        let size = promised(&lab, "window.files[0].text()").await;
        let svg = size.as_str().expect("a text").to_owned();
        let number = |name: &str| -> f64 {
            let rest = svg
                .split(&format!(" {name}=\""))
                .nth(1)
                .expect("it has a size");
            rest.split('"')
                .next()
                .and_then(|it| it.parse().ok())
                .expect("a number")
        };
        let near = |found: &Value, wanted: f64| {
            let found = found.as_f64().expect("a number");
            assert!(
                (found - wanted * f64::from(times)).abs() <= f64::from(times),
                "{found} for {wanted} × {times}"
            );
        };
        near(&drawn[0], number("width"));
        near(&drawn[1], number("height"));
        assert_eq!(drawn[2], 255, "no corner is transparent");
        assert!(drawn[3].as_u64().expect("colours") > 50, "{drawn}");
    }
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_canvas_is_said() {
    for refusal in [
        "HTMLCanvasElement.prototype.getContext = () => null;",
        "HTMLCanvasElement.prototype.toBlob = done => done(null);",
        "HTMLCanvasElement.prototype.toBlob = () => { throw new Error('denied'); };",
    ] {
        let lab = Lab::idle(Look::default()).await;
        before_load(&lab, refusal).await;
        lab.visit("lab.html").await;
        lab.wait(e2e::MOUNTED).await;
        open_panel(&lab).await;
        lab.click("save-png").await;
        lab.wait_text("share-said", "Download the SVG instead")
            .await;
        lab.click("said-close").await;
        lab.wait("getComputedStyle(document.querySelector('[data-testid=share-said]')).display === 'none'")
            .await;
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_denied_clipboard_shows_the_link_to_copy() {
    let lab = Lab::idle(Look::default()).await;
    before_load(
        &lab,
        "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });",
    )
    .await;
    lab.visit("lab.html").await;
    lab.wait(e2e::MOUNTED).await;
    lab.click("copy-link").await;
    lab.wait("document.activeElement.id === 'share-link'").await;
    let selected = "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)";
    let selected = lab.value(selected).await;
    let shown = lab.value("location.href.split('#')[0]").await;
    let selected = selected.as_str().expect("a text");
    assert!(
        selected.starts_with(shown.as_str().expect("a text")) && selected.contains("#1"),
        "{selected}"
    );
    lab.wait_text("notice", "copy it from there").await;
    lab.click("copy-txt").await;
    lab.wait_text("share-said", "Download the file instead")
        .await;
    lab.is_accessible().await;
}

/// By each way: a scenario, a wrong one with all its complaints, and what is no text.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scenario_comes_by_three_ways_and_goes_by_undo() {
    let lab = laboratory(Look::default()).await;
    let good = fenced().to_json();
    let wrong = r#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 0}, "clients": [], "x</li><script>": "<img src=x onerror=alert(1)>"}"#;
    for way in ["drop", "paste", "choose", "type"] {
        let bring = async |bytes: &[u8]| match way {
            "choose" => {
                let file =
                    std::env::temp_dir().join(format!("fencelab-{}.json", std::process::id()));
                fs::write(&file, bytes).expect("a file can be written");
                let field = lab.find("import-file").await;
                field
                    .send_keys(&*file.display().to_string())
                    .await
                    .expect("a file can be chosen");
            }
            "type" => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                lab.value(&format!(
                    "document.querySelector('[data-testid=import-text]').value = {}",
                    json!(text)
                ))
                .await;
                lab.click("import-go").await;
            }
            _ => {
                lab.value(&carried(way, "story.json", bytes)).await;
            }
        };
        if way == "choose" {
            open_panel(&lab).await;
        }
        bring(good.as_bytes()).await;
        lab.wait_text("verdict", "Fenced").await;
        lab.wait_text("share-said", "Undo brings the former scenario back")
            .await;
        lab.click("undo").await;
        lab.wait_text("verdict", "Broken").await;

        bring(wrong.as_bytes()).await;
        lab.wait("document.querySelectorAll('[data-testid=share-said] li').length === 3")
            .await;
        lab.wait("document.activeElement.id === 'share-said'").await;
        let said = lab.text("share-said").await;
        for part in [
            "lock.ttl_ms",
            "clients",
            "nothing on the page has changed",
            "x</li><script>",
        ] {
            assert!(said.contains(part), "{way}: {part} in {said}");
        }
        lab.wait_text("verdict", "Broken").await;
        lab.is_accessible().await;

        if way != "type" {
            bring(b"\xff\xfe\x00{").await;
            lab.wait_text("share-said", "UTF-8").await;
            bring(&vec![b'['; 300_000]).await;
            lab.wait_text("share-said", "more than the 262144").await;
        }
        bring(b"  \n").await;
        lab.wait_text("share-said", "There is nothing in it").await;
        lab.wait_text("verdict", "Broken").await;
    }
    assert_eq!(
        lab.value("document.querySelectorAll('img, script[src*=x]').length")
            .await,
        0
    );
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pasted_link_is_opened_and_a_damaged_one_changes_nothing() {
    let lab = laboratory(Look::default()).await;
    let mut shared = Shared::of(PresetId::SEED);
    shared.scenario = fenced();
    let link = format!("https://elsewhere.example/lab.html#{}", encode(&shared));
    lab.value(&pasted_text("body", &link)).await;
    lab.wait_text("verdict", "Fenced").await;
    lab.click("undo").await;
    lab.wait_text("verdict", "Broken").await;
    lab.value(&pasted_text("body", &link[..link.len() - 3]))
        .await;
    lab.wait_text("share-said", "(3 characters)").await;
    lab.wait_text("verdict", "Broken").await;
    // In a field it is the field's.
    open_panel(&lab).await;
    lab.click("said-close").await;
    lab.value(&pasted_text("[data-testid=import-text]", &link))
        .await;
    lab.value(&pasted_text(
        "body",
        "https://elsewhere.example/lab.html?ttl=20s",
    ))
    .await;
    lab.wait_text("verdict", "Safe").await;
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_full_of_markup_stay_text() {
    let lab = laboratory(Look::default()).await;
    for name in [
        "</text><script>hack=1</script>",
        "a & \"b\" '%' ;#x",
        "two\nlines",
    ] {
        let mut scenario = Scenario::seed();
        name.clone_into(&mut scenario.clients[0].name);
        lab.value(&carried("drop", "x.json", scenario.to_json().as_bytes()))
            .await;
        let start = json!(name.split('\n').next().expect("a name"));
        lab.wait(&format!(
            "document.querySelector('[data-testid=log]').textContent.includes({start})"
        ))
        .await;
        if !lab
            .value("document.querySelector('[data-testid=share]').open")
            .await
            .as_bool()
            .expect("a switch")
        {
            open_panel(&lab).await;
        }
        let svg = saved(&lab, "save-svg").await;
        let parsed = format!(
            "(() => {{ const read = new DOMParser().parseFromString({}, 'image/svg+xml');
                return [read.querySelectorAll('parsererror, script').length, read.documentElement.textContent.includes({start})]; }})()",
            json!(svg)
        );
        assert_eq!(lab.value(&parsed).await, json!([0, true]), "{name}");
        let text = saved(&lab, "save-txt").await;
        assert!(
            text.contains(name.split(['\n', ' ']).next().expect("a name")),
            "{text}"
        );
    }
    assert_eq!(lab.value("typeof hack").await, "undefined");
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_code_follows_the_link_and_says_when_it_cannot() {
    let lab = laboratory(Look::default().dark()).await;
    open_panel(&lab).await;
    let path = "document.querySelector('[data-testid=qr] path').getAttribute('d')";
    lab.wait(&format!("{path}.length > 500")).await;
    let before = lab.value(path).await;
    lab.click("fence-switch").await;
    lab.wait(&format!("{path} !== {before}")).await;
    let link = lab
        .value("document.querySelector('#share-link').value")
        .await;
    let wanted = fencelab::picture::qr::qr(link.as_str().expect("a text")).expect("it fits");
    lab.wait(&format!("{path} === {}", json!(wanted.path)))
        .await;
    assert_eq!(
        lab.attribute("qr", "viewBox").await,
        format!("0 0 {0} {0}", wanted.side)
    );
    assert_eq!(
        lab.attribute("qr", "aria-label").await,
        "QR code of the link"
    );
    let colours = "['rect', 'path'].map(part => getComputedStyle(document.querySelector('[data-testid=qr] ' + part)).fill)";
    assert_eq!(
        lab.value(colours).await,
        json!(["rgb(255, 255, 255)", "rgb(0, 0, 0)"])
    );

    let mut scenario = Scenario::seed();
    let client = scenario.clients[0].clone();
    scenario.clients = (0..5_u32)
        .map(|number| {
            let mut client = client.clone();
            client.name = format!("{number} {}", "漢字名前".repeat(9));
            let step = client.plan[1].clone();
            client.plan.extend((0..20).map(|place| {
                let mut step = step.clone();
                if let fencelab::sim::scenario::Step::Write(change) = &mut step {
                    change.object = format!("{}{number}{place}", "絵".repeat(30));
                    change.sending.after.0 =
                        i64::from(number * 7919 + place * 104_729) % 86_000_000;
                }
                step
            }));
            client
        })
        .collect();
    scenario.faults.clear();
    assert!(fencelab::sim::check(&scenario).is_empty());
    lab.value(&carried("drop", "long.json", scenario.to_json().as_bytes()))
        .await;
    lab.wait_text("qr-instead", "too long for a QR code").await;
    lab.wait("getComputedStyle(document.querySelector('[data-testid=qr]')).display === 'none'")
        .await;
    lab.console_is_clean().await;
}

/// How many pages a PDF has, and how many bytes.
async fn printed(lab: &Lab, landscape: bool, width: f64, height: f64) -> (usize, usize) {
    let options = json!({"landscape": landscape, "paperWidth": width, "paperHeight": height, "preferCSSPageSize": false});
    let answer = lab.devtools("Page.printToPDF", options).await;
    let data = answer["data"].as_str().expect("a PDF comes as base64");
    let bytes = base64_decode(data).expect("a PDF comes as base64");
    let text = String::from_utf8_lossy(&bytes);
    let pages = text.matches("/Type /Page\n").count();
    (pages, bytes.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_prints_on_one_page() {
    for look in [
        Look::default(),
        Look::default().dark().language("ja"),
        Look::default().size(360, 700),
    ] {
        let lab = laboratory(look).await;
        lab.wait("document.querySelector('[data-testid=paper-qr] path').getAttribute('d')")
            .await;
        for twin in [false, true] {
            if twin {
                lab.click("twin").await;
                lab.wait("document.querySelector('.twin:not(.closed) svg')")
                    .await;
            }
            // A4 and Letter, upright and across.
            for (landscape, width, height) in [
                (false, 8.27, 11.69),
                (true, 8.27, 11.69),
                (false, 8.5, 11.0),
                (true, 8.5, 11.0),
            ] {
                let (pages, bytes) = printed(&lab, landscape, width, height).await;
                assert_eq!(pages, 1, "landscape {landscape}, {width} × {height}");
                // Without the picture there would be much less on it.
                lab.value("document.querySelector('.picture').style.display = 'none'")
                    .await;
                let (_, without) = printed(&lab, landscape, width, height).await;
                lab.value("document.querySelector('.picture').style.display = ''")
                    .await;
                assert!(bytes > without + 4_000, "{bytes} against {without} bytes");
            }
        }
        lab.console_is_clean().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_printed_is_light_and_whole() {
    let lab = laboratory(Look::default().dark()).await;
    lab.wait("document.querySelector('[data-testid=paper-qr] path').getAttribute('d')")
        .await;
    lab.devtools(
        "Emulation.setEmulatedMedia",
        json!({"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]}),
    )
    .await;
    let ink = "getComputedStyle(document.querySelector('[data-testid=diagram] text.lane')).fill";
    assert_eq!(lab.value(ink).await, "rgb(28, 32, 38)");
    // Also if the address asks for the dark theme.
    lab.value("document.documentElement.dataset.theme = 'dark'")
        .await;
    assert_eq!(lab.value(ink).await, "rgb(28, 32, 38)");
    let seen = "selector => { const box = document.querySelector(selector)?.getBoundingClientRect(); return !!box && box.width > 20 && box.height > 8 && box.bottom <= innerHeight + 1; }";
    for part in [
        "[data-testid=verdict]",
        "[data-testid=diagram]",
        "[data-testid=paper-qr]",
        ".paper .address",
        ".paper .settings h3",
    ] {
        assert_eq!(
            lab.value(&format!("({seen})({})", json!(part))).await,
            true,
            "{part}"
        );
    }
    for part in [
        "[data-testid=share]",
        ".benches",
        ".drawer",
        "[data-testid=copy-link]",
        "nav",
    ] {
        assert_eq!(
            lab.value(&format!("({seen})({})", json!(part))).await,
            false,
            "{part}"
        );
    }
    // Both settings of the twin view leave room for the way back.
    lab.value("document.querySelector('[data-testid=twin]').click()")
        .await;
    lab.wait("document.querySelector('.twin:not(.closed) svg')")
        .await;
    for part in [
        ".twin [data-testid=diagram]",
        "[data-testid=paper-qr]",
        ".paper .address",
    ] {
        assert_eq!(
            lab.value(&format!("({seen})({})", json!(part))).await,
            true,
            "{part}"
        );
    }
    let paper = lab.text("paper").await.replace('\u{a0}', " ");
    for part in ["TTL 10 s", "Length 15 s", "Fence no fence", "lab.html#1"] {
        assert!(paper.contains(part), "{part} in {paper}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_panel_is_used_by_keyboard_alone_and_lets_the_focus_go() {
    let lab = laboratory(Look::default().size(320, 640)).await;
    lab.value("document.querySelector('[data-testid=share] summary').focus()")
        .await;
    lab.press(Key::Enter).await;
    lab.wait("document.querySelector('[data-testid=share]').open")
        .await;
    let mut visited = Vec::new();
    for _ in 0..14 {
        lab.press(Key::Tab).await;
        let inside = lab
            .value("!!document.activeElement.closest('[data-testid=share]')")
            .await;
        if inside != true {
            break;
        }
        visited.push(lab.focused().await);
    }
    let wanted = [
        "share-link",
        "save-svg",
        "save-png",
        "png-size",
        "save-mmd",
        "save-txt",
        "save-json",
        "print",
        "copy-mmd",
        "copy-txt",
        "copy-json",
        "import-file",
        "import-text",
        "import-go",
    ];
    assert_eq!(visited, wanted);
    lab.press(Key::Tab).await;
    assert_eq!(
        lab.value("!!document.activeElement.closest('[data-testid=share]')")
            .await,
        false,
        "the focus goes on"
    );
    assert_eq!(lab.value("document.documentElement.scrollWidth").await, 320);
    lab.is_accessible().await;
}

/// Counts what writes into the history, and from some call on refuses it.
const COUNTED: &str = "window.calls = 0; window.allowed = Infinity;
    const replace = History.prototype.replaceState;
    History.prototype.replaceState = function (...all) {
        window.calls += 1;
        if (window.calls > window.allowed) throw new DOMException('too many', 'SecurityError');
        return replace.apply(this, all);
    };
    const push = History.prototype.pushState;
    window.pushed = 0;
    History.prototype.pushState = function (...all) { window.pushed += 1; return push.apply(this, all); };";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_pull_writes_the_address_a_few_times_at_most() {
    let lab = Lab::idle(Look::default()).await;
    before_load(&lab, COUNTED).await;
    lab.visit("lab.html").await;
    lab.wait(e2e::MOUNTED).await;
    // As Safari does it: after 100 calls all others throw.
    lab.value("window.calls = 98, window.allowed = 100").await;
    let handle = lab.find("handle-pause-end").await;
    handle.scroll_into_view().await.expect("it is there");
    let place = lab.value("(() => { const box = document.querySelector('[data-testid=handle-pause-end]').getBoundingClientRect(); return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()").await;
    let number = |value: &Value| i32::try_from(value.as_i64().expect("pixels")).expect("pixels");
    let (x, y) = (number(&place[0]), number(&place[1]));
    lab.raw_mouse("mouseMoved", (x, y), false).await;
    lab.raw_mouse("mousePressed", (x, y), true).await;
    for step in 0..500 {
        lab.raw_mouse("mouseMoved", (x - 200 + (step * 37) % 300, y), true)
            .await;
    }
    lab.raw_mouse("mouseReleased", (x - 200, y), false).await;
    let link = "document.querySelector('#share-link').value";
    let settled = lab.value(link).await;
    lab.click("fence-switch").await;
    lab.wait(&format!("{link} !== {settled}")).await;
    let calls = lab.value("window.calls").await.as_u64().expect("a count") - 98;
    // The last one is that of the switch.
    assert!(calls <= 6, "{calls} calls for 500 moves");
    println!("{calls} calls for 500 moves and a switch");
    // Refused ones leave the page as it is: it goes on, and its link is the right one.
    for _ in 0..3 {
        lab.value("window.calls = 200").await;
        let before = lab.value(link).await;
        lab.click("fence-switch").await;
        lab.wait(&format!("{link} !== {before}")).await;
    }
    let shown = lab.value(link).await;
    let fragment = shown
        .as_str()
        .and_then(|link| link.split_once('#'))
        .expect("a link")
        .1
        .to_owned();
    assert!(fencelab::share::decode(&fragment).is_ok());
    assert_ne!(
        lab.value("location.hash.slice(1)").await,
        json!(fragment),
        "it was refused"
    );
    lab.wait("document.querySelector('#stopped').hidden").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_press_of_back_leaves_the_page() {
    let lab = Lab::idle(Look::default()).await;
    before_load(&lab, COUNTED).await;
    lab.visit("stories.en.html").await;
    let before = lab.value("location.href").await;
    let address = format!("{}lab.html", lab.site().url());
    lab.goto(&address).await.expect("it loads");
    lab.wait(e2e::MOUNTED).await;
    let length = lab.value("history.length").await;
    for turn in 0..20 {
        let tool = [
            "fence-switch",
            "add-client",
            "undo",
            "to-start",
            "to-end",
            "language",
        ][turn % 6];
        let hash = lab.value("location.hash").await;
        lab.click(tool).await;
        lab.wait(&format!("location.hash !== {hash}")).await;
    }
    assert_eq!(lab.value("history.length").await, length);
    assert_eq!(lab.value("window.pushed").await, 0);
    lab.back().await.expect("there is a page before");
    lab.wait(&format!("location.href === {before}")).await;
}
