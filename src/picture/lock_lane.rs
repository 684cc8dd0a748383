//! The lock lane: leases with their tokens, lock-delay, Redlock's nodes; and
//! the messages that bring a grant.

use super::diagram::{Subject, hue};
use super::history::{Message, Span};
use super::ink::{Anchor, Halo, Ink};
use super::layout::{Lane, Owner, node_rows};
use crate::model::{Attempt, ClientId, NodeId};
use crate::sim::scenario::Service;
use crate::sim::trace::{Content, Party};
use crate::text::{both, say};

/// Draws the lane and the messages between it and the clients.
pub fn draw(ink: &mut Ink<'_>, subject: &Subject<'_>) {
    let lane = ink.layout.lane(Owner::Lock);
    match subject.scenario.lock.service {
        Service::Lease => leases(ink, subject, lane),
        Service::Redlock => (subject.extras.nodes)(ink, subject, lane),
    }
    for message in &subject.history.messages {
        match message.content {
            Content::Renew => renewal(ink, subject, message, lane),
            _ => grant_message(ink, subject, message, lane),
        }
    }
}

/// A renewal as a dot at the service: hollow if it was refused, a cross if it vanished.
fn renewal(ink: &mut Ink<'_>, subject: &Subject<'_>, message: &Message, lock: Lane) {
    let (Party::Client(client), Some(ended)) = (message.from, message.ended) else {
        return;
    };
    let lower = ink.layout.lane(Owner::Client(client)).from > lock.from;
    let cross = if lower {
        lock.to + 7.0
    } else {
        lock.from - 7.0
    };
    let at = (ink.scale().at(ended), cross);
    let refused = subject.history.messages.iter().any(|answer| {
        answer.sent == ended
            && matches!(answer.content, Content::RenewAnswer { yes: false })
            && matches!(answer.to, Party::Client(told) if told == client)
    });
    if message.vanished {
        ink.cross(at, 3.5, "lost-cross");
    } else if refused {
        ink.circle(at, 4.0, "refusal");
    } else {
        ink.dots(std::iter::once(at), "dot");
    }
    let span = Span {
        from: message.sent,
        to: ended,
    };
    ink.spot(message.entry, span, (cross - 5.0, cross + 5.0));
}

fn leases(ink: &mut Ink<'_>, subject: &Subject<'_>, lane: Lane) {
    for span in &subject.history.lock_delays {
        ink.bar(*span, (lane.from, lane.to), 5.0, "pause");
        ink.patterned(*span, (lane.from, lane.to), 5.0, "hatch");
        if ink.across() {
            let text = both("lock-delay", "ロックディレイ").of(subject.lang);
            let middle = ("lab", 14.0, Anchor::Middle);
            ink.inside(*span, (lane.from, lane.to), &[text.to_owned()], middle);
        }
    }
    let end = ink.layout.end();
    for (index, hold) in subject.history.holds.iter().enumerate() {
        let class = format!("lease f{}", hue(hold.grant));
        ink.bar_of(hold.entry, hold.span, (lane.from, lane.to), 5.0, class);
        if let Some(token) = hold.token {
            let text = token.0.to_string();
            ink.inside(
                hold.span,
                (lane.from, lane.to),
                &[text],
                ("token", 18.0, Anchor::Start),
            );
        }
        let planned = hold.expires.min(end);
        if index == 0 && planned > hold.span.to {
            let (from, to) = (ink.scale().at(hold.span.to), ink.scale().at(planned));
            ink.line((from, lane.from - 5.0), (to, lane.from - 5.0), "planned");
            ink.line((to, lane.from - 5.0), (to, lane.from + 4.0), "planned");
        }
        if index > 0 {
            let along = ink.scale().at(hold.span.from);
            ink.line((along, lane.from), (along, lane.to), "seam");
        }
    }
}

