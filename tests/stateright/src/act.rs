//! Sections 2 and 3 of the page: which moves there are, and what they do.

use crate::cell::{Cell, Service, Todo};
use crate::state::{Action, Answer, Asks, Client, Lock, Place, Request, Resource, World};
use std::collections::BTreeSet;

impl Cell {
    /// The state in which nobody has begun.
    pub fn start(&self) -> World {
        let once = |on: bool| u8::from(!on);
        World {
            clients: vec![Client::new(); self.clients.into()],
            in_flight: BTreeSet::new(),
            lock: match self.service {
                Service::Nothing => Lock::Nothing,
                Service::Lease => Lock::Lease {
                    holder: None,
                    next_token: 33,
                    grants: 0,
                },
                Service::Redlock(nodes) => Lock::Redlock {
                    nodes: vec![None; nodes.into()],
                    grants: 0,
                },
            },
            resource: Resource::default(),
            crashes: 1,
            forgets: once(self.switches.nodes),
            failovers: once(self.switches.counter),
            drops: once(self.switches.window),
        }
    }

    /// Every move of a state, in the order of the page.
    pub fn list(&self, world: &World, actions: &mut Vec<Action>) {
        if world.resource.harmed {
            return;
        }
        let clients = || (0_u8..).zip(&world.clients);
        if self.time_may_pass(world) {
            for (id, client) in clients() {
                let node_holds = world.holders().contains(&Some(id));
                let heard_yes = matches!(client.answer, Some(Answer::Granted { .. }))
                    || client.votes.contains(&Some(true));
                if !client.over && (node_holds || client.grant.is_some() || heard_yes) {
                    actions.push(Action::DeadlinePassed(id));
                }
            }
        }
        let held = || (0_u8..).zip(world.holders());
        for (node, holder) in held() {
            if let Some(holder) = holder
                && (world.clients[usize::from(holder)].over || !self.switches.clocks)
            {
                actions.push(Action::Expire(node));
            }
        }
        if world.forgets > 0 {
            let holding = held().filter(|(_, holder)| holder.is_some());
            actions.extend(holding.map(|(node, _)| Action::Forget(node)));
        }
        if world.failovers > 0
            && matches!(world.lock, Lock::Lease { next_token, .. } if next_token > 33)
        {
            actions.push(Action::FailOver);
        }
        if world.drops > 0 && world.resource.key {
            actions.push(Action::DropKey);
        }
        actions.extend(world.in_flight.iter().copied().map(Action::Arrive));
        for (id, client) in clients() {
            if client.can_step() {
                actions.push(Action::Step(id));
            }
        }
        if world.crashes > 0 {
            for (id, client) in clients() {
                if client.lives() {
                    actions.push(Action::Crash(id));
                }
            }
        }
    }

    /// The state after a move.
    pub fn after(&self, world: &World, action: Action) -> World {
        let mut world = world.clone();
        match action {
            Action::DeadlinePassed(id) => world.client(id).over = true,
            Action::Expire(node) => world.free(node),
            Action::Forget(node) => {
                world.free(node);
                world.forgets -= 1;
            }
            Action::FailOver => {
                world.free(0);
                world.failovers -= 1;
                if let Lock::Lease { next_token, .. } = &mut world.lock {
                    *next_token -= 1;
                }
            }
            Action::DropKey => {
                world.resource.key = false;
                world.drops -= 1;
            }
            Action::Arrive(request) => {
                world.in_flight.remove(&request);
                self.process(&mut world, request);
            }
            Action::Step(id) => self.step(&mut world, id),
            Action::Crash(id) => {
                world.client(id).end(Place::Crashed);
                world.crashes -= 1;
            }
        }
        world
    }

    /// The first two switches.
    fn time_may_pass(&self, world: &World) -> bool {
        let pending_step = world
            .clients
            .iter()
            .any(|client| client.place != Place::Before(0) && client.can_step());
        let pending_request = !world.in_flight.is_empty();
        let is_hindered =
            self.switches.pauses && pending_step || self.switches.delays && pending_request;
        !is_hindered
    }

