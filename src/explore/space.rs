//! The space of states: the start, and what each move makes of a state
//! (`docs/explorer.md`, section 2). What a lock service, a node and the
//! resource do with an input, the machines of [`crate::model`] decide.

use super::machines::{
    keep_lease, keep_memory, keep_node, lease, memory, ordinal, redlock_node, small, some, value,
};
use super::moves::Move;
use super::plan::{Kind, Plan, Step, nodes_of};
use super::setup::{Assumption, NoSearch, Setup, Workload};
use super::state::{State, Word, answer, client, place, request, token, world};
use crate::model::client::{Next, learn};
use crate::model::lease::{Acquired, AfterEnd, Deletion, Request as LockRequest};
use crate::model::redlock::evaluate;
use crate::model::resource::Request;
use crate::model::{
    Attempt, ClientId, Decision, FailoverForgets, KeyId, Millis, NodeId, ObjectId, Ordinal, Reason,
    Resource, Standing, TrueTime, Version, Waiting,
};
use crate::sim::scenario::Service;

/// All states of one cell, and the moves between them.
///
/// ```
/// use fencelab::explore::{Column, Design, Setup, Space, Workload};
///
/// let setup = Setup::new(Design::Lease, Workload::Write, Column::Ideal);
/// let mut space = Space::new(setup)?;
/// let start = space.start();
/// // Either client may send its request for the lock, or crash.
/// let moves = space.moves(&start);
/// assert_eq!(moves.len(), 4);
/// assert_ne!(space.next(&start, moves[0]), start);
/// # Ok::<(), fencelab::explore::NoSearch>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    pub(super) setup: Setup,
    pub(super) plan: Plan,
    pub(super) service: Option<Service>,
    pub(super) nodes: u8,
    /// A bit for each node.
    pub(super) every_node: u64,
    has_dedup: bool,
    /// Set up anew for each request that it decides.
    resource: Resource,
}

impl Space {
    /// The space of a cell.
    ///
    /// # Errors
    /// [`NoSearch`] says why there is nothing to search.
    pub fn new(setup: Setup) -> Result<Self, NoSearch> {
        setup.check()?;
        let service = setup.design.service();
        let nodes = match service {
            None => 0,
            Some(Service::Lease) => 1,
            Some(Service::Redlock) => setup.nodes,
        };
        let rules = setup.design.rules();
        Ok(Self {
            plan: Plan::new(setup),
            service,
            nodes,
            every_node: (1 << nodes.max(1)) - 1,
            has_dedup: rules.dedup_window.is_some(),
            resource: Resource::new(rules, 1, 1),
            setup,
        })
    }

    /// What is searched.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The state in which nobody has begun.
    #[must_use]
    pub fn start(&self) -> State {
        let mut start = State {
            clients: [Word::default(); Setup::CLIENTS_MAX as usize],
            world: Word::default(),
        };
        let column = self.setup.column;
        start.world.set(world::CRASHES, 1);
        for (budget, assumption) in [
            (world::FORGETS, Assumption::NodesDurable),
            (world::FAILOVERS, Assumption::CounterDurable),
            (world::DROPS, Assumption::WindowLongEnough),
        ] {
            start
                .world
                .set(budget, u64::from(!column.assumes(assumption)));
        }
        start
    }

    /// The state after a move that is possible in `state`.
    pub fn next(&mut self, state: &State, taken: Move) -> State {
        let mut next = *state;
        match taken {
            Move::DeadlinePassed(ClientId(id)) => {
                let mut word = next.client(id);
                word.set(client::OVER, 1);
                next.put(id, word);
            }
            Move::Expire(NodeId(node)) => self.drop_held(&mut next, node),
            Move::Forget(NodeId(node)) => {
                self.drop_held(&mut next, node);
                next.world.set(world::FORGETS, 0);
            }
            Move::FailOver => {
                let mut lease = lease(&next);
                lease.fail_over(FailoverForgets::LockAndCounter, 1);
                keep_lease(&mut next, &lease);
                next.world.set(world::FAILOVERS, 0);
            }
            Move::DropKey => {
                next.world.set(world::KEY, 0);
                next.world.set(world::DROPS, 0);
            }
            Move::Arrive(ClientId(id), NodeId(node)) => {
                self.arrive(&mut next, id, node);
            }
            Move::Step(ClientId(id)) => self.step(&mut next, id),
            Move::Crash(ClientId(id)) => {
                next.world.set(world::CRASHES, 0);
                end(&mut next, id, place::CRASHED);
            }
        }
        next
    }

    /// A node drops what it holds.
    fn drop_held(&self, state: &mut State, node: u8) {
        if self.service == Some(Service::Lease) {
            let mut lease = lease(state);
            lease.expire(AfterEnd::Free);
            keep_lease(state, &lease);
        } else {
            let mut kept = redlock_node(state, node);
            kept.forget();
            keep_node(state, node, &kept);
        }
    }

