//! What two annotators marked in the same texts: what every measure of a pair starts from.

use std::borrow::Cow;

use super::annotation_study::{MarkedSpan, StudyText};
use super::bootstrap::{Bootstrap, figure};
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// One text with what both marked in it; sorted, as in its [`StudyText`].
#[derive(Debug, Clone)]
pub struct ComparedText<'a> {
    /// Position in [`super::AnnotationStudy::items`].
    pub item: usize,
    /// What one of them marked, the one to be compared with.
    pub reference: Cow<'a, [MarkedSpan]>,
    /// What the other one marked.
    pub hypothesis: Cow<'a, [MarkedSpan]>,
}

impl ComparedText<'_> {
    /// Whether at least one of the two marked nothing.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.reference.is_empty() || self.hypothesis.is_empty()
    }
}

/// The texts that two annotators have in common; or those of several pairs of annotators, put together.
#[derive(Debug, Clone, Default)]
pub struct ComparedTexts<'a> {
    /// In the order of the sheets.
    pub list: Vec<ComparedText<'a>>,
    /// Texts that one of the two, or both, did not have.
    pub missing: usize,
    bootstrap: Option<&'a Bootstrap>,
}

impl<'a> ComparedTexts<'a> {
    /// What two annotators, by their positions in [`super::AnnotationStudy::annotators`], marked in the texts that both have.
    #[must_use]
    pub fn of(study_texts: &'a [StudyText], reference: usize, hypothesis: usize) -> Self {
        let mut examples = ComparedTexts::of_texts(
            study_texts.iter().map(|study_text| (study_text, [reference, hypothesis])),
        );
        examples.missing = study_texts.len() - examples.list.len();
        examples
    }

    /// The same of texts each with a reference and a hypothesis of its own, sorted by item: figures are then those of all
    /// of them together. What not both have is not counted as missing.
    #[must_use]
    pub fn of_texts(texts: impl IntoIterator<Item = (&'a StudyText, [usize; 2])>) -> Self {
        let example = |(study_text, [reference, hypothesis]): (&'a StudyText, [usize; 2])| {
            let units = |annotator: usize| study_text.units.get(annotator).map(Vec::as_slice);
            let (reference, hypothesis) = (units(reference)?, units(hypothesis)?);
            let (reference, hypothesis) = (Cow::Borrowed(reference), Cow::Borrowed(hypothesis));
            Some(ComparedText { item: study_text.item, reference, hypothesis })
        };
        let list = texts.into_iter().filter_map(example).collect();
        ComparedTexts { list, missing: 0, bootstrap: None }
    }

    /// The same, with intervals for the figures that are taken of them.
    #[must_use]
    pub fn with_intervals(mut self, bootstrap: &'a Bootstrap) -> Self {
        self.bootstrap = Some(bootstrap);
        self
    }

    /// The same with the spans of one category only.
    #[must_use]
    pub fn of_category(&self, category: usize) -> ComparedTexts<'a> {
        let own = |units: &[MarkedSpan]| {
            Cow::Owned(units.iter().filter(|unit| unit.category == category).copied().collect())
        };
        let list = self.list.iter().map(|example| ComparedText {
            item: example.item,
            reference: own(&example.reference),
            hypothesis: own(&example.hypothesis),
        });
        ComparedTexts { list: list.collect(), ..*self }
    }

    /// Numbers of each of some of the texts, by item.
    pub(super) fn sums<'e, const N: usize>(
        &'e self,
        texts: impl IntoIterator<Item = &'e ComparedText<'a>>,
        row: impl Fn(&ComparedText) -> [f64; N],
    ) -> ItemSums
    where
        'a: 'e,
    {
        let mut sums = ItemSums::new(N);
        texts.into_iter().for_each(|example| sums.add_row(example.item, row(example)));
        sums
    }

    /// A figure that follows from totals, with which texts it does not rest on.
    pub(super) fn figure(
        &self,
        convention: &'static str,
        n: usize,
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        let figure = figure(self.bootstrap, convention, n, sums, of);
        figure.without(self.missing, "texts that not both annotators have")
    }
}
