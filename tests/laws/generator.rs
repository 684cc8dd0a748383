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

/// What the times of a scenario are multiples of.
#[derive(Clone, Copy, Debug)]
struct Unit {
    ms: i64,
    /// Whether some times are as large as the format allows.
    wild: bool,
}

/// A time before its unit is known.
#[derive(Clone, Copy, Debug)]
enum Time {
    Grid(i64),
    Beside(i64, i64),
    Exact(i64),
    /// Any time of the format, if the scenario is a wild one.
    Wild(i64),
}

impl Time {
    fn ms(self, unit: Unit, least: i64) -> i64 {
        let raw = match self {
            Self::Grid(times) => times * unit.ms,
            Self::Beside(times, by) => times * unit.ms + by,
            Self::Exact(ms) => ms,
            Self::Wild(ms) if unit.wild => ms,
            Self::Wild(ms) => ms % 13 * unit.ms,
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
        1 => prop_oneof![Just(TIME_MAX_MS), Just(88_000_i64), 0..=TIME_MAX_MS].prop_map(Time::Wild),
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
    unit: Unit,
    /// A pause that outlives the lease: how long it begins after the arrival of
    /// the first client, and how much longer than the TTL it lasts.
    story: Option<(Time, Time)>,
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
        (
            prop_oneof![Just(1_i64), Just(10), Just(100), Just(500), Just(1000)],
            prop_oneof![5 => Just(false), 1 => Just(true)],
        )
            .prop_map(|(ms, wild)| Unit { ms, wild }),
        (
            prop_oneof![4 => Just(false), 1 => Just(true)],
            prop_oneof![
                1 => Just(None),
                1 => ((0_i64..=3).prop_map(Time::Grid), time()).prop_map(Some)
            ],
        ),
        prop_oneof![
            1 => Just(None),
            5 => (40_i64..=150).prop_map(|times| Some(Time::Grid(times))),
            1 => time().prop_map(Some),
        ],
        lock(),
        resource(),
        (delay(), delay()),
        prop_oneof![
            4 => prop::collection::vec(client(), 2..=3),
            1 => prop::collection::vec(client(), 1..=5),
        ],
        prop_oneof![
            12 => prop::collection::vec(fault(), 0..=4),
            1 => prop::collection::vec(fault(), 0..=64),
        ],
    )
        .prop_map(
            |(unit, (efficiency, story), horizon, lock, resource, network, clients, faults)| {
                Draft {
                    unit,
                    story,
                    efficiency,
                    horizon,
                    lock,
                    resource,
                    network,
                    clients,
                    faults,
                }
            },
        )
        .boxed()
}

fn lock() -> BoxedStrategy<LockDraft> {
    let one = (
        prop_oneof![2 => Just(false), 1 => Just(true)],
        prop_oneof![8 => 2_i64..=9, 1 => 1_i64..=20, 1 => 1_i64..=200],
        prop_oneof![6 => Just(0_u8), 1 => Just(1), 2 => Just(2)],
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
        prop_oneof![3 => Just(0_u8), 2 => Just(1), 1 => Just(2)],
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
        prop_oneof![4 => (0_i64..=2).prop_map(Time::Grid), 1 => time()],
        rarely(time()),
        rarely(time()),
        prop_oneof![4 => Just(0_u8), 1 => Just(1), 1 => Just(2)],
    );
    let other = (
        prop_oneof![2 => Just(Time::Grid(0)), 1 => time()],
        prop_oneof![2 => Just(Time::Grid(0)), 1 => time()],
        prop_oneof![4 => Just(true), 1 => Just(false)],
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
            1 => Just(0_u8), 3 => Just(1), 3 => Just(2), 4 => Just(3), 3 => Just(4), 2 => Just(5)
        ],
        prop_oneof![3 => (0_i64..=2).prop_map(Time::Grid), 1 => time()],
        prop_oneof![5 => Just(0_usize), 1 => 0..OBJECTS.len()],
        prop_oneof![3 => Just(None), 2 => Just(Some(0)), 1 => (0..KEYS.len()).prop_map(Some)],
        prop_oneof![4 => Just(true), 1 => Just(false)],
    );
    let other = (
        rarely(time()),
        prop_oneof![10 => 0_u8..=3, 1 => 0_u8..=100],
        rarely(prop_oneof![1 => delay(), 1 => time()]),
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
    for (place, client) in draft.clients.iter().enumerate() {
        let name = repaired_name(&client.name, &clients);
        let mut client = client.clone();
        if draft.story.is_some() && place < 2 {
            into_story(&mut client);
        }
        clients.push(repaired_client(&client, name, &lock, unit, horizon));
    }
    let mut faults: Vec<Fault> = Vec::new();
    if let Some((begins, outlives)) = draft.story {
        clients[0].check = Check::None;
        clients[0].renew = None;
        faults.push(Fault::Pause {
            client: ClientId(0),
            at: clients[0]
                .arrives
                .plus(ms(begins))
                .min(TrueTime(TIME_MAX_MS)),
            lasting: lock.ttl.plus(ms(outlives)).min(Millis(TIME_MAX_MS)),
            cause: Cause::Gc,
            stops: Stops::Process,
        });
    }
    let room = if draft.story.is_some() { 3 } else { 64 };
    for one in draft.faults.iter().take(room) {
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

/// Makes the first two clients meet: both acquire, read and update one object.
fn into_story(client: &mut ClientDraft) {
    let kind_of = |step: &StepDraft, kind| StepDraft {
        kind,
        object: 0,
        wait: true,
        request: None,
        ..step.clone()
    };
    let rest = client.plan.split_off(1.min(client.plan.len()));
    let Some(first) = client.plan.first() else {
        return;
    };
    client.plan = vec![kind_of(first, 0), kind_of(first, 1), kind_of(first, 3)];
    client.plan.extend(rest.into_iter().take(29));
}

fn repaired_lock(draft: &Draft) -> Lock {
    let (unit, lock) = (draft.unit, &draft.lock);
    let mut made = Lock {
        service: Service::Lease,
        ttl: Millis((lock.ttl * unit.ms).clamp(1, TIME_MAX_MS)),
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
            // So that the fence has something to compare.
            let odd = lock.first_token % 2 == 1;
            made.tokens = if odd {
                Tokens::SeparateCounter
            } else {
                Tokens::None
            };
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
    unit: Unit,
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

fn repaired_plan(drafts: &[StepDraft], unit: Unit) -> Vec<Step> {
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
            2 => Step::Write(change),
            3 if has_read(Some(object)) => Step::Update(change),
            1 | 3 => Step::Read {
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
    unit: Unit,
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
            by: Millis((draft.by * unit.ms).clamp(-TIME_MAX_MS, TIME_MAX_MS)),
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
