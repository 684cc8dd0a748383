//! Small changes of a scenario, as data: where, and what stands there then.

use super::Mistake;
use crate::sim::json::Json;

/// The path of a field, as complaints write it (`clients[0].plan[1].write.after_ms`), and its
/// new value as JSON. An object on the way that is not there is made; a list grows by one.
pub type Edit = (&'static str, &'static str);

/// The tree with the edits made in their order.
///
/// # Errors
///
/// The first edit whose path leads nowhere or whose value is not JSON.
pub fn edited(tree: &Json, edits: &[Edit]) -> Result<Json, Mistake> {
    let mut tree = tree.clone();
    for (path, value) in edits {
        let wrong = || Mistake::Edit((*path).to_owned());
        let value = Json::read(value).map_err(|_| wrong())?;
        let steps = steps(path).ok_or_else(wrong)?;
        put(&mut tree, &steps, value).ok_or_else(wrong)?;
    }
    Ok(tree)
}

/// One step of a path.
#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Place(usize),
}

fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let mut pieces = part.split('[');
        steps.push(Step::Field(pieces.next()?));
        for place in pieces {
            steps.push(Step::Place(place.strip_suffix(']')?.parse().ok()?));
        }
    }
    Some(steps)
}

fn put(node: &mut Json, steps: &[Step<'_>], value: Json) -> Option<()> {
    let Some((first, rest)) = steps.split_first() else {
        *node = value;
        return Some(());
    };
    let fresh = || match rest.first() {
        Some(Step::Place(_)) => Json::List(Vec::new()),
        Some(Step::Field(_)) | None => Json::Object(Vec::new()),
    };
    match (node, first) {
        (Json::Object(fields), Step::Field(name)) => {
            if !fields.iter().any(|(field, _)| field == name) {
                fields.push(((*name).to_owned(), fresh()));
            }
            let (_, inner) = fields.iter_mut().find(|(field, _)| field == name)?;
            put(inner, rest, value)
        }
        (Json::List(items), Step::Place(place)) => {
            if *place == items.len() {
                items.push(fresh());
            }
            put(items.get_mut(*place)?, rest, value)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::edited;
    use crate::sim::json::Json;

    #[test]
    fn an_edit_replaces_makes_and_appends() {
        let tree = Json::read(r#"{"lock": {"ttl_ms": 1}, "faults": [1]}"#).unwrap_or(Json::Null);
        let edits = [
            ("lock.ttl_ms", "2"),
            ("resource.fence", "\"writes\""),
            ("faults[1]", "3"),
        ];
        let wanted = Json::read(
            r#"{"lock": {"ttl_ms": 2}, "faults": [1, 3], "resource": {"fence": "writes"}}"#,
        );
        assert_eq!(edited(&tree, &edits).ok(), wanted.ok());
    }

    #[test]
    fn a_path_that_leads_nowhere_is_a_mistake() {
        let tree = Json::read(r#"{"faults": []}"#).unwrap_or(Json::Null);
        for path in ["faults[1]", "faults.first", "faults[x]", "faults[0"] {
            assert!(edited(&tree, &[(path, "1")]).is_err(), "{path}");
        }
        assert!(edited(&tree, &[("faults[0]", "{")]).is_err());
    }
}
