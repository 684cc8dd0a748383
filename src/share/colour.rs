//! A colour that an author asks for, and whether it can be seen on the page.

use super::Theme;
use std::fmt;

/// A colour: red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// What a control must differ by from what is around it (WCAG 2.2, 1.4.11).
const LEAST_CONTRAST: f64 = 3.0;

/// The paper and the panels of both themes, as `style/tokens.css` has them.
const LIGHT: [Colour; 2] = [Colour([0xfb, 0xfa, 0xf6]), Colour([0xff, 0xff, 0xff])];
const DARK: [Colour; 2] = [Colour([0x13, 0x16, 0x1b]), Colour([0x1a, 0x1e, 0x25])];

impl Colour {
    /// Reads three or six hexadecimal digits, with or without a `#` before them.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let digits: Option<Vec<u8>> = text
            .strip_prefix('#')
            .unwrap_or(text)
            .chars()
            .map(|digit| u8::try_from(digit.to_digit(16)?).ok())
            .collect();
        match *digits? {
            [red, green, blue] => Some(Self([red, green, blue].map(|digit| digit * 17))),
            [r, red, g, green, b, blue] => {
                Some(Self([r * 16 + red, g * 16 + green, b * 16 + blue]))
            }
            _ => None,
        }
    }

    /// Whether a control of this colour can be seen on the paper of a theme.
    #[must_use]
    pub fn is_seen_on(self, theme: Theme) -> bool {
        let seen = |papers: [Self; 2]| {
            let mut papers = papers.into_iter();
            papers.all(|paper| self.contrast(paper) >= LEAST_CONTRAST)
        };
        match theme {
            Theme::Light => seen(LIGHT),
            Theme::Dark => seen(DARK),
            Theme::Auto => seen(LIGHT) && seen(DARK),
        }
    }

    /// How much two colours differ, from 1 to 21 (WCAG 2.2, contrast ratio).
    fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// How bright it is, from 0 to 1 (WCAG 2.2, relative luminance).
    fn luminance(self) -> f64 {
        let linear = self.0.map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                libm::pow((value + 0.055) / 1.055, 2.4)
            }
        });
        let [red, green, blue] = linear;
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(out, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_as_in_style_sheets() {
        assert_eq!(Colour::read("fff"), Some(Colour([255, 255, 255])));
        assert_eq!(Colour::read("#0b63a5"), Some(Colour([0x0b, 0x63, 0xa5])));
        assert_eq!(
            Colour::read("0B63A5").map(|it| it.to_string()).as_deref(),
            Some("#0b63a5")
        );
        for text in [
            "",
            "#",
            "ff",
            "ffff",
            "12345",
            "1234567",
            "red",
            "##fff",
            "ｆｆｆ",
        ] {
            assert_eq!(Colour::read(text), None, "{text}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let contrast = |one: &str, two: &str| {
            let read = |text| Colour::read(text).expect("a colour");
            (read(one).contrast(read(two)) * 100.0).round() / 100.0
        };
        // As computed by other tools: WebAIM's checker gives the same.
        assert!((contrast("000", "fff") - 21.0).abs() < 0.001);
        assert!((contrast("777", "fff") - 4.48).abs() < 0.001);
        assert!((contrast("888", "888") - 1.0).abs() < 0.001);
    }

    #[test]
    fn what_could_not_be_seen_is_known() {
        for (text, light, dark) in [
            ("0b63a5", true, false),
            ("3b82f6", true, true),
            ("ffd54a", false, true),
            ("fbfaf6", false, true),
            ("000", true, false),
        ] {
            let colour = Colour::read(text).expect("a colour");
            assert_eq!(colour.is_seen_on(Theme::Light), light, "{text}");
            assert_eq!(colour.is_seen_on(Theme::Dark), dark, "{text}");
            assert_eq!(colour.is_seen_on(Theme::Auto), light && dark, "{text}");
        }
    }
}
