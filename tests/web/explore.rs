//! Every run as one text: equal natively and in the browser, to the last move.

use fencelab::explore::{Column, Design, Search, Setup, Space, Workload, tidy, timed};
use fencelab::text::{Lang, explore};
use std::fmt::Write as _;

/// What [`digest`] must give.
pub const DIGEST: &str = include_str!("../golden/explore.txt");

/// Cells with every kind of fault, and all that ends time.
pub const CELLS: [(Design, Workload, Column); 11] = [
    (Design::NoLock, Workload::Update, Column::Ideal),
    (Design::Lease, Workload::Write, Column::Ideal),
    (Design::Lease, Workload::Write, Column::Pauses),
    (Design::Lease, Workload::Write, Column::Delays),
    (Design::LeaseClock, Workload::Update, Column::Pauses),
    (Design::LeaseAsk, Workload::Effect, Column::Clocks),
    (Design::Redlock, Workload::Effect, Column::Ideal),
    (Design::Redlock, Workload::Write, Column::Nodes),
    (
        Design::LeaseFenceReadsAndWrites,
        Workload::Update,
        Column::Counter,
    ),
    (Design::LeaseVersions, Workload::Update, Column::Pauses),
    (Design::LeaseDedup, Workload::Effect, Column::Window),
];

/// For each cell its verdict, its states, and its counterexample as it is shown, with instants.
pub fn digest() -> String {
    let mut text = String::new();
    for (design, workload, column) in CELLS {
        let setup = Setup::new(design, workload, column);
        let Ok(search) = Search::new(setup) else {
            continue;
        };
        let outcome = search.finish();
        let _ = writeln!(
            text,
            "{}, {}, {}: {}, {} states",
            design.name(),
            workload.name(),
            column.name(),
            outcome.verdict.name(),
            outcome.states.unwrap_or_default(),
        );
        let moves = tidy(setup, &outcome.counterexample.unwrap_or_default());
        let told = Space::new(setup)
            .ok()
            .and_then(|mut space| space.tell(&moves))
            .unwrap_or_default();
        let instants = timed(setup, &moves).map(|timed| timed.instants);
        for (at, did) in instants.unwrap_or_default().iter().zip(&told) {
            let sentence = explore::sentence(Lang::En, setup, did);
            let _ = writeln!(text, "{:>8} {sentence}", at.0);
        }
    }
    text
}
