//! γ over the texts of a study.

use std::collections::BTreeMap;

use super::{Options, Outcome, gamma};
use crate::domain::measure::{Figure, Sheet, mean};
use crate::domain::typology::Side;

const GAMMA: &str = "mean over texts of gamma (Mathet, Widlöcher and Métivier 2015; combined positional and categorical \
dissimilarity, best alignment with each unit in exactly one unitary alignment), as in pygamma-agreement 0.5.9, over \
the texts on which each annotator who has them marked something";
const SOFT: &str = "mean over texts of soft gamma (Mathet, Widlöcher and Métivier 2015; combined positional and \
categorical dissimilarity, best alignment with each unit in at least one unitary alignment), as in pygamma-agreement \
0.5.9, over the texts on which each annotator who has them marked something";
const CATEGORICAL: &str = "mean over texts of gamma-cat (Mathet 2017), as in pygamma-agreement 0.5.9, over the texts on \
which each annotator who has them marked something";
const BY_CATEGORY: &str = "mean over texts of gamma-k of one category (Mathet 2017), as in pygamma-agreement 0.5.9, \
over the texts on which each annotator who has them marked something and any marked this category";

const NO_TEXTS: &str = "there is no text on which each annotator marked something";

/// γ over the texts of a study.
#[derive(Debug, Clone, PartialEq)]
pub struct Gamma {
    /// The mean of γ.
    pub figure: Figure,
    /// The standard error of that mean that comes from sampling alone, with the texts as they are.
    pub sampling_error: f64,
    /// On how many of the texts γ is only known to be between bounds; in the mean they count with that of the best
    /// alignments found.
    pub inexact: usize,
    /// The mean of the least and of the greatest that γ can be. `None` without a figure, or if a text has no bounds.
    pub range: Option<(f64, f64)>,
    /// The mean of γ-cat.
    pub categorical: Figure,
    /// The means of γ-k, by position in [`super::super::Study::categories`], sorted.
    pub by_category: Vec<(usize, Figure)>,
    /// How it was computed.
    pub options: Options,
    /// The fewest and the most samples that were drawn of a text.
    pub samples: Option<(u32, u32)>,
}

/// γ of one text, of all annotators that have it. It rests on nothing but the text and the options, so that many texts
/// can be computed at once.
///
/// # Errors
/// Why the text is left out.
pub fn of_sheet(sheet: &Sheet, options: &Options) -> Result<Outcome, &'static str> {
    let units: Vec<&[_]> = sheet.units.iter().flatten().map(Vec::as_slice).collect();
    if units.len() < 2 {
        return Err("fewer than two annotators have the text");
    }
    match units.iter().filter(|own| own.is_empty()).count() {
        0 => {}
        none if none == units.len() => return Err("nobody marked anything"),
        _ => return Err("an annotator marked nothing"),
    }
    let side = match sheet.side {
        Side::Source => 0,
        Side::Target => 1,
    };
    let outcome = gamma(&units, 2 * sheet.item as u64 + side, options)?;
    outcome.gamma.value.map(|_| outcome)
}

/// γ over texts, one after the other; `progress` hears how many of how many are done.
pub fn over(sheets: &[Sheet], options: &Options, progress: &mut dyn FnMut(usize, usize)) -> Gamma {
    let mut outcomes = Vec::with_capacity(sheets.len());
    for (done, sheet) in sheets.iter().enumerate() {
        outcomes.push(of_sheet(sheet, options));
        progress(done + 1, sheets.len());
    }
    summary(&outcomes, options)
}

/// γ over texts of which each has been computed by [`of_sheet`].
#[must_use]
pub fn summary(outcomes: &[Result<Outcome, &'static str>], options: &Options) -> Gamma {
    let known: Vec<&Outcome> = outcomes.iter().flatten().collect();
    let mut skipped: BTreeMap<&'static str, usize> = BTreeMap::new();
    for why in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        *skipped.entry(why).or_default() += 1;
    }
    let named = |convention, value, n| {
        let figure = Figure::new(convention, value, n);
        skipped.iter().fold(figure, |figure, (why, n)| figure.without(*n, why))
    };
    let values: Vec<f64> = known.iter().filter_map(|outcome| outcome.gamma.value.ok()).collect();
    let convention = if options.soft { SOFT } else { GAMMA };
    let categorical: Vec<f64> =
        known.iter().filter_map(|outcome| outcome.categorical.value.ok()).collect();
    Gamma {
        figure: named(convention, mean(&values, NO_TEXTS), values.len()),
        sampling_error: sampling_error(&known),
        inexact: known.iter().filter(|outcome| !outcome.exact).count(),
        range: range(&known),
        categorical: named(CATEGORICAL, mean(&categorical, NO_TEXTS), categorical.len()),
        by_category: by_category(&known),
        options: options.clone(),
        samples: known.iter().map(|outcome| outcome.samples).fold(None, |range, samples| {
            let (fewest, most) = range.unwrap_or((samples, samples));
            Some((samples.min(fewest), samples.max(most)))
        }),
    }
}

fn by_category(known: &[&Outcome]) -> Vec<(usize, Figure)> {
    let mut values: BTreeMap<usize, (Vec<f64>, usize)> = BTreeMap::new();
    for (category, agreement) in known.iter().flat_map(|outcome| &outcome.by_category) {
        let (values, without) = values.entry(*category).or_default();
        match agreement.value {
            Ok(value) => values.push(value),
            Err(_) => *without += 1,
        }
    }
    let figure = |(category, (values, without)): (usize, (Vec<f64>, usize))| {
        let value = mean(&values, "chance is expected to have no disorder on any text");
        let figure = Figure::new(BY_CATEGORY, value, values.len());
        let figure = figure
            .without(known.len() - values.len() - without, "nobody marked the category")
            .without(without, "chance is expected to have no disorder");
        (category, figure)
    };
    values.into_iter().map(figure).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn sampling_error(known: &[&Outcome]) -> f64 {
    let squares = known.iter().map(|outcome| outcome.gamma.sampling_error().powi(2));
    squares.sum::<f64>().sqrt() / known.len().max(1) as f64
}

fn range(known: &[&Outcome]) -> Option<(f64, f64)> {
    let ranges: Vec<(f64, f64)> =
        known.iter().map(|outcome| outcome.range).collect::<Option<_>>()?;
    let (least, greatest): (Vec<f64>, Vec<f64>) = ranges.into_iter().unzip();
    Some((mean(&least, NO_TEXTS).ok()?, mean(&greatest, NO_TEXTS).ok()?))
}
