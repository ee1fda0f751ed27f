//! The comparisons of annotators, and the texts on which they are compared.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::gamma::{self, GammaOutcomes};
use crate::args::{AgreeArgs, ListedPairs, Measure};
use crate::progress::{ProgressBar, done};
use crate::report::{Console, Failure};
use spanwise_agreement::measure::study_alignment::AlignedStudy;
use spanwise_agreement::measure::{ComparedTexts, MatchableEdits, StudyText, TokenMarks};

/// A reference and a hypothesis, or several pairs of annotators pooled as if they were one.
pub(super) struct AnnotatorComparison {
    /// The name of the reference.
    pub(super) reference: String,
    /// The name of the hypothesis.
    pub(super) hypothesis: String,
    /// The two annotators; `None` if pairs are pooled.
    pub(super) pair: Option<[usize; 2]>,
    /// Positions of texts, ascending, with the reference and the hypothesis of each.
    pub(super) texts: Vec<(usize, [usize; 2])>,
}

impl AnnotatorComparison {
    /// Its texts with the spans of both sides.
    pub(super) fn examples<'a>(&self, study_texts: &'a [StudyText]) -> ComparedTexts<'a> {
        let texts = self.texts.iter().filter_map(|(at, pair)| Some((study_texts.get(*at)?, *pair)));
        let mut examples = ComparedTexts::of_texts(texts);
        if self.pair.is_some() {
            examples.missing = study_texts.len() - examples.list.len();
        }
        examples
    }

    /// γ of its texts, each with its two annotators only.
    pub(super) fn gamma(
        &self,
        study_texts: &[StudyText],
        args: &AgreeArgs,
        bar: &ProgressBar,
    ) -> Result<GammaOutcomes, Failure> {
        gamma::of_texts(self.pair_texts(study_texts), 2, args, bar)
    }

    /// Its texts, each with its two annotators only.
    fn pair_texts<'a>(
        &'a self,
        study_texts: &'a [StudyText],
    ) -> impl ParallelIterator<Item = Cow<'a, StudyText>> {
        let texts = self.texts.par_iter();
        texts.filter_map(|(at, pair)| Some(Cow::Owned(study_texts.get(*at)?.only(pair))))
    }
}

/// The items of a study with the comparisons in them.
pub(super) struct ComparedStudy<'a> {
    /// The items.
    pub(super) paired: &'a AlignedStudy,
    /// Their texts.
    pub(super) study_texts: Vec<StudyText>,
    /// By text: the numbers of annotators who marked its tokens.
    marks: OnceLock<Vec<TokenMarks>>,
    /// Their edits, of which those of two annotators are matched.
    edits: OnceLock<MatchableEdits<'a>>,
    /// The comparisons.
    pub(super) comparisons: Vec<AnnotatorComparison>,
    /// γ of all annotators together, or of each comparison; empty if not requested.
    pub(super) gammas: Vec<GammaOutcomes>,
}

impl<'a> ComparedStudy<'a> {
    pub(super) fn new(
        paired: &'a AlignedStudy,
        args: &AgreeArgs,
        console: &Console,
    ) -> Result<Self, Failure> {
        let study_texts = paired.study.study_texts();
        let comparisons = comparisons(paired, &study_texts, args);
        let mut compared = ComparedStudy {
            paired,
            study_texts,
            marks: OnceLock::new(),
            edits: OnceLock::new(),
            comparisons,
            gammas: Vec::new(),
        };
        if args.wants(Measure::Gamma) {
            compared.gammas = compared.gammas(args, console)?;
        }
        Ok(compared)
    }

    /// By text: the numbers of annotators who marked its tokens, counted when they are first asked for.
    pub(super) fn marks(&self) -> &[TokenMarks] {
        self.marks.get_or_init(|| self.study_texts.par_iter().map(TokenMarks::of).collect())
    }

