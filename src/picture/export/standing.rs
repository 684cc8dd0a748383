//! The picture as an SVG file that needs no page, no style sheet and no font from elsewhere.

use super::Seen;
use crate::picture::svg::{PATTERNS, elements, escaped};
use crate::picture::{Direction, Picture, tenths};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Colours and type of the page; the light ones stand first.
const TOKENS: &str = include_str!("../../../style/tokens.css");
/// How the picture is drawn on the page.
const TIMELINE: &str = include_str!("../../../style/timeline.css");

/// Around the picture, in CSS pixels.
const MARGIN: f64 = 16.0;

/// The picture as an SVG file: light colours, every value written out (many viewers know no
/// `var()`), with the verdict as the text for those who do not see it.
#[must_use]
pub fn standing_svg(seen: Seen<'_>) -> String {
    let picture = seen.picture;
    let layout = &picture.layout;
    let (width, height) = (layout.width + 2.0 * MARGIN, layout.height + 2.0 * MARGIN);
    let corner = tenths(-MARGIN);
    let (width, height) = (tenths(width), tenths(height));
    let class = match layout.direction {
        Direction::Across => "across",
        Direction::Down => "down",
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{corner} {corner} {width} {height}\" class=\"{class}\" lang=\"{}\" role=\"img\" \
         aria-labelledby=\"title about\">\n",
        seen.lang.tag(),
    );
    let about = format!("{} {}", seen.sentence(), seen.price());
    let _ = writeln!(
        out,
        "<title id=\"title\">{}</title>",
        escaped(&seen.heading())
    );
    let _ = writeln!(out, "<desc id=\"about\">{}</desc>", escaped(&about));
    let _ = writeln!(out, "<style>\n{}</style>", style(picture, class));
    let _ = writeln!(out, "<defs>{PATTERNS}</defs>");
    let _ = writeln!(
        out,
        "<path d=\"M{corner} {corner}h{width}v{height}h-{width}Z\" fill=\"{}\"/>",
        token("--paper"),
    );
    let (shapes, labels) = layers(picture);
    let clip = if seen.is_whole {
        String::new()
    } else {
        let plot = picture.plot();
        let _ = writeln!(out, "<clipPath id=\"plot\"><path d=\"{plot}\"/></clipPath>");
        " clip-path=\"url(#plot)\"".to_owned()
    };
    let _ = writeln!(
        out,
        "<g fill=\"none\"{clip}>{shapes}</g>\n<g>{labels}</g>\n</svg>"
    );
    out
}

/// The shapes and the labels, which are clipped otherwise.
fn layers(picture: &Picture) -> (String, String) {
    let shapes = Picture {
        labels: Vec::new(),
        ..picture.clone()
    };
    let labels = Picture {
        shapes: Vec::new(),
        ..picture.clone()
    };
    (elements(&shapes), elements(&labels))
}

/// The value of a colour or type of the light page.
fn token(name: &str) -> &'static str {
    let light = TOKENS.split('}').next().unwrap_or(TOKENS);
    light
        .split(';')
        .filter_map(|declaration| {
            declaration
                .rsplit_once('{')
                .map_or(Some(declaration), |(_, it)| Some(it))
        })
        .filter_map(|declaration| declaration.split_once(':'))
        .find(|(known, _)| known.trim() == name)
        .map_or("", |(_, value)| value.trim())
}

/// The rules of the page that this picture needs.
fn style(picture: &Picture, class: &'static str) -> String {
    let mut used: BTreeSet<&str> = BTreeSet::from([class, "lead"]);
    used.extend(["hatch-line", "gap-line", "lost-line"]);
    let classes = picture.shapes.iter().map(|shape| &shape.class);
    let classes = classes.chain(picture.labels.iter().map(|label| &label.class));
    used.extend(classes.flat_map(|classes| classes.split(' ')));

    let mut out = String::new();
    let sheet = plain(TIMELINE);
    for rule in sheet.split('}') {
        let Some((selectors, body)) = rule.split_once('{') else {
            continue;
        };
        let wanted: Vec<&str> = selectors
            .split(',')
            .map(str::trim)
            .filter(|selector| is_wanted(selector, &used))
            .collect();
        if !wanted.is_empty() {
            let _ = writeln!(out, "{} {{{body}}}", wanted.join(", "));
        }
    }
    out
}

/// Whether everything that a selector names is in the picture.
fn is_wanted(selector: &str, used: &BTreeSet<&str>) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut classes = selector.split('.').skip(1).map(|rest| {
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    });
    !selector.contains([':', '[']) && classes.all(|class| used.contains(class))
}

/// A style sheet for programs that know neither variables nor media: the values of the light page
/// are in it, and what follows the first `@media` (it stands last) is not.
#[must_use]
pub fn plain(sheet: &str) -> String {
    let mut out = String::new();
    let mut rest = sheet.split("@media").next().unwrap_or_default();
    while let Some((before, after)) = rest.split_once("var(") {
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        out.push_str(before);
        out.push_str(token(name));
        rest = after;
    }
    out.push_str(rest);
    // Such programs know whole hundreds only.
    out.replace("font-weight: 650", "font-weight: 600")
}

#[cfg(test)]
mod tests {
    use super::{plain, token};

    #[test]
    fn the_light_values_are_written_out() {
        assert_eq!(token("--paper"), "#fbfaf6");
        assert_eq!(token("--g6"), "#4d5b14");
        assert!(token("--sans").contains("sans-serif"));
        assert_eq!(token("color-scheme"), "light dark");
        assert_eq!(token("--none"), "");
        assert_eq!(
            plain("p { fill: var(--ink); stroke: var(--harm); x: 1 } @media print { }"),
            "p { fill: #1c2026; stroke: #b3261e; x: 1 } "
        );
    }
}
