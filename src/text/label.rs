//! The fields of a scenario file in words: what each is called, what the words
//! that it may hold mean, and where in the file it stands. All of it is read
//! off the path that a complaint names (`clients[0].plan[2].write.after_ms`).
//!
//! ```
//! use fencelab::text::{Lang, label};
//!
//! let path = "clients[0].plan[2].write.after_ms";
//! assert_eq!(label::field(Lang::En, path), "Thinking time");
//! assert_eq!(label::place(Lang::Ja, path), "クライアント 1・手順 3（書き込み）・処理時間");
//! assert_eq!(label::value(Lang::En, "resource.fence", "writes"), "fence on writes");
//! ```

use super::Lang;

/// A word in English and in Japanese.
type Pair = (&'static str, &'static str);

const fn pick(lang: Lang, pair: Pair) -> &'static str {
    match lang {
        Lang::En => pair.0,
        Lang::Ja => pair.1,
    }
}

/// One part of a path: its name, and its place in a list if it has one, from 0.
fn part(text: &str) -> (&str, Option<usize>) {
    match text.split_once('[') {
        Some((name, place)) => (name, place.trim_end_matches(']').parse().ok()),
        None => (text, None),
    }
}

/// The names of the last part of a path and of the one before it.
fn tail(path: &str) -> (&str, &str) {
    let mut parts = path.rsplit('.');
    let name = part(parts.next().unwrap_or(path)).0;
    (parts.next().map_or("", |above| part(above).0), name)
}

/// What a field is called; its name in the file if it has none.
#[must_use]
pub fn field(lang: Lang, path: &str) -> String {
    let (above, name) = tail(path);
    if let ("clients", "node_ms", Some(index)) = (above, name, last_place(path)) {
        let node = index.saturating_add(1);
        return say!(lang, "Delay to node {node}", "ノード {node} までの遅延");
    }
    let pair = run_field(above, name)
        .or_else(|| client_field(above, name))
        .or_else(|| step_field(above, name))
        .or_else(|| fault_field(above, name));
    pair.map_or(name, |pair| pick(lang, pair)).to_owned()
}

fn last_place(path: &str) -> Option<usize> {
    part(path.rsplit('.').next().unwrap_or(path)).1
}

fn run_field(above: &str, name: &str) -> Option<Pair> {
    Some(match (above, name) {
        ("", "$") => ("The file", "ファイル"),
        ("", "format") => ("Format", "形式"),
        ("", "purpose") => ("Purpose", "目的"),
        ("", "horizon_ms") => ("Horizon", "打ち切り時刻"),
        ("", "lock") | ("lock", "service") => ("Lock service", "ロックサービス"),
        ("", "resource") => ("Resource", "リソース"),
        ("", "network") => ("Network", "ネットワーク"),
        ("", "clients") => ("Clients", "クライアント"),
        ("", "faults") => ("Faults", "障害"),
        ("lock", "ttl_ms") => ("TTL", "有効期間（TTL）"),
        ("lock", "tokens") => ("Tokens", "トークン"),
        ("lock", "first_token") => ("First token", "最初のトークン"),
        ("lock", "waiting") => ("While the lock is taken", "空いていないときの待ち方"),
        ("lock", "lock_delay_ms") => ("Lock-delay", "ロックディレイ（再付与の猶予）"),
        ("lock", "release") => ("A release deletes", "解放で消すもの"),
        ("lock", "nodes") => ("Nodes", "ノードの数"),
        ("lock", "drift_per_mille") => ("Drift, ‰ of the TTL", "ドリフト補正（有効期間の ‰）"),
        ("lock", "drift_ms") => ("Drift on top", "ドリフト補正に足す時間"),
        ("lock", "node_timeout_ms") => ("Node timeout", "ノードの応答期限"),
        ("resource", "fence") => ("Fence", "フェンス"),
        ("resource", "fence_scope") => ("Fence scope", "検査の単位"),
        ("resource", "dedup_window_ms") => ("Dedup window", "重複排除の記憶期間"),
        ("resource", "versions") => ("Versions", "バージョン検査"),
        ("resource", "asks_lock") => ("Asks the lock service", "ロックサービスに照会"),
        ("network", "lock_ms") => (
            "One-way delay to the lock service",
            "ロックサービスまでの片道遅延",
        ),
        ("network", "resource_ms") => ("One-way delay to the resource", "リソースまでの片道遅延"),
        _ => return None,
    })
}

