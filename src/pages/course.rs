//! The course as a whole: its lessons, and what a lecturer needs to give it.

use super::html::{around, element, escaped};
use super::lesson::minutes;
use super::{Page, frame};
use crate::lesson::{Lesson, Mistake, Plan, Slot, VOTING, lessons, plain, plans};
use crate::text::{Both, Lang, both};

const PAGE: Page = Page::Course;

const ABOUT: Both = both(
    "What a distributed lock promises, and what it cannot, lesson by lesson. Each stops inside a run and asks what happens next; each ends with challenges that the simulation judges.",
    "分散ロックが約束できること、できないことを学ぶ講座。どの課も実行を途中で止めて次に何が起きるかを問い、最後にシミュレーションが判定する課題を出す。",
);
const LESSONS: Both = both("The lessons", "各課の内容");
const AIM: Both = both("Aim", "目標");
const BREAKS: Both = both("What it breaks", "正す思い込み");
const LECTURERS: Both = both("For lecturers", "講師の方へ");
const VOTE: Both = both("A vote at every stop", "停止点での投票");
const DO: Both = both("Do the course on the stage", "図を動かしながら講座を進める");
const SHARES: Both = both("The votes, by hand", "投票の記録");
const SHARES_ABOUT: Both = both(
    "Enter how many percent chose each answer while you present. The figures stay in this page only, until it is closed.",
    "授業中に、各選択肢を選んだ人の割合（%）を書き込めます。数値はこのページを閉じるまで、ここにだけ残ります。",
);
const PERCENT: Both = both("percent", "パーセント");
const HOME: Both = both("For home: ", "自習：");
const TIME: Both = both("Minutes", "分");
const WHAT: Both = both("What", "内容");

/// The page.
pub fn page(lang: Lang) -> Result<String, Mistake> {
    let mut rows = String::new();
    for (place, lesson) in lessons().iter().enumerate() {
        rows += &row(lang, place, lesson);
    }
    let total: u32 = lessons()
        .iter()
        .map(|lesson| u32::from(lesson.minutes))
        .sum();
    let whole = match lang {
        Lang::En => format!("{total}\u{a0}minutes in all. The words are in the "),
        Lang::Ja => format!("全体で {total}\u{a0}分。言葉の意味は"),
    };
    let end = match lang {
        Lang::En => ".",
        Lang::Ja => "にある。",
    };
    let words = format!("href=\"{}\"", PAGE.to(&Page::Glossary.file(lang)));
    let link = element("a", &words, Page::Glossary.name().of(lang));
    let votes: String = VOTING
        .iter()
        .map(|rule| element("li", "", rule.of(lang)))
        .collect();
    let address = PAGE.to(&format!("course.html#lang={}", lang.tag()));
    let open = format!("class=\"open\" href=\"{address}\"");
    let content = [
        around("p", "", &element("a", &open, DO.of(lang))),
        around("p", "class=\"note\"", &(escaped(&whole) + &link + end)),
        element("h2", "id=\"lessons\"", LESSONS.of(lang)),
        around("ol", "class=\"lessons\"", &rows),
        element("h2", "id=\"lecturers\"", LECTURERS.of(lang)),
        element("h3", "", VOTE.of(lang)),
        around("ul", "class=\"votes\"", &votes),
        element("h3", "id=\"shares\"", SHARES.of(lang)),
        element("p", "class=\"note\"", SHARES_ABOUT.of(lang)),
        shares(lang)?,
        plans().iter().map(|known| plan(lang, known)).collect(),
    ];
    Ok(frame::document(PAGE, lang, ABOUT, &content.join("\n")))
}

