//! One decision after the other.

use super::*;

const NOW: TrueTime = TrueTime(1_000);

fn request(kind: StepKind, grant: u32) -> Request {
    Request {
        kind,
        object: match kind {
            StepKind::Read | StepKind::Write | StepKind::Update => Some(ObjectId(0)),
            StepKind::Effect => None,
        },
        key: None,
        token: Some(Token(u64::from(grant) + 32)),
        grant: Some(Ordinal(grant)),
        version: None,
    }
}

fn resource(rules: Rules) -> Resource {
    Resource::new(rules, 2, 2)
}

fn refused(resource: &mut Resource, request: &Request) -> Option<Reason> {
    match resource.decide(request, Standing::Holder, NOW).decision {
        Decision::Refused(reason) => Some(reason),
        Decision::Answered { .. } | Decision::Applied { .. } => None,
    }
}

#[test]
fn equal_tokens_pass_and_smaller_ones_do_not() {
    let mut resource = resource(Rules {
        fence: Fence::Writes,
        ..Rules::default()
    });
    let read = request(StepKind::Read, 3);
    assert_eq!(refused(&mut resource, &read), None);
    let write = request(StepKind::Write, 2);
    assert_eq!(refused(&mut resource, &write), None, "a read is not fenced");
    assert_eq!(refused(&mut resource, &write), None);
    let older = request(StepKind::Update, 1);
    assert_eq!(refused(&mut resource, &older), Some(Reason::StaleToken));
    let without = Request {
        token: None,
        ..write
    };
    assert_eq!(refused(&mut resource, &without), Some(Reason::NoToken));
    resource.restart(RestartForgets::Keys);
    assert_eq!(refused(&mut resource, &older), Some(Reason::StaleToken));
    resource.restart(RestartForgets::HighestToken);
    assert_eq!(refused(&mut resource, &older), None);
}

#[test]
fn each_object_may_have_a_highest_token_of_its_own() {
    for (scope, reason) in [
        (FenceScope::Lock, Some(Reason::StaleToken)),
        (FenceScope::Object, None),
    ] {
        let mut resource = resource(Rules {
            fence: Fence::Writes,
            fence_scope: scope,
            ..Rules::default()
        });
        refused(&mut resource, &request(StepKind::Write, 2));
        let elsewhere = Request {
            object: Some(ObjectId(1)),
            ..request(StepKind::Write, 1)
        };
        assert_eq!(refused(&mut resource, &elsewhere), reason);
        assert_eq!(
            refused(&mut resource, &request(StepKind::Effect, 1)),
            reason
        );
    }
}

#[test]
fn the_token_of_a_duplicate_counts() {
    let mut resource = resource(Rules {
        fence: Fence::Writes,
        dedup_window: Some(Millis(100)),
        ..Rules::default()
    });
    let keyed = |grant| Request {
        key: Some(KeyId(0)),
        ..request(StepKind::Effect, grant)
    };
    assert_eq!(refused(&mut resource, &keyed(1)), None);
    assert_eq!(refused(&mut resource, &keyed(2)), Some(Reason::Duplicate));
    assert_eq!(
        refused(&mut resource, &request(StepKind::Effect, 1)),
        Some(Reason::StaleToken)
    );
}

#[test]
fn a_key_is_remembered_for_its_window_from_when_it_was_last_applied() {
    let mut resource = resource(Rules {
        dedup_window: Some(Millis(100)),
        ..Rules::default()
    });
    let keyed = Request {
        key: Some(KeyId(1)),
        ..request(StepKind::Write, 1)
    };
    let mut applied = |at| {
        let decided = resource.decide(&keyed, Standing::Holder, TrueTime(at));
        decided.decision != Decision::Refused(Reason::Duplicate)
    };
    assert!(applied(0));
    assert!(!applied(99));
    assert!(applied(100));
    assert!(!applied(199));
    resource.restart(RestartForgets::Both);
    assert_eq!(refused(&mut resource, &keyed), None);
}

