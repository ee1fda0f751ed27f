//! Lengths as CSS and SVG write them. The standard library's way to write and read floating-point numbers, exact for
//! any number, is some 15 KB of the download.

/// A length, rounded to tenths.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "saturates; lengths on a page are small")]
pub fn tenths(length: f64) -> String {
    let tenths = (length * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// The number at the start of a text such as `21.5px`.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let number = js_sys::parse_float(text);
    number.is_finite().then_some(number)
}
