//! The outcome map: two numbers of the scenario varied, each point a run. The point can be pulled,
//! and the stage follows; it moves when the stage does.

mod point;

use super::form::{Choice, changed, choice, panel};
use super::work::{Left, Work};
use crate::model::Millis;
use crate::picture::map::{Frame, MapPicture, class, draw_map};
use crate::picture::tenths;
use crate::sim::report::Outcome;
use crate::sim::scenario::Scenario;
use crate::sim::{audit, simulate};
use crate::sweep::analytic::Edge;
use crate::sweep::{Axis, Map, NoMap, Side, borders};
use crate::text::quantity::seconds;
use crate::text::sweep::{axis as axis_name, edge, lack, no_map};
use crate::text::{LabWord, Lang, say, verdict};
use crate::ui::dom::{El, Item, Space, html, svg};
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::{Event, MouseEvent};
use std::sync::Arc;

const COLUMNS: u32 = 60;
const ROWS: u32 = 40;
/// Pieces of work take about so many runs.
const RUNS: u32 = 100;
/// What fills each verdict's area, beside its colour, so that colour is not the only cue.
const PATTERNS: [(Outcome, &str); 7] = [
    (Outcome::Broken, "M0 0L8 8M-2 6L2 10M6 -2L10 2"),
    (Outcome::Wasted, "M0 8L8 0M0 0L8 8"),
    (Outcome::Lucky, "M2 2h1.6v1.6h-1.6zM6 6h1.6v1.6h-1.6z"),
    (Outcome::Fenced, "M0 2H8"),
    (Outcome::Refused, "M2 0V8"),
    (Outcome::Deduplicated, "M0 2H8M2 0V8"),
    (Outcome::StoodDown, "M0 8L8 0"),
];

/// The map of a stage.
#[derive(Clone, Copy)]
struct Bench {
    stage: Stage,
    work: Work,
    axes: RwSignal<(Axis, Axis)>,
    /// As much of the map as there is, or why there is none.
    map: RwSignal<Option<Arc<Result<Map, NoMap>>>>,
    /// Whether the point is in the hand.
    held: RwSignal<bool>,
}

/// The bench of the map; it works while it is seen.
pub fn bench(stage: Stage, seen: Signal<bool>) -> El {
    let bench = Bench {
        stage,
        work: Work::new(),
        axes: RwSignal::new((Axis::Ttl, Axis::PauseLength)),
        map: RwSignal::new(None),
        held: RwSignal::new(false),
    };
    bench.follow(seen);
    let fields = html("div")
        .attr("class", "fields")
        .list(Space::Html, move || bench.fields())
        .on("change", move |event: Event| bench.changed(&event));
    panel(
        stage,
        "map",
        bench.work,
        [LabWord::OutcomeMap, LabWord::MapLead],
    )
    .child(fields)
    .child(bench.picture())
    .child(
        html("ul")
            .attr("class", "legend")
            .list(Space::Html, move || bench.legend()),
    )
    .child(
        html("p")
            .attr("data-testid", "map-says")
            .says(text(move || bench.says(seen))),
    )
}

impl Bench {
    /// Makes a new map whenever the scenario is another one apart from the two numbers, or the
    /// point has left the map.
    fn follow(self, seen: Signal<bool>) {
        Effect::new(move |last: Option<Option<(Scenario, Axis, Axis)>>| {
            let last = last.flatten();
            if !seen.get() {
                self.work.stop();
                return None;
            }
            let scenario = self.stage.scenario.get();
            let (x, y) = self.axes.get();
            let mut rest = scenario.clone();
            for axis in [x, y] {
                let _ = axis.set(&mut rest, Millis(axis.limits().min));
            }
            let key = (rest, x, y);
            let is_on = self.map.with_untracked(|map| {
                let map = map.as_ref().and_then(|map| map.as_ref().as_ref().ok());
                let on = |side: Side| {
                    let value = side.axis.get(&scenario);
                    value.is_ok_and(|value| side.least <= value && value <= side.most)
                };
                map.is_some_and(|map| on(map.x()) && on(map.y()))
            });
            if last.as_ref() != Some(&key) || !is_on {
                self.begin(&scenario, x, y);
            }
            Some(key)
        });
    }

