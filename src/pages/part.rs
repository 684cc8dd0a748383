//! The parts of a lesson as markup.

use super::Page;
use super::figure::{Figure, coloured};
use super::html::{around, element, escaped};
use crate::lesson::{Challenge, Lesson, Look, Mistake, Piece, Prediction, Run};
use crate::model::TrueTime;
use crate::text::quantity::seconds;
use crate::text::{Both, LabWord, Lang, both, say};

pub const OPEN: Both = both("Open on the stage", "図を動かして試す");
const ANSWER: Both = both(
    "Choose first. Then open: what happens, and why",
    "選んでから開く：何が起き、それはなぜか",
);
const CONDITIONS: Both = both("The simulation asks:", "シミュレーションが確かめること：");
const SOLUTION: Both = both(
    "One answer (try it yourself first)",
    "解答例（まず自分で試す）",
);
const START: Both = both("Start from here", "ここから始める");

/// A lesson on its page.
#[derive(Clone, Copy)]
pub struct Writer {
    /// The page that is written.
    pub page: Page,
    /// In which language.
    pub lang: Lang,
    /// Of which lesson.
    pub lesson: &'static Lesson,
}

impl Writer {
    /// A run of the lesson as a figure.
    pub fn figure(&self, run: &str) -> Result<Figure, Mistake> {
        Ok(Figure::of(self.lang, self.lesson.scenario(run)?))
    }

    /// A text of the lesson as markup.
    pub fn text(&self, at_hand: &Run, text: Both) -> Result<String, Mistake> {
        let pieces = self.lesson.fill(self.lang, at_hand, text)?;
        Ok(pieces.iter().map(|piece| self.piece(piece)).collect())
    }

    fn piece(&self, piece: &Piece) -> String {
        match piece {
            Piece::Plain(text) => escaped(text),
            Piece::Code(code) => element("code", "translate=\"no\"", code),
            Piece::Verdict(outcome) => coloured(self.lang, "span", *outcome),
            Piece::Term { id, shown } => {
                let glossary = self.page.to(&Page::Glossary.file(self.lang));
                element(
                    "a",
                    &format!("class=\"term\" href=\"{glossary}#{id}\""),
                    shown,
                )
            }
            Piece::Cited { source, shown } => {
                let link = format!("href=\"{}\" rel=\"noreferrer\"", escaped(source.url));
                element("a", &link, shown)
            }
        }
    }

    /// Paragraphs.
    pub fn paragraphs(&self, at_hand: &Run, texts: &[Both]) -> Result<String, Mistake> {
        let mut markup = String::new();
        for text in texts {
            markup += &around("p", "class=\"told\"", &self.text(at_hand, *text)?);
            markup.push('\n');
        }
        Ok(markup)
    }

    /// The question: the run as far as it is known, the choices, and the answer, folded away.
    pub fn question(&self, prediction: &Prediction) -> Result<String, Mistake> {
        let lang = self.lang;
        let figure = self.figure(prediction.run)?;
        let run = figure.run();
        let stop = prediction.stop(run);
        let at = stop.map_or(TrueTime::START, |stop| stop.at);
        let at = seconds(lang, at.since(TrueTime::START));
        let label = say!(
            lang,
            "The run until {at}. What comes later is not shown.",
            "{at}までの実行。その先は示していない。"
        );
        let right = prediction.right(run);
        let (mut choices, mut reasons) = (String::new(), String::new());
        for (place, choice) in prediction.choices.iter().enumerate() {
            let says = self.text(run, choice.says)?;
            choices += &around("li", "", &says);
            let (word, class) = if right == Some(place) {
                (LabWord::SoItIs, "class=\"word tone-ok\"")
            } else {
                (LabWord::NotSo, "class=\"word tone-plain\"")
            };
            let reason = [
                around("p", "class=\"choice\"", &says),
                around(
                    "p",
                    "",
                    &format!(
                        "{} {}",
                        element("span", class, word.of(lang)),
                        self.text(run, choice.reason)?
                    ),
                ),
            ];
            reasons += &around("li", "", &reason.concat());
        }
        let folded =
            element("summary", "", ANSWER.of(lang)) + &around("ol", "class=\"reasons\"", &reasons);
        Ok([
            figure.pictures_until(stop, &label),
            around(
                "h3",
                "class=\"question\"",
                &self.text(run, prediction.question)?,
            ),
            around("ol", "class=\"choices\"", &choices),
            around("details", "", &folded),
        ]
        .join("\n"))
    }

