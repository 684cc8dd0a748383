//! Every field of the format has its control on the laboratory's page, named, and what is set
//! there is run; what cannot be set is explained beside it and changes nothing.

use e2e::{Key, Lab, Look};
use fencelab::edit::field::{Field, Kind, fields, name, set};
use fencelab::model::Millis;
use fencelab::sim::scenario::Scenario;
use fencelab::text::Lang;
use fencelab::text::quantity::bare_seconds;
use serde_json::{Value, json};

#[path = "../../edit/full.rs"]
mod full;

/// The laboratory with a scenario and every group open.
async fn unfolded(look: Look, scenario: &Scenario) -> Lab {
    let lab = Lab::laboratory(look, scenario).await;
    lab.unfold().await;
    lab
}

fn applying(scenario: &Scenario) -> impl Iterator<Item = Field> {
    fields(scenario).into_iter().filter(|field| field.applies)
}

/// Of every control: its path, its label, its role for a screen reader, and whether it is seen.
const CONTROLS: &str = "[...document.querySelectorAll('[data-testid=drawer] [data-path]')]
    .filter(control => control.labels?.length)
    .map(control => [
        control.dataset.path,
        control.labels[0].textContent,
        control.tagName,
        control.checkVisibility() && control.labels[0].checkVisibility()
            && control.getBoundingClientRect().height >= 24,
        document.getElementById(control.getAttribute('aria-describedby'))?.textContent,
    ])";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_field_of_the_format_has_a_named_control() {
    let mut count = 0;
    for (scenario, lang) in [
        (full::lease(), Lang::En),
        (full::redlock(), Lang::Ja),
        (full::lease(), Lang::Ja),
        (full::redlock(), Lang::En),
    ] {
        let lab = unfolded(Look::default().language(lang.tag()), &scenario).await;
        let found = lab.value(CONTROLS).await;
        let found = found.as_array().expect("a list");
        let wanted: Vec<Value> = applying(&scenario)
            .map(|field| {
                let tag = if field.kind.words().is_empty() {
                    "INPUT"
                } else {
                    "SELECT"
                };
                json!([field.path, name(lang, &field), tag, true, ""])
            })
            .collect();
        for control in &wanted {
            assert!(found.contains(control), "{control} is not among {found:#?}");
        }
        assert_eq!(found.len(), wanted.len());
        count = count.max(found.len());
        lab.console_is_clean().await;
    }
    assert!(count > 80, "only {count} controls");
}

/// A word that tells one sort of control from another.
const fn sort(kind: &Kind) -> &'static str {
    match kind {
        Kind::Time { optional: true, .. } => "time or none",
        Kind::Time { .. } => "time",
        Kind::Number { .. } => "number",
        Kind::Choice { .. } => "choice",
        Kind::Switch => "switch",
        Kind::Text { optional: true, .. } => "text or none",
        Kind::Text { .. } => "text",
        Kind::ClientName { .. } => "client",
        Kind::Node { .. } => "node",
        Kind::NodeDelays { .. } => "delays",
        Kind::CutFrom { .. } => "cut",
    }
}

/// What can be typed or chosen, other than what is there.
fn another(field: &Field) -> Option<String> {
    match &field.kind {
        Kind::Time { .. } => {
            let now = field.time().unwrap_or(Millis(500));
            Some(format!("{} s", bare_seconds(Millis(now.0 + 250))))
        }
        Kind::Number { .. } => field
            .value
            .parse::<i64>()
            .ok()
            .map(|now| (now + 1).to_string()),
        Kind::Text { .. } => Some(format!("{}x", field.value)),
        Kind::NodeDelays { .. } => Some("4 ms; 5 ms; 6 ms".to_owned()),
        Kind::Choice { .. }
        | Kind::Switch
        | Kind::ClientName { .. }
        | Kind::Node { .. }
        | Kind::CutFrom { .. } => {
            let words = field.kind.words();
            words.into_iter().find(|word| *word != field.value)
        }
    }
}

/// Of each sort of control the first whose change can be made by itself.
fn samples(scenario: &Scenario) -> Vec<(Field, String, Scenario)> {
    let mut seen = Vec::new();
    let mut samples = Vec::new();
    for field in applying(scenario) {
        let sort = sort(&field.kind);
        let text = another(&field);
        let edited = text
            .as_ref()
            .and_then(|text| set(scenario, &field.path, text).ok());
        if let (Some(text), Some(edited)) = (text, edited)
            && !seen.contains(&sort)
            && edited != *scenario
        {
            seen.push(sort);
            samples.push((field, text, edited));
        }
    }
    samples
}

