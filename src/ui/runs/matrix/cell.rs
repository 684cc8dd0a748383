//! An opened cell: what was searched, and the counterexample, or why there is none.

use super::{Bench, class};
use crate::edit::past::Cause;
use crate::explore::{Move, NoSearch, Search, Setup, Space, Told, Untimed, Verdict, tidy, timed};
use crate::share::Stand;
use crate::text::explore::{
    broken, column, design, holds, no_search, sentence, untimed, verdict, workload, world,
};
use crate::text::{LabWord, Lang, say};
use crate::ui::components::tool;
use crate::ui::dom::{El, Item, Space as Kind, html};
use crate::ui::reactive::text;
use leptos::prelude::*;

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// What is known; none where there is no question.
    pub verdict: Option<Verdict>,
    /// Distinct states seen.
    pub states: u32,
    /// Whether that is all of them.
    is_all: bool,
    depth: u32,
    /// How long it took, in milliseconds of the browser's clock.
    ms: f64,
    path: Option<Vec<Move>>,
}

impl Decided {
    /// Nothing to ask.
    pub const fn not_applicable() -> Self {
        Self {
            verdict: Some(Verdict::NotApplicable),
            states: 0,
            is_all: true,
            depth: 0,
            ms: 0.0,
            path: None,
        }
    }

    /// What a search that has ended found.
    pub fn of(search: Search, ms: f64) -> Self {
        let progress = search.progress();
        let outcome = search.finish();
        Self {
            verdict: Some(outcome.verdict),
            states: progress.states,
            is_all: outcome.states.is_some(),
            depth: progress.depth,
            ms,
            path: outcome.counterexample,
        }
    }

    /// The moves of the counterexample, tidied, and what each did.
    fn told(&self, setup: Setup) -> Option<Vec<Told>> {
        let path = self.path.as_ref()?;
        Space::new(setup).ok()?.tell(&tidy(setup, path))
    }

    /// Its verdict in a word.
    pub fn word(&self, lang: Lang) -> &'static str {
        self.verdict.map_or("", |known| verdict(known).of(lang))
    }

    /// How it stands in the matrix: its class, and the words beside its verdict.
    pub fn shown(&self, lang: Lang) -> (&'static str, String) {
        let class = self.verdict.map_or("", class);
        let states = self.states;
        let words = match &self.path {
            Some(path) => {
                let moves = path.len();
                say!(lang, "{moves} moves", "{moves} 手")
            }
            None if self.verdict == Some(Verdict::NotApplicable) => String::new(),
            None => say!(lang, "{states} states", "{states} 状態"),
        };
        (class, words)
    }
}

impl Bench {
    /// Where the opened cell is told.
    pub(super) fn cell(self) -> El {
        let show = tool(self.stage, "cell-show", LabWord::PutOnStage, move || {
            self.put_on_stage();
        });
        let class = text(move || {
            let has_path = self.with_opened(|_, decided| decided.path.is_some());
            if has_path == Some(true) {
                "plain main"
            } else {
                "plain closed"
            }
            .to_owned()
        });
        html("div")
            .attr("class", "opened")
            .child(
                html("div")
                    .attr("role", "status")
                    .attr("data-testid", "cell")
                    .list(Kind::Html, move || self.told()),
            )
            .child(show.live("class", class))
            .child(
                html("ol")
                    .attr("class", "moves")
                    .attr("data-testid", "cell-moves")
                    .list(Kind::Html, move || self.moves()),
            )
    }

    fn with_opened<T>(self, read: impl FnOnce(Setup, &super::Decided) -> T) -> Option<T> {
        let place = self.opened.get()?;
        let setup = self.setup(place)?;
        let known = self.known.get();
        let decided = known.get(place)?.as_ref()?;
        Some(read(setup, decided))
    }

    fn told(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let told = self.with_opened(|setup, decided| sentences(lang, setup, decided));
        let mut told = told.unwrap_or_default();
        if let Some(why) = self.failed.get() {
            told.push(untimed(lang, why));
        }
        let mut lines = told.into_iter();
        let title = lines.next().map(|text| Item::new("h4").text(text));
        title
            .into_iter()
            .chain(lines.map(|text| Item::new("p").text(text)))
            .collect()
    }

    fn moves(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let moves = self.with_opened(|setup, decided| {
            let told = decided.told(setup)?;
            let lines = told.iter();
            Some(
                lines
                    .map(|one| Item::new("li").text(sentence(lang, setup, one)))
                    .collect(),
            )
        });
        moves.flatten().unwrap_or_default()
    }

    /// Puts the counterexample on the stage, as a scenario that replays it.
    fn put_on_stage(self) {
        let scenario = untrack(|| {
            self.with_opened(|setup, decided| {
                let path = decided.path.as_ref().ok_or(Untimed::NoCounterexample)?;
                timed(setup, &tidy(setup, path))
            })
        });
        let timed = match scenario {
            Some(Ok(timed)) => timed,
            Some(Err(why)) => return self.failed.set(Some(why)),
            None => return,
        };
        self.stage.zoom.set(None);
        self.stage.change(timed.scenario, Cause::Whole);
        self.stage.settle();
        self.stage.go(Stand::End);
    }
}

/// What there is to say of a cell: first what it asks, then what was found.
fn sentences(lang: Lang, setup: Setup, decided: &Decided) -> Vec<String> {
    let (row, work) = (
        design(setup.design).of(lang),
        workload(setup.workload).of(lang),
    );
    let head = column(setup.column).of(lang);
    let mut told = vec![
        format!("{row} · {work} · {head}"),
        world(setup.column).of(lang).to_owned(),
    ];
    let (states, depth) = (decided.states, decided.depth);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a search takes minutes at most"
    )]
    let ms = decided.ms.round() as u64;
    let searched = if decided.is_all {
        say!(
            lang,
            "Every one of {states} states was seen, up to {depth} moves from the start, in {ms} ms on this machine.",
            "{states} 個の状態をすべて調べた。開始から最大 {depth} 手、この端末で {ms} ミリ秒。"
        )
    } else {
        say!(
            lang,
            "{states} states were seen, up to {depth} moves from the start, in {ms} ms; there are more.",
            "{states} 個の状態を調べた（開始から最大 {depth} 手、{ms} ミリ秒）。まだ残りがある。"
        )
    };
    match decided.verdict {
        Some(Verdict::Holds) => {
            told.push(holds(lang, setup));
            told.push(searched);
        }
        Some(Verdict::Broken) => {
            let moves = decided.path.as_ref().map_or(0, Vec::len);
            let path = decided.told(setup).unwrap_or_default();
            told.push(broken(lang, setup, &path));
            told.push(say!(
                lang,
                "The shortest run that does it has {moves} moves.",
                "最短の実行は {moves} 手。"
            ));
            told.push(searched);
        }
        Some(Verdict::NotFinished) => {
            told.push(LabWord::NotFinished.of(lang).to_owned());
            told.push(searched);
        }
        Some(Verdict::NotApplicable) | None => {
            told.push(no_search(NoSearch::NotApplicable).of(lang).to_owned());
        }
    }
    told
}
