//! What a sweep has come to: charts, legend, table, and the charts as a file.

use super::{Bench, Reached};
use crate::model::Millis;
use crate::sweep::Estimate;
use crate::text::quantity::seconds;
use crate::text::sweep::{defences, duration, probability};
use crate::text::{LabWord, say};
use crate::ui::dom::{El, Item, Space, html, svg};
use crate::ui::reactive::{lab_word, text};
use crate::ui::runs::chart::{Chart, Measured};
use leptos::prelude::*;
use std::fmt::Write as _;

impl Bench {
    /// Harm above, the wait after a crash below, on the same axis.
    pub(super) fn charts(self) -> El {
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

    pub(super) fn legend(self) -> Vec<Item> {
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

    pub(super) fn table(self) -> El {
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
    pub(super) fn file(self) -> String {
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
