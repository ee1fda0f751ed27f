//! Numbers that questions ask for, and the ranges that they lie in.

use std::fmt;

/// A decimal number with at most six digits after the point, which is exact: `0.1` is a tenth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    millionths: i64,
}

/// The greatest number of digits after the point.
const DIGITS: u32 = 6;
const ONE: i64 = 1_000_000;
/// The greatest number of millionths: the distance of any two numbers fits into an `i64`.
const GREATEST: i64 = i64::MAX / 2;

impl Decimal {
    const ZERO: Decimal = Decimal::whole(0);

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i32) -> Self {
        // Fits: i32 has ten digits, i64 nineteen.
        Decimal { millionths: number as i64 * ONE }
    }

    /// Reads digits with an optional sign and point: `7`, `-0.5`, `.25`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let mut size: i64 = 0;
        let mut digits = 0;
        let mut places = None;
        for byte in unsigned.bytes() {
            if byte == b'.' && places.is_none() {
                places = Some(0);
            } else if byte.is_ascii_digit() {
                size = size.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?;
                digits += 1;
                places = places.map(|places| places + 1);
            } else {
                return None;
            }
        }
        let zeros = DIGITS.checked_sub(places.unwrap_or(0)).filter(|_| digits > 0)?;
        let size = size.checked_mul(10_i64.pow(zeros)).filter(|size| *size <= GREATEST)?;
        Some(Decimal { millionths: if text.starts_with('-') { -size } else { size } })
    }
}

/// The shortest text that [`Decimal::parse`] reads as the number.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.millionths < 0 { "-" } else { "" };
        let size = self.millionths.unsigned_abs();
        let (whole, rest) = (size / ONE.unsigned_abs(), size % ONE.unsigned_abs());
        write!(f, "{sign}{whole}")?;
        if rest == 0 {
            return Ok(());
        }
        let fraction = format!("{rest:06}");
        write!(f, ".{}", fraction.trim_end_matches('0'))
    }
}

/// The numbers that a question accepts: between two ends, which belong to them, in steps from the first end or from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NumberRange {
    min: Option<Decimal>,
    max: Option<Decimal>,
    step: Option<Decimal>,
}

impl NumberRange {
    /// All numbers.
    pub const ANY: NumberRange = NumberRange { min: None, max: None, step: None };

    /// Creates a range; `None` unless its ends are in order and the step is greater than 0.
    #[must_use]
    pub fn new(min: Option<Decimal>, max: Option<Decimal>, step: Option<Decimal>) -> Option<Self> {
        let in_order = min.zip(max).is_none_or(|(min, max)| min < max);
        let range = NumberRange { min, max, step };
        (in_order && step.is_none_or(|step| step > Decimal::ZERO)).then_some(range)
    }

    /// The smallest number.
    #[must_use]
    pub fn min(&self) -> Option<Decimal> {
        self.min
    }

    /// The greatest number.
    #[must_use]
    pub fn max(&self) -> Option<Decimal> {
        self.max
    }

    /// The distance of neighbouring numbers; `None` if every number between the ends is accepted.
    #[must_use]
    pub fn step(&self) -> Option<Decimal> {
        self.step
    }

    /// Returns `true` if a number is accepted.
    #[must_use]
    pub fn includes(&self, number: Decimal) -> bool {
        let from = self.min.unwrap_or(Decimal::ZERO);
        let on_a_step =
            |step: Decimal| (number.millionths - from.millionths) % step.millionths == 0;
        self.min.is_none_or(|min| number >= min)
            && self.max.is_none_or(|max| number <= max)
            && self.step.is_none_or(on_a_step)
    }

    /// Returns `true` if a text is a number that is accepted.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        Decimal::parse(text).is_some_and(|number| self.includes(number))
    }
}

/// The points of a slider: a range with both ends and a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliderRange {
    min: Decimal,
    max: Decimal,
    step: Decimal,
}

impl SliderRange {
    /// From 0 to 100 by 1.
    pub const DEFAULT: SliderRange =
        SliderRange { min: Decimal::whole(0), max: Decimal::whole(100), step: Decimal::whole(1) };

    /// Creates a range with the ends and the step of [`SliderRange::DEFAULT`] where they are not given; `None` unless
    /// the ends are in order and the step is greater than 0.
    #[must_use]
    pub fn new(min: Option<Decimal>, max: Option<Decimal>, step: Option<Decimal>) -> Option<Self> {
        let default = SliderRange::DEFAULT;
        let (min, max) = (min.unwrap_or(default.min), max.unwrap_or(default.max));
        let step = step.unwrap_or(default.step);
        NumberRange::new(Some(min), Some(max), Some(step))?;
        Some(SliderRange { min, max, step })
    }

    /// The same as a range of numbers.
    #[must_use]
    pub fn numbers(&self) -> NumberRange {
        NumberRange { min: Some(self.min), max: Some(self.max), step: Some(self.step) }
    }

    /// The first point.
    #[must_use]
    pub fn min(&self) -> Decimal {
        self.min
    }

    /// The last point.
    #[must_use]
    pub fn max(&self) -> Decimal {
        self.max
    }

    /// The distance of neighbouring points.
    #[must_use]
    pub fn step(&self) -> Decimal {
        self.step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn decimals_are_read_and_written_in_their_shortest_form() {
        for (text, written) in [
            ("7", "7"),
            ("-0.50", "-0.5"),
            ("+.25", "0.25"),
            ("007", "7"),
            ("1.", "1"),
            ("0.000001", "0.000001"),
            ("-0", "0"),
            ("4000000000000", "4000000000000"),
        ] {
            assert_eq!(decimal(text).to_string(), written);
            assert_eq!(decimal(written), decimal(text));
        }
        for text in
            ["", ".", "-", "+-1", "1e2", "1,5", " 1", "0.0000001", "١", "9000000000000", "1.2.3"]
        {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_range_includes_its_ends_and_steps_from_the_first() {
        let range = |min: &str, max: &str, step: &str| {
            let given = |text: &str| (!text.is_empty()).then(|| decimal(text));
            NumberRange::new(given(min), given(max), given(step))
        };
        for (ends, included, excluded) in [
            (("", "", ""), &["-3.7", "12"][..], &["x"][..]),
            (("1", "5", "1"), &["1", "5", "3.0"], &["0", "6", "1.5"]),
            (("0.1", "", "0.2"), &["0.1", "0.3", "12.1"], &["0.2", "-0.1"]),
            (("", "-1", "0.5"), &["-1.5", "-4000000000000"], &["0", "-1.25"]),
        ] {
            let range = range(ends.0, ends.1, ends.2).unwrap();
            assert!(included.iter().all(|text| range.accepts(text)), "{ends:?}");
            assert!(excluded.iter().all(|text| !range.accepts(text)), "{ends:?}");
        }
        for (min, max, step) in [("1", "1", ""), ("2", "1", ""), ("", "", "0"), ("", "", "-1")] {
            assert_eq!(range(min, max, step), None);
        }
        assert_eq!(SliderRange::new(Some(decimal("200")), None, None), None);
        let points = SliderRange::new(None, Some(decimal("10")), None).unwrap();
        assert!(points.numbers().accepts("10") && !points.numbers().accepts("0.5"));
    }
}
