//! The resource's lane: the fence, the requests that reach it, and whose data is in it.

use super::diagram::{Subject, hue};
use super::fence_line::{self, FenceLine};
use super::history::{Request, Span};
use super::ink::{Anchor, Halo, Ink};
use super::layout::{Direction, Lane, Layout, Owner};
use super::path::rounded;
use crate::model::{Token, TrueTime};
use crate::sim::report::{HarmKind, Reason};
use crate::sim::scenario::Step;
use crate::sim::trace::{Decision, Standing};
use crate::text::Word;
use crate::text::narrate::name_of;
use crate::text::{both, say};

/// Draws the lane and the requests on their way to it.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let lane = ink.layout.lane(Owner::Resource);
    if ink.across() && ink.layout.objects.len() > 1 {
        object_names(ink);
    }
    let values = values(subject, ink.layout.end().max(subject.history.closed_at));
    for value in &values {
        value_bar(ink, subject, value);
    }
    let fences = fence_line::fences(subject, ink.layout);
    fence_line::draw(ink, subject, &fences);
    (subject.extras.effects)(ink, subject, lane);
    for request in &subject.history.requests {
        if is_great(subject, request) {
            arrow(ink, subject, request, lane, &fences);
        }
    }
    for value in values.iter().filter(|value| !value.request.harm.is_empty()) {
        let (from, to) = row(ink.layout, subject, value.request);
        let scale = ink.scale();
        let pad = scale.instant(scale.start + 4.0).since(scale.from);
        let end = ink.layout.end();
        let span = Span {
            from: TrueTime(value.span.from.0.saturating_sub(pad.0)),
            to: value.span.to.min(end),
        };
        ink.bar(span, (from - 4.0, to + 4.0), 8.0, "harm");
    }
}

/// The names of the objects before their rows, where they are short enough to stand there.
fn object_names(ink: &mut Ink<'_>) {
    let layout = ink.layout;
    let x = layout.scale.start - 8.0;
    for name in &layout.objects {
        let (from, to) = layout.row(name);
        if layout.text_width(name, 13.0) <= x - 86.0 {
            let base = f64::midpoint(from, to) + 5.0;
            ink.text(x, base, Anchor::End, "num", name.clone());
        }
    }
}

/// Draws the reads that are answered, behind all else.
pub fn reads(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let lane = ink.layout.lane(Owner::Resource);
    for request in &subject.history.requests {
        if !is_great(subject, request) {
            arrow(ink, subject, request, lane, &[]);
        }
    }
}

/// Where arrows run that labels should keep clear of.
pub fn great_arrows(subject: &Subject<'_>, layout: &Layout) -> Vec<[(f64, f64); 2]> {
    subject
        .history
        .requests
        .iter()
        .filter(|request| request.ended.is_some() && is_great(subject, request))
        .map(|request| {
            let from = layout.lane(Owner::Client(request.client)).to;
            let to = row(layout, subject, request).0;
            let ended = request.ended.unwrap_or(request.sent);
            [
                (layout.scale.at(request.sent), from),
                (layout.scale.at(ended), to),
            ]
        })
        .collect()
}

/// All but the reads that are answered: what may change something, or is stopped.
fn is_great(subject: &Subject<'_>, request: &Request) -> bool {
    !is_read(subject, request) || matches!(request.decision, Some(Decision::Refused(_)))
}

/// A value of an object, from its write to the next.
struct Value<'a> {
    request: &'a Request,
    span: Span,
    /// Written over by one that should not have been.
    lost: bool,
}

pub(super) fn object<'a>(subject: &'a Subject<'_>, request: &Request) -> Option<&'a str> {
    let step = subject
        .scenario
        .clients
        .get(request.client.index())
        .and_then(|client| client.plan.get(request.step.index()))?;
    match step {
        Step::Write(change) | Step::Update(change) => Some(&change.object),
        Step::Read { object, .. } => Some(object),
        Step::Effect(_) | Step::Acquire { .. } | Step::Release { .. } => None,
    }
}

fn row(layout: &Layout, subject: &Subject<'_>, request: &Request) -> (f64, f64) {
    object(subject, request).map_or_else(
        || {
            let lane = layout.lane(Owner::Resource);
            (lane.from, lane.to)
        },
        |object| layout.row(object),
    )
}

