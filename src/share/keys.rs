//! The keys that people write into an address by hand:
//! `embed=1&lesson=pause&ttl=10s&pause=15s&fence=on&at=t3&lang=ja`.
//!
//! ```
//! use fencelab::model::Millis;
//! use fencelab::share::keys::{Keys, parse};
//! use fencelab::sim::scenario::Scenario;
//!
//! let keys = parse("?ttl=30s&embed").over(parse("?ttl=10s&lang=ja"));
//! assert_eq!((keys.ttl, keys.embed), (Some(Millis(30_000)), Some(true)));
//! let mut scenario = Scenario::seed();
//! assert_eq!(keys.apply(&mut scenario), []);
//! assert_eq!(scenario.lock.ttl, Millis(30_000));
//! ```

use super::theme::{Ground, Theme};
use super::{Colour, MOMENTS, Stand};
use crate::model::{Millis, TrueTime};
use crate::sim::limits::{DURATION, Range, TEXT, TIME};
use crate::sim::scenario::{Fault, Fence, Scenario};
use crate::sim::words::Word;
use crate::text::Lang;
use crate::text::quantity::{TimeError, parse_time};

/// The keys.
pub const NAMES: &[&str] = &[
    "lesson",
    "ttl",
    "pause",
    "fence",
    "at",
    "lang",
    "theme",
    "embed",
    "controls",
    "autoplay",
    "accent",
    "background",
];
const SWITCH: &[&str] = &["on", "off"];
const FENCES: &[&str] = &["on", "off", "writes", "reads_and_writes"];
const LANGS: &[&str] = &["en", "ja"];
const THEMES: &[&str] = &["light", "dark", "auto"];
const GROUNDS: &[&str] = &["transparent", "page"];
const STANDS: &[&str] = &["start", "end", "t0", "t1", "t2", "t3", "t4", "11s"];

/// What an address asks for. None: it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The lesson or story to open, by name. Whether there is one is for the page to say.
    pub lesson: Option<String>,
    /// How long a lease lasts.
    pub ttl: Option<Millis>,
    /// How long the first pause of the story lasts.
    pub pause: Option<Millis>,
    /// The fence; `on` is for writes.
    pub fence: Option<Fence>,
    /// Where the playhead stands.
    pub at: Option<Stand>,
    /// The language.
    pub lang: Option<Lang>,
    /// The colours.
    pub theme: Option<Theme>,
    /// Whether only the picture is shown, for a frame in another page.
    pub embed: Option<bool>,
    /// Whether there are controls.
    pub controls: Option<bool>,
    /// Whether it plays at once.
    pub autoplay: Option<bool>,
    /// The colour of what is pressed or has the focus, in a frame.
    pub accent: Option<Colour>,
    /// What lies behind the picture, in a frame.
    pub background: Option<Ground>,
    /// What could not be read, in the order of the address.
    pub complaints: Vec<KeyComplaint>,
}

/// A key that is not followed. [`crate::text::link::explain_key`] says it in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyComplaint {
    /// The key, cut to 40 characters.
    pub key: String,
    /// What is wrong with it.
    pub problem: KeyProblem,
}

/// Why a key is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// There is no such key.
    Unknown,
    /// It stands there more than once; the first counts.
    Twice,
    /// Its value is not a time that it can take.
    Time(TimeError),
    /// Its value is none of these.
    Word(&'static [&'static str]),
    /// Its value is not a name: small letters, digits and `-`, 1 to 40 of them.
    Name,
    /// There is neither a lesson nor a story of this name.
    NoStory,
    /// The story has no pause whose length it could set.
    NoPause,
    /// Its value is not a colour: three or six hexadecimal digits.
    Colour,
    /// On the paper of one of these themes the colour could hardly be seen.
    Faint(Theme),
    /// It belongs into the address of a frame, not into a message.
    AddressOnly,
}

/// Whether a fragment is made of keys; else it is a link, or the name of a place on the page.
#[must_use]
pub fn are_keys(fragment: &str) -> bool {
    fragment.contains('=')
}

