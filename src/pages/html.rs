//! Markup as text: what is written is escaped, and what is opened is closed.

use crate::story::Source;
use std::fmt::Write as _;

/// Text as it stands between tags and in quoted attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// An element with attributes (written as they stand in the tag) around finished markup.
pub fn around(tag: &str, attributes: &str, markup: &str) -> String {
    let space = if attributes.is_empty() { "" } else { " " };
    format!("<{tag}{space}{attributes}>{markup}</{tag}>")
}

/// An element around plain text.
pub fn element(tag: &str, attributes: &str, text: &str) -> String {
    around(tag, attributes, &escaped(text))
}

/// A paragraph in which `code` between back quotes is set as code.
pub fn prose(attributes: &str, text: &str) -> String {
    let mut markup = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 0 {
            markup.push_str(&escaped(part));
        } else {
            markup.push_str(&element("code", "translate=\"no\"", part));
        }
    }
    around("p", attributes, &markup)
}

/// A list of links to what can be read elsewhere.
pub fn sources(heading: &str, sources: &[Source]) -> String {
    let mut links = String::new();
    for source in sources {
        let address = format!("href=\"{}\" rel=\"noreferrer\"", escaped(source.url));
        let _ = write!(links, "<li>{}</li>", element("a", &address, source.name));
    }
    format!(
        "<div class=\"sources\">{}{}</div>\n",
        element("p", "class=\"label\"", heading),
        around("ul", "", &links)
    )
}

#[cfg(test)]
mod tests {
    use super::{element, prose};

    #[test]
    fn nothing_written_becomes_markup() {
        assert_eq!(
            element("p", "", "33 < 34 & \"so\""),
            "<p>33 &lt; 34 &amp; &quot;so&quot;</p>"
        );
    }

    #[test]
    fn back_quotes_set_code() {
        assert_eq!(
            prose("", "a `SET NX` b"),
            "<p>a <code translate=\"no\">SET NX</code> b</p>"
        );
    }
}
