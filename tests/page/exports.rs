//! Files that stand alone: the picture, the sequence diagram, the text. Each is read by a reader
//! of its kind, and what somebody wrote into a scenario stays text.

use crate::support::{Run, cases, picture, project, run};
use fencelab::picture::Picture;
use fencelab::picture::export::{Seen, mermaid, standing_svg, timeline};
use fencelab::sim::scenario::{Scenario, Step};
use fencelab::text::narrate::{Line, narrate};
use fencelab::text::verdict::sentence;
use fencelab::text::{Lang, Word};
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What would be a sign to one reader or another, if it were not kept a text.
const HOSTILE: [&str; 12] = [
    "</text><script>alert(1)</script>",
    "]]><![CDATA[&amp;&#0;",
    "\" onload=\"alert(1)",
    "'; DROP; #59; #quot; %%{init}%%",
    "two\nlines\r\nend",
    "end",
    "a->>b: x; y",
    "\u{0}\u{7}\u{1b}[31m\u{fffe}",
    "$$x$$ <br/> `code`",
    "wrap:participant C1 as C2",
    "\u{202e}abc\u{2028}d",
    "loop note over C1,R",
];

fn lines(lang: Lang, run: &Run) -> Vec<Line> {
    narrate(lang, &run.scenario, &run.trace)
}

fn seen<'a>(lang: Lang, run: &'a Run, lines: &'a [Line], picture: &'a Picture) -> Seen<'a> {
    Seen {
        lang,
        scenario: &run.scenario,
        trace: &run.trace,
        history: &run.history,
        report: &run.report,
        lines,
        picture,
        is_whole: true,
    }
}

