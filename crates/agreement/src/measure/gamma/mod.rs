//! γ, the joint agreement on the positions and the categories of units.
//!
//! Mathet, Widlöcher and Métivier (2015, The unified and holistic method gamma (γ) for inter-annotator agreement
//! measure and alignment, Computational Linguistics 41(3)), as pygamma-agreement 0.5.9 computes it. Units of several
//! annotators are aligned so that the disorder, defined by [`DissimilarityWeights`], is least; γ is one less the
//! quotient of that disorder and the disorder expected by chance, estimated from samples ([`Sampler`]).
//!
//! For two annotators the best alignment is found quickly, by assignment. For three and more it is an integer program;
//! if that takes too long, the outcome has bounds of γ.
//!
//! Start reading at `study_gamma`, then `aligner`. A result must never depend on the number of threads or on the speed
//! of the machine: budgets count steps, not time.

mod aligner;
mod alignment;
mod alignment_search;
mod bounds;
mod categories;
mod continuum;
mod dissimilarity;
mod group_candidate;
mod many_annotators;
mod partition;
mod relaxation;
mod sampling;
mod study_gamma;
#[cfg(test)]
mod tests;
mod two_annotators;

use aligner::UnitAligner;
use alignment::UnitAlignment;
use categories::CategoryDisorder;
use continuum::Continuum;
use sampling::ContinuumSampling;

use super::annotation_study::MarkedSpan;
use super::undefined::Undefined;
use spanwise_limits::MOST_GAMMA_SAMPLES;

pub use alignment::AlignmentKind;
pub use dissimilarity::{DissimilarityWeights, InvalidWeights};
pub use sampling::Sampler;
pub use study_gamma::{
    CategoryAgreement, StudyGamma, gamma_of_text, gamma_over_texts, gamma_sums, gamma_work,
    is_partly_empty, mean_gamma, summarize_gamma,
};

#[expect(clippy::cast_possible_truncation, reason = "a number that fits")]
const MOST_SAMPLES: u32 = MOST_GAMMA_SAMPLES as u32;

/// Options of γ.
#[derive(Debug, Clone, PartialEq)]
pub struct GammaOptions {
    /// The weights of the dissimilarity.
    pub weights: DissimilarityWeights,
    /// The kind of alignment: each unit once, or possibly more than once (soft γ).
    pub alignment: AlignmentKind,
    /// The model of chance.
    pub sampler: Sampler,
    /// The number of samples drawn, at least one.
    pub samples: u32,
    /// The relative precision of the expected disorder at 95 % (0.02 for two percent), for which more samples are
    /// drawn: ceil((cv · 1.96 / precision)²) in all, cv being the coefficient of variation of the first ones (Mathet,
    /// Widlöcher and Métivier 2015, section 5.3); at most [`MOST_GAMMA_SAMPLES`]. None are added if it is not positive.
    pub precision: Option<f64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Treatment of texts on which one of the annotators marked nothing; [`EmptyTexts::of`] is the usual one.
    pub empty: EmptyTexts,
}

/// Treatment of a text on which some of the annotators who have it marked nothing, and others something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyTexts {
    /// It is left out.
    Skip,
    /// It counts: all units of the others are without a counterpart there.
    Count,
}

impl EmptyTexts {
    /// The usual treatment in the literature. For two annotators such texts are left out (Kasner et al. 2025), since S∅
    /// covers them; for three and more an annotator without units counts like any other (Mathet, Widlöcher and Métivier
    /// 2015).
    #[must_use]
    pub fn of(annotators: usize) -> Self {
        if annotators > 2 { EmptyTexts::Count } else { EmptyTexts::Skip }
    }

    /// Its name in options and results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EmptyTexts::Skip => "skip",
            EmptyTexts::Count => "count",
        }
    }
}

