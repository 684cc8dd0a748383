//! The menu at a point of a lane: what can happen there, and what can go.

use super::clients::whose;
use super::{Action, NewStep, nice, no_room};
use crate::edit::Sentence;
use crate::edit::field::{node_of, step_kind};
use crate::model::{ClientId, FaultId, Millis, NodeId, StepId, TrueTime};
use crate::picture::HandleKind;
use crate::picture::Scale;
use crate::picture::history::History;
use crate::picture::layout::Owner;
use crate::sim::limits::TIME;
use crate::sim::scenario::{
    Cause, CutFrom, FailoverForgets, Fault, RestartForgets, Scenario, Service, Stops,
};
use crate::sim::words::Word;
use crate::text::narrate::node_name;
use crate::text::{Lang, say};

/// What can be done at a point of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// In the order of the menu; each leaves a scenario that can be run.
    pub actions: Vec<Action>,
    /// Why what is not there cannot be done.
    pub reasons: Vec<Sentence>,
}

/// The parts of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Pauses and crashes.
    Client,
    /// Cuts and messages that are held back.
    Network,
    /// Steps that come.
    Plan,
    /// The lock service as a whole.
    Service,
    /// One lock node.
    Node(NodeId),
    /// The resource.
    Resource,
    /// What goes.
    Removal,
}

impl Section {
    /// Its heading.
    #[must_use]
    pub fn name(self, lang: Lang, scenario: &Scenario) -> String {
        match self {
            Self::Client => say!(lang, "Pause or crash", "停止とクラッシュ"),
            Self::Network => say!(lang, "Network", "ネットワーク"),
            Self::Plan => say!(lang, "Plan", "手順"),
            Self::Service => say!(lang, "Lock service", "ロックサービス"),
            Self::Node(node) => match (lang, scenario.lock.service) {
                (Lang::En, Service::Lease) => "Clock and outage".to_owned(),
                (Lang::Ja, Service::Lease) => "時計と障害".to_owned(),
                (Lang::En, Service::Redlock) => format!("Node {}", node.index() + 1),
                (Lang::Ja, Service::Redlock) => node_name(lang, scenario, node),
            },
            Self::Resource => say!(lang, "Resource", "リソース"),
            Self::Removal => say!(lang, "Remove", "削除"),
        }
    }
}

impl Action {
    /// The part of a menu in which it stands.
    #[must_use]
    pub const fn section(&self) -> Section {
        match self {
            Self::Happen(fault) => match fault {
                Fault::Pause { .. } | Fault::Crash { .. } => Section::Client,
                Fault::Cut { .. } => Section::Network,
                Fault::ClockJump { node, .. }
                | Fault::ClockRate { node, .. }
                | Fault::NodeDown { node, .. } => Section::Node(*node),
                Fault::Failover { .. } | Fault::LockLost { .. } => Section::Service,
                Fault::ResourceRestart { .. } => Section::Resource,
            },
            Self::Delay { .. } => Section::Network,
            Self::Insert { .. }
            | Self::MoveStep { .. }
            | Self::ChangeStep { .. }
            | Self::AddClient => Section::Plan,
            Self::RemoveStep(..)
            | Self::RemoveFault(_)
            | Self::Clear(_)
            | Self::RemoveClient(_) => Section::Removal,
        }
    }
}

/// What can be done at an instant of a lane, for a run of the scenario.
#[must_use]
pub fn actions_at(scenario: &Scenario, history: &History, owner: Owner, at: TrueTime) -> Menu {
    let point = Point {
        scenario,
        history,
        at: TrueTime(at.0.clamp(TIME.min, TIME.max)),
        span: Scale::span_for(history.closed_at),
    };
    let wanted = match owner {
        Owner::Client(client) => point.at_client(client),
        Owner::Lock => point.at_lock(),
        Owner::Resource => point.at_resource(),
    };
    let mut menu = Menu::default();
    let full = no_room(scenario);
    menu.reasons.extend(full.clone());
    for action in wanted {
        if full.is_some() && matches!(action, Action::Happen(_)) {
            continue;
        }
        match point.why_not(&action) {
            None => menu.actions.push(action),
            Some(reasons) => {
                for reason in reasons {
                    if !menu.reasons.contains(&reason) {
                        menu.reasons.push(reason);
                    }
                }
            }
        }
    }
    menu
}

/// A point of a lane.
struct Point<'a> {
    scenario: &'a Scenario,
    history: &'a History,
    at: TrueTime,
    /// The time that the picture shows.
    span: Millis,
}

