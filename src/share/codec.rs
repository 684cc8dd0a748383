//! A link, put together and taken apart (`docs/link.md` has it digit by digit).

use super::digits::{Digits, check as sum, digit, letter, put, take};
use super::{LinkError, MOMENTS, PresetId, Shared, Stand, script, walk};
use crate::model::{Millis, Span, TrueTime};
use crate::sim::check;
use crate::sim::limits::TIME;
use crate::sim::scenario::Scenario;
use crate::text::Lang;

/// The first character. Another one stands for another way to write all that follows.
const VERSION: char = '1';
/// How many digits the check has.
const SUM_DIGITS: usize = 4;

/// Tags of the view. A reader passes over odd ones that it does not know, and
/// refuses even ones.
mod tag {
    pub const END: u32 = 0;
    pub const MOMENT: u32 = 2;
    pub const AT: u32 = 4;
    pub const LANG: u32 = 6;
    pub const ZOOM: u32 = 8;
    pub const LOOP: u32 = 10;
    pub const TWIN: u32 = 12;
    pub const TWIN_OF_ITS_OWN: u32 = 14;
}

/// What a page shows as a link: the part of an address after the `#`. It has
/// letters, digits, `-` and `_` only, and ends with a letter.
///
/// The scenario must be one that [`check`] accepts; of any other one a link is
/// made that [`decode`] refuses.
#[must_use]
pub fn encode(shared: &Shared) -> String {
    let mut body = Vec::new();
    put(&mut body, shared.preset.number());
    put_view(&mut body, shared);
    let known = walk::numbers(&shared.preset.scenario());
    script::write(&mut body, &known, &walk::numbers(&shared.scenario));

    let mut rest = Vec::new();
    put(&mut rest, u32::try_from(body.len()).unwrap_or(u32::MAX));
    rest.append(&mut body);
    let sum = sum(rest.iter());
    let sum = (0..SUM_DIGITS).map(|place| sum >> (6 * place) & 63);
    std::iter::once(VERSION)
        .chain(sum.chain(rest).map(letter))
        .collect()
}

/// What a link shows. Any text may be given; it takes time and memory in
/// proportion to its length.
///
/// # Errors
/// [`LinkError`] says what is wrong. Nothing is guessed: what a link does not
/// say for certain is not shown.
pub fn decode(link: &str) -> Result<Shared, LinkError> {
    let mut letters = link.chars();
    match letters.next() {
        Some(VERSION) => {}
        Some('2'..='9') => return Err(LinkError::Newer),
        Some(_) => return Err(LinkError::NotALink),
        None => return Err(cut(None, None)),
    }
    let mut digits = Vec::new();
    for found in letters {
        digits.push(digit(found).ok_or(LinkError::Character { found })?);
    }
    let (given, rest) = digits.split_at_checked(SUM_DIGITS).ok_or(cut(None, None))?;
    let mut body = rest.iter();
    let length = take(&mut body).ok_or(cut(None, None))?;
    let left = u32::try_from(body.len()).unwrap_or(u32::MAX);
    let number = take(&mut body);
    let preset = number.and_then(PresetId::numbered);
    if left < length {
        return Err(cut(Some(length - left), preset));
    }
    let given = given.iter().rev().fold(0, |sum, digit| sum << 6 | digit);
    if left > length || given != sum(rest.iter()) {
        return Err(LinkError::Damaged { preset });
    }
    let mut shared = Shared::of(preset.ok_or(LinkError::Newer)?);
    // From here on only a link that was made with a right sum on purpose is wrong.
    let damaged = || LinkError::Damaged { preset };
    let mut flipped = false;
    while let Some(tag) = take(&mut body).filter(|tag| *tag != tag::END) {
        let values = take_values(&mut body).ok_or_else(damaged)?;
        if tag == tag::TWIN && values.is_empty() {
            // What it is flipped from is told further on.
            flipped = true;
        } else if !set_view(&mut shared, tag, &values) && tag % 2 == 0 {
            return Err(LinkError::Newer);
        }
    }
    let known = walk::numbers(&shared.scenario);
    let told = script::read(&mut body, &known).ok_or_else(damaged)?;
    shared.scenario = walk::scenario(told).ok_or_else(damaged)?;
    if flipped {
        shared.twin = Some(shared.scenario.resource.twin());
    }
    let twin = shared.twin.as_ref().map(|resource| Scenario {
        resource: resource.clone(),
        ..shared.scenario.clone()
    });
    let complaints = check(&shared.scenario)
        .into_iter()
        .chain(twin.iter().flat_map(check));
    match complaints.into_iter().next() {
        None => Ok(shared),
        Some(complaint) => Err(LinkError::Refused {
            path: complaint.path,
        }),
    }
}

