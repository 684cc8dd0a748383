//! The course on the stage: predict, run, investigate, change, make. What is told, asked and
//! judged comes from [`crate::lesson`]; here it is only shown.

mod address;
mod chooser;
mod compare;
mod make;
mod parts;
mod predict;
mod progress;
mod prose;
mod slide;
mod walk;

use super::components::{clocks, diagram, drawer, log, transport, verdict};
use super::dom::{El, Item, Space, html};
use super::frame::{self, framed, region};
use super::keys::{is_typing, keys};
use super::present::{Present, board};
use super::reactive::text;
use super::runs::{chaos, map, matrix, sweep};
use super::saved::saved;
use super::stage::Stage;
use super::{env, look, player};
use crate::edit::past::Past;
use crate::lesson::{Bench, Lesson, Part, Run, lesson_at, lessons};
use crate::picture::Extras;
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Word};
use leptos::prelude::*;
use leptos::web_sys::{Event, KeyboardEvent};
use progress::Progress;
pub use prose::filled;

/// Mounts the course.
pub fn start_course() {
    frame::mount(page);
}

/// Where the learner is.
#[derive(Clone, Copy)]
struct Course {
    stage: Stage,
    /// The place of the lesson in the course.
    lesson: RwSignal<usize>,
    part: RwSignal<Part>,
    /// Which question of the lesson is asked.
    asked: RwSignal<usize>,
    /// What was chosen; none while the question is open.
    chosen: RwSignal<Option<usize>>,
    /// The choice that is marked, for whoever chooses by a clicker.
    marked: RwSignal<Option<usize>>,
    /// Whether the page is on a projector.
    presenting: RwSignal<bool>,
    /// What a lecture keeps to find its way.
    way: StoredValue<walk::Way>,
    /// The run of the lesson that was looked at last.
    look: RwSignal<Option<&'static str>>,
    /// The challenge at hand, and what was tried at it.
    attempt: RwSignal<make::Attempt>,
    /// The answers to the chooser's questions.
    answers: RwSignal<chooser::Answers>,
    progress: Progress,
    /// What there is to say of the address.
    notice: RwSignal<Option<address::Notice>>,
}

fn page() -> Vec<El> {
    look::follow_address();
    let stage = Stage::new(Scenario::seed(), env::language(), Extras::ALL);
    player::run_while_playing(stage);
    stage.past.set(Past::packed());
    stage.delete.set_value(Some(crate::edit::action::remove));
    let course = Course {
        stage,
        lesson: RwSignal::new(0),
        part: RwSignal::new(Part::Predict),
        asked: RwSignal::new(0),
        chosen: RwSignal::new(None),
        marked: RwSignal::new(None),
        presenting: RwSignal::new(false),
        way: StoredValue::new(walk::Way::default()),
        look: RwSignal::new(None),
        attempt: RwSignal::new(make::Attempt::default()),
        answers: RwSignal::new(chooser::Answers::default()),
        progress: Progress::load(),
        notice: RwSignal::new(None),
    };
    course.follow_address();
    let present = Present::new(stage, course.presenting, course);
    let above = course.block("lesson-text", Course::above);
    let below = course.block("lesson-work", Course::below);
    let [picture, hint] = diagram(stage, Some(clocks(stage)));
    let section = region(stage)
        .child(course.block("lessons", Course::list))
        .child(above)
        .child(course.shown_unless_asked(verdict(stage)))
        .child(
            html("div")
                .attr("class", "controls")
                .child(present.buttons())
                .child(transport(stage)),
        )
        .child(board(stage, course.presenting, picture))
        .child(course.shown_unless_asked([hint]))
        .child(below)
        .child(course.compared())
        .child(course.onward())
        .child(course.shown_unless_asked([saved(stage)]))
        .children(course.benches())
        .child(course.shown_unless_asked([log(stage)]))
        .child(course.settings())
        .children(present.over())
        .on("keydown", move |event: KeyboardEvent| course.key(&event));
    framed(stage, Word::NavCourse, section)
}

