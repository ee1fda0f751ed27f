//! γ of two, three and four annotators, compared with pygamma-agreement.

use serde_json::{Value, json};
use spanwise_agreement::measure::gamma::{
    ChanceCorrected, DissimilarityWeights, GammaOptions, gamma,
};
use spanwise_agreement::measure::{CodePointRange, MarkedSpan};

use crate::python::ask;
use crate::random::Random;

const LENGTH: u32 = 400;
const CATEGORIES: u32 = 3;

fn unit(random: &mut Random) -> MarkedSpan {
    let start = random.number(0..LENGTH);
    let end = start + random.number(1..40);
    MarkedSpan {
        range: CodePointRange { start, end },
        category: random.number(0..CATEGORIES) as usize,
    }
}

/// A copy of a unit with nearly the same offsets, mostly in the same category.
fn alike(random: &mut Random, of: &MarkedSpan) -> MarkedSpan {
    let mut near = |at: u32| (at + random.number(0..9)).saturating_sub(4);
    let (start, end) = (near(of.range.start), near(of.range.end));
    let other = unit(random);
    let category = if random.percent(80) { of.category } else { other.category };
    MarkedSpan { range: CodePointRange { start, end: end.max(start + 1) }, category }
}

/// The units of annotators, who share some of them. The first marked at least one.
fn annotators(random: &mut Random, count: usize, most: u32) -> Vec<Vec<MarkedSpan>> {
    let there: Vec<MarkedSpan> = (0..random.number(1..most)).map(|_| unit(random)).collect();
    let mut own = |first: bool| {
        let mut units = Vec::new();
        for seen in &there {
            if first || random.percent(65) {
                units.push(alike(random, seen));
            }
        }
        if random.percent(50) {
            units.push(unit(random));
        }
        // Duplicates count once.
        if random.percent(10) {
            units.extend(units.first().copied());
        }
        units.sort_unstable();
        units
    };
    (0..count).map(|annotator| own(annotator == 0)).collect()
}

fn case(random: &mut Random, units: &[Vec<MarkedSpan>], alpha: f64, samples: u32) -> Value {
    let name = |category: usize| ["A", "B", "C"].get(category).copied().unwrap_or_default();
    let as_json =
        |unit: &MarkedSpan| json!([unit.range.start, unit.range.end, name(unit.category)]);
    let units: Vec<Vec<Value>> =
        units.iter().map(|own| own.iter().map(as_json).collect()).collect();
    let seed = random.number(0..u32::MAX);
    json!({ "units": units, "alpha": alpha, "beta": 1.0, "samples": samples, "seed": seed })
}

fn ours(units: &[Vec<MarkedSpan>], alpha: f64, samples: u32) -> ChanceCorrected {
    let weights = DissimilarityWeights::new(alpha, 1.0, 1.0).expect("usual weights");
    let options = GammaOptions { weights, samples, ..GammaOptions::default() };
    let units: Vec<&[MarkedSpan]> = units.iter().map(Vec::as_slice).collect();
    let outcome = gamma(&units, 0, &options).expect("somebody marked something");
    assert!(outcome.exact, "so few units are aligned exactly");
    outcome.gamma
}

fn number(answer: &Value, name: &str) -> f64 {
    answer.get(name).and_then(Value::as_f64).unwrap_or_else(|| panic!("{name} in {answer}"))
}

/// The number of samples from which both estimate the expected disorder.
const SAMPLES: u32 = 60;

/// The number of continua compared: `SPANWISE_ORACLE_CASES`, or else a few.
fn number_of_cases() -> usize {
    let number = std::env::var("SPANWISE_ORACLE_CASES").unwrap_or_else(|_| "24".to_owned());
    let number = number.parse().expect("SPANWISE_ORACLE_CASES is a number");
    assert!(number >= 3, "SPANWISE_ORACLE_CASES: three is one of each number of annotators");
    number
}

/// One test, since pygamma-agreement takes ten seconds to start.
#[test]
fn disorders_are_those_of_pygamma_agreement() {
    let random = &mut Random::new();
    let (mut cases, mut found) = (Vec::new(), Vec::new());
    for at in 0..number_of_cases() {
        let count = 2 + at % 3;
        let alpha = random.one(&[1.0, 3.0]);
        let units = annotators(random, count, if count == 2 { 16 } else { 8 });
        // One of each number of annotators is enough for the expected disorder, since an estimate may be wrong by
        // chance.
        let samples = if at < 3 { SAMPLES } else { 1 };
        cases.push(case(random, &units, alpha, samples));
        // Many more samples cost nothing here, so that only the error of the other estimate remains.
        found.push(ours(&units, alpha, 10 * samples));
    }
    assert!(found.iter().any(|agreement| agreement.observed > 0.1));
    let Some(answers) = ask("gamma", &cases) else { return };
    let mut greatest: f64 = 0.0;
    for ((ours, answer), case) in found.iter().zip(&answers).zip(&cases) {
        let theirs = number(answer, "observed");
        let apart = (ours.observed - theirs).abs();
        assert!(apart < 1e-5, "{ours:?} here, {theirs} there: {case}");
        greatest = greatest.max(apart);
    }
    let count = cases.len();
    println!("{count} continua: observed disorders differ by {greatest:.1e} at most");
    for ((ours, answer), case) in found.iter().zip(&answers).zip(&cases).take(3) {
        // A difference of more than five standard errors occurs once in some 50 000 runs; of four, once in some 2000.
        let error = number(answer, "se").hypot(ours.standard_error);
        let theirs = number(answer, "expected");
        let apart = (ours.expected - theirs).abs();
        assert!(apart < 5.0 * error + 1e-5, "{ours:?} here, {theirs} ± {error} there: {case}");
    }
}
