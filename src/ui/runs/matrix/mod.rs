//! The assumption matrix: designs against what the world may do, each cell decided by searching
//! every run, here and now. The cells in view come first.

mod cell;

use super::form::{Choice, changed, choice, panel};
use super::work::{Left, Work};
use crate::explore::{Column, Design, Search, Setup, Untimed, Verdict, Workload};
use crate::text::explore::{column, design, workload, world};
use crate::text::{LabWord, say};
use crate::ui::components::{attribute_above, tool};
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::env;
use crate::ui::reactive::{lab_word, text};
use crate::ui::stage::Stage;
use cell::Decided;
use leptos::prelude::*;
use leptos::web_sys::Event;
use std::sync::Arc;

/// Pieces of work look at so many states.
const STATES: u32 = 2_000;
/// How many clients and how many Redlock nodes can be chosen.
const CLIENTS: [u8; 3] = [2, 3, 4];
const NODES: [u8; 3] = [3, 5, 7];

/// What is known of every cell of every workload, in the order of the matrix.
type Known = Arc<Vec<Option<Arc<Decided>>>>;

/// The bench of the matrix.
#[derive(Clone, Copy)]
struct Bench {
    stage: Stage,
    work: Work,
    workload: RwSignal<Workload>,
    clients: RwSignal<u8>,
    nodes: RwSignal<u8>,
    known: RwSignal<Known>,
    /// The search under way, which can be taken up again.
    search: StoredValue<Option<Under>>,
    /// How far the search under way is: its place and the states seen.
    under_way: RwSignal<Option<(usize, u32)>>,
    /// The cell that is opened.
    opened: RwSignal<Option<usize>>,
    /// What there is to say of an attempt to put a run on the stage.
    failed: RwSignal<Option<Untimed>>,
}

/// A search under way.
struct Under {
    place: usize,
    search: Search,
    ms: f64,
}

/// The bench of the matrix; it works while it is seen.
pub fn bench(stage: Stage, seen: Signal<bool>) -> El {
    let bench = Bench {
        stage,
        work: Work::new(),
        workload: RwSignal::new(Workload::Write),
        clients: RwSignal::new(2),
        nodes: RwSignal::new(3),
        known: RwSignal::new(nothing()),
        search: StoredValue::new(None),
        under_way: RwSignal::new(None),
        opened: RwSignal::new(None),
        failed: RwSignal::new(None),
    };
    // It begins by itself when it is first seen.
    Effect::new(move |begun: Option<bool>| {
        let begun = begun.unwrap_or(false);
        if seen.get() && !begun {
            bench.go_on();
        }
        begun || seen.get()
    });
    let fields = html("div")
        .attr("class", "fields")
        .list(Space::Html, move || bench.fields())
        .on("change", move |event: Event| bench.changed(&event));
    let running = bench.work.running;
    let stop = tool(stage, "matrix-stop", LabWord::StopWork, move || {
        bench.work.stop();
    })
    .live("aria-disabled", text(move || (!running.get()).to_string()));
    let go_on = tool(stage, "matrix-go", LabWord::GoOn, move || bench.go_on()).live(
        "aria-disabled",
        text(move || (running.get() || bench.is_done()).to_string()),
    );
    panel(
        stage,
        "matrix",
        bench.work,
        [LabWord::EveryRun, LabWord::MatrixLead],
    )
    .child(fields)
    .child(html("div").attr("class", "tools").child(stop).child(go_on))
    .child(
        html("div")
            .attr("role", "status")
            .attr("data-testid", "matrix-progress")
            .list(Space::Html, move || bench.progress()),
    )
    .child(
        html("div")
            .attr("class", "scrolls")
            .attr("tabindex", "0")
            .attr("role", "region")
            .live("aria-label", lab_word(stage, LabWord::Matrix))
            .child(
                html("table")
                    .attr("class", "matrix")
                    .attr("data-testid", "matrix")
                    .list(Space::Html, move || bench.rows()),
            )
            .on("click", move |event: Event| bench.pressed(&event)),
    )
    .child(bench.cell())
}

