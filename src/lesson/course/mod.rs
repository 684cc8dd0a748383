//! The lessons, one file each.

mod fencing;
mod pause;

use super::Lesson;

/// In the order of the course.
pub(super) const LESSONS: &[Lesson] = &[pause::LESSON, fencing::LESSON];
