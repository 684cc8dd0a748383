//! The chooser: four questions, the layers that follow from the answers, and what stays open.
//! Each open sentence has a run of its lesson that proves it.

use super::Mistake;
use super::run::Run;
use crate::text::{Both, both};

/// The lesson that the chooser belongs to; its runs are the proofs.
pub const CHOOSER: &str = "layers";

/// A question with its answers, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<A: 'static> {
    /// What is asked.
    pub asks: Both,
    /// Each answer with its words.
    pub answers: &'static [(A, Both)],
}

/// What a double run costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Work, and nothing else.
    Work,
    /// Damage.
    Damage,
}

/// What the receiver can compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Tokens, on reads and writes.
    Tokens,
    /// Versions of what is changed.
    Versions,
    /// Nothing.
    Nothing,
}

/// What the receiver can remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remember {
    /// Keys, for a window.
    Keys,
    /// Nothing.
    Nothing,
}

/// Who judges that a lock is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// One service, by its clock.
    Service,
    /// Several machines that agree.
    Consensus,
    /// The clients, by their clocks.
    Clients,
}

/// A double run.
pub const COST: Question<Cost> = Question {
    asks: both("What does a double run cost?", "二重実行の代償は何か。"),
    answers: &[
        (Cost::Work, both("Work, nothing else", "余計な仕事だけ")),
        (Cost::Damage, both("Damage", "損害")),
    ],
};

/// The receiver's comparison.
pub const COMPARE: Question<Compare> = Question {
    asks: both(
        "What can the receiver compare?",
        "受け取る側は何を比べられるか。",
    ),
    answers: &[
        (
            Compare::Tokens,
            both(
                "Compares tokens, on reads and writes",
                "トークンを比べる（読み取りと書き込み）",
            ),
        ),
        (
            Compare::Versions,
            both("Compares versions", "バージョンを比べる"),
        ),
        (Compare::Nothing, both("Compares nothing", "何も比べない")),
    ],
};

/// The receiver's memory.
pub const REMEMBER: Question<Remember> = Question {
    asks: both(
        "Can the receiver remember keys?",
        "受け取る側はキーを覚えられるか。",
    ),
    answers: &[
        (
            Remember::Keys,
            both(
                "Remembers keys, for a window",
                "キーを記憶期間のあいだ覚える",
            ),
        ),
        (Remember::Nothing, both("Remembers nothing", "何も覚えない")),
    ],
};

/// Time.
pub const JUDGE: Question<Judge> = Question {
    asks: both(
        "Who judges that a lock is over?",
        "ロックが切れたことを判断するのは誰か。",
    ),
    answers: &[
        (
            Judge::Service,
            both("One service, by its clock", "1 台のサービスが、その時計で"),
        ),
        (
            Judge::Consensus,
            both("Several machines that agree", "複数のマシンが合意で"),
        ),
        (
            Judge::Clients,
            both(
                "The clients, by their clocks",
                "クライアントが、各自の時計で",
            ),
        ),
    ],
};

/// Layers, and what they leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// In the order in which they should be built.
    pub layers: &'static [Both],
    /// Still unprotected.
    pub open: Both,
    /// The run that proves it.
    pub run: &'static str,
}

const LEASE_FOR_WORK: Both = both(
    "A lease with a short TTL. It saves work most of the time.",
    "短い有効期間のリース。たいていは無駄を省ける。",
);
const LEASE: Both = both(
    "A lease, to save work. Nothing below may rest on it.",
    "無駄を省くためのリース。以下のどの層も、これに頼らない。",
);
const FENCE: Both = both(
    "A fence on reads and writes: one highest token for the lock, kept beside the data.",
    "読み書き両方のフェンス。最大トークンはロックにつき 1 つ、データと一緒に保存する。",
);
const VERSIONS: Both = both(
    "A check of versions for every change, so that nothing rests on an old read.",
    "すべての変更でバージョンを検査する。古い読み取りに基づく変更を通さない。",
);
const KEYS: Both = both(
    "A key per job, remembered for longer than the longest delay.",
    "ジョブごとのキー。最長の遅れより長く覚える。",
);
const GATE: Both = both(
    "A gate of your own before the receiver: it alone sends, from an outbox (a table of what is still to be sent) that a fence guards.",
    "受け取る側の手前に自前の関門を置き、送信はそこだけが行う。送るのは、フェンスで守ったアウトボックス（未送信の要求を記録した表）にあるものだけ。",
);

