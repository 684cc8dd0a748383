//! Takes the fields of JSON objects apart and keeps the complaints about them.

use super::complaint::{Complaint, Problem, Wanted};
use super::json::Json;
use super::limits::Range;
use super::words::Word;
use crate::model::Millis;
use std::collections::BTreeMap;
use std::fmt;

/// A place in a file, as `clients[0].plan[2].write.after_ms`.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    above: Option<&'p Place<'p>>,
    part: Part<'p>,
}

#[derive(Clone, Copy)]
enum Part<'p> {
    Root,
    Field(&'p str),
    Entry(usize),
}

impl<'p> Place<'p> {
    /// The whole text.
    pub(super) const ROOT: Place<'static> = Place {
        above: None,
        part: Part::Root,
    };

    /// A field of this place.
    pub(super) const fn field(&'p self, name: &'p str) -> Self {
        Self {
            above: Some(self),
            part: Part::Field(name),
        }
    }

    /// An entry of the list in this place, from 0.
    pub(super) const fn entry(&'p self, index: usize) -> Self {
        Self {
            above: Some(self),
            part: Part::Entry(index),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let above = self.above.filter(|above| !matches!(above.part, Part::Root));
        if let Some(above) = above {
            write!(out, "{above}")?;
        }
        match self.part {
            Part::Root => out.write_str("$"),
            // A name of no letters is seen all the same.
            Part::Field("") if above.is_some() => out.write_str(".\"\""),
            Part::Field("") => out.write_str("\"\""),
            Part::Field(name) if above.is_some() => write!(out, ".{name}"),
            Part::Field(name) => out.write_str(name),
            Part::Entry(index) => write!(out, "[{index}]"),
        }
    }
}

/// What counts when a field is absent. What is wrong counts as the same.
#[derive(Clone, Copy)]
pub(super) enum Absent<T> {
    /// The default of the format.
    Default(T),
    /// There is none: that is a complaint, and this stands in its place.
    Missing(T),
}

impl<T> Absent<T> {
    fn value(self) -> T {
        match self {
            Self::Default(value) | Self::Missing(value) => value,
        }
    }
}

/// The fields of an object.
pub(super) struct Fields<'p> {
    pub(super) place: &'p Place<'p>,
    given: &'p [(String, Json)],
    is_object: bool,
}

impl<'p> Fields<'p> {
    /// An object without fields.
    pub(super) const fn none(place: &'p Place<'p>) -> Self {
        Self {
            place,
            given: &[],
            is_object: true,
        }
    }

    /// The first field of this name.
    pub(super) fn get(&self, name: &str) -> Option<&'p Json> {
        self.given
            .iter()
            .find(|(field, _)| field == name)
            .map(|(_, value)| value)
    }

    /// The names, in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'p str> {
        self.given.iter().map(|(name, _)| name.as_str())
    }

    /// Whether it is an object at all.
    pub(super) const fn is_object(&self) -> bool {
        self.is_object
    }
}

/// Complaints so far.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) complaints: Vec<Complaint>,
}

impl Reader {
    pub(super) fn complain(&mut self, place: &Place<'_>, problem: Problem) {
        self.complaints.push(Complaint {
            path: place.to_string(),
            problem,
        });
    }

    pub(super) fn wrong_type(&mut self, place: &Place<'_>, wanted: Wanted, json: &Json) {
        let found = json.found();
        self.complain(place, Problem::WrongType { wanted, found });
    }

