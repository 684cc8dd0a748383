//! A run as a figure: the picture, the verdict and the log.

use super::html::{around, element, escaped};
use crate::model::TrueTime;
use crate::picture::{Direction, Extras, History, Layout, Window, draw, svg::elements, tenths};
use crate::sim::report::Report;
use crate::sim::scenario::Scenario;
use crate::sim::trace::Trace;
use crate::sim::{audit, simulate};
use crate::text::narrate::{Mood, narrate};
use crate::text::quantity::seconds;
use crate::text::verdict::{Tone, price, sentence, tone, word};
use crate::text::{Both, Lang, both};

/// The widths of the two pictures: on paper and screens, and where time runs down.
const WIDE: f64 = 1120.0;
const NARROW: f64 = 336.0;

/// How wide letters may be: nobody measures the reader's font here.
const LETTERS: f64 = 1.1;

const STEP_BY_STEP: Both = both("Step by step", "順を追って");

/// A run with what is read off it.
pub struct Figure {
    lang: Lang,
    scenario: Scenario,
    trace: Trace,
    history: History,
    report: Report,
}

impl Figure {
    /// Runs a scenario.
    pub fn of(lang: Lang, scenario: Scenario) -> Self {
        let trace = simulate(&scenario);
        let history = History::of(&scenario, &trace);
        let report = audit(&scenario, &trace);
        Self {
            lang,
            scenario,
            trace,
            history,
            report,
        }
    }

    /// The scenario that was run.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The one word, in its colour.
    pub fn word(&self, tag: &str) -> String {
        let class = match tone(self.report.outcome) {
            Tone::Harm => "class=\"word tone-harm\"",
            Tone::Defended => "class=\"word tone-ok\"",
            Tone::Luck => "class=\"word tone-luck\"",
            Tone::Plain => "class=\"word tone-plain\"",
        };
        element(tag, class, word(self.report.outcome).of(self.lang))
    }

    /// The word, the sentence and the price.
    pub fn verdict(&self) -> String {
        let (lang, scenario) = (self.lang, &self.scenario);
        let told = sentence(lang, scenario, &self.history, &self.report);
        let costs = price(lang, scenario, &self.report);
        let texts = [
            element("p", "class=\"sentence\"", &told),
            element("p", "class=\"price\"", &costs),
        ];
        let body = self.word("p") + &around("div", "", &texts.concat());
        around("div", "class=\"outcome\"", &body) + "\n"
    }

    /// Both pictures; the style sheet shows one of them.
    pub fn pictures(&self, label: &str) -> String {
        let pictures = [WIDE, NARROW].map(|width| self.picture(width, label));
        around("div", "class=\"pictures\"", &pictures.concat()) + "\n"
    }

    fn picture(&self, width: f64, label: &str) -> String {
        let window = Window::whole(self.history.closed_at);
        let layout = Layout::new(&self.scenario, width, window, LETTERS);
        let picture = draw(
            self.lang,
            &self.scenario,
            &self.history,
            layout,
            Extras::ALL,
        );
        let class = match picture.layout.direction {
            Direction::Across => "across",
            Direction::Down => "down",
        };
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\"><g fill=\"none\">{}</g></svg>",
            tenths(picture.layout.width),
            tenths(picture.layout.height),
            escaped(label),
            elements(&picture),
        )
    }

    /// The log, folded away until somebody asks for it.
    pub fn log(&self) -> String {
        let lines: String = narrate(self.lang, &self.scenario, &self.trace)
            .into_iter()
            .map(|line| {
                let at = seconds(self.lang, line.at.since(TrueTime::START));
                let class = match line.mood {
                    Mood::Harm => "class=\"harm-line\"",
                    Mood::Defended => "class=\"ok-line\"",
                    Mood::Plain => "",
                };
                let parts = [
                    element("span", "class=\"when\"", &at),
                    element("span", class, &line.sentence),
                ];
                around("li", "", &parts.join(" "))
            })
            .collect();
        let body = element("summary", "", STEP_BY_STEP.of(self.lang))
            + &around("ol", "class=\"steps\"", &lines);
        around("details", "", &body) + "\n"
    }
}