    fn begin(self, scenario: &Scenario, x: Axis, y: Axis) {
        let side = |axis| Side::around(axis, scenario).map_err(|lack| NoMap::Lack(axis, lack));
        let new = side(x)
            .and_then(|x| Ok((x, side(y)?)))
            .and_then(|(x, y)| Map::new(scenario, x, y, COLUMNS, ROWS));
        let map = match new {
            Ok(map) => map,
            Err(why) => {
                self.work.stop();
                return self.map.set(Some(Arc::new(Err(why))));
            }
        };
        let under_way = StoredValue::new(map);
        let piece = move || {
            Left::unless(under_way.try_update_value(|map| {
                map.advance(RUNS);
                map.progress().is_done()
            }))
        };
        let tell = move || {
            if let Some(map) = under_way.try_get_value() {
                self.map.set(Some(Arc::new(Ok(map))));
            }
        };
        self.work.start(piece, tell);
    }

    fn frame(self) -> Frame {
        let width = self.stage.width.get();
        let left = if width < 500.0 { 52.0 } else { 72.0 };
        Frame {
            left,
            top: 34.0,
            width: (width - left - 60.0).max(120.0),
            height: (width * 0.42).clamp(200.0, 380.0),
        }
    }

    /// Reads what there is of the map.
    fn with<T>(self, read: impl FnOnce(&Map) -> T) -> Option<T> {
        let map = self.map.get()?;
        map.as_ref().as_ref().ok().map(read)
    }

    fn drawn(self) -> Option<MapPicture> {
        let frame = self.frame();
        self.with(|map| draw_map(map, frame))
    }

    fn fields(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let scenario = self.stage.scenario.get();
        let (x, y) = self.axes.get();
        let field = |id, label: LabWord, chosen: Axis, other: Axis| {
            let options = Axis::ALL.into_iter().map(|axis| {
                let missing = axis.get(&scenario).err();
                let missing = missing.map(|missing| lack(missing).of(lang).to_owned());
                let taken = (axis == other).then(|| LabWord::OtherAxis.of(lang).to_owned());
                (axis_name(axis).of(lang).to_owned(), missing.or(taken))
            });
            choice(Choice {
                id,
                label: label.of(lang).to_owned(),
                options: options.collect(),
                chosen: place_of(chosen),
            })
        };
        vec![
            field("map-x", LabWord::ToTheRight, x, y),
            field("map-y", LabWord::Upward, y, x),
        ]
    }

    fn changed(self, event: &Event) {
        let Some((name, value)) = changed(event) else {
            return;
        };
        let axis = value
            .parse()
            .ok()
            .and_then(|place: usize| Axis::ALL.get(place));
        let Some(axis) = axis.copied() else {
            return;
        };
        self.axes.update(|(x, y)| {
            if name == "map-x" {
                *x = axis;
            } else {
                *y = axis;
            }
        });
    }

    fn picture(self) -> El {
        let view_box = text(move || {
            let frame = self.frame();
            let height = frame.top + frame.height + 46.0;
            format!("0 0 {} {}", tenths(self.stage.width.get()), tenths(height))
        });
        let name = text(move || {
            let lang = self.stage.lang.get();
            let (x, y) = self.axes.get();
            let (x, y) = (axis_name(x).of(lang), axis_name(y).of(lang));
            say!(lang, "Outcome map: {x} against {y}", "結果マップ：{x}と{y}")
        });
        let area = svg("svg")
            .attr("class", "map")
            .attr("role", "group")
            .live("aria-label", name)
            .attr("data-testid", "map")
            .live("viewBox", view_box)
            .on("click", move |event: MouseEvent| self.clicked(&event))
            .child(patterns())
            .child(
                svg("g")
                    .attr("aria-hidden", "true")
                    .list(Space::Svg, move || self.shapes()),
            )
            .child(self.point());
        html("div").attr("class", "picture").child(area).child(
            html("p").attr("class", "error").says(text(move || {
                let lang = self.stage.lang.get();
                match self.map.get().as_deref() {
                    Some(Err(why)) => no_map(lang, *why),
                    Some(Ok(_)) | None => String::new(),
                }
            })),
        )
    }

