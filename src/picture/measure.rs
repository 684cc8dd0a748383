//! How wide a text is, about. Rather too wide than too narrow, since a label
//! that does not fit gives way.

/// The width of a text in CSS pixels at a font size.
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

/// The first of the texts, longest first, that fits into `room` pixels.
pub fn first_that_fits(texts: &[String], size: f64, room: f64) -> Option<&String> {
    texts.iter().find(|text| text_width(text, size) <= room)
}

#[cfg(test)]
mod tests {
    use super::{first_that_fits, text_width};

    #[test]
    fn the_longest_that_fits_is_taken() {
        let texts = [
            "believes it, but the lease is gone".to_owned(),
            "gone".to_owned(),
        ];
        assert_eq!(first_that_fits(&texts, 14.0, 400.0), texts.first());
        assert_eq!(first_that_fits(&texts, 14.0, 60.0), texts.last());
        assert_eq!(first_that_fits(&texts, 14.0, 10.0), None);
    }

    #[test]
    fn japanese_letters_are_an_em_wide() {
        assert!(text_width("停止", 10.0) > 20.0);
    }
}
