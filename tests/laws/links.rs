//! Links: what is shown comes back exactly; what was cut or changed says so.

use crate::edits;
use crate::generator;
use crate::json;
use crate::support::{ensure, same, scenarios, try_on};
use fencelab::lesson::lessons;
use fencelab::model::{Millis, Span, TrueTime};
use fencelab::picture::{Extras, History, Layout, Window, draw, svg};
use fencelab::share::{LinkError, PresetId, Shared, Stand, decode, encode};
use fencelab::sim::scenario::Scenario;
use fencelab::sim::{check, simulate};
use fencelab::text::{Lang, link};
use proptest::prelude::*;
use std::collections::BTreeSet;

const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn view() -> impl Strategy<Value = (Stand, Option<Lang>, Option<Span>, Option<Span>, bool)> {
    let time = || {
        prop_oneof![
            Just(0),
            Just(generator::TIME_MAX_MS),
            0..=generator::TIME_MAX_MS
        ]
    };
    let span = move || {
        prop::option::of(
            (time(), time())
                .prop_map(|(begin, lasting)| Span::new(TrueTime(begin), Millis(lasting.max(1)))),
        )
    };
    let stand = prop_oneof![
        Just(Stand::End),
        (0_usize..5).prop_map(Stand::Moment),
        time().prop_map(|at| Stand::At(TrueTime(at))),
    ];
    let lang = prop_oneof![Just(None), Just(Some(Lang::En)), Just(Some(Lang::Ja))];
    (stand, lang, span(), span(), any::<bool>())
}

fn shared() -> impl Strategy<Value = Shared> {
    let preset = prop::sample::select(PresetId::all().collect::<Vec<_>>());
    (generator::scenario(), view(), preset).prop_map(
        |(scenario, (stand, lang, zoom, looped, twin), preset)| {
            let twin = twin.then(|| {
                // Now the other setting of the fence, now defences of its own.
                let own = scenario.lock.ttl.0 % 2 == 0;
                let other = generator::seeded(scenario.lock.ttl.0.unsigned_abs()).resource;
                if own { other } else { scenario.resource.twin() }
            });
            Shared {
                preset,
                scenario,
                stand,
                lang,
                zoom,
                looped,
                twin,
            }
        },
    )
}

/// Links of all kinds: stories, edited stories, and scenarios of one's own.
fn samples(count: u64) -> Vec<String> {
    let mut links = Vec::new();
    for seed in 0..count {
        let mut shared = Shared::of(PresetId::SEED);
        shared.stand = Stand::Moment(usize::try_from(seed % 5).unwrap());
        shared.scenario = match seed % 3 {
            0 => generator::seeded(seed),
            1 => edits::edited(seed, 3),
            _ => edits::edited(seed, 10),
        };
        if seed % 3 == 0 {
            shared.preset = PresetId::OWN;
        }
        links.push(encode(&shared));
    }
    links.push(encode(&Shared::of(PresetId::SEED)));
    links
}

#[test]
fn every_scenario_comes_back_from_its_link() {
    try_on(
        "every scenario comes back from its link",
        scenarios(),
        &shared(),
        |shared| format!("{shared:?}\n{}", json::needed(&shared.scenario)),
        |shared| {
            let link = encode(&shared);
            let good = link.chars().all(|letter| ALPHABET.contains(letter));
            ensure(good, || format!("a strange character in {link}"))?;
            let end = link.chars().last();
            let letter = end.is_some_and(|end| end.is_ascii_alphabetic());
            ensure(letter, || format!("{link} does not end with a letter"))?;
            let back = decode(&link);
            let back = back.map_err(|error| format!("{link}: {error}"))?;
            same("the picture", &seen(&back), &seen(&shared))?;
            same("the link", &back, &shared)
        },
    );
}

/// What a page with this link shows: the picture of the part of time that is asked for, in the
/// language that is asked for, with what is still to come under its veil, and the handles.
fn seen(shared: &Shared) -> String {
    let history = History::of(&shared.scenario, &simulate(&shared.scenario));
    let window = shared.looped.or(shared.zoom).map(|span| Window {
        from: span.begin,
        to: span.end,
    });
    let window = window.unwrap_or_else(|| Window::whole(history.closed_at));
    let layout = Layout::new(&shared.scenario, 1200.0, window, 1.0);
    let lang = shared.lang.unwrap_or_default();
    let picture = draw(lang, &shared.scenario, &history, layout, Extras::ALL);
    let at = match shared.stand {
        Stand::End => picture.layout.end(),
        Stand::At(at) => at,
        Stand::Moment(number) => picture
            .moments
            .iter()
            .find(|(moment, _)| *moment == number)
            .map_or(picture.layout.end(), |(_, at)| *at),
    };
    let handles = &picture.handles;
    format!("{}{}{handles:?}", svg::elements(&picture), picture.veil(at))
}

