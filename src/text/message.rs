//! Why a message of the page around an embedded stage is not followed, and what to send.

use super::{Lang, complaint, link};
use crate::share::message::{ASKS, MESSAGE_BYTES, MessageError, VERSION};

/// How many complaints about a scenario are told at once.
const TOLD: usize = 3;

/// What is wrong with a message, and what to send. One sentence or more.
#[must_use]
pub fn explain(lang: Lang, error: &MessageError) -> String {
    match error {
        MessageError::NotJson => say!(
            lang,
            "The message cannot be read. Send an object with plain values, as JSON has them.",
            "メッセージを読めません。JSON と同じ形の値だけからなるオブジェクトを送ってください。"
        ),
        MessageError::TooLong => {
            let most = MESSAGE_BYTES / 1024;
            say!(
                lang,
                "The message is too long. Keep it under {most} KB.",
                "メッセージが長すぎます。{most} KB 未満にしてください。"
            )
        }
        MessageError::Version => say!(
            lang,
            "The message is of a version that this page does not know. Write “fencelab”: {VERSION}.",
            "このページの知らないバージョンのメッセージです。「fencelab」には {VERSION} と書いてください。"
        ),
        MessageError::Type => {
            let known = ASKS.join(", ");
            say!(
                lang,
                "The “type” of the message is not known; write one of {known}.",
                "メッセージの「type」が使えない値です。使えるのは {known}。"
            )
        }
        MessageError::Text { field } => say!(
            lang,
            "The message needs “{field}”, as a text.",
            "メッセージには「{field}」を文字列で書いてください。"
        ),
        MessageError::Value { field, known } => {
            let known = known.join(", ");
            say!(
                lang,
                "The value of “{field}” in the message is not known; write one of {known}.",
                "メッセージの「{field}」が使えない値です。使えるのは {known}。"
            )
        }
        MessageError::Field(name) => say!(
            lang,
            "“{name}” in the message: a message of this type cannot have it, or not twice. Take it out.",
            "メッセージの「{name}」: この type では使えないか、重複しています。消してください。"
        ),
        MessageError::OneOf(names) => {
            let names = names.join(", ");
            say!(
                lang,
                "The message must give something to set, and only one scenario: {names}.",
                "メッセージに設定するものがないか、筋書きが二重に書かれています。使えるのは {names}。"
            )
        }
        MessageError::Scenario(complaints) => {
            let told = complaints.0.iter().take(TOLD);
            let told: Vec<_> = told.map(|one| complaint::explain(lang, one)).collect();
            told.join(" ")
        }
        MessageError::Link(error) => link::explain(lang, error),
        MessageError::Keys(complaints) => {
            let told = complaints.iter().map(|one| {
                let (key, reason) = (&one.key, link::reason(lang, one));
                say!(
                    lang,
                    "“{key}” in the message: {reason}.",
                    "メッセージの「{key}」: {reason}。"
                )
            });
            told.collect::<Vec<_>>().join(" ")
        }
    }
}
