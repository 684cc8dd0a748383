//! The course: lessons as data. Each is predict, run, investigate, change, make; each has its
//! scenarios, the verdicts that its text claims, questions inside a run, and challenges that
//! the simulation judges. Nothing here decides anything by itself: what a run comes to, which
//! choice is right and whether a challenge is passed is read off the run.
//!
//! A new lesson is one file in `course`, and its line in the list there.
//!
//! ```
//! use fencelab::lesson::lesson;
//!
//! let pause = lesson("pause").expect("it is there");
//! let base = pause.base()?;
//! let asked = &pause.predictions[0];
//! let right = asked.right(&base);
//! assert_eq!(right, Some(2), "accepted, over the other’s data");
//!
//! let stop = asked.stop(&base).expect("the run comes there");
//! assert!(base.until(stop).report.harm.is_empty(), "nobody knows it yet");
//! # Ok::<(), fencelab::lesson::Mistake>(())
//! ```

mod challenge;
pub mod chooser;
mod course;
mod edit;
mod figure;
mod glossary;
mod mistake;
mod plan;
mod prediction;
mod prose;
mod reading;
mod run;
mod source;
mod station;

pub use challenge::{Challenge, Condition, Judgement, Then, Trial};
pub use edit::{Edit, edited};
pub use figure::{Value, figure};
pub use glossary::{Group, Term, glossary};
pub use mistake::Mistake;
pub use plan::{Plan, Slot, VOTING, plans};
pub use prediction::{Choice, Prediction};
pub use prose::{Piece, plain};
pub use reading::Told;
pub use run::{Run, Stop};
pub use station::Station;

use crate::sim::json::Json;
use crate::sim::report::Outcome;
use crate::sim::scenario::Scenario;
use crate::sim::{read_tree, tree};
use crate::text::{Both, Lang, both};

/// A lesson.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name in addresses: small letters and hyphens.
    pub id: &'static str,
    /// Its name.
    pub title: Both,
    /// How long it takes.
    pub minutes: u8,
    /// What one can do after it.
    pub aim: Both,
    /// What people believe before it.
    pub breaks: &'static [Both],
    /// Its runs; the first one is the run of the lesson.
    pub variants: &'static [Variant],
    /// Before the question: nothing is explained yet.
    pub predict: &'static [Both],
    /// The questions inside the run.
    pub predictions: &'static [Prediction],
    /// What was seen, and its name.
    pub run: &'static [Both],
    /// What to look at.
    pub investigate: &'static [Both],
    /// Other runs, and what each shows.
    pub looks: &'static [Look],
    /// A change, made once by the text before a challenge asks for a like one.
    pub change: &'static [Both],
    /// The runs of that change.
    pub worked: &'static [Look],
    /// Before the challenges.
    pub make: &'static [Both],
    /// What the simulation judges.
    pub challenges: &'static [Challenge],
    /// What many runs show, beside the runs of the part in which the learner investigates; for
    /// the chaos of the last lesson, in which it is made.
    pub benches: &'static [Bench],
    /// The run that the benches vary, if it is not the run of the lesson.
    pub bench_run: Option<&'static str>,
    /// For the break, or the way home.
    pub discuss: Both,
}

/// A run of a lesson, and what the text claims of it.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name within the lesson.
    pub name: &'static str,
    /// Where its scenario comes from.
    pub origin: Origin,
    /// What it comes to; a test replays it.
    pub outcome: Outcome,
}

/// Where the scenario of a run comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// A scenario file.
    File(&'static str),
    /// Another run of the lesson, with these edits.
    From(&'static str, &'static [Edit]),
}

/// A run to look at, and what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The run of the lesson.
    pub run: &'static str,
    /// What is other about it.
    pub title: Both,
    /// What to see there. Figures are of this run.
    pub says: Both,
}

/// A bench of the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bench {
    /// Every run: the assumption matrix.
    Matrix,
    /// Two numbers of the run varied.
    Map,
    /// Many runs against the TTL.
    Sweep,
    /// Random faults against a design.
    Chaos,
}

impl Bench {
    /// The part of a lesson in which it is shown.
    #[must_use]
    pub const fn part(self) -> Part {
        match self {
            Self::Matrix | Self::Map | Self::Sweep => Part::Investigate,
            Self::Chaos => Part::Make,
        }
    }
}

/// A part of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A question inside the run.
    Predict,
    /// The run goes on, and what was seen gets its name.
    Run,
    /// Other runs.
    Investigate,
    /// One change, worked.
    Change,
    /// Challenges.
    Make,
}

impl Part {
    /// All parts, in the order of a lesson.
    pub const ALL: [Self; 5] = [
        Self::Predict,
        Self::Run,
        Self::Investigate,
        Self::Change,
        Self::Make,
    ];

    /// What it is called, in headings and on buttons.
    #[must_use]
    pub const fn name(self) -> Both {
        match self {
            Self::Predict => both("Predict", "予想する"),
            Self::Run => both("Run", "実行する"),
            Self::Investigate => both("Investigate", "調べる"),
            Self::Change => both("Change", "変えてみる"),
            Self::Make => both("Make", "作ってみる"),
        }
    }

