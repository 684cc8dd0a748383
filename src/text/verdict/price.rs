//! The price of safety, in availability.

use crate::model::{Millis, TrueTime};
use crate::sim::report::Report;
use crate::sim::scenario::Scenario;
use crate::text::Lang;
use crate::text::narrate::display_name;
use crate::text::quantity::seconds;

/// What safety cost in availability: waits, dead holds, rightful refusals.
#[must_use]
pub fn price(lang: Lang, scenario: &Scenario, report: &Report) -> String {
    let mut parts = Vec::new();
    for client in &scenario.clients {
        let waited: i64 = report
            .waits
            .iter()
            .filter(|wait| wait.client == client.name)
            .map(|wait| wait.granted.unwrap_or(report.end).since(wait.from).0)
            .sum();
        if waited > 0 {
            let (who, waited) = (
                display_name(lang, &client.name),
                seconds(lang, Millis(waited)),
            );
            parts.push(say!(lang, "{who} waited {waited}", "{who}は {waited}待機"));
        }
    }
    if parts.is_empty() {
        parts.push(say!(lang, "nobody waited", "待った者はいない"));
    }
    if report.dead_hold.0 > 0 {
        let held = seconds(lang, report.dead_hold);
        parts.push(say!(
            lang,
            "a dead holder blocked for {held}",
            "クラッシュした保持者が {held}占有"
        ));
    }
    parts.push(match report.rightful_refused {
        0 => say!(lang, "no rightful request refused", "正当な要求の拒否なし"),
        1 => say!(lang, "1 rightful request refused", "正当な要求の拒否 1 件"),
        many => say!(
            lang,
            "{many} rightful requests refused",
            "正当な要求の拒否 {many} 件"
        ),
    });
    if report.cut.is_some() {
        let end = seconds(lang, report.end.since(TrueTime::START));
        parts.push(say!(lang, "shown until {end}", "{end}までを表示"));
    }
    parts.join(match lang {
        Lang::En => " · ",
        Lang::Ja => "・",
    })
}
