//! The words of sharing, exporting and importing, which the first page does not load.

use super::word::words;
use super::{Lang, complaint, link};
use crate::share::ImportError;

words! {
    /// A word or phrase of sharing that never changes.
    ShareWord
    /// The panel.
    Panel: "Share, export, import", "共有・書き出し・読み込み";
    /// Heading and field.
    Link: "Link", "リンク";
    /// Says what the link is good for.
    LinkLead: "The link holds everything: the scenario, the playhead and the language.",
        "リンクには筋書き・再生位置・言語がすべて入っています。";
    /// What the QR code is, for those who do not see it.
    QrCode: "QR code of the link", "リンクの QR コード";
    /// Heading over files.
    Download: "Download", "ファイルに保存";
    /// Button.
    SvgFile: "Picture (SVG)", "図（SVG）";
    /// Button.
    PngFile: "Picture (PNG)", "図（PNG）";
    /// Choice beside the button.
    PngSize: "Size of the PNG", "PNG の大きさ";
    /// Button.
    MermaidFile: "Sequence diagram (Mermaid)", "シーケンス図（Mermaid）";
    /// Button.
    TextFile: "Timeline (text)", "経過（テキスト）";
    /// Button.
    JsonFile: "Scenario (JSON)", "筋書き（JSON）";
    /// Button.
    Print: "Print on one page …", "1 ページに印刷 …";
    /// Heading over buttons.
    CopyText: "Copy", "コピー";
    /// After a text was copied.
    Copied: "It is on the clipboard.", "クリップボードにコピーしました。";
    /// Where the clipboard is denied.
    CopyDenied: "The browser does not let this page copy. Download the file instead.",
        "このブラウザーではページからコピーできません。ファイルに保存してください。";
    /// Where the clipboard is denied for the link.
    LinkInPanel: "The browser does not let this page copy. The link is selected below: copy it from there.",
        "このブラウザーではページからコピーできません。下で選択されているリンクをコピーしてください。";
    /// Where no PNG can be made.
    PngDenied: "The browser does not let this page draw a PNG. Download the SVG instead.",
        "このブラウザーではページから PNG を作れません。SVG を保存してください。";
    /// Heading.
    Import: "Import", "読み込み";
    /// Field: the file picker.
    ChooseFile: "Scenario file (JSON)", "筋書きのファイル（JSON）";
    /// Field: a text.
    PasteHere: "Or paste a scenario (JSON) or a link", "または筋書き（JSON）かリンクを貼り付け";
    /// Button under the text.
    PutOnStage: "Put it on the stage", "図に読み込む";
    /// Under the import.
    DropHint: "You can also drop a file onto the picture, or paste while no field has the focus.",
        "図の上にファイルをドロップしても、入力欄の外で貼り付けても読み込めます。";
    /// After an import.
    Imported: "It is on the stage. Undo brings the former scenario back.",
        "図に読み込みました。「取り消す」で前の筋書きに戻せます。";
    /// Before what is wrong with an import.
    NotImported: "It could not be read, and nothing on the page has changed:",
        "読み込めませんでした。ページの内容は変わっていません。";
    /// An import without anything in it.
    Nothing: "There is nothing in it. Choose a scenario file, or paste a scenario or a link.",
        "中身がありません。筋書きのファイルを選ぶか、筋書きかリンクを貼り付けてください。";
    /// A file that the browser does not hand out.
    Unreadable: "The browser could not read the file. Choose it again, or paste what is in it.",
        "ブラウザーがファイルを読めませんでした。もう一度選ぶか、中身を貼り付けてください。";
    /// Closes what was said.
    Close: "Close", "閉じる";
    /// On paper: what the run was made from.
    Settings: "Settings", "設定";
}

/// So many complaints are told; more are counted.
const COMPLAINTS: usize = 60;

/// What is wrong with what was brought, each with its path in the file (empty if it is none).
#[must_use]
pub fn complaints(lang: Lang, error: &ImportError) -> Vec<(String, String)> {
    match error {
        ImportError::Nothing => vec![(String::new(), ShareWord::Nothing.of(lang).to_owned())],
        ImportError::Link(error) => vec![(String::new(), link::explain(lang, error))],
        ImportError::File(complaints) => {
            let all = &complaints.0;
            let told = all.iter().take(COMPLAINTS);
            let mut told: Vec<(String, String)> = told
                .map(|it| (it.path.clone(), complaint::explain(lang, it)))
                .collect();
            let more = all.len().saturating_sub(COMPLAINTS);
            if more > 0 {
                let rest = say!(lang, "And {more} more.", "ほか {more} 件。");
                told.push((String::new(), rest));
            }
            told
        }
    }
}

/// In place of a QR code: the link has too many characters.
#[must_use]
pub fn too_long(lang: Lang, characters: usize) -> String {
    say!(
        lang,
        "With {characters} characters the link is too long for a QR code that a camera can read. \
         Share it as text, or share the scenario as a file.",
        "リンクが {characters} 文字あり、カメラで読める QR コードにできません。\
         文字のまま共有するか、筋書きをファイルで共有してください。"
    )
}

#[cfg(test)]
mod tests {
    use super::{COMPLAINTS, ShareWord, complaints};
    use crate::share::import;
    use crate::text::Lang;

    #[test]
    fn every_word_differs_between_the_languages() {
        for word in ShareWord::ALL {
            assert_ne!(word.of(Lang::En), word.of(Lang::Ja), "{word:?}");
        }
    }

    #[test]
    fn all_complaints_come_at_once_and_a_flood_is_counted() {
        let file = br#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 0}, "clients": []}"#;
        let error = import(file).expect_err("it is wrong");
        let paths: Vec<String> = complaints(Lang::En, &error)
            .into_iter()
            .map(|(path, _)| path)
            .collect();
        assert_eq!(paths, ["lock.ttl_ms", "clients"]);
        let fields: Vec<String> = (0..500).map(|place| format!("\"x{place}\": 1")).collect();
        let error =
            import(format!("{{{}}}", fields.join(",")).as_bytes()).expect_err("it is wrong");
        let told = complaints(Lang::Ja, &error);
        assert_eq!(told.len(), COMPLAINTS + 1);
        assert!(
            told[COMPLAINTS].1.starts_with("ほか "),
            "{}",
            told[COMPLAINTS].1
        );
    }
}
