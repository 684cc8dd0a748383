//! Which moves are possible in a state (`docs/explorer.md`, sections 2 and 3),
//! in their order.

use super::setup::Assumption;
use super::space::{Space, is_alive};
use super::state::{State, client, place, world};
use crate::model::{ClientId, NodeId};
use crate::sim::scenario::Service;

/// One atomic step of the adversary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The client's deadline passes. It finds out only if it looks.
    DeadlinePassed(ClientId),
    /// The node drops what it holds, because its time is over by the node's clock.
    Expire(NodeId),
    /// The node forgets what it holds, but not the counter.
    Forget(NodeId),
    /// The lease service forgets its holder, and its next token falls by 1.
    FailOver,
    /// The resource drops the key that it remembered.
    DropKey,
    /// A request in flight arrives: the client's, at the node (at 0, if it is for the resource).
    /// It is processed, and its answer is there at once.
    Arrive(ClientId, NodeId),
    /// The client does the one thing that comes next: it sends, looks at its clock, or handles
    /// an answer.
    Step(ClientId),
    /// The client ends. What it has sent still arrives.
    Crash(ClientId),
}

impl Space {
    /// The moves that are possible in a state, in their order.
    #[must_use]
    pub fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(state, |possible| moves.push(possible));
        moves
    }

    /// Hands over each possible move, in their order.
    pub(super) fn each_move(&self, state: &State, mut take: impl FnMut(Move)) {
        if state.is_harmed() {
            return;
        }
        if self.service.is_some() {
            if self.deadlines_may_pass(state) {
                for id in 0..self.setup.clients {
                    if self.has_deadline(state, id) {
                        take(Move::DeadlinePassed(ClientId(id)));
                    }
                }
            }
            self.each_fault_of_a_node(state, &mut take);
        }
        if state.world.has(world::DROPS) && state.world.has(world::KEY) {
            take(Move::DropKey);
        }
        for id in 0..self.setup.clients {
            let mut to = state.client(id).get(client::TO);
            while to != 0 {
                take(Move::Arrive(ClientId(id), lowest(to)));
                to &= to - 1;
            }
        }
        for id in 0..self.setup.clients {
            if self.has_step(state, id) {
                take(Move::Step(ClientId(id)));
            }
        }
        if state.world.has(world::CRASHES) {
            for id in 0..self.setup.clients {
                if is_alive(state, id) {
                    take(Move::Crash(ClientId(id)));
                }
            }
        }
    }

    /// Expiry, forgetting and failover.
    fn each_fault_of_a_node(&self, state: &State, take: &mut impl FnMut(Move)) {
        if state.world.has(world::HOLDERS) {
            let clocks_are_good = self.setup.column.assumes(Assumption::ClocksGood);
            for node in 0..self.nodes {
                if let Some(holder) = state.holder(node)
                    && (!clocks_are_good || state.client(holder).has(client::OVER))
                {
                    take(Move::Expire(NodeId(node)));
                }
            }
            if state.world.has(world::FORGETS) {
                for node in 0..self.nodes {
                    if state.world.has(world::holder(node)) {
                        take(Move::Forget(NodeId(node)));
                    }
                }
            }
        }
        if self.service == Some(Service::Lease)
            && state.world.has(world::FAILOVERS)
            && state.world.has(world::NEXT_TOKEN)
        {
            take(Move::FailOver);
        }
    }

    /// Whether the assumptions let any deadline pass now.
    fn deadlines_may_pass(&self, state: &State) -> bool {
        let column = self.setup.column;
        let pauses_are_bounded = column.assumes(Assumption::PausesBounded);
        let delays_are_bounded = column.assumes(Assumption::DelaysBounded);
        (0..self.setup.clients).all(|id| {
            let word = state.client(id);
            let has_begun = word.get(client::PLACE) != 0;
            let is_waited_for = pauses_are_bounded && has_begun && self.has_step(state, id);
            let is_under_way = delays_are_bounded && word.has(client::REQUEST);
            !(is_waited_for || is_under_way)
        })
    }

    /// Whether the client's deadline is still to come, and it or a node has something that
    /// the deadline is about.
    fn has_deadline(&self, state: &State, id: u8) -> bool {
        let word = state.client(id);
        if word.has(client::OVER) {
            return false;
        }
        word.has(client::GRANT)
            || word.has(client::ANSWER_GRANT)
            || word.has(client::VOTED)
            || (0..self.nodes).any(|node| state.holder(node) == Some(id))
    }

    /// Whether the client has something to do now.
    pub(super) fn has_step(&self, state: &State, id: u8) -> bool {
        let word = state.client(id);
        match word.get(client::PLACE) {
            place::DONE | place::CRASHED => false,
            waiting if waiting & place::WAITING != 0 => {
                word.has(client::ANSWER) || word.get(client::ANSWERED) == self.every_node
            }
            _ => true,
        }
    }
}

/// The node of the lowest bit that is set.
fn lowest(nodes: u64) -> NodeId {
    NodeId(u8::try_from(nodes.trailing_zeros()).unwrap_or(u8::MAX))
}
