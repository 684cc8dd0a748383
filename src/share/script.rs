//! A row of numbers, told by what is already known: so many new ones, then so
//! many copied from what is known or from what has just been told, and so on.
//!
//! The place to copy from moves along with what is told. A number that was
//! changed leaves it where it is; one that was added or removed moves it by one.

use super::digits::{Digits, put, size, take};

/// The largest scenario has fewer numbers than this: 5 plans of 32 steps with
/// two texts of 40 characters each, and 64 faults.
const MOST: usize = 20_000;
/// How far back the writer looks for something to copy.
const WINDOW: usize = 4096;

/// Writes what `told` is, for one who knows `known`.
pub(super) fn write(out: &mut Vec<u32>, known: &[u32], told: &[u32]) {
    let all: Vec<u32> = known.iter().chain(told).copied().collect();
    let (mut at, mut source) = (known.len(), 0);
    let mut fresh = at;
    while at < all.len() {
        let Some((from, length)) = find(&all, at, source) else {
            at += 1;
            source += 1;
            continue;
        };
        put_fresh(out, all.get(fresh..at));
        put(out, zigzag(distance(source, from)));
        put(out, narrow(length));
        at += length;
        source = from + length;
        fresh = at;
    }
    if fresh < at {
        put_fresh(out, all.get(fresh..at));
    }
}

fn put_fresh(out: &mut Vec<u32>, fresh: Option<&[u32]>) {
    let fresh = fresh.unwrap_or_default();
    put(out, narrow(fresh.len()));
    for number in fresh {
        put(out, *number);
    }
}

/// The best place to copy from, and how much: what saves most digits.
fn find(all: &[u32], at: usize, source: usize) -> Option<(usize, usize)> {
    let (mut best, mut found) = (0, None);
    let first = all.get(at)?;
    let from = at.saturating_sub(WINDOW);
    let candidates = (from..at).zip(all.get(from..at)?);
    for (from, _) in candidates.filter(|(_, number)| *number == first) {
        let (mut saves, mut length) = (0, 0);
        for (number, other) in all.get(from..)?.iter().zip(all.get(at..)?) {
            if number != other {
                break;
            }
            saves += size(*number);
            length += 1;
        }
        // How far, how many, and the count of new ones that follows.
        let costs = size(zigzag(distance(source, from))) + size(narrow(length)) + 1;
        if saves > costs + best {
            best = saves - costs;
            found = Some((from, length));
        }
    }
    found
}

/// Reads what was told to one who knows `known`; none if it makes no sense.
pub(super) fn read(digits: &mut Digits<'_>, known: &[u32]) -> Option<Vec<u32>> {
    let mut all = known.to_vec();
    let mut source = 0_usize;
    while digits.len() > 0 {
        for _ in 0..take(digits)? {
            all.push(take(digits)?);
            source += 1;
        }
        if digits.len() == 0 {
            break;
        }
        let distance = unzigzag(take(digits)?);
        source = source.checked_add_signed(isize::try_from(distance).ok()?)?;
        for _ in 0..take(digits)? {
            all.push(*all.get(source)?);
            source += 1;
            if all.len() > known.len() + MOST {
                return None;
            }
        }
    }
    Some(all.split_off(known.len()))
}

fn distance(source: usize, from: usize) -> i64 {
    i64::from(narrow(from)) - i64::from(narrow(source))
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Numbers of either sign as numbers that are small if they are near 0.
/// What does not fit becomes the largest, which stands for nothing.
pub(super) fn zigzag(number: i64) -> u32 {
    u32::try_from(number << 1 ^ number >> 63).unwrap_or(u32::MAX)
}

/// What [`zigzag`] was made of.
pub(super) fn unzigzag(number: u32) -> i64 {
    i64::from(number >> 1) ^ -i64::from(number & 1)
}

#[cfg(test)]
mod tests {
    use super::{MOST, put, read, unzigzag, write, zigzag};

    fn script(known: &[u32], told: &[u32]) -> Vec<u32> {
        let mut digits = Vec::new();
        write(&mut digits, known, told);
        assert_eq!(read(&mut digits.iter(), known).as_deref(), Some(told));
        digits
    }

    #[test]
    fn what_is_known_is_not_told_again() {
        let known: Vec<u32> = (100..160).collect();
        assert!(script(&known, &[]).is_empty());
        assert_eq!(
            script(&known, &known),
            [0, 0, 28 + 32, 1],
            "0 new, 0 away, 60 copied"
        );
        let mut changed = known.clone();
        changed[10] = 7;
        assert_eq!(script(&known, &changed), [0, 0, 10, 1, 7, 0, 17 + 32, 1]);
        changed.remove(30);
        changed.insert(40, 3);
        assert!(script(&known, &changed).len() <= 18);
        assert!(
            script(&[], &[5; 300]).len() <= 6,
            "a row of equals repeats itself"
        );
    }

    #[test]
    fn nonsense_is_refused_and_stays_small() {
        for digits in [&[0, 1, 1][..], &[0, 0, 1], &[0, 4, 1], &[3, 1], &[32]] {
            assert_eq!(read(&mut digits.iter(), &[]), None, "{digits:?}");
        }
        let mut endless = vec![1, 9, 1];
        put(&mut endless, u32::MAX);
        assert_eq!(read(&mut endless.iter(), &[]), None);
        let mut most = vec![1, 9, 1];
        put(&mut most, u32::try_from(MOST).unwrap() - 1);
        assert_eq!(read(&mut most.iter(), &[]), Some(vec![9; MOST]));
    }

    #[test]
    fn numbers_of_either_sign_are_read_back() {
        for number in [0, -1, 1, -86_400_000, 86_400_000, i64::from(i32::MIN)] {
            assert_eq!(unzigzag(zigzag(number)), number);
        }
        assert_eq!(zigzag(i64::MAX), u32::MAX);
    }
}
