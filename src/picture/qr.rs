//! A link as a QR code: a square of black and white modules, drawn as one path.
//!
//! ```
//! use fencelab::picture::qr::qr;
//!
//! let code = qr("https://example.org/lab.html#1abc").expect("a short text fits");
//! assert_eq!(code.side, 29 + 2 * 4);
//! assert!(code.path.starts_with("M4 4h7"));
//! ```

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};
use std::fmt::Write as _;

/// White modules around the code, as the standard asks for.
const QUIET: i32 = 4;

/// The largest code has 117 modules a side: on paper and screens of a hand's width a camera still
/// tells them apart. It holds 1273 bytes.
const LARGEST: u8 = 25;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qr {
    /// Modules along each side, the quiet zone with them.
    pub side: i32,
    /// The black modules, each a unit wide: the `d` attribute of a path.
    pub path: String,
}

/// The QR code of a text, with as much correction of errors as its size has room for; none if the
/// text is too long for a camera.
#[must_use]
pub fn qr(text: &str) -> Option<Qr> {
    let segments = [QrSegment::make_bytes(text.as_bytes())];
    let (least, most) = (Version::MIN, Version::new(LARGEST));
    let correction = QrCodeEcc::Low;
    let code =
        QrCode::encode_segments_advanced(&segments, correction, least, most, None, true).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let black = (x..code.size()).take_while(|x| code.get_module(*x, y));
            let length = i32::try_from(black.count()).unwrap_or(1);
            if length > 0 {
                let _ = write!(path, "M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET);
            }
            x += length.max(1);
        }
    }
    let side = code.size() + 2 * QUIET;
    Some(Qr { side, path })
}
