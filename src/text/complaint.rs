//! What is wrong with a scenario, in words for people: what, where, and what to do.

use super::quantity::{TimeError, seconds};
use super::{Lang, label};
use crate::model::Millis;
use crate::sim::complaint::{Complaint, Found, Problem, Wanted};
use crate::sim::limits::{FILE_BYTES, Range};
use crate::sim::scenario::Service;

/// A complaint as one or two sentences, after the place that it is about.
///
/// ```
/// use fencelab::sim::{check, scenario::Scenario};
/// use fencelab::text::{Lang, complaint::explain};
///
/// let mut scenario = Scenario::seed();
/// scenario.lock.nodes = 7;
/// let told: Vec<_> = check(&scenario).iter().map(|it| explain(Lang::En, it)).collect();
/// assert_eq!(told, ["Nodes: only Redlock has this. Change the lock service first."]);
/// ```
#[must_use]
pub fn explain(lang: Lang, complaint: &Complaint) -> String {
    let place = label::place(lang, &complaint.path);
    let problem = problem(lang, &complaint.path, &complaint.problem);
    say!(lang, "{place}: {problem}", "{place}：{problem}")
}

/// What is wrong with a typed time, and what to type.
#[must_use]
pub fn explain_time(lang: Lang, error: TimeError) -> String {
    match error {
        TimeError::NotATime => say!(
            lang,
            "Write a time such as 15 s or 500 ms.",
            "15 秒、500 ms のように入力してください。"
        ),
        TimeError::TooFine => say!(
            lang,
            "Whole milliseconds only: at most three decimals.",
            "ミリ秒単位まで。小数は 3 桁以内で入力してください。"
        ),
        TimeError::OutOfRange { least, most } => {
            let (least, most) = (seconds(lang, least), seconds(lang, most));
            say!(
                lang,
                "Write a time from {least} to {most}.",
                "{least}から {most}までの時間を入力してください。"
            )
        }
    }
}

/// The numbers that a field takes: "a time from 0 s to 15 s", "a whole number from 1 to 9".
fn numbers(lang: Lang, path: &str, range: Range) -> String {
    if path
        .trim_end_matches(|letter: char| letter == ']' || letter == '[' || letter.is_ascii_digit())
        .ends_with("_ms")
    {
        let (least, most) = (
            seconds(lang, Millis(range.min)),
            seconds(lang, Millis(range.max)),
        );
        return say!(
            lang,
            "a time from {least} to {most}",
            "{least}から {most}までの時間"
        );
    }
    let (min, max) = (range.min, range.max);
    say!(
        lang,
        "a whole number from {min} to {max}",
        "{min} から {max} までの整数"
    )
}

/// The words that may stand in a field, each as the page shows it.
fn words(lang: Lang, path: &str, known: &[&str]) -> String {
    let shown: Vec<String> = known
        .iter()
        .map(|word| {
            let value = label::value(lang, path, word);
            if value == *word {
                value
            } else {
                say!(lang, "{word} ({value})", "{word}（{value}）")
            }
        })
        .collect();
    shown.join(match lang {
        Lang::En => ", ",
        Lang::Ja => "、",
    })
}

fn problem(lang: Lang, path: &str, problem: &Problem) -> String {
    match problem {
        Problem::FileTooLarge { .. }
        | Problem::NotUtf8 { .. }
        | Problem::NotJson { .. }
        | Problem::OtherFormat => of_file(lang, problem),
        Problem::UnknownField { .. }
        | Problem::GivenTwice
        | Problem::Missing
        | Problem::WrongType { .. }
        | Problem::UnknownWord { .. }
        | Problem::NotOneField { .. } => of_form(lang, path, problem),
        Problem::OutOfRange { .. } | Problem::TextLength { .. } | Problem::ListLength { .. } => {
            of_size(lang, path, problem)
        }
        Problem::UnknownClient { .. }
        | Problem::NameTaken { .. }
        | Problem::UnknownNode { .. }
        | Problem::OtherService { .. }
        | Problem::NodeDelays { .. }
        | Problem::SecondRate { .. } => of_names(lang, problem),
        Problem::UpdateWithoutRead { .. }
        | Problem::UnlessDoneWithoutKey
        | Problem::UnlessDoneWithoutRead
        | Problem::ResendsWithoutAfter => of_plan(lang, problem),
    }
}