#[test]
fn a_link_that_was_cut_anywhere_says_so() {
    for link in samples(50) {
        for length in 0..link.len() {
            match decode(&link[..length]) {
                Err(LinkError::Cut { missing, preset }) => {
                    let left = u32::try_from(link.len() - length).unwrap();
                    assert!(missing.is_none_or(|missing| missing == left), "{link}");
                    assert!(preset.is_none_or(|preset| link == encode_again(&link, preset)));
                }
                other => panic!("{other:?} for {length} characters of {link}"),
            }
        }
    }
}

/// The same link, if the preset is the one that it builds on.
fn encode_again(link: &str, preset: PresetId) -> String {
    let shared = decode(link).unwrap();
    if shared.preset == preset {
        link.to_owned()
    } else {
        format!("{preset:?}")
    }
}

#[test]
fn a_link_with_any_other_character_anywhere_says_so() {
    let letters: Vec<char> = ALPHABET.chars().chain(".%é ".chars()).collect();
    for (number, link) in samples(20).into_iter().enumerate() {
        for place in 0..link.len() {
            // All of them for a few links, three for the others.
            let some = (0..if number < 4 { letters.len() } else { 3 })
                .map(|turn| letters[(place * 7 + turn * 23 + number) % letters.len()]);
            for letter in some.filter(|letter| !link[place..].starts_with(*letter)) {
                let changed = format!("{}{letter}{}", &link[..place], &link[place + 1..]);
                assert!(decode(&changed).is_err(), "{changed} for {link}");
            }
        }
        for more in ["A", "-", ".", ")", "%20", " "] {
            assert!(decode(&format!("{link}{more}")).is_err());
            assert!(decode(&format!("{more}{link}")).is_err());
        }
    }
}

/// The digits after the version, with the right check before them: what only
/// someone who means to can make.
fn forged(rest: &[u32]) -> String {
    let sum = rest.iter().fold(0x00b7_04ce_u32, |sum, digit| {
        (0..6).fold(sum ^ digit << 18, |sum, _| {
            let sum = sum << 1;
            if sum & 1 << 24 == 0 {
                sum
            } else {
                sum ^ 0x0186_4cfb
            }
        })
    });
    let sum: Vec<u32> = (0..4).map(|place| sum >> (6 * place) & 63).collect();
    let digits = sum.iter().chain(rest);
    let letters = digits.map(|digit| char::from(ALPHABET.as_bytes()[*digit as usize]));
    std::iter::once('1').chain(letters).collect()
}

#[test]
fn no_text_whatever_is_read_as_something_that_it_is_not() {
    let count = scenarios() * 50;
    let text = prop_oneof![
        1 => prop::collection::vec(any::<char>(), 0..60).prop_map(String::from_iter),
        4 => "1[A-Za-z0-9_.-]{0,90}",
        4 => "[A-Za-z0-9_-]{0,90}",
    ];
    try_on(
        "no text is read as a link",
        count,
        &text,
        Clone::clone,
        |text| {
            match decode(&text) {
                Err(error) => {
                    let words = Lang::ALL.map(|lang| link::explain(lang, &error));
                    ensure(words.iter().all(|words| words.len() > 20), || {
                        words[0].clone()
                    })
                }
                // One in 16 million has the right check by chance.
                Ok(shared) => same("the link by chance", &encode(&shared), &text),
            }
        },
    );
}

