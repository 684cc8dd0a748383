//! The time-space diagram: a run as a picture.

use super::handle::{Handle, handles};
use super::history::History;
use super::ink::{Anchor, Ink, Label, Shape, Spot};
use super::layout::{Direction, Lane, Layout, Owner};
use super::path::{rounded, tenths};
use super::{client_lane, effects, lock_lane, marks, moments, resource_lane};
use crate::model::{Millis, Ordinal, TrueTime};
use crate::sim::scenario::{Fault, Scenario, Service};
use crate::text::narrate::name_of;
use crate::text::quantity::{bare_seconds, seconds};
use crate::text::say;
use crate::text::{Lang, Word};
use std::fmt::Write as _;

/// A run as a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Where things are.
    pub layout: Layout,
    /// The lowest first.
    pub shapes: Vec<Shape>,
    /// All above the shapes.
    pub labels: Vec<Label>,
    /// Where entries of the trace are seen.
    pub spots: Vec<Spot>,
    /// What can be pulled.
    pub handles: Vec<Handle>,
    /// The moments that the run has, t0 first, each with its number.
    pub moments: Vec<(usize, TrueTime)>,
}

impl Picture {
    /// The path of a frame around everything that shows an entry of the trace within a range;
    /// around their instant, if nothing shows them.
    #[must_use]
    pub fn frame_of(&self, entries: (usize, usize), at: TrueTime) -> String {
        let frames: String = self
            .spots
            .iter()
            .filter(|spot| (entries.0..=entries.1).contains(&spot.entry))
            .map(|spot| {
                rounded(
                    spot.x - 4.0,
                    spot.y - 4.0,
                    spot.width + 8.0,
                    spot.height + 8.0,
                    8.0,
                )
            })
            .collect();
        if !frames.is_empty() {
            return frames;
        }
        let layout = &self.layout;
        let along = layout.scale.at(at) - 5.0;
        match layout.direction {
            Direction::Across => rounded(along, 44.0, 10.0, layout.height - 108.0, 5.0),
            Direction::Down => rounded(36.0, along, layout.width - 60.0, 10.0, 5.0),
        }
    }

    /// The path of the area in which time is shown.
    #[must_use]
    pub fn plot(&self) -> String {
        let (layout, scale) = (&self.layout, self.layout.scale);
        let (from, length) = (scale.start - 10.0, scale.length + 20.0);
        let (x, y) = layout.point(from, 0.0);
        match layout.direction {
            Direction::Across => rounded(x, y, length, layout.height, 0.0),
            Direction::Down => rounded(x, y, layout.width, length, 0.0),
        }
    }

    /// The path that covers what comes after an instant.
    #[must_use]
    pub fn veil(&self, from: TrueTime) -> String {
        let layout = &self.layout;
        if from >= layout.end() {
            return String::new();
        }
        let from = tenths(layout.scale.at(from) + 1.0);
        let (width, height) = (tenths(layout.width), tenths(layout.height));
        match layout.direction {
            Direction::Across => format!("M{from} 40H{width}V{height}H{from}Z"),
            Direction::Down => format!("M34 {from}H{width}V{height}H34Z"),
        }
    }
}

/// What is drawn of things that not every page has. Functions, so that a page without them
/// does not carry their code.
#[derive(Clone, Copy)]
pub struct Extras {
    /// Marks of what goes wrong beside pauses.
    pub(super) marks: fn(&mut Ink<'_>, &Subject<'_>),
    /// Redlock's nodes.
    pub(super) nodes: fn(&mut Ink<'_>, &Subject<'_>, Lane),
    /// Effects at the resource.
    pub(super) effects: fn(&mut Ink<'_>, &Subject<'_>, Lane),
}

impl Extras {
    /// Nothing but leases, pauses and writes: the seed story.
    pub const NONE: Self = Self {
        marks: |_, _| {},
        nodes: |_, _, _| {},
        effects: |_, _, _| {},
    };
    /// Everything that the format knows.
    pub const ALL: Self = Self {
        marks: marks::draw,
        nodes: lock_lane::nodes,
        effects: effects::draw,
    };
}

/// Everything that a part of the picture is drawn from.
pub struct Subject<'a> {
    /// The language of the labels.
    pub lang: Lang,
    /// Who acts, and what goes wrong.
    pub scenario: &'a Scenario,
    /// What happened.
    pub history: &'a History,
    /// What is drawn beside the story.
    pub extras: Extras,
}

/// The colour of a grant: six hues that repeat, always with the token beside it.
#[must_use]
pub const fn hue(grant: Ordinal) -> u32 {
    match grant.0.checked_sub(1) {
        Some(index) => index % 6 + 1,
        None => 0,
    }
}

/// Draws a run.
#[must_use]
pub fn draw(
    lang: Lang,
    scenario: &Scenario,
    history: &History,
    layout: Layout,
    extras: Extras,
) -> Picture {
    let subject = Subject {
        lang,
        scenario,
        history,
        extras,
    };
    let mut ink = Ink::new(&layout);
    ruler(&mut ink, lang);
    lane_names(&mut ink, &subject);
    let moments = moments::find(history);
    moments::draw(&mut ink, &subject, &moments);
    ink.arrows = resource_lane::great_arrows(&subject, &layout);
    resource_lane::reads(&mut ink, &subject);
    client_lane::gaps(&mut ink, &subject);
    client_lane::draw(&mut ink, &subject);
    lock_lane::draw(&mut ink, &subject);
    resource_lane::draw(&mut ink, &subject);
    (extras.marks)(&mut ink, &subject);
    ink.keep_to_window();
    let handles = handles(&subject, &layout);
    let Ink {
        shapes,
        labels,
        spots,
        ..
    } = ink;
    Picture {
        layout,
        shapes,
        labels,
        spots,
        handles,
        moments,
    }
}

