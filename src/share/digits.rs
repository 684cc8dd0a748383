//! The alphabet of a link: 64 digits, numbers made of them, and the check.

/// base64url. Digits below 32 end a number, and are letters.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Set on every digit of a number but the last.
const MORE: u32 = 32;
/// How much of a number a digit carries.
const BITS: u32 = 5;

/// Digits that are being read, from the first one not yet read.
pub(super) type Digits<'d> = std::slice::Iter<'d, u32>;

/// The letter of a digit from 0 to 63.
pub(super) fn letter(digit: u32) -> char {
    ALPHABET
        .get(digit as usize)
        .map_or('A', |letter| char::from(*letter))
}

/// The digit of a letter, if it is one of the alphabet.
pub(super) fn digit(letter: char) -> Option<u32> {
    let place = ALPHABET.iter().position(|own| char::from(*own) == letter)?;
    u32::try_from(place).ok()
}

/// Writes a number, its lowest five bits first.
pub(super) fn put(out: &mut Vec<u32>, mut number: u32) {
    while number >= MORE {
        out.push(number % MORE + MORE);
        number >>= BITS;
    }
    out.push(number);
}

/// How many digits a number takes.
pub(super) const fn size(number: u32) -> u32 {
    let bits = u32::BITS - number.leading_zeros();
    // Zero takes one too.
    (if bits == 0 { 1 } else { bits }).div_ceil(BITS)
}

/// Reads a number; none if the digits end before it does, or if it is larger than any.
pub(super) fn take(digits: &mut Digits<'_>) -> Option<u32> {
    let mut number = 0_u64;
    for shift in (0..u32::BITS).step_by(BITS as usize) {
        let digit = *digits.next()?;
        number |= u64::from(digit % MORE) << shift;
        if digit < MORE {
            return u32::try_from(number).ok();
        }
    }
    None
}

/// CRC-24 of `RFC 9580` over six bits a digit. It differs after any change of
/// one character, and of up to four neighbours.
pub(super) fn check<'d>(digits: impl Iterator<Item = &'d u32>) -> u32 {
    const HIGH: u32 = 1 << 24;
    const POLYNOMIAL: u32 = 0x0186_4cfb;
    digits.fold(0x00b7_04ce, |sum, digit| {
        (0..6).fold(sum ^ digit << 18, |sum, _| {
            let sum = sum << 1;
            if sum < HIGH { sum } else { sum ^ POLYNOMIAL }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{check, digit, letter, put, size, take};

    #[test]
    fn every_number_is_read_back_and_takes_its_size() {
        for number in [0, 1, 31, 32, 1023, 1024, 86_400_000, u32::MAX - 1, u32::MAX] {
            let mut digits = Vec::new();
            put(&mut digits, number);
            assert_eq!(u32::try_from(digits.len()).unwrap(), size(number));
            assert!(digits.last().is_some_and(|digit| *digit < 32));
            assert_eq!(take(&mut digits.iter()), Some(number));
            digits.pop();
            assert_eq!(take(&mut digits.iter()), None, "{number} without its end");
        }
        assert_eq!(take(&mut [63; 9].iter()), None);
        assert_eq!(take(&mut [63, 63, 63, 63, 63, 63, 4].iter()), None);
    }

    #[test]
    fn the_alphabet_has_64_letters() {
        for number in 0..64 {
            assert_eq!(digit(letter(number)), Some(number));
        }
        assert_eq!(digit('.'), None);
        assert_eq!(digit('é'), None);
    }

    #[test]
    fn the_check_is_that_of_rfc_9580() {
        // "123456789" as bytes, which are twelve times six bits.
        let bytes = u128::from_be_bytes(*b"\0\0\0\0\0\0\x00123456789");
        let digits: Vec<u32> = (0..12)
            .rev()
            .map(|place| u32::try_from(bytes >> (6 * place) & 63).unwrap())
            .collect();
        assert_eq!(check(digits.iter()), 0x0021_cf02);
    }
}
