//! The envelope of a stored value: `<version> <checksum> <length> <payload>`.
//!
//! The checksum covers the key too, so that a value that strayed to another key is recognised.

use std::fmt;

use spanwise_i18n::{Message, say};

/// Version of the envelope and of the meaning of payloads; raise it whenever an older app would misread either.
const VERSION: u32 = 1;

/// The reason why a stored value cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueDamage {
    /// Shorter or longer than it says.
    Length,
    /// Changed after it was written, or written for another key.
    Altered,
    /// Never written by this app.
    Foreign,
    /// Written by a newer version of this app. Not damaged at all, but not readable here.
    Newer(u32),
}

impl ValueDamage {
    /// The reason, as one sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            ValueDamage::Length => say!(StoreTextWasCutOff),
            ValueDamage::Altered => say!(StoreTextWasAlteredAfterWasStored),
            ValueDamage::Foreign => say!(StoreTextWasNotWrittenApp),
            ValueDamage::Newer(format) => newer(format),
        }
    }
}

/// The message about data that a newer version of this app stored.
pub(super) fn newer(format: u32) -> Message {
    say!(StoreWorkWasStoredNewerVersionSpanwise, format)
}

impl fmt::Display for ValueDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// The value to store for a payload.
pub fn seal(key: &impl fmt::Display, payload: &str) -> String {
    format!("{VERSION} {:08x} {} {payload}", checksum(key, payload), payload.len())
}

/// The payload of a stored value.
pub fn unseal<'a>(key: &impl fmt::Display, value: &'a str) -> Result<&'a str, ValueDamage> {
    let (version, rest) = value.split_once(' ').ok_or(ValueDamage::Foreign)?;
    let version: u32 = version.parse().map_err(|_| ValueDamage::Foreign)?;
    if version > VERSION {
        return Err(ValueDamage::Newer(version));
    }
    if version != VERSION {
        return Err(ValueDamage::Foreign);
    }
    let (sum, rest) = rest.split_once(' ').ok_or(ValueDamage::Length)?;
    let (length, payload) = rest.split_once(' ').ok_or(ValueDamage::Length)?;
    let sum = u32::from_str_radix(sum, 16).map_err(|_| ValueDamage::Foreign)?;
    let length: usize = length.parse().map_err(|_| ValueDamage::Foreign)?;
    if payload.len() != length {
        return Err(ValueDamage::Length);
    }
    if checksum(key, payload) != sum {
        return Err(ValueDamage::Altered);
    }
    Ok(payload)
}

/// CRC-32 (ISO-HDLC, the one of zip and PNG) of key and payload.
pub(super) fn checksum(key: &impl fmt::Display, payload: &str) -> u32 {
    let key = key.to_string();
    let bytes = key.bytes().chain([b'\n']).chain(payload.bytes());
    !bytes.fold(u32::MAX, |crc, byte| (crc >> 8) ^ REMAINDERS[usize::from(byte ^ (crc as u8))])
}

/// The remainder of each byte under the reflected polynomial.
const REMAINDERS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};
