//! Two purposes: one schedule, two verdicts.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, Run, file, look, variant};
use crate::model::{Millis, TrueTime};
use crate::sim::report::{HarmKind, Outcome};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "two-purposes",
    title: both("Two purposes", "2 つの目的"),
    minutes: 10,
    aim: both(
        "Say for a job what a double run costs, and read two verdicts off one schedule.",
        "あるジョブが二重に実行されたときの代償を言え、1 つの筋書きから 2 つの判定を読み取れるようになる。",
    ),
    breaks: &[
        both(
            "I have the lock until I give it back.",
            "返すまでロックは自分のものだ。",
        ),
        both("A lock is a lock.", "ロックはどれも同じだ。"),
    ],
    variants: &[
        file(
            "invoice",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {}},
               {"effect": {"key": "invoice-7", "after_ms": 14000, "unless_done": true}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"read": {}},
               {"effect": {"key": "invoice-7", "after_ms": 3000, "unless_done": true}}, {"release": {}}] }
  ]
}"#,
        ),
        variant(
            "efficiency",
            "invoice",
            &[("purpose", "\"efficiency\"")],
            Outcome::Wasted,
        ),
        variant(
            "long",
            "invoice",
            &[("lock.ttl_ms", "20000")],
            Outcome::Safe,
        ),
        variant(
            "blind",
            "long",
            &[
                ("clients[0].plan[2].effect.unless_done", "false"),
                ("clients[1].plan[2].effect.unless_done", "false"),
            ],
            Outcome::Broken,
        ),
        variant(
            "enough",
            "invoice",
            &[("lock.ttl_ms", "14001")],
            Outcome::Safe,
        ),
        variant(
            "too-short",
            "invoice",
            &[("lock.ttl_ms", "14000")],
            Outcome::Lucky,
        ),
    ],
    predict: &[
        both(
            "A mutex in one machine is kept by the kernel, which also runs the one that holds it. Over a network nobody stands above both. There a lock is a [lease](#lease): the lock service grants it for a fixed time, the [TTL](#ttl), here {ttl}. After that it grants it to the next who asks.",
            "1 台のマシンの中のミューテックスは、保持者を動かしているカーネル自身が管理する。ネットワーク越しでは、両者の上に立つ者がいない。そこでロックは[リース（lease）](#lease)になる。ロックサービスは決まった時間、つまり[有効期間（TTL）](#ttl)だけ付与し、ここでは {ttl}である。それが過ぎれば、次に要求した者に付与する。",
        ),
        both(
            "Two workers each want to send the same invoice, once. Whoever has the lock looks whether it has been sent; if not, it prepares it and sends it. Client 1 needs {thinking 1 3} for that, Client 2 needs {thinking 2 3}. No fault happens: no pause, no crash, no lost message.",
            "2 つのワーカーが、同じ請求書を 1 回だけ送ろうとしている。ロックを取った者は送信済みかどうかを確かめ、まだなら準備して送る。準備にクライアント1は {thinking 1 3}、クライアント2は {thinking 2 3}かかる。障害は何も起きない。停止もクラッシュも通信の喪失もない。",
        ),
    ],
    predictions: &[Prediction {
        run: "invoice",
        decisive: |run| run.granting(2),
        question: both(
            "The lease has just ended, and Client 1 needs more time. Who works on the invoice until it is done?",
            "リースが今切れた。クライアント1の作業はまだ終わらない。この先、請求書の作業をするのは誰か。",
        ),
        choices: &[
            Choice {
                says: both(
                    "Only Client 1: it has not given the lock back.",
                    "クライアント1だけ。まだロックを返していない。",
                ),
                reason: both(
                    "It need not give anything back. A lease ends by itself, and at this very instant, {granted 2}, Client 2 is granted the lock.",
                    "返す必要がない。リースは自動的に切れ、まさにこの瞬間（{granted 2}）に、クライアント2が取得する。",
                ),
                is_so: |run| comes_second(run) == Some(false),
            },
            Choice {
                says: both("Both.", "両方。"),
                reason: both(
                    "Client 1 goes on, for nothing stops it. Client 2 begins, for the lock was free. For {overlap} both believe that they hold it: the overlap.",
                    "止めるものがないので、クライアント1は続ける。ロックが空いたので、クライアント2は始める。{overlap}のあいだ、両方が自分のものだと信じている。これが「重なり」である。",
                ),
                is_so: |run| comes_second(run) == Some(true),
            },
            Choice {
                says: both(
                    "Only Client 2: the lock service stops Client 1.",
                    "クライアント2だけ。ロックサービスがクライアント1を止める。",
                ),
                reason: both(
                    "No arrow goes from the lock service to Client 1. It keeps a table of grants; it has no power over those who asked.",
                    "ロックサービスからクライアント1へ向かう矢印はない。サービスは付与の記録を持つだけで、要求してきた相手を動かす力はない。",
                ),
                is_so: |run| run.deciding(0, 2).is_none() && run.is_applied(1, 2),
            },
            Choice {
                says: both(
                    "Neither, until it is cleared up who has the lock.",
                    "どちらもしない。誰のロックかはっきりするまで待つ。",
                ),
                reason: both(
                    "Nobody clears anything up. A new grant needs no consent of the old holder.",
                    "はっきりさせる者はいない。新しい付与に、前の相手の同意は要らない。",
                ),
                is_so: |run| run.deciding(0, 2).is_none() && run.deciding(1, 2).is_none(),
            },
        ],
    }],
    run: &[
        both(
            "{verdict}. Client 2 sends the invoice at {decided 2 3}, Client 1 sends it again at {harm 1}. The customer has two. This harm is a [duplicate effect](#duplicate-effect). Both had looked, and both saw “not sent”: when they looked, that was true.",
            "{verdict}。クライアント2が {decided 2 3}に請求書を送り、クライアント1が {harm 1}にもう一度送る。顧客のもとに 2 通届く。この実害を[副作用の重複（duplicate effect）](#duplicate-effect)と呼ぶ。どちらも確かめ、どちらも「未送信」と読んだ。確かめた時点では、それは正しかった。",
        ),
        both(
            "Is that damage? It depends on the job. [Martin Kleppmann separates two purposes of a lock](kleppmann). With the purpose efficiency a double run costs some work, and nothing else: two servers fill the same cache. With the purpose correctness it is damage: two invoices, a corrupted file.",
            "これは損害だろうか。ジョブによる。[Martin Kleppmann はロックの目的を 2 つに分けた](kleppmann)。効率が目的なら、二重実行は余計な仕事にすぎない。2 台が同じキャッシュを埋めるような場合だ。正しさが目的なら、二重実行は損害になる。2 通の請求書や、壊れたファイルである。",
        ),
        both(
            "A lease protects taking: nobody else takes the lock while it lasts. It does not protect still having: nobody tells the holder that it is over. Accidents begin where a lock that was chosen for the first purpose is used for the second.",
            "リースが守るのは「取ること」だ。続いているあいだは、ほかの誰も取れない。「まだ持っていること」は守らない。切れたと知らせる者がいない。効率のために選んだロックを正しさのために使うところから、事故は始まる。",
        ),
    ],
    investigate: &[both(
        "The same two workers again. First change nothing but the purpose, then the time.",
        "同じ 2 つのワーカーで試す。まず目的だけを変え、次に時間を変える。",
    )],
    looks: &[
        look(
            "efficiency",
            both("The purpose is efficiency", "目的を効率に"),
            both(
                "The same run to the millisecond; only the word for it has changed. The price can be told: {overlap} of double work.",
                "ミリ秒まで同じ実行で、呼び方だけが変わる。代償は {overlap}の二重作業、と言える。",
            ),
        ),
        look(
            "long",
            both("A TTL of {ttl}", "有効期間を {ttl}に"),
            both(
                "Client 2 gets the lock at {granted 2}, reads that the invoice has been sent, and passes it over.",
                "クライアント2は {granted 2}に取得し、送信済みと読んで、送らずに済ませる。",
            ),
        ),
        look(
            "blind",
            both(
                "The same, but nobody looks first",
                "同じ条件で、誰も確かめない",
            ),
            both(
                "Sent again at {harm 1}, with an overlap of {overlap}. The lock did its part; it just does not tell the next one that the job is done.",
                "{harm 1}に再び送られる。重なりは {overlap}。ロックは役目を果たした。仕事が済んだことを次の者に伝えないだけである。",
            ),
        ),
    ],
    change: &[
        both(
            "So a lock alone does not make a job run once. Two things are needed in the last two runs: the lease must last until the effect is done, and the next one must be able to see that it was done.",
            "つまり、ロックだけではジョブは 1 回にならない。最後の 2 つの実行から、要るものが 2 つ分かる。副作用が済むまでリースが続くこと。そして、済んだことを次の者が確かめられることだ。",
        ),
        both(
            "How long is long enough? One change, worked: in the first run, make the TTL as long as Client 1’s work.",
            "どれだけ長ければ足りるか。1 つだけ変えてみる。最初の実行で、有効期間をクライアント1の作業と同じ長さにする。",
        ),
    ],
    worked: &[look(
        "too-short",
        both("A TTL of {ttl}", "有効期間を {ttl}に"),
        both(
            "The invoice goes out at {decided 1 3}, the instant at which the lease ends. It is sent once, yet by one who no longer held the lock. Nothing happened this time; that is not the same as safe.",
            "請求書が出るのは {decided 1 3}、リースが切れるその瞬間である。送られたのは 1 回だが、送った者はもうロックを持っていなかった。今回は何も起きなかっただけで、安全とは違う。",
        ),
    )],
    make: &[both(
        "Two tasks. Any way that meets the conditions passes.",
        "課題は 2 つ。条件を満たせば、どんな方法でもよい。",
    )],
    challenges: &[
        Challenge {
            id: "ttl-alone",
            title: both("Safe with the TTL alone", "有効期間だけで安全に"),
            task: both(
                "Make the verdict Safe. Change nothing but the TTL.",
                "判定を「安全」にする。変えてよいのは有効期間だけ。",
            ),
            start: "invoice",
            conditions: &[Condition::ONLY_TTL, Condition::SAFE],
            hints: &[
                both(
                    "Client 1 needs {thinking 1 3} from its grant to the effect.",
                    "取得から副作用まで、クライアント1は {thinking 1 3}かかる。",
                ),
                both(
                    "At the instant at which a lease ends, its holder is no longer the holder.",
                    "リースが切れるその瞬間、保持者はもう保持者ではない。",
                ),
            ],
            answer: "enough",
            because: both(
                "With {ttl} the lease outlives the effect by one millisecond. It is safe as long as Client 1 is never slower than that: an assumption, not a promise.",
                "{ttl}なら、リースは副作用より 1 ミリ秒だけ長く続く。クライアント1がこれより遅くならないかぎり安全だ。これは約束でなく、前提である。",
            ),
            near_miss: "too-short",
            then: None,
        },
        Challenge {
            id: "twice-apart",
            title: both("Twice, without ever overlapping", "重ならずに 2 回"),
            task: both(
                "Let the invoice be sent twice, although at no instant two clients believe that they hold the lock, and no request comes from one who does not hold it.",
                "請求書を 2 回送らせる。ただし、2 者が同時に保持と信じる瞬間はなく、保持者でない者の要求も適用されないこと。",
            ),
            start: "invoice",
            conditions: &[
                Condition {
                    says: both("a duplicate effect", "副作用の重複がある"),
                    is_met: |trial| {
                        let mut harm = trial.run.report.harm.iter();
                        harm.any(|harm| harm.kind == HarmKind::DuplicateEffect)
                    },
                },
                Condition {
                    says: both(
                        "no overlap, and nothing done by one who does not hold the lock",
                        "重なりがなく、保持者でない者の要求も適用されない",
                    ),
                    is_met: |trial| {
                        let report = &trial.run.report;
                        report.belief_overlap == Millis::ZERO && report.stale_accepted == 0
                    },
                },
            ],
            hints: &[
                both(
                    "First make the lease long enough, so that they do not overlap.",
                    "まずリースを十分に長くし、重ならないようにする。",
                ),
                both(
                    "What keeps the second from sending again? Take it away.",
                    "2 番目が送り直さないのはなぜか。その仕組みを外す。",
                ),
            ],
            answer: "blind",
            because: both(
                "Client 2 does not look. It holds the lock, rightly, and sends at {harm 1}. A perfect lock would not have helped.",
                "クライアント2は確かめない。ロックを正しく保持したまま、{harm 1}に送る。完璧なロックでも防げない。",
            ),
            near_miss: "long",
            then: None,
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "Name a job of yours for which Wasted would be the honest verdict. Who would have to agree?",
        "自分の仕事で「無駄な二重実行」が正直な判定になるジョブを挙げよ。それには誰の同意が要るか。",
    ),
};

/// Whether the second client is granted the lock before the first one's effect; none if that
/// effect never comes.
fn comes_second(run: &Run) -> Option<bool> {
    let effect: TrueTime = run.trace.entries.get(run.deciding(0, 2)?)?.at;
    Some(run.granted_at(2).is_some_and(|granted| granted < effect))
}
