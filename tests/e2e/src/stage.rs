//! The stage as a visitor uses it: its handles, fields, ruler and words.

use serde_json::{Value, json};

use crate::browser::PATIENCE;
use crate::{Browser, Hand};

/// What pulls a handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// A mouse.
    Mouse,
    /// A finger, as `WebDriver` moves it.
    Touch,
    /// A finger, as the machine reports it.
    Finger,
}

/// The true scale of the diagram, read off the labels of its ruler.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ruler {
    /// Whether time runs down.
    pub down: bool,
    /// CSS pixels from the viewport's edge to time 0.
    pub zero: f64,
    /// CSS pixels of a second.
    pub second: f64,
    /// The last labelled second.
    pub last: f64,
}

impl Ruler {
    /// CSS pixels from the viewport's edge to a time in seconds.
    #[must_use]
    pub fn at(&self, seconds: f64) -> f64 {
        self.zero + seconds * self.second
    }
}

const RULER: &str = "(() => {
    const svg = document.querySelector('[data-testid=diagram]');
    const down = svg.classList.contains('down');
    const place = text => {
        const at = name => parseFloat(text.getAttribute(name));
        const point = new DOMPoint(at('x'), at('y')).matrixTransform(text.getScreenCTM());
        return down ? point.y - 4 : point.x;
    };
    const labels = [...svg.querySelectorAll('text.num')];
    const beside = text => text.getAttribute(down ? 'x' : 'y');
    const marks = labels.filter(text => beside(text) === beside(labels[0]))
        .map(text => [parseFloat(text.textContent), place(text)]);
    const [first, last] = [marks[0], marks[marks.length - 1]];
    const second = (last[1] - first[1]) / (last[0] - first[0]);
    return [down, first[1] - first[0] * second, second, last[0]];
})()";

/// Steps of a pull.
const STEPS: i32 = 8;

impl Browser {
    /// Waits until an element shows exactly a text; no-break spaces count as spaces.
    pub async fn shows(&self, testid: &str, text: &str) {
        let (selector, text) = (json!(format!("[data-testid=\"{testid}\"]")), json!(text));
        let plain = "textContent.replaceAll('\\u00a0', ' ')";
        let read = format!("document.querySelector({selector})?.{plain}");
        self.wait_equal(&read, &text).await;
    }

    /// Waits until a field shows a value; no-break spaces count as spaces.
    pub async fn field_is(&self, testid: &str, value: &str) {
        let selector = json!(format!("[data-testid=\"{testid}\"]"));
        let read = format!("document.querySelector({selector})?.value.replaceAll('\\u00a0', ' ')");
        self.wait_equal(&read, &json!(value)).await;
    }

    /// Waits until an attribute has a value; no-break spaces count as spaces.
    pub async fn attribute_is(&self, testid: &str, name: &str, value: &str) {
        let (selector, name) = (json!(format!("[data-testid=\"{testid}\"]")), json!(name));
        let plain = "?.replaceAll('\\u00a0', ' ')";
        let read = format!("document.querySelector({selector})?.getAttribute({name}){plain}");
        self.wait_equal(&read, &json!(value)).await;
    }