fn of_file(lang: Lang, problem: &Problem) -> String {
    match problem {
        Problem::FileTooLarge { bytes } => say!(
            lang,
            "it has {bytes} bytes, more than the {FILE_BYTES} that can be read. Take a smaller one.",
            "{bytes} バイトあり、読める上限の {FILE_BYTES} バイトを超えています。小さいファイルを選んでください。"
        ),
        Problem::NotUtf8 { line, column } => say!(
            lang,
            "it is not UTF-8 text at line {line}, column {column}. Save it as UTF-8.",
            "{line} 行 {column} 桁が UTF-8 の文字ではありません。UTF-8 で保存してください。"
        ),
        Problem::NotJson { line, column } => say!(
            lang,
            "it is not JSON: reading stops at line {line}, column {column}. Look there for a missing or surplus comma, quote or bracket.",
            "JSON ではありません。{line} 行 {column} 桁で読めなくなりました。カンマ、引用符、かっこの過不足を確かめてください。"
        ),
        _ => say!(
            lang,
            "it is of another version of the format. Only format 1 is understood.",
            "別のバージョンの形式です。読めるのは形式 1 だけです。"
        ),
    }
}

fn of_form(lang: Lang, path: &str, problem: &Problem) -> String {
    match problem {
        Problem::UnknownField { known } => {
            let known = known.join(", ");
            say!(
                lang,
                "there is no such field here. Remove it, or use one of {known}.",
                "ここにこの項目はありません。消すか、次のどれかにしてください：{known}。"
            )
        }
        Problem::GivenTwice => say!(
            lang,
            "this stands here twice. Keep one of the two.",
            "同じ項目が 2 つあります。どちらか一方を残してください。"
        ),
        Problem::Missing => say!(
            lang,
            "this is missing, and nothing is taken for granted here. Add it.",
            "この項目がありません。既定値がないので、書き加えてください。"
        ),
        Problem::WrongType { wanted, found } => {
            let (found, wanted) = (found_word(lang, *found), wanted_words(lang, path, *wanted));
            say!(
                lang,
                "this is {found}. Write {wanted}.",
                "{found}が入っています。{wanted}を書いてください。"
            )
        }
        Problem::UnknownWord { known } => {
            let known = words(lang, path, known);
            say!(
                lang,
                "this word means nothing here. Choose one of {known}.",
                "ここでは使えない語です。次のどれかを選んでください：{known}。"
            )
        }
        Problem::NotOneField { found, known } => {
            let known = words(lang, path, known);
            say!(
                lang,
                "this must be exactly one thing and has {found}. Choose one of {known}.",
                "種類はちょうど 1 つです（今は {found}）。次のどれか 1 つにしてください：{known}。"
            )
        }
        _ => String::new(),
    }
}

fn of_size(lang: Lang, path: &str, problem: &Problem) -> String {
    match problem {
        Problem::OutOfRange { range } => {
            let numbers = numbers(lang, path, *range);
            say!(
                lang,
                "this is out of range. Write {numbers}.",
                "範囲の外です。{numbers}を入力してください。"
            )
        }
        Problem::TextLength { found, range } => {
            let (min, max) = (range.min, range.max);
            say!(
                lang,
                "this text has {found} characters. Give it {min} to {max}.",
                "{found} 文字あります。{min} から {max} 文字にしてください。"
            )
        }
        Problem::ListLength { found, range } => {
            let (min, max) = (range.min, range.max);
            say!(
                lang,
                "there are {found} of them. Keep it at {min} to {max}.",
                "{found} 個あります。{min} から {max} 個にしてください。"
            )
        }
        _ => String::new(),
    }
}

