//! Chaos: random faults against the design on the stage, until a run fails; then the smallest run
//! that fails in the same way.

use super::form::{Choice, changed, check, choice, panel, typed};
use super::work::{Left, Work};
use crate::edit::past::Cause;
use crate::share::Stand;
use crate::sim::scenario::Scenario;
use crate::sweep::{Chaos, Found, Intensity, Kind, Progress, Shrink};
use crate::text::sweep::{
    found, impossible, intensity, intensity_means, kind, runs, shrunk, survived,
};
use crate::text::{LabWord, say};
use crate::ui::components::tool;
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// How many runs are tried.
const BUDGETS: [u32; 3] = [1_000, 10_000, 100_000];
/// Pieces of work take about so many runs.
const RUNS: u32 = 50;

/// What is asked for.
#[derive(Clone, PartialEq)]
struct Wish {
    kinds: Vec<Kind>,
    intensity: Intensity,
    budget: usize,
    seed: u64,
    /// What is wrong with the seed that was typed.
    wrong: Option<LabWord>,
}

/// How far it is.
#[derive(Clone, PartialEq)]
enum Reached {
    Idle,
    Searching(Progress),
    Shrinking(Found, u32),
    Smallest(Found, Shrunk),
    Survived(u32),
}

/// The smallest run that fails.
#[derive(Clone, PartialEq)]
struct Shrunk {
    scenario: Scenario,
    runs: u32,
}

#[derive(Clone, Copy)]
struct Bench {
    stage: Stage,
    work: Work,
    wish: RwSignal<Wish>,
    reached: RwSignal<Reached>,
    /// What was attacked.
    design: RwSignal<Option<Scenario>>,
}

/// The bench of chaos.
pub fn bench(stage: Stage) -> El {
    let bench = Bench {
        stage,
        work: Work::new(),
        wish: RwSignal::new(Wish {
            kinds: Kind::ALL.to_vec(),
            intensity: Intensity::Medium,
            budget: 1,
            seed: 1,
            wrong: None,
        }),
        reached: RwSignal::new(Reached::Idle),
        design: RwSignal::new(None),
    };
    let fields = html("div")
        .attr("class", "fields")
        .list(Space::Html, move || bench.fields())
        .on("change", move |event: Event| bench.changed(&event));
    let running = bench.work.running;
    let go = tool(stage, "chaos-go", LabWord::Attack, move || bench.begin());
    let stop = tool(stage, "chaos-stop", LabWord::StopWork, move || {
        bench.work.stop();
    })
    .live("aria-disabled", text(move || (!running.get()).to_string()));
    let show = tool(stage, "chaos-show", LabWord::PutOnStage, move || {
        bench.show();
    })
    .live(
        "class",
        text(move || {
            let there = matches!(bench.reached.get(), Reached::Smallest(..));
            if there { "plain main" } else { "plain closed" }.to_owned()
        }),
    );
    panel(
        stage,
        "chaos",
        bench.work,
        [LabWord::Chaos, LabWord::ChaosLead],
    )
    .child(fields)
    .child(
        html("div")
            .attr("class", "tools")
            .child(go)
            .child(stop)
            .child(show),
    )
    .child(
        html("div")
            .attr("data-testid", "chaos-says")
            .attr("role", "status")
            .list(Space::Html, move || bench.says()),
    )
}

