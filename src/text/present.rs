//! The words of present mode and of the speaker's window: a table of its own, which the first page
//! does not load.

use super::Lang;
use super::word::words;

words! {
    /// A word or phrase of present mode that never changes.
    PresentWord
    /// Button: large type on the whole screen.
    Present: "Present", "投影表示";
    /// Button while presenting.
    Leave: "Leave", "投影を終える";
    /// Button, title of its window.
    Speaker: "Speaker window", "発表者画面";
    /// Button, title of the list of keys.
    Keys: "Keys", "キー一覧";
    /// Closes the list of keys.
    Close: "Close", "閉じる";
    /// Under the choices, for whoever holds a clicker.
    ClickerHint: "Clicker: next and back move the mark, the blank key chooses. Keyboard: the number.",
        "クリッカー：次へ・前へで印を動かし、ブランクキーで決定。キーボードは番号。";
    /// After a right prediction.
    Predicted: "You predicted it.", "予想どおりです。";
    /// After a wrong prediction.
    Otherwise: "It happens otherwise.", "予想とは違う結果になります。";
    /// Spoken while the screen is black.
    IsBlack: "The screen is black. Any key brings it back.", "画面を黒くしました。どのキーでも元に戻ります。";
    /// After a window was not allowed.
    Blocked: "The browser did not let the speaker window open. Allow pop-up windows for this page, then press s again.",
        "発表者画面をブラウザーが開けませんでした。このページのポップアップを許可してから、もう一度 s キーを押してください。";
    /// Help: what the keys for the next event do.
    DoesNext: "next event; in the course then the next question, part and lesson",
        "次の出来事へ。講座では続けて次の質問・段階・課へ";
    /// Help.
    DoesPrevious: "back: the event before", "前の出来事へ戻る";
    /// Help.
    DoesMoment: "jump to t0 … t4", "t0〜t4 へ移動";
    /// Help.
    DoesChoose: "choose, while a question is open", "質問が出ているあいだは、その番号の選択肢を選ぶ";
    /// Help.
    DoesBlank: "black screen; with a marked choice: choose it", "画面を黒くする。選択肢に印があれば決定する";
    /// Help.
    DoesEnds: "start and end of the run", "実行の最初と最後へ";
    /// Help.
    DoesReset: "start over, for the next class", "最初に戻す（次の授業のために）";
    /// Help.
    DoesCode: "QR code of what is on the screen", "今の画面の QR コード";
    /// Help.
    DoesSpeaker: "speaker window: what comes next, the answer, notes", "発表者画面（次の内容・答え・メモ）を開く";
    /// Help.
    DoesPresent: "present mode on and off; Esc leaves it", "投影表示の切り替え。Esc で終了";
    /// Help.
    DoesHelp: "this list", "この一覧";
    /// Help: whose the keys are.
    HandlesKeep: "A handle or field that has the focus keeps its own keys: arrows, PageUp, PageDown.",
        "つまみや入力欄を選んでいるあいだ、矢印・PageUp・PageDown はその操作に使われます。";
    /// The name of a key.
    SpaceKey: "Space", "スペース";
    /// Button of the speaker's window.
    Next: "Next", "次へ";
    /// Button of the speaker's window.
    Back: "Back", "前へ";
    /// Button of the speaker's window.
    Black: "Black screen", "画面を黒く";
    /// Button of the speaker's window, while the audience's screen is black.
    NotBlack: "Show the screen again", "画面を戻す";
    /// Button of the speaker's window, while a choice is marked.
    ChooseMarked: "Choose the marked answer", "印の選択肢で決定";
    /// Button of the speaker's window.
    RestartClock: "Set the clock to zero", "時計を 0 に戻す";
    /// The clock of the speaker's window.
    Elapsed: "Elapsed", "経過時間";
    /// The buttons of the speaker's window.
    Steering: "Steer the audience’s window", "投影画面の操作";
    /// Heading.
    AudienceSees: "What the audience sees", "投影画面";
    /// Heading.
    ComesNext: "Next", "次の内容";
    /// Heading.
    TheAnswer: "The answer", "答え";
    /// Heading.
    Notes: "Notes", "メモ";
    /// Heading.
    Voting: "How to take the vote", "投票の進め方";
    /// Heading.
    Beliefs: "What people believe before", "受講者が持ちやすい思い込み";
    /// Heading.
    TextOfPart: "The text of this part", "この段階の本文";
    /// Before a line of the log that the audience sees only after its answer.
    AfterAnswer: "after the answer:", "回答後：";
    /// The run is over, and there is nothing after it.
    RunIsOver: "The run is at its end.", "実行は最後まで進んでいます。";
    /// The end of the course.
    CourseIsOver: "This is the end of the course.", "講座はここまでです。";
    /// A question is asked, and no choice is marked.
    MarkComes: "Next marks the first choice.", "「次へ」で最初の選択肢に印が付きます。";
    /// A choice is marked.
    MarkMoves: "Next moves the mark; the blank key chooses.", "「次へ」で印が動き、ブランクキーで決定します。";
    /// Of the verdict, while a question is open.
    NotSeenYet: "the audience does not see it yet", "投影画面にはまだ出ていません";
    /// Of a choice.
    RightChoice: "right", "正解";
    /// Of a choice.
    WrongChoice: "wrong", "誤答";
    /// The windows hear each other.
    InStep: "In step with the audience’s window.", "投影画面と連動しています。";
    /// Nothing was heard yet.
    Waiting: "Waiting for the audience’s window. Nothing comes if it was closed: open it again and press s there.",
        "投影画面からの応答を待っています。閉じている場合は開き直し、そこで s キーを押してください。";
    /// The other window was closed.
    Gone: "The audience’s window was closed. Open it again and press s there; this window may stay open until then.",
        "投影画面が閉じられました。開き直し、そこで s キーを押してください。この画面はそのままで構いません。";
    /// The address names no lecture.
    NoSession: "This address belongs to no lecture. Open the course or the laboratory and press s there.",
        "このアドレスに対応する投影画面がありません。講座か実験室を開き、そこで s キーを押してください。";
    /// The audience's screen is black.
    AudienceBlack: "The audience’s screen is black.", "投影画面は黒くなっています。";
}

/// A time on a clock: `4:07`, `1:04:07`.
#[must_use]
pub fn clock(milliseconds: i64) -> String {
    let seconds = milliseconds.max(0) / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours == 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
}

/// The marked choice, as it is spoken.
#[must_use]
pub fn marked(lang: Lang, number: usize, count: usize, choice: &str) -> String {
    say!(
        lang,
        "Marked: {number} of {count}. {choice}",
        "印：{count} 個中 {number} 番。{choice}"
    )
}

/// When a lesson has its turn in a class.
#[must_use]
pub fn turn(lang: Lang, class: u8, from: u8, to: u8) -> String {
    say!(
        lang,
        "In a class of {class} minutes, from minute {from} to {to}:",
        "{class} 分授業の {from}〜{to} 分："
    )
}

#[cfg(test)]
mod tests {
    use super::{PresentWord, clock};
    use crate::text::Lang;

    #[test]
    fn every_word_differs_between_the_languages() {
        for word in PresentWord::ALL {
            assert_ne!(word.of(Lang::En), word.of(Lang::Ja), "{word:?}");
        }
    }

    #[test]
    fn a_clock_has_hours_only_when_there_are_some() {
        assert_eq!(clock(-5), "0:00");
        assert_eq!(clock(247_999), "4:07");
        assert_eq!(clock(3_847_000), "1:04:07");
    }
}
