//! The drawer: every field of the scenario, and what can be added and removed.

use super::tools::{Tool, tools_of};
use crate::edit::Sentence;
use crate::edit::field::{Field, Group, Kind, fields, group_name, name, set, value_word};
use crate::edit::past::Cause;
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Lang, Word};
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::pace::Pace;
use crate::ui::reactive::lab_word;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{
    Element, Event, EventTarget, FocusEvent, HtmlInputElement, HtmlSelectElement, KeyboardEvent,
};

/// What the drawer remembers beside the scenario.
#[derive(Clone, Copy)]
struct Drawer {
    stage: Stage,
    /// The groups that are open.
    open: RwSignal<Vec<Group>>,
    /// The field that could not be set, and why.
    wrong: RwSignal<Option<(String, String)>>,
    /// How far a button or an arrow key steps a time.
    pace: Pace,
    /// The field that was stepped last: not every browser gives a pressed button the focus.
    stepped: StoredValue<Option<String>>,
    /// What it shows.
    of: Part,
}

/// What a drawer shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Everything.
    Whole,
    /// The resource's defences, of the second stage.
    Twin,
}

impl Part {
    fn has(self, group: Group) -> bool {
        self == Self::Whole || group == Group::Resource
    }

    /// Before every id, so that two drawers do not share one.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Twin => "twin-",
        }
    }
}

/// All fields, in groups that open and close.
pub fn drawer(stage: Stage) -> El {
    html("section")
        .attr("class", "drawer")
        .attr("aria-labelledby", "drawer-title")
        .attr("data-testid", "drawer")
        .child(
            html("h3")
                .attr("id", "drawer-title")
                .says(lab_word(stage, LabWord::Defences)),
        )
        .child(groups(stage, Part::Whole))
}

/// The defences of a second stage.
pub fn defences(stage: Stage) -> El {
    groups(stage, Part::Twin)
}

fn groups(stage: Stage, of: Part) -> El {
    let drawer = Drawer {
        stage,
        open: RwSignal::new(vec![Group::Lock, Group::Resource]),
        wrong: RwSignal::new(None),
        pace: Pace::new(36.0),
        stepped: StoredValue::new(None),
        of,
    };
    html("div")
        .attr("class", "groups")
        .list(Space::Html, move || drawer.groups())
        .on("change", move |event: Event| drawer.changed(&event))
        .on("click", move |event: Event| drawer.pressed(&event))
        .on("keydown", move |event: KeyboardEvent| drawer.key(&event))
        .on("focusout", move |event: FocusEvent| {
            if row_of(event.target()) != row_of(event.related_target()) {
                drawer.stepped.set_value(None);
                stage.settle();
            }
        })
}

impl Drawer {
    fn groups(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let scenario = self.stage.scenario.get();
        let open = self.open.get();
        let wrong = self.wrong.get();
        let mut cards: Vec<Item> = Vec::new();
        for (index, (group, fields)) in grouped(&scenario).into_iter().enumerate() {
            if !self.of.has(group) {
                continue;
            }
            let is_open = open.contains(&group);
            let title = group_name(lang, &scenario, group);
            let mut body = Item::new("div").attr("class", "group-body");
            // Only what is seen is made: the drawer follows every frame of a pull.
            if is_open {
                let complaint = |path: &str| {
                    let wrong = wrong.as_ref().filter(|(known, _)| known == path);
                    wrong.map(|(_, why)| why.as_str())
                };
                body = fields.iter().fold(body, |body, field| {
                    body.child(row(lang, self.of.prefix(), field, complaint(&field.path)))
                });
                if let Some(tools) = tools_of(lang, &scenario, group) {
                    let said = complaint(&path_of(group)).unwrap_or_default();
                    body = body.child(tools).child(error(said));
                }
            }
            let card = group_item(index, title, body, is_open);
            match (group, cards.last_mut()) {
                // A step stands within its client.
                (Group::Step(..), Some(client)) => client.children.push(card),
                _ => cards.push(card),
            }
        }
        cards
    }

