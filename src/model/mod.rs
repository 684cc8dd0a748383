//! The machines: what a lock service, a client and a resource do with one
//! input at one instant. They hold no agenda and no clock of their own; the
//! caller says when something arrives and puts what comes out where it belongs.
//! That a lease runs out is an input too, so a caller may replace time by an
//! adversary and drive the same machines.

pub mod client;
pub mod clock;
pub mod id;
pub mod lease;
pub mod redlock;
pub mod resource;
pub mod time;

pub use client::Holding;
pub use clock::{ClientClock, NodeClock, Span, Spans};
pub use id::{
    Attempt, ClientId, FaultId, KeyId, MessageId, NodeId, ObjectId, Ordinal, StepId, Token, Version,
};
pub use lease::{Denial, EndedBy, FailoverForgets, Lease, Release, Waiting};
pub use redlock::Node;
pub use resource::{
    Decision, Fence, FenceScope, HarmKind, Reason, Resource, RestartForgets, Standing, StepKind,
    Versions,
};
pub use time::{LocalTime, Millis, TrueTime};
