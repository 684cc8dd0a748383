//! Everything that many runs say, in both languages.

use fencelab::model::{HarmKind, Millis};
use fencelab::sweep::analytic::Edge;
use fencelab::sweep::{
    Axis, Defences, Distribution, Estimate, Failure, Finding, Intensity, Kind, Lack, NoMap, Strike,
};
use fencelab::text::sweep as words;
use fencelab::text::{Both, Lang};

const LACKS: [Lack; 5] = [
    Lack::Pause,
    Lack::SecondClient,
    Lack::Change,
    Lack::ClockCheck,
    Lack::Window,
];

const FAILURES: [Failure; 4] = [
    Failure::Harm(HarmKind::Inversion),
    Failure::Harm(HarmKind::LostUpdate),
    Failure::Harm(HarmKind::DuplicateEffect),
    Failure::Waste,
];

fn distinct(names: &[Both]) {
    for lang in Lang::ALL {
        let mut said: Vec<&str> = names.iter().map(|name| name.of(lang)).collect();
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), names.len(), "{said:?}");
    }
    for name in names {
        assert!(
            name.en.is_ascii() || name.en.contains(['−', '×']),
            "{}",
            name.en
        );
        assert_ne!(name.en, name.ja);
    }
}

#[test]
fn no_two_things_have_one_name() {
    distinct(&Axis::ALL.map(words::axis));
    distinct(&LACKS.map(words::lack));
    distinct(&Edge::ALL.map(words::edge));
    distinct(&Distribution::all(Millis(1000)).map(words::distribution));
    distinct(&Strike::ALL.map(words::strike));
    distinct(&Defences::ALL.map(words::defences));
    distinct(&Kind::ALL.map(words::kind));
    distinct(&Intensity::ALL.map(words::intensity));
    distinct(&FAILURES.map(words::failure));
}

#[test]
fn sentences_say_the_numbers() {
    let harm = |value: f64| Estimate {
        value,
        low: value / 2.0,
        high: value * 1.5,
    };
    let short = (Millis(1_000), harm(0.5));
    let long = (Millis(40_000), harm(0.004));
    let wait = |ms: f64| harm(ms);
    let (defences, better, worse) = (Defences::None, Defences::Fence, Defences::None);
    for (finding, numbers) in [
        (Finding::Nothing, vec![]),
        (
            Finding::HarmFalls {
                defences,
                short,
                long,
            },
            vec![
                "1\u{a0}", "40\u{a0}", "50.0 %", "25.0", "75.0 %", "0.40 %", "0.20", "0.60 %",
            ],
        ),
        (
            Finding::HarmRises {
                defences,
                short: long,
                long: short,
            },
            vec!["0.40 %", "50.0 %"],
        ),
        (
            Finding::HarmUndecided {
                defences,
                short,
                long,
            },
            vec!["50.0 %", "0.40 %"],
        ),
        (
            Finding::NoHarm {
                defences,
                runs: 4321,
                high: 0.0009,
            },
            vec!["4321", "0.09 %"],
        ),
        (
            Finding::Differ {
                better,
                worse,
                at: 3,
                of: 12,
            },
            vec!["3", "12"],
        ),
        (
            Finding::RecoveryGrows {
                short: (Millis(1_000), wait(800.0)),
                long: (Millis(40_000), wait(39_500.0)),
            },
            vec!["0.8\u{a0}", "39.5\u{a0}"],
        ),
        (
            Finding::Dilemma {
                defences,
                ttl: Millis(40_000),
                harm: harm(0.004),
                recovery: wait(39_500.0),
            },
            vec!["40\u{a0}", "0.40 %", "39.5\u{a0}"],
        ),
    ] {
        for lang in Lang::ALL {
            let sentence = words::finding(lang, finding);
            assert!(sentence.ends_with(['.', '。']), "{sentence}");
            for number in &numbers {
                assert!(sentence.contains(number), "{number:?} in {sentence}");
            }
        }
    }
}

#[test]
fn counts_read_well() {
    let said = |faults, steps| words::shrunk(Lang::En, faults, steps, 30);
    assert!(
        said(0, 1).contains("to no faults and 1 step."),
        "{}",
        said(0, 1)
    );
    assert!(said(2, 4).contains("to 2 faults and 4 steps."));
    for lang in Lang::ALL {
        assert!(words::runs(lang, 5, 60).contains("60"));
        assert!(words::found(lang, Failure::Waste, 17).contains("17"));
        assert!(words::no_map(lang, NoMap::Lack(Axis::Margin, Lack::ClockCheck)).len() > 20);
        assert_ne!(
            words::no_map(lang, NoMap::Empty),
            words::no_map(lang, NoMap::SameAxis)
        );
        for intensity in Intensity::ALL {
            let faults = intensity.faults_max().to_string();
            assert!(words::intensity_means(lang, intensity).contains(&faults));
        }
        for pauses in Distribution::all(Millis(10_000)) {
            assert!(words::about(lang, pauses).ends_with(['.', '。']));
        }
        for kind in [Kind::Failover, Kind::LockLost, Kind::Delay] {
            let why = words::impossible(kind).unwrap();
            assert!(why.of(lang).ends_with(['.', '。']));
        }
    }
}
