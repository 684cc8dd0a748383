//! What the speaker reads: where the audience is, what comes next, the answer, the notes.

use super::Speaker;
use crate::lesson::{Lesson, Part, Run, Station, VOTING, lesson_at, lessons, plans};
use crate::model::TrueTime;
use crate::share::Seat;
use crate::text::narrate::narrate;
use crate::text::present::turn;
use crate::text::quantity::seconds;
use crate::text::{Lang, PresentWord, verdict};
use crate::ui::course::filled;
use crate::ui::dom::Item;
use leptos::prelude::*;

/// How many lines of the log are shown ahead.
const AHEAD: usize = 4;

fn heading(word: PresentWord, lang: Lang) -> Item {
    Item::new("h2").text(word.of(lang))
}

fn part_of(seat: &Seat) -> Option<Part> {
    Part::ALL.into_iter().find(|part| part.id() == seat.part)
}

impl Speaker {
    /// Lesson, part, time, verdict.
    pub(super) fn place(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let mut items = Vec::new();
        if let Some(is_black) = self.now.with(|now| now.as_ref().map(|now| now.is_blank)) {
            if is_black {
                let black = Item::new("p").attr("class", "speaker-black");
                items.push(black.text(PresentWord::AudienceBlack.of(lang)));
            }
        } else {
            return items;
        }
        if let Some(title) = self.with_seat(|seat| title(lang, seat)) {
            items.push(Item::new("p").attr("class", "speaker-title").text(title));
        }
        let run = self.whole();
        let at = seconds(lang, self.stage.playhead.get().since(TrueTime::START));
        let outcome = run.report.outcome;
        let mut line = Item::new("p")
            .child(Item::new("span").text(format!("{at} · ")))
            .child(Item::new("strong").text(verdict::word(outcome).of(lang)));
        if self.stage.until.get().is_some() {
            let unseen = PresentWord::NotSeenYet.of(lang);
            line = line.child(Item::new("small").text(format!(" ({unseen})")));
        }
        let sentence = verdict::sentence(lang, &run.scenario, &run.history, &run.report);
        items.push(line);
        items.push(Item::new("p").text(sentence));
        items
    }

    /// The next lines of the log, or what comes after the last one.
    pub(super) fn comes_next(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let mut items = vec![heading(PresentWord::ComesNext, lang)];
        if self.now.with(Option::is_none) {
            return Vec::new();
        }
        let (run, at) = (self.whole(), self.stage.playhead.get());
        let scene = self.stage.scene.get();
        let seen = scene.lines.len();
        let is_open = self.stage.until.get().is_some();
        let passed = scene.lines.iter().filter(|line| line.at <= at).count();
        let lines = narrate(lang, &run.scenario, &run.trace);
        let ahead = lines.iter().enumerate().skip(passed).take(AHEAD);
        let ahead: Vec<Item> = ahead
            .map(|(place, line)| {
                let when = seconds(lang, line.at.since(TrueTime::START));
                let later = if is_open && place >= seen {
                    format!("{} ", PresentWord::AfterAnswer.of(lang))
                } else {
                    String::new()
                };
                Item::new("li")
                    .child(Item::new("span").attr("class", "when").text(when))
                    .child(Item::new("span").text(format!("{later}{}", line.sentence)))
            })
            .collect();
        let is_at_end = passed >= seen;
        if is_at_end {
            items.push(
                Item::new("p")
                    .attr("class", "speaker-then")
                    .text(self.then(lang)),
            );
        }
        if !ahead.is_empty() {
            let list = Item::new("ol").attr("class", "speaker-lines");
            items.push(ahead.into_iter().fold(list, Item::child));
        }
        items
    }

    /// What the next press does at the end of what the audience sees.
    fn then(self, lang: Lang) -> String {
        let (Some(lesson), Some(seat)) = (self.lesson(), self.with_seat(Seat::clone)) else {
            return PresentWord::RunIsOver.of(lang).to_owned();
        };
        if seat.is_open {
            let word = if seat.marked.is_some() {
                PresentWord::MarkMoves
            } else {
                PresentWord::MarkComes
            };
            return word.of(lang).to_owned();
        }
        let next = station(lesson, &seat).and_then(|here| lesson.after(here));
        if let Some(next) = next {
            return station_name(lang, lesson, next);
        }
        let place = lessons().iter().position(|known| known.id == lesson.id);
        let following = place
            .map(|place| place + 1)
            .filter(|next| *next < lessons().len());
        following.map_or_else(
            || PresentWord::CourseIsOver.of(lang).to_owned(),
            |next| format!("{}. {}", next + 1, lesson_at(next).title.of(lang)),
        )
    }

