//! The accessibility check: axe-core, from `node_modules`.

use std::fmt;
use std::fs;

use serde_json::Value;

use crate::{Browser, top};

/// One rule that the page breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The name of the rule: `color-contrast`.
    pub rule: String,
    /// How bad it is: minor, moderate, serious, critical.
    pub impact: String,
    /// What breaks it: CSS selectors.
    pub places: Vec<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} ({}) at {}",
            self.rule,
            self.impact,
            self.places.join(", ")
        )
    }
}

const RUN: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, {resultTypes: ['violations']}).then(
        result => done(result.violations.map(violation => [
            violation.id,
            String(violation.impact),
            violation.nodes.map(node => node.target.join(' ')),
        ])),
        error => done(String(error)));";

impl Browser {
    /// What axe-core finds wrong with the page as it is now.
    pub async fn axe(&self) -> Vec<Violation> {
        let file = top().join("node_modules/axe-core/axe.min.js");
        let axe = fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!(
                "{} ({error}): run scripts/tools.sh, it needs npm",
                file.display()
            )
        });
        // A page keeps it: handing it over takes longer than the check.
        if self.value("typeof axe").await == "undefined" {
            self.execute(axe, vec![])
                .await
                .unwrap_or_else(|error| panic!("axe-core: {error}"));
        }
        let result = self.execute_async(RUN, vec![]).await;
        let result = result.unwrap_or_else(|error| panic!("axe-core: {error}"));
        let found: Result<Vec<(String, String, Vec<String>)>, _> =
            serde_json::from_value(result.json().clone());
        let found = found.unwrap_or_else(|_| panic!("axe-core: {}", result.json()));
        found
            .into_iter()
            .map(|(rule, impact, places)| Violation {
                rule,
                impact,
                places,
            })
            .collect()
    }

    /// Checks that axe-core finds nothing wrong.
    pub async fn is_accessible(&self) {
        let violations = self.axe().await;
        let lines: Vec<String> = violations.iter().map(Violation::to_string).collect();
        assert!(lines.is_empty(), "axe-core finds:\n{}", lines.join("\n"));
    }

    /// The accessibility tree that a screen reader is given.
    pub async fn accessibility_tree(&self) -> Value {
        self.devtools("Accessibility.getFullAXTree", serde_json::json!({}))
            .await
    }
}
