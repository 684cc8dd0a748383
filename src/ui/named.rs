//! Lessons and stories by their names, as addresses have them. Only the laboratory knows them.

use crate::lesson::lesson;
use crate::sim::scenario::Scenario;
use crate::story::story;

/// The scenario of a lesson or a story, if there is one of this name.
pub fn scenario(name: &str) -> Option<Scenario> {
    let of_lesson = lesson(name).and_then(|lesson| lesson.scenario(lesson.base_name()).ok());
    of_lesson.or_else(|| story(name).and_then(|story| story.scenario().ok()))
}