    /// The choices of the question at hand, which is right, and why.
    pub(super) fn answer(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let (Some(lesson), Some(seat)) = (self.lesson(), self.with_seat(Seat::clone)) else {
            return Vec::new();
        };
        if part_of(&seat) != Some(Part::Predict) {
            return Vec::new();
        }
        let Some(asked) = lesson.predictions.get(seat.question) else {
            return Vec::new();
        };
        let Ok(run) = lesson.run_of(asked.run) else {
            return Vec::new();
        };
        let right = asked.right(&run);
        let choices = asked.choices.iter().enumerate().map(|(place, choice)| {
            let is_right = right == Some(place);
            let (mark, class) = if is_right {
                (PresentWord::RightChoice, "reason right")
            } else {
                (PresentWord::WrongChoice, "reason")
            };
            let number = place + 1;
            let is_marked = seat.marked == Some(place) || seat.chosen == Some(place);
            let says = Item::new("p")
                .attr("class", if is_marked { "says marked" } else { "says" })
                .child(Item::new("span").text(format!("{number}. ")))
                .child(filled(lesson, lang, &run, "span", choice.says));
            let why = Item::new("p")
                .child(Item::new("strong").text(format!("{} · ", mark.of(lang))))
                .child(filled(lesson, lang, &run, "span", choice.reason));
            Item::new("li").attr("class", class).child(says).child(why)
        });
        let list = Item::new("ol").attr("class", "reason-list");
        vec![
            heading(PresentWord::TheAnswer, lang),
            filled(lesson, lang, &run, "p", asked.question).attr("class", "speaker-question"),
            choices.fold(list, Item::child),
        ]
    }

    /// The lesson plans, what people believe, the text, what to discuss.
    pub(super) fn notes(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let (Some(lesson), Some(seat)) = (self.lesson(), self.with_seat(Seat::clone)) else {
            return Vec::new();
        };
        let Ok(run) = lesson.base() else {
            return Vec::new();
        };
        let part = part_of(&seat).unwrap_or(Part::Predict);
        let mut items = vec![heading(PresentWord::Notes, lang)];
        items.extend(turns(lang, lesson));
        if part == Part::Predict {
            items.push(sub(PresentWord::Beliefs, lang));
            let beliefs = lesson.breaks.iter();
            let beliefs = beliefs.map(|one| Item::new("li").text(one.of(lang)));
            items.push(beliefs.fold(Item::new("ul"), Item::child));
            items.push(sub(PresentWord::Voting, lang));
            let rules = VOTING
                .iter()
                .map(|rule| Item::new("li").text(rule.of(lang)));
            items.push(rules.fold(Item::new("ul"), Item::child));
        }
        items.push(sub(PresentWord::TextOfPart, lang));
        let texts = lesson.text(part).iter();
        items.extend(texts.map(|text| filled(lesson, lang, &run, "p", *text)));
        items.push(Item::new("h3").text(crate::text::LabWord::Discuss.of(lang)));
        items.push(filled(lesson, lang, &run, "p", lesson.discuss));
        items
    }
}

fn sub(word: PresentWord, lang: Lang) -> Item {
    Item::new("h3").text(word.of(lang))
}

/// When the lesson has its turn, and what is done then.
fn turns(lang: Lang, lesson: &Lesson) -> Vec<Item> {
    let mut items = Vec::new();
    for plan in plans() {
        let slots = plan.slots.iter();
        for slot in slots.filter(|slot| slot.lessons.contains(&lesson.id)) {
            let when = turn(lang, plan.minutes, slot.from, slot.to);
            items.push(
                Item::new("p")
                    .child(Item::new("strong").text(format!("{when} ")))
                    .child(Item::new("span").text(slot.says.of(lang))),
            );
        }
    }
    items
}

/// The number and title of the lesson, and its part.
fn title(lang: Lang, seat: &Seat) -> String {
    let place = lessons().iter().position(|lesson| lesson.id == seat.lesson);
    let place = place.unwrap_or(0);
    let part = part_of(seat).map_or("", |part| part.name().of(lang));
    format!(
        "{}. {} · {part}",
        place + 1,
        lesson_at(place).title.of(lang)
    )
}

fn station(lesson: &Lesson, seat: &Seat) -> Option<Station> {
    let part = part_of(seat)?;
    let look = seat.look.as_ref().and_then(|look| {
        let mut looks = lesson.looks(part).iter();
        looks.position(|known| known.run == look)
    });
    Some(match (part, look) {
        (Part::Predict, _) => Station::Question(seat.question),
        (Part::Make, _) => Station::Challenge(seat.challenge),
        (part, Some(look)) => Station::Look(part, look),
        (part, None) => Station::Whole(part),
    })
}

/// What a station is called: its part, and the title of what is looked at.
fn station_name(lang: Lang, lesson: &Lesson, station: Station) -> String {
    let part = station.part().name().of(lang);
    let plain = |run: &Run, text| {
        let pieces = lesson.fill(lang, run, text).ok()?;
        Some(crate::lesson::plain(lang, &pieces))
    };
    let of_run = |name: &str| lesson.run_of(name).ok();
    let title = match station {
        Station::Question(place) => lesson
            .predictions
            .get(place)
            .and_then(|asked| plain(&of_run(asked.run)?, asked.question)),
        Station::Whole(_) => None,
        Station::Look(part, place) => lesson
            .looks(part)
            .get(place)
            .and_then(|look| plain(&of_run(look.run)?, look.title)),
        Station::Challenge(place) => lesson
            .challenges
            .get(place)
            .and_then(|challenge| plain(&of_run(challenge.start)?, challenge.title)),
    };
    title.map_or_else(|| part.to_owned(), |title| format!("{part} · {title}"))
}
