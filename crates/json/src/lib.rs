//! JSON as text: located and patched in place, never rebuilt, so that what is not touched comes back byte for byte.
//!
//! A tree such as `serde_json::Value` would lose the order and the duplicates of keys, the spelling of numbers and
//! escapes, and white space; it also refuses lone surrogates, which occur in files written by JavaScript and Python.

mod container;
pub mod decimal;
mod fault;
mod scan;
mod string;

pub use container::{Array, Member, Object};
pub use fault::{Fault, FaultKind, LineCounter};
pub use scan::{key_end, skip_space, value_end};
pub use string::{decode, encode, encode_into};

use std::borrow::Cow;

use crate::decimal::Decimal;

/// A JSON value, one level deep.
#[derive(Debug)]
pub enum Json<'a> {
    /// `null`, and what is no JSON at all.
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
    /// Reads the text of one value. What is not JSON at all counts as `null`.
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
}

/// The whole number that a JSON number stands for: `3`, `3.0` and `3e0` are all 3.
pub fn integer(number: &str) -> Option<i64> {
    Decimal::parse(number)?.to_integer()
}
