//! The sample of instances that a link asks for: `range`, `n`, `seed` and `shuffle`.

use std::collections::BTreeSet;
use std::fmt;

use super::identity::Digest;
use spanwise_i18n::{Message, say};

/// The sample that a link asks for, independent of the data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sample {
    /// `range`, as written, and its stretches: 0-based, first and last.
    range: Option<(String, Vec<(u64, u64)>)>,
    /// `n`, as written and as a number.
    size: Option<(String, u64)>,
    seed: Option<String>,
    shuffle: bool,
}

impl Sample {
    /// Reads the sample from the [other parameters](spanwise_links::LinkRequest::other) of a link; `None` for all
    /// instances in their order. Of several with the same name, the first that is not empty counts.
    ///
    /// # Errors
    /// If a parameter cannot be read.
    pub fn of_link(parameters: &[(String, String)]) -> Result<Option<Self>, SampleError> {
        let given = |name: &str| {
            let values = parameters.iter().filter(|(n, _)| n == name);
            values.map(|(_, value)| value.trim()).find(|value| !value.is_empty())
        };
        let sample = Sample {
            range: given("range").map(|r| Ok((r.to_owned(), stretches(r)?))).transpose()?,
            size: given("n").map(|n| Ok((n.to_owned(), size(n)?))).transpose()?,
            seed: given("seed").map(str::to_owned),
            shuffle: given("shuffle").map_or(Ok(false), flag)?,
        };
        let is_all = sample.range.is_none() && sample.size.is_none() && !sample.shuffle;
        Ok((!is_all).then_some(sample))
    }

    /// Returns the 0-based indices of the instances to show, each once: those of `range`, or all; with `n`, as many of
    /// these at random. They are in the order of the data, or in a random order with `shuffle`.
    ///
    /// `person` is the seed if the link has none. The same seed, range and number of instances give the same sample on
    /// every device and in every version.
    ///
    /// # Errors
    /// If `range` or `n` does not fit the data, or a random sample has no seed.
    pub fn choose(
        &self,
        instances: usize,
        person: Option<&str>,
    ) -> Result<Vec<usize>, SampleError> {
        let mut pool = self.pool(instances)?;
        let size = match &self.size {
            Some((found, size)) => {
                let fits = usize::try_from(*size).ok().filter(|size| *size <= pool.len());
                let error = SampleError::TooMany { found: found.clone(), available: pool.len() };
                fits.ok_or(error)?
            }
            None => pool.len(),
        };
        if self.shuffle || size < pool.len() {
            let seed = self.seed.as_deref().or(person).ok_or(SampleError::NoSeed)?;
            draw(&mut pool, size, seed);
            if !self.shuffle {
                pool.sort_unstable();
            }
        }
        Ok(pool)
    }

    /// The instances of `range` in the order of the data, or all.
    fn pool(&self, instances: usize) -> Result<Vec<usize>, SampleError> {
        let Some((found, stretches)) = &self.range else { return Ok((0..instances).collect()) };
        let mut pool = BTreeSet::new();
        for (first, last) in stretches {
            let end = usize::try_from(*last).ok().filter(|last| *last < instances);
            let error = SampleError::Beyond { found: found.clone(), number: last + 1, instances };
            let (first, last) = usize::try_from(*first).ok().zip(end).ok_or(error)?;
            pool.extend(first..=last);
        }
        Ok(pool.into_iter().collect())
    }
}

/// Draws `size` of the numbers below `of` at random, each once, in the order in which they are drawn. The same numbers and
/// seed give the same draw on every device and in every version.
#[must_use]
pub fn drawn(size: usize, of: usize, seed: &str) -> Vec<usize> {
    let mut all = (0..of).collect();
    draw(&mut all, size, seed);
    all
}

/// Leaves `size` of the items, drawn one after the other: the first steps of a Fisher–Yates shuffle.
fn draw(items: &mut Vec<usize>, size: usize, seed: &str) {
    let mut random = SplitMix64(Digest::new().text(seed).seed());
    for at in 0..size.min(items.len()) {
        let left = u64::try_from(items.len() - at).unwrap_or(1);
        let step = usize::try_from(random.below(left)).unwrap_or_default();
        items.swap(at, at + step);
    }
    items.truncate(size);
}

/// Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014), with the constants of
/// <https://prng.di.unimi.it/splitmix64.c>.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a uniformly distributed number below `bound`; numbers that would bias the distribution are drawn again.
    fn below(&mut self, bound: u64) -> u64 {
        let bound = bound.max(1);
        let excess = bound.wrapping_neg() % bound;
        loop {
            let number = self.next();
            if number >= excess {
                return number % bound;
            }
        }
    }
}

/// `3-7,12`: 1-based, first and last included.
fn stretches(found: &str) -> Result<Vec<(u64, u64)>, SampleError> {
    let error = || SampleError::Range(found.to_owned());
    let stretch = |part: &str| {
        let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
        let first = number(first).and_then(|n| n.checked_sub(1)).ok_or_else(error)?;
        let last = number(last).and_then(|n| n.checked_sub(1)).ok_or_else(error)?;
        if first <= last { Ok((first, last)) } else { Err(error()) }
    };
    found.split(',').map(stretch).collect()
}

fn size(found: &str) -> Result<u64, SampleError> {
    number(found).filter(|n| *n > 0).ok_or_else(|| SampleError::Size(found.to_owned()))
}

/// Digits only: `parse` alone would take a sign.
fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
}

fn flag(found: &str) -> Result<bool, SampleError> {
    match found {
        "true" | "yes" | "1" => Ok(true),
        "false" | "no" | "0" => Ok(false),
        _ => Err(SampleError::Flag(found.to_owned())),
    }
}

/// The reason why the instances that a link asks for cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SampleError {
    /// `range` is no list of numbers.
    Range(String),
    /// `n` is no number.
    Size(String),
    /// `shuffle` is neither true nor false.
    Flag(String),
    /// `range` names an instance that is not there.
    Beyond {
        /// `range`, as written.
        found: String,
        /// The number that is too large, from 1.
        number: u64,
        /// The number of instances in the data.
        instances: usize,
    },
    /// `n` exceeds the number of instances to draw from.
    TooMany {
        /// `n`, as written.
        found: String,
        /// The number of instances to draw from.
        available: usize,
    },
    /// A random sample needs a seed, or someone to derive it from.
    NoSeed,
}

impl SampleError {
    /// The problem, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            SampleError::Range(found) => {
                say!(SampleParameterRangeNotListInstances, found = found.as_str())
            }
            SampleError::Size(found) => {
                say!(SampleParameterNNotNumberInstances, found = found.as_str())
            }
            SampleError::Flag(found) => {
                say!(SampleParameterShuffleNeitherTrueNorFalse, found = found.as_str())
            }
            SampleError::Beyond { found, number, instances } => {
                let number = number.to_string();
                say!(
                    SampleParameterRangeNamesInstanceButInstance,
                    number,
                    n = *instances,
                    found = found.as_str()
                )
            }
            SampleError::TooMany { found, available } => {
                say!(SampleParameterNAsksForButInstance, found = found.as_str(), n = *available)
            }
            SampleError::NoSeed => {
                say!(SampleLinkAsksForRandomChoice)
            }
        }
    }

    /// The remedy, as one sentence.
    #[must_use]
    pub fn remedy(&self) -> Message {
        match self {
            SampleError::Range(_) => {
                say!(SampleWriteNumbersFrom1AndStretches)
            }
            SampleError::Size(_) => say!(SampleWriteNumberFrom1SuchN),
            SampleError::Flag(_) => say!(SampleWriteShuffleTrueOrLeaveOut),
            SampleError::Beyond { instances: last, .. } => {
                say!(SampleUseNumbersFrom1OrCheck, last = last.to_string())
            }
            SampleError::TooMany { available, .. } => {
                say!(SampleUseNumberFrom1OrCheck, last = available.to_string())
            }
            SampleError::NoSeed => {
                say!(SampleOpenLinkFromProlificOrMechanical)
            }
        }
    }

    /// The problem and its remedy.
    #[must_use]
    pub fn sentences(&self) -> Message {
        self.message().and(self.remedy())
    }
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().fmt(f)
    }
}

impl std::error::Error for SampleError {}