/// How many cells all workloads have.
fn count() -> usize {
    Workload::ALL.len() * Design::ALL.len() * Column::ALL.len()
}

fn nothing() -> Known {
    Arc::new(vec![None; count()])
}

/// The place of a cell: workload by workload, row by row.
fn place_of(workload: Workload, row: usize, column: usize) -> usize {
    let number = Workload::ALL.iter().position(|known| *known == workload);
    (number.unwrap_or(0) * Design::ALL.len() + row) * Column::ALL.len() + column
}

impl Bench {
    fn setup(self, place: usize) -> Option<Setup> {
        let (rest, across) = (place / Column::ALL.len(), place % Column::ALL.len());
        let (number, row) = (rest / Design::ALL.len(), rest % Design::ALL.len());
        let workload = Workload::ALL.get(number)?;
        let (design, column) = (Design::ALL.get(row)?, Column::ALL.get(across)?);
        Some(Setup {
            clients: self.clients.get(),
            nodes: self.nodes.get(),
            ..Setup::new(*design, *workload, *column)
        })
    }

    /// The next cell that is not decided: those in view first.
    fn next(self) -> Option<usize> {
        let first = place_of(self.workload.get_untracked(), 0, 0);
        let known = self.known.get_untracked();
        (first..count())
            .chain(0..first)
            .find(|place| known.get(*place).is_some_and(Option::is_none))
    }

    fn is_done(self) -> bool {
        self.known.with(|known| known.iter().all(Option::is_some))
    }

    fn go_on(self) {
        self.work.start(move || self.piece(), move || self.tell());
    }

    /// Looks at some states of the search under way, or begins the next one.
    fn piece(self) -> Left {
        let began = env::clock();
        let is_over = self.search.try_update_value(|under| {
            under.as_mut().is_some_and(|under| {
                let progress = under.search.advance(STATES);
                under.ms += env::clock() - began;
                progress.is_over
            })
        });
        if is_over == Some(true) {
            let done = self.search.try_update_value(Option::take).flatten();
            if let Some(under) = done {
                self.decide(under);
            }
        }
        let idle = self.search.try_with_value(Option::is_none) == Some(true);
        if idle {
            let Some(place) = self.next() else {
                return Left::Nothing;
            };
            match untrack(|| self.setup(place)).map(Search::new) {
                Some(Ok(search)) => self.search.set_value(Some(Under {
                    place,
                    search,
                    ms: 0.0,
                })),
                Some(Err(_)) | None => self.keep(place, Decided::not_applicable()),
            }
        }
        Left::More
    }

    /// Keeps what a search has found; what it knew of its states is given back.
    fn decide(self, under: Under) {
        let (place, ms) = (under.place, under.ms);
        self.keep(place, Decided::of(under.search, ms));
    }

    fn keep(self, place: usize, decided: Decided) {
        self.known.update_untracked(|known| {
            if let Some(cell) = Arc::make_mut(known).get_mut(place) {
                *cell = Some(Arc::new(decided));
            }
        });
    }

    fn tell(self) {
        let under_way = self.search.try_with_value(|under| {
            let under = under.as_ref()?;
            Some((under.place, under.search.progress().states))
        });
        self.under_way.set(under_way.flatten());
        self.known.notify();
    }

    fn fields(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let chosen = self.workload.get();
        let works = Workload::ALL.map(|one| (workload(one).of(lang).to_owned(), None));
        let numbers = |all: [u8; 3]| all.map(|number| (number.to_string(), None)).to_vec();
        let place = |all: [u8; 3], now: u8| all.iter().position(|known| *known == now);
        vec![
            choice(Choice {
                id: "matrix-workload",
                label: LabWord::WhatClientsDo.of(lang).to_owned(),
                options: works.to_vec(),
                chosen: Workload::ALL
                    .iter()
                    .position(|one| *one == chosen)
                    .unwrap_or(0),
            }),
            choice(Choice {
                id: "matrix-clients",
                label: LabWord::ClientsOf.of(lang).to_owned(),
                options: numbers(CLIENTS),
                chosen: place(CLIENTS, self.clients.get()).unwrap_or(0),
            }),
            choice(Choice {
                id: "matrix-nodes",
                label: LabWord::NodesOf.of(lang).to_owned(),
                options: numbers(NODES),
                chosen: place(NODES, self.nodes.get()).unwrap_or(0),
            }),
        ]
    }

