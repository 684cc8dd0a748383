//! Real locks with their defaults.

use super::figure::Figure;
use super::html::{around, element, prose, sources};
use super::{Page, frame};
use crate::mylock::{Preset, presets};
use crate::sim::Complaints;
use crate::story::story;
use crate::text::{Both, Lang, both};

const ABOUT: Both = both(
    "Ten locks that people use: what each gives as a token, who judges that it is over, what it cannot do, and its defaults. Versions change; each entry names its sources.",
    "広く使われている 10 種類のロックについて、トークンとして使えるもの、期限を判断する者、できないこと、既定値をまとめる。値はバージョンで変わるので、各項目に出典を示す。",
);
const CONTENTS: Both = both("All locks", "一覧");
const TOKEN: Both = both("As a token", "トークンになるもの");
const EXPIRY: Both = both("Who judges time", "時間を判断する者");
const CANNOT: Both = both("What it cannot do", "できないこと");
const DEFAULTS: Both = both("Defaults", "既定値");
const NEAREST: Both = both("The nearest story", "最も近い事例");
const LEFT_OUT: Both = both("What our model leaves out", "このモデルで扱わないもの");
const SOURCES: Both = both("Sources", "出典");

/// The page.
pub fn page(lang: Lang) -> Result<String, Complaints> {
    let mut contents = String::new();
    let mut articles = String::new();
    for preset in presets() {
        let link = format!("href=\"#{}\"", preset.id);
        contents += &around("li", "", &element("a", &link, preset.name));
        articles += &article(lang, preset)?;
    }
    let label = format!("class=\"contents\" aria-label=\"{}\"", CONTENTS.of(lang));
    let list = around("ul", "class=\"entries\"", &contents);
    let content = format!("{}\n{articles}", around("nav", &label, &list));
    Ok(frame::document(Page::MyLock, lang, ABOUT, &content))
}

fn article(lang: Lang, preset: &Preset) -> Result<String, Complaints> {
    let rows: String = [
        (TOKEN, preset.token),
        (EXPIRY, preset.expiry),
        (CANNOT, preset.cannot),
        (DEFAULTS, preset.defaults),
        (LEFT_OUT, preset.left_out),
    ]
    .into_iter()
    .map(|(name, text)| row(name.of(lang), &prose("", text.of(lang))))
    .collect();
    let nearest = match story(preset.story) {
        Some(story) => {
            let figure = Figure::of(lang, story.scenario()?);
            let address = format!(
                "href=\"{}#{}\"",
                Page::MyLock.to(&Page::Stories.file(lang)),
                story.id
            );
            let link = element("a", &address, story.title.of(lang));
            row(
                NEAREST.of(lang),
                &around("p", "", &format!("{} {link}", figure.word("span"))),
            )
        }
        None => String::new(),
    };
    let title = element("h2", &format!("id=\"{}-title\"", preset.id), preset.name);
    let facts = around("dl", "class=\"facts\"", &(rows + &nearest));
    let body = [title, facts, sources(SOURCES.of(lang), preset.sources)];
    let attributes = format!(
        "class=\"story\" id=\"{0}\" aria-labelledby=\"{0}-title\"",
        preset.id
    );
    Ok(around("article", &attributes, &body.join("\n")) + "\n")
}

fn row(name: &str, markup: &str) -> String {
    around(
        "div",
        "",
        &(element("dt", "", name) + &around("dd", "", markup)),
    )
}
