//! Where things are: the lanes, in both directions of time.

use super::ink::{Anchor, Label};
use super::measure::text_width;
use super::scale::{Scale, Window, float};
use crate::model::{ClientId, TrueTime};
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
    /// The layout of a scenario in a picture `width` pixels wide that shows a window of time,
    /// with letters `letters` times as wide as assumed.
    #[must_use]
    pub fn new(scenario: &Scenario, width: f64, window: Window, letters: f64) -> Self {
        let objects = objects(scenario);
        let layout = if width < ACROSS_FROM {
            Self::down(scenario, objects, width.max(240.0), window)
        } else {
            Self::across(scenario, objects, width, window)
        };
        Self { letters, ..layout }
    }

    fn across(scenario: &Scenario, objects: Vec<String>, width: f64, window: Window) -> Self {
        let start = if width < 900.0 { 132.0 } else { 150.0 };
        let scale = Scale {
            start,
            length: width - start - 28.0,
            from: window.from,
            span: window.span(),
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

    fn down(scenario: &Scenario, objects: Vec<String>, width: f64, window: Window) -> Self {
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
            from: window.from,
            span: window.span(),
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

    /// Where a label begins and ends across the page, in CSS pixels.
    #[must_use]
    pub fn extent(&self, label: &Label) -> (f64, f64) {
        let width = self.text_width(label.lead, 14.0) + self.text_width(&label.text, 14.0);
        let left = match label.anchor {
            Anchor::Start => label.x,
            Anchor::Middle => label.x - width / 2.0,
            Anchor::End => label.x - width,
        };
        (left, left + width)
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

    /// Whose lane lies at a pixel across the lanes, with the space around it.
    #[must_use]
    pub fn owner_at(&self, cross: f64) -> Option<Owner> {
        let nearest = |lane: &&Lane| {
            let outside = (lane.from - cross).max(cross - lane.to);
            outside <= 24.0
        };
        self.lanes.iter().find(nearest).map(|lane| lane.owner)
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
        self.scale.from.plus(self.scale.span)
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
#[must_use]
pub fn owners(scenario: &Scenario) -> Vec<Owner> {
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
