//! Where things are: the scale of time and the lanes.

use super::measure::text_width;
use crate::model::{ClientId, Millis, TrueTime};
use crate::sim::scenario::{Fence, FenceScope, Scenario, Service, Step};

/// Below this width time runs down and lanes are columns.
pub const ACROSS_FROM: f64 = 640.0;

/// Which way time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the right; lanes are rows.
    Across,
    /// Down; lanes are columns.
    Down,
}

/// A true scale: one pixel is the same time everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The pixel of time 0, along the direction of time.
    pub start: f64,
    /// How many pixels [`Scale::span`] has.
    pub length: f64,
    /// The time shown.
    pub span: Millis,
}

/// The steps of a 1-2-5 series, in milliseconds, up to a day.
const STEPS: [i64; 24] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
    200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000,
];

/// A time in pixels' arithmetic. Exact up to 285 000 years.
#[allow(clippy::cast_precision_loss, reason = "times are at most a few days")]
pub(super) const fn float(time: i64) -> f64 {
    time as f64
}

impl Scale {
    /// The time that a picture of a run shows: the run and a little more, rounded up to a step.
    #[must_use]
    pub fn span_for(end: TrueTime) -> Millis {
        let wanted = end.0.saturating_add(end.0 / 25).max(100);
        let step = STEPS
            .into_iter()
            .find(|step| step.saturating_mul(20) >= wanted);
        let step = step.unwrap_or(50_000_000);
        Millis((wanted + step - 1) / step * step)
    }

    /// The pixel of an instant.
    #[must_use]
    pub fn at(&self, instant: TrueTime) -> f64 {
        self.start + float(instant.0) * self.length / float(self.span.0.max(1))
    }

    /// How many pixels a duration has.
    #[must_use]
    pub fn pixels(&self, time: Millis) -> f64 {
        float(time.0) * self.length / float(self.span.0.max(1))
    }

    /// The instant of a pixel, to the nearest millisecond.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "pixels are few, and `as` saturates"
    )]
    pub fn instant(&self, pixel: f64) -> TrueTime {
        let time = (pixel - self.start) * float(self.span.0.max(1)) / self.length.max(1.0);
        TrueTime(time.round() as i64)
    }

    /// The 1-2-5 step nearest to four pixels, by which a drag snaps.
    #[must_use]
    pub fn step(&self) -> Millis {
        self.step_of(4.0)
    }

    /// The 1-2-5 step nearest to so many pixels.
    #[must_use]
    pub fn step_of(&self, pixels: f64) -> Millis {
        let wanted = pixels * float(self.span.0.max(1)) / self.length.max(1.0);
        let distance = |step: i64| (float(step) / wanted).ln().abs();
        let nearest = STEPS.into_iter().reduce(|best, step| {
            if distance(step) < distance(best) {
                step
            } else {
                best
            }
        });
        Millis(nearest.unwrap_or(1))
    }

    /// The instant rounded to a multiple of [`Scale::step`].
    #[must_use]
    pub fn snap(&self, instant: TrueTime) -> TrueTime {
        let step = self.step().0;
        TrueTime((instant.0 + step / 2).div_euclid(step) * step)
    }

    /// The distance of labelled ticks and of the ticks between them.
    #[must_use]
    pub fn ticks(&self, least_pixels: f64) -> (Millis, Millis) {
        let major = STEPS
            .into_iter()
            .find(|step| self.pixels(Millis(*step)) >= least_pixels)
            .unwrap_or(50_000_000);
        let minor = STEPS
            .into_iter()
            .rev()
            .find(|step| *step * 4 <= major && major % step == 0)
            .unwrap_or(major);
        (Millis(major), Millis(minor))
    }
}

/// Whose lane it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A client's.
    Client(ClientId),
    /// The lock service's.
    Lock,
    /// The resource's.
    Resource,
}

/// A lane: where its bar lies, at right angles to time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Whose.
    pub owner: Owner,
    /// The edge towards the first lane.
    pub from: f64,
    /// The other edge.
    pub to: f64,
}

impl Lane {
    /// The middle.
    #[must_use]
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.from, self.to)
    }

    /// Its width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.to - self.from
    }
}

/// The place of everything in a picture of a given size.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Which way time runs.
    pub direction: Direction,
    /// Of the whole picture, in CSS pixels.
    pub width: f64,
    /// Of the whole picture, in CSS pixels.
    pub height: f64,
    /// Time in pixels.
    pub scale: Scale,
    /// In the order of the lanes: first client, lock, other clients, resource.
    pub lanes: Vec<Lane>,
    /// What the resource shows rows for.
    pub objects: Vec<String>,
    /// How far its rows are apart.
    pub row_gap: f64,
    /// How wide letters are, against what [`super::text_width`] assumes.
    pub letters: f64,
}

