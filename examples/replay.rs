//! Runs a scenario file and prints its report.
//!
//! ```text
//! cargo run --no-default-features --example replay -- FILE [--trace]
//! ```
//!
//! `FILE` is a scenario, or a case with `scenario` and `expect`; `-` is
//! standard input. The report goes to standard output as JSON, and nothing
//! else does. With `--trace` every entry of the trace goes to standard error,
//! one readable line each. Exit status:
//!
//! - 0: the report is there, and says what is expected if the file is a case;
//! - 1: it does not; what differs is on standard error;
//! - 2: there is no report: the file has complaints (each on a line of standard
//!   error, with its path), cannot be read, or the usage is wrong. So ends a
//!   case whose complaints are expected, if each of them is there.

use fencelab::sim::case::Case;
use fencelab::sim::scenario::Scenario;
use fencelab::sim::trace::Trace;
use fencelab::sim::{Complaints, audit, line, simulate};
use std::io::{Read, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: replay FILE [--trace]   (FILE - is standard input)";
const DIFFERS: u8 = 1;
const NO_REPORT: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let (options, files): (Vec<_>, Vec<_>) = arguments
        .iter()
        .map(String::as_str)
        .partition(|argument| argument.starts_with("--"));
    let [file] = files.as_slice() else {
        return fail(USAGE, NO_REPORT);
    };
    if options.iter().any(|option| *option != "--trace") {
        return fail(USAGE, NO_REPORT);
    }
    match read(file) {
        Ok(bytes) => replay(Case::read(&bytes), options.as_slice()),
        Err(error) => fail(&format!("{file} cannot be read: {error}"), NO_REPORT),
    }
}

fn read(file: &str) -> std::io::Result<Vec<u8>> {
    if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(file)
}

/// Tells the whole trace on standard error.
fn tell(scenario: &Scenario, trace: &Trace) {
    let lines = trace.entries.iter().map(|entry| line(scenario, entry));
    say(&lines.collect::<Vec<_>>().join("\n"));
}

fn replay(case: Result<Case, Complaints>, options: &[&str]) -> ExitCode {
    let case = match case {
        Ok(case) => case,
        Err(complaints) => return fail(complaints.to_string().trim_end(), NO_REPORT),
    };
    let scenario = match &case.scenario {
        Ok(scenario) => scenario,
        Err(complaints) => {
            say(complaints.to_string().trim_end());
            return differ(&case.differences(None), NO_REPORT);
        }
    };
    let trace = simulate(scenario);
    if options.contains(&"--trace") {
        tell(scenario, &trace);
    }
    let report = audit(scenario, &trace);
    let written = std::io::stdout().write_all(report.to_json().as_bytes());
    if let Err(error) = written {
        return fail(&format!("the report cannot be written: {error}"), NO_REPORT);
    }
    differ(&case.differences(Some(&report)), 0)
}

/// Says what differs from what is expected.
fn differ(differences: &[String], otherwise: u8) -> ExitCode {
    if differences.is_empty() {
        return ExitCode::from(otherwise);
    }
    fail(&differences.join("\n"), DIFFERS)
}

/// Writes on standard error; where that cannot be written to, nobody can be told.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn fail(sentence: &str, status: u8) -> ExitCode {
    say(sentence);
    ExitCode::from(status)
}