    /// Waits for two frames: what an event has changed is seen after them.
    pub async fn frames(&self) {
        let twice = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(done));";
        let done = self.execute_async(twice, vec![]).await;
        done.unwrap_or_else(|error| panic!("no frames: {error}"));
    }

    /// Waits until the playhead or a handle stands at so many milliseconds.
    pub async fn value_is(&self, testid: &str, milliseconds: i64) {
        self.attribute_is(testid, "aria-valuenow", &milliseconds.to_string())
            .await;
    }

    /// The number of milliseconds at which the playhead or a handle stands.
    pub async fn value_of(&self, testid: &str) -> i64 {
        let value = self.attribute(testid, "aria-valuenow").await;
        value
            .parse()
            .unwrap_or_else(|_| panic!("{testid} stands at `{value}`"))
    }

    async fn wait_equal(&self, read: &str, wanted: &Value) {
        let condition = format!("({read}) === {wanted}");
        if self.holds_within(&condition, PATIENCE).await.is_err() {
            let found = self.value(read).await;
            panic!("`{read}` is {found}, expected {wanted}");
        }
    }

    /// Opens the fields that are folded away at first.
    pub async fn more_times(&self) {
        self.click("more-times").await;
        self.attribute_is("more-times", "aria-expanded", "true")
            .await;
    }

    /// The ruler as it is drawn now.
    pub async fn ruler(&self) -> Ruler {
        let read = self.value(RULER).await;
        let number = |at: usize| read[at].as_f64().expect("a ruler is made of numbers");
        Ruler {
            down: read[0] == true,
            zero: number(1),
            second: number(2),
            last: number(3),
        }
    }

    /// Where the time is that a handle, or the playhead, stands for: where it is itself, or at
    /// the end of its leader, if it had to give way. CSS pixels of the viewport.
    pub async fn stand(&self, testid: &str) -> (f64, f64) {
        let script = format!(
            "(() => {{
                const thing = document.querySelector('[data-testid=\"{testid}\"]');
                const leader = thing.querySelector('.leader');
                if (!leader?.getAttribute('d')) return null;
                const end = leader.getPointAtLength(leader.getTotalLength());
                const point = new DOMPoint(end.x, end.y).matrixTransform(leader.getScreenCTM());
                return [point.x, point.y];
            }})()"
        );
        let read = self.value(&script).await;
        match (read[0].as_f64(), read[1].as_f64()) {
            (Some(x), Some(y)) => (x, y),
            _ => self.spot(testid).await,
        }
    }

    /// Where a handle, or the playhead's knob, is: CSS pixels of the viewport.
    pub async fn spot(&self, testid: &str) -> (f64, f64) {
        let script = format!(
            "(() => {{
                const thing = document.querySelector('[data-testid=\"{testid}\"]');
                const knob = thing.querySelector('.knob')?.getBoundingClientRect();
                if (knob) return [knob.x + knob.width / 2, knob.y + knob.height / 2];
                const point = new DOMPoint(0, 0).matrixTransform(thing.getScreenCTM());
                return [point.x, point.y];
            }})()"
        );
        let read = self.value(&script).await;
        let number = |at: usize| read[at].as_f64().expect("a place is two numbers");
        (number(0), number(1))
    }

    /// Brings a handle to the middle of the window; whole CSS pixels of where to take it.
    pub async fn reach(&self, testid: &str) -> (i32, i32) {
        self.find(testid).await;
        let script = "const top = document.querySelector(arguments[0]).getScreenCTM().f;
            scrollTo({top: scrollY + top - innerHeight / 2, behavior: 'instant'});";
        let selector = json!(format!("[data-testid=\"{testid}\"]"));
        let done = self.execute(script, vec![selector]).await;
        done.unwrap_or_else(|error| panic!("{testid}: {error}"));
        let (x, y) = self.spot(testid).await;
        (whole(x), whole(y))
    }

    /// Takes a handle with the mouse and keeps it; gives the point where it is held.
    pub async fn take(&self, testid: &str) -> (i32, i32) {
        let at = self.reach(testid).await;
        self.raw_mouse("mouseMoved", at, false).await;
        self.raw_mouse("mousePressed", at, true).await;
        at
    }

    /// Pulls a handle along time, by seconds of the ruler.
    pub async fn pull(&self, pointer: Pointer, testid: &str, seconds: f64) {
        let (x, y) = self.reach(testid).await;
        let ruler = self.ruler().await;
        let far = whole(seconds * ruler.second);
        let step = |number: i32| {
            let along = far * number / STEPS;
            if ruler.down {
                (x, y + along)
            } else {
                (x + along, y)
            }
        };
        let way: Vec<(i32, i32)> = (1..=STEPS).map(step).collect();
        let kind = match pointer {
            Pointer::Mouse => "mouse",
            Pointer::Touch => "touch",
            Pointer::Finger => {
                self.raw_touch("touchStart", Some((x, y))).await;
                for at in way {
                    self.raw_touch("touchMove", Some(at)).await;
                }
                return self.raw_touch("touchEnd", None).await;
            }
        };
        let mut acts = vec![Hand::To(x, y), Hand::Press];
        acts.extend(way.into_iter().map(|(x, y)| Hand::To(x, y)));
        acts.push(Hand::Release);
        self.hand(kind, &acts).await;
    }
}

/// The nearest whole pixel.
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    reason = "pixels of a window are few"
)]
pub fn whole(pixels: f64) -> i32 {
    pixels.round() as i32
}
