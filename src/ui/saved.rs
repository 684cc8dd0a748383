//! Saved scenarios: what is on the stage, kept under a name in this browser where it allows that,
//! and never needed. The course and the laboratory have the same list.

use super::components::attribute_above;
use super::dom::{El, Item, Space, html};
use super::reactive::text;
use super::runs::form::changed;
use super::stage::Stage;
use super::{env, reactive};
use crate::share::saved::{Entry, NotSaved, Saved, short_link};
use crate::text::saved::{Said, title};
use crate::text::{Lang, SavedWord, link, verdict};
use leptos::prelude::*;
use leptos::web_sys::{Event, KeyboardEvent};

/// Under which name the list is kept.
const KEY: &str = "fencelab.saved";
/// The fields, by their names.
const NEW: &str = "save-name";
const OTHER: &str = "other-name";

/// The list, and what is being done with it.
#[derive(Clone, Copy)]
struct List {
    stage: Stage,
    saved: RwSignal<Saved>,
    /// Whether the browser keeps it.
    is_kept: RwSignal<bool>,
    /// The name that is typed for what is on the stage.
    name: RwSignal<String>,
    /// The entry that gets another name, and what is typed.
    renamed: RwSignal<Option<(Entry, String)>>,
    /// What was deleted last, and from where.
    deleted: RwSignal<Option<(usize, Entry)>>,
    said: RwSignal<Option<Said>>,
}

/// The list on the page, folded away at first.
pub fn saved(stage: Stage) -> El {
    let list = List {
        stage,
        saved: RwSignal::new(kept()),
        is_kept: RwSignal::new(env::has_storage()),
        name: RwSignal::new(String::new()),
        renamed: RwSignal::new(None),
        deleted: RwSignal::new(None),
        said: RwSignal::new(None),
    };
    // Another page of this browser may change it, too.
    env::on_kept_elsewhere(move || {
        list.saved.try_set(kept());
    });
    let title = text(move || {
        let count = list.saved.with(|saved| saved.entries().len());
        title(stage.lang.get(), count)
    });
    let about = text(move || {
        let word = if list.is_kept.get() {
            SavedWord::KeptHere
        } else {
            SavedWord::NotKept
        };
        word.of(stage.lang.get()).to_owned()
    });
    html("details")
        .attr("class", "saved")
        .attr("data-testid", "saved")
        .child(html("summary").says(title))
        .child(html("p").attr("class", "hint").says(about))
        .child(list.form())
        .child(
            html("p")
                .attr("class", "notice")
                .attr("role", "status")
                .attr("data-testid", "saved-said")
                .says(list.told()),
        )
        .child(
            html("ul")
                .attr("class", "saved-list")
                .attr("data-testid", "saved-list")
                .list(Space::Html, move || list.items()),
        )
        .child(list.stage_link())
        .on("click", move |event: Event| list.pressed(&event))
        .on("input", move |event: Event| list.typed(&event))
        .on("keydown", move |event: KeyboardEvent| list.key(&event))
}

fn kept() -> Saved {
    Saved::read(&env::kept(KEY).unwrap_or_default())
}

/// A button; what it asks for stands in an attribute.
fn button(lang: Lang, word: SavedWord, asks: &str) -> Item {
    Item::new("button")
        .attr("type", "button")
        .attr("class", "plain")
        .attr("data-saved", asks)
        .attr("data-testid", asks.replace(' ', "-"))
        .text(word.of(lang))
}

/// The name of an entry; there may be none in a text that somebody else has written.
fn shown(lang: Lang, entry: &Entry) -> String {
    if entry.name.is_empty() {
        SavedWord::Nameless.of(lang).to_owned()
    } else {
        entry.name.clone()
    }
}