/// Reads a query or a fragment, with or without its first `?` or `#`.
#[must_use]
pub fn parse(text: &str) -> Keys {
    let mut keys = Keys::default();
    let mut seen = Vec::new();
    let text = text.strip_prefix(['?', '#']).unwrap_or(text);
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, "on"));
        let (key, value) = (plain(key), plain(value));
        let problem = if seen.contains(&key) {
            Err(KeyProblem::Twice)
        } else {
            keys.set(&key, value.trim())
        };
        if let Err(problem) = problem {
            let key = key.chars().take(40).collect();
            keys.complaints.push(KeyComplaint { key, problem });
        } else {
            seen.push(key);
        }
    }
    keys
}

impl Keys {
    fn set(&mut self, key: &str, value: &str) -> Result<(), KeyProblem> {
        match key {
            "lesson" => {
                let letter = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
                if !TEXT.allows(value.len()) || !value.bytes().all(letter) {
                    return Err(KeyProblem::Name);
                }
                self.lesson = Some(value.to_owned());
            }
            "ttl" => self.ttl = Some(time(value, DURATION)?),
            "pause" => self.pause = Some(time(value, DURATION)?),
            "fence" => {
                let word = match value {
                    "off" => Some(Fence::Off),
                    value => Fence::named(value),
                };
                let fence = word.or_else(|| match switch(value) {
                    Some(true) => Some(Fence::Writes),
                    Some(false) => Some(Fence::Off),
                    None => None,
                });
                self.fence = Some(fence.ok_or(KeyProblem::Word(FENCES))?);
            }
            "at" => self.at = Some(stand(value)?),
            "lang" => {
                self.lang = Some(Lang::from_tag(value).ok_or(KeyProblem::Word(LANGS))?);
            }
            "theme" => {
                self.theme = Some(Theme::named(value).ok_or(KeyProblem::Word(THEMES))?);
            }
            "embed" | "controls" | "autoplay" => {
                let value = Some(switch(value).ok_or(KeyProblem::Word(SWITCH))?);
                match key {
                    "embed" => self.embed = value,
                    "controls" => self.controls = value,
                    _ => self.autoplay = value,
                }
            }
            "accent" => {
                self.accent = Some(Colour::read(value).ok_or(KeyProblem::Colour)?);
            }
            "background" => {
                self.background = Some(match value {
                    "transparent" => Ground::Transparent,
                    "page" => Ground::Page,
                    _ => return Err(KeyProblem::Word(GROUNDS)),
                });
            }
            // Which page of the one file: its own script has read it.
            "page" => {}
            _ => return Err(KeyProblem::Unknown),
        }
        Ok(())
    }

    /// These keys, and where they do not say, those of `below`: a fragment
    /// stands over the query. The complaints of both remain.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        let mut complaints = below.complaints;
        complaints.extend(self.complaints);
        Self {
            lesson: self.lesson.or(below.lesson),
            ttl: self.ttl.or(below.ttl),
            pause: self.pause.or(below.pause),
            fence: self.fence.or(below.fence),
            at: self.at.or(below.at),
            lang: self.lang.or(below.lang),
            theme: self.theme.or(below.theme),
            embed: self.embed.or(below.embed),
            controls: self.controls.or(below.controls),
            autoplay: self.autoplay.or(below.autoplay),
            accent: self.accent.or(below.accent),
            background: self.background.or(below.background),
            complaints,
        }
    }

    /// The accent, if it can be seen on the paper of the theme; else why it is not taken. A page
    /// whose reader chooses the theme must be readable in both.
    ///
    /// # Errors
    ///
    /// A colour that is too near to the paper (less than 3 to 1, the least that WCAG 2.2 asks of
    /// controls).
    pub fn accent(&self) -> Result<Option<Colour>, KeyComplaint> {
        let Some(colour) = self.accent else {
            return Ok(None);
        };
        let theme = self.theme.unwrap_or(Theme::Auto);
        if colour.is_seen_on(theme) {
            return Ok(Some(colour));
        }
        let (key, problem) = ("accent".to_owned(), KeyProblem::Faint(theme));
        Err(KeyComplaint { key, problem })
    }

    /// Changes a story as the keys say; a scenario that was allowed stays so.
    /// Returns what the story has no place for.
    #[must_use]
    pub fn apply(&self, scenario: &mut Scenario) -> Vec<KeyComplaint> {
        if let Some(ttl) = self.ttl {
            scenario.lock.ttl = ttl;
        }
        if let Some(fence) = self.fence {
            scenario.resource.fence = fence;
        }
        let Some(pause) = self.pause else {
            return Vec::new();
        };
        for fault in &mut scenario.faults {
            if let Fault::Pause { lasting, .. } = fault {
                *lasting = pause;
                return Vec::new();
            }
        }
        let (key, problem) = ("pause".to_owned(), KeyProblem::NoPause);
        vec![KeyComplaint { key, problem }]
    }
}

