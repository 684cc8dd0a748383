//! What the audience's window and the speaker's say to each other: one line of text a message.
//! What does not read to the letter is no message, whoever sent it.

use super::{Shared, decode, encode};

/// The first word of every message; it changes with the format.
const NAME: &str = "fencelab.1";

/// More than any message has.
const BYTES_MAX: usize = 100_000;

/// What the speaker's window asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// As the key for next.
    Next,
    /// As the key for back.
    Previous,
    /// As the blank key.
    Blank,
    /// As a digit, 0 to 9.
    Digit(u8),
    /// The clock begins again.
    Clock,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The speaker's window is there, and knows nothing yet.
    Hello,
    /// The speaker's window asks.
    Ask(Ask),
    /// The audience's window tells where it is.
    Now(Box<Now>),
    /// The audience's window is closed.
    Bye,
}

/// Where the audience's window is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Now {
    /// When the lecture began, in milliseconds of the browser's clock.
    pub since_ms: i64,
    /// Whether the screen is black.
    pub is_blank: bool,
    /// Where in the course; none in the laboratory.
    pub seat: Option<Seat>,
    /// What is on the stage.
    pub shared: Shared,
}

/// A place in the course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The name of the lesson.
    pub lesson: String,
    /// The name of the part.
    pub part: String,
    /// Which question of the lesson.
    pub question: usize,
    /// Whether it is open: nothing after its stop is seen.
    pub is_open: bool,
    /// The choice that was made.
    pub chosen: Option<usize>,
    /// The choice that is marked.
    pub marked: Option<usize>,
    /// The run that is looked at.
    pub look: Option<String>,
    /// Which challenge of the lesson.
    pub challenge: usize,
}

impl Message {
    /// The message as it is sent.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Self::Hello => format!("{NAME} hello"),
            Self::Bye => format!("{NAME} bye"),
            Self::Ask(Ask::Next) => format!("{NAME} next"),
            Self::Ask(Ask::Previous) => format!("{NAME} previous"),
            Self::Ask(Ask::Blank) => format!("{NAME} blank"),
            Self::Ask(Ask::Clock) => format!("{NAME} clock"),
            Self::Ask(Ask::Digit(digit)) => format!("{NAME} digit {digit}"),
            Self::Now(now) => {
                let seat = now
                    .seat
                    .as_ref()
                    .map_or_else(|| "-".to_owned(), Seat::write);
                let (since, blank) = (now.since_ms, u8::from(now.is_blank));
                let link = encode(&now.shared);
                format!("{NAME} now {since} {blank} {seat} {link}")
            }
        }
    }

    /// The message that a line is, if it is one.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        if line.len() > BYTES_MAX {
            return None;
        }
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            [NAME, "hello"] => Some(Self::Hello),
            [NAME, "bye"] => Some(Self::Bye),
            [NAME, "next"] => Some(Self::Ask(Ask::Next)),
            [NAME, "previous"] => Some(Self::Ask(Ask::Previous)),
            [NAME, "blank"] => Some(Self::Ask(Ask::Blank)),
            [NAME, "clock"] => Some(Self::Ask(Ask::Clock)),
            [NAME, "digit", digit] => {
                let digit = number(digit).and_then(|digit| u8::try_from(digit).ok());
                let digit = digit.filter(|digit| *digit <= 9)?;
                Some(Self::Ask(Ask::Digit(digit)))
            }
            [NAME, "now", since, blank, seat, link] => {
                let since_ms = since.parse().ok().filter(|since| *since >= 0)?;
                let is_blank = yes_or_no(blank)?;
                let seat = match *seat {
                    "-" => None,
                    seat => Some(Seat::read(seat)?),
                };
                let shared = decode(link).ok()?;
                let now = Now {
                    since_ms,
                    is_blank,
                    seat,
                    shared,
                };
                Some(Self::Now(Box::new(now)))
            }
            _ => None,
        }
    }
}

impl Seat {
    fn write(&self) -> String {
        let place = |place: Option<usize>| place.map_or("-".to_owned(), |place| place.to_string());
        let look = self.look.as_deref().unwrap_or("-");
        format!(
            "{}/{}/{}/{}/{}/{}/{look}/{}",
            self.lesson,
            self.part,
            self.question,
            u8::from(self.is_open),
            place(self.chosen),
            place(self.marked),
            self.challenge,
        )
    }

    fn read(text: &str) -> Option<Self> {
        let place = |text: &str| match text {
            "-" => Some(None),
            text => number(text).map(Some),
        };
        let fields: Vec<&str> = text.split('/').collect();
        let [
            lesson,
            part,
            question,
            open,
            chosen,
            marked,
            look,
            challenge,
        ] = fields.as_slice()
        else {
            return None;
        };
        Some(Self {
            lesson: name(lesson)?,
            part: name(part)?,
            question: number(question)?,
            is_open: yes_or_no(open)?,
            chosen: place(chosen)?,
            marked: place(marked)?,
            look: match *look {
                "-" => None,
                look => Some(name(look)?),
            },
            challenge: number(challenge)?,
        })
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.len() <= 3;
    let is_number = is_number && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Small letters, digits and hyphens, as lessons, parts and runs are called.
fn name(text: &str) -> Option<String> {
    let letter =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    let is_name = (1..=60).contains(&text.len()) && text != "-" && text.bytes().all(letter);
    is_name.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Ask, Message, Now, Seat};
    use crate::share::{PresetId, Shared};

    fn now(seat: Option<Seat>) -> Message {
        Message::Now(Box::new(Now {
            since_ms: 1_700_000_000_000,
            is_blank: true,
            seat,
            shared: Shared::of(PresetId::SEED),
        }))
    }

    fn seat() -> Seat {
        Seat {
            lesson: "clock-check".to_owned(),
            part: "investigate".to_owned(),
            question: 1,
            is_open: true,
            chosen: None,
            marked: Some(2),
            look: Some("short".to_owned()),
            challenge: 0,
        }
    }

    #[test]
    fn every_message_reads_as_it_was_written() {
        let asks = [
            Ask::Next,
            Ask::Previous,
            Ask::Blank,
            Ask::Clock,
            Ask::Digit(7),
        ];
        let mut all: Vec<Message> = asks.into_iter().map(Message::Ask).collect();
        all.extend([Message::Hello, Message::Bye, now(None), now(Some(seat()))]);
        for message in all {
            assert_eq!(Message::read(&message.write()), Some(message));
        }
    }

    #[test]
    fn what_does_not_read_to_the_letter_is_no_message() {
        let good = now(Some(seat())).write();
        let long = format!("fencelab.1 {}", "x".repeat(200_000));
        for bad in [
            "",
            "hello",
            "fencelab.2 hello",
            "fencelab.1 hello ",
            "fencelab.1 digit 10",
            "fencelab.1 digit -1",
            "fencelab.1 eval alert(1)",
            "fencelab.1 now 0 2 - 1",
            &good.replace("clock-check", "<b>"),
            &good.replace("/1/", "/x/"),
            &good.replace("1700000000000", "-4"),
            &good[..good.len() - 3],
            &long,
        ] {
            assert_eq!(Message::read(bad), None, "{bad}");
        }
    }
}
