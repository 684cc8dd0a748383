//! Words of the outcome map.

use crate::sweep::analytic::Edge;
use crate::sweep::{Axis, Lack, NoMap};
use crate::text::{Both, Lang, both};

/// What a number of the map is called.
#[must_use]
pub const fn axis(axis: Axis) -> Both {
    match axis {
        Axis::Ttl => both("TTL", "有効期間（TTL）"),
        Axis::PauseLength => both("Length of the pause", "停止の長さ"),
        Axis::PauseStart => both("Begin of the pause", "停止の開始"),
        Axis::SecondArrival => both("Arrival of the second client", "2 番目のクライアントの到着"),
        Axis::MessageDelay => both("Delay of the first change", "最初の変更要求の遅延"),
        Axis::Margin => both("Margin", "安全余裕"),
        Axis::DedupWindow => both("Dedup window", "重複排除の記憶期間"),
    }
}

/// Why a number is not offered.
#[must_use]
pub const fn lack(lack: Lack) -> Both {
    match lack {
        Lack::Pause => both(
            "This scenario has no pause. Add one on the stage.",
            "この筋書きには停止がありません。図で追加してください。",
        ),
        Lack::SecondClient => both(
            "This scenario has one client only. Add another on the stage.",
            "この筋書きのクライアントは 1 つだけです。図で追加してください。",
        ),
        Lack::Change => both(
            "No client changes anything under the lock.",
            "ロックを取って何かを変更するクライアントがありません。",
        ),
        Lack::ClockCheck => both(
            "No client looks at its clock before it sends.",
            "送信前に自分の時計を確認するクライアントがありません。",
        ),
        Lack::Window => both(
            "The resource does not remember keys: set a dedup window.",
            "リソースがキーを覚えません。重複排除の記憶期間を設定してください。",
        ),
    }
}

/// Why there is no map.
#[must_use]
pub fn no_map(lang: Lang, why: NoMap) -> String {
    match why {
        NoMap::Lack(number, missing) => {
            let (number, missing) = (axis(number).of(lang), lack(missing).of(lang));
            say!(lang, "{number}: {missing}", "{number}：{missing}")
        }
        NoMap::SameAxis => say!(
            lang,
            "Choose two different numbers.",
            "異なる 2 つの項目を選んでください。"
        ),
        NoMap::Empty => say!(
            lang,
            "The range is empty: the second value must be larger than the first.",
            "範囲が空です。終わりの値を始めの値より大きくしてください。"
        ),
    }
}

/// What a border of theory says.
#[must_use]
pub const fn edge(edge: Edge) -> Both {
    match edge {
        Edge::Late => both(
            "by formula: pause = TTL − elapsed, the write comes too late",
            "式による境界：停止 = 有効期間 − 経過時間（書き込みが失効後に届く）",
        ),
        Edge::Overtaken => both(
            "by formula: the other client has written first",
            "式による境界：別のクライアントが先に書き込む",
        ),
        Edge::StandsDown => both(
            "by formula: its clock + margin reach the deadline, it stands down",
            "式による境界：時計 + 安全余裕が期限に達し、手を引く",
        ),
    }
}