    fn changed(self, event: &Event) {
        let Some((name, value)) = changed(event) else {
            return;
        };
        let place: usize = value.parse().unwrap_or(0);
        self.opened.set(None);
        match name.as_str() {
            "matrix-workload" => {
                let chosen = Workload::ALL.get(place).copied();
                self.workload.set(chosen.unwrap_or(Workload::Write));
                return;
            }
            "matrix-clients" => self.clients.set(CLIENTS.get(place).copied().unwrap_or(2)),
            _ => self.nodes.set(NODES.get(place).copied().unwrap_or(3)),
        }
        // Another program: nothing is known of it.
        self.search.set_value(None);
        self.known.set(nothing());
        self.go_on();
    }

    fn progress(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let known = self.known.get();
        let done = known.iter().flatten().count();
        let of = known.len();
        let states: u64 = known
            .iter()
            .flatten()
            .map(|cell| u64::from(cell.states))
            .sum();
        let seen = self.under_way.get().map_or(0, |(_, states)| states);
        let all = states + u64::from(seen);
        let told = say!(
            lang,
            "{done} of {of} cells decided, {all} states seen on this machine",
            "{of} マス中 {done} マスを判定、この端末で {all} 状態を調べた"
        );
        let bar = Item::new("progress")
            .attr("max", of.to_string())
            .attr("value", done.to_string());
        vec![Item::new("p").text(told), bar]
    }

    fn rows(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let (now, known, opened) = (self.workload.get(), self.known.get(), self.opened.get());
        let under_way = self.under_way.get();
        let mut head = Item::new("tr").child(Item::new("td"));
        for one in Column::ALL {
            head = head.child(
                Item::new("th")
                    .attr("scope", "col")
                    .attr("title", world(one).of(lang))
                    .text(column(one).of(lang)),
            );
        }
        let mut rows = vec![head];
        for (row, one) in Design::ALL.into_iter().enumerate() {
            let name = Item::new("th")
                .attr("scope", "row")
                .text(design(one).of(lang));
            let mut line = Item::new("tr").child(name);
            for across in 0..Column::ALL.len() {
                let place = place_of(now, row, across);
                let cell = known.get(place).and_then(Option::as_ref);
                let (class, words) = match cell {
                    Some(cell) => cell.shown(lang),
                    None => match under_way {
                        Some((under, states)) if under == place => ("", states.to_string()),
                        Some(_) | None => ("", "…".to_owned()),
                    },
                };
                let is_open = opened == Some(place);
                let button = Item::new("button")
                    .attr("type", "button")
                    .attr("data-cell", place.to_string())
                    .attr("data-testid", format!("cell-{row}-{across}"))
                    .attr("aria-expanded", if is_open { "true" } else { "false" })
                    .attr("title", cell.map_or("", |cell| cell.word(lang)))
                    .child(Item::new("b").text(cell.map_or("", |cell| {
                        // The longest words have the least to say.
                        if cell.verdict == Some(Verdict::NotApplicable) {
                            "–"
                        } else {
                            cell.word(lang)
                        }
                    })))
                    .child(Item::new("span").text(words));
                line = line.child(Item::new("td").attr("class", class).child(button));
            }
            rows.push(line);
        }
        rows
    }

    fn pressed(self, event: &Event) {
        let place = attribute_above(event, "data-cell").and_then(|place| place.parse().ok());
        let Some(place) = place else { return };
        self.failed.set(None);
        self.opened.update(|opened| {
            *opened = if *opened == Some(place) {
                None
            } else {
                Some(place)
            };
        });
    }
}

/// The class of a verdict in the matrix.
const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Broken => "broken",
        Verdict::NotFinished => "open",
        Verdict::NotApplicable => "none",
    }
}