const DURABLE: Both = both(
    "Lock and counter on disk and copied before they are answered for.",
    "ロックとカウンタは、返答の前にディスクに書き、複製も済ませる。",
);
const REVISION: Both = both(
    "The revision of the grant as the token; it never goes back.",
    "付与のリビジョンをトークンに使う。決して戻らない。",
);
const MINTED: Both = both(
    "A token that is minted in the same step as the lock’s row is taken.",
    "ロックの行を取るのと不可分に発番するトークン。",
);

/// What follows from the receiver, whoever judges time.
#[must_use]
pub const fn by_receiver(cost: Cost, compare: Compare, remember: Remember) -> Advice {
    match (cost, compare, remember) {
        (Cost::Work, _, _) => Advice {
            layers: &[LEASE_FOR_WORK],
            open: both(
                "now and then the work is done twice.",
                "ときどき同じ仕事が 2 回行われる。",
            ),
            run: "double-work",
        },
        (Cost::Damage, Compare::Tokens, Remember::Keys) => Advice {
            layers: &[LEASE, FENCE, KEYS],
            open: both(
                "a receiver that loses its highest token, by a restart or a restored backup.",
                "受け取る側が、再起動やバックアップからの復元で最大トークンを失うこと。",
            ),
            run: "receiver-forgets",
        },
        (Cost::Damage, Compare::Tokens, Remember::Nothing) => Advice {
            layers: &[LEASE, FENCE],
            open: both(
                "what the holder itself sends twice, since equal tokens pass.",
                "保持者自身が 2 回送るもの。等しいトークンは通る。",
            ),
            run: "sent-twice",
        },
        (Cost::Damage, Compare::Versions, Remember::Keys) => Advice {
            layers: &[LEASE, VERSIONS, KEYS],
            open: both(
                "writes that rest on no read: they carry no version. And the rightful holder may be the one who is refused.",
                "読み取りに基づかない書き込み。バージョンを持たない。また、拒否されるのが正当な保持者のこともある。",
            ),
            run: "blind-write",
        },
        (Cost::Damage, Compare::Versions, Remember::Nothing) => Advice {
            layers: &[LEASE, VERSIONS],
            open: both(
                "writes that rest on no read, and whatever is sent twice.",
                "読み取りに基づかない書き込みと、2 回送られるものすべて。",
            ),
            run: "blind-write",
        },
        (Cost::Damage, Compare::Nothing, Remember::Keys) => Advice {
            layers: &[LEASE, KEYS],
            open: both(
                "the same key after its window, and two jobs on one record.",
                "記憶期間を過ぎた同じキーと、1 つのレコードに対する 2 つのジョブ。",
            ),
            run: "after-window",
        },
        (Cost::Damage, Compare::Nothing, Remember::Nothing) => Advice {
            layers: &[LEASE, GATE],
            open: both(
                "everything that comes late past the gate, and everything without one.",
                "関門を通らずに遅れて来るものすべて。関門がなければ何もかも。",
            ),
            run: "late-write",
        },
    }
}

/// What follows from who judges time, whatever the receiver can do.
#[must_use]
pub const fn by_judge(judge: Judge) -> Advice {
    match judge {
        Judge::Service => Advice {
            layers: &[DURABLE],
            open: both(
                "a failover that loses a count: two grants with one token, and no fence can tell them apart.",
                "番号を失うフェイルオーバー。2 つの付与が同じトークンを持ち、フェンスには見分けられない。",
            ),
            run: "attacked",
        },
        Judge::Consensus => Advice {
            layers: &[REVISION],
            open: both(
                "your own write: agreement says who holds the lock, not when a write arrives.",
                "自分の書き込み。合意が決めるのは保持者であって、書き込みがいつ届くかではない。",
            ),
            run: "late-write",
        },
        Judge::Clients => Advice {
            layers: &[MINTED],
            open: both(
                "a number drawn after the grant: the old holder can draw the higher one.",
                "付与のあとに引く番号。古い保持者が大きいほうを引くことがある。",
            ),
            run: "drawn-late",
        },
    }
}

impl Advice {
    /// The run that proves what stays open.
    ///
    /// # Errors
    ///
    /// What is wrong with the lesson's data; a test sees that nothing is.
    pub fn proof(&self) -> Result<Run, Mistake> {
        let lesson = super::lesson(CHOOSER).ok_or_else(|| Mistake::Run(CHOOSER.to_owned()))?;
        lesson.run_of(self.run)
    }
}
