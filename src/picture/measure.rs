//! How wide a text is, about: the page measures once how far its letters differ from this.

/// The width of a text in CSS pixels at a font size, with the letters assumed here.
#[must_use]
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(letter_width).sum::<f64>() * size
}

/// The width of a letter in ems, for the system's sans-serif fonts, semi-bold.
fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '’' | '|' | '!' | '·' => 0.31,
        ' ' | '\u{a0}' => 0.3,
        'f' | 't' | 'r' | '(' | ')' | '-' => 0.41,
        'm' | 'w' | 'M' | 'W' | '<' | '>' | '=' => 0.88,
        '0'..='9' => 0.64,
        'A'..='Z' => 0.71,
        '\u{2e80}'..='\u{ffef}' => 1.02,
        _ => 0.6,
    }
}

#[cfg(test)]
mod tests {
    use super::text_width;

    #[test]
    fn japanese_letters_are_an_em_wide() {
        assert!(text_width("停止", 10.0) > 20.0);
    }

    #[test]
    fn narrow_letters_are_narrower() {
        assert!(text_width("ill", 10.0) < text_width("mmm", 10.0) / 2.0);
    }
}
