//! The words of a state keep what the machines keep: along random runs, machines
//! that live on from move to move answer as those that are set up anew for each.

use fencelab::explore::{Answer, Column, Design, Kind, Setup, Space, Told, Workload};
use fencelab::model::lease::{Acquired, AfterEnd, Deletion, Request as LockRequest};
use fencelab::model::redlock::{Value, Vote};
use fencelab::model::resource::Request;
use fencelab::model::{
    Attempt, ClientId, Decision, FailoverForgets, KeyId, Lease, Node, NodeId, ObjectId, Ordinal,
    Reason, Resource, Standing, StepKind, Token, TrueTime, Version, Waiting,
};
use proptest::prelude::*;

/// The machines, and what the clients have learnt from them.
struct Living {
    setup: Setup,
    lease: Lease,
    nodes: Vec<Node>,
    resource: Resource,
    clients: Vec<Known>,
    grants: u32,
    now: i64,
}

#[derive(Clone, Copy, Default)]
struct Known {
    grant: Option<Ordinal>,
    token: Option<Token>,
    version: Option<Version>,
}

impl Living {
    fn new(setup: Setup) -> Self {
        Self {
            setup,
            lease: Lease::new(Token(33)),
            nodes: vec![Node::default(); setup.nodes.into()],
            resource: Resource::new(setup.design.rules(), 1, 1),
            clients: vec![Known::default(); setup.clients.into()],
            grants: 0,
            now: 0,
        }
    }

    fn is_redlock(&self) -> bool {
        self.setup.design.name().starts_with("redlock")
    }

    fn value(client: ClientId) -> Value {
        Value {
            client,
            attempt: Attempt(1),
        }
    }

    /// Does the same as a move, and must come to the same.
    fn follow(&mut self, told: &Told) {
        match *told {
            Told::Expired { node, holder, .. } | Told::Forgot { node, holder } => {
                assert_eq!(self.drop_held(node), holder);
            }
            Told::FailedOver { holder, next_token } => {
                let forgot = self.lease.fail_over(FailoverForgets::LockAndCounter, 1);
                assert_eq!(forgot.map(|held| held.client), holder);
                assert_eq!(self.lease.next_token(), next_token);
            }
            // A window of 1 ms is over as soon as a millisecond has passed.
            Told::KeyDropped => self.now += 1,
            Told::Arrived {
                client,
                node,
                kind,
                answer,
                ..
            } => self.arrive(client, node, kind, answer),
            Told::Handled { client, answer, .. } => self.learn(client, answer),
            Told::DeadlinePassed { .. }
            | Told::Sent { .. }
            | Told::Looked { .. }
            | Told::Crashed { .. } => {}
        }
    }

    fn drop_held(&mut self, node: NodeId) -> ClientId {
        let dropped = if self.is_redlock() {
            self.nodes[node.index()].forget().map(|value| value.client)
        } else {
            self.lease.expire(AfterEnd::Free).map(|held| held.client)
        };
        dropped.expect("it held something")
    }

    fn arrive(&mut self, client: ClientId, node: NodeId, kind: Kind, answer: Answer) {
        let known = self.clients[client.index()];
        let expected = match (kind, self.is_redlock()) {
            (Kind::Acquire, true) => match self.nodes[node.index()].store(Self::value(client)) {
                Vote::Yes => Answer::Yes,
                Vote::No => Answer::No,
            },
            (Kind::Acquire, false) => {
                let asked = LockRequest::new(client, Attempt(1));
                match self.lease.acquire(asked, Waiting::Poll) {
                    Acquired::Granted(held) => Answer::Granted {
                        grant: held.grant,
                        token: Some(held.token),
                    },
                    Acquired::Denied(_) | Acquired::Queued => Answer::Denied,
                }
            }
            (Kind::Ask, _) if self.lease.holds(known.grant.expect("it has a grant")) => {
                Answer::Holds
            }
            (Kind::Ask, _) => Answer::HoldsNot,
            (Kind::Release, true) => {
                let own = Deletion::Own(Self::value(client));
                freed(self.nodes[node.index()].unlock(client, own).is_some())
            }
            (Kind::Release, false) => {
                let own = Deletion::Own(known.grant.expect("it has a grant"));
                freed(self.lease.release(client, own).is_some())
            }
            (Kind::Read, _) => self.decide(StepKind::Read, known),
            (Kind::Write, _) => self.decide(StepKind::Write, known),
            (Kind::Update, _) => self.decide(StepKind::Update, known),
            (Kind::Effect, _) => self.decide(StepKind::Effect, known),
        };
        assert_eq!(answer, expected);
    }

    fn decide(&mut self, kind: StepKind, known: Known) -> Answer {
        let is_effect = kind == StepKind::Effect;
        let request = Request {
            kind,
            object: (!is_effect).then_some(ObjectId(0)),
            key: is_effect.then_some(KeyId(0)),
            token: known.token,
            grant: known.grant,
            version: known.version.filter(|_| kind == StepKind::Update),
        };
        let now = TrueTime(self.now);
        let decided = self.resource.decide(&request, Standing::Never, now);
        let is_done = !self.resource.done().is_empty();
        match decided.decision {
            Decision::Answered { .. } if self.setup.workload == Workload::EffectIfNotDone => {
                if is_done {
                    Answer::IsDone
                } else {
                    Answer::NotDone
                }
            }
            Decision::Answered { version } => Answer::Version(version),
            Decision::Applied { .. } => Answer::Applied,
            Decision::Refused(reason) => Answer::Refused(reason),
        }
    }

    fn learn(&mut self, client: ClientId, answer: Answer) {
        let known = &mut self.clients[client.index()];
        match answer {
            Answer::Granted { grant, token } => {
                if token.is_none() {
                    self.grants += 1;
                    assert_eq!(grant.0, self.grants);
                }
                known.grant = Some(grant);
                known.token = token;
            }
            Answer::Version(version) => known.version = Some(version),
            Answer::Refused(reason) => assert_ne!(reason, Reason::NoToken),
            Answer::Denied
            | Answer::Yes
            | Answer::No
            | Answer::Holds
            | Answer::HoldsNot
            | Answer::NotDone
            | Answer::IsDone
            | Answer::Applied
            | Answer::Freed
            | Answer::NothingToFree => {}
        }
    }
}

fn freed(is_freed: bool) -> Answer {
    if is_freed {
        Answer::Freed
    } else {
        Answer::NothingToFree
    }
}

fn cells() -> impl Strategy<Value = Setup> {
    let cell = (
        0..Design::ALL.len(),
        0..Workload::ALL.len(),
        0..Column::ALL.len(),
        1..=4u8,
        1..=7u8,
    );
    let setup = cell.prop_map(|(design, workload, column, clients, nodes)| Setup {
        clients,
        nodes,
        ..Setup::new(
            Design::ALL[design],
            Workload::ALL[workload],
            Column::ALL[column],
        )
    });
    setup.prop_filter("it applies", |setup| setup.check().is_ok())
}

proptest! {
    #[test]
    fn machines_that_live_on_answer_the_same(
        setup in cells(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 60),
    ) {
        let mut space = Space::new(setup).expect("it applies");
        let mut living = Living::new(setup);
        let mut state = space.start();
        for choice in choices {
            let moves = space.moves(&state);
            if moves.is_empty() {
                break;
            }
            let taken = moves[choice.index(moves.len())];
            let (next, told) = space.take(&state, taken).expect("it is offered");
            prop_assert_eq!(space.next(&state, taken), next);
            living.follow(&told);
            state = next;
        }
    }
}
