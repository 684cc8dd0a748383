//! What a move did, as plain data: for sentences, and for the timed run.

use super::moves::Move;
use super::plan::{Kind, Step};
use super::setup::Workload;
use super::space::{Space, is_alive};
use super::state::{State, Word, answer, client, place, request, token, world};
use crate::model::{ClientId, NodeId, Ordinal, Reason, Token, Version};

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    /// A client's deadline passed.
    DeadlinePassed {
        /// Whose.
        client: ClientId,
    },
    /// A node dropped what it held.
    Expired {
        /// Which node.
        node: NodeId,
        /// Whose grant (or value) it was.
        holder: ClientId,
        /// Whether the holder's deadline had passed; if not, the node's clock is wrong.
        deadline: Deadline,
    },
    /// A node forgot what it held.
    Forgot {
        /// Which node.
        node: NodeId,
        /// Whose grant (or value) it was.
        holder: ClientId,
    },
    /// The lease service failed over.
    FailedOver {
        /// Whose grant it forgot.
        holder: Option<ClientId>,
        /// The token that comes next, for the second time.
        next_token: Token,
    },
    /// The resource dropped the key.
    KeyDropped,
    /// A client sent a request.
    Sent {
        /// Who.
        client: ClientId,
        /// What it asks.
        kind: Kind,
        /// The token that the request carries.
        token: Option<Token>,
    },
    /// A request arrived and was processed.
    Arrived {
        /// Whose.
        client: ClientId,
        /// At which node; 0 if it was for the resource.
        node: NodeId,
        /// What it asked.
        kind: Kind,
        /// The token that it carried.
        token: Option<Token>,
        /// What became of it.
        answer: Answer,
    },
    /// A client looked at its clock.
    Looked {
        /// Who.
        client: ClientId,
        /// What it saw.
        deadline: Deadline,
    },
    /// A client handled an answer; on Redlock, the answers of all nodes.
    Handled {
        /// Who.
        client: ClientId,
        /// What it had asked.
        kind: Kind,
        /// The answer.
        answer: Answer,
        /// What it does now.
        then: Then,
    },
    /// A client crashed.
    Crashed {
        /// Who.
        client: ClientId,
    },
}

/// Whether a deadline is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deadline {
    /// Still to come.
    Ahead,
    /// It has passed.
    Passed,
}

/// What a client does after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// It goes on with its plan.
    GoesOn,
    /// It is done, and sends nothing more.
    IsDone,
    /// It tells every node to drop its value, and is done.
    GivesUp,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The lock was granted.
    Granted {
        /// Which grant.
        grant: Ordinal,
        /// The token that came with it; none on Redlock.
        token: Option<Token>,
    },
    /// The lock was refused.
    Denied,
    /// A Redlock node has stored the value.
    Yes,
    /// A Redlock node has another value.
    No,
    /// The grant holds.
    Holds,
    /// The grant does not hold any more.
    HoldsNot,
    /// A read: the object has this version.
    Version(Version),
    /// A read: the job is not done.
    NotDone,
    /// A read: the job is done.
    IsDone,
    /// A write, update or effect was applied.
    Applied,
    /// It was not applied.
    Refused(Reason),
    /// A release freed what its client held.
    Freed,
    /// A release found nothing of its client.
    NothingToFree,
}

impl Space {
    /// What each move of a run from the start does, and whether harm is done by the last; none
    /// if one of them is not possible where it stands.
    #[must_use]
    pub fn tell(&mut self, moves: &[Move]) -> Option<Vec<Told>> {
        let mut state = self.start();
        let mut told = Vec::with_capacity(moves.len());
        for taken in moves {
            let (next, did) = self.take(&state, *taken)?;
            state = next;
            told.push(did);
        }
        Some(told)
    }

    /// Takes a move: the state after it, and what it did; none if it is not possible in `state`.
    pub fn take(&mut self, state: &State, taken: Move) -> Option<(State, Told)> {
        let mut is_possible = false;
        self.each_move(state, |possible| is_possible |= possible == taken);
        if !is_possible {
            return None;
        }
        let next = self.next(state, taken);
        let told = match taken {
            Move::DeadlinePassed(client) => Told::DeadlinePassed { client },
            Move::Expire(node) => {
                let holder = state.holder(node.0)?;
                Told::Expired {
                    node,
                    holder: ClientId(holder),
                    deadline: deadline(state.client(holder)),
                }
            }
            Move::Forget(node) => Told::Forgot {
                node,
                holder: ClientId(state.holder(node.0)?),
            },
            Move::FailOver => Told::FailedOver {
                holder: state.holder(0).map(ClientId),
                next_token: Token(token::FIRST.saturating_add(next.world.get(world::NEXT_TOKEN))),
            },
            Move::DropKey => Told::KeyDropped,
            Move::Arrive(client, node) => self.tell_arrival(state, &next, client, node)?,
            Move::Step(client) => self.tell_step(state, &next, client)?,
            Move::Crash(client) => Told::Crashed { client },
        };
        Some((next, told))
    }

