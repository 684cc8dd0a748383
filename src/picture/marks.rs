//! What goes wrong, as marks with a word each: crashes, cuts, clocks that jump, outages,
//! failovers, restarts. (Pauses are in their client's lane.)

use super::diagram::Subject;
use super::history::Span;
use super::ink::Ink;
use super::layout::{Owner, node_rows};
use crate::model::{ClientId, Millis, NodeId, TrueTime};
use crate::sim::scenario::{CutFrom, FailoverForgets, Fault, Service};
use crate::text::quantity::seconds;
use crate::text::{both, say};

/// Draws the faults that began in a run.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let closed = subject.history.closed_at;
    for fault in subject
        .scenario
        .faults
        .iter()
        .filter(|fault| begins(fault) <= closed)
    {
        mark(ink, subject, fault);
    }
}

/// When a fault begins.
const fn begins(fault: &Fault) -> TrueTime {
    match fault {
        Fault::Pause { at, .. }
        | Fault::Crash { at, .. }
        | Fault::Cut { at, .. }
        | Fault::ClockJump { at, .. }
        | Fault::NodeDown { at, .. }
        | Fault::Failover { at, .. }
        | Fault::LockLost { at }
        | Fault::ResourceRestart { at, .. } => *at,
        Fault::ClockRate { .. } => TrueTime::START,
    }
}

fn mark(ink: &mut Ink<'_>, subject: &Subject<'_>, fault: &Fault) {
    let until = |at: TrueTime, lasting| at.plus(lasting).min(subject.history.closed_at);
    match *fault {
        Fault::Crash { client, at } => crash(ink, subject, client, at),
        Fault::Cut {
            client,
            from,
            at,
            lasting,
        } => {
            let to = until(at, lasting);
            cut(ink, subject, client, from, Span { from: at, to });
        }
        Fault::ClockJump { node, at, by } => {
            let sign = if by.0 < 0 { "−" } else { "+" };
            let by = seconds(subject.lang, Millis(by.0.saturating_abs()));
            let clock = both("clock ", "時計 ").of(subject.lang);
            at_the_lock(ink, subject, node, at, &(clock.to_owned() + sign + &by));
        }
        Fault::NodeDown {
            node,
            at,
            lasting,
            keeps_data,
        } => {
            let to = until(at, lasting);
            let (from, thick) = row(ink, subject, node);
            let (span, cross) = (Span { from: at, to }, (from, from + thick));
            ink.bar(span, cross, 3.0, "pause");
            ink.patterned(span, cross, 3.0, "hatch");
            let what = if keeps_data {
                both("down", "応答なし")
            } else {
                both("restarts empty", "空で再起動")
            };
            at_the_lock(ink, subject, node, at, what.of(subject.lang));
        }
        Fault::Failover { at, forgets, .. } => {
            let what = match forgets {
                FailoverForgets::Lock => both(
                    "failover forgets the lock",
                    "フェイルオーバー：ロックを失う",
                ),
                FailoverForgets::LockAndCounter => both(
                    "failover forgets lock and count",
                    "フェイルオーバー：ロックを失い、カウンタも戻る",
                ),
            };
            at_the_lock(ink, subject, NodeId(0), at, what.of(subject.lang));
        }
        Fault::LockLost { at } => {
            let what = both("session dropped", "セッション消失");
            at_the_lock(ink, subject, NodeId(0), at, what.of(subject.lang));
        }
        Fault::ResourceRestart { at, .. } => restart(ink, subject, at),
        Fault::Pause { .. } | Fault::ClockRate { .. } => {}
    }
}

fn crash(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, at: TrueTime) {
    let middle = ink.layout.lane(Owner::Client(client)).middle();
    let along = ink.scale().at(at);
    ink.cross((along, middle), 8.0, "crash");
    let word = both("crash", "クラッシュ").of(subject.lang);
    ink.beside((along, middle + 5.0), 14.0, "sub", word);
}

/// A cut from the lock service or the resource: a broken line along the client's lane, on the
/// side of what it cannot reach. Cuts from single nodes show in the messages that vanish.
fn cut(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, from: CutFrom, span: Span) {
    let lane = ink.layout.lane(Owner::Client(client));
    let what = match from {
        CutFrom::Node(_) => return,
        CutFrom::Lock => both("cut off from the lock", "ロックと切断"),
        CutFrom::Resource => both("cut off from the resource", "リソースと切断"),
        CutFrom::All => both("cut off from everything", "すべてと切断"),
    };
    let lock = ink.layout.lane(Owner::Lock).from;
    let above = matches!(from, CutFrom::Lock) && lock < lane.from;
    let (edge, base) = if above {
        (lane.from - 7.0, lane.from - 13.0)
    } else {
        (lane.to + 7.0, lane.to + 22.0)
    };
    let (begin, end) = (ink.scale().at(span.from), ink.scale().at(span.to));
    ink.line((begin, edge), (end, edge), "cut");
    for along in [begin, end] {
        ink.line((along, edge - 4.0), (along, edge + 4.0), "cut-end");
    }
    ink.beside((begin, base), 4.0, "sub", what.of(subject.lang));
}

/// Where the bar of a node begins across the lanes, and how thick it is.
fn row(ink: &Ink<'_>, subject: &Subject<'_>, node: NodeId) -> (f64, f64) {
    let lane = ink.layout.lane(Owner::Lock);
    if subject.scenario.lock.service == Service::Lease {
        return (lane.from, lane.width());
    }
    let (thick, pitch) = if ink.across() {
        node_rows()
    } else {
        let pitch = lane.width() / f64::from(subject.scenario.lock.nodes.max(1));
        (pitch * 0.8, pitch)
    };
    (lane.from + f64::from(node.0) * pitch, thick)
}

/// Something that happens to the lock service: a pin through its lane, with what it is.
fn at_the_lock(ink: &mut Ink<'_>, subject: &Subject<'_>, node: NodeId, at: TrueTime, what: &str) {
    let (from, thick) = row(ink, subject, node);
    let along = ink.scale().at(at);
    let top = ink.layout.lane(Owner::Lock).from - 8.0;
    ink.line((along, top), (along, from + thick + 3.0), "pin");
    ink.circle((along, top), 3.5, "pin-head");
    let mut text = what.to_owned();
    if subject.scenario.lock.service == Service::Redlock {
        let number = node.0 + 1;
        text = say!(
            subject.lang,
            "node {number}: {what}",
            "ノード {number}：{what}"
        );
    }
    ink.beside((along, top + 3.0), 8.0, "sub", &text);
}

fn restart(ink: &mut Ink<'_>, subject: &Subject<'_>, at: TrueTime) {
    let lane = ink.layout.lane(Owner::Resource);
    let (along, end) = (ink.scale().at(at), lane.to + 8.0);
    ink.line((along, lane.from - 12.0), (along, end), "pin");
    ink.circle((along, end), 3.5, "pin-head");
    let what = both("restarts and forgets", "再起動して忘れる").of(subject.lang);
    ink.beside((along, end + 8.0), 8.0, "sub", what);
}
