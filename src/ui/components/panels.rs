//! Under the picture: the log, the state of every machine, and who compares.

use crate::model::TrueTime;
use crate::picture::state::state;
use crate::share::Stand;
use crate::sim::scenario::Fence;
use crate::sim::trace::{Decision, Event as Happened};
use crate::text::Word;
use crate::text::narrate::Mood;
use crate::text::quantity::seconds;
use crate::text::say;
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event};

/// The three panels.
pub fn panels(stage: Stage) -> El {
    html("div")
        .attr("class", "panels")
        .child(log(stage))
        .child(states(stage))
        .child(code(stage))
}

/// A panel with its title.
pub fn panel(class: &str, id: &str, title: Signal<String>) -> El {
    html("section")
        .attr("class", class)
        .attr("aria-labelledby", id)
        .child(html("h3").attr("id", id).says(title))
}

/// What happened, in sentences. A line and its place in the picture light each other.
pub fn log(stage: Stage) -> El {
    let list = html("ol")
        .attr("data-testid", "log")
        .list(Space::Html, move || log_lines(stage))
        .on("click", move |event: Event| {
            if let Some(at) = line_of(&event).and_then(|line| Some(stage.now().lines.get(line)?.at))
            {
                stage.go(Stand::At(at));
            }
        });
    let list = ["pointerover", "focusin"]
        .into_iter()
        .fold(list, |list, name| {
            list.on(name, move |event: Event| {
                let line = line_of(&event);
                let entry = line.and_then(|line| Some(stage.now().lines.get(line)?.entries.0));
                stage.lit.set(entry);
            })
        });
    let list = ["pointerleave", "focusout"]
        .into_iter()
        .fold(list, |list, name| {
            list.on(name, move |_: Event| stage.lit.set(None))
        });
    panel("panel log", "log-title", word(stage, Word::Log)).child(list)
}

/// The line of the log in which an event happened.
fn line_of(event: &Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target
        .closest("[data-line]")
        .ok()??
        .get_attribute("data-line")?
        .parse()
        .ok()
}

fn log_lines(stage: Stage) -> Vec<Item> {
    let (scene, at) = (stage.scene.get(), stage.playhead.get());
    let (lit, lang) = (stage.lit.get(), stage.lang.get());
    let current = scene.lines.iter().rposition(|line| line.at <= at);
    let line = |(index, line): (usize, &crate::text::narrate::Line)| {
        let place = match current {
            Some(now) if now == index => "now",
            Some(now) if now > index => "",
            Some(_) | None => "later",
        };
        let shines = lit.is_some_and(|lit| (line.entries.0..=line.entries.1).contains(&lit));
        let mood = match line.mood {
            Mood::Harm => "mood-harm",
            Mood::Defended => "mood-ok",
            Mood::Plain => "",
        };
        let button = Item::new("button")
            .attr("type", "button")
            .attr("class", mood)
            .attr("data-line", index.to_string())
            .attr(
                "aria-current",
                if current == Some(index) {
                    "step"
                } else {
                    "false"
                },
            )
            .child(
                Item::new("span")
                    .attr("class", "when")
                    .text(seconds(lang, line.at.since(TrueTime::START))),
            )
            .child(Item::new("span").text(&*line.sentence));
        let class = format!("{place}{}", if shines { " lit" } else { "" });
        Item::new("li").attr("class", class).child(button)
    };
    scene.lines.iter().enumerate().map(line).collect()
}

/// Over the state: at which instant it is.
pub fn state_title(stage: Stage) -> Signal<String> {
    text(move || {
        let lang = stage.lang.get();
        let at = seconds(lang, stage.playhead.get().since(TrueTime::START));
        say!(lang, "State at {at}", "{at}の状態")
    })
}

/// The state of every machine at the playhead.
fn states(stage: Stage) -> El {
    let rows = move || {
        let scene = stage.scene.get();
        state(
            stage.lang.get(),
            &scene.scenario,
            &scene.history,
            stage.playhead.get(),
        )
        .into_iter()
        .map(|row| {
            Item::new("div")
                .child(Item::new("dt").text(row.name))
                .child(Item::new("dd").text(row.state))
        })
        .collect()
    };
    let list = html("dl")
        .attr("data-testid", "state")
        .list(Space::Html, rows);
    panel("panel", "state-title", state_title(stage)).child(list)
}

/// The resource's code.
const CODE: [&str; 5] = [
    "on write(value, token):",
    "  if token < highest:",
    "    refuse",
    "  highest = max(highest, token)",
    "  record = value",
];

/// The lines that are the check: without a fence they are not there.
const CHECK: std::ops::RangeInclusive<usize> = 1..=3;

/// The line that the last request at the playhead came to, and its class.
fn lit_line(stage: Stage) -> Option<(usize, &'static str)> {
    let at = stage.playhead.get();
    let scene = stage.scene.get();
    let entries = &scene.trace.entries;
    let decided = |index: &usize| {
        entries
            .get(*index)
            .is_some_and(|entry| entry.at <= at && matches!(entry.event, Happened::Decided { .. }))
    };
    let index = (0..entries.len()).rfind(decided)?;
    let harmed = entries
        .get(index + 1)
        .is_some_and(|next| matches!(next.event, Happened::Harmed { .. }));
    match entries.get(index)?.event {
        Happened::Decided {
            decision: Decision::Refused(_),
            ..
        } => Some((1, "code-ok")),
        Happened::Decided {
            decision: Decision::Applied { .. },
            ..
        } => Some((4, if harmed { "code-harm" } else { "code-lit" })),
        _ => None,
    }
}

/// Who compares: the resource, or nobody.
fn code(stage: Stage) -> El {
    let fenced = move || {
        stage
            .scenario
            .with(|scenario| scenario.resource.fence != Fence::Off)
    };
    let lines = move || {
        let lit = lit_line(stage);
        CODE.iter()
            .enumerate()
            .map(|(index, line)| {
                let class = match lit {
                    Some((lit, class)) if lit == index => class,
                    Some(_) | None if !fenced() && CHECK.contains(&index) => "code-off",
                    Some(_) | None => "",
                };
                Item::new("span").attr("class", class).text(*line)
            })
            .collect()
    };
    let note = text(move || {
        let lang = stage.lang.get();
        if fenced() {
            say!(
                lang,
                "The resource compares. The client cannot: it does not know.",
                "比べるのはリソース。クライアントには分からない。"
            )
        } else {
            say!(
                lang,
                "Nobody compares: the struck lines are not there.",
                "誰も比べない。取り消し線の行はない。"
            )
        }
    });
    let listing = html("code").list(Space::Html, lines);
    panel("panel", "code-title", word(stage, Word::WhoCompares))
        .child(html("pre").attr("data-testid", "code").child(listing))
        .child(html("p").says(note))
}
