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
