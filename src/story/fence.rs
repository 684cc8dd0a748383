//! What the receiver can do, and where that ends.

use super::source::{ANTIREZ, CHUBBY, KLEPPMANN, REDIS, S3, STRIPE, source};
use super::{Kind, Story};
use crate::model::TrueTime;
use crate::sim::report::Outcome;
use crate::text::both;

/// In the order of the gallery.
pub(super) const STORIES: &[Story] = &[
    Story {
        id: "the-fence",
        kind: Kind::Receiver,
        title: both("The same pause, with a fence", "同じ停止、フェンスあり"),
        happened: both(
            "The resource has seen token 34 and refuses 33: the late write stops at the one who receives it, and nobody has to notice anything.",
            "リソースは 34 を受け取っているので 33 を拒否する。遅れた書き込みは受け取る側で止まり、誰も異変に気づかなくてよい。",
        ),
        note: None,
        sources: &[KLEPPMANN],
        look_at: TrueTime(16_000),
        outcome: Outcome::Fenced,
        file: include_str!("scenarios/the-fence.json"),
    },
    Story {
        id: "held-packet-fenced",
        kind: Kind::Receiver,
        title: both(
            "The held packet, with a fence",
            "遅れたパケット、フェンスあり",
        ),
        happened: both(
            "The packet that was held for 88 s carries an old token, and the resource refuses it; nothing that a client does could have stopped it.",
            "88 秒遅れたパケットは古いトークンを持つので、リソースが拒否する。クライアント側の工夫では止められなかった。",
        ),
        note: None,
        sources: &[
            KLEPPMANN,
            source(
                "GitHub, Downtime last Saturday (2012)",
                "https://github.blog/2012-12-26-downtime-last-saturday/",
            ),
        ],
        look_at: TrueTime(89_900),
        outcome: Outcome::Fenced,
        file: include_str!("scenarios/held-packet-fenced.json"),
    },
    Story {
        id: "resource-asks",
        kind: Kind::Receiver,
        title: both(
            "The resource asks the lock service",
            "リソースがロックサービスに照会する",
        ),
        happened: both(
            "For each write the resource asks who holds the lock now; the old holder is refused, and would be even if nobody had come after it.",
            "書き込みのたびにリソースが今の保持者を確かめる。旧保持者は拒否される。後任がまだいなくても拒否される。",
        ),
        note: None,
        sources: &[CHUBBY],
        look_at: TrueTime(16_000),
        outcome: Outcome::Refused,
        file: include_str!("scenarios/resource-asks.json"),
    },
    Story {
        id: "granted-but-unseen",
        kind: Kind::Receiver,
        title: both(
            "Token 34 is granted, but unseen",
            "付与されたが、まだ見られていない 34",
        ),
        happened: both(
            "A fence learns a token only when it arrives: 34 has been granted, but 33 comes first and is accepted; here it harms nobody.",
            "フェンスがトークンを知るのは届いたときだけ。34 は付与済みだが、先に届いた 33 が受理される。ここでは害がない。",
        ),
        note: None,
        sources: &[ANTIREZ],
        look_at: TrueTime(12_000),
        outcome: Outcome::Lucky,
        file: include_str!("scenarios/granted-but-unseen.json"),
    },
    Story {
        id: "lost-though-fenced",
        kind: Kind::Receiver,
        title: both(
            "An update lost although it was fenced",
            "フェンスがあっても失われる更新",
        ),
        happened: both(
            "The new holder reads, the old holder’s update is accepted, and the new holder writes what it made of its older read: the fence on writes saw nothing wrong.",
            "新しい保持者が読み、旧保持者の更新が受理され、新しい保持者が古い読み取りに基づいて書く。書き込みだけのフェンスは気づかない。",
        ),
        note: None,
        sources: &[
            ANTIREZ,
            source(
                "Apache BookKeeper, The protocol",
                "https://bookkeeper.apache.org/docs/development/protocol/",
            ),
        ],
        look_at: TrueTime(13_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/lost-though-fenced.json"),
    },
    Story {
        id: "fence-on-reads",
        kind: Kind::Receiver,
        title: both(
            "The fence meets the reader too",
            "読み取りも検査するフェンス",
        ),
        happened: both(
            "The new holder shows its token when it reads, so the old holder’s update is refused before the new one has written anything.",
            "新しい保持者が読み取りの時点でトークンを示すので、まだ何も書いていなくても旧保持者の更新が拒否される。",
        ),
        note: None,
        sources: &[source(
            "Apache BookKeeper, The protocol",
            "https://bookkeeper.apache.org/docs/development/protocol/",
        )],
        look_at: TrueTime(12_000),
        outcome: Outcome::Fenced,
        file: include_str!("scenarios/fence-on-reads.json"),
    },
    Story {
        id: "version-check",
        kind: Kind::Receiver,
        title: both(
            "The version check, and who pays for it",
            "バージョン検査と、その代償を払う側",
        ),
        happened: both(
            "Nothing is lost, but the update that stands is the old holder’s; the rightful holder is refused and has to start over.",
            "何も失われないが、残るのは旧保持者の更新。正当な保持者が拒否され、やり直すことになる。",
        ),
        note: None,
        sources: &[S3, ANTIREZ],
        look_at: TrueTime(13_000),
        outcome: Outcome::Refused,
        file: include_str!("scenarios/version-check.json"),
    },
    Story {
        id: "two-objects",
        kind: Kind::Receiver,
        title: both(
            "Two objects, one lock, two highest tokens",
            "対象 2 つ、ロック 1 つ、最大トークン 2 つ",
        ),
        happened: both(
            "The new holder has shown 34 to the ledger only; the index remembers no more than 33 and accepts the old holder’s update.",
            "新しい保持者が 34 を示したのは ledger だけ。index は 33 までしか知らず、旧保持者の更新を受け入れる。",
        ),
        note: Some(both(
            "One highest token for the whole lock would have refused it.",
            "ロック全体で最大値を 1 つ持てば拒否できた。",
        )),
        sources: &[KLEPPMANN],
        look_at: TrueTime(15_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/two-objects.json"),
    },
    Story {
        id: "fence-without-tokens",
        kind: Kind::Receiver,
        title: both(
            "A fence, but no tokens to show",
            "フェンスはあるが、示すトークンがない",
        ),
        happened: both(
            "Redlock hands out random values, which have no order; a fence that insists on tokens refuses everybody, the rightful holder too.",
            "Redlock が渡すのは順序のない乱数値。トークンを求めるフェンスは、正当な保持者も含めて全員を拒否する。",
        ),
        note: None,
        sources: &[KLEPPMANN, REDIS],
        look_at: TrueTime(11_000),
        outcome: Outcome::Refused,
        file: include_str!("scenarios/fence-without-tokens.json"),
    },
    Story {
        id: "token-drawn-late",
        kind: Kind::Receiver,
        title: both(
            "A token that is drawn after the grant",
            "付与のあとで引いたトークン",
        ),
        happened: both(
            "The lock and the counter are two services; a pause between them lets the old holder draw the higher number, and the fence shuts out the rightful one.",
            "ロックとカウンタが別のサービスで、そのあいだに停止した旧保持者が大きいほうの番号を引く。フェンスが締め出すのは正当な保持者になる。",
        ),
        note: None,
        sources: &[
            source(
                "bsm/redislock#94",
                "https://github.com/bsm/redislock/pull/94",
            ),
            KLEPPMANN,
        ],
        look_at: TrueTime(16_180),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/token-drawn-late.json"),
    },
    Story {
        id: "counter-lost",
        kind: Kind::Receiver,
        title: both(
            "A failover loses one count",
            "カウンタを 1 つ失うフェイルオーバー",
        ),
        happened: both(
            "A failover forgets the lock and the last count, so the next grant has token 33 again; 33 is not below 33, and the fence lets both pass.",
            "フェイルオーバーがロックと直前の番号を失い、次の付与もまた 33 になる。33 は 33 より小さくないので、フェンスは両方を通す。",
        ),
        note: None,
        sources: &[KLEPPMANN],
        look_at: TrueTime(8_500),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/counter-lost.json"),
    },
    Story {
        id: "rightful-shut-out",
        kind: Kind::Receiver,
        title: both(
            "A counter that goes back shuts the owner out",
            "戻ったカウンタが持ち主を締め出す",
        ),
        happened: both(
            "After a failover the counter is 20 behind; the new and only holder comes with 14, the resource has seen 33, and refuses it.",
            "フェイルオーバーでカウンタが 20 戻る。ただ 1 人の保持者が 14 を示すが、33 を受け取ったリソースは拒否する。",
        ),
        note: Some(both(
            "Nothing is damaged, and nothing works until the counter has passed 33 again.",
            "壊れるものはないが、カウンタが 33 を超えるまで何も動かない。",
        )),
        sources: &[KLEPPMANN],
        look_at: TrueTime(6_000),
        outcome: Outcome::Fenced,
        file: include_str!("scenarios/rightful-shut-out.json"),
    },
    Story {
        id: "resource-forgets",
        kind: Kind::Receiver,
        title: both(
            "The resource forgets its highest token",
            "最大トークンを忘れるリソース",
        ),
        happened: both(
            "The resource restarts with its highest token only in memory; after that 33 is as good as any, and the late write is accepted.",
            "最大トークンをメモリにしか持たないリソースが再起動する。そのあとは 33 も通り、遅れた書き込みが受理される。",
        ),
        note: None,
        sources: &[KLEPPMANN],
        look_at: TrueTime(16_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/resource-forgets.json"),
    },
    Story {
        id: "same-key-within-the-window",
        kind: Kind::Receiver,
        title: both(
            "Two effects under one key, in time",
            "同じキーの副作用 2 つ、記憶期間内",
        ),
        happened: both(
            "The invoice has been charged and its key is remembered; the late request comes 5 s later under the same key, is recognised, and does nothing.",
            "請求済みのキーを覚えているので、5 秒後に同じキーで届いた遅れた要求を見分け、何もしない。",
        ),
        note: None,
        sources: &[STRIPE],
        look_at: TrueTime(16_000),
        outcome: Outcome::Deduplicated,
        file: include_str!("scenarios/same-key-within-the-window.json"),
    },
    Story {
        id: "same-key-after-the-window",
        kind: Kind::Receiver,
        title: both(
            "Two effects under one key, too late",
            "同じキーの副作用 2 つ、記憶期間のあと",
        ),
        happened: both(
            "The key is remembered for 60 s; the late request comes 65 s after the first, is taken for a new one, and the invoice is charged twice.",
            "キーを覚えているのは 60 秒。最初から 65 秒後に届いた遅れた要求は新しいものとして扱われ、請求が二重になる。",
        ),
        note: None,
        sources: &[
            STRIPE,
            source(
                "Amazon SQS, FIFO queues",
                "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html",
            ),
        ],
        look_at: TrueTime(76_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/same-key-after-the-window.json"),
    },
];
