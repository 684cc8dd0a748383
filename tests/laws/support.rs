//! What the laws have in common: a run, many runs, and short ways to say a scenario.

use crate::generator;
use crate::json;
use fencelab::sim::report::{HarmKind, Reason, Report};
use fencelab::sim::scenario::Scenario;
use fencelab::sim::trace::{Event, Trace};
use fencelab::sim::{Complaint, audit, check, read, simulate};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

/// A scenario with what came of it.
pub struct Run {
    pub scenario: Scenario,
    pub trace: Trace,
    pub report: Report,
}

impl Run {
    pub fn of(scenario: Scenario) -> Self {
        let trace = simulate(&scenario);
        let report = audit(&scenario, &trace);
        Self {
            scenario,
            trace,
            report,
        }
    }

    /// The run of a scenario file.
    pub fn of_file(text: &str) -> Self {
        match read(text.as_bytes()) {
            Ok(scenario) => Self::of(scenario),
            Err(complaints) => panic!("{:?} in {text}", paths(&complaints.0)),
        }
    }

    pub fn events(&self) -> impl Iterator<Item = (i64, Event)> {
        self.trace
            .entries
            .iter()
            .map(|entry| (entry.at.0, entry.event))
    }

    pub fn harms(&self) -> Vec<HarmKind> {
        self.report.harm.iter().map(|harm| harm.kind).collect()
    }

    pub fn reasons(&self) -> Vec<Reason> {
        self.report
            .refused
            .iter()
            .map(|refusal| refusal.reason)
            .collect()
    }
}

/// The paths that are complained about.
pub fn paths(complaints: &[Complaint]) -> Vec<String> {
    complaints
        .iter()
        .map(|complaint| complaint.path.clone())
        .collect()
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} must be a whole number, not {text:?}")),
    )
}

/// How many scenarios each law is tried on.
pub fn scenarios() -> u32 {
    number("FENCELAB_SCENARIOS").map_or(2_000, |count| u32::try_from(count).unwrap())
}

/// Another number gives other scenarios; the same number gives the same ones.
fn seed_of(law: &str) -> u64 {
    let first = number("FENCELAB_SEED").unwrap_or(0);
    law.bytes()
        .fold(first ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// Tries a law on `count` values, and tells the smallest that breaks it.
pub fn try_on<T: std::fmt::Debug>(
    law: &str,
    count: u32,
    strategy: &impl Strategy<Value = T>,
    tell: impl Fn(&T) -> String,
    holds: impl Fn(T) -> Result<(), String>,
) {
    let config = Config {
        cases: count,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, generator::rng(seed_of(law)));
    let result = runner.run(strategy, |value| holds(value).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(why, least)) => panic!("{law}: {why}\nleast: {}", tell(&least)),
        Err(TestError::Abort(why)) => panic!("{law}: given up: {why}"),
    }
}

/// Tries a law on random runs, each scenario adapted so that the law has something to say.
pub fn for_all(
    law: &str,
    adapt: impl Fn(&mut Scenario) + 'static,
    holds: impl Fn(&Run) -> Result<(), String>,
) {
    let strategy = generator::scenario().prop_map(move |mut scenario| {
        adapt(&mut scenario);
        scenario
    });
    try_on(
        law,
        scenarios(),
        &strategy,
        |scenario| json::needed(scenario).to_string(),
        |scenario| {
            let complaints = check(&scenario);
            if !complaints.is_empty() {
                return Err(format!(
                    "the scenario is not valid: {:?}",
                    paths(&complaints)
                ));
            }
            holds(&Run::of(scenario))
        },
    );
}

/// An error unless it is so.
pub fn ensure(so: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if so { Ok(()) } else { Err(otherwise()) }
}

/// An error unless both are equal.
pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, left: &T, right: &T) -> Result<(), String> {
    ensure(left == right, || {
        format!("{what}:\n  {left:?}\n  {right:?}")
    })
}
