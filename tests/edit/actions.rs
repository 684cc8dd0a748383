//! What a menu offers can be done, does what it says, and leaves a scenario that can be run.

use crate::support::{history, lease, redlock, scenarios};
use fencelab::edit::action::{Action, Menu, NewStep, Section, actions_at, deletion, remove};
use fencelab::model::{ClientId, FaultId, Millis, NodeId, StepId, TrueTime};
use fencelab::picture::HandleKind;
use fencelab::picture::handle::kinds;
use fencelab::picture::layout::Owner;
use fencelab::sim::check;
use fencelab::sim::scenario::{Cause, CutFrom, Fault, Scenario, Step};
use fencelab::text::Lang;
use std::collections::BTreeSet;

const FIRST: ClientId = ClientId(0);
const SECOND: ClientId = ClientId(1);

fn menu(scenario: &Scenario, owner: Owner, at: i64) -> Menu {
    actions_at(scenario, &history(scenario), owner, TrueTime(at))
}

fn moved(client: ClientId, step: StepId, to: StepId) -> Action {
    Action::MoveStep { client, step, to }
}

fn owners(scenario: &Scenario) -> Vec<Owner> {
    let clients = (0..scenario.clients.len())
        .map(|index| Owner::Client(ClientId(u8::try_from(index).expect("there are few"))));
    clients.chain([Owner::Lock, Owner::Resource]).collect()
}

#[test]
fn what_is_offered_can_be_done_and_changes_something() {
    let mut offered = 0;
    for (name, scenario) in scenarios() {
        let history = history(&scenario);
        let end = history.closed_at.0;
        for owner in owners(&scenario) {
            for at in [0, end / 3, end / 2, end, end + 5_000, -7] {
                let menu = actions_at(&scenario, &history, owner, TrueTime(at));
                let mut names = BTreeSet::new();
                for action in &menu.actions {
                    let edited = action.tried(&scenario);
                    let edited = edited.unwrap_or_else(|told| panic!("{name}: {told:?}"));
                    assert_eq!(check(&edited), [], "{name}: {action:?}");
                    assert_ne!(edited, scenario, "{name}: {action:?}");
                    assert_eq!(action.apply(&scenario), edited);
                    let [en, ja] = Lang::ALL.map(|lang| action.name(lang, &scenario));
                    assert!(
                        en != ja && !en.contains('_') && !en.ends_with('.'),
                        "{en}, {ja}"
                    );
                    assert!(
                        en.starts_with(|letter: char| letter.is_ascii_uppercase()),
                        "{en}"
                    );
                    let [section, other] =
                        Lang::ALL.map(|lang| action.section().name(lang, &scenario));
                    assert!(section != other, "{section}");
                    assert!(
                        names.insert((section, en.clone())) || en.starts_with("Remove"),
                        "{name}: {en}"
                    );
                    offered += 1;
                }
                for told in &menu.reasons {
                    assert!(
                        told.en.ends_with('.') && told.ja.ends_with('。'),
                        "{told:?}"
                    );
                }
            }
        }
    }
    assert!(offered > 10_000, "only {offered}");
}

#[test]
fn a_client_lane_offers_every_cause_and_every_link() {
    let seed = Scenario::seed();
    let faults = |scenario: &Scenario| -> Vec<Fault> {
        let actions = menu(scenario, Owner::Client(FIRST), 3_000).actions;
        let faults = actions.into_iter().filter_map(|action| match action {
            Action::Happen(fault) => Some(fault),
            _ => None,
        });
        faults.collect()
    };
    let here = faults(&seed);
    let causes = here.iter().filter_map(|fault| match fault {
        Fault::Pause {
            cause,
            at: TrueTime(3_000),
            lasting: Millis(5_000),
            ..
        } => Some(*cause),
        _ => None,
    });
    let all = [Cause::Gc, Cause::PageFault, Cause::CpuSteal, Cause::Sigstop];
    let all = all.into_iter().chain([Cause::VmMigration, Cause::Other]);
    assert!(causes.eq(all), "{here:?}");
    let links = |faults: &[Fault]| -> Vec<CutFrom> {
        let links = faults.iter().filter_map(|fault| match fault {
            Fault::Cut { from, .. } => Some(*from),
            _ => None,
        });
        links.collect()
    };
    assert_eq!(
        links(&here),
        [CutFrom::Lock, CutFrom::Resource, CutFrom::All]
    );
    assert_eq!(links(&faults(&redlock())).len(), 6);
    assert!(here.contains(&Fault::Crash {
        client: FIRST,
        at: TrueTime(3_000)
    }));
}

