//! What somebody brings along is refused in words, or it is a scenario, a link
//! or keys that are allowed.

use super::is_said;
use super::scenario::holds;
use fencelab::share::{Brought, import as read};
use fencelab::sim::check;
use fencelab::sim::scenario::Scenario;
use fencelab::text::share_word::complaints;

/// Reads the bytes as a file that was dropped, or as a text that was pasted.
pub fn import(bytes: &[u8]) {
    match read(bytes) {
        Ok(Brought::Scenario(scenario)) => holds(&scenario),
        Ok(Brought::Link(shared)) => assert_eq!(check(&shared.scenario), []),
        Ok(Brought::Keys(keys)) => {
            let mut seed = Scenario::seed();
            let _told_elsewhere = keys.apply(&mut seed);
            assert_eq!(check(&seed), []);
        }
        Err(error) => is_said(|lang| {
            let all = complaints(lang, &error);
            assert!(!all.is_empty(), "refused without a complaint");
            let sentences = all.into_iter().map(|(_, sentence)| sentence);
            sentences.min_by_key(String::len).unwrap_or_default()
        }),
    }
}
