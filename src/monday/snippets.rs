//! The snippets. Their files lie below `docs/monday`.

use super::Snippet;
use crate::story::source::{KLEPPMANN, REDIS, S3, STRIPE, source};
use crate::text::both;

/// The files with these names, with their texts.
macro_rules! files {
    ($($name:literal),+) => {
        &[$(($name, include_str!(concat!("../../docs/monday/", $name)))),+]
    };
}

/// In the order of the page.
pub(super) const SNIPPETS: &[Snippet] = &[
    Snippet {
        id: "sql",
        title: both(
            "A row that keeps the highest token",
            "最大トークンを覚える行",
        ),
        about: both(
            "One statement compares and writes. `<=` and not `<`: two writes under one grant must both pass. The read shows the token too, so that an update cannot rest on data which an older holder may still change.",
            "1 つの文で比べて書く。`<` ではなく `<=` にするのは、1 回の付与で行う 2 つの書き込みをどちらも通すため。読み取りでもトークンを示すので、古い保持者がまだ変えられるデータに基づいて更新することがない。",
        ),
        limits: both(
            "One highest token for all that one lock protects: if it protects several rows, give the lock a row of its own and update that first, in the same transaction. The token must come with the grant, from a counter that is never set back; a restored backup sets it back.",
            "最大トークンは、1 つのロックが守る範囲全体で 1 つにする。守る行が複数あるなら、ロック用の行を作り、同じトランザクションで先に更新する。トークンは付与と同時に、決して戻らないカウンタから出すこと。バックアップからの復元は値を戻してしまう。",
        ),
        checked: both("PostgreSQL and SQLite", "PostgreSQL、SQLite"),
        files: files!["schema.sql", "write.sql", "read.sql"],
        sources: &[
            KLEPPMANN,
            source(
                "PostgreSQL, UPDATE",
                "https://www.postgresql.org/docs/current/sql-update.html",
            ),
        ],
    },
    Snippet {
        id: "redis",
        title: both("Redis as the receiver", "受け取る側が Redis の場合"),
        about: both(
            "A script is one atomic step. The first mints the token together with the grant, the second is the fence, the third releases only what is mine.",
            "スクリプトは不可分に実行される。1 つ目は付与と同時にトークンを発番し、2 つ目がフェンス、3 つ目は自分のものだけを解放する。",
        ),
        limits: both(
            "The counter and the record must outlive a failover and a restart: without `appendfsync always` and a replica that is in sync, a token can come twice. A lock that spans several instances has no such counter.",
            "カウンタとレコードは、フェイルオーバーと再起動を越えて残らなければならない。`appendfsync always` と同期済みのレプリカがなければ、同じトークンが 2 度出ることがある。複数のインスタンスにまたがるロックには、このようなカウンタがない。",
        ),
        checked: both("Redis", "Redis"),
        files: files!["acquire.lua", "write.lua", "release.lua"],
        sources: &[
            REDIS,
            source(
                "bsm/redislock#94",
                "https://github.com/bsm/redislock/pull/94",
            ),
        ],
    },
    Snippet {
        id: "etcd",
        title: both("An etcd transaction", "etcd のトランザクション"),
        about: both(
            "The transaction writes only if the lock’s key still has the revision at which our grant created it. Lock and data are in one store, so check and write are one step: an expired holder is refused even if nobody has come after it.",
            "ロックのキーが、自分の付与で作られたときのリビジョンのままである場合に限り書き込む。ロックとデータが同じストアにあるので、確認と書き込みが不可分になる。後任がいなくても、期限切れの保持者は拒否される。",
        ),
        limits: both(
            "It protects what is in etcd, and nothing else. For anything outside pass the revision on as a token, and let the receiver compare.",
            "守れるのは etcd の中のデータだけ。外にあるものにはリビジョンをトークンとして渡し、受け取る側で比べる。",
        ),
        checked: both("etcd, by its JSON gateway", "etcd（JSON ゲートウェイ経由）"),
        files: files!["write-etcd.sh"],
        sources: &[
            source(
                "etcd, contrib/lock",
                "https://pkg.go.dev/go.etcd.io/etcd/v3@v3.5.5/contrib/lock",
            ),
            source(
                "Jepsen, etcd 3.4.3 (2020)",
                "https://jepsen.io/analyses/etcd-3.4.3",
            ),
        ],
    },
    Snippet {
        id: "object",
        title: both(
            "An object store’s conditional write",
            "オブジェクトストアの条件付き書き込み",
        ),
        about: both(
            "The object carries its token as metadata. Read it with the ETag, compare, and write with `If-Match`: if anybody wrote in between, the store answers 412, and you read again.",
            "オブジェクトのメタデータにトークンを持たせる。ETag とともに読み、比べ、`If-Match` を付けて書く。その間に誰かが書いていればストアが 412 を返すので、読み直す。",
        ),
        limits: both(
            "An ETag alone is a version check, not a fence: it has no order, and the first to write wins, be it the old holder. For an object that does not exist yet use `If-None-Match: *`.",
            "ETag だけではバージョン検査であり、フェンスではない。順序がないので、旧保持者でも先に書いたほうが勝つ。まだ存在しないオブジェクトには `If-None-Match: *` を使う。",
        ),
        checked: both(
            "not run by our tests: no such store can be installed beside them",
            "テストでは未実行（テストの横に置けるストアがないため）",
        ),
        files: files!["write-object.sh"],
        sources: &[S3],
    },
    Snippet {
        id: "once",
        title: both("A table of keys, for effects", "キーの表（副作用のため）"),
        about: both(
            "An e-mail or a charge knows no highest token. Write it into an outbox under a key, under the fence; whoever sends reads the outbox. The same key a second time changes nothing.",
            "メールや課金は最大トークンを知らない。フェンスのもとで、キーを付けて送信箱（outbox）に書き、送る側がそれを読む。同じキーの 2 度目は何も変えない。",
        ),
        limits: both(
            "Make the key from the job (the order’s number, the scheduled time), not from the attempt. The window is how long you keep the rows: what comes after it is done again. The one who sends must itself pass a key on, or it may send twice after a crash.",
            "キーは試みではなくジョブから作る（注文番号、予定時刻など）。行を残しておく長さが記憶期間で、そのあとに来たものは再び実行される。送る側も相手にキーを渡さなければ、クラッシュ後に二重送信しうる。",
        ),
        checked: both("PostgreSQL and SQLite", "PostgreSQL、SQLite"),
        files: files!["once.sql"],
        sources: &[STRIPE],
    },
    Snippet {
        id: "try",
        title: both("Try it for real", "実際に試す"),
        about: both(
            "Stop a holder with `SIGSTOP` past its TTL, let another write, wake the first, and look who is in the record. The script does it against a Redis to play with; then put your own lock and your own receiver in its place.",
            "`SIGSTOP` で保持者を有効期間より長く止め、別のクライアントに書かせ、最初の保持者を起こして、レコードに誰のデータが残ったかを見る。スクリプトは試験用の Redis を相手にこれを行う。次に、自分のロックと自分の受け取り側に置き換える。",
        ),
        limits: both(
            "Then cut the link: in a container `docker network disconnect`, on a machine `iptables -A OUTPUT -p tcp --dport 6379 -j DROP`, for longer than the TTL; undo it and look again. Without a fence the last line says `the data of A`: that is what you came to see.",
            "次は通信を切る。コンテナなら `docker network disconnect`、マシンなら `iptables -A OUTPUT -p tcp --dport 6379 -j DROP` を有効期間より長く続け、戻してからもう一度見る。フェンスがなければ最後の行は `the data of A` になる。確かめたかったのはそれだ。",
        ),
        checked: both("Redis", "Redis"),
        files: files!["try.sh"],
        sources: &[KLEPPMANN],
    },
];
