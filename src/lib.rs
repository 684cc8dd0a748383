//! Fencelab: an interactive laboratory for one question. What does a
//! distributed lock promise, and what can it not promise?
//!
//! The heart is free of the browser and deterministic: [`model`] has the
//! machines (lock service, client, resource), [`sim`] runs them on one agenda
//! and reports what happened. `docs/model.md` is the contract for both.
//! [`sweep`] asks many runs at once, [`explore`] every run of a small world
//! (`docs/explorer.md`).
//! On top of these stand [`picture`] (a run as plain geometry), [`text`] (every
//! word, in English and Japanese), [`edit`] (every change of a scenario) and
//! [`share`] (a link of what is shown); `ui` puts them on a page.
//!
//! A scenario goes in; a trace of everything that happened comes out, and all
//! else is read off it:
//!
//! ```
//! use fencelab::edit::field;
//! use fencelab::picture::History;
//! use fencelab::sim::report::Outcome;
//! use fencelab::sim::scenario::Scenario;
//! use fencelab::sim::{audit, simulate};
//! use fencelab::text::Lang;
//! use fencelab::text::verdict::sentence;
//!
//! // The seed story: a lease of 10 s, a pause of 15 s, and nobody who compares.
//! let broken = Scenario::seed();
//! let trace = simulate(&broken);
//! let report = audit(&broken, &trace);
//! assert_eq!(report.outcome, Outcome::Broken);
//! assert_eq!(
//!     sentence(Lang::En, &broken, &History::of(&broken, &trace), &report),
//!     "Client 1 wrote over Client 2. It woke 6\u{a0}s after its lease had ended, and nobody told it."
//! );
//!
//! // The same with a fence: an edit is a new scenario, and the whole run is made again.
//! let fenced = field::set(&broken, "resource.fence", "writes").expect("there is such a field");
//! assert_eq!(audit(&fenced, &simulate(&fenced)).outcome, Outcome::Fenced);
//!
//! // And which designs hold whatever happens: here a search of every order of events.
//! use fencelab::explore::{Column, Design, Search, Setup, Verdict, Workload};
//! let setup = Setup::new(Design::LeaseFenceWrites, Workload::Write, Column::Pauses);
//! assert_eq!(Search::new(setup)?.finish().verdict, Verdict::Holds);
//! # Ok::<(), fencelab::explore::NoSearch>(())
//! ```
//!
//! Where to go on: [`sim::scenario`] has the format field by field, [`sim::trace`] all that can
//! happen, [`sim::report`] what an observer makes of it. Instants and lengths are whole
//! milliseconds; the types say whose clock ([`model::TrueTime`], [`model::LocalTime`]).
//!
//! Beside the page, and never in it: [`story`], the gallery of named runs;
//! [`mylock`], real locks; [`monday`], the fence as code; and [`pages`], which
//! writes all three as static pages.

pub mod edit;
pub mod explore;
pub mod lesson;
pub mod model;
pub mod monday;
pub mod mylock;
pub mod pages;
pub mod picture;
pub mod share;
pub mod sim;
pub mod story;
pub mod sweep;
pub mod text;
#[cfg(feature = "ui")]
pub mod ui;
