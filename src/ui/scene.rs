//! Everything that follows from a scenario, in a language, at a size.

use crate::picture::history::History;
use crate::picture::{Extras, Handle, HandleKind, Layout, Picture, Window, draw};
use crate::sim::report::Report;
use crate::sim::scenario::Scenario;
use crate::sim::trace::Trace;
use crate::sim::{audit, simulate};
use crate::text::Lang;
use crate::text::narrate::{Line, narrate};

/// A run with all that is read off it, and its picture.
pub struct Scene {
    /// What was run.
    pub scenario: Scenario,
    /// What happened.
    pub trace: Trace,
    /// The same as spans.
    pub history: History,
    /// What an observer says of it.
    pub report: Report,
    /// The same as sentences.
    pub lines: Vec<Line>,
    /// The same as a picture.
    pub picture: Picture,
}

/// What a picture depends on beside the scenario.
pub struct View {
    /// The language of every word.
    pub lang: Lang,
    /// The width of the picture in CSS pixels.
    pub width: f64,
    /// The time shown, if it is not the whole run.
    pub window: Option<Window>,
    /// How wide letters are, against what the picture assumes.
    pub letters: f64,
    /// What is drawn beside the story.
    pub extras: Extras,
    /// The entry of the trace before which the story stops, while a question is open.
    pub until: Option<usize>,
}

impl Scene {
    /// Runs a scenario and draws it.
    pub fn of(scenario: Scenario, view: &View) -> Self {
        let mut trace = simulate(&scenario);
        if let Some(entry) = view.until {
            trace = trace.until(entry);
        }
        let history = History::of(&scenario, &trace);
        let report = audit(&scenario, &trace);
        let lines = narrate(view.lang, &scenario, &trace);
        let window = view
            .window
            .unwrap_or_else(|| Window::whole(history.closed_at));
        let layout = Layout::new(&scenario, view.width, window, view.letters);
        let picture = draw(view.lang, &scenario, &history, layout, view.extras);
        Self {
            scenario,
            trace,
            history,
            report,
            lines,
            picture,
        }
    }

    /// Where things are in the picture.
    pub const fn layout(&self) -> &Layout {
        &self.picture.layout
    }

    /// The line of the log that tells an entry of the trace.
    pub fn line_of(&self, entry: usize) -> Option<&Line> {
        self.lines
            .iter()
            .find(|line| (line.entries.0..=line.entries.1).contains(&entry))
    }

    /// The handle of a kind, while the run has a place for it.
    pub fn handle(&self, kind: HandleKind) -> Option<&Handle> {
        self.picture
            .handles
            .iter()
            .find(|handle| handle.kind == kind)
    }
}
