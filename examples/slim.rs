//! Takes exports out of a wasm file that nobody calls, so that `wasm-opt` can take out what only
//! they need: those of the framework's dependencies that the page has no use for.
//!
//! ```text
//! cargo run --no-default-features --example slim -- FILE WORD
//! ```
//!
//! Exports whose name has the word are gone afterwards.

use std::io::{Error, ErrorKind, Result};
use std::process::ExitCode;

/// The section of exports, by its number in the format.
const EXPORTS: u8 = 7;
/// What stands before the first section: a magic number and the version.
const HEAD: usize = 8;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(file), Some(word)) = (words.next(), words.next()) else {
        eprintln!("usage: slim FILE WORD");
        return ExitCode::FAILURE;
    };
    let slimmed = std::fs::read(&file).and_then(|bytes| slim(&bytes, &word));
    match slimmed.and_then(|bytes| std::fs::write(&file, bytes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{file}: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// The module without the exports whose names have the word.
fn slim(module: &[u8], word: &str) -> Result<Vec<u8>> {
    let (head, mut rest) = module.split_at_checked(HEAD).ok_or_else(broken)?;
    let mut slimmed = head.to_vec();
    while !rest.is_empty() {
        let kind = byte(&mut rest)?;
        let length = number(&mut rest)?;
        let section = take(&mut rest, length)?;
        let section = if kind == EXPORTS {
            without(section, word)?
        } else {
            section.to_vec()
        };
        slimmed.push(kind);
        put(&mut slimmed, section.len());
        slimmed.extend(section);
    }
    Ok(slimmed)
}

/// A section of exports: how many, and each as a name, a kind and a number.
fn without(mut section: &[u8], word: &str) -> Result<Vec<u8>> {
    let mut kept: Vec<u8> = Vec::new();
    let mut count = 0;
    for _ in 0..number(&mut section)? {
        let whole = section;
        let length = number(&mut section)?;
        let name = String::from_utf8_lossy(take(&mut section, length)?);
        byte(&mut section)?;
        number(&mut section)?;
        if !name.contains(word) {
            count += 1;
            let length = whole.len() - section.len();
            kept.extend(whole.get(..length).ok_or_else(broken)?);
        }
    }
    let mut slimmed = Vec::new();
    put(&mut slimmed, count);
    slimmed.extend(kept);
    Ok(slimmed)
}

fn byte(rest: &mut &[u8]) -> Result<u8> {
    let (first, after) = rest.split_first().ok_or_else(broken)?;
    *rest = after;
    Ok(*first)
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8]> {
    let (part, after) = rest.split_at_checked(length).ok_or_else(broken)?;
    *rest = after;
    Ok(part)
}

/// A number in groups of seven bits, the lowest first.
fn number(rest: &mut &[u8]) -> Result<usize> {
    let mut value = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let group = byte(rest)?;
        value |= usize::from(group & 127) << shift;
        if group < 128 {
            return Ok(value);
        }
    }
    Err(broken())
}

fn put(into: &mut Vec<u8>, mut value: usize) {
    loop {
        let group = u8::try_from(value & 127).unwrap_or(0);
        value >>= 7;
        if value == 0 {
            return into.push(group);
        }
        into.push(group | 128);
    }
}

fn broken() -> Error {
    Error::new(ErrorKind::InvalidData, "this is not a wasm module")
}
