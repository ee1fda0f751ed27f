//! γ over the texts of a study.

use std::collections::BTreeMap;

use super::{
    AlignmentKind, CategorySums, EmptyTexts, GammaOptions, TextGamma, interruptible_gamma,
};
use crate::measure::{Bootstrap, Figure, ItemSums, StudyText, Undefined, mean, ratio};

const GAMMA: &str = "mean over texts of gamma (Mathet, Widlöcher and Métivier 2015; combined positional and categorical \
dissimilarity, best alignment with each unit in exactly one unitary alignment), as in pygamma-agreement 0.5.9; an insertion \
point is a unit of length 1 around its place";
const SOFT: &str = "mean over texts of soft gamma (Mathet, Widlöcher and Métivier 2015; combined positional and \
categorical dissimilarity, best alignment with each unit in at least one unitary alignment), as in pygamma-agreement \
0.5.9; an insertion point is a unit of length 1 around its place";
const CATEGORICAL: &str = "mean over texts of gamma-cat (Mathet 2017), as in pygamma-agreement 0.5.9; texts with next to \
no categorical disorder by chance swing it";
const POOLED: &str = "gamma-cat (Mathet 2017) over the aligned units of all texts: 1 less the quotient of observed and \
expected categorical disorder, each pooled over texts";
const BY_CATEGORY: &str = "gamma-k of one category (Mathet 2017) over the aligned units of all texts: 1 less the quotient \
of observed and expected disorder, each pooled over texts";

/// Returns, by item, the sum of its texts' γ and the number of these texts, for the mean over texts.
#[must_use]
pub fn gamma_sums(items: &[usize], outcomes: &[Result<TextGamma, Undefined>]) -> ItemSums {
    let mut sums = ItemSums::new(2);
    for (item, outcome) in items.iter().zip(outcomes) {
        if let Ok(Ok(value)) = outcome.as_ref().map(|outcome| outcome.gamma.value) {
            sums.add_row(*item, [value, 1.0]);
        }
    }
    sums
}

/// The mean γ from totals of [`gamma_sums`].
///
/// # Errors
/// If the figure is undefined: the reason.
pub fn mean_gamma(totals: &[f64]) -> Result<f64, Undefined> {
    match totals {
        [sum, texts] => ratio(*sum, *texts, Undefined::NoTextWithGamma),
        _ => Err(Undefined::NoTexts),
    }
}

/// γ over the texts of a study.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyGamma {
    /// The mean of γ.
    pub figure: Figure,
    /// The standard error of that mean due to sampling alone, with the texts as they are.
    pub sampling_error: f64,
    /// The number of texts on which only bounds of γ are known; in the mean they count with the γ of the best
    /// alignments found.
    pub inexact: usize,
    /// The mean of the lower and of the upper bounds of γ. `None` without a figure, or if a text has no bounds.
    pub range: Option<(f64, f64)>,
    /// γ-cat, pooled.
    pub pooled: CategoryAgreement,
    /// The mean of γ-cat over texts.
    pub categorical: Figure,
    /// γ-k, pooled, by position in [`super::super::AnnotationStudy::categories`], sorted.
    pub by_category: Vec<(usize, CategoryAgreement)>,
    /// The convention by which it was computed.
    pub options: GammaOptions,
    /// The least and the greatest number of samples drawn of a text; `None` if there is no text.
    pub samples: Option<(u32, u32)>,
}

/// γ-cat or γ-k, pooled over texts.
#[derive(Debug, Clone, PartialEq)]
pub struct CategoryAgreement {
    /// The agreement.
    pub figure: Figure,
    /// Its standard error due to sampling alone.
    pub sampling_error: f64,
    /// The number of texts with equally good alignments of different disorder, on which the figure is not unique.
    pub ties: usize,
    /// The bounds of the figure over the tied alignments with the most and with the least disorder on each text; both
    /// equal the figure if there are no ties. `None` without a figure.
    pub range: Option<(f64, f64)>,
}

