//! A lesson as a page.

use super::html::{around, element, sources};
use super::part::Writer;
use super::{Page, chooser, frame};
use crate::lesson::chooser::CHOOSER;
use crate::lesson::{Lesson, Mistake, Part, lessons};
use crate::text::{Both, LabWord, Lang, both};

const SOURCES: Both = both("Sources", "出典");
const LESSONS: Both = both("Lessons", "前後の課");
const PREVIOUS: Both = both("Before", "前");
const NEXT: Both = both("Next", "次");
const DO: Both = both(
    "Do this lesson: predict, play the run, and be judged",
    "この課を動かして学ぶ：予想し、実行し、判定を受ける",
);
const ALL: Both = both("All lessons", "すべての課");

/// How long a lesson takes.
pub fn minutes(lang: Lang, lesson: &Lesson) -> String {
    match lang {
        Lang::En => format!("{}\u{a0}min", lesson.minutes),
        Lang::Ja => format!("{}\u{a0}分", lesson.minutes),
    }
}

/// The page.
pub fn page(place: usize, lang: Lang) -> Result<String, Mistake> {
    let page = Page::Lesson(place);
    let known = lessons().get(place);
    let lesson = known.ok_or_else(|| Mistake::Run(place.to_string()))?;
    let writer = Writer { page, lang, lesson };
    let mut content = element("p", "class=\"note\"", &minutes(lang, lesson)) + "\n";
    let address = page.to(&format!(
        "course.html#lesson={}&amp;lang={}",
        lesson.id,
        lang.tag()
    ));
    let link = format!("class=\"open\" href=\"{address}\"");
    content += &around("p", "", &element("a", &link, DO.of(lang)));
    content.push('\n');
    for part in Part::ALL {
        content += &section(writer, part)?;
    }
    let base = lesson.base()?;
    let discuss = [
        element("h2", "id=\"discuss\"", LabWord::Discuss.of(lang)),
        around("p", "class=\"told\"", &writer.text(&base, lesson.discuss)?),
    ];
    content += &around("section", "aria-labelledby=\"discuss\"", &discuss.concat());
    content.push('\n');
    content += &sources(SOURCES.of(lang), &lesson.sources(lang)?);
    content += &neighbours(place, lang);
    Ok(frame::document(page, lang, lesson.aim, &content))
}

fn section(writer: Writer, part: Part) -> Result<String, Mistake> {
    let (lang, lesson) = (writer.lang, writer.lesson);
    let base = lesson.base()?;
    let id = part.id();
    let mut body = element("h2", &format!("id=\"{id}\""), part.name().of(lang)) + "\n";
    if part == Part::Run {
        body += &played(writer)?;
    }
    body += &writer.paragraphs(&base, lesson.text(part))?;
    match part {
        Part::Predict => {
            for prediction in lesson.predictions {
                body += &writer.question(prediction)?;
            }
        }
        Part::Investigate => {
            body += &writer.looks(lesson.looks)?;
            if lesson.id == CHOOSER {
                body += &chooser::tables(writer)?;
            }
        }
        Part::Change => {
            for look in lesson.worked {
                body += &writer.worked(look)?;
            }
        }
        Part::Make => {
            for challenge in lesson.challenges {
                body += &writer.challenge(challenge)?;
            }
        }
        Part::Run => {}
    }
    let attributes = format!("class=\"part\" aria-labelledby=\"{id}\"");
    Ok(around("section", &attributes, &format!("\n{body}\n")) + "\n")
}

/// The runs of the questions, to their end.
fn played(writer: Writer) -> Result<String, Mistake> {
    let (lang, lesson) = (writer.lang, writer.lesson);
    let mut markup = String::new();
    for prediction in lesson.predictions {
        if lesson.predictions.len() > 1 {
            let run = lesson.run_of(prediction.run)?;
            markup += &around("h3", "", &writer.text(&run, prediction.question)?);
        }
        markup += &writer.shown(prediction.run, lesson.title.of(lang))?;
    }
    Ok(markup)
}

/// The lessons before and after, and all of them.
fn neighbours(place: usize, lang: Lang) -> String {
    let page = Page::Lesson(place);
    let link = |to: Page, says: String| {
        let address = format!("href=\"{}\"", page.to(&to.file(lang)));
        around("li", "", &element("a", &address, &says))
    };
    let named = |word: Both, to: Page| link(to, format!("{}: {}", word.of(lang), to.heading(lang)));
    let mut links = String::new();
    if let Some(before) = place.checked_sub(1) {
        links += &named(PREVIOUS, Page::Lesson(before));
    }
    if place + 1 < lessons().len() {
        links += &named(NEXT, Page::Lesson(place + 1));
    }
    links += &link(Page::Course, ALL.of(lang).to_owned());
    links += &link(Page::Glossary, Page::Glossary.heading(lang));
    let label = format!("class=\"neighbours\" aria-label=\"{}\"", LESSONS.of(lang));
    around("nav", &label, &around("ul", "", &links)) + "\n"
}
