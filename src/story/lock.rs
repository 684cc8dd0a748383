//! What a lock by itself does and does not do.

use super::source::{ANTIREZ, CHUBBY, CONSUL, HAZELCAST, KLEPPMANN, REDIS, source};
use super::{Kind, Story};
use crate::model::TrueTime;
use crate::sim::report::Outcome;
use crate::text::both;

/// In the order of the gallery.
pub(super) const STORIES: &[Story] = &[
    Story {
        id: "the-pause",
        kind: Kind::Lock,
        title: both("The pause", "停止"),
        happened: both(
            "The holder is stopped by a garbage collection just before it writes; its lease ends, another writes, and then it wakes and writes over that.",
            "保持者が書き込む直前に GC で止まり、リースが切れて別のクライアントが書いたあと、目覚めてそれを上書きする。",
        ),
        note: None,
        sources: &[KLEPPMANN],
        look_at: TrueTime(16_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/the-pause.json"),
    },
    Story {
        id: "check-then-write",
        kind: Kind::Lock,
        title: both("Look at the clock, then write", "時計を見てから書く"),
        happened: both(
            "The client looks at its clock, has 100 ms left, and is stopped before it sends: the gap between check and write never closes.",
            "時計を見て残り 100 ミリ秒を確かめたあと、送る前に止まる。確認と書き込みのあいだの隙間はなくならない。",
        ),
        note: None,
        sources: &[KLEPPMANN, ANTIREZ],
        look_at: TrueTime(15_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/check-then-write.json"),
    },
    Story {
        id: "ask-then-write",
        kind: Kind::Lock,
        title: both(
            "Ask the lock service, then write",
            "ロックサービスに尋ねてから書く",
        ),
        happened: both(
            "The client asks whether it still holds the lock, hears yes, and is stopped before it sends: an answer tells of the past.",
            "まだ保持しているかを尋ねて「はい」と聞いたあと、送る前に止まる。返答が語るのは過去のことだけだ。",
        ),
        note: None,
        sources: &[KLEPPMANN],
        look_at: TrueTime(14_580),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/ask-then-write.json"),
    },
    Story {
        id: "stood-down-in-time",
        kind: Kind::Lock,
        title: both("A holder that stops by itself", "自分で手を引く保持者"),
        happened: both(
            "Cut off from the lock service, the holder sees its own deadline pass and stops; it works here because nothing stops it between looking and writing.",
            "ロックサービスから切り離された保持者が、自分の時計で期限切れを知って手を引く。確認と書き込みのあいだに停止がないから成り立つ。",
        ),
        note: None,
        sources: &[source(
            "apache/curator#727",
            "https://github.com/apache/curator/issues/727",
        )],
        look_at: TrueTime(22_000),
        outcome: Outcome::StoodDown,
        file: include_str!("scenarios/stood-down-in-time.json"),
    },
    Story {
        id: "long-ttl-and-a-crash",
        kind: Kind::Lock,
        title: both("A long TTL and a crash", "長い有効期間とクラッシュ"),
        happened: both(
            "With a TTL of 60 s no short pause does harm, but a holder that crashes keeps everybody out until the minute is over.",
            "有効期間が 60 秒なら短い停止は害にならないが、クラッシュした保持者がその 1 分のあいだ全員を締め出す。",
        ),
        note: None,
        sources: &[HAZELCAST],
        look_at: TrueTime(60_000),
        outcome: Outcome::Safe,
        file: include_str!("scenarios/long-ttl-and-a-crash.json"),
    },
    Story {
        id: "renewal-outlives-the-worker",
        kind: Kind::Lock,
        title: both(
            "Renewal that outlives the worker",
            "作業が止まっても続く延長",
        ),
        happened: both(
            "The worker hangs for a minute while another thread of its process goes on renewing: nothing is broken, and nobody gets in.",
            "作業スレッドが 1 分止まるあいだ、同じプロセスの別スレッドが延長を続ける。何も壊れないが、誰も入れない。",
        ),
        note: None,
        sources: &[REDIS],
        look_at: TrueTime(61_000),
        outcome: Outcome::Safe,
        file: include_str!("scenarios/renewal-outlives-the-worker.json"),
    },
    Story {
        id: "fast-clock",
        kind: Kind::Lock,
        title: both(
            "A lease judged by a fast clock",
            "進みの速い時計で測られるリース",
        ),
        happened: both(
            "The lock service’s clock runs 10 % fast, so the lease of 10 s ends after 9.1 s; the client looks at its own clock and sees nothing wrong.",
            "ロックサービスの時計が 10 % 速く、10 秒のリースが 9.1 秒で切れる。クライアントは自分の時計を見るが、異常はない。",
        ),
        note: None,
        sources: &[KLEPPMANN, CONSUL],
        look_at: TrueTime(9_800),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/fast-clock.json"),
    },
    Story {
        id: "lock-delay-too-short",
        kind: Kind::Lock,
        title: both("A lock-delay that is too short", "短すぎるロックディレイ"),
        happened: both(
            "After the crash of its holder the service grants nothing for 15 s more; a packet of the dead holder takes 21 s and lands on the new holder’s data.",
            "保持者のクラッシュ後、サービスは 15 秒余計に待つが、死んだ保持者のパケットは 21 秒かけて届き、新しい保持者のデータを上書きする。",
        ),
        note: None,
        sources: &[CHUBBY, CONSUL],
        look_at: TrueTime(30_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/lock-delay-too-short.json"),
    },
    Story {
        id: "redlock-clock-jump",
        kind: Kind::Lock,
        title: both("Redlock: one clock jumps", "Redlock：1 台の時計が飛ぶ"),
        happened: both(
            "Client 1 holds nodes 1, 2 and 3; the clock of node 3 jumps by 10 s, and Client 2 wins nodes 3, 4 and 5: two majorities, and nobody was paused.",
            "クライアント1がノード 1・2・3 を押さえたあと、ノード 3 の時計が 10 秒飛び、クライアント2が 3・4・5 を得る。誰も止まっていないのに過半数が 2 つできる。",
        ),
        note: None,
        sources: &[KLEPPMANN, ANTIREZ],
        look_at: TrueTime(8_500),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/redlock-clock-jump.json"),
    },
    Story {
        id: "redlock-restart",
        kind: Kind::Lock,
        title: both(
            "Redlock: one node restarts empty",
            "Redlock：1 台が空で再起動する",
        ),
        happened: both(
            "Node 3 restarts without having written the lock to disk and votes a second time; Client 2 gets a majority beside Client 1.",
            "ロックをディスクに書いていなかったノード 3 が再起動して 2 度目の票を投じ、クライアント2がクライアント1と並んで過半数を得る。",
        ),
        note: None,
        sources: &[REDIS, KLEPPMANN],
        look_at: TrueTime(8_500),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/redlock-restart.json"),
    },
    Story {
        id: "vm-stopped-with-its-clock",
        kind: Kind::Lock,
        title: both(
            "Redlock: a machine stops with its clock",
            "Redlock：時計ごと止まるマシン",
        ),
        happened: both(
            "The machine stops for 12 s while the votes are on their way, and its clock stops too: the check of the elapsed time sees 15 ms and lets an expired lock pass.",
            "票が届くまでのあいだにマシンが時計ごと 12 秒止まる。経過時間の検査には 15 ミリ秒に見え、切れたロックが通ってしまう。",
        ),
        note: None,
        sources: &[
            ANTIREZ,
            source(
                "PEP 418, clocks and suspension",
                "https://peps.python.org/pep-0418/",
            ),
        ],
        look_at: TrueTime(13_340),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/vm-stopped-with-its-clock.json"),
    },
    Story {
        id: "held-packet",
        kind: Kind::Lock,
        title: both(
            "A packet held for 88 s, and no pause at all",
            "停止なし、88 秒遅れたパケット",
        ),
        happened: both(
            "A write is sent under a valid lock and held up in the network for 88 s; the lock is released, the next client writes, and then the old packet arrives.",
            "有効なロックのもとで送られた書き込みがネットワークで 88 秒滞留する。ロックは解放され、次のクライアントが書いたあとに古いパケットが届く。",
        ),
        note: Some(both(
            "Reported by GitHub: the network stood still for about 90 s. The write is an example.",
            "GitHub の報告では、ネットワークが約 90 秒止まった。書き込みは例である。",
        )),
        sources: &[
            KLEPPMANN,
            source(
                "GitHub, Downtime last Saturday (2012)",
                "https://github.blog/2012-12-26-downtime-last-saturday/",
            ),
        ],
        look_at: TrueTime(89_900),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/held-packet.json"),
    },
];