impl List {
    fn form(self) -> El {
        let lang = self.stage.lang;
        let word = move |word: SavedWord| text(move || word.of(lang.get()).to_owned());
        html("div")
            .attr("class", "tools save")
            .child(html("label").attr("for", NEW).says(word(SavedWord::Name)))
            .child(
                html("input")
                    .attr("type", "text")
                    .attr("id", NEW)
                    .attr("data-name", NEW)
                    .attr("data-testid", NEW)
                    .attr("autocomplete", "off")
                    .attr("dir", "auto")
                    .value(self.name.into()),
            )
            .child(
                html("button")
                    .attr("type", "button")
                    .attr("class", "plain main")
                    .attr("data-saved", "save")
                    .attr("data-testid", "save")
                    .says(word(SavedWord::Save)),
            )
    }

    fn told(self) -> Signal<String> {
        reactive::text(move || {
            let said = self.said.get();
            said.map_or_else(String::new, |said| said.of(self.stage.lang.get()))
        })
    }

    /// What is on the stage as a link, whatever the browser keeps.
    fn stage_link(self) -> El {
        let lang = self.stage.lang;
        let address = text(move || {
            let link = self.stage.scenario.with(short_link);
            format!("./lab.html#{link}")
        });
        let says = text(move || SavedWord::StageLink.of(lang.get()).to_owned());
        html("p").attr("class", "hint").child(
            html("a")
                .live("href", address)
                .attr("data-testid", "stage-link")
                .says(says),
        )
    }

    /// The entries, and the way back to the one that was deleted last.
    fn items(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let saved = self.saved.get();
        let entries = saved.entries().iter().enumerate();
        let mut items: Vec<Item> = entries
            .map(|(place, entry)| self.item(lang, place, entry))
            .collect();
        if self.deleted.with(Option::is_some) {
            let back = button(lang, SavedWord::BringBack, "back");
            items.push(Item::new("li").child(back));
        }
        items
    }

    fn item(self, lang: Lang, place: usize, entry: &Entry) -> Item {
        let item = Item::new("li").attr("data-testid", format!("saved-{place}"));
        if let Some((renamed, typed)) = self.renamed.get()
            && renamed == *entry
        {
            let input = Item::new("input")
                .attr("type", "text")
                .attr("id", OTHER)
                .attr("data-name", OTHER)
                .attr("data-testid", OTHER)
                .attr("autocomplete", "off")
                .attr("dir", "auto")
                .attr("aria-label", SavedWord::Name.of(lang))
                .value(typed);
            return item
                .child(input)
                .child(button(lang, SavedWord::TakeName, "take"))
                .child(button(lang, SavedWord::Cancel, "cancel"));
        }
        let name = shown(lang, entry);
        let of_it = |word: SavedWord, asks: &str| {
            let words = format!("{}: {name}", word.of(lang));
            button(lang, word, &format!("{asks} {place}")).attr("aria-label", words)
        };
        let item = item.child(
            Item::new("bdi")
                .attr("class", "saved-name")
                .text(name.clone()),
        );
        let item = match entry.scenario() {
            Ok(scenario) => {
                let run = crate::lesson::Run::of(scenario);
                let word = verdict::word(run.report.outcome).of(lang);
                let address = format!("./lab.html#{}", entry.link);
                item.child(Item::new("span").attr("class", "hint").text(word))
                    .child(of_it(SavedWord::Load, "load"))
                    .child(of_it(SavedWord::Rename, "rename"))
                    .child(
                        Item::new("a")
                            .attr("href", address)
                            .attr(
                                "aria-label",
                                format!("{}: {name}", SavedWord::EntryLink.of(lang)),
                            )
                            .text(SavedWord::EntryLink.of(lang)),
                    )
            }
            Err(error) => item.child(
                Item::new("span")
                    .attr("class", "error")
                    .text(link::explain(lang, &error)),
            ),
        };
        item.child(of_it(SavedWord::Delete, "delete"))
    }

    fn entry(self, place: &str) -> Option<Entry> {
        let place: usize = place.parse().ok()?;
        self.saved
            .with_untracked(|saved| saved.entries().get(place).cloned())
    }