#[test]
fn the_lock_lane_offers_what_its_service_can_suffer() {
    let kinds = |scenario: &Scenario, wanted: Section| {
        let actions = menu(scenario, Owner::Lock, 3_000).actions;
        actions
            .iter()
            .filter(|action| action.section() == wanted)
            .count()
    };
    let seed = Scenario::seed();
    assert_eq!(kinds(&seed, Section::Service), 3);
    assert_eq!(kinds(&seed, Section::Node(NodeId(0))), 6);
    let mut red = redlock();
    red.faults.clear();
    assert_eq!(kinds(&red, Section::Service), 0);
    for node in 0..3 {
        assert_eq!(kinds(&red, Section::Node(NodeId(node))), 6);
    }
    // A node whose clock runs wrong already says so.
    let told = menu(&redlock(), Owner::Lock, 3_000).reasons;
    assert!(
        told.iter()
            .any(|told| told.en.contains("The clock of node 1 runs wrong already")),
        "{told:?}"
    );
    assert_eq!(menu(&seed, Owner::Resource, 3_000).actions.len(), 3);
}

#[test]
fn a_full_list_of_faults_says_so_and_offers_the_rest() {
    let mut scenario = Scenario::seed();
    scenario.faults = vec![scenario.faults[0].clone(); 64];
    let menu = menu(&scenario, Owner::Client(FIRST), 3_000);
    let happens = menu
        .actions
        .iter()
        .filter(|action| matches!(action, Action::Happen(_)));
    assert_eq!(happens.count(), 0);
    assert!(
        menu.actions
            .iter()
            .any(|action| matches!(action, Action::Insert { .. }))
    );
    assert_eq!(menu.reasons.len(), 1);
    assert!(
        menu.reasons[0]
            .of(Lang::En)
            .starts_with("There are 64 faults already")
    );
}

#[test]
fn a_full_plan_says_so() {
    let mut scenario = Scenario::seed();
    let release = scenario.clients[0].plan[2].clone();
    scenario.clients[0].plan.resize(31, release.clone());
    let offered = |scenario: &Scenario| {
        let menu = menu(scenario, Owner::Client(FIRST), 500);
        let steps = menu
            .actions
            .iter()
            .filter(|action| matches!(action, Action::Insert { .. }));
        (steps.count(), menu.reasons.len())
    };
    // An update would bring its read along.
    assert_eq!(offered(&scenario), (5, 1));
    scenario.clients[0].plan.push(release);
    assert_eq!(offered(&scenario), (0, 1));
}

#[test]
fn a_step_is_put_where_it_was_asked_for_and_the_rest_stays() {
    let seed = Scenario::seed();
    let actions = menu(&seed, Owner::Client(FIRST), 400).actions;
    let find = |wanted: NewStep| {
        let found = actions
            .iter()
            .find(|action| matches!(action, Action::Insert { step, .. } if *step == wanted));
        found.expect("it is offered")
    };
    let edited = find(NewStep::Effect).apply(&seed);
    let sent: Vec<_> = history(&edited)
        .requests
        .iter()
        .map(|it| (it.client, it.sent.0))
        .collect();
    assert_eq!(sent, [(FIRST, 400), (SECOND, 11_000), (FIRST, 16_000)]);
    let edited = find(NewStep::Update).apply(&seed);
    let plan = &edited.clients[0].plan;
    assert!(
        matches!(
            plan[1],
            Step::Read {
                after: Millis(400),
                ..
            }
        ),
        "{plan:?}"
    );
    assert!(matches!(&plan[2], Step::Update(change) if change.sending.after == Millis(0)));
    assert!(matches!(&plan[3], Step::Write(change) if change.sending.after == Millis(600)));
    assert_eq!(
        find(NewStep::Update).name(Lang::En, &seed),
        "Add a read and an update here"
    );
    // After the plan is over.
    let late = menu(&seed, Owner::Client(FIRST), 18_000).actions;
    let late = late.iter().find(|it| {
        matches!(
            it,
            Action::Insert {
                step: NewStep::Write,
                ..
            }
        )
    });
    let edited = late.expect("it is offered").apply(&seed);
    assert_eq!(
        history(&edited).requests.last().map(|it| it.sent),
        Some(TrueTime(18_000))
    );
}

#[test]
fn a_packet_is_delayed_where_it_is_sent() {
    let seed = Scenario::seed();
    let actions = menu(&seed, Owner::Client(SECOND), 11_300).actions;
    let delays: Vec<_> = actions
        .iter()
        .filter(|it| matches!(it, Action::Delay { .. }))
        .collect();
    assert_eq!(delays.len(), 1);
    let name = delays[0].name(Lang::En, &seed);
    assert_eq!(
        name,
        "Delay the write sent at 11\u{a0}s: 5\u{a0}s on the way"
    );
    let edited = delays[0].apply(&seed);
    let requests = history(&edited).requests;
    let write = requests
        .iter()
        .find(|request| request.client == SECOND)
        .expect("it writes");
    assert_eq!(
        (write.sent.0, write.ended.map(|at| at.0)),
        (11_000, Some(16_000))
    );
    // It can be pulled now, and cleared.
    let kind = HandleKind::Request(SECOND, StepId(1));
    assert!(kinds(&edited).contains(&kind));
    assert_eq!(remove(&edited, kind), seed);
}

