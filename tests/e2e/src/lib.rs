//! Drives a real browser over the built page.
//!
//! ```no_run
//! # async fn test() {
//! use e2e::{Lab, Look};
//!
//! let lab = Lab::open(Look::default().language("ja").dark()).await;
//! lab.click("fence-switch").await;
//! lab.wait_text("verdict", "33 < 34").await;
//! lab.console_is_clean().await;
//! # }
//! ```
//!
//! A test is `#[tokio::test(flavor = "multi_thread", worker_threads = 2)]`: on one thread a
//! failing assertion waits for ever for the browser to quit. It opens a browser of its own
//! (half a second), waits on conditions and never sleeps.

mod axe;
mod browser;
mod driver;
mod gesture;
mod host;
mod lab;
mod look;
pub mod scenario;
mod stage;
pub mod trace;
mod trap;
pub mod work;

pub use axe::Violation;
pub use browser::Browser;
pub use driver::Driver;
pub use gesture::Hand;
pub use host::{Host, SANDBOX};
pub use lab::{Lab, MOUNTED, dist, top};
pub use look::Look;
pub use site::{Answer, Fault, Site};
pub use stage::{Pointer, Ruler, whole};
pub use thirtyfour::support::base64_decode;
pub use thirtyfour::{By, Key, WebElement};
