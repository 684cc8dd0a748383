//! How a pull of a handle becomes an edit: the value that each handle changes,
//! where that value is seen in a run, and the scenario with another one.

use super::handle::HandleKind;
use super::history::{History, Span};
use super::sending::{first_key, reply_sent, request_sent};
use crate::model::{ClientId, FaultId, Millis, StepId, TrueTime};
use crate::sim::limits::{DURATION, TIME};
use crate::sim::scenario::{Client, Delays, Fault, Scenario, Step};

/// The longest time that a scenario file may hold: a day.
const DAY: Millis = Millis(TIME.max);
/// The shortest time that something may last.
const SHORTEST: Millis = Millis(DURATION.min);

impl HandleKind {
    /// The value that it changes: an instant since the start, or a length.
    #[must_use]
    pub fn value(self, scenario: &Scenario) -> Option<Millis> {
        match self {
            Self::PauseBegin(fault) | Self::SpanBegin(fault) => {
                lasting(scenario, fault).map(|(at, _)| at.since(TrueTime::START))
            }
            Self::PauseEnd(fault) | Self::SpanEnd(fault) => {
                lasting(scenario, fault).map(|(_, lasting)| lasting)
            }
            Self::Instant(fault) => instant(scenario, fault).map(|at| at.since(TrueTime::START)),
            Self::LeaseEnd => Some(scenario.lock.ttl),
            Self::LockDelayEnd => Some(scenario.lock.lock_delay),
            Self::WindowEnd => scenario.resource.dedup_window,
            Self::Arrival(client) => {
                let client = scenario.clients.get(client.index())?;
                Some(client.arrives.since(TrueTime::START))
            }
            Self::Thinking(client, step) => step_time(scenario, client, step),
            Self::Request(client, step) => Some(request(scenario, client, step)?.in_force()),
            Self::Reply(client, step) => Some(reply(scenario, client, step)?.in_force()),
        }
    }

    /// The smallest and the largest value that can be set.
    #[must_use]
    pub fn bounds(self, scenario: &Scenario) -> (Millis, Millis) {
        match self {
            Self::PauseBegin(fault) | Self::SpanBegin(fault) => {
                let end = lasting(scenario, fault).map_or(1, |(at, lasting)| at.plus(lasting).0);
                (Millis::ZERO, Millis((end - 1).clamp(0, DAY.0)))
            }
            // What is at 0 has no handle: in the hand it must not come so far.
            Self::Thinking(client, step) if !changes(scenario, client, step) => (SHORTEST, DAY),
            Self::PauseEnd(_)
            | Self::SpanEnd(_)
            | Self::LeaseEnd
            | Self::LockDelayEnd
            | Self::WindowEnd => (SHORTEST, DAY),
            Self::Arrival(_)
            | Self::Thinking(..)
            | Self::Instant(_)
            | Self::Request(..)
            | Self::Reply(..) => (Millis::ZERO, DAY),
        }
    }

    /// The scenario with this value, kept within the bounds.
    #[must_use]
    pub fn set(self, scenario: &Scenario, value: Millis) -> Scenario {
        let (least, most) = self.bounds(scenario);
        let value = value.clamp(least, most);
        let mut edited = scenario.clone();
        // What is as usual stays unsaid.
        if self.value(scenario) != Some(value) {
            self.put(&mut edited, value);
        }
        edited
    }

    fn put(self, edited: &mut Scenario, value: Millis) {
        match self {
            Self::PauseBegin(fault) | Self::SpanBegin(fault) => {
                if let Some((at, lasting)) = lasting_mut(edited, fault) {
                    let end = at.plus(*lasting);
                    *at = TrueTime(value.0);
                    *lasting = end.since(*at).clamp(SHORTEST, DAY);
                }
            }
            Self::PauseEnd(fault) | Self::SpanEnd(fault) => {
                if let Some((_, lasting)) = lasting_mut(edited, fault) {
                    *lasting = value;
                }
            }
            Self::Instant(fault) => {
                if let Some(at) = instant_mut(edited, fault) {
                    *at = TrueTime(value.0);
                }
            }
            Self::LeaseEnd => edited.lock.ttl = value,
            Self::LockDelayEnd => edited.lock.lock_delay = value,
            Self::WindowEnd => edited.resource.dedup_window = Some(value),
            Self::Arrival(client) => {
                if let Some(client) = edited.clients.get_mut(client.index()) {
                    client.arrives = TrueTime(value.0);
                }
            }
            Self::Thinking(client, step) => {
                if let Some(after) = step_mut(edited, client, step).and_then(thinking_mut) {
                    *after = value;
                }
            }
            Self::Request(client, step) => {
                if let Some(delay) = step_mut(edited, client, step).map(request_mut) {
                    *delay = Some(value);
                }
            }
            Self::Reply(client, step) => {
                if let Some(delay) = step_mut(edited, client, step).and_then(reply_mut) {
                    *delay = Some(value);
                }
            }
        }
    }

