//! Lesson plans for lecturers: which lessons in which minutes, and how a vote is taken.

use crate::text::{Both, both};

/// A plan for a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How long the class is.
    pub minutes: u8,
    /// What happens, without a gap.
    pub slots: &'static [Slot],
    /// The lessons that are left for home.
    pub home: &'static [&'static str],
}

/// A stretch of a class, in minutes from its begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its begin.
    pub from: u8,
    /// Its end.
    pub to: u8,
    /// The lessons that it is about.
    pub lessons: &'static [&'static str],
    /// What is done.
    pub says: Both,
}

/// How a vote is taken at each stop.
pub const VOTING: &[Both] = &[
    both(
        "At every stop the class votes in silence. The verdict stays hidden until then.",
        "停止点では毎回、各自が黙って投票する。それまで判定は見せない。",
    ),
    both(
        "Under 30 % right: step back, read the state of every machine together, and vote again.",
        "正答が 30 % 未満：少し戻り、各マシンの状態を全員で読み、もう一度投票する。",
    ),
    both(
        "30 to 70 % right: two minutes in pairs, and vote again.",
        "30〜70 %：2 人組で 2 分話し合い、もう一度投票する。",
    ),
    both(
        "Over 70 % right: let the run go on at once.",
        "70 % 超：すぐに続きを再生する。",
    ),
    both(
        "Before the run contradicts a wrong choice, hear the best reason for it. Write the shares down.",
        "実行が誤答を覆す前に、その誤答の最もよい理由を聞く。票の割合は記録しておく。",
    ),
];

const fn slot(from: u8, to: u8, lessons: &'static [&'static str], says: Both) -> Slot {
    Slot {
        from,
        to,
        lessons,
        says,
    }
}

const PLANS: &[Plan] = &[
    Plan {
        minutes: 45,
        slots: &[
            slot(
                0,
                5,
                &["two-purposes"],
                both("The stop only.", "停止点だけを扱う。"),
            ),
            slot(
                5,
                15,
                &["pause"],
                both(
                    "The stop; shorten the pause live; the pause beside the crash.",
                    "停止点。停止をその場で短くしていく。停止とクラッシュを並べて比べる。",
                ),
            ),
            slot(
                15,
                21,
                &["clock-check"],
                both(
                    "The stop; then let the client ask the service.",
                    "停止点。次に、サービスへ照会させる。",
                ),
            ),
            slot(
                21,
                29,
                &["redlock", "debate"],
                both(
                    "Redlock with the pause of lesson 2: a healthy majority is no help. Then the stop of the debate, with the paused process only.",
                    "Redlock に第 2 課の停止を与える。過半数が健全でも助けにならない。続いて論争の停止点（プロセスの停止だけ）。",
                ),
            ),
            slot(
                29,
                38,
                &["fencing"],
                both(
                    "The stop; then move the service’s clock by an hour.",
                    "停止点。次に、サービスの時計を 1 時間動かす。",
                ),
            ),
            slot(38, 42, &["idempotency"], both("The stop.", "停止点。")),
            slot(
                42,
                45,
                &[],
                both(
                    "Everybody writes one sentence: “A lock promises …; it cannot promise …”.",
                    "各自が 1 文を書く。「ロックが約束できるのは…、約束できないのは…」",
                ),
            ),
        ],
        home: &["ttl", "edges", "layers"],
    },
    Plan {
        minutes: 90,
        slots: &[
            slot(
                0,
                7,
                &["two-purposes"],
                both("The whole lesson but its challenges.", "課題を除く全体。"),
            ),
            slot(
                7,
                19,
                &["pause"],
                both(
                    "The stop, then the challenge “A tenth of a second” in pairs.",
                    "停止点。次に、課題「0.1 秒で壊す」を 2 人組で。",
                ),
            ),
            slot(
                19,
                31,
                &["ttl"],
                both(
                    "Both stops, then the two curves of the sweep.",
                    "停止点 2 つ。次に、スイープの 2 本の曲線。",
                ),
            ),
            slot(
                31,
                38,
                &["clock-check"],
                both(
                    "The stop; ask in place of clock.",
                    "停止点。時計の代わりに照会。",
                ),
            ),
            slot(
                38,
                48,
                &["redlock"],
                both(
                    "The stop; votes and validity by hand.",
                    "停止点。票と残り有効時間を手で計算する。",
                ),
            ),
            slot(48, 51, &[], both("Stand up.", "立って体を動かす。")),
            slot(
                51,
                64,
                &["debate"],
                both(
                    "The room is split into two parties; each must show a run. The assumption matrix comes last.",
                    "教室を 2 組に分け、それぞれが実行例で主張を示す。前提マトリクスは最後に見せる。",
                ),
            ),
            slot(
                64,
                73,
                &["fencing"],
                both(
                    "The stop, then “Break the fence”.",
                    "停止点。次に、課題「フェンスを破る」。",
                ),
            ),
            slot(
                73,
                82,
                &["edges"],
                both(
                    "The stop, then both repairs.",
                    "停止点。次に、2 通りの直し方。",
                ),
            ),
            slot(82, 87, &["idempotency"], both("The stop.", "停止点。")),
            slot(
                87,
                90,
                &[],
                both(
                    "The sentence: “A lock promises …; it cannot promise …”.",
                    "1 文を書く。「ロックが約束できるのは…、約束できないのは…」",
                ),
            ),
        ],
        home: &["layers"],
    },
];

/// All plans, the shortest first.
#[must_use]
pub const fn plans() -> &'static [Plan] {
    PLANS
}
