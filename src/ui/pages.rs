//! Which of the pages that share a program is meant.

use super::{course, env, laboratory};

/// Mounts the page that the document asks for: the course, or else the laboratory.
pub fn start_page() {
    match env::asked_page().as_deref() {
        Some("course") => course::start_course(),
        Some(_) | None => laboratory::start_laboratory(),
    }
}