    /// A client's request arrives at a node or at the resource. Returns the client's word
    /// with the answer in it, also if it has crashed and so never hears it.
    pub(super) fn arrive(&mut self, state: &mut State, id: u8, node: u8) -> Word {
        let asked = state.client(id);
        let Some(kind) = request::kind(asked.get(client::REQUEST)) else {
            return asked;
        };
        let mut word = asked;
        let left = asked.get(client::TO) & !(1 << node);
        if left == 0 {
            word.set(client::IN_FLIGHT, 0);
        } else {
            word.set(client::TO, left);
        }
        let before = word;
        match (kind, self.service) {
            (Kind::Acquire, Some(Service::Redlock)) => {
                let mut kept = redlock_node(state, node);
                let vote = kept.store(value(id));
                keep_node(state, node, &kept);
                let bit = 1 << node;
                word.set(client::ANSWERED, word.get(client::ANSWERED) | bit);
                if vote.is_yes() {
                    word.set(client::VOTED, word.get(client::VOTED) | bit);
                }
            }
            (Kind::Acquire, _) => arrive_acquire(state, id, &mut word),
            (Kind::Ask, _) => {
                let holds = lease(state).holds(ordinal(asked.get(client::WITH_GRANT)));
                word.set(client::ANSWER, if holds { answer::YES } else { answer::NO });
            }
            (Kind::Release, Some(Service::Redlock)) => {
                let mut kept = redlock_node(state, node);
                kept.unlock(ClientId(id), Deletion::Own(value(id)));
                keep_node(state, node, &kept);
            }
            (Kind::Release, _) => {
                let mut lease = lease(state);
                let own = ordinal(asked.get(client::WITH_GRANT));
                lease.release(ClientId(id), Deletion::Own(own));
                keep_lease(state, &lease);
            }
            (Kind::Read | Kind::Write | Kind::Update | Kind::Effect, _) => {
                self.decide(state, kind, asked, &mut word);
            }
        }
        let hears = asked.get(client::PLACE) & place::WAITING != 0;
        state.put(id, if hears { word } else { before });
        word
    }

    /// The resource decides on a request.
    fn decide(&mut self, state: &mut State, kind: Kind, asked: Word, word: &mut Word) {
        let Some(at_resource) = kind.at_resource() else {
            return;
        };
        self.resource.resume(&memory(state));
        let decided = self.resource.decide(
            &Request {
                kind: at_resource,
                object: (kind != Kind::Effect).then_some(ObjectId(0)),
                key: (kind == Kind::Effect).then_some(KeyId(0)),
                token: token::token(asked.get(client::WITH_TOKEN)),
                grant: some(asked.get(client::WITH_GRANT)).map(Ordinal),
                version: asked
                    .get(client::WITH_READ)
                    .checked_sub(1)
                    .map(|version| Version(small(version))),
            },
            Standing::Never,
            TrueTime::START,
        );
        let memory = self.resource.memory();
        let number = match decided.decision {
            Decision::Answered { version } => {
                let read: u64 = match self.setup.workload {
                    Workload::Write | Workload::Update => version.0.into(),
                    Workload::Effect | Workload::EffectIfNotDone => memory.is_done.into(),
                };
                word.set(client::ANSWER_READ, 1 + read);
                answer::READ
            }
            Decision::Applied { .. } => answer::APPLIED,
            Decision::Refused(Reason::Duplicate) => answer::DUPLICATE,
            Decision::Refused(Reason::VersionConflict) => answer::VERSION_CONFLICT,
            // Nobody asks the lock service here, and who is fenced has a token.
            Decision::Refused(Reason::StaleToken | Reason::NotHolder | Reason::NoToken) => {
                answer::STALE_TOKEN
            }
        };
        word.set(client::ANSWER, number);
        keep_memory(state, &memory, self.has_dedup);
        if decided.harm.contains(&Some(self.setup.workload.harm())) {
            state.world.set(world::HARM, 1);
        }
    }

    /// The client does what comes next.
    fn step(&self, state: &mut State, id: u8) {
        let mut word = state.client(id);
        let at = word.get(client::PLACE);
        if at & place::WAITING != 0 {
            return self.handle(state, id, at & !place::WAITING);
        }
        match self.plan.step(small(at)) {
            None => {}
            Some(Step::Look) if word.has(client::OVER) => end(state, id, place::DONE),
            Some(Step::Look) => {
                word.set(client::PLACE, at + 1);
                state.put(id, word);
            }
            Some(Step::Send(Kind::Release)) => self.send_release(state, id),
            Some(Step::Send(kind)) => {
                self.send(&mut word, kind);
                word.set(client::PLACE, at | place::WAITING);
                state.put(id, word);
            }
        }
    }

