//! What happened and was reported in public (`docs/facts.md`, part 3).

use super::source::{REDIS, source};
use super::{Kind, Story};
use crate::model::TrueTime;
use crate::sim::report::Outcome;
use crate::text::both;

/// In the order of the gallery.
pub(super) const STORIES: &[Story] = &[
    Story {
        id: "hbase-long-gc",
        kind: Kind::Incident,
        title: both(
            "HBase: a region server in a long GC",
            "HBase：長い GC に入ったリージョンサーバー",
        ),
        happened: both(
            "A region server stood still for 79 s in garbage collection; ZooKeeper ended its session after 60 s, its regions were given to another server, and then it woke up.",
            "リージョンサーバーが GC で 79 秒止まり、60 秒で ZooKeeper のセッションが切れてリージョンが別のサーバーに渡されたあと、目を覚ました。",
        ),
        note: Some(both(
            "Reported: the pause of 79 s. Chosen: the other times, and the late write itself; the real server was told that it was dead, and exited.",
            "報告されているのは 79 秒の停止。ほかの時刻と遅れた書き込みは仮のもの。実際のサーバーは死亡扱いを告げられて終了した。",
        )),
        sources: &[source(
            "mattshma/bigdata#25",
            "https://github.com/mattshma/bigdata/issues/25",
        )],
        look_at: TrueTime(80_010),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/hbase-long-gc.json"),
    },
    Story {
        id: "watchdog-starved",
        kind: Kind::Incident,
        title: both(
            "Redisson: the watchdog gets no CPU",
            "Redisson：CPU をもらえないウォッチドッグ",
        ),
        happened: both(
            "With the CPU at 100 % the thread that renews the lock did not run, and the lock expired while its holder went on working.",
            "CPU が 100 % に張りつき、ロックを延長するスレッドが動けず、保持者が作業を続けるうちにロックが切れた。",
        ),
        note: Some(both(
            "Reported: the defaults of 30 s and a renewal every 10 s. Chosen: how long the process was starved.",
            "報告されているのは既定値の 30 秒と 10 秒ごとの延長。CPU を得られなかった長さは仮のもの。",
        )),
        sources: &[
            source(
                "redisson/redisson#2665",
                "https://github.com/redisson/redisson/issues/2665",
            ),
            source(
                "redisson/redisson#2807",
                "https://github.com/redisson/redisson/issues/2807",
            ),
        ],
        look_at: TrueTime(36_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/watchdog-starved.json"),
    },
    Story {
        id: "cut-from-zookeeper",
        kind: Kind::Incident,
        title: both(
            "Curator: the holder is cut off from ZooKeeper",
            "Curator：ZooKeeper から切り離された保持者",
        ),
        happened: both(
            "The network to ZooKeeper was away for longer than the session; nobody told the thread that held the lock, and a second client got it while the first still worked.",
            "ZooKeeper への通信がセッションより長く途切れ、ロックを持つスレッドには何も知らされないまま、別のクライアントがロックを得た。",
        ),
        note: Some(both(
            "Chosen: all times. Curator reports SUSPENDED to a listener; here nobody listens.",
            "時刻はすべて仮のもの。Curator は SUSPENDED をリスナーに知らせるが、ここでは誰も聞いていない。",
        )),
        sources: &[
            source(
                "apache/curator#727",
                "https://github.com/apache/curator/issues/727",
            ),
            source(
                "ZOOKEEPER-688",
                "https://issues.apache.org/jira/browse/ZOOKEEPER-688",
            ),
        ],
        look_at: TrueTime(22_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/cut-from-zookeeper.json"),
    },
    Story {
        id: "clocks-apart",
        kind: Kind::Incident,
        title: both(
            "ShedLock: clocks three minutes apart",
            "ShedLock：3 分ずれた時計",
        ),
        happened: both(
            "The end of the lock was written and compared with the nodes’ own clocks; one of them ran 180 s ahead, took a lock of 120 s for expired, and both ran the job.",
            "ロックの期限を各ノードが自分の時計で書き、比べていた。180 秒進んだノードが 120 秒のロックを期限切れとみなし、両方がジョブを実行した。",
        ),
        note: Some(both(
            "Reported: 180 s and 120 s. In the picture the lock service’s clock is set forward when node-2 asks, which comes to the same.",
            "報告されているのは 180 秒と 120 秒。図では node-2 が要求した時点でロックサービスの時計を進めた。結果は同じになる。",
        )),
        sources: &[
            source(
                "lukas-krecan/ShedLock#231",
                "https://github.com/lukas-krecan/ShedLock/issues/231",
            ),
            source(
                "lukas-krecan/ShedLock#132",
                "https://github.com/lukas-krecan/ShedLock/issues/132",
            ),
        ],
        look_at: TrueTime(90_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/clocks-apart.json"),
    },
    Story {
        id: "expired-on-arrival",
        kind: Kind::Incident,
        title: both(
            "node-redlock: a lock that has already expired",
            "node-redlock：受け取った時点で切れているロック",
        ),
        happened: both(
            "The start of the attempt was noted at the wrong moment, so that the client counted its lock longer than the nodes kept it.",
            "試みの開始時刻を記録する位置が誤っており、ノードが保持するより長くロックが有効だとクライアントが数えていた。",
        ),
        note: Some(both(
            "Reported: a TTL of 1 s, and that the instant to start from was moved to and fro. Chosen: the other times. In the picture app-1 does not look at its clock, which comes to the same.",
            "報告されているのは有効期間 1 秒と、起点の位置が何度か変えられたこと。ほかの時刻は仮のもの。図の app-1 は自分の時計を見ない。結果は同じになる。",
        )),
        sources: &[
            source(
                "mike-marcacci/node-redlock#296",
                "https://github.com/mike-marcacci/node-redlock/issues/296",
            ),
            source(
                "mike-marcacci/node-redlock#167",
                "https://github.com/mike-marcacci/node-redlock/pull/167",
            ),
            source(
                "mike-marcacci/node-redlock#274",
                "https://github.com/mike-marcacci/node-redlock/pull/274",
            ),
        ],
        look_at: TrueTime(2_220),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/expired-on-arrival.json"),
    },
    Story {
        id: "waiter-with-a-dead-lease",
        kind: Kind::Incident,
        title: both(
            "etcd: a lock for a waiter whose lease is dead",
            "etcd：リースの切れた待機者に渡されたロック",
        ),
        happened: both(
            "A client waited in line for longer than its own lease lived; when its turn came, the server still answered “you hold the lock”.",
            "順番待ちのあいだに自分のリースが切れたクライアントに、順番が来るとサーバーは「ロックを保持した」と答えた。",
        ),
        note: Some(both(
            "Reported: leases of 20 s and 5 s. In the picture the waiter’s session is dropped just after its grant, in place of the lease that had ended in line; P3 and its write are added to make the harm visible.",
            "報告されているのは 20 秒と 5 秒のリース。図では、待機中に切れたリースの代わりに、付与の直後にセッションを失わせた。P3 とその書き込みは、実害を見せるために加えた。",
        )),
        sources: &[
            source(
                "etcd-io/etcd#9921",
                "https://github.com/etcd-io/etcd/issues/9921",
            ),
            source(
                "etcd-io/etcd#11456",
                "https://github.com/etcd-io/etcd/issues/11456",
            ),
            source(
                "Jepsen, etcd 3.4.3 (2020)",
                "https://jepsen.io/analyses/etcd-3.4.3",
            ),
        ],
        look_at: TrueTime(23_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/waiter-with-a-dead-lease.json"),
    },
    Story {
        id: "hung-renewal",
        kind: Kind::Incident,
        title: both(
            "Kubernetes: the renew call hangs",
            "Kubernetes：返ってこない延長要求",
        ),
        happened: both(
            "The leader was stuck in one call to renew its lease for up to 60 s; after 15 s another took over, and for the rest both acted as leader.",
            "リーダーがリース延長の 1 回の呼び出しで最大 60 秒止まり、15 秒後に別の候補が引き継いで、残りの時間は両方がリーダーとして動いた。",
        ),
        note: Some(both(
            "Reported: 60 s, and a lease of 15 s with a retry every 2 s. Chosen: the writes. In the picture a cut takes the answers away.",
            "報告されているのは 60 秒と、15 秒のリース・2 秒ごとの再試行。書き込みは仮のもの。図では通信の切断で返答を失わせた。",
        )),
        sources: &[
            source(
                "kubernetes/kubernetes#44887",
                "https://github.com/kubernetes/kubernetes/issues/44887",
            ),
            source(
                "kubernetes/kubernetes#23731",
                "https://github.com/kubernetes/kubernetes/issues/23731",
            ),
        ],
        look_at: TrueTime(30_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/hung-renewal.json"),
    },
    Story {
        id: "release-of-anothers-lock",
        kind: Kind::Incident,
        title: both(
            "Laravel: a release that deletes another’s lock",
            "Laravel：他人のロックを消す解放",
        ),
        happened: both(
            "A job outlived its lock of 10 s, a second took it, and the first then released by plain deletion: the second’s lock was gone, and a third came in.",
            "10 秒のロックより長引いたジョブのあと別のジョブがロックを得たが、最初のジョブの解放がそれを無条件に消し、3 つ目が入り込んだ。",
        ),
        note: Some(both(
            "Reported: the lock of 10 s and the order of events. Chosen: the other times and the writes.",
            "報告されているのは 10 秒のロックと出来事の順序。ほかの時刻と書き込みは仮のもの。",
        )),
        sources: &[
            source(
                "laravel/framework#26213",
                "https://github.com/laravel/framework/issues/26213",
            ),
            REDIS,
        ],
        look_at: TrueTime(14_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/release-of-anothers-lock.json"),
    },
    Story {
        id: "forgotten-commit",
        kind: Kind::Incident,
        title: both(
            "Delta Lake: the record of the commit had expired",
            "Delta Lake：期限切れで消えたコミットの記録",
        ),
        happened: both(
            "That commit N+1 existed was known only from a row that its TTL had deleted; a slow writer then wrote N+1 again, and an acknowledged commit was lost.",
            "コミット N+1 の存在を示す行が有効期間切れで消え、遅れた書き手が N+1 をもう一度書いて、確定済みのコミットが失われた。",
        ),
        note: Some(both(
            "Chosen: all times. No lock is taken here: the key of the commit is the only defence.",
            "時刻はすべて仮のもの。ここではロックを取らない。コミットのキーだけが守りだった。",
        )),
        sources: &[
            source(
                "delta-io/delta#1410",
                "https://github.com/delta-io/delta/issues/1410",
            ),
            source(
                "delta-io/delta#1416",
                "https://github.com/delta-io/delta/pull/1416",
            ),
        ],
        look_at: TrueTime(300_000),
        outcome: Outcome::Broken,
        file: include_str!("scenarios/forgotten-commit.json"),
    },
    Story {
        id: "lock-shorter-than-the-job",
        kind: Kind::Incident,
        title: both(
            "sidekiq-unique-jobs: a lock shorter than the job",
            "sidekiq-unique-jobs：ジョブより短いロック",
        ),
        happened: both(
            "A job that takes 10 to 20 minutes was queued every 5 minutes under a lock of 5 minutes, and the list of processes filled up with duplicates.",
            "10〜20 分かかるジョブが 5 分ごとに 5 分のロックで投入され、プロセス一覧が重複したジョブで埋まった。",
        ),
        note: Some(both(
            "With the purpose efficiency this is only waste. With the purpose correctness two updates are lost, and a fence sees nothing wrong: the tokens arrive in rising order.",
            "目的が効率なら無駄なだけ。目的が正しさなら更新が 2 件失われ、しかもフェンスは気づかない。トークンは小さい順に届くからだ。",
        )),
        sources: &[
            source(
                "sidekiq-unique-jobs#255",
                "https://github.com/zoolutions/sidekiq-unique-jobs/issues/255",
            ),
            source(
                "sidekiq-unique-jobs#257",
                "https://github.com/zoolutions/sidekiq-unique-jobs/issues/257",
            ),
        ],
        look_at: TrueTime(900_000),
        outcome: Outcome::Wasted,
        file: include_str!("scenarios/lock-shorter-than-the-job.json"),
    },
];
