//! A client's lane: belief, pauses, waiting, thinking; and where belief stands without fact.

use super::diagram::{Subject, hue};
use super::history::{Gap, Span, Waiting};
use super::ink::{Anchor, Ink};
use super::layout::{Lane, Layout, Owner};
use super::path::rounded;
use crate::model::{ClientId, Millis, TrueTime};
use crate::sim::scenario::{Fault, Step, Waiting as WaitingKind};
use crate::text::Word;
use crate::text::narrate::cause_word;
use crate::text::quantity::seconds;
use crate::text::say;

/// What stands under a client's name: how much of its time it has lived.
pub fn about(subject: &Subject<'_>, layout: &Layout, client: ClientId) -> String {
    let room = layout.scale.start - 8.0;
    let lang = subject.lang;
    let pauses = subject.history.pauses_of(client);
    if let Some((begin, end)) = lifetime(subject, client)
        && !pauses.is_empty()
    {
        let life = Span {
            from: begin,
            to: end,
        };
        let lived: i64 = life
            .without(&pauses)
            .iter()
            .map(|span| span.length().0)
            .sum();
        let (lived, all) = (seconds(lang, Millis(lived)), seconds(lang, life.length()));
        let texts = [
            say!(lang, "lived {lived} of {all}", "体感 {lived}／実時間 {all}"),
            say!(lang, "{lived} of {all}", "{lived}／{all}"),
        ];
        return layout
            .first_that_fits(&texts, 13.0, room)
            .cloned()
            .unwrap_or_default();
    }
    let Some(config) = subject.scenario.clients.get(client.index()) else {
        return String::new();
    };
    let acquires = |step: &Step| matches!(step, Step::Acquire { .. });
    if !config.plan.iter().any(acquires) {
        return String::new();
    }
    if let Some(every) = config.renew {
        let every = seconds(lang, every);
        return say!(lang, "renews every {every}", "{every}ごとに延長");
    }
    match subject.scenario.lock.waiting {
        WaitingKind::Poll => {
            let every = seconds(lang, config.retry);
            say!(lang, "asks every {every}", "{every}ごとに要求")
        }
        WaitingKind::Queue => say!(lang, "waits in line", "列に並ぶ"),
    }
}

/// From a client's arrival to the end of its plan, or of its belief, or of the run.
fn lifetime(subject: &Subject<'_>, client: ClientId) -> Option<(TrueTime, TrueTime)> {
    let history = subject.history;
    let begin = history.arrivals.iter().find(|(who, _)| *who == client)?.1;
    let end = history
        .finished
        .iter()
        .chain(&history.crashes)
        .find(|(who, _)| *who == client)
        .map_or(history.closed_at, |(_, at)| *at);
    Some((begin, end))
}

/// Shades the spans in which a client believes and does not hold.
pub fn gaps(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let lock = ink.layout.lane(Owner::Lock);
    for gap in subject.history.gaps() {
        let lane = ink.layout.lane(Owner::Client(gap.client));
        let beside_before = gap.client == ClientId(0);
        let beside_after = gap.client == ClientId(1);
        let area = if beside_before {
            (lane.from, lock.from)
        } else if beside_after {
            (lock.to, lane.to)
        } else {
            (lane.from, lane.to)
        };
        ink.bar(gap.span, area, 0.0, "gap");
        ink.patterned(gap.span, area, 0.0, "gap-hatch");
        if !beside_before && !beside_after {
            let along = ink.scale().at(gap.span.from);
            ink.line((along, lock.to), (along, lane.from), "gap-tie");
        }
        gap_sentence(ink, subject, &gap, lane, lock);
    }
}

fn gap_sentence(ink: &mut Ink<'_>, subject: &Subject<'_>, gap: &Gap, lane: Lane, lock: Lane) {
    if !ink.across() || gap.client.0 > 1 {
        return;
    }
    let lang = subject.lang;
    let long = seconds(lang, gap.span.length());
    let texts = [
        say!(
            lang,
            "believes it, but the lease is gone: {long}",
            "保持と信じるが、リースはもうない：{long}"
        ),
        say!(
            lang,
            "the lease is gone: {long}",
            "リースはもうない：{long}"
        ),
    ];
    let between = if gap.client.0 == 0 {
        f64::midpoint(lane.to, lock.from)
    } else {
        f64::midpoint(lock.to, lane.from)
    };
    // What is seen of it, where only a part of the time is shown.
    let scale = ink.scale();
    let from = scale.at(gap.span.from).max(scale.start);
    let to = scale.at(gap.span.to).min(scale.start + scale.length);
    let [sentence, _] = &texts;
    let whole = ink.layout.text_width(sentence, 14.0);
    if whole + 12.0 <= to - from {
        let middle = f64::midpoint(from, to);
        ink.text(
            middle,
            between + 5.0,
            Anchor::Middle,
            "gap-text",
            sentence.clone(),
        );
        return;
    }
    // Before the gap there is nothing between these lanes: the sentence may begin there.
    let room = from - 16.0 - ink.scale().start;
    if let Some(text) = ink.layout.first_that_fits(&texts, 14.0, room) {
        let text = text.clone();
        ink.text(
            from - 8.0,
            between + 5.0,
            Anchor::End,
            "gap-text outside",
            text,
        );
    }
}

/// Draws all client lanes.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let lanes = ink.layout.lanes.clone();
    for lane in lanes {
        let Owner::Client(client) = lane.owner else {
            continue;
        };
        for wait in subject
            .history
            .waits
            .iter()
            .filter(|wait| wait.client == client)
        {
            waiting(ink, subject, wait, lane);
        }
        beliefs(ink, subject, client, lane);
        thinking(ink, subject, client, lane);
        pauses(ink, subject, client, lane);
    }
}

