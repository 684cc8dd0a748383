//! The links of `tests/links` give for ever what they gave when they were made.

use crate::{edits, generator};
use fencelab::model::{Millis, Span, TrueTime};
use fencelab::share::{PresetId, Shared, Stand, decode, encode};
use fencelab::sim::case::Case;
use fencelab::sim::read;
use fencelab::sim::scenario::{Fence, Resource, Scenario, Versions};
use fencelab::text::Lang;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// What is seen of a link besides its scenario.
fn view(shared: &Shared) -> String {
    let mut out = format!("preset={}", shared.preset.name());
    match shared.stand {
        Stand::End => out.push_str(" at=end"),
        Stand::Moment(number) => write!(out, " at=t{number}").unwrap(),
        Stand::At(at) => write!(out, " at={}ms", at.0).unwrap(),
    }
    if let Some(lang) = shared.lang {
        write!(out, " lang={}", lang.tag()).unwrap();
    }
    for (name, span) in [("zoom", shared.zoom), ("loop", shared.looped)] {
        if let Some(span) = span {
            write!(out, " {name}={}..{}ms", span.begin.0, span.end.0).unwrap();
        }
    }
    if let Some(twin) = &shared.twin {
        out.push_str(" twin");
        if *twin != shared.scenario.resource.twin() {
            write!(out, "={twin:?}").unwrap();
        }
    }
    out
}

fn own(scenario: Scenario) -> Shared {
    Shared {
        scenario,
        ..Shared::of(PresetId::OWN)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links")
}

/// What new links are made of. Changing one of these changes no recorded link.
fn stories() -> Vec<(String, Shared)> {
    let mut stories = vec![("seed".to_owned(), Shared::of(PresetId::SEED))];
    let mut fenced = Shared::of(PresetId::SEED);
    fenced.scenario.resource.fence = Fence::Writes;
    fenced.stand = Stand::Moment(3);
    fenced.lang = Some(Lang::Ja);
    fenced.twin = Some(Resource::default());
    stories.push(("seed-fenced".to_owned(), fenced));
    let mut compared = Shared::of(PresetId::SEED);
    compared.twin = Some(Resource {
        dedup_window: Some(Millis(60_000)),
        versions: Versions::Checked,
        ..Resource::default()
    });
    stories.push(("seed-compared".to_owned(), compared));
    for changes in [1, 3, 10] {
        let mut shared = Shared::of(PresetId::SEED);
        shared.scenario = edits::edited(changes, changes);
        shared.stand = Stand::At(TrueTime(12_345));
        shared.zoom = Some(Span::new(TrueTime(1000), Millis(9000)));
        shared.looped = Some(Span::new(TrueTime(0), Millis(86_400_000)));
        shared.lang = Some(Lang::En);
        stories.push((format!("seed-edited-{changes}"), shared));
    }
    for seed in 0..12 {
        let shared = own(generator::seeded(seed));
        stories.push((format!("any-{seed:02}"), shared));
    }
    for name in [
        "incident-01-hbase-fence",
        "incident-13-kubernetes-hang-idem",
        "p2-25-redlock-jump-9008-none",
        "p2-29-mail-idem",
    ] {
        let path = folder().join("../cases").join(format!("{name}.json"));
        let case = Case::read(&fs::read(path).unwrap()).unwrap();
        stories.push((name.to_owned(), own(case.scenario.unwrap())));
    }
    stories
}

fn record() {
    for (name, shared) in stories() {
        let path = folder().join(&name);
        if !path.with_extension("link").exists() {
            let link = format!("{}\n{}\n", encode(&shared), view(&shared));
            fs::write(path.with_extension("link"), link).unwrap();
            fs::write(path.with_extension("json"), shared.scenario.to_json()).unwrap();
        }
    }
}

#[test]
fn recorded_links_give_what_they_gave() {
    if std::env::var_os("BLESS").is_some() {
        record();
    }
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "link") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let (link, seen) = text.trim_end().split_once('\n').unwrap();
        let shared = decode(link).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = fs::read(path.with_extension("json")).unwrap();
        assert_eq!(
            Ok(&shared.scenario),
            read(&file).as_ref(),
            "{}",
            path.display()
        );
        assert_eq!(view(&shared), seen, "{}", path.display());
        count += 1;
    }
    assert!(count >= 21, "{count} links");
}

#[test]
fn a_story_that_links_build_on_never_changes() {
    for preset in PresetId::all() {
        assert_eq!(PresetId::numbered(preset.number()), Some(preset));
        assert_eq!(
            PresetId::named(preset.name()),
            Some(preset),
            "one name, one story"
        );
    }
    let told: Vec<_> = PresetId::all()
        .map(|preset| {
            (
                preset.number(),
                preset.name(),
                fingerprint(&preset.scenario()),
            )
        })
        .collect();
    // Add a line for a new story. Never change one.
    assert_eq!(
        told,
        [
            (0, "own", 15_333_026_193_793_010_975),
            (1, "seed", 15_333_026_193_793_010_975),
        ]
    );
}

/// FNV-1a of the scenario as a file.
fn fingerprint(scenario: &Scenario) -> u64 {
    let file = scenario.to_json();
    file.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
