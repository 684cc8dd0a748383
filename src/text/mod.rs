//! Every word of the interface, in English and Japanese. A word that is
//! missing in one language does not compile.

/// A sentence in the language at hand; both must be given.
macro_rules! say {
    ($lang:expr, $en:literal, $ja:literal) => {
        match $lang {
            $crate::text::Lang::En => format!($en),
            $crate::text::Lang::Ja => format!($ja),
        }
    };
}

pub(crate) use say;

pub mod both;
pub mod complaint;
pub mod embed_word;
pub mod explore;
pub mod lab_word;
pub mod label;
pub mod lang;
pub mod link;
pub mod message;
pub mod narrate;
pub mod offline;
pub mod present;
pub mod quantity;
pub mod saved;
pub mod share_word;
pub mod sweep;
pub mod verdict;
pub mod word;

pub use both::{Both, both};
pub use embed_word::EmbedWord;
pub use lab_word::LabWord;
pub use lang::Lang;
pub use offline::OfflineWord;
pub use present::PresentWord;
pub use saved::SavedWord;
pub use share_word::ShareWord;
pub use word::Word;