    /// The edits of all items, prepared for matching when they are first asked for.
    pub(super) fn edits(&self) -> &MatchableEdits<'a> {
        self.edits.get_or_init(|| MatchableEdits::of(&self.paired.study))
    }

    /// The number of insertion points in the texts.
    pub(super) fn insertion_points(&self) -> usize {
        let units = self.study_texts.iter().flat_map(|text| text.units.values().flatten());
        units.filter(|unit| unit.range.is_empty()).count()
    }

    /// Returns `true` if γ, γ-cat and γ-k are computed over all annotators at once.
    pub(super) fn is_of_many(&self, args: &AgreeArgs) -> bool {
        self.paired.study.annotators.len() > 2 && args.reference.is_none() && !args.pool
    }

    fn gammas(&self, args: &AgreeArgs, console: &Console) -> Result<Vec<GammaOutcomes>, Failure> {
        if self.is_of_many(args) {
            let annotators = self.paired.study.annotators.len();
            let texts = || self.study_texts.par_iter().map(Cow::Borrowed);
            let work = gamma::work(texts(), annotators, args);
            let bar = console.progress().timed_bar("γ", self.study_texts.len(), work);
            let together = gamma::of_texts(texts(), annotators, args, &bar)?;
            done(&bar);
            return Ok(vec![together]);
        }
        let texts = self.comparisons.iter().map(|comparison| comparison.texts.len()).sum();
        let work = |comparison: &AnnotatorComparison| {
            gamma::work(comparison.pair_texts(&self.study_texts), 2, args)
        };
        let work = self.comparisons.iter().map(work).sum();
        let bar = console.progress().timed_bar("γ", texts, work);
        let own =
            |comparison: &AnnotatorComparison| comparison.gamma(&self.study_texts, args, &bar);
        let gammas = self.comparisons.iter().map(own).collect();
        done(&bar);
        gammas
    }
}

/// The comparisons: each reference with each hypothesis; without a reference, every two annotators with texts in
/// common, or simply every two with `--pairs all`, the earlier one as the reference.
fn comparisons(
    paired: &AlignedStudy,
    study_texts: &[StudyText],
    args: &AgreeArgs,
) -> Vec<AnnotatorComparison> {
    let file = |annotator: usize| paired.files.get(annotator).copied().unwrap_or(0);
    let are_compared = |first: usize, second: usize| {
        args.reference.is_none() || (file(first) == 0 && file(second) != 0)
    };
    let mut texts: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
    for (at, study_text) in study_texts.iter().enumerate() {
        let annotators: Vec<usize> =
            study_text.units.iter().map(|(annotator, _)| annotator).collect();
        for (number, first) in annotators.iter().enumerate() {
            for second in annotators.iter().skip(number + 1) {
                if are_compared(*first, *second) {
                    texts.entry([*first, *second]).or_default().push(at);
                }
            }
        }
    }
    if args.pool {
        return pooled(paired, &texts, args.reference.is_some());
    }
    let annotators = paired.study.annotators.len();
    if args.pairs == ListedPairs::All || annotators == 2 || args.reference.is_some() {
        for first in 0..annotators {
            for second in (first + 1..annotators).filter(|second| are_compared(first, *second)) {
                texts.entry([first, second]).or_default();
            }
        }
    }
    let name = |at: usize| paired.study.annotators.get(at).cloned().unwrap_or_default();
    texts
        .into_iter()
        .map(|(pair, texts)| AnnotatorComparison {
            reference: name(pair[0]),
            hypothesis: name(pair[1]),
            pair: Some(pair),
            texts: texts.into_iter().map(|at| (at, pair)).collect(),
        })
        .collect()
}

/// All pairs as one; with a reference, one for each file that is compared with it.
fn pooled(
    paired: &AlignedStudy,
    texts: &BTreeMap<[usize; 2], Vec<usize>>,
    by_file: bool,
) -> Vec<AnnotatorComparison> {
    let mut files: BTreeMap<usize, Vec<(usize, [usize; 2])>> = BTreeMap::new();
    for (pair, texts) in texts {
        let file = paired.files.get(pair[1]).copied().filter(|_| by_file).unwrap_or(0);
        files.entry(file).or_default().extend(texts.iter().map(|at| (*at, *pair)));
    }
    let names = |is_own: &dyn Fn(usize) -> bool| {
        let annotators = paired.study.annotators.iter().zip(&paired.files);
        let own = annotators.filter(|(_, file)| is_own(**file)).map(|(name, _)| name.as_str());
        own.collect::<Vec<_>>().join(", ")
    };
    files
        .into_iter()
        .map(|(file, mut texts)| {
            texts.sort_unstable();
            let (reference, hypothesis) = if by_file {
                (names(&|of| of == 0), names(&|of| of == file))
            } else {
                (names(&|_| true), names(&|_| true))
            };
            AnnotatorComparison { reference, hypothesis, pair: None, texts }
        })
        .collect()
}
