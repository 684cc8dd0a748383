//! Every complaint is told in both languages: what is wrong, where, and what to do.

use crate::support::lease;
use fencelab::sim::complaint::{Found, Wanted};
use fencelab::sim::limits::{DURATION, FAULTS, NODES, TEXT};
use fencelab::sim::scenario::Service;
use fencelab::sim::{Complaint, Problem, read};
use fencelab::text::Lang;
use fencelab::text::complaint::explain;

const STEPS: &[&str] = &["acquire", "read"];
const FENCE: &[&str] = &["off", "writes"];

/// One of each, with a path where it may stand.
fn one_of_each() -> Vec<(&'static str, Problem)> {
    let mut all = vec![
        ("$", Problem::FileTooLarge { bytes: 300_000 }),
        ("$", Problem::NotUtf8 { line: 2, column: 3 }),
        ("$", Problem::NotJson { line: 2, column: 3 }),
        ("format", Problem::OtherFormat),
        ("lock.tll_ms", Problem::UnknownField { known: STEPS }),
        ("lock.ttl_ms", Problem::GivenTwice),
        ("lock.ttl_ms", Problem::Missing),
        ("resource.fence", Problem::UnknownWord { known: FENCE }),
        ("lock.ttl_ms", Problem::OutOfRange { range: DURATION }),
        ("lock.nodes", Problem::OutOfRange { range: NODES }),
        (
            "clients[1].name",
            Problem::TextLength {
                found: 50,
                range: TEXT,
            },
        ),
        (
            "faults",
            Problem::ListLength {
                found: 65,
                range: FAULTS,
            },
        ),
        (
            "clients[0].plan[2]",
            Problem::NotOneField {
                found: 2,
                known: STEPS,
            },
        ),
    ];
    all.extend(misfits());
    all.extend(wrong_types());
    all
}

/// What does not fit together.
fn misfits() -> Vec<(&'static str, Problem)> {
    vec![
        (
            "faults[1].crash.client",
            Problem::UnknownClient {
                name: Some("C".to_owned()),
            },
        ),
        (
            "faults[1].crash.client",
            Problem::UnknownClient { name: None },
        ),
        ("clients[1].name", Problem::NameTaken { by: 0 }),
        (
            "faults[3].node_down.node",
            Problem::UnknownNode { nodes: 1 },
        ),
        (
            "faults[3].node_down.node",
            Problem::UnknownNode { nodes: 5 },
        ),
        (
            "lock.nodes",
            Problem::OtherService {
                only: Service::Redlock,
            },
        ),
        (
            "clients[0].renew_ms",
            Problem::OtherService {
                only: Service::Lease,
            },
        ),
        (
            "clients[0].node_ms",
            Problem::NodeDelays { found: 2, nodes: 5 },
        ),
        (
            "clients[0].plan[2]",
            Problem::UpdateWithoutRead {
                object: "x".to_owned(),
            },
        ),
        (
            "clients[0].plan[2].effect.unless_done",
            Problem::UnlessDoneWithoutKey,
        ),
        (
            "clients[0].plan[2].effect.unless_done",
            Problem::UnlessDoneWithoutRead,
        ),
        (
            "clients[0].plan[2].write.resends",
            Problem::ResendsWithoutAfter,
        ),
        (
            "faults[4].clock_rate.node",
            Problem::SecondRate { first: 1 },
        ),
    ]
}

fn wrong_types() -> Vec<(&'static str, Problem)> {
    let write = "clients[0].plan[2].write";
    let wrong = |wanted, found| Problem::WrongType { wanted, found };
    let founds = [
        Found::Null,
        Found::TrueOrFalse,
        Found::WholeNumber,
        Found::OtherNumber,
        Found::Text,
        Found::List,
        Found::Object,
    ];
    let founds = founds.map(|found| (write, wrong(Wanted::Object, found)));
    let wanted = [
        Wanted::WholeNumber(DURATION),
        Wanted::WholeNumberOrNull(DURATION),
        Wanted::Text,
        Wanted::TextOrNull,
        Wanted::Word(FENCE),
        Wanted::TrueOrFalse,
        Wanted::List,
        Wanted::ListOrNull,
        Wanted::CutFrom(FENCE),
    ];
    let wanted = wanted.map(|wanted| ("resource.fence", wrong(wanted, Found::Null)));
    founds.into_iter().chain(wanted).collect()
}

#[test]
fn every_complaint_is_a_sentence_in_both_languages() {
    let mut told = Vec::new();
    for (path, problem) in one_of_each() {
        let path = path.to_owned();
        let complaint = Complaint { path, problem };
        let [en, ja] = Lang::ALL.map(|lang| explain(lang, &complaint));
        assert!(en.ends_with('.') && en.contains(": "), "{en}");
        assert!(ja.ends_with('。') && ja.contains('：'), "{ja}");
        for text in [&en, &ja] {
            assert!(!text.contains("  ") && text.chars().count() < 200, "{text}");
        }
        assert!(en.is_ascii() || en.contains(['“', '\u{a0}']), "{en}");
        told.push(en);
    }
    let all = told.len();
    told.sort();
    told.dedup();
    assert_eq!(told.len(), all, "no two problems are told alike");
}

#[test]
fn a_complaint_names_the_place_in_words() {
    let explained = |path: &str, problem: Problem| {
        let path = path.to_owned();
        let complaint = Complaint { path, problem };
        Lang::ALL.map(|lang| explain(lang, &complaint))
    };
    let range = NODES;
    let [en, ja] = explained(
        "clients[0].plan[2].write.resends",
        Problem::OutOfRange { range },
    );
    assert_eq!(
        en,
        "Client 1, step 3 (write), Resends: this is out of range. Write a whole number from 1 to 9."
    );
    assert_eq!(
        ja,
        "クライアント 1・手順 3（書き込み）・再送の回数：範囲の外です。1 から 9 までの整数を入力してください。"
    );
    let [en, ja] = explained("faults[2].cut.for_ms", Problem::Missing);
    assert!(en.starts_with("Fault 3 (cut), Length: "), "{en}");
    assert!(ja.starts_with("障害 3（ネットワーク切断）・長さ："), "{ja}");
    let [en, _] = explained(
        "clients[0].node_ms[2]",
        Problem::OutOfRange { range: DURATION },
    );
    assert!(en.starts_with("Client 1, Delay to node 3: "), "{en}");
    assert!(
        en.ends_with("a time from 0.001\u{a0}s to 86400\u{a0}s."),
        "{en}"
    );
}

#[test]
fn every_complaint_of_the_broken_cases_is_told() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/invalid");
    let mut complaints = 0;
    for entry in std::fs::read_dir(folder).expect("there are broken cases") {
        let path = entry.expect("the folder can be read").path();
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let Err(found) = read(&bytes) else { continue };
        for complaint in &found.0 {
            for lang in Lang::ALL {
                let told = explain(lang, complaint);
                assert!(told.ends_with(['.', '。']), "{}: {told}", path.display());
            }
            complaints += 1;
        }
    }
    assert!(complaints > 20, "only {complaints}");
    assert!(!lease().faults.is_empty());
}
