//! A scenario: who acts, what goes wrong, and who checks what. Plain data that
//! mirrors the file format (`docs/model.md`, section 2) field by field.

pub use crate::model::{
    FailoverForgets, Fence, FenceScope, Release, RestartForgets, Versions, Waiting,
};

use crate::model::{ClientId, Millis, NodeId, Token, TrueTime};
use serde::Serialize;

/// Everything that a run depends on. Two runs of one scenario are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// What the lock is for; it decides how the outcome is named.
    pub purpose: Purpose,
    /// The instant at which the simulated world stops at the latest.
    pub horizon: TrueTime,
    /// The lock service.
    pub lock: Lock,
    /// The resource that receives the writes.
    pub resource: Resource,
    /// The usual delays of messages.
    pub network: Network,
    /// The clients in file order; 1 to 5.
    pub clients: Vec<Client>,
    /// What goes wrong, in file order; 0 to 64.
    pub faults: Vec<Fault>,
}

/// What a lock is for (Kleppmann 2016): to save work, or to prevent damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A double run is damage.
    #[default]
    Correctness,
    /// A double run only costs.
    Efficiency,
}

/// The lock service. Fields of the other service keep their default value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Which kind of service it is.
    pub service: Service,
    /// How long a grant lasts, on the service's own clock.
    pub ttl: Millis,
    /// Where tokens come from.
    pub tokens: Tokens,
    /// The first token that is handed out.
    pub first_token: Token,
    /// What a request does that cannot be granted at once. Lease only.
    pub waiting: Waiting,
    /// No grant for this long after a lease has run out, on the service's clock. Lease only.
    pub lock_delay: Millis,
    /// What a release deletes.
    pub release: Release,
    /// How many equal nodes there are. Redlock only.
    pub nodes: u8,
    /// Clock drift allowed for, in thousandths of the TTL. Redlock only.
    pub drift_per_mille: u16,
    /// Clock drift allowed for on top, Redlock only.
    pub drift: Millis,
    /// How long a client waits for a node's answer. Redlock only.
    pub node_timeout: Millis,
}

/// The kinds of lock service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// One service that hands out leases.
    Lease,
    /// N equal nodes and a majority vote.
    Redlock,
}

/// Where tokens come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tokens {
    /// Minted in one step with the grant. Lease only; its default.
    Counter,
    /// There are none. Redlock's default.
    None,
    /// Asked of a counter after the grant.
    SeparateCounter,
}

/// The resource and its defences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resource {
    /// Which requests must show a token that is not older than the highest seen.
    pub fence: Fence,
    /// For what one highest token is kept.
    pub fence_scope: FenceScope,
    /// How long a key is remembered, in true time; none: keys are not looked at.
    pub dedup_window: Option<Millis>,
    /// Whether a change must rest on the present version.
    pub versions: Versions,
    /// Whether the resource asks the lock service who holds.
    pub asks_lock: bool,
}

impl Resource {
    /// What it is compared with at first: the same with the fence the other way round.
    #[must_use]
    pub const fn twin(&self) -> Self {
        Self {
            fence: self.fence.flipped(),
            fence_scope: self.fence_scope,
            dedup_window: self.dedup_window,
            versions: self.versions,
            asks_lock: self.asks_lock,
        }
    }
}

/// The usual one-way delays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// Between a client and a lock node, or the counter.
    pub lock: Millis,
    /// Between a client and the resource.
    pub resource: Millis,
}

/// A client and its plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// Unique.
    pub name: String,
    /// When its plan begins.
    pub arrives: TrueTime,
    /// How long it sleeps after a refusal, in true time.
    pub retry: Millis,
    /// How long an acquire may stay unanswered; none: see [`Client::timeout_in_force`]. Lease only.
    pub timeout: Option<Millis>,
    /// How often it renews, in true time. Lease only.
    pub renew: Option<Millis>,
    /// What it does before each write, update and effect.
    pub check: Check,
    /// The check is made this much thinking time before the send.
    pub check_lead: Millis,
    /// With [`Check::Clock`]: stop this long before the deadline, on its own clock.
    pub margin: Millis,
    /// Whether learning of the loss ends the plan.
    pub stops_when_lost: bool,
    /// One-way delay to each node; none: the network's. Redlock only.
    pub node_delays: Option<Vec<Millis>>,
    /// What it does, in order; 0 to 32 steps.
    pub plan: Vec<Step>,
}

