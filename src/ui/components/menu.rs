//! The menu at a point of a lane: what can happen there.

use super::drawer::attribute_above;
use crate::edit::action::{Menu as Offered, actions_at};
use crate::edit::past::Cause;
use crate::model::TrueTime;
use crate::picture::Direction;
use crate::picture::diagram::{RULER, lane_name};
use crate::picture::layout::Owner;
use crate::text::LabWord;
use crate::text::quantity::seconds;
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::env;
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event, KeyboardEvent, MouseEvent};
use std::time::Duration;

/// Where the menu is open.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    /// In whose lane; none: the lane is still to be chosen.
    owner: Option<Owner>,
    /// At which instant.
    at: TrueTime,
    /// In the picture, in CSS pixels.
    x: f64,
    y: f64,
}

/// The menu of a stage.
#[derive(Clone, Copy)]
pub struct Menu {
    stage: Stage,
    open: RwSignal<Option<Place>>,
}

impl Menu {
    /// A menu that is closed.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            open: RwSignal::new(None),
        }
    }

    /// Opens it at the playhead, where the lane is chosen first.
    pub fn open_at_playhead(self) {
        let at = self.stage.playhead.get_untracked();
        let scene = self.stage.now();
        let layout = scene.layout();
        let along = layout.scale.at(at);
        let (x, y) = match layout.direction {
            Direction::Across => (along, RULER),
            Direction::Down => (0.0, along),
        };
        self.show(Place {
            owner: None,
            at,
            x: x.min(layout.width - 240.0).max(0.0),
            y,
        });
    }

    /// Lets a picture open it where it is clicked, and stand in it.
    pub fn on(self, picture: El) -> El {
        picture
            .on("click", move |event: MouseEvent| self.clicked(&event))
            .child(self.view())
    }

    fn show(self, place: Place) {
        self.open.set(Some(place));
        set_timeout(|| env::focus_first(".menu button"), Duration::ZERO);
    }

    fn close(self) {
        self.open.set(None);
        env::focus("stage");
    }

    fn clicked(self, event: &MouseEvent) {
        let Some(target) = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok())
        else {
            return;
        };
        if matches!(target.closest("[role=slider], .menu"), Ok(Some(_))) {
            return;
        }
        let Ok(Some(outer)) = target.closest("svg") else {
            return;
        };
        let area = outer.get_bounding_client_rect();
        let scene = self.stage.now();
        let layout = scene.layout();
        let x = f64::from(event.client_x()) - area.x();
        let y = f64::from(event.client_y()) - area.y();
        let scale = layout.width / area.width().max(1.0);
        let (x, y) = (x * scale, y * scale);
        let (along, cross) = layout.point(x, y);
        let Some(owner) = layout.owner_at(cross) else {
            return self.open.set(None);
        };
        if along < layout.scale.start - 4.0 {
            return;
        }
        let at = layout.scale.snap(layout.scale.instant(along));
        let at = at.clamp(layout.scale.from, layout.end());
        self.show(Place {
            owner: Some(owner),
            at,
            x: x.min(layout.width - 240.0).max(0.0),
            y,
        });
    }

    fn offered(self, place: Place) -> Offered {
        let scene = self.stage.now();
        place.owner.map_or_else(Offered::default, |owner| {
            actions_at(&scene.scenario, &scene.history, owner, place.at)
        })
    }

    fn items(self) -> Vec<Item> {
        let Some(place) = self.open.get() else {
            return Vec::new();
        };
        let lang = self.stage.lang.get();
        let scene = self.stage.scene.get();
        let at = seconds(lang, place.at.since(TrueTime::START));
        let what = match place.owner {
            Some(_) => LabWord::Menu,
            None => LabWord::WhichLane,
        };
        let title = Item::new("h3").text(format!("{} · {at}", what.of(lang)));
        let button = |index: usize, text: String| {
            Item::new("button")
                .attr("type", "button")
                .attr("role", "menuitem")
                .attr("data-action", index.to_string())
                .text(text)
        };
        let mut items = vec![title];
        if place.owner.is_none() {
            let lanes = scene.layout().lanes.iter().enumerate();
            items.extend(
                lanes.map(|(index, lane)| {
                    button(index, lane_name(lang, &scene.scenario, lane.owner))
                }),
            );
        }
        let mut section = None;
        let offered = self.offered(place);
        for (index, action) in offered.actions.iter().enumerate() {
            let name = action.section().name(lang, &scene.scenario);
            if section.as_ref() != Some(&name) {
                items.push(Item::new("h3").text(name.clone()));
                section = Some(name);
            }
            items.push(button(index, action.name(lang, &scene.scenario)));
        }
        if !offered.reasons.is_empty() {
            items.push(Item::new("h3").text(LabWord::NotOffered.of(lang)));
        }
        let reasons = offered.reasons.iter();
        items.extend(reasons.map(|reason| Item::new("p").text(reason.of(lang))));
        items
    }

    fn pressed(self, event: &Event) {
        let index = attribute_above(event, "data-action").and_then(|index| index.parse().ok());
        let (Some(index), Some(place)) = (index, self.open.get_untracked()) else {
            return;
        };
        let index: usize = index;
        if place.owner.is_none() {
            let lane = self.stage.now().layout().lanes.get(index).copied();
            return self.show(Place {
                owner: lane.map(|lane| lane.owner),
                ..place
            });
        }
        if let Some(action) = self.offered(place).actions.into_iter().nth(index) {
            let edited = action.apply(&self.stage.scenario.get_untracked());
            self.stage.change(edited, Cause::Action(action));
            self.stage.settle();
        }
        self.close();
    }

    fn key(self, event: &KeyboardEvent) {
        match event.key().as_str() {
            "Escape" => self.close(),
            "ArrowDown" => env::focus_beside(".menu button", 1),
            "ArrowUp" => env::focus_beside(".menu button", -1),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    fn view(self) -> El {
        let place = text(move || {
            self.open.get().map_or_else(
                || "display: none".to_owned(),
                |place| {
                    let (x, y) = (
                        crate::picture::tenths(place.x),
                        crate::picture::tenths(place.y),
                    );
                    format!("left: {x}px; top: {y}px")
                },
            )
        });
        html("div")
            .attr("class", "menu")
            .attr("role", "menu")
            .attr("data-testid", "menu")
            .live("style", place)
            .list(Space::Html, move || self.items())
            .on("click", move |event: Event| {
                self.pressed(&event);
                event.stop_propagation();
            })
            .on("keydown", move |event: KeyboardEvent| self.key(&event))
    }
}
