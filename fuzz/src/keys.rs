//! Keys of an address are followed, or complained about; what they make of a
//! story is allowed.

use super::is_said;
use fencelab::share::PresetId;
use fencelab::share::keys::{Keys, parse};
use fencelab::sim::check;
use fencelab::text::link::explain_key;

/// Reads the bytes as a query and a fragment, parted by the first `#`.
pub fn keys(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (query, fragment) = text.split_once('#').unwrap_or((&text, ""));
    let keys = parse(fragment).over(parse(query));
    assert_eq!(parse(query).over(Keys::default()), parse(query));
    for complaint in &keys.complaints {
        assert!(complaint.key.chars().count() <= 40, "{complaint:?}");
        is_said(|lang| explain_key(lang, complaint));
    }
    for preset in PresetId::all() {
        let mut scenario = preset.scenario();
        for complaint in keys.apply(&mut scenario) {
            is_said(|lang| explain_key(lang, &complaint));
        }
        let name = preset.name();
        assert_eq!(check(&scenario), [], "{text:?} spoils {name}");
    }
}