    /// Does to a plan, a client or a fault what a button or a choice of kinds asks for.
    fn does(self, group: Group, tool: Tool) {
        let scenario = self.stage.scenario.get_untracked();
        let action = tool.action(&scenario);
        match action.tried(&scenario) {
            Ok(edited) => {
                self.wrong.set(None);
                self.stage.change(edited, Cause::Action(action));
                self.stage.settle();
            }
            Err(sentences) => self.complain(path_of(group), &sentences),
        }
    }

    fn complain(self, path: String, sentences: &[Sentence]) {
        let lang = self.stage.lang.get_untracked();
        let told: Vec<&str> = sentences.iter().map(|sentence| sentence.of(lang)).collect();
        self.wrong.set(Some((path, told.join(" "))));
    }

    /// Sets a field from what was typed or chosen in its control.
    fn changed(self, event: &Event) {
        let Some((path, text)) = control(event) else {
            return;
        };
        if let Some((group, tool)) = Tool::of(&path, &text) {
            return self.does(group, tool);
        }
        self.stepped.set_value(None);
        self.set(path, &text);
        self.stage.settle();
    }

    fn set(self, path: String, text: &str) {
        let scenario = self.stage.scenario.get_untracked();
        match set(&scenario, &path, text) {
            Ok(edited) => {
                self.wrong.set(None);
                self.stage.change(edited, Cause::Field(path));
            }
            Err(sentences) => self.complain(path, &sentences),
        }
    }

    /// Steps the field at a path; what cannot be stepped stays. Steps in a row are one change.
    fn step(self, path: &str, times: i64) {
        if self
            .stepped
            .with_value(|last| last.as_deref() != Some(path))
        {
            self.stage.settle();
            self.pace.free();
            self.pace.keep(self.stage);
            self.stepped.set_value(Some(path.to_owned()));
        }
        let scenario = self.stage.scenario.get_untracked();
        let field = fields(&scenario).into_iter().find(|it| it.path == path);
        let by = |field: &Field| match field.kind {
            Kind::Time { .. } => self.pace.step(self.stage).0.saturating_mul(times),
            _ => times,
        };
        if let Some(text) = field.and_then(|field| field.stepped(by(&field))) {
            self.set(path.to_owned(), &text);
        }
    }

    /// The arrow keys step a field as its buttons do.
    fn key(self, event: &KeyboardEvent) {
        let times = match event.key().as_str() {
            "ArrowUp" => 1,
            "ArrowDown" => -1,
            _ => return,
        };
        let target = event
            .target()
            .and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
        if let Some(path) = target.and_then(|input| input.get_attribute("data-path")) {
            event.prevent_default();
            self.step(&path, times);
        }
    }

    /// Opens or closes a group, or does what a button says.
    fn pressed(self, event: &Event) {
        if let Some(path) = attribute_above(event, "data-less") {
            return self.step(&path, -1);
        }
        if let Some(path) = attribute_above(event, "data-more") {
            return self.step(&path, 1);
        }
        if let Some(asked) = attribute_above(event, "data-tool") {
            if let Some((group, tool)) = Tool::of(&asked, "") {
                self.does(group, tool);
            }
            return;
        }
        let Some(index) = attribute_above(event, "data-group") else {
            return;
        };
        let scenario = self.stage.scenario.get_untracked();
        let groups = grouped(&scenario);
        let pressed = index
            .parse()
            .ok()
            .and_then(|index: usize| groups.get(index));
        let Some((group, _)) = pressed else {
            return;
        };
        self.open
            .update(|open| match open.iter().position(|known| known == group) {
                Some(place) => {
                    open.remove(place);
                }
                None => open.push(*group),
            });
    }
}

/// The fields that apply, group by group.
fn grouped(scenario: &Scenario) -> Vec<(Group, Vec<Field>)> {
    let mut groups: Vec<(Group, Vec<Field>)> = Vec::new();
    for field in fields(scenario).into_iter().filter(|field| field.applies) {
        match groups.last_mut() {
            Some((group, fields)) if *group == field.group => fields.push(field),
            _ => groups.push((field.group, vec![field])),
        }
    }
    groups
}

