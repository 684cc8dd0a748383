//! Which of the pages that share a program is meant.

use super::{app, course, env, laboratory, present};

/// Mounts the page that the document asks for: the course, in the file that has all pages the
/// story, or else the laboratory; of the course or the laboratory the speaker's window, if the
/// address says so.
pub fn start_page() {
    if present::is_speaker() {
        return present::start_speaker();
    }
    match env::asked_page().as_deref() {
        Some("course") => course::start_course(),
        Some("story") => app::start(),
        Some(_) | None => laboratory::start_laboratory(),
    }
}