const CLIENT_WIDTH: f64 = 58.0;
const LEASE_WIDTH: f64 = 34.0;
const NODE_PITCH: f64 = 19.0;
const NODE_WIDTH: f64 = 14.0;

/// The width of one Redlock node's bar, and the distance from one to the next.
#[must_use]
pub const fn node_rows() -> (f64, f64) {
    (NODE_WIDTH, NODE_PITCH)
}

impl Layout {
    /// The layout of a scenario in a picture `width` pixels wide that shows `span` of time,
    /// with letters `letters` times as wide as assumed.
    #[must_use]
    pub fn new(scenario: &Scenario, width: f64, span: Millis, letters: f64) -> Self {
        let objects = objects(scenario);
        let layout = if width < ACROSS_FROM {
            Self::down(scenario, objects, width.max(240.0), span)
        } else {
            Self::across(scenario, objects, width, span)
        };
        Self { letters, ..layout }
    }

    fn across(scenario: &Scenario, objects: Vec<String>, width: f64, span: Millis) -> Self {
        let start = if width < 900.0 { 132.0 } else { 150.0 };
        let scale = Scale {
            start,
            length: width - start - 28.0,
            span,
        };
        // A fence of its own needs room above each object.
        let row_gap = match (scenario.resource.fence, scenario.resource.fence_scope) {
            (Fence::Writes | Fence::ReadsAndWrites, FenceScope::Object) => 30.0,
            (Fence::Off, _) | (_, FenceScope::Lock) => 4.0,
        };
        let mut lanes = Vec::new();
        let mut top = 76.0;
        for owner in owners(scenario) {
            let thick = match owner {
                Owner::Client(_) => CLIENT_WIDTH,
                Owner::Lock => lock_width(scenario),
                Owner::Resource => resource_width(objects.len(), row_gap),
            };
            if owner == Owner::Resource {
                top += 8.0;
            }
            lanes.push(Lane {
                owner,
                from: top,
                to: top + thick,
            });
            top += thick + 54.0;
        }
        let height = lanes.last().map_or(top, |lane| lane.to) + 76.0;
        Self {
            direction: Direction::Across,
            width,
            height,
            scale,
            lanes,
            objects,
            row_gap,
            letters: 1.0,
        }
    }

    fn down(scenario: &Scenario, objects: Vec<String>, width: f64, span: Millis) -> Self {
        let (gutter, labels) = (36.0, 26.0);
        let owners = owners(scenario);
        let pitch = (width - gutter - labels) / f64::from(u32::try_from(owners.len()).unwrap_or(1));
        let mut lanes = Vec::new();
        let mut left = gutter;
        for owner in owners {
            let thick = match owner {
                Owner::Client(_) | Owner::Resource => (pitch - 12.0).min(60.0),
                Owner::Lock => (pitch - 20.0).min(48.0),
            };
            let from = left + (pitch - thick) / 2.0;
            lanes.push(Lane {
                owner,
                from,
                to: from + thick,
            });
            left += pitch;
        }
        let scale = Scale {
            start: 56.0,
            length: 520.0,
            span,
        };
        let height = scale.start + scale.length + 24.0;
        Self {
            direction: Direction::Down,
            width,
            height,
            scale,
            lanes,
            objects,
            row_gap: 4.0,
            letters: 1.0,
        }
    }

    /// The width of a text in CSS pixels at a font size, on this machine.
    #[must_use]
    pub fn text_width(&self, text: &str, size: f64) -> f64 {
        text_width(text, size) * self.letters
    }