impl Default for GammaOptions {
    /// As in published figures: 30 samples, all weights 1, each unit aligned once.
    fn default() -> Self {
        GammaOptions {
            weights: DissimilarityWeights::default(),
            alignment: AlignmentKind::Hard,
            sampler: Sampler::default(),
            samples: 30,
            precision: None,
            seed: 42,
            empty: EmptyTexts::Skip,
        }
    }
}

/// A chance-corrected agreement, with the observed and the expected disorder.
#[derive(Debug, Clone, PartialEq)]
pub struct ChanceCorrected {
    /// 1 − observed / expected, or 1 if the observed disorder is 0; else the reason for its absence.
    pub value: Result<f64, Undefined>,
    /// The disorder of the annotators.
    pub observed: f64,
    /// The mean disorder of the samples.
    pub expected: f64,
    /// The standard error of that mean: the deviation of the samples over the square root of their number. Zero for one
    /// sample.
    pub standard_error: f64,
}

impl ChanceCorrected {
    fn of(observed: f64, expected: &RunningSpread) -> Self {
        let value = if observed == 0.0 {
            Ok(1.0)
        } else if expected.mean > 0.0 {
            Ok(1.0 - observed / expected.mean)
        } else {
            Err(Undefined::NoDisorderByChance)
        };
        let standard_error = expected.standard_error();
        ChanceCorrected { value, observed, expected: expected.mean, standard_error }
    }

    /// The standard error of the value due to sampling, to first order.
    #[must_use]
    pub fn sampling_error(&self) -> f64 {
        if self.expected > 0.0 {
            self.observed / self.expected / self.expected * self.standard_error
        } else {
            0.0
        }
    }
}

/// γ of one text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextGamma {
    /// γ. Where alignments are not exact, that of the alignments found.
    pub gamma: ChanceCorrected,
    /// The lower and the upper bound of γ, given the samples; both the value if all alignments are exact. `None` if γ
    /// has no value, or no bound.
    pub range: Option<(f64, f64)>,
    /// `true` if all alignments, of the annotators and of all samples, are known to be best ones.
    pub exact: bool,
    /// γ-cat: the agreement on categories where units are aligned (Mathet 2017).
    pub categorical: ChanceCorrected,
    /// γ-k: the same of each category that occurs, by its position in [`super::AnnotationStudy::categories`], sorted.
    pub by_category: Vec<(usize, ChanceCorrected)>,
    /// The sums from which γ-cat over several texts is computed: of all categories first, then of each that occurs, sorted.
    pub category_sums: Vec<CategorySums>,
    /// The number of unitary alignments in the alignment of the annotators.
    pub unitary: usize,
    /// The number of samples drawn.
    pub samples: u32,
}

/// The disorder of categories in the aligned units of one text: sums of disorders by weights, and sums of the weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CategorySums {
    /// Position in [`super::AnnotationStudy::categories`]; `None` for all together.
    pub category: Option<usize>,
    /// In the best alignment of the annotators.
    pub observed: [f64; 2],
    /// In alignments that are as good, or nearly: those found with the least and with the most disorder.
    pub tied: [[f64; 2]; 2],
    /// The means over the samples.
    pub expected: [f64; 2],
    /// Variances of these two means, and their covariance.
    pub variance: [f64; 3],
}

/// Computes γ of one text from the units of two annotators or more. `text` is the number of its stream of random
/// numbers: its samples are its own, and the same in every run.
///
/// # Errors
/// If there are fewer than two annotators, no units at all, or no units in the samples.
pub fn gamma(
    units: &[&[MarkedSpan]],
    text: u64,
    options: &GammaOptions,
) -> Result<TextGamma, Undefined> {
    interruptible_gamma(units, text, options, &|| {})
}

