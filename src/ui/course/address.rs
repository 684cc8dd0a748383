//! The address of the course: which lesson, which part, and what was done, as keys that people
//! can write.

use super::Course;
use crate::lesson::{Part, lessons};
use crate::text::{LabWord, Lang, say};
use crate::ui::env;
use leptos::prelude::*;

/// What there is to say of the address.
#[derive(Clone, PartialEq, Eq)]
pub enum Notice {
    /// There is no such lesson.
    NoLesson(String),
    /// There is no such part.
    NoPart(String),
    /// The link was copied, or where to copy it from.
    Word(LabWord),
}

impl Notice {
    /// In words.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Self::NoLesson(asked) => {
                let all: Vec<&str> = lessons().iter().map(|lesson| lesson.id).collect();
                let all = all.join(", ");
                say!(
                    lang,
                    "There is no lesson “{asked}”. The lessons are: {all}.",
                    "「{asked}」という課はありません。課の名前：{all}。"
                )
            }
            Self::NoPart(asked) => {
                let all: Vec<&str> = Part::ALL.iter().map(|part| part.id()).collect();
                let all = all.join(", ");
                say!(
                    lang,
                    "A lesson has no part “{asked}”. The parts are: {all}.",
                    "「{asked}」という段階はありません。段階の名前：{all}。"
                )
            }
            Self::Word(word) => word.of(lang).to_owned(),
        }
    }
}

impl Course {
    /// Reads the address now and whenever somebody writes another one.
    pub(super) fn follow_address(self) {
        self.read_address();
        env::on_fragment_change(move || self.read_address());
    }

    fn read_address(self) {
        let (fragment, query) = (env::fragment(), env::query());
        let value = |key: &str| {
            let pairs = fragment.split('&').chain(query.split('&'));
            let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
            pairs
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value.to_owned())
        };
        if let Some(done) = value("done") {
            self.progress.add(&done);
        }
        if let Some(lang) = value("lang").and_then(|tag| Lang::from_tag(&tag)) {
            self.stage.lang.set(lang);
        }
        let asked = value("lesson");
        let lesson = asked.as_ref().map(|id| {
            let place = lessons().iter().position(|lesson| lesson.id == id);
            place.ok_or_else(|| Notice::NoLesson(id.clone()))
        });
        let part = value("part").map(|asked| {
            let part = Part::ALL.into_iter().find(|part| part.id() == asked);
            part.ok_or(Notice::NoPart(asked))
        });
        let (lesson, first) = split(lesson, 0);
        let (part, second) = split(part, Part::Predict);
        self.go(lesson, part);
        self.notice.set(first.or(second));
    }

    /// Writes where the learner is into the address.
    pub(super) fn write_address(self) {
        let lesson = untrack(|| self.lesson()).id;
        let part = self.part.get_untracked().id();
        env::set_fragment(&format!("lesson={lesson}&part={part}"));
    }

    /// Puts an address with everything that was done on the clipboard.
    pub(super) fn share_progress(self) {
        let lesson = untrack(|| self.lesson()).id;
        let part = self.part.get_untracked().id();
        let done = self.progress.told();
        env::set_fragment(&format!("lesson={lesson}&part={part}&done={done}"));
        env::copy_address(move |word| {
            self.notice.try_set(Some(Notice::Word(word)));
        });
    }
}

fn split<T>(asked: Option<Result<T, Notice>>, otherwise: T) -> (T, Option<Notice>) {
    match asked {
        None => (otherwise, None),
        Some(Ok(known)) => (known, None),
        Some(Err(notice)) => (otherwise, Some(notice)),
    }
}
