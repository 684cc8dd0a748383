//! A run as a figure: the picture, the verdict and the log.

use super::html::{around, element, escaped};
use crate::lesson::{Run, Stop};
use crate::model::TrueTime;
use crate::picture::{Direction, Extras, Layout, Picture, Window, draw, svg::elements, tenths};
use crate::sim::report::Outcome;
use crate::sim::scenario::Scenario;
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
    run: Run,
}

/// A verdict's word, in its colour.
pub fn coloured(lang: Lang, tag: &str, outcome: Outcome) -> String {
    let class = match tone(outcome) {
        Tone::Harm => "class=\"word tone-harm\"",
        Tone::Defended => "class=\"word tone-ok\"",
        Tone::Luck => "class=\"word tone-luck\"",
        Tone::Plain => "class=\"word tone-plain\"",
    };
    element(tag, class, word(outcome).of(lang))
}

/// What is drawn of a run: as far as it is known at a stop, if there is one.
pub fn drawn(lang: Lang, run: &Run, stop: Option<Stop>, width: f64) -> Picture {
    let window = Window::whole(run.history.closed_at);
    let layout = Layout::new(&run.scenario, width, window, LETTERS);
    match stop {
        Some(stop) => {
            let known = run.until(stop);
            draw(lang, &known.scenario, &known.history, layout, Extras::ALL)
        }
        None => draw(lang, &run.scenario, &run.history, layout, Extras::ALL),
    }
}

/// The elements of a picture; behind a stop there is nothing but the question.
pub fn markup(picture: &Picture, stop: Option<Stop>) -> String {
    let Some(stop) = stop else {
        return elements(picture);
    };
    // The veil lies under the labels, which know of nothing behind it.
    let shapes = elements(&Picture {
        labels: Vec::new(),
        ..picture.clone()
    });
    let labels = elements(&Picture {
        shapes: Vec::new(),
        ..picture.clone()
    });
    let layout = &picture.layout;
    let along = layout.scale.at(stop.at);
    let at = tenths(along);
    let (line, x, y) = match layout.direction {
        Direction::Across => {
            let bottom = tenths(layout.height - 64.0);
            (format!("M{at} 38V{bottom}"), along + 10.0, 60.0)
        }
        Direction::Down => {
            let right = tenths(layout.width);
            (format!("M34 {at}H{right}"), 44.0, along + 22.0)
        }
    };
    let veil = picture.veil(stop.at);
    let (x, y) = (tenths(x), tenths(y));
    format!(
        "{shapes}<path d=\"{veil}\" class=\"unknown\"/><path d=\"{line}\" class=\"stop-line\"/>{labels}\
         <text x=\"{x}\" y=\"{y}\" class=\"lane\">?</text>"
    )
}

impl Figure {
    /// Runs a scenario.
    pub fn of(lang: Lang, scenario: Scenario) -> Self {
        Self {
            lang,
            run: Run::of(scenario),
        }
    }

    /// What was run.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// The scenario that was run.
    pub const fn scenario(&self) -> &Scenario {
        &self.run.scenario
    }

    /// The one word, in its colour.
    pub fn word(&self, tag: &str) -> String {
        coloured(self.lang, tag, self.run.report.outcome)
    }

    /// The word, the sentence and the price.
    pub fn verdict(&self) -> String {
        let (lang, run) = (self.lang, &self.run);
        let told = sentence(lang, &run.scenario, &run.history, &run.report);
        let costs = price(lang, &run.scenario, &run.report);
        let texts = [
            element("p", "class=\"sentence\"", &told),
            element("p", "class=\"price\"", &costs),
        ];
        let body = self.word("p") + &around("div", "", &texts.concat());
        around("div", "class=\"outcome\"", &body) + "\n"
    }

    /// Both pictures; the style sheet shows one of them.
    pub fn pictures(&self, label: &str) -> String {
        self.pictures_until(None, label)
    }

    /// Both pictures of what is known at a stop.
    pub fn pictures_until(&self, stop: Option<Stop>, label: &str) -> String {
        let pictures = [WIDE, NARROW].map(|width| self.picture(stop, width, label));
        around("div", "class=\"pictures\"", &pictures.concat()) + "\n"
    }

    fn picture(&self, stop: Option<Stop>, width: f64, label: &str) -> String {
        let picture = drawn(self.lang, &self.run, stop, width);
        let class = match picture.layout.direction {
            Direction::Across => "across",
            Direction::Down => "down",
        };
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\"><g fill=\"none\">{}</g></svg>",
            tenths(picture.layout.width),
            tenths(picture.layout.height),
            escaped(label),
            markup(&picture, stop),
        )
    }

    /// The log, folded away until somebody asks for it.
    pub fn log(&self) -> String {
        let lines: String = narrate(self.lang, &self.run.scenario, &self.run.trace)
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