/// γ of one text, over all annotators who have it. It depends on the text and the options only, so that many texts can
/// be computed in parallel. `before_alignment` is called before each alignment, of the annotators and of every sample, and
/// may unwind to end the computation.
///
/// # Errors
/// If the text is left out: the reason.
pub fn gamma_of_text(
    study_text: &StudyText,
    options: &GammaOptions,
    before_alignment: &dyn Fn(),
) -> Result<TextGamma, Undefined> {
    let units: Vec<&[_]> = study_text.units.values().map(Vec::as_slice).collect();
    if units.len() < 2 {
        return Err(Undefined::FewerThanTwoAnnotatorsHaveTheText);
    }
    if units.iter().all(|own| own.is_empty()) {
        return Err(Undefined::NobodyMarkedAnything);
    }
    if is_partly_empty(study_text) && options.empty == EmptyTexts::Skip {
        return Err(Undefined::AnAnnotatorMarkedNothing);
    }
    let outcome = interruptible_gamma(&units, stream(study_text), options, before_alignment)?;
    outcome.gamma.value.map(|_| outcome)
}

/// The number of a text's stream of random numbers. Those of an item with two texts, as most have, are consecutive.
fn stream(text: &StudyText) -> u64 {
    let (pair, within) = (text.position as u64 / 2, text.position as u64 % 2);
    (pair << 40) + 2 * text.item as u64 + within
}

/// The work that γ of a text is, beside that of other texts: the square of the number of units, with each of which each is
/// compared; 0 for a text that is left out.
#[must_use]
pub fn gamma_work(study_text: &StudyText, empty: EmptyTexts) -> u64 {
    if is_partly_empty(study_text) && empty == EmptyTexts::Skip {
        return 0;
    }
    let units: usize = study_text.units.values().map(Vec::len).sum();
    (units as u64).saturating_pow(2)
}

/// Returns `true` if some of two or more annotators marked nothing, and others something.
#[must_use]
pub fn is_partly_empty(study_text: &StudyText) -> bool {
    let has = |is_empty: bool| study_text.units.values().any(|own| own.is_empty() == is_empty);
    has(true) && has(false)
}

/// Computes γ over texts, one after the other; `progress` receives the number of texts done and the number of all.
pub fn gamma_over_texts(
    study_texts: &[StudyText],
    options: &GammaOptions,
    bootstrap: &Bootstrap,
    progress: &mut dyn FnMut(usize, usize),
) -> StudyGamma {
    let mut outcomes = Vec::with_capacity(study_texts.len());
    for (done, study_text) in study_texts.iter().enumerate() {
        outcomes.push(gamma_of_text(study_text, options, &|| {}));
        progress(done + 1, study_texts.len());
    }
    let items: Vec<usize> = study_texts.iter().map(|study_text| study_text.item).collect();
    summarize_gamma(&items, &outcomes, options, bootstrap)
}

/// Summarizes the outcomes of [`gamma_of_text`] for several texts; `items` are the items of the texts, in the same
/// order.
#[must_use]
pub fn summarize_gamma(
    items: &[usize],
    outcomes: &[Result<TextGamma, Undefined>],
    options: &GammaOptions,
    bootstrap: &Bootstrap,
) -> StudyGamma {
    let known: Vec<(usize, &TextGamma)> = items
        .iter()
        .zip(outcomes)
        .filter_map(|(item, outcome)| Some((*item, outcome.as_ref().ok()?)))
        .collect();
    let mut skipped: BTreeMap<&'static str, usize> = BTreeMap::new();
    for why in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        *skipped.entry(why.reason()).or_default() += 1;
    }
    let without_skipped =
        |figure| skipped.iter().fold(figure, |figure: Figure, (why, n)| figure.without(*n, why));
    let mean_of = |convention, value: fn(&TextGamma) -> Option<f64>| {
        let mut sums = ItemSums::new(2);
        let values = known.iter().filter_map(|(item, outcome)| Some((*item, value(outcome)?)));
        values.for_each(|(item, value)| sums.add_row(item, [value, 1.0]));
        let n = known.iter().filter(|(_, outcome)| value(outcome).is_some()).count();
        without_skipped(bootstrap.mean(convention, n, &sums, Undefined::NoTextWithGamma))
    };
    let mut categories: BTreeMap<Option<usize>, Vec<(usize, &CategorySums)>> = BTreeMap::new();
    for (item, outcome) in &known {
        for sums in &outcome.category_sums {
            categories.entry(sums.category).or_default().push((*item, sums));
        }
    }
    let pooled = pool(POOLED, categories.get(&None).map_or(&[], Vec::as_slice), bootstrap);
    let by_category = categories.iter().filter_map(|(category, sums)| {
        let agreement = pool(BY_CATEGORY, sums, bootstrap);
        let elsewhere = known.len() - sums.len();
        let figure = agreement.figure.clone().without(elsewhere, "nobody marked the category");
        Some(((*category)?, CategoryAgreement { figure, ..agreement }))
    });
    StudyGamma {
        figure: mean_of(
            if options.alignment == AlignmentKind::Soft { SOFT } else { GAMMA },
            |outcome| outcome.gamma.value.ok(),
        ),
        sampling_error: sampling_error(&known),
        inexact: known.iter().filter(|(_, outcome)| !outcome.exact).count(),
        range: range(&known),
        pooled: CategoryAgreement { figure: without_skipped(pooled.figure), ..pooled },
        categorical: mean_of(CATEGORICAL, |outcome| outcome.categorical.value.ok()),
        by_category: by_category.collect(),
        options: options.clone(),
        samples: known.iter().map(|(_, outcome)| outcome.samples).fold(None, |range, samples| {
            let (fewest, most) = range.unwrap_or((samples, samples));
            Some((samples.min(fewest), samples.max(most)))
        }),
    }
}

