//! The course as a whole: its lessons, and what a lecturer needs to give it.

use super::html::{around, element, escaped};
use super::lesson::minutes;
use super::{Page, frame};
use crate::lesson::{Lesson, Plan, Slot, VOTING, lessons, plans};
use crate::text::{Both, Lang, both};

const PAGE: Page = Page::Course;

const ABOUT: Both = both(
    "Ten lessons on what a distributed lock promises, and what it cannot. Each stops inside a run and asks what happens next; each ends with challenges that the simulation judges.",
    "分散ロックが約束できること、できないことを学ぶ 10 課。どの課も実行を途中で止めて次に何が起きるかを問い、最後にシミュレーションが判定する課題を出す。",
);
const LESSONS: Both = both("The lessons", "各課の内容");
const AIM: Both = both("Aim", "目標");
const BREAKS: Both = both("What it breaks", "正す思い込み");
const LECTURERS: Both = both("For lecturers", "講師の方へ");
const VOTE: Both = both("A vote at every stop", "停止点での投票");
const HOME: Both = both("For home: ", "自習：");
const TIME: Both = both("Minutes", "分");
const WHAT: Both = both("What", "内容");

/// The page.
pub fn page(lang: Lang) -> String {
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
    let content = [
        around("p", "class=\"note\"", &(escaped(&whole) + &link + end)),
        element("h2", "id=\"lessons\"", LESSONS.of(lang)),
        around("ol", "class=\"lessons\"", &rows),
        element("h2", "id=\"lecturers\"", LECTURERS.of(lang)),
        element("h3", "", VOTE.of(lang)),
        around("ul", "class=\"votes\"", &votes),
        plans().iter().map(|known| plan(lang, known)).collect(),
    ];
    frame::document(PAGE, lang, ABOUT, &content.join("\n"))
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
