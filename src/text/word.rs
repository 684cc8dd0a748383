//! The fixed words and phrases.

use super::Lang;

macro_rules! words {
    ($(#[$about:meta])* $Words:ident $($(#[$doc:meta])* $name:ident: $en:literal, $ja:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Words {
            $($(#[$doc])* $name,)*
        }

        impl $Words {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The word in a language.
            #[must_use]
            pub const fn of(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $((Self::$name, Lang::En) => $en, (Self::$name, Lang::Ja) => $ja,)*
                }
            }
        }
    };
}

pub(super) use words;

words! {
    /// A word or phrase that never changes.
    Word
    /// Under the name, in the title.
    Tagline: "What a distributed lock promises, and what it cannot",
        "分散ロックが約束できること、できないこと";
    /// First link of the page.
    SkipToStage: "Skip to the picture", "図へ移動";
    /// The stage as a region.
    Stage: "The story of a lock", "ロックの筋書き";
    /// The picture.
    Diagram: "Time-space diagram", "時間と主体の図";
    /// Controls as a group.
    Controls: "Controls", "操作";
    /// The switch of the fence.
    FenceSwitch: "Fence at the resource", "リソース側のフェンス";
    /// Opens the remaining fields.
    MoreTimes: "More times", "その他の時間";
    /// Field and handle: length of the pause.
    Pause: "Pause", "停止";
    /// Field and handle: begin of the pause.
    PauseBegins: "Pause begins", "停止の開始";
    /// Handle: end of the pause.
    PauseEnds: "Pause ends", "停止の終わり";
    /// Field: the time to live of a lease.
    Ttl: "TTL", "TTL";
    /// Handle: end of the lease.
    LeaseEnds: "Lease ends (TTL)", "リースの満了（有効期間）";
    /// Less, for the button of a field.
    Less: "less", "減らす";
    /// More, for the button of a field.
    More: "more", "増やす";
    /// Transport: play.
    Play: "Play", "再生";
    /// Transport: stop playing.
    Stop: "Stop", "再生を止める";
    /// Transport.
    ToStart: "To the start", "最初へ";
    /// Transport.
    ToEnd: "To the end", "最後へ";
    /// Transport.
    NextEvent: "Next event", "次の出来事";
    /// Transport.
    PreviousEvent: "Previous event", "前の出来事";
    /// Transport.
    Transport: "Playback", "再生の操作";
    /// Transport.
    Speed: "Speed", "速さ";
    /// The line that shows the instant.
    Playhead: "Playhead", "再生位置";
    /// Gives the first scenario back.
    Reset: "Reset", "元に戻す";
    /// Panel.
    Log: "Log", "ログ";
    /// Panel.
    WhoCompares: "Who compares?", "誰が比べるか";
    /// Lane.
    LockService: "Lock service", "ロックサービス";
    /// Lane, where there is little room.
    Lock: "Lock", "ロック";
    /// Lane.
    Resource: "Resource", "リソース";
    /// What the resource keeps.
    TheRecord: "the record", "レコード";
    /// State panel.
    Record: "Record", "レコード";
    /// State panel.
    Fence: "Fence", "フェンス";
    /// State panel: nothing.
    Nothing: "none", "なし";
    /// State panel: nobody holds the lock.
    Free: "free", "空き";
    /// State panel.
    Believes: "believes", "保持と信じている";
    /// State panel.
    Holds: "holds", "保持";
    /// State panel.
    Paused: "paused", "停止中";
    /// State panel.
    Crashed: "crashed", "クラッシュ";
    /// State panel.
    WaitsForLock: "waits for the lock", "ロック待ち";
    /// State panel.
    NotThere: "not there yet", "まだいない";
    /// State panel.
    Done: "done", "終了";
    /// State panel.
    Works: "works without the lock", "ロックなしで作業中";
    /// Belief bar.
    BelievesItHolds: "believes it holds the lock", "ロックを保持していると信じている";
    /// Belief bar of one who really holds.
    HoldsRightly: "holds it, rightly", "正しく保持";
    /// The fence when it is off.
    NoFence: "no fence", "フェンスなし";
    /// Over a value that was written over.
    Lost: "lost", "消失";
    /// t0.
    TakesTheLock: "takes the lock", "ロック取得";
    /// t1.
    PauseStarts: "pause begins", "停止開始";
    /// t2.
    TheLeaseEnds: "lease ends", "リース満了";
    /// Cause of a pause.
    CauseGc: "GC pause", "GC 停止";
    /// Cause of a pause.
    CausePageFault: "page fault", "ページフォールト";
    /// Cause of a pause.
    CauseCpuSteal: "CPU steal", "CPU スティール";
    /// Cause of a pause.
    CauseSigstop: "SIGSTOP", "SIGSTOP";
    /// Cause of a pause.
    CauseVmMigration: "VM migration", "VM ライブマイグレーション";
    /// Cause of a pause.
    CauseOther: "pause", "停止";
    /// Verdict.
    Broken: "Broken", "破綻";
    /// Verdict.
    Fenced: "Fenced", "フェンスが阻止";
    /// Verdict.
    Refused: "Refused", "拒否";
    /// Verdict.
    Deduplicated: "Deduplicated", "重複を排除";
    /// Verdict.
    StoodDown: "Stood down", "自主撤退";
    /// Verdict.
    Lucky: "Lucky", "たまたま無害";
    /// Verdict.
    Safe: "Safe", "安全";
    /// Verdict.
    Wasted: "Wasted", "無駄な二重実行";
    /// The navigation as a group.
    Pages: "Pages", "ページ";
    /// Navigation.
    NavStage: "The story", "筋書き";
    /// Navigation.
    NavLaboratory: "Laboratory", "実験室";
    /// Navigation.
    NavCourse: "Course", "講座";
    /// Navigation.
    NavStories: "Stories", "事例集";
    /// Navigation.
    NavMyLock: "My lock", "使っているロック";
    /// Navigation.
    NavMonday: "On Monday", "月曜からの実践";
    /// Hint under the picture.
    DragHint: "Drag the handles, or focus one and use the arrow keys. Hold Alt for single milliseconds.",
        "つまみをドラッグするか、選んで矢印キーで動かせます。Alt で 1 ミリ秒単位。";
    /// Foot of the page.
    Footer: "A simulation, exact to the millisecond. Same scenario, same run, on every machine.",
        "ミリ秒単位で正確なシミュレーション。同じ筋書きは、どの環境でも同じ結果になります。";
}

#[cfg(test)]
mod tests {
    use super::Word;
    use crate::text::Lang;

    /// Words that are the same in both languages on purpose.
    const SAME: &[Word] = &[Word::Ttl, Word::CauseSigstop];

    #[test]
    fn every_word_differs_between_the_languages() {
        for word in Word::ALL {
            let same = word.of(Lang::En) == word.of(Lang::Ja);
            assert_eq!(same, SAME.contains(word), "{word:?}");
        }
    }
}
