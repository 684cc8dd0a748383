//! The TTL sweep: the same seed, the same numbers; and what theory says they are.

use fencelab::model::Millis;
use fencelab::sim::scenario::{Scenario, Step, Waiting};
use fencelab::sweep::{
    Axis, Chance, Defences, Distribution, Finding, Lack, NoWork, Plan, Point, Share, Strike, Sweep,
    csv, findings,
};
use fencelab::text::Lang;
use fencelab::text::sweep as words;

/// Client 1 works for this long before it writes, and Client 2 waits in line
/// and writes at once: harm is done exactly when the pause makes the write of
/// Client 1 arrive after the end of its lease.
const WORK_MS: i64 = 1_000;

fn base() -> Scenario {
    let mut base = Scenario::seed();
    base.lock.waiting = Waiting::Queue;
    base.clients[1].arrives = fencelab::model::TrueTime(1);
    for (client, thinking) in [(0, WORK_MS), (1, 0)] {
        if let Some(Step::Write(change)) = base.clients[client].plan.get_mut(1) {
            change.sending.after = Millis(thinking);
        }
    }
    base
}

fn plan(ttls: &[i64], pauses: Distribution, draws: u32, seed: u64) -> Plan {
    Plan {
        ttls: ttls.iter().copied().map(Millis).collect(),
        pauses,
        defences: vec![Defences::AsSet],
        draws,
        seed,
        ..Plan::around(&base()).unwrap()
    }
}

fn run(plan: Plan) -> Vec<Point> {
    let mut sweep = Sweep::new(plan).unwrap();
    sweep.advance(u32::MAX);
    assert!(sweep.progress().is_done());
    sweep.points()
}

#[test]
fn the_same_seed_gives_the_same_numbers_in_any_slices() {
    let mut plan = Plan::around(&Scenario::seed()).unwrap();
    plan.draws = 40;
    let whole = run(plan.clone());
    let mut sliced = Sweep::new(plan.clone()).unwrap();
    let mut chance = Chance::new(3);
    let mut before = 0;
    while !sliced.progress().is_done() {
        // Left and taken up again, as a page does.
        let mut later = sliced.clone();
        let runs = u32::try_from(chance.between(1, 60)).unwrap();
        later.advance(runs);
        let progress = later.progress();
        assert_eq!(progress.done, (before + runs).min(progress.of));
        before = progress.done;
        sliced = later;
    }
    assert_eq!(sliced.points(), whole);
    assert_eq!(csv(&plan, &sliced.points()), csv(&plan, &whole));
    plan.seed += 1;
    assert_ne!(run(plan), whole);
}

/// With pauses of mean m: P(pause > TTL − work) = exp(−(TTL − work) / m), wherever it begins.
#[test]
fn exponential_pauses_do_harm_as_often_as_theory_says() {
    let (ttls, mean) = ([2_000, 4_000, 8_000, 16_000], 3_000.0);
    for strikes in Strike::ALL {
        let pauses = Distribution::Exponential {
            mean: Millis(3_000),
        };
        let points = run(Plan {
            strikes,
            ..plan(&ttls, pauses, 20_000, 11)
        });
        for (ttl, point) in ttls.into_iter().zip(points) {
            let over = i32::try_from(ttl - WORK_MS).unwrap();
            let truth = (-f64::from(over) / mean).exp();
            near(point.harm[0], truth, &format!("TTL {ttl} {strikes:?}"));
        }
    }
}

