//! Messages to an embedded stage: nothing that a page may send is anything but followed, refused
//! in words, or left alone.

use fencelab::lesson::lessons;
use fencelab::share::keys::{KeyComplaint, KeyProblem};
use fencelab::share::message::{Asked, MessageError, Source, read};
use fencelab::share::{PresetId, Shared, encode};
use fencelab::sim::scenario::Scenario;
use fencelab::sim::{check, read as read_file};
use fencelab::text::Lang;
use fencelab::text::link::explain_key;
use fencelab::text::message::explain;

/// How many messages are tried.
const TRIES: u32 = 100_000;

/// Chance with a seed: the same messages each time.
struct Dice(u64);

impl Dice {
    /// A number under `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let sides = u64::try_from(sides.max(1)).expect("few sides");
        usize::try_from(self.0 % sides).expect("it was few")
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.roll(all.len())]
    }
}

/// What messages are made of, right and wrong.
const NAMES: &[&str] = &[
    "type",
    "fencelab",
    "to",
    "at",
    "lang",
    "theme",
    "scenario",
    "link",
    "keys",
    "embed",
    "__proto__",
    "",
    "constructor",
    "then",
    "秒",
];
const VALUES: &[&str] = &[
    "1",
    "0",
    "-1",
    "1e308",
    "99999999999999999999",
    "null",
    "true",
    "[]",
    "{}",
    "[[[[]]]]",
    "\"\"",
    "\"play\"",
    "\"pause\"",
    "\"set\"",
    "\"seek\"",
    "\"step\"",
    "\"view\"",
    "\"hello\"",
    "\"next\"",
    "\"t3\"",
    "\"t9\"",
    "\"end\"",
    "\"11s\"",
    "\"en\"",
    "\"ja\"",
    "\"dark\"",
    "\"ttl=10s&pause=15s\"",
    "\"lesson=pause\"",
    "\"%E7%A7&%=&=\"",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"<script>\"",
    "\"1\"",
    "\"javascript:alert(1)\"",
    "\"#1abc\"",
];

/// A message from nothing.
fn made(dice: &mut Dice) -> String {
    let mut text = String::from("{\"fencelab\": 1");
    for _ in 0..dice.roll(5) {
        let (name, value) = (dice.one_of(NAMES), dice.one_of(VALUES));
        text.extend([", \"", name, "\": ", value]);
    }
    text.push('}');
    text
}

/// A right message with something changed, cut out or put in.
fn broken(dice: &mut Dice, right: &[String]) -> String {
    let mut letters: Vec<char> = right[dice.roll(right.len())].chars().collect();
    for _ in 0..=dice.roll(2) {
        let at = dice.roll(letters.len());
        match dice.roll(5) {
            0 => drop(letters.drain(at..(at + dice.roll(4)).min(letters.len()))),
            1 => letters.insert(
                at,
                ['"', '{', '}', '[', ',', '9', '-', 'é', '\u{0}'][dice.roll(9)],
            ),
            2 => {
                let part: Vec<char> = dice.one_of(VALUES).chars().collect();
                drop(letters.splice(at..at, part));
            }
            3 => letters[at] = char::from(b'0' + u8::try_from(dice.roll(10)).expect("a digit")),
            _ => letters.truncate(at + 1),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn no_message_does_anything_but_what_may_be_asked() {
    let mut dice = Dice(0x5eed_1234_abcd_0001);
    let file = Scenario::seed().to_json();
    let link = encode(&Shared::of(PresetId::SEED));
    let right: Vec<String> = [
        format!("\"type\": \"set\", \"scenario\": {file}"),
        format!("\"type\": \"set\", \"link\": \"{link}\""),
        "\"type\": \"set\", \"keys\": \"lesson=pause&ttl=10s&at=t3&fence=on\"".to_owned(),
        "\"type\": \"seek\", \"at\": \"t3\"".to_owned(),
        "\"type\": \"view\", \"lang\": \"ja\", \"theme\": \"dark\"".to_owned(),
        "\"type\": \"step\", \"to\": \"next\"".to_owned(),
    ]
    .iter()
    .map(|rest| format!("{{\"fencelab\": 1, {rest}}}"))
    .collect();
    for message in &right {
        assert!(matches!(read(message), Ok(Some(_))), "{message}");
    }
    let (mut followed, mut refused, mut left) = (0, 0, 0);
    for _ in 0..TRIES {
        let text = if dice.roll(3) == 0 {
            made(&mut dice)
        } else {
            broken(&mut dice, &right)
        };
        match read(&text) {
            Ok(Some(Asked::Set(source))) => {
                followed += 1;
                if let Source::Scenario(scenario) = *source {
                    // As strictly as a file.
                    assert!(check(&scenario).is_empty(), "{text}");
                    assert_eq!(read_file(scenario.to_json().as_bytes()), Ok(scenario));
                }
            }
            Ok(Some(_)) => followed += 1,
            Ok(None) => left += 1,
            Err(error) => {
                refused += 1;
                for lang in Lang::ALL {
                    let told = explain(lang, &error);
                    assert!(
                        told.ends_with(['.', '。']) && told.len() > 20,
                        "{text}: {told}"
                    );
                }
            }
        }
    }
    assert!(
        followed > 1_000 && refused > 10_000 && left > 1_000,
        "{followed} followed, {refused} refused, {left} not for the stage"
    );
}

#[test]
fn an_error_says_what_to_send() {
    let told = |rest: &str| {
        let error = read(&format!("{{\"fencelab\": 1, {rest}}}")).expect_err("it is wrong");
        explain(Lang::En, &error)
    };
    for (rest, sentence) in [
        (
            "\"type\": \"stop\"",
            "The “type” of the message is not known; write one of hello, set, play, pause, step, seek, view.",
        ),
        ("\"type\": \"step\"", "The message needs “to”, as a text."),
        (
            "\"type\": \"set\", \"keys\": \"embed=0\"",
            "“embed” in the message: this can only stand in the address of the frame.",
        ),
    ] {
        assert_eq!(told(rest), sentence);
    }
    let mut file = Scenario::seed().to_json();
    file = file.replace("\"ttl_ms\": 10000", "\"ttl_ms\": 0");
    let sentence = told(&format!("\"type\": \"set\", \"scenario\": {file}"));
    assert!(
        sentence.starts_with("TTL") || sentence.contains("TTL"),
        "{sentence}"
    );
    assert!(matches!(
        read("{\"fencelab\": 1, \"x\": 1e999}"),
        Err(MessageError::NotJson | MessageError::Type)
    ));
}

#[test]
fn the_sentence_about_a_missing_lesson_names_them_all() {
    let complaint = KeyComplaint {
        key: "lesson".to_owned(),
        problem: KeyProblem::NoStory,
    };
    for lang in Lang::ALL {
        let told = explain_key(lang, &complaint);
        for lesson in lessons() {
            assert!(told.contains(lesson.id), "{} is not in: {told}", lesson.id);
        }
    }
}