    fn shapes(self) -> Vec<Item> {
        let Some(drawn) = self.drawn() else {
            return Vec::new();
        };
        let (frame, lang) = (self.frame(), self.stage.lang.get());
        let path = |d: String, class: &str| Item::new("path").attr("d", d).attr("class", class);
        let mut items = Vec::new();
        for area in drawn.areas {
            let class = format!("map-area {}", area.class);
            items.push(path(area.path.clone(), &class));
            let fill = format!("url(#{})", area.class);
            items.push(path(area.path, "map-pattern").attr("fill", fill));
        }
        items.push(path(drawn.borders, "map-border"));
        for (known, line) in drawn.theory {
            items.push(path(line, theory_class(known)));
        }
        let (right, bottom) = (frame.left + frame.width, frame.top + frame.height);
        let rim = format!(
            "M{} {}H{}V{}H{}z",
            tenths(frame.left),
            tenths(frame.top),
            tenths(right),
            tenths(bottom),
            tenths(frame.left)
        );
        items.push(path(rim, "map-rim"));
        let label = |x: f64, y: f64, anchor: &str, text: String| {
            Item::new("text")
                .attr("x", tenths(x))
                .attr("y", tenths(y))
                .attr("text-anchor", anchor)
                .attr("class", "num")
                .text(text)
        };
        for (value, x) in drawn.x_ticks {
            items.push(label(x, bottom + 18.0, "middle", seconds(lang, value)));
        }
        for (value, y) in drawn.y_ticks {
            items.push(label(
                frame.left - 6.0,
                y + 4.0,
                "end",
                seconds(lang, value),
            ));
        }
        let (x, y) = self.axes.get();
        let (x, y) = (axis_name(x).of(lang), axis_name(y).of(lang));
        let middle = frame.left + frame.width / 2.0;
        items.push(label(middle, bottom + 40.0, "middle", format!("{x} →")));
        items.push(label(0.0, 14.0, "start", format!("↑ {y}")));
        items
    }

    /// The verdicts that occur, and what the lines are.
    fn legend(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let Some(drawn) = self.drawn() else {
            return Vec::new();
        };
        let entry = |class: &str, words: &str| {
            Item::new("li")
                .child(Item::new("i").attr("class", format!("swatch {class}")))
                .child(Item::new("span").text(words))
        };
        let areas = drawn.areas.iter().map(|area| {
            let word = verdict::word(area.outcome).of(lang);
            entry(class(area.outcome), word)
        });
        let theory = drawn.theory.iter();
        areas
            .chain([entry("map-border", LabWord::BorderFound.of(lang))])
            .chain(theory.map(|(known, _)| entry(theory_class(*known), edge(*known).of(lang))))
            .collect()
    }

    /// What lies along the first number, exactly, where the point is.
    fn says(self, seen: Signal<bool>) -> String {
        let lang = self.stage.lang.get();
        if !seen.get() {
            return String::new();
        }
        let (x, y) = self.axes.get();
        let scenario = self.stage.scenario.get();
        let Some(side) = self.with(Map::x) else {
            return String::new();
        };
        let (Ok(other), Ok(found)) = (
            y.get(&scenario),
            borders(&scenario, x, side.least, side.most),
        ) else {
            return String::new();
        };
        let first = found.first().map_or_else(
            || audit(&scenario, &simulate(&scenario)).outcome,
            |border| border.before,
        );
        let mut told = vec![verdict::word(first).of(lang).to_owned()];
        told.extend(found.iter().map(|border| {
            let (at, word) = (
                seconds(lang, border.at),
                verdict::word(border.after).of(lang),
            );
            say!(lang, "from {at} {word}", "{at}から{word}")
        }));
        let (name, other_name) = (axis_name(x).of(lang), axis_name(y).of(lang));
        let other = seconds(lang, other);
        let told = told.join(match lang {
            Lang::En => ", ",
            Lang::Ja => "、",
        });
        say!(
            lang,
            "With {other_name} at {other}, as {name} grows: {told}.",
            "{other_name}が{other}のとき、{name}を増やすと：{told}。"
        )
    }
}

/// The class of a border that theory knows: each has dashes of its own.
const fn theory_class(known: Edge) -> &'static str {
    match known {
        Edge::Late => "map-theory",
        Edge::Overtaken => "map-theory overtaken",
        Edge::StandsDown => "map-theory stands-down",
    }
}

fn place_of(axis: Axis) -> usize {
    Axis::ALL
        .iter()
        .position(|known| *known == axis)
        .unwrap_or(0)
}

fn patterns() -> El {
    svg("defs").children(PATTERNS.map(|(outcome, line)| {
        svg("pattern")
            .attr("id", class(outcome))
            .attr("width", "8")
            .attr("height", "8")
            .attr("patternUnits", "userSpaceOnUse")
            .child(svg("path").attr("d", line).attr("class", "map-line"))
    }))
}
