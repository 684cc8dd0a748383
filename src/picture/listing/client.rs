//! A client's code: its plan, and what it does beside it (`docs/model.md`, section 4).

use super::{Role, Rule};
use crate::model::{ClientId, Millis, StepId};
use crate::sim::scenario::{Check, Client, Scenario, Sending, Step};
use crate::sim::trace::{Content, Event, Learnt, Party, Seen};
use crate::text::Lang;
use crate::text::quantity::seconds;

pub(super) fn rules(scenario: &Scenario, client: ClientId) -> Vec<Rule<'static>> {
    let Some(file) = scenario.clients.get(client.index()) else {
        return Vec::new();
    };
    let mut rules = Vec::new();
    for (index, step) in file.plan.iter().enumerate() {
        let step_id = StepId(u8::try_from(index).unwrap_or(u8::MAX));
        let writer = Writer {
            file,
            client,
            step: step_id,
        };
        let mut lines = Vec::new();
        writer.write(step, &mut lines);
        rules.extend(lines.into_iter().map(|line| Rule {
            step: Some(step_id),
            ..line
        }));
    }
    if let Some(every) = file.renew {
        let every = seconds(Lang::En, every);
        rules.push(Rule::heading(format!("beside it, every {every}:")));
        rules.push(Rule::new("  lock.renew(grant)", move |event| {
            sends(event, client, |content| matches!(content, Content::Renew))
        }));
        rules.push(Rule::new("  if refused: stop", move |event| {
            matches!(event, Event::StoodDown { client: who, learnt: Learnt::Renewal } if *who == client)
        }));
    }
    rules.push(Rule::new(
        "when told that the lock is lost: stop",
        move |event| matches!(event, Event::StoodDown { client: who, .. } if *who == client),
    ));
    rules
}

/// Whether a client sends something.
fn sends(event: &Event, client: ClientId, what: impl Fn(&Content) -> bool) -> bool {
    matches!(event, Event::Sent { from: Party::Client(who), content, .. } if *who == client && what(content))
}

/// Writes the lines of one step.
struct Writer<'a> {
    file: &'a Client,
    client: ClientId,
    step: StepId,
}

impl Writer<'_> {
    fn write(&self, step: &Step, rules: &mut Vec<Rule<'static>>) {
        match step {
            Step::Acquire { .. } => self.acquire(rules),
            Step::Read { after, object, .. } => {
                self.thinking(*after, rules);
                rules.push(self.request(format!("{object} = resource.read(token)")));
            }
            Step::Write(change) => {
                self.checked(&change.sending, rules);
                let object = &change.object;
                rules.push(self.request(format!("resource.write({object}, token)")));
            }
            Step::Update(change) => {
                self.checked(&change.sending, rules);
                let object = &change.object;
                rules.push(self.request(format!("resource.update({object}, version, token)")));
            }
            Step::Effect(effect) => {
                self.checked(&effect.sending, rules);
                let key = effect.sending.key.as_deref().unwrap_or("no key");
                let condition = if effect.unless_done {
                    "if not done: "
                } else {
                    ""
                };
                rules.push(self.request(format!("{condition}resource.effect({key}, token)")));
            }
            Step::Release { after, .. } => {
                self.thinking(*after, rules);
                let (client, step) = (self.client, self.step);
                rules.push(Rule::new("lock.release(grant)", move |event| {
                    matches!(event, Event::StepEnded { client: who, step: which, .. } if (*who, *which) == (client, step))
                }));
            }
        }
    }

    fn acquire(&self, rules: &mut Vec<Rule<'static>>) {
        let client = self.client;
        let retry = seconds(Lang::En, self.file.retry);
        rules.push(Rule::new("token = lock.acquire()", move |event| {
            let got = matches!(event, Event::BeliefBegan { client: who, .. } if *who == client);
            got || sends(event, client, |content| {
                matches!(content, Content::Acquire { .. })
            })
        }));
        rules.push(Rule::new(
            format!("  if refused: sleep {retry}, ask again"),
            move |event| matches!(event, Event::AttemptFailed { client: who, .. } if *who == client),
        ));
    }

    /// The work before a step.
    fn thinking(&self, after: Millis, rules: &mut Vec<Rule<'static>>) {
        if after.0 == 0 {
            return;
        }
        let (client, step) = (self.client, self.step);
        let long = seconds(Lang::En, after);
        rules.push(Rule::new(format!("work for {long}"), move |event| {
            matches!(event, Event::StepBegan { client: who, step: which, .. } if (*who, *which) == (client, step))
        }));
    }

    /// The work before a write, update or effect, and the look before it is sent.
    fn checked(&self, sending: &Sending, rules: &mut Vec<Rule<'static>>) {
        self.thinking(sending.after, rules);
        let client = self.client;
        let margin = seconds(Lang::En, self.file.margin);
        let look = match self.file.check {
            Check::None => return,
            Check::Clock if self.file.margin.0 > 0 => {
                format!("if my clock + {margin} >= deadline: stop")
            }
            Check::Clock => "if my clock >= deadline: stop".to_owned(),
            Check::Ask => "if not lock.holds(grant): stop".to_owned(),
        };
        let mut rule = Rule::new(look, move |event| {
            let looked = matches!(event, Event::Checked { client: who, saw: Seen::Clock { .. } | Seen::Answer { .. }, .. } if *who == client);
            looked || sends(event, client, |content| matches!(content, Content::Ask))
        });
        rule.role = Role::Check;
        rules.push(rule);
    }

    /// The request of the step.
    fn request(&self, text: String) -> Rule<'static> {
        let (client, step) = (self.client, self.step);
        Rule::new(text, move |event| {
            sends(
                event,
                client,
                |content| matches!(content, Content::Request { step: which, .. } if *which == step),
            )
        })
    }
}
