//! The frames of the moving picture in README.md: `cargo run -p e2e --bin film -- OUT_DIR`
//! (`scripts/film.sh` makes one file of them). A frame is a state of the page, not a moment
//! of it, so the same page gives the same film; its name ends with the milliseconds that it
//! is shown.

use std::env;
use std::fs;
use std::path::PathBuf;

use e2e::{Key, Lab, Look};

/// The frames so far.
struct Film<'a> {
    lab: &'a Lab,
    folder: PathBuf,
    frames: u32,
}

impl Film<'_> {
    async fn show(&mut self, milliseconds: u32) {
        self.lab.frames().await;
        let name = format!("{:03}-{milliseconds}.png", self.frames);
        self.lab.screenshot(self.folder.join(name)).await;
        self.frames += 1;
    }
}

#[tokio::main]
async fn main() {
    let folder = PathBuf::from(env::args().nth(1).expect("OUT_DIR"));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let lab = Lab::open(Look::default().size(1240, 900)).await;
    let mut film = Film {
        lab: &lab,
        folder,
        frames: 0,
    };

    // The story, event by event.
    lab.focus("playhead").await;
    let end = lab.value_of("playhead").await;
    lab.press(Key::Home).await;
    film.show(700).await;
    while lab.value_of("playhead").await < end {
        lab.press(Key::Right).await;
        film.show(220).await;
    }
    film.show(2000).await;

    // What a fence does.
    lab.click("fence-switch").await;
    film.show(3000).await;
    lab.click("fence-switch").await;
    film.show(700).await;

    // A pause that grows shorter than the lease.
    lab.focus("handle-pause-end").await;
    while lab.value_of("handle-pause-end").await > 8000 {
        for _ in 0..3 {
            lab.press(Key::Left).await;
        }
        film.show(140).await;
    }
    film.show(3000).await;
    println!("{} frames", film.frames);
}