/// Where the ruler's line lies, across the lanes.
pub const RULER: f64 = 38.0;

fn ruler(ink: &mut Ink<'_>, lang: Lang) {
    let scale = *ink.scale();
    let across = ink.across();
    let (major, minor) = scale.ticks(if across { 120.0 } else { 56.0 });
    let end = ink.layout.end().0;
    let mut ticks = String::new();
    let mut time = scale.from.0.div_euclid(minor.0.max(1)) * minor.0.max(1);
    if time < scale.from.0 {
        time += minor.0.max(1);
    }
    while time <= end {
        let along = scale.at(TrueTime(time));
        let labelled = time % major.0 == 0;
        if across {
            let top = tenths(if labelled { RULER - 10.0 } else { RULER - 5.0 });
            let _ = write!(ticks, "M{} {top}V{}", tenths(along), tenths(RULER));
        }
        if labelled {
            let text = seconds(lang, Millis(time));
            if across {
                ink.text(along, 20.0, Anchor::Middle, "num", text);
            } else {
                let bare = bare_seconds(Millis(time));
                let x = if bare.len() > 3 { 36.0 } else { 30.0 };
                ink.text(x, along + 4.0, Anchor::End, "num", bare);
            }
        }
        time += minor.0.max(1);
    }
    if across {
        ink.path(ticks, "tick");
        let (from, to) = (scale.start, scale.start + scale.length);
        ink.line((from, RULER), (to, RULER), "tick");
    }
}

fn lane_names(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let lanes = ink.layout.lanes.clone();
    let width = ink.layout.width;
    for (index, lane) in lanes.iter().enumerate() {
        let (name, about) = lane_text(ink, subject, lane);
        if ink.layout.direction == Direction::Across {
            let middle = lane.middle();
            ink.text(0.0, middle - 4.0, Anchor::Start, "lane", name);
            ink.text(0.0, middle + 16.0, Anchor::Start, "sub", about);
            if let Some(next) = lanes.get(index + 1) {
                let between = f64::midpoint(lane.to, next.from);
                ink.path(format!("M0 {}H{}", tenths(between), tenths(width)), "sep");
            }
        } else {
            // In two rows, so that a name has the room of two lanes.
            let y = if index % 2 == 0 { 14.0 } else { 34.0 };
            ink.text(lane.middle(), y, Anchor::Middle, "lane", name);
        }
    }
}

/// The name of a lane where there is room for it.
#[must_use]
pub fn lane_name(lang: Lang, scenario: &Scenario, owner: Owner) -> String {
    match (owner, scenario.lock.service) {
        (Owner::Client(client), _) => name_of(lang, scenario, client),
        (Owner::Lock, Service::Redlock) => "Redlock".to_owned(),
        (Owner::Lock, Service::Lease) => Word::LockService.of(lang).to_owned(),
        (Owner::Resource, _) => Word::Resource.of(lang).to_owned(),
    }
}

/// The name of a lane, and what stands under it.
fn lane_text(ink: &Ink<'_>, subject: &Subject<'_>, lane: &Lane) -> (String, String) {
    let lang = subject.lang;
    match lane.owner {
        Owner::Client(client) => (
            name_of(lang, subject.scenario, client),
            client_lane::about(subject, ink.layout, client),
        ),
        Owner::Lock => {
            let name = if subject.scenario.lock.service == Service::Lease && !ink.across() {
                Word::Lock.of(lang).to_owned()
            } else {
                lane_name(lang, subject.scenario, lane.owner)
            };
            let ttl = seconds(lang, subject.scenario.lock.ttl);
            let nodes = subject.scenario.lock.nodes;
            let plain = format!("TTL {ttl}");
            let more = match (subject.scenario.lock.service, clock_rate(subject)) {
                (Service::Redlock, _) => {
                    say!(
                        lang,
                        "{nodes} nodes, TTL {ttl}",
                        "{nodes} 台・有効期間 {ttl}"
                    )
                }
                (Service::Lease, Some(rate)) => {
                    say!(
                        lang,
                        "TTL {ttl}, clock ×{rate}",
                        "有効期間 {ttl}・時計 {rate} 倍"
                    )
                }
                (Service::Lease, None) => plain.clone(),
            };
            let texts = [more, plain];
            // The numbers of the nodes stand beside it.
            let room = ink.layout.scale.start - 26.0;
            let about = ink.layout.first_that_fits(&texts, 13.0, room);
            let about = about.cloned().unwrap_or_default();
            (name, about)
        }
        Owner::Resource => (
            Word::Resource.of(lang).to_owned(),
            match ink.layout.objects.as_slice() {
                [only] if only == "record" => Word::TheRecord.of(lang).to_owned(),
                [only] => only.clone(),
                [] | [_, _, ..] => String::new(),
            },
        ),
    }
}

/// How fast the lease service's clock runs, if not as true time: `1.1`.
fn clock_rate(subject: &Subject<'_>) -> Option<String> {
    let faults = &subject.scenario.faults;
    faults.iter().find_map(|fault| match fault {
        Fault::ClockRate { per_mille, .. } if *per_mille != 1000 => {
            Some(bare_seconds(Millis(i64::from(*per_mille))))
        }
        _ => None,
    })
}