    fn process(&self, world: &mut World, request: Request) {
        let id = request.client;
        let answer = match request.asks {
            Asks::Acquire => match &mut world.lock {
                Lock::Nothing => None,
                Lock::Lease {
                    holder: Some(_), ..
                } => Some(Answer::Refused),
                Lock::Lease {
                    holder,
                    next_token,
                    grants,
                } => {
                    *grants += 1;
                    *holder = Some((id, *grants));
                    let token = *next_token;
                    *next_token += 1;
                    Some(Answer::Granted {
                        grant: *grants,
                        token,
                    })
                }
                Lock::Redlock { nodes, .. } => {
                    let node = &mut nodes[usize::from(request.node)];
                    let yes = node.is_none();
                    if yes {
                        *node = Some(id);
                    }
                    let client = world.client(id);
                    if client.place != Place::Crashed {
                        client.votes[usize::from(request.node)] = Some(yes);
                    }
                    None
                }
            },
            Asks::Holds { grant } => {
                let holds = matches!(world.lock, Lock::Lease { holder: Some((_, held)), .. }
                    if Some(held) == grant);
                Some(if holds { Answer::Holds } else { Answer::Gone })
            }
            Asks::ReleaseLease { grant } => {
                if let Lock::Lease { holder, .. } = &mut world.lock
                    && holder.map(|(_, held)| held) == grant
                {
                    *holder = None;
                }
                None
            }
            Asks::ReleaseValue => {
                if world.holders()[usize::from(request.node)] == Some(id) {
                    world.free(request.node);
                }
                None
            }
            Asks::Read { .. } | Asks::Write { .. } | Asks::Update { .. } | Asks::Effect { .. } => {
                Some(self.decide(&mut world.resource, request.asks))
            }
        };
        let client = world.client(id);
        if client.place != Place::Crashed
            && let Some(answer) = answer
        {
            client.answer = Some(answer);
        }
    }

    fn decide(&self, resource: &mut Resource, asks: Asks) -> Answer {
        let (grant, token, rests_on) = match asks {
            Asks::Read { grant, token }
            | Asks::Write { grant, token }
            | Asks::Effect { grant, token } => (grant, token, None),
            Asks::Update { grant, token, read } => (grant, token, read),
            other => panic!("{other:?} is not for the resource"),
        };
        let is_read = matches!(asks, Asks::Read { .. });
        let is_fenced = if is_read {
            self.defences.fence_reads
        } else {
            self.defences.fence_writes
        };
        if is_fenced {
            if token < resource.highest {
                return Answer::StaleToken;
            }
            resource.highest = token;
        }
        match asks {
            Asks::Read { .. } if self.reads_the_job => {
                return Answer::Read(u8::from(resource.job_done));
            }
            Asks::Read { .. } => return Answer::Read(resource.version),
            Asks::Effect { .. } => {
                if self.defences.dedup {
                    if resource.key {
                        return Answer::Duplicate;
                    }
                    resource.key = true;
                }
                if resource.job_done {
                    resource.harmed = true;
                }
                resource.job_done = true;
                return Answer::Applied;
            }
            _ => {}
        }
        let is_old = rests_on.is_some_and(|read| read != resource.version);
        if is_old && self.defences.versions {
            return Answer::VersionConflict;
        }
        let is_late = grant.is_some() && grant < resource.largest;
        let writes_blindly = matches!(asks, Asks::Write { .. });
        if (writes_blindly && is_late) || is_old {
            resource.harmed = true;
        }
        resource.version += 1;
        resource.largest = resource.largest.max(grant);
        Answer::Applied
    }

    fn step(&self, world: &mut World, id: u8) {
        match world.client(id).place {
            Place::Before(at) => self.begin(world, id, at),
            Place::Waiting(at) => self.handle(world, id, at),
            Place::Done | Place::Crashed => panic!("it has nothing to do"),
        }
    }