/// The same; `before_alignment` is called before each alignment, and may unwind to end the computation.
fn interruptible_gamma(
    units: &[&[MarkedSpan]],
    text: u64,
    options: &GammaOptions,
    before_alignment: &dyn Fn(),
) -> Result<TextGamma, Undefined> {
    if units.len() < 2 {
        return Err(Undefined::FewerThanTwoAnnotators);
    }
    let (continuum, categories) = Continuum::of(units);
    if continuum.segments().is_empty() {
        return Err(Undefined::NobodyMarkedAnything);
    }
    let mut work = TextGammaComputation {
        aligner: UnitAligner::new(options.weights, options.alignment),
        weights: options.weights,
        kind: options.alignment,
        categories: categories.len(),
        before_alignment,
    };
    let observed = work.measure(&continuum);
    let tied = work.tied(&continuum);
    let generator = sampling::generator(options.seed, text);
    let mut sampling = ContinuumSampling::of(&continuum, options.sampler, generator);
    let expected = work.sample(&mut sampling, options)?;
    Ok(outcome(&observed, &tied, &expected, &categories))
}

/// The computation of the disorders of one text.
struct TextGammaComputation<'a> {
    aligner: UnitAligner,
    weights: DissimilarityWeights,
    kind: AlignmentKind,
    categories: usize,
    before_alignment: &'a dyn Fn(),
}

/// The change of β that finds alignments of equal cost: less than alignments differ by otherwise, more than rounding
/// errors.
const TILT: f64 = 1e-7;

/// The disorders of one continuum.
struct MeasuredDisorder {
    disorder: f64,
    /// Its lower bound.
    least: f64,
    exact: bool,
    unitary: usize,
    /// The disorders of categories: of all together, then of each.
    categories: Vec<CategoryDisorder>,
}

impl TextGammaComputation<'_> {
    fn measure(&mut self, continuum: &Continuum) -> MeasuredDisorder {
        (self.before_alignment)();
        let alignment: &UnitAlignment = self.aligner.align(continuum);
        let mean = continuum.mean_units();
        MeasuredDisorder {
            disorder: alignment.total / mean,
            least: alignment.least / mean,
            exact: alignment.is_exact(),
            unitary: alignment.len(),
            categories: categories::disorders(alignment, continuum, &self.weights, self.categories),
        }
    }

    /// The disorders of categories in the alignments that win if categories count slightly more, and slightly less.
    fn tied(&self, continuum: &Continuum) -> [Vec<CategoryDisorder>; 2] {
        [TILT, -TILT].map(|by| {
            (self.before_alignment)();
            let mut aligner = UnitAligner::new(self.weights.tilted(by), self.kind);
            let alignment = aligner.align(continuum);
            categories::disorders(alignment, continuum, &self.weights, self.categories)
        })
    }

    fn sample(
        &mut self,
        sampling: &mut ContinuumSampling,
        options: &GammaOptions,
    ) -> Result<ExpectedDisorder, Undefined> {
        let mut expected = ExpectedDisorder::new(self.categories);
        let mut sample = Continuum::default();
        let mut wanted = options.samples.clamp(1, MOST_SAMPLES);
        while expected.disorder.count < wanted {
            if !sampling.draw(&mut sample) {
                return Err(Undefined::NoUnitsInSamples);
            }
            expected.add(&self.measure(&sample));
            let precision = options.precision.filter(|precision| *precision > 0.0);
            if let Some(precision) = precision
                && expected.disorder.count == options.samples.max(1)
            {
                wanted = wanted.max(expected.disorder.needed(precision));
            }
        }
        Ok(expected)
    }
}

/// The disorders of samples.
struct ExpectedDisorder {
    disorder: RunningSpread,
    least: RunningSpread,
    exact: bool,
    categories: Vec<CategorySpread>,
}

/// The disorder of a category in samples.
#[derive(Debug, Clone, Copy, Default)]
struct CategorySpread {
    mean: RunningSpread,
    /// The sums of disorders, of weights, and of both, whose variance gives the covariance of the first two.
    disorder: RunningSpread,
    weight: RunningSpread,
    both: RunningSpread,
}

impl CategorySpread {
    fn add(&mut self, disorder: &CategoryDisorder) {
        self.mean.add(disorder.mean());
        self.disorder.add(disorder.disorder);
        self.weight.add(disorder.weight);
        self.both.add(disorder.disorder + disorder.weight);
    }

