//! Redlock: what a majority of nodes absorbs, and what it does not.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, Run, file, look, variant};
use crate::model::{ClientId, FailoverForgets, Millis, TrueTime};
use crate::sim::report::Outcome;
use crate::sim::scenario::{Fault, Scenario, Service};
use crate::sim::trace::Event;
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "redlock",
    title: both("Redlock: a majority", "Redlock：過半数"),
    minutes: 15,
    aim: both(
        "Compute votes, elapsed time, drift and validity of an attempt; say which faults N nodes absorb, and which they do not.",
        "1 回の試みの票数・経過時間・ドリフト補正・残り有効時間を計算でき、N 台のノードが吸収する障害としない障害を言えるようになる。",
    ),
    breaks: &[
        both("Majority means safe.", "過半数なら安全だ。"),
        both(
            "Two majorities share a node, so two holders are impossible.",
            "2 つの過半数は必ず 1 台を共有するから、保持者が 2 人になることはない。",
        ),
    ],
    variants: &[
        file(
            "jump",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "redlock", "ttl_ms": 10000 },
  "network": { "lock_ms": 4 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"write": {"after_ms": 3000}}, {"release": {"after_ms": 1000}}] },
    { "name": "Client 2", "arrives_ms": 1000,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {"after_ms": 2000}}] }
  ],
  "faults": [
    {"clock_jump": {"node": 2, "at_ms": 500, "by_ms": 10000}},
    {"cut": {"client": "Client 1", "from": {"node": 3}, "at_ms": 0, "for_ms": 8000}},
    {"cut": {"client": "Client 1", "from": {"node": 4}, "at_ms": 0, "for_ms": 8000}},
    {"cut": {"client": "Client 2", "from": {"node": 0}, "at_ms": 0, "for_ms": 8000}},
    {"cut": {"client": "Client 2", "from": {"node": 1}, "at_ms": 0, "for_ms": 8000}}
  ]
}"#,
        ),
        variant(
            "no-jump",
            "jump",
            &[(
                "faults",
                r#"[{"cut": {"client": "Client 1", "from": {"node": 3}, "at_ms": 0, "for_ms": 8000}},
                    {"cut": {"client": "Client 1", "from": {"node": 4}, "at_ms": 0, "for_ms": 8000}},
                    {"cut": {"client": "Client 2", "from": {"node": 0}, "at_ms": 0, "for_ms": 8000}},
                    {"cut": {"client": "Client 2", "from": {"node": 1}, "at_ms": 0, "for_ms": 8000}}]"#,
            )],
            Outcome::Safe,
        ),
        variant(
            "elsewhere",
            "jump",
            &[("faults[0].clock_jump.node", "0")],
            Outcome::Lucky,
        ),
        variant(
            "back",
            "jump",
            &[("faults[0].clock_jump.by_ms", "-10000")],
            Outcome::Safe,
        ),
        variant(
            "restart",
            "jump",
            &[(
                "faults[0]",
                r#"{"node_down": {"node": 2, "at_ms": 500, "for_ms": 200, "keeps_data": false}}"#,
            )],
            Outcome::Broken,
        ),
        variant(
            "restart-keeps",
            "restart",
            &[("faults[0].node_down.keeps_data", "true")],
            Outcome::Safe,
        ),
        variant(
            "delayed",
            "restart",
            &[
                ("faults[0].node_down.for_ms", "10200"),
                ("faults[3].cut.for_ms", "20000"),
                ("faults[4].cut.for_ms", "20000"),
            ],
            Outcome::Lucky,
        ),
        variant(
            "pause",
            "jump",
            &[
                ("clients[0].plan[1].write.after_ms", "1000"),
                ("clients[1].arrives_ms", "2000"),
                ("clients[1].plan[2].release.after_ms", "8000"),
                (
                    "faults",
                    r#"[{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]"#,
                ),
            ],
            Outcome::Broken,
        ),
        variant(
            "failover",
            "jump",
            &[
                ("lock", r#"{"service": "lease", "ttl_ms": 10000}"#),
                (
                    "faults",
                    r#"[{"failover": {"at_ms": 500, "forgets": "lock"}}]"#,
                ),
            ],
            Outcome::Broken,
        ),
        variant(
            "emptied",
            "jump",
            &[(
                "faults",
                r#"[{"node_down": {"node": 2, "at_ms": 500, "for_ms": 200, "keeps_data": false}}]"#,
            )],
            Outcome::Safe,
        ),
    ],
    predict: &[
        both(
            "One lock service can fail. [Redlock](redis) takes {nodes} equal nodes that know nothing of each other. A client asks them all and holds the lock if a [majority](#majority), {majority} of {nodes}, says yes in time. Client 1 cannot reach nodes 4 and 5. Nodes 1, 2 and 3 say yes, and at {granted 1} it has the lock, by its own account until {deadline 1}.",
            "1 台のロックサービスは壊れることがある。[Redlock](redis) は、互いを知らない対等なノードを {nodes} 台使う。クライアントは全ノードに要求し、[過半数（majority）](#majority)、つまり {nodes} 台中 {majority} 台が時間内に承諾すればロックを持つ。クライアント1はノード 4 と 5 に届かない。ノード 1、2、3 が承諾し、{granted 1}にロックを得た。自分の計算では {deadline 1}まで有効である。",
        ),
        both(
            "At {fault 1} the clock of node 3 is set, and jumps ahead by {jump 1}. Nothing else is wrong. At {asked 2} Client 2 asks; it cannot reach nodes 1 and 2. Nobody pauses, and no node crashes.",
            "{fault 1}の時点で、ノード 3 の時計が調整され、{jump 1}先へ飛ぶ。ほかに異常はない。{asked 2}に、クライアント2が要求する。こちらはノード 1 と 2 に届かない。誰も止まらず、ノードも落ちていない。",
        ),
    ],
    predictions: &[Prediction {
        run: "jump",
        decisive: |run| {
            run.find(|event| {
                matches!(
                    event,
                    Event::ValueStored {
                        client: ClientId(1),
                        ..
                    } | Event::ValueDenied {
                        client: ClientId(1),
                        ..
                    }
                )
            })
        },
        question: both(
            "Client 2’s requests reach nodes 3, 4 and 5. What does it get?",
            "クライアント2の要求がノード 3、4、5 に届く。何を得るか。",
        ),
        choices: &[
            Choice {
                says: both(
                    "A majority. Both will believe.",
                    "過半数。両者が保持と信じる。",
                ),
                reason: both(
                    "Node 3 is in both majorities, and it gave its vote twice. For {overlap} two clients believe that they hold the lock.",
                    "ノード 3 は両方の過半数に入り、2 度票を入れた。{overlap}のあいだ、2 者が保持していると信じる。",
                ),
                is_so: |run| counted(run) == Some((3, true)) && !run.stood_down(0),
            },
            Choice {
                says: both(
                    "Two votes: node 3 is Client 1’s.",
                    "2 票。ノード 3 はクライアント1のものだから。",
                ),
                reason: both(
                    "Until the jump it was. For node 3 {jump 1} have passed since, so the value has run out and the node is free. It has no way to know better.",
                    "ジャンプまではそうだった。だがノード 3 にとっては {jump 1}が過ぎ、値は期限切れで空いている。それ以上を知る手立てがない。",
                ),
                is_so: |run| counted(run).is_some_and(|(yes, _)| yes == 2),
            },
            Choice {
                says: both(
                    "A majority, but the check of the elapsed time throws it away.",
                    "過半数。ただし経過時間の確認で無効になる。",
                ),
                reason: both(
                    "That check measures how long the attempt took: {elapsed 2}. It leaves {validity 2}. Nothing is wrong with the attempt.",
                    "その確認が測るのは試みにかかった時間で、{elapsed 2}。有効な時間がまだ {validity 2}残る。試みそのものに問題はない。",
                ),
                is_so: |run| counted(run).is_some_and(|(yes, granted)| yes >= 3 && !granted),
            },
            Choice {
                says: both(
                    "A majority, and Client 1 is told.",
                    "過半数。クライアント1にも知らされる。",
                ),
                reason: both(
                    "No message goes to Client 1. The nodes do not know whom they have forgotten.",
                    "クライアント1への通信はない。ノードは、誰を忘れたのかも知らない。",
                ),
                is_so: |run| counted(run).is_some_and(|(_, granted)| granted) && run.stood_down(0),
            },
        ],
    }],
    run: &[
        both(
            "{verdict}. Client 2 writes at {decided 2 2}, and Client 1 writes over it at {harm 1}. Two majorities of {nodes} share a node, that is true. When they share exactly one, that one node is enough: if it forgets, for whatever reason, there are two holders.",
            "{verdict}。クライアント2が {decided 2 2}に書き、クライアント1が {harm 1}に上書きする。{nodes} 台の過半数どうしが 1 台を共有するのは本当だ。共有がちょうど 1 台なら、その 1 台で足りる。理由が何であれそれが忘れれば、保持者は 2 人になる。",
        ),
        both(
            "[How an attempt is judged](redis): note the time, ask all nodes, note it again. [Validity](#validity) = TTL − elapsed − [drift](#drift). Here {ttl} − {elapsed 1} − {drift} = {validity 1}. It must be above zero. Drift is an allowance for clocks that run at other rates; it does not cover a clock that is set.",
            "[1 回の試みの判定](redis)はこうだ。時刻を記録し、全ノードに要求し、もう一度記録する。[残り有効時間（validity）](#validity) = 有効期間 − 経過時間 − [ドリフト補正（drift）](#drift)。ここでは {ttl} − {elapsed 1} − {drift} = {validity 1}。0 より大きくなければならない。ドリフト補正は時計の進みの違いを見込んだもので、時計の調整によるジャンプまでは補えない。",
        ),
        both(
            "What the vote is good for: taking. It says that a majority was free a moment ago. Like every lease it says nothing of still having. [This jump is Kleppmann’s example](kleppmann).",
            "投票が役立つのは、取るときである。少し前に過半数が空いていたことを示す。まだ持っていることについては、どのリースとも同じく何も言わない。[この時計のジャンプは Kleppmann の例](kleppmann)である。",
        ),
    ],
    investigate: &[both(
        "Which faults do {nodes} nodes absorb? Judge first, then open.",
        "{nodes} 台のノードはどの障害を吸収するか。先に判断し、それから開く。",
    )],
    looks: &[
        look(
            "elsewhere",
            both("The jump is on node 1", "ノード 1 の時計が進む"),
            both(
                "Outside the intersection Client 2 is kept waiting until {granted 2}, when Client 1 has written. But the fact of the first grant ended with the jump.",
                "共有するノードではないので、クライアント2は {granted 2}まで待たされ、そのころクライアント1は書き終えている。ただし、最初の付与は事実としてはジャンプの時点で終わっていた。",
            ),
        ),
        look(
            "back",
            both("The clock jumps back", "時計が戻る"),
            both(
                "The value lives longer than its TTL. Client 2 gets in at {granted 2}, no later than without a jump ({no-jump/granted 2}), since Client 1 releases. Had it crashed, the others would wait longer: a price, not a danger.",
                "値は有効期間より長く残る。クライアント1が解放するので、クライアント2の取得は {granted 2}、ジャンプなしの場合（{no-jump/granted 2}）と変わらない。クラッシュしていたら、ほかの者はもっと待つ。代償ではあるが、危険ではない。",
            ),
        ),
        look(
            "restart",
            both(
                "Node 3 restarts and has forgotten",
                "ノード 3 が再起動し、記憶を失う",
            ),
            both(
                "The same harm, with all clocks right.",
                "時計がすべて正しくても、同じ実害になる。",
            ),
        ),
        look(
            "pause",
            both(
                "All nodes healthy, the pause of lesson 2",
                "ノードはすべて健全、第 2 課の停止",
            ),
            both(
                "A healthy majority is no help: the pause came after the grant.",
                "過半数が健全でも助けにならない。停止は付与のあとに起きた。",
            ),
        ),
    ],
    change: &[
        both(
            "A node that restarts empty breaks the lock. [Redis names two remedies](redis): write every change to disk before answering, or keep a restarted node out of the vote for longer than the longest TTL. Change the outage accordingly, from {restart/lasting 1} to {delayed/lasting 1}.",
            "空になって再起動したノードはロックを破綻させる。[Redis は 2 つの対策を挙げている](redis)。返答の前に必ずディスクに書くか、再起動したノードを最長の有効期間より長く投票から外すかだ。後者に合わせ、障害の長さを {restart/lasting 1}から {delayed/lasting 1}に変える。",
        ),
        both(
            "Client 2 now gets two votes and waits. The remedy works, and it is again a wait that is measured by a clock.",
            "クライアント2は 2 票しか得られず、待つことになる。対策は効くが、これもまた時計で測る待ち時間である。",
        ),
    ],
    worked: &[look(
        "delayed",
        both(
            "Node 3 stays out for {lasting 1}",
            "ノード 3 を {lasting 1}外す",
        ),
        both(
            "Client 1 is done at {belief-end 1}, but Client 2 is granted nothing before the node is back, at {granted 2}. And it is called Lucky: from {ended 1} on no majority remembered Client 1.",
            "クライアント1は {belief-end 1}に終わるが、ノードが戻るまでクライアント2には付与されない。取得は {granted 2}。判定が「たまたま無害」なのは、{ended 1}以降、過半数がクライアント1を覚えていなかったからだ。",
        ),
    )],
    make: &[both(
        "Break Redlock without touching a clock; then show what it is worth.",
        "時計に触れずに破綻させ、次に Redlock の価値を示そう。",
    )],
    challenges: &[
        Challenge {
            id: "clocks-right",
            title: both("All clocks right", "時計はすべて正しい"),
            task: both(
                "Break Redlock on at least 5 nodes, with no pause and no wrong clock.",
                "5 台以上の Redlock を、停止も時計の狂いもなしに破綻させる。",
            ),
            start: "jump",
            conditions: &[
                Condition {
                    says: both("Redlock on at least 5 nodes", "5 台以上の Redlock"),
                    is_met: |trial| {
                        let lock = &trial.scenario().lock;
                        lock.service == Service::Redlock && lock.nodes >= 5
                    },
                },
                Condition {
                    says: both("no pause, no wrong clock", "停止なし、時計の狂いなし"),
                    is_met: |trial| {
                        let forbidden = |fault: &Fault| {
                            matches!(
                                fault,
                                Fault::Pause { .. }
                                    | Fault::ClockJump { .. }
                                    | Fault::ClockRate { .. }
                            )
                        };
                        !trial.scenario().faults.iter().any(forbidden)
                    },
                },
                Condition::BROKEN,
            ],
            hints: &[
                both(
                    "The node in both majorities must forget. What makes a node forget?",
                    "両方の過半数に入るノードが忘れればよい。ノードは何で忘れるか。",
                ),
                both(
                    "An outage after which the data is gone, while Client 1 holds the lock.",
                    "クライアント1の保持中に起き、データが失われるノード障害。",
                ),
            ],
            answer: "restart",
            because: both(
                "Node 3 is away for {lasting 1} from {fault 1} on and comes back empty, before Client 2 asks.",
                "ノード 3 が {fault 1}から {lasting 1}落ち、クライアント2が要求する前に空で戻ってくる。",
            ),
            near_miss: "restart-keeps",
            then: None,
        },
        Challenge {
            id: "worth-its-price",
            title: both("Worth its price", "コストに見合う価値"),
            task: both(
                "Without any cut, let a part of the lock service lose its data while Client 1 holds the lock. Everybody gets the lock in the end, and the verdict is Safe.",
                "ネットワーク切断なしで、クライアント1の保持中にロックサービスの一部にデータを失わせる。最後は全員がロックを得て、判定が「安全」になること。",
            ),
            start: "jump",
            conditions: &[
                Condition {
                    says: both("no cut", "ネットワーク切断なし"),
                    is_met: |trial| {
                        let cut = |fault: &Fault| matches!(fault, Fault::Cut { .. });
                        !trial.scenario().faults.iter().any(cut)
                    },
                },
                Condition {
                    says: both(
                        "data is lost while Client 1 holds",
                        "クライアント1の保持中にデータが失われる",
                    ),
                    is_met: |trial| loses_data(trial.scenario(), &trial.run),
                },
                Condition {
                    says: both(
                        "everybody is granted the lock, and the verdict is Safe",
                        "全員が取得し、判定が「安全」",
                    ),
                    is_met: |trial| {
                        let served = trial
                            .run
                            .report
                            .waits
                            .iter()
                            .all(|wait| wait.granted.is_some());
                        served && trial.outcome() == Outcome::Safe
                    },
                },
            ],
            hints: &[both(
                "One of five nodes forgets. How many still remember?",
                "5 台のうち 1 台が忘れる。覚えているのは何台か。",
            )],
            answer: "emptied",
            because: both(
                "Four of {nodes} nodes still have Client 1’s value, so Client 2 gets one vote and waits. A single service that forgets in a failover grants the lock again at once.",
                "{nodes} 台のうち 4 台がクライアント1の値を覚えているので、クライアント2は 1 票しか得られずに待つ。1 台きりのサービスがフェイルオーバーで忘れれば、すぐ次に付与してしまう。",
            ),
            near_miss: "failover",
            then: None,
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "Which of the faults seen here can monitoring show before the damage?",
        "ここで見た障害のうち、損害の前に監視で見つけられるのはどれか。",
    ),
};

/// Votes of the second client's first attempt, and whether that was a grant.
fn counted(run: &Run) -> Option<(u8, bool)> {
    run.trace
        .entries
        .iter()
        .find_map(|entry| match entry.event {
            Event::Evaluated {
                client: ClientId(1),
                yes,
                granted,
                ..
            } => Some((yes, granted)),
            _ => None,
        })
}

/// Whether something of the lock service forgets while the first client's plan still runs.
fn loses_data(scenario: &Scenario, run: &Run) -> bool {
    let granted = run.first_granted_at(0);
    let done = run
        .history
        .finished
        .iter()
        .find(|(client, _)| *client == ClientId(0))
        .map(|(_, at)| *at);
    let within =
        |at: TrueTime| granted.is_some_and(|from| from <= at) && done.is_some_and(|to| at < to);
    scenario.faults.iter().any(|fault| match fault {
        Fault::NodeDown {
            at,
            lasting,
            keeps_data: false,
            ..
        } => *lasting > Millis::ZERO && within(*at),
        Fault::Failover {
            at,
            forgets: FailoverForgets::Lock | FailoverForgets::LockAndCounter,
            ..
        } => within(*at),
        _ => false,
    })
}
