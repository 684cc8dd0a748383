//! The presets (`docs/facts.md`, part 1).

use super::Preset;
use crate::story::source::{ANTIREZ, CHUBBY, CONSUL, HAZELCAST, KLEPPMANN, REDIS, source};
use crate::text::both;

/// In the order of the page.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "redis",
        name: "Redis: SET NX PX",
        token: both(
            "A random value, unique for each attempt. It tells whose lock it is and has no order, so nobody can compare two of them.",
            "試みごとに一意な乱数値。誰のロックかは分かるが順序がないので、大小を比べられない。",
        ),
        expiry: both(
            "The Redis server, by its wall clock. A clock that is set forward ends the lock early.",
            "Redis サーバーが自分の壁時計で判断する。時計が進められると、ロックは早く切れる。",
        ),
        cannot: both(
            "Survive a failover: replication is asynchronous, and a replica that has not seen the key grants the lock again. Stop a holder that sleeps past its TTL.",
            "フェイルオーバーを越えられない。複製は非同期なので、キーを受け取っていないレプリカはもう一度ロックを付与する。有効期間を過ぎて眠る保持者も止められない。",
        ),
        defaults: both(
            "No TTL by default: you choose it, and the example of the documentation has 30 000 ms. Release with a script that compares before it deletes; a plain `DEL` may remove another’s lock.",
            "有効期間の既定値はなく、自分で決める（公式の例は 30 000 ミリ秒）。解放は、比べてから消すスクリプトで行う。`DEL` だけでは他人のロックを消すことがある。",
        ),
        left_out: both(
            "That the server’s clock is a wall clock is modelled by jumps only. Eviction of keys, Redis Cluster and Sentinel are left out.",
            "壁時計であることはジャンプとしてだけ扱う。キーの追い出し、Redis Cluster、Sentinel は扱わない。",
        ),
        story: "the-pause",
        sources: &[
            REDIS,
            source(
                "redis/redis#416",
                "https://github.com/redis/redis/issues/416",
            ),
        ],
    },
    Preset {
        id: "node-redlock",
        name: "Redlock (node-redlock)",
        token: both(
            "A random value, the same on all nodes. It has no order; Redlock hands out no fencing token.",
            "全ノード共通の乱数値。順序はなく、Redlock はフェンシングトークンを渡さない。",
        ),
        expiry: both(
            "Each node by its own clock, and the client by its own: validity is TTL less elapsed time less drift.",
            "各ノードが自分の時計で、クライアントも自分の時計で判断する。残り有効時間は、有効期間から経過時間とドリフト補正を引いたもの。",
        ),
        cannot: both(
            "Bear a clock that jumps, a node that restarts without its memory, or a pause after the grant. No vote sees what happens after it.",
            "時計のジャンプ、記憶を失ったノードの再起動、付与後の停止に耐えられない。投票のあとに起きることは、どの票にも見えない。",
        ),
        defaults: both(
            "`driftFactor` 0.01 (plus 2 ms), `retryCount` 10, `retryDelay` 200 ms, `retryJitter` 100 ms, `automaticExtensionThreshold` 500 ms. The TTL is yours. The source linked here returns the lock without looking whether any validity is left.",
            "`driftFactor` 0.01（＋2 ミリ秒）、`retryCount` 10、`retryDelay` 200 ミリ秒、`retryJitter` 100 ミリ秒、`automaticExtensionThreshold` 500 ミリ秒。有効期間は自分で決める。ここに示すソースは、残り有効時間を確かめずにロックを返す。",
        ),
        left_out: both(
            "Extension of a Redlock lock is left out, and so is jitter: a retry comes after a fixed time.",
            "Redlock の延長とジッターは扱わない。再試行までの時間は一定とする。",
        ),
        story: "redlock-clock-jump",
        sources: &[
            source(
                "node-redlock, src/index.ts",
                "https://github.com/mike-marcacci/node-redlock/blob/main/src/index.ts",
            ),
            REDIS,
            KLEPPMANN,
            ANTIREZ,
        ],
    },
    Preset {
        id: "redisson",
        name: "Redisson: the watchdog",
        token: both(
            "RLock: none. RFencedLock hands out a rising number, and checking it is up to you.",
            "RLock にはない。RFencedLock は増えていく番号を渡すが、検査は呼び出す側の仕事。",
        ),
        expiry: both(
            "The Redis server. The watchdog, a thread of the holder’s process, extends the lock while the process lives.",
            "Redis サーバー。ウォッチドッグ（保持者と同じプロセスのスレッド）が、プロセスが生きているあいだ延長する。",
        ),
        cannot: both(
            "Renew while its process gets no CPU: the watchdog shares the fate of what it watches. And it goes on renewing when only the worker hangs.",
            "プロセスが CPU を得られないあいだは延長できない。見張る側も運命を共にする。逆に、作業スレッドだけが固まった場合は延長し続ける。",
        ),
        defaults: both(
            "`lockWatchdogTimeout` 30 000 ms, renewed every third of it. The watchdog runs only if no `leaseTime` is given.",
            "`lockWatchdogTimeout` は 30 000 ミリ秒、その 3 分の 1 ごとに延長。ウォッチドッグが動くのは、`leaseTime` を指定しなかったときだけ。",
        ),
        left_out: both(
            "Re-entry: Redisson’s fenced lock raises its token on re-entry, so that a holder can fence itself. Waiting for replicas.",
            "再入（Redisson のフェンス付きロックは再入でもトークンを進めるので、自分自身を締め出しうる）と、レプリカの同期待ちは扱わない。",
        ),
        story: "watchdog-starved",
        sources: &[
            source(
                "redisson/redisson#4405",
                "https://github.com/redisson/redisson/issues/4405",
            ),
            source(
                "redisson/redisson#2665",
                "https://github.com/redisson/redisson/issues/2665",
            ),
            source(
                "redisson/redisson#6510",
                "https://github.com/redisson/redisson/issues/6510",
            ),
        ],
    },
    Preset {
        id: "etcd",
        name: "etcd",
        token: both(
            "The revision at which the lock’s key was created: 64 bits, rising across the whole cluster. A good fencing token.",
            "ロックのキーが作られたときのリビジョン。64 ビットで、クラスター全体で増え続ける。よいフェンシングトークンになる。",
        ),
        expiry: both(
            "The leader, through Raft; the TTL is a lower bound.",
            "リーダーが Raft を通して判断する。有効期間は下限である。",
        ),
        cannot: both(
            "Guarantee that only one client believes. Its documentation says so: the lock by itself is not mutual exclusion for anything outside etcd.",
            "信じている者が 1 人だけだとは保証できない。公式文書もそう述べている。etcd の外にあるものに対し、ロックだけでは相互排除にならない。",
        ),
        defaults: both(
            "A session of the Go client has a TTL of 60 s and renews itself. Data inside etcd is safe if the transaction that writes also compares the lock key’s create revision.",
            "Go クライアントのセッションは有効期間 60 秒で、自動で延長される。etcd 内のデータは、書き込むトランザクションでロックキーの作成リビジョンを比べれば守れる。",
        ),
        left_out: both(
            "The token is made when a client joins the line, not when it is granted; here it comes with the grant. Changes of the leader are a failover that forgets nothing.",
            "本物のトークンは列に並んだ時点で決まるが、ここでは付与と同時に出る。リーダーの交代は扱わない。",
        ),
        story: "waiter-with-a-dead-lease",
        sources: &[
            source(
                "etcd concurrency, session.go",
                "https://github.com/etcd-io/etcd/blob/main/client/v3/concurrency/session.go",
            ),
            source(
                "Jepsen, etcd 3.4.3 (2020)",
                "https://jepsen.io/analyses/etcd-3.4.3",
            ),
            source(
                "etcd-io/etcd#11490",
                "https://github.com/etcd-io/etcd/pull/11490",
            ),
        ],
    },
    Preset {
        id: "curator",
        name: "ZooKeeper with Curator",
        token: both(
            "The czxid of the lock’s node: 64 bits, global, totally ordered. Not the suffix of the node’s name, which is 32 bits for each parent and wraps around.",
            "ロックのノードの czxid。64 ビットで、全体で順序づけられている。ノード名の末尾の連番は親ごとの 32 ビットで一周するので使わない。",
        ),
        expiry: both(
            "The ensemble. A client that is cut off learns of the end of its session only when it is connected again.",
            "アンサンブル。切り離されたクライアントは、再接続して初めてセッションの終わりを知る。",
        ),
        cannot: both(
            "Tell the thread that works. SUSPENDED means “may be lost”, LOST means “is lost”, and both go to a listener that you have to write.",
            "作業中のスレッドに知らせることはできない。SUSPENDED は「失ったかもしれない」、LOST は「失った」で、どちらも自分で書いたリスナーに届くだけ。",
        ),
        defaults: both(
            "Session timeout 60 000 ms, connection timeout 15 000 ms in Curator; the server negotiates the session between 2 and 20 of its ticks.",
            "Curator の既定値はセッションタイムアウト 60 000 ミリ秒、接続タイムアウト 15 000 ミリ秒。サーバーは 2〜20 ティックの範囲で調整する。",
        ),
        left_out: both(
            "Heartbeats are renewals here; the states SUSPENDED and LOST are a client that looks at its clock.",
            "ハートビートは延長として扱う。SUSPENDED と LOST は「自分の時計を見るクライアント」で表す。",
        ),
        story: "cut-from-zookeeper",
        sources: &[
            source(
                "Curator, CuratorFrameworkFactory",
                "https://github.com/apache/curator/blob/master/curator-framework/src/main/java/org/apache/curator/framework/CuratorFrameworkFactory.java",
            ),
            source(
                "Curator Tech Note 12",
                "https://cwiki.apache.org/confluence/spaces/CURATOR/pages/68720068/TN12",
            ),
            source(
                "ZooKeeper, programmer’s guide",
                "https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html",
            ),
            source(
                "ZOOKEEPER-688",
                "https://issues.apache.org/jira/browse/ZOOKEEPER-688",
            ),
        ],
    },
    Preset {
        id: "consul",
        name: "Consul",
        token: both(
            "The sequencer: the key, its LockIndex and the session. LockIndex rises with each acquisition of the key.",
            "シーケンサー（キー、LockIndex、セッション）。LockIndex はキーを取得するたびに増える。",
        ),
        expiry: both(
            "The servers; the TTL of a session is a lower bound and starts anew when the leader changes.",
            "サーバー。セッションの有効期間は下限で、リーダーが代わると数え直しになる。",
        ),
        cannot: both(
            "Wait for packets without a bound: the lock-delay is a bet on how long one can be under way. After a clean release there is no lock-delay at all.",
            "いつまでもパケットを待つことはできない。ロックディレイは、パケットの遅れの上限への賭けである。正常な解放のあとにはロックディレイがない。",
        ),
        defaults: both(
            "Lock-delay 15 s (0 to 60 s), session behaviour `release`; the lock of the Go client has a session TTL of 15 s.",
            "ロックディレイは 15 秒（0〜60 秒）、セッションの動作は `release`。Go クライアントのロックはセッションの有効期間が 15 秒。",
        ),
        left_out: both(
            "Health checks and gossip, which may end a session before its TTL: here that is a session dropped by the service.",
            "ヘルスチェックとゴシップでセッションが早く終わることは、サービスによるセッションの破棄として扱う。",
        ),
        story: "lock-delay-too-short",
        sources: &[
            CONSUL,
            source(
                "Consul API, lock.go",
                "https://github.com/hashicorp/consul/blob/main/api/lock.go",
            ),
            CHUBBY,
        ],
    },
    Preset {
        id: "dynamodb",
        name: "DynamoDB lock client",
        token: both(
            "None. The record version number is a random id that every heartbeat changes; it has no order.",
            "なし。レコードのバージョン番号は、ハートビートのたびに変わる乱数の ID で、順序がない。",
        ),
        expiry: both(
            "The one who waits, by its own timer: unchanged for a whole TTL means free. Offsets between clocks do no harm, different rates do.",
            "待つ側が自分のタイマーで判断する。有効期間のあいだ変化がなければ空きとみなす。時計のずれは無害だが、進みの違いは害になる。",
        ),
        cannot: both(
            "Take over at once from a dead holder: whoever comes waits for a full TTL from its own first read.",
            "死んだ保持者からすぐに引き継ぐことはできない。後から来た者は、最初に読んだ時点から有効期間まるごと待つ。",
        ),
        defaults: both(
            "TTL (`leaseDuration`) 20 s, heartbeat every 5 s in a background thread.",
            "有効期間（`leaseDuration`）20 秒、バックグラウンドスレッドで 5 秒ごとにハートビート。",
        ),
        left_out: both(
            "The observer’s timer: here the service judges. So the extra wait after a crash is not shown.",
            "観察者のタイマーは扱わず、サービスが判断する。そのため、クラッシュ後の余分な待ち時間は現れない。",
        ),
        story: "watchdog-starved",
        sources: &[
            source(
                "awslabs/amazon-dynamodb-lock-client",
                "https://github.com/awslabs/amazon-dynamodb-lock-client",
            ),
            source(
                "AmazonDynamoDBLockClientOptions.java",
                "https://github.com/awslabs/amazon-dynamodb-lock-client/blob/master/src/main/java/com/amazonaws/services/dynamodbv2/AmazonDynamoDBLockClientOptions.java",
            ),
        ],
    },
    Preset {
        id: "kubernetes",
        name: "Kubernetes leader election",
        token: both(
            "None that a receiver could compare. `leaseTransitions` of the Lease object counts the changes of leader, and nobody passes it on.",
            "受け取る側が比べられるものはない。Lease オブジェクトの `leaseTransitions` はリーダーの交代を数えるが、それを渡す仕組みはない。",
        ),
        expiry: both(
            "Each candidate by its own clock, from when it last saw the record change. Offsets do no harm, different rates do.",
            "各候補が、最後に変化を見た時点から自分の時計で測る。時計のずれは無害だが、進みの違いは害になる。",
        ),
        cannot: both(
            "Guarantee a single acting leader. The package says so itself, and calls what is missing fencing.",
            "動いているリーダーが 1 つだけだとは保証できない。パッケージ自身がそう述べ、欠けているものをフェンシングと呼んでいる。",
        ),
        defaults: both(
            "Core components: LeaseDuration 15 s, RenewDeadline 10 s, RetryPeriod 2 s. The grace in which a leader must have stopped is 5 s.",
            "コアコンポーネントでは LeaseDuration 15 秒、RenewDeadline 10 秒、RetryPeriod 2 秒。リーダーが止まり終えるまでの猶予は 5 秒。",
        ),
        left_out: both(
            "The observer’s timer, as above, and RenewDeadline: the client that looks at its clock stops at the end of the lease, not 5 s earlier.",
            "観察者のタイマーと RenewDeadline は扱わない。時計を見るクライアントは、5 秒前ではなくリースの終わりで止まる。",
        ),
        story: "hung-renewal",
        sources: &[
            source(
                "client-go, leaderelection",
                "https://pkg.go.dev/k8s.io/client-go/tools/leaderelection",
            ),
            source(
                "kubernetes/kubernetes#44887",
                "https://github.com/kubernetes/kubernetes/issues/44887",
            ),
        ],
    },
    Preset {
        id: "shedlock",
        name: "ShedLock",
        token: both(
            "None. A row says until when the lock is taken, and by whom.",
            "なし。行にあるのは、いつまで誰が取っているかだけ。",
        ),
        expiry: both(
            "The application servers’ clocks, unless the provider is told `usingDbTime()`; then the database’s clock.",
            "アプリケーションサーバーの時計。プロバイダーに `usingDbTime()` を指定すればデータベースの時計になる。",
        ),
        cannot: both(
            "Keep a job from running twice if it takes longer than `lockAtMostFor`. It says so: it is made for jobs that can be repeated safely.",
            "`lockAtMostFor` より長くかかるジョブの二重実行は防げない。もともと、繰り返しても安全なジョブのためのものだと明記されている。",
        ),
        defaults: both(
            "`lockAtMostFor` has to be set, for all jobs or for each; there is no renewal unless you ask for it. Who does not get the lock skips the run and does not wait.",
            "`lockAtMostFor` は全体かジョブごとに必ず指定する。延長は、使うと決めない限り行われない。ロックを取れなかった側は待たずに実行を飛ばす。",
        ),
        left_out: both(
            "A clock for each application server: here the service’s one clock jumps. `lockAtLeastFor`, and skipping in place of waiting.",
            "サーバーごとの時計は扱わず、サービスの時計 1 つを進める。`lockAtLeastFor` と、待たずに飛ばす動作も扱わない。",
        ),
        story: "clocks-apart",
        sources: &[
            source(
                "lukas-krecan/ShedLock",
                "https://github.com/lukas-krecan/ShedLock",
            ),
            source(
                "lukas-krecan/ShedLock#231",
                "https://github.com/lukas-krecan/ShedLock/issues/231",
            ),
        ],
    },
    Preset {
        id: "hazelcast",
        name: "Hazelcast FencedLock",
        token: both(
            "The fence: the Raft commit index of the acquisition, positive and rising, with gaps. Re-entry gives the same fence.",
            "フェンス。取得の Raft コミットインデックスで、正の数が飛び飛びに増える。再入では同じ値になる。",
        ),
        expiry: both(
            "The CP group, through Raft: a session ends when its heartbeats have stayed away for the session’s TTL.",
            "CP グループが Raft を通して判断する。ハートビートが有効期間のあいだ届かないとセッションが終わる。",
        ),
        cannot: both(
            "Check the fence for you: the external service has to keep the highest one and compare. Free the lock of a crashed member quickly with its defaults.",
            "フェンスの検査まではしない。外部のサービスが最大値を覚えて比べる必要がある。既定値のままでは、クラッシュしたメンバーのロックはすぐには空かない。",
        ),
        defaults: both(
            "Session TTL 300 s, heartbeat every 5 s. The CP subsystem is off until it is given members.",
            "セッションの有効期間 300 秒、ハートビートは 5 秒ごと。CP サブシステムは、メンバー数を設定するまで無効。",
        ),
        left_out: both(
            "Re-entry. Gaps between fences make no difference: only the order counts.",
            "再入は扱わない。フェンスの値が飛ぶことは結果に影響しない。効くのは順序だけである。",
        ),
        story: "long-ttl-and-a-crash",
        sources: &[
            HAZELCAST,
            source(
                "Hazelcast, CPSubsystemConfig.java",
                "https://github.com/hazelcast/hazelcast/blob/master/hazelcast/src/main/java/com/hazelcast/config/cp/CPSubsystemConfig.java",
            ),
            source(
                "FencedLock, API",
                "https://docs.hazelcast.org/docs/5.2.5/javadoc/com/hazelcast/cp/lock/FencedLock.html",
            ),
        ],
    },
];