    /// The variances of both means, and their covariance.
    fn variance(&self) -> [f64; 3] {
        let [disorder, weight, both] =
            [self.disorder, self.weight, self.both].map(|spread| spread.standard_error().powi(2));
        [disorder, weight, (both - disorder - weight) / 2.0]
    }
}

impl ExpectedDisorder {
    fn new(categories: usize) -> Self {
        ExpectedDisorder {
            disorder: RunningSpread::default(),
            least: RunningSpread::default(),
            exact: true,
            categories: vec![CategorySpread::default(); categories + 1],
        }
    }

    fn add(&mut self, sample: &MeasuredDisorder) {
        self.disorder.add(sample.disorder);
        self.least.add(sample.least);
        self.exact &= sample.exact;
        for (spread, disorder) in self.categories.iter_mut().zip(&sample.categories) {
            spread.add(disorder);
        }
    }
}

/// A running mean and deviation (Welford 1962).
#[derive(Debug, Clone, Copy, Default)]
struct RunningSpread {
    count: u32,
    mean: f64,
    squares: f64,
}

impl RunningSpread {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.count);
        self.squares += off * (value - self.mean);
    }

    fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = f64::from(self.count);
        (self.squares / (count - 1.0) / count).sqrt()
    }

    /// The number of samples needed for a precision.
    fn needed(&self, precision: f64) -> u32 {
        let deviation = (self.squares / f64::from(self.count.max(1))).sqrt();
        let needed = (deviation / self.mean * 1.96 / precision).powi(2).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast takes NaN for zero and what is too large for the largest"
        )]
        let needed = needed as u32;
        needed.min(MOST_SAMPLES)
    }
}

fn outcome(
    observed: &MeasuredDisorder,
    tied: &[Vec<CategoryDisorder>; 2],
    expected: &ExpectedDisorder,
    categories: &[usize],
) -> TextGamma {
    let gamma = ChanceCorrected::of(observed.disorder, &expected.disorder);
    let bound =
        |observed: f64, expected: &RunningSpread| ChanceCorrected::of(observed, expected).value;
    let range = bound(observed.disorder, &expected.least)
        .and_then(|lowest| Ok((lowest, bound(observed.least, &expected.disorder)?)));
    let exact = observed.exact && expected.exact;
    let range = match gamma.value {
        Ok(value) if exact => Some((value, value)),
        Ok(_) => range.ok(),
        Err(_) => None,
    };
    let pairs = || observed.categories.iter().zip(&expected.categories);
    let mut agreements = pairs().map(|(o, e)| ChanceCorrected::of(o.mean(), &e.mean));
    let mut categorical = agreements.next().unwrap_or_else(|| gamma.clone());
    // pygamma-agreement's γ-cat, unlike its γ-k, is zero where chance has no disorder.
    categorical.value = categorical.value.or(Ok(0.0));
    let mut by_category: Vec<(usize, ChanceCorrected)> =
        categories.iter().copied().zip(agreements).collect();
    by_category.sort_by_key(|(category, _)| *category);
    let sums = |disorder: &CategoryDisorder| [disorder.disorder, disorder.weight];
    let names = std::iter::once(None).chain(categories.iter().copied().map(Some));
    let category_sums = names.zip(pairs()).enumerate().map(|(at, (category, (found, samples)))| {
        let tied = tied.each_ref().map(|disorders| disorders.get(at).map_or(sums(found), sums));
        let expected = [samples.disorder.mean, samples.weight.mean];
        CategorySums {
            category,
            observed: sums(found),
            tied,
            expected,
            variance: samples.variance(),
        }
    });
    let mut category_sums: Vec<CategorySums> = category_sums.collect();
    category_sums.sort_by_key(|sums| sums.category);
    TextGamma {
        category_sums,
        gamma,
        range,
        exact,
        categorical,
        by_category,
        unitary: observed.unitary,
        samples: expected.disorder.count,
    }
}
