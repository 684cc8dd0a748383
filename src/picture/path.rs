//! Numbers and outlines as SVG writes them.

/// A number as SVG wants it, to a tenth of a pixel.
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    reason = "pixels are few, and `as` saturates"
)]
pub fn tenths(value: f64) -> String {
    let scaled = (value * 10.0).round() as i64;
    let sign = if scaled < 0 { "-" } else { "" };
    let (whole, tenth) = (scaled.unsigned_abs() / 10, scaled.unsigned_abs() % 10);
    if tenth == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{tenth}")
    }
}

/// The path of a rectangle with round corners.
pub fn rounded(x: f64, y: f64, width: f64, height: f64, radius: f64) -> String {
    let (width, height) = (width.max(0.0), height.max(0.0));
    let r = radius.min(width / 2.0).min(height / 2.0);
    if r < 0.05 {
        let (left, right) = (tenths(x), tenths(x + width));
        return format!(
            "M{left} {}H{right}V{}H{left}Z",
            tenths(y),
            tenths(y + height)
        );
    }
    let arc =
        |dx: f64, dy: f64| format!("a{0} {0} 0 0 1 {1} {2}", tenths(r), tenths(dx), tenths(dy));
    format!(
        "M{} {}H{}{}V{}{}H{}{}V{}{}Z",
        tenths(x + r),
        tenths(y),
        tenths(x + width - r),
        arc(r, r),
        tenths(y + height - r),
        arc(-r, r),
        tenths(x + r),
        arc(-r, -r),
        tenths(y + r),
        arc(r, -r),
    )
}

#[cfg(test)]
mod tests {
    use super::{rounded, tenths};

    #[test]
    fn numbers_are_short() {
        assert_eq!(tenths(1.0), "1");
        assert_eq!(tenths(1.26), "1.3");
        assert_eq!(tenths(-0.04), "0");
        assert_eq!(tenths(-2.5), "-2.5");
    }

    #[test]
    fn corners_never_exceed_the_rectangle() {
        assert_eq!(
            rounded(0.0, 0.0, 4.0, 10.0, 7.0),
            "M2 0H2a2 2 0 0 1 2 2V8a2 2 0 0 1 -2 2H2a2 2 0 0 1 -2 -2V2a2 2 0 0 1 2 -2Z"
        );
    }
}
