//! Writes the static pages into a folder.
//!
//! ```text
//! cargo run --no-default-features --example pages -- FOLDER
//! ```

use fencelab::lesson::Mistake;
use fencelab::pages::{Page, Preview, write};
use fencelab::text::Lang;
use std::path::PathBuf;
use std::process::ExitCode;

/// Every file with its text, or what is wrong with it.
fn files() -> impl Iterator<Item = (String, Result<String, Mistake>)> {
    Lang::ALL.into_iter().flat_map(|lang| {
        let pages = Page::all().map(move |page| (page.file(lang), write(page, lang)));
        let pictures =
            Preview::all().map(move |preview| (preview.file(lang) + ".svg", preview.svg(lang)));
        pages.chain(pictures)
    })
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: pages FOLDER");
        return ExitCode::FAILURE;
    };
    for (name, text) in files() {
        let file = folder.join(name);
        let written = text
            .map_err(|mistake| mistake.to_string())
            .and_then(|text| {
                let parent = file.parent().unwrap_or(&folder);
                std::fs::create_dir_all(parent)
                    .and_then(|()| std::fs::write(&file, text))
                    .map_err(|error| error.to_string())
            });
        if let Err(problem) = written {
            eprintln!("{}: {problem}", file.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
