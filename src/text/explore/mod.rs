//! Words of every run: the matrix, its cells, and the moves of a
//! counterexample. Only the laboratory says them.

mod cell;
mod moves;

pub use cell::{broken, holds, verdict_sentence};
pub use moves::sentence;

use super::{Both, Lang, both};
use crate::explore::{
    Assumption, Blame, Column, Design, NoSearch, Setup, Untimed, Verdict, Workload,
};
use crate::model::{ClientId, HarmKind, NodeId};
use crate::sim::scenario::{Client, Service};

/// What a row is called; the number of Redlock nodes is [`nodes`].
#[must_use]
pub const fn design(design: Design) -> Both {
    match design {
        Design::NoLock => both("No lock", "ロックなし"),
        Design::Lease => both("Lease", "リース"),
        Design::LeaseClock => both("Lease, check: clock", "リース・送信前の確認：時計"),
        Design::LeaseAsk => both("Lease, check: ask", "リース・送信前の確認：照会"),
        Design::Redlock => both("Redlock", "Redlock"),
        Design::RedlockClock => both("Redlock, check: clock", "Redlock・送信前の確認：時計"),
        Design::LeaseFenceWrites => {
            both("Lease, fence on writes", "リース・フェンス：書き込みを検査")
        }
        Design::LeaseFenceReadsAndWrites => both(
            "Lease, fence on reads too",
            "リース・フェンス：読み取りも検査",
        ),
        Design::LeaseVersions => both("Lease, versions checked", "リース・バージョン検査"),
        Design::LeaseDedup => both("Lease, dedup", "リース・重複排除"),
    }
}

/// What a workload is called.
#[must_use]
pub const fn workload(workload: Workload) -> Both {
    match workload {
        Workload::Write => both("Blind write", "読まずに書き込み"),
        Workload::Update => both("Update", "読んでから更新"),
        Workload::Effect => both("Effect", "副作用"),
        Workload::EffectIfNotDone => both(
            "Effect, passed over if done",
            "副作用（実行済みなら飛ばす）",
        ),
    }
}

/// What must never happen under a workload.
#[must_use]
pub const fn property(workload: Workload) -> Both {
    match workload.harm() {
        HarmKind::Inversion => both("No inversion", "順序の逆転が起きない"),
        HarmKind::LostUpdate => both("No lost update", "更新が失われない"),
        HarmKind::DuplicateEffect => both("No duplicate effect", "副作用が重複しない"),
    }
}

/// The head of a column.
#[must_use]
pub const fn column(column: Column) -> Both {
    match column {
        Column::Ideal => both("Ideal", "理想"),
        Column::Pauses => both("Pauses", "停止"),
        Column::Delays => both("Delays", "遅延"),
        Column::Clocks => both("Clocks", "時計"),
        Column::Nodes => both("Nodes", "ノード"),
        Column::Counter => both("Counter", "カウンタ"),
        Column::Window => both("Window", "記憶期間"),
        Column::AllOff => both("All off", "全前提なし"),
    }
}

/// What the world may do in a column.
#[must_use]
pub const fn world(column: Column) -> Both {
    match column {
        Column::Ideal => both(
            "Every assumption holds. Everything still interleaves, and a client may crash.",
            "すべての前提が成り立つ。それでも出来事の順序は入れ替わり、クライアントはクラッシュしうる。",
        ),
        Column::Pauses => both(
            "Pauses are not bounded: a client may stand still past its deadline.",
            "停止の長さに上限がない。クライアントは期限を過ぎても止まっていることがある。",
        ),
        Column::Delays => both(
            "Delays are not bounded: a request may travel past its client’s deadline.",
            "通信の遅れに上限がない。要求は送り手の期限を過ぎてから届くことがある。",
        ),
        Column::Clocks => both(
            "Clocks may be wrong: a node may let a lease run out at any time.",
            "時計が狂うことがある。ノードはいつでもリースを満了させうる。",
        ),
        Column::Nodes => both(
            "A node may forget what it holds, once.",
            "ノードが保持していた内容を一度だけ失うことがある。",
        ),
        Column::Counter => both(
            "The lease service may fail over once: it forgets its holder, and its counter goes back by one.",
            "リースのサービスが一度だけフェイルオーバーしうる。保持者を忘れ、カウンタが 1 戻る。",
        ),
        Column::Window => both(
            "A remembered key may be dropped, once.",
            "覚えていたキーを一度だけ忘れることがある。",
        ),
        Column::AllOff => both(
            "Every assumption is dropped at once.",
            "すべての前提を同時に外す。",
        ),
    }
}

