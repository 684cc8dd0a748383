//! What an action is called.

use super::plan::new_steps;
use super::{Action, NewStep};
use crate::edit::field::{fault_kind, step_kind};
use crate::model::{ClientId, Millis, NodeId, StepId, TrueTime};
use crate::picture;
use crate::sim::scenario::{FailoverForgets, Fault, RestartForgets, Scenario, Service};
use crate::sim::words::Word;
use crate::text::narrate::{link_name, name_of};
use crate::text::quantity::seconds;
use crate::text::{Lang, label, say};

impl Action {
    /// Its name in a menu, and in what is said when it is taken back.
    #[must_use]
    pub fn name(&self, lang: Lang, scenario: &Scenario) -> String {
        let step_word = |client, step| step_word(lang, scenario, client, step);
        match self {
            Self::Happen(fault) => fault_name(lang, scenario, fault),
            Self::Delay {
                client,
                step,
                sent,
                request,
            } => {
                let what = step_word(*client, *step);
                let sent = seconds(lang, sent.since(TrueTime::START));
                let long = seconds(lang, *request);
                say!(
                    lang,
                    "Delay the {what} sent at {sent}: {long} on the way",
                    "{sent}に送る{what}を遅らせる（届くまで {long}）"
                )
            }
            Self::Insert {
                client,
                place,
                step,
                ..
            } => {
                let steps = new_steps(scenario, *client, *place, *step, Millis::ZERO);
                insert_name(lang, *step, steps.len())
            }
            Self::RemoveStep(client, step) => {
                let (what, number) = (step_word(*client, *step), step.index().saturating_add(1));
                say!(
                    lang,
                    "Remove the {what} (step {number})",
                    "{what}（手順 {number}）を削除"
                )
            }
            Self::MoveStep { client, step, to } => {
                let (what, to) = (step_word(*client, *step), to.index().saturating_add(1));
                say!(
                    lang,
                    "Move the {what} to place {to}",
                    "{what}を {to} 番目へ移動"
                )
            }
            Self::ChangeStep { client, step, kind } => {
                let (what, kind) = (step_word(*client, *step), label::kind(lang, kind.word()));
                say!(
                    lang,
                    "Change the {what} into: {kind}",
                    "{what}を{kind}に変える"
                )
            }
            Self::RemoveFault(fault) => {
                let found = scenario.faults.get(fault.index());
                removal_name(lang, found)
            }
            Self::Clear(kind) => {
                let what = picture::name(lang, scenario, *kind);
                say!(lang, "As usual: {what}", "既定に戻す：{what}")
            }
            Self::AddClient => say!(lang, "Add a client", "クライアントを追加"),
            Self::RemoveClient(client) => {
                let who = name_of(lang, scenario, *client);
                say!(lang, "Remove {who}", "{who}を削除")
            }
        }
    }
}

fn step_word(lang: Lang, scenario: &Scenario, client: ClientId, step: StepId) -> String {
    let found = scenario.clients.get(client.index());
    let found = found.and_then(|client| client.plan.get(step.index()));
    label::kind(lang, found.map_or("", step_kind))
}

fn insert_name(lang: Lang, step: NewStep, steps: usize) -> String {
    if steps > 1 {
        return say!(
            lang,
            "Add a read and an update here",
            "ここに読み取りと更新を追加"
        );
    }
    match (lang, step) {
        (Lang::En, NewStep::Acquire) => "Add an acquire here".to_owned(),
        (Lang::En, NewStep::Update) => "Add an update here".to_owned(),
        (Lang::En, NewStep::Effect) => "Add an effect here".to_owned(),
        (Lang::En, NewStep::Read | NewStep::Write | NewStep::Release) => {
            format!("Add a {} here", step.word())
        }
        (Lang::Ja, _) => format!("ここに{}を追加", label::kind(lang, step.word())),
    }
}

