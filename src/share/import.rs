//! What somebody brings along: a scenario as a file or as text, or a link.
//!
//! ```
//! use fencelab::share::{Brought, ImportError, PresetId, Shared, encode, import};
//! use fencelab::sim::scenario::Scenario;
//!
//! let seed = Scenario::seed();
//! assert_eq!(import(seed.to_json().as_bytes()), Ok(Brought::Scenario(seed)));
//! let shared = Shared::of(PresetId::SEED);
//! let address = format!("see https://example.org/lab.html#{}", encode(&shared));
//! assert_eq!(import(address.as_bytes()), Ok(Brought::Link(shared)));
//! assert!(matches!(import(b"{}"), Err(ImportError::File(complaints)) if complaints.0.len() > 1));
//! ```

use super::keys::{self, Keys};
use super::{LinkError, Shared, decode};
use crate::sim::complaint::{Complaint, Complaints, Problem};
use crate::sim::limits::FILE_BYTES;
use crate::sim::read;
use crate::sim::scenario::Scenario;

/// What was brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brought {
    /// A scenario file.
    Scenario(Scenario),
    /// A link.
    Link(Shared),
    /// An address with keys written by hand.
    Keys(Keys),
}

/// Why it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// As a scenario file: all complaints at once.
    File(Complaints),
    /// As a link.
    Link(LinkError),
    /// There is nothing in it.
    Nothing,
}

/// Reads a file or a text: a link if it looks like one, else a scenario.
///
/// # Errors
/// [`ImportError`] says what is wrong with it; nothing is taken in part.
pub fn import(bytes: &[u8]) -> Result<Brought, ImportError> {
    // Some editors begin a file with a mark of its encoding.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).unwrap_or_default().trim();
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ImportError::Nothing);
    }
    match link_in(text) {
        Some(Address::Fragment(link)) => match decode(link) {
            Ok(shared) => Ok(Brought::Link(shared)),
            Err(error) => Err(ImportError::Link(error)),
        },
        Some(Address::Keys { query, fragment }) => {
            let keys = keys::parse(fragment).over(keys::parse(query));
            Ok(Brought::Keys(keys))
        }
        None => match read(bytes) {
            Ok(scenario) => Ok(Brought::Scenario(scenario)),
            Err(complaints) => Err(ImportError::File(complaints)),
        },
    }
}

/// The complaint about a file that need not be read to see that it is too large; none if it is not.
#[must_use]
pub fn too_large(bytes: f64) -> Option<ImportError> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no file has more bytes, and `as` saturates"
    )]
    let bytes = bytes as usize;
    (bytes > FILE_BYTES).then(|| {
        let problem = Problem::FileTooLarge { bytes };
        let path = "$".to_owned();
        ImportError::File(Complaints(vec![Complaint { path, problem }]))
    })
}

enum Address<'t> {
    Fragment(&'t str),
    Keys { query: &'t str, fragment: &'t str },
}

/// The link in a text, if it is one: an address, or what stands after its `#`.
fn link_in(text: &str) -> Option<Address<'_>> {
    if text.starts_with(['{', '[', '"']) {
        return None;
    }
    let is_address = |word: &&str| word.contains("://") || word.contains(".html");
    let word = text.split_whitespace().find(is_address);
    if let Some(word) = word {
        let (before, fragment) = word.split_once('#').unwrap_or((word, ""));
        let query = before.split_once('?').map_or("", |(_, query)| query);
        if fragment.is_empty() && query.is_empty() {
            return Some(Address::Fragment(""));
        }
        return Some(if fragment.is_empty() || keys::are_keys(fragment) {
            Address::Keys { query, fragment }
        } else {
            Address::Fragment(fragment)
        });
    }
    let bare = text.strip_prefix('#').unwrap_or(text);
    let is_bare = !bare.contains(char::is_whitespace)
        && (text.starts_with('#') || bare.starts_with(|first: char| first.is_ascii_digit()));
    is_bare.then_some(Address::Fragment(bare))
}

#[cfg(test)]
mod tests {
    use super::{Brought, ImportError, import, too_large};
    use crate::share::{LinkError, PresetId, Shared, encode};
    use crate::sim::complaint::Problem;
    use crate::sim::limits::FILE_BYTES;
    use crate::sim::scenario::Scenario;

    #[test]
    fn a_link_is_read_however_it_was_copied() {
        let shared = Shared::of(PresetId::SEED);
        let link = encode(&shared);
        for text in [
            link.clone(),
            format!("#{link}"),
            format!("  https://example.org/x/lab.html?lang=ja#{link}\n"),
            format!("look at this: lab.html#{link}"),
        ] {
            let read = import(text.as_bytes());
            assert_eq!(read, Ok(Brought::Link(shared.clone())), "{text}");
        }
        let cut = format!("https://example.org/lab.html#{}", &link[..8]);
        let read = import(cut.as_bytes());
        assert!(matches!(
            read,
            Err(ImportError::Link(LinkError::Cut { .. }))
        ));
        let read = import(b"https://example.org/lab.html");
        assert!(matches!(
            read,
            Err(ImportError::Link(LinkError::Cut { .. }))
        ));
    }

    #[test]
    fn keys_written_by_hand_are_read() {
        for text in ["http://x/?ttl=3s&lang=ja#fence=on", "lab.html#ttl=3s"] {
            let Ok(Brought::Keys(keys)) = import(text.as_bytes()) else {
                panic!("{text}");
            };
            assert_eq!(keys.ttl.map(|ttl| ttl.0), Some(3000), "{text}");
        }
    }

    #[test]
    fn what_is_no_scenario_is_told_as_a_whole() {
        let problems = |bytes: &[u8]| match import(bytes) {
            Err(ImportError::File(complaints)) => complaints.0,
            other => panic!("{other:?}"),
        };
        let marked = [b"\xef\xbb\xbf", Scenario::seed().to_json().as_bytes()].concat();
        assert_eq!(import(&marked), Ok(Brought::Scenario(Scenario::seed())));
        assert!(matches!(
            problems(b"\xff\xfe{\0}\0")[0].problem,
            Problem::NotUtf8 { .. }
        ));
        assert!(matches!(
            problems(b"hello there")[0].problem,
            Problem::NotJson { .. }
        ));
        let long = vec![b' '; FILE_BYTES];
        assert_eq!(import(&long), Err(ImportError::Nothing));
        let long = [&long[..], b"{}"].concat();
        assert!(matches!(
            problems(&long)[0].problem,
            Problem::FileTooLarge { .. }
        ));
        assert!(too_large(262_144.0).is_none());
        assert!(too_large(262_145.0).is_some() && too_large(1e18).is_some());
    }
}
