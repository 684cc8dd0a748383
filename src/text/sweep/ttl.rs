//! Words of the TTL sweep: what is drawn by chance, and what the numbers say.

use crate::model::Millis;
use crate::sweep::{Defences, Distribution, Estimate, Finding, Strike};
use crate::text::quantity::seconds;
use crate::text::{Both, Lang, both};

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
        Finding::Differ {
            better,
            worse,
            at,
            of,
        } => differ(lang, (better, worse), at, of),
        Finding::RecoveryGrows { short, long } => recovery_grows(lang, short, long),
        Finding::Dilemma {
            defences,
            ttl,
            harm,
            recovery,
        } => dilemma(lang, defences, (ttl, harm), recovery),
    }
}

/// Fewer harmed runs under one setting than under the other, at some TTLs.
fn differ(lang: Lang, (better, worse): (Defences, Defences), at: usize, of: usize) -> String {
    let (better, worse) = (defences(better).of(lang), defences(worse).of(lang));
    say!(
        lang,
        "With {better} there is less harm than with {worse} at {at} of {of} TTLs: their intervals do not overlap there.",
        "{of} 通りの有効期間のうち {at} 通りで、{better}は{worse}より実害が少ない（信頼区間が重ならない）。"
    )
}

/// A longer TTL keeps the lock of a dead holder for longer.
fn recovery_grows(lang: Lang, short: (Millis, Estimate), long: (Millis, Estimate)) -> String {
    let [short, long] =
        [short, long].map(|(ttl, estimate)| (seconds(lang, ttl), duration(lang, estimate)));
    let ((short, little), (long, much)) = (short, long);
    say!(
        lang,
        "A crash of the holder keeps the lock from the others for {little} on average at TTL {short}, and for {much} at TTL {long}.",
        "保持者がクラッシュすると、ロックは平均で有効期間 {short} なら {little}、有効期間 {long} なら {much}のあいだ、ほかのクライアントに渡らない。"
    )
}

/// What the TTL of the least harm costs.
fn dilemma(
    lang: Lang,
    under: Defences,
    (ttl, harm): (Millis, Estimate),
    recovery: Estimate,
) -> String {
    let under = defences(under).of(lang);
    let (ttl, harm) = (seconds(lang, ttl), probability(lang, harm));
    let recovery = duration(lang, recovery);
    say!(
        lang,
        "With {under}, the least harm is {harm}, at TTL {ttl}, and it is paid for with a lock that nobody gets for {recovery} after a crash. No TTL here brings both down to nothing.",
        "{under}で実害が最も少ないのは有効期間 {ttl} の {harm}。その代わり、クラッシュのあと {recovery}のあいだ、誰もロックを取れない。ここにある有効期間では、両方を同時になくすことはできない。"
    )
}
