//! Names derived from the content that they name: the same on every device and for all time.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::worker::Worker;

/// FNV-1a with 128 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>. It does not resist forged collisions; nothing
/// here relies on that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digest(u128);

impl Digest {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    pub(super) fn new() -> Self {
        Digest(Self::BASIS)
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(Self::PRIME);
        Digest(bytes.iter().fold(self.0, step))
    }

    /// Adds a text with its length, so that two texts differ from their concatenation.
    pub(super) fn text(self, text: &str) -> Self {
        self.number(text.len()).bytes(text.as_bytes())
    }

    pub(super) fn number(self, number: usize) -> Self {
        // 64 bits on every device.
        self.bytes(&u64::try_from(number).unwrap_or(u64::MAX).to_le_bytes())
    }

    pub(super) fn numbers(self, numbers: &[usize]) -> Self {
        numbers.iter().fold(self.number(numbers.len()), |digest, number| digest.number(*number))
    }

    /// 32 hexadecimal digits.
    pub(super) fn hex(self) -> String {
        format!("{:032x}", self.0)
    }

    /// 16 hexadecimal digits.
    pub(super) fn short_hex(self) -> String {
        let folded = self.0 ^ (self.0 >> 64);
        format!("{:016x}", folded & u128::from(u64::MAX))
    }

    /// 64 bits.
    pub(super) fn seed(self) -> u64 {
        u64::from_str_radix(&self.short_hex(), 16).unwrap_or_default()
    }
}

/// The id of a submission: 32 hexadecimal digits, derived from work, annotator, instances and annotations.
///
/// Sending the same submission again, after a failure or from another tab, is therefore recognised wherever it
/// arrives; annotations that differ make another submission, so that none hides another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SubmissionId(String);

impl SubmissionId {
    /// Returns the id; `None` if the text is not one.
    #[must_use]
    pub fn new(id: &str) -> Option<Self> {
        let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        (id.len() == 32 && id.bytes().all(hex)).then(|| SubmissionId(id.to_owned()))
    }

    pub(super) fn of(digest: Digest) -> Self {
        SubmissionId(digest.hex())
    }

    /// The code by which an annotator shows that this submission is theirs, as FALTE gives one at its end: ten letters
    /// and digits, 50 bits of the id in Crockford's base 32.
    #[must_use]
    pub fn completion_code(&self) -> String {
        const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let bits = u128::from_str_radix(&self.0, 16).unwrap_or_default();
        let digit = |at: u32| usize::try_from(bits >> (5 * at) & 31).unwrap_or_default();
        let digits = (0..10).rev().map(|at| DIGITS.get(digit(at)).copied().map_or('0', char::from));
        digits.collect()
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SubmissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The error of a text that is not a [`SubmissionId`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotASubmissionId;

impl fmt::Display for NotASubmissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the id of a submission")
    }
}

impl std::error::Error for NotASubmissionId {}

impl TryFrom<String> for SubmissionId {
    type Error = NotASubmissionId;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        SubmissionId::new(&id).ok_or(NotASubmissionId)
    }
}

impl From<SubmissionId> for String {
    fn from(id: SubmissionId) -> String {
        id.0
    }
}

/// Returns the part of a work's id that keeps the work of several annotators on this device, and of one annotator on
/// several parts of the data, separate: 16 hexadecimal digits. `instances` are 0-based, `None` for all.
///
/// The same annotator goes on where the work was left, as long as it is for the same study or HIT: a new session or
/// assignment changes nothing.
#[must_use]
pub fn assignment_part(worker: &Worker, instances: Option<&[usize]>) -> String {
    let digest = worker.digest(Digest::new());
    let digest = match instances {
        Some(instances) => digest.text("instances").numbers(instances),
        None => digest.text("all"),
    };
    digest.short_hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv_1a_with_128_bits() {
        // Vectors of the reference implementation.
        for (text, hex) in [
            ("", "6c62272e07bb014262b821756295c58d"),
            ("a", "d228cb696f1a8caf78912b704e4a8964"),
            ("ab", "08809544bbab1be95aa0733055b69a62"),
            ("abc", "a68d622cec8b5822836dbc7977af7f3b"),
        ] {
            assert_eq!(Digest::new().bytes(text.as_bytes()).hex(), hex, "{text}");
        }
    }

    #[test]
    fn parts_do_not_run_together() {
        let digest = |parts: &[&str]| {
            parts.iter().fold(Digest::new(), |digest, part| digest.text(part)).hex()
        };
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_ne!(Digest::new().numbers(&[1, 2]).hex(), Digest::new().numbers(&[12]).hex());
    }

    #[test]
    fn ids_are_read_back() {
        let id = SubmissionId::of(Digest::new());
        assert_eq!(SubmissionId::new(id.as_str()), Some(id));
        for wrong in
            ["", "x", "6C62272e07bb014262b821756295c58d", "6c62272e07bb014262b821756295c58"]
        {
            assert_eq!(SubmissionId::new(wrong), None);
        }
    }
}
