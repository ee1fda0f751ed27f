//! A number with what it takes to print it.

use super::undefined::Undefined;

/// Items, texts or edits that a figure does not rest on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// How many.
    pub n: usize,
    /// What was left out, and why.
    pub why: &'static str,
}

/// A number, the convention by which it was computed, and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The number, finite; or why there is none.
    pub value: Result<f64, Undefined>,
    /// How it was computed, in words that can stand in a paper.
    pub convention: &'static str,
    /// How many of what `convention` counts (examples, spans, tokens …) it rests on.
    pub n: usize,
    /// What was left out.
    pub skipped: Vec<Omission>,
    /// Between which bounds it lies by its 95 % interval over items ([`super::Bootstrap`]), or why there is none; `None`
    /// if none was asked for.
    pub interval: Option<Result<(f64, f64), Undefined>>,
}

impl Figure {
    /// A figure from which nothing was left out. A number that is not finite is none; zero has no sign.
    #[must_use]
    pub fn new(convention: &'static str, value: Result<f64, Undefined>, n: usize) -> Self {
        let value = value.and_then(|value| {
            // Rust's sum of nothing is −0.
            let value = value + 0.0;
            if value.is_finite() { Ok(value) } else { Err(Undefined::NotFinite) }
        });
        Figure { value, convention, n, skipped: Vec::new(), interval: None }
    }

    /// The same without a value, and why.
    #[must_use]
    pub fn undefined(mut self, why: Undefined) -> Self {
        self.value = Err(why);
        self.interval = self.interval.map(|_| Err(why));
        self
    }

    /// The same with something left out; for none, nothing is said.
    #[must_use]
    pub fn without(mut self, n: usize, why: &'static str) -> Self {
        if n > 0 {
            self.skipped.push(Omission { n, why });
        }
        self
    }
}

/// The quotient of two numbers; `why` if the lower one is zero.
///
/// # Errors
/// `why`, for a lower one of zero.
pub fn ratio(upper: f64, lower: f64, why: Undefined) -> Result<f64, Undefined> {
    if lower == 0.0 { Err(why) } else { Ok(upper / lower) }
}

/// The arithmetic mean.
///
/// # Errors
/// `why`, if there are no numbers.
pub fn mean(values: &[f64], why: Undefined) -> Result<f64, Undefined> {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    ratio(values.iter().sum(), values.len() as f64, why)
}