/// Draws the values of Redlock's nodes.
pub fn nodes(ink: &mut Ink<'_>, subject: &Subject<'_>, lane: Lane) {
    let (thick, pitch) = if ink.across() {
        node_rows()
    } else {
        let pitch = lane.width() / f64::from(subject.scenario.lock.nodes.max(1));
        (pitch * 0.8, pitch)
    };
    for node in 0..subject.scenario.lock.nodes {
        let from = lane.from + f64::from(node) * pitch;
        if ink.across() {
            let x = ink.scale().start - 8.0;
            ink.text(x, from + 12.0, Anchor::End, "num", (node + 1).to_string());
        }
        let stored = subject
            .history
            .stored
            .iter()
            .filter(|stored| stored.node == NodeId(node));
        for stored in stored {
            let class = match stored.grant {
                Some(grant) => format!("lease f{}", hue(grant)),
                None => "lease f0".to_owned(),
            };
            ink.bar(stored.span, (from, from + thick), 3.0, class);
        }
    }
    votes(ink, subject, lane);
}

/// "5 of 5 said yes, 3 are enough", inside the bars of a grant.
fn votes(ink: &mut Ink<'_>, subject: &Subject<'_>, lane: Lane) {
    if !ink.across() {
        return;
    }
    let lang = subject.lang;
    let (nodes, majority) = (
        subject.scenario.lock.nodes,
        subject.scenario.lock.nodes / 2 + 1,
    );
    for hold in &subject.history.holds {
        let stored = || {
            subject
                .history
                .stored
                .iter()
                .filter(|stored| stored.grant == Some(hold.grant))
        };
        let Some(first) = stored().next() else {
            continue;
        };
        let yes = stored().count();
        let texts = [
            say!(
                lang,
                "{yes} of {nodes} said yes, {majority} are enough",
                "{nodes} 台中 {yes} 台が承諾・{majority} 台で足りる"
            ),
            say!(lang, "{yes} of {nodes}", "{yes}／{nodes}"),
        ];
        let from = lane.from + f64::from(first.node.0) * node_rows().1;
        ink.inside(
            first.span,
            (from, from + node_rows().0),
            &texts,
            ("token small", 12.5, Anchor::Start),
        );
    }
}

/// The answer that brings a grant, and the request for it if that took time.
fn grant_message(ink: &mut Ink<'_>, subject: &Subject<'_>, message: &Message, lock: Lane) {
    let (client, answers) = match (message.from, message.to, message.content) {
        (Party::Node(_), Party::Client(client), Content::AcquireAnswer { yes: true, .. }) => {
            (client, true)
        }
        (Party::Client(client), Party::Node(_), Content::Acquire { attempt })
            if message.vanished
                || (message.ended > Some(message.sent) && granted(subject, client, attempt)) =>
        {
            (client, false)
        }
        _ => return,
    };
    let Some(lane) = ink
        .layout
        .lanes
        .iter()
        .copied()
        .find(|l| l.owner == Owner::Client(client))
    else {
        return;
    };
    let lower = lane.from > lock.from;
    let (lock_edge, client_edge) = if lower {
        (lock.to, lane.from)
    } else {
        (lock.from, lane.to)
    };
    let (sent, ended) = (
        ink.scale().at(message.sent),
        ink.scale().at(message.ended.unwrap_or(message.sent)),
    );
    let (from, to) = if answers {
        ((sent, lock_edge), (ended, client_edge))
    } else {
        ((sent, client_edge), (ended, lock_edge))
    };
    if message.vanished {
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        ink.line(from, middle, "msg lost");
        ink.cross(middle, 5.0, "lost-cross");
    } else {
        ink.arrow(from, to, "grant", Halo::No);
    }
    let span = Span {
        from: message.sent,
        to: message.ended.unwrap_or(message.sent),
    };
    ink.spot(
        message.entry,
        span,
        (lock_edge.min(client_edge), lock_edge.max(client_edge)),
    );
}

/// Whether a client was told yes on an attempt. The refused ones are dots in its lane.
fn granted(subject: &Subject<'_>, client: ClientId, attempt: Attempt) -> bool {
    subject.history.messages.iter().any(|message| {
        matches!(message.to, Party::Client(told) if told == client)
            && matches!(message.content, Content::AcquireAnswer { attempt: to, yes: true } if to == attempt)
    })
}