impl Course {
    /// The lesson at hand.
    fn lesson(self) -> &'static Lesson {
        lesson_at(self.lesson.get())
    }

    /// A run of the lesson at hand.
    fn run(self, name: &str) -> Option<Run> {
        self.lesson().run_of(name).ok()
    }

    /// A block of the page that is told by a function of where the learner is.
    fn block(self, id: &'static str, told: fn(Self) -> Vec<Item>) -> El {
        html("div")
            .attr("class", id)
            .attr("data-testid", id)
            .list(Space::Html, move || told(self))
            .on("click", move |event: Event| self.pressed(&event))
            .on("change", move |event: Event| self.changed(&event))
    }

    /// The way on, below all that is to be done.
    fn onward(self) -> El {
        let next = self.block("lesson-next", |course| {
            let is_open = course.stage.until.get().is_some();
            // A lecture goes on by its keys.
            if is_open || course.presenting.get() {
                return Vec::new();
            }
            course.next(course.part.get())
        });
        next.attr("class", "lesson-work lesson-next")
    }

    /// Absent while a question is open, for eyes and ears.
    fn shown_unless_asked(self, parts: impl IntoIterator<Item = El>) -> El {
        let class = move || {
            let is_open = self.stage.until.get().is_some();
            if is_open { "closed" } else { "" }.to_owned()
        };
        html("div").live("class", text(class)).children(parts)
    }

    /// What many runs show, in the lessons that look at it.
    fn benches(self) -> [El; 4] {
        [Bench::Matrix, Bench::Map, Bench::Sweep, Bench::Chaos].map(|bench| {
            let seen = Signal::derive(move || {
                let has_it = self.lesson().benches.contains(&bench);
                has_it && self.part.get() == bench.part()
            });
            let class = move || if seen.get() { "bench" } else { "bench closed" }.to_owned();
            let stage = self.stage;
            html("div").live("class", text(class)).child(match bench {
                Bench::Matrix => matrix::bench(stage, seen),
                Bench::Map => map::bench(stage, seen),
                Bench::Sweep => sweep::bench(stage),
                Bench::Chaos => chaos::bench(stage),
            })
        })
    }

    /// Every setting, for the parts in which the learner changes things.
    fn settings(self) -> El {
        let class = move || {
            let changes = self.part.get() != Part::Predict && self.part.get() != Part::Run;
            if changes { "" } else { "closed" }.to_owned()
        };
        html("div")
            .live("class", text(class))
            .child(drawer(self.stage))
    }

    /// Shows a run of the lesson on the stage, as a whole.
    fn show(self, name: &str) {
        if let Some(run) = untrack(|| self.run(name)) {
            self.stage.show(run.scenario);
        }
    }

    /// Goes to a part of a lesson.
    fn go(self, lesson: usize, part: Part) {
        self.lesson.set(lesson);
        self.part.set(part);
        self.look.set(None);
        self.notice.set(None);
        match part {
            Part::Predict => self.ask(0),
            Part::Run | Part::Investigate | Part::Change => {
                let name = untrack(|| self.lesson()).opens_on(part);
                self.show(name);
            }
            Part::Make => self.begin(0),
        }
        self.write_address();
    }

    fn key(self, event: &KeyboardEvent) {
        let is_plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
        let is_free = is_plain && !event.default_prevented() && !is_typing(event);
        if event.key() == "r" && is_free {
            // For the next class.
            event.prevent_default();
            return self.go(self.lesson.get_untracked(), Part::Predict);
        }
        keys(self.stage, event);
    }

    /// The lessons, as a way through the course.
    fn list(self) -> Vec<Item> {
        let (lang, here) = (self.stage.lang.get(), self.lesson.get());
        let entries = lessons().iter().enumerate().map(|(place, lesson)| {
            let number = place + 1;
            let done = self.progress.has_done(lesson);
            let mark = if done { " ✓" } else { "" };
            // On a narrow page only the number and the mark are seen, but of the lesson at hand.
            let title = format!(". {}", lesson.title.of(lang));
            let button = parts::button(&format!("lesson {place}"), "")
                .attr("aria-current", if place == here { "true" } else { "false" })
                .child(Item::new("span").text(number.to_string()))
                .child(Item::new("span").attr("class", "title").text(title))
                .child(Item::new("span").text(mark));
            Item::new("li").child(button)
        });
        let list = Item::new("ol").attr("class", "course-list");
        let share = parts::button("progress", "plain").text(LabWord::ShareProgress.of(lang));
        let said = self.notice.get().map(|notice| notice.say(lang));
        vec![
            entries.fold(list, Item::child),
            Item::new("div").attr("class", "tools").child(share),
            Item::new("p")
                .attr("class", "notice")
                .attr("role", "status")
                .text(said.unwrap_or_default()),
        ]
    }
}
