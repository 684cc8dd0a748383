//! What is wrong with a link or with a key of an address, and what to do.

use super::Lang;
use super::quantity::{TimeError, seconds};
use crate::share::keys::{KeyComplaint, KeyProblem};
use crate::share::{LinkError, PresetId, Theme};

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
            "このリンクは新しいバージョンのページで作られました。ページを再読み込みしてから開き直してください。"
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

/// Why a key of an address is not followed, and what to write.
#[must_use]
pub fn explain_key(lang: Lang, complaint: &KeyComplaint) -> String {
    let (key, reason) = (&complaint.key, reason(lang, complaint));
    say!(
        lang,
        "“{key}” in the address: {reason}.",
        "アドレスの「{key}」: {reason}。"
    )
}

/// Why a key is not followed, as a part of a sentence.
pub(super) fn reason(lang: Lang, complaint: &KeyComplaint) -> String {
    let (en, ja) = match complaint.problem {
        KeyProblem::Unknown => (
            "this page does not know this key",
            "このページにないキーです",
        ),
        KeyProblem::Twice => (
            "it is there more than once; the first one counts",
            "複数あります。最初のものだけを使います",
        ),
        KeyProblem::Time(TimeError::NotATime) => (
            "this is not a time; write it as 10s or 500ms",
            "時間ではありません。10s や 500ms のように書いてください",
        ),
        KeyProblem::Time(TimeError::TooFine) => (
            "this is finer than a millisecond; write whole milliseconds",
            "ミリ秒より細かい値です。ミリ秒単位の整数で書いてください",
        ),
        KeyProblem::Time(TimeError::OutOfRange { .. }) => (
            "this time is out of range; write one from",
            "範囲外の時間です。使える範囲は",
        ),
        KeyProblem::Word(_) => (
            "this value is not known; write one of",
            "使えない値です。使えるのは",
        ),
        KeyProblem::Name => (
            "this is not a name; write small letters, digits and -",
            "名前ではありません。英小文字、数字、- で書いてください",
        ),
        KeyProblem::NoPause => (
            "this story has no pause that it could change",
            "この筋書きには、変えられる停止がありません",
        ),
        KeyProblem::Colour => (
            "this is not a colour; write three or six hexadecimal digits, such as 0b63a5",
            "色ではありません。0b63a5 のように 16 進数 3 桁か 6 桁で書いてください",
        ),
        KeyProblem::Faint(theme) => faint(theme),
        KeyProblem::NoStory => (
            "there is no lesson and no story of this name. The lessons are two-purposes, pause, ttl, \
             clock-check, redlock, debate, fencing, edges, idempotency and layers; the page Stories has the stories",
            "この名前の課も事例もありません。課の名前は two-purposes、pause、ttl、clock-check、redlock、debate、\
             fencing、edges、idempotency、layers。事例の名前は「事例集」のページにあります",
        ),
        KeyProblem::AddressOnly => (
            "this can only stand in the address of the frame",
            "これはフレームのアドレスにだけ書けます",
        ),
    };
    let rest = match complaint.problem {
        KeyProblem::Word(known) => known.join(", "),
        KeyProblem::Time(TimeError::OutOfRange { least, most }) => {
            [seconds(lang, least), seconds(lang, most)].join(" – ")
        }
        KeyProblem::Unknown
        | KeyProblem::Twice
        | KeyProblem::Time(TimeError::NotATime | TimeError::TooFine)
        | KeyProblem::Name
        | KeyProblem::NoPause
        | KeyProblem::Colour
        | KeyProblem::Faint(_)
        | KeyProblem::NoStory
        | KeyProblem::AddressOnly => String::new(),
    };
    let gap = if rest.is_empty() { "" } else { " " };
    say!(lang, "{en}{gap}{rest}", "{ja}{gap}{rest}")
}

/// Why a colour is not taken.
const fn faint(theme: Theme) -> (&'static str, &'static str) {
    match theme {
        Theme::Light => (
            "on the light page this colour could hardly be seen (contrast under 3 : 1); write a darker one",
            "明るい配色では見分けにくい色です（コントラスト比 3:1 未満）。もっと暗い色にしてください",
        ),
        Theme::Dark => (
            "on the dark page this colour could hardly be seen (contrast under 3 : 1); write a lighter one",
            "暗い配色では見分けにくい色です（コントラスト比 3:1 未満）。もっと明るい色にしてください",
        ),
        Theme::Auto => (
            "on the light or on the dark page this colour could hardly be seen (contrast under 3 : 1); \
             write another one, or set the theme",
            "明るい配色か暗い配色のどちらかで見分けにくい色です（コントラスト比 3:1 未満）。別の色にするか、theme を指定してください",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::keys::parse;

    #[test]
    fn a_key_that_is_not_followed_is_told_with_what_to_write() {
        let told = |lang, text| explain_key(lang, &parse(text).complaints[0]);
        for (text, en) in [
            (
                "x=1",
                "“x” in the address: this page does not know this key.",
            ),
            (
                "embed=2",
                "“embed” in the address: this value is not known; write one of on, off.",
            ),
            (
                "ttl=0",
                "“ttl” in the address: this time is out of range; write one from \
                 0.001\u{a0}s – 86400\u{a0}s.",
            ),
        ] {
            assert_eq!(told(Lang::En, text), en);
        }
        assert_eq!(
            told(Lang::Ja, "lang=fr"),
            "アドレスの「lang」: 使えない値です。使えるのは en, ja。"
        );
    }
}
