//! One word per thing (docs/terms.md): no text of the page, of a lesson or of the log has a
//! word that the table of terms has another one for.

use crate::support::project;
use fencelab::text::Lang;
use std::path::Path;

/// A word that is not used, and the one that stands for it.
struct Rule {
    lang: Lang,
    forbidden: &'static str,
    preferred: &'static str,
    /// What may contain the forbidden word.
    but: &'static [&'static str],
}

const fn rule(lang: Lang, preferred: &'static str, forbidden: &'static str) -> Rule {
    but(lang, preferred, forbidden, &[])
}

const fn but(
    lang: Lang,
    preferred: &'static str,
    forbidden: &'static str,
    but: &'static [&'static str],
) -> Rule {
    Rule {
        lang,
        forbidden,
        preferred,
        but,
    }
}

const RULES: [Rule; 42] = [
    rule(Lang::En, "TTL", "time to live"),
    rule(Lang::En, "TTL", "time-to-live"),
    rule(Lang::En, "TTL", "lease time"),
    rule(Lang::En, "TTL", "lease duration"),
    rule(Lang::En, "lock service", "lock server"),
    rule(Lang::En, "lock service", "lock manager"),
    rule(Lang::En, "fencing token", "fence token"),
    but(Lang::En, "split brain", "split-brain", &["(#split-brain)"]),
    rule(Lang::En, "thinking time", "think time"),
    rule(Lang::En, "held packet", "delayed packet"),
    rule(Lang::En, "failover", "fail-over"),
    rule(Lang::En, "lock-delay", "lock delay"),
    rule(Lang::En, "idempotency", "idempotence"),
    rule(Lang::En, "dedup", "de-dup"),
    rule(Lang::En, "clock rate", "clock drift"),
    rule(Lang::En, "counterexample", "counter-example"),
    rule(Lang::En, "outcome map", "result map"),
    rule(Lang::En, "poll", "busy-wait"),
    but(Lang::Ja, "有効期間", "TTL", &["有効期間（TTL）"]),
    rule(Lang::Ja, "有効期間", "存続期間"),
    rule(Lang::Ja, "有効期間", "生存時間"),
    rule(Lang::Ja, "有効期間", "有効期限"),
    rule(Lang::Ja, "バージョン", "版"),
    rule(Lang::Ja, "筋書き", "シナリオ"),
    but(Lang::Ja, "保持者", "所有者", &["所有者とみなす"]),
    rule(Lang::Ja, "保持者", "ホルダー"),
    rule(Lang::Ja, "べき等", "冪等"),
    rule(Lang::Ja, "べき等", "ベキ等"),
    rule(Lang::Ja, "課題", "チャレンジ"),
    rule(Lang::Ja, "予想", "予測"),
    rule(Lang::Ja, "手順", "ステップ"),
    rule(Lang::Ja, "実害", "被害"),
    rule(Lang::Ja, "延長", "リニュー"),
    rule(Lang::Ja, "ネットワーク切断", "ネットワーク分断"),
    rule(Lang::Ja, "クラッシュ", "異常終了"),
    but(Lang::Ja, "記憶期間", "ウィンドウ", &["発表者ウィンドウ"]),
    rule(Lang::Ja, "付与番号", "序数"),
    rule(Lang::Ja, "再生位置", "プレイヘッド"),
    rule(Lang::Ja, "サーバー", "サーバ、"),
    rule(Lang::Ja, "ユーザー", "ユーザ、"),
    rule(Lang::Ja, "フェイルオーバー", "フェールオーバ"),
    rule(Lang::Ja, "有効期間", "リース期間"),
];

/// All Rust files below a folder.
fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            found.push((path.display().to_string(), text));
        }
    }
}

/// The texts between quotes, without those of comments and tests. What is escaped stays so.
fn texts(code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or(code);
    let lines = code.lines().filter(|line| !line.trim().starts_with("//"));
    let code: Vec<&str> = lines.collect();
    let code = code.join("\n").replace("\\\"", "”").replace("'\"'", "");
    let texts = code.split('"').skip(1).step_by(2);
    texts.map(str::to_owned).collect()
}

fn is_japanese(text: &str) -> bool {
    let kana = '\u{3040}'..='\u{30ff}';
    let han = '\u{4e00}'..='\u{9fff}';
    text.chars()
        .any(|letter| kana.contains(&letter) || han.contains(&letter))
}

/// What a text says otherwise than the table of terms.
fn wrong(text: &str) -> Option<&'static Rule> {
    let lang = if is_japanese(text) {
        Lang::Ja
    } else {
        Lang::En
    };
    let small = text.to_lowercase();
    RULES.iter().filter(|rule| rule.lang == lang).find(|rule| {
        let text = match lang {
            Lang::En => &small,
            Lang::Ja => text,
        };
        let allowed = rule.but.iter();
        let rest = allowed.fold(text.to_owned(), |text, one| text.replace(one, ""));
        rest.contains(rule.forbidden)
    })
}

/// Fails with all that is said otherwise.
fn check(texts: impl Iterator<Item = (String, String)>) -> usize {
    let mut seen = 0;
    let mut found = Vec::new();
    for (place, text) in texts {
        seen += 1;
        if let Some(rule) = wrong(&text) {
            let (preferred, forbidden) = (rule.preferred, rule.forbidden);
            found.push(format!("{place}: “{preferred}”, not “{forbidden}”: {text}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    seen
}

#[test]
fn no_text_has_another_word_than_the_table_of_terms() {
    let mut found = Vec::new();
    for room in [
        "text", "picture", "edit", "story", "mylock", "monday", "lesson", "pages", "ui",
    ] {
        files(&project(&format!("src/{room}")), &mut found);
    }
    let all = found.iter().flat_map(|(path, code)| {
        let texts = texts(code).into_iter();
        texts.map(move |text| (path.clone(), text))
    });
    let seen = check(all);
    assert!(seen > 5_000, "only {seen} texts were read");
}

#[test]
fn neither_has_the_table_itself() {
    let terms = std::fs::read_to_string(project("docs/terms.md")).expect("there is a table");
    let cells = terms.lines().flat_map(|line| line.split('|'));
    let seen = check(cells.map(|cell| ("docs/terms.md".to_owned(), cell.trim().to_owned())));
    assert!(seen > 500, "only {seen} cells were read");
}

#[test]
fn the_rules_find_what_they_forbid() {
    assert!(wrong("有効期間（TTL）は 10 秒").is_none());
    assert_eq!(
        wrong("TTL は 10 秒").map(|rule| rule.preferred),
        Some("有効期間")
    );
    assert_eq!(
        wrong("The Lock Server says no.").map(|rule| rule.preferred),
        Some("lock service")
    );
    for rule in &RULES {
        let text = format!(
            "{} {}",
            if rule.lang == Lang::Ja { "語" } else { "word" },
            rule.forbidden
        );
        assert!(wrong(&text).is_some(), "{text}");
    }
}
