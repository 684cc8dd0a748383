//! Every edit of a scenario as a pure function, with its words in both
//! languages. A scenario goes in, a scenario that [`crate::sim::check`] accepts
//! comes out, or sentences that say why not; nothing is changed in place.
//!
//! [`field`] sets what the file format has a field for, [`action`] adds and
//! removes what happens, and [`past`] takes back and does again. Handles are
//! in [`crate::picture::handle`]: they edit too, where the picture is.
//!
//! ```
//! use fencelab::edit::field;
//! use fencelab::sim::scenario::{Fence, Scenario};
//! use fencelab::text::Lang;
//!
//! let seed = Scenario::seed();
//! let fenced = field::set(&seed, "resource.fence", "writes").unwrap();
//! assert_eq!(fenced.resource.fence, Fence::Writes);
//!
//! let told = field::set(&seed, "lock.ttl_ms", "0").unwrap_err();
//! assert_eq!(told[0].of(Lang::En), "TTL: this is out of range. Write a time from 0.001\u{a0}s to 86400\u{a0}s.");
//! ```

pub mod action;
pub mod field;
pub mod past;
mod sentence;

pub use action::{Action, Menu};
pub use field::{Field, Group, Kind};
pub use past::{Cause, Past, Version};
pub use sentence::Sentence;
