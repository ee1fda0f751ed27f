//! Profiles of annotators: how much each one marks, beside the others, and who is an outlier among them.
//!
//! An annotator is an outlier in a quantity if the modified z-score of Iglewicz and Hoaglin (1993, "How to Detect and
//! Handle Outliers"), 0.6745 · (x − median) ÷ MAD, is above 3.5 in absolute value; MAD is the median of the distances
//! of all annotators from their median. It takes at least three annotators, and is undefined where half of them or more
//! have the median. Annotators may have had different items: the excess compares each with the others on the same ones.

use super::annotation_study::{AnnotationStudy, MarkedEdit};
use super::bootstrap::Bootstrap;
use super::figure::{Figure, median, ratio};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The modified z-score above which an annotator is an outlier.
pub const OUTLIER: f64 = 3.5;

/// The least number of annotators.
const FEWEST_ANNOTATORS: usize = 3;
/// The greatest number of annotators whose z-scores have intervals: each takes the numbers of all of them.
const MOST_WITH_INTERVALS: usize = 20;

/// A quantity of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProfileQuantity {
    /// Spans per item, insertion points included.
    SpansPerItem,
    /// The mean length of a span in code points, without insertion points.
    MeanLength,
    /// The share of items without edits.
    ItemsWithout,
}

impl ProfileQuantity {
    /// All of them.
    pub const ALL: [ProfileQuantity; 3] =
        [ProfileQuantity::SpansPerItem, ProfileQuantity::MeanLength, ProfileQuantity::ItemsWithout];

    /// Its name in results; never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ProfileQuantity::SpansPerItem => "spans_per_item",
            ProfileQuantity::MeanLength => "mean_length",
            ProfileQuantity::ItemsWithout => "items_without",
        }
    }

    /// The definitions of the quantity, and of its z-score.
    const fn conventions(self) -> [&'static str; 2] {
        match self {
            ProfileQuantity::SpansPerItem => [
                "Mean number of spans per item, insertion points included; n: items.",
                "Modified z-score (Iglewicz and Hoaglin 1993) of the mean number of spans per item among all annotators; n: \
                 annotators.",
            ],
            ProfileQuantity::MeanLength => [
                "Mean length of a span in characters, without insertion points; n: spans.",
                "Modified z-score (Iglewicz and Hoaglin 1993) of the mean length of a span among all annotators; n: \
                 annotators.",
            ],
            ProfileQuantity::ItemsWithout => [
                "Share of items without edits; n: items.",
                "Modified z-score (Iglewicz and Hoaglin 1993) of the share of items without edits among all annotators; n: \
                 annotators.",
            ],
        }
    }

    /// The quantity from the numbers of one annotator.
    fn of(self, numbers: &[f64]) -> Result<f64, Undefined> {
        let &[items, spans, ranges, length, without] = numbers else {
            return Err(Undefined::NoItemsOfAnnotator);
        };
        match self {
            ProfileQuantity::SpansPerItem => ratio(spans, items, Undefined::NoItemsOfAnnotator),
            ProfileQuantity::MeanLength => ratio(length, ranges, Undefined::NoSpans),
            ProfileQuantity::ItemsWithout => ratio(without, items, Undefined::NoItemsOfAnnotator),
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    fn n(self, numbers: &[f64]) -> usize {
        let at = match self {
            ProfileQuantity::SpansPerItem | ProfileQuantity::ItemsWithout => 0,
            ProfileQuantity::MeanLength => 2,
        };
        numbers.get(at).map_or(0, |n| *n as usize)
    }
}

/// The numbers of an annotator: items, spans, spans that are no insertion points, their code points, items without edits.
const NUMBERS: usize = 5;

/// A quantity of an annotator beside those of the others.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileFigure {
    /// The quantity.
    pub quantity: ProfileQuantity,
    /// Its value.
    pub value: Figure,
    /// Its modified z-score among all annotators.
    pub z: Figure,
}

impl ProfileFigure {
    /// Returns `true` if the annotator is an outlier; `None` if there is no z-score.
    #[must_use]
    pub fn is_outlier(&self) -> Option<bool> {
        self.z.value.ok().map(|z| z.abs() > OUTLIER)
    }
}

/// The profile of one annotator.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorProfile {
    /// Each quantity, in the order of [`ProfileQuantity::ALL`].
    pub figures: [ProfileFigure; 3],
    /// The mean number of spans per item more than the others marked there.
    pub excess: Figure,
}

