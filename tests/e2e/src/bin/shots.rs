//! Pictures of the page, to be looked at: every state at every width, theme and language.
//!
//! `cargo run -p e2e --bin shots -- OUT_DIR [WORD]` takes those whose name contains the word;
//! a name is `fence-on-320-dark-ja`.

use std::env;
use std::path::PathBuf;

use e2e::{Key, Lab, Look, MOUNTED};

/// One thing to do before the picture is taken. Elements are named by their `data-testid`.
enum Act {
    Click(&'static str),
    Fill(&'static str, &'static str),
    Press(&'static str, Key, u32),
    /// The first of a selector.
    ClickFirst(&'static str),
    /// Until something is there, by its selector.
    Wait(&'static str),
    /// Characters, wherever the focus is.
    Type(&'static str),
    /// On to the window that was opened.
    OtherWindow,
}
use Act::{Click, ClickFirst, Fill, OtherWindow, Press, Type, Wait};

struct State {
    name: &'static str,
    /// What comes after the address: a query or a fragment.
    rest: &'static str,
    acts: &'static [Act],
}

const STATES: &[State] = &[
    State {
        name: "start",
        rest: "",
        acts: &[],
    },
    State {
        name: "fence-on",
        rest: "",
        acts: &[Click("fence-switch")],
    },
    State {
        name: "safe",
        rest: "",
        acts: &[Press("handle-pause-end", Key::Left, 30)],
    },
    State {
        name: "lab",
        rest: "lab.html",
        acts: &[],
    },
    State {
        name: "lab-menu",
        rest: "lab.html",
        acts: &[Click("add-here")],
    },
    State {
        name: "lab-twin",
        rest: "lab.html",
        acts: &[Click("twin"), Click("zoom-in")],
    },
    State {
        name: "embed",
        rest: "lab.html?embed=1&fence=on",
        acts: &[],
    },
    State {
        name: "lab-embed",
        rest: "lab.html",
        acts: &[
            Click("embed"),
            // A frame that is not seen is not laid out.
            Click("embed-frame-copy"),
            Wait("[data-testid=embed-preview]:not([height=\"640\"])"),
        ],
    },
    State {
        name: "lab-matrix",
        rest: "lab.html",
        acts: &[
            Click("tab-matrix"),
            Wait("#bench-matrix section[aria-busy=false] .matrix .holds"),
            Click("cell-1-1"),
        ],
    },
    State {
        name: "course-predict",
        rest: "course.html#lesson=pause",
        acts: &[Wait("[data-testid=choose-0]")],
    },
    State {
        name: "course-answered",
        rest: "course.html#lesson=fencing",
        acts: &[
            Wait("[data-testid=choose-0]"),
            Click("choose-0"),
            Click("to-end"),
        ],
    },
    State {
        name: "course-look",
        rest: "course.html#lesson=debate&part=investigate",
        acts: &[Wait(".look"), ClickFirst(".look")],
    },
    State {
        name: "course-make",
        rest: "course.html#lesson=layers&part=make",
        acts: &[Wait("[data-testid=check]"), Click("check")],
    },
    State {
        name: "lab-share",
        rest: "lab.html",
        acts: &[
            ClickFirst("[data-testid=share] summary"),
            Wait("[data-testid=qr] path[d^=M]"),
            Fill("import-text", "{\"format\": 1, \"clients\": []}"),
            Click("import-go"),
        ],
    },
    State {
        name: "lab-map",
        rest: "lab.html",
        acts: &[
            Click("tab-map"),
            Wait("#bench-map section[aria-busy=false] .map-border[d^=M]"),
        ],
    },
    State {
        name: "lab-sweep",
        rest: "lab.html",
        acts: &[
            Click("tab-sweep"),
            Click("sweep-go"),
            Wait("#bench-sweep section[aria-busy=false] progress"),
        ],
    },
    State {
        name: "lab-chaos",
        rest: "lab.html",
        acts: &[
            Click("tab-chaos"),
            Click("chaos-go"),
            Wait("[data-testid=chaos-show].main"),
        ],
    },
    State {
        name: "present-lab",
        rest: "lab.html",
        acts: &[Type("f")],
    },
    State {
        name: "present-twin",
        rest: "lab.html",
        acts: &[Click("twin"), Type("f")],
    },
    State {
        name: "present-redlock",
        rest: "course.html#lesson=redlock&part=run",
        acts: &[Wait("[data-testid=part-1][aria-current=step]"), Type("f")],
    },
    State {
        name: "present-question",
        rest: "course.html#lesson=pause",
        acts: &[Wait("[data-testid=choose-0]"), Type("fnn")],
    },
    State {
        name: "present-answered",
        rest: "course.html#lesson=pause",
        acts: &[
            Wait("[data-testid=choose-0]"),
            Type("f2"),
            Wait("[data-testid=answer]"),
            Click("to-end"),
        ],
    },
    State {
        name: "present-look",
        rest: "course.html#lesson=pause&part=investigate",
        acts: &[Wait("[data-testid=part-2][aria-current=step]"), Type("fn")],
    },
    State {
        name: "present-task",
        rest: "course.html#lesson=fencing&part=make",
        acts: &[Wait("[data-testid=check]"), Type("f")],
    },
    State {
        name: "present-keys",
        rest: "course.html#lesson=pause",
        acts: &[Wait("[data-testid=choose-0]"), Type("f?")],
    },
    State {
        name: "present-speaker",
        rest: "course.html#lesson=pause",
        acts: &[
            Wait("[data-testid=choose-0]"),
            Type("fns"),
            OtherWindow,
            Wait("[data-testid=speaker-answer] li"),
        ],
    },
    State {
        name: "present-lab-speaker",
        rest: "lab.html",
        acts: &[
            Type("f1s"),
            OtherWindow,
            Wait("[data-testid=speaker-next] li"),
        ],
    },
    State {
        name: "lucky",
        rest: "",
        acts: &[Fill("field-pause", "9.5")],
    },
];

const WIDTHS: &[(u32, u32)] = &[(320, 640), (768, 1024), (1440, 900)];
/// Of projectors, for the states whose name begins with `present`.
const PROJECTORS: &[(u32, u32)] = &[(1024, 768), (1280, 720), (1920, 1080)];
const LANGUAGES: &[&str] = &["en", "ja"];
/// The name of each way the page can look, and the media features that ask for it.
const THEMES: &[(&str, &[(&str, &str)])] = &[
    ("light", &[("prefers-color-scheme", "light")]),
    ("dark", &[("prefers-color-scheme", "dark")]),
    ("still", &[("prefers-reduced-motion", "reduce")]),
    ("forced", &[("forced-colors", "active")]),
    (
        "forced-dark",
        &[
            ("forced-colors", "active"),
            ("prefers-color-scheme", "dark"),
        ],
    ),
];

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut words = env::args().skip(1);
    let folder = PathBuf::from(words.next().unwrap_or_else(|| "screens".into()));
    let wanted = words.next().unwrap_or_default();
    for &(width, height) in WIDTHS.iter().chain(PROJECTORS) {
        for &(theme, features) in THEMES {
            for &language in LANGUAGES {
                let names: Vec<_> = STATES
                    .iter()
                    .filter(|state| {
                        state.name.starts_with("present") == PROJECTORS.contains(&(width, height))
                    })
                    .map(|state| (format!("{}-{width}-{theme}-{language}", state.name), state))
                    .filter(|(name, _)| name.contains(&wanted))
                    .collect();
                if names.is_empty() {
                    continue;
                }
                let look = Look::default().size(width, height).language(language);
                let look = features
                    .iter()
                    .fold(look, |look, (name, value)| look.feature(name, value));
                let lab = Lab::idle(look).await;
                for (name, state) in names {
                    show(&lab, state, &name).await;
                    let file = folder.join(format!("{name}.png"));
                    lab.screenshot(&file).await;
                    println!("{}", file.display());
                    one_window(&lab).await;
                }
            }
        }
    }
}

/// Brings the page into a state; says what it does not find.
async fn show(lab: &Lab, state: &State, name: &str) {
    lab.visit(state.rest).await;
    lab.wait(MOUNTED).await;
    for act in state.acts {
        let testid = match act {
            Click(testid) | Fill(testid, _) | Press(testid, ..) => testid,
            ClickFirst(selector) => {
                let click = format!("document.querySelector('{selector}').click()");
                lab.value(&click).await;
                continue;
            }
            Type(text) => {
                lab.keys(text).await;
                continue;
            }
            OtherWindow => {
                other_window(lab).await;
                continue;
            }
            Wait(selector) => {
                lab.wait(&format!("document.querySelector('{selector}') !== null"))
                    .await;
                continue;
            }
        };
        if !lab.has(testid).await {
            println!("{name}: there is no {testid}");
            continue;
        }
        match act {
            Click(testid) => lab.click(testid).await,
            Fill(testid, text) => lab.fill(testid, text).await,
            Press(testid, key, times) => {
                lab.focus(testid).await;
                for _ in 0..*times {
                    lab.press(key.clone()).await;
                }
            }
            ClickFirst(_) | Wait(_) | Type(_) | OtherWindow => {}
        }
    }
    // Two frames later all that the acts have changed is painted.
    let painted = "const done = arguments[0];
        document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(done)));";
    let waited = lab.execute_async(painted, vec![]).await;
    waited.unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// Goes on to the window that was opened last.
async fn other_window(lab: &Lab) {
    let windows = lab.windows().await.expect("there are windows");
    let last = windows.last().expect("there is one").clone();
    lab.switch_to_window(last)
        .await
        .expect("the window is there");
}

/// Closes every window but the first.
async fn one_window(lab: &Lab) {
    let windows = lab.windows().await.expect("there are windows");
    let Some((first, others)) = windows.split_first() else {
        return;
    };
    for other in others {
        let other = other.clone();
        lab.switch_to_window(other).await.expect("it is there");
        lab.close_window().await.expect("it closes");
        lab.switch_to_window(first.clone())
            .await
            .expect("it is there");
    }
}
