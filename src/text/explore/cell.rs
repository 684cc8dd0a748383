//! Why a cell of the matrix holds, and how it breaks: one sentence each,
//! from the design, the workload and the column.

use super::{name, no_search, property};
use crate::explore::{
    Assumption, Column, Deadline, Design, Kind, NoSearch, Outcome, Setup, Told, Verdict, Workload,
};
use crate::model::{ClientId, Fence, HarmKind, Versions};
use crate::sim::scenario::Service;
use crate::text::{Both, Lang, both};

/// What a search has found, as one sentence. `told` are the moves of the
/// counterexample, if there is one.
#[must_use]
pub fn verdict_sentence(lang: Lang, setup: Setup, outcome: &Outcome, told: &[Told]) -> String {
    match outcome.verdict {
        Verdict::Holds => holds(lang, setup),
        Verdict::Broken => broken(lang, setup, told),
        Verdict::NotApplicable => no_search(NoSearch::NotApplicable).of(lang).to_owned(),
        Verdict::NotFinished => {
            let property = property(setup.workload).of(lang);
            say!(
                lang,
                "{property}: not seen to the end. No harm was found so far, but there are more states than the search may see.",
                "{property}：最後まで調べていない。ここまでに実害は見つからないが、状態の数が探索の上限を超えた。"
            )
        }
    }
}

/// What keeps the harm away in a cell that holds.
#[must_use]
pub fn holds(lang: Lang, setup: Setup) -> String {
    let sentence = protection(setup).sentence(setup.workload).of(lang);
    match aside(setup) {
        Some(aside) => {
            let aside = aside.of(lang);
            say!(lang, "{aside} {sentence}", "{aside}{sentence}")
        }
        None => sentence.to_owned(),
    }
}

/// What protects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Protection {
    /// The resource remembers the key.
    Key,
    /// The resource compares versions.
    Version,
    /// The resource compares the tokens of writes.
    TokenOfWrite,
    /// The resource compares the tokens of reads too.
    TokenOfRead,
    /// One after the other, by a lease.
    Lease,
    /// One after the other, by a majority.
    Majority,
}

/// The strongest that there is: what depends on no bound comes first.
fn protection(setup: Setup) -> Protection {
    let rules = setup.design.rules();
    let is_effect = setup.workload.harm() == HarmKind::DuplicateEffect;
    let counter_is_durable = setup.column.assumes(Assumption::CounterDurable);
    if is_effect
        && rules.dedup_window.is_some()
        && setup.column.assumes(Assumption::WindowLongEnough)
    {
        return Protection::Key;
    }
    if setup.workload == Workload::Update && rules.versions == Versions::Checked {
        return Protection::Version;
    }
    match (rules.fence, setup.workload) {
        (Fence::Writes | Fence::ReadsAndWrites, Workload::Write) if counter_is_durable => {
            return Protection::TokenOfWrite;
        }
        (Fence::ReadsAndWrites, Workload::Update | Workload::EffectIfNotDone)
            if counter_is_durable =>
        {
            return Protection::TokenOfRead;
        }
        (
            Fence::Off | Fence::Writes | Fence::ReadsAndWrites,
            Workload::Write | Workload::Update | Workload::Effect | Workload::EffectIfNotDone,
        ) => {}
    }
    if setup.design.service() == Some(Service::Redlock) {
        Protection::Majority
    } else {
        Protection::Lease
    }
}

impl Protection {
    const fn sentence(self, workload: Workload) -> Both {
        match (self, workload) {
            (Self::Key, _) => both(
                "The resource remembers the key: whoever comes with it again, however late, is answered “duplicate”.",
                "リソースがキーを覚えている。同じキーの要求は、どれほど遅く届いても「重複」と返される。",
            ),
            (Self::Version, _) => both(
                "The resource refuses an update that rests on an old version. No lock is needed for that.",
                "古いバージョンに基づく更新をリソースが拒否する。このためにロックは要らない。",
            ),
            (Self::TokenOfWrite, _) => both(
                "Tokens rise from grant to grant, and the resource refuses one below the highest it has seen: an older grant’s write never comes after a newer one’s.",
                "トークンは付与のたびに増え、リソースは最大値より小さいものを拒否する。古い付与の書き込みが新しい付与のあとに入ることはない。",
            ),
            (Self::TokenOfRead, _) => both(
                "Reads show their token too: once the newer holder has read, the older one is refused, and what the older one did before that, the newer one has read.",
                "読み取りもトークンを示す。新しい保持者が読んだあとは古い保持者が拒否され、それより前に古い保持者がしたことは新しい保持者が読んでいる。",
            ),
            (Self::Lease, Workload::EffectIfNotDone) => both(
                "A lease ends only when its client has nothing more to send and nothing under way: the next holder begins after it, and reads that the job is done.",
                "リースが終わるのは、クライアントに送るものも送信中のものもなくなってからである。次の保持者はそのあとに始め、実行済みだと読み取る。",
            ),
            (Self::Lease, _) => both(
                "A lease ends only when its client has nothing more to send and nothing under way: the next holder begins after it.",
                "リースが終わるのは、クライアントに送るものも送信中のものもなくなってからである。次の保持者はそのあとに始める。",
            ),
            (Self::Majority, Workload::EffectIfNotDone) => both(
                "Two majorities share a node, and no node drops a value before its client has nothing more to send and nothing under way: the next holder begins after it, and reads that the job is done.",
                "2 つの過半数は必ず 1 台を共有し、どのノードも、クライアントに送るものも送信中のものもなくなるまで値を捨てない。次の保持者はそのあとに始め、実行済みだと読み取る。",
            ),
            (Self::Majority, _) => both(
                "Two majorities share a node, and no node drops a value before its client has nothing more to send and nothing under way: the next holder begins after it.",
                "2 つの過半数は必ず 1 台を共有し、どのノードも、クライアントに送るものも送信中のものもなくなるまで値を捨てない。次の保持者はそのあとに始める。",
            ),
        }
    }
}

