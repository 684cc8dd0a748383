//! A walk over all fields of a scenario, once for both directions: a scenario
//! as a row of numbers, and back. The order of the fields is the format of the
//! links of version 1 (`docs/link.md`) and never changes.

use super::kind::{FAULT_KINDS, STEP_KINDS, blank_fault, blank_step, kind_of_fault, kind_of_step};
use super::script::{unzigzag, zigzag};
use crate::model::{Millis, NodeId, Token, TrueTime};
use crate::sim::limits::{CLIENTS, FAULTS, NODES, Range, STEPS, TEXT};
use crate::sim::scenario::{
    Change, Client, CutFrom, Delays, Effect, Fault, Lock, Network, Resource, Scenario, Sending,
    Step,
};
use crate::sim::words::Word;

/// A scenario as a row of numbers. What the format does not allow is not told
/// apart; what it allows is.
pub(super) fn numbers(scenario: &Scenario) -> Vec<u32> {
    let mut walk = Walk {
        numbers: Vec::new(),
        reads: None,
        sound: true,
    };
    walk.scenario(&mut scenario.clone());
    walk.numbers
}

/// The scenario that a row of numbers stands for; none if it stands for none.
/// It may still be one that `check` complains about.
pub(super) fn scenario(numbers: Vec<u32>) -> Option<Scenario> {
    let mut scenario = Scenario::seed();
    let length = numbers.len();
    let mut walk = Walk {
        numbers,
        reads: Some(0),
        sound: true,
    };
    walk.scenario(&mut scenario);
    (walk.sound && walk.reads == Some(length)).then_some(scenario)
}

/// The defences of a resource as a row of numbers.
pub(super) fn resource_numbers(resource: &Resource) -> Vec<u32> {
    let mut walk = Walk {
        numbers: Vec::new(),
        reads: None,
        sound: true,
    };
    walk.resource(&mut resource.clone());
    walk.numbers
}

/// The defences that a row of numbers stands for; none if it stands for none.
pub(super) fn resource(numbers: Vec<u32>) -> Option<Resource> {
    let mut resource = Resource::default();
    let length = numbers.len();
    let mut walk = Walk {
        numbers,
        reads: Some(0),
        sound: true,
    };
    walk.resource(&mut resource);
    (walk.sound && walk.reads == Some(length)).then_some(resource)
}

struct Walk {
    numbers: Vec<u32>,
    /// The place of the next number to read; none: it writes.
    reads: Option<usize>,
    /// Whether all that was read makes sense.
    sound: bool,
}

impl Walk {
    /// Each number passes here: written as it is, or replaced by the one that is read.
    fn number(&mut self, number: u32) -> u32 {
        let Some(place) = &mut self.reads else {
            self.numbers.push(number);
            return number;
        };
        let read = self.numbers.get(*place);
        *place += 1;
        self.sound &= read.is_some();
        read.copied().unwrap_or(0)
    }

    /// A number below `count`.
    fn index(&mut self, index: usize, count: usize) -> usize {
        let index = self.number(narrow(index)) as usize;
        self.sound &= index < count;
        if index < count { index } else { 0 }
    }

    fn count(&mut self, count: usize, range: Range) -> usize {
        let most = usize::try_from(range.max).unwrap_or(0);
        self.index(count, most + 1)
    }

    fn byte(&mut self, number: &mut u8) {
        *number = u8::try_from(self.number((*number).into())).unwrap_or(u8::MAX);
    }

    fn short(&mut self, number: &mut u16) {
        *number = u16::try_from(self.number((*number).into())).unwrap_or(u16::MAX);
    }

    fn long(&mut self, number: &mut u64) {
        *number = self
            .number(u32::try_from(*number).unwrap_or(u32::MAX))
            .into();
    }

    fn time(&mut self, number: &mut i64) {
        *number = self
            .number(u32::try_from(*number).unwrap_or(u32::MAX))
            .into();
    }

    /// None is 0; a time is one more than it is.
    fn optional(&mut self, time: &mut Option<Millis>) {
        let mut number = time.map_or(0, |time| time.0.saturating_add(1));
        self.time(&mut number);
        *time = (number > 0).then(|| Millis(number - 1));
    }

    fn flag(&mut self, flag: &mut bool) {
        *flag = self.index(usize::from(*flag), 2) == 1;
    }

    fn word<T: Word>(&mut self, word: &mut T) {
        let place = self.index(word.place(), T::ALL.len());
        if let Some(read) = T::ALL.get(place) {
            *word = *read;
        }
    }

    fn text(&mut self, text: &mut String) {
        let count = self.count(text.chars().count(), TEXT);
        if self.reads.is_none() {
            for letter in text.chars() {
                self.number(letter.into());
            }
            return;
        }
        text.clear();
        for _ in 0..count {
            let letter = char::from_u32(self.number(0));
            self.sound &= letter.is_some();
            text.extend(letter);
        }
    }

    fn list<T: Clone>(
        &mut self,
        list: &mut Vec<T>,
        range: Range,
        blank: &T,
        each: fn(&mut Self, &mut T),
    ) {
        let count = self.count(list.len(), range);
        list.resize(count, blank.clone());
        for entry in list {
            each(self, entry);
        }
    }
}

impl Walk {
    fn scenario(&mut self, scenario: &mut Scenario) {
        let Scenario {
            purpose,
            horizon,
            lock,
            resource,
            network,
            clients,
            faults,
        } = scenario;
        self.word(purpose);
        self.time(&mut horizon.0);
        self.lock(lock);
        self.resource(resource);
        let Network { lock, resource } = network;
        self.time(&mut lock.0);
        self.time(&mut resource.0);
        self.list(clients, CLIENTS, &Client::new(0), Self::client);
        self.list(faults, FAULTS, &blank_fault(0), Self::fault);
    }

