//! A thousand edits of every kind can be taken back to the first scenario, and done again.

use crate::support::{history, lease, redlock};
use fencelab::edit::action::{Action, NewStep, actions_at, deletion};
use fencelab::edit::field::{Field, Kind, fields, set};
use fencelab::edit::past::{Cause, Past, Version};
use fencelab::model::{ClientId, Millis, StepId, TrueTime};
use fencelab::picture::HandleKind;
use fencelab::picture::handle::kinds;
use fencelab::picture::layout::Owner;
use fencelab::sim::check;
use fencelab::sim::scenario::Scenario;
use fencelab::text::Lang;

/// Numbers that look random and are the same every time (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let end = u64::try_from(end.max(1)).expect("it is small");
        usize::try_from(self.0 % end).expect("it is small")
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let index = self.below(from.len());
        from.get(index)
    }

    fn time(&mut self, most: i64) -> i64 {
        let most = usize::try_from(most).unwrap_or(1);
        i64::try_from(self.below(most)).expect("it is small")
    }
}

/// What somebody might type or choose.
fn text(dice: &mut Dice, field: &Field) -> String {
    match &field.kind {
        Kind::Time { optional: true, .. } if dice.below(3) == 0 => String::new(),
        Kind::Time { .. } => format!("{} ms", dice.time(30_000)),
        Kind::Number { .. } => dice.below(12).to_string(),
        Kind::Text { .. } => ["record", "x", "台帳", ""][dice.below(4)].to_owned(),
        Kind::NodeDelays { .. } => ["", "3 ms", "1; 2; 3"][dice.below(3)].to_owned(),
        Kind::Choice { .. }
        | Kind::Switch
        | Kind::ClientName { .. }
        | Kind::Node { .. }
        | Kind::CutFrom { .. } => dice.pick(&field.kind.words()).cloned().unwrap_or_default(),
    }
}

fn client(dice: &mut Dice, scenario: &Scenario) -> ClientId {
    ClientId(u8::try_from(dice.below(scenario.clients.len())).expect("there are few"))
}

/// One edit, if it can be done.
fn edit(dice: &mut Dice, scenario: &Scenario) -> Option<(Scenario, Cause)> {
    match dice.below(10) {
        0..=2 => {
            let kind = *dice.pick(&kinds(scenario))?;
            let value = Millis(dice.time(40_000) - 100);
            Some((kind.set(scenario, value), Cause::Handle(kind)))
        }
        3..=5 => {
            let fields = fields(scenario);
            let field = dice.pick(&fields)?;
            let edited = set(scenario, &field.path, &text(dice, field)).ok()?;
            Some((edited, Cause::Field(field.path.clone())))
        }
        6 => {
            let kind = *dice.pick(&kinds(scenario))?;
            acted(scenario, deletion(kind)?)
        }
        7 => {
            let client = client(dice, scenario);
            let steps = scenario.clients.get(client.index())?.plan.len();
            let mut step = || StepId(u8::try_from(dice.below(steps)).expect("there are few"));
            let (step, to) = (step(), step());
            let action = [
                Action::MoveStep { client, step, to },
                Action::ChangeStep {
                    client,
                    step,
                    kind: *dice.pick(&NewStep::ALL)?,
                },
                Action::AddClient,
                Action::RemoveClient(client),
                Action::RemoveStep(client, step),
            ];
            let action = dice.pick(&action)?.clone();
            acted(scenario, action)
        }
        _ => {
            let history = history(scenario);
            let owners = [
                Owner::Client(client(dice, scenario)),
                Owner::Lock,
                Owner::Resource,
            ];
            let owner = *dice.pick(&owners)?;
            let at = TrueTime(dice.time(history.closed_at.0 + 2));
            let actions = actions_at(scenario, &history, owner, at).actions;
            acted(scenario, dice.pick(&actions)?.clone())
        }
    }
}

fn acted(scenario: &Scenario, action: Action) -> Option<(Scenario, Cause)> {
    let edited = action.tried(scenario).ok()?;
    Some((edited, Cause::Action(action)))
}

fn version(scenario: &Scenario) -> Version {
    Version::of(scenario.clone())
}

fn undone(past: &mut Past, now: &Scenario) -> Option<Scenario> {
    past.undo(&version(now)).map(|version| version.scenario)
}

fn redone(past: &mut Past, now: &Scenario) -> Option<Scenario> {
    past.redo(&version(now)).map(|version| version.scenario)
}

#[test]
fn a_thousand_edits_are_valid_and_can_be_taken_back_and_done_again() {
    for (seed, first) in [(1, Scenario::seed()), (2, lease()), (3, redlock())] {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ seed);
        let mut past = Past::packed();
        let mut states = vec![first];
        while states.len() <= 1_000 {
            let now = states.last().expect("there is the first");
            let Some((edited, cause)) = edit(&mut dice, now) else {
                continue;
            };
            assert_eq!(check(&edited), [], "{cause:?}");
            if edited == *now {
                continue;
            }
            for lang in Lang::ALL {
                assert!(!cause.name(lang, now).is_empty(), "{cause:?}");
            }
            past.push(version(now), cause);
            past.close(&version(&edited));
            states.push(edited);
        }
        let last = states.last().expect("there are many").clone();
        let mut now = last.clone();
        for expected in states.iter().rev().skip(1) {
            now = undone(&mut past, &now).expect("there is more");
            assert_eq!(now, *expected);
        }
        assert_eq!(undone(&mut past, &now), None);
        for expected in states.iter().skip(1) {
            now = redone(&mut past, &now).expect("there is more");
            assert_eq!(now, *expected);
        }
        assert_eq!((redone(&mut past, &now), now), (None, last));
    }
}

