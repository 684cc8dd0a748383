//! What every bench has: its frame, and its fields: choices, checks and numbers, each with its name.

use super::work::Work;
use crate::text::LabWord;
use crate::ui::dom::{El, Item, html};
use crate::ui::reactive::lab_word;
use crate::ui::stage::Stage;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement};

/// A bench with its title, its introduction, and whether it is at work; still empty.
pub fn panel(stage: Stage, id: &str, work: Work, [title, intro]: [LabWord; 2]) -> El {
    let title_id = format!("{id}-title");
    html("section")
        .attr("class", "panel wide")
        .attr("aria-labelledby", &title_id)
        .live("aria-busy", work.busy())
        .child(
            html("h3")
                .attr("id", &title_id)
                .says(lab_word(stage, title)),
        )
        .child(
            html("p")
                .attr("class", "intro")
                .says(lab_word(stage, intro)),
        )
}

/// One of several.
pub struct Choice<'a> {
    /// Its name on the page and in tests.
    pub id: &'a str,
    /// What it is called.
    pub label: String,
    /// What can be chosen, and why what cannot be is not.
    pub options: Vec<(String, Option<String>)>,
    /// The place of what is chosen.
    pub chosen: usize,
}

/// A choice as a row.
pub fn choice(choice: Choice<'_>) -> Item {
    let options = choice.options.into_iter().enumerate();
    let select = options.fold(
        named(Item::new("select"), choice.id),
        |select, (place, option)| {
            let (text, lack) = option;
            let item = Item::new("option").attr("value", place.to_string());
            select.child(match lack {
                Some(lack) => item
                    .attr("disabled", "")
                    .attr("title", lack.clone())
                    .text(format!("{text} — {lack}")),
                None => item.text(text),
            })
        },
    );
    row(
        choice.id,
        choice.label,
        select.value(choice.chosen.to_string()),
    )
}

/// A number or time that is typed; `wrong` says what is wrong with it.
pub fn typed(id: &str, label: String, value: String, wrong: &str) -> Item {
    let error_id = format!("{id}-error");
    let input = named(Item::new("input"), id)
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("aria-describedby", error_id.clone())
        .attr(
            "aria-invalid",
            if wrong.is_empty() { "false" } else { "true" },
        )
        .value(value);
    let error = Item::new("p")
        .attr("class", "error")
        .attr("id", error_id.clone())
        .attr("data-testid", error_id)
        .attr("role", "alert")
        .text(wrong);
    row(id, label, input).child(error)
}

/// Something that is on or off; `lack` says why it cannot be on.
pub fn check(id: &str, label: String, on: bool, lack: Option<String>) -> Item {
    let mut input = named(Item::new("input"), id).attr("type", "checkbox");
    if on && lack.is_none() {
        input = input.attr("checked", "");
    }
    if lack.is_some() {
        input = input.attr("disabled", "");
    }
    let label = Item::new("label").attr("for", id).text(label);
    let item = Item::new("span")
        .attr("class", "check")
        .child(input)
        .child(label);
    match lack {
        Some(lack) => item.attr("title", lack),
        None => item,
    }
}

fn named(item: Item, id: &str) -> Item {
    item.attr("id", id)
        .attr("data-name", id)
        .attr("data-testid", id)
}

fn row(id: &str, label: String, control: Item) -> Item {
    Item::new("div")
        .attr("class", "row")
        .child(Item::new("label").attr("for", id).text(label))
        .child(control)
}

/// Which field has changed, and into what: the place of a choice, a text, `true` or `false`.
pub fn changed(event: &Event) -> Option<(String, String)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let name = target.get_attribute("data-name")?;
    let value = if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        if input.type_() == "checkbox" {
            input.checked().to_string()
        } else {
            input.value()
        }
    } else {
        target.dyn_ref::<HtmlSelectElement>()?.value()
    };
    Some((name, value))
}