    fn lock(&mut self, lock: &mut Lock) {
        let Lock {
            service,
            ttl,
            tokens,
            first_token: Token(first_token),
            waiting,
            lock_delay,
            release,
            nodes,
            drift_per_mille,
            drift,
            node_timeout,
        } = lock;
        self.word(service);
        self.time(&mut ttl.0);
        self.word(tokens);
        self.long(first_token);
        self.word(waiting);
        self.time(&mut lock_delay.0);
        self.word(release);
        self.byte(nodes);
        self.short(drift_per_mille);
        self.time(&mut drift.0);
        self.time(&mut node_timeout.0);
    }

    fn resource(&mut self, resource: &mut Resource) {
        let Resource {
            fence,
            fence_scope,
            dedup_window,
            versions,
            asks_lock,
        } = resource;
        self.word(fence);
        self.word(fence_scope);
        self.optional(dedup_window);
        self.word(versions);
        self.flag(asks_lock);
    }

    fn client(&mut self, client: &mut Client) {
        let Client {
            name,
            arrives,
            retry,
            timeout,
            renew,
            check,
            check_lead,
            margin,
            stops_when_lost,
            node_delays,
            plan,
        } = client;
        self.text(name);
        self.time(&mut arrives.0);
        self.time(&mut retry.0);
        self.optional(timeout);
        self.optional(renew);
        self.word(check);
        self.time(&mut check_lead.0);
        self.time(&mut margin.0);
        self.flag(stops_when_lost);
        // A list without entries stands for none.
        let mut delays = node_delays.take().unwrap_or_default();
        self.list(&mut delays, NODES, &Millis::ZERO, |walk, delay| {
            walk.time(&mut delay.0);
        });
        *node_delays = (!delays.is_empty()).then_some(delays);
        self.list(plan, STEPS, &blank_step(0), Self::step);
    }

    fn step(&mut self, step: &mut Step) {
        let kind = self.index(kind_of_step(step), STEP_KINDS);
        if self.reads.is_some() {
            *step = blank_step(kind);
        }
        match step {
            Step::Acquire { delays } => self.delays(delays),
            Step::Read {
                after,
                object,
                delays,
            } => {
                self.time(&mut after.0);
                self.text(object);
                self.delays(delays);
            }
            Step::Write(change) | Step::Update(change) => {
                let Change { object, sending } = change;
                self.time(&mut sending.after.0);
                self.text(object);
                self.sending(sending);
            }
            Step::Effect(effect) => {
                let Effect {
                    unless_done,
                    sending,
                } = effect;
                self.time(&mut sending.after.0);
                self.flag(unless_done);
                self.sending(sending);
            }
            Step::Release { after, request } => {
                self.time(&mut after.0);
                self.optional(request);
            }
        }
    }

    /// All but the thinking time.
    fn sending(&mut self, sending: &mut Sending) {
        let Sending {
            after: _,
            key,
            wait,
            resend_after,
            resends,
            delays,
        } = sending;
        // A text without letters stands for none.
        let mut name = key.take().unwrap_or_default();
        self.text(&mut name);
        *key = (!name.is_empty()).then_some(name);
        self.flag(wait);
        self.optional(resend_after);
        self.byte(resends);
        self.delays(delays);
    }

    fn delays(&mut self, delays: &mut Delays) {
        let Delays { request, reply } = delays;
        self.optional(request);
        self.optional(reply);
    }

    fn fault(&mut self, fault: &mut Fault) {
        let kind = self.index(kind_of_fault(fault), FAULT_KINDS);
        if self.reads.is_some() {
            *fault = blank_fault(kind);
        }
        match fault {
            Fault::Pause {
                client,
                at,
                lasting,
                cause,
                stops,
            } => {
                self.during(&mut client.0, at, lasting);
                self.word(cause);
                self.word(stops);
            }
            Fault::Crash { client, at } => {
                self.byte(&mut client.0);
                self.time(&mut at.0);
            }
            Fault::Cut {
                client,
                from,
                at,
                lasting,
            } => {
                self.during(&mut client.0, at, lasting);
                self.cut_from(from);
            }
            Fault::ClockJump { node, at, by } => {
                self.byte(&mut node.0);
                self.time(&mut at.0);
                by.0 = unzigzag(self.number(zigzag(by.0)));
            }
            Fault::ClockRate { node, per_mille } => {
                self.byte(&mut node.0);
                self.short(per_mille);
            }
            Fault::NodeDown {
                node,
                at,
                lasting,
                keeps_data,
            } => {
                self.during(&mut node.0, at, lasting);
                self.flag(keeps_data);
            }
            Fault::Failover {
                at,
                forgets,
                counter_back_by,
            } => {
                self.time(&mut at.0);
                self.word(forgets);
                self.long(counter_back_by);
            }
            Fault::LockLost { at } => self.time(&mut at.0),
            Fault::ResourceRestart { at, forgets } => {
                self.time(&mut at.0);
                self.word(forgets);
            }
        }
    }

    /// Who, from when, how long.
    fn during(&mut self, who: &mut u8, at: &mut TrueTime, lasting: &mut Millis) {
        self.byte(who);
        self.time(&mut at.0);
        self.time(&mut lasting.0);
    }

    fn cut_from(&mut self, from: &mut CutFrom) {
        let number = self.number(match from {
            CutFrom::Lock => 0,
            CutFrom::Resource => 1,
            CutFrom::All => 2,
            CutFrom::Node(node) => 3 + u32::from(node.0),
        });
        *from = match number {
            0 => CutFrom::Lock,
            1 => CutFrom::Resource,
            2 => CutFrom::All,
            node => CutFrom::Node(NodeId(u8::try_from(node - 3).unwrap_or(u8::MAX))),
        };
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
