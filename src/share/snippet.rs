//! What an author puts into a page to show the stage there.
//!
//! ```
//! use fencelab::share::snippet::Snippet;
//!
//! let snippet = Snippet::of("https://example.org/", "1abc", "Broken");
//! assert_eq!(snippet.address(), "https://example.org/lab.html?embed=1#1abc");
//! assert!(snippet.frame().contains("sandbox=\"allow-scripts "));
//! ```

use super::{Colour, Ground, Theme};
use std::fmt::Write as _;

/// What a frame may do: run its scripts, and open the whole page in a tab that is none of its.
pub const SANDBOX: &str = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
/// What a frame may ask the browser for.
pub const ALLOW: &str = "clipboard-write; fullscreen";
/// The script of the element, as it stays for ever.
pub const SCRIPT: &str = "embed.1.js";

/// An embedded stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The address of the folder of all pages, with a slash at its end.
    pub base: String,
    /// The link of what is shown.
    pub link: String,
    /// What screen readers call the frame.
    pub title: String,
    /// The width of the frame in CSS pixels; it gives way where there is less room.
    pub width: u32,
    /// The height of the frame in CSS pixels.
    pub height: u32,
    /// The colours.
    pub theme: Theme,
    /// The colour of controls; none: the page's own.
    pub accent: Option<Colour>,
    /// What lies behind.
    pub background: Ground,
    /// Whether there are controls.
    pub controls: bool,
    /// Whether it plays at once.
    pub autoplay: bool,
}

impl Snippet {
    /// A link, shown as usual.
    #[must_use]
    pub fn of(base: &str, link: &str, title: &str) -> Self {
        Self {
            base: base.to_owned(),
            link: link.to_owned(),
            title: title.to_owned(),
            width: 720,
            height: 640,
            theme: Theme::Auto,
            accent: None,
            background: Ground::Page,
            controls: true,
            autoplay: false,
        }
    }

    /// What differs from what is usual, as keys.
    fn keys(&self) -> Vec<(&'static str, String)> {
        let mut keys = Vec::new();
        if self.theme != Theme::Auto {
            keys.push(("theme", self.theme.name().to_owned()));
        }
        if let Some(colour) = self.accent {
            keys.push((
                "accent",
                colour.to_string().trim_start_matches('#').to_owned(),
            ));
        }
        if self.background == Ground::Transparent {
            keys.push(("background", "transparent".to_owned()));
        }
        if !self.controls {
            keys.push(("controls", "0".to_owned()));
        }
        if self.autoplay {
            keys.push(("autoplay", "1".to_owned()));
        }
        keys
    }

    /// The address of the frame without its link: what it looks like.
    #[must_use]
    pub fn dress(&self) -> String {
        let mut address = format!("{}lab.html?embed=1", self.base);
        for (key, value) in self.keys() {
            let _ = write!(address, "&{key}={value}");
        }
        address
    }

    /// The address of the frame.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}#{}", self.dress(), self.link)
    }

    /// An `<iframe>`.
    #[must_use]
    pub fn frame(&self) -> String {
        // A frame of another colour scheme than the page around it would be opaque.
        let scheme = match self.background {
            Ground::Transparent => ";color-scheme:light",
            Ground::Page => "",
        };
        format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"{}\" height=\"{}\" style=\"border:0;max-width:100%{scheme}\" \
             loading=\"lazy\" sandbox=\"{SANDBOX}\" allow=\"{ALLOW}\"></iframe>",
            escaped(&self.address()),
            escaped(&self.title),
            self.width,
            self.height,
        )
    }

    /// The element, with its script.
    #[must_use]
    pub fn element(&self) -> String {
        let mut attributes = format!("link=\"{}\"", escaped(&self.link));
        for (key, value) in self.keys() {
            let _ = write!(attributes, " {key}=\"{value}\"");
        }
        // The room that the element takes when its script has come (public/embed.1.js).
        let (width, least) = (
            self.width,
            1020_u32.saturating_sub(self.width * 3 / 10).max(730),
        );
        format!(
            "<script async src=\"{}{SCRIPT}\"></script>\n<fence-lab {attributes} title=\"{}\" \
             style=\"display:block;max-width:{width}px;min-height:max({least}px,1032px - 30vw)\"></fence-lab>",
            escaped(&self.base),
            escaped(&self.title),
        )
    }
}

/// A text as it stands in a quoted attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::keys;

    #[test]
    fn what_is_written_is_read_again() {
        let usual = Snippet::of("https://a.b/c/", "1abc", "A \"title\" <b>");
        let snippet = Snippet {
            theme: Theme::Dark,
            accent: Colour::read("ffd54a"),
            background: Ground::Transparent,
            controls: false,
            autoplay: true,
            height: 512,
            ..usual.clone()
        };
        let address = snippet.address();
        let query = address.split(['?', '#']).nth(1).expect("it has keys");
        let read = keys::parse(query);
        assert_eq!(read.complaints, []);
        assert_eq!((read.embed, read.theme), (Some(true), Some(Theme::Dark)));
        assert_eq!(read.accent, snippet.accent);
        assert_eq!(read.background, Some(Ground::Transparent));
        assert_eq!((read.controls, read.autoplay), (Some(false), Some(true)));
        assert!(
            snippet
                .frame()
                .contains("title=\"A &quot;title&quot; &lt;b&gt;\"")
        );
        assert!(
            snippet
                .frame()
                .contains("embed=1&amp;theme=dark&amp;accent=ffd54a")
        );
        assert!(snippet.frame().contains(
            "width=\"720\" height=\"512\" style=\"border:0;max-width:100%;color-scheme:light\""
        ));
        assert_eq!(
            usual.element(),
            "<script async src=\"https://a.b/c/embed.1.js\"></script>\n\
             <fence-lab link=\"1abc\" title=\"A &quot;title&quot; &lt;b&gt;\" \
             style=\"display:block;max-width:720px;min-height:max(804px,1032px - 30vw)\"></fence-lab>"
        );
        assert!(
            snippet
                .element()
                .contains(" controls=\"0\" autoplay=\"1\" ")
        );
    }
}
