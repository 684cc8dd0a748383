//! t0 to t4: the moments of the story, wherever a run has them.

use super::diagram::Subject;
use super::history::History;
use super::ink::{Anchor, Ink, Label};
use super::layout::{Direction, Layout, Owner};
use crate::model::TrueTime;
use crate::sim::report::{EndedBy, StepKind};
use crate::text::Word;
use crate::text::narrate::name_of;
use crate::text::say;

const NAMES: [&str; 5] = ["t0", "t1", "t2", "t3", "t4"];

/// The moments that a run has, each with its number: t0 the first grant, t1 the
/// begin of its client's first pause, t2 the end of its lease, t3 the first
/// change that a client of a later grant makes, t4 the first change of the
/// first client that arrives after its lease has ended.
pub fn find(history: &History) -> Vec<(usize, TrueTime)> {
    let Some(first) = history.holds.first() else {
        return Vec::new();
    };
    let pause = history
        .pauses
        .iter()
        .find(|pause| pause.client == first.client && pause.span.to >= first.span.from)
        .map(|pause| pause.span.from);
    let lease_end = first
        .by
        .filter(|by| *by != EndedBy::Release)
        .map(|_| first.span.to);
    let changes = || {
        history
            .requests
            .iter()
            .filter(|request| request.kind.is_some_and(|kind| kind != StepKind::Read))
    };
    let second = changes()
        .filter(|request| {
            request.client != first.client && request.grant.is_some_and(|grant| grant > first.grant)
        })
        .filter_map(|request| request.ended)
        .min();
    let late = changes()
        .filter(|request| request.client == first.client && request.grant == Some(first.grant))
        .filter_map(|request| request.ended)
        .filter(|ended| lease_end.is_some_and(|lease_end| *ended >= lease_end))
        .min();
    [Some(first.span.from), pause, lease_end, second, late]
        .into_iter()
        .enumerate()
        .filter_map(|(number, at)| at.map(|at| (number, at)))
        .collect()
}

fn words(subject: &Subject<'_>, number: usize, at: TrueTime) -> String {
    let lang = subject.lang;
    let first = subject.history.holds.first();
    let name = |client| name_of(lang, subject.scenario, client);
    match number {
        0 => Word::TakesTheLock.of(lang).to_owned(),
        1 => Word::PauseStarts.of(lang).to_owned(),
        2 => Word::TheLeaseEnds.of(lang).to_owned(),
        3 => {
            let writer = subject.history.requests.iter().find(|request| {
                request.ended == Some(at)
                    && first.is_some_and(|first| {
                        request.client != first.client && request.grant > Some(first.grant)
                    })
            });
            let who = writer.map_or_else(String::new, |request| name(request.client));
            say!(lang, "{who} writes", "{who}が書き込み")
        }
        _ => {
            let who = first.map_or_else(String::new, |hold| name(hold.client));
            say!(lang, "{who} writes", "{who}が書き込み")
        }
    }
}

/// Draws the dotted lines and their labels.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>, moments: &[(usize, TrueTime)]) {
    match ink.layout.direction {
        Direction::Across => across(ink, subject, moments),
        Direction::Down => down(ink, moments),
    }
}

/// Where a label goes.
struct Place {
    row: usize,
    anchor: Anchor,
    text: String,
    /// From where to where it reaches.
    from: f64,
    to: f64,
}

/// In two rows under the picture, so that they never meet.
fn across(ink: &mut Ink<'_>, subject: &Subject<'_>, moments: &[(usize, TrueTime)]) {
    let bottom = ink.layout.lane(Owner::Resource).to;
    let places = place_all(ink, subject, moments);
    for ((number, at), place) in moments.iter().zip(places) {
        let along = ink.scale().at(*at);
        let row = place.as_ref().map_or(0, |place| place.row);
        let base = bottom + if row == 0 { 44.0 } else { 64.0 };
        ink.line((along, 38.0), (along, base - 14.0), "moment");
        let Some(place) = place else { continue };
        let x = match place.anchor {
            Anchor::Start | Anchor::Middle => along + 2.0,
            Anchor::End => along - 2.0,
        };
        ink.labels.push(Label {
            x,
            y: base,
            anchor: place.anchor,
            class: "mom".to_owned(),
            lead: name(*number),
            text: place.text,
        });
    }
}

fn name(number: usize) -> &'static str {
    NAMES.get(number).copied().unwrap_or_default()
}

/// A place for each label. Where one finds none, the one before it gives up its words.
fn place_all(
    ink: &Ink<'_>,
    subject: &Subject<'_>,
    moments: &[(usize, TrueTime)],
) -> Vec<Option<Place>> {
    let mut spoken: Vec<String> = moments
        .iter()
        .map(|(number, at)| format!(" {}", words(subject, *number, *at)))
        .collect();
    loop {
        let mut placed: Vec<Option<Place>> = Vec::with_capacity(moments.len());
        for ((number, at), text) in moments.iter().zip(&spoken) {
            let along = ink.scale().at(*at);
            placed.push(place(ink.layout, along, name(*number), text, &placed));
        }
        let homeless = placed.iter().position(Option::is_none);
        let talker = homeless.and_then(|homeless| {
            spoken
                .iter()
                .take(homeless)
                .rposition(|text| !text.is_empty())
        });
        match talker.and_then(|talker| spoken.get_mut(talker)) {
            Some(text) => text.clear(),
            None => return placed,
        }
    }
}

/// The row and anchor of a label that meets no other: rather without its words than overlapping.
fn place(
    layout: &Layout,
    along: f64,
    lead: &str,
    words: &str,
    taken: &[Option<Place>],
) -> Option<Place> {
    for text in [words, ""] {
        let long = layout.text_width(lead, 14.0) + layout.text_width(text, 14.0);
        for row in 0..2 {
            for (anchor, from) in [
                (Anchor::Start, along + 2.0),
                (Anchor::End, along - 2.0 - long),
            ] {
                let to = from + long;
                let free = taken
                    .iter()
                    .flatten()
                    .filter(|other| other.row == row)
                    .all(|other| to + 8.0 < other.from || from > other.to + 8.0);
                if free && from >= 0.0 && to <= layout.width {
                    return Some(Place {
                        row,
                        anchor,
                        text: text.to_owned(),
                        from,
                        to,
                    });
                }
            }
        }
    }
    None
}

fn down(ink: &mut Ink<'_>, moments: &[(usize, TrueTime)]) {
    let width = ink.layout.width;
    let mut in_time: Vec<(usize, TrueTime)> = Vec::with_capacity(moments.len());
    for moment in moments {
        let place = in_time.partition_point(|(_, at)| *at <= moment.1);
        in_time.insert(place, *moment);
    }
    let mut last = f64::MIN;
    for (number, at) in &in_time {
        let along = ink.scale().at(*at);
        ink.line((along, 36.0), (along, width - 24.0), "moment");
        let base = (along + 4.0).max(last + 14.0);
        last = base;
        let lead = name(*number);
        ink.labels.push(Label {
            x: width,
            y: base,
            anchor: Anchor::End,
            class: "mom".to_owned(),
            lead,
            text: String::new(),
        });
    }
}