    /// Puts a request into flight, with all that it carries.
    fn send(&self, word: &mut Word, kind: Kind) {
        word.set(client::REQUEST, request::number(kind));
        word.set(client::TO, (1 << nodes_of(self.setup, kind)) - 1);
        let (grant, token, read) = match (kind, self.service) {
            (Kind::Acquire, _) | (Kind::Release, Some(Service::Redlock)) => (false, false, false),
            (Kind::Ask | Kind::Release, _) => (true, false, false),
            (Kind::Read | Kind::Write | Kind::Effect, _) => (true, true, false),
            (Kind::Update, _) => (true, true, true),
        };
        for (carries, from, to) in [
            (grant, client::GRANT, client::WITH_GRANT),
            (token, client::TOKEN, client::WITH_TOKEN),
            (read, client::READ, client::WITH_READ),
        ] {
            if carries {
                word.set(to, word.get(from));
            }
        }
    }

    /// Sends the release, and is done.
    fn send_release(&self, state: &mut State, id: u8) {
        let mut word = state.client(id);
        self.send(&mut word, Kind::Release);
        state.put(id, word);
        end(state, id, place::DONE);
    }

    /// The client handles the answer to the step at a place.
    fn handle(&self, state: &mut State, id: u8, at: u64) {
        let mut word = state.client(id);
        let next = match word.get(client::ANSWER) {
            0 => return self.count_votes(state, id, at),
            answer::YES => {
                if word.has(client::ANSWER_GRANT) {
                    word.set(client::GRANT, word.get(client::ANSWER_GRANT));
                    word.set(client::TOKEN, word.get(client::ANSWER_TOKEN));
                }
                at + 1
            }
            answer::NO => return end(state, id, place::DONE),
            answer::READ => {
                let read = word.get(client::ANSWER_READ);
                word.set(client::READ, read);
                let passes_over = self.setup.workload == Workload::EffectIfNotDone && read == 2;
                if passes_over {
                    self.plan.release().into()
                } else {
                    at + 1
                }
            }
            refused => match reason(refused).map_or(Next::GoOn, learn) {
                Next::Lost => return end(state, id, place::DONE),
                Next::GoOn => at + 1,
            },
        };
        for field in [
            client::ANSWER,
            client::ANSWER_GRANT,
            client::ANSWER_TOKEN,
            client::ANSWER_READ,
        ] {
            word.set(field, 0);
        }
        word.set(client::PLACE, next);
        state.put(id, word);
        if self.plan.step(small(next)).is_none() {
            end(state, id, place::DONE);
        }
    }

    /// Redlock: all nodes have answered. A TTL of 1 has run out if and only if the deadline
    /// has passed.
    fn count_votes(&self, state: &mut State, id: u8, at: u64) {
        let mut word = state.client(id);
        let yes = u8::try_from(word.get(client::VOTED).count_ones()).unwrap_or(u8::MAX);
        let elapsed = Millis(i64::from(word.has(client::OVER)));
        if !evaluate(yes, self.nodes, Millis(1), elapsed, Millis::ZERO).is_granted {
            return self.send_release(state, id);
        }
        let grant = state.world.get(world::GRANTS) + 1;
        state.world.set(world::GRANTS, grant);
        word.set(client::ANSWERED, 0);
        word.set(client::VOTED, 0);
        word.set(client::GRANT, grant);
        word.set(client::PLACE, at + 1);
        state.put(id, word);
    }
}

/// The lease service hears a request for the lock.
fn arrive_acquire(state: &mut State, id: u8, word: &mut Word) {
    let mut lease = lease(state);
    let asked = LockRequest::new(ClientId(id), Attempt(1));
    match lease.acquire(asked, Waiting::Poll) {
        Acquired::Granted(held) => {
            word.set(client::ANSWER, answer::YES);
            word.set(client::ANSWER_GRANT, held.grant.0.into());
            word.set(client::ANSWER_TOKEN, token::number(Some(held.token)));
        }
        Acquired::Denied(_) | Acquired::Queued => word.set(client::ANSWER, answer::NO),
    }
    keep_lease(state, &lease);
}

/// The client is done or has crashed: it forgets all but that its deadline has passed.
fn end(state: &mut State, id: u8, how: u64) {
    let mut word = state.client(id);
    word.set(client::FORGOTTEN, 0);
    word.set(client::PLACE, how);
    state.put(id, word);
}

/// Whether the client is neither done nor crashed.
pub(super) fn is_alive(state: &State, id: u8) -> bool {
    !matches!(
        state.client(id).get(client::PLACE),
        place::DONE | place::CRASHED
    )
}

/// The refusal behind an answer; none if it is no refusal.
const fn reason(number: u64) -> Option<Reason> {
    match number {
        answer::DUPLICATE => Some(Reason::Duplicate),
        answer::STALE_TOKEN => Some(Reason::StaleToken),
        answer::VERSION_CONFLICT => Some(Reason::VersionConflict),
        _ => None,
    }
}
