//! The client's decisions: what it makes of an answer and of a look at its
//! clock (`docs/model.md`, section 4). They rest on what the client knows, its
//! belief, and on nothing that only the observer sees.

use super::{Attempt, LocalTime, Millis, Ordinal, Reason, Token};

/// What a client keeps of its current grant. Not the same as holding the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Holding {
    /// Which grant.
    pub grant: Ordinal,
    /// Which attempt brought it.
    pub attempt: Attempt,
    /// Its token, once the client has one.
    pub token: Option<Token>,
    /// When it will have run out, on the client's own clock.
    pub deadline: LocalTime,
}

/// What a client does after a look at its clock, or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// It goes on.
    GoOn,
    /// It has learnt that the lock is lost.
    Lost,
}

/// A look at the clock: lost if the deadline is no more than `margin` away.
#[must_use]
pub fn look(now: LocalTime, deadline: LocalTime, margin: Millis) -> Next {
    if now.plus(margin) >= deadline {
        Next::Lost
    } else {
        Next::GoOn
    }
}

/// A refusal of a request of the current grant: some say that the lock is lost,
/// others only that this request was not needed or rests on old data.
#[must_use]
pub const fn learn(refusal: Reason) -> Next {
    match refusal {
        Reason::NotHolder | Reason::NoToken | Reason::StaleToken => Next::Lost,
        Reason::Duplicate | Reason::VersionConflict => Next::GoOn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadline_itself_is_too_late() {
        let deadline = LocalTime(10_000);
        for (now, margin, next) in [
            (9_999, 0, Next::GoOn),
            (10_000, 0, Next::Lost),
            (8_999, 1_000, Next::GoOn),
            (9_000, 1_000, Next::Lost),
        ] {
            assert_eq!(look(LocalTime(now), deadline, Millis(margin)), next);
        }
    }

    #[test]
    fn only_some_refusals_say_that_the_lock_is_lost() {
        for (refusal, next) in [
            (Reason::NotHolder, Next::Lost),
            (Reason::NoToken, Next::Lost),
            (Reason::StaleToken, Next::Lost),
            (Reason::Duplicate, Next::GoOn),
            (Reason::VersionConflict, Next::GoOn),
        ] {
            assert_eq!(learn(refusal), next);
        }
    }
}