impl Point<'_> {
    /// Why something cannot be done, if so.
    fn why_not(&self, action: &Action) -> Option<Vec<Sentence>> {
        let faults = self.scenario.faults.iter();
        let told = match action {
            Action::Happen(Fault::Crash { client, .. }) => {
                let mut crashes = faults.filter(|fault| matches!(fault, Fault::Crash { .. }));
                crashes
                    .any(|fault| whose(fault) == Some(*client))
                    .then(crashed)
            }
            Action::Happen(Fault::ClockRate { node, .. }) => {
                let mut rates = faults.filter(|fault| matches!(fault, Fault::ClockRate { .. }));
                let set = rates.any(|fault| node_of(fault) == Some(*node));
                set.then(|| rate_set(self.scenario, *node))
            }
            _ => None,
        };
        match told {
            Some(told) => Some(vec![told]),
            None => action.tried(self.scenario).err(),
        }
    }

    fn at_client(&self, client: ClientId) -> Vec<Action> {
        let at = self.at;
        let lasting = self.part(4);
        let mut faults: Vec<Fault> = Cause::ALL
            .iter()
            .map(|cause| Fault::Pause {
                client,
                at,
                lasting,
                cause: *cause,
                stops: Stops::default_of(*cause),
            })
            .collect();
        faults.push(Fault::Crash { client, at });
        let mut links = vec![CutFrom::Lock, CutFrom::Resource, CutFrom::All];
        if self.scenario.lock.service == Service::Redlock {
            links.extend((0..self.scenario.lock.nodes).map(|node| CutFrom::Node(NodeId(node))));
        }
        faults.extend(links.into_iter().map(|from| Fault::Cut {
            client,
            from,
            at,
            lasting: self.part(8),
        }));
        let mut actions: Vec<Action> = faults.into_iter().map(Action::Happen).collect();
        actions.extend(self.delays(client));
        actions.extend(self.steps(client));
        if let Some(step) = self.step_here(client) {
            actions.extend(self.other_steps(client, step));
            actions.push(Action::RemoveStep(client, step));
        }
        actions.extend(self.faults_here(|fault| whose(fault) == Some(client)));
        if self.scenario.clients.len() > 1 {
            actions.push(Action::RemoveClient(client));
        }
        actions
    }

    fn at_lock(&self) -> Vec<Action> {
        let at = self.at;
        let mut faults = Vec::new();
        let nodes = match self.scenario.lock.service {
            Service::Lease => 1,
            Service::Redlock => self.scenario.lock.nodes,
        };
        if self.scenario.lock.service == Service::Lease {
            for forgets in FailoverForgets::ALL {
                faults.push(Fault::Failover {
                    at,
                    forgets: *forgets,
                    counter_back_by: 1,
                });
            }
            faults.push(Fault::LockLost { at });
        }
        let ttl = self.scenario.lock.ttl;
        for node in (0..nodes).map(NodeId) {
            let jump = |by| Fault::ClockJump { node, at, by };
            let rate = |per_mille| Fault::ClockRate { node, per_mille };
            let down = |keeps_data| Fault::NodeDown {
                node,
                at,
                lasting: self.part(8),
                keeps_data,
            };
            let back = Millis(-nice(Millis(ttl.0 / 2)).0);
            faults.extend([
                jump(ttl),
                jump(back),
                rate(1100),
                rate(900),
                down(true),
                down(false),
            ]);
        }
        let mut actions: Vec<Action> = faults.into_iter().map(Action::Happen).collect();
        actions.extend(self.faults_here(|fault| {
            whose(fault).is_none() && !matches!(fault, Fault::ResourceRestart { .. })
        }));
        actions
    }

    fn at_resource(&self) -> Vec<Action> {
        let at = self.at;
        let restarts = RestartForgets::ALL.iter().map(|forgets| {
            Action::Happen(Fault::ResourceRestart {
                at,
                forgets: *forgets,
            })
        });
        let gone = self.faults_here(|fault| matches!(fault, Fault::ResourceRestart { .. }));
        restarts.chain(gone).collect()
    }

    /// A round length, about so many times smaller than what the picture shows.
    fn part(&self, of: i64) -> Millis {
        nice(Millis(self.span.0 / of))
    }

    /// How near is near.
    fn near(&self, instant: TrueTime) -> bool {
        self.at.since(instant).0.abs() <= self.span.0 / 20
    }

    /// The messages of a client that are sent near this instant, or are on their way.
    fn delays(&self, client: ClientId) -> Vec<Action> {
        let plan = self
            .scenario
            .clients
            .get(client.index())
            .map(|client| client.plan.len());
        let steps = (0..plan.unwrap_or(0)).filter_map(|step| u8::try_from(step).ok().map(StepId));
        let mut found: Vec<(i64, Action)> = steps
            .filter_map(|step| {
                let kind = HandleKind::Request(client, step);
                let arrives = kind.place(self.scenario, self.history)?;
                let value = kind.value(self.scenario)?;
                let sent = TrueTime(arrives.since(TrueTime(value.0)).0);
                let on_its_way = sent <= self.at && self.at <= arrives;
                let request = Millis(value.plus(self.part(4)).0.min(TIME.max));
                let action = Action::Delay {
                    client,
                    step,
                    sent,
                    request,
                };
                let distance = self.at.since(sent).0.abs();
                (on_its_way || self.near(sent)).then_some((distance, action))
            })
            .collect();
        found.sort_by_key(|(distance, _)| *distance);
        found
            .into_iter()
            .take(3)
            .map(|(_, action)| action)
            .collect()
    }

    /// When a step began, if it did.
    fn begun(&self, client: ClientId, step: StepId) -> Option<TrueTime> {
        let mut works = self.history.thinking.iter();
        let mut waits = self.history.waits.iter();
        works
            .find(|work| work.client == client && work.step == step)
            .map(|work| work.span.from)
            .or_else(|| {
                let wait = waits.find(|wait| wait.client == client && wait.step == step)?;
                Some(wait.span.from)
            })
    }

    /// The step that a client has come to at this instant.
    fn step_here(&self, client: ClientId) -> Option<StepId> {
        let plan = self.scenario.clients.get(client.index())?.plan.len();
        (0..plan)
            .rev()
            .filter_map(|step| u8::try_from(step).ok().map(StepId))
            .find(|step| {
                self.begun(client, *step)
                    .is_some_and(|begun| begun <= self.at)
            })
    }

    /// Each kind of step, so that it is sent at this instant if the plan allows it.
    fn steps(&self, client: ClientId) -> Vec<Action> {
        let here = self.step_here(client);
        let thinking = here.filter(|step| {
            let mut works = self.history.thinking.iter();
            works.any(|work| {
                let its = work.client == client && work.step == *step;
                its && self.at < work.span.to
            })
        });
        let done = self
            .finished(client)
            .and(self.scenario.clients.get(client.index()));
        let end = done.and_then(|client| u8::try_from(client.plan.len()).ok());
        let (place, thought) = match (thinking, here) {
            // It divides the thinking in two.
            (Some(step), _) => {
                let kind = HandleKind::Thinking(client, step);
                (step, kind.value_at(self.scenario, self.history, self.at))
            }
            (None, step) => {
                let next = step.map_or(0, |step| step.0.saturating_add(1));
                (StepId(end.unwrap_or(next)), Millis::ZERO)
            }
        };
        NewStep::ALL
            .into_iter()
            .map(|step| {
                let (after, taken) = match (step, thinking) {
                    (NewStep::Acquire, _) => (Millis::ZERO, Millis::ZERO),
                    (_, Some(_)) => (thought, thought),
                    (_, None) => {
                        let since = self.finished(client).unwrap_or(self.at);
                        (self.at.since(since), Millis::ZERO)
                    }
                };
                Action::Insert {
                    client,
                    place,
                    step,
                    after,
                    taken,
                }
            })
            .collect()
    }

    /// What else a step could be, and where else it could stand.
    fn other_steps(&self, client: ClientId, step: StepId) -> Vec<Action> {
        let plan = self.scenario.clients.get(client.index());
        let plan = plan.map_or(&[][..], |client| client.plan.as_slice());
        let here = plan.get(step.index());
        let kind = here.map_or("", step_kind);
        let changes = NewStep::ALL
            .into_iter()
            .filter(|other| other.word() != kind)
            .map(|kind| Action::ChangeStep { client, step, kind });
        let places = [step.0.checked_sub(1), step.0.checked_add(1)];
        let moves = places
            .into_iter()
            .flatten()
            .map(StepId)
            // Two equal steps may change places, but nobody would see it.
            .filter(|to| plan.get(to.index()) != here)
            .map(|to| Action::MoveStep { client, step, to });
        changes.chain(moves).collect()
    }

    /// When a client's plan was over, if it is by now.
    fn finished(&self, client: ClientId) -> Option<TrueTime> {
        let mut finished = self.history.finished.iter();
        let found = finished.find(|(whose, at)| *whose == client && *at <= self.at);
        found.map(|(_, at)| *at)
    }

    /// The faults of one lane that are in force here or happen near here.
    fn faults_here(&self, of_lane: impl Fn(&Fault) -> bool) -> Vec<Action> {
        let faults = self.scenario.faults.iter().enumerate();
        faults
            .filter(|(_, fault)| of_lane(fault) && self.is_here(fault))
            .filter_map(|(index, _)| u8::try_from(index).ok())
            .map(|index| Action::RemoveFault(FaultId(index)))
            .collect()
    }

    fn is_here(&self, fault: &Fault) -> bool {
        match *fault {
            Fault::Pause { at, lasting, .. }
            | Fault::Cut { at, lasting, .. }
            | Fault::NodeDown { at, lasting, .. } => {
                (at <= self.at && self.at <= at.plus(lasting)) || self.near(at)
            }
            Fault::Crash { at, .. }
            | Fault::ClockJump { at, .. }
            | Fault::Failover { at, .. }
            | Fault::LockLost { at }
            | Fault::ResourceRestart { at, .. } => self.near(at),
            Fault::ClockRate { .. } => true,
        }
    }
}

fn crashed() -> Sentence {
    Sentence::new("faults", |lang| {
        say!(
            lang,
            "It crashes once already. Move that crash, or remove it.",
            "クラッシュはすでにあります。それを動かすか削除してください。"
        )
    })
}

fn rate_set(scenario: &Scenario, node: NodeId) -> Sentence {
    Sentence::new("faults", |lang| {
        let node = node_name(lang, scenario, node);
        say!(
            lang,
            "The clock of {node} runs wrong already. Change its rate, or remove it.",
            "{node}の時計の進みはすでに変えてあります。その値を変えるか削除してください。"
        )
    })
}
