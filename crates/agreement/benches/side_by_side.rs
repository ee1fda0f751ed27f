//! Benchmark of γ for many pairs of annotators. Writes the pairs and the outcomes to the file given as argument, for
//! crates/agreement/tests/oracles/side_by_side.py to compute the same with pygamma-agreement.

#![expect(clippy::expect_used, reason = "a measurement may fail")]

use std::env;
use std::fs;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use spanwise_agreement::measure::gamma::{GammaOptions, TextGamma, gamma};
use spanwise_agreement::measure::{CodePointRange, MarkedSpan};

const PAIRS: u64 = 1000;
/// The number of units of each annotator in each pair.
const UNITS: u32 = 20;
const CATEGORIES: usize = 6;
/// In code points.
const LENGTH: u32 = 3000;
const SAMPLES: u32 = 30;

/// Draws the units of two annotators: those of the second mostly copy those of the first, nearly in the same place.
fn pair(random: &mut Xoshiro256PlusPlus) -> [Vec<MarkedSpan>; 2] {
    let mut unit = |start: u32| {
        let length = random.random_range(3..60);
        MarkedSpan {
            range: CodePointRange { start, end: start + length },
            category: random.random_range(0..CATEGORIES),
        }
    };
    let each = LENGTH / UNITS;
    let first: Vec<MarkedSpan> = (0..UNITS).map(|at| unit(at * each + each / 4)).collect();
    let others: Vec<MarkedSpan> = (0..UNITS).map(|at| unit(at * each)).collect();
    let mut own = |(first, other): (&MarkedSpan, MarkedSpan)| {
        if random.random_bool(0.3) {
            return other;
        }
        let start = first.range.start + random.random_range(0..6);
        let category = if random.random_bool(0.8) { first.category } else { other.category };
        MarkedSpan { range: CodePointRange { start, end: start + first.range.len() }, category }
    };
    let mut second: Vec<MarkedSpan> = first.iter().zip(others).map(&mut own).collect();
    second.sort_unstable();
    [first, second]
}

fn as_json(units: &[MarkedSpan]) -> Value {
    let one =
        |unit: &MarkedSpan| json!([unit.range.start, unit.range.end, unit.category.to_string()]);
    units.iter().map(one).collect()
}

fn main() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    let pairs: Vec<[Vec<MarkedSpan>; 2]> = (0..PAIRS).map(|_| pair(&mut random)).collect();
    let options = GammaOptions { samples: SAMPLES, ..GammaOptions::default() };

    let began = Instant::now();
    let outcomes: Vec<TextGamma> = (0..)
        .zip(&pairs)
        .map(|(text, [a, b])| gamma(&[a, b], text, &options).expect("both marked something"))
        .collect();
    let seconds = began.elapsed().as_secs_f64();
    println!("γ of {PAIRS} pairs of {UNITS} units, {SAMPLES} samples: {seconds:.3} s on one core");

    // Cargo itself adds `--bench`.
    if let Some(path) = env::args().skip(1).find(|argument| !argument.starts_with("--")) {
        let cases: Vec<Value> = pairs
            .iter()
            .zip(&outcomes)
            .map(|([a, b], outcome)| {
                json!({ "units": [as_json(a), as_json(b)], "observed": outcome.gamma.observed, "gamma": outcome.gamma.value.ok() })
            })
            .collect();
        let all = json!({ "samples": SAMPLES, "seconds": seconds, "pairs": cases });
        fs::write(path, all.to_string()).expect("the file can be written");
    }
}
