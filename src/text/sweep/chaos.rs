//! Words of chaos: what may happen, and what it came to.

use crate::model::HarmKind;
use crate::sweep::{Failure, Intensity, Kind};
use crate::text::{Both, Lang, both};

/// What a kind of fault is called.
#[must_use]
pub const fn kind(kind: Kind) -> Both {
    match kind {
        Kind::Pause => both("pauses", "停止"),
        Kind::Crash => both("crashes", "クラッシュ"),
        Kind::Cut => both("network cuts", "ネットワーク切断"),
        Kind::Delay => both("delayed messages", "メッセージの遅延"),
        Kind::ClockJump => both("clock jumps", "時計のジャンプ"),
        Kind::ClockRate => both("clock rates", "時計の進みの誤差"),
        Kind::NodeDown => both("node outages", "ノード障害"),
        Kind::Failover => both("failovers", "フェイルオーバー"),
        Kind::LockLost => both("lost locks", "ロックの消失"),
        Kind::ResourceRestart => both("resource restarts", "リソースの再起動"),
    }
}

/// Why a kind of fault is not offered; none for those that can always happen.
#[must_use]
pub const fn impossible(kind: Kind) -> Option<Both> {
    match kind {
        Kind::Failover | Kind::LockLost => Some(both(
            "Redlock has no such fault: its nodes are equal and know no session.",
            "Redlock には起こりません。ノードは対等で、セッションもありません。",
        )),
        Kind::Delay => Some(both(
            "No client sends anything.",
            "何かを送るクライアントがありません。",
        )),
        Kind::Pause
        | Kind::Crash
        | Kind::Cut
        | Kind::ClockJump
        | Kind::ClockRate
        | Kind::NodeDown
        | Kind::ResourceRestart => None,
    }
}

/// How hard chaos strikes, in a word.
#[must_use]
pub const fn intensity(intensity: Intensity) -> Both {
    match intensity {
        Intensity::Light => both("light", "弱"),
        Intensity::Medium => both("medium", "中"),
        Intensity::Heavy => both("heavy", "強"),
    }
}

/// What an intensity means.
#[must_use]
pub fn intensity_means(lang: Lang, intensity: Intensity) -> String {
    let (faults, ttls) = (intensity.faults_max(), intensity.ttls_max());
    say!(
        lang,
        "up to {faults} faults in a run, each up to {ttls} × TTL long",
        "1 回の実行に障害 {faults} 個まで、長さは有効期間の {ttls} 倍まで"
    )
}

/// What failed.
#[must_use]
pub const fn failure(failure: Failure) -> Both {
    match failure {
        Failure::Harm(HarmKind::Inversion) => both("inversion", "順序の逆転"),
        Failure::Harm(HarmKind::LostUpdate) => both("lost update", "更新の喪失"),
        Failure::Harm(HarmKind::DuplicateEffect) => both("duplicate effect", "副作用の重複"),
        Failure::Waste => both("double work", "二重実行"),
    }
}

/// Chaos has found a run that fails.
#[must_use]
pub fn found(lang: Lang, why: Failure, run: u32) -> String {
    let why = failure(why).of(lang);
    say!(
        lang,
        "Run {run} failed: {why}.",
        "{run} 回目の実行で失敗：{why}。"
    )
}

/// Chaos has ended without one.
#[must_use]
pub fn survived(lang: Lang, runs: u32) -> String {
    say!(
        lang,
        "The design survived {runs} random runs. That is no proof: chaos finds faults, it does not show that there are none.",
        "この設計は無作為な {runs} 回の実行に耐えた。証明ではない。カオス実験は欠陥を見つけるもので、欠陥がないことは示せない。"
    )
}

/// The smallest run that fails has been found.
#[must_use]
pub fn shrunk(lang: Lang, faults: usize, steps: usize, runs: u32) -> String {
    let (of_faults, of_steps) = (plural(faults, "fault"), plural(steps, "step"));
    say!(
        lang,
        "Shrunk in {runs} runs to {of_faults} and {of_steps}. Take away any one of them, or halve any of their numbers, and it no longer fails.",
        "{runs} 回の実行で、障害 {faults} 個と手順 {steps} 個まで縮小した。どれか 1 つを取り除いても、そのどの数値を半分にしても、もう失敗しない。"
    )
}

/// In English alone: "no faults", "1 fault", "2 faults".
fn plural(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
