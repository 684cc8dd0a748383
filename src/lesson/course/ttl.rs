//! The TTL dilemma: whatever the TTL, somebody pays.

use crate::lesson::{
    Bench, Challenge, Choice, Condition, Lesson, Prediction, Run, Then, file, look, variant,
};
use crate::model::{ClientId, Millis, TrueTime};
use crate::sim::report::Outcome;
use crate::sim::trace::Event;
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "ttl",
    title: both("The TTL dilemma", "有効期間のジレンマ"),
    minutes: 15,
    aim: both(
        "Name the price of any TTL on both sides; say what renewal moves, and what it does not.",
        "どんな有効期間にも両側に代償があることを言え、延長で動くものと動かないものを説明できるようになる。",
    ),
    breaks: &[
        both("A longer TTL fixes it.", "有効期間を長くすれば解決する。"),
        both(
            "The service sees that the holder has died.",
            "保持者が死んだことはサービスに分かる。",
        ),
        both(
            "With a watchdog the lease cannot run out under me.",
            "ウォッチドッグがあれば、作業中にリースが切れることはない。",
        ),
    ],
    variants: &[
        file(
            "crash",
            Outcome::Safe,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 30000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {"after_ms": 8000}}] }
  ],
  "faults": [{"crash": {"client": "Client 1", "at_ms": 1000}}]
}"#,
        ),
        variant(
            "long",
            "crash",
            &[(
                "faults",
                r#"[{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]"#,
            )],
            Outcome::Safe,
        ),
        variant("ten", "crash", &[("lock.ttl_ms", "10000")], Outcome::Safe),
        variant("seed", "long", &[("lock.ttl_ms", "10000")], Outcome::Broken),
        variant(
            "watched",
            "seed",
            &[("clients[0].renew_ms", "3000")],
            Outcome::Broken,
        ),
        variant(
            "renewed",
            "watched",
            &[
                ("clients[0].plan[1].write.after_ms", "5999"),
                ("faults[0].pause.at_ms", "5999"),
                ("faults[0].pause.for_ms", "8500"),
            ],
            Outcome::Broken,
        ),
        variant(
            "renewed-early",
            "renewed",
            &[
                ("clients[0].plan[1].write.after_ms", "3001"),
                ("faults[0].pause.at_ms", "3001"),
            ],
            Outcome::Safe,
        ),
        variant(
            "sleeper",
            "watched",
            &[
                ("faults[0].pause.for_ms", "60000"),
                ("faults[0].pause.stops", "\"worker\""),
            ],
            Outcome::Safe,
        ),
        variant(
            "delay",
            "seed",
            &[("lock.lock_delay_ms", "15000")],
            Outcome::Lucky,
        ),
        variant(
            "twelve",
            "seed",
            &[("lock.ttl_ms", "12000")],
            Outcome::Broken,
        ),
        variant(
            "outlast",
            "seed",
            &[("lock.ttl_ms", "16001")],
            Outcome::Safe,
        ),
        variant(
            "almost",
            "seed",
            &[("lock.ttl_ms", "16000")],
            Outcome::Lucky,
        ),
        variant("price", "crash", &[("lock.ttl_ms", "16001")], Outcome::Safe),
    ],
    predict: &[
        both(
            "A pause of {long/pause} broke the lock when the TTL was {seed/ttl}. Make the TTL {long/ttl}, and the same pause is harmless: Client 1 wakes at {long/pause-end}, still the holder. Solved?",
            "有効期間が {seed/ttl}のとき、{long/pause}の停止でロックは破綻した。有効期間を {long/ttl}にすると、同じ停止は無害になる。クライアント1は {long/pause-end}に、まだ保持者のうちに目覚める。これで解決だろうか。",
        ),
        both(
            "The same settings, another day. At {fault 1} Client 1 does not pause, it crashes. Client 2 comes at {arrives 2}. And a third day, with a watchdog: a thread of Client 1 [renews](#renewal) the lease every {renewed/renew 1}, so the TTL can be {renewed/ttl} again, and the pause, {renewed/pause}, is shorter than that.",
            "同じ設定で、別の日。クライアント1は {fault 1}に、止まるのでなくクラッシュする。クライアント2は {arrives 2}に来る。そして 3 日目は[ウォッチドッグ（watchdog）](#renewal)を付ける。クライアント1のスレッドが {renewed/renew 1}ごとにリースを延長するので、有効期間は {renewed/ttl}に戻した。停止は {renewed/pause}で、それより短い。",
        ),
    ],
    predictions: &[
        Prediction {
            run: "crash",
            decisive: |run| {
                run.find(|event| {
                    matches!(
                        event,
                        Event::Denied {
                            client: ClientId(1),
                            ..
                        }
                    )
                })
            },
            question: both(
                "Client 1 has crashed. Client 2 asks for the first time. When does it get the lock?",
                "クライアント1はクラッシュした。クライアント2が初めてロックを要求する。得られるのはいつか。",
            ),
            choices: &[
                Choice {
                    says: both(
                        "At once: the dead connection is seen.",
                        "すぐに。接続が切れたことが分かるから。",
                    ),
                    reason: both(
                        "What the service gets is silence, and a pause sounds the same. If it took silence for death, the pause would break the lock again.",
                        "サービスに届くのは沈黙だけで、停止の沈黙と区別がつかない。沈黙を死とみなせば、停止のときにまた破綻する。",
                    ),
                    is_so: |run| {
                        run.first_granted_at(1)
                            .is_some_and(|at| at <= TrueTime(2000))
                    },
                },
                Choice {
                    says: both(
                        "At {ten/granted 2}, as before.",
                        "以前と同じ {ten/granted 2}に。",
                    ),
                    reason: both(
                        "The lease was granted for {ttl}. The TTL that was chosen for the pause is paid for at the crash.",
                        "リースは {ttl}で付与された。停止に備えて選んだ長さの代償を、クラッシュのときに払う。",
                    ),
                    is_so: |run| run.first_granted_at(1) == Some(TrueTime(10_000)),
                },
                Choice {
                    says: both("At {ended 1}.", "{ended 1}に。"),
                    reason: both(
                        "It waits {wait 2}, and for {dead-hold} nobody at all can work.",
                        "{wait 2}待つ。{dead-hold}のあいだ、誰も仕事ができない。",
                    ),
                    is_so: |run| {
                        let end = run.granted_at(1).map(|at| at.plus(run.scenario.lock.ttl));
                        run.first_granted_at(1).is_some_and(|at| Some(at) == end)
                    },
                },
                Choice {
                    says: both(
                        "Never: somebody must delete the lock.",
                        "得られない。誰かがロックを消す必要がある。",
                    ),
                    reason: both(
                        "A lease ends by itself. That is what it is for.",
                        "リースは自動的に切れる。そのためのリースである。",
                    ),
                    is_so: |run| run.first_granted_at(1).is_none(),
                },
            ],
        },
        Prediction {
            run: "renewed",
            decisive: |run| {
                let end = run.find(|event| matches!(event, Event::FaultEnded { .. }))?;
                Some(end + 1)
            },
            question: both(
                "Shorter than the TTL, and renewed. Client 1 wakes and writes. What becomes of it?",
                "停止は有効期間より短く、延長もしていた。クライアント1が目覚めて書き込む。どうなるか。",
            ),
            choices: &[
                Choice {
                    says: both(
                        "Accepted, over Client 2’s data.",
                        "受理され、クライアント2のデータを上書きする。",
                    ),
                    reason: both(
                        "The last renewal left at {renewed 1}, so the lease ended at {granted 2}. The watchdog stood still together with its process.",
                        "最後の延長は {renewed 1}の時点だったので、リースは {granted 2}に切れた。ウォッチドッグもプロセスと一緒に止まっていた。",
                    ),
                    is_so: |run| run.is_applied(0, 1) && run.is_harmed(),
                },
                Choice {
                    says: both(
                        "Accepted, and rightly: the lease is still on.",
                        "受理され、それで正しい。リースはまだ続いている。",
                    ),
                    reason: both(
                        "A pause shorter than the TTL is not short enough. What counts runs from the last renewal, not from the pause.",
                        "有効期間より短いだけでは足りない。数えるのは停止の始まりからでなく、最後の延長からである。",
                    ),
                    is_so: |run| written_before_the_next_grant(run) == Some(true),
                },
                Choice {
                    says: both(
                        "Accepted: the late renewal brings the lease back.",
                        "受理される。遅れた延長でリースが復活する。",
                    ),
                    reason: both(
                        "The renewal is refused: {token 2} has been out since {granted 2}. A service that revived {token 1} would have two holders.",
                        "延長は拒否される。{granted 2}から {token 2} が出ている。{token 1} を復活させるサービスなら、保持者が 2 人になる。",
                    ),
                    is_so: |run| {
                        let late = run.find(|event| matches!(event, Event::RenewalDenied { .. }));
                        late.is_none() && run.is_applied(0, 1)
                    },
                },
                Choice {
                    says: both(
                        "Never sent: the refused renewal stops it.",
                        "送られない。延長の拒否を知って止まる。",
                    ),
                    reason: both(
                        "Renewal and write leave at the same instant. Client 1 learns of its loss, and stands down, when the write is gone.",
                        "延長と書き込みは同じ瞬間に出ていく。クライアント1が失効を知って手を引くのは、書き込みを送ったあとである。",
                    ),
                    is_so: |run| run.stood_down(0) && run.deciding(0, 1).is_none(),
                },
            ],
        },
    ],
    run: &[
        both(
            "The verdict of the crash is {verdict}: nothing is damaged. But Client 2 waits {wait 2}, and this is the other side of the same number. A long TTL survives long pauses, and a dead holder blocks everybody for up to that long. A short one frees the lock soon, and ends under holders that are alive. [Hazelcast’s documentation states the same dilemma](hazelcast-cp).",
            "クラッシュの判定は「{verdict}」、壊れたものはない。だがクライアント2は {wait 2}待つ。同じ数値の裏側である。長い有効期間は長い停止に耐えるが、死んだ保持者が最大でその長さだけ全員を待たせる。短ければロックは早く空くが、生きている保持者の作業中に切れる。[Hazelcast の文書も同じジレンマを述べている](hazelcast-cp)。",
        ),
        both(
            "Renewal does not dissolve it, it moves the edge. Without renewal a pause does harm if it outlasts what is left of the TTL. With renewal at least TTL less interval is left, here {renewed/ttl} less {renewed/renew 1}; a pause longer than that can end the lease. And the watchdog shares the fate of its process: [that of Redisson, a Redis client, could not run while the CPU was taken](redisson).",
            "延長はジレンマを解消せず、境目をずらすだけだ。延長がなければ、有効期間の残りより長い停止が害になる。延長があれば、残りは少なくとも「有効期間 − 延長間隔」、ここでは {renewed/ttl}から {renewed/renew 1}を引いた長さになる。それより長い停止はリースを切らしうる。しかもウォッチドッグはプロセスと運命を共にする。[Redisson では CPU が奪われているあいだ動けなかった例がある](redisson)。",
        ),
    ],
    investigate: &[both(
        "Draw two curves over the TTL, from many runs with random pauses and crashes: how often harm is done, and how long the others wait after a crash. The first falls, the second rises. They never both reach zero.",
        "停止とクラッシュを無作為に起こした多数の実行から、有効期間に対する 2 本の曲線を描いてみる。実害の頻度と、クラッシュ後にほかの者が待つ長さである。前者は下がり、後者は上がる。両方が同時に 0 になることはない。",
    )],
    looks: &[
        look(
            "sleeper",
            both(
                "Only the worker stands still, for {pause}",
                "作業スレッドだけが {pause}止まる",
            ),
            both(
                "The watchdog lives and renews, and Client 2 gets in at {granted 2}. A lock held for a sleeper. [Redis asks for a limit on extensions](redis) for this reason.",
                "ウォッチドッグは生きて延長を続け、クライアント2が取得するのは {granted 2}になる。眠っている相手のために、ロックが保たれ続ける。[Redis が延長回数の制限を求める](redis)のはこのためだ。",
            ),
        ),
        look(
            "delay",
            both(
                "A [lock-delay](#lock-delay) of {lock-delay}, TTL {ttl}",
                "[ロックディレイ（lock-delay）](#lock-delay){lock-delay}、有効期間 {ttl}",
            ),
            both(
                "After an expiry nothing is granted for a while, so Client 2 waits until {granted 2}, and the late write comes first. [The paper on Chubby, Google’s lock service, calls it imperfect](chubby), [Consul’s default is 15 s](consul). One more bet on a bound.",
                "期限切れのあと、しばらく誰にも付与しない。クライアント2は {granted 2}まで待ち、遅れた書き込みが先に届く。[Google のロックサービス Chubby の論文は、これを不完全と述べ](chubby)、[Consul の既定値は 15 秒](consul)である。上限への賭けがもう 1 つ増えただけだ。",
            ),
        ),
    ],
    change: &[
        both(
            "Back to the first pause, {seed/pause} with a TTL of {seed/ttl}. Make the TTL a little longer and see what that buys.",
            "最初の停止に戻る。{seed/pause}の停止、有効期間 {seed/ttl}。有効期間を少し長くして、効果を見る。",
        ),
        both(
            "It buys nothing: the pause still outlasts the lease, and Client 2 only waits longer. Whether a TTL is enough depends on the longest pause, and nobody knows that figure. If pauses have no bound, no rule that is made of times alone can exclude a second holder.",
            "効果はない。停止はまだリースより長く、クライアント2の待ち時間が延びただけである。足りるかどうかは最長の停止で決まるが、その値を知る者はいない。停止に上限がないなら、時間だけで作った規則では 2 人目の保持者を防げない。",
        ),
    ],
    worked: &[look(
        "twelve",
        both("A TTL of {ttl}", "有効期間を {ttl}に"),
        both(
            "Client 2 waits {wait 2} in place of {seed/wait 2}; the harm at {harm 1} is the same.",
            "クライアント2の待ち時間は {seed/wait 2}から {wait 2}に延びた。{harm 1}の実害は変わらない。",
        ),
    )],
    make: &[both(
        "First pay on one side, then on the other.",
        "まず一方の代償を、次にもう一方の代償を確かめる。",
    )],
    challenges: &[
        Challenge {
            id: "outlast",
            title: both("Outlast the pause", "停止より長く"),
            task: both(
                "Make the verdict Safe. Change nothing but the TTL.",
                "判定を「安全」にする。変えてよいのは有効期間だけ。",
            ),
            start: "seed",
            conditions: &[Condition::ONLY_TTL, Condition::SAFE],
            hints: &[
                both(
                    "The write arrives at {decided 1 2}.",
                    "書き込みが届くのは {decided 1 2}である。",
                ),
                both(
                    "The lease must still be on at that instant, not end at it.",
                    "その瞬間に切れるのでなく、まだ続いていなければならない。",
                ),
            ],
            answer: "outlast",
            because: both(
                "With {ttl} the write of {decided 1 2} is the holder’s own.",
                "{ttl}なら、{decided 1 2}の書き込みは保持者自身のものになる。",
            ),
            near_miss: "almost",
            then: Some(Then {
                run: "price",
                says: both(
                    "Now pay: under this TTL Client 1 crashes at {fault 1}, and Client 2 waits {wait 2}.",
                    "次はその代償である。この有効期間でクライアント1が {fault 1}にクラッシュすると、クライアント2は {wait 2}待つ。",
                ),
            }),
        },
        Challenge {
            id: "beat-the-watchdog",
            title: both("Beat the watchdog", "ウォッチドッグを出し抜く"),
            task: both(
                "Break the lock although Client 1 renews every {renew 1} or more often, with a pause of at most 8.5 s. The TTL stays {ttl}.",
                "クライアント1が {renew 1}以内の間隔で延長していても、8.5 秒以内の停止で破綻させる。有効期間は {ttl}のまま。",
            ),
            start: "watched",
            conditions: &[
                Condition {
                    says: both(
                        "TTL 10 s, renewed at least every 3 s",
                        "有効期間 10 秒、延長は 3 秒以内の間隔",
                    ),
                    is_met: |trial| {
                        let renew = trial
                            .scenario()
                            .clients
                            .first()
                            .and_then(|client| client.renew);
                        let often = renew.is_some_and(|renew| renew <= Millis(3000));
                        trial.scenario().lock.ttl == Millis(10_000) && often
                    },
                },
                Condition {
                    says: both(
                        "all pauses together at most 8.5 s",
                        "停止は合わせて 8.5 秒以内",
                    ),
                    is_met: |trial| (1..=8500).contains(&trial.paused_ms()),
                },
                Condition::BROKEN,
                Condition::HARMLESS_WITHOUT_PAUSES,
            ],
            hints: &[
                both(
                    "When is the lease at its shortest: just after a renewal, or just before the next?",
                    "リースの残りが最も短いのは、延長の直後か、次の延長の直前か。",
                ),
                both(
                    "Let the pause begin one millisecond before a renewal is due, and let the write fall due in it.",
                    "延長の 1 ミリ秒前に停止を始め、書き込みの時刻もその中に入れる。",
                ),
            ],
            answer: "renewed",
            because: both(
                "The pause begins at {pause-begin}, just before a renewal. The one of {renewed 1} was the last, so the lease ends at {granted 2}.",
                "停止は延長の直前、{pause-begin}に始まる。最後の延長は {renewed 1}の時点なので、リースは {granted 2}に切れる。",
            ),
            near_miss: "renewed-early",
            then: None,
        },
    ],
    benches: &[Bench::Map, Bench::Sweep],
    bench_run: Some("seed"),
    discuss: both(
        "If pauses have no bound, what can any rule made of times alone guarantee?",
        "停止に上限がないなら、時間だけで作った規則は何を保証できるか。",
    ),
};

/// Whether the first client's write comes before the second grant; none if it never comes.
fn written_before_the_next_grant(run: &Run) -> Option<bool> {
    let write = run.trace.entries.get(run.deciding(0, 1)?)?.at;
    Some(run.granted_at(2).is_none_or(|granted| granted > write))
}
