//! Decimal numbers as JSON, YAML and CSS write them: `-12.5`, `3e2`.
//!
//! The standard library's parser is exact for any `f64` and brings 14 KB of tables; here a few digits are all there are.

/// A number: `digits` times ten to the power of `exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: u64,
    exponent: i32,
    /// Whether digits were left out, because there were more than fit.
    cut: bool,
}

impl Decimal {
    /// Reads a number; `None` for anything else.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let negative = number.starts_with('-');
        let number = number.strip_prefix(['-', '+']).unwrap_or(number);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let (mut digits, mut left_out) = (0_u64, 0_i32);
        for digit in whole.chars().chain(fraction.chars()) {
            let digit = u64::from(digit.to_digit(10)?);
            match digits.checked_mul(10).and_then(|tens| tens.checked_add(digit)) {
                Some(more) if left_out == 0 => digits = more,
                _ => left_out = left_out.checked_add(1)?,
            }
        }
        let places = i32::try_from(fraction.len()).ok()?;
        let exponent = exponent.checked_sub(places)?.checked_add(left_out)?;
        Some(Decimal { negative, digits, exponent, cut: left_out > 0 })
    }

    /// The whole number that it is, if it is one that fits.
    pub fn to_integer(self) -> Option<i64> {
        let mut whole = i64::try_from(self.digits).ok().filter(|_| !self.cut)?;
        if whole != 0 {
            for _ in 0..self.exponent {
                whole = whole.checked_mul(10)?;
            }
            for _ in self.exponent..0 {
                if whole % 10 != 0 {
                    return None;
                }
                whole /= 10;
            }
        }
        Some(if self.negative { -whole } else { whole })
    }

    /// The nearest `f64`, or one next to it.
    #[expect(clippy::cast_precision_loss, reason = "it is rounded")]
    pub fn to_f64(self) -> f64 {
        // Zero times an infinite power would be no number.
        let power = if self.digits == 0 { 1.0 } else { 10.0_f64.powi(self.exponent) };
        let value = self.digits as f64 * power;
        if self.negative { -value } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

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
            ("9007199254740993.0", Some(9_007_199_254_740_993)),
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
            assert_eq!(Decimal::parse(text).and_then(Decimal::to_integer), whole, "{text}");
        }
    }

    #[test]
    fn fractions_are_near_what_the_standard_library_reads() {
        for text in [
            "0.5",
            "12.25",
            "-7.125",
            ".75",
            "1e3",
            "66.667",
            "1e-7",
            "33.3333333333333333333333333",
            "123456789012345678901234567890",
        ] {
            let ours = Decimal::parse(text).map(Decimal::to_f64).unwrap_or_default();
            let theirs: f64 = text.parse().unwrap_or_default();
            assert!((ours - theirs).abs() <= theirs.abs() * 1e-12, "{text}: {ours}");
        }
    }
}
