//! The fixed words and phrases of the laboratory: a table of its own, which the first page does
//! not load.

use super::Lang;
use super::word::words;

words! {
    /// A word or phrase of the laboratory that never changes.
    LabWord
    /// The drawer.
    Defences: "Defences and faults", "防御と障害";
    /// Toolbar.
    Undo: "Undo", "取り消す";
    /// Toolbar.
    Redo: "Redo", "やり直す";
    /// Toolbar.
    TimeAxis: "Time axis", "時間軸";
    /// Toolbar.
    Earlier: "Earlier", "前の部分";
    /// Toolbar.
    Later: "Later", "後の部分";
    /// Toolbar.
    ZoomIn: "Zoom in", "拡大";
    /// Toolbar.
    ZoomOut: "Zoom out", "縮小";
    /// Toolbar.
    ZoomFit: "Show all", "全体を表示";
    /// Toolbar.
    Loop: "Loop this part", "この部分を繰り返す";
    /// Toolbar.
    Twin: "Twin view", "並べて比較";
    /// Toolbar.
    CopyLink: "Copy link", "リンクをコピー";
    /// After the link was copied.
    LinkCopied: "The link is on the clipboard.", "リンクをコピーしました。";
    /// Where the clipboard is denied.
    LinkInAddress: "The link is in the address bar: copy it from there.",
        "リンクはアドレス欄にあります。そこからコピーしてください。";
    /// Opens the menu at the playhead.
    AddHere: "Add at the playhead …", "再生位置に追加 …";
    /// The menu.
    Menu: "What can happen here", "ここで起こせること";
    /// Toolbar.
    AddClient: "Add a client", "クライアントを追加";
    /// Hint under the picture of the laboratory.
    LabHint: "Click a lane to add what can happen there. Delete removes the handle that has the focus.",
        "レーンをクリックすると、そこで起こせることを追加できます。選んだつまみは Delete で消せます。";
    /// Gives the first scenario back.
    Reset: "Start over", "最初の筋書きに戻す";
    /// Panel: the code of a client.
    ClientCode: "What the client runs", "クライアントの手順";
    /// Panel: the code of the lock service.
    ServiceCode: "What the lock service runs", "ロックサービスの処理";
    /// Beside a line of code that a switched-off defence would have.
    Absent: "not there", "ここにない";
    /// Beside the line of a paused client.
    StandsStill: "stands still here", "ここで停止中";
    /// Beside a line that compares or looks.
    TheCheck: "the check", "ここで確かめる";
    /// Choice: one more step at the end of a plan.
    AddStep: "Add a step …", "手順を追加 …";
    /// Choice: the kind of a step.
    StepKind: "Kind of step", "手順の種類";
    /// Button of a step.
    StepEarlier: "Move up", "前へ";
    /// Button of a step.
    StepLater: "Move down", "後ろへ";
    /// Button of a step.
    RemoveStep: "Remove this step", "この手順を削除";
    /// Button of a client.
    RemoveClient: "Remove this client", "このクライアントを削除";
    /// Button of a fault.
    RemoveFault: "Remove this fault", "この障害を削除";
    /// Why the menu does not offer something.
    NotOffered: "Not possible here", "ここではできないこと";
}

#[cfg(test)]
mod tests {
    use super::LabWord;
    use crate::text::Lang;

    #[test]
    fn every_word_differs_between_the_languages() {
        for word in LabWord::ALL {
            assert_ne!(word.of(Lang::En), word.of(Lang::Ja), "{word:?}");
        }
    }
}
