//! Result codes: what a trainee hands to the designer, who verifies it with the file of the training.
//!
//! A code is 80 bits in Crockford's base 32, from the first: 30 of the digest of the training, 20 of the digest of the
//! trainee's name, 7 of the score in percent, 1 of passing, 22 of a digest of all these, by which typing errors and casual
//! inventions are found. There is no secret in it, since none can be kept in a program that runs at the trainee's: whoever
//! reads this one can make any code.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use crate::model::TrainingId;
use spanwise_annotation::digest::Digest;

const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 16;
const GROUP: usize = 4;
const TRAINEE_BITS: u32 = 20;
const PERCENT_BITS: u32 = 7;
const CHECK_BITS: u32 = 22;

/// A result as a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResultCode {
    training: u32,
    trainee: u32,
    percent: u8,
    passed: bool,
}

/// The reason why a text is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeError {
    /// It has another number of letters and digits than 16; this one.
    Length(usize),
    /// No code has this character.
    Character(char),
    /// It was mistyped or invented: its last digits do not belong to the others.
    Check,
}

impl ResultCode {
    /// The code of a result.
    #[must_use]
    pub fn new(training: &TrainingId, trainee: &str, percent: u8, passed: bool) -> Self {
        let (training, trainee) = (training.bits(), trainee_bits(trainee));
        ResultCode { training, trainee, percent: percent.min(100), passed }
    }

    /// Reads a code. Case, spaces and hyphens do not matter, `O` is read as 0, `I` and `L` as 1.
    ///
    /// # Errors
    /// The reason why it is none.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let (mut bits, mut length) = (0_u128, 0);
        for c in text.chars().filter(|c| !c.is_whitespace() && !is_hyphen(*c)) {
            let digit = digit(c).ok_or(CodeError::Character(c))?;
            length += 1;
            if length <= LENGTH {
                bits = bits << 5 | digit;
            }
        }
        if length != LENGTH {
            return Err(CodeError::Length(length));
        }
        let take = |from: u128, bits: u32| u32::try_from(from & ((1 << bits) - 1)).unwrap_or(0);
        let payload = bits >> CHECK_BITS;
        let percent = take(payload >> 1, PERCENT_BITS);
        let code = ResultCode {
            training: take(payload >> (1 + PERCENT_BITS + TRAINEE_BITS), 30),
            trainee: take(payload >> (1 + PERCENT_BITS), TRAINEE_BITS),
            percent: u8::try_from(percent).unwrap_or(u8::MAX),
            passed: take(payload, 1) == 1,
        };
        let is_right = code.percent <= 100 && check(payload) == take(bits, CHECK_BITS);
        if is_right { Ok(code) } else { Err(CodeError::Check) }
    }

    /// The score in percent, rounded down.
    #[must_use]
    pub fn percent(&self) -> u8 {
        self.percent
    }

    /// Returns `true` if the pass mark was reached.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// Returns `true` if it is a result of this training, as it is now.
    #[must_use]
    pub fn is_of_training(&self, training: &TrainingId) -> bool {
        self.training == training.bits()
    }

    /// Returns `true` if it is a result of the trainee with this name or number. Case and spaces at the ends or repeated do
    /// not matter. Of a million other names, one fits too.
    #[must_use]
    pub fn is_of_trainee(&self, trainee: &str) -> bool {
        self.trainee == trainee_bits(trainee)
    }

    fn payload(&self) -> u128 {
        let with_trainee = u128::from(self.training) << TRAINEE_BITS | u128::from(self.trainee);
        (with_trainee << PERCENT_BITS | u128::from(self.percent)) << 1 | u128::from(self.passed)
    }
}

impl fmt::Display for ResultCode {
    /// In groups of four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.payload() << CHECK_BITS | u128::from(check(self.payload()));
        for at in 0..LENGTH {
            if at > 0 && at.is_multiple_of(GROUP) {
                f.write_str("-")?;
            }
            let digit = usize::try_from(bits >> (5 * (LENGTH - 1 - at)) & 31).unwrap_or_default();
            write!(f, "{}", DIGITS.get(digit).copied().map_or('0', char::from))?;
        }
        Ok(())
    }
}

fn digit(c: char) -> Option<u128> {
    let meant = match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let at = DIGITS.iter().position(|digit| char::from(*digit) == meant)?;
    u128::try_from(at).ok()
}

/// The hyphens and dashes that programs put in place of a hyphen.
fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn check(payload: u128) -> u32 {
    leading_bits(&format!("spanwise training result {payload}"), CHECK_BITS)
}

fn trainee_bits(name: &str) -> u32 {
    let words: Vec<String> =
        name.nfc().collect::<String>().split_whitespace().map(str::to_lowercase).collect();
    leading_bits(&format!("spanwise trainee {}", words.join(" ")), TRAINEE_BITS)
}

/// The first bits of the digest of a text, at most 32.
fn leading_bits(text: &str, bits: u32) -> u32 {
    let digits = Digest::of(text).to_string();
    let first = digits.get(..8).and_then(|first| u32::from_str_radix(first, 16).ok());
    first.unwrap_or_default() >> (32 - bits)
}

#[cfg(test)]
mod tests;
