//! Random scenarios bent into the world in which a law must hold.

use fencelab::model::{Millis, TrueTime};
use fencelab::sim::scenario::{
    Client, CutFrom, Delays, Fault, Network, Release, Scenario, Sending, Service, Step, Tokens,
    Waiting,
};

/// Leases that are polled: no line, no Redlock.
pub fn only_polled_leases(scenario: &mut Scenario) {
    scenario.lock.waiting = Waiting::Poll;
    if scenario.lock.service == Service::Redlock {
        scenario.lock.service = Service::Lease;
        scenario.lock.tokens = Tokens::Counter;
        scenario.lock.nodes = 5;
        scenario.lock.drift_per_mille = 10;
        scenario.lock.drift = Millis(2);
        scenario.lock.node_timeout = Millis(50);
        for client in &mut scenario.clients {
            client.node_delays = None;
        }
        scenario.faults.retain(|fault| match fault {
            Fault::Cut {
                from: CutFrom::Node(node),
                ..
            }
            | Fault::ClockJump { node, .. }
            | Fault::ClockRate { node, .. }
            | Fault::NodeDown { node, .. } => node.0 == 0,
            _ => true,
        });
    }
}

/// No pauses, no delays, no faults, and nobody deletes what is not his.
pub fn calm(scenario: &mut Scenario) {
    scenario.faults.clear();
    scenario.network = Network::default();
    scenario.lock.release = Release::IfMine;
    for client in &mut scenario.clients {
        client.node_delays = None;
        for step in &mut client.plan {
            match step {
                Step::Acquire { delays } | Step::Read { delays, .. } => *delays = Delays::default(),
                Step::Write(change) | Step::Update(change) => {
                    change.sending.delays = Delays::default();
                }
                Step::Effect(effect) => effect.sending.delays = Delays::default(),
                Step::Release { request, .. } => *request = None,
            }
        }
    }
}

/// Drops each acquire that comes before the release of the one before.
pub fn one_acquire_for_each_release(scenario: &mut Scenario) {
    for client in &mut scenario.clients {
        let mut holds = false;
        client.plan.retain(|step| match step {
            Step::Acquire { .. } => !std::mem::replace(&mut holds, true),
            Step::Release { .. } => {
                holds = false;
                true
            }
            _ => true,
        });
    }
}

/// The thinking from an acquire to the release after it, or to the end; the longest.
pub fn longest_hold(client: &Client) -> Millis {
    let (mut longest, mut hold) = (Millis::ZERO, Millis::ZERO);
    for step in &client.plan {
        match step {
            Step::Acquire { .. } => hold = Millis::ZERO,
            Step::Read { after, .. } | Step::Release { after, .. } => hold = hold.plus(*after),
            Step::Write(change) | Step::Update(change) => hold = hold.plus(change.sending.after),
            Step::Effect(effect) => hold = hold.plus(effect.sending.after),
        }
        longest = longest.max(hold);
    }
    longest
}

/// Makes every duration at most this long.
pub fn shorten(scenario: &mut Scenario, longest: i64) {
    each_time(scenario, &|ms| ms.clamp(-longest, longest));
}

/// The same world, so many times as slow.
pub fn slower(scenario: &Scenario, times: i64) -> Scenario {
    let mut slower = scenario.clone();
    for client in &mut slower.clients {
        // The default has a length of its own.
        if scenario.lock.service == Service::Lease {
            client.timeout = client.timeout_in_force(scenario.lock.waiting);
        }
    }
    each_time(&mut slower, &|ms| ms * times);
    slower
}

fn each_time(scenario: &mut Scenario, to: &dyn Fn(i64) -> i64) {
    let ms = |time: &mut Millis| time.0 = to(time.0);
    let at = |time: &mut TrueTime| time.0 = to(time.0);
    let delays = |delays: &mut Delays| {
        delays.request.iter_mut().for_each(ms);
        delays.reply.iter_mut().for_each(ms);
    };
    let sending = |sending: &mut Sending| {
        ms(&mut sending.after);
        sending.resend_after.iter_mut().for_each(ms);
        delays(&mut sending.delays);
    };
    at(&mut scenario.horizon);
    ms(&mut scenario.lock.ttl);
    ms(&mut scenario.network.lock);
    ms(&mut scenario.network.resource);
    scenario.resource.dedup_window.iter_mut().for_each(ms);
    match scenario.lock.service {
        Service::Lease => ms(&mut scenario.lock.lock_delay),
        Service::Redlock => {
            ms(&mut scenario.lock.drift);
            ms(&mut scenario.lock.node_timeout);
        }
    }
    for client in &mut scenario.clients {
        at(&mut client.arrives);
        ms(&mut client.retry);
        ms(&mut client.check_lead);
        ms(&mut client.margin);
        client.timeout.iter_mut().for_each(ms);
        client.renew.iter_mut().for_each(ms);
        client.node_delays.iter_mut().flatten().for_each(ms);
        for step in &mut client.plan {
            match step {
                Step::Acquire { delays: own } => delays(own),
                Step::Read {
                    after, delays: own, ..
                } => {
                    ms(after);
                    delays(own);
                }
                Step::Write(change) | Step::Update(change) => sending(&mut change.sending),
                Step::Effect(effect) => sending(&mut effect.sending),
                Step::Release { after, request } => {
                    ms(after);
                    request.iter_mut().for_each(ms);
                }
            }
        }
    }
    for fault in &mut scenario.faults {
        match fault {
            Fault::Pause {
                at: begin, lasting, ..
            }
            | Fault::Cut {
                at: begin, lasting, ..
            }
            | Fault::NodeDown {
                at: begin, lasting, ..
            } => {
                at(begin);
                ms(lasting);
            }
            Fault::ClockJump { at: begin, by, .. } => {
                at(begin);
                ms(by);
            }
            Fault::Crash { at: begin, .. }
            | Fault::Failover { at: begin, .. }
            | Fault::LockLost { at: begin }
            | Fault::ResourceRestart { at: begin, .. } => at(begin),
            Fault::ClockRate { .. } => {}
        }
    }
}
