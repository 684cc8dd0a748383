//! Layers, then attack them.

mod runs;

use crate::lesson::{Bench, Challenge, Choice, Condition, Lesson, Prediction, Trial, look};
use crate::model::{ClientId, FailoverForgets, Millis, TrueTime};
use crate::sim::report::Reason;
use crate::sim::scenario::{Cause, Fault, Fence, Scenario, Step, Stops, Versions};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "layers",
    title: both("Layers, then attack them", "層を重ね、攻撃する"),
    minutes: 20,
    aim: both(
        "Choose layers by questions, name what stays unprotected, and test it by faults.",
        "問いに答えて層を選び、守られずに残るものを言い、障害を起こして確かめられるようになる。",
    ),
    breaks: &[
        both(
            "We have a fence, we are done.",
            "フェンスがあるから完成だ。",
        ),
        both("The best lock wins.", "最もよいロックを選べばよい。"),
        both("Tests passed, so it is safe.", "テストに通ったから安全だ。"),
    ],
    variants: runs::VARIANTS,
    predict: &[
        both(
            "A design at last: a lease, and a fence on reads and writes. It has been attacked five times. A pause of {pause/pause}: {pause/verdict}. A crash: {crash/verdict}. Cut off from the lock service: {cut/verdict}. The service’s clock jumps: {clock/verdict}. A [failover](#failover) that forgets the lock: {failover/verdict}. No harm in any of them.",
            "ようやく設計ができた。リースと、読み書き両方のフェンスである。5 回攻撃した。{pause/pause}の停止は「{pause/verdict}」。クラッシュは「{crash/verdict}」。ロックサービスとの切断は「{cut/verdict}」。サービスの時計のジャンプは「{clock/verdict}」。ロックを失う[フェイルオーバー（failover）](#failover)は「{failover/verdict}」。どれも実害はない。",
        ),
        both(
            "The sixth attack. At {fault 1} the service fails over to a copy that lags behind. It has lost the lock, and the last number. Client 2 is granted the lock at {granted 2}, reads, and updates at {decided 2 3}. Now Client 1’s update arrives, with {token 1}.",
            "6 回目の攻撃。{fault 1}の時点で、サービスが遅れた複製に切り替わる。失われたのはロックと、最後の番号である。クライアント2は {granted 2}に取得し、読み、{decided 2 3}に更新した。今、クライアント1の更新が {token 1} を付けて届く。",
        ),
    ],
    predictions: &[Prediction {
        run: "attacked",
        decisive: |run| run.deciding(0, 2),
        question: both(
            "What becomes of Client 1’s update?",
            "クライアント1の更新はどうなるか。",
        ),
        choices: &[
            Choice {
                says: both(
                    "Accepted, over Client 2’s.",
                    "受理され、クライアント2の更新を上書きする。",
                ),
                reason: both(
                    "Both carry {token 1}. Equal is not older, so the fence lets both pass.",
                    "どちらも {token 1} を持つ。等しい番号は古くないので、フェンスは両方を通す。",
                ),
                is_so: |run| run.is_applied(0, 2) && run.is_harmed(),
            },
            Choice {
                says: both(
                    "Refused: Client 2’s grant is newer.",
                    "拒否される。クライアント2の付与のほうが新しい。",
                ),
                reason: both(
                    "It is newer, but nobody can see that. The fence compares tokens: {token 1} and {token 2}.",
                    "確かに新しいが、誰にも見えない。フェンスが比べるのはトークンで、{token 1} と {token 2} である。",
                ),
                is_so: |run| run.is_refused(0, 2, Reason::StaleToken),
            },
            Choice {
                says: both(
                    "Refused: Client 1 holds nothing any more.",
                    "拒否される。クライアント1はもう何も保持していない。",
                ),
                reason: both(
                    "The resource does not ask the lock service. If it did, this one would be refused.",
                    "リソースはロックサービスに照会しない。照会していれば拒否された。",
                ),
                is_so: |run| run.is_refused(0, 2, Reason::NotHolder),
            },
            Choice {
                says: both(
                    "Accepted, and harmless: it is the same token.",
                    "受理されるが無害。同じトークンだから。",
                ),
                reason: both(
                    "One token that two clients share. Client 2’s data is gone.",
                    "2 つのクライアントが 1 つのトークンを共有している。クライアント2のデータは消えた。",
                ),
                is_so: |run| run.is_applied(0, 2) && !run.is_harmed(),
            },
        ],
    }],
    run: &[
        both(
            "{verdict} at {harm 1}. The fence did what it does. It rests on a counter that never goes back, and this one did. [Kleppmann’s warning](kleppmann): a counter on one node can be lost. Where it is kept by consensus, or copied before the grant is answered, this attack fails.",
            "{harm 1}に「{verdict}」。フェンスは役目を果たした。頼っていたのは決して戻らないカウンタで、それが戻ったのだ。[Kleppmann の警告](kleppmann)のとおり、1 台のノードのカウンタは失われうる。合意で保つか、付与の返答前に複製を済ませるなら、この攻撃は通じない。",
        ),
        both(
            "So every layer rests on something. A lease on clocks and on the absence of pauses. A fence on a counter and on a memory. A key on a window. Versions on a read. The question is not which is the best lock. It is what your receiver can do, and what each layer leaves open.",
            "つまり、どの層も何かに頼っている。リースは時計と、停止が起きないことに。フェンスはカウンタと記憶に。キーは記憶期間に。バージョンは読み取りに。問うべきは「どのロックが最良か」ではない。受け取る側に何ができ、各層が何を守らずに残すかである。",
        ),
        both(
            "Five attacks passed, and the sixth did not. Tests show the runs that you thought of. Therefore faults belong to the design: write down what stays unprotected, keep a run that proves it, and let chance look for more.",
            "5 回の攻撃には耐え、6 回目で破れた。テストが示すのは、思いついた実行だけである。だから障害は設計の一部になる。守られずに残るものを書き出し、それを示す実行を 1 つ残し、さらに偶然にも探させる。",
        ),
    ],
    investigate: &[both(
        "Two variations of the sixth attack. Then the chooser below: four questions, the layers that follow, and a run for each sentence that says what stays open.",
        "6 回目の攻撃を 2 通りに変えてみる。次に下で、4 つの問いに答えて層を選ぶ。守られずに残るものを述べた文には、それぞれ実行例が付いている。",
    )],
    looks: &[
        look(
            "versions",
            both(
                "Versions on top of the fence",
                "フェンスの上にバージョン検査",
            ),
            both(
                "Refused at {refused 1}: Client 1’s update rests on a read that is no longer current. Where two layers rest on different things, two things must fail for harm to be done.",
                "{refused 1}に拒否。クライアント1の更新は、もう最新でない読み取りに基づくからだ。別々のものに頼る 2 つの層なら、実害が出るには 2 つとも破れなければならない。",
            ),
        ),
        look(
            "back-two",
            both(
                "The counter goes back by {back-by 1}",
                "カウンタが {back-by 1} 戻る",
            ),
            both(
                "No harm, but Client 2, the only holder, is refused at {refused 1}: it comes with {token 2}. For the user that is an outage all the same.",
                "実害はないが、ただ 1 人の保持者であるクライアント2が {token 2} で来て、{refused 1}に拒否される。利用者から見れば、これも故障である。",
            ),
        ),
    ],
    change: &[
        both(
            "Now another kind of receiver: it sends mail and knows no tokens. The lock alone does not even make the job run once. Let no fault happen at all: the invoice is sent again at {mail/harm 1}, by a client that has rightly been granted the lock.",
            "別の種類の受け手を考える。メールを送るだけで、トークンを知らない。ロックだけではジョブは 1 回にすらならない。障害が何もなくても、正しくロックを得たクライアントが {mail/harm 1}に請求書をもう一度送る。",
        ),
        both(
            "One change: the mail’s key is remembered for {mail-minute/window}. That is enough for this run. The first challenge asks whether it is enough for the others.",
            "1 つだけ変える。メールのキーを {mail-minute/window}覚える。この実行ならこれで足りる。ほかの実行でも足りるかどうかは、最初の課題で問う。",
        ),
    ],
    worked: &[look(
        "mail-minute",
        both("A window of {window}", "記憶期間 {window}"),
        both(
            "The second mail is recognised at {refused 1}.",
            "2 通目のメールは {refused 1}に見分けられる。",
        ),
    )],
    make: &[both(
        "Defend a receiver that knows nothing; then find the one crack in a design that seems whole.",
        "何も知らない受け手を守ろう。次に、完全に見える設計の、ただ 1 つのひびを見つけよう。",
    )],
    challenges: &[
        Challenge {
            id: "knows-no-tokens",
            title: both(
                "A receiver that knows no tokens",
                "トークンを知らない受け手",
            ),
            task: both(
                "Without fence, versions or asking, protect the mail: no harm under each of four attacks, namely a pause of 75 s, a packet held for 88 s, a crash, and a failover.",
                "フェンスもバージョン検査も照会もなしで、メールを守る。4 つの攻撃、つまり 75 秒の停止、88 秒の遅延パケット、クラッシュ、フェイルオーバーのどれでも実害を出さないこと。",
            ),
            start: "mail",
            conditions: &[
                Condition {
                    says: both(
                        "no fence, no versions, no asking",
                        "フェンス、バージョン検査、照会なし",
                    ),
                    is_met: |trial| {
                        let resource = &trial.scenario().resource;
                        resource.fence == Fence::Off
                            && resource.versions == Versions::Ignored
                            && !resource.asks_lock
                    },
                },
                Condition {
                    says: both(
                        "both clients send a mail with a key",
                        "どちらのクライアントもキー付きのメールを送る",
                    ),
                    is_met: |trial| {
                        let clients = &trial.scenario().clients;
                        let keyed = |step: &Step| matches!(step, Step::Effect(effect) if effect.sending.key.is_some());
                        clients.len() >= 2
                            && clients.iter().all(|client| client.plan.iter().any(keyed))
                    },
                },
                Condition {
                    says: both(
                        "no harm under any of the four attacks",
                        "4 つの攻撃のどれでも実害なし",
                    ),
                    is_met: survives,
                },
            ],
            hints: &[
                both(
                    "When does the latest of the four second mails arrive?",
                    "4 つの攻撃のうち、2 通目が最も遅く届くのはいつか。",
                ),
                both(
                    "The window must be longer than that, and it may be much longer.",
                    "記憶期間はそれより長くする。ずっと長くてもよい。",
                ),
            ],
            answer: "mail-day",
            because: both(
                "A window of a day outlives all four. It still has an end: an attack of a day and a bit would get through.",
                "1 日の記憶期間は 4 つすべてより長い。それでも終わりはある。1 日を少し超える攻撃なら通ってしまう。",
            ),
            near_miss: "mail-minute",
            then: None,
        },
        Challenge {
            id: "one-crack",
            title: both("One crack", "ひび 1 つ"),
            task: both(
                "The design with its fence on reads and writes stands. Add exactly one fault that breaks it.",
                "読み書き両方のフェンスを持つ設計がある。障害をちょうど 1 つ加えて破綻させる。",
            ),
            start: "design",
            conditions: &[
                Condition {
                    says: both(
                        "the fence is on, for reads and writes",
                        "読み書き両方のフェンスが有効",
                    ),
                    is_met: |trial| trial.scenario().resource.fence == Fence::ReadsAndWrites,
                },
                Condition {
                    says: both(
                        "exactly one fault, and no harm without it",
                        "障害はちょうど 1 つ。それがなければ実害なし",
                    ),
                    is_met: |trial| {
                        trial.scenario().faults.len() == 1 && trial.without_faults().harm.is_empty()
                    },
                },
                Condition::BROKEN,
            ],
            hints: &[
                both(
                    "What does the fence rest on?",
                    "フェンスは何に頼っているか。",
                ),
                both(
                    "Let two grants have the same token.",
                    "2 つの付与に同じトークンを持たせる。",
                ),
            ],
            answer: "attacked",
            because: both(
                "The failover at {fault 1} takes the counter back by {back-by 1}, so that {token 1} is handed out twice.",
                "{fault 1}のフェイルオーバーでカウンタが {back-by 1} 戻り、{token 1} が 2 度渡される。",
            ),
            near_miss: "failover",
            then: None,
        },
    ],
    benches: &[Bench::Chaos],
    bench_run: None,
    discuss: both(
        "Chaos engineering on Monday: stop a process, cut a link. What would you look for to know that the lock had been broken?",
        "月曜にカオスエンジニアリングを行う。プロセスを止め、通信を切る。ロックが破綻したことを、何を見て知るか。",
    ),
};

/// Whether the design does no harm under each of the four attacks.
fn survives(trial: &Trial) -> bool {
    let attacks: [fn(&mut Scenario); 4] = [
        |scenario| {
            scenario.faults = vec![Fault::Pause {
                client: ClientId(0),
                at: TrueTime(1000),
                lasting: Millis(75_000),
                cause: Cause::Gc,
                stops: Stops::Process,
            }];
        },
        |scenario| {
            scenario.faults.clear();
            let first = scenario.clients.first_mut();
            for step in first.into_iter().flat_map(|client| &mut client.plan) {
                if let Step::Effect(effect) = step {
                    effect.sending.delays.request = Some(Millis(88_000));
                }
            }
        },
        |scenario| {
            scenario.faults = vec![Fault::Crash {
                client: ClientId(0),
                at: TrueTime(500),
            }];
        },
        |scenario| {
            scenario.faults = vec![Fault::Failover {
                at: TrueTime(500),
                forgets: FailoverForgets::Lock,
                counter_back_by: 1,
            }];
        },
    ];
    attacks
        .into_iter()
        .all(|attack| trial.if_changed(attack).harm.is_empty())
}
