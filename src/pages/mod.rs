//! Pages that are written once, by a native program, and need no script: the
//! gallery of stories, real locks, and the fence as code. `examples/pages.rs`
//! writes them.
//!
//! ```
//! use fencelab::pages::{Page, write};
//! use fencelab::text::Lang;
//!
//! let html = write(Page::Stories, Lang::Ja)?;
//! assert!(html.starts_with("<!doctype html>\n<html lang=\"ja\">"));
//! # Ok::<(), fencelab::sim::Complaints>(())
//! ```

mod figure;
mod frame;
mod html;
mod monday;
mod mylock;
mod stories;

use crate::share::{PresetId, Shared, encode};
use crate::sim::Complaints;
use crate::sim::scenario::Scenario;
use crate::text::{Both, Lang, both};

/// A static page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The gallery.
    Stories,
    /// Real locks.
    MyLock,
    /// The fence as code.
    Monday,
}

impl Page {
    /// All static pages, in the order of the navigation.
    pub const ALL: [Self; 3] = [Self::Stories, Self::MyLock, Self::Monday];

    /// Its name in the navigation.
    #[must_use]
    pub const fn name(self) -> Both {
        match self {
            Self::Stories => both("Stories", "事例集"),
            Self::MyLock => both("My lock", "使っているロック"),
            Self::Monday => both("On Monday", "月曜からの実践"),
        }
    }

    /// The file that it is written to.
    #[must_use]
    pub fn file(self, lang: Lang) -> String {
        let name = match self {
            Self::Stories => "stories",
            Self::MyLock => "my-lock",
            Self::Monday => "monday",
        };
        format!("{name}.{}.html", lang.tag())
    }
}

/// A page in a language, as a whole document.
///
/// # Errors
///
/// What is wrong with a scenario; a test sees that nothing is.
pub fn write(page: Page, lang: Lang) -> Result<String, Complaints> {
    match page {
        Page::Stories => stories::page(lang),
        Page::MyLock => mylock::page(lang),
        Page::Monday => Ok(monday::page(lang)),
    }
}

/// The address, seen from a static page, at which a scenario is open on the stage.
#[must_use]
pub fn stage_link(scenario: &Scenario) -> String {
    format!(
        "./lab.html#{}",
        encode(&Shared {
            scenario: scenario.clone(),
            ..Shared::of(PresetId::default())
        })
    )
}
