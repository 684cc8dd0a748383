//! The outcome map as plain data: one path for each verdict, the borders, and
//! where the scenario itself is.

use super::path::tenths;
use super::scale::{Scale, float};
use crate::model::{Millis, TrueTime};
use crate::sim::report::Outcome;
use crate::sweep::analytic::Edge;
use crate::sweep::{Border, Map, Side};
use std::fmt::Write as _;

/// Where the map is drawn, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Its left side.
    pub left: f64,
    /// Its upper side.
    pub top: f64,
    /// To the right.
    pub width: f64,
    /// Downward; the second number of the map grows upward.
    pub height: f64,
}

/// A map that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPicture {
    /// The areas, one for each verdict that occurs, the worst first.
    pub areas: Vec<Area>,
    /// The borders that were found, as one path of lines.
    pub borders: String,
    /// The borders that theory knows, a path each.
    pub theory: Vec<(Edge, String)>,
    /// Where the scenario is, if it is on the map.
    pub here: Option<(f64, f64)>,
    /// Values to be written below, with the pixel of each.
    pub x_ticks: Vec<(Millis, f64)>,
    /// Values to be written on the left, with the pixel of each.
    pub y_ticks: Vec<(Millis, f64)>,
}

/// All of one verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The verdict.
    pub outcome: Outcome,
    /// The class that colours it, and the id of the pattern that lies over it.
    pub class: &'static str,
    /// The `d` attribute: rectangles, as few as can be.
    pub path: String,
}

/// All verdicts, the worst first.
const OUTCOMES: [Outcome; 8] = [
    Outcome::Broken,
    Outcome::Wasted,
    Outcome::Lucky,
    Outcome::Fenced,
    Outcome::Refused,
    Outcome::Deduplicated,
    Outcome::StoodDown,
    Outcome::Safe,
];

/// The class of a verdict on the map, which is also the id of its pattern.
#[must_use]
pub const fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Broken => "map-broken",
        Outcome::Fenced => "map-fenced",
        Outcome::Refused => "map-refused",
        Outcome::Deduplicated => "map-deduplicated",
        Outcome::StoodDown => "map-stood-down",
        Outcome::Lucky => "map-lucky",
        Outcome::Safe => "map-safe",
        Outcome::Wasted => "map-wasted",
    }
}

/// The least distance between two labels, in pixels.
const TICKS_PX: (f64, f64) = (80.0, 44.0);

/// Draws as much of a map as has been run.
#[must_use]
pub fn draw_map(map: &Map, frame: Frame) -> MapPicture {
    let sheet = Sheet { map, frame };
    let theory = Edge::ALL.map(|edge| (edge, sheet.polyline(&map.theory(edge))));
    MapPicture {
        areas: sheet.areas(),
        borders: sheet.borders(),
        theory: theory
            .into_iter()
            .filter(|(_, path)| !path.is_empty())
            .collect(),
        here: map
            .here()
            .map(|(x, y)| (frame.x(map.x(), x), frame.y(map.y(), y))),
        x_ticks: ticks(map.x(), frame.width, TICKS_PX.0, |value| {
            frame.x(map.x(), value)
        }),
        y_ticks: ticks(map.y(), frame.height, TICKS_PX.1, |value| {
            frame.y(map.y(), value)
        }),
    }
}

impl Frame {
    /// The pixel of a value to the right.
    #[must_use]
    pub fn x(&self, side: Side, value: Millis) -> f64 {
        self.left + self.width * part(side, value)
    }

    /// The pixel of a value upward.
    #[must_use]
    pub fn y(&self, side: Side, value: Millis) -> f64 {
        self.top + self.height * (1.0 - part(side, value))
    }

    /// The values of a pixel, held on the map, to the nearest millisecond.
    #[must_use]
    pub fn values(&self, map: &Map, x: f64, y: f64) -> (Millis, Millis) {
        let bottom = self.top + self.height;
        (
            value(map.x(), (x - self.left) / self.width.max(1.0)),
            value(map.y(), (bottom - y) / self.height.max(1.0)),
        )
    }
}

/// How far along a side a value is, from 0 to 1.
fn part(side: Side, value: Millis) -> f64 {
    float(value.minus(side.least).0) / float(side.most.minus(side.least).0.max(1))
}

#[allow(clippy::cast_possible_truncation, reason = "`as` saturates")]
fn value(side: Side, part: f64) -> Millis {
    let along = part.clamp(0.0, 1.0) * float(side.most.minus(side.least).0);
    side.least.plus(Millis(along.round() as i64))
}

fn ticks(
    side: Side,
    length: f64,
    least_px: f64,
    pixel: impl Fn(Millis) -> f64,
) -> Vec<(Millis, f64)> {
    let scale = Scale {
        start: 0.0,
        length,
        from: TrueTime(side.least.0),
        span: side.most.minus(side.least),
    };
    let step = scale.ticks(least_px).0.0.max(1);
    let (first, last) = (side.least.0.div_euclid(step), side.most.0.div_euclid(step));
    (first..=last)
        .map(|index| Millis(index * step))
        .filter(|value| *value >= side.least)
        .map(|value| (value, pixel(value)))
        .collect()
}

struct Sheet<'a> {
    map: &'a Map,
    frame: Frame,
}

/// A rectangle that may grow upward: left, right, and the pixel of its lower side.
#[derive(Clone, Copy, PartialEq)]
struct Bar {
    left: Millis,
    right: Millis,
    outcome: Outcome,
    bottom: f64,
}

