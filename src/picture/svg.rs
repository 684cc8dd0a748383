//! A picture as SVG text that stands alone.

use super::diagram::Picture;
use super::ink::{Label, Shape};
use super::path::tenths;
use std::fmt::Write as _;

/// What hatched areas are filled with: the inside of a `<defs>`.
pub const PATTERNS: &str = "\
<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V7\" class=\"hatch-line\"/></pattern>\
<pattern id=\"gap-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\"><path d=\"M0 0V6M0 3H6\" class=\"gap-line\"/></pattern>\
<pattern id=\"lost-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" class=\"lost-line\"/></pattern>";

/// The elements of a picture, without the outer `<svg>`: for a page that has
/// the style sheet and the patterns already.
#[must_use]
pub fn elements(picture: &Picture) -> String {
    let mut svg = String::new();
    for shape in &picture.shapes {
        element(&mut svg, shape);
    }
    for label in &picture.labels {
        text(&mut svg, label);
    }
    svg
}

fn element(svg: &mut String, shape: &Shape) {
    let _ = write!(svg, "<path d=\"{}\"", shape.path);
    if !shape.class.is_empty() {
        let _ = write!(svg, " class=\"{}\"", shape.class);
    }
    if let Some(pattern) = shape.pattern {
        let _ = write!(svg, " fill=\"url(#{pattern})\"");
    }
    svg.push_str("/>");
}

fn text(svg: &mut String, label: &Label) {
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" class=\"{}\">",
        tenths(label.x),
        tenths(label.y),
        label.anchor.attribute(),
        label.class,
    );
    if !label.lead.is_empty() {
        let _ = write!(svg, "<tspan class=\"lead\">{}</tspan>", label.lead);
    }
    let _ = write!(svg, "{}</text>", escaped(&label.text));
}

/// A text as it stands between tags; what XML cannot hold at all becomes a sign for it.
#[must_use]
pub fn escaped(text: &str) -> String {
    let held = |letter: char| match letter {
        '\t' | '\n' | '\r' => ' ',
        '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        _ => letter,
    };
    let text: String = text.chars().map(held).collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
