//! What goes wrong, as marks with a word each: crashes, cuts, clocks that jump, outages,
//! failovers, restarts. (Pauses are in their client's lane.)

use super::diagram::Subject;
use super::history::Span;
use super::ink::{Anchor, Ink};
use super::layout::{Lane, Owner, node_rows};
use crate::model::{ClientId, Millis, NodeId, TrueTime};
use crate::sim::scenario::{CutFrom, FailoverForgets, Fault, Service};
use crate::text::quantity::seconds;
use crate::text::say;

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
    let lang = subject.lang;
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
            let sign = if by.0 < 0 { '−' } else { '+' };
            let by = seconds(lang, Millis(by.0.saturating_abs()));
            let what = say!(lang, "clock {sign}{by}", "時計 {sign}{by}");
            at_the_lock(ink, subject, node, at, &what);
        }
        Fault::NodeDown {
            node,
            at,
            lasting,
            keeps_data,
        } => {
            let to = until(at, lasting);
            let (lane, _) = place(ink, subject, node);
            let (span, cross) = (Span { from: at, to }, (lane.from, lane.to));
            ink.bar(span, cross, 3.0, "pause");
            ink.patterned(span, cross, 3.0, "hatch");
            let what = if keeps_data {
                say!(lang, "down", "応答なし")
            } else {
                say!(lang, "restarts empty", "空で再起動")
            };
            at_the_lock(ink, subject, node, at, &what);
        }
        Fault::Failover { at, forgets, .. } => {
            let what = match forgets {
                FailoverForgets::Lock => say!(
                    lang,
                    "failover forgets the lock",
                    "フェイルオーバー：ロックを失う"
                ),
                FailoverForgets::LockAndCounter => say!(
                    lang,
                    "failover forgets lock and count",
                    "フェイルオーバー：ロックを失い、カウンタも戻る"
                ),
            };
            at_the_lock(ink, subject, NodeId(0), at, &what);
        }
        Fault::LockLost { at } => {
            let what = say!(lang, "session dropped", "セッション消失");
            at_the_lock(ink, subject, NodeId(0), at, &what);
        }
        Fault::ResourceRestart { at, .. } => restart(ink, subject, at),
        Fault::Pause { .. } | Fault::ClockRate { .. } => {}
    }
}

fn crash(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, at: TrueTime) {
    let lane = ink.layout.lane(Owner::Client(client));
    let along = ink.scale().at(at);
    ink.cross((along, lane.middle()), 8.0, "crash");
    if ink.across() {
        let word = say!(subject.lang, "crash", "クラッシュ");
        let beside = (along + 14.0, lane.middle() + 5.0);
        ink.note(beside, Anchor::Start, "sub", word);
    }
}

/// A cut from the lock service or the resource: a broken line along the client's lane, on the
/// side of what it cannot reach. Cuts from single nodes show in the messages that vanish.
fn cut(ink: &mut Ink<'_>, subject: &Subject<'_>, client: ClientId, from: CutFrom, span: Span) {
    let lang = subject.lang;
    let lane = ink.layout.lane(Owner::Client(client));
    let what = match from {
        CutFrom::Node(_) => return,
        CutFrom::Lock => say!(lang, "cut off from the lock", "ロックと切断"),
        CutFrom::Resource => say!(lang, "cut off from the resource", "リソースと切断"),
        CutFrom::All => say!(lang, "cut off from everything", "すべてと切断"),
    };
    let above = from == CutFrom::Lock && ink.layout.lane(Owner::Lock).from < lane.from;
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
    if ink.across() {
        ink.note((begin + 4.0, base), Anchor::Start, "sub", what);
    }
}

/// Where a node's bar lies, and what the node is called.
fn place(ink: &Ink<'_>, subject: &Subject<'_>, node: NodeId) -> (Lane, String) {
    let lane = ink.layout.lane(Owner::Lock);
    if subject.scenario.lock.service == Service::Lease {
        return (lane, String::new());
    }
    let (thick, pitch) = if ink.across() {
        node_rows()
    } else {
        let pitch = lane.width() / f64::from(subject.scenario.lock.nodes.max(1));
        (pitch * 0.8, pitch)
    };
    let from = lane.from + f64::from(node.0) * pitch;
    let number = node.0 + 1;
    let row = Lane {
        from,
        to: from + thick,
        ..lane
    };
    (
        row,
        say!(subject.lang, "node {number}: ", "ノード {number}："),
    )
}

/// Something that happens to the lock service: a pin through its lane, with what it is.
fn at_the_lock(ink: &mut Ink<'_>, subject: &Subject<'_>, node: NodeId, at: TrueTime, what: &str) {
    let (row, name) = place(ink, subject, node);
    let along = ink.scale().at(at);
    let top = ink.layout.lane(Owner::Lock).from - 8.0;
    ink.line((along, top), (along, row.to + 3.0), "pin");
    ink.circle((along, top), 3.5, "pin-head");
    if ink.across() {
        let text = format!("{name}{what}");
        let base = top + 3.0;
        if !ink.note((along + 8.0, base), Anchor::Start, "sub", text.clone()) {
            ink.note((along - 8.0, base), Anchor::End, "sub", text);
        }
    }
}

fn restart(ink: &mut Ink<'_>, subject: &Subject<'_>, at: TrueTime) {
    let lane = ink.layout.lane(Owner::Resource);
    let (along, end) = (ink.scale().at(at), lane.to + 8.0);
    ink.line((along, lane.from - 12.0), (along, end), "pin");
    ink.circle((along, end), 3.5, "pin-head");
    if ink.across() {
        let what = say!(subject.lang, "restarts and forgets", "再起動して忘れる");
        ink.note((along + 8.0, end + 8.0), Anchor::Start, "sub", what);
    }
}
