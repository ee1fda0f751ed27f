//! Precision, recall and F1 of one annotator's spans against another's.

use super::convention::Convention;
use super::examples::{Example, Examples};
use super::figure::{Figure, mean};
use super::study::{Range, Unit};
use super::sweep::{Matching, Overlapping, shared};

/// Precision, recall and F1. `n` is the number of texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// How much of the hypothesis is in the reference.
    pub precision: Figure,
    /// How much of the reference is in the hypothesis.
    pub recall: Figure,
    /// Their harmonic mean.
    pub f1: Figure,
}

/// How far two annotators marked the same, under one convention.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlap {
    /// Which one.
    pub convention: Convention,
    /// With categories that have to agree.
    pub hard: Scores,
    /// With categories ignored.
    pub soft: Scores,
    /// ΔF1: soft less hard F1, what is lost to different categories.
    pub delta: Figure,
}

/// Precision, recall and F1 of a hypothesis against a reference. Exchanging the two exchanges precision and recall.
#[must_use]
pub fn overlap(examples: &Examples, convention: Convention) -> Overlap {
    let hard = scores(examples, convention, Matching::Hard);
    let soft = scores(examples, convention, Matching::Soft);
    let value = soft.f1.value.and_then(|soft| Ok(soft - hard.f1.value?));
    let delta = Figure { value, convention: convention.of_the_difference(), ..soft.f1.clone() };
    Overlap { convention, hard, soft, delta }
}

fn scores(examples: &Examples, convention: Convention, matching: Matching) -> Scores {
    let skips = convention == Convention::MicroCharSkipOneSided;
    let used = || examples.list.iter().filter(|example| !(skips && example.is_one_sided()));
    let n = used().count();
    let values = match convention {
        Convention::PerExampleMean => averaged(used(), matching, 1.0),
        Convention::PerExampleMeanEmptyZero => averaged(used(), matching, 0.0),
        _ => used().map(|example| Tally::of(example, convention, matching)).sum::<Tally>().values(
            // By the definition in the paper, for texts; without any there is nothing to score.
            (convention == Convention::DaSanMartino2019 && n > 0).then_some(0.0),
        ),
    };
    let figure = |value| {
        let figure = Figure::new(convention.sentence(matching), value, n);
        let figure = figure.without(
            examples.list.len() - n,
            "texts in which one of the annotators marked nothing",
        );
        examples.without_missing(figure)
    };
    let [precision, recall, f1] = values.map(figure);
    Scores { precision, recall, f1 }
}

/// Precision, recall and F1.
type Values = [Result<f64, &'static str>; 3];

/// The means of what character overlap gives for each text; `empty` for texts without any spans.
fn averaged<'a>(
    examples: impl Iterator<Item = &'a Example<'a>>,
    matching: Matching,
    empty: f64,
) -> Values {
    let mut lists: [Vec<f64>; 3] = Default::default();
    for example in examples {
        let none = example.reference.is_empty() && example.hypothesis.is_empty();
        let tally = Tally::of(example, Convention::MicroChar, matching);
        for (list, value) in lists.iter_mut().zip(tally.values(Some(0.0))) {
            list.push(if none { empty } else { value.unwrap_or(0.0) });
        }
    }
    lists.map(|list| mean(&list, "there are no texts that both annotators have"))
}

/// What is shared, of how much.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    shared: f64,
    all: f64,
}

/// The two sides' parts: what precision and recall are the quotients of.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    hypothesis: Part,
    reference: Part,
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        let add = |a: Part, b: Part| Part { shared: a.shared + b.shared, all: a.all + b.all };
        tallies.fold(Tally::default(), |sum, tally| Tally {
            hypothesis: add(sum.hypothesis, tally.hypothesis),
            reference: add(sum.reference, tally.reference),
        })
    }
}

