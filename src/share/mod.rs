//! Links: the page as a short text, and back. The whole scenario, the
//! playhead, the language and the view are in it (`docs/link.md`).
//!
//! ```
//! use fencelab::model::Millis;
//! use fencelab::share::{LinkError, PresetId, Shared, Stand, decode, encode};
//!
//! let mut shared = Shared::of(PresetId::SEED);
//! shared.scenario.lock.ttl = Millis(30_000);
//! shared.stand = Stand::Moment(3);
//! let link = encode(&shared);
//! assert!(link.len() < 40);
//! assert_eq!(decode(&link), Ok(shared));
//! assert!(matches!(decode(&link[..20]), Err(LinkError::Cut { .. })));
//! ```

mod codec;
mod colour;
mod digits;
mod error;
mod import;
pub mod keys;
mod kind;
pub mod message;
mod preset;
pub mod saved;
mod script;
pub mod snippet;
mod talk;
mod theme;
mod told;
mod walk;

pub use codec::{decode, difference, differing, encode};
pub use colour::Colour;
pub use error::LinkError;
pub use import::{Brought, ImportError, import, too_large};
pub use preset::PresetId;
pub use talk::{Ask, Message, Now, Seat};
pub use theme::{Ground, Theme};
pub use told::Told;

use crate::model::{Span, TrueTime};
use crate::sim::scenario::{Resource, Scenario};
use crate::text::Lang;

/// How many named moments a run can have: t0 to t4.
pub const MOMENTS: usize = 5;

/// Where the playhead stands. A named moment stays named when the run changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// At the end of the picture, with the whole story drawn.
    #[default]
    End,
    /// On t0 to t4.
    Moment(usize),
    /// At an instant.
    At(TrueTime),
}

/// What a link holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The story that the scenario was made from.
    pub preset: PresetId,
    /// What is run.
    pub scenario: Scenario,
    /// Where the playhead stands.
    pub stand: Stand,
    /// The language, if the link asks for one.
    pub lang: Option<Lang>,
    /// The part of the time axis that is seen; none: all of it.
    pub zoom: Option<Span>,
    /// The part that is played over and over; none: no loop.
    pub looped: Option<Span>,
    /// The resource's defences under which the story is seen a second time, beside the scenario's
    /// own; none: it is seen once.
    pub twin: Option<Resource>,
}

impl Shared {
    /// A story as it is, seen as a whole, with the playhead at the end.
    #[must_use]
    pub fn of(preset: PresetId) -> Self {
        Self {
            scenario: preset.scenario(),
            preset,
            stand: Stand::End,
            lang: None,
            zoom: None,
            looped: None,
            twin: None,
        }
    }
}
