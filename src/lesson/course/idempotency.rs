//! Idempotency: a key, a record, a window.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, file, look, variant};
use crate::sim::report::{Outcome, Reason};
use crate::sim::scenario::Fence;
use crate::sim::trace::{Decision, Event, Standing};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "idempotency",
    title: both("Idempotency", "べき等性"),
    minutes: 12,
    aim: both(
        "Choose a key and a window, and state what leaks.",
        "キーと記憶期間を選び、何が漏れるかを述べられるようになる。",
    ),
    breaks: &[
        both(
            "Idempotent, so we need no lock and no thought.",
            "べき等だから、ロックも検討も要らない。",
        ),
        both("A fence stops duplicates.", "フェンスは重複を止める。"),
        both(
            "Exactly-once delivery exists.",
            "「ちょうど 1 回」の配送は存在する。",
        ),
    ],
    variants: &[
        file(
            "charge",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "dedup_window_ms": 60000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"effect": {"key": "invoice-7", "after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"effect": {"key": "invoice-7", "after_ms": 1000}}, {"release": {"after_ms": 1000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 75000, "cause": "gc"}}]
}"#,
        ),
        variant(
            "soon",
            "charge",
            &[("faults[0].pause.for_ms", "15000")],
            Outcome::Deduplicated,
        ),
        variant(
            "forgotten",
            "soon",
            &[(
                "faults[1]",
                r#"{"resource_restart": {"at_ms": 12000, "forgets": "keys"}}"#,
            )],
            Outcome::Broken,
        ),
        variant(
            "long-enough",
            "charge",
            &[("resource.dedup_window_ms", "65001")],
            Outcome::Deduplicated,
        ),
        variant(
            "too-short",
            "charge",
            &[("resource.dedup_window_ms", "65000")],
            Outcome::Broken,
        ),
        file(
            "resend",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "network": { "resource_ms": 50 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}},
               {"effect": {"key": "invoice-7", "after_ms": 1000, "resend_after_ms": 2000, "resends": 1}}, {"release": {}}] }
  ],
  "faults": [{"cut": {"client": "Client 1", "from": "resource", "at_ms": 1060, "for_ms": 100}}]
}"#,
        ),
        variant(
            "resend-fenced",
            "resend",
            &[("resource.fence", "\"writes\"")],
            Outcome::Broken,
        ),
        variant(
            "resend-known",
            "resend",
            &[("resource.dedup_window_ms", "60000")],
            Outcome::Deduplicated,
        ),
        file(
            "two-keys",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "dedup_window_ms": 86400000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {}}, {"update": {"key": "add-1", "after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"read": {}}, {"update": {"key": "add-2", "after_ms": 1000}}, {"release": {"after_ms": 1000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]
}"#,
        ),
        file(
            "one-key",
            Outcome::Deduplicated,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "dedup_window_ms": 60000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"write": {"key": "report-7", "after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"write": {"key": "report-7", "after_ms": 1000}}, {"release": {"after_ms": 1000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]
}"#,
        ),
        variant(
            "first-wins",
            "one-key",
            &[
                ("clients[1].plan[1].write.after_ms", "4000"),
                ("faults[0].pause.for_ms", "11000"),
            ],
            Outcome::Deduplicated,
        ),
        variant(
            "second-late",
            "one-key",
            &[("clients[1].plan[1].write.after_ms", "4000")],
            Outcome::Deduplicated,
        ),
        variant(
            "newest-wins",
            "first-wins",
            &[
                ("resource.dedup_window_ms", "null"),
                ("resource.fence", "\"writes\""),
            ],
            Outcome::Lucky,
        ),
    ],
    predict: &[
        both(
            "A payment service knows no tokens. It knows something else: every request carries a [key](#key), the name of the operation, here `invoice-7`. A key that has been done is remembered for a [window](#window) of {window}, and the same request is then answered without being done again.",
            "決済サービスはトークンを知らないが、別のものを知っている。どの要求にも、操作の識別子である[キー（key）](#key)、ここでは `invoice-7` が付く。実行したキーを[記憶期間（window）](#window)の {window}だけ覚え、同じ要求が来たら、実行せずに返答する。",
        ),
        both(
            "Client 1 is paused from {pause-begin} to {pause-end}, just before it charges the card. Client 2 takes over and charges it at {decided 2 2}. At {pause-end} Client 1 wakes and sends its charge, under the same key.",
            "クライアント1は、カードに課金する直前の {pause-begin}から {pause-end}まで止まる。引き継いだクライアント2が {decided 2 2}に課金する。{pause-end}の時点で、クライアント1が目覚め、同じキーで課金の要求を送る。",
        ),
    ],
    predictions: &[Prediction {
        run: "charge",
        decisive: |run| run.deciding(0, 1),
        question: both(
            "The key arrives a second time. What does the payment service do?",
            "同じキーが 2 度目に届いた。決済サービスはどうするか。",
        ),
        choices: &[
            Choice {
                says: both(
                    "It recognises the key, and does nothing.",
                    "キーを見分け、何もしない。",
                ),
                reason: both(
                    "It would have, for {window}. The window was over before the request came.",
                    "{window}のあいだならそうした。要求が来たとき、記憶期間はもう過ぎていた。",
                ),
                is_so: |run| run.is_refused(0, 1, Reason::Duplicate),
            },
            Choice {
                says: both(
                    "It refuses: Client 1’s lease ended long ago.",
                    "拒否する。クライアント1のリースはとうに切れている。",
                ),
                reason: both(
                    "The receiver knows keys, not leases.",
                    "受け取る側が知っているのはキーで、リースではない。",
                ),
                is_so: |run| run.is_refused(0, 1, Reason::NotHolder),
            },
            Choice {
                says: both("It charges the card a second time.", "もう一度課金する。"),
                reason: both(
                    "A forgotten key is a new key.",
                    "忘れたキーは、新しいキーと同じである。",
                ),
                is_so: |run| run.is_applied(0, 1) && run.is_harmed(),
            },
            Choice {
                says: both(
                    "It refuses: Client 1 has the older token.",
                    "拒否する。クライアント1のトークンのほうが古い。",
                ),
                reason: both(
                    "Nothing compares tokens here. And a fence at such a receiver would have to be built by its operator, not by you.",
                    "ここではトークンを比べるものがない。こうした相手にフェンスを作れるのはその運営者で、あなたではない。",
                ),
                is_so: |run| run.is_refused(0, 1, Reason::StaleToken),
            },
        ],
    }],
    run: &[
        both(
            "{verdict}: charged at {decided 2 2}, and again at {harm 1}. The protection was real, and it had an end that nobody had written down. [Stripe may remove keys after 24 hours, and a key used again after that is a new request](stripe); [SQS FIFO queues remember for 5 minutes](sqs). Ask of every window: longer than what? Not longer than a usual delay. Longer than the longest.",
            "{verdict}。{decided 2 2}に課金され、{harm 1}にもう一度課金される。守りは本物だったが、誰も書き留めていない終わりがあった。[Stripe はキーを 24 時間後に消すことがあり、それ以降に使われたキーは新しい要求になる](stripe)。[SQS の FIFO キューが覚えるのは 5 分間](sqs)である。どの記憶期間にも問うべきは「何より長いのか」だ。ふだんの遅れより、ではない。最長の遅れより、である。",
        ),
        both(
            "The idea behind it turns the course around. So far we tried to prevent the second run. [Idempotency](#idempotency) makes it harmless: doing it twice leaves what doing it once leaves. A message that was not answered may have been lost on the way or on the way back, and the sender cannot tell. So it sends again, or gives up. Exactly-once delivery is an illusion made of two honest parts: delivery at least once, and a receiver that acts at most once.",
            "その発想は、この講座の向きを変える。これまでは 2 回目の実行を防ごうとしてきた。[べき等性（idempotency）](#idempotency)は、それを無害にする。2 回実行しても 1 回と同じ結果になる。返答のない要求は、行きで失われたのか帰りで失われたのか、送り手には分からない。もう一度送るか、あきらめるかだ。「ちょうど 1 回」の配送は、少なくとも 1 回届けることと、受け手が高々 1 回だけ実行すること、この 2 つが作る見かけである。",
        ),
    ],
    investigate: &[both(
        "What does a key protect, and what not?",
        "キーが守るものと、守らないもの。",
    )],
    looks: &[
        look(
            "soon",
            both("A pause of {pause}", "停止 {pause}"),
            both(
                "Within the window: recognised at {refused 1}.",
                "記憶期間のうちなので、{refused 1}に見分けられる。",
            ),
        ),
        look(
            "forgotten",
            both(
                "The same, but the receiver restarts at {fault 2} and forgets its keys",
                "同じ停止で、受け手が {fault 2}に再起動してキーを忘れる",
            ),
            both(
                "Charged again at {harm 1}. Keys belong on disk, beside what they protect.",
                "{harm 1}に再び課金される。キーは、守る対象と一緒にディスクに置く。",
            ),
        ),
        look(
            "resend",
            both(
                "One client alone; a reply is lost, and it sends again",
                "クライアント 1 つだけ。返答が失われ、再送する",
            ),
            both(
                "Done twice, without any lock trouble. With a fence: {resend-fenced/verdict} as well, for {token 1} is not below {token 1}. With a window: {resend-known/verdict}.",
                "ロックに何の問題もないのに 2 回実行される。フェンスを付けても「{resend-fenced/verdict}」。{token 1} は {token 1} より小さくない。記憶期間があれば「{resend-known/verdict}」になる。",
            ),
        ),
        look(
            "two-keys",
            both(
                "Two updates of one record under two keys",
                "1 つのレコードを 2 つのキーで更新",
            ),
            both(
                "Harm at {harm 1}, whatever the window, here a whole day. For a key they are two operations. A read-modify-write needs a fence on reads too, or versions.",
                "記憶期間を丸 1 日にしても {harm 1}に実害が出る。キーから見れば別々の操作だ。読んでから書くなら、読み取りも検査するフェンスか、バージョン検査が要る。",
            ),
        ),
    ],
    change: &[
        both(
            "Key and fence do not do the same. Let both clients write one report under one key. Client 1 wakes at {first-wins/pause-end} and writes; Client 2, the holder, writes at {first-wins/decided 2 2}. Which report stands?",
            "キーとフェンスの働きは同じではない。2 つのクライアントが、同じ報告書を同じキーで書くとする。クライアント1は {first-wins/pause-end}に目覚めて書き、保持者のクライアント2は {first-wins/decided 2 2}に書く。残るのはどちらか。",
        ),
        both(
            "A key keeps the first, a fence keeps the newest. With keys alone the old report stands, and the holder’s is dropped as a duplicate. Change the check: the fence in place of the key. Where both are used, the token must be compared first, or a duplicate would not raise the highest token.",
            "キーは最初のものを残し、フェンスは最新のものを残す。キーだけなら古い報告書が残り、保持者の報告書は重複として捨てられる。検査をキーからフェンスに変えてみる。両方を使うなら、トークンを先に比べる。そうしないと、重複した要求が最大トークンを引き上げない。",
        ),
    ],
    worked: &[look(
        "newest-wins",
        both("The fence in place of the key", "キーの代わりにフェンス"),
        both(
            "Both are accepted, and Client 2’s of {decided 2 2} stands. The overlap is {overlap}, hence the verdict.",
            "どちらも受理され、{decided 2 2}のクライアント2の報告書が残る。この判定なのは、{overlap}の重なりがあるからだ。",
        ),
    )],
    make: &[both(
        "Measure a window; then let the wrong one win.",
        "記憶期間を測り、次に、間違ったほうを勝たせてみよう。",
    )],
    challenges: &[
        Challenge {
            id: "just-long-enough",
            title: both("Just long enough", "ちょうど足りる長さ"),
            task: both(
                "Keep the pause of {pause}. Change nothing but the window, and make the verdict Deduplicated.",
                "{pause}の停止はそのまま、記憶期間だけを変えて、判定を「重複を排除」にする。",
            ),
            start: "charge",
            conditions: &[
                Condition {
                    says: both(
                        "nothing but the window is changed",
                        "変えたのは記憶期間だけ",
                    ),
                    is_met: |trial| {
                        trial.is_start_but(|tried, start| {
                            tried.resource.dedup_window = start.resource.dedup_window;
                        })
                    },
                },
                Condition::DEDUPLICATED,
            ],
            hints: &[both(
                "From which instant does the window count, and at which does the second request come?",
                "記憶期間はどの瞬間から数え、2 度目の要求はいつ来るか。",
            )],
            answer: "long-enough",
            because: both(
                "The key was applied at {decided 2 2}; {window} later it is forgotten, one millisecond after the second request of {refused 1}.",
                "キーが適用されたのは {decided 2 2}。忘れるのはその {window}後、{refused 1}の 2 度目の要求より 1 ミリ秒あとになる。",
            ),
            near_miss: "too-short",
            then: None,
        },
        Challenge {
            id: "zombie-wins",
            title: both("The zombie wins", "ゾンビの勝ち"),
            task: both(
                "With a window and without a fence, let the old holder’s write be applied and the holder’s be dropped as a duplicate. No harm may be counted.",
                "記憶期間あり、フェンスなしで、古い保持者の書き込みを適用させ、今の保持者の書き込みを重複として捨てさせる。実害は出さないこと。",
            ),
            start: "one-key",
            conditions: &[
                Condition {
                    says: both("a window, no fence", "記憶期間あり、フェンスなし"),
                    is_met: |trial| {
                        let resource = &trial.scenario().resource;
                        resource.dedup_window.is_some() && resource.fence == Fence::Off
                    },
                },
                Condition::NO_HARM,
                Condition {
                    says: both(
                        "a stale write is applied, and the holder’s is the duplicate",
                        "失効後の書き込みが適用され、保持者のほうが重複になる",
                    ),
                    is_met: |trial| {
                        let drops_the_holder = |event: &Event| {
                            matches!(
                                event,
                                Event::Decided {
                                    issuer: Standing::Holder,
                                    decision: Decision::Refused(Reason::Duplicate),
                                    ..
                                }
                            )
                        };
                        trial.run.report.stale_accepted == 1
                            && trial.run.find(drops_the_holder).is_some()
                    },
                },
            ],
            hints: &[
                both(
                    "The old holder must come first, and still too late for its lease.",
                    "古い保持者が、リースには遅れつつ、先に届かなければならない。",
                ),
                both(
                    "Shorten the pause, and let Client 2 think longer.",
                    "停止を短くし、クライアント2の処理時間を延ばす。",
                ),
            ],
            answer: "first-wins",
            because: both(
                "Client 1 writes at {decided 1 2}, after its lease; Client 2’s of {refused 1} is dropped. Nothing is counted as harm, and the wrong report stands.",
                "クライアント1はリース切れのあと {decided 1 2}に書き、{refused 1}のクライアント2の書き込みは捨てられる。実害には数えられないが、残ったのは間違った報告書である。",
            ),
            near_miss: "second-late",
            then: None,
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "A key per attempt, per request, per job: what does each protect?",
        "キーを試みごと、要求ごと、ジョブごとに作るとき、それぞれ何を守れるか。",
    ),
};