    /// Changes the list as it is now kept, whoever has changed it, and keeps it.
    fn change(self, change: impl FnOnce(&mut Saved) -> Result<Said, NotSaved>) {
        let mut saved = if self.is_kept.get_untracked() {
            kept()
        } else {
            self.saved.get_untracked()
        };
        let mut said = match change(&mut saved) {
            Ok(said) => said,
            Err(reason) => Said::Not(reason),
        };
        if self.is_kept.get_untracked() && !env::keep(KEY, &saved.written()) {
            self.is_kept.set(false);
            said = Said::Unkept;
        }
        self.saved.set(saved);
        self.said.set(Some(said));
    }

    fn save(self) {
        let name = self.name.get_untracked();
        let scenario = self.stage.scenario.get_untracked();
        self.change(|saved| {
            saved.add(&name, &scenario)?;
            let name = saved.entries().last().map(|entry| entry.name.clone());
            Ok(Said::Saved(name.unwrap_or_default()))
        });
        let failed = |said: &Option<Said>| matches!(said, Some(Said::Not(_)));
        if self.said.with_untracked(failed) {
            env::focus(NEW);
        } else {
            self.name.set(String::new());
            self.deleted.set(None);
        }
    }

    fn take_name(self) {
        let Some((entry, name)) = self.renamed.get_untracked() else {
            return;
        };
        self.change(|saved| {
            saved.rename(&entry, &name)?;
            Ok(Said::Renamed(name.trim().to_owned()))
        });
        if self
            .said
            .with_untracked(|said| matches!(said, Some(Said::Not(_))))
        {
            return env::focus(OTHER);
        }
        self.stop_renaming();
    }

    fn stop_renaming(self) {
        self.renamed.set(None);
        env::focus(NEW);
    }

    fn delete(self, entry: &Entry) {
        let name = shown(self.stage.lang.get_untracked(), entry);
        self.change(|saved| {
            let place = saved.remove(entry);
            self.deleted.set(place.map(|place| (place, entry.clone())));
            Ok(Said::Deleted(name))
        });
        env::focus(NEW);
    }

    fn bring_back(self) {
        let Some((place, entry)) = self.deleted.get_untracked() else {
            return;
        };
        self.deleted.set(None);
        let name = shown(self.stage.lang.get_untracked(), &entry);
        self.change(|saved| {
            saved.put_back(place, entry);
            Ok(Said::Back(name))
        });
        env::focus(NEW);
    }

    fn load(self, entry: &Entry) {
        if let Ok(scenario) = entry.scenario() {
            self.stage.show(scenario);
            self.said.set(Some(Said::Loaded(entry.name.clone())));
        }
    }

    fn pressed(self, event: &Event) {
        let Some(asks) = attribute_above(event, "data-saved") else {
            return;
        };
        let (what, place) = asks.split_once(' ').unwrap_or((&asks, ""));
        match (what, self.entry(place)) {
            ("save", _) => self.save(),
            ("take", _) => self.take_name(),
            ("cancel", _) => self.stop_renaming(),
            ("back", _) => self.bring_back(),
            ("load", Some(entry)) => self.load(&entry),
            ("rename", Some(entry)) => {
                let name = entry.name.clone();
                self.renamed.set(Some((entry, name)));
                gloo_timers::callback::Timeout::new(0, || env::focus(OTHER)).forget();
            }
            ("delete", Some(entry)) => self.delete(&entry),
            _ => {}
        }
    }

    fn typed(self, event: &Event) {
        match changed(event) {
            Some((field, name)) if field == NEW => self.name.set(name),
            Some((field, name)) if field == OTHER => self.renamed.update(|renamed| {
                if let Some((_, typed)) = renamed {
                    *typed = name;
                }
            }),
            _ => {}
        }
    }

    /// Enter takes a name, Escape leaves it; no other key of a field is one of the stage.
    fn key(self, event: &KeyboardEvent) {
        let Some(field) = attribute_above(event, "data-name") else {
            return;
        };
        event.stop_propagation();
        match (event.key().as_str(), field.as_str()) {
            ("Enter", NEW) => self.save(),
            ("Enter", OTHER) => self.take_name(),
            ("Escape", OTHER) => self.stop_renaming(),
            _ => {}
        }
    }
}