#[test]
fn what_has_the_right_check_is_still_looked_at() {
    let digit = prop_oneof![4 => 0_u32..8, 2 => 0_u32..32, 1 => 0_u32..64];
    let body = prop::collection::vec(digit, 0..200).prop_map(|mut body| {
        if let Some(last) = body.last_mut() {
            *last %= 32;
        }
        let length = u32::try_from(body.len()).unwrap();
        let mut rest = if length < 32 {
            vec![length]
        } else {
            vec![length % 32 + 32, length / 32]
        };
        rest.append(&mut body);
        forged(&rest)
    });
    let count = scenarios() * 10;
    try_on(
        "a forged link is looked at",
        count,
        &body,
        Clone::clone,
        |link| match decode(&link) {
            Err(LinkError::Cut { .. } | LinkError::Damaged { preset: None }) => {
                ensure(link.len() < 8, || "the forged check is wrong".to_owned())
            }
            Err(_) => Ok(()),
            Ok(shared) => {
                same("complaints", &check(&shared.scenario), &Vec::new())?;
                same("the link", &decode(&encode(&shared)), &Ok(shared))
            }
        },
    );
}

#[test]
fn what_a_newer_page_made_is_called_newer() {
    let link = encode(&Shared::of(PresetId::SEED));
    assert_eq!(decode(&link.replacen('1', "2", 1)), Err(LinkError::Newer));
    // A story, a view that must be known, a value of one.
    for rest in [
        &[2, 31, 0][..],
        &[4, 1, 30, 0, 0],
        &[5, 1, 2, 1, 5, 0],
        &[5, 1, 6, 1, 2, 0],
        &[4, 1, 12, 1, 0][..],
    ] {
        assert_eq!(decode(&forged(rest)), Err(LinkError::Newer), "{rest:?}");
    }
    // A view that may be passed over: seed, tag 31 with two values, 85 numbers copied.
    let whole = decode(&link).unwrap();
    let body: Vec<u32> = link[6..]
        .chars()
        .map(|letter| u32::try_from(ALPHABET.find(letter).unwrap()).unwrap())
        .collect();
    let mut rest = vec![u32::try_from(body.len()).unwrap() + 4, body[0], 31, 2, 9, 9];
    rest.extend(&body[1..]);
    assert_eq!(decode(&forged(&rest)), Ok(whole));
}

#[test]
fn a_scenario_that_is_not_allowed_is_refused_with_its_place() {
    let mut shared = Shared::of(PresetId::SEED);
    shared.scenario.clients[1].retry = Millis(0);
    let path = "clients[1].retry_ms".to_owned();
    assert_eq!(decode(&encode(&shared)), Err(LinkError::Refused { path }));
    for wrong in [-1, i64::MIN, i64::MAX, generator::TIME_MAX_MS + 1] {
        let mut shared = Shared::of(PresetId::OWN);
        shared.scenario.lock.ttl = Millis(wrong);
        let path = "lock.ttl_ms".to_owned();
        assert_eq!(decode(&encode(&shared)), Err(LinkError::Refused { path }));
    }
}

#[test]
fn sentences_differ_by_error_and_language() {
    let preset = Some(PresetId::SEED);
    let errors = [
        LinkError::NotALink,
        LinkError::Character { found: ')' },
        LinkError::Newer,
        LinkError::Cut {
            missing: None,
            preset: None,
        },
        LinkError::Cut {
            missing: Some(7),
            preset,
        },
        LinkError::Damaged { preset: None },
        LinkError::Damaged { preset },
        LinkError::Refused {
            path: "lock.ttl_ms".to_owned(),
        },
    ];
    let sentences: BTreeSet<String> = errors
        .iter()
        .flat_map(|error| Lang::ALL.map(|lang| link::explain(lang, error)))
        .collect();
    assert_eq!(sentences.len(), 2 * errors.len());
    assert_eq!(errors[2].to_string(), link::explain(Lang::En, &errors[2]));
}

/// The median and the largest.
fn figures(mut lengths: Vec<usize>) -> (usize, usize) {
    lengths.sort_unstable();
    (lengths[lengths.len() / 2], lengths[lengths.len() - 1])
}

#[test]
fn an_edited_story_has_a_short_link() {
    let count = u64::from(scenarios() / 10);
    eprintln!("edits  median  longest");
    for changes in 1..=10 {
        let length = |seed| {
            let mut shared = Shared::of(PresetId::SEED);
            shared.scenario = edits::edited(seed * 10 + changes, changes);
            shared.stand = Stand::At(TrueTime(12_345));
            shared.lang = Some(Lang::Ja);
            let link = encode(&shared);
            assert_eq!(decode(&link), Ok(shared));
            link.len()
        };
        let (median, longest) = figures((0..count).map(length).collect());
        eprintln!("{changes:5}  {median:6}  {longest:7}");
        assert!(longest <= 300, "{changes} edits: {longest} characters");
    }
}

