//! Messages: between whom, and what they say.

use crate::model::{Attempt, ClientId, Decision, NodeId, StepId, Token};

/// Where a message comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// A client.
    Client(ClientId),
    /// A lock node; the lease service is node 0.
    Node(NodeId),
    /// The Redlock service as a whole, when it is asked who holds.
    LockService,
    /// The separate counter.
    Counter,
    /// The resource.
    Resource,
}

/// What a message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Give me the lock.
    Acquire {
        /// Which attempt.
        attempt: Attempt,
    },
    /// Answer to an acquire.
    AcquireAnswer {
        /// To which attempt.
        attempt: Attempt,
        /// Whether it is a yes.
        yes: bool,
    },
    /// I give the lock back; on Redlock also the unlock after a failed attempt.
    Release,
    /// Let me keep it longer.
    Renew,
    /// Answer to a renewal.
    RenewAnswer {
        /// Whether it was extended.
        yes: bool,
    },
    /// Does my grant still hold?
    Ask,
    /// Answer to that.
    AskAnswer {
        /// Whether it does.
        yes: bool,
    },
    /// Give me a number (separate counter).
    Count,
    /// The number.
    CountAnswer {
        /// Which.
        token: Token,
    },
    /// A request to the resource.
    Request {
        /// The step that sends it.
        step: StepId,
        /// 0 the first time, then 1, 2 … for resends.
        resend: u8,
        /// The token it carries.
        token: Option<Token>,
    },
    /// The resource's answer.
    RequestAnswer {
        /// To which step's request.
        step: StepId,
        /// What it says.
        decision: Decision,
    },
}
