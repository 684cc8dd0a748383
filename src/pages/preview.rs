//! The picture that stands for a lesson where somebody links to it.

use super::Page;
use super::figure::{drawn, markup};
use super::frame::patterns;
use super::html::element;
use crate::lesson::{Mistake, lessons};
use crate::picture::tenths;
use crate::text::Lang;

/// What previews are shown in.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 630.0;
const MARGIN: f64 = 40.0;

const STYLE: &str = concat!(
    include_str!("../../style/tokens.css"),
    include_str!("../../style/timeline.css"),
    "svg .unknown, .paper { fill: var(--paper); } .stop-line { stroke: var(--ink); stroke-width: 1.5; }\
     svg .title { font-size: 40px; font-weight: 700; }",
);

/// The file of the picture, seen from the folder of all pages; only lessons have one.
#[must_use]
pub fn preview_file(page: Page, lang: Lang) -> Option<String> {
    match page {
        Page::Lesson(_) => Some(page.file(lang).replace(".html", ".svg")),
        Page::Course | Page::Glossary | Page::Stories | Page::MyLock | Page::Monday => None,
    }
}

/// The picture, as an SVG file that needs no other: the run at its first question.
///
/// # Errors
///
/// As [`super::write`].
pub fn preview(page: Page, lang: Lang) -> Result<Option<String>, Mistake> {
    let Page::Lesson(place) = page else {
        return Ok(None);
    };
    let known = lessons().get(place);
    let asked = known.and_then(|lesson| Some((lesson, lesson.predictions.first()?)));
    let Some((lesson, prediction)) = asked else {
        return Ok(None);
    };
    let run = lesson.run_of(prediction.run)?;
    let stop = prediction.stop(&run);
    let picture = drawn(lang, &run, stop, WIDTH - 2.0 * MARGIN);
    let top = 100.0;
    let shrink = ((HEIGHT - top - 20.0) / picture.layout.height).min(1.0);
    let left = (WIDTH - picture.layout.width * shrink) / 2.0;
    let title = element(
        "text",
        "x=\"40\" y=\"68\" class=\"title\"",
        &format!("Fencelab  {}", page.heading(lang)),
    );
    Ok(Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" lang=\"{}\"><style>{STYLE}</style>\
         {}<path d=\"M0 0H{WIDTH}V{HEIGHT}H0Z\" class=\"paper\"/>{title}\
         <g fill=\"none\" transform=\"translate({} {top}) scale({shrink:.3})\">{}</g></svg>\n",
        lang.tag(),
        patterns().trim(),
        tenths(left),
        markup(&picture, stop),
    )))
}