    /// The value for which the handle would be at `instant` in this run, not yet bounded.
    #[must_use]
    pub fn value_at(self, scenario: &Scenario, history: &History, instant: TrueTime) -> Millis {
        match self {
            Self::PauseBegin(_) | Self::SpanBegin(_) | Self::Instant(_) | Self::Arrival(_) => {
                instant.since(TrueTime::START)
            }
            Self::PauseEnd(fault) | Self::SpanEnd(fault) => {
                instant.since(lasting(scenario, fault).map_or(TrueTime::START, |(at, _)| at))
            }
            Self::Thinking(client, step) => {
                thinking_begin(history, client, step).map_or(Millis::ZERO, |from| {
                    let to = instant.max(from);
                    let thought = Span { from, to };
                    let parts = thought.without(&history.pauses_of(client));
                    Millis(parts.iter().map(|span| span.length().0).sum())
                })
            }
            Self::LeaseEnd
            | Self::LockDelayEnd
            | Self::WindowEnd
            | Self::Request(..)
            | Self::Reply(..) => {
                instant.since(self.origin(scenario, history).unwrap_or(TrueTime::START))
            }
        }
    }

    /// Where the handle is in this run.
    #[must_use]
    pub fn place(self, scenario: &Scenario, history: &History) -> Option<TrueTime> {
        match self {
            Self::PauseBegin(fault) | Self::SpanBegin(fault) => {
                lasting(scenario, fault).map(|(at, _)| at)
            }
            Self::PauseEnd(fault) | Self::SpanEnd(fault) => {
                lasting(scenario, fault).map(|(at, lasting)| at.plus(lasting))
            }
            Self::Instant(fault) => instant(scenario, fault),
            Self::LeaseEnd => {
                let first = history.holds.first()?;
                Some(first.expires.max(first.span.from))
            }
            Self::Arrival(client) => {
                let client = scenario.clients.get(client.index())?;
                Some(client.arrives)
            }
            Self::Thinking(client, step) => {
                let from = thinking_begin(history, client, step)?;
                let length = step_time(scenario, client, step)?;
                Some(thought_until(from, length, &history.pauses_of(client)))
            }
            Self::LockDelayEnd | Self::WindowEnd | Self::Request(..) | Self::Reply(..) => {
                let origin = self.origin(scenario, history)?;
                Some(origin.plus(self.value(scenario)?))
            }
        }
    }

    /// From when on what it changes is counted, if that depends on the run.
    fn origin(self, scenario: &Scenario, history: &History) -> Option<TrueTime> {
        match self {
            Self::LeaseEnd => history.holds.first().map(|hold| hold.span.from),
            Self::LockDelayEnd => history.lock_delays.first().map(|span| span.from),
            Self::WindowEnd => first_key(scenario, history),
            Self::Request(client, step) => request_sent(scenario, history, client, step),
            Self::Reply(client, step) => reply_sent(scenario, history, client, step),
            Self::PauseBegin(_)
            | Self::PauseEnd(_)
            | Self::SpanBegin(_)
            | Self::SpanEnd(_)
            | Self::Instant(_)
            | Self::Arrival(_)
            | Self::Thinking(..) => None,
        }
    }
}

/// Begin and length of a fault that lasts.
pub(super) fn lasting(scenario: &Scenario, fault: FaultId) -> Option<(TrueTime, Millis)> {
    match scenario.faults.get(fault.index())? {
        Fault::Pause { at, lasting, .. }
        | Fault::Cut { at, lasting, .. }
        | Fault::NodeDown { at, lasting, .. } => Some((*at, *lasting)),
        Fault::Crash { .. }
        | Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    }
}

fn lasting_mut(edited: &mut Scenario, fault: FaultId) -> Option<(&mut TrueTime, &mut Millis)> {
    match edited.faults.get_mut(fault.index())? {
        Fault::Pause { at, lasting, .. }
        | Fault::Cut { at, lasting, .. }
        | Fault::NodeDown { at, lasting, .. } => Some((at, lasting)),
        Fault::Crash { .. }
        | Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    }
}

/// The instant of a fault that has no length.
fn instant(scenario: &Scenario, fault: FaultId) -> Option<TrueTime> {
    match scenario.faults.get(fault.index())? {
        Fault::Crash { at, .. }
        | Fault::ClockJump { at, .. }
        | Fault::Failover { at, .. }
        | Fault::LockLost { at }
        | Fault::ResourceRestart { at, .. } => Some(*at),
        Fault::Pause { .. }
        | Fault::Cut { .. }
        | Fault::NodeDown { .. }
        | Fault::ClockRate { .. } => None,
    }
}

