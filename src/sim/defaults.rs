//! What the file format takes for granted (`docs/model.md`, section 2), and
//! the seed story (section 8).

use super::scenario::{
    Cause, Change, Check, Client, Delays, Fault, Lock, Network, Purpose, Release, Resource,
    Scenario, Sending, Service, Step, Stops, Tokens, Waiting,
};
use crate::model::{ClientId, Millis, Token, TrueTime};

/// The object that a step is about if it names none.
pub const OBJECT: &str = "record";

impl Scenario {
    /// A scenario in which nothing goes wrong, with all that the format has defaults for.
    #[must_use]
    pub fn new(lock: Lock, clients: Vec<Client>) -> Self {
        Self {
            purpose: Purpose::default(),
            horizon: TrueTime(600_000),
            lock,
            resource: Resource::default(),
            network: Network::default(),
            clients,
            faults: Vec::new(),
        }
    }

    /// The story that the page opens with: a client pauses for longer than its
    /// lease lasts, and writes when it wakes (`docs/model.md`, section 8).
    #[must_use]
    pub fn seed() -> Self {
        let plan = |release_after| {
            let mut write = Change::default();
            write.sending.after = Millis(1000);
            vec![
                Step::Acquire {
                    delays: Delays::default(),
                },
                Step::Write(write),
                Step::Release {
                    after: release_after,
                    request: None,
                },
            ]
        };
        let first = Client {
            plan: plan(Millis::ZERO),
            ..Client::new(0)
        };
        let second = Client {
            arrives: TrueTime(2000),
            plan: plan(Millis(8000)),
            ..Client::new(1)
        };
        let lock = Lock::new(Service::Lease, Millis(10_000));
        let mut seed = Self::new(lock, vec![first, second]);
        seed.faults.push(Fault::Pause {
            client: ClientId(0),
            at: TrueTime(1000),
            lasting: Millis(15_000),
            cause: Cause::Gc,
            stops: Stops::Process,
        });
        seed
    }
}

impl Lock {
    /// A lock of this kind, otherwise with the defaults of the format.
    #[must_use]
    pub fn new(service: Service, ttl: Millis) -> Self {
        Self {
            service,
            ttl,
            tokens: Tokens::default_of(service),
            first_token: Token(33),
            waiting: Waiting::default(),
            lock_delay: Millis::ZERO,
            release: Release::default(),
            nodes: 5,
            drift_per_mille: 10,
            drift: Millis(2),
            node_timeout: Millis(50),
        }
    }
}

impl Tokens {
    /// Where tokens come from if the file does not say.
    #[must_use]
    pub const fn default_of(service: Service) -> Self {
        match service {
            Service::Lease => Self::Counter,
            Service::Redlock => Self::None,
        }
    }
}

impl Stops {
    /// What a pause stops if the file does not say.
    #[must_use]
    pub const fn default_of(cause: Cause) -> Self {
        match cause {
            Cause::Gc | Cause::PageFault | Cause::CpuSteal | Cause::Sigstop | Cause::Other => {
                Self::Process
            }
            Cause::VmMigration => Self::Machine,
        }
    }
}

impl Client {
    /// The client at this place in the file, counted from 0, with an empty plan.
    #[must_use]
    pub fn new(place: usize) -> Self {
        Self {
            name: Self::default_name(place),
            arrives: TrueTime::START,
            retry: Millis(500),
            timeout: None,
            renew: None,
            check: Check::default(),
            check_lead: Millis::ZERO,
            margin: Millis::ZERO,
            stops_when_lost: true,
            node_delays: None,
            plan: Vec::new(),
        }
    }

    /// The name of the client at this place in the file, counted from 0.
    #[must_use]
    pub fn default_name(place: usize) -> String {
        format!("Client {}", place.saturating_add(1))
    }
}

impl Default for Change {
    fn default() -> Self {
        Self {
            object: OBJECT.to_owned(),
            sending: Sending::default(),
        }
    }
}

impl Default for Sending {
    fn default() -> Self {
        Self {
            after: Millis::ZERO,
            key: None,
            wait: true,
            resend_after: None,
            resends: 0,
            delays: Delays::default(),
        }
    }
}
