//! Messages between an embedded stage and the page around it (`docs/embed.md`).
//!
//! ```
//! use fencelab::share::message::{Asked, read};
//!
//! assert_eq!(read(r#"{"fencelab": 1, "type": "play"}"#), Ok(Some(Asked::Play)));
//! assert_eq!(read(r#"{"webpack": true}"#), Ok(None), "it is not for us");
//! assert!(read(r#"{"fencelab": 1, "type": "delete"}"#).is_err());
//! ```

use super::keys::{self, KeyComplaint, KeyProblem, Keys};
use super::{LinkError, Shared, Stand, Theme, decode};
use crate::sim::json::Json;
use crate::sim::limits::FILE_BYTES;
use crate::sim::scenario::Scenario;
use crate::sim::{Complaints, read_tree};
use crate::text::Lang;

/// The version of the messages; it stands in each of them, in the field `fencelab`.
pub const VERSION: i128 = 1;

/// How long a message may be, as JSON, in bytes: as long as a scenario file.
pub const MESSAGE_BYTES: usize = FILE_BYTES;

/// The field that makes a message ours.
pub(super) const OURS: &str = "fencelab";

/// What a page may ask for.
pub const ASKS: &[&str] = &["hello", "set", "play", "pause", "step", "seek", "view"];
/// What the stage tells. A page that sends it back gets no answer, or the two would never end.
const TELLS: &[&str] = &["ready", "verdict", "height", "key", "error"];
const WAYS: &[&str] = &["next", "previous"];
const LANGS: &[&str] = &["en", "ja"];
const THEMES: &[&str] = &["light", "dark", "auto"];

/// What the page around the stage asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Tell again that the stage is ready, its verdict and its height.
    Hello,
    /// Another scenario.
    Set(Box<Source>),
    /// Play from where the playhead stands.
    Play,
    /// Stop playing.
    Pause,
    /// Move the playhead to the next event.
    Next,
    /// Move the playhead to the previous event.
    Previous,
    /// Move the playhead.
    Seek(Stand),
    /// Other words or colours; none: as they are.
    View {
        /// The language.
        lang: Option<Lang>,
        /// The colours.
        theme: Option<Theme>,
    },
}

/// Where a scenario comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A scenario file.
    Scenario(Scenario),
    /// A link, with its playhead and its part of the time axis.
    Link(Shared),
    /// Keys, as people write them.
    Keys(Keys),
}

/// Why a message is not followed. [`crate::text::message::explain`] says it in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// It cannot be told as JSON, or not be read as such.
    NotJson,
    /// It is longer than [`MESSAGE_BYTES`].
    TooLong,
    /// It is of another version.
    Version,
    /// Its type is none of [`ASKS`].
    Type,
    /// A field that it needs is missing, or is not a text.
    Text {
        /// The field.
        field: &'static str,
    },
    /// A field has none of the values that it can take.
    Value {
        /// The field.
        field: &'static str,
        /// The values.
        known: &'static [&'static str],
    },
    /// It has a field that it cannot have, or has it twice; cut to 40 characters.
    Field(String),
    /// It gives none or more than one of these.
    OneOf(&'static [&'static str]),
    /// What is wrong with its scenario.
    Scenario(Complaints),
    /// What is wrong with its link.
    Link(LinkError),
    /// What is wrong with its keys, at least one.
    Keys(Vec<KeyComplaint>),
}

/// Reads a message of the page around the stage; none: it is not meant for the stage.
///
/// # Errors
///
/// Why it is not followed. Then nothing of it is.
pub fn read(text: &str) -> Result<Option<Asked>, MessageError> {
    // What cannot be read might still be meant for us; only then it is answered.
    let unread = |error| {
        let is_ours = text.contains(&format!("\"{OURS}\""));
        if is_ours { Err(error) } else { Ok(None) }
    };
    if text.len() > MESSAGE_BYTES {
        return unread(MessageError::TooLong);
    }
    let Ok(json) = Json::read(text) else {
        return unread(MessageError::NotJson);
    };
    let Json::Object(fields) = &json else {
        return Ok(None);
    };
    let Some(version) = json.field(OURS) else {
        return Ok(None);
    };
    if *version != Json::Integer(VERSION) {
        return Err(MessageError::Version);
    }
    let Some(Json::Text(kind)) = json.field("type") else {
        return Err(MessageError::Type);
    };
    if TELLS.contains(&kind.as_str()) {
        return Ok(None);
    }
    let may: &[&str] = match kind.as_str() {
        "hello" | "play" | "pause" => &[],
        "set" => SOURCES,
        "step" => &["to"],
        "seek" => &["at"],
        "view" => VIEWS,
        _ => return Err(MessageError::Type),
    };
    only(fields, may)?;
    match kind.as_str() {
        "set" => source(&json).map(|source| Asked::Set(Box::new(source))),
        "step" => step(&json),
        "seek" => seek(&json),
        "view" => view(&json),
        "play" => Ok(Asked::Play),
        "pause" => Ok(Asked::Pause),
        _ => Ok(Asked::Hello),
    }
    .map(Some)
}

