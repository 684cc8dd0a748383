//! The static story of index.html is the picture that the page draws.

use crate::support::{check_golden, picture, project, run};
use fencelab::picture::{Direction, svg::elements, tenths};
use fencelab::sim::scenario::Scenario;
use fencelab::text::Lang;

const BEGIN: &str = "<!-- story:begin -->\n";
const END: &str = "<!-- story:end -->";

/// What is drawn once and used by both pictures.
const PATTERNS: &str = "<svg class=\"patterns\" aria-hidden=\"true\"><defs>\
<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V7\" class=\"hatch-line\"/></pattern>\
<pattern id=\"gap-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\"><path d=\"M0 0V6M0 3H6\" class=\"gap-line\"/></pattern>\
<pattern id=\"lost-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" class=\"lost-line\"/></pattern>\
</defs></svg>\n";

fn story(width: f64) -> String {
    let picture = picture(&run(Scenario::seed()), Lang::En, width);
    let class = match picture.layout.direction {
        Direction::Across => "across",
        Direction::Down => "down",
    };
    format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"The story as a time-space diagram; the text below tells it.\"><g fill=\"none\">{}</g></svg>\n",
        tenths(picture.layout.width),
        tenths(picture.layout.height),
        elements(&picture),
    )
}

#[test]
fn the_static_story_is_the_picture_of_the_page() {
    let page = std::fs::read_to_string(project("index.html")).expect("there is a page");
    let (before, rest) = page.split_once(BEGIN).expect("the story begins");
    let (_, after) = rest.split_once(END).expect("the story ends");
    let story = format!("{BEGIN}{PATTERNS}{}{}{END}", story(1120.0), story(360.0));
    check_golden("index.html", &format!("{before}{story}{after}"));
}
