//! The lessons, one file each.

mod clock_check;
mod debate;
mod edges;
mod fencing;
mod idempotency;
mod layers;
mod pause;
mod redlock;
mod ttl;
mod two_purposes;

use super::Lesson;

/// Where the course begins.
pub(super) const FIRST: Lesson = two_purposes::LESSON;

/// In the order of the course.
pub(super) const LESSONS: &[Lesson] = &[
    FIRST,
    pause::LESSON,
    ttl::LESSON,
    clock_check::LESSON,
    redlock::LESSON,
    debate::LESSON,
    fencing::LESSON,
    edges::LESSON,
    idempotency::LESSON,
    layers::LESSON,
];
