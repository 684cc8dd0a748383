//! What can be pulled: each handle sits on what it changes. How a pull becomes
//! an edit of the scenario is in `pull`.

use super::diagram::Subject;
use super::layout::{Direction, Layout, Owner, node_rows};
use super::meaning::words;
use super::path::rounded;
use super::pull::{changes, reply, request, step_time};
use crate::model::{ClientId, FaultId, NodeId, StepId, TrueTime};
use crate::sim::scenario::{Fault, Scenario, Service, Step};

/// What a handle changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandleKind {
    /// When a pause begins; its end stays.
    PauseBegin(FaultId),
    /// When a pause ends; its begin stays.
    PauseEnd(FaultId),
    /// When the first lease ends by itself: the TTL.
    LeaseEnd,
    /// When a client arrives.
    Arrival(ClientId),
    /// How long a client thinks before a step.
    Thinking(ClientId, StepId),
    /// When a cut or an outage begins; its end stays.
    SpanBegin(FaultId),
    /// When a cut or an outage ends; its begin stays.
    SpanEnd(FaultId),
    /// When a fault without a length happens: crash, clock jump, failover, loss, restart.
    Instant(FaultId),
    /// When a step's first message arrives: how long it is on the way.
    Request(ClientId, StepId),
    /// When the reply to a step's first message arrives: how long it is on the way.
    Reply(ClientId, StepId),
    /// When the first lock-delay ends: how long it lasts, by a clock that is right.
    LockDelayEnd,
    /// When the first key is forgotten: the dedup window.
    WindowEnd,
}

/// A handle of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// What it changes.
    pub kind: HandleKind,
    /// Where it is, in true time.
    pub at: TrueTime,
    /// Its middle, in pixels of the picture.
    pub x: f64,
    /// Its middle, in pixels of the picture.
    pub y: f64,
    /// How far it stands along time from what it changes, to keep clear of a neighbour.
    pub aside: f64,
    /// The outline of where it can be taken hold of, relative to its middle.
    pub hit: String,
    /// What it changes, in words.
    pub name: String,
    /// Its value in words, with what that means for the run.
    pub meaning: String,
}

/// A flag beside a handle, relative to the handle's middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// The path of its box.
    pub outline: String,
    /// The lines of its text, each with its middle on the base line.
    pub lines: Vec<(f64, f64, String)>,
}

impl Handle {
    /// The flag that tells the value; it never leaves the picture.
    #[must_use]
    pub fn flag(&self, layout: &Layout) -> Flag {
        let whole = layout.text_width(&self.meaning, 14.0) + 20.0;
        let texts: Vec<&str> = if whole <= layout.width {
            vec![&self.meaning]
        } else {
            self.meaning.split(['·', '・']).map(str::trim).collect()
        };
        let width = texts
            .iter()
            .map(|text| layout.text_width(text, 14.0) + 20.0)
            .fold(0.0, f64::max)
            .min(layout.width);
        let height = texts.iter().map(|_| 20.0).sum::<f64>() + 6.0;
        let left = (self.x - width / 2.0).clamp(0.0, (layout.width - width).max(0.0)) - self.x;
        let top = if self.y < 52.0 + height {
            22.0
        } else {
            -22.0 - height
        };
        let mut base = top - 2.0;
        let lines = texts
            .into_iter()
            .map(|text| {
                base += 20.0;
                (left + width / 2.0, base, text.to_owned())
            })
            .collect();
        Flag {
            outline: rounded(left, top, width, height, 6.0),
            lines,
        }
    }
}

impl HandleKind {
    /// A short name for addresses and tests.
    #[must_use]
    pub fn slug(self) -> String {
        let of_step = |name: &str, client: ClientId, step: StepId| {
            format!("{name}-{}-{}", client.0 + 1, step.0 + 1)
        };
        match self {
            Self::PauseBegin(FaultId(0)) => "pause-begin".to_owned(),
            Self::PauseEnd(FaultId(0)) => "pause-end".to_owned(),
            Self::PauseBegin(fault) => format!("pause-begin-{}", fault.0),
            Self::PauseEnd(fault) => format!("pause-end-{}", fault.0),
            Self::LeaseEnd => "lease-end".to_owned(),
            Self::Arrival(client) => format!("arrival-{}", client.0 + 1),
            Self::Thinking(client, step) => of_step("thinking", client, step),
            Self::SpanBegin(fault) => format!("span-begin-{}", fault.0),
            Self::SpanEnd(fault) => format!("span-end-{}", fault.0),
            Self::Instant(fault) => format!("instant-{}", fault.0),
            Self::Request(client, step) => of_step("request", client, step),
            Self::Reply(client, step) => of_step("reply", client, step),
            Self::LockDelayEnd => "lock-delay-end".to_owned(),
            Self::WindowEnd => "window-end".to_owned(),
        }
    }

