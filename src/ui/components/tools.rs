//! What can be done to a client, a step or a fault in the drawer, beside setting its fields.

use crate::edit::action::{Action, NewStep};
use crate::edit::field::Group;
use crate::model::{ClientId, FaultId, Millis, StepId};
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Lang, label};
use crate::ui::dom::Item;

/// What is asked for; it stands in an attribute of its button.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Another kind of step in place of one.
    Change(ClientId, StepId, NewStep),
    /// A step to the place before it.
    Earlier(ClientId, StepId),
    /// A step to the place after it.
    Later(ClientId, StepId),
    /// A step, out of the plan.
    RemoveStep(ClientId, StepId),
    /// One more step at the end of a plan.
    Append(ClientId, NewStep),
    /// A client, with all that happens to it.
    RemoveClient(ClientId),
    /// A fault.
    RemoveFault(FaultId),
}

/// The names of the tools, as they stand in an attribute.
mod asked {
    pub const CHANGE: &str = "change";
    pub const EARLIER: &str = "earlier";
    pub const LATER: &str = "later";
    pub const REMOVE_STEP: &str = "remove-step";
    pub const APPEND: &str = "append";
    pub const REMOVE_CLIENT: &str = "remove-client";
    pub const REMOVE_FAULT: &str = "remove-fault";
}

impl Tool {
    /// Reads what is asked for, with what was chosen, and of what group it is.
    pub fn of(asked: &str, chosen: &str) -> Option<(Group, Self)> {
        let mut words = asked.split(' ');
        let name = words.next()?;
        let first: u8 = words.next()?.parse().ok()?;
        let step = words.next().and_then(|step| step.parse().ok()).map(StepId);
        let kind = || NewStep::ALL.into_iter().find(|kind| kind.word() == chosen);
        let client = ClientId(first);
        let of_step = |tool: Self, step| Some((Group::Step(client, step), tool));
        match (name, step) {
            (asked::CHANGE, Some(step)) => of_step(Self::Change(client, step, kind()?), step),
            (asked::EARLIER, Some(step)) => of_step(Self::Earlier(client, step), step),
            (asked::LATER, Some(step)) => of_step(Self::Later(client, step), step),
            (asked::REMOVE_STEP, Some(step)) => of_step(Self::RemoveStep(client, step), step),
            (asked::APPEND, _) => Some((Group::Client(client), Self::Append(client, kind()?))),
            (asked::REMOVE_CLIENT, _) => Some((Group::Client(client), Self::RemoveClient(client))),
            (asked::REMOVE_FAULT, _) => {
                let fault = FaultId(first);
                Some((Group::Fault(fault), Self::RemoveFault(fault)))
            }
            _ => None,
        }
    }

    /// What it does.
    pub fn action(self, scenario: &Scenario) -> Action {
        match self {
            Self::Change(client, step, kind) => Action::ChangeStep { client, step, kind },
            Self::Earlier(client, step) => Action::MoveStep {
                client,
                step,
                to: StepId(step.0.saturating_sub(1)),
            },
            Self::Later(client, step) => Action::MoveStep {
                client,
                step,
                to: StepId(step.0.saturating_add(1)),
            },
            Self::RemoveStep(client, step) => Action::RemoveStep(client, step),
            Self::Append(client, step) => {
                let plan = scenario.clients.get(client.index());
                let count = plan.map_or(0, |client| client.plan.len());
                Action::Insert {
                    client,
                    place: StepId(u8::try_from(count).unwrap_or(u8::MAX)),
                    step,
                    after: Millis::ZERO,
                    taken: Millis::ZERO,
                }
            }
            Self::RemoveClient(client) => Action::RemoveClient(client),
            Self::RemoveFault(fault) => Action::RemoveFault(fault),
        }
    }
}

/// The buttons and choices of a group, if it has any.
pub fn tools_of(lang: Lang, scenario: &Scenario, group: Group) -> Option<Item> {
    let tools = Item::new("div").attr("class", "tools");
    match group {
        Group::Run | Group::Lock | Group::Resource | Group::Network => None,
        Group::Client(client) => {
            let id = client.0;
            let append = format!("{} {id}", asked::APPEND);
            let chooser = chooser(lang, LabWord::AddStep, append, None);
            let tools = tools.child(chooser);
            if scenario.clients.len() < 2 {
                return Some(tools);
            }
            let remove = format!("{} {id}", asked::REMOVE_CLIENT);
            Some(tools.child(button(lang, LabWord::RemoveClient, remove)))
        }
        Group::Step(client, step) => {
            let plan = &scenario.clients.get(client.index())?.plan;
            let kind = NewStep::of(plan.get(step.index())?);
            let ask = |what: &str| format!("{what} {} {}", client.0, step.0);
            let change = chooser(lang, LabWord::StepKind, ask(asked::CHANGE), Some(kind));
            let mut tools = tools.child(change);
            if step.0 > 0 {
                tools = tools.child(button(lang, LabWord::StepEarlier, ask(asked::EARLIER)));
            }
            if step.index() + 1 < plan.len() {
                tools = tools.child(button(lang, LabWord::StepLater, ask(asked::LATER)));
            }
            Some(tools.child(button(lang, LabWord::RemoveStep, ask(asked::REMOVE_STEP))))
        }
        Group::Fault(fault) => {
            let remove = format!("{} {}", asked::REMOVE_FAULT, fault.0);
            Some(tools.child(button(lang, LabWord::RemoveFault, remove)))
        }
    }
}

fn button(lang: Lang, name: LabWord, asks: String) -> Item {
    Item::new("button")
        .attr("type", "button")
        .attr("class", "plain")
        .attr("data-testid", asks.replace(' ', "-"))
        .attr("data-tool", asks)
        .text(name.of(lang))
}

/// A choice among the kinds of steps; `now` is the one at hand, else the first line says what
/// a choice will do.
fn chooser(lang: Lang, name: LabWord, asks: String, now: Option<NewStep>) -> Item {
    let mut select = Item::new("select")
        .attr("aria-label", name.of(lang))
        .attr("data-testid", asks.replace(' ', "-"))
        .attr("data-path", asks);
    if now.is_none() {
        select = select.child(Item::new("option").attr("value", "").text(name.of(lang)));
    }
    for kind in NewStep::ALL {
        let option = Item::new("option").attr("value", kind.word());
        select = select.child(option.text(label::kind(lang, kind.word())));
    }
    select.value(now.map_or("", NewStep::word))
}
