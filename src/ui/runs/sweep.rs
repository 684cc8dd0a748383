//! The TTL sweep: how likely harm is and how long a crashed holder blocks the others, from many
//! seeded runs, under two settings of the defences.

use super::chaos::bar;
use super::chart::{Chart, Measured};
use super::form::{Choice, changed, choice, typed};
use super::work::{Left, Work};
use crate::model::Millis;
use crate::sweep::{
    Defences, Distribution, Estimate, NoWork, Plan, Point, Progress, Strike, Sweep, csv, findings,
};
use crate::text::quantity::seconds;
use crate::text::sweep::{
    about, defences, distribution, duration, finding, probability, runs, strike,
};
use crate::text::{LabWord, say};
use crate::ui::components::tool;
use crate::ui::dom::{El, Item, Space, html, svg};
use crate::ui::env;
use crate::ui::reactive::{lab_word, text};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;
use std::fmt::Write as _;
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
    html("section")
        .attr("class", "panel wide")
        .attr("aria-labelledby", "sweep-title")
        .live("aria-busy", bench.work.busy())
        .child(
            html("h3")
                .attr("id", "sweep-title")
                .says(lab_word(stage, LabWord::TtlSweep)),
        )
        .child(
            html("p")
                .attr("class", "intro")
                .says(lab_word(stage, LabWord::SweepLead)),
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
            if done == Some(false) {
                Left::More
            } else {
                Left::Nothing
            }
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
            Some(Ok(Reached { progress, .. })) => {
                let (done, of) = (progress.done, progress.of);
                vec![Item::new("p").text(runs(lang, done, of)), bar(done, of)]
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

    /// Harm above, the wait after a crash below, on the same axis.
    fn charts(self) -> El {
        let chart = |which: Which, id: &str| {
            let view_box = text(move || {
                let (width, height) = self.size();
                format!("0 0 {width} {height}")
            });
            let name = text(move || which.name().of(self.stage.lang.get()).to_owned());
            svg("svg")
                .attr("role", "img")
                .attr("data-testid", id)
                .live("aria-label", name)
                .live("viewBox", view_box)
                .list(Space::Svg, move || self.drawn(which))
        };
        let class = move || {
            let there = self.with(|_| ()).is_some();
            if there { "charts" } else { "charts closed" }.to_owned()
        };
        html("div")
            .live("class", text(class))
            .child(chart(Which::Harm, "chart-harm"))
            .child(chart(Which::Recovery, "chart-recovery"))
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a page is a few thousand pixels wide"
    )]
    fn size(self) -> (u32, u32) {
        let width = self.stage.width.get().clamp(240.0, 2_000.0);
        ((width - 36.0) as u32, 230)
    }

    fn drawn(self, which: Which) -> Vec<Item> {
        let (lang, size) = (self.stage.lang.get(), self.size());
        let curves = self.with(|all| which.curves(all)).unwrap_or_default();
        let highest = curves.iter().flatten().map(|point| point.high);
        let y_most = match which {
            Which::Harm => 100.0,
            Which::Recovery => highest.fold(1.0, f64::max) * 1.05,
        };
        Chart {
            size,
            x_name: LabWord::TtlInSeconds.of(lang).to_owned(),
            y_name: which.name().of(lang).to_owned(),
            y_most,
            curves,
        }
        .draw()
    }

    fn legend(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let plan = self.with(|all| all.plan.defences.clone());
        let curves = plan.unwrap_or_default().into_iter().enumerate();
        curves
            .map(|(number, one)| {
                Item::new("li")
                    .child(Item::new("i").attr("class", format!("swatch line chart-{number}")))
                    .child(Item::new("span").text(defences(one).of(lang)))
            })
            .collect()
    }

    fn table(self) -> El {
        html("details")
            .attr("data-testid", "sweep-table")
            .child(html("summary").says(lab_word(self.stage, LabWord::TheNumbers)))
            .child(
                html("div")
                    .attr("class", "scrolls")
                    .attr("tabindex", "0")
                    .child(html("table").list(Space::Html, move || self.rows())),
            )
    }

    fn rows(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let cell = |tag: &'static str, text: String| Item::new(tag).text(text);
        let rows = self.with(|all| {
            let mut head = Item::new("tr").child(cell("th", LabWord::TtlInSeconds.of(lang).into()));
            for one in &all.plan.defences {
                let name = defences(*one).of(lang);
                head = head.child(cell("th", say!(lang, "Harm, {name}", "実害・{name}")));
            }
            head = head.child(cell("th", LabWord::WaitAfterCrash.of(lang).into()));
            let mut rows = vec![head];
            for point in &all.points {
                let mut row = Item::new("tr").child(cell("th", seconds(lang, point.ttl)));
                for share in &point.harm {
                    let told = share.estimate().map(|it| probability(lang, it));
                    row = row.child(cell("td", told.unwrap_or_default()));
                }
                let told = point.recovery.mean.map(|it| duration(lang, it));
                rows.push(row.child(cell("td", told.unwrap_or_default())));
            }
            rows
        });
        rows.unwrap_or_default()
    }

    /// Both charts as a file that stands alone.
    fn file(self) -> String {
        let (width, height) = self.size();
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\">\n<style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            height * 2
        );
        for (which, down) in [(Which::Harm, 0), (Which::Recovery, height)] {
            let _ = writeln!(text, "<g transform=\"translate(0 {down})\">");
            for item in self.drawn(which) {
                item.write(&mut text);
            }
            text.push_str("</g>\n");
        }
        text.push_str("</svg>\n");
        text
    }
}

/// What a file needs to look as on the page.
const STYLE: &str = ".num{font:13px sans-serif;fill:#333}path{fill:none}.chart-axis{stroke:#333}\
.chart-mesh{stroke:#ddd}.chart-curve{stroke-width:2}.chart-0{stroke:#b3261e}.chart-1{stroke:#17704a}\
.chart-band{stroke:none;fill-opacity:.2}.chart-band.chart-0,.chart-dot.chart-0{fill:#b3261e}\
.chart-band.chart-1,.chart-dot.chart-1{fill:#17704a}.chart-curve.chart-1{stroke-dasharray:7 4}";

/// Which of the two charts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Harm,
    Recovery,
}

impl Which {
    const fn name(self) -> LabWord {
        match self {
            Self::Harm => LabWord::HarmInPercent,
            Self::Recovery => LabWord::WaitAfterCrash,
        }
    }

    fn curves(self, all: &Reached) -> Vec<Vec<Measured>> {
        let x = |ttl: Millis| {
            #[allow(clippy::cast_precision_loss, reason = "a day in ms is exact")]
            let ms = ttl.0 as f64;
            ms / 1000.0
        };
        let measured = |ttl: Millis, estimate: Estimate, factor: f64| Measured {
            x: x(ttl),
            y: estimate.value * factor,
            low: estimate.low * factor,
            high: estimate.high * factor,
        };
        match self {
            Self::Harm => (0..all.plan.defences.len())
                .map(|place| {
                    let points = all.points.iter();
                    points
                        .filter_map(|point| {
                            let estimate = point.harm.get(place)?.estimate()?;
                            Some(measured(point.ttl, estimate, 100.0))
                        })
                        .collect()
                })
                .collect(),
            Self::Recovery => {
                let points = all.points.iter();
                let means = points
                    .filter_map(|point| Some(measured(point.ttl, point.recovery.mean?, 0.001)));
                vec![means.collect()]
            }
        }
    }
}