#[test]
fn a_change_must_rest_on_the_present_version_if_versions_are_checked() {
    let mut resource = resource(Rules {
        versions: Versions::Checked,
        ..Rules::default()
    });
    let based = |version| Request {
        version: Some(Version(version)),
        ..request(StepKind::Update, 1)
    };
    assert_eq!(
        resource.decide(&based(0), Standing::Holder, NOW).decision,
        Decision::Applied {
            version: Some(Version(1)),
            based_on: Some(Version(0))
        }
    );
    assert_eq!(
        refused(&mut resource, &based(0)),
        Some(Reason::VersionConflict)
    );
    assert_eq!(refused(&mut resource, &request(StepKind::Write, 1)), None);
    assert_eq!(resource.version(ObjectId(0)), Version(2));
}

#[test]
fn only_writes_and_updates_rest_on_a_version() {
    for (kind, reason) in [
        (StepKind::Read, None),
        (StepKind::Write, Some(Reason::VersionConflict)),
        (StepKind::Update, Some(Reason::VersionConflict)),
        (StepKind::Effect, None),
    ] {
        let mut resource = resource(Rules {
            versions: Versions::Checked,
            ..Rules::default()
        });
        let old = Request {
            object: Some(ObjectId(0)),
            version: Some(Version(7)),
            ..request(kind, 1)
        };
        assert_eq!(refused(&mut resource, &old), reason, "{kind:?}");
    }
}

#[test]
fn the_holder_is_asked_for_changes_only() {
    let mut resource = resource(Rules {
        asks_lock: true,
        ..Rules::default()
    });
    for standing in [Standing::Stale, Standing::Never] {
        let read = resource.decide(&request(StepKind::Read, 1), standing, NOW);
        assert_eq!(
            read.decision,
            Decision::Answered {
                version: Version(0)
            }
        );
        let effect = resource.decide(&request(StepKind::Effect, 1), standing, NOW);
        assert_eq!(effect.decision, Decision::Refused(Reason::NotHolder));
    }
    assert_eq!(refused(&mut resource, &request(StepKind::Write, 1)), None);
}

#[test]
fn one_update_can_do_two_harms_and_no_grant_does_no_inversion() {
    let mut resource = resource(Rules::default());
    let mut harm = |request: Request| resource.decide(&request, Standing::Stale, NOW).harm;
    assert_eq!(harm(request(StepKind::Write, 2)), [None; 2]);
    let late = Request {
        version: Some(Version(0)),
        ..request(StepKind::Update, 1)
    };
    assert_eq!(
        harm(late),
        [Some(HarmKind::Inversion), Some(HarmKind::LostUpdate)]
    );
    let without = Request {
        grant: None,
        ..late
    };
    assert_eq!(harm(without), [Some(HarmKind::LostUpdate), None]);
    let write = Request {
        kind: StepKind::Write,
        ..without
    };
    assert_eq!(harm(write), [None; 2]);
}

#[test]
fn an_effect_done_twice_is_harm_whatever_the_resource_forgot() {
    let mut resource = resource(Rules::default());
    let keyed = Request {
        key: Some(KeyId(0)),
        ..request(StepKind::Effect, 1)
    };
    assert_eq!(resource.done(), []);
    let first = resource.decide(&keyed, Standing::Holder, NOW);
    assert_eq!(first.harm, [None; 2]);
    assert_eq!(resource.done(), [KeyId(0)]);
    resource.restart(RestartForgets::Both);
    let second = resource.decide(&keyed, Standing::Holder, NOW);
    assert_eq!(second.harm, [Some(HarmKind::DuplicateEffect), None]);
    let other = Request { key: None, ..keyed };
    let third = resource.decide(&other, Standing::Holder, NOW);
    assert_eq!(third.harm, [None; 2]);
}

#[test]
fn an_inversion_needs_a_later_grant_before_it_on_the_same_object() {
    let mut resource = resource(Rules::default());
    let mut harm = |grant, object| {
        let write = Request {
            object: Some(ObjectId(object)),
            ..request(StepKind::Write, grant)
        };
        resource.decide(&write, Standing::Holder, NOW).harm
    };
    let inversion = [Some(HarmKind::Inversion), None];
    assert_eq!(harm(2, 0), [None; 2]);
    assert_eq!(harm(2, 0), [None; 2], "the same grant is not a later one");
    assert_eq!(harm(1, 1), [None; 2], "another object");
    assert_eq!(harm(1, 0), inversion);
    assert_eq!(harm(1, 0), inversion, "the latest stays the latest");
    assert_eq!(harm(3, 0), [None; 2]);
    assert_eq!(harm(2, 0), inversion);
}
