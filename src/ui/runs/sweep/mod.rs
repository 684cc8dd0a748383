//! The TTL sweep: how likely harm is and how long a crashed holder blocks the others, from many
//! seeded runs, under two settings of the defences.

mod shown;

use super::chaos::bar;
use super::form::{Choice, changed, choice, panel, typed};
use super::work::{Left, Work};
use crate::sweep::{
    Defences, Distribution, NoWork, Plan, Point, Progress, Strike, Sweep, csv, findings,
};
use crate::text::LabWord;
use crate::text::sweep::{about, defences, distribution, finding, runs, strike};
use crate::ui::components::tool;
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::env;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;
use std::sync::Arc;

/// How often a pause and a crash are drawn.
const DRAWS: [u32; 3] = [300, 1_000, 10_000];
/// Pieces of work take about so many runs.
const RUNS: u32 = 50;

/// What is asked for.
#[derive(Clone, PartialEq)]
struct Wish {
    pauses: usize,
    strikes: usize,
    defences: (usize, usize),
    draws: usize,
    seed: u64,
    /// What is wrong with the seed that was typed.
    wrong: Option<LabWord>,
}

/// What is known so far.
#[derive(Clone)]
struct Reached {
    plan: Plan,
    points: Vec<Point>,
    progress: Progress,
}

#[derive(Clone, Copy)]
struct Bench {
    stage: Stage,
    work: Work,
    wish: RwSignal<Wish>,
    /// The sweep under way, which can be taken up again.
    sweep: StoredValue<Option<Sweep>>,
    reached: RwSignal<Option<Arc<Result<Reached, NoWork>>>>,
}

/// The bench of the sweep.
pub fn bench(stage: Stage) -> El {
    let bench = Bench {
        stage,
        work: Work::new(),
        wish: RwSignal::new(Wish {
            pauses: 1,
            strikes: 0,
            defences: (1, 2),
            draws: 1,
            seed: 1,
            wrong: None,
        }),
        sweep: StoredValue::new(None),
        reached: RwSignal::new(None),
    };
    let fields = html("div")
        .attr("class", "fields")
        .list(Space::Html, move || bench.fields())
        .on("change", move |event: Event| bench.changed(&event));
    panel(
        stage,
        "sweep",
        bench.work,
        [LabWord::TtlSweep, LabWord::SweepLead],
    )
    .child(fields)
    .child(bench.buttons())
    .child(
        html("div")
            .attr("role", "status")
            .attr("data-testid", "sweep-progress")
            .list(Space::Html, move || bench.progress()),
    )
    .child(
        html("div")
            .attr("class", "findings")
            .attr("data-testid", "sweep-says")
            .list(Space::Html, move || bench.findings()),
    )
    .child(bench.charts())
    .child(
        html("ul")
            .attr("class", "legend")
            .list(Space::Html, move || bench.legend()),
    )
    .child(bench.table())
}

impl Bench {
    fn buttons(self) -> El {
        let (stage, running) = (self.stage, self.work.running);
        let go = tool(stage, "sweep-go", LabWord::RunSweep, move || self.begin());
        let stop = tool(stage, "sweep-stop", LabWord::StopWork, move || {
            self.work.stop();
        })
        .live("aria-disabled", text(move || (!running.get()).to_string()));
        let resume = tool(stage, "sweep-resume", LabWord::GoOn, move || self.go_on()).live(
            "aria-disabled",
            text(move || {
                let left = self.with(|reached| !reached.progress.is_done());
                (running.get() || left != Some(true)).to_string()
            }),
        );
        let save_csv = tool(stage, "sweep-csv", LabWord::SaveTable, move || {
            if let Some(text) = untrack(|| self.with(|all| csv(&all.plan, &all.points))) {
                env::save("ttl-sweep.csv", "text/csv", &text);
            }
        });
        let save_svg = tool(stage, "sweep-svg", LabWord::SaveChart, move || {
            env::save("ttl-sweep.svg", "image/svg+xml", &untrack(|| self.file()));
        });
        html("div")
            .attr("class", "tools")
            .children([go, stop, resume, save_csv, save_svg])
    }

