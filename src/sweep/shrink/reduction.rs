//! The ways in which a scenario can be made smaller by one thing.

use crate::model::{ClientId, Millis};
use crate::sim::scenario::{Delays, Fault, Scenario, Sending, Step};

/// One way. Places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    /// Without so many faults from a place on.
    Faults(usize, usize),
    /// Without a client and its faults.
    Client(usize),
    /// Without a step of a client.
    Step(usize, usize),
    /// Without something that has a usual value.
    Extra(usize),
    /// With a number made smaller.
    Number(usize, Smaller),
}

/// How a number is made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Smaller {
    /// As small as it can be.
    Least,
    /// Half of it.
    Half,
    /// The next smaller one with a single digit that is not 0: easier to read.
    OneDigit,
    /// With two such digits.
    TwoDigits,
}

/// All ways, those that take away most first.
pub(super) fn reductions(scenario: &Scenario) -> Vec<Reduction> {
    let mut all = Vec::new();
    let faults = scenario.faults.len();
    for size in [faults, faults / 2, faults / 4, 1] {
        if size > 0 {
            let places = (0..faults).step_by(size);
            all.extend(places.map(|place| Reduction::Faults(place, size)));
        }
    }
    all.extend((0..scenario.clients.len()).map(Reduction::Client));
    for (place, client) in scenario.clients.iter().enumerate() {
        // The last first: what follows does not move.
        let steps = (0..client.plan.len()).rev();
        all.extend(steps.map(|step| Reduction::Step(place, step)));
    }
    let mut counted = scenario.clone();
    let (mut extras, mut numbers) = (0, 0);
    parts(&mut counted, &mut |part| match part {
        Part::Extra(extra) => extras += usize::from(extra.is_there()),
        Part::Number(number) => {
            for smaller in [
                Smaller::Least,
                Smaller::Half,
                Smaller::OneDigit,
                Smaller::TwoDigits,
            ] {
                if number.made(smaller) != number.get() {
                    all.push(Reduction::Number(numbers, smaller));
                }
            }
            numbers += 1;
        }
    });
    all.extend((0..extras).map(Reduction::Extra));
    all
}

impl Reduction {
    /// The smaller scenario.
    pub(super) fn of(self, scenario: &Scenario) -> Scenario {
        let mut smaller = scenario.clone();
        match self {
            Self::Faults(place, size) => {
                let kept = smaller.faults.iter().enumerate();
                let kept =
                    kept.filter(|(index, _)| !(place..place.saturating_add(size)).contains(index));
                smaller.faults = kept.map(|(_, fault)| fault.clone()).collect();
            }
            Self::Client(place) => without_client(&mut smaller, place),
            Self::Step(client, step) => {
                let plan = smaller
                    .clients
                    .get_mut(client)
                    .map(|client| &mut client.plan);
                if let Some(plan) = plan.filter(|plan| step < plan.len()) {
                    plan.remove(step);
                }
            }
            Self::Extra(place) => {
                let mut index = 0;
                parts(&mut smaller, &mut |part| {
                    if let Part::Extra(extra) = part
                        && extra.is_there()
                    {
                        if index == place {
                            extra.remove();
                        }
                        index += 1;
                    }
                });
            }
            Self::Number(place, how) => {
                let mut index = 0;
                parts(&mut smaller, &mut |part| {
                    if let Part::Number(mut number) = part {
                        if index == place {
                            number.set(number.made(how));
                        }
                        index += 1;
                    }
                });
            }
        }
        smaller
    }
}

/// The clients behind it move up, and their faults with them.
fn without_client(scenario: &mut Scenario, place: usize) {
    if place >= scenario.clients.len() {
        return;
    }
    scenario.clients.remove(place);
    scenario.faults.retain_mut(|fault| match client_of(fault) {
        Some(client) if client.index() == place => false,
        Some(client) => {
            if client.index() > place {
                client.0 -= 1;
            }
            true
        }
        None => true,
    });
}

