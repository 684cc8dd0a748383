//! What can be pulled: each handle sits on what it changes, and knows how a
//! pull becomes an edit of the scenario.

use super::diagram::Subject;
use super::history::{History, Span};
use super::ink::rounded;
use super::layout::{Direction, Layout, Owner};
use super::meaning::words;
use crate::model::{ClientId, FaultId, Millis, StepId, TrueTime};
use crate::sim::scenario::{Fault, Scenario, Step};

/// The longest time that a scenario file may hold: a day.
const DAY: Millis = Millis(86_400_000);

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

fn step_time(scenario: &Scenario, client: ClientId, step: StepId) -> Option<Millis> {
    match scenario
        .clients
        .get(client.index())?
        .plan
        .get(step.index())?
    {
        Step::Acquire { .. } => None,
        Step::Read { after, .. } | Step::Release { after, .. } => Some(*after),
        Step::Write(change) | Step::Update(change) => Some(change.sending.after),
        Step::Effect(effect) => Some(effect.sending.after),
    }
}

pub(super) fn pause(scenario: &Scenario, fault: FaultId) -> Option<(TrueTime, Millis)> {
    match scenario.faults.get(fault.index()) {
        Some(Fault::Pause { at, lasting, .. }) => Some((*at, *lasting)),
        Some(_) | None => None,
    }
}

impl HandleKind {
    /// A short name for addresses and tests.
    #[must_use]
    pub fn slug(self) -> String {
        match self {
            Self::PauseBegin(FaultId(0)) => "pause-begin".to_owned(),
            Self::PauseEnd(FaultId(0)) => "pause-end".to_owned(),
            Self::PauseBegin(fault) => format!("pause-begin-{}", fault.0),
            Self::PauseEnd(fault) => format!("pause-end-{}", fault.0),
            Self::LeaseEnd => "lease-end".to_owned(),
            Self::Arrival(client) => format!("arrival-{}", client.0 + 1),
            Self::Thinking(client, step) => format!("thinking-{}-{}", client.0 + 1, step.0 + 1),
        }
    }

    /// The value that it changes: an instant since the start, or a length.
    #[must_use]
    pub fn value(self, scenario: &Scenario) -> Option<Millis> {
        match self {
            Self::PauseBegin(fault) => {
                pause(scenario, fault).map(|(at, _)| at.since(TrueTime::START))
            }
            Self::PauseEnd(fault) => pause(scenario, fault).map(|(_, lasting)| lasting),
            Self::LeaseEnd => Some(scenario.lock.ttl),
            Self::Arrival(client) => scenario
                .clients
                .get(client.index())
                .map(|client| client.arrives.since(TrueTime::START)),
            Self::Thinking(client, step) => step_time(scenario, client, step),
        }
    }

    /// The smallest and the largest value that can be set.
    #[must_use]
    pub fn bounds(self, scenario: &Scenario) -> (Millis, Millis) {
        match self {
            Self::PauseBegin(fault) => {
                let end = pause(scenario, fault).map_or(1, |(at, lasting)| at.plus(lasting).0);
                (Millis::ZERO, Millis((end - 1).clamp(0, DAY.0)))
            }
            Self::PauseEnd(_) | Self::LeaseEnd => (Millis(1), DAY),
            Self::Arrival(_) | Self::Thinking(..) => (Millis::ZERO, DAY),
        }
    }

    /// The scenario with this value, kept within the bounds.
    #[must_use]
    pub fn set(self, scenario: &Scenario, value: Millis) -> Scenario {
        let (least, most) = self.bounds(scenario);
        let value = value.clamp(least, most);
        let mut edited = scenario.clone();
        match self {
            Self::PauseBegin(fault) => {
                if let Some(Fault::Pause { at, lasting, .. }) = edited.faults.get_mut(fault.index())
                {
                    let end = at.plus(*lasting);
                    *at = TrueTime(value.0);
                    *lasting = end.since(*at).clamp(Millis(1), DAY);
                }
            }
            Self::PauseEnd(fault) => {
                if let Some(Fault::Pause { lasting, .. }) = edited.faults.get_mut(fault.index()) {
                    *lasting = value;
                }
            }
            Self::LeaseEnd => edited.lock.ttl = value,
            Self::Arrival(client) => {
                if let Some(client) = edited.clients.get_mut(client.index()) {
                    client.arrives = TrueTime(value.0);
                }
            }
            Self::Thinking(client, step) => {
                let step = edited
                    .clients
                    .get_mut(client.index())
                    .and_then(|client| client.plan.get_mut(step.index()));
                match step {
                    Some(Step::Read { after, .. } | Step::Release { after, .. }) => *after = value,
                    Some(Step::Write(change) | Step::Update(change)) => {
                        change.sending.after = value;
                    }
                    Some(Step::Effect(effect)) => effect.sending.after = value,
                    Some(Step::Acquire { .. }) | None => {}
                }
            }
        }
        edited
    }

