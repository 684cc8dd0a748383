//! A lecture's way through the course: event by event to the question, by a mark through its
//! choices, on to the next station, and back.

use super::Course;
use crate::lesson::{Lesson, Part, Station, lessons};
use crate::model::TrueTime;
use crate::share::{Seat, Stand};
use crate::ui::present::Deck;
use leptos::prelude::*;

/// What a lecture must keep to find its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Whether the last press has brought a station, so that back takes that back.
    arrived: bool,
    /// The question that was answered last: the lesson, which, and the choice.
    answered: Option<(usize, usize, usize)>,
}

impl Course {
    /// Whether a question is on the screen: while presenting, only when the run has come to its
    /// stop.
    pub(super) fn asks(self) -> bool {
        let stage = self.stage;
        if stage.until.get().is_none() {
            return false;
        }
        !self.presenting.get() || stage.playhead.get() >= stage.scene.get().trace.closed_at
    }

    fn station(self) -> Station {
        let part = self.part.get();
        let look = self.look.get().and_then(|look| {
            let mut looks = self.lesson().looks(part).iter();
            looks.position(|known| known.run == look)
        });
        match (part, look) {
            (Part::Predict, _) => Station::Question(self.asked.get()),
            (Part::Make, _) => Station::Challenge(self.challenge_place()),
            (part, Some(look)) => Station::Look(part, look),
            (part, None) => Station::Whole(part),
        }
    }

    /// Moves the mark to the next choice, round in a circle.
    fn mark_next(self) {
        let count = untrack(|| self.choices());
        self.marked.update(|marked| {
            *marked = Some(marked.map_or(0, |place| if place + 1 < count { place + 1 } else { 0 }));
        });
    }

    /// Moves the playhead on, but not beyond a stop; false at the end.
    fn step_on(self) -> bool {
        let stage = self.stage;
        let (scene, at) = (stage.now(), stage.playhead.get_untracked());
        let stop = stage.until.get_untracked().map(|_| scene.trace.closed_at);
        let mut events = scene.lines.iter().map(|line| line.at);
        let next = events.find(|event| *event > at);
        let next = match (next, stop) {
            (Some(next), Some(stop)) => Some(next.min(stop)),
            (None, Some(stop)) => (at < stop).then_some(stop),
            (next, None) => next,
        };
        if let Some(next) = next {
            stage.go(Stand::At(next));
        }
        next.is_some()
    }

    fn station_on(self) {
        let lesson = untrack(|| self.lesson());
        if let Some(station) = lesson.after(untrack(|| self.station())) {
            return self.arrive(station);
        }
        let next = self.lesson.get_untracked() + 1;
        if next < lessons().len() {
            self.go(next, Part::Predict);
            self.tell_from_begin();
        }
    }

    fn station_back(self) {
        let (lesson, place) = (untrack(|| self.lesson()), self.lesson.get_untracked());
        if let Some(station) = lesson.before(untrack(|| self.station())) {
            return self.arrive_again(station);
        }
        if let Some(before) = place.checked_sub(1) {
            let last = lessons().get(before).map(Lesson::stations);
            if let Some(last) = last.and_then(|stations| stations.last().copied()) {
                self.go(before, last.part());
                self.arrive_again(last);
            }
        }
    }

    fn arrive(self, station: Station) {
        let (lesson, part) = (self.lesson.get_untracked(), station.part());
        if self.part.get_untracked() != part {
            self.go(lesson, part);
        }
        match station {
            Station::Question(place) => {
                self.ask(place);
                self.tell_from_begin();
            }
            Station::Whole(_) => {}
            Station::Look(part, place) => {
                let look = untrack(|| self.lesson()).looks(part).get(place);
                if let Some(look) = look {
                    self.look_at(look.run);
                }
            }
            Station::Challenge(place) => self.begin(place),
        }
    }

    /// Back at a station: a question that was answered stays so.
    fn arrive_again(self, station: Station) {
        self.arrive(station);
        let Station::Question(place) = station else {
            return;
        };
        let lesson = self.lesson.get_untracked();
        match self.way.with_value(|way| way.answered) {
            Some((known, question, chosen)) if (known, question) == (lesson, place) => {
                self.chosen.set(Some(chosen));
                self.stage.until.set(None);
                self.stage.go(Stand::End);
            }
            Some(_) | None => {
                let stop = self.stage.now().trace.closed_at;
                self.stage.go(Stand::At(stop));
            }
        }
    }

    /// On a projector the story is told from its begin; a reader finds the question at once.
    pub(super) fn tell_from_begin(self) {
        if self.presenting.get_untracked() {
            self.stage.go(Stand::At(TrueTime::START));
        }
    }

    /// A choice was made.
    pub(super) fn remember_answer(self, place: usize) {
        let answered = (
            self.lesson.get_untracked(),
            self.asked.get_untracked(),
            place,
        );
        self.way.update_value(|way| way.answered = Some(answered));
    }
}

impl Deck for Course {
    fn next(&self) {
        if self.is_asked() {
            return self.mark_next();
        }
        let arrived = !self.step_on();
        if arrived {
            self.station_on();
        }
        self.way.update_value(|way| way.arrived = arrived);
    }

    fn previous(&self) {
        let at = self.stage.playhead.get_untracked();
        let marked = self.marked.get_untracked();
        if let (true, Some(place)) = (self.is_asked(), marked) {
            return self.marked.set(place.checked_sub(1));
        }
        let arrived = self.way.with_value(|way| way.arrived);
        self.way.update_value(|way| way.arrived = false);
        if arrived || at <= TrueTime::START {
            self.station_back();
        } else {
            self.stage.previous_event();
        }
    }

    fn reset(&self) {
        self.go(self.lesson.get_untracked(), Part::Predict);
        self.tell_from_begin();
    }

    fn is_asked(&self) -> bool {
        untrack(|| self.asks())
    }

    fn choose(&self, place: usize) {
        Self::choose(*self, place);
    }

    fn choose_marked(&self) -> bool {
        let marked = self.marked.get_untracked().filter(|_| self.is_asked());
        if let Some(place) = marked {
            Self::choose(*self, place);
        }
        marked.is_some()
    }

    fn seat(&self) -> Option<Seat> {
        Some(Seat {
            lesson: self.lesson().id.to_owned(),
            part: self.part.get().id().to_owned(),
            question: self.asked.get(),
            is_open: self.stage.until.get().is_some(),
            chosen: self.chosen.get(),
            marked: self.marked.get(),
            look: self.look.get().map(str::to_owned),
            challenge: self.challenge_place(),
        })
    }
}
