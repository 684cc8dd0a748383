//! A lesson in the order in which it is read.

use super::{Challenge, Lesson, Mistake, Part, Piece, Prediction};
use crate::story::Source;
use crate::text::{Both, Lang};

/// A text of a lesson, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The part that it makes longer; none if it is folded away until somebody asks for it.
    pub part: Option<Part>,
    /// The run whose figures it names.
    pub run: &'static str,
    /// What is told.
    pub text: Both,
}

impl Lesson {
    /// All texts of the lesson below its title and aim, in the order in which they are read.
    #[must_use]
    pub fn texts(&self) -> Vec<Told> {
        let base = self.base_name();
        let mut texts = Vec::new();
        for part in Part::ALL {
            let mut tell = |run, text| {
                texts.push(Told {
                    part: Some(part),
                    run,
                    text,
                });
            };
            for text in self.text(part) {
                tell(base, *text);
            }
            for look in self.looks(part) {
                tell(look.run, look.title);
                tell(look.run, look.says);
            }
            match part {
                Part::Predict => self.predictions.iter().for_each(|it| it.tell(&mut texts)),
                Part::Make => self.challenges.iter().for_each(|it| it.tell(&mut texts)),
                Part::Run | Part::Investigate | Part::Change => {}
            }
        }
        texts.push(Told {
            part: None,
            run: base,
            text: self.discuss,
        });
        texts
    }

    /// The sources that the lesson cites, in the order in which it first does.
    ///
    /// # Errors
    ///
    /// As [`Lesson::fill`].
    pub fn sources(&self, lang: Lang) -> Result<Vec<Source>, Mistake> {
        let mut sources = Vec::new();
        for told in self.texts() {
            for piece in self.fill(lang, &self.run_of(told.run)?, told.text)? {
                if let Piece::Cited { source, .. } = piece
                    && !sources.contains(&source)
                {
                    sources.push(source);
                }
            }
        }
        Ok(sources)
    }
}

impl Prediction {
    fn tell(&self, texts: &mut Vec<Told>) {
        let told = |part, text| Told {
            part,
            run: self.run,
            text,
        };
        texts.push(told(Some(Part::Predict), self.question));
        for choice in self.choices {
            texts.push(told(Some(Part::Predict), choice.says));
        }
        for choice in self.choices {
            texts.push(told(None, choice.reason));
        }
    }
}

impl Challenge {
    fn tell(&self, texts: &mut Vec<Told>) {
        let told = |part, run, text| Told { part, run, text };
        texts.push(told(Some(Part::Make), self.start, self.title));
        texts.push(told(Some(Part::Make), self.start, self.task));
        for condition in self.conditions {
            texts.push(told(None, self.start, condition.says));
        }
        for hint in self.hints {
            texts.push(told(None, self.start, *hint));
        }
        texts.push(told(None, self.answer, self.because));
        if let Some(then) = self.then {
            texts.push(told(None, then.run, then.says));
        }
    }
}
