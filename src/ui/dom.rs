//! Elements, built and kept up to date with one type for all of them.
//!
//! The page has hundreds of small things that change. Leptos gives it signals,
//! memos and effects; its views, being a type for each combination of elements,
//! would cost more bytes than the simulator and the pictures together (measured:
//! 80 KB of wasm before this page had half of its parts). So what a thing shows
//! is a [`Signal`] of a text, and what repeats is a list of plain [`Item`]s.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, Node};
use std::fmt::Write as _;

/// Applies a text now and whenever it changes, until the caller's owner ends.
#[inline(never)]
fn follow(text: Signal<String>, apply: Box<dyn Fn(&str)>) {
    let first = text.get_untracked();
    apply(&first);
    Effect::new(move |last: Option<String>| {
        let now = text.get();
        if *last.as_ref().unwrap_or(&first) != now {
            apply(&now);
        }
        now
    });
}

/// The namespaces that elements come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// HTML.
    Html,
    /// SVG.
    Svg,
}

/// A new element. The document of a page can always make one of a known tag.
#[inline(never)]
fn create(space: Space, tag: &str) -> Element {
    let made = match space {
        Space::Html => document().create_element(tag),
        Space::Svg => document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag),
    };
    made.unwrap_or_else(|failure| leptos::wasm_bindgen::throw_val(failure))
}

/// An element of the page.
#[derive(Clone)]
pub struct El(Element);

/// An HTML element.
pub fn html(tag: &str) -> El {
    El(create(Space::Html, tag))
}

/// An SVG element.
pub fn svg(tag: &str) -> El {
    El(create(Space::Svg, tag))
}

impl El {
    /// The element itself.
    pub const fn element(&self) -> &Element {
        &self.0
    }

    /// Sets an attribute.
    #[inline(never)]
    pub fn attr(self, name: &str, value: &str) -> Self {
        set_attribute(&self.0, name, value);
        self
    }

    /// Keeps an attribute equal to a text, from now on.
    #[inline(never)]
    pub fn live(self, name: &'static str, value: Signal<String>) -> Self {
        let element = self.0.clone();
        follow(
            value,
            Box::new(move |value| set_attribute(&element, name, value)),
        );
        self
    }

    /// Adds a text.
    #[inline(never)]
    pub fn text(self, value: &str) -> Self {
        self.add(&document().create_text_node(value));
        self
    }

    /// Adds a text that follows, from now on.
    #[inline(never)]
    pub fn says(self, value: Signal<String>) -> Self {
        let node = document().create_text_node("");
        self.add(&node);
        follow(value, Box::new(move |value| node.set_data(value)));
        self
    }

    /// Shows a text as the value of a field, from now on.
    pub fn value(self, value: Signal<String>) -> Self {
        let input = self.0.clone().unchecked_into::<HtmlInputElement>();
        let show = move |value: &str| {
            if input.value() != value {
                input.set_value(value);
            }
        };
        follow(value, Box::new(show));
        self
    }

    /// Adds an element.
    #[inline(never)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "an element moves into its parent"
    )]
    pub fn child(self, child: Self) -> Self {
        self.add(&child.0);
        self
    }

    /// Adds elements.
    pub fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        for child in children {
            self.add(&child.0);
        }
        self
    }

    /// Adds a node at the end.
    fn add(&self, node: &Node) {
        // It fails only for a node that contains this element.
        let _ = self.0.append_child(node);
    }

    /// Keeps the children equal to a list, from now on. It has no other children.
    pub fn list(self, space: Space, items: impl Fn() -> Vec<Item> + 'static) -> Self {
        self.kept(space, Box::new(items))
    }

    #[inline(never)]
    fn kept(self, space: Space, items: Box<dyn Fn() -> Vec<Item>>) -> Self {
        let parent = self.0.clone();
        Effect::new(move |shown: Option<Vec<Item>>| {
            let wanted = items();
            patch(&parent, space, &shown.unwrap_or_default(), &wanted);
            wanted
        });
        self
    }

    /// Handles an event. The handler lives as long as the element.
    pub fn on<E: JsCast + 'static>(
        self,
        event: &str,
        mut handler: impl FnMut(E) + 'static,
    ) -> Self {
        self.listen(
            event,
            Box::new(move |event: Event| handler(event.unchecked_into())),
        )
    }

    #[inline(never)]
    fn listen(self, event: &str, handler: Box<dyn FnMut(Event)>) -> Self {
        let function = Closure::wrap(handler).into_js_value();
        // A listener that prevents the default of a touch must not be passive; on an
        // element it is not, unless asked for.
        let _ = self
            .0
            .add_event_listener_with_callback(event, function.unchecked_ref());
        self
    }
}

