//! The log as plain text, for a mail or a ticket.

use super::{Seen, on_one_line};
use crate::model::TrueTime;
use crate::sim::trace::Event;
use crate::text::narrate::Line;
use crate::text::quantity::seconds;

/// No line is wider, in columns of a mail; a Japanese letter takes two.
const COLUMNS: usize = 76;

/// The run as plain text: the verdict, every line of the log with its time and, where it is one of
/// the named moments, t0 to t4; at the end the link, if there is one.
#[must_use]
pub fn timeline(seen: Seen<'_>, link: &str) -> String {
    let mut out = String::new();
    for line in [seen.heading(), seen.sentence(), seen.price()] {
        put(&mut out, "", &line);
    }
    out.push('\n');
    let marks = marks(seen);
    let times: Vec<String> = seen.lines.iter().map(|line| time(seen, line)).collect();
    let widest = times.iter().map(|time| columns(time)).max().unwrap_or(0);
    for ((line, time), mark) in seen.lines.iter().zip(&times).zip(&marks) {
        let pad = " ".repeat(widest.saturating_sub(columns(time)));
        put(
            &mut out,
            &format!("{mark:2}  {pad}{time}  "),
            &line.sentence,
        );
    }
    if !link.is_empty() {
        out.push('\n');
        out.push_str(&on_one_line(link));
        out.push('\n');
    }
    out
}

fn time(seen: Seen<'_>, line: &Line) -> String {
    seconds(seen.lang, line.at.since(TrueTime::START)).replace('\u{a0}', " ")
}

/// The moment that each line of the log tells, if it is one.
fn marks(seen: Seen<'_>) -> Vec<String> {
    let mut marks = vec![String::new(); seen.lines.len()];
    for (number, at) in &seen.picture.moments {
        let tells = |line: &Line| {
            let event = seen.event(line);
            line.at == *at && event.is_some_and(|event| is_moment(*number, event))
        };
        let free = seen.lines.iter().zip(&mut marks);
        let found = free
            .into_iter()
            .find(|(line, mark)| mark.is_empty() && tells(line));
        if let Some((_, mark)) = found {
            *mark = format!("t{number}");
        }
    }
    marks
}

const fn is_moment(number: usize, event: &Event) -> bool {
    match number {
        0 => matches!(event, Event::Granted { .. }),
        1 => matches!(event, Event::FaultBegan { .. }),
        2 => matches!(event, Event::Ended { .. }),
        _ => matches!(event, Event::Decided { .. } | Event::Vanished { .. }),
    }
}

/// Adds a paragraph after a mark; all its lines but the first begin under the first letter of it.
fn put(out: &mut String, mark: &str, text: &str) {
    let indent = columns(mark);
    out.push_str(mark);
    let mut used = indent;
    let text = on_one_line(text).replace('\u{a0}', " ");
    for piece in pieces(&text) {
        let width = columns(piece.trim_end());
        if used + width > COLUMNS && used > indent {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        }
        out.push_str(piece);
        used += columns(piece);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
}

/// Where a line may end: after a blank, and around a Japanese letter that is no sign.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut last = None;
    for (place, letter) in text.char_indices() {
        let breaks = last.is_some_and(|last| {
            last == ' ' && letter != ' '
                || (is_wide(last) || is_wide(letter)) && !is_closing(letter) && !is_opening(last)
        });
        if breaks {
            pieces.extend(text.get(from..place));
            from = place;
        }
        last = Some(letter);
    }
    pieces.extend(text.get(from..));
    pieces
}

fn columns(text: &str) -> usize {
    text.chars()
        .map(|letter| if is_wide(letter) { 2 } else { 1 })
        .sum()
}

const fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
}

/// What may not begin a line: it closes what stands before it.
const fn is_closing(letter: char) -> bool {
    matches!(
        letter,
        ' ' | '。'
            | '、'
            | '」'
            | '』'
            | '）'
            | '：'
            | '；'
            | '！'
            | '？'
            | '・'
            | 'ー'
            | 'ッ'
            | 'ャ'
            | 'ュ'
            | 'ョ'
            | 'っ'
            | 'ゃ'
            | 'ゅ'
            | 'ょ'
    )
}

/// What may not end a line.
const fn is_opening(letter: char) -> bool {
    matches!(letter, '「' | '『' | '（')
}
