//! The lock service's code (`docs/model.md`, section 5).

use super::Rule;
use crate::model::{Denial, EndedBy};
use crate::sim::scenario::{Fault, Release, Scenario, Service, Tokens, Waiting};
use crate::sim::trace::Event;
use crate::text::Lang;
use crate::text::quantity::seconds;

pub(super) fn rules(scenario: &Scenario) -> Vec<Rule<'static>> {
    match scenario.lock.service {
        Service::Lease => lease(scenario),
        Service::Redlock => redlock(scenario),
    }
}

fn ended(event: &Event, why: &[EndedBy]) -> bool {
    matches!(event, Event::Ended { by, .. } if why.contains(by))
}

fn gone(event: &Event, why: &[EndedBy]) -> bool {
    matches!(event, Event::ValueGone { by, .. } if why.contains(by))
}

fn lease(scenario: &Scenario) -> Vec<Rule<'static>> {
    let lock = &scenario.lock;
    let ttl = seconds(Lang::En, lock.ttl);
    let held = match lock.waiting {
        Waiting::Poll => "  if clock < end: refuse",
        Waiting::Queue => "  if clock < end: wait in line",
    };
    let delay = seconds(Lang::En, lock.lock_delay);
    let mut rules = vec![
        Rule::heading("on acquire (client):"),
        Rule::new(held, |event| {
            let held = matches!(event, Event::Denied { why, .. } if *why == Denial::Held);
            held || matches!(event, Event::Queued { .. })
        }),
    ];
    if lock.lock_delay.0 > 0 {
        rules.push(Rule::new(
            format!("  if ended < {delay} ago: refuse"),
            |event| matches!(event, Event::Denied { why, .. } if *why == Denial::LockDelay),
        ));
    }
    if lock.tokens == Tokens::Counter {
        rules.push(Rule::heading("  token = next; next += 1"));
    }
    rules.push(Rule::new(
        format!("  holder = client; end = clock + {ttl}"),
        |event| matches!(event, Event::Granted { .. }),
    ));
    if scenario.clients.iter().any(|client| client.renew.is_some()) {
        rules.push(Rule::heading("on renew (client):"));
        rules.push(Rule::new(
            "  if client is not the holder: refuse",
            |event| matches!(event, Event::RenewalDenied { .. }),
        ));
        rules.push(Rule::new(format!("  end = clock + {ttl}"), |event| {
            matches!(event, Event::Renewed { .. })
        }));
    }
    rules.extend([
        Rule::heading("on release (client):"),
        Rule::heading("  if client is not the holder: ignore")
            .present(lock.release == Release::IfMine),
        Rule::new("  holder = nobody", |event| {
            ended(event, &[EndedBy::Release, EndedBy::Deleted])
        }),
        Rule::new("when clock >= end: holder = nobody", |event| {
            ended(event, &[EndedBy::Expiry])
        }),
    ]);
    let forgetful = |fault: &Fault| {
        let outage = matches!(
            fault,
            Fault::NodeDown {
                keeps_data: false,
                ..
            }
        );
        outage || matches!(fault, Fault::Failover { .. } | Fault::LockLost { .. })
    };
    if scenario.faults.iter().any(forgetful) {
        rules.push(Rule::new("on failure: holder = nobody", |event| {
            ended(event, &[EndedBy::Lost, EndedBy::Failover])
        }));
    }
    if lock.tokens == Tokens::SeparateCounter {
        rules.push(Rule::new("on count: answer next; next += 1", |event| {
            matches!(event, Event::Counted { .. })
        }));
    }
    rules
}

fn redlock(scenario: &Scenario) -> Vec<Rule<'static>> {
    let lock = &scenario.lock;
    let ttl = seconds(Lang::En, lock.ttl);
    let majority = lock.nodes / 2 + 1;
    let counted = move |event: &Event, wanted: bool| matches!(event, Event::Evaluated { granted, .. } if *granted == wanted);
    vec![
        Rule::heading("each node, on set (value):"),
        Rule::new("  if it has a value and clock < end: no", |event| {
            matches!(event, Event::ValueDenied { .. })
        }),
        Rule::new(format!("  keep value; end = clock + {ttl}: yes"), |event| {
            matches!(event, Event::ValueStored { .. })
        }),
        Rule::heading("each node, on unlock (value):"),
        Rule::new("  if value is the same: drop it", |event| {
            gone(event, &[EndedBy::Release, EndedBy::Deleted])
        }),
        Rule::new("each node, when clock >= end: drop value", |event| {
            gone(event, &[EndedBy::Expiry])
        }),
        Rule::new("each node, on a restart: forget", |event| {
            gone(event, &[EndedBy::Lost, EndedBy::Failover])
        }),
        Rule::heading("client, when the answers are in:"),
        Rule::heading("  validity = TTL - elapsed - drift"),
        Rule::new(
            format!("  if yes >= {majority} and validity > 0: granted"),
            move |event| counted(event, true),
        ),
        Rule::new("  else unlock all, sleep, ask again", move |event| {
            counted(event, false)
        }),
    ]
}