    /// Takes an object apart; complains of unknown and repeated fields.
    pub(super) fn object<'p>(
        &mut self,
        place: &'p Place<'p>,
        json: &'p Json,
        known: &'static [&'static str],
    ) -> Fields<'p> {
        let Json::Object(fields) = json else {
            self.wrong_type(place, Wanted::Object, json);
            return Fields {
                is_object: false,
                ..Fields::none(place)
            };
        };
        let mut seen = BTreeMap::new();
        for (name, _) in fields {
            let times = seen.entry(name.as_str()).or_insert(0_usize);
            *times += 1;
            match (known.contains(&name.as_str()), *times) {
                (false, 1) => self.complain(&place.field(name), Problem::UnknownField { known }),
                (true, 2) => self.complain(&place.field(name), Problem::GivenTwice),
                (true | false, _) => {}
            }
        }
        Fields {
            place,
            given: fields,
            is_object: true,
        }
    }

    /// A field that is an object; absent, it has no fields.
    pub(super) fn inner<'p>(
        &mut self,
        place: &'p Place<'p>,
        json: Option<&'p Json>,
        known: &'static [&'static str],
    ) -> Fields<'p> {
        match json {
            Some(json) => self.object(place, json, known),
            None => Fields::none(place),
        }
    }

    /// A field that is a list, empty if absent.
    pub(super) fn list<'p>(
        &mut self,
        fields: &Fields<'p>,
        name: &str,
        absent: Absent<()>,
    ) -> &'p [Json] {
        match self.present(fields, name, &absent) {
            Some(Json::List(entries)) => entries,
            Some(other) => {
                self.wrong_type(&fields.place.field(name), Wanted::List, other);
                &[]
            }
            None => &[],
        }
    }

    /// A field that is a whole number. Its range is looked at later, except
    /// for what does not fit its type.
    pub(super) fn number<T: TryFrom<i128>>(
        &mut self,
        fields: &Fields<'_>,
        name: &str,
        range: Range,
        absent: Absent<T>,
    ) -> T {
        let Some(json) = self.present(fields, name, &absent) else {
            return absent.value();
        };
        let wanted = Wanted::WholeNumber(range);
        self.whole(&fields.place.field(name), json, range, wanted)
            .unwrap_or_else(|| absent.value())
    }

    /// A field that is a whole number of milliseconds, or null.
    pub(super) fn optional(
        &mut self,
        fields: &Fields<'_>,
        name: &str,
        range: Range,
    ) -> Option<Millis> {
        let json = fields.get(name).filter(|json| **json != Json::Null)?;
        let wanted = Wanted::WholeNumberOrNull(range);
        self.whole(&fields.place.field(name), json, range, wanted)
            .map(Millis)
    }

    /// A whole number in this place.
    pub(super) fn whole<T: TryFrom<i128>>(
        &mut self,
        place: &Place<'_>,
        json: &Json,
        range: Range,
        wanted: Wanted,
    ) -> Option<T> {
        let fitting = match json {
            Json::Integer(number) => T::try_from(*number).ok(),
            Json::Huge => None,
            Json::Null
            | Json::Bool(_)
            | Json::Other
            | Json::Text(_)
            | Json::List(_)
            | Json::Object(_) => {
                self.wrong_type(place, wanted, json);
                return None;
            }
        };
        if fitting.is_none() {
            self.complain(place, Problem::OutOfRange { range });
        }
        fitting
    }

    /// A field that is one of a few words.
    pub(super) fn word<T: Word>(
        &mut self,
        fields: &Fields<'_>,
        name: &str,
        absent: Absent<T>,
    ) -> T {
        let Some(json) = self.present(fields, name, &absent) else {
            return absent.value();
        };
        let place = fields.place.field(name);
        let Json::Text(word) = json else {
            self.wrong_type(&place, Wanted::Word(T::WORDS), json);
            return absent.value();
        };
        T::named(word).unwrap_or_else(|| {
            self.complain(&place, Problem::UnknownWord { known: T::WORDS });
            absent.value()
        })
    }

    /// A field that is a text.
    pub(super) fn text<'p>(
        &mut self,
        fields: &Fields<'p>,
        name: &str,
        absent: Absent<()>,
    ) -> Option<&'p str> {
        let json = self.present(fields, name, &absent)?;
        let Json::Text(text) = json else {
            self.wrong_type(&fields.place.field(name), Wanted::Text, json);
            return None;
        };
        Some(text)
    }

    /// A field that is a text, or null.
    pub(super) fn optional_text(&mut self, fields: &Fields<'_>, name: &str) -> Option<String> {
        let json = fields.get(name).filter(|json| **json != Json::Null)?;
        let Json::Text(text) = json else {
            self.wrong_type(&fields.place.field(name), Wanted::TextOrNull, json);
            return None;
        };
        Some(text.clone())
    }

    /// A field that is true or false.
    pub(super) fn flag(&mut self, fields: &Fields<'_>, name: &str, absent: Absent<bool>) -> bool {
        match self.present(fields, name, &absent) {
            Some(Json::Bool(value)) => *value,
            Some(other) => {
                self.wrong_type(&fields.place.field(name), Wanted::TrueOrFalse, other);
                absent.value()
            }
            None => absent.value(),
        }
    }

    /// The value of a field; complains if it is absent and must not be.
    pub(super) fn present<'p, T>(
        &mut self,
        fields: &Fields<'p>,
        name: &str,
        absent: &Absent<T>,
    ) -> Option<&'p Json> {
        let json = fields.get(name);
        match (json, absent) {
            (None, Absent::Missing(_)) if fields.is_object => {
                self.complain(&fields.place.field(name), Problem::Missing);
            }
            (None, Absent::Missing(_) | Absent::Default(_)) | (Some(_), _) => {}
        }
        json
    }
}
