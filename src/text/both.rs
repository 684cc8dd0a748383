//! A text that is given in both languages at once.

use super::Lang;

/// A text in both languages; there is no way to give only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Both {
    /// In English.
    pub en: &'static str,
    /// In Japanese.
    pub ja: &'static str,
}

impl Both {
    /// The text in a language.
    #[must_use]
    pub const fn of(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ja => self.ja,
        }
    }
}

/// Both languages of a text: English first.
#[must_use]
pub const fn both(en: &'static str, ja: &'static str) -> Both {
    Both { en, ja }
}