fn client_field(above: &str, name: &str) -> Option<Pair> {
    if above != "clients" {
        return None;
    }
    Some(match name {
        "name" => ("Name", "名前"),
        "arrives_ms" => ("Arrival", "到着"),
        "retry_ms" => ("Retry after", "再試行までの時間"),
        "timeout_ms" => ("Timeout", "応答期限"),
        "renew_ms" => ("Renewal every", "リースの延長の間隔"),
        "check" => ("Check before sending", "送信前の確認"),
        "check_lead_ms" => ("Check lead", "確認から送信までの間"),
        "margin_ms" => ("Margin", "安全余裕"),
        "stops_when_lost" => ("Stops when lost", "失効を知ったら止まる"),
        "node_ms" => ("One-way delay to each node", "各ノードまでの片道遅延"),
        "plan" => ("Plan", "手順"),
        _ => return None,
    })
}

fn step_field(above: &str, name: &str) -> Option<Pair> {
    step(above)?;
    Some(match name {
        "after_ms" => ("Thinking time", "処理時間"),
        "object" => ("Object", "対象"),
        "key" => ("Key", "キー"),
        "wait" => ("Waits for the reply", "返答を待つ"),
        "resend_after_ms" => ("Resend after", "再送までの時間"),
        "resends" => ("Resends", "再送の回数"),
        "unless_done" => ("Done already: pass over", "実行済みなら飛ばす"),
        "request_ms" => ("Delay of the request", "要求の遅延"),
        "reply_ms" => ("Delay of the reply", "返答の遅延"),
        _ => return None,
    })
}

fn fault_field(above: &str, name: &str) -> Option<Pair> {
    Some(match (above, name) {
        (_, "client") => ("Client", "クライアント"),
        ("pause" | "cut" | "node_down", "at_ms") => ("Begin", "開始"),
        (_, "at_ms") => ("Instant", "時刻"),
        (_, "for_ms") => ("Length", "長さ"),
        (_, "cause") => ("Cause", "原因"),
        (_, "stops") => ("Stops", "止まる範囲"),
        ("cut", "from") => ("Cut off from", "切断の相手"),
        (_, "node") => ("Node", "ノード"),
        (_, "by_ms") => ("Jumps by", "ジャンプの幅"),
        (_, "per_mille") => ("Milliseconds in each second", "1 秒に進むミリ秒"),
        (_, "keeps_data") => ("Keeps data", "データ保持"),
        (_, "forgets") => ("Forgets", "失うもの"),
        (_, "counter_back_by") => ("Counter falls back by", "カウンタの戻り幅"),
        _ => return None,
    })
}

/// The word for a kind of step.
pub(crate) fn step(kind: &str) -> Option<Pair> {
    Some(match kind {
        "acquire" => ("acquire", "取得"),
        "read" => ("read", "読み取り"),
        "write" => ("write", "書き込み"),
        "update" => ("update", "読んでから更新"),
        "effect" => ("effect", "副作用"),
        "release" => ("release", "解放"),
        _ => return None,
    })
}

/// The word for a kind of fault.
fn fault(kind: &str) -> Option<Pair> {
    Some(match kind {
        "pause" => ("pause", "停止"),
        "crash" => ("crash", "クラッシュ"),
        "cut" => ("cut", "ネットワーク切断"),
        "clock_jump" => ("clock jump", "時計のジャンプ"),
        "clock_rate" => ("clock rate", "時計の進みの誤差"),
        "node_down" => ("node outage", "ノード障害"),
        "failover" => ("failover", "フェイルオーバー"),
        "lock_lost" => ("lock lost", "ロックの消失"),
        "resource_restart" => ("resource restart", "リソースの再起動"),
        _ => return None,
    })
}

/// The word for a kind of step or fault, by its name in the file.
#[must_use]
pub fn kind(lang: Lang, kind: &str) -> String {
    step(kind)
        .or_else(|| fault(kind))
        .map_or(kind, |pair| pick(lang, pair))
        .to_owned()
}