impl Client {
    /// The time after which an unanswered acquire counts as refused: as given,
    /// else 1000 ms when polling and never in a queue.
    #[must_use]
    pub const fn timeout_in_force(&self, waiting: Waiting) -> Option<Millis> {
        match (self.timeout, waiting) {
            (Some(timeout), _) => Some(timeout),
            (None, Waiting::Poll) => Some(Millis(1000)),
            (None, Waiting::Queue) => None,
        }
    }
}

/// What a client does before each write, update and effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Nothing.
    #[default]
    None,
    /// It looks at its own clock.
    Clock,
    /// It asks the lock service.
    Ask,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take the lock.
    Acquire {
        /// Delays of the first attempt.
        delays: Delays,
    },
    /// Read an object.
    Read {
        /// Thinking time before it.
        after: Millis,
        /// What is read.
        object: String,
        /// Delays of its message.
        delays: Delays,
    },
    /// Set an object.
    Write(Change),
    /// Read-modify-write: rests on the version that this client last learnt.
    Update(Change),
    /// Do something outside: an e-mail, a payment.
    Effect(Effect),
    /// Give the lock back.
    Release {
        /// Thinking time before it.
        after: Millis,
        /// Delay of its message.
        request: Option<Millis>,
    },
}

/// Delays that replace the usual one-way delay for the first message of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// On the way there.
    pub request: Option<Millis>,
    /// On the way back.
    pub reply: Option<Millis>,
}

/// What writes and updates have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is changed.
    pub object: String,
    /// How it is sent.
    pub sending: Sending,
}

/// What effects have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Passed over if the last read said that the key's effect has been done.
    pub unless_done: bool,
    /// How it is sent.
    pub sending: Sending,
}

/// How a write, update or effect is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sending {
    /// Thinking time before it.
    pub after: Millis,
    /// The name of the operation, by which a repeat is recognised.
    pub key: Option<String>,
    /// Whether the step waits for the reply.
    pub wait: bool,
    /// Send again if unanswered for this long, in true time.
    pub resend_after: Option<Millis>,
    /// How often at most.
    pub resends: u8,
    /// Delays of the first send.
    pub delays: Delays,
}

/// Something that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A client stands still and does not know it.
    Pause {
        /// Who.
        client: ClientId,
        /// Begin.
        at: TrueTime,
        /// How long.
        lasting: Millis,
        /// Why.
        cause: Cause,
        /// What stands still.
        stops: Stops,
    },
    /// A client ends; what it has sent still arrives.
    Crash {
        /// Who.
        client: ClientId,
        /// When.
        at: TrueTime,
    },
    /// Messages between a client and something vanish for a while.
    Cut {
        /// Who.
        client: ClientId,
        /// Cut off from what.
        from: CutFrom,
        /// Begin.
        at: TrueTime,
        /// How long.
        lasting: Millis,
    },
    /// A node's clock is set.
    ClockJump {
        /// Whose.
        node: NodeId,
        /// When.
        at: TrueTime,
        /// By how much; negative: back.
        by: Millis,
    },
    /// A node's clock runs fast or slow, from time 0.
    ClockRate {
        /// Whose.
        node: NodeId,
        /// Local milliseconds that pass in 1000 true ones; 1 to 10 000.
        per_mille: u16,
    },
    /// A node answers nobody for a while.
    NodeDown {
        /// Which.
        node: NodeId,
        /// Begin.
        at: TrueTime,
        /// How long.
        lasting: Millis,
        /// Whether it still knows its lock afterwards.
        keeps_data: bool,
    },
    /// The service goes on without what was not copied. Lease only.
    Failover {
        /// When.
        at: TrueTime,
        /// What is lost.
        forgets: FailoverForgets,
        /// By how much the next token falls, if the counter is lost too.
        counter_back_by: u64,
    },
    /// The service drops the holder's session. Lease only.
    LockLost {
        /// When.
        at: TrueTime,
    },
    /// The resource forgets what it compares with.
    ResourceRestart {
        /// When.
        at: TrueTime,
        /// What is forgotten.
        forgets: RestartForgets,
    },
}

/// Why a client stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Garbage collection.
    Gc,
    /// Page fault and swap.
    PageFault,
    /// The hypervisor gives the CPU to another.
    CpuSteal,
    /// A signal stops the process.
    Sigstop,
    /// The virtual machine is moved.
    VmMigration,
    /// Anything else.
    Other,
}

/// What a pause stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stops {
    /// The plan only.
    Worker,
    /// Renewals too.
    Process,
    /// The client's local clock too.
    Machine,
}

/// What a client is cut off from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CutFrom {
    /// All lock nodes, the counter and `ask`.
    Lock,
    /// The resource.
    Resource,
    /// Both.
    All,
    /// One node.
    Node(NodeId),
}
