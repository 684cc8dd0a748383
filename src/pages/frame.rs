//! What all static pages have around them: head, header, main, footer.

use super::Page;
use super::html::{around, element, escaped};
use super::preview::Preview;
use crate::picture::svg::PATTERNS;
use crate::text::{Both, Lang, Word, both};

/// The style sheets of the page itself, and one for what only static pages have.
const STYLE: &str = concat!(
    include_str!("../../style/tokens.css"),
    include_str!("../../style/base.css"),
    include_str!("../../style/layout.css"),
    include_str!("../../style/timeline.css"),
    include_str!("../../style/print.css"),
    include_str!("../../style/pages.css"),
);

/// Nothing but the style sheet inside and the icon: no script, no other host.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// Where the pages will lie, with a slash at the end, if the build is told
/// (`FENCELAB_ADDRESS`): link previews ask for whole addresses.
const ADDRESS: Option<&str> = option_env!("FENCELAB_ADDRESS");

/// The patterns of all pictures of a page.
pub(super) fn patterns() -> String {
    format!("<svg class=\"patterns\" aria-hidden=\"true\"><defs>{PATTERNS}</defs></svg>\n")
}

const NAVIGATION: Both = both("Pages", "ページ");
const SKIP: Both = both("Skip to the content", "本文へ移動");

/// A whole document.
pub fn document(page: Page, lang: Lang, about: Both, content: &str) -> String {
    let title = page.heading(lang);
    let head = format!(
        "<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"description\" content=\"{}\">\n\
         <title>{} · Fencelab</title>\n\
         {}\
         <link rel=\"icon\" href=\"{}\">\n\
         <link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">\n\
         <style>\n{STYLE}</style>\n",
        escaped(about.of(lang)),
        escaped(&title),
        card(page, lang, &title, about),
        page.to("icon.svg"),
        lang.other().tag(),
        page.to(&page.file(lang.other())),
    );
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n{head}</head>\n<body class=\"page\">\n{}{}{}{}</body>\n</html>\n",
        lang.tag(),
        header(page, lang),
        patterns(),
        around(
            "main",
            "id=\"content\" tabindex=\"-1\"",
            &format!(
                "\n{}\n{}\n{content}",
                element("h1", "", &title),
                super::html::prose("class=\"lede\"", about.of(lang)),
            )
        ),
        around(
            "footer",
            "class=\"foot\"",
            &element("p", "", Word::Footer.of(lang))
        ) + "\n",
    )
}

/// What a link to the page looks like elsewhere.
fn card(page: Page, lang: Lang, title: &str, about: Both) -> String {
    let address = |file: &str| match ADDRESS {
        Some(address) => format!("{address}{file}"),
        None => page.to(file),
    };
    let locale = match lang {
        Lang::En => "en_GB",
        Lang::Ja => "ja_JP",
    };
    let mut entries = vec![
        ("title", title.to_owned()),
        ("description", about.of(lang).to_owned()),
        ("type", "article".to_owned()),
        ("site_name", "Fencelab".to_owned()),
        ("locale", locale.to_owned()),
    ];
    if let Some(preview) = Preview::of(page) {
        let file = preview.file(lang) + ".png";
        entries.push(("image", address(&file)));
        entries.push(("image:type", "image/png".to_owned()));
        entries.push(("image:width", "1200".to_owned()));
        entries.push(("image:height", "630".to_owned()));
        entries.push(("image:alt", preview.title().of(lang).to_owned()));
    }
    if ADDRESS.is_some() {
        entries.push(("url", address(&page.file(lang))));
    }
    let tags = entries.iter().map(|(name, value)| {
        let value = escaped(value);
        format!("<meta property=\"og:{name}\" content=\"{value}\">\n")
    });
    tags.collect()
}

/// The page of the navigation to which a page belongs.
fn chapter(page: Page) -> Page {
    match page {
        Page::Course | Page::Lesson(_) | Page::Glossary => Page::Course,
        Page::Stories | Page::MyLock | Page::Monday => page,
    }
}

fn header(page: Page, lang: Lang) -> String {
    let mut links = String::new();
    for (file, name) in [("", Word::NavStage), ("lab.html", Word::NavLaboratory)] {
        let link = format!("href=\"{}\"", page.to(file));
        links += &around("li", "", &element("a", &link, name.of(lang)));
    }
    for other in Page::NAVIGATION {
        let here = if other == page {
            " aria-current=\"page\""
        } else if other == chapter(page) {
            " aria-current=\"true\""
        } else {
            ""
        };
        let attributes = format!("href=\"{}\"{here}", page.to(&other.file(lang)));
        links += &around("li", "", &element("a", &attributes, other.name().of(lang)));
    }
    let other = lang.other();
    let switch = format!(
        "class=\"lang\" href=\"{}\" hreflang=\"{tag}\" lang=\"{tag}\"",
        page.to(&page.file(other)),
        tag = other.tag(),
    );
    let skip = element("a", "class=\"skip\" href=\"#content\"", SKIP.of(lang));
    let navigation = format!("aria-label=\"{}\"", NAVIGATION.of(lang));
    let bar = [
        element("p", "class=\"brand\"", "Fencelab"),
        around("nav", &navigation, &around("ul", "", &links)),
        element("a", &switch, other.own_name()),
    ];
    format!(
        "{skip}\n{}\n",
        around("header", "class=\"top\"", &bar.concat())
    )
}
