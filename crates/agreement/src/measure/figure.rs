//! Figures: numbers with the data needed to print them.

use std::borrow::Cow;

use super::undefined::Undefined;

/// Items, texts or edits left out of a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// The number of them.
    pub n: usize,
    /// Their description, with the reason why they were left out.
    pub why: &'static str,
}

/// A number with the convention by which it was computed, and its basis.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The number, always finite, or the reason for its absence.
    pub value: Result<f64, Undefined>,
    /// The convention by which it was computed, in words that can stand in a paper.
    pub convention: Cow<'static, str>,
    /// The size of its basis, in what `convention` counts (examples, spans, tokens …).
    pub n: usize,
    /// Items that were left out.
    pub skipped: Vec<Omission>,
    /// The bounds of the 95 % interval over items ([`super::Bootstrap`]), or the reason for its absence; `None` if not
    /// requested.
    pub interval: Option<Result<(f64, f64), Undefined>>,
}

impl Figure {
    /// Creates a figure without omissions. A value that is not finite becomes [`Undefined::NotFinite`]; −0 becomes 0.
    #[must_use]
    pub fn new(
        convention: impl Into<Cow<'static, str>>,
        value: Result<f64, Undefined>,
        n: usize,
    ) -> Self {
        let value = value.and_then(|value| {
            // Rust's sum of nothing is −0.
            let value = value + 0.0;
            if value.is_finite() { Ok(value) } else { Err(Undefined::NotFinite) }
        });
        Figure { value, convention: convention.into(), n, skipped: Vec::new(), interval: None }
    }

    /// Replaces the value, and any interval, by a reason.
    #[must_use]
    pub fn undefined(mut self, why: Undefined) -> Self {
        self.value = Err(why);
        self.interval = self.interval.map(|_| Err(why));
        self
    }

    /// Adds an omission, unless `n` is 0.
    #[must_use]
    pub fn without(mut self, n: usize, why: &'static str) -> Self {
        if n > 0 {
            self.skipped.push(Omission { n, why });
        }
        self
    }
}

/// Divides `upper` by `lower`.
///
/// # Errors
/// `why`, if `lower` is 0.
pub fn ratio(upper: f64, lower: f64, why: Undefined) -> Result<f64, Undefined> {
    if lower == 0.0 { Err(why) } else { Ok(upper / lower) }
}

/// The median: of an even number of values, the mean of the middle two.
///
/// # Errors
/// `why`, if there are no numbers.
pub(super) fn median(mut values: Vec<f64>, why: Undefined) -> Result<f64, Undefined> {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2).ok_or(why)?;
    let lower = values.get(values.len().saturating_sub(1) / 2).ok_or(why)?;
    Ok(f64::midpoint(*lower, *upper))
}

/// The arithmetic mean.
///
/// # Errors
/// `why`, if there are no numbers.
pub fn mean(values: &[f64], why: Undefined) -> Result<f64, Undefined> {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    ratio(values.iter().sum(), values.len() as f64, why)
}
