//! The pause: belief and fact part.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, file, look, variant};
use crate::sim::report::{Outcome, Reason};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "pause",
    title: both("The pause", "停止"),
    minutes: 12,
    aim: both(
        "Tell t0 to t4 from memory, and point at the span where belief and fact part.",
        "t0〜t4 を何も見ずに説明し、信念と事実が食い違う区間を指せるようになる。",
    ),
    breaks: &[
        both(
            "The client will notice.",
            "クライアントが自分で気づくはずだ。",
        ),
        both(
            "The lock service would refuse the write.",
            "ロックサービスが書き込みを拒否するはずだ。",
        ),
        both(
            "Pauses are milliseconds, so this is theory.",
            "停止はせいぜい数ミリ秒だから、机上の話だ。",
        ),
    ],
    variants: &[
        file(
            "pause",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {"after_ms": 8000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]
}"#,
        ),
        variant(
            "short",
            "pause",
            &[("faults[0].pause.for_ms", "8000")],
            Outcome::Safe,
        ),
        variant(
            "edge",
            "pause",
            &[("faults[0].pause.for_ms", "10000")],
            Outcome::Lucky,
        ),
        variant(
            "over",
            "pause",
            &[("faults[0].pause.for_ms", "10001")],
            Outcome::Broken,
        ),
        variant(
            "migration",
            "pause",
            &[("faults[0].pause.cause", "\"vm_migration\"")],
            Outcome::Broken,
        ),
        variant(
            "crash",
            "pause",
            &[(
                "faults",
                r#"[{"crash": {"client": "Client 1", "at_ms": 1000}}]"#,
            )],
            Outcome::Safe,
        ),
        variant(
            "later",
            "pause",
            &[
                ("clients[0].plan[1].write.after_ms", "8000"),
                ("faults[0].pause.at_ms", "8000"),
                ("faults[0].pause.for_ms", "4000"),
            ],
            Outcome::Broken,
        ),
        variant(
            "tenth",
            "pause",
            &[
                ("clients[0].plan[1].write.after_ms", "9950"),
                ("clients[1].plan[1].write.after_ms", "0"),
                ("faults[0].pause.at_ms", "9940"),
                ("faults[0].pause.for_ms", "100"),
            ],
            Outcome::Broken,
        ),
        variant(
            "tenth-missed",
            "pause",
            &[
                ("clients[0].plan[1].write.after_ms", "9999"),
                ("faults[0].pause.at_ms", "9999"),
                ("faults[0].pause.for_ms", "1"),
            ],
            Outcome::Lucky,
        ),
        variant(
            "no-damage",
            "pause",
            &[("clients[1].plan[1].write.after_ms", "7000")],
            Outcome::Lucky,
        ),
        variant(
            "damage",
            "pause",
            &[("clients[1].plan[1].write.after_ms", "5999")],
            Outcome::Broken,
        ),
    ],
    predict: &[
        both(
            "Two clients write to one record. The resource, here a database, stores it; whoever writes takes a lock first. The lock is a [lease](#lease): it ends by itself after {ttl}. Client 1 is granted it at {granted 1}, with the number {token 1}. At {pause-begin}, just as it is about to write, its process stands still: a garbage collection, {pause} long.",
            "2 つのクライアントが 1 つのレコードに書き込む。保存するのはリソース、ここではデータベースである。書く前には必ずロックを取る。このロックは[リース（lease）](#lease)で、{ttl}たつと自動的に切れる。クライアント1は {granted 1}の時点で、番号 {token 1} とともに取得した。{pause-begin}の時点で、まさに書き込もうとしたところでプロセスが止まる。ガベージコレクション（GC）による {pause}の[停止（pause）](#pause)である。",
        ),
        both(
            "The [pause](#pause) outlives the lease. Client 2, which has been asking since {asked 2}, is granted the lock at {granted 2} with the number {token 2}, and writes at {decided 2 2}. At {pause-end} Client 1 runs again. The next line of its program is the write.",
            "停止はリースより長い。{asked 2}から待っていたクライアント2が、{granted 2}に番号 {token 2} で取得し、{decided 2 2}に書き込む。{pause-end}の時点で、クライアント1が再び動き出す。プログラムの次の行は、あの書き込みである。",
        ),
    ],
    predictions: &[Prediction {
        run: "pause",
        decisive: |run| run.sending(0, 1),
        question: both(
            "What becomes of Client 1’s write?",
            "クライアント1の書き込みはどうなるか。",
        ),
        choices: &[
            Choice {
                says: both(
                    "It is never sent: Client 1 notices that its lease is over.",
                    "送られない。クライアント1がリース切れに気づく。",
                ),
                reason: both(
                    "By its own account Client 1 has lived for {pause-begin} since the grant. Nothing told it of the {pause} in between, and no line of its program looks at a clock. Even if one did, the pause could come between the look and the write.",
                    "クライアント1にとって、取得から過ぎた時間は {pause-begin}でしかない。あいだの {pause}を知らせるものはなく、時計を見る行もプログラムにない。仮に見ていたとしても、見てから書くまでのあいだに停止が入りうる。",
                ),
                is_so: |run| run.stood_down(0) && run.deciding(0, 1).is_none(),
            },
            Choice {
                says: both(
                    "The lock service refuses it: Client 2 holds the lock now.",
                    "ロックサービスが拒否する。今ロックを持つのはクライアント2だから。",
                ),
                reason: both(
                    "The arrow of the write goes from Client 1 to the resource. The lock service does not lie on its way and never sees a write.",
                    "書き込みの矢印は、クライアント1からリソースへ直接向かう。ロックサービスはその経路上になく、書き込みを目にすることがない。",
                ),
                is_so: |run| run.is_refused(0, 1, Reason::NotHolder),
            },
            Choice {
                says: both(
                    "It is accepted, over Client 2’s data.",
                    "受理され、クライアント2のデータを上書きする。",
                ),
                reason: both(
                    "The resource stores what arrives. It arrives last, so it stands.",
                    "リソースは届いたものを保存する。最後に届いたものが残る。",
                ),
                is_so: |run| run.is_applied(0, 1) && run.is_harmed(),
            },
            Choice {
                says: both(
                    "The resource refuses it: its lease ended {overlap} ago.",
                    "リソースが拒否する。リースは {overlap}前に切れている。",
                ),
                reason: both(
                    "The resource was never told of a lock. It receives data, compares nothing, and does not know whose lease is over.",
                    "リソースはロックのことを何も知らされていない。データを受け取るだけで何も比べず、誰のリースが切れたかも知らない。",
                ),
                is_so: |run| run.is_refused(0, 1, Reason::StaleToken),
            },
        ],
    }],
    run: &[
        both(
            "{verdict}. The write is accepted at {harm 1}, and Client 2’s data is gone: an older grant’s write stands over a newer one’s. This harm is called an [inversion](#inversion). Nobody made a mistake. Client 1 ran its program line by line. The lock service ended the lease when it said it would, and granted it to the next. The resource stored what it was sent.",
            "{verdict}。書き込みは {harm 1}に受理され、クライアント2のデータは消えた。古い付与による書き込みが、新しい付与の書き込みの上に残っている。この実害を[順序の逆転（inversion）](#inversion)と呼ぶ。誰も間違えていない。クライアント1はプログラムを 1 行ずつ実行した。ロックサービスは約束した時刻にリースを終え、次の相手に付与した。リソースは送られてきたものを保存した。",
        ),
        both(
            "Keep two bars of the picture apart. The solid bar of the lock service is fact: who is the [holder](#holder). The outlined bar of a client is [belief](#belief): what it thinks of itself. From {ended 1} to {pause-end} two clients believe, and one of them is wrong. These {overlap} are what the course is about.",
            "図の 2 種類の帯を区別してほしい。ロックサービスの塗りつぶした帯は事実、つまり誰が[保持者（holder）](#holder)かを示す。クライアントの枠だけの帯は[信念（belief）](#belief)、つまり自分をどう認識しているかを示す。{ended 1}から {pause-end}まで、2 者が保持していると信じ、一方は間違っている。この {overlap}がこの講座の主題である。",
        ),
        both(
            "Its five moments have names: t0 the grant, t1 the pause begins, t2 the lease ends, t3 the next holder writes, t4 the late write. [Martin Kleppmann told this story in 2016](kleppmann).",
            "5 つの時点に名前を付けておく。t0 付与、t1 停止の開始、t2 リースの満了、t3 次の保持者の書き込み、t4 遅れた書き込み。[Martin Kleppmann が 2016 年に示した筋書き](kleppmann)である。",
        ),
    ],
    investigate: &[both(
        "[Many things stop a program](kleppmann): GC, a page fault, a CPU that is given to others, a `SIGSTOP`. They differ in what stands still, a thread, the process, or the machine together with its clock, but not in what follows. Nor are they all short: [an HBase server’s JVM once stood for 79 s](hbase). A packet that the network holds back has the same effect; [GitHub’s network once stood still for about 90 s](github).",
        "[プログラムを止めるものは多い](kleppmann)。GC、ページフォールト、CPU スティール、`SIGSTOP`。止まるのがスレッドか、プロセスか、それとも時計を含むマシン全体かという違いはあるが、起きることは同じだ。短いとも限らない。[HBase サーバーの JVM が 79 秒止まった例がある](hbase)。ネットワークに滞留したパケットも同じ結果を招く。[GitHub では約 90 秒ネットワークが止まった](github)。",
    )],
    looks: &[
        look(
            "short",
            both("A pause of {pause}", "停止 {pause}"),
            both(
                "Client 1 wakes at {pause-end}, still the holder. Not every pause does harm.",
                "クライアント1は {pause-end}に、まだ保持者のうちに目覚める。停止がいつも害になるわけではない。",
            ),
        ),
        look(
            "edge",
            both("A pause of {pause}", "停止 {pause}"),
            both(
                "The late write comes at the same instant as Client 2’s, {decided 2 2}, and is handled first. Nothing is lost this time; nothing prevented it either.",
                "遅れた書き込みは、クライアント2の書き込みと同じ {decided 2 2}に届き、先に処理された。今回は何も失われないが、それを防いだものもない。",
            ),
        ),
        look(
            "over",
            both("A pause of {pause}", "停止 {pause}"),
            both("One millisecond more.", "1 ミリ秒だけ長い。"),
        ),
        look(
            "migration",
            both(
                "Another cause: a virtual machine is moved",
                "別の原因：仮想マシンの移動",
            ),
            both(
                "Another thing stands still. The picture is the same.",
                "止まるものは違うが、図は同じになる。",
            ),
        ),
        look(
            "crash",
            both(
                "A crash at {fault 1} in place of the pause",
                "停止の代わりに {fault 1}にクラッシュ",
            ),
            both(
                "Until {pause/pause-end} the lock lane is the same to the millisecond. Seen from the lock service, dead and slow cannot be told apart. Read leader for holder and term for the number, and the {pause/overlap} above are a [split brain](#split-brain).",
                "{pause/pause-end}まで、ロックのレーンはミリ秒まで同じである。ロックサービスからは、死んだ相手と遅い相手を区別できない。保持者をリーダー、番号を任期（term）と読み替えれば、先の {pause/overlap}は[スプリットブレイン（split brain）](#split-brain)そのものだ。",
            ),
        ),
    ],
    change: &[
        both(
            "How long must a pause be to do harm? Not as long as the lease. What counts is where it begins. Let Client 1 do its work first and write later: the same program, with {later/thinking 1 2} of thinking before the write in place of {pause/thinking 1 2}.",
            "害が出るには、どれだけ長い停止が要るか。リースと同じ長さは要らない。効くのは始まる位置である。クライアント1に先に作業をさせ、書き込みを遅らせてみる。同じプログラムで、書き込み前の処理時間を {pause/thinking 1 2}から {later/thinking 1 2}に変える。",
        ),
        both(
            "A pause of {later/pause} that begins at {later/pause-begin} is now enough. It begins when {later/left-of-lease} are left on the lease. So the figure to ask for is not the longest pause. It is the time that is left when the pause begins.",
            "{later/pause-begin}に始まる {later/pause}の停止で足りるようになった。始まった時点でリースの残りは {later/left-of-lease}である。問うべき数値は停止の最大長ではなく、この残り時間なのだ。",
        ),
    ],
    worked: &[look(
        "later",
        both(
            "The pause begins at {pause-begin}",
            "停止の開始を {pause-begin}に",
        ),
        both(
            "{pause} in place of {pause/pause}, and the same harm at {harm 1}.",
            "停止は {pause/pause}でなく {pause}だが、{harm 1}に同じ実害が出る。",
        ),
    )],
    make: &[both(
        "Now you. The simulation judges; any way that meets the conditions passes.",
        "次は自分で試す番だ。判定はシミュレーションが行う。条件を満たせば、どんな方法でもよい。",
    )],
    challenges: &[
        Challenge {
            id: "tenth",
            title: both("A tenth of a second", "0.1 秒で壊す"),
            task: both(
                "Break the lock with a pause of at most 0.1 s. The lease lasts {ttl}, and without its pauses the run must do no harm.",
                "0.1 秒以内の停止でロックを破綻させる。リースは {ttl}のまま。停止を除いた実行では実害が出ないこと。",
            ),
            start: "pause",
            conditions: &[
                Condition::TTL_OF_10_S,
                Condition {
                    says: both(
                        "all pauses together at most 0.1 s",
                        "停止は合わせて 0.1 秒以内",
                    ),
                    is_met: |trial| (1..=100).contains(&trial.paused_ms()),
                },
                Condition::BROKEN,
                Condition::HARMLESS_WITHOUT_PAUSES,
            ],
            hints: &[
                both(
                    "Let Client 1 think until just before its lease ends.",
                    "クライアント1の処理を、リースが切れる直前まで続けさせる。",
                ),
                both(
                    "Client 2 must have written before the late write comes. How soon after its grant can it write?",
                    "遅れた書き込みより先に、クライアント2が書いていなければならない。取得後、最短でいつ書けるか。",
                ),
            ],
            answer: "tenth",
            because: both(
                "Client 1 would write at {thinking 1 2}, in time. A pause of {pause} at {pause-begin} moves that to {decided 1 2}. Client 2 is granted the lock at {granted 2} and writes at once.",
                "クライアント1は本来 {thinking 1 2}に、間に合って書ける。{pause-begin}からの {pause}の停止で、書き込みが {decided 1 2}にずれる。クライアント2は {granted 2}に取得し、すぐに書く。",
            ),
            near_miss: "tenth-missed",
            then: None,
        },
        Challenge {
            id: "no-damage",
            title: both("The same pause, no damage", "同じ停止、実害なし"),
            task: both(
                "Keep the pause of {pause} and the TTL of {ttl}, add no defence, and make the verdict Lucky.",
                "{pause}の停止と有効期間 {ttl}はそのまま、防御も加えずに、判定を「たまたま無害」にする。",
            ),
            start: "pause",
            conditions: &[
                Condition::TTL_OF_10_S,
                Condition {
                    says: both("one pause of 15 s", "停止は 15 秒が 1 回"),
                    is_met: |trial| {
                        let pauses: Vec<i64> = trial.pauses().map(|(_, lasting)| lasting).collect();
                        pauses == [15_000]
                    },
                },
                Condition {
                    says: both("the verdict is Lucky", "判定が「たまたま無害」"),
                    is_met: |trial| trial.outcome() == Outcome::Lucky,
                },
            ],
            hints: &[
                both(
                    "The late write is harmful only if a newer one stands there already.",
                    "遅れた書き込みが害になるのは、新しい書き込みがすでにある場合だけである。",
                ),
                both(
                    "Change how long Client 2 thinks before it writes.",
                    "クライアント2が書く前の処理時間を変えてみる。",
                ),
            ],
            answer: "no-damage",
            because: both(
                "Client 2 writes at {decided 2 2}, after the late write. The newest data stands, for no better reason than that Client 2 was slow.",
                "クライアント2の書き込みは {decided 2 2}、遅れた書き込みよりあとになる。最新のデータが残ったが、理由はクライアント2が遅かったことだけだ。",
            ),
            near_miss: "damage",
            then: None,
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "The pause that does harm could be 2 ms long. Which figure, then, should an engineer ask for, if not the longest pause?",
        "害を及ぼす停止は 2 ミリ秒かもしれない。では、停止の最大長でないなら、技術者はどの数値を問うべきか。",
    ),
};
