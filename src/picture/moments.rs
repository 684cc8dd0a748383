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

fn words(subject: &Subject<'_>, number: usize) -> String {
    let lang = subject.lang;
    let first = subject.history.holds.first();
    let name = |client| name_of(lang, subject.scenario, client);
    match number {
        0 => Word::TakesTheLock.of(lang).to_owned(),
        1 => Word::PauseStarts.of(lang).to_owned(),
        2 => Word::TheLeaseEnds.of(lang).to_owned(),
        3 => {
            let second = subject
                .history
                .holds
                .iter()
                .find(|hold| first.is_some_and(|first| hold.client != first.client));
            let who = second.map_or_else(String::new, |hold| name(hold.client));
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

/// In two rows under the picture, so that they never meet.
fn across(ink: &mut Ink<'_>, subject: &Subject<'_>, moments: &[(usize, TrueTime)]) {
    let bottom = ink.layout.lane(Owner::Resource).to;
    let mut taken: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
    for (number, at) in moments {
        let along = ink.scale().at(*at);
        let lead = NAMES.get(*number).copied().unwrap_or_default();
        let words = words(subject, *number);
        let (row, anchor, text, range) = place(ink.layout, along, lead, &words, &taken);
        if let Some(row) = taken.get_mut(row) {
            row.push(range);
        }
        let base = bottom + if row == 0 { 44.0 } else { 64.0 };
        ink.line((along, 38.0), (along, base - 14.0), "moment");
        let x = match anchor {
            Anchor::Start => along + 2.0,
            Anchor::Middle => along,
            Anchor::End => along - 2.0,
        };
        ink.labels.push(Label {
            x,
            y: base,
            anchor,
            class: "mom".to_owned(),
            lead,
            text,
        });
    }
}

/// The row, anchor and text of a label that meets no other: rather shorter than overlapping.
fn place(
    layout: &Layout,
    along: f64,
    lead: &str,
    words: &str,
    taken: &[Vec<(f64, f64)>; 2],
) -> (usize, Anchor, String, (f64, f64)) {
    for text in [format!(" {words}"), String::new()] {
        let long = layout.text_width(lead, 14.0) + layout.text_width(&text, 14.0);
        for (index, row) in taken.iter().enumerate() {
            for anchor in [Anchor::Start, Anchor::End] {
                let range = match anchor {
                    Anchor::End => (along - long - 2.0, along - 2.0),
                    Anchor::Start | Anchor::Middle => (along + 2.0, along + long + 2.0),
                };
                let free = row
                    .iter()
                    .all(|(from, to)| range.1 + 8.0 < *from || range.0 > *to + 8.0);
                if free && range.0 >= 0.0 && range.1 <= layout.width {
                    return (index, anchor, text, range);
                }
            }
        }
    }
    (1, Anchor::Start, String::new(), (along, along))
}

fn down(ink: &mut Ink<'_>, moments: &[(usize, TrueTime)]) {
    let width = ink.layout.width;
    let mut last = f64::MIN;
    for (number, at) in moments {
        let along = ink.scale().at(*at);
        ink.line((along, 36.0), (along, width - 24.0), "moment");
        let base = (along + 4.0).max(last + 14.0);
        last = base;
        let lead = NAMES.get(*number).copied().unwrap_or_default();
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
