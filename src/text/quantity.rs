//! Times in words. A figure and its unit never break apart.

use super::Lang;
use crate::model::Millis;

/// A duration or instant in seconds, as short as it is exact: `15 s`, `0.5 s`.
#[must_use]
pub fn seconds(lang: Lang, time: Millis) -> String {
    let unit = match lang {
        Lang::En => "s",
        Lang::Ja => "秒",
    };
    // A true minus: a hyphen is too short beside figures, and a line may break after it.
    let figure = bare_seconds(time).replace('-', "−");
    format!("{figure}\u{a0}{unit}")
}

/// The figure alone: `15`, `0.5`, `-0.25`.
#[must_use]
pub fn bare_seconds(time: Millis) -> String {
    let sign = if time.0 < 0 { "-" } else { "" };
    let (whole, rest) = (time.0.unsigned_abs() / 1000, time.0.unsigned_abs() % 1000);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let digits = format!("{rest:03}");
    format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
}

/// Why a typed time cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeError {
    /// It is not a number with a unit that we know.
    NotATime,
    /// It is finer than a millisecond.
    TooFine,
    /// It lies outside what the field takes.
    OutOfRange {
        /// The smallest value.
        least: Millis,
        /// The largest value.
        most: Millis,
    },
}

/// Reads a typed time: `15`, `15 s`, `1,5 秒`, `500 ms`. Seconds if no unit is given.
///
/// # Errors
/// [`TimeError`] says what is wrong; the range is the caller's.
pub fn parse_time(typed: &str, least: Millis, most: Millis) -> Result<Millis, TimeError> {
    let text: String = typed
        .chars()
        .map(half_width)
        .filter(|letter| !letter.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    let (figure, per_unit) = if let Some(figure) = text.strip_suffix("ms") {
        (figure, 1)
    } else if let Some(figure) = text.strip_suffix("ミリ秒") {
        (figure, 1)
    } else if let Some(figure) = text.strip_suffix('s').or_else(|| text.strip_suffix('秒')) {
        (figure, 1000)
    } else if let Some(figure) = text.strip_suffix("min").or_else(|| text.strip_suffix('分')) {
        (figure, 60_000)
    } else {
        (text.as_str(), 1000)
    };
    let value = parse_figure(figure, per_unit)?;
    if value < least || value > most {
        return Err(TimeError::OutOfRange { least, most });
    }
    Ok(value)
}

fn half_width(letter: char) -> char {
    match letter {
        '０'..='９' => char::from_u32(letter as u32 - '０' as u32 + '0' as u32).unwrap_or(letter),
        '．' | '，' | ',' | '、' => '.',
        '－' | '−' => '-',
        other => other,
    }
}

fn parse_figure(figure: &str, per_unit: i64) -> Result<Millis, TimeError> {
    let (sign, figure) = match figure.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, figure),
    };
    let (whole, fraction) = figure.split_once('.').unwrap_or((figure, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
        return Err(TimeError::NotATime);
    }
    // Twelve digits are far above every range and far below an overflow.
    if whole.len() > 12 {
        return Ok(Millis(sign * i64::MAX));
    }
    let whole = whole.parse::<i64>().unwrap_or(0);
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 9 {
        return Err(TimeError::TooFine);
    }
    let parts = 10_i64.pow(u32::try_from(fraction.len()).unwrap_or(0));
    let rest = fraction.parse::<i64>().unwrap_or(0) * per_unit;
    if rest % parts != 0 {
        return Err(TimeError::TooFine);
    }
    let value = whole * per_unit + rest / parts;
    Ok(Millis(sign * value))
}

#[cfg(test)]
mod tests {
    use super::{TimeError, bare_seconds, parse_time, seconds};
    use crate::model::Millis;
    use crate::text::Lang;

    const DAY: Millis = Millis(86_400_000);

    #[test]
    fn a_time_is_as_short_as_it_is_exact() {
        assert_eq!(bare_seconds(Millis(15_000)), "15");
        assert_eq!(bare_seconds(Millis(500)), "0.5");
        assert_eq!(bare_seconds(Millis(10_001)), "10.001");
        assert_eq!(bare_seconds(Millis(-250)), "-0.25");
        assert_eq!(seconds(Lang::En, Millis(0)), "0\u{a0}s");
        assert_eq!(seconds(Lang::Ja, Millis(1_000)), "1\u{a0}秒");
        assert_eq!(seconds(Lang::En, Millis(-250)), "−0.25\u{a0}s");
    }

    #[test]
    fn what_people_type_is_read() {
        for (typed, value) in [
            ("15", 15_000),
            (" 15 s ", 15_000),
            ("1,5", 1_500),
            ("1.5秒", 1_500),
            ("５００ms", 500),
            ("２．５", 2_500),
            (".25", 250),
            ("2 min", 120_000),
            ("0.5分", 30_000),
            ("10.001", 10_001),
        ] {
            assert_eq!(
                parse_time(typed, Millis::ZERO, DAY),
                Ok(Millis(value)),
                "{typed}"
            );
        }
    }

    #[test]
    fn what_is_no_time_is_refused_with_the_reason() {
        let read = |typed| parse_time(typed, Millis(1), DAY);
        for typed in ["", "s", "abc", "1e3", "1.2.3", "--1", "1 h", "."] {
            assert_eq!(read(typed), Err(TimeError::NotATime), "{typed}");
        }
        assert_eq!(read("0.0001"), Err(TimeError::TooFine));
        assert_eq!(read("0.5ms"), Err(TimeError::TooFine));
        let range = TimeError::OutOfRange {
            least: Millis(1),
            most: DAY,
        };
        for typed in ["0", "-3", "86401", "99999999999999999999"] {
            assert_eq!(read(typed), Err(range), "{typed}");
        }
    }

    #[test]
    fn every_time_shown_is_read_back() {
        for value in (-5_000..5_000).chain([86_400_000, 86_399_999]) {
            let shown = seconds(Lang::Ja, Millis(value));
            assert_eq!(
                parse_time(&shown, Millis(-5_000), DAY),
                Ok(Millis(value)),
                "{shown}"
            );
        }
    }
}