const EXCESS: &str = "Mean over items of the number of spans less the mean number of the other annotators of the item; n: \
                      items.";

/// Returns the profile of each annotator, in the order of [`AnnotationStudy::annotators`].
#[must_use]
pub fn profiles(study: &AnnotationStudy, bootstrap: &Bootstrap) -> Vec<AnnotatorProfile> {
    let annotators = study.annotators.len();
    let mut sums = ItemSums::new(NUMBERS * annotators);
    for (at, item) in study.items.iter().enumerate() {
        let numbers = item.edits.iter().flat_map(|(annotator, edits)| {
            let own = numbers(edits).into_iter().enumerate();
            own.map(move |(column, n)| (NUMBERS * annotator + column, n))
        });
        sums.add(at, numbers);
    }
    let none = Bootstrap::none();
    let of_all = if annotators > MOST_WITH_INTERVALS { &none } else { bootstrap };
    let totals = sums.totals();
    let profile = |annotator: usize| {
        let about = ProfileQuantity::ALL.map(|quantity| {
            let [convention, _] = quantity.conventions();
            (convention, quantity.n(numbers_of(&totals, annotator)))
        });
        let of_z = ProfileQuantity::ALL.map(|quantity| {
            let [_, convention] = quantity.conventions();
            (convention, values(&totals, quantity).iter().flatten().count())
        });
        let own = own_sums(study, annotator);
        let [a, b, c] = bootstrap.figures(about, &own, |totals| {
            ProfileQuantity::ALL.map(|quantity| quantity.of(totals))
        });
        let [a_z, b_z, c_z] = of_all.figures(of_z, &sums, |totals| {
            ProfileQuantity::ALL.map(|quantity| modified_z(&values(totals, quantity), annotator))
        });
        let [of_a, of_b, of_c] = ProfileQuantity::ALL;
        let figures = [(of_a, a, a_z), (of_b, b, b_z), (of_c, c, c_z)];
        AnnotatorProfile {
            figures: figures.map(|(quantity, value, z)| ProfileFigure { quantity, value, z }),
            excess: excess(study, annotator, bootstrap),
        }
    };
    (0..annotators).map(profile).collect()
}

fn numbers(edits: &[MarkedEdit]) -> [f64; NUMBERS] {
    let [mut spans, mut count, mut length] = [0.0; 3];
    for range in edits.iter().flat_map(|edit| edit.spans.iter()).flat_map(|(_, ranges)| ranges) {
        spans += 1.0;
        if !range.is_empty() {
            count += 1.0;
            length += f64::from(range.len());
        }
    }
    [1.0, spans, count, length, f64::from(u8::from(edits.is_empty()))]
}

fn own_sums(study: &AnnotationStudy, annotator: usize) -> ItemSums {
    let mut sums = ItemSums::new(NUMBERS);
    for (at, item) in study.items.iter().enumerate() {
        if let Some(edits) = item.edits.get(annotator) {
            sums.add_row(at, numbers(edits));
        }
    }
    sums
}

fn numbers_of(totals: &[f64], annotator: usize) -> &[f64] {
    totals.get(NUMBERS * annotator..NUMBERS * (annotator + 1)).unwrap_or_default()
}

/// By annotator: the quantity, if it is defined.
fn values(totals: &[f64], quantity: ProfileQuantity) -> Vec<Option<f64>> {
    totals.chunks_exact(NUMBERS).map(|numbers| quantity.of(numbers).ok()).collect()
}

/// The modified z-score of an annotator's value.
fn modified_z(values: &[Option<f64>], annotator: usize) -> Result<f64, Undefined> {
    let own = values.get(annotator).copied().flatten().ok_or(Undefined::NoSpans)?;
    let all: Vec<f64> = values.iter().flatten().copied().collect();
    if all.len() < FEWEST_ANNOTATORS {
        return Err(Undefined::FewerThanThreeAnnotators);
    }
    let middle = median(all.clone(), Undefined::NoSpans)?;
    let distances = all.into_iter().map(|value| (value - middle).abs()).collect();
    let deviation = median(distances, Undefined::NoSpans)?;
    ratio(0.6745 * (own - middle), deviation, Undefined::HalfHaveTheMedian)
}

