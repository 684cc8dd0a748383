//! The edges of fencing: what a fence on writes does not cover.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, Then, file, look, variant};
use crate::model::Millis;
use crate::sim::report::{EndedBy, Outcome, Reason};
use crate::sim::scenario::{Fault, Fence};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "edges",
    title: both("The edges of fencing", "フェンシングの限界"),
    minutes: 18,
    aim: both(
        "Say what a fence on writes does not cover, and choose between a fence on reads, versions, and asking.",
        "書き込みのフェンスが守らないものを言え、読み取りの検査・バージョン検査・照会から選べるようになる。",
    ),
    breaks: &[
        both(
            "33 is dead as soon as 34 is granted.",
            "34 が付与された瞬間に 33 は無効になる。",
        ),
        both(
            "Fenced means nothing is lost.",
            "フェンスがあれば何も失われない。",
        ),
        both("No pause, no problem.", "停止がなければ問題はない。"),
    ],
    variants: &[
        file(
            "update",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "fence": "writes" },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {"after_ms": 500}}, {"update": {"after_ms": 500}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"read": {"after_ms": 1000}}, {"update": {"after_ms": 2000}}, {"release": {"after_ms": 1000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 11000, "cause": "gc"}}]
}"#,
        ),
        variant(
            "reads",
            "update",
            &[("resource.fence", "\"reads_and_writes\"")],
            Outcome::Fenced,
        ),
        variant(
            "versions",
            "update",
            &[("resource.versions", "\"checked\"")],
            Outcome::Refused,
        ),
        variant(
            "asks",
            "update",
            &[("resource.asks_lock", "true")],
            Outcome::Refused,
        ),
        variant(
            "read-later",
            "update",
            &[("clients[1].plan[1].read.after_ms", "3000")],
            Outcome::Lucky,
        ),
        file(
            "per-object",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "fence": "writes", "fence_scope": "object" },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {"object": "index"}}, {"update": {"object": "index", "after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"write": {"object": "ledger", "after_ms": 1000}}, {"read": {"object": "index"}},
               {"update": {"object": "index", "after_ms": 4000}}, {"release": {}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 11500, "cause": "gc"}}]
}"#,
        ),
        variant(
            "per-lock",
            "per-object",
            &[("resource.fence_scope", "\"lock\"")],
            Outcome::Fenced,
        ),
        file(
            "in-time",
            Outcome::Safe,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1900, "wait": false}}, {"release": {"after_ms": 100}}] },
    { "name": "Client 2", "arrives_ms": 2100,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 400}}, {"release": {"after_ms": 1000}}] }
  ]
}"#,
        ),
        variant(
            "held",
            "in-time",
            &[("clients[0].plan[1].write.request_ms", "88000")],
            Outcome::Broken,
        ),
        variant(
            "held-little",
            "in-time",
            &[("clients[0].plan[1].write.request_ms", "600")],
            Outcome::Lucky,
        ),
        variant(
            "held-fenced",
            "held",
            &[("resource.fence", "\"writes\"")],
            Outcome::Fenced,
        ),
    ],
    predict: &[
        both(
            "The fence is on, for writes. This time the clients do not just write: they read the record, work on it, and write what they made of it. Such a read-modify-write is called an [update](#update). Client 1 has read at {decided 1 2} and stands still from {pause-begin} to {pause-end}, just before its update.",
            "書き込みのフェンスは有効である。今回のクライアントは、ただ書くのではない。レコードを読み、加工し、その結果を書く。こうした読んでから書く操作を[更新（update）](#update)と呼ぶ。クライアント1は {decided 1 2}に読み、更新の直前、{pause-begin}から {pause-end}まで止まる。",
        ),
        both(
            "Client 2 is granted {token 2} at {granted 2}, reads the record at {decided 2 2}, and works on it. It has not written yet. At {pause-end} Client 1’s update with {token 1} arrives.",
            "クライアント2は {granted 2}に番号 {token 2} で取得し、{decided 2 2}にレコードを読み、加工している。まだ書いていない。{pause-end}の時点で、クライアント1の更新が {token 1} を付けて届く。",
        ),
    ],
    predictions: &[Prediction {
        run: "update",
        decisive: |run| run.deciding(0, 2),
        question: both(
            "What happens to the update with {token 1}, and to the one of Client 2 after it?",
            "{token 1} の更新と、そのあとのクライアント2の更新はどうなるか。",
        ),
        choices: &[
            Choice {
                says: both(
                    "It is refused: {token 1} < {token 2}.",
                    "拒否される。{token 1} < {token 2} だから。",
                ),
                reason: both(
                    "The resource has not seen {token 2}. It was granted, but it arrives with the first write; here reads carry no weight at the fence.",
                    "リソースはまだ {token 2} を見ていない。付与はされたが、届くのは最初の書き込みのときである。ここでは読み取りはフェンスに数えない。",
                ),
                is_so: |run| run.is_refused(0, 2, Reason::StaleToken),
            },
            Choice {
                says: both(
                    "It is accepted; Client 2 writes over it, and it is lost.",
                    "受理される。クライアント2が上書きし、失われる。",
                ),
                reason: both(
                    "Accepted at {decided 1 3}, lost at {harm 1}. Nobody was refused, and the fence has nothing to report.",
                    "{decided 1 3}に受理され、{harm 1}に失われる。誰も拒否されず、フェンスには何の記録も残らない。",
                ),
                is_so: |run| run.is_applied(0, 2) && run.is_applied(1, 2) && run.is_harmed(),
            },
            Choice {
                says: both(
                    "It is accepted, and harmless: Client 2 has not written.",
                    "受理されるが無害。クライアント2はまだ書いていない。",
                ),
                reason: both(
                    "Client 2 has read. What it will write rests on the record as it was at {decided 2 2}.",
                    "クライアント2は読んでいる。これから書く内容は、{decided 2 2}のレコードに基づく。",
                ),
                is_so: |run| run.is_applied(0, 2) && !run.is_harmed() && run.is_applied(1, 2),
            },
            Choice {
                says: both(
                    "It is accepted; Client 2’s update is then refused.",
                    "受理される。代わりにクライアント2の更新が拒否される。",
                ),
                reason: both(
                    "Only a check of versions does that. The fence compares tokens, and {token 2} is the highest.",
                    "それをするのはバージョン検査だけである。フェンスが比べるのはトークンで、{token 2} が最大である。",
                ),
                is_so: |run| run.is_applied(0, 2) && run.is_refused(1, 2, Reason::VersionConflict),
            },
        ],
    }],
    run: &[
        both(
            "{verdict}, with the fence on. Client 1’s update was acknowledged, and it is gone: a [lost update](#lost-update). Every token came in rising order, {token 1} before {token 2}, so the fence saw nothing wrong.",
            "フェンスが有効なのに「{verdict}」。クライアント1の更新は受理の返答まで受け取ったのに消えた。[更新の喪失（lost update）](#lost-update)である。トークンは {token 1}、{token 2} と増える順に届いたので、フェンスには何の異常も見えない。",
        ),
        both(
            "A fence begins to hold when the new holder first shows its token, not when the token is granted. Between the two lies a gap in which the old one still passes. For plain writes the gap does no harm: what comes later replaces all that came before. For updates it does, since the new holder has already read.",
            "フェンスが効き始めるのは、トークンが付与されたときでなく、新しい保持者が初めてそれを示したときである。そのあいだは古い保持者がまだ通れる。単純な書き込みなら、あとから来たものがすべてを置き換えるので害はない。更新では害になる。新しい保持者がもう読んでいるからだ。",
        ),
        both(
            "So far one sentence has carried the course: a lock that expires needs a fence. Here are its limits. A fence on writes is enough for writes that do not rest on a read. Updates need more. And what knows no token at all, a mail, a card payment, an answer already given, no fence can reach.",
            "ここまでは「自動的に切れるロックにはフェンスが要る」と述べてきた。その限界がここにある。書き込みのフェンスで足りるのは、読み取りに基づかない書き込みである。更新にはそれ以上が要る。そして、トークンを知らない相手、つまりメール、カード決済、すでに返した返答には、どのフェンスも届かない。",
        ),
    ],
    investigate: &[both(
        "Three ways to stop it, or to be spared. Who pays in each?",
        "止める方法、または免れる方法が 3 つある。それぞれ、代償を払うのは誰か。",
    )],
    looks: &[
        look(
            "versions",
            both(
                "The resource checks versions",
                "リソースがバージョンを検査する",
            ),
            both(
                "Nothing is lost. The stale update stands, and the rightful Client 2 is refused at {refused 1} and must start over. [Conditional writes to S3](s3) work like this.",
                "失われるものはない。遅れた更新が残り、正当なクライアント2が {refused 1}に拒否されてやり直す。[S3 の条件付き書き込み](s3)がこの形である。",
            ),
        ),
        look(
            "asks",
            both(
                "The resource asks who holds the lock",
                "リソースが保持者を照会する",
            ),
            both(
                "Refused at {refused 1}: here it matters who holds the lock now, as in one of [the two checks that Chubby describes](chubby). It needs a lock service that answers at every write.",
                "{refused 1}に拒否される。[Chubby が挙げる 2 つの検査](chubby)の一方のように、今の保持者かどうかを見る。書き込みのたびに答えるロックサービスが要る。",
            ),
        ),
        look(
            "read-later",
            both("Client 2 reads later", "クライアント2の読み取りが遅い"),
            both(
                "It reads at {decided 2 2}, after the stale update, and builds on it. The result is the same as if they had come one after the other.",
                "遅れた更新のあと、{decided 2 2}に読み、それに基づいて書く。結果は順番に実行したのと同じになる。",
            ),
        ),
    ],
    change: &[
        both(
            "Another gap of the same kind: two objects under one lock. Client 2 has shown {per-object/token 2} to the ledger only, at {per-object/decided 2 2}. If each object keeps a highest token of its own, the index still takes {per-object/token 1}.",
            "同じ種類の隙間がもう 1 つある。1 つのロックの下に対象が 2 つある場合だ。クライアント2が {per-object/token 2} を示した相手は、{per-object/decided 2 2}の台帳（ledger）だけである。対象ごとに最大トークンを持つと、索引（index）はまだ {per-object/token 1} を受け入れる。",
        ),
        both(
            "Change one field: one highest token for all that the lock protects. If that is spread over several machines, the new holder must announce itself to them before it reads. [BookKeeper does so: it fences the old log before it recovers it](bookkeeper).",
            "1 か所だけ変える。ロックが守る範囲全体で最大トークンを 1 つにする。それが複数のマシンに分かれているなら、新しい保持者は読む前に、それらに名乗り出なければならない。[BookKeeper は古いログを復旧する前にフェンスする](bookkeeper)。",
        ),
    ],
    worked: &[look(
        "per-lock",
        both(
            "One highest token for the whole lock",
            "ロック全体で最大トークンを 1 つ",
        ),
        both(
            "The ledger’s write has raised it, and the index refuses the old update at {refused 1}. With one number each it was harmed at {per-object/harm 1}.",
            "台帳への書き込みで値が上がり、索引は古い更新を {refused 1}に拒否する。対象ごとの値では {per-object/harm 1}に実害が出ていた。",
        ),
    )],
    make: &[both(
        "Close the gap; then find harm where neither pause nor expiry is to blame.",
        "隙間を塞ごう。次に、停止にも期限切れにもよらない実害を見つけよう。",
    )],
    challenges: &[
        Challenge {
            id: "save-the-rightful",
            title: both("Save the rightful one", "正当な保持者を救う"),
            task: both(
                "Keep the pause of {pause}. Let nothing be damaged, and let no request of the rightful holder be refused. Everybody still updates what it has read.",
                "{pause}の停止はそのまま。実害を出さず、正当な保持者の要求も拒否しない。両者が読んで更新することも変えない。",
            ),
            start: "update",
            conditions: &[
                Condition {
                    says: both(
                        "clients and pause are as they were",
                        "クライアントと停止は元のまま",
                    ),
                    is_met: |trial| {
                        let (tried, start) = (trial.scenario(), &trial.start);
                        tried.clients == start.clients && tried.faults == start.faults
                    },
                },
                Condition::NO_HARM,
                Condition {
                    says: both(
                        "no request of the holder is refused",
                        "保持者の要求は拒否されない",
                    ),
                    is_met: |trial| trial.run.report.rightful_refused == 0,
                },
            ],
            hints: &[
                both(
                    "The resource should see {token 2} earlier. What does Client 2 send first?",
                    "リソースがもっと早く {token 2} を見ればよい。クライアント2が最初に送るものは何か。",
                ),
                both(
                    "Let the fence look at reads too.",
                    "読み取りもフェンスで検査する。",
                ),
            ],
            answer: "reads",
            because: both(
                "Client 2 shows {token 2} when it reads, at {decided 2 2}. From then on the old update is refused, here at {refused 1}. Asking the lock service passes too.",
                "クライアント2は {decided 2 2}の読み取りで {token 2} を示す。それ以降、古い更新は拒否され、ここでは {refused 1}である。ロックサービスへの照会でも合格する。",
            ),
            near_miss: "versions",
            then: None,
        },
        Challenge {
            id: "no-pause-no-expiry",
            title: both("No pause, no expiry", "停止も期限切れもなし"),
            task: both(
                "Without a fence, break the lock although nobody pauses, every client gives the lock back, and no two believe at once.",
                "フェンスなしで破綻させる。ただし誰も止まらず、全員がロックを返し、2 者が同時に信じることもないこと。",
            ),
            start: "in-time",
            conditions: &[
                Condition {
                    says: both("no fence, no pause", "フェンスなし、停止なし"),
                    is_met: |trial| {
                        let pause = |fault: &Fault| matches!(fault, Fault::Pause { .. });
                        let scenario = trial.scenario();
                        scenario.resource.fence == Fence::Off && !scenario.faults.iter().any(pause)
                    },
                },
                Condition {
                    says: both(
                        "every grant ends by release, and beliefs never overlap",
                        "付与はすべて解放で終わり、信念の重なりがない",
                    ),
                    is_met: |trial| {
                        let report = &trial.run.report;
                        let mut grants = report.grants.iter();
                        report.belief_overlap == Millis::ZERO
                            && grants.all(|grant| grant.ended_by == Some(EndedBy::Release))
                    },
                },
                Condition::BROKEN,
            ],
            hints: &[
                both(
                    "Client 1 does not wait for the answer to its write.",
                    "クライアント1は書き込みの返答を待たない。",
                ),
                both(
                    "Where can a write be, when its sender has long gone?",
                    "送り手がとうに去ったとき、書き込みはどこにありうるか。",
                ),
            ],
            answer: "held",
            because: both(
                "The packet is held for {held 1 2} and lands at {decided 1 2}; [GitHub’s network once stood still for about 90 s](github). Only the receiver can stop it.",
                "パケットが {held 1 2}滞留し、{decided 1 2}に届く。[GitHub のネットワークが約 90 秒止まった例](github)がある。止められるのは受け取る側だけだ。",
            ),
            near_miss: "held-little",
            then: Some(Then {
                run: "held-fenced",
                says: both(
                    "With the fence on it is refused at {refused 1}.",
                    "フェンスがあれば、{refused 1}に拒否される。",
                ),
            }),
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "With versions the rightful client may have to start over; with a fence on reads it need not. When are versions still the better buy?",
        "バージョン検査では正当なクライアントがやり直すことがあるが、読み取りも検査するフェンスならその必要はない。それでも前者を選ぶほうがよいのはどんなときか。",
    ),
};
