//! The words of the embedded stage and of the panel that makes its markup.

use super::Lang;
use super::word::words;

words! {
    /// A word or phrase of embedding that never changes.
    EmbedWord
    /// Link of the frame to the whole page.
    OpenIn: "Open in Fencelab", "Fencelab で開く";
    /// After `OpenIn`, for screen readers.
    NewTab: "(in a new tab)", "（新しいタブ）";
    /// The panel.
    Embed: "Embed", "埋め込む";
    /// Under the title of the panel.
    Lead: "The stage as it is now, for a page of your own: a blog, a course, slides. It loads nothing from any other host, and its reader can pull everything.",
        "今の図を、ブログ・教材・スライドなど自分のページに埋め込めます。ほかのホストからは何も読み込まず、読者もつまみを動かせます。";
    /// Options of the panel as a group.
    Options: "How it is shown", "表示の設定";
    /// Option.
    Controls: "Fence switch and playback", "フェンスの切り替えと再生ボタン";
    /// Option.
    Autoplay: "Plays at once", "自動で再生";
    /// Option.
    Transparent: "Transparent background", "背景を透明に";
    /// Choice.
    Theme: "Theme", "配色";
    /// Choice of the theme.
    AsReader: "as the reader’s system", "読者の環境に合わせる";
    /// Choice of the theme.
    Light: "light", "明るい";
    /// Choice of the theme.
    Dark: "dark", "暗い";
    /// Choice.
    Language: "Language", "言語";
    /// Choice of the language.
    ReaderLanguage: "as the reader’s browser", "読者のブラウザーに合わせる";
    /// Field.
    Accent: "Accent colour, such as 0b63a5", "アクセント色（例：0b63a5）";
    /// The frame in the panel.
    Preview: "Preview", "プレビュー";
    /// The first markup.
    AsFrame: "As a frame: plain HTML, of a fixed height", "フレーム：HTML だけ、高さは固定";
    /// The second markup.
    AsElement: "As an element: follows its height, with a picture where it cannot run",
        "カスタム要素：高さが自動で合い、動かない所では画像を表示";
    /// Button.
    Copy: "Copy", "コピー";
    /// After a copy.
    Copied: "Copied.", "コピーしました。";
    /// Where the clipboard is denied.
    CopyByHand: "The browser does not let this page copy. The text is selected: press Ctrl+C or ⌘C.",
        "このページからはコピーできません。選択された文字列を Ctrl+C または ⌘C でコピーしてください。";
    /// Field.
    Width: "Width of your column (px)", "本文の幅（px）";
    /// What is wrong with a width.
    WidthWrong: "A width is a whole number from 200 to 2000.", "幅は 200 から 2000 までの整数です。";
}

#[cfg(test)]
mod tests {
    use super::EmbedWord;
    use crate::text::Lang;

    #[test]
    fn every_word_differs_between_the_languages() {
        for word in EmbedWord::ALL {
            assert_ne!(word.of(Lang::En), word.of(Lang::Ja), "{word:?}");
        }
    }
}
