//! JSON as a tree that keeps what a scenario file must not do: fields given
//! twice, and numbers that are not written as whole numbers.

use super::complaint::Found;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// null.
    Null,
    /// true or false.
    Bool(bool),
    /// A number written as a whole number that fits into 64 bits.
    Integer(i128),
    /// Any other number that is written with a fraction or an exponent, such as 1.0 and 1e3.
    Other,
    /// A whole number that no 64 bits can hold.
    Huge,
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object with its fields in their order, repeated ones included.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// Text that is not JSON, with the place at which reading stopped.
    pub fn read(text: &str) -> Result<Self, NotJson> {
        serde_json::from_str(text).map_err(|error| NotJson {
            line: error.line(),
            column: error.column(),
        })
    }

    /// The first field of this name, if this is an object that has one.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields
                .iter()
                .find(|(field, _)| field == name)
                .map(|(_, value)| value),
            Self::Null
            | Self::Bool(_)
            | Self::Integer(_)
            | Self::Other
            | Self::Huge
            | Self::Text(_)
            | Self::List(_) => None,
        }
    }

    /// What it is, for a complaint.
    #[must_use]
    pub const fn found(&self) -> Found {
        match self {
            Self::Null => Found::Null,
            Self::Bool(_) => Found::TrueOrFalse,
            Self::Integer(_) | Self::Huge => Found::WholeNumber,
            Self::Other => Found::OtherNumber,
            Self::Text(_) => Found::Text,
            Self::List(_) => Found::List,
            Self::Object(_) => Found::Object,
        }
    }
}

/// The text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson {
    /// Where reading stopped, from 1.
    pub line: usize,
    /// Where in the line, in bytes.
    pub column: usize,
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Integer(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Integer(value.into()))
    }

    /// The parser makes a float of a whole number beyond 64 bits too. The
    /// number is not kept, so no float enters the heart.
    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        const BEYOND_64_BITS: f64 = 9_223_372_036_854_775_808.0;
        Ok(if value.abs() >= BEYOND_64_BITS {
            Json::Huge
        } else {
            Json::Other
        })
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            entries.push(entry);
        }
        Ok(Json::List(entries))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null | Self::Other | Self::Huge => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i128(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(entries) => serializer.collect_seq(entries),
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_readers_forget_is_kept() {
        let tree = Json::read(r#"{"a": 1, "a": [1.0, 1e3, -0.5], "b": 18446744073709551615}"#);
        assert_eq!(
            tree,
            Ok(Json::Object(vec![
                ("a".to_owned(), Json::Integer(1)),
                (
                    "a".to_owned(),
                    Json::List(vec![Json::Other, Json::Other, Json::Other])
                ),
                ("b".to_owned(), Json::Integer(u64::MAX.into())),
            ]))
        );
        assert_eq!(Json::read("99999999999999999999"), Ok(Json::Huge));
        assert_eq!(Json::read("-99999999999999999999"), Ok(Json::Huge));
    }

    #[test]
    fn what_is_not_json_has_a_place() {
        assert_eq!(
            Json::read("{\n \"a\": 1,\n}"),
            Err(NotJson { line: 3, column: 1 })
        );
        assert_eq!(Json::read("{} {}"), Err(NotJson { line: 1, column: 4 }));
        assert_eq!(
            Json::read(&"[".repeat(100_000)).map_err(|stop| stop.line),
            Err(1)
        );
    }
}
