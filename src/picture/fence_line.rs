//! The fence as an object: a line along the resource that rises with each newer token, and
//! falls when the resource forgets.

use super::diagram::Subject;
use super::ink::{Anchor, Ink};
use super::layout::{Layout, Owner};
use super::path::tenths;
use super::resource_lane::{is_read, object, refusal_flag};
use crate::model::{Token, TrueTime};
use crate::sim::scenario::{Fault, Fence, FenceScope, RestartForgets};
use crate::sim::trace::Standing;
use crate::text::{Word, say};

/// How far the fence stands from the resource before it has risen.
const LOW: f64 = 2.0;
/// How far it rises with each newer token, and how far in all.
const STEP: f64 = 6.0;
const HIGH: f64 = 14.0;

/// The fence of the resource, or of one object of it.
pub struct FenceLine {
    /// The edge that it guards, across the lanes.
    pub base: f64,
    stairs: Vec<Stair>,
}

/// An instant at which the fence rose or fell.
struct Stair {
    at: TrueTime,
    /// The highest token from then on; none if it is forgotten.
    token: Option<Token>,
    /// How far the fence stands off from then on.
    height: f64,
}

impl FenceLine {
    /// Where the fence stands at an instant, after what happened then.
    pub fn edge(&self, at: TrueTime) -> f64 {
        let stair = self.stairs.iter().rfind(|stair| stair.at <= at);
        self.base - stair.map_or(LOW, |stair| stair.height)
    }
}

/// The fences: one, or one for each object if each has a highest token of its own.
pub fn fences(subject: &Subject<'_>, layout: &Layout) -> Vec<FenceLine> {
    let resource = &subject.scenario.resource;
    if resource.fence == Fence::Off {
        let base = layout.lane(Owner::Resource).from - STEP;
        return vec![FenceLine {
            base,
            stairs: Vec::new(),
        }];
    }
    if resource.fence_scope == FenceScope::Lock || layout.objects.len() < 2 {
        let base = layout.lane(Owner::Resource).from;
        return vec![FenceLine {
            base,
            stairs: stairs(subject, None),
        }];
    }
    let of_object = |name: &String| FenceLine {
        base: layout.row(name).0,
        stairs: stairs(subject, Some(name)),
    };
    layout.objects.iter().map(of_object).collect()
}

fn stairs(subject: &Subject<'_>, of: Option<&String>) -> Vec<Stair> {
    let mut stairs: Vec<Stair> = Vec::new();
    for request in subject.history.decided() {
        let mine = of.is_none_or(|of| object(subject, request) == Some(of));
        let (Some(at), Some(_), true) = (request.ended, request.highest, mine) else {
            continue;
        };
        forget(subject, &mut stairs, at);
        step(&mut stairs, at, request.highest);
    }
    forget(subject, &mut stairs, subject.history.closed_at);
    stairs
}

/// The fence falls where the resource has forgotten by an instant. (At that instant itself a
/// restart comes before what arrives.)
fn forget(subject: &Subject<'_>, stairs: &mut Vec<Stair>, by: TrueTime) {
    let since = stairs.last().map_or(TrueTime::START, |stair| stair.at);
    for fault in &subject.scenario.faults {
        if let Fault::ResourceRestart {
            at,
            forgets: RestartForgets::HighestToken | RestartForgets::Both,
        } = *fault
            && since < at
            && at <= by
        {
            step(stairs, at, None);
        }
    }
}

fn step(stairs: &mut Vec<Stair>, at: TrueTime, token: Option<Token>) {
    let (before, height) = stairs
        .last()
        .map_or((None, LOW), |stair| (stair.token, stair.height));
    if token == before {
        return;
    }
    let height = match token {
        Some(_) => (height + STEP).min(HIGH),
        None => LOW,
    };
    stairs.push(Stair { at, token, height });
}

