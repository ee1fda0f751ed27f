//! Stored values as lines of text: `<part> <mark> <payload>`, such as `log/1 = 0 0 "a"`.
//!
//! The part belongs to the work `w1` unless it begins with `/`. The mark says how the value is stored: `~` as it is,
//! `=` in its envelope, `+` in its envelope and refused by the first store.

use spanwise_annotation::store::WorkId;

/// One stored value.
pub(crate) struct Stored {
    pub(crate) key: String,
    /// The value in the first store.
    pub(crate) value: String,
    /// The value in the durable store.
    pub(crate) durable: String,
}

pub(crate) fn work() -> WorkId {
    WorkId::new("w1").expect("an id")
}

/// Parses a line; `None` if it has fewer than three parts.
pub(crate) fn parse(line: &str) -> Option<Stored> {
    let mut parts = line.splitn(3, ' ');
    let (part, mark, payload) = (parts.next()?, parts.next()?, parts.next()?);
    let key = match part.strip_prefix('/') {
        Some(part) => format!("spanwise/1/{part}"),
        None => format!("spanwise/1/{}/{part}", work()),
    };
    let (value, durable) = match mark {
        "=" | "+" => {
            let value = sealed(&key, payload);
            (value.clone(), format!("{mark}{value}"))
        }
        "~=" | "~+" => (payload.to_owned(), format!("{}{payload}", mark.trim_start_matches('~'))),
        _ => (payload.to_owned(), payload.to_owned()),
    };
    Some(Stored { key, value, durable })
}

/// A value in its envelope, with the checksum written anew from its definition (CRC-32/ISO-HDLC).
fn sealed(key: &str, payload: &str) -> String {
    let bytes = key.bytes().chain([b'\n']).chain(payload.bytes());
    let crc = bytes.fold(u32::MAX, |crc, byte| {
        let shift = |crc: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
        (0..8).fold(crc ^ u32::from(byte), |crc, _| shift(crc))
    });
    format!("1 {:08x} {} {payload}", !crc, payload.len())
}

/// Words of such lines.
pub(crate) const WORDS: &[&str] = &[
    "\n",
    "\n",
    "log/",
    "snap/",
    "end/",
    "changed",
    "meta",
    "open",
    "/deleted",
    "/alone",
    "/written",
    "/w2/",
    "/quarantine/0/w1/",
    " = ",
    " + ",
    " ~ ",
    " ~= ",
    " ~+ ",
    " ",
    "/",
    "0",
    "1",
    "2",
    "3",
    "7",
    "-",
    "0 0 \"a\"",
    "0 1 \"b\"",
    "4294967295",
    "18446744073709551615",
    "18446744073709551614",
    "00000000",
    "[]",
    "[{\"work\":\"w1\",\"at_ms\":5}]",
    "{}",
    "1 00000000 0 ",
    "2 x",
    "é",
    "ffffffffffffffff",
    "---\n",
];
