//! What goes wrong on the way from a host to a reader.

use std::io::{self, Read};
use std::thread;
use std::time::Duration;

use crate::Condition;

/// How the answers for some files are spoilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// There is no such file: 404.
    Missing,
    /// It is called a file of another kind: `text/html`.
    Kind(&'static str),
    /// The answer ends after the first half.
    Half,
    /// The second half does not come as long as the fault lasts.
    Stalled,
    /// It comes in so many parts, with this time before each.
    Slow(u32, Duration),
}

/// A body that comes in parts.
pub(crate) struct Body {
    rest: io::Cursor<Vec<u8>>,
    whole: usize,
    fault: Option<Fault>,
    condition: Condition,
}

impl Body {
    pub(crate) fn of(bytes: Vec<u8>, fault: Option<Fault>, condition: Condition) -> Self {
        Self {
            whole: bytes.len(),
            rest: io::Cursor::new(bytes),
            fault,
            condition,
        }
    }

    /// Bytes until something has to be waited for.
    fn part(&self) -> usize {
        match self.fault {
            Some(Fault::Stalled) => self.whole.div_ceil(2),
            Some(Fault::Slow(parts, _)) => self.whole.div_ceil(parts.max(1) as usize),
            Some(Fault::Missing | Fault::Kind(_) | Fault::Half) | None => self.whole,
        }
    }
}

impl Read for Body {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let part = self.part().max(1);
        let done = usize::try_from(self.rest.position()).unwrap_or(usize::MAX);
        let is_border = done.is_multiple_of(part) && done < self.whole;
        match self.fault {
            Some(Fault::Stalled) if is_border && done > 0 => {
                self.condition.wait_for_another_than(Fault::Stalled);
            }
            Some(Fault::Slow(_, pause)) if is_border => thread::sleep(pause),
            Some(_) | None => {}
        }
        let room = into.len().min(part - done % part);
        self.rest.read(into.get_mut(..room).unwrap_or_default())
    }
}