/// An assumption as a sentence.
#[must_use]
pub const fn assumption(assumption: Assumption) -> Both {
    match assumption {
        Assumption::PausesBounded => both(
            "Pauses are short against the TTL.",
            "停止は有効期間に比べて短い。",
        ),
        Assumption::DelaysBounded => both(
            "Requests travel for a time that is short against the TTL.",
            "通信の遅れは有効期間に比べて短い。",
        ),
        Assumption::ClocksGood => both(
            "No lease runs out before its client’s deadline.",
            "リースがクライアントの期限より先に切れることはない。",
        ),
        Assumption::NodesDurable => both(
            "No node forgets what it holds.",
            "ノードは保持している内容を失わない。",
        ),
        Assumption::CounterDurable => both("The counter never goes back.", "カウンタは戻らない。"),
        Assumption::WindowLongEnough => {
            both("A remembered key stays.", "覚えたキーは忘れられない。")
        }
    }
}

/// The word for a verdict.
#[must_use]
pub const fn verdict(verdict: Verdict) -> Both {
    match verdict {
        Verdict::Holds => both("Holds", "成り立つ"),
        Verdict::Broken => both("Broken", "破れる"),
        Verdict::NotFinished => both("Not finished", "未完了"),
        Verdict::NotApplicable => both("Not applicable", "対象外"),
    }
}

/// Why there is nothing to search.
#[must_use]
pub const fn no_search(why: NoSearch) -> Both {
    match why {
        NoSearch::NotApplicable => both(
            "Without a lock there are no grants, and so no order that a write could invert.",
            "ロックがなければ付与もなく、書き込みが逆転させる順序もない。",
        ),
        NoSearch::Clients => both(
            "Choose one to four clients.",
            "クライアントは 1 から 4 までにしてください。",
        ),
        NoSearch::Nodes => both(
            "Choose one to seven nodes.",
            "ノードは 1 から 7 までにしてください。",
        ),
    }
}

/// Why a counterexample is not shown as a scenario.
#[must_use]
pub fn untimed(lang: Lang, why: Untimed) -> String {
    match why {
        Untimed::NoCounterexample => say!(
            lang,
            "These moves do no harm in this cell.",
            "この手順では、このマスの実害は起きない。"
        ),
        Untimed::Order => say!(
            lang,
            "This order of deadlines and expiries cannot happen with one TTL for all. Only the moves can be shown.",
            "期限と満了のこの順序は、共通の有効期間では起こせない。手順だけを示す。"
        ),
        Untimed::Blames(Blame(broken)) => {
            let broken = assumption(broken).of(lang);
            say!(
                lang,
                "As a scenario it would break what this column assumes: {broken} Only the moves can be shown.",
                "筋書きにすると、この列の前提を破ってしまう：{broken}手順だけを示す。"
            )
        }
        Untimed::Differs => say!(
            lang,
            "The timed run does not end in the same harm. Only the moves can be shown.",
            "時刻のある実行では同じ実害に至らない。手順だけを示す。"
        ),
    }
}

/// How many nodes, if the design has nodes to count.
#[must_use]
pub fn nodes(lang: Lang, setup: Setup) -> Option<String> {
    let nodes = setup.nodes;
    (setup.design.service() == Some(Service::Redlock))
        .then(|| say!(lang, "{nodes} nodes", "{nodes} ノード"))
}

/// A client as it is shown.
fn name(lang: Lang, client: ClientId) -> String {
    super::narrate::display_name(lang, &Client::default_name(client.index()))
}

/// A lock node within a sentence.
fn node_name(lang: Lang, setup: Setup, node: NodeId) -> String {
    match setup.design.service() {
        Some(Service::Redlock) => {
            let number = node.index().saturating_add(1);
            say!(lang, "node {number}", "ノード {number} ")
        }
        Some(Service::Lease) | None => say!(lang, "the lock service", "ロックサービス"),
    }
}
