//! A question that is asked inside a run, before what decides it has happened.

use super::run::{Run, Stop};
use crate::text::Both;

/// A question at the decisive moment of a run.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// Which run of the lesson is played.
    pub run: &'static str,
    /// Finds the entry of the trace that decides; play stops before it.
    pub decisive: fn(&Run) -> Option<usize>,
    /// What is asked.
    pub question: Both,
    /// In the order in which they are shown.
    pub choices: &'static [Choice],
}

/// An answer to choose, with the reason that is given afterwards.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What it says.
    pub says: Both,
    /// Why it is so, or why it is not: the misconception behind it, taken seriously.
    pub reason: Both,
    /// Whether the run bears it out. Exactly one of a question's choices is so.
    pub is_so: fn(&Run) -> bool,
}

impl Prediction {
    /// Where play stops.
    #[must_use]
    pub fn stop(&self, run: &Run) -> Option<Stop> {
        run.stop((self.decisive)(run)?)
    }

    /// The place of the choice that the run bears out.
    #[must_use]
    pub fn right(&self, run: &Run) -> Option<usize> {
        self.choices.iter().position(|choice| (choice.is_so)(run))
    }
}
