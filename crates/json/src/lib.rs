//! JSON as text: located and patched in place, never rebuilt, so that untouched parts come back byte for byte.
//!
//! A tree such as `serde_json::Value` would lose the order and the duplicates of keys, the spelling of numbers and
//! escapes, and white space; it also refuses lone surrogates, which occur in files written by JavaScript and Python.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

mod container;
mod fault;
mod scan;
mod string;
pub mod tree;

pub use container::{Array, Member, Object};
pub use fault::{Fault, FaultKind, LineCounter};
pub use scan::{key_end, skip_space, value_end};
pub use string::{decode, encode, encode_into};

use std::borrow::Cow;

/// A JSON value, one level deep.
#[derive(Debug)]
pub enum Json<'a> {
    /// `null`, or a text that [`Json::read`] cannot read.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// The number as it is spelled.
    Number(&'a str),
    /// A string, its escapes resolved.
    String(Cow<'a, str>),
    /// A list.
    Array(Array<'a>),
    /// An object.
    Object(Object<'a>),
}

impl<'a> Json<'a> {
    /// Reads the text of one value. A text that does not begin like one, and a malformed object or array, counts as
    /// `null`; other values are not checked.
    pub fn read(raw: &'a str) -> Self {
        let raw = raw.trim_matches([' ', '\t', '\n', '\r']);
        let read = match raw.as_bytes().first() {
            Some(b'{') => Object::parse(raw).map(Json::Object),
            Some(b'[') => Array::parse(raw).map(Json::Array),
            Some(b'"') => Some(Json::String(decode(raw).text)),
            Some(b't') => Some(Json::Bool(true)),
            Some(b'f') => Some(Json::Bool(false)),
            Some(b'-' | b'0'..=b'9') => Some(Json::Number(raw)),
            _ => None,
        };
        read.unwrap_or(Json::Null)
    }

    /// The content of a string; `None` for any other value.
    #[must_use]
    pub fn into_text(self) -> Option<Cow<'a, str>> {
        match self {
            Json::String(text) => Some(text),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
        }
    }

    /// The content of a string, or a number as it is spelled, either of which files have as names; `None` for any other
    /// value.
    #[must_use]
    pub fn into_name(self) -> Option<Cow<'a, str>> {
        match self {
            Json::String(text) => Some(text),
            Json::Number(number) => Some(Cow::Borrowed(number)),
            Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
        }
    }
}

/// The whole number that a JSON number stands for: `3`, `3.0` and `3e0` are all 3. `None` for any other, and for one
/// with a point or an exponent from 2^53 on, where an `f64` stands for several whole numbers.
#[must_use]
pub fn integer(number: &str) -> Option<i64> {
    const FIRST_SHARED: u64 = 1 << 53;
    if let Ok(whole) = number.parse() {
        return Some(whole);
    }
    // In decimals, not as an `f64`: reading one takes a table of 10 KB of the download.
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits: i64 = format!("{whole}{fraction}").parse().ok()?;
    let shift =
        exponent.parse::<i32>().ok()?.checked_sub_unsigned(u32::try_from(fraction.len()).ok()?)?;
    let shifted = match 10_i64.checked_pow(shift.unsigned_abs()) {
        _ if digits == 0 => digits,
        Some(power) if shift >= 0 => digits.checked_mul(power)?,
        Some(power) if digits % power == 0 => digits / power,
        _ => return None,
    };
    (shifted.unsigned_abs() < FIRST_SHARED).then_some(shifted)
}

#[cfg(test)]
mod tests {
    use super::{Json, integer};

    #[test]
    fn names_are_strings_and_numbers_as_they_are_spelled() {
        for (raw, name) in [
            (r#""a\u00e9""#, Some("aé")),
            (r#""""#, Some("")),
            ("7.50", Some("7.50")),
            ("true", None),
            ("null", None),
            ("[1]", None),
            ("{}", None),
        ] {
            assert_eq!(Json::read(raw).into_name().as_deref(), name, "{raw}");
        }
    }

    #[test]
    fn whole_numbers_are_whole_however_they_are_written() {
        let cases = [
            ("3", Some(3)),
            ("-3", Some(-3)),
            ("+3", Some(3)),
            ("3.0", Some(3)),
            ("3e0", Some(3)),
            ("30e-1", Some(3)),
            ("1.5e1", Some(15)),
            ("0e99", Some(0)),
            ("3.00000000000000000000000000", Some(3)),
            ("-1.50e+01", Some(-15)),
            ("300E-2", Some(3)),
            ("3e-1", None),
            ("1e-99", None),
            ("1.-5", None),
            ("9007199254740993", Some(9_007_199_254_740_993)),
            ("9007199254740991.0", Some(9_007_199_254_740_991)),
            ("9007199254740993.0", None),
            ("3.5", None),
            ("1e30", None),
            ("99999999999999999999", None),
            ("", None),
            (".", None),
            ("-", None),
            ("1e", None),
            ("1e99999999999", None),
            ("0x10", None),
            ("NaN", None),
            ("1 2", None),
        ];
        for (text, whole) in cases {
            assert_eq!(integer(text), whole, "{text}");
        }
    }
}