/// P(length > x) of the other distributions, through the same story.
#[test]
fn the_other_distributions_have_the_tails_that_they_should() {
    let over = 5_000.0_f64;
    let ttl = 6_000;
    let log_normal = |median: f64, spread: f64| normal_tail((over / median).ln() / spread);
    for (pauses, truth) in [
        (
            Distribution::LogNormal {
                median: Millis(3_000),
                spread_percent: 80,
            },
            log_normal(3_000.0, 0.8),
        ),
        (
            Distribution::Pareto {
                least: Millis(1_000),
                tail_percent: 150,
            },
            (1_000.0 / over).powf(1.5),
        ),
        (
            Distribution::GarbageCollection,
            0.9 * log_normal(20.0, 0.6)
                + 0.09 * log_normal(300.0, 0.8)
                + 0.01 * log_normal(8_000.0, 0.7),
        ),
    ] {
        let points = run(plan(&[ttl], pauses, 30_000, 5));
        near(points[0].harm[0], truth, &format!("{pauses:?}"));
    }
    for (length, hits) in [(5_000, 0), (5_001, 100)] {
        let length = Millis(length);
        let points = run(plan(&[ttl], Distribution::Fixed { length }, 100, 5));
        assert_eq!(points[0].harm[0], Share { hits, runs: 100 });
    }
}

/// Renewal each r, a pause of p at the write, whose phase in the interval is
/// evenly distributed: 0 up to p = TTL − r, then (p − (TTL − r)) / r, 1 from p = TTL.
#[test]
fn renewal_moves_the_edge_to_ttl_less_the_interval() {
    let (ttl, renew) = (9_000, 3_000);
    let mut renewing = base();
    renewing.clients[0].renew = Some(Millis(renew));
    for (pause, truth) in [
        (1, 0.0),
        (ttl - renew, 0.0),
        (ttl - renew + 300, 0.1),
        (ttl - renew + 1_500, 0.5),
        (ttl - 600, 0.8),
        (ttl, 1.0),
        (ttl + 5_000, 1.0),
    ] {
        let length = Millis(pause);
        let points = run(Plan {
            base: renewing.clone(),
            strikes: Strike::AtTheChange,
            // One whole interval, the second.
            work: (Millis(renew), Millis(2 * renew - 1)),
            ..plan(&[ttl], Distribution::Fixed { length }, 6_000, 21)
        });
        let share = points[0].harm[0];
        if truth <= 0.0 {
            assert_eq!(share.hits, 0, "{pause}");
        } else if truth >= 1.0 {
            assert_eq!(share.hits, share.runs, "{pause}");
        } else {
            near(share, truth, &format!("pause {pause}"));
        }
    }
}

/// The crash is evenly distributed over the work, and the lease runs on to its end.
#[test]
fn recovery_takes_the_rest_of_the_ttl() {
    let length = Millis(1);
    for point in run(plan(
        &[2_000, 10_000, 40_000],
        Distribution::Fixed { length },
        4_000,
        2,
    )) {
        let recovery = point.recovery;
        // Not counted: a crash at the instant of the grant comes before it, once in 1001.
        assert!((3_980..4_000).contains(&recovery.crashes), "{recovery:?}");
        assert_eq!(recovery.recovered, recovery.crashes);
        let truth = f64::from(i32::try_from(point.ttl.0 - WORK_MS / 2).unwrap());
        for found in [recovery.mean.unwrap(), recovery.median.unwrap()] {
            // The deviation is WORK / √12 = 289 ms; of the mean of 4 000 it is 4.6 ms.
            assert!((found.value - truth).abs() < 30.0, "{found:?} {truth}");
            assert!(found.low <= found.value && found.value <= found.high);
        }
    }
}

#[test]
fn intervals_cover_the_truth_at_the_stated_rate() {
    let (ttl, mean) = (4_000, 3_000.0);
    let truth = (-f64::from(i32::try_from(ttl - WORK_MS).unwrap()) / mean).exp();
    let wait = f64::from(i32::try_from(ttl - WORK_MS / 2).unwrap());
    let (mut harm, mut means, mut medians) = (0, 0, 0);
    for seed in 0..200 {
        let pauses = Distribution::Exponential {
            mean: Millis(3_000),
        };
        let point = run(plan(&[ttl], pauses, 300, seed)).remove(0);
        let covers = |low: f64, high: f64, value: f64| i32::from(low <= value && value <= high);
        let share = point.harm[0].estimate().unwrap();
        harm += covers(share.low, share.high, truth);
        let recovery = point.recovery;
        let (one, other) = (recovery.mean.unwrap(), recovery.median.unwrap());
        means += covers(one.low, one.high, wait);
        medians += covers(other.low, other.high, wait);
    }
    // 95 % of 200 is 190, give or take 3.1: within two deviations, with these seeds.
    for covered in [harm, means, medians] {
        assert!((184..=196).contains(&covered), "{harm} {means} {medians}");
    }
}