#[test]
fn what_others_rest_on_stays() {
    let full = lease();
    let told = Action::RemoveStep(FIRST, StepId(1))
        .tried(&full)
        .expect_err("an update rests on it");
    assert_eq!(
        told[0].en,
        "Client 1, step 2: a later step rests on this read. Remove the later one first."
    );
    assert!(Action::RemoveStep(FIRST, StepId(3)).tried(&full).is_ok());
    let told = moved(FIRST, StepId(3), StepId(0))
        .tried(&full)
        .expect_err("its read comes later");
    assert!(told[0].en.contains("cannot go there"), "{told:?}");
    let shifted = moved(FIRST, StepId(5), StepId(0))
        .tried(&full)
        .expect("a release rests on nothing");
    assert!(matches!(shifted.clients[0].plan[0], Step::Release { .. }));
    assert_eq!(moved(FIRST, StepId(0), StepId(5)).tried(&shifted), Ok(full));
}

#[test]
fn clients_come_and_go() {
    let mut scenario = Scenario::seed();
    for count in 3..=5 {
        scenario = Action::AddClient.tried(&scenario).expect("there is room");
        assert_eq!(scenario.clients.len(), count);
        assert_eq!(scenario.clients[count - 1].name, format!("Client {count}"));
    }
    assert_eq!(scenario.clients[2].arrives, TrueTime(4_000));
    assert!(Action::AddClient.tried(&scenario).is_err());
    let mut full = lease();
    full.faults
        .retain(|fault| !matches!(fault, Fault::NodeDown { .. }));
    let without = Action::RemoveClient(FIRST).tried(&full).expect("one stays");
    assert_eq!(
        without.faults[0],
        Fault::Crash {
            client: FIRST,
            at: TrueTime(5_000)
        }
    );
    assert_eq!(without.faults.len(), full.faults.len() - 2);
    assert!(Action::RemoveClient(FIRST).tried(&without).is_err());
    assert!(Action::RemoveClient(ClientId(4)).tried(&full).is_err());
    // A name that has become free, and one that has not.
    let one = Action::RemoveClient(FIRST)
        .tried(&Scenario::seed())
        .expect("one stays");
    let two = Action::AddClient.tried(&one).expect("there is room");
    assert_eq!(two.clients[1].name, "Client 3");
}

#[test]
fn whatever_has_a_handle_can_be_deleted() {
    for (name, scenario) in scenarios() {
        for kind in kinds(&scenario) {
            let Some(action) = deletion(kind) else {
                assert_eq!(kind, HandleKind::LeaseEnd);
                continue;
            };
            let edited = action.tried(&scenario);
            let edited = edited.unwrap_or_else(|told| panic!("{name}: {told:?}"));
            assert_eq!(edited, remove(&scenario, kind));
            let gone = edited.faults.len() < scenario.faults.len();
            assert_eq!(
                gone,
                matches!(action, Action::RemoveFault(_)),
                "{name}: {action:?}"
            );
        }
    }
    assert!(
        Action::RemoveFault(FaultId(9))
            .tried(&Scenario::seed())
            .is_err()
    );
}

#[test]
fn what_is_there_can_be_removed_at_its_place() {
    let seed = Scenario::seed();
    let names: Vec<String> = menu(&seed, Owner::Client(FIRST), 9_000)
        .actions
        .iter()
        .filter(|action| action.section() == Section::Removal)
        .map(|action| action.name(Lang::En, &seed))
        .collect();
    assert_eq!(
        names,
        [
            "Remove the write (step 2)",
            "Remove the pause at 1\u{a0}s",
            "Remove Client 1"
        ]
    );
}

#[test]
fn a_step_becomes_another_kind_and_keeps_what_both_have() {
    let change = |scenario: &Scenario, step, kind| {
        Action::ChangeStep {
            client: FIRST,
            step,
            kind,
        }
        .tried(scenario)
    };
    let seed = Scenario::seed();
    let thinking = HandleKind::Thinking(FIRST, StepId(1));
    let effect = change(&seed, StepId(1), NewStep::Effect).expect("it rests on nothing");
    assert_eq!(thinking.value(&effect), thinking.value(&seed));
    let Some(Step::Effect(made)) = effect.clients[0].plan.get(1) else {
        panic!("it is an effect")
    };
    assert_eq!(made.sending.key.as_deref(), Some("job-1"));
    let update = change(&seed, StepId(1), NewStep::Update).expect("a read comes with it");
    assert_eq!(update.clients[0].plan.len(), 4);
    let told = change(&update, StepId(1), NewStep::Write).expect_err("the update rests on it");
    assert!(
        told[0].of(Lang::En).contains("rests on this read"),
        "{told:?}"
    );
    let back = change(&effect, StepId(1), NewStep::Write).expect("it rests on nothing");
    assert_eq!(thinking.value(&back), thinking.value(&seed));
}