/// Draws the fences, or where one would have stood.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>, fences: &[FenceLine]) {
    for fence in fences {
        if subject.scenario.resource.fence == Fence::Off {
            open(ink, subject, fence.base - LOW);
        } else {
            line(ink, fence);
            if ink.across() {
                labels(ink, subject, fence);
            }
        }
    }
}

fn line(ink: &mut Ink<'_>, fence: &FenceLine) {
    let scale = *ink.scale();
    let mut height = LOW;
    let mut points = vec![(scale.start, height)];
    for stair in &fence.stairs {
        let along = scale.at(stair.at);
        points.push((along, height));
        height = stair.height;
        points.push((along, height));
    }
    points.push((scale.at(ink.layout.end()), height));
    let mut path = String::new();
    for (index, (along, height)) in points.iter().enumerate() {
        let (x, y) = ink.layout.point(*along, fence.base - height);
        path.push(if index == 0 { 'M' } else { 'L' });
        path.push_str(&tenths(x));
        path.push(' ');
        path.push_str(&tenths(y));
    }
    ink.path(path, "fence");
}

/// Where the fence would have stood, with a gap where it would have stopped a stale request.
fn open(ink: &mut Ink<'_>, subject: &Subject<'_>, cross: f64) {
    let scale = *ink.scale();
    let mut from = scale.start;
    let end = scale.at(ink.layout.end());
    let stale = subject
        .history
        .requests
        .iter()
        .filter(|request| request.issuer == Standing::Stale && !is_read(subject, request));
    for request in stale {
        let Some(at) = request.ended else { continue };
        let along = scale.at(at);
        if along - 14.0 > from {
            ink.line((from, cross), (along - 14.0, cross), "fence-off");
        }
        from = along + 14.0;
    }
    if from < end {
        ink.line((from, cross), (end, cross), "fence-off");
    }
    if ink.across() {
        let text = Word::NoFence.of(subject.lang).to_owned();
        let (from, base) = (scale.start + 2.0, cross - 9.0);
        let width = ink.layout.text_width(&text, 13.0);
        let at = ink.clear(from, base, width).unwrap_or(from);
        ink.text(at, base, Anchor::Start, "sub", text);
    }
}

/// What each stair lets pass, where there is room.
fn labels(ink: &mut Ink<'_>, subject: &Subject<'_>, fence: &FenceLine) {
    let lang = subject.lang;
    let scale = *ink.scale();
    // Where an arrow or the flag of a refusal begins: labels end before it.
    let blocked: Vec<(f64, f64)> = subject
        .history
        .requests
        .iter()
        .filter(|request| !is_read(subject, request))
        .filter_map(|request| {
            let along = scale.at(request.ended?);
            Some(match refusal_flag(ink.layout, subject, request) {
                Some(flag) => (along, flag.left.min(along - 12.0)),
                None => (along - 2.0, along - 4.0),
            })
        })
        .collect();
    for (index, stair) in fence.stairs.iter().enumerate() {
        let Some(Token(token)) = stair.token else {
            continue;
        };
        let from = scale.at(stair.at) + 10.0;
        let next = fence.stairs.get(index + 1);
        let next = next.map_or(ink.layout.end(), |next| next.at);
        let begin = blocked
            .iter()
            .filter(|(along, _)| *along >= from - 11.0)
            .map(|(_, begin)| *begin)
            .fold(f64::MAX, f64::min);
        let room = (scale.at(next) - 6.0).min(begin - 6.0) - from;
        let texts = [
            say!(
                lang,
                "fence: lets {token} or newer pass",
                "フェンス：{token} 以上を通す"
            ),
            say!(lang, "fence: {token}", "フェンス：{token}"),
            token.to_string(),
        ];
        if let Some(text) = ink.layout.first_that_fits(&texts, 14.0, room) {
            let base = fence.base - stair.height - 8.0;
            ink.text(from, base, Anchor::Start, "fence-text", text.clone());
        }
    }
}
