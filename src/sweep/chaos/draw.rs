//! Random faults: which, when and how long.

use crate::model::{ClientId, Millis, NodeId, TrueTime};
use crate::sim::limits;
use crate::sim::scenario::{
    Cause, CutFrom, Delays, FailoverForgets, Fault, RestartForgets, Scenario, Service, Step, Stops,
};
use crate::sim::simulate;
use crate::sweep::chance::Chance;

/// A kind of fault that chaos may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A client stands still for a while.
    Pause,
    /// A client ends.
    Crash,
    /// Messages of a client vanish for a while.
    Cut,
    /// One message is under way for long.
    Delay,
    /// A clock of the lock service is set.
    ClockJump,
    /// A clock of the lock service runs fast or slow.
    ClockRate,
    /// A lock node answers nobody for a while.
    NodeDown,
    /// The lock service goes on without what was not copied.
    Failover,
    /// The lock service drops the holder's session.
    LockLost,
    /// The resource forgets what it compares with.
    ResourceRestart,
}

/// How hard chaos strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Intensity {
    /// One or two faults, up to one TTL long.
    Light,
    /// Up to four faults, up to two TTLs long.
    #[default]
    Medium,
    /// Up to eight faults, up to four TTLs long.
    Heavy,
}

impl Kind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::Pause,
        Self::Crash,
        Self::Cut,
        Self::Delay,
        Self::ClockJump,
        Self::ClockRate,
        Self::NodeDown,
        Self::Failover,
        Self::LockLost,
        Self::ResourceRestart,
    ];

    /// Whether the scenario has something that this can happen to.
    #[must_use]
    pub fn is_possible(self, scenario: &Scenario) -> bool {
        match self {
            Self::Failover | Self::LockLost => match scenario.lock.service {
                Service::Lease => true,
                Service::Redlock => false,
            },
            Self::Delay => scenario
                .clients
                .iter()
                .any(|client| !client.plan.is_empty()),
            Self::Pause
            | Self::Crash
            | Self::Cut
            | Self::ClockJump
            | Self::ClockRate
            | Self::NodeDown
            | Self::ResourceRestart => true,
        }
    }
}

impl Intensity {
    /// All of them, the lightest first.
    pub const ALL: [Self; 3] = [Self::Light, Self::Medium, Self::Heavy];

    /// The largest number of faults in one run.
    #[must_use]
    pub const fn faults_max(self) -> u8 {
        match self {
            Self::Light => 2,
            Self::Medium => 4,
            Self::Heavy => 8,
        }
    }

    /// The longest fault, in TTLs.
    #[must_use]
    pub const fn ttls_max(self) -> u8 {
        match self {
            Self::Light => 1,
            Self::Medium => 2,
            Self::Heavy => 4,
        }
    }

    /// Clocks run as fast or slow as this, in local milliseconds for 1000 true ones.
    const fn rates(self) -> (i64, i64) {
        match self {
            Self::Light => (900, 1100),
            Self::Medium => (500, 2000),
            Self::Heavy => (100, 10_000),
        }
    }
}

/// When and how hard faults may strike a design.
#[derive(Clone, Debug)]
pub(super) struct Weather {
    intensity: Intensity,
    /// Faults begin up to here.
    until: Millis,
    /// The instants at which something happens when nothing goes wrong: half
    /// of the faults begin at one of them, or a millisecond beside it.
    moments: Vec<i64>,
    longest: Millis,
}

/// So many instants are remembered at most.
const MOMENTS_MAX: usize = 256;

impl Weather {
    /// The weather over a design without faults.
    pub(super) fn over(design: &Scenario, intensity: Intensity) -> Self {
        let trace = simulate(design);
        let mut moments: Vec<i64> = trace.entries.iter().map(|entry| entry.at.0).collect();
        moments.dedup();
        moments.truncate(MOMENTS_MAX);
        let ttl = design.lock.ttl;
        let ttls = i64::from(intensity.ttls_max());
        let most = Millis(limits::TIME.max);
        Self {
            intensity,
            until: trace.closed_at.plus(ttl).since(TrueTime::START).min(most),
            moments,
            longest: Millis(ttl.0.saturating_mul(ttls)).min(most),
        }
    }

    /// Adds faults of these kinds to a scenario.
    pub(super) fn strike(&self, scenario: &mut Scenario, kinds: &[Kind], chance: &mut Chance) {
        for _ in 0..chance.between(1, self.intensity.faults_max().into()) {
            let Some(kind) = chance.pick(kinds) else {
                return;
            };
            if kind == Kind::Delay {
                self.delay(scenario, chance);
            } else if let Some(fault) = self.fault(scenario, kind, chance) {
                scenario.faults.push(fault);
            }
        }
    }