    fn begin(&self, world: &mut World, id: u8, at: usize) {
        let client = world.client(id);
        let Client {
            grant, token, read, ..
        } = *client;
        let asks = match self.plan[at] {
            Todo::Look if client.over => return client.end(Place::Done),
            Todo::Look => return self.go_on(client, at),
            Todo::Acquire => {
                if let Service::Redlock(nodes) = self.service {
                    client.votes = vec![None; nodes.into()];
                }
                Asks::Acquire
            }
            Todo::Read => Asks::Read { grant, token },
            Todo::Ask => Asks::Holds { grant },
            Todo::Write => Asks::Write { grant, token },
            Todo::Update => Asks::Update { grant, token, read },
            Todo::Effect => Asks::Effect { grant, token },
            Todo::Release => return self.release(world, id),
        };
        client.place = Place::Waiting(at);
        world.send(id, self.nodes_for(asks), asks);
    }

    fn release(&self, world: &mut World, id: u8) {
        let asks = match self.service {
            Service::Redlock(_) => Asks::ReleaseValue,
            Service::Lease | Service::Nothing => Asks::ReleaseLease {
                grant: world.client(id).grant,
            },
        };
        world.client(id).end(Place::Done);
        world.send(id, self.nodes_for(asks), asks);
    }

    fn nodes_for(&self, asks: Asks) -> u8 {
        match (asks, self.service) {
            (Asks::Acquire | Asks::ReleaseValue, Service::Redlock(nodes)) => nodes,
            _ => 1,
        }
    }

    fn handle(&self, world: &mut World, id: u8, at: usize) {
        let client = world.client(id);
        let Some(answer) = client.answer.take() else {
            return self.count(world, id, at);
        };
        match answer {
            Answer::Granted { grant, token } => {
                client.grant = Some(grant);
                client.token = Some(token);
                self.go_on(client, at);
            }
            Answer::Read(read) => {
                client.read = Some(read);
                if self.reads_the_job && read == 1 {
                    self.skip(client);
                } else {
                    self.go_on(client, at);
                }
            }
            Answer::Holds | Answer::Applied | Answer::Duplicate | Answer::VersionConflict => {
                self.go_on(client, at);
            }
            Answer::Refused | Answer::Gone | Answer::StaleToken => client.end(Place::Done),
        }
    }

    fn count(&self, world: &mut World, id: u8, at: usize) {
        let Lock::Redlock { nodes, grants } = &mut world.lock else {
            panic!("only Redlock counts votes");
        };
        let client = &mut world.clients[usize::from(id)];
        let yes = client
            .votes
            .iter()
            .filter(|vote| **vote == Some(true))
            .count();
        if yes > nodes.len() / 2 && !client.over {
            *grants += 1;
            client.grant = Some(*grants);
            client.votes.clear();
            self.go_on(client, at);
        } else {
            self.release(world, id);
        }
    }

    fn go_on(&self, client: &mut Client, at: usize) {
        if at + 1 < self.plan.len() {
            client.place = Place::Before(at + 1);
        } else {
            client.end(Place::Done);
        }
    }

    /// Straight to the release, or to the end where there is none.
    fn skip(&self, client: &mut Client) {
        match self.plan.iter().position(|todo| *todo == Todo::Release) {
            Some(at) => client.place = Place::Before(at),
            None => client.end(Place::Done),
        }
    }
}

impl World {
    fn client(&mut self, id: u8) -> &mut Client {
        &mut self.clients[usize::from(id)]
    }

    /// Whose grant (or value) each node holds.
    fn holders(&self) -> Vec<Option<u8>> {
        match &self.lock {
            Lock::Nothing => Vec::new(),
            Lock::Lease { holder, .. } => vec![holder.map(|(client, _)| client)],
            Lock::Redlock { nodes, .. } => nodes.clone(),
        }
    }

    fn free(&mut self, node: u8) {
        match &mut self.lock {
            Lock::Nothing => {}
            Lock::Lease { holder, .. } => *holder = None,
            Lock::Redlock { nodes, .. } => nodes[usize::from(node)] = None,
        }
    }

    fn send(&mut self, client: u8, nodes: u8, asks: Asks) {
        self.in_flight
            .extend((0..nodes).map(|node| Request { client, node, asks }));
    }
}
