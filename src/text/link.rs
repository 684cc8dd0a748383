//! What is wrong with a link or with a key of an address, and what to do.

use super::Lang;
use super::quantity::{TimeError, seconds};
use crate::share::keys::{KeyComplaint, KeyProblem};
use crate::share::{LinkError, PresetId};

/// What is wrong with a link, and what to do about it. One to three sentences.
#[must_use]
pub fn explain(lang: Lang, error: &LinkError) -> String {
    match error {
        LinkError::NotALink => say!(
            lang,
            "This is not a link of this page. Check that it was copied from its beginning.",
            "このページのリンクではありません。先頭から正しくコピーされているか確かめてください。"
        ),
        LinkError::Character { found } => say!(
            lang,
            "The link has a character that no link of this page has: “{found}”. \
             Take it out, or copy the link again.",
            "リンクに使われない文字「{found}」が含まれています。その文字を消すか、もう一度コピーしてください。"
        ),
        LinkError::Newer => say!(
            lang,
            "A newer version of this page made this link. Load the page again, then open the link.",
            "このリンクは新しい版のページで作られました。ページを再読み込みしてから開き直してください。"
        ),
        LinkError::Cut { missing, preset } => {
            let rest = what_could_be_read(lang, *preset);
            match missing {
                Some(missing) => say!(
                    lang,
                    "The end of the link is missing ({missing} characters). \
                     Copy the whole link and open it again.{rest}",
                    "リンクの末尾が {missing} 文字欠けています。全体をコピーして開き直してください。{rest}"
                ),
                None => say!(
                    lang,
                    "The end of the link is missing. Copy the whole link and open it again.",
                    "リンクの末尾が欠けています。全体をコピーして開き直してください。"
                ),
            }
        }
        LinkError::Damaged { preset } => {
            let rest = what_could_be_read(lang, *preset);
            say!(
                lang,
                "The link was changed on its way: its check does not fit. \
                 Ask for it again, or copy it again.{rest}",
                "リンクが途中で書き換わっています（検査の値が合いません）。もう一度コピーするか、送り直してもらってください。{rest}"
            )
        }
        LinkError::Refused { path } => say!(
            lang,
            "The link is whole, but what it says at {path} is not allowed here. \
             Ask whoever made it for another one.",
            "リンクは欠けていませんが、{path} の値は許されていません。作った人に別のリンクを頼んでください。"
        ),
    }
}

fn what_could_be_read(lang: Lang, preset: Option<PresetId>) -> String {
    match preset.filter(|preset| *preset != PresetId::OWN) {
        Some(preset) => {
            let name = preset.name();
            say!(
                lang,
                " It seems to build on the story “{name}”.",
                "元になった筋書きは「{name}」のようです。"
            )
        }
        None => String::new(),
    }
}

/// Why a key of an address is not followed, and what to write. One sentence or two.
#[must_use]
pub fn explain_key(lang: Lang, complaint: &KeyComplaint) -> String {
    let key = &complaint.key;
    match complaint.problem {
        KeyProblem::Unknown => say!(
            lang,
            "The address has a key that this page does not know: “{key}”.",
            "アドレスのキー「{key}」は、このページにはありません。"
        ),
        KeyProblem::Twice => say!(
            lang,
            "The address has “{key}” more than once; the first counts.",
            "アドレスに「{key}」が複数あります。最初のものだけを使います。"
        ),
        KeyProblem::Time(TimeError::NotATime) => say!(
            lang,
            "“{key}” in the address is not a time. Write {key}=10s or {key}=500ms.",
            "アドレスの「{key}」は時間ではありません。{key}=10s や {key}=500ms のように書いてください。"
        ),
        KeyProblem::Time(TimeError::TooFine) => say!(
            lang,
            "“{key}” in the address is finer than a millisecond. Write whole milliseconds.",
            "アドレスの「{key}」がミリ秒より細かい値です。ミリ秒単位の整数で書いてください。"
        ),
        KeyProblem::Time(TimeError::OutOfRange { least, most }) => {
            let (least, most) = (seconds(lang, least), seconds(lang, most));
            say!(
                lang,
                "“{key}” in the address is out of range. Write {least} to {most}.",
                "アドレスの「{key}」が範囲外です。{least}から{most}までで書いてください。"
            )
        }
        KeyProblem::Word(known) => {
            let known = known.join(", ");
            say!(
                lang,
                "“{key}” in the address cannot be followed. Write one of: {known}.",
                "アドレスの「{key}」の値が使えません。次のどれかを書いてください: {known}。"
            )
        }
        KeyProblem::Name => say!(
            lang,
            "“{key}” in the address is not a name. Write small letters, digits and -.",
            "アドレスの「{key}」は名前ではありません。英小文字、数字、- で書いてください。"
        ),
        KeyProblem::NoPause => say!(
            lang,
            "“{key}” in the address changes nothing: this story has no pause.",
            "この筋書きには停止がないので、アドレスの「{key}」は効きません。"
        ),
    }
}