    fn fields(self) -> Vec<Item> {
        let (lang, wish) = (self.stage.lang.get(), self.wish.get());
        let ttl = self.stage.scenario.with(|scenario| scenario.lock.ttl);
        let defences_of = |id, label: LabWord, chosen| {
            let options = Defences::ALL.map(|one| (defences(one).of(lang).to_owned(), None));
            choice(Choice {
                id,
                label: label.of(lang).to_owned(),
                options: options.to_vec(),
                chosen,
            })
        };
        let pauses = Distribution::all(ttl).map(|one| {
            let name = distribution(one).of(lang);
            (name.to_owned(), None)
        });
        let strikes = Strike::ALL.map(|one| (strike(one).of(lang).to_owned(), None));
        let draws = DRAWS.map(|draws| (draws.to_string(), None));
        let told = Distribution::all(ttl).get(wish.pauses).copied();
        vec![
            choice(Choice {
                id: "sweep-pauses",
                label: LabWord::LengthOfPauses.of(lang).to_owned(),
                options: pauses.to_vec(),
                chosen: wish.pauses,
            })
            .child(
                Item::new("p")
                    .attr("class", "about")
                    .text(told.map_or_else(String::new, |told| about(lang, told))),
            ),
            choice(Choice {
                id: "sweep-strikes",
                label: LabWord::PausesStrike.of(lang).to_owned(),
                options: strikes.to_vec(),
                chosen: wish.strikes,
            }),
            defences_of("sweep-first", LabWord::FirstCurve, wish.defences.0),
            defences_of("sweep-second", LabWord::SecondCurve, wish.defences.1),
            choice(Choice {
                id: "sweep-draws",
                label: LabWord::Draws.of(lang).to_owned(),
                options: draws.to_vec(),
                chosen: wish.draws,
            }),
            typed(
                "sweep-seed",
                LabWord::Seed.of(lang).to_owned(),
                wish.seed.to_string(),
                wish.wrong.map_or("", |word| word.of(lang)),
            ),
        ]
    }

    fn changed(self, event: &Event) {
        let Some((name, value)) = changed(event) else {
            return;
        };
        let place: Option<usize> = value.parse().ok();
        self.wish.update(|wish| match name.as_str() {
            "sweep-pauses" => wish.pauses = place.unwrap_or(wish.pauses),
            "sweep-strikes" => wish.strikes = place.unwrap_or(wish.strikes),
            "sweep-first" => wish.defences.0 = place.unwrap_or(wish.defences.0),
            "sweep-second" => wish.defences.1 = place.unwrap_or(wish.defences.1),
            "sweep-draws" => wish.draws = place.unwrap_or(wish.draws),
            _ => match value.trim().parse() {
                Ok(seed) => {
                    wish.seed = seed;
                    wish.wrong = None;
                }
                Err(_) => wish.wrong = Some(LabWord::SeedWrong),
            },
        });
    }

    /// The plan that is asked for, on the scenario of the stage.
    fn plan(self) -> Result<Plan, NoWork> {
        let wish = self.wish.get_untracked();
        let scenario = self.stage.scenario.get_untracked();
        let mut plan = Plan::around(&scenario)?;
        let pauses = Distribution::all(scenario.lock.ttl);
        plan.pauses = pauses.get(wish.pauses).copied().unwrap_or(plan.pauses);
        plan.strikes = Strike::ALL
            .get(wish.strikes)
            .copied()
            .unwrap_or(plan.strikes);
        plan.draws = DRAWS.get(wish.draws).copied().unwrap_or(plan.draws);
        plan.seed = wish.seed;
        let chosen = [wish.defences.0, wish.defences.1];
        plan.defences = chosen
            .into_iter()
            .filter_map(|place| Defences::ALL.get(place).copied())
            .collect();
        Ok(plan)
    }

    fn begin(self) {
        match self.plan().and_then(Sweep::new) {
            Ok(sweep) => {
                self.sweep.set_value(Some(sweep));
                self.go_on();
            }
            Err(why) => {
                self.work.stop();
                self.reached.set(Some(Arc::new(Err(why))));
            }
        }
    }

    fn go_on(self) {
        let piece = move || {
            let done = self.sweep.try_update_value(|sweep| {
                sweep.as_mut().is_none_or(|sweep| {
                    sweep.advance(RUNS);
                    sweep.progress().is_done()
                })
            });
            Left::unless(done)
        };
        let tell = move || {
            let reached = self.sweep.try_update_value(|sweep| {
                sweep.as_mut().map(|sweep| Reached {
                    points: sweep.points(),
                    plan: sweep.plan().clone(),
                    progress: sweep.progress(),
                })
            });
            if let Some(reached) = reached.flatten() {
                self.reached.set(Some(Arc::new(Ok(reached))));
            }
        };
        self.work.start(piece, tell);
    }

    fn with<T>(self, read: impl FnOnce(&Reached) -> T) -> Option<T> {
        let reached = self.reached.get()?;
        reached.as_ref().as_ref().ok().map(read)
    }

    fn progress(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        match self.reached.get().as_deref() {
            None => Vec::new(),
            Some(Err(NoWork)) => vec![Item::new("p").text(LabWord::NoWork.of(lang))],
            Some(Ok(Reached { progress, plan, .. })) => {
                let (done, of) = (progress.done, progress.of);
                let mut items = vec![Item::new("p").text(runs(lang, done, of)), bar(done, of)];
                if self.stage.scenario.with(|now| *now != plan.base) {
                    items.push(Item::new("p").text(LabWord::OfAnotherScenario.of(lang)));
                }
                items
            }
        }
    }

    fn findings(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let told = self.with(|all| findings(&all.plan, &all.points));
        let told = told.unwrap_or_default().into_iter();
        told.map(|one| Item::new("p").text(finding(lang, one)))
            .collect()
    }
}
