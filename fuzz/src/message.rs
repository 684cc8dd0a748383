//! A message of another window is not meant for the stage, or refused in words,
//! or it asks for something that is allowed. What the stage tells is never taken
//! for a question, or two stages would talk to each other for ever.

use super::is_said;
use super::scenario::holds;
use fencelab::share::Told;
use fencelab::share::message::{Asked, MESSAGE_BYTES, MessageError, Source, read};
use fencelab::sim::check;
use fencelab::text::Lang;
use fencelab::text::message::explain;

/// Reads the bytes as a message.
pub fn message(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match read(&text) {
        Ok(None) => {}
        Ok(Some(asked)) => {
            assert!(text.len() <= MESSAGE_BYTES);
            if let Asked::Set(source) = asked {
                is_allowed(*source);
            }
        }
        Err(error) => {
            is_said(|lang| explain(lang, &error));
            if let MessageError::Keys(complaints) = &error {
                assert!(!complaints.is_empty(), "refused without a complaint");
            }
            for lang in Lang::ALL {
                is_no_question(&Told::Error(explain(lang, &error)));
            }
        }
    }
    is_no_question(&Told::Key(text.into_owned()));
}

fn is_allowed(source: Source) {
    match source {
        Source::Scenario(scenario) => holds(&scenario),
        Source::Link(shared) => assert_eq!(check(&shared.scenario), []),
        Source::Keys(keys) => assert_eq!(keys.complaints, []),
    }
}

fn is_no_question(told: &Told) {
    let json = told.to_json();
    assert!(!json.is_empty(), "{told:?} cannot be told");
    assert!(
        !matches!(read(&json), Ok(Some(_))),
        "{json} is taken for a question"
    );
}
