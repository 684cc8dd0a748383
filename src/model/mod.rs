//! The machines: what a lock service, a client and a resource do with one
//! input at one instant. They hold no agenda and no clock of their own; the
//! caller says when something arrives and puts what comes out where it belongs.

pub mod id;
pub mod time;

pub use id::{Attempt, ClientId, FaultId, MessageId, NodeId, Ordinal, StepId, Token, Version};
pub use time::{LocalTime, Millis, TrueTime};
