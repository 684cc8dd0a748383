//! Words of the outcome map, the TTL sweep and chaos. Only the laboratory says
//! them: they are kept apart from the words of the first page.

use super::quantity::seconds;
use super::{Both, Lang, both};
use crate::model::{HarmKind, Millis};
use crate::sweep::analytic::Edge;
use crate::sweep::{
    Axis, Defences, Distribution, Estimate, Failure, Finding, Intensity, Kind, Lack, NoMap, Strike,
};

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

/// What a distribution is called.
#[must_use]
pub const fn distribution(distribution: Distribution) -> Both {
    match distribution {
        Distribution::Fixed { .. } => both("fixed", "固定"),
        Distribution::Exponential { .. } => both("exponential", "指数分布"),
        Distribution::LogNormal { .. } => both("log-normal", "対数正規分布"),
        Distribution::Pareto { .. } => both("Pareto", "パレート分布"),
        Distribution::GarbageCollection => both("like a garbage collector", "GC に似せた混合"),
    }
}

/// One sentence about a distribution with its numbers.
#[must_use]
pub fn about(lang: Lang, distribution: Distribution) -> String {
    let time = |time: Millis| seconds(lang, time);
    match distribution {
        Distribution::Fixed { length } => {
            let length = time(length);
            say!(
                lang,
                "Every pause lasts {length}.",
                "停止はすべて {length}。"
            )
        }
        Distribution::Exponential { mean } => {
            let mean = time(mean);
            say!(
                lang,
                "Pauses last {mean} on average; how long one has lasted says nothing about how long it will.",
                "停止は平均 {mean}。どれだけ続いたかは、あとどれだけ続くかを教えない。"
            )
        }
        Distribution::LogNormal {
            median,
            spread_percent,
        } => {
            let (median, spread) = (time(median), hundredths(spread_percent));
            say!(
                lang,
                "Half of the pauses are shorter than {median}; the logarithm spreads by {spread}.",
                "停止の半分は {median} より短い。対数の標準偏差は {spread}。"
            )
        }
        Distribution::Pareto {
            least,
            tail_percent,
        } => {
            let (least, tail) = (time(least), hundredths(tail_percent));
            say!(
                lang,
                "No pause is shorter than {least}; tail exponent {tail}: a very long one is rare, and never out of the question.",
                "停止は {least} 以上。裾の指数は {tail}。非常に長い停止はまれだが、決してなくならない。"
            )
        }
        Distribution::GarbageCollection => say!(
            lang,
            "Of 1000 pauses, 900 are short (about 20 ms), 90 longer (about 0.3 s) and 10 full collections (about 8 s). An assumption of this page, not a measurement.",
            "停止 1000 回のうち 900 回は短く（約 20 ms）、90 回は長め（約 0.3 秒）、10 回はフル GC（約 8 秒）。このページの仮定であり、実測ではない。"
        ),
    }
}

fn hundredths(number: u16) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// When pauses strike.
#[must_use]
pub const fn strike(strike: Strike) -> Both {
    match strike {
        Strike::Anywhere => both("at any moment of the work", "作業中のどこかで"),
        Strike::AtTheChange => both(
            "just before the change is sent: the worst moment",
            "変更を送る直前（最悪の瞬間）",
        ),
    }
}

/// What a setting of the defences is called, as sentences say it too.
#[must_use]
pub const fn defences(defences: Defences) -> Both {
    match defences {
        Defences::AsSet => both("the defences as set", "今の防御設定"),
        Defences::None => both("no defence", "防御なし"),
        Defences::Fence => both("a fence on writes", "書き込みのフェンス"),
        Defences::FenceOnReads => both("a fence on reads too", "読み取りにも効くフェンス"),
        Defences::Versions => both("versions checked", "バージョン検査"),
        Defences::ResourceAsks => both(
            "a resource that asks the lock service",
            "リソースからの照会",
        ),
        Defences::Clock => both("clients that look at their clock", "クライアントの時計確認"),
        Defences::Ask => both(
            "clients that ask before sending",
            "クライアントの送信前照会",
        ),
    }
}

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

/// How many runs have been made.
#[must_use]
pub fn runs(lang: Lang, done: u32, of: u32) -> String {
    say!(lang, "{done} of {of} runs", "{of} 回中 {done} 回を実行")
}

/// A probability in percent, with its interval.
#[must_use]
pub fn probability(lang: Lang, estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(percent);
    say!(
        lang,
        "{value} % ({low}–{high} %)",
        "{value} %（{low}〜{high} %）"
    )
}

/// A mean or median of milliseconds in seconds, with its interval.
#[must_use]
pub fn duration(lang: Lang, estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(tenths_of_a_second);
    say!(
        lang,
        "{value}\u{a0}s ({low}–{high}\u{a0}s)",
        "{value}\u{a0}秒（{low}〜{high}\u{a0}秒）"
    )
}

