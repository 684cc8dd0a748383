//! The gallery.

use super::figure::Figure;
use super::html::{around, element, escaped, prose, sources};
use super::{Page, frame};
use crate::model::TrueTime;
use crate::sim::Complaints;
use crate::story::{Kind, Story, stories};
use crate::text::quantity::seconds;
use crate::text::{Both, Lang, both};

const ABOUT: Both = both(
    "Named runs of the simulator: what a lock does by itself, what the receiver can do, and ten public incidents, each with its source. Every picture is computed, to the millisecond.",
    "名前を付けたシミュレーションの実行例。ロックだけで起きること、受け取る側にできること、そして公開された事例 10 件を出典とともに並べる。図はすべて計算で描いたもので、ミリ秒単位で正確。",
);
const CONTENTS: Both = both("All stories", "一覧");
const SOURCES: Both = both("Read more", "出典");
const OPEN: Both = both("Open on the stage", "図を動かして試す");

const fn heading(kind: Kind) -> Both {
    match kind {
        Kind::Lock => both("What a lock does by itself", "ロックだけで起きること"),
        Kind::Receiver => both(
            "What the receiver can do, and where that ends",
            "受け取る側にできること、その限界",
        ),
        Kind::Incident => both("What happened in public", "公開された事例"),
    }
}

const fn address(kind: Kind) -> &'static str {
    match kind {
        Kind::Lock => "lock",
        Kind::Receiver => "receiver",
        Kind::Incident => "incidents",
    }
}

/// The page.
pub fn page(lang: Lang) -> Result<String, Complaints> {
    let mut told = Vec::new();
    for story in stories() {
        told.push((story, Figure::of(lang, story.scenario()?)));
    }
    let mut contents = String::new();
    let mut sections = String::new();
    for kind in Kind::ALL {
        let of_kind = || told.iter().filter(|(story, _)| story.kind == kind);
        let title = heading(kind).of(lang);
        let items: String = of_kind()
            .map(|(story, figure)| entry(lang, story, figure))
            .collect();
        let link = format!("href=\"#{}\"", address(kind));
        contents += &around("p", "", &element("a", &link, title));
        contents += &around("ul", "class=\"entries\"", &items);
        let articles: String = of_kind()
            .map(|(story, figure)| article(lang, story, figure))
            .collect();
        let attributes = format!("id=\"{0}\" aria-labelledby=\"{0}-title\"", address(kind));
        let heading = element("h2", &format!("id=\"{}-title\"", address(kind)), title);
        sections += &around("section", &attributes, &format!("{heading}\n{articles}"));
        sections.push('\n');
    }
    let label = format!("class=\"contents\" aria-label=\"{}\"", CONTENTS.of(lang));
    let content = format!("{}\n{sections}", around("nav", &label, &contents));
    Ok(frame::document(Page::Stories, lang, ABOUT, &content))
}

/// A line of the contents.
fn entry(lang: Lang, story: &Story, figure: &Figure) -> String {
    let link = format!("href=\"#{}\"", story.id);
    let parts = [
        element("a", &link, story.title.of(lang)),
        figure.word("span"),
    ];
    around("li", "", &parts.join(" "))
}

fn article(lang: Lang, story: &Story, figure: &Figure) -> String {
    let at = seconds(lang, story.look_at.since(TrueTime::START));
    let look = match lang {
        Lang::En => format!("Look at {at}."),
        Lang::Ja => format!("注目は {at}。"),
    };
    let link = format!(
        "class=\"open\" href=\"{}\"",
        escaped(&Page::Stories.stage(figure.scenario()))
    );
    let title = story.title.of(lang);
    let label = match lang {
        Lang::En => {
            format!("{title}: the run as a time-space diagram. The steps are below it as text.")
        }
        Lang::Ja => format!("{title}：実行の時空図。手順は下に文章で示す。"),
    };
    let open = format!(
        "{}{}",
        escaped(OPEN.of(lang)),
        element("span", "class=\"unseen\"", &format!(": {title}"))
    );
    let body = [
        element("h3", &format!("id=\"{}-title\"", story.id), title) + "\n",
        prose("class=\"happened\"", story.happened.of(lang)) + "\n",
        figure.verdict(),
        figure.pictures(&label),
        story.note.map_or_else(String::new, |note| {
            prose("class=\"note\"", note.of(lang)) + "\n"
        }),
        figure.log(),
        sources(SOURCES.of(lang), story.sources),
        around(
            "p",
            "class=\"act\"",
            &format!(
                "{} {}",
                around("a", &link, &open),
                element("span", "", &look)
            ),
        ),
    ];
    let attributes = format!(
        "class=\"story\" id=\"{0}\" aria-labelledby=\"{0}-title\"",
        story.id
    );
    around("article", &attributes, &format!("\n{}\n", body.concat())) + "\n"
}