    fn tell_arrival(
        &mut self,
        state: &State,
        next: &State,
        id: ClientId,
        node: NodeId,
    ) -> Option<Told> {
        let asked = state.client(id.0);
        let kind = request::kind(asked.get(client::REQUEST))?;
        let mut arrived = *state;
        let heard = self.arrive(&mut arrived, id.0, node.0);
        let answer = match kind {
            Kind::Release if state.holder(node.0) == next.holder(node.0) => Answer::NothingToFree,
            Kind::Release => Answer::Freed,
            Kind::Acquire if heard.has(client::ANSWERED) => {
                if state.holder(node.0) == next.holder(node.0) {
                    Answer::No
                } else {
                    Answer::Yes
                }
            }
            Kind::Acquire | Kind::Ask | Kind::Read | Kind::Write | Kind::Update | Kind::Effect => {
                self.answer(heard, kind)?
            }
        };
        Some(Told::Arrived {
            client: id,
            node,
            kind,
            token: token::token(asked.get(client::WITH_TOKEN)),
            answer,
        })
    }

    fn tell_step(&self, state: &State, next: &State, id: ClientId) -> Option<Told> {
        let (before, after) = (state.client(id.0), next.client(id.0));
        let at = before.get(client::PLACE);
        let step = self.plan.step(u8::try_from(at & !place::WAITING).ok()?)?;
        let kind = match step {
            Step::Look => {
                return Some(Told::Looked {
                    client: id,
                    deadline: deadline(before),
                });
            }
            Step::Send(kind) if at & place::WAITING == 0 => {
                return Some(Told::Sent {
                    client: id,
                    kind,
                    token: token::token(after.get(client::WITH_TOKEN)),
                });
            }
            Step::Send(kind) => kind,
        };
        let then = if is_alive(next, id.0) {
            Then::GoesOn
        } else if after.has(client::REQUEST) {
            Then::GivesUp
        } else {
            Then::IsDone
        };
        let counts_votes = !before.has(client::ANSWER);
        let answer = match (counts_votes, then) {
            (false, _) => self.answer(before, kind)?,
            (true, Then::GoesOn) => Answer::Granted {
                grant: Ordinal(u32::try_from(after.get(client::GRANT)).ok()?),
                token: None,
            },
            (true, Then::IsDone | Then::GivesUp) => Answer::Denied,
        };
        Some(Told::Handled {
            client: id,
            kind,
            answer,
            then,
        })
    }

    /// The answer in a client's word, to a request of this kind.
    fn answer(&self, word: Word, kind: Kind) -> Option<Answer> {
        let read = word.get(client::ANSWER_READ);
        Some(match (word.get(client::ANSWER), kind) {
            (answer::YES, Kind::Ask) => Answer::Holds,
            (answer::NO, Kind::Ask) => Answer::HoldsNot,
            (answer::YES, _) => Answer::Granted {
                grant: Ordinal(u32::try_from(word.get(client::ANSWER_GRANT)).ok()?),
                token: token::token(word.get(client::ANSWER_TOKEN)),
            },
            (answer::NO, _) => Answer::Denied,
            (answer::READ, _) => match (self.setup.workload, read) {
                (Workload::EffectIfNotDone, 1) => Answer::NotDone,
                (Workload::EffectIfNotDone, _) => Answer::IsDone,
                (Workload::Write | Workload::Update | Workload::Effect, _) => {
                    Answer::Version(Version(u32::try_from(read.checked_sub(1)?).ok()?))
                }
            },
            (answer::DUPLICATE, _) => Answer::Refused(Reason::Duplicate),
            (answer::STALE_TOKEN, _) => Answer::Refused(Reason::StaleToken),
            (answer::VERSION_CONFLICT, _) => Answer::Refused(Reason::VersionConflict),
            (answer::APPLIED, _) => Answer::Applied,
            _ => return None,
        })
    }
}

fn deadline(word: Word) -> Deadline {
    if word.has(client::OVER) {
        Deadline::Passed
    } else {
        Deadline::Ahead
    }
}
