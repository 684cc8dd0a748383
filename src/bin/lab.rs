//! The laboratory's program: mounts the free stage.

fn main() {
    fencelab::ui::start_laboratory();
}
