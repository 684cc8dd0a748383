//! The built page, served and open in a browser.

use std::env;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use site::Plan;

use crate::{Browser, Look, Site};

/// True as soon as the page has started: trunk's loader leaves this behind.
pub const MOUNTED: &str = "window.wasmBindings";

/// Everything that one test needs. What it does not do itself, its `Browser` does.
pub struct Lab {
    browser: Browser,
    site: Site,
}

impl Deref for Lab {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Lab {
    /// Serves `dist`, opens a browser on it, and waits until the page has started.
    pub async fn open(look: Look) -> Self {
        Self::open_at(look, "").await
    }

    /// The same with something after the address: `?lang=ja`, `#fence=on`.
    pub async fn open_at(look: Look, rest: &str) -> Self {
        let lab = Self::idle(look).await;
        lab.visit(rest).await;
        lab.wait(MOUNTED).await;
        lab
    }

    /// The same without going to the page.
    pub async fn idle(look: Look) -> Self {
        Self::served(look, Site::of(dist())).await
    }

    /// The same, served as it is planned.
    pub async fn served(look: Look, plan: Plan) -> Self {
        let site = plan.start().unwrap_or_else(|error| panic!("{error}"));
        let browser = Browser::open(&look).await;
        Self { browser, site }
    }

    /// Loads the page anew, with something after its address; does not wait for it to start.
    pub async fn visit(&self, rest: &str) {
        // From a page to the same page with another fragment nothing would load.
        self.browser
            .goto("about:blank")
            .await
            .unwrap_or_else(|error| panic!("about:blank: {error}"));
        let address = format!("{}{rest}", self.site.url());
        self.browser
            .goto(&address)
            .await
            .unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// The server behind the page.
    #[must_use]
    pub fn site(&self) -> &Site {
        &self.site
    }
}

/// The top folder of the project.
#[must_use]
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with the built page; `DIST` may name another one.
#[must_use]
pub fn dist() -> PathBuf {
    env::var_os("DIST").map_or_else(|| top().join("dist"), PathBuf::from)
}