impl Sheet<'_> {
    fn areas(&self) -> Vec<Area> {
        let mut paths = OUTCOMES.map(|outcome| (outcome, String::new()));
        let mut open: Vec<Bar> = Vec::new();
        for row in 0..=self.map.rows() {
            let side = self.map.y();
            let bottom = self.frame.y(side, side.edge(row, self.map.rows()));
            let stretches = if row < self.map.rows() {
                self.map.stretches(row)
            } else {
                Vec::new()
            };
            let bars = stretches.iter().map(|stretch| Bar {
                left: stretch.from,
                right: stretch.to,
                outcome: stretch.outcome,
                bottom,
            });
            // What stands on an equal one below grows with it.
            let bars = bars.map(|bar| {
                let mut below = open.iter();
                below
                    .find(|below| bar == Bar { bottom, ..**below })
                    .copied()
                    .unwrap_or(bar)
            });
            let bars: Vec<Bar> = bars.collect();
            for bar in open.iter().filter(|bar| !bars.contains(bar)) {
                self.rectangle(&mut paths, *bar, bottom);
            }
            open = bars;
        }
        let areas = paths.into_iter().filter(|(_, path)| !path.is_empty());
        let areas = areas.map(|(outcome, path)| Area {
            outcome,
            class: class(outcome),
            path,
        });
        areas.collect()
    }

    fn rectangle(&self, paths: &mut [(Outcome, String)], bar: Bar, top: f64) {
        let side = self.map.x();
        let (left, right) = (self.frame.x(side, bar.left), self.frame.x(side, bar.right));
        let path = paths
            .iter_mut()
            .find(|(outcome, _)| *outcome == bar.outcome);
        if let Some((_, path)) = path {
            let (left, right) = (tenths(left), tenths(right));
            let (bottom, top) = (tenths(bar.bottom), tenths(top));
            let _ = write!(path, "M{left} {bottom}H{right}V{top}H{left}Z");
        }
    }

    /// Between four neighbouring cells, the points at which one border crosses
    /// the lines from middle to middle are joined: two with each other, more
    /// of them in the middle.
    fn borders(&self) -> String {
        let mut path = String::new();
        let (columns, rows) = (self.map.columns(), self.map.rows());
        for row in 0..=rows {
            for column in 0..=columns {
                let mut crossings = self.crossings(column, row);
                crossings.sort_by_key(|crossing| crossing.between);
                for points in crossings.chunk_by(|one, other| one.between == other.between) {
                    join(&mut path, points);
                }
            }
        }
        path
    }

    /// The crossings around the square whose upper right corner is the middle
    /// of a cell; the squares at the rim have fewer sides.
    fn crossings(&self, column: u32, row: u32) -> Vec<Crossing> {
        let (x, y, frame) = (self.map.x(), self.map.y(), self.frame);
        let (columns, rows) = (self.map.columns(), self.map.rows());
        let mut found = Vec::new();
        for line in lines(row, rows) {
            let across = frame.y(y, y.middle(line, rows));
            let borders = within(self.map.row(line), span(x, column, columns));
            found.extend(borders.map(|border| Crossing::of(border, frame.x(x, border.at), across)));
        }
        for line in lines(column, columns) {
            let along = frame.x(x, x.middle(line, columns));
            let borders = within(self.map.column(line), span(y, row, rows));
            found.extend(borders.map(|border| Crossing::of(border, along, frame.y(y, border.at))));
        }
        found
    }

    fn polyline(&self, points: &[(Millis, Millis)]) -> String {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let x = tenths(self.frame.x(self.map.x(), *x));
            let y = tenths(self.frame.y(self.map.y(), *y));
            let _ = write!(path, "{letter}{x} {y}");
        }
        path
    }
}

/// A border where it crosses a line from middle to middle.
#[derive(Clone, Copy)]
struct Crossing {
    x: f64,
    y: f64,
    /// The two verdicts, the worse first.
    between: (Outcome, Outcome),
}

impl Crossing {
    fn of(border: &Border, x: f64, y: f64) -> Self {
        let (one, other) = (border.before, border.after);
        let between = (one.min(other), one.max(other));
        Self { x, y, between }
    }
}

/// The line before a place and the one at it, where there are so many.
fn lines(place: u32, count: u32) -> impl Iterator<Item = u32> {
    let at = Some(place).filter(|place| *place < count);
    place.checked_sub(1).into_iter().chain(at)
}

/// From the middle of the cell before a place to the middle of the one at it, or to the rim.
fn span(side: Side, place: u32, count: u32) -> (Millis, Millis) {
    let middle = |cell| side.middle(cell, count);
    let at = Some(place).filter(|place| *place < count);
    (
        place.checked_sub(1).map_or(side.least, middle),
        at.map_or(side.most, middle),
    )
}

fn within(borders: &[Border], (from, to): (Millis, Millis)) -> impl Iterator<Item = &Border> {
    let is_within = move |border: &&Border| from < border.at && border.at <= to;
    borders.iter().filter(is_within)
}

fn join(path: &mut String, points: &[Crossing]) {
    match points {
        [] | [_] => {}
        [one, other] => line(path, (one.x, one.y), (other.x, other.y)),
        more => {
            let middle = mean(more);
            for point in more {
                line(path, (point.x, point.y), middle);
            }
        }
    }
}

fn line(path: &mut String, from: (f64, f64), to: (f64, f64)) {
    let (x1, y1) = (tenths(from.0), tenths(from.1));
    let (x2, y2) = (tenths(to.0), tenths(to.1));
    let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
}

fn mean(points: &[Crossing]) -> (f64, f64) {
    let count = float(i64::try_from(points.len()).unwrap_or(i64::MAX));
    let sum = |of: fn(&Crossing) -> f64| points.iter().map(of).sum::<f64>();
    (sum(|point| point.x) / count, sum(|point| point.y) / count)
}