    /// The value for which the handle would be at `instant` in this run, not yet bounded.
    #[must_use]
    pub fn value_at(self, scenario: &Scenario, history: &History, instant: TrueTime) -> Millis {
        match self {
            Self::PauseBegin(_) | Self::Arrival(_) => instant.since(TrueTime::START),
            Self::PauseEnd(fault) => {
                instant.since(pause(scenario, fault).map_or(TrueTime::START, |(at, _)| at))
            }
            Self::LeaseEnd => instant.since(
                history
                    .holds
                    .first()
                    .map_or(TrueTime::START, |hold| hold.span.from),
            ),
            Self::Thinking(client, step) => {
                thinking_begin(history, client, step).map_or(Millis::ZERO, |from| {
                    let thought = Span {
                        from,
                        to: instant.max(from),
                    };
                    let parts = thought.without(&history.pauses_of(client));
                    Millis(parts.iter().map(|span| span.length().0).sum())
                })
            }
        }
    }

    /// Where the handle is in this run.
    #[must_use]
    pub fn place(self, scenario: &Scenario, history: &History) -> Option<TrueTime> {
        match self {
            Self::PauseBegin(fault) => pause(scenario, fault).map(|(at, _)| at),
            Self::PauseEnd(fault) => pause(scenario, fault).map(|(at, lasting)| at.plus(lasting)),
            Self::LeaseEnd => {
                let first = history.holds.first()?;
                Some(first.expires.max(first.span.from))
            }
            Self::Arrival(client) => scenario
                .clients
                .get(client.index())
                .map(|client| client.arrives),
            Self::Thinking(client, step) => {
                let from = thinking_begin(history, client, step)?;
                let length = step_time(scenario, client, step)?;
                Some(thought_until(from, length, &history.pauses_of(client)))
            }
        }
    }
}

fn thinking_begin(history: &History, client: ClientId, step: StepId) -> Option<TrueTime> {
    history
        .thinking
        .iter()
        .find(|work| work.client == client && work.step == step)
        .map(|work| work.span.from)
}

/// When `length` of thinking from `from` is through, before any pause that begins just then.
fn thought_until(from: TrueTime, length: Millis, pauses: &[Span]) -> TrueTime {
    let mut at = from;
    let mut left = length;
    for pause in pauses.iter().filter(|pause| pause.to > from) {
        let work = pause.from.since(at);
        if left <= work || left.0 <= 0 {
            break;
        }
        left = left.minus(Millis(work.0.max(0)));
        at = pause.to;
    }
    at.plus(left)
}

/// How far the middles of handles in one lane are apart at least, in pixels.
const APART: f64 = 24.0;

/// All handles of a run.
pub(super) fn handles(subject: &Subject<'_>, layout: &Layout) -> Vec<Handle> {
    let mut handles: Vec<Handle> = kinds(subject.scenario)
        .into_iter()
        .filter_map(|kind| handle(subject, layout, kind))
        .filter(|handle| handle.at <= layout.end())
        .collect();
    fan_out(&mut handles, layout);
    handles
}

/// Moves handles that stand too close in one lane apart, along time.
fn fan_out(handles: &mut [Handle], layout: &Layout) {
    let place = |handle: &Handle| match layout.direction {
        Direction::Across => (handle.y, handle.x),
        Direction::Down => (handle.x, handle.y),
    };
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

/// What can be pulled in a scenario, whatever its run.
#[must_use]
pub fn kinds(scenario: &Scenario) -> Vec<HandleKind> {
    let mut kinds = Vec::new();
    for (index, fault) in scenario.faults.iter().enumerate() {
        if matches!(fault, Fault::Pause { .. }) {
            let fault = FaultId(u8::try_from(index).unwrap_or(u8::MAX));
            kinds.extend([HandleKind::PauseBegin(fault), HandleKind::PauseEnd(fault)]);
        }
    }
    kinds.push(HandleKind::LeaseEnd);
    for (index, client) in scenario.clients.iter().enumerate() {
        let who = ClientId(u8::try_from(index).unwrap_or(u8::MAX));
        if index > 0 {
            kinds.push(HandleKind::Arrival(who));
        }
        for (place, step) in client.plan.iter().enumerate() {
            let step_id = StepId(u8::try_from(place).unwrap_or(u8::MAX));
            let changes = matches!(step, Step::Write(_) | Step::Update(_) | Step::Effect(_));
            let thinks = step_time(scenario, who, step_id).is_some_and(|time| time.0 > 0);
            if changes || thinks {
                kinds.push(HandleKind::Thinking(who, step_id));
            }
        }
    }
    kinds
}

fn handle(subject: &Subject<'_>, layout: &Layout, kind: HandleKind) -> Option<Handle> {
    let at = kind.place(subject.scenario, subject.history)?;
    let cross = match kind {
        HandleKind::PauseBegin(fault) | HandleKind::PauseEnd(fault) => {
            match subject.scenario.faults.get(fault.index()) {
                Some(Fault::Pause { client, .. }) => layout.lane(Owner::Client(*client)).middle(),
                Some(_) | None => return None,
            }
        }
        HandleKind::LeaseEnd => layout.lane(Owner::Lock).middle(),
        HandleKind::Arrival(client) => layout.lane(Owner::Client(client)).middle(),
        HandleKind::Thinking(client, _) => {
            let edge = layout.lane(Owner::Client(client)).to;
            match layout.direction {
                Direction::Across => edge + 2.0,
                Direction::Down => edge - 6.0,
            }
        }
    };
    let (x, y) = layout.point(layout.scale.at(at), cross);
    let (name, meaning) = words(subject, kind)?;
    Some(Handle {
        kind,
        at,
        x,
        y,
        aside: 0.0,
        name,
        meaning,
    })
}