/// Where a path leads, in words: "client 1, step 3 (write), thinking time".
#[must_use]
pub fn place(lang: Lang, path: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut whole = false;
    for text in path.split('.') {
        let (name, index) = part(text);
        let number = index.map_or(0, |index| index.saturating_add(1));
        whole = true;
        match (name, index) {
            ("clients", Some(_)) => {
                words.push(say!(lang, "Client {number}", "クライアント {number}"));
            }
            ("plan", Some(_)) => words.push(say!(lang, "step {number}", "手順 {number}")),
            ("faults", Some(_)) => words.push(say!(lang, "Fault {number}", "障害 {number}")),
            _ => match (step(name).or_else(|| fault(name)), words.last_mut()) {
                (Some(pair), Some(last)) => {
                    let kind = pick(lang, pair);
                    last.push_str(&say!(lang, " ({kind})", "（{kind}）"));
                }
                (Some(_), None) | (None, _) => whole = false,
            },
        }
    }
    if !whole {
        words.push(field(lang, path));
    }
    words.join(match lang {
        Lang::En => ", ",
        Lang::Ja => "・",
    })
}

/// What a word means that stands in a field; the word itself if it has no other.
#[must_use]
pub fn value(lang: Lang, path: &str, word: &str) -> String {
    let (above, name) = tail(path);
    if name == "node" || name == "from" {
        let number = word.strip_prefix("node-").unwrap_or(word);
        if let Ok(node) = number.parse::<u8>() {
            let node = node.saturating_add(1);
            return say!(lang, "node {node}", "ノード {node}");
        }
    }
    defence(name, word)
        .or_else(|| choice(above, name, word))
        .map_or(word, |pair| pick(lang, pair))
        .to_owned()
}

fn defence(name: &str, word: &str) -> Option<Pair> {
    Some(match (name, word) {
        ("purpose", "correctness") => ("correctness", "正しさ"),
        ("purpose", "efficiency") => ("efficiency", "効率"),
        ("service", "lease") => ("lease", "リース"),
        ("service", "redlock") => ("Redlock", "Redlock"),
        ("tokens", "counter") => ("counter, with the grant", "付与と同時"),
        ("tokens" | "check", "none") => ("none", "なし"),
        ("tokens", "separate_counter") => ("separate counter", "別カウンタ"),
        ("waiting", "poll") => ("poll", "ポーリング"),
        ("waiting", "queue") => ("queue", "待ち行列"),
        ("release", "if_mine") => ("only its own grant", "自分のものだけ"),
        ("release", "always") => ("whatever is there", "誰のものでも"),
        ("fence", "off") => ("no fence", "フェンスなし"),
        ("fence", "writes") => ("fence on writes", "書き込みを検査"),
        ("fence", "reads_and_writes") => ("fence on reads too", "読み取りも検査"),
        ("fence_scope", "lock") => ("lock", "ロック"),
        ("fence_scope", "object") => ("object", "オブジェクト"),
        ("versions", "ignored") => ("not checked", "検査しない"),
        ("versions", "checked") => ("checked (CAS)", "検査する（CAS、楽観ロック）"),
        ("check", "clock") => ("its own clock", "自分の時計"),
        ("check", "ask") => ("ask the lock service", "ロックサービスに照会"),
        (_, "true") => ("yes", "はい"),
        (_, "false") => ("no", "いいえ"),
        _ => return None,
    })
}

fn choice(above: &str, name: &str, word: &str) -> Option<Pair> {
    Some(match (above, name, word) {
        (_, "cause", "gc") => ("GC", "GC"),
        (_, "cause", "page_fault") => ("page fault and swap", "ページフォールトとスワップ"),
        (_, "cause", "cpu_steal") => ("CPU steal", "CPU スティール"),
        (_, "cause", "sigstop") => ("SIGSTOP", "SIGSTOP"),
        (_, "cause", "vm_migration") => ("VM migration", "VM のライブマイグレーション"),
        (_, "cause", "other") => ("other", "その他"),
        (_, "stops", "worker") => ("worker", "作業スレッド"),
        (_, "stops", "process") => ("process", "プロセス"),
        (_, "stops", "machine") => ("machine", "マシン"),
        ("failover", "forgets", "lock") => ("the lock", "ロック"),
        ("failover", "forgets", "lock_and_counter") => {
            ("the lock and the counter", "ロックとカウンタ")
        }
        ("resource_restart", "forgets", "highest_token") => ("the highest token", "最大トークン"),
        ("resource_restart", "forgets", "keys") => ("the keys", "キー"),
        ("resource_restart", "forgets", "both") => {
            ("the highest token and the keys", "最大トークンとキー")
        }
        (_, "from", "lock") => ("the lock service", "ロックサービス"),
        (_, "from", "resource") => ("the resource", "リソース"),
        (_, "from", "all") => ("everything", "すべての相手"),
        _ => return None,
    })
}