    /// Its name in addresses.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Predict => "predict",
            Self::Run => "run",
            Self::Investigate => "investigate",
            Self::Change => "change",
            Self::Make => "make",
        }
    }
}

/// A run that is read from a file.
const fn file(name: &'static str, outcome: Outcome, json: &'static str) -> Variant {
    Variant {
        name,
        origin: Origin::File(json),
        outcome,
    }
}

/// A run that is made from another one.
const fn variant(
    name: &'static str,
    from: &'static str,
    edits: &'static [Edit],
    outcome: Outcome,
) -> Variant {
    Variant {
        name,
        origin: Origin::From(from, edits),
        outcome,
    }
}

/// A run to look at.
const fn look(run: &'static str, title: Both, says: Both) -> Look {
    Look { run, title, says }
}

/// All lessons, in the order of the course.
#[must_use]
pub const fn lessons() -> &'static [Lesson] {
    course::LESSONS
}

/// The lesson at a place of the course, from 0; the first for a place that it does not have.
#[must_use]
pub fn lesson_at(place: usize) -> &'static Lesson {
    lessons().get(place).unwrap_or(&course::FIRST)
}

/// The lesson of this name, if there is one.
#[must_use]
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.id == id)
}

impl Lesson {
    /// The paragraphs of a part.
    #[must_use]
    pub const fn text(&self, part: Part) -> &'static [Both] {
        match part {
            Part::Predict => self.predict,
            Part::Run => self.run,
            Part::Investigate => self.investigate,
            Part::Change => self.change,
            Part::Make => self.make,
        }
    }

    /// The runs that a part looks at.
    #[must_use]
    pub const fn looks(&self, part: Part) -> &'static [Look] {
        match part {
            Part::Investigate => self.looks,
            Part::Change => self.worked,
            Part::Predict | Part::Run | Part::Make => &[],
        }
    }

    /// The name of the run of the lesson.
    #[must_use]
    pub fn base_name(&self) -> &'static str {
        self.variants.first().map_or("", |variant| variant.name)
    }

    /// The name of the run that the stage shows when a part is opened.
    #[must_use]
    pub fn opens_on(&self, part: Part) -> &'static str {
        match part {
            Part::Predict | Part::Run | Part::Make => self.base_name(),
            Part::Investigate => self.bench_run.unwrap_or_else(|| self.base_name()),
            Part::Change => self.worked_from(),
        }
    }

    /// The name of the run that the worked change is made to: the one that the first worked run
    /// comes from.
    fn worked_from(&self) -> &'static str {
        let name = self.worked.first().map(|look| look.run);
        let known = self.variants.iter().find(|known| Some(known.name) == name);
        match known.map(|known| known.origin) {
            Some(Origin::From(from, _)) => from,
            Some(Origin::File(_)) | None => self.base_name(),
        }
    }

    /// The run of the lesson.
    ///
    /// # Errors
    ///
    /// As [`Lesson::scenario`].
    pub fn base(&self) -> Result<Run, Mistake> {
        self.run_of(self.base_name())
    }

    /// A run of the lesson, by its name.
    ///
    /// # Errors
    ///
    /// As [`Lesson::scenario`].
    pub fn run_of(&self, name: &str) -> Result<Run, Mistake> {
        Ok(Run::of(self.scenario(name)?))
    }

    /// The scenario of a run of the lesson, by its name.
    ///
    /// # Errors
    ///
    /// What is wrong with the lesson's data; a test sees that nothing is.
    pub fn scenario(&self, name: &str) -> Result<Scenario, Mistake> {
        Ok(read_tree(&self.tree(name)?)?)
    }

    fn tree(&self, name: &str) -> Result<Json, Mistake> {
        // A run comes from one that stands before it, so this ends.
        let place = self
            .variants
            .iter()
            .position(|variant| variant.name == name);
        let known = place.and_then(|place| Some((place, self.variants.get(place)?)));
        let (place, variant) = known.ok_or_else(|| Mistake::Run(name.to_owned()))?;
        match variant.origin {
            Origin::File(json) => Ok(tree(json.as_bytes())?),
            Origin::From(from, edits) => {
                let earlier = Self {
                    variants: self.variants.get(..place).unwrap_or_default(),
                    ..*self
                };
                edited(&earlier.tree(from)?, edits)
            }
        }
    }

    /// What the simulation says of an attempt at a challenge.
    ///
    /// # Errors
    ///
    /// As [`Lesson::scenario`], of the scenario that the challenge starts from.
    pub fn judge(&self, challenge: &Challenge, tried: Scenario) -> Result<Judgement, Mistake> {
        Ok(challenge.judge(self.scenario(challenge.start)?, tried))
    }

    /// A text of the lesson with its figures; those that name no run are of the run `at_hand`.
    ///
    /// # Errors
    ///
    /// A figure or a mark that cannot be read; a test reads all texts.
    pub fn fill(&self, lang: Lang, at_hand: &Run, text: Both) -> Result<Vec<Piece>, Mistake> {
        prose::fill(lang, self, at_hand, text.of(lang))
    }
}