/// Types into a field as a visitor does who marks all of it first, or chooses.
async fn enter(lab: &Lab, field: &Field, text: &str) {
    if field.kind.words().is_empty() {
        let element = lab.find(&field.path).await;
        element.click().await.expect("it can be clicked");
        let mark = "document.activeElement.select()";
        lab.execute(mark, vec![]).await.expect("it is a field");
        lab.keys(text).await;
        lab.press(Key::Tab).await;
    } else {
        let script = "const [path, word] = arguments;
            const choice = document.querySelector(`[data-testid=\"${path}\"]`);
            choice.value = word;
            choice.dispatchEvent(new Event('change', {bubbles: true}));";
        let chosen = lab
            .execute(script, vec![json!(field.path), json!(text)])
            .await;
        chosen.expect("it can be chosen");
    }
    lab.frames().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_sort_of_control_sets_its_field() {
    let mut sorts = Vec::new();
    for scenario in [full::lease(), full::redlock()] {
        let lab = unfolded(Look::default(), &scenario).await;
        for (field, text, edited) in samples(&scenario) {
            enter(&lab, &field, &text).await;
            assert_eq!(
                lab.shared().await.scenario,
                edited,
                "{} = {text}",
                field.path
            );
            lab.attribute_is(&field.path, "aria-invalid", "false").await;
            lab.click("undo").await;
            assert_eq!(lab.shared().await.scenario, scenario, "{} back", field.path);
            sorts.push(sort(&field.kind));
        }
        lab.console_is_clean().await;
    }
    sorts.sort_unstable();
    sorts.dedup();
    assert_eq!(sorts.len(), 11, "{sorts:?}");
}

/// What cannot be set.
fn wrong(field: &Field) -> Option<String> {
    match &field.kind {
        Kind::Time { most, .. } => Some(bare_seconds(Millis(most.0 + 1))),
        Kind::Number { most, .. } => Some((most + 1).to_string()),
        Kind::Text { .. } => Some("x".repeat(41)),
        Kind::NodeDelays { .. } => Some("1; 2".to_owned()),
        Kind::Choice { .. }
        | Kind::Switch
        | Kind::ClientName { .. }
        | Kind::Node { .. }
        | Kind::CutFrom { .. } => None,
    }
}

/// Puts a text into every field that can be typed into, one after the other, and gives the
/// fields that do not explain it, with what they do instead.
const TYPE_EACH: &str = "
    const [texts, done] = arguments;
    const turn = () => new Promise(next => requestAnimationFrame(next));
    (async () => {
        const silent = [];
        for (const [path, text] of texts) {
            const field = document.querySelector(`[data-testid=\"${path}\"]`);
            field.value = text;
            field.dispatchEvent(new Event('change', {bubbles: true}));
            await turn();
            const told = document.getElementById(field.getAttribute('aria-describedby'));
            const area = told.getBoundingClientRect();
            const beside = Math.abs(area.top - field.getBoundingClientRect().bottom) < 40;
            const right = field.getAttribute('aria-invalid') === 'true' && beside
                && told.checkVisibility() && /[.。]$/.test(told.textContent) && told.getAttribute('role') === 'alert';
            if (!right) silent.push([path, text, told.textContent]);
        }
        return silent;
    })().then(done, error => done(String(error)));";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_out_of_range_is_explained_beside_its_field_and_changes_nothing() {
    for (scenario, lang) in [(full::lease(), "en"), (full::redlock(), "ja")] {
        let lab = unfolded(Look::default().language(lang), &scenario).await;
        let texts: Vec<(String, String)> = applying(&scenario)
            .filter_map(|field| Some((field.path.clone(), wrong(&field)?)))
            .collect();
        assert!(texts.len() > 35, "only {}", texts.len());
        let silent = lab.execute_async(TYPE_EACH, vec![json!(texts)]).await;
        let silent = silent.expect("it runs").json().clone();
        assert_eq!(silent, json!([]));
        assert_eq!(lab.shared().await.scenario, scenario);
        lab.attribute_is("undo", "aria-disabled", "true").await;
        lab.console_is_clean().await;
    }
}
