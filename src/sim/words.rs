//! The words of the file format.

use super::scenario::{
    Cause, Check, FailoverForgets, Fence, FenceScope, Purpose, Release, RestartForgets, Service,
    Stops, Tokens, Versions, Waiting,
};

/// A choice that a file names by a word.
pub trait Word: Copy + 'static {
    /// The words, in the order of [`Word::ALL`].
    const WORDS: &'static [&'static str];
    /// The choices.
    const ALL: &'static [Self];

    /// The word for this choice.
    fn word(self) -> &'static str;

    /// The place of this choice in [`Word::ALL`]. Links are written with it:
    /// a new choice goes to the end (`docs/link.md`).
    fn place(self) -> usize;

    /// The choice that a word names, if it names one.
    #[must_use]
    fn named(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|choice| choice.word() == word)
    }
}

macro_rules! words {
    ($($choice:ident { $($variant:ident = $word:literal),+ $(,)? })+) => {
        $(impl Word for $choice {
            const WORDS: &'static [&'static str] = &[$($word),+];
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            fn place(self) -> usize {
                self as usize
            }
        })+
    };
}

words! {
    Purpose { Correctness = "correctness", Efficiency = "efficiency" }
    Service { Lease = "lease", Redlock = "redlock" }
    Tokens { Counter = "counter", None = "none", SeparateCounter = "separate_counter" }
    Waiting { Poll = "poll", Queue = "queue" }
    Release { IfMine = "if_mine", Always = "always" }
    Fence { Off = "off", Writes = "writes", ReadsAndWrites = "reads_and_writes" }
    FenceScope { Lock = "lock", Object = "object" }
    Versions { Ignored = "ignored", Checked = "checked" }
    Check { None = "none", Clock = "clock", Ask = "ask" }
    Cause {
        Gc = "gc",
        PageFault = "page_fault",
        CpuSteal = "cpu_steal",
        Sigstop = "sigstop",
        VmMigration = "vm_migration",
        Other = "other",
    }
    Stops { Worker = "worker", Process = "process", Machine = "machine" }
    FailoverForgets { Lock = "lock", LockAndCounter = "lock_and_counter" }
    RestartForgets { HighestToken = "highest_token", Keys = "keys", Both = "both" }
}
