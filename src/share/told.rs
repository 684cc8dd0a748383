//! What an embedded stage tells the page around it (`docs/embed.md`).

use super::message::{OURS, VERSION};
use crate::sim::json::Json;
use crate::sim::report::Outcome;

/// What the stage tells the page around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It takes messages from now on.
    Ready,
    /// What the run comes to.
    Verdict {
        /// The outcome, as files name it.
        outcome: Outcome,
        /// Its word in the language at hand.
        word: String,
        /// The sentence after it.
        sentence: String,
    },
    /// How high the stage is, in whole CSS pixels.
    Height(u32),
    /// A key that the stage has no use for, such as `PageDown`.
    Key(String),
    /// Why a message was not followed.
    Error(String),
}

impl Told {
    /// The message as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = |text: &str| Json::Text(text.to_owned());
        let (kind, fields) = match self {
            Self::Ready => ("ready", Vec::new()),
            Self::Verdict {
                outcome,
                word,
                sentence,
            } => {
                let outcome = serde_json::to_string(outcome).unwrap_or_default();
                let fields = vec![
                    ("outcome", text(outcome.trim_matches('"'))),
                    ("word", text(word)),
                    ("sentence", text(sentence)),
                ];
                ("verdict", fields)
            }
            Self::Height(pixels) => ("height", vec![("height", Json::Integer((*pixels).into()))]),
            Self::Key(key) => ("key", vec![("key", text(key))]),
            Self::Error(sentence) => ("error", vec![("sentence", text(sentence))]),
        };
        let first = [(OURS, Json::Integer(VERSION)), ("type", text(kind))];
        let all = first.into_iter().chain(fields);
        let all = all.map(|(name, value)| (name.to_owned(), value)).collect();
        serde_json::to_string(&Json::Object(all)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::message::read;

    #[test]
    fn what_is_told_is_json_and_not_read_as_asked() {
        let verdict = Told::Verdict {
            outcome: Outcome::StoodDown,
            word: "Stood down".to_owned(),
            sentence: "“33” \"<\" 34".to_owned(),
        };
        assert_eq!(
            verdict.to_json(),
            r#"{"fencelab":1,"type":"verdict","outcome":"stood_down","word":"Stood down","sentence":"“33” \"<\" 34"}"#
        );
        assert_eq!(Told::Ready.to_json(), r#"{"fencelab":1,"type":"ready"}"#);
        assert_eq!(
            Told::Height(480).to_json(),
            r#"{"fencelab":1,"type":"height","height":480}"#
        );
        for told in [
            verdict,
            Told::Ready,
            Told::Height(1),
            Told::Key("PageDown".to_owned()),
            Told::Error("no".to_owned()),
        ] {
            assert_eq!(read(&told.to_json()), Ok(None));
        }
    }
}
