//! Why something cannot be done, in both languages.

use crate::sim::Complaint;
use crate::text::Lang;
use crate::text::complaint::explain;

/// A sentence in both languages, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The path of the field that it is about, as complaints name it; `$` for the whole.
    pub path: String,
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
}

impl Sentence {
    /// A sentence about a path, from what says it in one language.
    #[must_use]
    pub fn new(path: &str, say: impl Fn(Lang) -> String) -> Self {
        Self {
            path: path.to_owned(),
            en: say(Lang::En),
            ja: say(Lang::Ja),
        }
    }

    /// What is wrong with a scenario, as a sentence.
    #[must_use]
    pub fn of_complaint(complaint: &Complaint) -> Self {
        Self::new(&complaint.path, |lang| explain(lang, complaint))
    }

    /// The sentence in a language.
    #[must_use]
    pub fn of(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }
}
