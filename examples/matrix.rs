//! Prints the whole assumption matrix as JSON: designs × assumptions × workloads.
//!
//! `cargo run --release --no-default-features --example matrix`
#![allow(clippy::print_stdout, reason = "a command prints")]

use fencelab::explore::{Column, Design, Progress, Search, Setup, Workload};

fn main() {
    let mut lines = Vec::new();
    for design in Design::ALL {
        for workload in Workload::ALL {
            for column in Column::ALL {
                let setup = Setup::of(design, workload, column);
                let progress = Search::new(setup).map(|mut search| search.finish());
                lines.push(line(setup, progress));
            }
        }
    }
    println!("[\n{}\n]", lines.join(",\n"));
}

fn line(setup: Setup, progress: Option<Progress>) -> String {
    let (design, workload) = (setup.design.name(), setup.workload.name());
    let verdict = progress.map_or("not applicable", |progress| {
        progress
            .verdict
            .map_or("not finished", |verdict| verdict.name())
    });
    let states = progress.filter(|progress| progress.is_complete);
    let states = number(states.map(|progress| progress.states));
    let length = number(progress.and_then(|progress| progress.length));
    let column = setup.column.name();
    format!(
        "  {{\"design\": \"{design}\", \"workload\": \"{workload}\", \"column\": \"{column}\", \
         \"verdict\": \"{verdict}\", \"states\": {states}, \"length\": {length}}}"
    )
}

fn number(number: Option<u32>) -> String {
    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
}