/// Every question with a field for the share of each answer; the right one is marked.
fn shares(lang: Lang) -> Result<String, Mistake> {
    let mut markup = String::new();
    for lesson in lessons() {
        let mut rows = String::new();
        for (number, asked) in lesson.predictions.iter().enumerate() {
            let run = lesson.run_of(asked.run)?;
            let right = asked.right(&run);
            let words = |text| {
                let pieces = lesson.fill(lang, &run, text)?;
                Ok::<_, Mistake>(plain(lang, &pieces))
            };
            let question = words(asked.question)?;
            rows += &around(
                "tr",
                "",
                &element("th", "colspan=\"2\" scope=\"colgroup\"", &question),
            );
            for (place, choice) in asked.choices.iter().enumerate() {
                let says = words(choice.says)?;
                let mark = if right == Some(place) { "✓ " } else { "" };
                let id = format!("share-{}-{number}-{place}", lesson.id);
                let unit = element("span", "class=\"unseen\"", PERCENT.of(lang));
                let says = escaped(&format!("{mark}{says} "));
                let label = around("label", &format!("for=\"{id}\""), &(says + &unit));
                let field = format!(
                    "<input id=\"{id}\" type=\"number\" min=\"0\" max=\"100\" autocomplete=\"off\"/> <span aria-hidden=\"true\">%</span>"
                );
                rows += &around(
                    "tr",
                    "",
                    &(around("td", "", &label) + &around("td", "", &field)),
                );
            }
        }
        let body = element("summary", "", lesson.title.of(lang))
            + &around("table", "class=\"shares\"", &around("tbody", "", &rows));
        markup += &around("details", "", &body);
        markup.push('\n');
    }
    Ok(markup)
}

fn lesson_link(lang: Lang, place: usize, says: &str) -> String {
    let address = PAGE.to(&Page::Lesson(place).file(lang));
    element("a", &format!("href=\"{address}\""), says)
}

fn row(lang: Lang, place: usize, lesson: &Lesson) -> String {
    let breaks: String = lesson
        .breaks
        .iter()
        .map(|text| element("li", "", text.of(lang)))
        .collect();
    let fact = |name: Both, markup: &str| {
        around(
            "div",
            "",
            &(element("dt", "", name.of(lang)) + &around("dd", "", markup)),
        )
    };
    let title = lesson_link(lang, place, lesson.title.of(lang));
    let long = element("span", "class=\"long\"", &minutes(lang, lesson));
    let facts = fact(AIM, &element("p", "", lesson.aim.of(lang)))
        + &fact(BREAKS, &around("ul", "", &breaks));
    let body =
        around("h3", "", &format!("{title} {long}")) + &around("dl", "class=\"facts\"", &facts);
    around("li", "", &body) + "\n"
}

fn plan(lang: Lang, plan: &Plan) -> String {
    let title = match lang {
        Lang::En => format!("A class of {}\u{a0}minutes", plan.minutes),
        Lang::Ja => format!("{}\u{a0}分の授業", plan.minutes),
    };
    let head = element("th", "scope=\"col\"", TIME.of(lang))
        + &element("th", "scope=\"col\"", WHAT.of(lang));
    let rows: String = plan.slots.iter().map(|known| slot(lang, known)).collect();
    let table = around("thead", "", &around("tr", "", &head)) + &around("tbody", "", &rows);
    let home = escaped(HOME.of(lang)) + &named(lang, plan.home);
    element("h3", "", &title)
        + &around("table", "class=\"plan\"", &table)
        + &around("p", "class=\"note\"", &home)
        + "\n"
}

fn slot(lang: Lang, slot: &Slot) -> String {
    let time = format!("{}–{}", slot.from, slot.to);
    let lessons = match slot.lessons {
        [] => String::new(),
        ids => named(lang, ids) + if lang == Lang::En { ". " } else { "。" },
    };
    let says = lessons + &escaped(slot.says.of(lang));
    around(
        "tr",
        "",
        &(element("th", "scope=\"row\"", &time) + &around("td", "", &says)),
    ) + "\n"
}

/// Links to lessons, with their numbers.
fn named(lang: Lang, ids: &[&str]) -> String {
    let places = ids
        .iter()
        .filter_map(|id| lessons().iter().position(|lesson| lesson.id == *id));
    let links: Vec<String> = places
        .map(|place| lesson_link(lang, place, &Page::Lesson(place).heading(lang)))
        .collect();
    links.join(if lang == Lang::En { ", " } else { "、" })
}