/// Calls back with every case and every hostile name, in both languages and directions of time.
fn all(mut look: impl FnMut(&str, Seen<'_>)) {
    let mut stories = cases();
    stories.extend(HOSTILE.map(|name| (name.to_owned(), named(name))));
    for (name, scenario) in stories {
        let run = run(scenario);
        for lang in Lang::ALL {
            let lines = lines(lang, &run);
            for width in [1120.0, 360.0] {
                look(&name, seen(lang, &run, &lines, &picture(&run, lang, width)));
            }
        }
    }
}

/// The seed story, with a name and an object of somebody's own.
fn named(name: &str) -> Scenario {
    let mut scenario = Scenario::seed();
    name.clone_into(&mut scenario.clients[0].name);
    for client in &mut scenario.clients {
        for step in &mut client.plan {
            if let Step::Write(change) = step {
                change.object = name.chars().rev().collect();
            }
        }
    }
    assert!(fencelab::sim::check(&scenario).is_empty(), "{name}");
    scenario
}

#[test]
fn the_picture_is_xml_that_needs_nothing_else() {
    all(|name, seen| {
        let svg = standing_svg(seen);
        let read = roxmltree::Document::parse(&svg);
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
        let root = read.root_element();
        assert_eq!(
            root.tag_name().namespace(),
            Some("http://www.w3.org/2000/svg")
        );
        let known = [
            "svg", "title", "desc", "style", "defs", "pattern", "path", "g", "text", "tspan",
        ];
        let mut counts = [0; 2];
        for node in root.descendants().filter(roxmltree::Node::is_element) {
            let tag = node.tag_name().name();
            assert!(known.contains(&tag), "{name}: <{tag}>");
            for attribute in node.attributes() {
                assert!(
                    !attribute.name().starts_with("on"),
                    "{name}: {}",
                    attribute.name()
                );
                assert_ne!(attribute.name(), "href", "{name}");
            }
            let drawn = node.ancestors().any(|above| above.tag_name().name() == "g");
            counts[0] += usize::from(drawn && tag == "path");
            counts[1] += usize::from(drawn && tag == "text");
        }
        let picture = seen.picture;
        assert_eq!(
            counts,
            [picture.shapes.len(), picture.labels.len()],
            "{name}"
        );
        let texts = root.descendants().filter(|node| node.has_tag_name("text"));
        for (node, label) in texts.zip(&picture.labels) {
            let shown: String = node
                .descendants()
                .filter_map(|it| it.text().filter(|_| it.is_text()))
                .collect();
            let plain = format!("{}{}", label.lead, label.text);
            let held = |text: &str| {
                text.replace(
                    |letter: char| letter < ' ' || letter == '\u{fffd}' || letter == '\u{fffe}',
                    " ",
                )
            };
            assert_eq!(held(&shown), held(&plain), "{name}");
        }
        assert!(!svg.contains("var("), "{name}: a viewer may not know var()");
        let told = sentence(seen.lang, seen.scenario, seen.history, seen.report);
        let about = root.descendants().find(|node| node.has_tag_name("desc"));
        let about = about.and_then(|node| node.text()).expect("it is described");
        let first: String = told
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .take(4)
            .collect();
        let start: String = about
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .take(4)
            .collect();
        assert_eq!(first, start, "{name}");
    });
}

#[test]
fn every_class_of_the_picture_has_its_rules_and_no_other() {
    let run = run(Scenario::seed());
    let lines = lines(Lang::En, &run);
    let svg = standing_svg(seen(
        Lang::En,
        &run,
        &lines,
        &picture(&run, Lang::En, 1120.0),
    ));
    for rule in [
        ".lane {",
        ".g1 {",
        "svg .f2 {",
        ".hatch-line {",
        ".gap-text",
        "svg text {",
    ] {
        assert!(svg.contains(rule), "{rule} in\n{svg}");
    }
    for rule in [".handle", ".playline", ".down", "@media", "cursor"] {
        assert!(!svg.contains(rule), "{rule} is for the page");
    }
    assert!(svg.contains("font-family: ui-sans-serif") && svg.contains("#1c2026"));
    assert!(svg.len() < 40_000, "{} bytes", svg.len());
}

#[test]
fn a_part_of_the_time_is_cut_at_its_ends() {
    let run = run(Scenario::seed());
    let lines = lines(Lang::En, &run);
    let picture = picture(&run, Lang::En, 1120.0);
    let mut part = seen(Lang::En, &run, &lines, &picture);
    assert!(!standing_svg(part).contains("clip-path"));
    part.is_whole = false;
    let svg = standing_svg(part);
    assert!(svg.contains("<g fill=\"none\" clip-path=\"url(#plot)\">"));
    assert!(svg.contains("<clipPath id=\"plot\">"));
    assert!(roxmltree::Document::parse(&svg).is_ok());
}

/// What Mermaid itself understands of diagrams; none where it cannot be asked.
fn asked_of_mermaid(diagrams: &[String]) -> Option<Vec<Value>> {
    if !project("node_modules/mermaid").is_dir() {
        eprintln!("skipped: Mermaid is not in node_modules (scripts/tools.sh, with npm)");
        return None;
    }
    let node = Command::new("node")
        .arg(project("tests/page/parse.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut node) = node else {
        eprintln!("skipped: there is no node");
        return None;
    };
    let mut input = node.stdin.take().expect("it reads");
    let text = serde_json::to_string(diagrams).expect("a list of texts");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("it was read").expect("it was read");
    assert!(output.status.success(), "parse.mjs fails");
    Some(serde_json::from_slice(&output.stdout).expect("a list"))
}

/// What Mermaid keeps of a text until it draws it: signs by their number.
fn drawn(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("ﬂ°°") {
        let (number, after) = after.split_once("¶ß").expect("a number ends");
        out.push_str(before);
        let number: u32 = number.parse().expect("a number");
        out.push(char::from_u32(number).expect("a letter"));
        rest = after;
    }
    out + rest
}

#[test]
fn mermaid_reads_every_diagram() {
    let (mut diagrams, mut wanted) = (Vec::new(), Vec::new());
    all(|name, seen| {
        if seen.picture.layout.width < 500.0 {
            return;
        }
        diagrams.push(mermaid(seen));
        let clients = seen
            .scenario
            .clients
            .iter()
            .map(|client| client.name.clone());
        wanted.push((
            name.to_owned(),
            seen.lang,
            clients.collect::<Vec<_>>(),
            seen.lines.len(),
        ));
    });
    let Some(told) = asked_of_mermaid(&diagrams) else {
        return;
    };
    assert_eq!(told.len(), diagrams.len());
    for (((name, lang, clients, lines), told), diagram) in wanted.iter().zip(&told).zip(&diagrams) {
        assert_eq!(told["error"], Value::Null, "{name}\n{diagram}");
        let text = |value: &Value| drawn(value.as_str().expect("a text"));
        let names: Vec<String> = told["names"]
            .as_array()
            .expect("names")
            .iter()
            .map(text)
            .collect();
        assert_eq!(names.len(), clients.len() + 2, "{name}\n{diagram}");
        for client in clients.iter().filter(|_| *lang == Lang::En) {
            let plain = client.replace(
                |letter: char| letter.is_control() || letter == '\u{2028}',
                " ",
            );
            assert!(
                names.contains(&plain.trim().to_owned()),
                "{plain:?} in {names:?}"
            );
        }
        let told = told["lines"].as_array().expect("lines");
        assert_eq!(told.len(), *lines, "{name}\n{diagram}");
    }
}

#[test]
fn a_mermaid_diagram_says_what_the_log_says() {
    let run = run(Scenario::seed());
    let lines = lines(Lang::En, &run);
    let text = mermaid(seen(
        Lang::En,
        &run,
        &lines,
        &picture(&run, Lang::En, 1120.0),
    ));
    let text = text.replace('\u{a0}', " ");
    for line in [
        "    participant C1 as Client 1\n    participant L as Lock service\n    participant C2 as Client 2\n    participant R as Resource\n",
        "    L-->>C1: 0 s#58; Client 1 is granted the lock#58; token 33, until 10 s.\n",
        "    Note over C1: 1 s#58; Client 1 stands still",
        "    C2-xL: 2 s#58; Client 2 asks for the lock#58; refused, 16 times until 9.5 s.\n",
        "    C1->>R: 16 s#58; Client 1 writes with 33. Accepted#58; nobody compares.\n",
        "    Note over R: 16 s#58; Harm#58; ",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn the_text_has_every_line_and_moment_and_fits_a_mail() {
    all(|name, seen| {
        let text = timeline(seen, "https://example.org/lab.html#1abc");
        let wide = |letter: char| letter >= '\u{1100}';
        for line in text.lines().filter(|line| !line.starts_with("https")) {
            let columns: usize = line
                .chars()
                .map(|letter| if wide(letter) { 2 } else { 1 })
                .sum();
            // A sign that may not begin a line may hang over; a word of somebody's own is not cut.
            assert!(
                columns <= 80 || HOSTILE.contains(&name),
                "{columns}: {line}"
            );
            assert!(!line.chars().any(char::is_control), "{name}: {line:?}");
            assert_eq!(line.trim_end(), line);
        }
        let plain = |text: &str| -> String {
            text.chars()
                .filter(|letter| !letter.is_whitespace() && !letter.is_control())
                .collect()
        };
        let all = plain(&text);
        for line in seen.lines {
            assert!(
                all.contains(&plain(&line.sentence)),
                "{name}: {}",
                line.sentence
            );
        }
        assert!(text.ends_with("\n\nhttps://example.org/lab.html#1abc\n"));
    });
}

#[test]
fn the_text_of_the_seed_story() {
    let run = run(Scenario::seed());
    let mut both = String::new();
    for lang in Lang::ALL {
        let lines = lines(lang, &run);
        both += &timeline(seen(lang, &run, &lines, &picture(&run, lang, 1120.0)), "");
        both.push('\n');
    }
    crate::support::check_golden("tests/golden/timeline.txt", &both);
    for number in 0..5 {
        assert_eq!(
            both.matches(&format!("t{number}  ")).count(),
            2,
            "t{number} in\n{both}"
        );
    }
    assert!(both.starts_with(&format!("Fencelab: {}\n", Word::Broken.of(Lang::En))));
}

/// What a camera reads of the path of a code, ten pixels a module.
fn scanned(side: i32, path: &str) -> String {
    let side = usize::try_from(side).expect("a code has a side");
    let mut black = vec![false; side * side];
    for run in path.split('M').skip(1) {
        let numbers: Vec<usize> = run
            .split(|sign: char| !sign.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        let [x, y, length, 1, back] = numbers[..] else {
            panic!("{run}");
        };
        assert_eq!(length, back);
        black[y * side + x..][..length].fill(true);
    }
    for place in 0..side {
        for quiet in 0..4 {
            assert!(
                !black[quiet * side + place] && !black[place * side + quiet],
                "a quiet zone"
            );
        }
    }
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side * 10, side * 10, |x, y| {
        if black[y / 10 * side + x / 10] {
            0
        } else {
            255
        }
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "one code of {side} modules");
    grids[0].decode().expect("it can be read").1
}

#[test]
fn a_camera_reads_the_link_in_its_code() {
    for length in [0, 12, 60, 250, 700, 1200] {
        let link = format!(
            "https://example.org/fencelab/lab.html#1{}",
            "aZ_9".repeat(length / 4)
        );
        let code = fencelab::picture::qr::qr(&link).expect("it fits");
        assert_eq!(scanned(code.side, &code.path), link, "{length}");
    }
    assert!(fencelab::picture::qr::qr(&"x".repeat(1273)).is_some());
    assert_eq!(
        fencelab::picture::qr::qr(&"x".repeat(1274)),
        None,
        "too long for a camera"
    );
}
