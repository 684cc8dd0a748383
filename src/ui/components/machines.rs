//! The laboratory's panels: the log, the state and the code of every machine, tied to the
//! picture and to each other.

use super::clocks::local_time;
use super::drawer::attribute_above;
use super::panels::{log, panel, state_title};
use crate::model::{ClientId, TrueTime};
use crate::picture::layout::Owner;
use crate::picture::listing::{CodeLine, Listing, Machine, Role};
use crate::picture::state::state;
use crate::share::Stand;
use crate::sim::scenario::Scenario;
use crate::text::narrate::name_of;
use crate::text::quantity::seconds;
use crate::text::{LabWord, Lang, Word, say};
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::reactive::{lab_word, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;
use std::sync::Arc;

/// The code of every machine for the run at hand, and whose code is shown.
#[derive(Clone, Copy)]
struct Machines {
    stage: Stage,
    code: Memo<Arc<Vec<(Machine, Listing)>>>,
    shown: RwSignal<ClientId>,
}

/// Log, state and code.
pub fn machines(stage: Stage) -> El {
    let code = Memo::new(move |_| {
        let scene = stage.scene.get();
        let listing = |machine| {
            let listing = Listing::of(&scene.scenario, &scene.trace, machine);
            (machine, listing)
        };
        Arc::new(all(&scene.scenario).into_iter().map(listing).collect())
    });
    let machines = Machines {
        stage,
        code,
        shown: RwSignal::new(ClientId(0)),
    };
    html("div")
        .attr("class", "panels of-lab")
        .child(log(stage))
        .child(machines.states())
        .child(
            html("div")
                .attr("class", "codes")
                .child(machines.client())
                .child(machines.panel(
                    lab_word(stage, LabWord::ServiceCode),
                    Machine::Lock,
                    "code-lock",
                ))
                .child(machines.panel(
                    word(stage, Word::WhoCompares),
                    Machine::Resource,
                    "code-resource",
                )),
        )
}

/// Every machine, in the order of the state panel.
fn all(scenario: &Scenario) -> Vec<Machine> {
    let clients = (0..scenario.clients.len())
        .map(|index| Machine::Client(ClientId(u8::try_from(index).unwrap_or(u8::MAX))));
    let mut machines = vec![Machine::Lock];
    machines.extend(clients);
    machines.push(Machine::Resource);
    machines
}

/// What a machine's own clock shows, where it has one clock of its own.
fn clock(lang: Lang, scenario: &Scenario, machine: Machine, at: TrueTime) -> Option<String> {
    let owner = match machine {
        Machine::Client(client) => Owner::Client(client),
        Machine::Lock => Owner::Lock,
        Machine::Resource => Owner::Resource,
    };
    let local = local_time(scenario, owner, at)?;
    let shown = seconds(lang, crate::model::Millis(local.0));
    Some(if local.0 == at.0 {
        say!(lang, "its clock: {shown}", "自分の時計 {shown}")
    } else {
        say!(lang, "its clock: {shown} (!)", "自分の時計 {shown}（!）")
    })
}

impl Machines {
    fn with<T>(self, machine: Machine, read: impl FnOnce(&Listing) -> T) -> Option<T> {
        let code = self.code.get();
        let found = code.iter().find(|(known, _)| *known == machine)?;
        Some(read(&found.1))
    }

    /// The entries that are lit with the one under the pointer.
    fn lit(self) -> Option<(usize, usize)> {
        let lit = self.stage.lit.get()?;
        let scene = self.stage.scene.get();
        Some(scene.line_of(lit).map_or((lit, lit), |line| line.entries))
    }

    /// Lets what stands in a list light its entry of the picture, and go to it.
    fn tied(self, list: El) -> El {
        let stage = self.stage;
        let entry = |event: &Event| {
            attribute_above(event, "data-entry").and_then(|entry| entry.parse::<usize>().ok())
        };
        let list = ["pointerover", "focusin"]
            .into_iter()
            .fold(list, |list, name| {
                list.on(name, move |event: Event| stage.lit.set(entry(&event)))
            });
        let list = ["pointerleave", "focusout"]
            .into_iter()
            .fold(list, |list, name| {
                list.on(name, move |_: Event| stage.lit.set(None))
            });
        list.on("click", move |event: Event| {
            let at = entry(&event).and_then(|entry| Some(stage.now().trace.entries.get(entry)?.at));
            if let Some(at) = at {
                stage.go(Stand::At(at));
            }
        })
    }

    /// The state of every machine at the playhead; a name leads to what its machine did last.
    fn states(self) -> El {
        let rows = move || {
            let stage = self.stage;
            let (scene, at, lang) = (stage.scene.get(), stage.playhead.get(), stage.lang.get());
            let mut machines = all(&scene.scenario).into_iter();
            let lit = self.lit();
            state(lang, &scene.scenario, &scene.history, at)
                .into_iter()
                .map(|row| {
                    let machine = machines.next().unwrap_or(Machine::Resource);
                    let last = self
                        .with(machine, |code| {
                            let lines = code.lines.iter();
                            lines.filter_map(|line| line.last(&scene.trace, at)).max()
                        })
                        .flatten();
                    let shines = self.with(machine, |code| {
                        code.lines.iter().any(|line| does(line, lit))
                    });
                    let name = match last {
                        Some(entry) => Item::new("button")
                            .attr("type", "button")
                            .attr("data-entry", entry.to_string()),
                        None => Item::new("span"),
                    };
                    let clock = clock(lang, &scene.scenario, machine, at).unwrap_or_default();
                    Item::new("div")
                        .attr("class", if shines == Some(true) { "lit" } else { "" })
                        .child(Item::new("dt").child(name.text(row.name)))
                        .child(
                            Item::new("dd")
                                .child(Item::new("span").text(row.state))
                                .child(Item::new("small").text(clock)),
                        )
                })
                .collect()
        };
        let list = html("dl")
            .attr("data-testid", "state")
            .list(Space::Html, rows);
        panel("panel", "state-title", state_title(self.stage)).child(self.tied(list))
    }

    /// The code of one of the clients.
    fn client(self) -> El {
        let tabs = html("div")
            .attr("class", "choices")
            .list(Space::Html, move || {
                let (scene, lang) = (self.stage.scene.get(), self.stage.lang.get());
                let shown = self.chosen();
                let tab = |index: usize| {
                    let client = ClientId(u8::try_from(index).unwrap_or(u8::MAX));
                    Item::new("button")
                        .attr("type", "button")
                        .attr("data-client", index.to_string())
                        .attr(
                            "aria-pressed",
                            if client == shown { "true" } else { "false" },
                        )
                        .text(name_of(lang, &scene.scenario, client))
                };
                (0..scene.scenario.clients.len()).map(tab).collect()
            })
            .on("click", move |event: Event| {
                let client = attribute_above(&event, "data-client");
                if let Some(client) = client.and_then(|client| client.parse().ok()) {
                    self.shown.set(ClientId(client));
                }
            });
        let lines = self.lines(move || Machine::Client(self.chosen()));
        panel(
            "panel",
            "code-client",
            lab_word(self.stage, LabWord::ClientCode),
        )
        .child(tabs)
        .child(lines.attr("data-testid", "code-client-lines"))
    }

    /// The client whose code is shown; the first if the chosen one is gone.
    fn chosen(self) -> ClientId {
        let clients = self.stage.scene.get().scenario.clients.len();
        let shown = self.shown.get();
        if shown.index() < clients {
            shown
        } else {
            ClientId(0)
        }
    }

    fn panel(self, title: Signal<String>, machine: Machine, id: &'static str) -> El {
        let lines = self.lines(move || machine);
        panel("panel", id, title).child(lines.attr("data-testid", &format!("{id}-lines")))
    }

    /// The lines of a machine's code: the one that was run last is lit.
    fn lines(self, machine: impl Fn() -> Machine + Copy + 'static) -> El {
        let items = move || {
            let machine = machine();
            self.with(machine, |code| self.items(machine, code))
                .unwrap_or_default()
        };
        self.tied(html("ol").attr("class", "listing").list(Space::Html, items))
    }

    fn items(self, machine: Machine, code: &Listing) -> Vec<Item> {
        let (scene, at) = (self.stage.scene.get(), self.stage.playhead.get());
        let (lang, lit) = (self.stage.lang.get(), self.lit());
        let now = code.line_at(&scene.trace, at);
        let paused = match machine {
            Machine::Client(client) => scene
                .history
                .pauses_of(client)
                .iter()
                .any(|span| span.from <= at && at < span.to),
            Machine::Lock | Machine::Resource => false,
        };
        let item = |(place, line): (usize, &CodeLine)| {
            let is_now = now == Some(place);
            let mut class = match line.role {
                Role::Plain => String::new(),
                Role::Check => "code-check".to_owned(),
                Role::Absent => "code-off".to_owned(),
            };
            if is_now {
                class.push_str(tone(&scene.trace, line, at));
            }
            if does(line, lit) {
                class.push_str(" lit");
            }
            let entry = line.entry_near(&scene.trace, at);
            let code = match entry {
                Some(entry) => Item::new("button")
                    .attr("type", "button")
                    .attr("data-entry", entry.to_string())
                    .attr("aria-current", if is_now { "step" } else { "false" }),
                None => Item::new("span"),
            };
            let note = match line.role {
                Role::Absent => LabWord::Absent.of(lang),
                Role::Plain | Role::Check if is_now && paused => LabWord::StandsStill.of(lang),
                Role::Check => LabWord::TheCheck.of(lang),
                Role::Plain => "",
            };
            Item::new("li")
                .attr("class", class)
                .child(code.text(&*line.text))
                .child(Item::new("small").text(note))
        };
        code.lines.iter().enumerate().map(item).collect()
    }
}

/// Whether a line has done something between two entries.
fn does(line: &CodeLine, lit: Option<(usize, usize)>) -> bool {
    lit.is_some_and(|(from, to)| line.entries.iter().any(|entry| (from..=to).contains(entry)))
}

/// How the line that was run last looks: what it did was harm, a defence, or neither.
fn tone(trace: &crate::sim::trace::Trace, line: &CodeLine, at: TrueTime) -> &'static str {
    use crate::model::Decision;
    use crate::sim::trace::Event as Happened;
    let Some(entry) = line.last(trace, at) else {
        return " code-lit";
    };
    let event = |index: usize| trace.entries.get(index).map(|entry| entry.event);
    match (event(entry), event(entry + 1)) {
        (_, Some(Happened::Harmed { .. })) => " code-harm",
        (
            Some(Happened::Decided {
                decision: Decision::Refused(_),
                ..
            }),
            _,
        ) => " code-ok",
        _ => " code-lit",
    }
}