/// The mean number of spans more than the others marked in the same items.
fn excess(study: &AnnotationStudy, annotator: usize, bootstrap: &Bootstrap) -> Figure {
    let mut sums = ItemSums::new(2);
    let mut alone = 0;
    for (at, item) in study.items.iter().enumerate() {
        let Some(own) = item.edits.get(annotator) else { continue };
        let spans = |edits: &[MarkedEdit]| edits.iter().map(|edit| edit.spans.len()).sum::<usize>();
        let others = item.edits.iter().filter(|(other, _)| *other != annotator);
        let others: Vec<f64> = others.map(|(_, edits)| spans(edits) as f64).collect();
        if others.is_empty() {
            alone += 1;
        } else {
            let mean = others.iter().sum::<f64>() / others.len() as f64;
            sums.add_row(at, [spans(own) as f64 - mean, 1.0]);
        }
    }
    let figure = bootstrap.mean(EXCESS, sums.items(), &sums, Undefined::NoCommonItems);
    figure.without(alone, "items that nobody else has")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{ByAnnotator, CodePointRange, MarkedRanges, Resampling, StudyItem};
    use spanwise_annotation::document::{TextName, Texts};
    use spanwise_text::Text;

    /// Items with the number of spans of five characters of each annotator; `None` for one who does not have the item.
    fn study(items: &[Vec<Option<usize>>]) -> AnnotationStudy {
        let edit = || MarkedEdit {
            category: 0,
            spans: MarkedRanges::of(TextName::TARGET, vec![CodePointRange { start: 0, end: 5 }]),
            answers: Default::default(),
            probability: None,
        };
        let item = |numbers: &Vec<Option<usize>>| StudyItem {
            name: String::new(),
            texts: Texts::target_only(Text::new("abcdefgh")),
            edits: ByAnnotator::from(
                numbers.iter().map(|n| n.map(|n| vec![edit(); n])).collect::<Vec<_>>(),
            ),
            answers: ByAnnotator::default(),
            scores: ByAnnotator::default(),
            hard_labels: ByAnnotator::default(),
        };
        AnnotationStudy {
            annotators: (0..items.first().map_or(0, Vec::len)).map(|n| n.to_string()).collect(),
            categories: vec!["x".to_owned()],
            items: items.iter().map(item).collect(),
            ..AnnotationStudy::default()
        }
    }

    #[test]
    fn outliers_are_far_from_the_median() {
        // Spans per item: 1, 2, 3, 4, 20; median 3, distances 2, 1, 0, 1, 17, whose median is 1.
        let study = study(&vec![[1, 2, 3, 4, 20].map(Some).to_vec(); 6]);
        let bootstrap = Bootstrap::new(Resampling::default());
        let found = profiles(&study, &bootstrap);
        let spans: Vec<&ProfileFigure> = found.iter().map(|profile| &profile.figures[0]).collect();
        let z: Vec<f64> = spans.iter().map(|figure| figure.z.value.unwrap()).collect();
        let expected = [-2.0, -1.0, 0.0, 1.0, 17.0].map(|distance| 0.6745 * distance);
        assert!(z.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{z:?}");
        let outliers: Vec<Option<bool>> = spans.iter().map(|figure| figure.is_outlier()).collect();
        assert_eq!(outliers, [false, false, false, false, true].map(Some));
        assert!(spans[4].z.interval.unwrap().is_ok());
        // 20 less the mean of 1, 2, 3, 4.
        assert_eq!((found[4].excess.value, found[4].excess.n), (Ok(17.5), 6));
        // All spans are equally long: there is no deviation to be measured by.
        let length = &found[0].figures[1];
        assert_eq!((length.value.value, length.value.n), (Ok(5.0), 6));
        assert_eq!(length.z.value, Err(Undefined::HalfHaveTheMedian));
        assert_eq!(length.is_outlier(), None);
    }

    #[test]
    fn too_few_annotators_have_no_outliers() {
        let two = profiles(&study(&[vec![Some(1), Some(9)]]), &Bootstrap::none());
        assert_eq!(two[0].figures[0].z.value, Err(Undefined::FewerThanThreeAnnotators));
        assert_eq!(two[0].excess.value, Ok(-8.0));
        let alone = profiles(&study(&[vec![Some(0), None]]), &Bootstrap::none());
        assert_eq!(alone[0].excess.value, Err(Undefined::NoCommonItems));
        assert_eq!(alone[0].excess.skipped[0].n, 1);
        assert_eq!(alone[0].figures[2].value.value, Ok(1.0));
        assert_eq!(alone[1].figures[0].value.value, Err(Undefined::NoItemsOfAnnotator));
        assert_eq!(alone[1].figures[1].z.value, Err(Undefined::NoSpans));
        assert!(profiles(&AnnotationStudy::default(), &Bootstrap::none()).is_empty());
    }
}
