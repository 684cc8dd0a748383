//! The page's program: says so if it ever stops, and mounts the page.

fn main() {
    fencelab::ui::start();
}
