//! Writes the static pages into a folder.
//!
//! ```text
//! cargo run --no-default-features --example pages -- FOLDER
//! ```

use fencelab::pages::{Page, write};
use fencelab::text::Lang;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: pages FOLDER");
        return ExitCode::FAILURE;
    };
    for page in Page::ALL {
        for lang in Lang::ALL {
            let file = folder.join(page.file(lang));
            let written = write(page, lang)
                .map_err(|complaints| complaints.to_string())
                .and_then(|html| std::fs::write(&file, html).map_err(|error| error.to_string()));
            if let Err(problem) = written {
                eprintln!("{}: {problem}", file.display());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
