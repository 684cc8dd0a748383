//! The words of saved scenarios and of attempts that are compared.

use super::Lang;
use super::word::words;
use crate::share::saved::{MOST, NAME_MOST, NotSaved};

words! {
    /// A word or phrase about saved scenarios and attempts that never changes.
    SavedWord
    /// The list.
    Title: "Saved scenarios", "保存した筋書き";
    /// Where they are kept.
    KeptHere: "They are kept in this browser, for the course and the laboratory. Other machines are reached by a link.",
        "このブラウザーに保存され、講座と実験室の両方で使えます。ほかの端末にはリンクで渡してください。";
    /// Where storage is denied.
    NotKept: "This browser does not let the page keep anything: the list lasts until the page is closed. The link below keeps the scenario, as a bookmark or in a note.",
        "このブラウザーではページの保存が許されていないため、この一覧はページを閉じると消えます。筋書きを残すには、下のリンクをブックマークやメモに控えてください。";
    /// Field.
    Name: "Name", "名前";
    /// Button.
    Save: "Save the scenario", "この筋書きを保存";
    /// Button of an entry.
    Load: "Load", "読み込む";
    /// Button of an entry.
    Rename: "Rename", "名前を変える";
    /// Button of an entry.
    Delete: "Delete", "削除";
    /// Button while a name is changed.
    TakeName: "Take this name", "この名前にする";
    /// Button while a name is changed.
    Cancel: "Cancel", "やめる";
    /// Button after something was deleted.
    BringBack: "Bring it back", "元に戻す";
    /// Link of what is on the stage.
    StageLink: "The scenario at hand as a link", "今の筋書きへのリンク";
    /// Link of an entry.
    EntryLink: "Link", "リンク";
    /// In place of a name.
    Nameless: "(no name)", "（名前なし）";
    /// Heading over two attempts.
    Compared: "Two attempts side by side", "2 つの試みを並べて見る";
    /// Heading of the attempt that was checked.
    LastAttempt: "Your last attempt", "前回の試み";
    /// Heading of the attempt that was checked before.
    AttemptBefore: "Your attempt before", "その前の試み";
    /// Heading of what is on the stage.
    OnStage: "On the stage now", "今の図";
    /// Of an attempt that was changed after it was judged.
    ChangedSince: "Changed since it was checked: check it again.", "判定のあとで変更されています。もう一度判定してください。";
    /// Table of what differs.
    Differs: "What differs", "違うところ";
    /// Column.
    Field: "Field", "項目";
    /// Of a field that one of the two does not have.
    Absent: "not there", "なし";
}

/// What was done with a saved scenario, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It was saved under a name.
    Saved(String),
    /// The one of a name was put on the stage.
    Loaded(String),
    /// It has this name now.
    Renamed(String),
    /// The one of a name was deleted.
    Deleted(String),
    /// The one of a name is there again.
    Back(String),
    /// It was not saved.
    Not(NotSaved),
    /// The browser refused to keep the list.
    Unkept,
}

impl Said {
    /// In words.
    #[must_use]
    pub fn of(&self, lang: Lang) -> String {
        match self {
            Self::Saved(name) => say!(lang, "Saved as “{name}”.", "「{name}」として保存しました。"),
            Self::Loaded(name) => say!(
                lang,
                "“{name}” is on the stage.",
                "「{name}」を図に読み込みました。"
            ),
            Self::Renamed(name) => say!(
                lang,
                "It is called “{name}” now.",
                "名前を「{name}」に変えました。"
            ),
            Self::Deleted(name) => {
                say!(lang, "“{name}” was deleted.", "「{name}」を削除しました。")
            }
            Self::Back(name) => say!(
                lang,
                "“{name}” is there again.",
                "「{name}」を元に戻しました。"
            ),
            Self::Not(NotSaved::NoName) => say!(
                lang,
                "Give it a name first, in the field before the button.",
                "先に、ボタンの前の欄へ名前を入れてください。"
            ),
            Self::Not(NotSaved::Long) => say!(
                lang,
                "A name has at most {NAME_MOST} characters. Make it shorter.",
                "名前は {NAME_MOST} 文字までです。短くしてください。"
            ),
            Self::Not(NotSaved::Taken) => say!(
                lang,
                "There is one of this name already. Give another name, or delete that one first.",
                "同じ名前の筋書きがすでにあります。別の名前にするか、先にそちらを削除してください。"
            ),
            Self::Not(NotSaved::Full) => say!(
                lang,
                "There are {MOST} already, and no more are kept. Delete one first.",
                "保存できるのは {MOST} 件までです。先にどれかを削除してください。"
            ),
            Self::Unkept => say!(
                lang,
                "The browser refused to keep the list: it lasts until the page is closed.",
                "ブラウザーが保存を拒否しました。この一覧はページを閉じると消えます。"
            ),
        }
    }
}

/// The title of the list, with how many there are.
#[must_use]
pub fn title(lang: Lang, count: usize) -> String {
    let title = SavedWord::Title.of(lang);
    say!(lang, "{title} ({count})", "{title}（{count} 件）")
}

/// How many more differences there are than are shown.
#[must_use]
pub fn more(lang: Lang, count: usize) -> String {
    say!(lang, "and {count} more", "ほか {count} 件")
}

#[cfg(test)]
mod tests {
    use super::{Said, SavedWord};
    use crate::share::saved::NotSaved;
    use crate::text::Lang;

    #[test]
    fn every_word_differs_between_the_languages() {
        for word in SavedWord::ALL {
            assert_ne!(word.of(Lang::En), word.of(Lang::Ja), "{word:?}");
        }
    }

    #[test]
    fn a_bound_is_told_with_what_to_do() {
        let told = |lang| Said::Not(NotSaved::Full).of(lang);
        assert_eq!(
            told(Lang::En),
            "There are 24 already, and no more are kept. Delete one first."
        );
        assert!(told(Lang::Ja).contains("24 件"));
    }
}