fn removal_name(lang: Lang, fault: Option<&Fault>) -> String {
    let what = label::kind(lang, fault.map_or("", fault_kind));
    let at = match fault {
        Some(
            Fault::Pause { at, .. }
            | Fault::Crash { at, .. }
            | Fault::Cut { at, .. }
            | Fault::ClockJump { at, .. }
            | Fault::NodeDown { at, .. }
            | Fault::Failover { at, .. }
            | Fault::LockLost { at }
            | Fault::ResourceRestart { at, .. },
        ) => *at,
        Some(Fault::ClockRate { .. }) | None => {
            return say!(lang, "Remove the {what}", "{what}を削除");
        }
    };
    let at = seconds(lang, at.since(TrueTime::START));
    say!(lang, "Remove the {what} at {at}", "時刻 {at}の{what}を削除")
}

fn fault_name(lang: Lang, scenario: &Scenario, fault: &Fault) -> String {
    match *fault {
        Fault::Pause { lasting, cause, .. } => {
            let long = seconds(lang, lasting);
            let why = label::value(lang, "faults.pause.cause", cause.word());
            say!(lang, "Pause for {long}: {why}", "{long}停止：{why}")
        }
        Fault::Crash { .. } => say!(lang, "Crash here", "ここでクラッシュ"),
        Fault::Cut { from, lasting, .. } => {
            let (what, long) = (link_name(lang, scenario, from), seconds(lang, lasting));
            say!(
                lang,
                "Cut off from {what} for {long}",
                "{what}との通信を {long}切断"
            )
        }
        Fault::ClockJump { .. } | Fault::ClockRate { .. } | Fault::NodeDown { .. } => {
            node_fault(lang, scenario, fault)
        }
        Fault::Failover { forgets, .. } => match forgets {
            FailoverForgets::Lock => say!(
                lang,
                "Failover: forgets the lock",
                "フェイルオーバー（ロックを失う）"
            ),
            FailoverForgets::LockAndCounter => say!(
                lang,
                "Failover: forgets the lock and the newest token",
                "フェイルオーバー（カウンタも戻る）"
            ),
        },
        Fault::LockLost { .. } => say!(lang, "Lock lost here", "ここでロックの消失"),
        Fault::ResourceRestart { forgets, .. } => match forgets {
            RestartForgets::HighestToken => say!(
                lang,
                "Restart: forgets the highest token",
                "再起動（最大トークンを忘れる）"
            ),
            RestartForgets::Keys => {
                say!(lang, "Restart: forgets the keys", "再起動（キーを忘れる）")
            }
            RestartForgets::Both => say!(
                lang,
                "Restart: forgets the highest token and the keys",
                "再起動（最大トークンとキーを忘れる）"
            ),
        },
    }
}

fn node_fault(lang: Lang, scenario: &Scenario, fault: &Fault) -> String {
    let (node, what) = match *fault {
        Fault::ClockJump { node, by, .. } => {
            let long = seconds(lang, Millis(by.0.saturating_abs()));
            let what = if by.0 < 0 {
                say!(lang, "clock jumps back by {long}", "時計を {long}戻す")
            } else {
                say!(lang, "clock jumps ahead by {long}", "時計を {long}進める")
            };
            (node, what)
        }
        Fault::ClockRate { node, per_mille } => {
            let what = if per_mille < 1000 {
                say!(
                    lang,
                    "clock runs slow ({per_mille} ms in each second)",
                    "時計が遅く進む（1 秒に {per_mille} ミリ秒）"
                )
            } else {
                say!(
                    lang,
                    "clock runs fast ({per_mille} ms in each second)",
                    "時計が速く進む（1 秒に {per_mille} ミリ秒）"
                )
            };
            (node, what)
        }
        Fault::NodeDown {
            node,
            lasting,
            keeps_data,
            ..
        } => {
            let long = seconds(lang, lasting);
            let what = if keeps_data {
                say!(
                    lang,
                    "outage for {long}, data kept",
                    "{long}の障害（記憶は残る）"
                )
            } else {
                say!(
                    lang,
                    "outage for {long}, data lost",
                    "{long}の障害（記憶を失う）"
                )
            };
            (node, what)
        }
        _ => return String::new(),
    };
    at_node(lang, scenario, node, &what)
}

/// Which node it is about, where there are several.
fn at_node(lang: Lang, scenario: &Scenario, node: NodeId, what: &str) -> String {
    match scenario.lock.service {
        Service::Lease => {
            let mut letters = what.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        }
        Service::Redlock => {
            let number = node.index().saturating_add(1);
            say!(lang, "Node {number}: {what}", "ノード {number}：{what}")
        }
    }
}
