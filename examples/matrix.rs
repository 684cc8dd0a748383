//! Searches every cell of the assumption matrix and prints it.
//!
//! ```text
//! cargo run --release --no-default-features --example matrix
//! ```
//!
//! The list goes to standard output as JSON, one object a cell: `design`,
//! `workload`, `column`, `verdict`, `states` (null unless searched to the end)
//! and `length` (moves of the shortest counterexample, or null). The time and
//! the number of states go to standard error.

use fencelab::explore::{Outcome, Search, Setup};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let begin = Instant::now();
    let mut seen = 0;
    let mut cells = Vec::new();
    for setup in Setup::matrix() {
        let outcome = Search::new(setup).map_or(Outcome::NOT_APPLICABLE, Search::finish);
        seen += u64::from(outcome.states.unwrap_or(0));
        cells.push(json!({
            "design": setup.design.name(),
            "workload": setup.workload.name(),
            "column": setup.column.name(),
            "verdict": outcome.verdict.name(),
            "states": outcome.states,
            "length": outcome.length(),
        }));
    }
    let lines: Vec<String> = cells.iter().map(ToString::to_string).collect();
    writeln!(std::io::stdout(), "[\n{}\n]", lines.join(",\n"))?;
    writeln!(
        std::io::stderr(),
        "{} cells, {seen} states, {} ms",
        cells.len(),
        begin.elapsed().as_millis()
    )
}