/// Two digits after the point below one percent, one above.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent > 0.0 && percent < 1.0 {
        format!("{percent:.2}")
    } else {
        format!("{percent:.1}")
    }
}

fn tenths_of_a_second(ms: f64) -> String {
    format!("{:.1}", ms / 1000.0)
}

/// What the numbers of a sweep say, in a sentence.
#[must_use]
pub fn finding(lang: Lang, finding: Finding) -> String {
    let at =
        |(ttl, estimate): (Millis, Estimate)| (seconds(lang, ttl), probability(lang, estimate));
    match finding {
        Finding::Nothing => say!(lang, "No runs yet.", "まだ実行していません。"),
        Finding::HarmFalls {
            defences: under,
            short,
            long,
        } => {
            let ((short, much), (long, less)) = (at(short), at(long));
            let under = defences(under).of(lang);
            say!(
                lang,
                "With {under}, harm falls from {much} of the runs at TTL {short} to {less} at TTL {long}.",
                "{under}では、実害の割合は有効期間 {short} の {much}から、有効期間 {long} の {less}へ下がる。"
            )
        }
        Finding::HarmRises {
            defences: under,
            short,
            long,
        } => {
            let ((short, less), (long, much)) = (at(short), at(long));
            let under = defences(under).of(lang);
            say!(
                lang,
                "With {under}, harm rises from {less} of the runs at TTL {short} to {much} at TTL {long}.",
                "{under}では、実害の割合は有効期間 {short} の {less}から、有効期間 {long} の {much}へ上がる。"
            )
        }
        Finding::HarmUndecided {
            defences: under,
            short,
            long,
        } => {
            let ((short, one), (long, other)) = (at(short), at(long));
            let under = defences(under).of(lang);
            say!(
                lang,
                "With {under}, harm is at {one} at TTL {short} and {other} at TTL {long}: these runs do not show that the TTL matters.",
                "{under}では、実害の割合は有効期間 {short} で {one}、有効期間 {long} で {other}。この実行数では有効期間による差は示せない。"
            )
        }
        Finding::NoHarm {
            defences: under,
            runs,
            high,
        } => {
            let (under, high) = (defences(under).of(lang), percent(high));
            say!(
                lang,
                "With {under}, none of {runs} runs did harm. At most {high} % would, as far as these runs tell (95 %).",
                "{under}では、{runs} 回の実行で実害は 0 件。この結果からいえるのは、実害の割合が高くても {high} % ということ（信頼度 95 %）。"
            )
        }
        Finding::Differ { .. } | Finding::RecoveryGrows { .. } | Finding::Dilemma { .. } => {
            comparison(lang, finding)
        }
    }
}

fn comparison(lang: Lang, finding: Finding) -> String {
    match finding {
        Finding::Differ {
            better,
            worse,
            at,
            of,
        } => {
            let (better, worse) = (defences(better).of(lang), defences(worse).of(lang));
            say!(
                lang,
                "With {better} there is less harm than with {worse} at {at} of {of} TTLs: their intervals do not overlap there.",
                "{of} 通りの有効期間のうち {at} 個で、{better}は{worse}より実害が少ない（信頼区間が重ならない）。"
            )
        }
        Finding::RecoveryGrows { short, long } => {
            let [short, long] =
                [short, long].map(|(ttl, estimate)| (seconds(lang, ttl), duration(lang, estimate)));
            let ((short, little), (long, much)) = (short, long);
            say!(
                lang,
                "A crash of the holder keeps the lock from the others for {little} on average at TTL {short}, and for {much} at TTL {long}.",
                "保持者がクラッシュすると、ロックは平均で有効期間 {short} なら {little}、有効期間 {long} なら {much}のあいだ、ほかのクライアントに渡らない。"
            )
        }
        Finding::Dilemma {
            defences: under,
            ttl,
            harm,
            recovery,
        } => {
            let under = defences(under).of(lang);
            let (ttl, harm) = (seconds(lang, ttl), probability(lang, harm));
            let recovery = duration(lang, recovery);
            say!(
                lang,
                "With {under}, the least harm is {harm}, at TTL {ttl}, and it is paid for with a lock that nobody gets for {recovery} after a crash. No TTL here brings both down to nothing.",
                "{under}で実害が最も少ないのは有効期間 {ttl} の {harm}。その代わり、クラッシュのあと {recovery}のあいだ、誰もロックを取れない。ここにある有効期間では、両方を同時になくすことはできない。"
            )
        }
        Finding::Nothing
        | Finding::HarmFalls { .. }
        | Finding::HarmUndecided { .. }
        | Finding::HarmRises { .. }
        | Finding::NoHarm { .. } => String::new(),
    }
}
