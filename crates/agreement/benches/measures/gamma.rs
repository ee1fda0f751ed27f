//! Benchmarks of γ.

use divan::Bencher;
use divan::counter::ItemsCount;
use spanwise_agreement::measure::gamma::{GammaOptions, gamma};
use spanwise_agreement::measure::{CodePointRange, MarkedSpan};

/// Units all over a text, the same ones each time.
struct Annotators(u64);

impl Annotators {
    fn below(&mut self, most: u64) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % most).unwrap_or_default()
    }

    /// Draws the units of one annotator, in a text with 60 code points for each unit.
    fn mark(&mut self, units: usize) -> Vec<MarkedSpan> {
        let length = 60 * units as u64;
        let mut own: Vec<MarkedSpan> = (0..units)
            .map(|_| {
                let (start, length) = (self.below(length), 2 + self.below(50));
                let range = CodePointRange { start, end: start + length };
                MarkedSpan { range, category: self.below(6) as usize }
            })
            .collect();
        own.sort_unstable();
        own
    }

    fn texts(texts: usize, annotators: usize, units: usize) -> Vec<Vec<Vec<MarkedSpan>>> {
        let mut all = Annotators(1);
        let mut text = || (0..annotators).map(|_| all.mark(units)).collect();
        (0..texts).map(|_| text()).collect()
    }
}

/// γ with 30 samples of each of some texts.
fn gammas(bencher: Bencher, texts: usize, annotators: usize, units: usize) {
    let texts = Annotators::texts(texts, annotators, units);
    let options = GammaOptions::default();
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        let gamma = |(number, text): (usize, &Vec<Vec<MarkedSpan>>)| {
            let units: Vec<&[MarkedSpan]> = text.iter().map(Vec::as_slice).collect();
            gamma(&units, number as u64, &options).is_ok_and(|outcome| outcome.exact)
        };
        texts.iter().enumerate().map(gamma).filter(|exact| *exact).count()
    });
}

#[divan::bench(sample_count = 10)]
fn gamma_of_1000_pairs_of_20_units(bencher: Bencher) {
    gammas(bencher, 1_000, 2, 20);
}

#[divan::bench(sample_count = 3)]
fn gamma_of_a_pair_of_1000_units(bencher: Bencher) {
    gammas(bencher, 1, 2, 1_000);
}

#[divan::bench(sample_count = 3, args = [(3, 10), (3, 20), (4, 10), (5, 10), (10, 5)])]
fn gamma_of_many(bencher: Bencher, (annotators, units): (usize, usize)) {
    gammas(bencher, 1, annotators, units);
}

#[divan::bench(sample_count = 1)]
fn gamma_of_3_annotators_of_100_units(bencher: Bencher) {
    gammas(bencher, 1, 3, 100);
}

#[divan::bench(sample_count = 1)]
fn gamma_of_20_annotators_of_1000_units(bencher: Bencher) {
    gammas(bencher, 1, 20, 1_000);
}
