//! A resource that is really there: a file under a lock of the operating
//! system, with one line for each request, and perhaps a fence.

use crate::now_us;
use std::fs::{File, OpenOptions};
use std::io::{Read, Result, Write};
use std::path::{Path, PathBuf};

/// Whether older tokens are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// They are not looked at.
    Off,
    /// A token below the highest seen is refused.
    On,
}

/// One request to write, as the file keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it was decided, in microseconds.
    pub at_us: i64,
    /// Whose it was.
    pub client: String,
    /// The token that it carried.
    pub token: u64,
    /// Whether it was applied.
    pub applied: bool,
}

/// The file.
pub struct Record {
    path: PathBuf,
    fence: Fence,
}

impl Record {
    /// The record in this file, which need not be there yet.
    pub const fn at(path: PathBuf, fence: Fence) -> Self {
        Self { path, fence }
    }

    /// A request to write: decided and noted while nobody else may. Whether it is applied.
    ///
    /// # Errors
    ///
    /// The file cannot be locked, read or written.
    pub fn write(&self, client: &str, token: u64) -> Result<bool> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file: File = options.open(&self.path)?;
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let highest = lines(&text).map(|line| line.token).max();
        let applied = match self.fence {
            Fence::Off => true,
            Fence::On => highest.is_none_or(|highest| token >= highest),
        };
        let line = format!("{} {token} {applied} {client}\n", now_us());
        file.write_all(line.as_bytes())?;
        Ok(applied)
    }
}

/// All requests to the record in this file, in their order.
pub fn read(path: &Path) -> Vec<Line> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    lines(&text).collect()
}

fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    text.lines().map(|line| {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().expect("four words a line");
        Line {
            at_us: word().parse().expect("a time"),
            token: word().parse().expect("a token"),
            applied: word() == "true",
            client: word().to_owned(),
        }
    })
}