/// The values in the order in which they were written.
fn values<'a>(subject: &'a Subject<'_>, end: TrueTime) -> Vec<Value<'a>> {
    let applied: Vec<&Request> = subject
        .history
        .decided()
        .filter(|request| {
            matches!(
                request.decision,
                Some(Decision::Applied {
                    version: Some(_),
                    ..
                })
            )
        })
        .collect();
    applied
        .iter()
        .enumerate()
        .map(|(index, request)| {
            let next = applied
                .iter()
                .skip(index + 1)
                .find(|other| object(subject, other) == object(subject, request));
            Value {
                request,
                span: Span {
                    from: request.ended.unwrap_or(end),
                    to: next.and_then(|next| next.ended).unwrap_or(end),
                },
                lost: next.is_some_and(|next| !next.harm.is_empty()),
            }
        })
        .collect()
}

fn value_bar(ink: &mut Ink<'_>, subject: &Subject<'_>, value: &Value<'_>) {
    let lang = subject.lang;
    let request = value.request;
    let cross = row(ink.layout, subject, request);
    let class = format!("value f{}", request.grant.map_or(0, hue));
    ink.bar_of(request.entry, value.span, cross, 5.0, class);
    if value.lost {
        ink.patterned(value.span, cross, 5.0, "lost-hatch");
    }
    let who = name_of(lang, subject.scenario, request.client);
    let token = request
        .token
        .map_or_else(|| who.clone(), |token| token.0.to_string());
    let texts = if value.lost {
        let lost = Word::Lost.of(lang);
        vec![say!(lang, "{token} · {lost}", "{token}・{lost}"), token]
    } else if request.harm.contains(&HarmKind::Inversion) {
        let over = match written_over(subject, request) {
            Some(Token(over)) => say!(
                lang,
                "{token} wrote over {over}",
                "{token} が {over} を上書き"
            ),
            // Where there are no numbers, the clients have names.
            None => say!(lang, "{token} wrote over", "{token}が上書き"),
        };
        vec![over, token]
    } else if !request.harm.is_empty() {
        vec![
            say!(
                lang,
                "{token}, on an old read",
                "{token}・古い読み取りに基づく"
            ),
            token,
        ]
    } else {
        vec![
            say!(lang, "{token} · {who}’s data", "{token}・{who}のデータ"),
            token,
        ]
    };
    let class = if value.lost {
        format!("chip chip-lost g{}", request.grant.map_or(0, hue))
    } else {
        "chip".to_owned()
    };
    ink.inside(value.span, cross, &texts, (&class, 14.0, Anchor::Start));
}

/// The highest token that was applied to the object before `request`.
fn written_over(subject: &Subject<'_>, request: &Request) -> Option<Token> {
    subject
        .history
        .requests
        .iter()
        .filter(|other| {
            other.entry < request.entry
                && other.grant > request.grant
                && matches!(
                    other.decision,
                    Some(Decision::Applied {
                        version: Some(_),
                        ..
                    })
                )
                && object(subject, other) == object(subject, request)
        })
        .filter_map(|other| other.token)
        .max()
}

pub(super) fn is_read(subject: &Subject<'_>, request: &Request) -> bool {
    let step = subject
        .scenario
        .clients
        .get(request.client.index())
        .and_then(|client| client.plan.get(request.step.index()));
    matches!(step, Some(Step::Read { .. }))
}

/// A request's arrow to the resource, and how it ends.
fn arrow(
    ink: &mut Ink<'_>,
    subject: &Subject<'_>,
    request: &Request,
    lane: Lane,
    fences: &[FenceLine],
) {
    let scale = *ink.scale();
    let from_lane = ink.layout.lane(Owner::Client(request.client));
    let sent = scale.at(request.sent);
    let from = (sent, from_lane.to);
    let ended = request.ended.unwrap_or_else(|| ink.layout.end());
    let along = scale.at(ended);
    let top = row(ink.layout, subject, request).0;
    let crosses = if from_lane.owner == last_client(ink.layout) {
        Halo::No
    } else {
        Halo::Yes
    };
    match request.decision {
        None => {
            let middle = (f64::midpoint(sent, along), f64::midpoint(from.1, top));
            ink.line(from, middle, "msg lost");
            if request.ended.is_some() {
                ink.cross(middle, 5.0, "lost-cross");
            }
        }
        Some(Decision::Answered { .. }) => {
            ink.arrow(from, (along, top - 3.0), "read", Halo::No);
        }
        Some(Decision::Applied { .. }) => {
            let class = match (request.harm.is_empty(), request.issuer) {
                (false, _) => "late",
                (true, Standing::Stale) => "stale",
                (true, Standing::Holder | Standing::Never) => "plain",
            };
            ink.arrow(from, (along, top - 3.0), class, crosses);
        }
        Some(Decision::Refused(_)) => {
            let edge = fences
                .iter()
                .find(|fence| (fence.base - top).abs() < 1.0)
                .or(fences.first())
                .map_or(lane.from, |fence| fence.edge(ended));
            ink.arrow(from, (along, edge - 8.0), "stopped", crosses);
            ink.circle((along, edge), 11.0, "stop");
            ink.cross((along, edge), 4.0, "stop-cross");
            refused(ink, subject, request, (along, edge));
        }
    }
    let span = Span {
        from: request.sent,
        to: ended,
    };
    ink.spot(request.entry, span, (from_lane.to, lane.to));
}