    /// Whether it is a small one at the edge of its lane, which leaves the lane to others.
    #[must_use]
    pub const fn small(self) -> bool {
        match self {
            Self::Thinking(..)
            | Self::SpanBegin(_)
            | Self::SpanEnd(_)
            | Self::Request(..)
            | Self::Reply(..)
            | Self::WindowEnd => true,
            Self::PauseBegin(_)
            | Self::PauseEnd(_)
            | Self::LeaseEnd
            | Self::Arrival(_)
            | Self::Instant(_)
            | Self::LockDelayEnd => false,
        }
    }
}

/// How far the middles of handles in one lane are apart at least, in pixels.
const APART: f64 = 24.0;

/// All handles of a run.
pub(super) fn handles(subject: &Subject<'_>, layout: &Layout) -> Vec<Handle> {
    let mut handles: Vec<Handle> = kinds(subject.scenario)
        .into_iter()
        .filter_map(|kind| handle(subject, layout, kind))
        .filter(|handle| handle.at >= layout.scale.from && handle.at <= layout.end())
        .collect();
    fan_out(&mut handles, layout);
    outline(&mut handles, layout);
    handles
}

/// Where a handle is across the lanes, and along time.
const fn place(handle: &Handle, layout: &Layout) -> (f64, f64) {
    match layout.direction {
        Direction::Across => (handle.y, handle.x),
        Direction::Down => (handle.x, handle.y),
    }
}

/// Moves handles that stand too close in one lane apart, along time.
fn fan_out(handles: &mut [Handle], layout: &Layout) {
    let place = |handle: &Handle| place(handle, layout);
    for index in 1..handles.len() {
        let (before, rest) = handles.split_at_mut(index);
        let Some(handle) = rest.first_mut() else {
            return;
        };
        let (lane, along) = place(handle);
        let in_the_way = |along: f64| {
            before
                .iter()
                .map(place)
                .filter(|(other, _)| (other - lane).abs() < APART)
                .map(|(_, other)| other)
                .find(|other| (other - along).abs() < APART - 0.01)
        };
        let mut moved = along;
        // Each turn moves past one handle, so there are at most as many turns as handles.
        for _ in 0..index {
            let Some(other) = in_the_way(moved) else {
                break;
            };
            moved = other + APART;
        }
        handle.aside = moved - along;
        match layout.direction {
            Direction::Across => handle.x = moved,
            Direction::Down => handle.y = moved,
        }
    }
}

/// Half of what a hand takes hold of, in pixels, where no neighbour is near.
const REACH: f64 = 22.0;

/// Says where each can be taken hold of: 44 px, less where a neighbour has its half of the way
/// between them.
fn outline(handles: &mut [Handle], layout: &Layout) {
    let places: Vec<_> = handles.iter().map(|handle| place(handle, layout)).collect();
    for (handle, (lane, along)) in handles.iter_mut().zip(&places) {
        let (mut across, mut length) = ((-REACH, REACH), (-REACH, REACH));
        for (other, at) in &places {
            let (aside, ahead) = (other - lane, at - along);
            if aside.abs() >= 2.0 * REACH || ahead.abs() >= 2.0 * REACH {
                continue;
            }
            // Neighbours are at least so far apart along time, or else across it.
            let in_line = aside.abs() < APART || ahead.abs() > aside.abs();
            let (sides, half) = if in_line {
                (&mut length, ahead / 2.0)
            } else {
                (&mut across, aside / 2.0)
            };
            if half > 0.0 {
                sides.1 = sides.1.min(half);
            } else if half < 0.0 {
                sides.0 = sides.0.max(half);
            }
        }
        let (x, y) = layout.point(length.0, across.0);
        let (width, height) = layout.point(length.1 - length.0, across.1 - across.0);
        handle.hit = rounded(x, y, width, height, 0.0);
    }
}

