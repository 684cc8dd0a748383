//! Pages that are written once, by a native program, and need no script: the
//! course, the gallery of stories, real locks, and the fence as code.
//! `examples/pages.rs` writes them.
//!
//! ```
//! use fencelab::pages::{Page, write};
//! use fencelab::text::Lang;
//!
//! let html = write(Page::Stories, Lang::Ja)?;
//! assert!(html.starts_with("<!doctype html>\n<html lang=\"ja\">"));
//! # Ok::<(), fencelab::lesson::Mistake>(())
//! ```

mod chooser;
mod course;
mod figure;
mod frame;
mod glossary;
mod html;
mod lesson;
mod monday;
mod mylock;
mod part;
mod preview;
mod stories;

pub use preview::Preview;

use crate::lesson::{Mistake, lessons};
use crate::share::{PresetId, Shared, encode};
use crate::sim::scenario::Scenario;
use crate::text::{Both, Lang, both};

/// A static page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The course: all lessons, for learners and lecturers.
    Course,
    /// A lesson, by its place in the course.
    Lesson(usize),
    /// The words.
    Glossary,
    /// The gallery.
    Stories,
    /// Real locks.
    MyLock,
    /// The fence as code.
    Monday,
}

/// Where the pages of the course lie.
const LEARN: &str = "learn/";

impl Page {
    /// The pages of the navigation, in its order.
    pub const NAVIGATION: [Self; 4] = [Self::Course, Self::Stories, Self::MyLock, Self::Monday];

    /// All static pages.
    pub fn all() -> impl Iterator<Item = Self> {
        let lessons = (0..lessons().len()).map(Self::Lesson);
        let others = Self::NAVIGATION.into_iter().chain([Self::Glossary]);
        others.chain(lessons)
    }

    /// Its name, as it stands in the navigation.
    #[must_use]
    pub fn name(self) -> Both {
        match self {
            Self::Course => both("Course", "講座"),
            Self::Lesson(place) => lessons()
                .get(place)
                .map_or(both("", ""), |lesson| lesson.title),
            Self::Glossary => both("Glossary", "用語集"),
            Self::Stories => both("Stories", "事例集"),
            Self::MyLock => both("My lock", "使っているロック"),
            Self::Monday => both("On Monday", "月曜からの実践"),
        }
    }

    /// Its name as a heading: a lesson has its number before it.
    #[must_use]
    pub fn heading(self, lang: Lang) -> String {
        match self {
            Self::Lesson(place) => format!("{} · {}", place + 1, self.name().of(lang)),
            Self::Course | Self::Glossary | Self::Stories | Self::MyLock | Self::Monday => {
                self.name().of(lang).to_owned()
            }
        }
    }

    /// The file that it is written to, seen from the folder of all pages.
    #[must_use]
    pub fn file(self, lang: Lang) -> String {
        let (folder, name) = match self {
            Self::Course => (LEARN, "course"),
            Self::Lesson(place) => (LEARN, lessons().get(place).map_or("", |lesson| lesson.id)),
            Self::Glossary => (LEARN, "glossary"),
            Self::Stories => ("", "stories"),
            Self::MyLock => ("", "my-lock"),
            Self::Monday => ("", "monday"),
        };
        format!("{folder}{name}.{}.html", lang.tag())
    }

    /// The address of a file, given from the folder of all pages, as seen from this page.
    fn to(self, file: &str) -> String {
        match self {
            Self::Course | Self::Lesson(_) | Self::Glossary => file
                .strip_prefix(LEARN)
                .map_or_else(|| format!("../{file}"), str::to_owned),
            Self::Stories | Self::MyLock | Self::Monday => format!("./{file}"),
        }
    }

    /// The address at which a scenario is open on the stage, as seen from this page.
    fn stage(self, scenario: &Scenario) -> String {
        let link = encode(&Shared {
            scenario: scenario.clone(),
            ..Shared::of(PresetId::default())
        });
        self.to(&format!("lab.html#{link}"))
    }
}

/// A page in a language, as a whole document.
///
/// # Errors
///
/// What is wrong with a scenario or a text; a test sees that nothing is.
pub fn write(page: Page, lang: Lang) -> Result<String, Mistake> {
    match page {
        Page::Course => course::page(lang),
        Page::Lesson(place) => lesson::page(place, lang),
        Page::Glossary => Ok(glossary::page(lang)),
        Page::Stories => Ok(stories::page(lang)?),
        Page::MyLock => Ok(mylock::page(lang)?),
        Page::Monday => Ok(monday::page(lang)),
    }
}