    fn at(&self, chance: &mut Chance) -> TrueTime {
        let beside = chance.between(-1, 1);
        let moment = chance.pick(&self.moments);
        let anywhere = chance.between(0, self.until.0);
        let at = match (chance.between(0, 1), moment) {
            (0, Some(moment)) => moment.saturating_add(beside),
            _ => anywhere,
        };
        TrueTime(at.clamp(0, limits::TIME.max))
    }

    fn lasting(&self, chance: &mut Chance) -> Millis {
        chance.time(Millis(1), self.longest)
    }

    fn fault(&self, scenario: &Scenario, kind: Kind, chance: &mut Chance) -> Option<Fault> {
        let last_client = scenario.clients.len().checked_sub(1)?;
        let client = ClientId(small(chance, last_client));
        let last_node = match scenario.lock.service {
            Service::Lease => 0,
            Service::Redlock => usize::from(scenario.lock.nodes).saturating_sub(1),
        };
        let node = NodeId(small(chance, last_node));
        let at = self.at(chance);
        let lasting = self.lasting(chance);
        Some(match kind {
            Kind::Pause => {
                let cause = chance.pick(&[
                    Cause::Gc,
                    Cause::PageFault,
                    Cause::CpuSteal,
                    Cause::Sigstop,
                    Cause::VmMigration,
                ])?;
                Fault::Pause {
                    client,
                    at,
                    lasting,
                    cause,
                    stops: Stops::default_of(cause),
                }
            }
            Kind::Crash => Fault::Crash { client, at },
            Kind::Cut => Fault::Cut {
                client,
                from: cut_from(scenario, node, chance)?,
                at,
                lasting,
            },
            Kind::Delay => return None,
            Kind::ClockJump => Fault::ClockJump {
                node,
                at,
                by: chance.time(Millis(-self.longest.0), self.longest),
            },
            Kind::ClockRate => self.rate(scenario, node, chance)?,
            Kind::NodeDown => Fault::NodeDown {
                node,
                at,
                lasting,
                keeps_data: chance.between(0, 1) == 0,
            },
            Kind::Failover => Fault::Failover {
                at,
                forgets: chance.pick(&[FailoverForgets::Lock, FailoverForgets::LockAndCounter])?,
                counter_back_by: u64::try_from(chance.between(1, 3)).ok()?,
            },
            Kind::LockLost => Fault::LockLost { at },
            Kind::ResourceRestart => Fault::ResourceRestart {
                at,
                forgets: chance.pick(&[
                    RestartForgets::HighestToken,
                    RestartForgets::Keys,
                    RestartForgets::Both,
                ])?,
            },
        })
    }

    /// A node has one rate: a second one is not drawn.
    fn rate(&self, scenario: &Scenario, node: NodeId, chance: &mut Chance) -> Option<Fault> {
        let has_one = scenario
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::ClockRate { node: rated, .. } if *rated == node));
        let (slow, fast) = self.intensity.rates();
        let per_mille = u16::try_from(chance.between(slow, fast)).ok()?;
        (!has_one).then_some(Fault::ClockRate { node, per_mille })
    }

    /// Holds back a request or a reply of some step.
    fn delay(&self, scenario: &mut Scenario, chance: &mut Chance) {
        let steps = scenario
            .clients
            .iter_mut()
            .flat_map(|client| &mut client.plan);
        let mut steps: Vec<&mut Step> = steps.collect();
        let Some(last) = steps.len().checked_sub(1) else {
            return;
        };
        let place = small(chance, last);
        let lasting = self.lasting(chance);
        let is_reply = chance.between(0, 2) == 0;
        let hold = |delays: &mut Delays| {
            let way = if is_reply {
                &mut delays.reply
            } else {
                &mut delays.request
            };
            *way = Some(lasting);
        };
        match steps.get_mut(usize::from(place)) {
            Some(Step::Acquire { delays } | Step::Read { delays, .. }) => hold(delays),
            Some(Step::Write(change) | Step::Update(change)) => hold(&mut change.sending.delays),
            Some(Step::Effect(effect)) => hold(&mut effect.sending.delays),
            Some(Step::Release { request, .. }) => *request = Some(lasting),
            None => {}
        }
    }
}

fn cut_from(scenario: &Scenario, node: NodeId, chance: &mut Chance) -> Option<CutFrom> {
    let all = [CutFrom::Lock, CutFrom::Resource, CutFrom::All];
    match scenario.lock.service {
        Service::Lease => chance.pick(&all),
        Service::Redlock => chance.pick(&[
            CutFrom::Node(node),
            CutFrom::Node(node),
            CutFrom::Lock,
            CutFrom::Resource,
            CutFrom::All,
        ]),
    }
}

/// A place in a list that has this last one.
fn small(chance: &mut Chance, last: usize) -> u8 {
    let last = i64::try_from(last).unwrap_or(i64::MAX);
    u8::try_from(chance.between(0, last)).unwrap_or(0)
}
