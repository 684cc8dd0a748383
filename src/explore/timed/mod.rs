//! A counterexample as a scenario that the timed run replays
//! (`docs/explorer.md`, section 5).
//!
//! ```
//! use fencelab::explore::{Column, Design, Search, Setup, Workload, tidy, timed};
//! use fencelab::sim::{audit, simulate};
//!
//! let setup = Setup::new(Design::Lease, Workload::Write, Column::Pauses);
//! let found = Search::new(setup)?.finish().counterexample.unwrap_or_default();
//! let timed = timed(setup, &tidy(setup, &found)).expect("it replays");
//! let report = audit(&timed.scenario, &simulate(&timed.scenario));
//! assert_eq!(Some(&report.harm[0].at), timed.instants.last());
//! # Ok::<(), fencelab::explore::NoSearch>(())
//! ```

mod blame;
mod faults;
mod life;
mod schedule;

pub use blame::Blame;

use super::moves::Move;
use super::plan::Kind;
use super::setup::Setup;
use super::space::Space;
use super::told::Told;
use crate::model::{ClientId, Millis, TrueTime};
use crate::sim::scenario::{Lock, Resource, Scenario, Service};
use crate::sim::{audit, check, simulate};
use life::Life;
use schedule::Schedule;

/// The TTL of every scenario made here.
const TTL: Millis = Millis(100_000);
/// What is called bounded lasts no longer than this.
const BOUNDED: Millis = Millis(TTL.0 / 5);
/// Between two moves before the first deadline.
const WIDE: Millis = Millis(1000);
/// Between two moves afterwards.
const NARROW: Millis = Millis(10);
/// Longer than all that happens.
const BEYOND: Millis = Millis(600_000);

/// A counterexample in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The scenario. Its run does the harm of the cell, first by the last move.
    pub scenario: Scenario,
    /// The instant of each move.
    pub instants: Vec<TrueTime>,
}

/// Why a list of moves cannot be shown as a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Untimed {
    /// It is no counterexample of this cell.
    NoCounterexample,
    /// Its ends of time cannot stand in this order with one TTL.
    Order,
    /// The scenario blames something that its column assumes.
    Blames(Blame),
    /// The timed run does not do the same harm at the same instant.
    Differs,
}

/// Makes a scenario of a counterexample, best of a tidy one. What it returns
/// was replayed: the timed run does the same harm at the instant of the last
/// move and none of its kind before, and blames nothing that the column assumes.
///
/// # Errors
/// [`Untimed`] says why there is none.
pub fn timed(setup: Setup, moves: &[Move]) -> Result<Timed, Untimed> {
    let told = Space::new(setup)
        .ok()
        .and_then(|mut space| space.tell(moves))
        .ok_or(Untimed::NoCounterexample)?;
    let Some(Told::Arrived { client, .. }) = told.last() else {
        return Err(Untimed::NoCounterexample);
    };
    let schedule = Schedule::of(&told).ok_or(Untimed::Order)?;
    let scenario = scenario(setup, &told, &schedule);
    if let Some(blame) = Blame::of(&scenario, setup.column) {
        return Err(Untimed::Blames(blame));
    }
    if !does_harm(setup, &scenario, *client, schedule.last()) {
        return Err(Untimed::Differs);
    }
    Ok(Timed {
        scenario,
        instants: schedule.moves,
    })
}

/// Whether the run of a scenario does the harm of the cell, first by this client at this instant.
fn does_harm(setup: Setup, scenario: &Scenario, client: ClientId, at: TrueTime) -> bool {
    let report = audit(scenario, &simulate(scenario));
    let name = scenario
        .clients
        .get(client.index())
        .map(|client| &client.name);
    let first = report
        .harm
        .iter()
        .find(|harm| harm.kind == setup.workload.harm());
    check(scenario).is_empty()
        && first.is_some_and(|harm| harm.at == at && Some(&harm.client) == name)
}

fn scenario(setup: Setup, told: &[Told], schedule: &Schedule) -> Scenario {
    let service = setup.design.service().unwrap_or(Service::Lease);
    let mut lock = Lock::new(service, TTL);
    if service == Service::Redlock {
        lock.nodes = setup.nodes;
        lock.drift_per_mille = 0;
        lock.drift = Millis::ZERO;
        lock.node_timeout = BEYOND;
    }
    let lives: Vec<Life> = (0..setup.clients)
        .map(|id| Life::of(setup, ClientId(id), told, schedule))
        .collect();
    let mut scenario = Scenario::new(lock, lives.iter().map(Life::client).collect());
    let rules = setup.design.rules();
    scenario.resource = Resource {
        fence: rules.fence,
        versions: rules.versions,
        dedup_window: rules
            .dedup_window
            .map(|_| faults::window(told, schedule).unwrap_or(BEYOND)),
        ..Resource::default()
    };
    let asks = |told: &Told| {
        matches!(
            told,
            Told::Sent {
                kind: Kind::Ask,
                ..
            }
        )
    };
    if told.iter().any(asks) {
        scenario.network.lock = NARROW;
    }
    scenario.faults = faults::of(told, schedule);
    scenario
        .faults
        .extend(lives.into_iter().flat_map(|life| life.pauses));
    scenario
}