fn waiting(ink: &mut Ink<'_>, subject: &Subject<'_>, wait: &Waiting, lane: Lane) {
    if wait.span.length().0 <= 0 {
        return;
    }
    let lang = subject.lang;
    let (from, to) = (ink.scale().at(wait.span.from), ink.scale().at(wait.span.to));
    ink.line((from, lane.middle()), (to, lane.middle()), "wait");
    let scale = *ink.scale();
    ink.dots(
        wait.denied.iter().map(|at| (scale.at(*at), lane.middle())),
        "dot",
    );
    let times = wait.denied.len();
    let texts = match times {
        0 => vec![say!(lang, "waits", "待機")],
        1 => vec![say!(lang, "refused once", "1 回拒否")],
        _ => vec![
            say!(lang, "refused {times} times", "{times} 回拒否"),
            say!(lang, "refused {times}×", "拒否 {times} 回"),
        ],
    };
    let above = (lane.middle() - 22.0, lane.middle() - 6.0);
    let stands = subject.history.pauses_of(wait.client);
    if ink.across() && wait.span.without(&stands) == [wait.span] {
        ink.inside(wait.span, above, &texts, ("sub", 13.0, Anchor::Middle));
    }
}

fn beliefs(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, lane: Lane) {
    let lang = subject.lang;
    let pauses = subject.history.pauses_of(client);
    let gaps = subject.history.gaps();
    for belief in subject
        .history
        .beliefs
        .iter()
        .filter(|belief| belief.client == client)
    {
        let class = format!("belief g{}", hue(belief.grant));
        ink.bar_of(belief.entry, belief.span, (lane.from, lane.to), 7.0, class);
        if !ink.across() {
            continue;
        }
        let doubted = gaps.iter().any(|gap| gap.grant == belief.grant);
        let text = if doubted {
            Word::BelievesItHolds
        } else {
            Word::HoldsRightly
        }
        .of(lang)
        .to_owned();
        let paused = belief.span.without(&pauses) != [belief.span];
        if paused {
            let (x, width) = (
                ink.scale().at(belief.span.from),
                ink.layout.text_width(&text, 13.0),
            );
            if width <= ink.scale().pixels(belief.span.length()) {
                ink.text(x + 2.0, lane.from - 9.0, Anchor::Start, "sub", text);
            }
        } else {
            ink.inside(
                belief.span,
                (lane.from, lane.to),
                &[text],
                ("sub", 13.0, Anchor::Start),
            );
        }
    }
}

fn thinking(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, lane: Lane) {
    let pauses = subject.history.pauses_of(client);
    for thinking in subject
        .history
        .thinking
        .iter()
        .filter(|work| work.client == client)
    {
        for span in thinking.span.without(&pauses) {
            ink.bar(span, (lane.to - 8.0, lane.to - 5.5), 1.2, "thinking");
        }
    }
}

fn pauses(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, lane: Lane) {
    let inset = if ink.across() {
        8.0
    } else {
        lane.width() * 0.14
    };
    let cross = (lane.from + inset, lane.to - inset);
    for pause in subject
        .history
        .pauses
        .iter()
        .filter(|pause| pause.client == client)
    {
        ink.bar_of(pause.entry, pause.span, cross, 4.0, "pause");
        ink.patterned(pause.span, cross, 4.0, "hatch");
        pause_label(ink, subject, pause.span, pause.fault.index(), cross);
    }
}

fn pause_label(
    ink: &mut Ink<'_>,
    subject: &Subject<'_>,
    span: Span,
    fault: usize,
    cross: (f64, f64),
) {
    let lang = subject.lang;
    let Some(Fault::Pause { cause, .. }) = subject.scenario.faults.get(fault) else {
        return;
    };
    let why = cause_word(*cause).of(lang);
    let long = seconds(lang, span.length());
    let nothing = seconds(lang, Millis::ZERO);
    let room = ink.scale().pixels(span.length()) - 36.0;
    let middle = f64::midpoint(ink.scale().at(span.from), ink.scale().at(span.to));
    if ink.across() {
        let texts = [
            say!(
                lang,
                "{why} · feels like {nothing}, really {long}",
                "{why}・体感 {nothing}、実際は {long}"
            ),
            say!(lang, "{why} · {long}", "{why}・{long}"),
            long,
        ];
        let Some(text) = ink.layout.first_that_fits(&texts, 14.0, room - 20.0) else {
            return;
        };
        let width = ink.layout.text_width(text, 14.0) + 20.0;
        let centre = f64::midpoint(cross.0, cross.1);
        ink.path(
            rounded(middle - width / 2.0, centre - 14.0, width, 28.0, 14.0),
            "pill",
        );
        ink.text(middle, centre + 5.0, Anchor::Middle, "lab", text.clone());
    } else if room >= 40.0 {
        let centre = f64::midpoint(cross.0, cross.1);
        let short = match cause {
            crate::sim::scenario::Cause::Gc => "GC",
            _ => why,
        };
        let fits = ink.layout.text_width(short, 13.0) <= cross.1 - cross.0 + 8.0;
        if fits {
            ink.text(
                centre,
                middle - 4.0,
                Anchor::Middle,
                "lab",
                short.to_owned(),
            );
        }
        ink.text(centre, middle + 14.0, Anchor::Middle, "lab", long);
    }
}
