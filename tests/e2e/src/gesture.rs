//! Hands on the page: mouse, finger, keys.

use serde_json::{Value, json};
use thirtyfour::common::command::{Actions, Command};
use thirtyfour::{Key, WebElement};

use crate::Browser;

/// From one point of a drag to the next: about one frame.
const STEP_MS: u32 = 16;

/// One act of a mouse, a pen or a finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// Moves to a point.
    To(i32, i32),
    /// Presses the button, or touches down.
    Press,
    /// Lets it go.
    Release,
}

impl Hand {
    fn action(self) -> Value {
        match self {
            Self::To(x, y) => json!({
                "type": "pointerMove", "duration": STEP_MS, "origin": "viewport", "x": x, "y": y,
            }),
            Self::Press => json!({"type": "pointerDown", "button": 0}),
            Self::Release => json!({"type": "pointerUp", "button": 0}),
        }
    }
}

impl Browser {
    /// Presses the mouse on the middle of an element, moves it in steps, and releases it.
    pub async fn mouse_drag(&self, from: &WebElement, dx: i32, dy: i32, steps: u32) {
        self.drag("mouse", from, dx, dy, steps).await;
    }

    /// The same with a finger.
    pub async fn touch_drag(&self, from: &WebElement, dx: i32, dy: i32, steps: u32) {
        self.drag("touch", from, dx, dy, steps).await;
    }

    /// Presses and releases a key, wherever the focus is.
    pub async fn press(&self, key: Key) {
        let pressed = self
            .action_chain()
            .key_down(key.clone())
            .key_up(key)
            .perform()
            .await;
        pressed.unwrap_or_else(|error| panic!("key: {error}"));
    }

    /// Presses a key while another is held: `press_with(Key::Shift, Key::Right)`.
    pub async fn press_with(&self, held: Key, key: Key) {
        let chain = self
            .action_chain()
            .key_down(held.clone())
            .key_down(key.clone())
            .key_up(key)
            .key_up(held);
        chain
            .perform()
            .await
            .unwrap_or_else(|error| panic!("keys: {error}"));
    }

    /// Types characters, wherever the focus is.
    pub async fn keys(&self, text: &str) {
        let typed = self.action_chain().send_keys(text).perform().await;
        typed.unwrap_or_else(|error| panic!("keys {text}: {error}"));
    }

    /// Moves the focus to the element with this `data-testid`.
    pub async fn focus(&self, testid: &str) {
        let element = self.find(testid).await;
        element
            .focus()
            .await
            .unwrap_or_else(|error| panic!("focus {testid}: {error}"));
    }

    /// The `data-testid` of what has the focus; empty when it has none.
    pub async fn focused(&self) -> String {
        let testid = self
            .value("document.activeElement?.dataset?.testid ?? ''")
            .await;
        testid.as_str().unwrap_or_default().to_owned()
    }

    async fn drag(&self, pointer: &str, from: &WebElement, dx: i32, dy: i32, steps: u32) {
        let (x, y) = self.middle(from).await;
        let steps = i32::try_from(steps.max(1)).expect("a drag has few steps");
        let mut acts = vec![Hand::To(x, y), Hand::Press];
        acts.extend((1..=steps).map(|step| Hand::To(x + dx * step / steps, y + dy * step / steps)));
        acts.push(Hand::Release);
        self.hand(pointer, &acts).await;
    }

    /// Acts of one `mouse`, `pen` or `touch`, at whole CSS pixels of the viewport, from press to
    /// release: what it holds is lost when another command comes ([`Self::raw_mouse`] keeps it).
    pub async fn hand(&self, pointer: &str, acts: &[Hand]) {
        let actions: Vec<Value> = acts.iter().map(|act| act.action()).collect();
        self.perform(&json!([{
            "type": "pointer",
            "id": format!("{pointer}1"),
            "parameters": {"pointerType": pointer},
            "actions": actions,
        }]))
        .await;
    }

    /// One event of a mouse straight from the machine, outside the window if need be:
    /// `mousePressed`, `mouseMoved`, `mouseReleased`, with the left button down or up after it.
    pub async fn raw_mouse(&self, kind: &str, (x, y): (i32, i32), down: bool) {
        let button = if kind == "mouseMoved" && !down {
            "none"
        } else {
            "left"
        };
        let arguments = json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": i32::from(down), "clickCount": 1,
        });
        self.devtools("Input.dispatchMouseEvent", arguments).await;
    }

    /// One event of a finger straight from the machine: `touchStart`, `touchMove` with where it
    /// is; `touchEnd`, `touchCancel` without.
    pub async fn raw_touch(&self, kind: &str, at: Option<(i32, i32)>) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        let arguments = json!({"type": kind, "touchPoints": points});
        self.devtools("Input.dispatchTouchEvent", arguments).await;
    }

    /// Performs actions of the `WebDriver` standard, several pointers at once if need be.
    pub async fn perform(&self, actions: &Value) {
        let done = self
            .handle()
            .cmd(Command::PerformActions(Actions::from(actions.clone())))
            .await;
        done.unwrap_or_else(|error| panic!("actions: {error}"));
    }

    /// Scrolls an element into view; whole CSS pixels of its middle from the viewport's corner.
    async fn middle(&self, element: &WebElement) -> (i32, i32) {
        let script = "
            const [element] = arguments;
            element.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
            const area = element.getBoundingClientRect();
            return [Math.round(area.x + area.width / 2), Math.round(area.y + area.height / 2)];";
        let element = element.to_json().expect("an element is a name");
        let point = self.execute(script, vec![element]).await;
        let point = point.unwrap_or_else(|error| panic!("no place for a drag to start: {error}"));
        point.convert().expect("two numbers")
    }
}