const SOURCES: &[&str] = &["scenario", "link", "keys"];
const VIEWS: &[&str] = &["lang", "theme"];

/// Each field at most once, and none but these.
fn only(fields: &[(String, Json)], may: &[&str]) -> Result<(), MessageError> {
    for (place, (name, _)) in fields.iter().enumerate() {
        let is_known = [OURS, "type"].contains(&name.as_str()) || may.contains(&name.as_str());
        let mut earlier = fields.iter().take(place);
        if !is_known || earlier.any(|(other, _)| other == name) {
            return Err(MessageError::Field(name.chars().take(40).collect()));
        }
    }
    Ok(())
}

fn text<'a>(json: &'a Json, field: &'static str) -> Result<&'a str, MessageError> {
    match json.field(field) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(MessageError::Text { field }),
    }
}

fn step(json: &Json) -> Result<Asked, MessageError> {
    let (field, known) = ("to", WAYS);
    match text(json, field)? {
        "next" => Ok(Asked::Next),
        "previous" => Ok(Asked::Previous),
        _ => Err(MessageError::Value { field, known }),
    }
}

fn seek(json: &Json) -> Result<Asked, MessageError> {
    let at = keys::stand(text(json, "at")?);
    at.map(Asked::Seek).map_err(|problem| {
        let key = "at".to_owned();
        MessageError::Keys(vec![KeyComplaint { key, problem }])
    })
}

fn view(json: &Json) -> Result<Asked, MessageError> {
    let told = |field: &'static str| json.field(field).map(|_| text(json, field)).transpose();
    let lang = told("lang")?.map(|tag| {
        let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == tag);
        let (field, known) = ("lang", LANGS);
        lang.ok_or(MessageError::Value { field, known })
    });
    let theme = told("theme")?.map(|name| {
        let (field, known) = ("theme", THEMES);
        Theme::named(name).ok_or(MessageError::Value { field, known })
    });
    let (lang, theme) = (lang.transpose()?, theme.transpose()?);
    if lang.is_none() && theme.is_none() {
        return Err(MessageError::OneOf(VIEWS));
    }
    Ok(Asked::View { lang, theme })
}

fn source(json: &Json) -> Result<Source, MessageError> {
    let [scenario, link, keys] = ["scenario", "link", "keys"].map(|name| json.field(name));
    match (scenario, link, keys) {
        (Some(tree), None, None) => {
            let scenario = read_tree(tree).map_err(MessageError::Scenario)?;
            Ok(Source::Scenario(scenario))
        }
        (None, Some(_), None) => {
            let link = text(json, "link")?;
            // The whole address, or what stands after its `#`.
            let link = link.rsplit('#').next().unwrap_or(link);
            decode(link).map(Source::Link).map_err(MessageError::Link)
        }
        (None, None, Some(_)) => only_scenario(keys::parse(text(json, "keys")?)).map(Source::Keys),
        _ => Err(MessageError::OneOf(SOURCES)),
    }
}

