//! What is on the page as files to download and as texts to copy.

use super::{Said, Share, png};
use crate::picture::export::{Seen, mermaid, standing_svg, timeline};
use crate::text::{Lang, ShareWord, verdict};
use crate::ui::dom::{El, html};
use crate::ui::env::{self, Copied};
use crate::ui::reactive::text;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, HtmlSelectElement};

/// How many times larger than on the page a PNG may be.
const TIMES: [u32; 4] = [1, 2, 3, 4];

/// A file that is a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    Svg,
    Mermaid,
    Text,
    Json,
}

impl File {
    const ALL: [Self; 4] = [Self::Svg, Self::Mermaid, Self::Text, Self::Json];

    const fn word(self) -> ShareWord {
        match self {
            Self::Svg => ShareWord::SvgFile,
            Self::Mermaid => ShareWord::MermaidFile,
            Self::Text => ShareWord::TextFile,
            Self::Json => ShareWord::JsonFile,
        }
    }

    /// How its name ends.
    const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Mermaid => "mmd",
            Self::Text => "txt",
            Self::Json => "json",
        }
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Mermaid | Self::Text => "text/plain;charset=utf-8",
            Self::Json => "application/json",
        }
    }
}

impl Share {
    pub(super) fn files_part(self) -> El {
        let save = |file: File| {
            let id = format!("save-{}", file.ending());
            self.button(&id, file.word(), move || {
                self.said.set(None);
                env::save(&self.name(file.ending()), file.kind(), &self.contents(file));
            })
        };
        let copies = File::ALL.into_iter().filter(|file| *file != File::Svg);
        let copies = copies.map(|file| {
            let id = format!("copy-{}", file.ending());
            self.button(&id, file.word(), move || self.copy(file))
        });
        let png = html("span")
            .attr("class", "png")
            .child(self.button("save-png", ShareWord::PngFile, move || self.save_png()))
            .child(self.sizes());
        html("section")
            .child(self.heading(ShareWord::Download))
            .child(
                html("div")
                    .attr("class", "tools")
                    .child(save(File::Svg))
                    .child(png)
                    .child(save(File::Mermaid))
                    .child(save(File::Text))
                    .child(save(File::Json))
                    .child(self.button("print", ShareWord::Print, env::print)),
            )
            .child(self.heading(ShareWord::CopyText))
            .child(html("div").attr("class", "tools").children(copies))
    }

    /// The choice of a size for the PNG.
    fn sizes(self) -> El {
        let options = TIMES.map(|times| {
            let option = html("option").attr("value", &times.to_string());
            option.text(&format!("{times}×"))
        });
        html("select")
            .live("aria-label", self.word(ShareWord::PngSize))
            .attr("data-testid", "png-size")
            .children(options)
            .value(text(move || self.times.get().to_string()))
            .on("change", move |event: Event| {
                let select = event.target().and_then(|it| it.dyn_into().ok());
                let value = select.map(|select: HtmlSelectElement| select.value());
                let known = value.and_then(|value| value.parse().ok());
                self.times
                    .set(known.filter(|times| TIMES.contains(times)).unwrap_or(1));
            })
    }

    /// A file name: what the run came to, in English, as file names travel.
    fn name(self, ending: &str) -> String {
        let outcome = verdict::word(self.stage.now().report.outcome).of(Lang::En);
        let outcome = outcome.to_ascii_lowercase().replace(' ', "-");
        format!("fencelab-{outcome}.{ending}")
    }

    fn contents(self, file: File) -> String {
        let scene = self.stage.now();
        let seen = Seen {
            lang: self.stage.lang.get_untracked(),
            scenario: &scene.scenario,
            trace: &scene.trace,
            history: &scene.history,
            report: &scene.report,
            lines: &scene.lines,
            picture: &scene.picture,
            is_whole: self.stage.zoom.with_untracked(Option::is_none),
        };
        match file {
            File::Svg => standing_svg(seen),
            File::Mermaid => mermaid(seen),
            File::Text => timeline(seen, &self.link.address_now()),
            File::Json => scene.scenario.to_json(),
        }
    }

    fn copy(self, file: File) {
        env::copy_text(&self.contents(file), move |copied| {
            self.said.try_set(Some(Said::Word(match copied {
                Copied::Yes => ShareWord::Copied,
                Copied::Denied => ShareWord::CopyDenied,
            })));
        });
    }

    fn save_png(self) {
        self.said.set(None);
        let name = self.name("png");
        let times = self.times.get_untracked();
        png::draw(&self.contents(File::Svg), times, move |drawn| match drawn {
            Some(blob) => env::save_blob(&name, &blob),
            None => {
                self.said.try_set(Some(Said::Word(ShareWord::PngDenied)));
            }
        });
    }
}