/// What can be pulled in a scenario, whatever its run.
#[must_use]
pub fn kinds(scenario: &Scenario) -> Vec<HandleKind> {
    let mut kinds = Vec::new();
    for (index, fault) in scenario.faults.iter().enumerate() {
        let id = FaultId(u8::try_from(index).unwrap_or(u8::MAX));
        match fault {
            Fault::Pause { .. } => {
                kinds.extend([HandleKind::PauseBegin(id), HandleKind::PauseEnd(id)]);
            }
            Fault::Cut { .. } | Fault::NodeDown { .. } => {
                kinds.extend([HandleKind::SpanBegin(id), HandleKind::SpanEnd(id)]);
            }
            Fault::Crash { .. }
            | Fault::ClockJump { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => kinds.push(HandleKind::Instant(id)),
            // It holds from the start on.
            Fault::ClockRate { .. } => {}
        }
    }
    kinds.push(HandleKind::LeaseEnd);
    if scenario.lock.lock_delay.0 > 0 {
        kinds.push(HandleKind::LockDelayEnd);
    }
    for (index, client) in scenario.clients.iter().enumerate() {
        let who = ClientId(u8::try_from(index).unwrap_or(u8::MAX));
        if index > 0 {
            kinds.push(HandleKind::Arrival(who));
        }
        for (place, step) in client.plan.iter().enumerate() {
            let step_id = StepId(u8::try_from(place).unwrap_or(u8::MAX));
            of_step(scenario, (who, step_id), step, &mut kinds);
        }
    }
    if scenario.resource.dedup_window.is_some() {
        kinds.push(HandleKind::WindowEnd);
    }
    kinds
}

/// What can be pulled at one step. A message can be if it has a delay of its own; the
/// requests to the resource also if they take time as usual.
fn of_step(
    scenario: &Scenario,
    (client, id): (ClientId, StepId),
    step: &Step,
    kinds: &mut Vec<HandleKind>,
) {
    let changes = changes(scenario, client, id);
    let thinks = step_time(scenario, client, id).is_some_and(|time| time.0 > 0);
    if changes || thinks {
        kinds.push(HandleKind::Thinking(client, id));
    }
    let asks = changes || matches!(step, Step::Read { .. });
    if request(scenario, client, id)
        .is_some_and(|delay| delay.own.is_some() || (asks && delay.usual.0 > 0))
    {
        kinds.push(HandleKind::Request(client, id));
    }
    if reply(scenario, client, id).is_some_and(|delay| delay.own.is_some()) {
        kinds.push(HandleKind::Reply(client, id));
    }
}

fn handle(subject: &Subject<'_>, layout: &Layout, kind: HandleKind) -> Option<Handle> {
    let at = kind.place(subject.scenario, subject.history)?;
    if let HandleKind::Request(client, step) = kind {
        // Where the usual delay is hardly seen, the arrival is where the thinking ends.
        let delay = request(subject.scenario, client, step)?;
        if delay.own.is_none() && layout.scale.pixels(delay.usual) < APART {
            return None;
        }
    }
    let cross = cross(subject.scenario, layout, kind)?;
    let (x, y) = layout.point(layout.scale.at(at), cross);
    let (name, meaning) = words(subject, kind)?;
    Some(Handle {
        kind,
        at,
        x,
        y,
        aside: 0.0,
        hit: String::new(),
        name,
        meaning,
    })
}

/// Where a handle is across the lanes.
fn cross(scenario: &Scenario, layout: &Layout, kind: HandleKind) -> Option<f64> {
    let lane = |client: ClientId| layout.lane(Owner::Client(client));
    let (lock, resource) = (layout.lane(Owner::Lock), layout.lane(Owner::Resource));
    // Beyond the far edge of a lane; where time runs down, just inside.
    let far = |edge: f64| match layout.direction {
        Direction::Across => edge + 2.0,
        Direction::Down => edge - 6.0,
    };
    let near = |edge: f64| match layout.direction {
        Direction::Across => edge - 2.0,
        Direction::Down => edge + 6.0,
    };
    let beyond_lock = |client: ClientId| lane(client).from > lock.from;
    Some(match kind {
        HandleKind::LeaseEnd | HandleKind::LockDelayEnd => lock.middle(),
        HandleKind::Arrival(client) => lane(client).middle(),
        HandleKind::Thinking(client, _) => far(lane(client).to),
        HandleKind::WindowEnd => far(resource.to),
        HandleKind::Request(client, step) => {
            match (to_lock(scenario, client, step)?, beyond_lock(client)) {
                (true, true) => far(lock.to),
                (true, false) => near(lock.from),
                (false, _) => near(resource.from),
            }
        }
        HandleKind::Reply(client, step) => {
            match (to_lock(scenario, client, step)?, beyond_lock(client)) {
                (true, true) => near(lane(client).from),
                (true, false) | (false, _) => far(lane(client).to),
            }
        }
        HandleKind::PauseBegin(fault)
        | HandleKind::PauseEnd(fault)
        | HandleKind::SpanBegin(fault)
        | HandleKind::SpanEnd(fault)
        | HandleKind::Instant(fault) => match *scenario.faults.get(fault.index())? {
            Fault::Pause { client, .. } | Fault::Crash { client, .. } => lane(client).middle(),
            Fault::Cut { client, .. } => near(lane(client).from),
            Fault::ClockJump { node, .. }
            | Fault::NodeDown { node, .. }
            | Fault::ClockRate { node, .. } => row(scenario, layout, node),
            Fault::Failover { .. } | Fault::LockLost { .. } => near(lock.from),
            Fault::ResourceRestart { .. } => far(resource.to),
        },
    })
}

/// Whether a step's message goes to the lock service, else to the resource.
fn to_lock(scenario: &Scenario, client: ClientId, step: StepId) -> Option<bool> {
    let client = scenario.clients.get(client.index())?;
    let step = client.plan.get(step.index())?;
    Some(matches!(step, Step::Acquire { .. } | Step::Release { .. }))
}

/// The row of a lock node: on a lease, an edge of the lane, since the lease is in its middle.
fn row(scenario: &Scenario, layout: &Layout, node: NodeId) -> f64 {
    let lane = layout.lane(Owner::Lock);
    let (thick, pitch) = match (scenario.lock.service, layout.direction) {
        (Service::Lease, _) => return lane.to,
        (Service::Redlock, Direction::Across) => node_rows(),
        (Service::Redlock, Direction::Down) => {
            let pitch = lane.width() / f64::from(scenario.lock.nodes.max(1));
            (pitch * 0.8, pitch)
        }
    };
    lane.from + f64::from(node.0) * pitch + thick / 2.0
}
