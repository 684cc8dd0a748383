//! Random edits of the seed story, one field, switch, step or fault at a time,
//! as a hand on the page makes them.

use crate::generator;
use fencelab::model::{ClientId, Millis, NodeId, TrueTime};
use fencelab::sim::check;
use fencelab::sim::scenario::{
    Cause, Change, Check, Client, CutFrom, Delays, Effect, FailoverForgets, Fault, Fence,
    FenceScope, Purpose, Release, RestartForgets, Scenario, Step, Stops, Tokens, Versions, Waiting,
};
use proptest::prelude::*;
use proptest::test_runner::TestRng;

/// The seed story after so many edits, each of which `check` accepts.
pub fn edited(seed: u64, changes: u64) -> Scenario {
    edited_from(Scenario::seed(), seed, changes)
}

/// A scenario after so many edits, each of which `check` accepts.
pub fn edited_from(mut scenario: Scenario, seed: u64, changes: u64) -> Scenario {
    let mut chance = Chance(generator::rng(seed));
    let mut done = 0;
    while done < changes {
        let mut next = scenario.clone();
        chance.edit(&mut next);
        if next != scenario && check(&next).is_empty() {
            scenario = next;
            done += 1;
        }
    }
    scenario
}

struct Chance(TestRng);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.next_u32()).unwrap() % count
    }

    /// Half of them as a drag gives them, half any millisecond of a minute, a few of a day.
    fn time(&mut self) -> i64 {
        let raw = i64::from(self.0.next_u32());
        match self.below(20) {
            0..10 => raw % 121 * 500,
            10..19 => raw % 60_000,
            _ => raw % generator::TIME_MAX_MS,
        }
    }

    fn some(&mut self) -> Option<Millis> {
        (self.below(4) > 0).then(|| Millis(self.time()))
    }

    fn edit(&mut self, scenario: &mut Scenario) {
        match self.below(6) {
            0 => self.switch(scenario),
            1 => self.number(scenario),
            2 => self.client(scenario),
            3 => {
                let client = self.below(scenario.clients.len());
                self.plan(&mut scenario.clients[client]);
            }
            4 => self.fault(scenario),
            _ => self.fault_field(scenario),
        }
    }

    fn switch(&mut self, scenario: &mut Scenario) {
        let resource = &mut scenario.resource;
        match self.below(9) {
            0 => scenario.purpose = Purpose::Efficiency,
            1 => resource.fence = Fence::Writes,
            2 => resource.fence = Fence::ReadsAndWrites,
            3 => resource.fence_scope = FenceScope::Object,
            4 => resource.versions = Versions::Checked,
            5 => resource.asks_lock ^= true,
            6 => scenario.lock.waiting = Waiting::Queue,
            7 => scenario.lock.release = Release::Always,
            _ => scenario.lock.tokens = Tokens::SeparateCounter,
        }
    }

    fn number(&mut self, scenario: &mut Scenario) {
        let time = Millis(self.time());
        match self.below(6) {
            0 => scenario.lock.ttl = time,
            1 => scenario.lock.lock_delay = time,
            2 => scenario.resource.dedup_window = self.some(),
            3 => scenario.network.lock = time,
            4 => scenario.network.resource = time,
            _ => scenario.horizon = TrueTime(time.0),
        }
    }

    fn client(&mut self, scenario: &mut Scenario) {
        if self.below(8) == 0 {
            let mut client = Client::new(scenario.clients.len());
            client.plan.clone_from(&scenario.clients[0].plan);
            scenario.clients.push(client);
            return;
        }
        let place = self.below(scenario.clients.len());
        let (client, time) = (&mut scenario.clients[place], Millis(self.time()));
        match self.below(8) {
            0 => client.arrives = TrueTime(time.0),
            1 => client.retry = time,
            2 => client.timeout = self.some(),
            3 => client.renew = self.some(),
            4 => client.check = [Check::None, Check::Clock, Check::Ask][self.below(3)],
            5 => client.check_lead = time,
            6 => client.margin = time,
            _ => client.stops_when_lost ^= true,
        }
    }

    fn plan(&mut self, client: &mut Client) {
        let (place, time) = (self.below(client.plan.len() + 1), Millis(self.time()));
        if place == client.plan.len() || self.below(3) == 0 {
            let step = self.step();
            client.plan.insert(place, step);
            return;
        }
        if self.below(6) == 0 {
            client.plan.remove(place);
            return;
        }
        let some = self.some();
        let resends = u8::try_from(self.below(4)).unwrap();
        let field = self.below(6);
        match &mut client.plan[place] {
            Step::Acquire { delays } => delays.request = some,
            Step::Read { after, delays, .. } => match field {
                0 => delays.request = some,
                1 => delays.reply = some,
                _ => *after = time,
            },
            Step::Release { after, request } => match field {
                0 => *request = some,
                _ => *after = time,
            },
            Step::Write(Change { sending, .. })
            | Step::Update(Change { sending, .. })
            | Step::Effect(Effect { sending, .. }) => match field {
                0 => sending.delays.request = some,
                1 => sending.delays.reply = some,
                2 => sending.wait ^= true,
                3 => sending.resend_after = some,
                4 => sending.resends = resends,
                _ => sending.after = time,
            },
        }
    }

    fn step(&mut self) -> Step {
        let after = Millis(self.time());
        let mut change = Change::default();
        change.sending.after = after;
        match self.below(6) {
            0 => Step::Acquire {
                delays: Delays::default(),
            },
            1 => Step::Read {
                after,
                object: change.object,
                delays: Delays::default(),
            },
            2 => Step::Write(change),
            3 => Step::Update(change),
            4 => {
                let mut effect = Effect::default();
                effect.sending.after = after;
                effect.sending.key = Some(format!("invoice-{}", self.below(100)));
                Step::Effect(effect)
            }
            _ => Step::Release {
                after,
                request: None,
            },
        }
    }

    fn fault(&mut self, scenario: &mut Scenario) {
        let place = self.below(scenario.faults.len() + 1);
        if place < scenario.faults.len() && self.below(4) == 0 {
            scenario.faults.remove(place);
            return;
        }
        let client = u8::try_from(self.below(scenario.clients.len())).unwrap();
        let (client, node) = (ClientId(client), NodeId(0));
        let (at, lasting) = (TrueTime(self.time()), Millis(self.time()));
        scenario.faults.push(match self.below(9) {
            0 | 1 => Fault::Pause {
                client,
                at,
                lasting,
                cause: [Cause::Gc, Cause::Sigstop, Cause::VmMigration][self.below(3)],
                stops: Stops::Process,
            },
            2 => Fault::Crash { client, at },
            3 => Fault::Cut {
                client,
                from: CutFrom::Lock,
                at,
                lasting,
            },
            4 => Fault::ClockJump {
                node,
                at,
                by: Millis(-lasting.0),
            },
            5 => Fault::NodeDown {
                node,
                at,
                lasting,
                keeps_data: true,
            },
            6 => Fault::Failover {
                at,
                forgets: FailoverForgets::LockAndCounter,
                counter_back_by: 1,
            },
            7 => Fault::LockLost { at },
            _ => Fault::ResourceRestart {
                at,
                forgets: RestartForgets::Both,
            },
        });
    }

    fn fault_field(&mut self, scenario: &mut Scenario) {
        if scenario.faults.is_empty() {
            return;
        }
        let place = self.below(scenario.faults.len());
        let (first, time) = (self.below(2) == 0, self.time());
        match &mut scenario.faults[place] {
            Fault::Pause { at, lasting, .. }
            | Fault::Cut { at, lasting, .. }
            | Fault::ClockJump {
                at, by: lasting, ..
            }
            | Fault::NodeDown { at, lasting, .. } => {
                if first {
                    at.0 = time;
                } else {
                    lasting.0 = time;
                }
            }
            Fault::Crash { at, .. }
            | Fault::Failover { at, .. }
            | Fault::LockLost { at }
            | Fault::ResourceRestart { at, .. } => at.0 = time,
            Fault::ClockRate { .. } => {}
        }
    }
}
