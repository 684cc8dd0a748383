//! Scenarios on the laboratory's page, by their links.

use fencelab::picture::{Extras, History, Layout, Picture, Window, draw};
use fencelab::share::{PresetId, Shared, decode, encode};
use fencelab::sim::scenario::Scenario;
use fencelab::sim::simulate;
use fencelab::story::{Story, stories};
use fencelab::text::Lang;

use crate::{Lab, Look};

/// What stands after the `#` when a scenario is on the page.
#[must_use]
pub fn fragment(scenario: &Scenario) -> String {
    encode(&Shared {
        scenario: scenario.clone(),
        ..Shared::of(PresetId::OWN)
    })
}

/// What happens in a scenario.
#[must_use]
pub fn history(scenario: &Scenario) -> History {
    History::of(scenario, &simulate(scenario))
}

/// The whole picture of a scenario, in English, for a page so wide.
#[must_use]
pub fn picture(scenario: &Scenario, width: f64) -> Picture {
    let history = history(scenario);
    let layout = Layout::new(scenario, width, Window::whole(history.closed_at), 1.0);
    draw(Lang::En, scenario, &history, layout, Extras::ALL)
}

/// The stories of the gallery with their scenarios.
pub fn gallery() -> impl Iterator<Item = (&'static Story, Scenario)> {
    stories().map(|story| {
        let scenario = story.scenario();
        (
            story,
            scenario.unwrap_or_else(|wrong| panic!("{}: {wrong}", story.id)),
        )
    })
}

/// The story whose picture has most parts.
#[must_use]
pub fn largest_story() -> (&'static Story, Scenario) {
    let parts = |scenario: &Scenario| {
        let picture = picture(scenario, 1200.0);
        picture.shapes.len() + picture.labels.len() + picture.handles.len()
    };
    let largest = gallery().max_by_key(|(_, scenario)| parts(scenario));
    largest.unwrap_or_else(|| panic!("the gallery is empty"))
}

impl Lab {
    /// Opens the laboratory on a scenario.
    pub async fn laboratory(look: Look, scenario: &Scenario) -> Self {
        Self::open_at(look, &format!("lab.html#{}", fragment(scenario))).await
    }

    /// Puts another scenario on the open laboratory, as a link that is pasted does.
    pub async fn paste(&self, scenario: &Scenario) {
        // The page hears of it in its own time.
        let script = "const [link, done] = arguments;
            if (location.hash === '#' + link) return done();
            addEventListener('hashchange', () => done(), {once: true});
            location.hash = link;";
        let pasted = self
            .execute_async(script, vec![fragment(scenario).into()])
            .await;
        pasted.unwrap_or_else(|error| panic!("a link: {error}"));
        self.frames().await;
    }

    /// Opens every group of fields.
    pub async fn unfold(&self) {
        let closed = "document.querySelector('[data-testid=drawer] [aria-expanded=false]')";
        while self.value(&format!("!!{closed}")).await == true {
            self.value(&format!("{closed}.click()")).await;
        }
        self.frames().await;
    }

    /// What the page would share now.
    pub async fn shared(&self) -> Shared {
        self.click("copy-link").await;
        let hash = self.value("location.hash.slice(1)").await;
        let hash = hash.as_str().unwrap_or_default();
        decode(hash).unwrap_or_else(|error| panic!("{hash}: {error}"))
    }
}
