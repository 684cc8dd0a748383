//! The debate: each argument in its strongest form, with a run in which it is right.

mod runs;

use crate::lesson::{Bench, Challenge, Choice, Condition, Lesson, Prediction, Run, look};
use crate::model::Millis;
use crate::sim::scenario::{Fault, Service};
use crate::sim::trace::Event;
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "debate",
    title: both("The debate", "論争"),
    minutes: 20,
    aim: both(
        "Put each argument of the Redlock debate in its strongest form, say under which assumption it is right, and show that with a run.",
        "Redlock をめぐる論争の各論点を最も強い形で述べ、どの前提のもとで正しいかを言い、実行で示せるようになる。",
    ),
    breaks: &[
        both(
            "One of the two was simply wrong.",
            "どちらか一方が単に間違っていた。",
        ),
        both(
            "The check of the elapsed time catches every pause before the grant.",
            "経過時間の確認は、付与前の停止をすべて見つける。",
        ),
        both(
            "Redlock plus a fence: just switch it on.",
            "Redlock にフェンスを付ければよい。スイッチを入れるだけだ。",
        ),
    ],
    variants: runs::VARIANTS,
    predict: &[
        both(
            "In 2016 [Martin Kleppmann wrote that Redlock is needlessly heavy for efficiency, and not safe enough where correctness depends on it](kleppmann), and [its author, antirez, answered](antirez). Here is one point of theirs as a run. Client 1 asks {nodes} nodes for the lock, at {asked 1}, for {ttl}. At {pause-begin}, before any answer is read, its process stands still for {pause}. All {nodes} answers arrive meanwhile: yes.",
            "2016 年、[Martin Kleppmann は、Redlock は効率が目的なら重すぎ、正しさが目的なら十分に安全ではないと書き](kleppmann)、[作者の antirez が反論した](antirez)。論点の 1 つを実行で見る。{asked 1}に、クライアント1が {nodes} 台のノードに {ttl}のロックを要求する。返答を 1 つも読まないうちに、{pause-begin}の時点でプロセスが {pause}止まる。そのあいだに {nodes} 台すべての承諾が届く。",
        ),
        both(
            "Under the lock each client reads a record and writes back what it made of it: an [update](#update). Now Client 1 wakes and counts. Answer twice: for a paused process, and for a machine whose clock stood still together with it.",
            "ロックを得たクライアントは、レコードを読み、それに基づいて書き戻す（[更新（update）](#update)）。今、クライアント1が目覚め、票を数える。2 回答えてほしい。プロセスだけが止まった場合と、時計もろともマシンが止まった場合である。",
        ),
    ],
    predictions: &[
        Prediction {
            run: "process",
            decisive: counting,
            question: both(
                "The process stood still. {votes 1} yes answers lie before Client 1. Does it hold the lock?",
                "プロセスが止まっていた。{votes 1} 台の承諾が手元にある。クライアント1はロックを持つか。",
            ),
            choices: &[
                Choice {
                    says: both(
                        "Yes, {votes 1} of {nodes}.",
                        "持つ。{nodes} 台中 {votes 1} 台だから。",
                    ),
                    reason: both(
                        "Votes are half of the rule. The other half is time: elapsed {elapsed 1}, validity {validity 1}. It unlocks all nodes and tries again.",
                        "票は規則の半分でしかない。もう半分は時間で、経過時間 {elapsed 1}、残り有効時間 {validity 1}。全ノードを解放し、やり直す。",
                    ),
                    is_so: |run| {
                        counted(run).is_some_and(|count| {
                            count.granted && count.elapsed < run.scenario.lock.ttl
                        })
                    },
                },
                Choice {
                    says: both(
                        "Yes, and its {ttl} begin now.",
                        "持つ。{ttl}はここから始まる。",
                    ),
                    reason: both(
                        "They count from the send, not from the answer. The nodes began to count when the request came.",
                        "数えるのは返答からでなく送信からである。ノードは要求が来たときから数えている。",
                    ),
                    is_so: |run| {
                        counted(run).is_some_and(|count| {
                            count.granted && count.elapsed >= run.scenario.lock.ttl
                        })
                    },
                },
                Choice {
                    says: both(
                        "No: the nodes took it back, and told it.",
                        "持たない。ノードが取り消し、知らせた。",
                    ),
                    reason: both(
                        "The nodes let it run out, silently. Client 1 finds out by computing.",
                        "ノードは黙って期限切れにするだけだ。クライアント1は計算して知る。",
                    ),
                    is_so: |run| counted(run).is_some_and(|count| !count.granted && count.yes < 3),
                },
                Choice {
                    says: both(
                        "No: its own clock says {elapsed 1}.",
                        "持たない。自分の時計で {elapsed 1}が過ぎた。",
                    ),
                    reason: both(
                        "This is antirez’s point, and it is right: the check comes after the answers, so a pause before it is noticed. Client 2 is granted the lock at {granted 1}, Client 1 at {granted 2}.",
                        "これが antirez の論点で、正しい。確認は返答のあとに行うので、それより前の停止は見つかる。クライアント2は {granted 1}、クライアント1は {granted 2}に取得する。",
                    ),
                    is_so: |run| counted(run).is_some_and(|count| !count.granted && count.yes >= 3),
                },
            ],
        },
        Prediction {
            run: "machine",
            decisive: counting,
            question: both(
                "The whole machine stood still, its clock too. Does Client 1 hold the lock?",
                "時計も含め、マシン全体が止まっていた。クライアント1はロックを持つか。",
            ),
            choices: &[
                Choice {
                    says: both("In its own eyes, yes.", "自分では、持つと思う。"),
                    reason: both(
                        "Elapsed {elapsed 1}, validity {validity 1}. It believes until its update at {decided 1 3}, while Client 2 was granted the lock at {granted 1}.",
                        "経過時間 {elapsed 1}、残り有効時間 {validity 1}。{decided 1 3}の更新まで信じ続けるが、クライアント2が {granted 1}に取得している。",
                    ),
                    is_so: |run| counted(run).is_some_and(|count| count.granted),
                },
                Choice {
                    says: both(
                        "No: {process/elapsed 1} have passed.",
                        "持たない。{process/elapsed 1}が過ぎている。",
                    ),
                    reason: both(
                        "By the world’s clock, yes. Its own saw {elapsed 1} of them, and the rule knows no other clock.",
                        "真の時刻ではそうだ。だが自分の時計が見たのは {elapsed 1}だけで、規則が知る時計はそれしかない。",
                    ),
                    is_so: |run| counted(run).is_some_and(|count| !count.granted && count.yes >= 3),
                },
                Choice {
                    says: both(
                        "No: Client 2 has the votes by now.",
                        "持たない。票はもうクライアント2のものだ。",
                    ),
                    reason: both(
                        "The votes are Client 2’s, that is true. But Client 1 counts the answers that lie before it, and those were given long ago.",
                        "票がクライアント2のものなのは確かだ。だが、クライアント1が数えるのは手元の返答で、それはずっと前に出されたものである。",
                    ),
                    is_so: |run| counted(run).is_some_and(|count| !count.granted && count.yes < 3),
                },
            ],
        },
    ],
    run: &[
        both(
            "Process: {verdict}. Machine: {machine/verdict} at {machine/harm 1}, for Client 2’s update rests on what it read before Client 1’s of {machine/decided 1 3}. One question decides between them: does the client’s clock go on while it stands still? [Some system clocks do not count the time of a suspension](pep418).",
            "プロセスなら「{verdict}」。マシンなら {machine/harm 1}に「{machine/verdict}」。クライアント2の更新が、クライアント1の {machine/decided 1 3}の更新より前に読んだ内容に基づくからだ。両者を分けるのは 1 つの問いである。止まっているあいだ、クライアントの時計は進むか。[サスペンド中の時間を数えないシステム時計もある](pep418)。",
        ),
        both(
            "So was antirez right? Under the assumption that clocks go on: yes. Was Kleppmann? He had argued that safety must not rest on such assumptions. Both are right, and about different things: one about the lock, one about the system around it. A debate of this kind is not decided by authority. Name the assumption, then look for a run that breaks it.",
            "では antirez が正しかったのか。時計が進み続けるという前提のもとでは、正しい。Kleppmann はどうか。安全性をそうした前提に依存させてはならない、と論じていた。どちらの主張も正しく、語る対象が違う。一方はロックを、他方はそれを取り巻くシステムを論じている。この種の論争は権威では決まらない。前提を言葉にし、それを破る実行を探すことだ。",
        ),
    ],
    investigate: &[both(
        "Five more claims, each with a run, and where it stops. The jump of lesson 5 belongs to the first side too: [safety that rests on timing](kleppmann).",
        "ほかの 5 つの主張がどこまで成り立つかを、実行で見る。[安全性が時間に頼っている](kleppmann)という指摘には、第 5 課の時計のジャンプも入る。",
    )],
    looks: &[
        look(
            "after",
            both(
                "[Kleppmann](kleppmann): any lock that expires needs [fencing tokens](#fencing-token)",
                "[Kleppmann](kleppmann)：自動的に切れるロックには[フェンシングトークン（fencing token）](#fencing-token)が要る",
            ),
            both(
                "Numbers that rise with each grant, for the resource to check (lesson 7). The run: a pause after the grant, on healthy nodes. [antirez agrees](antirez) that this hurts every such lock.",
                "付与のたびに増え、リソースが検査する番号だ（第 7 課）。健全なノードで、付与後に止まる。この種のロックすべてに害だと [antirez も認めている](antirez)。",
            ),
        ),
        look(
            "no-order",
            both("So switch the fence on?", "ではフェンスを有効にすると"),
            both(
                "Both updates are refused: Redlock’s random value has no order, so there is nothing to compare.",
                "どちらの更新も拒否される。Redlock の乱数値には順序がなく、比べるものがない。",
            ),
        ),
        look(
            "rate-5",
            both(
                "[antirez](antirez): only the rate of clocks matters, and its error is small",
                "[antirez](antirez)：問題は時計の進みだけで、その誤差は小さい",
            ),
            both(
                "Jumps, he says, can be kept away: never set a clock, or use a monotonic one. All nodes {rate-1/rate} % fast: {rate-1/verdict}, within the allowance. {rate} % fast: harm at {harm 1}. He is right while the allowance covers the error.",
                "ジャンプは、運用か単調クロックで避けられるとする。全ノードが {rate-1/rate} % 速くても、補正の範囲内で「{rate-1/verdict}」。{rate} % 速いと {harm 1}に実害が出る。補正が誤差より大きいかぎり、彼は正しい。",
            ),
        ),
        look(
            "compare",
            both(
                "[antirez](antirez): a store that can compare needs no tokens",
                "[antirez](antirez)：比べられるストアならトークンは要らない",
            ),
            both(
                "Such a store could give out ids as well, he says. His scheme: first write your random value there, later change only what still bears it. The run checks versions, which is close. Nothing is lost. But Client 1’s stale update of {decided 1 3} stands, and rightful Client 2 is refused at {refused 1}; in his scheme a random value that is written late does the same.",
                "そうしたストアなら ID も出せるという。彼の案は、先に自分の乱数値を書き、それが残っているときだけ変更する。実行は、これに近いバージョン検査。失われるものはないが、クライアント1の {decided 1 3}の遅れた更新が残り、正当なクライアント2が {refused 1}に拒否される。彼の案でも、乱数値が遅れて書かれれば同じになる。",
            ),
        ),
        look(
            "arrival",
            both(
                "[antirez](antirez): the order of tokens is not the order of arrival",
                "[antirez](antirez)：トークンの順序は到着の順序ではない",
            ),
            both(
                "True: {token 1} arrives at {decided 1 3}, before {token 2} has touched anything. Here it harms nobody; lesson 8 shows when it does.",
                "そのとおり。{token 2} が何かに触れる前の {decided 1 3}に {token 1} が届く。ここでは無害だが、害になる場合を第 8 課で見る。",
            ),
        ),
    ],
    change: &[
        both(
            "One change turns one side’s example into the other’s. Take the paused process, for which antirez is right, and let the same pause begin a little later: after the count in place of before it.",
            "1 つ変えるだけで、一方の例がもう一方の例になる。antirez が正しかったプロセスの停止を、少しだけ遅らせる。数える前でなく、数えたあとに始める。",
        ),
        both(
            "The check of the elapsed time has been passed, and no vote sees what comes after it. The two arguments do not contradict each other. They lie on two sides of one instant: {counted/evaluated 1}, when the votes were counted.",
            "経過時間の確認は済んでおり、そのあとに起きることはどの票にも見えない。2 つの論点は矛盾しない。票を数えた 1 つの瞬間、{counted/evaluated 1}の前と後ろにあるだけだ。",
        ),
    ],
    worked: &[look(
        "counted",
        both(
            "The pause begins at {pause-begin}",
            "停止の開始を {pause-begin}に",
        ),
        both(
            "{pause-begin} is after the count: the lock is Client 1’s, the pause outlasts it, and harm is done at {harm 1}.",
            "{pause-begin}は数えたあとである。ロックはクライアント1のものになり、停止がそれより長く続き、{harm 1}に実害が出る。",
        ),
    )],
    make: &[both(
        "Argue with runs: first for one side, then for the other.",
        "実行で論じよう。まず一方の側に立ち、次にもう一方に立つ。",
    )],
    challenges: &[
        Challenge {
            id: "his-point",
            title: both("Give antirez his point", "antirez に一本"),
            task: both(
                "The pause of {pause} breaks Redlock. Move only its begin, to 1 ms or later, and make the verdict Safe.",
                "{pause}の停止が Redlock を破綻させている。停止の開始だけを 1 ミリ秒以降で動かし、判定を「安全」にする。",
            ),
            start: "after",
            conditions: &[
                Condition {
                    says: both(
                        "nothing but the begin of the pause is changed",
                        "変えたのは停止の開始だけ",
                    ),
                    is_met: |trial| {
                        trial.is_start_but(|tried, start| {
                            if let (
                                Some(Fault::Pause { at, .. }),
                                Some(Fault::Pause { at: was, .. }),
                            ) = (tried.faults.first_mut(), start.faults.first())
                            {
                                *at = *was;
                            }
                        })
                    },
                },
                Condition {
                    says: both("it begins at 1 ms or later", "開始は 1 ミリ秒以降"),
                    is_met: |trial| trial.pauses().all(|(at, _)| at >= 1),
                },
                Condition::SAFE,
            ],
            hints: &[both(
                "The check comes after the answers. Let the pause come before the count.",
                "antirez の言う確認は返答のあとに行う。数える前に停止が入るようにする。",
            )],
            answer: "point",
            because: both(
                "At {pause-begin} the answers are still on their way. Client 1 wakes, finds {elapsed 1} elapsed, and tries again.",
                "{pause-begin}には返答がまだ途上にある。目覚めたクライアント1は経過時間 {elapsed 1}を見て、やり直す。",
            ),
            near_miss: "point-missed",
            then: None,
        },
        Challenge {
            id: "take-it-back",
            title: both("Take it back", "一本を取り返す"),
            task: both(
                "Break Redlock with a pause that begins before Client 1 is granted the lock.",
                "クライアント1が取得する前に始まる停止で、Redlock を破綻させる。",
            ),
            start: "process",
            conditions: &[
                Condition {
                    says: both(
                        "Redlock, and nothing wrong but a pause",
                        "Redlock で、障害は停止だけ",
                    ),
                    is_met: |trial| {
                        let scenario = trial.scenario();
                        let pauses = |fault: &Fault| matches!(fault, Fault::Pause { .. });
                        scenario.lock.service == Service::Redlock
                            && scenario.faults.iter().all(pauses)
                    },
                },
                Condition {
                    says: both(
                        "the pause begins before Client 1’s first grant",
                        "停止はクライアント1の最初の取得より前に始まる",
                    ),
                    is_met: |trial| {
                        let granted = trial.run.first_granted_at(0);
                        let mut pauses = trial.pauses();
                        granted.is_some_and(|granted| pauses.all(|(at, _)| at < granted.0))
                    },
                },
                Condition::BROKEN,
            ],
            hints: &[
                both(
                    "What if the clock stands still too?",
                    "時計も止まるとしたら。",
                ),
                both(
                    "Choose the cause “VM migration”, and mind where Client 2’s read and update lie.",
                    "原因に「VM のライブマイグレーション」を選ぶ。クライアント2の読み取りと更新の位置にも注意する。",
                ),
            ],
            answer: "machine",
            because: both(
                "The machine’s clock saw {elapsed 1}. The update of {decided 1 3} lands between Client 2’s read and its update.",
                "マシンの時計が見たのは {elapsed 1}だけ。{decided 1 3}の更新が、クライアント2の読み取りと更新のあいだに入る。",
            ),
            near_miss: "machine-long",
            then: None,
        },
    ],
    benches: &[Bench::Matrix],
    bench_run: None,
    discuss: both(
        "Which of the two was arguing about the lock, and which about the system around it?",
        "2 人のうち、ロックを論じていたのはどちらで、それを取り巻くシステムを論じていたのはどちらか。",
    ),
};

/// Where the first client first counts its votes.
fn counting(run: &Run) -> Option<usize> {
    run.find(|event| matches!(event, Event::Evaluated { client, .. } if client.0 == 0))
}

/// What the first client found when it first counted.
struct Count {
    yes: u8,
    elapsed: Millis,
    granted: bool,
}

fn counted(run: &Run) -> Option<Count> {
    match run.trace.entries.get(counting(run)?)?.event {
        Event::Evaluated {
            yes,
            elapsed,
            granted,
            ..
        } => Some(Count {
            yes,
            elapsed,
            granted,
        }),
        _ => None,
    }
}
