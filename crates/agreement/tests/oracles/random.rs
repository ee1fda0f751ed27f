//! Random data, new in every run, and reproducible from its seed.

use std::time::{SystemTime, UNIX_EPOCH};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers from a seed that is printed: `SPANWISE_SEED`, or else the time.
pub(crate) struct Random {
    numbers: Xoshiro256PlusPlus,
}

impl Random {
    pub(crate) fn new() -> Self {
        let now =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        let seed = match std::env::var("SPANWISE_SEED") {
            Ok(seed) => seed.parse().expect("SPANWISE_SEED is a number"),
            Err(_) => u64::try_from(now()).unwrap_or(0),
        };
        println!("to repeat this: SPANWISE_SEED={seed}");
        Random { numbers: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A number from the first to the one before the last.
    pub(crate) fn number(&mut self, range: std::ops::Range<u32>) -> u32 {
        self.numbers.random_range(range)
    }

    /// Returns `true` in `percent` of a hundred cases.
    pub(crate) fn percent(&mut self, percent: u32) -> bool {
        self.number(0..100) < percent
    }

    /// One element of a list.
    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        let at = self.number(0..u32::try_from(of.len()).expect("a few"));
        *of.get(at as usize).expect("one of them")
    }
}