impl Bench {
    fn fields(self) -> Vec<Item> {
        let (lang, wish) = (self.stage.lang.get(), self.wish.get());
        let design = self.stage.scenario.get();
        let mut kinds = Item::new("div")
            .attr("class", "checks")
            .attr("role", "group")
            .attr("aria-label", LabWord::FaultKinds.of(lang));
        for one in Kind::ALL {
            let lack = impossible(one).filter(|_| !one.is_possible(&design));
            let lack = lack.map(|why| why.of(lang).to_owned());
            let id = format!("chaos-{}", place(one));
            let on = wish.kinds.contains(&one);
            kinds = kinds.child(check(&id, kind(one).of(lang).to_owned(), on, lack));
        }
        let strengths = Intensity::ALL.map(|one| (intensity(one).of(lang).to_owned(), None));
        let chosen = Intensity::ALL.iter().position(|one| *one == wish.intensity);
        let budgets = BUDGETS.map(|runs| (say!(lang, "{runs} runs", "{runs} 回"), None));
        vec![
            kinds,
            choice(Choice {
                id: "chaos-intensity",
                label: LabWord::Intensity.of(lang).to_owned(),
                options: strengths.to_vec(),
                chosen: chosen.unwrap_or(0),
            })
            .child(
                Item::new("p")
                    .attr("class", "about")
                    .text(intensity_means(lang, wish.intensity)),
            ),
            choice(Choice {
                id: "chaos-budget",
                label: LabWord::RunsAtMost.of(lang).to_owned(),
                options: budgets.to_vec(),
                chosen: wish.budget,
            }),
            typed(
                "chaos-seed",
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
        self.wish.update(|wish| match name.as_str() {
            "chaos-intensity" => {
                let chosen = value
                    .parse()
                    .ok()
                    .and_then(|place: usize| Intensity::ALL.get(place));
                wish.intensity = chosen.copied().unwrap_or(wish.intensity);
            }
            "chaos-budget" => wish.budget = value.parse().unwrap_or(wish.budget),
            "chaos-seed" => match value.trim().parse() {
                Ok(seed) => {
                    wish.seed = seed;
                    wish.wrong = None;
                }
                Err(_) => wish.wrong = Some(LabWord::SeedWrong),
            },
            other => {
                let kind = Kind::ALL
                    .into_iter()
                    .find(|kind| other == format!("chaos-{}", place(*kind)));
                if let Some(kind) = kind {
                    wish.kinds.retain(|known| *known != kind);
                    if value == "true" {
                        wish.kinds.push(kind);
                    }
                }
            }
        });
    }

    fn begin(self) {
        let wish = self.wish.get_untracked();
        let design = self.stage.scenario.get_untracked();
        let budget = BUDGETS.get(wish.budget).copied().unwrap_or(1_000);
        let chaos = Chaos::new(&design, &wish.kinds, wish.intensity, wish.seed, budget);
        self.design.set(Some(design));
        let chaos = StoredValue::new(chaos);
        let piece = move || {
            let done = chaos.try_update_value(|chaos| {
                chaos.advance(RUNS);
                chaos.progress().is_done()
            });
            Left::unless(done)
        };
        let tell = move || {
            let Some((progress, found)) =
                chaos.try_with_value(|chaos| (chaos.progress(), chaos.found().cloned()))
            else {
                return;
            };
            match found {
                Some(found) => self.shrink(found),
                None if progress.is_done() => self.reached.set(Reached::Survived(progress.done)),
                None => self.reached.set(Reached::Searching(progress)),
            }
        };
        self.work.start(piece, tell);
    }

    fn shrink(self, found: Found) {
        let Some(shrink) = Shrink::new(&found.scenario, found.failure) else {
            return;
        };
        self.reached.set(Reached::Shrinking(found.clone(), 0));
        let shrink = StoredValue::new(shrink);
        let piece = move || {
            let done = shrink.try_update_value(|shrink| {
                shrink.advance(RUNS);
                shrink.is_done()
            });
            Left::unless(done)
        };
        let tell = move || {
            let Some((scenario, runs, done)) = shrink.try_with_value(|shrink| {
                (shrink.smallest().clone(), shrink.runs(), shrink.is_done())
            }) else {
                return;
            };
            self.reached.set(if done {
                Reached::Smallest(found.clone(), Shrunk { scenario, runs })
            } else {
                Reached::Shrinking(found.clone(), runs)
            });
        };
        self.work.start(piece, tell);
    }

    /// Puts the smallest run that fails on the stage.
    fn show(self) {
        if let Reached::Smallest(_, shrunk) = self.reached.get_untracked() {
            self.stage.zoom.set(None);
            self.stage.change(shrunk.scenario, Cause::Whole);
            self.stage.settle();
            self.stage.go(Stand::End);
        }
    }

    fn says(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let line = |text: String| Item::new("p").text(text);
        let mut said = match self.reached.get() {
            Reached::Idle => Vec::new(),
            Reached::Searching(progress) => vec![
                line(runs(lang, progress.done, progress.of)),
                bar(progress.done, progress.of),
            ],
            Reached::Shrinking(what, made) => vec![
                line(found(lang, what.failure, what.run)),
                line(say!(
                    lang,
                    "Looking for the smallest run that fails: {made} runs.",
                    "失敗する最小の実行を探しています：{made} 回。"
                )),
            ],
            Reached::Smallest(what, small) => {
                let steps = small
                    .scenario
                    .clients
                    .iter()
                    .map(|client| client.plan.len());
                vec![
                    line(found(lang, what.failure, what.run)),
                    line(shrunk(
                        lang,
                        small.scenario.faults.len(),
                        steps.sum(),
                        small.runs,
                    )),
                ]
            }
            Reached::Survived(made) => vec![line(survived(lang, made))],
        };
        // What was found may itself be on the stage by now.
        let now = self.stage.scenario.get();
        let is_found =
            matches!(self.reached.get(), Reached::Smallest(_, small) if small.scenario == now);
        let is_same = self
            .design
            .with(|design| design.as_ref().is_none_or(|it| *it == now));
        if !is_same && !is_found && !said.is_empty() {
            said.push(line(LabWord::OfAnotherScenario.of(lang).to_owned()));
        }
        said
    }
}

/// A bar of what is done.
pub fn bar(done: u32, of: u32) -> Item {
    Item::new("progress")
        .attr("max", of.to_string())
        .attr("value", done.to_string())
}

fn place(kind: Kind) -> usize {
    Kind::ALL
        .iter()
        .position(|known| *known == kind)
        .unwrap_or(0)
}
