//! What makes a scenario: the fields that are not at their defaults, group by group.

use super::{Field, Group, client_of, fields, group_name, name};
use crate::sim::json::Json;
use crate::sim::scenario::Scenario;
use crate::text::Lang;

/// The fields of a group that a file of the scenario states, and whether there is a fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The heading of the group.
    pub group: String,
    /// The label of each field, and its value with its unit.
    pub fields: Vec<(String, String)>,
}

/// All groups in which a file of the scenario states something, in its order.
#[must_use]
pub fn stated(lang: Lang, scenario: &Scenario) -> Vec<Stated> {
    let tree = scenario.to_tree();
    // Whether there is a fence is told in any case: it is what the story is about.
    let is_told = |field: &&Field| {
        field.applies && (field.path == "resource.fence" || is_stated(&tree, &field.path))
    };
    let mut groups: Vec<(Group, Stated)> = Vec::new();
    for field in fields(scenario).iter().filter(is_told) {
        let told = (name(lang, field), field.shown(lang));
        match groups.last_mut() {
            Some((group, stated)) if *group == field.group => stated.fields.push(told),
            Some(_) | None => {
                let group = heading(lang, scenario, field.group);
                let fields = vec![told];
                groups.push((field.group, Stated { group, fields }));
            }
        }
    }
    groups.into_iter().map(|(_, stated)| stated).collect()
}

/// A step is named with its client, for it stands alone here.
fn heading(lang: Lang, scenario: &Scenario, group: Group) -> String {
    let own = group_name(lang, scenario, group);
    match client_of(lang, scenario, group) {
        Some(client) => format!("{client} · {own}"),
        None => own,
    }
}

/// Whether a file has something at a path such as `clients[0].plan[1].after_ms`.
fn is_stated(tree: &Json, path: &str) -> bool {
    let mut at = Some(tree);
    for part in path.split(['.', '[']) {
        at = match (at, part.strip_suffix(']')) {
            (Some(Json::List(items)), Some(place)) => {
                place.parse().ok().and_then(|place: usize| items.get(place))
            }
            (Some(object), None) => object.field(part),
            (None | Some(_), _) => None,
        };
    }
    at.is_some()
}

#[cfg(test)]
mod tests {
    use super::stated;
    use crate::model::Millis;
    use crate::sim::scenario::{Fence, Scenario};
    use crate::text::Lang;

    #[test]
    fn what_is_not_usual_is_told() {
        let mut scenario = Scenario::seed();
        scenario.resource.fence = Fence::Writes;
        scenario.lock.ttl = Millis(12_500);
        let told = stated(Lang::En, &scenario);
        let lines: Vec<String> = told
            .iter()
            .flat_map(|group| {
                let fields = group.fields.iter();
                fields.map(|(name, value)| format!("{}: {name} {value}", group.group))
            })
            .map(|line| line.replace('\u{a0}', " "))
            .collect();
        for line in [
            "Lock service: TTL 12.5 s",
            "Resource: Fence fence on writes",
        ] {
            assert!(lines.contains(&line.to_owned()), "{line} in {lines:#?}");
        }
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("Fault 1: pause: ")),
            "{lines:#?}"
        );
        assert!(
            !lines.iter().any(|line| line.starts_with("Network")),
            "it is as usual"
        );
        let japanese = stated(Lang::Ja, &scenario);
        assert_eq!(told.len(), japanese.len());
        assert!(
            told.iter()
                .zip(&japanese)
                .all(|(en, ja)| en.fields.len() == ja.fields.len())
        );
    }
}
