//! The fence as code.

use super::html::{around, element, prose, sources};
use super::{Page, frame};
use crate::monday::{Snippet, snippets};
use crate::text::{Both, Lang, both};

const ABOUT: Both = both(
    "The fence as code to take home. The check is made by the one who receives the write, and comparing and writing are one step. What a file was tested against stands under it.",
    "持ち帰って使えるフェンスのコード。検査するのは書き込みを受け取る側で、比べることと書くことを不可分に行う。各ファイルの下に、何に対してテストしたかを示す。",
);
const CONTENTS: Both = both("All snippets", "一覧");
const CHECKED: Both = both("Run by our tests against: ", "テストでの実行先：");
const FILE: Both = both("File", "ファイル");
const SOURCES: Both = both("Read more", "出典");

/// The page.
pub fn page(lang: Lang) -> String {
    let mut contents = String::new();
    let mut articles = String::new();
    for snippet in snippets() {
        let link = format!("href=\"#{}\"", snippet.id);
        contents += &around("li", "", &element("a", &link, snippet.title.of(lang)));
        articles += &article(lang, snippet);
    }
    let label = format!("class=\"contents\" aria-label=\"{}\"", CONTENTS.of(lang));
    let list = around("ul", "class=\"entries\"", &contents);
    let content = format!("{}\n{articles}", around("nav", &label, &list));
    frame::document(Page::Monday, lang, ABOUT, &content)
}

fn article(lang: Lang, snippet: &Snippet) -> String {
    let files: String = snippet
        .files
        .iter()
        .map(|(name, text)| file(lang, name, text))
        .collect();
    let title = format!("id=\"{}-title\"", snippet.id);
    let checked = format!("{}{}", CHECKED.of(lang), snippet.checked.of(lang));
    let body = [
        element("h2", &title, snippet.title.of(lang)),
        prose("class=\"happened\"", snippet.about.of(lang)),
        files,
        prose("class=\"limits\"", snippet.limits.of(lang)),
        element("p", "class=\"note\"", &checked),
        sources(SOURCES.of(lang), snippet.sources),
    ];
    let attributes = format!(
        "class=\"story\" id=\"{0}\" aria-labelledby=\"{0}-title\"",
        snippet.id
    );
    around("article", &attributes, &body.join("\n")) + "\n"
}

/// A file as it lies in `docs/monday`. It can be reached by keyboard, since it may scroll.
fn file(lang: Lang, name: &str, text: &str) -> String {
    let label = format!(
        "tabindex=\"0\" role=\"region\" aria-label=\"{} {name}\"",
        FILE.of(lang)
    );
    let code = element("code", "translate=\"no\"", text);
    let body = element("figcaption", "", name) + &around("pre", &label, &code);
    around("figure", "class=\"file\"", &body) + "\n"
}