/// The path and the text of the control in which an event happened.
fn control(event: &Event) -> Option<(String, String)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let path = target.get_attribute("data-path")?;
    let text = if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        if input.type_() == "checkbox" {
            input.checked().to_string()
        } else {
            input.value()
        }
    } else {
        target.dyn_ref::<HtmlSelectElement>()?.value()
    };
    Some((path, text))
}

/// The value of an attribute of the nearest element around an event that has it.
pub fn attribute_above(event: &Event, name: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target
        .closest(&format!("[{name}]"))
        .ok()??
        .get_attribute(name)
}

/// The row of a field that something stands in.
fn row_of(target: Option<EventTarget>) -> Option<Element> {
    let element = target?.dyn_into::<Element>().ok()?;
    element.closest(".row").ok()?
}

/// What a complaint about a whole group is kept under.
fn path_of(group: Group) -> String {
    format!("{group:?}")
}

fn group_item(index: usize, title: String, body: Item, open: bool) -> Item {
    let head = Item::new("button")
        .attr("type", "button")
        .attr("class", "group-head")
        .attr("aria-expanded", if open { "true" } else { "false" })
        .attr("data-group", index.to_string())
        .text(title.clone());
    Item::new("div")
        .attr("class", "group")
        .attr("role", "group")
        .attr("aria-label", title)
        .child(head)
        .child(body)
}

fn error(said: &str) -> Item {
    Item::new("p")
        .attr("class", "error")
        .attr("role", "alert")
        .text(said)
}

/// One field: its name, its control, and what is wrong with what was typed.
fn row(lang: Lang, prefix: &str, field: &Field, wrong: Option<&str>) -> Item {
    let id = format!("{prefix}set-{}", field.path.replace(['[', ']', '.'], "-"));
    let label = Item::new("label")
        .attr("for", id.clone())
        .text(name(lang, field));
    let common = |item: Item| {
        item.attr("id", id.clone())
            .attr("data-path", field.path.clone())
            .attr("data-testid", format!("{prefix}{}", field.path))
            .attr(
                "aria-invalid",
                if wrong.is_some() { "true" } else { "false" },
            )
            .attr("aria-describedby", format!("{id}-error"))
    };
    let words = field.kind.words();
    let steps = matches!(field.kind, Kind::Time { .. } | Kind::Number { .. });
    let control = if words.is_empty() {
        let shown = match field.kind {
            Kind::Time { .. } if field.value.is_empty() => String::new(),
            _ => field.shown(lang),
        };
        let placeholder = field.empty_word(lang).unwrap_or_default();
        common(
            Item::new("input")
                .attr("type", "text")
                .attr("autocomplete", "off"),
        )
        .attr("placeholder", placeholder)
        .value(shown)
    } else {
        let options = words.iter().map(|option| {
            Item::new("option")
                .attr("value", option.clone())
                .text(value_word(lang, field, option))
        });
        options
            .fold(common(Item::new("select")), Item::child)
            .value(field.value.clone())
    };
    let error = Item::new("p")
        .attr("class", "error")
        .attr("id", format!("{id}-error"))
        .attr("role", "alert")
        .text(wrong.unwrap_or_default());
    Item::new("div")
        .attr("class", "row")
        .child(label)
        .child(if steps {
            stepper(lang, prefix, field, control)
        } else {
            control
        })
        .child(error)
}

/// A control between a button for less and one for more.
fn stepper(lang: Lang, prefix: &str, field: &Field, control: Item) -> Item {
    let button = |word: Word, sign: &str, asks: &'static str, end: &str| {
        Item::new("button")
            .attr("type", "button")
            .attr(
                "aria-label",
                format!("{}: {}", name(lang, field), word.of(lang)),
            )
            .attr(asks, field.path.clone())
            .attr("data-testid", format!("{prefix}{}-{end}", field.path))
            .text(sign)
    };
    Item::new("span")
        .attr("class", "box")
        .child(button(Word::Less, "−", "data-less", "less"))
        .child(control)
        .child(button(Word::More, "+", "data-more", "more"))
}
