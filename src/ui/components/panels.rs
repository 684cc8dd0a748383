//! Under the picture: the log, the state of every machine, and who compares.

use crate::model::TrueTime;
use crate::picture::state::state;
use crate::sim::scenario::Fence;
use crate::sim::trace::{Decision, Event};
use crate::text::narrate::Mood;
use crate::text::quantity::seconds;
use crate::text::{Word, say};
use crate::ui::reactive::{text, word};
use crate::ui::stage::{Stage, Stand};
use leptos::prelude::*;

/// The three panels.
#[component]
pub fn Panels(stage: Stage) -> impl IntoView {
    view! {
        <div class="panels">
            <Log stage/>
            <State stage/>
            <Code stage/>
        </div>
    }
}

/// What happened, in sentences. A line and its place in the picture light each other.
#[component]
fn Log(stage: Stage) -> impl IntoView {
    let lang = stage.lang;
    let current = Memo::new(move |_| {
        let at = stage.playhead.get();
        stage
            .scene
            .get()
            .lines
            .iter()
            .rposition(|line| line.at <= at)
    });
    let rows = move || {
        stage
            .scene
            .get()
            .lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let (at, entries) = (line.at, line.entries);
                let class = text(move || {
                    let lit = stage.lit.get();
                    let lit = lit.is_some_and(|lit| (entries.0..=entries.1).contains(&lit));
                    let place = match current.get() {
                        Some(now) if now == index => "now",
                        Some(now) if now > index => "",
                        Some(_) | None => "later",
                    };
                    format!("{place}{}", if lit { " lit" } else { "" })
                });
                let mood = match line.mood {
                    Mood::Harm => "mood-harm",
                    Mood::Defended => "mood-ok",
                    Mood::Plain => "",
                };
                view! {
                    <li class=class>
                        <button
                            type="button"
                            class=mood
                            aria-current=text(move || {
                                if current.get() == Some(index) { "step" } else { "false" }
                                    .to_owned()
                            })
                            on:click=move |_| stage.go(Stand::At(at))
                            on:pointerenter=move |_| stage.lit.set(Some(entries.0))
                            on:pointerleave=move |_| stage.lit.set(None)
                            on:focus=move |_| stage.lit.set(Some(entries.0))
                            on:blur=move |_| stage.lit.set(None)
                        >
                            <span class="when">
                                {seconds(lang.get(), at.since(TrueTime::START))}
                            </span>
                            <span>{line.sentence.clone()}</span>
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <section class="panel log" aria-labelledby="log-title">
            <h3 id="log-title">{word(stage, Word::Log)}</h3>
            <ol data-testid="log">{rows}</ol>
        </section>
    }
}

/// The state of every machine at the playhead.
#[component]
fn State(stage: Stage) -> impl IntoView {
    let lang = stage.lang;
    let title = text(move || {
        let at = seconds(lang.get(), stage.playhead.get().since(TrueTime::START));
        say!(lang.get(), "State at {at}", "{at}の状態")
    });
    let rows = move || {
        let run = stage.scene.get();
        state(
            lang.get(),
            &run.scenario,
            &run.history,
            stage.playhead.get(),
        )
    };
    view! {
        <section class="panel" aria-labelledby="state-title">
            <h3 id="state-title">{title}</h3>
            <dl data-testid="state">
                {move || {
                    rows()
                        .into_iter()
                        .map(|row| view! { <div><dt>{row.name}</dt><dd>{row.state}</dd></div> })
                        .collect_view()
                }}
            </dl>
        </section>
    }
}

/// The resource's code. The one line where the check is made is marked; the line that the
/// last request came to is lit.
const CODE: [&str; 5] = [
    "on write(value, token):",
    "  if token < highest:",
    "    refuse",
    "  highest = max(highest, token)",
    "  record = value",
];
const CHECK_LINES: std::ops::RangeInclusive<usize> = 1..=3;

/// Which line the last request at the playhead came to, and whether harm came of it.
fn lit_line(stage: Stage) -> Option<(usize, &'static str)> {
    let at = stage.playhead.get();
    let run = stage.scene.get();
    let (index, last) = run
        .trace
        .entries
        .iter()
        .enumerate()
        .take_while(|(_, entry)| entry.at <= at)
        .filter(|(_, entry)| matches!(entry.event, Event::Decided { .. }))
        .last()?;
    let harmed = run
        .trace
        .entries
        .get(index + 1)
        .is_some_and(|next| matches!(next.event, Event::Harmed { .. }));
    match last.event {
        Event::Decided {
            decision: Decision::Refused(_),
            ..
        } => Some((1, "ok")),
        Event::Decided {
            decision: Decision::Applied { .. },
            ..
        } if harmed => Some((4, "harm")),
        Event::Decided {
            decision: Decision::Applied { .. },
            ..
        } => Some((4, "plain")),
        _ => None,
    }
}

#[component]
fn Code(stage: Stage) -> impl IntoView {
    let lang = stage.lang;
    let fenced = move || {
        stage
            .scenario
            .with(|scenario| scenario.resource.fence != Fence::Off)
    };
    let lit = move || lit_line(stage);
    let lines = CODE
        .into_iter()
        .enumerate()
        .map(|(index, line)| {
            let class = text(move || {
                match lit() {
                    Some((lit, mood)) if lit == index => match mood {
                        "ok" => "code-ok",
                        "harm" => "code-harm",
                        _ => "code-lit",
                    },
                    _ if !fenced() && CHECK_LINES.contains(&index) => "code-off",
                    _ => "",
                }
                .to_owned()
            });
            view! { <span class=class>{line}</span> }
        })
        .collect_view();
    let note = text(move || {
        if fenced() {
            say!(
                lang.get(),
                "The resource compares. The client cannot: it does not know.",
                "比べるのはリソース。クライアントには分からない。"
            )
        } else {
            say!(
                lang.get(),
                "Nobody compares: the struck lines are not there.",
                "誰も比べない。取り消し線の行はない。"
            )
        }
    });
    view! {
        <section class="panel" aria-labelledby="code-title">
            <h3 id="code-title">{word(stage, Word::WhoCompares)}</h3>
            <pre data-testid="code"><code>{lines}</code></pre>
            <p>{note}</p>
        </section>
    }
}
