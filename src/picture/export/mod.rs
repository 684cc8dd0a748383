//! A run as files that stand alone: a picture, a sequence diagram, a text. What a scenario's
//! author wrote (names, objects) stays text in every one of them.
//!
//! ```
//! use fencelab::picture::export::{Seen, mermaid, standing_svg, timeline};
//! use fencelab::picture::{Extras, History, Layout, Window, draw};
//! use fencelab::sim::{audit, scenario::Scenario, simulate};
//! use fencelab::text::{Lang, narrate::narrate};
//!
//! let (lang, scenario) = (Lang::En, Scenario::seed());
//! let trace = simulate(&scenario);
//! let (history, report) = (History::of(&scenario, &trace), audit(&scenario, &trace));
//! let lines = narrate(lang, &scenario, &trace);
//! let layout = Layout::new(&scenario, 1120.0, Window::whole(history.closed_at), 1.0);
//! let picture = draw(lang, &scenario, &history, layout, Extras::ALL);
//! let seen = Seen {
//!     lang, scenario: &scenario, trace: &trace, history: &history, report: &report,
//!     lines: &lines, picture: &picture, is_whole: true,
//! };
//! assert!(standing_svg(seen).starts_with("<svg xmlns="));
//! assert!(mermaid(seen).starts_with("sequenceDiagram\n"));
//! assert!(timeline(seen, "").starts_with("Fencelab: Broken\n"));
//! ```

mod mermaid;
mod standing;
mod timeline;

pub use mermaid::mermaid;
pub use standing::{plain, standing_svg};
pub use timeline::timeline;

use super::{History, Picture};
use crate::sim::report::Report;
use crate::sim::scenario::Scenario;
use crate::sim::trace::{Event, Trace};
use crate::text::narrate::Line;
use crate::text::verdict::{price, sentence, word};
use crate::text::{Lang, Word};

/// A run with all that is read off it, in a language.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The language of every word.
    pub lang: Lang,
    /// What was run.
    pub scenario: &'a Scenario,
    /// What happened.
    pub trace: &'a Trace,
    /// The same as spans.
    pub history: &'a History,
    /// What an observer says of it.
    pub report: &'a Report,
    /// The same as sentences.
    pub lines: &'a [Line],
    /// The same as a picture.
    pub picture: &'a Picture,
    /// Whether the picture shows the whole run, and not a part of its time.
    pub is_whole: bool,
}

impl<'a> Seen<'a> {
    /// What the run came to, in one word.
    fn outcome(self) -> Word {
        word(self.report.outcome)
    }

    /// The heading of a file: `Fencelab: Broken`.
    fn heading(self) -> String {
        format!("Fencelab: {}", self.outcome().of(self.lang))
    }

    /// What happened, in a sentence.
    fn sentence(self) -> String {
        sentence(self.lang, self.scenario, self.history, self.report)
    }

    /// What safety cost.
    fn price(self) -> String {
        price(self.lang, self.scenario, self.report)
    }

    /// What a line of the log tells first.
    fn event(self, line: &Line) -> Option<&'a Event> {
        let entry = self.trace.entries.get(line.entries.0)?;
        Some(&entry.event)
    }
}

/// A text on one line: whatever breaks lines or cannot be seen becomes a blank.
fn on_one_line(text: &str) -> String {
    let visible = |letter: char| {
        let breaks = letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
        if breaks { ' ' } else { letter }
    };
    text.chars().map(visible).collect()
}
