//! The page's program: mounts the page.
fn main() {}