#[test]
fn a_fence_does_away_with_harm_and_not_with_the_wait() {
    let mut plan = Plan::around(&Scenario::seed()).unwrap();
    plan.draws = 400;
    let points = run(plan.clone());
    for point in &points {
        assert_eq!(point.harm[1].hits, 0);
    }
    let found = findings(&plan, &points);
    assert!(
        matches!(
            found[0],
            Finding::HarmFalls {
                defences: Defences::None,
                ..
            }
        ),
        "{found:?}"
    );
    assert!(
        matches!(
            found[1],
            Finding::NoHarm {
                defences: Defences::Fence,
                ..
            }
        ),
        "{found:?}"
    );
    let differs = |finding: &Finding| {
        matches!(
            finding,
            Finding::Differ {
                better: Defences::Fence,
                ..
            }
        )
    };
    assert!(found.iter().any(differs), "{found:?}");
    assert!(
        found
            .iter()
            .any(|finding| matches!(finding, Finding::RecoveryGrows { .. }))
    );
    for lang in Lang::ALL {
        let sentences: Vec<String> = found.iter().map(|one| words::finding(lang, *one)).collect();
        assert!(
            sentences
                .iter()
                .all(|sentence| sentence.chars().count() > 20),
            "{sentences:?}"
        );
    }
    // The sentence says the table's number.
    let table = csv(&plan, &points);
    assert_eq!(table.lines().count(), 1 + points.len() * 2);
    let columns = |line: &str| line.split(',').count();
    assert!(table.lines().all(|line| columns(line) == 17), "{table}");
    let first = points[0].harm[0];
    let runs = format!(
        "{},none,exponential,1,{},{},",
        points[0].ttl.0, first.runs, first.hits
    );
    assert!(table.contains(&runs), "{runs}\n{table}");
}

#[test]
fn a_few_runs_do_not_carry_a_conclusion() {
    let mut plan = Plan::around(&Scenario::seed()).unwrap();
    plan.draws = 2;
    let points = run(plan.clone());
    for finding in findings(&plan, &points) {
        let is_bold = matches!(finding, Finding::HarmRises { .. } | Finding::Differ { .. });
        assert!(!is_bold, "{finding:?}");
    }
    let none = Sweep::new(plan.clone()).unwrap().points();
    assert_eq!(findings(&plan, &none), [Finding::Nothing]);
}

#[test]
fn a_scenario_without_work_has_no_sweep() {
    let mut idle = Scenario::seed();
    for client in &mut idle.clients {
        client.plan.truncate(1);
    }
    assert_eq!(Plan::around(&idle), Err(NoWork));
    assert_eq!(Axis::MessageDelay.get(&idle), Err(Lack::Change));
    assert!(words::lack(Lack::Change).of(Lang::Ja).ends_with('。'));
}

/// Within four deviations of a binomial: once in 16 000 such comparisons by chance, and never by
/// chance with a fixed seed.
fn near(share: Share, truth: f64, what: &str) {
    let runs = f64::from(share.runs);
    let deviation = (truth * (1.0 - truth) / runs).sqrt();
    let found = f64::from(share.hits) / runs;
    assert!(
        (found - truth).abs() <= 4.0 * deviation,
        "{what}: {found} is not {truth}"
    );
}

/// P(Z > z), by Simpson's rule over the density.
fn normal_tail(z: f64) -> f64 {
    let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let (steps, width) = (2_000, 12.0 / 2_000.0);
    let sum: f64 = (0..steps)
        .map(|step| {
            let from = z + width * f64::from(step);
            (density(from) + 4.0 * density(from + width / 2.0) + density(from + width)) * width
                / 6.0
        })
        .sum();
    sum
}
