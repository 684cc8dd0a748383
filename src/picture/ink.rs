//! What a picture is made of: paths and labels with a class each.

use super::layout::{Direction, Layout};
use super::path::{rounded, tenths};
use super::scale::Scale;
use crate::picture::history::Span;
use std::fmt::Write as _;

/// A path of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The `d` attribute.
    pub path: String,
    /// The classes, which give it colour.
    pub class: String,
    /// The pattern that fills it, by its id.
    pub pattern: Option<&'static str>,
    /// The entry of the trace that it shows.
    pub entry: Option<usize>,
}

/// Where a label's point lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its begin.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

impl Anchor {
    /// The value of `text-anchor`.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A text of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Of its point, on the base line.
    pub x: f64,
    /// Of its point, on the base line.
    pub y: f64,
    /// Where the point lies.
    pub anchor: Anchor,
    /// The classes.
    pub class: String,
    /// What stands before the text in bold: `t0`.
    pub lead: &'static str,
    /// The text.
    pub text: String,
}

/// Where an entry of the trace is seen, for lighting it up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The entry.
    pub entry: usize,
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Draws in the coordinates of a layout: instants along, pixels across the lanes.
pub struct Ink<'a> {
    /// Where things are.
    pub layout: &'a Layout,
    /// What has been drawn, the lowest first.
    pub shapes: Vec<Shape>,
    /// What has been written.
    pub labels: Vec<Label>,
    /// Where entries are seen.
    pub spots: Vec<Spot>,
    /// The great arrows, each from a point along and across to another: labels keep clear of them.
    pub arrows: Vec<[(f64, f64); 2]>,
}

/// How long an arrow's head is.
const HEAD: f64 = 8.0;
/// The head of an arrow that the story is about.
const GREAT_HEAD: f64 = 13.0;