/// The scenarios of all lessons, each with the names of its lesson and run.
fn of_lessons() -> Vec<(&'static str, &'static str, Scenario)> {
    let mut all = Vec::new();
    for lesson in lessons() {
        for variant in lesson.variants {
            let scenario = lesson.scenario(variant.name).unwrap();
            all.push((lesson.id, variant.name, scenario));
        }
    }
    assert!(all.len() > 50);
    all
}

/// A scenario as the page shares it, with an instant and a language.
fn shared_as_own(scenario: Scenario) -> Shared {
    let mut shared = Shared::of(PresetId::SEED);
    shared.scenario = scenario;
    shared.stand = Stand::At(TrueTime(12_345));
    shared.lang = Some(Lang::Ja);
    shared
}

#[test]
fn an_edited_lesson_has_a_short_link() {
    let count = u64::from(scenarios() / 100).max(1);
    eprintln!("lesson            runs  unedited  median of ten edits  longest");
    for lesson in lessons() {
        let runs = of_lessons();
        let runs: Vec<_> = runs.iter().filter(|(id, ..)| *id == lesson.id).collect();
        let (mut plain, mut ten, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for (_, _, scenario) in &runs {
            for changes in 0..=10 {
                for seed in 0..if changes == 0 { 1 } else { count } {
                    let seed = seed * 10 + changes;
                    let edited = edits::edited_from(scenario.clone(), seed, changes);
                    let shared = shared_as_own(edited);
                    let link = encode(&shared);
                    assert_eq!(decode(&link), Ok(shared));
                    let length = link.len();
                    all.push(length);
                    match changes {
                        0 => plain.push(length),
                        10 => ten.push(length),
                        _ => {}
                    }
                }
            }
        }
        let (plain, ten, (_, longest)) = (figures(plain), figures(ten), figures(all));
        eprintln!(
            "{:16}  {:4}  {:8}  {:19}  {longest:7}",
            lesson.id,
            runs.len(),
            plain.1,
            ten.0
        );
        assert!(longest <= 300, "{}: {longest} characters", lesson.id);
    }
}

#[test]
fn a_damaged_link_of_a_lesson_says_so_in_both_languages() {
    let mut told = BTreeSet::new();
    let mut refused = |link: &str, whole: &str| {
        let error = decode(link).expect_err(whole);
        for lang in Lang::ALL {
            let sentence = link::explain(lang, &error);
            assert!(
                sentence.chars().count() > 15 && sentence.ends_with(['.', '。']),
                "{sentence}"
            );
            told.insert(sentence);
        }
    };
    for (place, lesson) in lessons().iter().enumerate() {
        let scenario = lesson.scenario(lesson.base_name()).unwrap();
        let edited = edits::edited_from(scenario, place as u64, 3);
        let link = encode(&shared_as_own(edited));
        assert!(
            link.ends_with(|end: char| end.is_ascii_alphabetic()),
            "{link}"
        );
        for length in 0..link.len() {
            refused(&link[..length], &link);
        }
        for (at, before) in link.char_indices() {
            for letter in ALPHABET.chars().chain(".,;:!?)]%é ".chars()) {
                if letter != before {
                    let changed = format!("{}{letter}{}", &link[..at], &link[at + 1..]);
                    refused(&changed, &link);
                }
            }
            let dropped = format!("{}{}", &link[..at], &link[at + 1..]);
            let doubled = format!("{}{before}{}", &link[..at], &link[at..]);
            refused(&dropped, &link);
            refused(&doubled, &link);
            if let Some(next) = link[at + 1..].chars().next().filter(|next| *next != before) {
                refused(
                    &format!("{}{next}{before}{}", &link[..at], &link[at + 2..]),
                    &link,
                );
            }
        }
    }
    assert!(told.len() > 20, "{told:?}");
}

#[test]
fn any_scenario_has_a_link_that_an_address_can_carry() {
    let length = |seed| {
        let mut shared = Shared::of(PresetId::OWN);
        shared.scenario = generator::seeded(seed);
        encode(&shared).len()
    };
    let count = u64::from(scenarios() / 2);
    let (median, longest) = figures((0..count).map(length).collect());
    eprintln!("any scenario: median {median}, longest {longest}");
    assert!(median <= 400 && longest <= 4000);
}
