//! Pictures of lessons and stories as files of their own, at addresses that stay: for previews of
//! links, feeds and mail, and where the stage itself cannot be shown.

use super::Page;
use super::figure::{drawn, markup};
use super::frame::patterns;
use super::html::element;
use crate::lesson::{Lesson, Mistake, Run, Stop, lessons};
use crate::picture::export::plain;
use crate::picture::{tenths, text_width};
use crate::story::{Story, stories};
use crate::text::verdict::{Tone, tone, word};
use crate::text::{Both, Lang};

/// What previews are shown in.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 630.0;
const MARGIN: f64 = 40.0;
/// Where the picture begins, under the title.
const TOP: f64 = 100.0;

/// The folder of the pictures.
const FOLDER: &str = "pictures/";

const TIMELINE: &str = include_str!("../../style/timeline.css");
/// What only these pictures have.
const OWN: &str = "svg .unknown, .paper { fill: var(--paper); } .stop-line { stroke: var(--ink); stroke-width: 1.5; }\
     svg .title { font-weight: 700; } svg .name { fill: var(--soft); font-size: 24px; }\
     svg .tone-harm { fill: var(--harm); } svg .tone-ok { fill: var(--ok); } svg .tone-luck { fill: var(--luck); }";

/// What a picture is of.
#[derive(Clone, Copy, Debug)]
pub enum Preview {
    /// A lesson: its run at its first question.
    Lesson(&'static Lesson),
    /// A story: its whole run.
    Story(&'static Story),
}

impl Preview {
    /// All pictures.
    pub fn all() -> impl Iterator<Item = Self> {
        let lessons = lessons().iter().map(Self::Lesson);
        lessons.chain(stories().map(Self::Story))
    }

    /// The picture that stands for a page where somebody links to it.
    #[must_use]
    pub fn of(page: Page) -> Option<Self> {
        match page {
            Page::Lesson(place) => lessons().get(place).map(Self::Lesson),
            Page::Stories => stories().next().map(Self::Story),
            Page::Course => lessons().get(1).map(Self::Lesson),
            Page::Glossary | Page::MyLock | Page::Monday => None,
        }
    }

    /// The name of the lesson or story.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Lesson(lesson) => lesson.id,
            Self::Story(story) => story.id,
        }
    }

    /// Its title.
    #[must_use]
    pub const fn title(self) -> Both {
        match self {
            Self::Lesson(lesson) => lesson.title,
            Self::Story(story) => story.title,
        }
    }

    /// The file of the picture without its ending, seen from the folder of all pages.
    #[must_use]
    pub fn file(self, lang: Lang) -> String {
        format!("{FOLDER}{}.{}", self.id(), lang.tag())
    }

    /// The run, and where it stops: behind that nothing is shown.
    fn run(self) -> Result<(Run, Option<Stop>), Mistake> {
        match self {
            Self::Story(story) => Ok((Run::of(story.scenario()?), None)),
            Self::Lesson(lesson) => {
                let asked = lesson.predictions.first();
                let run = lesson.run_of(asked.map_or(lesson.base_name(), |asked| asked.run))?;
                let stop = asked.and_then(|asked| asked.stop(&run));
                Ok((run, stop))
            }
        }
    }

    /// The picture as an SVG file that needs no other and no style sheet of a browser.
    ///
    /// # Errors
    ///
    /// As [`super::write`].
    pub fn svg(self, lang: Lang) -> Result<String, Mistake> {
        let (run, stop) = self.run()?;
        let picture = drawn(lang, &run, stop, WIDTH - 2.0 * MARGIN);
        let shrink = ((HEIGHT - TOP - 20.0) / picture.layout.height).min(1.0);
        let left = (WIDTH - picture.layout.width * shrink) / 2.0;
        let outcome = run.report.outcome;
        // The outcome of a lesson is what its question asks for.
        let said = match self {
            Self::Lesson(_) => "",
            Self::Story(_) => word(outcome).of(lang),
        };
        let colour = match tone(outcome) {
            Tone::Harm => "tone-harm",
            Tone::Defended => "tone-ok",
            Tone::Luck => "tone-luck",
            Tone::Plain => "tone-plain",
        };
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             lang=\"{}\"><style>{}</style>\
             {}<path d=\"M0 0H{WIDTH}V{HEIGHT}H0Z\" class=\"paper\"/>{}\
             <g fill=\"none\" transform=\"translate({} {TOP}) scale({shrink:.3})\">{}</g></svg>\n",
            lang.tag(),
            plain_style(),
            patterns().trim(),
            heading(self.title().of(lang), said, colour),
            tenths(left),
            markup(&picture, stop),
        ))
    }
}

/// The title on the left, the outcome or the name of the page on the right; a long title is smaller.
fn heading(title: &str, said: &str, colour: &str) -> String {
    let (right, class, size) = if said.is_empty() {
        ("Fencelab", "name", 24.0)
    } else {
        (said, colour, 40.0)
    };
    let room = WIDTH - 2.0 * MARGIN - 32.0 - text_width(right, size);
    let fit = (40.0_f64).min(40.0 * room / text_width(title, 40.0));
    let at = |x: f64, anchor: &str, class: &str, size: f64| {
        let (x, size) = (tenths(x), tenths(size));
        format!(
            "x=\"{x}\" y=\"64\" text-anchor=\"{anchor}\" class=\"title {class}\" style=\"font-size: {size}px\""
        )
    };
    element("text", &at(MARGIN, "start", "", fit), title)
        + &element("text", &at(WIDTH - MARGIN, "end", class, size), right)
}

/// The style sheet for programs that know neither variables nor media: light, on paper.
fn plain_style() -> String {
    plain(TIMELINE) + &plain(OWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_style_has_neither_variables_nor_media() {
        let style = plain_style();
        assert!(!style.contains("var(") && !style.contains('@'));
        assert!(style.contains("svg .unknown, .paper { fill: #fbfaf6; }"));
        assert!(style.contains("svg text { fill: #1c2026;"));
        assert_eq!(style.matches('{').count(), style.matches('}').count());
    }

    #[test]
    fn names_are_of_one_lesson_or_story() {
        let mut names: Vec<&str> = Preview::all().map(Preview::id).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