impl Tally {
    fn of(example: &Example, convention: Convention, matching: Matching) -> Self {
        let Example { reference, hypothesis } = *example;
        let both = |fold: Fold| Tally {
            hypothesis: spans(hypothesis, reference, matching, fold),
            reference: spans(reference, hypothesis, matching, fold),
        };
        match convention {
            Convention::PaperPrinted => both(|most, part| most.max(part.of_the_other())),
            Convention::BestMatchOwnLength => both(|most, part| most.max(part.of_its_own())),
            Convention::DaSanMartino2019 => both(|sum, part| sum + part.of_its_own()),
            Convention::ExactMatch => {
                let same = same(reference, hypothesis, matching);
                let part = |units: &[Unit]| Part { shared: same, all: units.len() as f64 };
                Tally { hypothesis: part(hypothesis), reference: part(reference) }
            }
            Convention::MicroChar
            | Convention::MicroCharSkipOneSided
            | Convention::PerExampleMean
            | Convention::PerExampleMeanEmptyZero => {
                let shared = shared(example, matching) as f64;
                let part = |units| Part { shared, all: characters(units) };
                Tally { hypothesis: part(hypothesis), reference: part(reference) }
            }
        }
    }

    /// Precision, recall and F1; `empty` is the score of a side without spans, if it has one.
    fn values(self, empty: Option<f64>) -> Values {
        let score = |part: Part, why| match part.all {
            0.0 => empty.ok_or(why),
            all => Ok(part.shared / all),
        };
        let precision = score(self.hypothesis, "the hypothesis has no spans in these texts");
        let recall = score(self.reference, "the reference has no spans in these texts");
        let f1 = match (precision, recall) {
            (Err(_), Err(_)) => Err("neither of the annotators has spans in these texts"),
            (Ok(precision), Ok(recall)) if precision + recall > 0.0 => {
                Ok(2.0 * precision * recall / (precision + recall))
            }
            _ => Ok(0.0),
        };
        [precision, recall, f1]
    }
}

/// Code points in all spans, those in several counted as often.
fn characters(units: &[Unit]) -> f64 {
    units.iter().map(|unit| u64::from(unit.range.len())).sum::<u64>() as f64
}

/// An overlap of a span with one of the other annotator.
struct Common {
    overlap: u32,
    own: Range,
    other: Range,
}

impl Common {
    fn of_its_own(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.own.len())
    }

    fn of_the_other(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.other.len())
    }
}

/// What is made of the overlaps of a span, one by one.
type Fold = fn(f64, Common) -> f64;

/// How much of some spans is in others: for each of them, what `fold` makes of its overlaps.
fn spans(units: &[Unit], others: &[Unit], matching: Matching, fold: Fold) -> Part {
    let others = Overlapping::new(others);
    let score = |unit: &Unit| {
        let found = others.with(unit.range).filter(|(_, other, _)| matching.allows(unit, other));
        let common = found.map(|(_, other, overlap)| Common {
            overlap,
            own: unit.range,
            other: other.range,
        });
        common.fold(0.0, fold)
    };
    Part { shared: units.iter().map(score).sum(), all: units.len() as f64 }
}

/// How many spans are the same: the size of what two multisets have in common.
fn same(reference: &[Unit], hypothesis: &[Unit], matching: Matching) -> f64 {
    let sorted = |units: &[Unit]| {
        let plain = |unit: &Unit| match matching {
            Matching::Hard => *unit,
            Matching::Soft => Unit { category: 0, ..*unit },
        };
        let mut plain: Vec<Unit> = units.iter().map(plain).collect();
        plain.sort_unstable();
        plain
    };
    let (reference, hypothesis) = (sorted(reference), sorted(hypothesis));
    let mut rest = hypothesis.iter().peekable();
    let found = |unit: &&Unit| {
        while rest.next_if(|other| other < unit).is_some() {}
        rest.next_if_eq(unit).is_some()
    };
    reference.iter().filter(found).count() as f64
}
