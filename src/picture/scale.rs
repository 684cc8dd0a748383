//! Time in pixels: a true scale, and the window of time that it shows.

use crate::model::{Millis, TrueTime};

/// A true scale: one pixel is the same time everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The pixel of the first instant shown, along the direction of time.
    pub start: f64,
    /// How many pixels [`Scale::span`] has.
    pub length: f64,
    /// The first instant shown.
    pub from: TrueTime,
    /// The time shown.
    pub span: Millis,
}

/// The steps of a 1-2-5 series, in milliseconds, up to a day.
const STEPS: [i64; 24] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
    200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000,
];

/// A time in pixels' arithmetic. Exact up to 285 000 years.
#[allow(clippy::cast_precision_loss, reason = "times are at most a few days")]
pub(super) const fn float(time: i64) -> f64 {
    time as f64
}

impl Scale {
    /// The time that a picture of a run shows: the run and a little more, rounded up to a step.
    #[must_use]
    pub fn span_for(end: TrueTime) -> Millis {
        let wanted = end.0.saturating_add(end.0 / 25).max(100);
        let step = STEPS
            .into_iter()
            .find(|step| step.saturating_mul(20) >= wanted);
        let step = step.unwrap_or(50_000_000);
        Millis((wanted + step - 1) / step * step)
    }

    /// The pixel of an instant.
    #[must_use]
    pub fn at(&self, instant: TrueTime) -> f64 {
        self.start
            + float(instant.0.saturating_sub(self.from.0)) * self.length / float(self.span.0.max(1))
    }

    /// How many pixels a duration has.
    #[must_use]
    pub fn pixels(&self, time: Millis) -> f64 {
        float(time.0) * self.length / float(self.span.0.max(1))
    }

    /// The instant of a pixel, to the nearest millisecond.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "pixels are few, and `as` saturates"
    )]
    pub fn instant(&self, pixel: f64) -> TrueTime {
        let time = (pixel - self.start) * float(self.span.0.max(1)) / self.length.max(1.0);
        self.from.plus(Millis(time.round() as i64))
    }

    /// The 1-2-5 step nearest to four pixels, by which a drag snaps.
    #[must_use]
    pub fn step(&self) -> Millis {
        self.step_of(4.0)
    }

    /// The 1-2-5 step nearest to so many pixels.
    #[must_use]
    pub fn step_of(&self, pixels: f64) -> Millis {
        let wanted = pixels * float(self.span.0.max(1)) / self.length.max(1.0);
        let distance = |step: i64| (float(step) / wanted).ln().abs();
        let nearest = STEPS.into_iter().reduce(|best, step| {
            if distance(step) < distance(best) {
                step
            } else {
                best
            }
        });
        Millis(nearest.unwrap_or(1))
    }

    /// The instant rounded to a multiple of [`Scale::step`].
    #[must_use]
    pub fn snap(&self, instant: TrueTime) -> TrueTime {
        let step = self.step().0;
        TrueTime((instant.0 + step / 2).div_euclid(step) * step)
    }

    /// The distance of labelled ticks and of the ticks between them.
    #[must_use]
    pub fn ticks(&self, least_pixels: f64) -> (Millis, Millis) {
        let major = STEPS
            .into_iter()
            .find(|step| self.pixels(Millis(*step)) >= least_pixels)
            .unwrap_or(50_000_000);
        let minor = STEPS
            .into_iter()
            .rev()
            .find(|step| *step * 4 <= major && major % step == 0)
            .unwrap_or(major);
        (Millis(major), Millis(minor))
    }
}

/// A stretch of time that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its first instant.
    pub from: TrueTime,
    /// Its last instant.
    pub to: TrueTime,
}

impl Window {
    /// The shortest window, in milliseconds.
    const LEAST: i64 = 10;

    /// The whole of a run that ends at `end`, and a little more.
    #[must_use]
    pub fn whole(end: TrueTime) -> Self {
        Self {
            from: TrueTime::START,
            to: TrueTime::START.plus(Scale::span_for(end)),
        }
    }

    /// How long it is; never zero.
    #[must_use]
    pub fn span(self) -> Millis {
        Millis(self.to.since(self.from).0.max(Self::LEAST))
    }

    /// The window around `centre` that shows `numerator / denominator` of this one's time,
    /// kept within `whole`.
    #[must_use]
    pub fn zoomed(self, centre: TrueTime, numerator: i64, denominator: i64, whole: Self) -> Self {
        let span = self.span().0.saturating_mul(numerator) / denominator.max(1);
        let span = span.clamp(Self::LEAST, whole.span().0);
        let from = TrueTime(centre.0.saturating_sub(span / 2));
        Self {
            from,
            to: from.plus(Millis(span)),
        }
        .within(whole)
    }

    /// The window moved by a part of its own length, kept within `whole`.
    #[must_use]
    pub fn panned(self, numerator: i64, denominator: i64, whole: Self) -> Self {
        let by = Millis(self.span().0.saturating_mul(numerator) / denominator.max(1));
        Self {
            from: self.from.plus(by),
            to: self.to.plus(by),
        }
        .within(whole)
    }

    /// The same length, moved into `whole`.
    fn within(self, whole: Self) -> Self {
        let span = Millis(self.span().0.min(whole.span().0));
        let latest = whole.to.0.saturating_sub(span.0).max(whole.from.0);
        let from = TrueTime(self.from.0.clamp(whole.from.0, latest));
        Self {
            from,
            to: from.plus(span),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;
    use crate::model::{Millis, TrueTime};

    fn scale(length: f64, span: i64) -> Scale {
        Scale {
            start: 150.0,
            length,
            from: TrueTime::START,
            span: Millis(span),
        }
    }

    #[test]
    fn the_span_shows_the_run_and_a_little_more() {
        for (end, span) in [
            (0, 100),
            (19_000, 20_000),
            (15_000, 16_000),
            (88_000, 95_000),
        ] {
            assert_eq!(Scale::span_for(TrueTime(end)), Millis(span), "{end}");
        }
    }

    #[test]
    fn a_pixel_and_its_instant_agree() {
        let scale = scale(937.0, 20_000);
        for time in [0, 1, 999, 10_000, 19_999] {
            assert_eq!(scale.instant(scale.at(TrueTime(time))), TrueTime(time));
        }
    }

    #[test]
    fn a_drag_snaps_to_the_step_nearest_to_four_pixels() {
        assert_eq!(scale(900.0, 20_000).step(), Millis(100));
        assert_eq!(scale(300.0, 20_000).step(), Millis(200));
        assert_eq!(scale(900.0, 88_000).step(), Millis(500));
        assert_eq!(scale(900.0, 20_000).snap(TrueTime(1_049)), TrueTime(1_000));
        assert_eq!(scale(900.0, 20_000).snap(TrueTime(1_050)), TrueTime(1_100));
    }

    #[test]
    fn ticks_are_of_the_series_and_far_enough_apart() {
        assert_eq!(
            scale(900.0, 20_000).ticks(100.0),
            (Millis(5_000), Millis(1_000))
        );
        assert_eq!(
            scale(520.0, 20_000).ticks(48.0),
            (Millis(2_000), Millis(500))
        );
    }
}