impl<'a> Ink<'a> {
    /// An empty sheet.
    pub const fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            shapes: Vec::new(),
            labels: Vec::new(),
            spots: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// The scale of time.
    pub const fn scale(&self) -> &'a Scale {
        &self.layout.scale
    }

    /// Whether time runs to the right.
    pub fn across(&self) -> bool {
        self.layout.direction == Direction::Across
    }

    /// Drops the labels of what lies outside the window, and those that would stand on the name of
    /// a lane; the names stay.
    pub fn keep_to_window(&mut self) {
        let (layout, scale) = (self.layout, self.layout.scale);
        let plot = (scale.start - 24.0)..=(scale.start + scale.length + 24.0);
        // What stands wholly beside the plot names a lane or a row of it.
        let is_name = |label: &Label| {
            let beside =
                layout.direction == Direction::Across && layout.extent(label).1 <= scale.start;
            let under_a_name = label.class == "sub" && label.x.abs() < 0.1;
            label.class == "lane" || beside && (under_a_name || label.anchor == Anchor::End)
        };
        let names: Vec<Label> = self
            .labels
            .iter()
            .filter(|it| is_name(it))
            .cloned()
            .collect();
        let on_a_name = |label: &Label, (left, right): (f64, f64)| {
            names.iter().any(|name| {
                let (from, to) = layout.extent(name);
                // A name is set larger than what the extent assumes.
                (name.y - label.y).abs() < 16.0 && left < to + (to - from) / 4.0 && from < right
            })
        };
        self.labels.retain(|label| {
            let extent = layout.extent(label);
            let inside = extent.0 >= -1.0 && extent.1 <= layout.width + 1.0;
            let seen = plot.contains(&layout.along(label.x, label.y)) && inside;
            is_name(label) || label.class == "num" || seen && !on_a_name(label, extent)
        });
    }

    /// A path.
    pub fn path(&mut self, path: String, class: impl Into<String>) {
        self.shapes.push(Shape {
            path,
            class: class.into(),
            pattern: None,
            entry: None,
        });
    }

    /// A bar over a span, between two pixels across the lanes.
    pub fn bar(&mut self, span: Span, cross: (f64, f64), radius: f64, class: impl Into<String>) {
        let path = self.bar_path(span, cross, radius);
        self.path(path, class);
    }

    /// A bar filled with a pattern.
    pub fn patterned(&mut self, span: Span, cross: (f64, f64), radius: f64, pattern: &'static str) {
        let path = self.bar_path(span, cross, radius);
        self.shapes.push(Shape {
            path,
            class: String::new(),
            pattern: Some(pattern),
            entry: None,
        });
    }

    /// A bar that shows an entry of the trace.
    pub fn bar_of(
        &mut self,
        entry: usize,
        span: Span,
        cross: (f64, f64),
        radius: f64,
        class: impl Into<String>,
    ) {
        let path = self.bar_path(span, cross, radius);
        self.shapes.push(Shape {
            path,
            class: class.into(),
            pattern: None,
            entry: Some(entry),
        });
        self.spot(entry, span, cross);
    }

    /// Marks where an entry is seen.
    pub fn spot(&mut self, entry: usize, span: Span, cross: (f64, f64)) {
        let (x, y, width, height) = self.rect(span, cross);
        self.spots.push(Spot {
            entry,
            x,
            y,
            width,
            height,
        });
    }

    fn rect(&self, span: Span, cross: (f64, f64)) -> (f64, f64, f64, f64) {
        let (from, to) = (self.scale().at(span.from), self.scale().at(span.to));
        let (x, y) = self.layout.point(from, cross.0);
        let (right, bottom) = self.layout.point(to, cross.1);
        (x, y, right - x, bottom - y)
    }

    fn bar_path(&self, span: Span, cross: (f64, f64), radius: f64) -> String {
        let (x, y, width, height) = self.rect(span, cross);
        rounded(x, y, width, height, radius)
    }

    /// A line between two points, each an instant's pixel and a pixel across the lanes.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: impl Into<String>) {
        let (x, y) = self.layout.point(from.0, from.1);
        let (to_x, to_y) = self.layout.point(to.0, to.1);
        let path = format!(
            "M{} {}L{} {}",
            tenths(x),
            tenths(y),
            tenths(to_x),
            tenths(to_y)
        );
        self.path(path, class);
    }

    /// Several dots in one path, to be drawn with round line ends.
    pub fn dots(&mut self, points: impl Iterator<Item = (f64, f64)>, class: &'static str) {
        let mut path = String::new();
        for (along, cross) in points {
            let (x, y) = self.layout.point(along, cross);
            let _ = write!(path, "M{} {}h.01", tenths(x), tenths(y));
        }
        if !path.is_empty() {
            self.path(path, class);
        }
    }

    /// An arrow. `halo` sets it off from what it crosses.
    pub fn arrow(&mut self, from: (f64, f64), to: (f64, f64), class: &str, halo: Halo) {
        let (x, y) = self.layout.point(from.0, from.1);
        let (tip_x, tip_y) = self.layout.point(to.0, to.1);
        let (dx, dy) = (tip_x - x, tip_y - y);
        let length = dx.hypot(dy).max(0.01);
        let (ux, uy) = (dx / length, dy / length);
        let head = if halo == Halo::Yes { GREAT_HEAD } else { HEAD };
        let (end_x, end_y) = (tip_x - ux * head * 0.8, tip_y - uy * head * 0.8);
        let line = format!(
            "M{} {}L{} {}",
            tenths(x),
            tenths(y),
            tenths(end_x),
            tenths(end_y)
        );
        if halo == Halo::Yes {
            self.path(line.clone(), "halo");
        }
        self.path(line, format!("msg {class}"));
        let half = head * 0.52;
        let (base_x, base_y) = (tip_x - ux * head, tip_y - uy * head);
        let path = format!(
            "M{} {}L{} {}L{} {}Z",
            tenths(tip_x),
            tenths(tip_y),
            tenths(base_x - uy * half),
            tenths(base_y + ux * half),
            tenths(base_x + uy * half),
            tenths(base_y - ux * half),
        );
        self.path(path, format!("head {class}"));
    }

    /// A cross at a point.
    pub fn cross(&mut self, at: (f64, f64), size: f64, class: &'static str) {
        let (x, y) = self.layout.point(at.0, at.1);
        let (near, far) = (-size, size);
        let path = format!(
            "M{} {}L{} {}M{} {}L{} {}",
            tenths(x + near),
            tenths(y + near),
            tenths(x + far),
            tenths(y + far),
            tenths(x + far),
            tenths(y + near),
            tenths(x + near),
            tenths(y + far),
        );
        self.path(path, class);
    }

    /// A circle at a point.
    pub fn circle(&mut self, at: (f64, f64), radius: f64, class: impl Into<String>) {
        let (x, y) = self.layout.point(at.0, at.1);
        let path = rounded(x - radius, y - radius, radius * 2.0, radius * 2.0, radius);
        self.path(path, class);
    }

    /// Text at a point in pixels of the picture.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: impl Into<String>, text: String) {
        self.labels.push(Label {
            x,
            y,
            anchor,
            class: class.into(),
            lead: "",
            text,
        });
    }

    /// The first pixel from `from` on at which a text on the line `cross` meets no great arrow;
    /// none before the end of the picture.
    pub fn clear(&self, from: f64, cross: f64, width: f64) -> Option<f64> {
        let mut from = from;
        // Each turn moves past one arrow.
        for _ in 0..=self.arrows.len() {
            let in_the_way = self
                .arrows
                .iter()
                .filter_map(|[(sent, top), (ended, bottom)]| {
                    let part = (cross - 6.0 - top) / (bottom - top).max(1.0);
                    let here = (-0.1..=1.1).contains(&part);
                    here.then_some(sent + (ended - sent) * part.clamp(0.0, 1.0))
                })
                .filter(|at| (from - 7.0..from + width + 7.0).contains(at))
                .fold(f64::MIN, f64::max);
            if in_the_way < from - 7.0 {
                let end = self.scale().at(self.layout.end());
                return (from + width <= end).then_some(from);
            }
            from = in_the_way + 9.0;
        }
        None
    }

    /// Text that is left out where it would meet another label or leave the picture.
    /// Returns whether there was room.
    pub fn note(&mut self, at: (f64, f64), anchor: Anchor, class: &str, text: &str) -> bool {
        const SIZE: f64 = 13.0;
        let width = self.layout.text_width(text, SIZE);
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        let free = self.labels.iter().all(|label| {
            let (from, to) = self.layout.extent(label);
            (label.y - at.1).abs() > SIZE + 1.0 || left > to + 6.0 || from > left + width + 6.0
        });
        let fits = free && left >= 0.0 && left + width <= self.layout.width;
        if fits {
            self.text(at.0, at.1, anchor, class, text.to_owned());
        }
        fits
    }

    /// Text after a mark, or before it where there is no room after it; in a picture where time
    /// runs down there is none at all.
    pub fn beside(&mut self, (along, base): (f64, f64), distance: f64, class: &str, text: &str) {
        if self.across() && !self.note((along + distance, base), Anchor::Start, class, text) {
            self.note((along - distance, base), Anchor::End, class, text);
        }
    }

    /// The first of the texts that fits into a bar, in its middle or at its begin.
    /// Returns whether one did.
    pub fn inside(
        &mut self,
        span: Span,
        cross: (f64, f64),
        texts: &[String],
        style: (&str, f64, Anchor),
    ) -> bool {
        let (class, size, anchor) = style;
        let (x, y, width, height) = self.rect(span, cross);
        let pad = if self.across() { 12.0 } else { 3.0 };
        let Some(text) = self.layout.first_that_fits(texts, size, width - 2.0 * pad) else {
            return false;
        };
        if height < size {
            return false;
        }
        let text = text.clone();
        if self.across() {
            let base = y + height / 2.0 + size * 0.36;
            let at = match anchor {
                Anchor::Start => {
                    let width_of_text = self.layout.text_width(&text, size);
                    self.clear(x + pad, base, width_of_text)
                        .filter(|at| at + width_of_text <= x + width - pad / 2.0)
                        .unwrap_or(x + pad)
                }
                Anchor::Middle => x + width / 2.0,
                Anchor::End => x + width - pad,
            };
            self.text(at, base, anchor, class, text);
        } else {
            let base = match anchor {
                Anchor::Start if height >= size + 14.0 => y + size + 8.0,
                Anchor::Start | Anchor::Middle => y + height / 2.0 + size * 0.36,
                Anchor::End => y + height - 8.0,
            };
            self.text(x + width / 2.0, base, Anchor::Middle, class, text);
        }
        true
    }
}

/// Whether an arrow is set off from what it crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halo {
    /// It is.
    Yes,
    /// It crosses nothing.
    No,
}
