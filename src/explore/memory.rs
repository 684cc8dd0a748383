//! The machines of the timed run, resumed from a state and read back into it.

use super::program::Program;
use super::state::{Answer, Flight, Kind, NONE, State};
use crate::model::lease::{Acquired, AfterEnd, Deletion, Held, Request as Wish};
use crate::model::redlock::Value;
use crate::model::resource::{Memory, Request};
use crate::model::{
    Attempt, ClientId, Decision, FailoverForgets, KeyId, Lease, Node, ObjectId, Ordinal, Reason,
    Resource, Standing, StepKind, Token, TrueTime, Version, Waiting,
};

/// The first token of a lease service; a state counts tokens from 1.
const FIRST_TOKEN: u64 = 33;
/// Each client makes one attempt, so its value is its name.
const ATTEMPT: Attempt = Attempt(1);
/// There is no time: whatever happens, happens now.
const NOW: TrueTime = TrueTime::START;

/// The machines that a state is resumed in, one after another.
#[derive(Clone, Debug)]
pub(super) struct Machines {
    resource: Resource,
}

fn token(number: u8) -> Token {
    Token(FIRST_TOKEN + u64::from(number) - 1)
}

fn number_of(token: Token) -> u8 {
    u8::try_from(token.0.saturating_sub(FIRST_TOKEN) + 1).unwrap_or(u8::MAX)
}

fn lease(state: &State) -> Lease {
    let held = (state.holder != NONE).then(|| Held {
        client: ClientId(state.holder - 1),
        attempt: ATTEMPT,
        grant: Ordinal(state.held.into()),
        // Nothing asks for the holder's token again: the client has it.
        token: token(1),
    });
    Lease::resumed(held, token(state.next_token), Ordinal(state.grants.into()))
}

fn keep(state: &mut State, lease: &Lease) {
    let held = lease.holder();
    state.holder = held.map_or(NONE, |held| held.client.0 + 1);
    state.held = held.map_or(NONE, |held| small(held.grant.0.into()));
    state.next_token = number_of(lease.next_token());
    state.grants = small(lease.grants().0.into());
}

fn small(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn value(client: ClientId) -> Value {
    Value {
        client,
        attempt: ATTEMPT,
    }
}

impl Machines {
    pub fn new(program: &Program) -> Self {
        Self {
            resource: Resource::new(program.rules, 1, 1),
        }
    }

    /// An acquire arrives at the lease service.
    pub fn acquire(state: &mut State, client: ClientId) -> Answer {
        let mut service = lease(state);
        let answer = match service.acquire(Wish::new(client, ATTEMPT), Waiting::Poll) {
            Acquired::Granted(held) => Answer::Granted {
                grant: small(held.grant.0.into()),
                token: number_of(held.token),
            },
            Acquired::Denied(_) | Acquired::Queued => Answer::Denied,
        };
        keep(state, &service);
        answer
    }

    /// A release arrives at the lease service.
    pub fn release(state: &mut State, client: ClientId, grant: u8) {
        let mut service = lease(state);
        service.release(client, Deletion::Own(Ordinal(grant.into())));
        keep(state, &service);
    }

    /// The lease service drops what it holds: it has run out, or is forgotten.
    pub fn drop_lease(state: &mut State) {
        let mut service = lease(state);
        service.expire(AfterEnd::Free);
        keep(state, &service);
    }

    /// Another service goes on without the newest grant and its token.
    pub fn fail_over(state: &mut State) {
        let mut service = lease(state);
        service.fail_over(FailoverForgets::LockAndCounter, 1);
        keep(state, &service);
    }

    /// Whether a grant holds the lock, by the lease service.
    pub fn holds(state: &State, grant: u8) -> bool {
        lease(state).holds(Ordinal(grant.into()))
    }

    /// A request to store arrives at a node of Redlock.
    pub fn store(state: &mut State, client: ClientId, node: usize) -> bool {
        Self::at_node(state, node, |it| it.store(value(client)).is_yes()) == Some(true)
    }

    /// An unlock arrives at a node of Redlock.
    pub fn unlock(state: &mut State, client: ClientId, node: usize) {
        Self::at_node(state, node, |it| {
            it.unlock(client, Deletion::Own(value(client)));
        });
    }

    /// A node of Redlock drops its value.
    pub fn forget(state: &mut State, node: usize) {
        Self::at_node(state, node, |it| {
            it.forget();
        });
    }

    fn at_node<T>(state: &mut State, node: usize, act: impl FnOnce(&mut Node) -> T) -> Option<T> {
        let kept = state.values.get_mut(node)?;
        let known = (*kept != NONE).then(|| value(ClientId(*kept - 1)));
        let mut machine = Node::resumed(known);
        let answer = act(&mut machine);
        *kept = machine.value().map_or(NONE, |value| value.client.0 + 1);
        Some(answer)
    }

    /// A request arrives at the resource.
    pub fn decide(
        &mut self,
        program: &Program,
        state: &mut State,
        kind: Kind,
        flight: Flight,
    ) -> Answer {
        let kind = match kind {
            Kind::Read => StepKind::Read,
            Kind::Write => StepKind::Write,
            Kind::Update => StepKind::Update,
            Kind::Effect => StepKind::Effect,
            Kind::Acquire | Kind::Ask | Kind::Release => return Answer::None,
        };
        let is_effect = kind == StepKind::Effect;
        let request = Request {
            kind,
            object: (!is_effect).then(ObjectId::default),
            key: is_effect.then(KeyId::default),
            token: (flight.token != NONE).then(|| token(flight.token)),
            grant: (flight.grant != NONE).then(|| Ordinal(flight.grant.into())),
            version: (flight.version != NONE).then(|| Version(u32::from(flight.version) - 1)),
        };
        self.resource.resume(Memory {
            version: Version(state.version.into()),
            highest: (state.highest != NONE).then(|| token(state.highest)),
            latest: (state.latest != NONE).then(|| Ordinal(state.latest.into())),
            key_applied: state.key_known.then_some(NOW),
            is_done: state.job_done,
        });
        // Nobody asks for the truth about the sender.
        let decided = self.resource.decide(&request, Standing::Never, NOW);
        let memory = self.resource.memory();
        let was_done = state.job_done;
        state.version = small(memory.version.0.into());
        state.highest = memory.highest.map_or(NONE, number_of);
        state.latest = memory.latest.map_or(NONE, |grant| small(grant.0.into()));
        state.key_known = memory.key_applied.is_some() && program.remembers_keys();
        state.job_done = memory.is_done;
        let property = program.setup.workload.property();
        state.harmed |= decided.harm.contains(&Some(property.harm));
        match decided.decision {
            Decision::Answered { version } => Answer::Read {
                version: small(version.0.into()),
                done: was_done,
            },
            Decision::Applied { .. } => Answer::Applied,
            Decision::Refused(Reason::VersionConflict) => Answer::VersionConflict,
            Decision::Refused(Reason::Duplicate) => Answer::Duplicate,
            Decision::Refused(Reason::StaleToken | Reason::NoToken | Reason::NotHolder) => {
                Answer::StaleToken
            }
        }
    }
}
