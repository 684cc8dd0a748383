//! Labels never meet, and never leave the picture.

use crate::support::{Run, cases, picture, picture_with_letters, run, seed_with};
use fencelab::model::{Millis, TrueTime};
use fencelab::picture::{Anchor, Extras, Label, Layout, Picture, Window, draw};
use fencelab::sim::scenario::Fence;
use fencelab::story::stories;
use fencelab::text::Lang;

/// The widths of the picture in windows of 320, 768 and 1440 px.
const WIDTHS: [f64; 3] = [288.0, 736.0, 1200.0];

struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

fn size(label: &Label) -> f64 {
    match label.class.split(' ').next() {
        Some("token") if label.class.contains("small") => 12.5,
        Some("token") => 18.0,
        Some("lane") => 17.0,
        Some("sub" | "num") => 13.0,
        _ => 14.0,
    }
}

fn area(picture: &Picture, label: &Label) -> Area {
    let size = size(label);
    let size = match picture.layout.direction {
        fencelab::picture::Direction::Across => size,
        fencelab::picture::Direction::Down => size.min(13.0),
    };
    let width = picture
        .layout
        .text_width(&format!("{}{}", label.lead, label.text), size);
    let left = match label.anchor {
        Anchor::Start => label.x,
        Anchor::Middle => label.x - width / 2.0,
        Anchor::End => label.x - width,
    };
    Area {
        left,
        right: left + width,
        top: label.y - size * 0.74,
        bottom: label.y + size * 0.2,
    }
}

fn meet(a: &Area, b: &Area) -> bool {
    a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom && b.top < a.bottom
}

fn check(name: &str, run: &Run) {
    for width in WIDTHS {
        for lang in Lang::ALL {
            check_picture(name, lang, &picture(run, lang, width));
        }
    }
}

fn check_picture(name: &str, lang: Lang, picture: &Picture) {
    let width = picture.layout.width;
    let areas: Vec<_> = picture
        .labels
        .iter()
        .map(|label| (label, area(picture, label)))
        .collect();
    for (index, (label, area)) in areas.iter().enumerate() {
        let inside = area.left >= -1.0
            && area.right <= picture.layout.width + 1.0
            && area.top >= -1.0
            && area.bottom <= picture.layout.height + 1.0;
        assert!(
            inside,
            "{name} at {width}: {:?} leaves the picture",
            label.text
        );
        for (other, there) in &areas[index + 1..] {
            assert!(
                !meet(area, there),
                "{name} at {width} in {lang:?}: {:?} meets {:?}",
                label.text,
                other.text
            );
        }
    }
}

#[test]
fn in_the_seed_story_at_every_pause() {
    for pause in (1..=24_000).step_by(250) {
        for fence in [Fence::Off, Fence::Writes] {
            let run = run(seed_with(Millis(pause), fence));
            check(&format!("a pause of {pause} ms, fence {fence:?}"), &run);
        }
    }
}

#[test]
fn in_every_story_of_the_gallery() {
    for story in stories() {
        let scenario = story.scenario().expect("it is valid");
        let run = run(scenario);
        check(story.id, &run);
        // As the static pages draw them, for a font that nobody has measured.
        for (width, letters) in [(1120.0, 1.1), (336.0, 1.1), (1120.0, 1.2)] {
            for lang in Lang::ALL {
                let picture = picture_with_letters(&run, lang, width, letters);
                check_picture(story.id, lang, &picture);
            }
        }
    }
}

#[test]
fn in_every_part_of_every_story() {
    for story in stories() {
        let run = run(story.scenario().expect("it is valid"));
        let whole = Window::whole(run.history.closed_at);
        for (parts, width) in [(2, 1200.0), (4, 736.0), (4, 1200.0), (8, 288.0)] {
            for part in 0..parts {
                let length = (whole.span().0 / parts).max(1);
                let from = TrueTime(whole.from.0 + part * length);
                let window = Window {
                    from,
                    to: TrueTime(from.0 + length),
                };
                for lang in Lang::ALL {
                    let layout = Layout::new(&run.scenario, width, window, 1.0);
                    let picture = draw(lang, &run.scenario, &run.history, layout, Extras::ALL);
                    let name = format!("{} from {}", story.id, from.0);
                    check_picture(&name, lang, &picture);
                }
            }
        }
    }
}

#[test]
fn nothing_in_any_case_is_drawn_without_a_place() {
    for (name, scenario) in cases() {
        let run = run(scenario);
        for width in WIDTHS {
            let picture = picture(&run, Lang::Ja, width);
            for shape in &picture.shapes {
                assert!(
                    !shape.path.contains("NaN") && !shape.path.contains("inf"),
                    "{name}"
                );
            }
            for label in &picture.labels {
                assert!(
                    label.x.is_finite() && label.y.is_finite(),
                    "{name}: {}",
                    label.text
                );
            }
        }
    }
}

#[test]
fn a_ring_of_harm_stands_where_the_harm_is_in_every_part_of_the_time() {
    let run = run(seed_with(Millis(15_000), Fence::Off));
    let ring = |from: i64, to: i64| {
        let window = Window {
            from: TrueTime(from),
            to: TrueTime(to),
        };
        let layout = Layout::new(&run.scenario, 1200.0, window, 1.0);
        let left = layout.scale.at(TrueTime(16_000));
        let picture = draw(Lang::En, &run.scenario, &run.history, layout, Extras::ALL);
        let shape = picture.shapes.iter().find(|shape| shape.class == "harm");
        let path = shape
            .map(|shape| shape.path.clone())
            .expect("there is harm");
        let begins = path.trim_start_matches('M').split([' ', 'H', 'h']).next();
        let begins: f64 = begins.and_then(|x| x.parse().ok()).expect("a number");
        (begins, left)
    };
    for (from, to) in [(0, 20_000), (10_000, 20_000), (12_000, 17_000)] {
        let (begins, left) = ring(from, to);
        assert!(
            (begins - left).abs() < 16.0,
            "{from}: {begins} against {left}"
        );
    }
}
