//! The words, in both languages.

use super::html::{around, element};
use super::{Page, frame};
use crate::lesson::{Term, glossary};
use crate::text::{Both, Lang, both};

const ABOUT: Both = both(
    "The words of Fencelab, in English and Japanese: one word per thing, the same in the lessons, on the stage and in the code.",
    "Fencelab で使う言葉の英日対照表。1 つのものに 1 つの言葉を当て、講座・図・コードで同じものを使う。",
);
const CONTENTS: Both = both("All groups", "一覧");

/// The page.
pub fn page(lang: Lang) -> String {
    let (mut contents, mut sections) = (String::new(), String::new());
    for (number, group) in glossary().iter().enumerate() {
        let id = format!("words-{}", number + 1);
        let title = group.title.of(lang);
        let link = element("a", &format!("href=\"#{id}\""), title);
        contents += &around("li", "", &link);
        let rows: String = group.terms.iter().map(|term| entry(lang, term)).collect();
        let body =
            element("h2", &format!("id=\"{id}\""), title) + &around("dl", "class=\"words\"", &rows);
        sections += &around("section", &format!("aria-labelledby=\"{id}\""), &body);
        sections.push('\n');
    }
    let label = format!("class=\"contents\" aria-label=\"{}\"", CONTENTS.of(lang));
    let list = around("ul", "class=\"entries\"", &contents);
    let content = format!("{}\n{sections}", around("nav", &label, &list));
    frame::document(Page::Glossary, lang, ABOUT, &content)
}

fn entry(lang: Lang, term: &Term) -> String {
    let other = lang.other();
    let foreign = format!("lang=\"{}\"", other.tag());
    let words = [
        element("span", "", term.word.of(lang)),
        element(
            "span",
            &format!("class=\"other\" {foreign}"),
            term.word.of(other),
        ),
    ];
    let meanings = [
        element("p", "", term.meaning.of(lang)),
        element(
            "p",
            &format!("class=\"other\" {foreign}"),
            term.meaning.of(other),
        ),
    ];
    around(
        "div",
        &format!("id=\"{}\"", term.id),
        &(around("dt", "", &words.join(" ")) + &around("dd", "", &meanings.concat())),
    ) + "\n"
}