fn instant_mut(edited: &mut Scenario, fault: FaultId) -> Option<&mut TrueTime> {
    match edited.faults.get_mut(fault.index())? {
        Fault::Crash { at, .. }
        | Fault::ClockJump { at, .. }
        | Fault::Failover { at, .. }
        | Fault::LockLost { at }
        | Fault::ResourceRestart { at, .. } => Some(at),
        Fault::Pause { .. }
        | Fault::Cut { .. }
        | Fault::NodeDown { .. }
        | Fault::ClockRate { .. } => None,
    }
}

pub(super) fn step_of(scenario: &Scenario, client: ClientId, step: StepId) -> Option<&Step> {
    let client: &Client = scenario.clients.get(client.index())?;
    client.plan.get(step.index())
}

/// Whether a step changes something: its thinking has a handle even if it takes no time.
pub(super) fn changes(scenario: &Scenario, client: ClientId, step: StepId) -> bool {
    matches!(
        step_of(scenario, client, step),
        Some(Step::Write(_) | Step::Update(_) | Step::Effect(_))
    )
}

fn step_mut(edited: &mut Scenario, client: ClientId, step: StepId) -> Option<&mut Step> {
    let client: &mut Client = edited.clients.get_mut(client.index())?;
    client.plan.get_mut(step.index())
}

/// How long a client thinks before a step; none before acquire.
pub(super) fn step_time(scenario: &Scenario, client: ClientId, step: StepId) -> Option<Millis> {
    match step_of(scenario, client, step)? {
        Step::Acquire { .. } => None,
        Step::Read { after, .. } | Step::Release { after, .. } => Some(*after),
        Step::Write(change) | Step::Update(change) => Some(change.sending.after),
        Step::Effect(effect) => Some(effect.sending.after),
    }
}

fn thinking_mut(step: &mut Step) -> Option<&mut Millis> {
    match step {
        Step::Acquire { .. } => None,
        Step::Read { after, .. } | Step::Release { after, .. } => Some(after),
        Step::Write(change) | Step::Update(change) => Some(&mut change.sending.after),
        Step::Effect(effect) => Some(&mut effect.sending.after),
    }
}

/// The delay of a step's first message: its own, if it has one, and the usual one.
#[derive(Clone, Copy)]
pub(super) struct Delay {
    pub(super) own: Option<Millis>,
    pub(super) usual: Millis,
}

impl Delay {
    pub(super) fn in_force(self) -> Millis {
        self.own.unwrap_or(self.usual)
    }
}

/// The delay of a step's request.
pub(super) fn request(scenario: &Scenario, client: ClientId, step: StepId) -> Option<Delay> {
    let network = &scenario.network;
    let of = |own, usual| Some(Delay { own, usual });
    match step_of(scenario, client, step)? {
        Step::Acquire { delays } => of(delays.request, network.lock),
        Step::Release { request, .. } => of(*request, network.lock),
        Step::Read { delays, .. } => of(delays.request, network.resource),
        Step::Write(change) | Step::Update(change) => {
            of(change.sending.delays.request, network.resource)
        }
        Step::Effect(effect) => of(effect.sending.delays.request, network.resource),
    }
}

/// The delay of the reply to a step's request; none for release.
pub(super) fn reply(scenario: &Scenario, client: ClientId, step: StepId) -> Option<Delay> {
    let network = &scenario.network;
    let of = |delays: &Delays, usual| {
        let own = delays.reply;
        Some(Delay { own, usual })
    };
    match step_of(scenario, client, step)? {
        Step::Acquire { delays } => of(delays, network.lock),
        Step::Release { .. } => None,
        Step::Read { delays, .. } => of(delays, network.resource),
        Step::Write(change) | Step::Update(change) => of(&change.sending.delays, network.resource),
        Step::Effect(effect) => of(&effect.sending.delays, network.resource),
    }
}

const fn request_mut(step: &mut Step) -> &mut Option<Millis> {
    match step {
        Step::Acquire { delays } | Step::Read { delays, .. } => &mut delays.request,
        Step::Release { request, .. } => request,
        Step::Write(change) | Step::Update(change) => &mut change.sending.delays.request,
        Step::Effect(effect) => &mut effect.sending.delays.request,
    }
}

const fn reply_mut(step: &mut Step) -> Option<&mut Option<Millis>> {
    match step {
        Step::Acquire { delays } | Step::Read { delays, .. } => Some(&mut delays.reply),
        Step::Release { .. } => None,
        Step::Write(change) | Step::Update(change) => Some(&mut change.sending.delays.reply),
        Step::Effect(effect) => Some(&mut effect.sending.delays.reply),
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
