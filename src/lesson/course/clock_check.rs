//! Looking at the clock before writing: the gap between check and effect.

use crate::lesson::{Challenge, Choice, Condition, Lesson, Prediction, file, look, variant};
use crate::sim::report::{Outcome, Reason};
use crate::sim::scenario::{Check, Fault};
use crate::text::both;

/// The lesson.
pub(super) const LESSON: Lesson = Lesson {
    id: "clock-check",
    title: both("Looking at the clock before writing", "書く前に時計を見る"),
    minutes: 10,
    aim: both(
        "Find the gap between check and effect in any protocol, and state a margin together with its assumption.",
        "どんな手順でも確認と実行の隙間を見つけられ、安全余裕をその前提とともに述べられるようになる。",
    ),
    breaks: &[
        both(
            "Checking just before writing is enough.",
            "書く直前に確かめれば十分だ。",
        ),
        both(
            "Asking the lock service is better than looking at a clock.",
            "時計を見るより、ロックサービスに尋ねるほうがよい。",
        ),
    ],
    variants: &[
        file(
            "look",
            Outcome::Broken,
            r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "clients": [
    { "name": "Client 1", "check": "clock", "check_lead_ms": 100,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 9000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {"after_ms": 8000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 8950, "for_ms": 5000, "cause": "gc"}}]
}"#,
        ),
        variant(
            "ask",
            "look",
            &[("clients[0].check", "\"ask\"")],
            Outcome::Broken,
        ),
        variant(
            "ask-late",
            "ask",
            &[("clients[0].check_lead_ms", "50")],
            Outcome::StoodDown,
        ),
        variant(
            "behind",
            "look",
            &[("clients[0].check_lead_ms", "50")],
            Outcome::StoodDown,
        ),
        variant(
            "thin",
            "look",
            &[("clients[0].margin_ms", "1099")],
            Outcome::Broken,
        ),
        variant(
            "margin",
            "look",
            &[("clients[0].margin_ms", "1100")],
            Outcome::StoodDown,
        ),
        variant(
            "receiver",
            "look",
            &[("resource.asks_lock", "true")],
            Outcome::Refused,
        ),
        variant(
            "caught",
            "look",
            &[
                ("clients[0].check_lead_ms", "0"),
                ("clients[0].plan[1].write.after_ms", "1000"),
                ("faults[0].pause.at_ms", "1000"),
                ("faults[0].pause.for_ms", "15000"),
            ],
            Outcome::StoodDown,
        ),
        variant(
            "machine",
            "caught",
            &[("faults[0].pause.cause", "\"vm_migration\"")],
            Outcome::Broken,
        ),
        variant(
            "packet",
            "look",
            &[
                ("clients[0].check_lead_ms", "0"),
                ("clients[0].plan[1].write.request_ms", "3000"),
                ("faults", "[]"),
            ],
            Outcome::Broken,
        ),
        variant(
            "packet-sooner",
            "packet",
            &[("clients[0].plan[1].write.request_ms", "2000")],
            Outcome::Lucky,
        ),
    ],
    predict: &[
        both(
            "Client 1 has learnt from the pause. A lease has a [deadline](#deadline), and the client knows it: its own clock at the request, plus the TTL of {ttl}. So before it writes it looks at its clock. At {checked 1} it looks: {left 1} are left. Good.",
            "クライアント1は停止から学んだ。リースには[期限（deadline）](#deadline)があり、クライアントはそれを知っている。要求を送ったときの自分の時計に、有効期間 {ttl}を足した時刻だ。そこで書く前に時計を見る。{checked 1}に見ると、残りは {left 1}。大丈夫だ。",
        ),
        both(
            "It takes {lead 1} more to make the write ready. In the middle of that, at {pause-begin}, the process stands still for {pause}. The lease ends, Client 2 is granted the lock at {granted 2}, and writes at {decided 2 2}. At {pause-end} Client 1 goes on.",
            "書き込みの準備にあと {lead 1}かかる。その途中の {pause-begin}に、プロセスが {pause}止まる。リースは切れ、クライアント2が {granted 2}に取得し、{decided 2 2}に書く。{pause-end}の時点で、クライアント1が続きを始める。",
        ),
    ],
    predictions: &[Prediction {
        run: "look",
        decisive: |run| run.sending(0, 1),
        question: both(
            "Client 1 had looked, and all was well. What now?",
            "クライアント1は確かめて、問題なかった。この先どうなるか。",
        ),
        choices: &[
            Choice {
                says: both("It looks again, and stops.", "もう一度時計を見て、やめる。"),
                reason: both(
                    "The look lies behind it. A program goes on where it stood still, and the next line is the send.",
                    "確認はもう済んでいる。プログラムは止まったところから続き、次の行は送信である。",
                ),
                is_so: |run| run.stood_down(0),
            },
            Choice {
                says: both(
                    "Accepted, over Client 2’s data.",
                    "受理され、クライアント2のデータを上書きする。",
                ),
                reason: both(
                    "Between check and effect there was room for a pause. There always is.",
                    "確認と実行のあいだに、停止の入る隙間があった。隙間はいつもある。",
                ),
                is_so: |run| run.is_applied(0, 1) && run.is_harmed(),
            },
            Choice {
                says: both(
                    "Accepted, and rightly: {left 1} were promised, so Client 2 still waits.",
                    "受理され、それで正しい。残り {left 1}は約束されており、クライアント2はまだ待っている。",
                ),
                reason: both(
                    "They were over at {ended 1}. Client 2 holds the lock and has written.",
                    "その残りは {ended 1}に尽きた。クライアント2が保持者で、すでに書いている。",
                ),
                is_so: |run| {
                    let written = run.deciding(0, 1);
                    written.is_some() && (run.granting(2) > written || run.granting(2).is_none())
                },
            },
            Choice {
                says: both(
                    "Refused: the write carries the check, and it is old.",
                    "拒否される。書き込みに付いた確認結果が古いから。",
                ),
                reason: both(
                    "Nothing but data arrives. The look happened in Client 1, and stays there.",
                    "届くのはデータだけである。確認はクライアント1の中で行われ、外には出ない。",
                ),
                is_so: |run| {
                    run.is_refused(0, 1, Reason::StaleToken)
                        || run.is_refused(0, 1, Reason::NotHolder)
                },
            },
        ],
    }],
    run: &[
        both(
            "{verdict}, at {harm 1}. The check was correct, and it was worthless: it said something about {checked 1}, and the write was applied at {decided 1 2}. This gap between check and effect is in every protocol in which the one who checks is not the one who applies. A check in the client makes it smaller. It never closes it.",
            "{harm 1}に「{verdict}」。確認は正しかったが、役に立たなかった。確認が語るのは {checked 1}のことで、書き込みが適用されたのは {decided 1 2}である。確かめる者と適用する者が別であるかぎり、この隙間はどんな手順にもある。クライアントでの確認は隙間を縮めるが、なくしはしない。",
        ),
        both(
            "The look did one thing: at its deadline, or as soon as it wakes, Client 1 stops believing. The overlap is {overlap}. Being right about oneself is good; the write had left all the same.",
            "確認に効果がないわけではない。期限が来るか、目覚めた時点で、クライアント1は信じるのをやめる。重なりは {overlap}。自分を正しく認識するのはよいことだが、それでも書き込みは出ていった。",
        ),
        both(
            "[Kleppmann makes the same point](kleppmann): the pause may come at any moment, also between the last check and the write.",
            "[Kleppmann も同じ点を指摘している](kleppmann)。停止はいつでも、最後の確認と書き込みのあいだにも起こりうる。",
        ),
    ],
    investigate: &[both(
        "Does another check help, or another place for it?",
        "別の確認方法、別の確認場所なら効くだろうか。",
    )],
    looks: &[
        look(
            "ask",
            both(
                "It asks the lock service in place of the clock",
                "時計の代わりにロックサービスに尋ねる",
            ),
            both(
                "The same. A true answer at {checked 1} is an old answer at {decided 1 2}.",
                "結果は同じ。{checked 1}の正しい答えは、{decided 1 2}には古い答えになる。",
            ),
        ),
        look(
            "behind",
            both(
                "It looks {lead 1} before the send",
                "送信の {lead 1}前に見る",
            ),
            both(
                "Now the look comes after the pause, and it stands down. Where the pause falls is luck.",
                "確認が停止のあとになり、手を引く。停止がどこに入るかは運次第である。",
            ),
        ),
        look(
            "caught",
            both(
                "The pause of lesson 2, with a look just before the send",
                "第 2 課の停止、送信の直前に確認",
            ),
            both(
                "Caught at {stood-down 1}: the clock went on while the process stood still.",
                "{stood-down 1}に気づく。プロセスが止まっていても、時計は進んでいたからだ。",
            ),
        ),
        look(
            "machine",
            both(
                "The same pause, but the machine stops",
                "同じ停止、ただしマシンごと",
            ),
            both(
                "Its clock stood still with it. [Python’s PEP 418 lists which system clocks leave out the time of a suspension](pep418).",
                "時計も一緒に止まっていた。[どのシステム時計がサスペンド中の時間を含まないかは PEP 418 に一覧がある](pep418)。",
            ),
        ),
        look(
            "receiver",
            both(
                "The resource asks the lock service",
                "リソースがロックサービスに尋ねる",
            ),
            both(
                "Refused at {refused 1}. The check has moved to the one who applies, in one step with applying.",
                "{refused 1}に拒否。確認が、適用する側に移り、適用と不可分になった。",
            ),
        ),
    ],
    change: &[
        both(
            "A [margin](#margin) is the honest form of the check: stop this long before the deadline. How much is enough here? {thin/margin 1} is not, {margin/margin 1} is.",
            "[安全余裕（margin）](#margin)は、この確認の限界を隠さない形である。期限のこれだけ手前でやめる。ここではどれだけ要るか。{thin/margin 1}では足りず、{margin/margin 1}なら足りる。",
        ),
        both(
            "It works, since the look at {margin/checked 1} now fails. It also costs: Client 1 stands down with {margin/left 1} on its lease, and the lock lies idle until {margin/granted 2}. And it rests on a sentence that somebody must sign: pauses stay under so much, packets under so much. A pause of unknown length does not read that sentence.",
            "{margin/checked 1}の確認で引っかかるので、うまくいく。代償もある。残り {margin/left 1}で手を引き、ロックは {margin/granted 2}まで空いたまま使われない。そして誰かが責任を負うべき一文に頼っている。「停止はこれ以下、通信の遅れはこれ以下」。長さの分からない停止は、その一文を読んでくれない。",
        ),
    ],
    worked: &[look(
        "margin",
        both("A margin of {margin 1}", "安全余裕 {margin 1}"),
        both(
            "Client 1 stands down at {stood-down 1}, while the lock is still its own: nothing had happened yet.",
            "クライアント1は、まだ保持者である {stood-down 1}に手を引く。何も起きていないのに、である。",
        ),
    )],
    make: &[both(
        "Find the gap twice more: in the better check, and where nobody stands still at all.",
        "隙間をあと 2 回見つけよう。よりよいはずの確認の中と、誰も止まらない場合である。",
    )],
    challenges: &[
        Challenge {
            id: "ask-and-fail",
            title: both("Ask and fail", "尋ねても破綻"),
            task: both(
                "Client 1 asks the lock service before it writes. Break the lock all the same; without the pause nothing may go wrong.",
                "クライアント1は書く前にロックサービスに尋ねる。それでも破綻させる。停止がなければ何も起きないこと。",
            ),
            start: "look",
            conditions: &[
                Condition {
                    says: both(
                        "Client 1 asks before it writes",
                        "クライアント1が書く前に尋ねる",
                    ),
                    is_met: |trial| {
                        let first = trial.scenario().clients.first();
                        first.is_some_and(|client| client.check == Check::Ask)
                    },
                },
                Condition::BROKEN,
                Condition::HARMLESS_WITHOUT_PAUSES,
            ],
            hints: &[both(
                "The pause must fall between the answer and the send.",
                "停止が、答えと送信のあいだに入らなければならない。",
            )],
            answer: "ask",
            because: both(
                "It asks {lead 1} before the send, the answer is yes, and the pause of {pause-begin} comes after it.",
                "送信の {lead 1}前に尋ね、答えは「はい」。停止はそのあと、{pause-begin}に始まる。",
            ),
            near_miss: "ask-late",
            then: None,
        },
        Challenge {
            id: "no-pause-needed",
            title: both("No pause needed", "停止は要らない"),
            task: both(
                "Client 1 looks at its clock before it writes. Break the lock without any pause or crash.",
                "クライアント1は書く前に時計を見る。停止もクラッシュもなしに破綻させる。",
            ),
            start: "look",
            conditions: &[
                Condition {
                    says: both("Client 1 looks at its clock", "クライアント1が時計を見る"),
                    is_met: |trial| {
                        let first = trial.scenario().clients.first();
                        first.is_some_and(|client| client.check == Check::Clock)
                    },
                },
                Condition {
                    says: both("no pause and no crash", "停止もクラッシュもない"),
                    is_met: |trial| {
                        let stands = |fault: &Fault| {
                            matches!(fault, Fault::Pause { .. } | Fault::Crash { .. })
                        };
                        !trial.scenario().faults.iter().any(stands)
                    },
                },
                Condition::BROKEN,
            ],
            hints: &[
                both(
                    "After the send, the write is on its way. Nobody looks at a clock there.",
                    "送信後、書き込みは途上にある。そこでは誰も時計を見ない。",
                ),
                both(
                    "Hold the packet back until Client 2 has written.",
                    "クライアント2が書くまで、パケットを遅らせる。",
                ),
            ],
            answer: "packet",
            because: both(
                "The write leaves at {sent 1 2}, within the lease, and is {held 1 2} on its way. It lands at {decided 1 2}.",
                "書き込みはリース内の {sent 1 2}に出るが、到着まで {held 1 2}かかり、{decided 1 2}に届く。",
            ),
            near_miss: "packet-sooner",
            then: None,
        },
    ],
    benches: &[],
    bench_run: None,
    discuss: both(
        "Write the sentence “safe if pauses stay under … and packets under …”. Who in your company could sign it?",
        "「停止が…以下、通信の遅れが…以下なら安全」という一文を書け。社内の誰がそれに署名できるか。",
    ),
};
