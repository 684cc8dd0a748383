//! The local clocks on the picture: what each client and the lock service read at the playhead.

use crate::model::{LocalTime, Millis, NodeId, TrueTime};
use crate::picture::layout::{Lane, Owner};
use crate::picture::{Direction, tenths};
use crate::sim::scenario::{Scenario, Service};
use crate::text::quantity::seconds;
use crate::ui::dom::{El, Item, Space, svg};
use crate::ui::stage::Stage;
use leptos::prelude::*;

/// How long the hand takes to go round, in milliseconds.
const TURN_MS: f64 = 60_000.0;
/// The radius of a face.
const RADIUS: f64 = 7.0;
/// How far a face is below the middle of its lane.
const BELOW: f64 = 30.0;

/// A face under each name, where time runs across.
pub fn clocks(stage: Stage) -> El {
    svg("g")
        .attr("aria-hidden", "true")
        .attr("data-testid", "clocks")
        .list(Space::Svg, move || faces(stage))
}

/// What a lane's machine reads, where it has one clock.
pub fn local_time(scenario: &Scenario, owner: Owner, at: TrueTime) -> Option<LocalTime> {
    match (owner, scenario.lock.service) {
        (Owner::Client(client), _) => Some(scenario.client_reads(client, at)),
        (Owner::Lock, Service::Lease) => Some(scenario.node_reads(NodeId(0), at)),
        (Owner::Lock, Service::Redlock) | (Owner::Resource, _) => None,
    }
}

fn faces(stage: Stage) -> Vec<Item> {
    let (scene, at, lang) = (stage.scene.get(), stage.playhead.get(), stage.lang.get());
    let layout = scene.layout();
    if layout.direction == Direction::Down {
        return Vec::new();
    }
    let face = |lane: &Lane| {
        let local = local_time(&scene.scenario, lane.owner, at)?;
        let y = lane.middle() + BELOW;
        #[allow(clippy::cast_precision_loss, reason = "a day in ms is exact")]
        let angle = local.0 as f64 / TURN_MS * std::f64::consts::TAU;
        let (x, length) = (RADIUS + 1.0, RADIUS - 2.0);
        let tip = (x + length * angle.sin(), y - length * angle.cos());
        let hand = format!(
            "M{} {}L{} {}",
            tenths(x),
            tenths(y),
            tenths(tip.0),
            tenths(tip.1)
        );
        let class = if local.0 == at.0 {
            "clock"
        } else {
            "clock wrong"
        };
        let circle = Item::new("circle")
            .attr("cx", tenths(x))
            .attr("cy", tenths(y))
            .attr("r", tenths(RADIUS));
        let text = Item::new("text")
            .attr("class", "sub")
            .attr("x", tenths(2.0 * RADIUS + 8.0))
            .attr("y", tenths(y + 4.5))
            .text(seconds(lang, Millis(local.0)));
        Some(
            Item::new("g")
                .attr("class", class)
                .child(circle)
                .child(Item::new("path").attr("d", hand))
                .child(text),
        )
    };
    layout.lanes.iter().filter_map(face).collect()
}