fn time(value: &str, range: Range) -> Result<Millis, KeyProblem> {
    parse_time(value, Millis(range.min), Millis(range.max)).map_err(KeyProblem::Time)
}

pub(super) fn stand(value: &str) -> Result<Stand, KeyProblem> {
    if let Some(number) = value.strip_prefix('t') {
        let number = number.parse().ok().filter(|number| *number < MOMENTS);
        return number.map(Stand::Moment).ok_or(KeyProblem::Word(STANDS));
    }
    match value {
        "end" => Ok(Stand::End),
        "start" => Ok(Stand::At(TrueTime::START)),
        _ => match time(value, TIME) {
            Ok(at) => Ok(Stand::At(TrueTime(at.0))),
            Err(KeyProblem::Time(TimeError::NotATime)) => Err(KeyProblem::Word(STANDS)),
            Err(problem) => Err(problem),
        },
    }
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "on" | "1" | "true" | "yes" | "" => Some(true),
        "off" | "0" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// A part of an address without its escapes: `%E7%A7%92` is 秒, `+` a blank.
/// What is no escape stays as it is.
fn plain(part: &str) -> String {
    let mut bytes = part.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let mut hex = || char::from(ahead.next()?).to_digit(16);
        let escape = match (byte, hex(), hex()) {
            (b'%', Some(high), Some(low)) => u8::try_from(high * 16 + low).ok(),
            _ => None,
        };
        if escape.is_some() {
            bytes = ahead;
        }
        out.push(match (byte, escape) {
            (_, Some(escape)) => escape,
            (b'+', None) => b' ',
            (byte, None) => byte,
        });
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_one_file_is_no_mistake() {
        assert_eq!(parse("?page=lab").complaints, []);
    }

    fn problems(text: &str) -> Vec<(String, KeyProblem)> {
        let complaints = parse(text).complaints.into_iter();
        complaints.map(|one| (one.key, one.problem)).collect()
    }

    #[test]
    fn what_authors_write_is_read() {
        let keys = parse(
            "?embed=1&lesson=pause&ttl=10s&pause=15s&fence=on&at=t3&lang=ja&theme=dark\
             &controls=off&autoplay=0&accent=%230B63A5&background=transparent",
        );
        let expected = Keys {
            lesson: Some("pause".to_owned()),
            ttl: Some(Millis(10_000)),
            pause: Some(Millis(15_000)),
            fence: Some(Fence::Writes),
            at: Some(Stand::Moment(3)),
            lang: Some(Lang::Ja),
            theme: Some(Theme::Dark),
            embed: Some(true),
            controls: Some(false),
            autoplay: Some(false),
            accent: Some(Colour([0x0b, 0x63, 0xa5])),
            background: Some(Ground::Transparent),
            complaints: Vec::new(),
        };
        assert_eq!(keys, expected);
        assert_eq!(parse(""), Keys::default());
        assert_eq!(parse("#&&"), Keys::default());
        assert_eq!(parse("embed").embed, Some(true));
    }

    #[test]
    fn values_are_as_free_as_in_the_fields() {
        assert_eq!(parse("ttl=1,5%20%E7%A7%92").ttl, Some(Millis(1500)));
        assert_eq!(parse("ttl=2+min").ttl, Some(Millis(120_000)));
        assert_eq!(parse("at=11s").at, Some(Stand::At(TrueTime(11_000))));
        assert_eq!(parse("at=0").at, Some(Stand::At(TrueTime(0))));
        assert_eq!(parse("at=start").at, Some(Stand::At(TrueTime(0))));
        assert_eq!(parse("at=end").at, Some(Stand::End));
        assert_eq!(
            parse("fence=reads_and_writes").fence,
            Some(Fence::ReadsAndWrites)
        );
        assert_eq!(parse("fence=0").fence, Some(Fence::Off));
        assert_eq!(parse("lang=en-GB").lang, Some(Lang::En));
    }

    #[test]
    fn what_is_not_followed_is_told() {
        let time = |text| parse_time(text, Millis(1), Millis(86_400_000)).unwrap_err();
        for (text, key, problem) in [
            ("color=red", "color", KeyProblem::Unknown),
            ("ttl=soon", "ttl", KeyProblem::Time(time("soon"))),
            ("ttl=0", "ttl", KeyProblem::Time(time("0"))),
            ("pause=2d", "pause", KeyProblem::Time(time("2d"))),
            ("fence=maybe", "fence", KeyProblem::Word(FENCES)),
            ("at=t5", "at", KeyProblem::Word(STANDS)),
            ("at=noon", "at", KeyProblem::Word(STANDS)),
            ("lang=fr", "lang", KeyProblem::Word(LANGS)),
            ("theme=pink", "theme", KeyProblem::Word(THEMES)),
            ("embed=2", "embed", KeyProblem::Word(SWITCH)),
            ("accent=blue", "accent", KeyProblem::Colour),
            ("background=pink", "background", KeyProblem::Word(GROUNDS)),
            ("lesson=", "lesson", KeyProblem::Name),
            ("lesson=<b>", "lesson", KeyProblem::Name),
            ("ttl=1s&ttl=2s", "ttl", KeyProblem::Twice),
        ] {
            assert_eq!(problems(text), [(key.to_owned(), problem)], "{text}");
        }
        assert_eq!(
            parse("ttl=1s&ttl=2s").ttl,
            Some(Millis(1000)),
            "the first counts"
        );
        assert_eq!(parse("ttl=x&ttl=2s").ttl, Some(Millis(2000)));
        let long = "k".repeat(500);
        assert_eq!(problems(&long)[0].0.len(), 40);
        assert_eq!(
            parse("%zz=%&%E7=1").complaints.len(),
            2,
            "broken escapes stay text"
        );
    }

    #[test]
    fn keys_change_the_story() {
        let mut scenario = Scenario::seed();
        let keys = parse("ttl=20s&pause=3s&fence=on");
        assert_eq!(keys.apply(&mut scenario), []);
        assert_eq!(scenario.lock.ttl, Millis(20_000));
        assert_eq!(scenario.resource.fence, Fence::Writes);
        assert!(matches!(
            scenario.faults[0],
            Fault::Pause {
                lasting: Millis(3000),
                ..
            }
        ));
        scenario.faults.clear();
        assert_eq!(keys.apply(&mut scenario)[0].problem, KeyProblem::NoPause);
    }

    #[test]
    fn the_fragment_stands_over_the_query() {
        let keys = parse("#ttl=1s&x=1").over(parse("?ttl=2s&lang=ja&y=1"));
        assert_eq!((keys.ttl, keys.lang), (Some(Millis(1000)), Some(Lang::Ja)));
        assert_eq!(keys.complaints.len(), 2);
        assert!(are_keys("ttl=1s") && !are_keys("1abcd") && !are_keys("stage"));
    }
}
