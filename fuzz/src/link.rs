//! A link is refused in words, or it shows something that can be shared again.

use super::is_said;
use fencelab::share::{decode, encode};
use fencelab::sim::check;
use fencelab::text::link::explain;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Reads the bytes as a link; then as the digits of one whose check is right,
/// which only someone who means to can make.
pub fn link(bytes: &[u8]) {
    opens(&String::from_utf8_lossy(bytes));
    opens(&forged(bytes));
}

fn opens(text: &str) {
    match decode(text) {
        Err(error) => is_said(|lang| explain(lang, &error)),
        Ok(shared) => {
            assert_eq!(check(&shared.scenario), [], "{text} shows what is refused");
            let again = encode(&shared);
            assert_eq!(decode(&again), Ok(shared), "{text} is not {again}");
        }
    }
}

/// A link of these digits, six bits of each byte, with its length and its check.
fn forged(bytes: &[u8]) -> String {
    let mut body: Vec<u32> = bytes.iter().map(|byte| u32::from(byte & 63)).collect();
    if let Some(last) = body.last_mut() {
        *last &= 31;
    }
    let mut rest = number(body.len());
    rest.append(&mut body);
    let check = rest.iter().fold(0x00b7_04ce_u32, |sum, digit| {
        (0..6).fold(sum ^ digit << 18, |sum, _| {
            let sum = sum << 1;
            if sum & 1 << 24 == 0 {
                sum
            } else {
                sum ^ 0x0186_4cfb
            }
        })
    });
    let check = (0..4).map(|place| check >> (6 * place) & 63);
    let letters = check.chain(rest).map(|digit| ALPHABET[digit as usize]);
    std::iter::once('1')
        .chain(letters.map(char::from))
        .collect()
}

/// A number as digits of five bits, the lowest first; 32 in all but the last.
fn number(mut left: usize) -> Vec<u32> {
    let mut digits = Vec::new();
    while left >= 32 {
        digits.push(u32::try_from(left % 32 + 32).unwrap());
        left /= 32;
    }
    digits.push(u32::try_from(left).unwrap());
    digits
}