fn set_attribute(element: &Element, name: &str, value: &str) {
    // It fails only for a name that is no name.
    let _ = element.set_attribute(name, value);
}

/// An element as plain data, for lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The tag.
    pub tag: &'static str,
    /// The attributes, always in the same order.
    pub attributes: Vec<(&'static str, String)>,
    /// The value of a field or of a choice.
    pub value: Option<String>,
    /// The text before the children.
    pub text: String,
    /// The children.
    pub children: Vec<Self>,
}

impl Item {
    /// An element without anything.
    pub fn new(tag: &'static str) -> Self {
        Self {
            tag,
            ..Self::default()
        }
    }

    /// With an attribute.
    #[must_use]
    pub fn attr(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// With a value; it is set when it changes, so that what is being typed stays.
    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// With a text.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// With a child.
    #[must_use]
    pub fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// Appends the element as XML.
    pub fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.tag);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value));
        }
        out.push('>');
        out.push_str(&escaped(&self.text));
        for child in &self.children {
            child.write(out);
        }
        let _ = writeln!(out, "</{}>", self.tag);
    }

    fn build(&self, space: Space) -> Element {
        let element = create(space, self.tag);
        for (name, value) in &self.attributes {
            set_attribute(&element, name, value);
        }
        if !self.text.is_empty() {
            element.set_text_content(Some(&self.text));
        }
        for child in &self.children {
            let _ = element.append_child(&child.build(space));
        }
        set_value(&element, self.value.as_deref());
        element
    }
}

/// A text as it stands in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Turns the children of `parent`, which show `old`, into `new`, place by place: an
/// element that stays keeps its focus and its place under the pointer.
fn patch(parent: &Element, space: Space, old: &[Item], new: &[Item]) {
    // The children are asked for once: looking one up by its place is slow.
    let children = parent.children();
    let mut surplus = Vec::new();
    for place in 0..old.len().max(new.len()) {
        let child = u32::try_from(place)
            .ok()
            .and_then(|place| children.item(place));
        match (old.get(place), new.get(place), child) {
            (Some(old), Some(new), Some(child)) => patch_one(parent, space, &child, old, new),
            (None, Some(new), _) => {
                let _ = parent.append_child(&new.build(space));
            }
            (Some(_), None, Some(child)) => surplus.push(child),
            (_, None, _) | (Some(_), Some(_), None) => {}
        }
    }
    for child in surplus {
        child.remove();
    }
}

fn patch_one(parent: &Element, space: Space, child: &Element, old: &Item, new: &Item) {
    if old == new {
        return;
    }
    let same_shape = old.tag == new.tag
        && old.text.is_empty() == new.text.is_empty()
        && old.children.is_empty() == new.children.is_empty()
        && (new.text.is_empty() || new.children.is_empty());
    if !same_shape {
        let _ = parent.replace_child(&new.build(space), child);
        return;
    }
    for (name, value) in &new.attributes {
        let before = old.attributes.iter().find(|(known, _)| known == name);
        if before.is_none_or(|(_, before)| before != value) {
            set_attribute(child, name, value);
        }
    }
    for (name, _) in &old.attributes {
        if new.attributes.iter().all(|(known, _)| known != name) {
            let _ = child.remove_attribute(name);
        }
    }
    if old.text != new.text {
        child.set_text_content(Some(&new.text));
    }
    patch(child, space, &old.children, &new.children);
    if old.value != new.value {
        set_value(child, new.value.as_deref());
    }
}

/// Sets what a field or choice holds, which its attribute no longer does once it was used.
fn set_value(element: &Element, value: Option<&str>) {
    let Some(value) = value else { return };
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        input.set_value(value);
    } else if let Some(choice) = element.dyn_ref::<HtmlSelectElement>() {
        choice.set_value(value);
    }
}
