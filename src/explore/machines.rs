//! The machines of [`crate::model`], set up from the words of a state and put
//! back into them.

use super::state::{State, token, world};
use crate::model::lease::Held;
use crate::model::redlock::Value;
use crate::model::resource::Memory;
use crate::model::{Attempt, ClientId, Lease, Node, Ordinal, Token, TrueTime, Version};

/// The lease service in a state. Nobody looks at the token of its holder.
pub(super) fn lease(state: &State) -> Lease {
    let holder = state.holder(0).map(|id| Held {
        client: ClientId(id),
        attempt: Attempt(1),
        grant: ordinal(state.world.get(world::HOLDER_GRANT)),
        token: Token(0),
    });
    Lease::resumed(
        holder,
        Token(token::FIRST + state.world.get(world::NEXT_TOKEN)),
        ordinal(state.world.get(world::GRANTS)),
    )
}

pub(super) fn keep_lease(state: &mut State, lease: &Lease) {
    let (holder, grant) = lease.holder().map_or((0, 0), |held| {
        (u64::from(held.client.0) + 1, held.grant.0.into())
    });
    state.world.set(world::holder(0), holder);
    state.world.set(world::HOLDER_GRANT, grant);
    let next = lease.next_token().0.saturating_sub(token::FIRST);
    state.world.set(world::NEXT_TOKEN, next);
    state.world.set(world::GRANTS, lease.grants().0.into());
}

/// A client has one attempt, so its value is its name.
pub(super) const fn value(id: u8) -> Value {
    Value {
        client: ClientId(id),
        attempt: Attempt(1),
    }
}

pub(super) fn redlock_node(state: &State, node: u8) -> Node {
    Node::resumed(state.holder(node).map(value))
}

pub(super) fn keep_node(state: &mut State, node: u8, kept: &Node) {
    let holder = kept
        .value()
        .map_or(0, |value| u64::from(value.client.0) + 1);
    state.world.set(world::holder(node), holder);
}

/// What the resource keeps in a state.
pub(super) fn memory(state: &State) -> Memory {
    let word = state.world;
    Memory {
        version: Version(small(word.get(world::VERSION))),
        highest: token::token(word.get(world::HIGHEST)),
        applied: word.has(world::KEY).then_some(TrueTime::START),
        latest: some(word.get(world::LATEST)).map(Ordinal),
        is_done: word.has(world::DONE),
    }
}

pub(super) fn keep_memory(state: &mut State, memory: &Memory, has_dedup: bool) {
    let word = &mut state.world;
    word.set(world::VERSION, memory.version.0.into());
    word.set(world::HIGHEST, token::number(memory.highest));
    word.set(
        world::LATEST,
        memory.latest.map_or(0, |grant| grant.0.into()),
    );
    word.set(world::KEY, u64::from(has_dedup && memory.applied.is_some()));
    word.set(world::DONE, memory.is_done.into());
}

pub(super) fn ordinal(number: u64) -> Ordinal {
    Ordinal(small(number))
}

/// 0 is none.
pub(super) fn some(number: u64) -> Option<u32> {
    (number != 0).then(|| small(number))
}

/// A number of a few bits.
pub(super) fn small<N: TryFrom<u64> + Default>(number: u64) -> N {
    N::try_from(number).unwrap_or_default()
}
