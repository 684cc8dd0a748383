//! Words of the assumption matrix: only the laboratory says them.

mod told;

pub use told::told;

use super::{Both, both};
use crate::explore::{Column, Design, Setup, Verdict, Workload};
use crate::model::HarmKind;
use crate::sim::scenario::Service;

/// What a design is called.
#[must_use]
pub const fn design(design: Design) -> Both {
    match design {
        Design::NoLock => both("no lock", "ロックなし"),
        Design::Lease => both("lease", "リース"),
        Design::LeaseClock => both("lease, clients look at their clock", "リース＋時計の確認"),
        Design::LeaseAsk => both("lease, clients ask before sending", "リース＋送信前の照会"),
        Design::Redlock => both("Redlock", "Redlock"),
        Design::RedlockClock => both(
            "Redlock, clients look at their clock",
            "Redlock＋時計の確認",
        ),
        Design::LeaseFenceWrites => both("lease, fence on writes", "リース＋書き込みのフェンス"),
        Design::LeaseFenceReadsAndWrites => {
            both("lease, fence on reads too", "リース＋読み取りにもフェンス")
        }
        Design::LeaseVersions => both("lease, versions checked", "リース＋バージョン検査"),
        Design::LeaseDedup => both("lease, dedup", "リース＋重複排除"),
    }
}

/// What a workload is called.
#[must_use]
pub const fn workload(workload: Workload) -> Both {
    match workload {
        Workload::Write => both("blind write", "上書き"),
        Workload::Update => both("update of what was read", "読んでから更新"),
        Workload::Effect => both("effect", "副作用"),
        Workload::EffectIfNotDone => both("effect, if not done", "未実行なら副作用"),
    }
}

/// The head of a column: which assumption is dropped.
#[must_use]
pub const fn column(column: Column) -> Both {
    match column {
        Column::Ideal => both("ideal", "理想"),
        Column::Pauses => both("pauses", "停止"),
        Column::Delays => both("delays", "遅延"),
        Column::Clocks => both("clocks", "時計"),
        Column::Nodes => both("nodes", "ノード"),
        Column::Counter => both("counter", "カウンタ"),
        Column::Window => both("window", "記憶期間"),
        Column::AllOff => both("all off", "全前提なし"),
    }
}

/// What the world may do in a column.
#[must_use]
pub const fn world(column: Column) -> Both {
    match column {
        Column::Ideal => both(
            "Pauses and delays are short against the TTL, clocks are good, nothing is forgotten. Clients may crash.",
            "停止と遅延は TTL に比べて短く、時計は正しく、何も忘れられない。クライアントはクラッシュしうる。",
        ),
        Column::Pauses => both(
            "A client may pause for longer than the TTL.",
            "クライアントが TTL より長く停止しうる。",
        ),
        Column::Delays => both(
            "A message may take longer than the TTL.",
            "メッセージの到着が TTL より遅れうる。",
        ),
        Column::Clocks => both(
            "A lock node may end a lease early, by its clock.",
            "ロックのノードが、時計の狂いで早くリースを終わらせうる。",
        ),
        Column::Nodes => both(
            "One lock node forgets what it holds, once.",
            "ロックのノード 1 台が、保持内容を 1 度忘れうる。",
        ),
        Column::Counter => both(
            "One failover: the newest grant is forgotten, and its token is handed out again.",
            "フェイルオーバーが 1 度起こり、最新の付与が失われて同じトークンがもう一度渡されうる。",
        ),
        Column::Window => both(
            "The resource forgets the key, once.",
            "リソースがキーを 1 度忘れうる。",
        ),
        Column::AllOff => both(
            "All of this may happen in one run.",
            "以上のすべてが 1 回の実行で起こりうる。",
        ),
    }
}

/// What is known of a cell, in a word.
#[must_use]
pub const fn verdict(verdict: Verdict) -> Both {
    match verdict {
        Verdict::Holds => both("holds", "成り立つ"),
        Verdict::Broken => both("broken", "破れる"),
        Verdict::NotFinished => both("not finished", "未完了"),
        Verdict::NotApplicable => both("not applicable", "対象外"),
    }
}