/// What a scenario is, for one who knows another one: a digit from 0 to 63 a byte.
#[must_use]
pub fn difference(scenario: &Scenario, known: &Scenario) -> Vec<u8> {
    let mut digits = Vec::new();
    script::write(&mut digits, &walk::numbers(known), &walk::numbers(scenario));
    let narrow = |digit: u32| u8::try_from(digit).unwrap_or(u8::MAX);
    digits.into_iter().map(narrow).collect()
}

/// The scenario of which [`difference`] was told to one who knows another one; none if it makes
/// no sense.
#[must_use]
pub fn differing(difference: &[u8], known: &Scenario) -> Option<Scenario> {
    let digits: Vec<u32> = difference.iter().copied().map(u32::from).collect();
    let told = script::read(&mut digits.iter(), &walk::numbers(known))?;
    walk::scenario(told)
}

const fn cut(missing: Option<u32>, preset: Option<PresetId>) -> LinkError {
    LinkError::Cut { missing, preset }
}

fn put_view(out: &mut Vec<u32>, shared: &Shared) {
    let time = |time: i64| u32::try_from(time).unwrap_or(u32::MAX);
    match shared.stand {
        Stand::End => {}
        Stand::Moment(number) => {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            put_values(out, tag::MOMENT, &[number]);
        }
        Stand::At(at) => put_values(out, tag::AT, &[time(at.0)]),
    }
    if let Some(lang) = shared.lang {
        put_values(out, tag::LANG, &[lang as u32]);
    }
    for (tag, span) in [(tag::ZOOM, shared.zoom), (tag::LOOP, shared.looped)] {
        if let Some(span) = span {
            let lasting = span.end.since(span.begin);
            put_values(out, tag, &[time(span.begin.0), time(lasting.0)]);
        }
    }
    if let Some(twin) = &shared.twin {
        if *twin == shared.scenario.resource.twin() {
            put_values(out, tag::TWIN, &[]);
        } else {
            put_values(out, tag::TWIN_OF_ITS_OWN, &walk::resource_numbers(twin));
        }
    }
    put(out, tag::END);
}

/// The tag, how many values, the values.
fn put_values(out: &mut Vec<u32>, tag: u32, values: &[u32]) {
    put(out, tag);
    put(out, u32::try_from(values.len()).unwrap_or(u32::MAX));
    for value in values {
        put(out, *value);
    }
}

fn take_values(digits: &mut Digits<'_>) -> Option<Vec<u32>> {
    let count = take(digits)?;
    (0..count).map(|_| take(digits)).collect()
}

/// Sets a part of the view; false if this page does not know it.
fn set_view(shared: &mut Shared, tag: u32, values: &[u32]) -> bool {
    let instant = |value: u32| TIME.contains(value.into()).then(|| TrueTime(value.into()));
    let whole = values;
    let values = (
        values.first().copied(),
        values.get(1).copied(),
        values.len(),
    );
    match (tag, values) {
        (tag::MOMENT, (Some(number), None, _)) if (number as usize) < MOMENTS => {
            shared.stand = Stand::Moment(number as usize);
        }
        (tag::AT, (Some(at), None, _)) => match instant(at) {
            Some(at) => shared.stand = Stand::At(at),
            None => return false,
        },
        (tag::LANG, (Some(place), None, _)) => {
            shared.lang = Lang::ALL.get(place as usize).copied();
            return shared.lang.is_some();
        }
        (tag::ZOOM | tag::LOOP, (Some(begin), Some(lasting), 2)) => {
            let span = instant(begin)
                .filter(|_| lasting > 0 && TIME.contains(lasting.into()))
                .map(|begin| Span::new(begin, Millis(lasting.into())));
            if tag == tag::ZOOM {
                shared.zoom = span;
            } else {
                shared.looped = span;
            }
            return span.is_some();
        }
        (tag::TWIN_OF_ITS_OWN, _) => {
            shared.twin = walk::resource(whole.to_vec());
            return shared.twin.is_some();
        }
        _ => return false,
    }
    true
}
