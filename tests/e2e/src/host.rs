//! A page of somebody else, on a site of its own, with the stage in it.

use std::ops::Deref;

use serde_json::{Value, json};
use thirtyfour::prelude::ElementQueryable;
use thirtyfour::{By, WebElement};

use crate::{Lab, Look, MOUNTED, Site};

/// What a frame may do that is trusted with nothing.
pub const SANDBOX: &str = "allow-scripts";

/// The browser stands in the page of somebody else, or in its frame.
pub struct Host {
    lab: Lab,
    site: Site,
}

impl Deref for Host {
    type Target = Lab;

    fn deref(&self) -> &Lab {
        &self.lab
    }
}

impl Host {
    /// Opens the page of somebody else, still without a frame.
    pub async fn open(look: Look) -> Self {
        Self::around(Lab::idle(look).await).await
    }

    /// The same around a page that is served already.
    pub async fn around(lab: Lab) -> Self {
        let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/pages");
        let site = Site::of(pages)
            .start()
            .unwrap_or_else(|error| panic!("{error}"));
        let host = Self { lab, site };
        let address = format!("{}host.html", host.site.url());
        let gone = host.lab.goto(&address).await;
        gone.unwrap_or_else(|error| panic!("{address}: {error}"));
        host
    }

    /// Opens it with the stage in a sandboxed frame, `rest` after its `lab.html?embed=1`; the
    /// browser stays in the page around it.
    pub async fn with_frame(look: Look, rest: &str) -> Self {
        let host = Self::open(look).await;
        host.put(rest, json!({"sandbox": SANDBOX, "height": "700"}))
            .await;
        host.wait("told('ready').length > 0").await;
        host
    }

    /// Puts a frame with the stage into the page.
    pub async fn put(&self, rest: &str, attributes: Value) {
        let address = format!("{}lab.html?embed=1{rest}", self.lab.site().url());
        let script = format!("put({}, {attributes})", json!(address));
        self.run(&script).await;
    }

    /// Runs a script where the browser is.
    pub async fn run(&self, script: &str) {
        let done = self.lab.execute(script, vec![]).await;
        done.unwrap_or_else(|error| panic!("`{script}`: {error}"));
    }

    /// Goes into the first frame, and waits until the stage is there.
    pub async fn enter(&self) {
        let entered = self.query_frame().await.enter_frame().await;
        entered.unwrap_or_else(|error| panic!("the frame: {error}"));
        self.wait(MOUNTED).await;
    }

    /// The first frame.
    pub async fn query_frame(&self) -> WebElement {
        let frame = self.lab.query(By::Css("iframe")).first().await;
        frame.unwrap_or_else(|error| panic!("no frame: {error}"))
    }

    /// Goes back to the page around the frame.
    pub async fn leave(&self) {
        let left = self.lab.enter_default_frame().await;
        left.unwrap_or_else(|error| panic!("out of the frame: {error}"));
    }

    /// Says something to the stage.
    pub async fn say(&self, message: Value) {
        self.run(&format!("say({message})")).await;
    }

    /// Waits until the stage has told this outcome last.
    pub async fn outcome_is(&self, outcome: &str) {
        self.wait(&format!(
            "told('verdict').at(-1)?.outcome === {}",
            json!(outcome)
        ))
        .await;
    }
}