#[test]
fn one_gesture_is_one_change() {
    let first = Scenario::seed();
    let mut past = Past::default();
    let pull = |past: &mut Past, now: &Scenario, kind: HandleKind, value: i64| {
        past.push(version(now), Cause::Handle(kind));
        kind.set(now, Millis(value))
    };
    let mut now = first.clone();
    for value in [9_000, 8_000] {
        now = pull(&mut past, &now, HandleKind::LeaseEnd, value);
    }
    past.close(&version(&now));
    let after_one = now.clone();
    for value in [7_000, 6_000] {
        now = pull(&mut past, &now, HandleKind::LeaseEnd, value);
    }
    // Another handle without letting go: another change.
    now = pull(&mut past, &now, HandleKind::Arrival(ClientId(1)), 5);
    assert_eq!(past.depth(), (3, 0));
    assert_eq!(
        past.undo_name(Lang::En),
        Some("Client 2 arrives".to_owned())
    );
    now = undone(&mut past, &now).expect("there is more");
    now = undone(&mut past, &now).expect("there is more");
    assert_eq!(now, after_one);
    assert_eq!(
        past.redo_name(Lang::Ja, &now),
        Some("リースの満了（有効期間）".to_owned())
    );
    now = undone(&mut past, &now).expect("there is more");
    assert_eq!((now, past.depth()), (first, (0, 3)));
}

#[test]
fn a_new_change_forgets_what_was_taken_back() {
    let first = Scenario::seed();
    let mut past = Past::default();
    past.push(version(&first), Cause::Whole);
    let second = HandleKind::LeaseEnd.set(&first, Millis(5));
    assert_eq!(undone(&mut past, &second), Some(first.clone()));
    past.push(version(&first), Cause::Whole);
    assert_eq!(redone(&mut past, &second), None);
    // A change that changed nothing is passed over.
    past.push(version(&second), Cause::Whole);
    assert_eq!(undone(&mut past, &second), Some(first));
}

#[test]
fn only_so_many_changes_are_remembered() {
    let mut past = Past::with_bound(3);
    let at = |ttl: i64| HandleKind::LeaseEnd.set(&Scenario::seed(), Millis(ttl));
    for ttl in 1..=5 {
        past.push(version(&at(ttl)), Cause::Whole);
    }
    let mut now = at(6);
    for ttl in [5, 4, 3] {
        now = undone(&mut past, &now).expect("it is remembered");
        assert_eq!(now, at(ttl));
    }
    assert_eq!(undone(&mut past, &now), None);
}

#[test]
fn a_gesture_that_leads_back_is_no_change() {
    let first = Scenario::seed();
    let mut past = Past::default();
    let mut now = first.clone();
    for value in [9_000, 10_000] {
        past.push(version(&now), Cause::Handle(HandleKind::LeaseEnd));
        now = HandleKind::LeaseEnd.set(&now, Millis(value));
    }
    assert_eq!((past.depth(), &now), ((1, 0), &first));
    past.close(&version(&now));
    assert_eq!(past.depth(), (0, 0));
    assert!(past.gesture().is_none());
}

#[test]
fn the_second_setting_comes_back_too() {
    for mut past in [Past::default(), Past::packed()] {
        let mut now = version(&Scenario::seed());
        now.beside = Some(now.scenario.resource.twin());
        let mut states = vec![now.clone()];
        for round in 0..4 {
            past.push(now.clone(), Cause::Whole);
            if round % 2 == 0 {
                now.scenario = HandleKind::LeaseEnd.set(&now.scenario, Millis(round + 5));
            } else {
                now.beside = now.beside.map(|resource| resource.twin());
            }
            states.push(now.clone());
        }
        for expected in states.iter().rev().skip(1) {
            now = past.undo(&now).expect("there is more");
            assert_eq!(now, *expected);
        }
        for expected in states.iter().skip(1) {
            now = past.redo(&now).expect("there is more");
            assert_eq!(now, *expected);
        }
        past.clear();
        assert_eq!((past.depth(), past.undo(&now)), ((0, 0), None));
    }
}

#[test]
fn a_gesture_that_is_given_up_has_never_been() {
    let first = Scenario::seed();
    let mut past = Past::packed();
    past.push(version(&first), Cause::Whole);
    let second = HandleKind::LeaseEnd.set(&first, Millis(9_000));
    for _ in 0..2 {
        past.push(version(&second), Cause::Handle(HandleKind::LeaseEnd));
    }
    assert_eq!(past.cancel(), Some(version(&second)));
    assert_eq!((past.cancel(), past.depth()), (None, (1, 0)));
    assert_eq!(undone(&mut past, &second), Some(first));
}
