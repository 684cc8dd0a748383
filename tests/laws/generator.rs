//! Random scenarios of the whole format, always valid, with shrinking.
//!
//! A draft is drawn from proptest's own strategies (so every number and every
//! list shrinks) and then repaired into a scenario that the reader accepts:
//! whatever a draft gets wrong is bent into the nearest thing that is right.
//! Times are multiples of one unit for the whole scenario, give or take a
//! millisecond, so that things often fall on one instant; a few are large.

use fencelab::model::{ClientId, Millis, NodeId, Token, TrueTime};
use fencelab::sim::scenario::{
    Cause, Change, Check, Client, CutFrom, Delays, Effect, FailoverForgets, Fault, Fence,
    FenceScope, Lock, Network, Purpose, Release, Resource, RestartForgets, Scenario, Sending,
    Service, Step, Stops, Tokens, Versions, Waiting,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The largest instant and duration of the format.
pub const TIME_MAX_MS: i64 = 86_400_000;

const OBJECTS: [&str; 4] = ["record", "x", "台帳", "a\"\\\u{7}\u{1f512}"];
const KEYS: [&str; 3] = ["invoice-7", "k", "ключ\u{200d}\u{301}"];
const NAMES: [&str; 8] = [
    "Client 1",
    "A",
    "名前",
    "e\u{301}\u{202e}",
    "\u{0}",
    "👩\u{200d}💻",
    "\"quoted\\",
    "forty characters forty characters forty.",
];

/// A scenario of the whole format.
pub fn scenario() -> impl Strategy<Value = Scenario> {
    draft().prop_map(|draft| repaired(&draft))
}

/// The scenario of a seed: the same one for the same seed, on every machine.
pub fn seeded(seed: u64) -> Scenario {
    let mut runner = TestRunner::new_with_rng(Config::default(), rng(seed));
    let tree = draft().new_tree(&mut runner).unwrap();
    repaired(&tree.current())
}

/// Random numbers that depend on the seed alone.
pub fn rng(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// A time before its unit is known.
#[derive(Clone, Copy, Debug)]
enum Time {
    Grid(i64),
    Beside(i64, i64),
    Exact(i64),
}

impl Time {
    fn ms(self, unit: i64, least: i64) -> i64 {
        let raw = match self {
            Self::Grid(times) => times * unit,
            Self::Beside(times, by) => times * unit + by,
            Self::Exact(ms) => ms,
        };
        raw.clamp(least, TIME_MAX_MS)
    }
}

fn time() -> BoxedStrategy<Time> {
    prop_oneof![
        30 => (0_i64..=12).prop_map(Time::Grid),
        6 => (0_i64..=40).prop_map(Time::Grid),
        5 => (0_i64..=12, -1_i64..=1).prop_map(|(times, by)| Time::Beside(times, by)),
        2 => (0_i64..=5).prop_map(Time::Exact),
        1 => prop_oneof![Just(TIME_MAX_MS), Just(88_000_i64), 0..=TIME_MAX_MS].prop_map(Time::Exact),
    ]
        .boxed()
}

/// Mostly no delay or a short one.
fn delay() -> BoxedStrategy<Time> {
    prop_oneof![
        4 => Just(Time::Grid(0)),
        3 => (0_i64..=3).prop_map(Time::Grid),
        2 => (0_i64..=9).prop_map(Time::Exact),
        1 => time(),
    ]
    .boxed()
}

fn rarely<T: Clone + std::fmt::Debug + 'static>(
    some: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Option<T>> {
    prop_oneof![3 => Just(None), 1 => some.prop_map(Some)].boxed()
}

#[derive(Clone, Debug)]
struct Draft {
    unit: i64,
    efficiency: bool,
    horizon: Option<Time>,
    lock: LockDraft,
    resource: ResourceDraft,
    network: (Time, Time),
    clients: Vec<ClientDraft>,
    faults: Vec<FaultDraft>,
}

#[derive(Clone, Debug)]
struct LockDraft {
    redlock: bool,
    ttl: i64,
    tokens: u8,
    first_token: u64,
    queue: bool,
    lock_delay: Time,
    release_always: bool,
    nodes: u8,
    drift_per_mille: u16,
    drift: Time,
    node_timeout: Time,
}

#[derive(Clone, Debug)]
struct ResourceDraft {
    fence: u8,
    scope_object: bool,
    dedup: Option<Time>,
    versions: bool,
    asks_lock: bool,
}

#[derive(Clone, Debug)]
struct ClientDraft {
    name: Result<usize, Vec<char>>,
    arrives: Time,
    retry: Time,
    timeout: Option<Time>,
    renew: Option<Time>,
    check: u8,
    check_lead: Time,
    margin: Time,
    stops_when_lost: bool,
    node_delays: Option<Vec<Time>>,
    plan: Vec<StepDraft>,
}

#[derive(Clone, Debug)]
struct StepDraft {
    kind: u8,
    after: Time,
    object: usize,
    key: Option<usize>,
    wait: bool,
    resend_after: Option<Time>,
    resends: u8,
    request: Option<Time>,
    reply: Option<Time>,
    unless_done: bool,
}

#[derive(Clone, Debug)]
struct FaultDraft {
    kind: u8,
    client: u8,
    node: u8,
    at: Time,
    lasting: Time,
    variant: u8,
    by: i64,
    per_mille: u16,
}

fn draft() -> BoxedStrategy<Draft> {
    (
        prop_oneof![Just(1_i64), Just(10), Just(100), Just(500), Just(1000)],
        prop_oneof![4 => Just(false), 1 => Just(true)],
        prop_oneof![
            1 => Just(None),
            5 => (40_i64..=150).prop_map(|times| Some(Time::Grid(times))),
            1 => time().prop_map(Some),
        ],
        lock(),
        resource(),
        (delay(), delay()),
        prop::collection::vec(client(), 1..=4),
        prop_oneof![
            6 => prop::collection::vec(fault(), 0..=5),
            1 => prop::collection::vec(fault(), 0..=64),
        ],
    )
        .prop_map(
            |(unit, efficiency, horizon, lock, resource, network, clients, faults)| Draft {
                unit,
                efficiency,
                horizon,
                lock,
                resource,
                network,
                clients,
                faults,
            },
        )
        .boxed()
}

fn lock() -> BoxedStrategy<LockDraft> {
    let one = (
        prop_oneof![2 => Just(false), 1 => Just(true)],
        prop_oneof![8 => 1_i64..=20, 1 => 1_i64..=200],
        prop_oneof![3 => Just(0_u8), 1 => Just(1), 1 => Just(2)],
        prop_oneof![2 => Just(33_u64), 1 => 0_u64..=3, 1 => 0_u64..=1_000_000_000],
        any::<bool>(),
        prop_oneof![2 => Just(Time::Grid(0)), 1 => time()],
    );
    let other = (
        prop_oneof![3 => Just(false), 1 => Just(true)],
        1_u8..=9,
        prop_oneof![2 => Just(10_u16), 2 => Just(0), 1 => 0_u16..=1000],
        prop_oneof![2 => Just(Time::Exact(2)), 2 => Just(Time::Exact(0)), 1 => time()],
        prop_oneof![1 => Just(Time::Exact(50)), 3 => time()],
    );
    (one, other)
        .prop_map(|(one, other)| {
            let (redlock, ttl, tokens, first_token, queue, lock_delay) = one;
            let (release_always, nodes, drift_per_mille, drift, node_timeout) = other;
            LockDraft {
                redlock,
                ttl,
                tokens,
                first_token,
                queue,
                lock_delay,
                release_always,
                nodes,
                drift_per_mille,
                drift,
                node_timeout,
            }
        })
        .boxed()
}

fn resource() -> BoxedStrategy<ResourceDraft> {
    (
        0_u8..=2,
        any::<bool>(),
        rarely(time()),
        prop_oneof![2 => Just(false), 1 => Just(true)],
        prop_oneof![5 => Just(false), 1 => Just(true)],
    )
        .prop_map(
            |(fence, scope_object, dedup, versions, asks_lock)| ResourceDraft {
                fence,
                scope_object,
                dedup,
                versions,
                asks_lock,
            },
        )
        .boxed()
}

fn client() -> BoxedStrategy<ClientDraft> {
    let one = (
        prop_oneof![
            4 => (0..NAMES.len()).prop_map(Ok),
            1 => prop::collection::vec(any::<char>(), 1..=40).prop_map(Err),
        ],
        time(),
        time(),
        rarely(time()),
        rarely(time()),
        prop_oneof![3 => Just(0_u8), 2 => Just(1), 2 => Just(2)],
    );
    let other = (
        prop_oneof![2 => Just(Time::Grid(0)), 1 => time()],
        prop_oneof![2 => Just(Time::Grid(0)), 1 => time()],
        prop_oneof![3 => Just(true), 1 => Just(false)],
        rarely(prop::collection::vec(delay(), 9)),
        plan(),
    );
    (one, other)
        .prop_map(|(one, other)| {
            let (name, arrives, retry, timeout, renew, check) = one;
            let (check_lead, margin, stops_when_lost, node_delays, plan) = other;
            ClientDraft {
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
            }
        })
        .boxed()
}

fn plan() -> BoxedStrategy<Vec<StepDraft>> {
    let free = || {
        prop_oneof![
            12 => prop::collection::vec(step(), 0..=8),
            1 => prop::collection::vec(step(), 0..=32),
        ]
    };
    prop_oneof![
        1 => free(),
        6 => (step(), free()).prop_map(|(mut first, rest)| {
            first.kind = 0;
            let mut plan = vec![first];
            plan.extend(rest);
            plan.truncate(32);
            plan
        }),
    ]
    .boxed()
}

fn step() -> BoxedStrategy<StepDraft> {
    let one = (
        prop_oneof![
            2 => Just(0_u8), 3 => Just(1), 3 => Just(2), 4 => Just(3), 3 => Just(4), 3 => Just(5)
        ],
        time(),
        prop_oneof![3 => Just(0_usize), 1 => 0..OBJECTS.len()],
        prop_oneof![1 => Just(None), 1 => (0..KEYS.len()).prop_map(Some)],
        prop_oneof![4 => Just(true), 1 => Just(false)],
    );
    let other = (
        rarely(time()),
        prop_oneof![10 => 0_u8..=3, 1 => 0_u8..=100],
        rarely(delay()),
        rarely(delay()),
        prop_oneof![3 => Just(false), 1 => Just(true)],
    );
    (one, other)
        .prop_map(|(one, other)| {
            let (kind, after, object, key, wait) = one;
            let (resend_after, resends, request, reply, unless_done) = other;
            StepDraft {
                kind,
                after,
                object,
                key,
                wait,
                resend_after,
                resends,
                request,
                reply,
                unless_done,
            }
        })
        .boxed()
}

fn fault() -> BoxedStrategy<FaultDraft> {
    (
        prop_oneof![
            8 => Just(0_u8), 2 => Just(1), 4 => Just(2), 3 => Just(3), 2 => Just(4),
            3 => Just(5), 2 => Just(6), 2 => Just(7), 2 => Just(8)
        ],
        0_u8..=4,
        0_u8..=8,
        time(),
        time(),
        any::<u8>(),
        prop_oneof![6 => -15_i64..=15, 1 => -TIME_MAX_MS..=TIME_MAX_MS],
        prop_oneof![2 => 900_u16..=1100, 1 => 1_u16..=10_000, 1 => Just(2000_u16), 1 => Just(500)],
    )
        .prop_map(
            |(kind, client, node, at, lasting, variant, by, per_mille)| FaultDraft {
                kind,
                client,
                node,
                at,
                lasting,
                variant,
                by,
                per_mille,
            },
        )
        .boxed()
}

fn repaired(draft: &Draft) -> Scenario {
    let unit = draft.unit;
    let ms = |time: Time| Millis(time.ms(unit, 0));
    let horizon = draft.horizon.map_or(600_000, |time| time.ms(unit, 1));
    let lock = repaired_lock(draft);
    let mut clients: Vec<Client> = Vec::new();
    for client in &draft.clients {
        let name = repaired_name(&client.name, &clients);
        clients.push(repaired_client(client, name, &lock, unit, horizon));
    }
    let mut faults: Vec<Fault> = Vec::new();
    for one in &draft.faults {
        faults.extend(repaired_fault(one, unit, &lock, &clients, &faults));
    }
    Scenario {
        purpose: if draft.efficiency {
            Purpose::Efficiency
        } else {
            Purpose::Correctness
        },
        horizon: TrueTime(horizon),
        resource: Resource {
            fence: [Fence::Off, Fence::Writes, Fence::ReadsAndWrites]
                [usize::from(draft.resource.fence)],
            fence_scope: if draft.resource.scope_object {
                FenceScope::Object
            } else {
                FenceScope::Lock
            },
            dedup_window: draft.resource.dedup.map(|time| Millis(time.ms(unit, 1))),
            versions: if draft.resource.versions {
                Versions::Checked
            } else {
                Versions::Ignored
            },
            asks_lock: draft.resource.asks_lock,
        },
        network: Network {
            lock: ms(draft.network.0),
            resource: ms(draft.network.1),
        },
        lock,
        clients,
        faults,
    }
}

fn repaired_lock(draft: &Draft) -> Lock {
    let (unit, lock) = (draft.unit, &draft.lock);
    let mut made = Lock {
        service: Service::Lease,
        ttl: Millis((lock.ttl * unit).clamp(1, TIME_MAX_MS)),
        tokens: [Tokens::Counter, Tokens::None, Tokens::SeparateCounter][usize::from(lock.tokens)],
        first_token: Token(lock.first_token),
        waiting: if lock.queue {
            Waiting::Queue
        } else {
            Waiting::Poll
        },
        lock_delay: Millis(lock.lock_delay.ms(unit, 0)),
        release: if lock.release_always {
            Release::Always
        } else {
            Release::IfMine
        },
        nodes: 5,
        drift_per_mille: 10,
        drift: Millis(2),
        node_timeout: Millis(50),
    };
    if lock.redlock {
        made.service = Service::Redlock;
        if made.tokens == Tokens::Counter {
            made.tokens = Tokens::None;
        }
        made.waiting = Waiting::Poll;
        made.lock_delay = Millis::ZERO;
        made.nodes = lock.nodes;
        made.drift_per_mille = lock.drift_per_mille;
        made.drift = Millis(lock.drift.ms(unit, 0));
        made.node_timeout = Millis(lock.node_timeout.ms(unit, 1));
    }
    made
}

fn repaired_name(name: &Result<usize, Vec<char>>, others: &[Client]) -> String {
    let wanted: String = match name {
        Ok(place) => NAMES[*place].to_owned(),
        Err(characters) => characters.iter().collect(),
    };
    let taken = |name: &str| others.iter().any(|other| other.name == name);
    if taken(&wanted) {
        // Longer than every name that can stand in its way, or shorter.
        let base: String = wanted.chars().take(30).collect();
        let mut name = format!("{base}~{}", others.len());
        while taken(&name) {
            name.push('~');
        }
        name
    } else {
        wanted
    }
}

fn repaired_client(
    client: &ClientDraft,
    name: String,
    lock: &Lock,
    unit: i64,
    horizon: i64,
) -> Client {
    let lease = lock.service == Service::Lease;
    // What repeats for ever may repeat about 400 times before the horizon, so
    // that few runs reach the bound of entries.
    let repeat = |time: Time| {
        let shortest = if lease { horizon / 400 } else { horizon / 100 };
        Millis(time.ms(unit, 1).max(shortest).clamp(1, TIME_MAX_MS))
    };
    Client {
        name,
        arrives: TrueTime(client.arrives.ms(unit, 0)),
        retry: repeat(client.retry),
        timeout: client
            .timeout
            .filter(|_| lease)
            .map(|time| Millis(time.ms(unit, 1))),
        renew: client.renew.filter(|_| lease).map(repeat),
        check: [Check::None, Check::Clock, Check::Ask][usize::from(client.check)],
        check_lead: Millis(client.check_lead.ms(unit, 0)),
        margin: Millis(client.margin.ms(unit, 0)),
        stops_when_lost: client.stops_when_lost,
        node_delays: client
            .node_delays
            .as_ref()
            .filter(|_| !lease)
            .map(|delays| {
                delays
                    .iter()
                    .take(usize::from(lock.nodes))
                    .map(|time| Millis(time.ms(unit, 0)))
                    .collect()
            }),
        plan: repaired_plan(&client.plan, unit),
    }
}

fn repaired_plan(drafts: &[StepDraft], unit: i64) -> Vec<Step> {
    let mut plan: Vec<Step> = Vec::new();
    for draft in drafts {
        let object = OBJECTS[draft.object];
        let has_read = |wanted: Option<&str>| {
            plan.iter().any(|step| match step {
                Step::Read { object, .. } => wanted.is_none_or(|wanted| wanted == object),
                _ => false,
            })
        };
        let ms = |time: Time| Millis(time.ms(unit, 0));
        let delays = Delays {
            request: draft.request.map(ms),
            reply: draft.reply.map(ms),
        };
        let resend_after = draft.resend_after.map(|time| Millis(time.ms(unit, 1)));
        let sending = Sending {
            after: ms(draft.after),
            key: draft.key.map(|key| KEYS[key].to_owned()),
            wait: draft.wait,
            resend_after,
            resends: if resend_after.is_some() {
                draft.resends
            } else {
                0
            },
            delays,
        };
        let change = Change {
            object: object.to_owned(),
            sending: sending.clone(),
        };
        let step = match draft.kind {
            0 => Step::Acquire { delays },
            1 => Step::Read {
                after: ms(draft.after),
                object: object.to_owned(),
                delays,
            },
            2 => Step::Write(change),
            3 if has_read(Some(object)) => Step::Update(change),
            3 => Step::Read {
                after: ms(draft.after),
                object: object.to_owned(),
                delays,
            },
            4 => Step::Effect(Effect {
                unless_done: draft.unless_done && sending.key.is_some() && has_read(None),
                sending,
            }),
            _ => Step::Release {
                after: ms(draft.after),
                request: delays.request,
            },
        };
        plan.push(step);
    }
    plan
}

fn repaired_fault(
    draft: &FaultDraft,
    unit: i64,
    lock: &Lock,
    clients: &[Client],
    others: &[Fault],
) -> Option<Fault> {
    let client = ClientId(draft.client % u8::try_from(clients.len()).unwrap());
    let lease = lock.service == Service::Lease;
    let node = NodeId(if lease { 0 } else { draft.node % lock.nodes });
    let at = TrueTime(draft.at.ms(unit, 0));
    let lasting = Millis(draft.lasting.ms(unit, 1));
    let variant = usize::from(draft.variant);
    Some(match draft.kind {
        0 => Fault::Pause {
            client,
            at,
            lasting,
            cause: [
                Cause::Gc,
                Cause::PageFault,
                Cause::CpuSteal,
                Cause::Sigstop,
                Cause::VmMigration,
                Cause::Other,
            ][variant % 6],
            stops: [Stops::Worker, Stops::Process, Stops::Machine][variant % 3],
        },
        1 => Fault::Crash { client, at },
        2 => Fault::Cut {
            client,
            from: [
                CutFrom::Lock,
                CutFrom::Resource,
                CutFrom::All,
                CutFrom::Node(node),
            ][variant % 4],
            at,
            lasting,
        },
        3 => Fault::ClockJump {
            node,
            at,
            by: Millis((draft.by * unit).clamp(-TIME_MAX_MS, TIME_MAX_MS)),
        },
        4 => {
            let given = others.iter().any(
                |other| matches!(other, Fault::ClockRate { node: rated, .. } if *rated == node),
            );
            if given {
                return None;
            }
            Fault::ClockRate {
                node,
                per_mille: draft.per_mille,
            }
        }
        5 => Fault::NodeDown {
            node,
            at,
            lasting,
            keeps_data: variant.is_multiple_of(2),
        },
        6 if lease => Fault::Failover {
            at,
            forgets: [FailoverForgets::Lock, FailoverForgets::LockAndCounter][variant % 2],
            counter_back_by: if variant < 128 {
                1
            } else {
                u64::try_from(variant).unwrap()
            },
        },
        7 if lease => Fault::LockLost { at },
        8 => Fault::ResourceRestart {
            at,
            forgets: [
                RestartForgets::HighestToken,
                RestartForgets::Keys,
                RestartForgets::Both,
            ][variant % 3],
        },
        _ => return None,
    })
}

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
