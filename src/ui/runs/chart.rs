//! Curves with their intervals. Plotters lays the chart out; what it draws become elements with
//! classes, so that colours follow the page: dark, printed or forced.

use crate::picture::text_width;
use crate::ui::dom::Item;
use plotters::prelude::*;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};
use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::rc::Rc;

/// The size of every text of a chart, in pixels.
const TEXT_PX: f64 = 13.0;

/// A point of a curve with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// To the right.
    pub x: f64,
    /// Upward.
    pub y: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What a chart shows.
pub struct Chart {
    /// In pixels.
    pub size: (u32, u32),
    /// What grows to the right, with its unit.
    pub x_name: String,
    /// What grows upward, with its unit.
    pub y_name: String,
    /// From 0 to here.
    pub y_most: f64,
    /// Each in the order of its points; its number is its class.
    pub curves: Vec<Vec<Measured>>,
}

impl Chart {
    /// The chart as elements of an SVG; nothing where there is nothing to draw.
    pub fn draw(&self) -> Vec<Item> {
        let drawn = Rc::new(RefCell::new(Vec::new()));
        let sheet = Sheet {
            size: self.size,
            drawn: Rc::clone(&drawn),
        };
        // The sheet takes everything, and the ranges are not empty: plotters has no reason to fail.
        let _ = self.plot(sheet);
        drawn.take()
    }

    fn plot(&self, sheet: Sheet) -> Result<(), DrawingAreaErrorKind<Infallible>> {
        let all = || self.curves.iter().flatten();
        let least = all().map(|point| point.x).fold(f64::INFINITY, f64::min);
        let most = all().map(|point| point.x).fold(f64::NEG_INFINITY, f64::max);
        if least >= most {
            return Ok(());
        }
        let root = sheet.into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(10)
            .margin_right(16)
            .x_label_area_size(46)
            .y_label_area_size(58)
            .build_cartesian_2d(least..most, 0.0..self.y_most)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(MESH)
            .axis_style(AXIS)
            .x_desc(&self.x_name)
            .y_desc(&self.y_name)
            .x_labels(if self.size.0 < 420 { 4 } else { 8 })
            .y_labels(5)
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| short(*y))
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 13))
            .draw()?;
        for (number, curve) in (0..).zip(&self.curves) {
            let up = curve.iter().map(|point| (point.x, point.high));
            let down = curve.iter().rev().map(|point| (point.x, point.low));
            let band: Vec<_> = up.chain(down).collect();
            chart.draw_series([Polygon::new(band, class(BAND, number).filled())])?;
            let line = curve.iter().map(|point| (point.x, point.y));
            let style = Color::stroke_width(&class(CURVE, number), 2);
            chart.draw_series(LineSeries::new(line.clone(), style))?;
            chart.draw_series(line.map(|at| Circle::new(at, 3, class(DOT, number).filled())))?;
        }
        Ok(())
    }
}

/// A number of an axis, as short as it can be read.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

// What a colour means: its red is what is drawn, its green the number of the curve.
const AXIS: RGBColor = RGBColor(1, 0, 0);
const MESH: RGBColor = RGBColor(2, 0, 0);
const CURVE: u8 = 3;
const BAND: u8 = 4;
const DOT: u8 = 5;

const fn class(kind: u8, curve: u8) -> RGBColor {
    RGBColor(kind, curve, 0)
}

fn class_name(color: BackendColor) -> String {
    let (kind, curve, _) = color.rgb;
    match kind {
        1 => "chart-axis".to_owned(),
        2 => "chart-mesh".to_owned(),
        CURVE => format!("chart-curve chart-{curve}"),
        BAND => format!("chart-band chart-{curve}"),
        DOT => format!("chart-dot chart-{curve}"),
        _ => "num".to_owned(),
    }
}

/// Where plotters draws: each thing becomes an element.
struct Sheet {
    size: (u32, u32),
    drawn: Rc<RefCell<Vec<Item>>>,
}

impl Sheet {
    fn path(&self, path: String, color: BackendColor) {
        if color.alpha > 0.0 {
            let item = Item::new("path")
                .attr("d", path)
                .attr("class", class_name(color));
            self.drawn.borrow_mut().push(item);
        }
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

fn path_of(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let letter = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{x} {y}");
    }
    path
}

impl DrawingBackend for Sheet {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.path(format!("M{x} {y}h1v1h-1z"), color);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.path(path_of([from, to]), style.color());
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.path(
            format!("M{left} {top}H{right}V{bottom}H{left}z"),
            style.color(),
        );
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.path(path_of(path), style.color());
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        let item = Item::new("circle")
            .attr("cx", x.to_string())
            .attr("cy", y.to_string())
            .attr("r", radius.to_string())
            .attr("class", class_name(style.color()));
        self.drawn.borrow_mut().push(item);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        self.path(format!("{}z", path_of(points)), style.color());
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        (x, y): BackendCoord,
    ) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let down = match style.anchor().v_pos {
            VPos::Top => 0.8,
            VPos::Center => 0.35,
            VPos::Bottom => -0.2,
        };
        let (turn, _) = style.transform().transform(0, 1);
        let turned = match turn {
            0 => "",
            1 => "-90",
            _ => "90",
        };
        let mut item = Item::new("text").attr("text-anchor", anchor);
        item = if turned.is_empty() {
            let y = f64::from(y) + TEXT_PX * down;
            item.attr("x", x.to_string())
                .attr("y", crate::picture::tenths(y))
        } else {
            item.attr("transform", format!("translate({x} {y}) rotate({turned})"))
                .attr("dy", crate::picture::tenths(TEXT_PX * down))
        };
        self.drawn
            .borrow_mut()
            .push(item.attr("class", "num").text(text));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        _style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a text is a few hundred pixels wide"
        )]
        let [width, height] =
            [text_width(text, TEXT_PX), TEXT_PX].map(|length| length.ceil() as u32);
        Ok((width, height))
    }
}