/// The flag of a refusal, above the cross on the fence or, where time runs down, after it.
fn refused(ink: &mut Ink<'_>, subject: &Subject<'_>, request: &Request, at: (f64, f64)) {
    let Some(flag) = refusal_flag(ink.layout, subject, request) else {
        return;
    };
    // Where only a part of the time is shown, no flag without what it flags.
    let scale = ink.scale();
    if at.0 < scale.start || at.0 > scale.start + scale.length {
        return;
    }
    let (left, top) = if ink.across() {
        (flag.left, at.1 - 40.0)
    } else {
        (at.1 - 10.0 - flag.width, at.0 + 14.0)
    };
    ink.path(rounded(left, top, flag.width, 28.0, 6.0), "ok-flag");
    ink.text(left + 10.0, top + 19.0, Anchor::Start, "ok-text", flag.text);
}

fn last_client(layout: &Layout) -> Owner {
    layout
        .lanes
        .iter()
        .rev()
        .nth(1)
        .map_or(Owner::Resource, |lane| lane.owner)
}

/// Where the flag of a refusal stands along time, and what it says.
pub(super) struct RefusalFlag {
    /// Its left edge.
    pub left: f64,
    width: f64,
    text: String,
}

/// "33 < 34: refused", beside the cross on the fence: to its right if there is room.
pub(super) fn refusal_flag(
    layout: &Layout,
    subject: &Subject<'_>,
    request: &Request,
) -> Option<RefusalFlag> {
    let lang = subject.lang;
    let Some(Decision::Refused(reason)) = request.decision else {
        return None;
    };
    let along = layout.scale.at(request.ended?);
    let token = request.token.map_or(0, |token| token.0);
    let highest = request.highest.map_or(0, |token| token.0);
    let texts = match reason {
        Reason::StaleToken => vec![
            say!(
                lang,
                "{token}\u{a0}<\u{a0}{highest}: refused",
                "{token}\u{a0}<\u{a0}{highest}：拒否"
            ),
            format!("{token}\u{a0}<\u{a0}{highest}"),
        ],
        Reason::NoToken => vec![
            both("no token: refused", "トークンなし：拒否")
                .of(lang)
                .to_owned(),
            both("no token", "トークンなし").of(lang).to_owned(),
        ],
        Reason::NotHolder => vec![
            both("not the holder: refused", "保持者でない：拒否")
                .of(lang)
                .to_owned(),
            both("not the holder", "保持者でない").of(lang).to_owned(),
        ],
        Reason::Duplicate => vec![both("done already", "実行済み").of(lang).to_owned()],
        Reason::VersionConflict => vec![
            both("old version: refused", "古いバージョン：拒否")
                .of(lang)
                .to_owned(),
            both("old version", "古いバージョン").of(lang).to_owned(),
        ],
    };
    let room = match layout.direction {
        Direction::Across => layout.width - along - 36.0,
        Direction::Down => 0.0,
    };
    let right = layout.first_that_fits(&texts, 14.0, room);
    let text = right.or(match layout.direction {
        Direction::Across => texts.first(),
        Direction::Down => texts.last(),
    })?;
    let text = text.clone();
    let width = layout.text_width(&text, 14.0) + 20.0;
    let left = if right.is_some() {
        along + 16.0
    } else {
        along - 16.0 - width
    };
    Some(RefusalFlag { left, width, text })
}
