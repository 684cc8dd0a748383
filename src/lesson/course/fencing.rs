//! Fencing: the check is made by the one who receives the write.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, Run, file, look, variant};
use crate::model::TrueTime;
use crate::sim::report::{HarmKind, Outcome, Reason};
use crate::sim::scenario::{Fence, Tokens};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "fencing",
    title: both("Fencing", "フェンシング"),
    minutes: 12,
    aim: both(
        "Write the check in three lines, put it in the right place, and list what it needs.",
        "検査を 3 行で書き、正しい場所に置き、それに必要なものを挙げられるようになる。",
    ),
    breaks: &[
        both(
            "The token is for the client to check.",
            "トークンを確かめるのはクライアントだ。",
        ),
        both(
            "The token runs out together with the lease.",
            "トークンはリースと一緒に期限切れになる。",
        ),
        both("A fence is a kind of lock.", "フェンスはロックの一種だ。"),
    ],
    variants: &[
        file(
            "fence",
            Outcome::Fenced,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "fence": "writes" },
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
            "ahead",
            "fence",
            &[(
                "faults[1]",
                r#"{"clock_jump": {"node": 0, "at_ms": 12000, "by_ms": 3600000}}"#,
            )],
            Outcome::Fenced,
        ),
        variant(
            "behind",
            "fence",
            &[(
                "faults[1]",
                r#"{"clock_jump": {"node": 0, "at_ms": 12000, "by_ms": -3600000}}"#,
            )],
            Outcome::Fenced,
        ),
        variant(
            "unseen",
            "fence",
            &[("clients[1].arrives_ms", "17000")],
            Outcome::Lucky,
        ),
        variant(
            "two-writes",
            "fence",
            &[
                (
                    "clients[0].plan",
                    r#"[{"acquire": {}}, {"write": {"after_ms": 1000}}, {"write": {"after_ms": 500}}, {"release": {}}]"#,
                ),
                ("faults", "[]"),
            ],
            Outcome::Safe,
        ),
        variant(
            "no-tokens",
            "fence",
            &[("lock.tokens", "\"none\"")],
            Outcome::Refused,
        ),
        variant(
            "separate",
            "fence",
            &[
                ("lock.tokens", "\"separate_counter\""),
                ("network.lock_ms", "20"),
                ("clients[0].plan[1].write.after_ms", "500"),
                ("clients[1].plan[1].write.after_ms", "500"),
                ("clients[1].plan[2].release.after_ms", "3000"),
                ("faults[0].pause.at_ms", "20"),
            ],
            Outcome::Broken,
        ),
        variant(
            "joined",
            "separate",
            &[("lock.tokens", "\"counter\"")],
            Outcome::Fenced,
        ),
        variant(
            "restart",
            "fence",
            &[(
                "faults[1]",
                r#"{"resource_restart": {"at_ms": 12000, "forgets": "highest_token"}}"#,
            )],
            Outcome::Broken,
        ),
        variant(
            "restart-early",
            "fence",
            &[(
                "faults[1]",
                r#"{"resource_restart": {"at_ms": 10500, "forgets": "highest_token"}}"#,
            )],
            Outcome::Fenced,
        ),
        variant(
            "shut-out",
            "fence",
            &[
                ("clients[0].plan[1].write.after_ms", "500"),
                ("clients[1].arrives_ms", "5000"),
                (
                    "faults",
                    r#"[{"failover": {"at_ms": 4000, "forgets": "lock_and_counter", "counter_back_by": 20}}]"#,
                ),
            ],
            Outcome::Fenced,
        ),
        variant(
            "let-in",
            "shut-out",
            &[("faults[0].failover.counter_back_by", "0")],
            Outcome::Safe,
        ),
    ],
    predict: &[
        both(
            "The pause of lesson 2 again: Client 1 holds the lock with {token 1}, stands still from {pause-begin} to {pause-end}, and Client 2 is granted the lock with {token 2} at {granted 2}. One thing is new. Every write now carries the number that came with its grant, the [fencing token](#fencing-token), and the resource has a line drawn along its edge: a [fence](#fence).",
            "第 2 課と同じ停止である。クライアント1は番号 {token 1} でロックを取得し、{pause-begin}から {pause-end}まで止まる。クライアント2は {granted 2}に番号 {token 2} で取得する。新しい点は 1 つだけ。どの書き込みも、付与とともに渡された番号、[フェンシングトークン（fencing token）](#fencing-token)を携える。そしてリソースの縁に線が引かれた。[フェンス（fence）](#fence)である。",
        ),
        both(
            "Client 2 has written at {decided 2 2}, and its write was let through. Now Client 1 wakes, knows nothing of all this, and sends its write with {token 1}.",
            "クライアント2の書き込みは {decided 2 2}に通った。今、何も知らないクライアント1が目覚め、{token 1} を付けて書き込みを送る。",
        ),
    ],
    predictions: &[Prediction {
        run: "fence",
        decisive: |run| run.sending(0, 1),
        question: both(
            "Who stops the write with {token 1}, and why?",
            "{token 1} の書き込みを止めるのは誰で、なぜか。",
        ),
        choices: &[
            Choice {
                says: both(
                    "Client 1 itself: it sees that {token 1} is old.",
                    "クライアント1自身。{token 1} が古いと分かる。",
                ),
                reason: both(
                    "Client 1 knows one number, its own; with nothing to compare, no number is old. It sends. The arrow ends at the fence, not before.",
                    "クライアント1が知る番号は自分の 1 つだけ。比べる相手がなければ、古いとは分からない。だから送る。矢印が止まるのはフェンスの上で、その手前ではない。",
                ),
                is_so: |run| run.stood_down(0) && run.deciding(0, 1).is_none(),
            },
            Choice {
                says: both(
                    "The lock service: it has handed out {token 2}.",
                    "ロックサービス。{token 2} を出したあとだから。",
                ),
                reason: both(
                    "It has, and yet it never sees a write. Whoever does not receive the write cannot stop it.",
                    "確かに出したが、書き込みを目にすることがない。受け取らない者には止められない。",
                ),
                is_so: |run| run.is_refused(0, 1, Reason::NotHolder),
            },
            Choice {
                says: both(
                    "The resource: it has seen {token 2}.",
                    "リソース。{token 2} をすでに受け取っている。",
                ),
                reason: both(
                    "{token 1} < {token 2}. That is the whole check.",
                    "{token 1} < {token 2}。検査はこれだけである。",
                ),
                is_so: |run| {
                    run.is_refused(0, 1, Reason::StaleToken)
                        && expires_with_its_lease(run) == Some(false)
                },
            },
            Choice {
                says: both(
                    "The resource: the time of {token 1} ended at {ended 1}.",
                    "リソース。{token 1} の期限は {ended 1}に切れた。",
                ),
                reason: both(
                    "A token has no time. Let Client 2 come only at {unseen/arrives 2}, and the same write, just as late, is accepted: nothing newer has been seen. The verdict is then {unseen/verdict}.",
                    "トークンに時間はない。クライアント2が来るのを {unseen/arrives 2}にすると、同じだけ遅れた同じ書き込みが受理される。より新しい番号をまだ見ていないからだ。そのときの判定は「{unseen/verdict}」になる。",
                ),
                is_so: |run| expires_with_its_lease(run) == Some(true),
            },
        ],
    }],
    run: &[
        both(
            "{verdict}. The write is refused at {refused 1}, and Client 2’s data stays. From the refusal Client 1 learns what nobody had told it, and stands down. Look at the red span: it is still there, {overlap} long. Two clients believed, and two clients ran. A fence does not exclude anybody. It puts effects in order.",
            "{verdict}。書き込みは {refused 1}に拒否され、クライアント2のデータは残った。クライアント1は、誰も教えてくれなかったことを拒否によって知り、手を引く。赤い区間を見てほしい。{overlap}のまま残っている。2 者が信じ、2 者が動いていた。フェンスは誰かを排除するのではなく、書き込みに順序を付ける。",
        ),
        both(
            "The check has three lines, done as one step: `if token < highest, refuse`; `highest = token`; `apply`. It says `<` and not `<=`, for two writes under one grant must both pass; [Kafka’s brokers likewise accept an equal epoch](kafka). The number tells generations, not time: {token 1} is older than {token 2}, whatever any clock says.",
            "検査は 3 行で、不可分に行う。`if token < highest, refuse`／`highest = token`／`apply`。`<=` でなく `<` なのは、1 回の付与で行う 2 つの書き込みをどちらも通すためだ。[Kafka のブローカーも等しいエポックは受け入れる](kafka)。番号が示すのは時間でなく世代である。どの時計が何を指していようと、{token 1} は {token 2} より古い。",
        ),
        both(
            "The word says it: a fence keeps out, and nobody is told to leave. [The numbers 33 and 34 are Kleppmann’s](kleppmann); [Chubby put such a number into its sequencer](chubby) ten years earlier.",
            "名前のとおり、柵は入れないだけで、出ていけとは言わない。[33 と 34 は Kleppmann の例](kleppmann)に由来し、その 10 年前に [Chubby がこうした番号をシーケンサー（sequencer）に入れていた](chubby)。",
        ),
    ],
    investigate: &[both(
        "What does the fence hang on, and what not? Before you open a run, say what it will come to.",
        "フェンスは何に依存し、何に依存しないか。実行を開く前に、判定を予想してみよう。",
    )],
    looks: &[
        look(
            "ahead",
            both(
                "At {fault 2} the service’s clock jumps an hour ahead",
                "{fault 2}にサービスの時計が 1 時間進む",
            ),
            both(
                "Client 2’s lease ends at once. The late write is refused all the same.",
                "クライアント2のリースは即座に切れる。それでも遅れた書き込みは拒否される。",
            ),
        ),
        look(
            "behind",
            both("It jumps an hour back", "1 時間戻る"),
            both(
                "The same. Numbers know no time.",
                "結果は同じ。番号は時間を知らない。",
            ),
        ),
        look(
            "two-writes",
            both("Two writes under one token", "1 つのトークンで 2 回書く"),
            both(
                "Both pass: equal is not older.",
                "どちらも通る。等しい番号は古い番号ではない。",
            ),
        ),
        look(
            "no-tokens",
            both(
                "A lock service without tokens",
                "トークンを出さないロックサービス",
            ),
            both(
                "Every write ({refusals}) is refused, the rightful holder’s too: there is nothing to compare. [Redlock’s random values](redis) have no order either.",
                "正当な保持者のものも含め、{refusals} 件の書き込みがすべて拒否される。比べるものがないからだ。[Redlock の乱数値](redis)にも順序はない。",
            ),
        ),
        look(
            "separate",
            both(
                "Lock and counter are two services",
                "ロックとカウンタが別のサービス",
            ),
            both(
                "Client 1 stands still between the grant and the counter. It wakes, draws {token 1}, and the rightful holder had drawn {token 2}: the [zombie](#zombie) has the higher number.",
                "クライアント1は取得してから番号を引くまでのあいだに止まる。目覚めて引いた番号は {token 1}。正当な保持者が引いていたのは {token 2}。[ゾンビ（zombie）](#zombie)のほうが大きい番号を持ってしまう。",
            ),
        ),
    ],
    change: &[
        both(
            "The last run shows what the fence needs first: a number that is minted in the same step as the grant, so that the order of numbers is the order of grants. Change one field of that run: the token comes [from the counter of the lock itself](#tokens-counter).",
            "最後の実行は、フェンスにまず何が要るかを示している。付与と不可分に発番され、番号の順序が付与の順序と一致することだ。あの実行の 1 か所だけを変える。トークンを[ロック自身のカウンタから、付与と同時に](#tokens-counter)出すようにする。",
        ),
        both(
            "The pause stays, the delays stay, and Client 1 now wakes with {joined/token 1}, too late to do anything with it. [The Redis library bsm/redislock moved its counter into the acquiring script](redislock) for this reason.",
            "停止も遅延もそのままで、目覚めたクライアント1が持つのは {joined/token 1}。もう何もできない。[Redis のライブラリ bsm/redislock がカウンタを取得スクリプトの中に置いた](redislock)のも、このためである。",
        ),
        both(
            "Three more needs follow. The counter must never go back, not even in a failover. The resource must compare and write in one step. And its [highest token](#highest-token) must outlive its own restart.",
            "要るものはあと 3 つある。カウンタはフェイルオーバーでも決して戻らないこと。リソースは比較と書き込みを不可分に行うこと。そして[最大トークン（highest token）](#highest-token)は、リソース自身の再起動を越えて残ること。",
        ),
    ],
    worked: &[look(
        "joined",
        both(
            "The token is minted with the grant",
            "トークンを付与と同時に発番",
        ),
        both(
            "{token 1} < {token 2}: the late write is refused at {refused 1}.",
            "{token 1} < {token 2}。遅れた書き込みは {refused 1}に拒否される。",
        ),
    )],
    make: &[both(
        "Two ways in which a fence fails: it lets the wrong one pass, or it keeps the right one out.",
        "フェンスの失敗は 2 通りある。通してはならない者を通すか、通すべき者を締め出すかだ。",
    )],
    challenges: &[
        Challenge {
            id: "break-the-fence",
            title: both("Break the fence", "フェンスを破る"),
            task: both(
                "Leave the fence on and the tokens minted with the grant, keep a pause, and still bring about an inversion.",
                "フェンスは有効、トークンは付与と同時に発番、停止もあるままで、順序の逆転を起こす。",
            ),
            start: "fence",
            conditions: &[
                Condition {
                    says: both("the fence is on", "フェンスが有効"),
                    is_met: |trial| trial.scenario().resource.fence != Fence::Off,
                },
                Condition {
                    says: both(
                        "tokens are minted with the grant",
                        "トークンは付与と同時に発番",
                    ),
                    is_met: |trial| trial.scenario().lock.tokens == Tokens::Counter,
                },
                Condition {
                    says: both("there is a pause", "停止がある"),
                    is_met: |trial| trial.paused_ms() > 0,
                },
                Condition {
                    says: both("an inversion is done", "順序の逆転が起きる"),
                    is_met: |trial| {
                        let mut harm = trial.run.report.harm.iter();
                        harm.any(|harm| harm.kind == HarmKind::Inversion)
                    },
                },
            ],
            hints: &[
                both(
                    "The fence compares with what it remembers. What if it forgets?",
                    "フェンスは覚えている値と比べる。忘れたらどうなるか。",
                ),
                both(
                    "When must the resource restart: before Client 2’s write, or after it?",
                    "リソースの再起動は、クライアント2の書き込みの前か、あとか。",
                ),
            ],
            answer: "restart",
            because: both(
                "The resource restarts at {fault 2} with its highest token only in memory. After that {token 1} is as good as any number.",
                "最大トークンをメモリにしか持たないリソースが {fault 2}に再起動する。そのあとは {token 1} もほかの番号と変わりなく通る。",
            ),
            near_miss: "restart-early",
            then: None,
        },
        Challenge {
            id: "shut-out",
            title: both("Shut out the owner", "持ち主を締め出す"),
            task: both(
                "With the fence on, let it refuse a request of the rightful holder, and let nothing be damaged.",
                "フェンスを有効にしたまま、正当な保持者の要求を拒否させる。実害は出さないこと。",
            ),
            start: "fence",
            conditions: &[
                Condition {
                    says: both("the fence is on", "フェンスが有効"),
                    is_met: |trial| trial.scenario().resource.fence != Fence::Off,
                },
                Condition {
                    says: both(
                        "tokens are minted with the grant",
                        "トークンは付与と同時に発番",
                    ),
                    is_met: |trial| trial.scenario().lock.tokens == Tokens::Counter,
                },
                Condition {
                    says: both(
                        "the holder is refused at least once",
                        "保持者が 1 回以上拒否される",
                    ),
                    is_met: |trial| trial.run.report.rightful_refused >= 1,
                },
                Condition::NO_HARM,
            ],
            hints: &[
                both(
                    "The holder’s number must be below one that the resource has seen.",
                    "保持者の番号が、リソースがすでに見た番号より小さければよい。",
                ),
                both(
                    "A failover can take the counter back.",
                    "フェイルオーバーはカウンタを戻すことがある。",
                ),
            ],
            answer: "shut-out",
            because: both(
                "Client 1 has written with {token 1}. The failover at {fault 1} takes the counter back by {back-by 1}, so the only holder comes with {token 2} and is refused. Do not repair this by lowering the resource’s number: raise the counter.",
                "クライアント1は {token 1} で書き終えている。{fault 1}のフェイルオーバーでカウンタが {back-by 1} 戻り、ただ 1 人の保持者が {token 2} で来て拒否される。リソースの番号を下げて直してはならない。カウンタのほうを上げる。",
            ),
            near_miss: "let-in",
            then: None,
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "Where in your system would the highest token live, and what restores it after a backup is played back?",
        "自分のシステムでは、最大トークンをどこに置くか。バックアップから復元したあと、何がその値を元に戻すか。",
    ),
};

/// Whether the late write is refused also if nobody has come after its grant.
fn expires_with_its_lease(run: &Run) -> Option<bool> {
    let mut scenario = run.scenario.clone();
    scenario.clients.get_mut(1)?.arrives = TrueTime(17_000);
    Some(!Run::of(scenario).is_applied(0, 1))
}
