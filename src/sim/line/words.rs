//! The words of a line that name nobody.

use crate::model::Token;
use crate::sim::report::{EndedBy, Reason, StepKind};
use crate::sim::trace::{
    AttemptFailure, BeliefEnd, Decision, Denial, Learnt, Seen, Standing, StepEnd,
};

pub(super) fn decided(
    request: &str,
    token: Option<Token>,
    issuer: Standing,
    decision: Decision,
    highest: Option<Token>,
) -> String {
    let issuer = match issuer {
        Standing::Holder => "the holder's",
        Standing::Stale => "stale",
        Standing::Never => "never granted",
    };
    match decision {
        Decision::Answered { version } => {
            format!(
                "resource answers {request}: version {} ({issuer})",
                version.0
            )
        }
        Decision::Applied { version, based_on } => {
            let version =
                version.map_or_else(String::new, |version| format!(": version {}", version.0));
            let based_on =
                based_on.map_or_else(String::new, |based_on| format!(" based on {}", based_on.0));
            format!("resource applies {request}{version}{based_on} ({issuer})")
        }
        Decision::Refused(reason) => match (reason, token, highest) {
            (Reason::StaleToken, Some(token), Some(highest)) => {
                format!("resource refuses {request}: {} < {}", token.0, highest.0)
            }
            (reason, _, _) => format!("resource refuses {request}: {}", refusal(reason)),
        },
    }
}

pub(super) const fn refusal(reason: Reason) -> &'static str {
    match reason {
        Reason::NotHolder => "not the holder",
        Reason::NoToken => "no token",
        Reason::StaleToken => "stale token",
        Reason::Duplicate => "duplicate",
        Reason::VersionConflict => "version conflict",
    }
}

pub(super) const fn ended_by(by: EndedBy) -> &'static str {
    match by {
        EndedBy::Expiry => "expiry",
        EndedBy::Release => "release",
        EndedBy::Deleted => "deleted by another",
        EndedBy::Lost => "lost",
        EndedBy::Failover => "failover",
    }
}

pub(super) const fn step_kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Read => "read",
        StepKind::Write => "write",
        StepKind::Update => "update",
        StepKind::Effect => "effect",
    }
}

pub(super) const fn step_end(how: StepEnd) -> &'static str {
    match how {
        StepEnd::Answered => "answered",
        StepEnd::SentOnly => "sent",
        StepEnd::PassedOver => "passed over, it is done",
        StepEnd::Abandoned => "abandoned",
    }
}

pub(super) const fn belief_end(why: BeliefEnd) -> &'static str {
    match why {
        BeliefEnd::Released => "released",
        BeliefEnd::Crashed => "crashed",
        BeliefEnd::LearntLost => "learnt that it is lost",
        BeliefEnd::PlanFinished => "plan finished",
        BeliefEnd::DeadlineReached => "deadline reached",
        BeliefEnd::Replaced => "replaced by a newer grant",
    }
}

pub(super) fn how_learnt(learnt: Learnt) -> String {
    match learnt {
        Learnt::Check => "its check failed".to_owned(),
        Learnt::Renewal => "its renewal was refused".to_owned(),
        Learnt::Refusal(reason) => format!("the resource refused: {}", refusal(reason)),
    }
}

pub(super) fn seen(saw: Seen) -> String {
    match saw {
        Seen::Clock { now, deadline } => {
            format!("its clock is {}, its deadline {}", now.0, deadline.0)
        }
        Seen::Answer { holds: true } => "the grant holds".to_owned(),
        Seen::Answer { holds: false } => "the grant does not hold".to_owned(),
    }
}

pub(super) fn token_text(token: Option<Token>) -> String {
    token.map_or_else(
        || "no token".to_owned(),
        |token| format!("token {}", token.0),
    )
}

pub(super) const fn failure(why: AttemptFailure) -> &'static str {
    match why {
        AttemptFailure::Refused => "refused",
        AttemptFailure::TimedOut => "no answer in time",
        AttemptFailure::VotedDown => "voted down",
    }
}

pub(super) const fn denial(why: Denial) -> &'static str {
    match why {
        Denial::Held => "held",
        Denial::LockDelay => "lock-delay",
    }
}
