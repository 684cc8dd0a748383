//! The words that the build hands to `scripts/offline.js`: what a page says of its own files.

use super::Lang;
use super::word::words;

words! {
    /// A word or phrase about the page's own files.
    OfflineWord
    /// In the foot, when every file of the site is kept.
    WorksOffline: "Works offline", "オフラインでも使えます";
    /// In the foot: the download.
    OneFile: "All of it as one file, for a USB stick", "全体を 1 ファイルにまとめたもの（USB メモリー用）";
    /// There is a new version, and it is at hand.
    NewVersion: "A new version of Fencelab is ready.", "Fencelab の新しいバージョンがあります。";
    /// Button: shows the new version.
    LoadIt: "Load it", "読み込む";
    /// Button: keeps the version that is shown.
    Later: "Later", "あとで";
}

impl OfflineWord {
    /// The name by which the script asks for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WorksOffline => "works-offline",
            Self::OneFile => "one-file",
            Self::NewVersion => "new-version",
            Self::LoadIt => "load-it",
            Self::Later => "later",
        }
    }
}