    /// A run with its picture.
    pub fn shown(&self, run: &str, name: &str) -> Result<String, Mistake> {
        let figure = self.figure(run)?;
        let lang = self.lang;
        let label = say!(
            lang,
            "{name}: the run as a time-space diagram. The steps are below it as text.",
            "{name}：実行の時空図。手順は下に文章で示す。"
        );
        Ok([
            figure.verdict(),
            figure.pictures(&label),
            figure.log(),
            around("p", "class=\"act\"", &self.open(&figure, OPEN, name)),
        ]
        .concat())
    }

    /// A link to the stage.
    pub fn open(&self, figure: &Figure, says: Both, name: &str) -> String {
        let link = escaped(&self.page.stage(figure.scenario()));
        let unseen = element("span", "class=\"unseen\"", &format!(": {name}"));
        let shown = escaped(says.of(self.lang)) + &unseen;
        around("a", &format!("class=\"open\" href=\"{link}\""), &shown)
    }

    /// Runs to look at, in words.
    pub fn looks(&self, looks: &[Look]) -> Result<String, Mistake> {
        let mut items = String::new();
        for look in looks {
            let figure = self.figure(look.run)?;
            let run = figure.run();
            let title = self.text(run, look.title)?;
            let heading = format!("{title} {}", figure.word("span"));
            let parts = [
                around("h3", "", &heading),
                around("p", "", &self.text(run, look.says)?),
                around(
                    "p",
                    "class=\"act\"",
                    &self.open(&figure, OPEN, &self.plain(run, look.title)?),
                ),
            ];
            items += &around("li", "", &parts.concat());
        }
        Ok(around("ul", "class=\"looks\"", &items) + "\n")
    }

    /// The change that the text makes, with its picture.
    pub fn worked(&self, look: &Look) -> Result<String, Mistake> {
        let figure = self.figure(look.run)?;
        let run = figure.run();
        Ok([
            around("h3", "", &self.text(run, look.title)?) + "\n",
            around("p", "class=\"told\"", &self.text(run, look.says)?) + "\n",
            self.shown(look.run, &self.plain(run, look.title)?)?,
        ]
        .concat())
    }

    /// A challenge: hints and answer are folded away.
    pub fn challenge(&self, challenge: &Challenge) -> Result<String, Mistake> {
        let lang = self.lang;
        let start = self.figure(challenge.start)?;
        let answer = self.figure(challenge.answer)?;
        let mut conditions = String::new();
        for condition in challenge.conditions {
            conditions += &around("li", "", &self.text(start.run(), condition.says)?);
        }
        let mut folded = String::new();
        for hint in challenge.hints {
            let body = element("summary", "", LabWord::Hint.of(lang))
                + &around("p", "", &self.text(start.run(), *hint)?);
            folded += &around("details", "", &body);
        }
        let mut told = around("p", "", &self.text(answer.run(), challenge.because)?);
        if let Some(then) = challenge.then {
            let run = self.lesson.run_of(then.run)?;
            told += &around("p", "", &self.text(&run, then.says)?);
        }
        let title = challenge.title.of(lang);
        let link = around("p", "class=\"act\"", &self.open(&answer, OPEN, title));
        let solution = element("summary", "", SOLUTION.of(lang)) + &told + &link;
        folded += &around("details", "", &solution);
        let id = format!("id=\"{}\"", challenge.id);
        Ok(around(
            "section",
            "class=\"challenge\"",
            &[
                element("h3", &id, title),
                around(
                    "p",
                    "class=\"told\"",
                    &self.text(start.run(), challenge.task)?,
                ),
                element("p", "class=\"label\"", CONDITIONS.of(lang)),
                around("ul", "class=\"conditions\"", &conditions),
                around("p", "class=\"act\"", &self.open(&start, START, title)),
                folded,
            ]
            .join("\n"),
        ) + "\n")
    }

    /// A text without its links.
    fn plain(&self, at_hand: &Run, text: Both) -> Result<String, Mistake> {
        let pieces = self.lesson.fill(self.lang, at_hand, text)?;
        Ok(crate::lesson::plain(self.lang, &pieces))
    }
}