/// Keys that set the scenario, the playhead or the view, and have no fault.
fn only_scenario(keys: Keys) -> Result<Keys, MessageError> {
    let mut complaints = keys.complaints.clone();
    for (key, is_there) in [
        ("embed", keys.embed.is_some()),
        ("controls", keys.controls.is_some()),
        ("autoplay", keys.autoplay.is_some()),
        ("accent", keys.accent.is_some()),
        ("background", keys.background.is_some()),
    ] {
        if is_there {
            let (key, problem) = (key.to_owned(), KeyProblem::AddressOnly);
            complaints.push(KeyComplaint { key, problem });
        }
    }
    if complaints.is_empty() {
        Ok(keys)
    } else {
        Err(MessageError::Keys(complaints))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::encode;
    use crate::share::preset::PresetId;

    fn ours(rest: &str) -> Result<Option<Asked>, MessageError> {
        read(&format!("{{\"fencelab\": 1, {rest}}}"))
    }

    #[test]
    fn what_may_be_asked_is_read() {
        let view = |lang, theme| Asked::View { lang, theme };
        for (rest, asked) in [
            (r#""type": "hello""#, Asked::Hello),
            (r#""type": "play""#, Asked::Play),
            (r#""type": "pause""#, Asked::Pause),
            (r#""type": "step", "to": "next""#, Asked::Next),
            (r#""type": "step", "to": "previous""#, Asked::Previous),
            (
                r#""type": "seek", "at": "t3""#,
                Asked::Seek(Stand::Moment(3)),
            ),
            (r#""at": "end", "type": "seek""#, Asked::Seek(Stand::End)),
            (
                r#""type": "view", "lang": "ja""#,
                view(Some(Lang::Ja), None),
            ),
            (
                r#""type": "view", "theme": "dark", "lang": "en""#,
                view(Some(Lang::En), Some(Theme::Dark)),
            ),
        ] {
            assert_eq!(ours(rest), Ok(Some(asked)), "{rest}");
        }
    }

    #[test]
    fn a_scenario_comes_as_file_link_or_keys() {
        let mut scenario = Scenario::seed();
        scenario.lock.ttl = crate::model::Millis(7_000);
        let set = |source| Ok(Some(Asked::Set(Box::new(source))));
        let file = format!("\"type\": \"set\", \"scenario\": {}", scenario.to_json());
        assert_eq!(ours(&file), set(Source::Scenario(scenario.clone())));
        let shared = Shared {
            scenario,
            ..Shared::of(PresetId::SEED)
        };
        let link = encode(&shared);
        for address in [link.clone(), format!("https://a.b/lab.html?embed=1#{link}")] {
            let rest = format!("\"type\": \"set\", \"link\": \"{address}\"");
            assert_eq!(ours(&rest), set(Source::Link(shared.clone())), "{address}");
        }
        let keys = ours(r#""type": "set", "keys": "lesson=pause&ttl=7s&at=t2""#);
        assert_eq!(
            keys,
            set(Source::Keys(keys::parse("lesson=pause&ttl=7s&at=t2")))
        );
    }

    #[test]
    fn what_is_not_for_the_stage_is_no_error() {
        for text in [
            "null",
            "7",
            "\"fencelab\"",
            "[{\"fencelab\": 1}]",
            "{}",
            r#"{"type": "play"}"#,
            r#"{"source": "react-devtools"}"#,
            "not json at all",
            r#"{"fencelab": 1, "type": "error", "sentence": "…"}"#,
        ] {
            assert_eq!(read(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let field = |name: &str| MessageError::Field(name.to_owned());
        let value = |field, known| MessageError::Value { field, known };
        for (rest, error) in [
            (r#""type": "delete""#, MessageError::Type),
            (r#""type": 7"#, MessageError::Type),
            (r#""kind": "play""#, MessageError::Type),
            (r#""type": "play", "speed": 2"#, field("speed")),
            (r#""type": "play", "type": "play""#, field("type")),
            (r#""type": "step""#, MessageError::Text { field: "to" }),
            (
                r#""type": "step", "to": 1"#,
                MessageError::Text { field: "to" },
            ),
            (r#""type": "step", "to": "last""#, value("to", WAYS)),
            (r#""type": "view""#, MessageError::OneOf(VIEWS)),
            (r#""type": "view", "lang": "fr""#, value("lang", LANGS)),
            (r#""type": "view", "theme": ""}"#, MessageError::NotJson),
            (r#""type": "view", "accent": "f00""#, field("accent")),
            (r#""type": "set""#, MessageError::OneOf(SOURCES)),
            (
                r#""type": "set", "link": "1", "keys": """#,
                MessageError::OneOf(SOURCES),
            ),
            (
                r#""type": "set", "link": "?""#,
                MessageError::Link(decode("?").unwrap_err()),
            ),
        ] {
            assert_eq!(ours(rest), Err(error), "{rest}");
        }
        assert_eq!(
            read(r#"{"fencelab": 2, "type": "play"}"#),
            Err(MessageError::Version)
        );
        assert!(matches!(
            ours(r#""type": "seek", "at": "noon""#),
            Err(MessageError::Keys(_))
        ));
        assert!(matches!(
            ours(r#""type": "set", "scenario": []"#),
            Err(MessageError::Scenario(_))
        ));
        for keys in ["ttl=soon", "embed=1", "autoplay=0", "accent=f00", "x=1"] {
            let rest = format!("\"type\": \"set\", \"keys\": \"{keys}\"");
            assert!(matches!(ours(&rest), Err(MessageError::Keys(_))), "{keys}");
        }
        let long = format!(
            "\"type\": \"set\", \"link\": \"{}\"",
            "1".repeat(MESSAGE_BYTES)
        );
        assert_eq!(ours(&long), Err(MessageError::TooLong));
        let deep = format!("\"type\": \"set\", \"scenario\": {}", "[".repeat(10_000));
        assert_eq!(ours(&deep), Err(MessageError::NotJson));
    }
}