/// Pools the agreement on categories over texts.
fn pool(
    convention: &'static str,
    texts: &[(usize, &CategorySums)],
    bootstrap: &Bootstrap,
) -> CategoryAgreement {
    let with = |observed: fn(&CategorySums) -> [f64; 2]| {
        let mut sums = ItemSums::new(4);
        for (item, text) in texts {
            let ([disorder, weight], [chance, of]) = (observed(text), text.expected);
            sums.add_row(*item, [disorder, weight, chance, of]);
        }
        sums
    };
    let sums = with(|text| text.observed);
    let [most, least] = [with(|text| text.tied[1]), with(|text| text.tied[0])]
        .map(|sums| agreement(&sums.totals()).ok());
    let is_tied = |text: &CategorySums| {
        let [[one, of_one], [other, of_other]] = text.tied;
        (one - other).abs() > 1e-9 || (of_one - of_other).abs() > 1e-9
    };
    let variances = texts.iter().map(|(_, text)| text.variance);
    let variance = variances.fold([0.0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z]);
    let figure = bootstrap.figure(convention, texts.len(), &sums, agreement);
    CategoryAgreement {
        range: figure.value.ok().and_then(|value| {
            let (most, least) = (most?, least?);
            Some((most.min(least).min(value), most.max(least).max(value)))
        }),
        sampling_error: category_error(&sums.totals(), variance),
        ties: texts.iter().filter(|(_, text)| is_tied(text)).count(),
        figure,
    }
}

/// 1 less the quotient of observed and expected disorder, each divided by its weight.
fn agreement(totals: &[f64]) -> Result<f64, Undefined> {
    let [observed, of_observed, expected, of_expected] = *totals else {
        return Err(Undefined::NoTextWithGamma);
    };
    let expected = ratio(expected, of_expected, Undefined::NoUnitsAlignedByChance)?;
    let observed = ratio(observed, of_observed, Undefined::NoUnitsAligned)?;
    match observed {
        0.0 => Ok(1.0),
        _ => Ok(1.0 - ratio(observed, expected, Undefined::NoDisorderByChance)?),
    }
}

/// The standard error due to sampling, to first order, from the variances and the covariance of expected disorder and
/// weight.
fn category_error(totals: &[f64], [of_disorder, of_weight, of_both]: [f64; 3]) -> f64 {
    let [observed, of_observed, disorder, weight] = *totals else { return 0.0 };
    let (observed, expected) = (observed / of_observed, disorder / weight);
    let variance = of_disorder - 2.0 * expected * of_both + expected * expected * of_weight;
    let error = observed / expected / expected * variance.max(0.0).sqrt() / weight;
    if error.is_finite() { error } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn sampling_error(known: &[(usize, &TextGamma)]) -> f64 {
    let squares = known.iter().map(|(_, outcome)| outcome.gamma.sampling_error().powi(2));
    squares.sum::<f64>().sqrt() / known.len().max(1) as f64
}

fn range(known: &[(usize, &TextGamma)]) -> Option<(f64, f64)> {
    let ranges: Vec<(f64, f64)> =
        known.iter().map(|(_, outcome)| outcome.range).collect::<Option<_>>()?;
    let (least, greatest): (Vec<f64>, Vec<f64>) = ranges.into_iter().unzip();
    Some((
        mean(&least, Undefined::NoTextWithGamma).ok()?,
        mean(&greatest, Undefined::NoTextWithGamma).ok()?,
    ))
}