const fn client_of(fault: &mut Fault) -> Option<&mut ClientId> {
    match fault {
        Fault::Pause { client, .. } | Fault::Crash { client, .. } | Fault::Cut { client, .. } => {
            Some(client)
        }
        Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::NodeDown { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    }
}

/// Something that a scenario can do without, or with less of.
enum Part<'a> {
    Extra(Extra<'a>),
    Number(Number<'a>),
}

/// Something that has a usual value.
enum Extra<'a> {
    Delay(&'a mut Option<Millis>),
    NodeDelays(&'a mut Option<Vec<Millis>>),
    Resends(&'a mut Sending),
}

impl Extra<'_> {
    const fn is_there(&self) -> bool {
        match self {
            Self::Delay(delay) => delay.is_some(),
            Self::NodeDelays(delays) => delays.is_some(),
            Self::Resends(sending) => sending.resend_after.is_some(),
        }
    }

    fn remove(self) {
        match self {
            Self::Delay(delay) => *delay = None,
            Self::NodeDelays(delays) => *delays = None,
            Self::Resends(sending) => {
                sending.resend_after = None;
                sending.resends = 0;
            }
        }
    }
}

/// A number that may be smaller, that is, nearer to its least.
enum Number<'a> {
    /// Not below the second.
    Time(&'a mut i64, i64),
    Resends(&'a mut u8),
    CounterBack(&'a mut u64),
    /// 1000 is no deviation.
    Rate(&'a mut u16),
}

/// A clock that runs as it should.
const RIGHT_PER_MILLE: i64 = 1000;

impl Number<'_> {
    /// How far it is from zero, or from no deviation.
    fn get(&self) -> i64 {
        match self {
            Self::Time(time, _) => **time,
            Self::Resends(resends) => i64::from(**resends),
            Self::CounterBack(by) => i64::try_from(**by).unwrap_or(i64::MAX),
            Self::Rate(per_mille) => i64::from(**per_mille) - RIGHT_PER_MILLE,
        }
    }

    fn made(&self, how: Smaller) -> i64 {
        let (number, least) = match self {
            Self::Time(time, least) => (**time, *least),
            Self::Resends(_) | Self::CounterBack(_) | Self::Rate(_) => (self.get(), 0),
        };
        let smaller = match how {
            Smaller::Least => least,
            Smaller::Half => number / 2,
            Smaller::OneDigit => digits(number, 10),
            Smaller::TwoDigits => digits(number, 100),
        };
        // Jumps back are negative, and have no least.
        if number >= least {
            smaller.max(least)
        } else {
            smaller
        }
    }

    fn set(&mut self, value: i64) {
        match self {
            Self::Time(time, _) => **time = value,
            Self::Resends(resends) => **resends = u8::try_from(value).unwrap_or(0),
            Self::CounterBack(by) => **by = u64::try_from(value).unwrap_or(0),
            Self::Rate(per_mille) => {
                **per_mille = u16::try_from(value.saturating_add(RIGHT_PER_MILLE)).unwrap_or(1000);
            }
        }
    }
}

/// The number with its last digits made 0, until what is left is below `below`.
const fn digits(number: i64, below: i64) -> i64 {
    let mut unit = 1_i64;
    while number.abs() / unit >= below {
        unit = unit.saturating_mul(10);
    }
    number / unit * unit
}

/// Shows every part of a scenario that is not of its design, in a fixed order.
fn parts(scenario: &mut Scenario, see: &mut dyn FnMut(Part<'_>)) {
    for fault in &mut scenario.faults {
        fault_parts(fault, see);
    }
    for client in &mut scenario.clients {
        see(Part::Number(Number::Time(&mut client.arrives.0, 0)));
        see(Part::Extra(Extra::NodeDelays(&mut client.node_delays)));
        for delay in client.node_delays.iter_mut().flatten() {
            see(Part::Number(Number::Time(&mut delay.0, 0)));
        }
        for step in &mut client.plan {
            step_parts(step, see);
        }
    }
    let network = &mut scenario.network;
    see(Part::Number(Number::Time(&mut network.lock.0, 0)));
    see(Part::Number(Number::Time(&mut network.resource.0, 0)));
}

fn step_parts(step: &mut Step, see: &mut dyn FnMut(Part<'_>)) {
    match step {
        Step::Acquire { delays } => delay_parts(delays, see),
        Step::Read { after, delays, .. } => {
            see(Part::Number(Number::Time(&mut after.0, 0)));
            delay_parts(delays, see);
        }
        Step::Write(change) | Step::Update(change) => sending_parts(&mut change.sending, see),
        Step::Effect(effect) => sending_parts(&mut effect.sending, see),
        Step::Release { after, request } => {
            see(Part::Number(Number::Time(&mut after.0, 0)));
            way_parts(request, see);
        }
    }
}

fn sending_parts(sending: &mut Sending, see: &mut dyn FnMut(Part<'_>)) {
    see(Part::Number(Number::Time(&mut sending.after.0, 0)));
    see(Part::Extra(Extra::Resends(sending)));
    see(Part::Number(Number::Resends(&mut sending.resends)));
    if let Some(after) = &mut sending.resend_after {
        see(Part::Number(Number::Time(&mut after.0, 1)));
    }
    delay_parts(&mut sending.delays, see);
}

fn delay_parts(delays: &mut Delays, see: &mut dyn FnMut(Part<'_>)) {
    way_parts(&mut delays.request, see);
    way_parts(&mut delays.reply, see);
}

fn way_parts(way: &mut Option<Millis>, see: &mut dyn FnMut(Part<'_>)) {
    see(Part::Extra(Extra::Delay(way)));
    if let Some(delay) = way {
        see(Part::Number(Number::Time(&mut delay.0, 0)));
    }
}

fn fault_parts(fault: &mut Fault, see: &mut dyn FnMut(Part<'_>)) {
    let (at, lasting) = match fault {
        Fault::Pause { at, lasting, .. }
        | Fault::Cut { at, lasting, .. }
        | Fault::NodeDown { at, lasting, .. } => (at, Some(lasting)),
        Fault::Crash { at, .. } | Fault::LockLost { at } | Fault::ResourceRestart { at, .. } => {
            (at, None)
        }
        Fault::ClockJump { at, by, .. } => {
            see(Part::Number(Number::Time(&mut by.0, 0)));
            (at, None)
        }
        Fault::Failover {
            at,
            counter_back_by,
            ..
        } => {
            see(Part::Number(Number::CounterBack(counter_back_by)));
            (at, None)
        }
        Fault::ClockRate { per_mille, .. } => {
            see(Part::Number(Number::Rate(per_mille)));
            return;
        }
    };
    see(Part::Number(Number::Time(&mut at.0, 0)));
    if let Some(lasting) = lasting {
        see(Part::Number(Number::Time(&mut lasting.0, 1)));
    }
}
