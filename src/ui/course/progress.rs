//! What a learner has done: kept where the browser allows it, never needed, and sent along as a
//! link when asked for.

use crate::lesson::Lesson;
use crate::ui::env;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// Under which name it is kept.
const KEY: &str = "fencelab.course";

/// The challenges passed (`pause.tenth`) and the first answer to each question (`pause.0.2`).
#[derive(Clone, Copy)]
pub struct Progress(RwSignal<BTreeSet<String>>);

impl Progress {
    /// What was kept.
    pub fn load() -> Self {
        let kept = env::kept(KEY).unwrap_or_default();
        Self(RwSignal::new(read(&kept)))
    }

    /// Adds what a link brings.
    pub fn add(self, told: &str) {
        self.0.update(|done| done.extend(read(told)));
        self.keep();
    }

    /// All of it, as it stands in a link.
    pub fn told(self) -> String {
        self.0
            .with_untracked(|done| done.iter().cloned().collect::<Vec<_>>().join("+"))
    }

    /// A challenge was passed.
    pub fn passed(self, lesson: &str, challenge: &str) {
        self.put(format!("{lesson}.{challenge}"));
    }

    /// A question was answered; only the first answer counts.
    pub fn answered(self, lesson: &str, question: usize, choice: usize) {
        let start = format!("{lesson}.{question}.");
        let known = self
            .0
            .with_untracked(|done| done.iter().any(|one| one.starts_with(&start)));
        if !known {
            self.put(format!("{start}{choice}"));
        }
    }

    /// Whether a challenge was passed.
    pub fn has_passed(self, lesson: &str, challenge: &str) -> bool {
        let name = format!("{lesson}.{challenge}");
        self.0.with(|done| done.contains(&name))
    }

    /// Whether all challenges of a lesson were passed.
    pub fn has_done(self, lesson: &Lesson) -> bool {
        let mut challenges = lesson.challenges.iter();
        challenges.all(|challenge| self.has_passed(lesson.id, challenge.id))
    }

    fn put(self, name: String) {
        self.0.update(|done| {
            done.insert(name);
        });
        self.keep();
    }

    fn keep(self) {
        // Where nothing is kept, a link still takes it along.
        let _ = env::keep(KEY, &self.told());
    }
}

/// Names of lessons, challenges and choices; anything else is no progress.
fn read(told: &str) -> BTreeSet<String> {
    let is_name = |name: &&str| {
        let letters = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
        !name.is_empty() && name.len() <= 60 && name.chars().all(letters)
    };
    told.split('+').filter(is_name).map(str::to_owned).collect()
}
