//! What somebody hears who goes through the seed story by keyboard: every name that is met on the
//! way, every value, and every word that is spoken by itself.
//!
//! `tests/golden/heard.en.txt` and `heard.ja.txt` have it; `BLESS=1` writes them anew.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use e2e::{Key, Lab, Look, top};
use serde_json::{Value, json};

/// Longer than the page waits before it speaks an outcome.
const SPOKEN_WITHIN: Duration = Duration::from_secs(3);

/// Keeps all that live regions say from now on, in `window.heard`.
const LISTEN: &str = "window.heard = [];
    for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
        const role = region.getAttribute('role') ?? 'live';
        const say = () => region.textContent.trim() && heard.push(`${role}: ${region.textContent}`);
        new MutationObserver(say).observe(region, {childList: true, characterData: true, subtree: true});
    }";

/// What is heard, line by line.
struct Ear {
    lab: Lab,
    lines: Vec<String>,
}

impl Ear {
    async fn open(language: &str) -> Self {
        let lab = Lab::open(Look::default().language(language)).await;
        lab.devtools("Accessibility.enable", json!({})).await;
        lab.execute(LISTEN, vec![]).await.expect("it runs");
        let mut ear = Self {
            lab,
            lines: Vec::new(),
        };
        let title = ear.lab.title().await.expect("a page has a title");
        ear.note(&format!("title: {title}"));
        ear
    }

    fn note(&mut self, line: &str) {
        self.lines.push(line.replace('\u{a0}', " "));
    }

    /// The element that has the focus, as the browser tells it to a screen reader.
    async fn focus(&mut self) {
        let object = json!({"expression": "document.activeElement"});
        let object = self.lab.devtools("Runtime.evaluate", object).await;
        let asked = json!({"objectId": object["result"]["objectId"], "fetchRelatives": false});
        let tree = self
            .lab
            .devtools("Accessibility.getPartialAXTree", asked)
            .await;
        let read = "document.activeElement.getAttribute('aria-valuetext') ?? ''";
        let value = self.lab.value(read).await;
        let line = told(&tree["nodes"][0], value.as_str().unwrap_or_default());
        self.note(&line);
    }

    /// Presses a key, and hears what has the focus then.
    async fn press(&mut self, key: Key) {
        self.lab.press(key).await;
        self.lab.frames().await;
        self.focus().await;
    }

    /// What was said by itself since it was asked last; waits until there is something.
    async fn spoken(&mut self) {
        let said = self
            .lab
            .holds_within("heard.length > 0", SPOKEN_WITHIN)
            .await;
        said.unwrap_or_else(|complaint| panic!("{complaint}"));
        self.overheard().await;
    }

    /// The same without waiting.
    async fn overheard(&mut self) {
        let said = self.lab.value("heard.splice(0)").await;
        let said: Vec<String> = serde_json::from_value(said).expect("texts");
        for line in said {
            self.note(&format!("! {line}"));
        }
    }
}

/// Role, name, value and state of a node of the accessibility tree, which leaves out the words of
/// a value.
fn told(node: &Value, words: &str) -> String {
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
    let mut line = format!("{} “{}”", text(&node["role"]), text(&node["name"]));
    let properties = node["properties"].as_array().cloned().unwrap_or_default();
    for property in properties {
        let name = property["name"].as_str().unwrap_or_default();
        let value = match &property["value"]["value"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if ["checked", "expanded", "pressed"].contains(&name) && !value.is_empty() {
            let _ = write!(line, ", {name} {value}");
        }
    }
    let value = text(&node["value"]);
    let value = if words.is_empty() { &value } else { words };
    if !value.is_empty() {
        let _ = write!(line, ", {value}");
    }
    // A tip that is the name is not read a second time.
    let description = text(&node["description"]);
    if !description.is_empty() && description != text(&node["name"]) {
        let _ = write!(line, ", described “{description}”");
    }
    line
}

/// The whole way: every stop of Tab, the run from its start to its end, the fence, the end again.
async fn way(language: &str) -> Vec<String> {
    let mut ear = Ear::open(language).await;
    ear.note("# every stop of Tab");
    loop {
        ear.lab.press(Key::Tab).await;
        if ear
            .lab
            .value("document.activeElement === document.body")
            .await
            == true
        {
            break;
        }
        ear.focus().await;
        assert!(ear.lines.len() < 120, "Tab never ends: {:?}", ear.lines);
    }
    ear.note("# the run, from event to event");
    ear.lab.focus("playhead").await;
    ear.press(Key::Home).await;
    loop {
        let before = ear.lab.value_of("playhead").await;
        ear.press(Key::Right).await;
        if ear.lab.value_of("playhead").await == before {
            ear.lines.pop();
            break;
        }
    }
    ear.overheard().await;
    ear.note("# the fence, and the end once more");
    ear.lab.focus("fence-switch").await;
    ear.press(Key::Space).await;
    ear.spoken().await;
    ear.lab.focus("playhead").await;
    for _ in 0..3 {
        ear.press(Key::Left).await;
    }
    for _ in 0..3 {
        ear.press(Key::Right).await;
    }
    ear.note("# a shorter pause");
    ear.lab.focus("handle-pause-end").await;
    for _ in 0..7 {
        ear.lab.press_with(Key::Shift, Key::Left).await;
        ear.lab.frames().await;
        ear.focus().await;
    }
    ear.spoken().await;
    ear.lab.console_is_clean().await;
    ear.lines
}

async fn is_heard(language: &str) {
    let heard = way(language).await.join("\n") + "\n";
    let file = top().join(format!("tests/golden/heard.{language}.txt"));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &heard).expect("it can be written");
    }
    let wanted = fs::read_to_string(&file).unwrap_or_default();
    let differs = wanted
        .lines()
        .zip(heard.lines())
        .find(|(one, other)| one != other);
    assert!(
        wanted == heard,
        "{} differs: {differs:?}; if it should, run again with BLESS=1. Now:\n{heard}",
        file.display()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_story_is_heard_in_english() {
    is_heard("en").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_story_is_heard_in_japanese() {
    is_heard("ja").await;
}
