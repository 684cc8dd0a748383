//! What may come next: every move that the assumptions allow (`docs/explorer.md`, sections 2 and 3).

use super::memory::Machines;
use super::program::{Program, Step};
use super::setup::{Assumptions, Workload};
use super::state::{Answer, Budgets, Client, Flight, Kind, NONE, Place, State};
use crate::model::redlock::majority;
use crate::model::{ClientId, NodeId};

/// One atomic move of the adversary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A client's deadline has passed. It finds out only if it looks.
    DeadlinePassed(ClientId),
    /// A node drops what it holds: it has run out on its clock.
    Expired(NodeId),
    /// A node forgets what it holds.
    Forgot(NodeId),
    /// Another lease service goes on, without the newest grant and its token.
    FailedOver,
    /// The resource no longer remembers the key.
    KeyDropped,
    /// A client's request arrives, and its answer is there at once.
    Arrived(ClientId, NodeId),
    /// A client does the one thing that it would do next: send, look, or handle an answer.
    Stepped(ClientId),
    /// A client crashes. What it has sent stays in flight.
    Crashed(ClientId),
}

/// What can happen to a program in a world.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub program: Program,
    pub assumptions: Assumptions,
    machines: Machines,
}

impl World {
    pub fn new(program: Program) -> Self {
        Self {
            machines: Machines::new(&program),
            assumptions: program.setup.column.assumptions(),
            program,
        }
    }

    pub fn clients(&self) -> usize {
        self.program.setup.clients.into()
    }

    pub fn first(&self) -> State {
        let once = |durable: bool| u8::from(!durable);
        let assumptions = self.assumptions;
        let has_lease = self.program.nodes > 0 && !self.program.is_redlock();
        State::first(Budgets {
            crashes: 1,
            forgets: once(assumptions.nodes_durable),
            failovers: if has_lease {
                once(assumptions.counter_durable)
            } else {
                0
            },
            dropped_keys: if self.program.remembers_keys() {
                once(assumptions.window_long)
            } else {
                0
            },
        })
    }

    fn ids(&self) -> impl Iterator<Item = ClientId> + use<> {
        (0..self.program.setup.clients).map(ClientId)
    }

    fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.program.nodes).map(NodeId)
    }

    /// Every move that may come next, in the order of the contract.
    pub fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.clear();
        if state.harmed {
            return;
        }
        if self.deadlines_may_pass(state) {
            let ids = self.ids().filter(|id| self.has_deadline(state, *id));
            moves.extend(ids.map(Move::DeadlinePassed));
        }
        let nodes = self.nodes().filter(|node| self.may_expire(state, *node));
        moves.extend(nodes.map(Move::Expired));
        self.faults(state, moves);
        for id in self.ids() {
            let flight = client(state, id).flight;
            let nodes = (0..8_u8).filter(|node| flight.nodes >> node & 1 == 1);
            moves.extend(nodes.map(|node| Move::Arrived(id, NodeId(node))));
        }
        let able = self.ids().filter(|id| self.has_step(client(state, *id)));
        moves.extend(able.map(Move::Stepped));
        if state.budgets.crashes > 0 {
            let alive = self.ids().filter(|id| {
                matches!(
                    client(state, *id).place,
                    Place::Before(_) | Place::Waiting(_)
                )
            });
            moves.extend(alive.map(Move::Crashed));
        }
    }

    fn faults(&self, state: &State, moves: &mut Vec<Move>) {
        if state.budgets.forgets > 0 {
            let holding = self.nodes().filter(|node| self.owner(state, *node) != NONE);
            moves.extend(holding.map(Move::Forgot));
        }
        if state.budgets.failovers > 0 && state.next_token > 1 {
            moves.push(Move::FailedOver);
        }
        if state.budgets.dropped_keys > 0 && state.key_known {
            moves.push(Move::KeyDropped);
        }
    }

    /// Nothing bounded is pending, with anybody.
    fn deadlines_may_pass(&self, state: &State) -> bool {
        let clients = || self.ids().map(|id| client(state, id));
        let pending = |client: &Client| client.place != Place::Before(0) && self.has_step(*client);
        let step_pending = self.assumptions.pauses_bounded && clients().any(|it| pending(&it));
        let in_flight = self.assumptions.delays_bounded && clients().any(|it| it.flight.nodes != 0);
        !step_pending && !in_flight
    }

    /// Whether a deadline is there to pass: it has not, and somebody knows of a grant.
    fn has_deadline(&self, state: &State, id: ClientId) -> bool {
        let client = client(state, id);
        let held = || self.nodes().any(|node| self.owner(state, node) == id.0 + 1);
        let granted = matches!(client.answer, Answer::Granted { .. }) || client.yes != 0;
        !client.over && (client.grant != NONE || granted || held())
    }

    /// The client whose grant or value a node holds, from 1.
    fn owner(&self, state: &State, node: NodeId) -> u8 {
        if self.program.is_redlock() {
            state.values.get(node.index()).copied().unwrap_or(NONE)
        } else {
            state.holder
        }
    }

    fn may_expire(&self, state: &State, node: NodeId) -> bool {
        let owner = self.owner(state, node);
        let over = || {
            owner
                .checked_sub(1)
                .is_some_and(|owner| client(state, ClientId(owner)).over)
        };
        owner != NONE && (!self.assumptions.clocks_good || over())
    }

    /// Whether a client has something to do: to send, to look, or an answer to handle.
    fn has_step(&self, client: Client) -> bool {
        match client.place {
            Place::Before(_) => true,
            Place::Waiting(place) => {
                let votes = (client.yes | client.no).count_ones();
                let counts_votes =
                    self.program.is_redlock() && self.program.step(place) == Some(Step::Acquire);
                if counts_votes {
                    votes == u32::from(self.program.nodes)
                } else {
                    client.answer != Answer::None
                }
            }
            Place::Done | Place::Crashed => false,
        }
    }

    /// The state after a move that is possible.
    pub fn after(&mut self, state: &State, chosen: Move) -> State {
        let mut next = *state;
        match chosen {
            Move::DeadlinePassed(id) => change(&mut next, id, |client| client.over = true),
            Move::Expired(node) => self.drop_held(&mut next, node),
            Move::Forgot(node) => {
                next.budgets.forgets -= 1;
                self.drop_held(&mut next, node);
            }
            Move::FailedOver => {
                next.budgets.failovers -= 1;
                Machines::fail_over(&mut next);
            }
            Move::KeyDropped => {
                next.budgets.dropped_keys -= 1;
                next.key_known = false;
            }
            Move::Arrived(id, node) => self.arrive(&mut next, id, node),
            Move::Stepped(id) => self.step(&mut next, id),
            Move::Crashed(id) => {
                next.budgets.crashes -= 1;
                change(&mut next, id, |client| client.end(Place::Crashed));
            }
        }
        next
    }

    fn drop_held(&self, state: &mut State, node: NodeId) {
        if self.program.is_redlock() {
            Machines::forget(state, node.index());
        } else {
            Machines::drop_lease(state);
        }
    }

    /// A request is processed, and its answer is there at once, unless the client has crashed.
    fn arrive(&mut self, state: &mut State, id: ClientId, node: NodeId) {
        let flight = client(state, id).flight;
        let bit = 1_u8 << node.0;
        change(state, id, |client| {
            client.flight.nodes &= !bit;
            if client.flight.nodes == 0 {
                client.flight = Flight::EMPTY;
            }
        });
        let Some(kind) = flight.kind else { return };
        let redlock = self.program.is_redlock();
        let mut vote = None;
        let answer = match kind {
            Kind::Acquire if redlock => {
                vote = Some(Machines::store(state, id, node.index()));
                Answer::None
            }
            Kind::Acquire => Machines::acquire(state, id),
            Kind::Release if redlock => {
                Machines::unlock(state, id, node.index());
                return;
            }
            Kind::Release => {
                Machines::release(state, id, flight.grant);
                return;
            }
            Kind::Ask => Answer::Holds(Machines::holds(state, flight.grant)),
            Kind::Read | Kind::Write | Kind::Update | Kind::Effect => {
                let answer = self.machines.decide(&self.program, state, kind, flight);
                self.remembered(answer)
            }
        };
        change(state, id, |client| {
            if client.place == Place::Crashed {
                return;
            }
            match vote {
                Some(true) => client.yes |= bit,
                Some(false) => client.no |= bit,
                None => client.answer = answer,
            }
        });
    }

    /// What a client keeps of an answer: of a read that serves to learn whether the job is done,
    /// that one bit; of one before an update, the version.
    fn remembered(&self, answer: Answer) -> Answer {
        let Answer::Read { version, done } = answer else {
            return answer;
        };
        match self.program.setup.workload {
            Workload::EffectIfNotDone => Answer::Read { version: 0, done },
            Workload::Write | Workload::Update | Workload::Effect => Answer::Read {
                version,
                done: false,
            },
        }
    }

    fn step(&self, state: &mut State, id: ClientId) {
        let now = client(state, id);
        match now.place {
            Place::Before(place) => self.send(state, id, now, place),
            Place::Waiting(place) => self.handle(state, id, now, place),
            Place::Done | Place::Crashed => {}
        }
    }

    /// The next step of the plan: a look, or a request that is sent.
    fn send(&self, state: &mut State, id: ClientId, now: Client, place: u8) {
        let Some(step) = self.program.step(place) else {
            return;
        };
        let kind = match step {
            Step::Look => {
                return change(state, id, |client| {
                    if client.over {
                        client.end(Place::Done);
                    } else {
                        client.place = Place::Before(place + 1);
                    }
                });
            }
            Step::Acquire => Kind::Acquire,
            Step::Ask => Kind::Ask,
            Step::Read => Kind::Read,
            Step::Write => Kind::Write,
            Step::Update => Kind::Update,
            Step::Effect => Kind::Effect,
            Step::Release => Kind::Release,
        };
        let flight = self.flight(kind, now);
        change(state, id, |client| {
            client.flight = flight;
            if kind == Kind::Release {
                client.end(Place::Done);
            } else {
                client.place = Place::Waiting(place);
            }
        });
    }

    /// What a request carries, and to how many it goes.
    fn flight(&self, kind: Kind, now: Client) -> Flight {
        let redlock = self.program.is_redlock();
        let to_all = redlock && matches!(kind, Kind::Acquire | Kind::Release);
        let nodes = if to_all {
            u8::try_from((1_u16 << self.program.nodes) - 1).unwrap_or(u8::MAX)
        } else {
            1
        };
        let (grant, token, version) = match kind {
            Kind::Acquire => (NONE, NONE, NONE),
            Kind::Release if redlock => (NONE, NONE, NONE),
            Kind::Release | Kind::Ask => (now.grant, NONE, NONE),
            Kind::Read | Kind::Write | Kind::Effect => (now.grant, now.token, NONE),
            Kind::Update => (now.grant, now.token, now.version),
        };
        Flight {
            kind: Some(kind),
            nodes,
            grant,
            token,
            version,
        }
    }

    fn handle(&self, state: &mut State, id: ClientId, now: Client, place: u8) {
        let redlock = self.program.is_redlock();
        if redlock && self.program.step(place) == Some(Step::Acquire) {
            return self.count_votes(state, id, now, place);
        }
        let last = usize::from(place) + 1 == self.program.plan.len();
        let release = self.program.release();
        change(state, id, |client| {
            client.answer = Answer::None;
            let goes_on = match now.answer {
                Answer::Granted { grant, token } => {
                    client.grant = grant;
                    client.token = token;
                    Some(place + 1)
                }
                Answer::Denied | Answer::StaleToken | Answer::Holds(false) => None,
                Answer::Read { done: true, .. } => {
                    (usize::from(release) < self.program.plan.len()).then_some(release)
                }
                Answer::Read { version, .. } => {
                    if self.program.setup.workload == Workload::Update {
                        client.version = version + 1;
                    }
                    Some(place + 1)
                }
                Answer::None
                | Answer::Holds(true)
                | Answer::Applied
                | Answer::VersionConflict
                | Answer::Duplicate => (!last).then_some(place + 1),
            };
            match goes_on {
                Some(place) => client.place = Place::Before(place),
                None => client.end(Place::Done),
            }
        });
    }

    /// Granted with a majority and a deadline that has not passed; else everything is unlocked.
    fn count_votes(&self, state: &mut State, id: ClientId, now: Client, place: u8) {
        let yes = now.yes.count_ones();
        if yes >= majority(self.program.nodes).into() && !now.over {
            state.grants += 1;
            let grant = state.grants;
            return change(state, id, |client| {
                (client.yes, client.no) = (0, 0);
                client.grant = grant;
                client.place = Place::Before(place + 1);
            });
        }
        let flight = self.flight(Kind::Release, now);
        change(state, id, |client| {
            client.flight = flight;
            client.end(Place::Done);
        });
    }
}

/// A client of a state.
pub(super) fn client(state: &State, id: ClientId) -> Client {
    match state.clients.get(id.index()) {
        Some(client) => *client,
        None => {
            let [first, ..] = state.clients;
            first
        }
    }
}

fn change(state: &mut State, id: ClientId, edit: impl FnOnce(&mut Client)) {
    if let Some(client) = state.clients.get_mut(id.index()) {
        edit(client);
    }
}