    /// The first of the texts, longest first, that fits into `room` pixels.
    #[must_use]
    pub fn first_that_fits<'a>(
        &self,
        texts: &'a [String],
        size: f64,
        room: f64,
    ) -> Option<&'a String> {
        texts
            .iter()
            .find(|text| self.text_width(text, size) <= room)
    }

    /// The lane of `owner`; an empty one if there is none.
    #[must_use]
    pub fn lane(&self, owner: Owner) -> Lane {
        self.lanes
            .iter()
            .copied()
            .find(|lane| lane.owner == owner)
            .unwrap_or(Lane {
                owner,
                from: 0.0,
                to: 0.0,
            })
    }

    /// The point at pixel `along` of time and pixel `cross` of the lanes.
    #[must_use]
    pub const fn point(&self, along: f64, cross: f64) -> (f64, f64) {
        match self.direction {
            Direction::Across => (along, cross),
            Direction::Down => (cross, along),
        }
    }

    /// The pixel along time of a point of the picture.
    #[must_use]
    pub const fn along(&self, x: f64, y: f64) -> f64 {
        match self.direction {
            Direction::Across => x,
            Direction::Down => y,
        }
    }

    /// The last instant of the picture.
    #[must_use]
    pub const fn end(&self) -> TrueTime {
        TrueTime(self.scale.span.0)
    }

    /// The row of the resource in which an object is shown, if it has one.
    #[must_use]
    pub fn row(&self, object: &str) -> (f64, f64) {
        let lane = self.lane(Owner::Resource);
        let rows = self.objects.len().max(1);
        let index = self
            .objects
            .iter()
            .position(|known| known == object)
            .unwrap_or(0);
        let rows = float(i64::try_from(rows).unwrap_or(1));
        let thick = (lane.width() - self.row_gap * (rows - 1.0)) / rows;
        let from = lane.from + (thick + self.row_gap) * float(i64::try_from(index).unwrap_or(0));
        (from, from + thick)
    }
}

/// The lanes from first to last.
fn owners(scenario: &Scenario) -> Vec<Owner> {
    let mut owners = Vec::with_capacity(scenario.clients.len() + 2);
    for index in 0..scenario.clients.len() {
        owners.push(Owner::Client(ClientId(
            u8::try_from(index).unwrap_or(u8::MAX),
        )));
        if index == 0 {
            owners.push(Owner::Lock);
        }
    }
    owners.push(Owner::Resource);
    owners
}

fn lock_width(scenario: &Scenario) -> f64 {
    match scenario.lock.service {
        Service::Lease => LEASE_WIDTH,
        Service::Redlock => f64::from(scenario.lock.nodes.max(1)) * NODE_PITCH - 5.0,
    }
}

fn resource_width(objects: usize, gap: f64) -> f64 {
    let rows = float(i64::try_from(objects.max(1)).unwrap_or(1));
    if objects < 2 {
        return 36.0;
    }
    30.0 * rows + gap * (rows - 1.0)
}

/// The objects that the plans name, in order.
fn objects(scenario: &Scenario) -> Vec<String> {
    let mut objects: Vec<String> = Vec::new();
    let steps = scenario.clients.iter().flat_map(|client| &client.plan);
    for step in steps {
        let object = match step {
            Step::Read { object, .. } => object,
            Step::Write(change) | Step::Update(change) => &change.object,
            Step::Effect(_) | Step::Acquire { .. } | Step::Release { .. } => continue,
        };
        if !objects.contains(object) {
            objects.push(object.clone());
        }
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::Scale;
    use crate::model::{Millis, TrueTime};

    fn scale(length: f64, span: i64) -> Scale {
        Scale {
            start: 150.0,
            length,
            span: Millis(span),
        }
    }

    #[test]
    fn the_span_shows_the_run_and_a_little_more() {
        for (end, span) in [
            (0, 100),
            (19_000, 20_000),
            (15_000, 16_000),
            (88_000, 95_000),
        ] {
            assert_eq!(Scale::span_for(TrueTime(end)), Millis(span), "{end}");
        }
    }

    #[test]
    fn a_pixel_and_its_instant_agree() {
        let scale = scale(937.0, 20_000);
        for time in [0, 1, 999, 10_000, 19_999] {
            assert_eq!(scale.instant(scale.at(TrueTime(time))), TrueTime(time));
        }
    }

    #[test]
    fn a_drag_snaps_to_the_step_nearest_to_four_pixels() {
        assert_eq!(scale(900.0, 20_000).step(), Millis(100));
        assert_eq!(scale(300.0, 20_000).step(), Millis(200));
        assert_eq!(scale(900.0, 88_000).step(), Millis(500));
        assert_eq!(scale(900.0, 20_000).snap(TrueTime(1_049)), TrueTime(1_000));
        assert_eq!(scale(900.0, 20_000).snap(TrueTime(1_050)), TrueTime(1_100));
    }

    #[test]
    fn ticks_are_of_the_series_and_far_enough_apart() {
        assert_eq!(
            scale(900.0, 20_000).ticks(100.0),
            (Millis(5_000), Millis(1_000))
        );
        assert_eq!(
            scale(520.0, 20_000).ticks(48.0),
            (Millis(2_000), Millis(500))
        );
    }
}