/// Why what the column drops changes nothing here, where that is so.
fn aside(setup: Setup) -> Option<Both> {
    let is_redlock = setup.design.service() == Some(Service::Redlock);
    let has_key =
        setup.design == Design::LeaseDedup && setup.workload.harm() == HarmKind::DuplicateEffect;
    match setup.column {
        Column::Counter if is_redlock => Some(both(
            "Redlock has no counter that could go back.",
            "Redlock には戻るカウンタがない。",
        )),
        Column::Window if has_key => Some(both(
            "The key may be forgotten, but a read comes before.",
            "キーは忘れられうるが、その前に読み取りがある。",
        )),
        Column::Window => Some(both(
            "No key is remembered here that could be forgotten.",
            "ここには忘れられるキーがない。",
        )),
        Column::Ideal
        | Column::Pauses
        | Column::Delays
        | Column::Clocks
        | Column::Nodes
        | Column::Counter
        | Column::AllOff => None,
    }
}

/// What a counterexample comes to: what had to go wrong, and the harm.
#[must_use]
pub fn broken(lang: Lang, setup: Setup, told: &[Told]) -> String {
    let cause = cause(told).of(lang);
    let Some(Told::Arrived { client, .. }) = told.last() else {
        return cause.to_owned();
    };
    let who = name(lang, *client);
    let harm = match setup.workload.harm() {
        HarmKind::Inversion => say!(
            lang,
            "{who}’s write is applied after one of a later grant: an inversion.",
            "{who}の書き込みが、後の付与の書き込みのあとに適用される：順序の逆転。"
        ),
        HarmKind::LostUpdate => say!(
            lang,
            "{who}’s update rests on a version that is no longer current: a lost update.",
            "{who}の更新が、すでに古くなったバージョンに基づいて適用される：更新の喪失。"
        ),
        HarmKind::DuplicateEffect => say!(
            lang,
            "{who} does again what was done already: a duplicate effect.",
            "済んだ作業を{who}がもう一度実行する：副作用の重複。"
        ),
    };
    say!(lang, "{cause} {harm}", "{cause}{harm}")
}

/// What had to go wrong: the first of these that the moves have.
fn cause(told: &[Told]) -> Both {
    let has = |is: fn(&Told) -> bool| told.iter().any(is);
    if has(|did| matches!(did, Told::KeyDropped)) {
        both("The resource forgets the key.", "リソースがキーを忘れる。")
    } else if has(|did| matches!(did, Told::FailedOver { .. })) {
        both(
            "A failover forgets the holder, and the counter goes back.",
            "フェイルオーバーで保持者が忘れられ、カウンタが戻る。",
        )
    } else if has(|did| matches!(did, Told::Forgot { .. })) {
        both("A node forgets what it held.", "ノードが記憶を失う。")
    } else if has(is_early) {
        both(
            "A wrong clock ends a lease too early.",
            "狂った時計がリースを早く終わらせる。",
        )
    } else if let Some(passed) = told.iter().position(is_deadline) {
        let (before, after) = told.split_at(passed);
        if has_request_under_way(before, after) {
            both(
                "A request is under way past its client’s deadline.",
                "要求が、送り手の期限を過ぎるまで届かない。",
            )
        } else {
            both(
                "A client stands still past its deadline.",
                "クライアントが期限を過ぎても止まっている。",
            )
        }
    } else {
        both(
            "Nothing has to go wrong for this.",
            "何も故障しなくても起こる。",
        )
    }
}

const fn is_early(did: &Told) -> bool {
    matches!(
        did,
        Told::Expired {
            deadline: Deadline::Ahead,
            ..
        }
    )
}

const fn is_deadline(did: &Told) -> bool {
    matches!(did, Told::DeadlinePassed { .. })
}

/// Whether a write, update or effect sent before arrives after.
fn has_request_under_way(before: &[Told], after: &[Told]) -> bool {
    let sent: Vec<(ClientId, Kind)> = before.iter().filter_map(change_sent).collect();
    let arrived = |did: &Told| match did {
        Told::Arrived { client, kind, .. } => Some((*client, *kind)),
        Told::DeadlinePassed { .. }
        | Told::Expired { .. }
        | Told::Forgot { .. }
        | Told::FailedOver { .. }
        | Told::KeyDropped
        | Told::Sent { .. }
        | Told::Looked { .. }
        | Told::Handled { .. }
        | Told::Crashed { .. } => None,
    };
    let earlier: Vec<(ClientId, Kind)> = before.iter().filter_map(arrived).collect();
    after
        .iter()
        .filter_map(arrived)
        .any(|request| sent.contains(&request) && !earlier.contains(&request))
}

fn change_sent(did: &Told) -> Option<(ClientId, Kind)> {
    match did {
        Told::Sent {
            client,
            kind: kind @ (Kind::Write | Kind::Update | Kind::Effect),
            ..
        } => Some((*client, *kind)),
        Told::Sent { .. }
        | Told::DeadlinePassed { .. }
        | Told::Expired { .. }
        | Told::Forgot { .. }
        | Told::FailedOver { .. }
        | Told::KeyDropped
        | Told::Arrived { .. }
        | Told::Looked { .. }
        | Told::Handled { .. }
        | Told::Crashed { .. } => None,
    }
}
