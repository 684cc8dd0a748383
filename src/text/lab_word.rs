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
    /// The menu, while the lane is still to be chosen.
    WhichLane: "Add: on which lane?", "追加：どのレーン？";
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
    /// The tabs as a group.
    Benches: "What to look at", "見るもの";
    /// Tab: log, state and code.
    OneRun: "This run", "この実行";
    /// Tab and title.
    OutcomeMap: "Outcome map", "結果マップ";
    /// Tab and title.
    TtlSweep: "TTL sweep", "有効期間スイープ";
    /// Tab and title.
    Chaos: "Chaos", "カオス実験";
    /// Stops long work.
    StopWork: "Stop", "止める";
    /// Takes up long work again.
    GoOn: "Go on", "続ける";
    /// Under the title of the map.
    MapLead: "Each point is a run of this scenario with two of its numbers changed. Drag the point, or click: the stage follows.",
        "各点は、この筋書きの 2 つの数値だけを変えた実行です。点をドラッグするかクリックすると、図も変わります。";
    /// Choice of the map.
    ToTheRight: "To the right", "横軸";
    /// Choice of the map.
    Upward: "Upward", "縦軸";
    /// Why a number cannot be chosen.
    OtherAxis: "it is the other axis", "もう一方の軸で使用中";
    /// The point of the map.
    MapPoint: "This run on the map", "マップ上のこの実行";
    /// Legend of the map.
    BorderFound: "border, found by bisection to the millisecond", "二分探索で求めた境界（ミリ秒単位）";
    /// Under the title of chaos.
    ChaosLead: "The clients and defences of the stage, without its faults, are attacked with random faults until a run fails. The failing run is then shrunk until nothing can be taken away.",
        "図のクライアントと防御はそのままに、障害だけを無作為に与え、失敗する実行を探します。見つかったら、何も取り除けなくなるまで縮小します。";
    /// Chaos as a group of choices.
    FaultKinds: "Kinds of faults", "障害の種類";
    /// Choice of chaos.
    Intensity: "Intensity", "強さ";
    /// Choice of chaos.
    RunsAtMost: "Runs at most", "実行回数の上限";
    /// Field.
    Seed: "Seed", "乱数シード";
    /// What is wrong with a seed.
    SeedWrong: "A seed is a whole number from 0 up, such as 42.", "シードは 0 以上の整数です（例：42）。";
    /// Button of chaos.
    Attack: "Attack this design", "この設計を攻撃する";
    /// Button after a search.
    PutOnStage: "Put it on the stage", "図に表示する";
    /// Under the title of the sweep.
    SweepLead: "For each TTL, many runs with a random pause, and as many in which the holder crashes. Same seed, same numbers, on every machine.",
        "有効期間ごとに、無作為な停止を入れた実行と、保持者がクラッシュする実行を多数繰り返します。シードが同じなら、どの環境でも同じ数値になります。";
    /// Button of the sweep.
    RunSweep: "Run the sweep", "スイープを実行";
    /// Button of the sweep.
    SaveTable: "Save as CSV", "CSV で保存";
    /// Button of the sweep.
    SaveChart: "Save as SVG", "SVG で保存";
    /// Choice of the sweep.
    LengthOfPauses: "Length of pauses", "停止の長さの分布";
    /// Choice of the sweep.
    PausesStrike: "Pauses strike", "停止が起こる時点";
    /// Choice of the sweep.
    FirstCurve: "First curve", "1 本目の曲線";
    /// Choice of the sweep.
    SecondCurve: "Second curve", "2 本目の曲線";
    /// Choice of the sweep.
    Draws: "Pauses and crashes drawn", "停止とクラッシュの試行数";
    /// Why there is no sweep.
    NoWork: "No client changes anything under the lock: there is nothing to sweep.",
        "ロックを取って何かを変更するクライアントがないため、スイープできません。";
    /// Of results that are of the stage as it was.
    OfAnotherScenario: "The stage has changed since: this is of the scenario as it was.", "その後、図が変わりました。これは変わる前の筋書きの結果です。";
    /// Axis and table.
    TtlInSeconds: "TTL (s)", "有効期間（秒）";
    /// Axis and table.
    HarmInPercent: "Runs with harm (%)", "実害が出た実行（%）";
    /// Axis and table.
    WaitAfterCrash: "Wait after a crash (s)", "クラッシュ後の待ち時間（秒）";
    /// Opens the table.
    TheNumbers: "The numbers", "数値の表";
    /// Tab and title.
    EveryRun: "Every run", "全実行の探索";
    /// The table.
    Matrix: "Assumption matrix", "前提マトリクス";
    /// Under the title of the matrix.
    MatrixLead: "Each row is a lock with its defences, each column drops one assumption about the world. A cell is decided by searching every order of events of a small program, here, on this machine. Open a cell for the shortest run that breaks it, or for why it holds.",
        "行はロックと防御、列は外した前提です。各マスは、小さなプログラムで起こりうる順序をこの端末ですべて探索して判定します。マスを開くと、破れる最短の実行か、成り立つ理由が分かります。";
    /// Choice of the matrix.
    WhatClientsDo: "What the clients do", "クライアントの仕事";
    /// Choice of the matrix.
    ClientsOf: "Clients", "クライアント数";
    /// Choice of the matrix.
    NodesOf: "Redlock nodes", "Redlock のノード数";
    /// Of a cell whose search reached its bound.
    NotFinished: "The bound was reached before the end: this is not “holds”.", "上限に達したため、最後まで調べていません。「成り立つ」ではありません。";
    /// The parts as a group.
    Parts: "Parts of the lesson", "この課の段階";
    /// Button to the next part.
    OnTo: "On to", "次へ";
    /// Button to the next lesson.
    NextLesson: "Next lesson", "次の課";
    /// Heading at the end of a lesson.
    Discuss: "To discuss", "話し合うために";
    /// Under the choices.
    ChooseHint: "Choose by pointer or by its number. What comes later is not shown until you have.",
        "クリックするか、数字キーで選んでください。選ぶまで、この先は表示されません。";
    /// Before the reason of the right choice.
    SoItIs: "So it is.", "正解。";
    /// Before the reason of another choice.
    NotSo: "Not so.", "そうはならない。";
    /// After the choice that was made.
    YourChoice: "your choice", "あなたの選択";
    /// After a right prediction.
    PredictedRight: "You predicted it. The run goes on above.", "予想どおりです。上の図で続きを確かめてください。";
    /// After a wrong prediction.
    PredictedWrong: "It happens otherwise. The run goes on above.", "予想とは違う結果になります。上の図で続きを確かめてください。";
    /// Button of a challenge.
    CheckAttempt: "Check my attempt", "判定する";
    /// Button of a challenge.
    StartAgain: "Start again", "最初の状態に戻す";
    /// Button of a challenge.
    Hint: "A hint", "ヒント";
    /// Button of a challenge.
    ShowAnswer: "Show an answer", "解答例を見る";
    /// Button of a challenge.
    LastAttempt: "Bring my last attempt back", "前回の試みに戻す";
    /// A condition of a challenge.
    Met: "met", "満たす";
    /// A condition of a challenge.
    NotMet: "not met", "未達";
    /// Button of the course.
    ShareProgress: "Copy my progress as a link", "進み具合をリンクとしてコピー";
    /// Heading of the chooser.
    ChooseLayers: "Choose your layers", "層を選ぶ";
    /// Before what a choice of layers leaves open.
    StillOpen: "Still unprotected: ", "まだ守られていないもの：";
    /// Button of the chooser.
    ShowProof: "Show the run that proves it", "それを示す実行を図に表示";
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