/// What breaks a cell.
#[must_use]
pub const fn harm(kind: HarmKind) -> Both {
    match kind {
        HarmKind::Inversion => both(
            "an older grant’s write is applied after a newer one’s (inversion)",
            "新しい付与の書き込みのあとに、古い付与の書き込みが入る（順序の逆転）",
        ),
        HarmKind::LostUpdate => both(
            "an update is applied on a version that is no longer current (lost update)",
            "現在の版ではないものに基づく更新が適用される（更新の喪失）",
        ),
        HarmKind::DuplicateEffect => both(
            "the effect is done again under the same key (duplicate effect)",
            "同じキーの副作用がもう一度起きる（副作用の重複）",
        ),
    }
}

/// Whether the lock is Redlock.
const fn is_redlock(setup: Setup) -> bool {
    matches!(setup.design.service(), Some(Service::Redlock))
}

/// Whether the dropped assumption can make a difference to a design at all.
const fn matters(setup: Setup) -> bool {
    let lock = !matches!(setup.design, Design::NoLock);
    let lease = lock && !is_redlock(setup);
    match setup.column {
        Column::Ideal => false,
        Column::Pauses | Column::Delays | Column::Clocks | Column::Nodes => lock,
        Column::Counter => lease,
        Column::Window => matches!(setup.design, Design::LeaseDedup),
        Column::AllOff => true,
    }
}

/// Whether the resource’s defence is made for this work.
const fn is_defended(setup: Setup) -> bool {
    match setup.design {
        Design::LeaseFenceWrites => matches!(setup.workload, Workload::Write),
        Design::LeaseFenceReadsAndWrites => !matches!(setup.workload, Workload::Effect),
        Design::LeaseVersions => matches!(setup.workload, Workload::Update),
        Design::LeaseDedup => {
            matches!(setup.workload, Workload::Effect | Workload::EffectIfNotDone)
        }
        Design::NoLock
        | Design::Lease
        | Design::LeaseClock
        | Design::LeaseAsk
        | Design::Redlock
        | Design::RedlockClock => false,
    }
}

/// Why a cell holds, in a sentence.
#[must_use]
pub const fn why(setup: Setup) -> Both {
    if is_defended(setup) && matters(setup) {
        return match setup.design {
            Design::LeaseFenceWrites => both(
                "The resource refuses every token older than the newest that has written, so an older write cannot come after a newer one, whatever the lock does.",
                "リソースは、書き込み済みの最新より古いトークンを拒否する。ロックに何が起きても、古い書き込みが新しい書き込みのあとに入ることはない。",
            ),
            Design::LeaseFenceReadsAndWrites => both(
                "The newer holder’s read shows its token already; from then on the resource refuses the older one.",
                "新しい保持者は読み取りの時点でトークンを見せる。以後、リソースは古いトークンを拒否する。",
            ),
            Design::LeaseVersions => both(
                "An update is applied only to the version that it rests on; whoever comes second is refused, late or not.",
                "更新は、基づいた版が現在の版であるときだけ適用される。あとから来たほうは必ず拒否される。",
            ),
            Design::LeaseDedup
            | Design::NoLock
            | Design::Lease
            | Design::LeaseClock
            | Design::LeaseAsk
            | Design::Redlock
            | Design::RedlockClock => both(
                "The resource remembers the key: the second effect is recognised, whoever sends it and whenever.",
                "リソースがキーを覚えている。誰がいつ送っても、2 度目の副作用は見分けられる。",
            ),
        };
    }
    match setup.column {
        Column::Ideal => both(
            "No lease ends while its client still works or has something in flight, so nobody overlaps. These assumptions carry all the weight.",
            "クライアントの作業中や要求の到着前にリースが切れることはなく、重なりは起きない。支えているのはこれらの前提である。",
        ),
        Column::Pauses
        | Column::Delays
        | Column::Clocks
        | Column::Nodes
        | Column::Counter
        | Column::Window
        | Column::AllOff => both(
            "What is dropped here plays no part in this design: it is as in ideal.",
            "ここで外した前提は、この設計では役割を持たない。結果は理想と同じ。",
        ),
    }
}

/// Why a cell is broken even in ideal, if it is.
#[must_use]
pub const fn even_in_ideal(setup: Setup) -> Option<Both> {
    if matches!(setup.design, Design::NoLock) {
        return Some(both(
            "Without a lock both work at once.",
            "ロックがなければ、2 者が同時に作業する。",
        ));
    }
    match setup.workload {
        Workload::Effect if !matters(setup) => Some(both(
            "No assumption helps: a lock does not tell the next holder that the job is done.",
            "どの前提を置いても防げない。ロックは、仕事が済んでいることを次の保持者に伝えない。",
        )),
        Workload::Effect | Workload::Write | Workload::Update | Workload::EffectIfNotDone => None,
    }
}