fn of_names(lang: Lang, problem: &Problem) -> String {
    match problem {
        Problem::UnknownClient { name: Some(name) } => say!(
            lang,
            "no client is called “{name}”. Choose one of the clients.",
            "「{name}」という名前のクライアントはいません。いずれかのクライアントを選んでください。"
        ),
        Problem::UnknownClient { name: None } => say!(
            lang,
            "there is no such client. Choose one of the clients.",
            "そのクライアントはいません。いずれかのクライアントを選んでください。"
        ),
        Problem::NameTaken { by } => {
            let number = by.saturating_add(1);
            say!(
                lang,
                "client {number} has this name already. Give each client a name of its own.",
                "クライアント {number} がすでにこの名前です。別の名前にしてください。"
            )
        }
        Problem::UnknownNode { nodes: 1 } => say!(
            lang,
            "there is one node only. Choose node 1.",
            "ノードは 1 台だけです。ノード 1 を選んでください。"
        ),
        Problem::UnknownNode { nodes } => say!(
            lang,
            "there are only {nodes} nodes. Choose one of them.",
            "ノードは {nodes} 台だけです。そのどれかを選んでください。"
        ),
        Problem::OtherService { only } => {
            let only = match (only, lang) {
                (Service::Lease, Lang::En) => "the lease service",
                (Service::Lease, Lang::Ja) => "リース",
                (Service::Redlock, _) => "Redlock",
            };
            say!(
                lang,
                "only {only} has this. Change the lock service first.",
                "これは{only}だけのものです。先にロックサービスを変えてください。"
            )
        }
        Problem::NodeDelays { found, nodes } => say!(
            lang,
            "there are {found} delays for {nodes} nodes. Give one for each node, separated by “;”.",
            "{nodes} 台のノードに対して遅延が {found} 個あります。「;」で区切り、1 台に 1 つずつ書いてください。"
        ),
        Problem::SecondRate { first } => {
            let number = first.saturating_add(1);
            say!(
                lang,
                "fault {number} sets the clock rate of this node already. Keep one of the two.",
                "このノードの時計の進みは障害 {number} で決めてあります。どちらか一方を残してください。"
            )
        }
        _ => String::new(),
    }
}

fn of_plan(lang: Lang, problem: &Problem) -> String {
    match problem {
        Problem::UpdateWithoutRead { object } => say!(
            lang,
            "an update rests on an earlier read of “{object}”, and there is none. Add the read first, or make this a write.",
            "「{object}」をそれより前に読んでいないので更新できません。先に読み取りを加えるか、書き込みに変えてください。"
        ),
        Problem::UnlessDoneWithoutKey => say!(
            lang,
            "whether it is done already is known by its key, and it has none. Give it a key first.",
            "実行済みかどうかはキーで見分けますが、キーがありません。先にキーを付けてください。"
        ),
        Problem::UnlessDoneWithoutRead => say!(
            lang,
            "whether it is done already is learnt by a read, and there is none before it. Add a read first.",
            "実行済みかどうかは読み取りで知りますが、それより前に読み取りがありません。先に加えてください。"
        ),
        _ => say!(
            lang,
            "to send again, it must know when. Give “Resend after” a time first, or write 0.",
            "再送には「再送までの時間」が必要です。先にそれを決めるか、0 にしてください。"
        ),
    }
}

fn wanted_words(lang: Lang, path: &str, wanted: Wanted) -> String {
    match wanted {
        Wanted::WholeNumber(range) => whole_number(lang, range),
        Wanted::WholeNumberOrNull(range) => {
            let number = whole_number(lang, range);
            say!(lang, "null or {number}", "null か{number}")
        }
        Wanted::Text => say!(lang, "a text in quotes", "引用符で囲んだ文字列"),
        Wanted::TextOrNull => say!(
            lang,
            "null or a text in quotes",
            "null か引用符で囲んだ文字列"
        ),
        Wanted::Word(known) => {
            let known = words(lang, path, known);
            say!(lang, "one of {known}", "次のどれか（{known}）")
        }
        Wanted::TrueOrFalse => say!(lang, "true or false", "true か false"),
        Wanted::Object => say!(lang, "an object in braces", "{{}} で囲んだオブジェクト"),
        Wanted::List => say!(lang, "a list in brackets", "[] で囲んだリスト"),
        Wanted::ListOrNull => say!(
            lang,
            "null or a list in brackets",
            "null か [] で囲んだリスト"
        ),
        Wanted::CutFrom(known) => {
            let known = words(lang, path, known);
            say!(
                lang,
                "one of {known}, or {{\"node\": 0}}",
                "次のどれか（{known}）か {{\"node\": 0}} "
            )
        }
    }
}

/// A number as it stands in a file: in milliseconds, without a unit.
fn whole_number(lang: Lang, range: Range) -> String {
    let (min, max) = (range.min, range.max);
    say!(
        lang,
        "a whole number from {min} to {max}, without fraction or exponent",
        "{min} から {max} までの整数（小数点や指数は不可）"
    )
}

fn found_word(lang: Lang, found: Found) -> String {
    match found {
        Found::Null => say!(lang, "null", "null "),
        Found::TrueOrFalse => say!(lang, "true or false", "true か false "),
        Found::WholeNumber => say!(lang, "a number", "数"),
        Found::OtherNumber => say!(
            lang,
            "a number with a fraction or an exponent",
            "小数点か指数のある数"
        ),
        Found::Text => say!(lang, "a text", "文字列"),
        Found::List => say!(lang, "a list", "リスト"),
        Found::Object => say!(lang, "an object", "オブジェクト"),
    }
}
