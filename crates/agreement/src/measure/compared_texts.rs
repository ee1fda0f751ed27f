//! The spans of two annotators in the same texts: the input of every measure of a pair.

use std::borrow::Cow;

use super::annotation_study::{MarkedSpan, StudyText};
use super::bootstrap::Bootstrap;
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// One text with the spans of both annotators; sorted, as in its [`StudyText`].
#[derive(Debug, Clone)]
pub struct ComparedText<'a> {
    /// Position in [`super::AnnotationStudy::items`].
    pub item: usize,
    /// The spans of the reference.
    pub reference: Cow<'a, [MarkedSpan]>,
    /// The spans of the hypothesis.
    pub hypothesis: Cow<'a, [MarkedSpan]>,
}

impl ComparedText<'_> {
    /// Returns `true` if at least one of the two marked nothing.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.reference.is_empty() || self.hypothesis.is_empty()
    }
}

/// The texts that two annotators have in common; or those of several pairs of annotators, pooled.
#[derive(Debug, Clone, Default)]
pub struct ComparedTexts<'a> {
    /// In the order of the study texts.
    pub list: Vec<ComparedText<'a>>,
    /// Texts that one of the two, or both, did not have.
    pub missing: usize,
    bootstrap: Option<&'a Bootstrap>,
}

impl<'a> ComparedTexts<'a> {
    /// The spans of two annotators, by their positions in [`super::AnnotationStudy::annotators`], in the texts that both have.
    #[must_use]
    pub fn of(study_texts: &'a [StudyText], reference: usize, hypothesis: usize) -> Self {
        let mut examples = ComparedTexts::of_texts(
            study_texts.iter().map(|study_text| (study_text, [reference, hypothesis])),
        );
        examples.missing = study_texts.len() - examples.list.len();
        examples
    }

    /// Pools texts, each with a reference and a hypothesis of its own, sorted by item: figures are then those of all of
    /// them together. Texts that not both annotators have are not counted as missing.
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

    /// Adds intervals to the figures computed from these texts.
    #[must_use]
    pub fn with_intervals(mut self, bootstrap: &'a Bootstrap) -> Self {
        self.bootstrap = Some(bootstrap);
        self
    }

    /// Returns the texts with the spans of one category only.
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

    /// Sums the numbers of the given texts by item.
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

    /// Computes a figure from totals, with the missing texts among its omissions.
    pub(super) fn figure(
        &self,
        convention: &'static str,
        n: usize,
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        let [[figure]] = self.figure_rows([[(convention, n)]], sums, |totals| [[of(totals)]]);
        figure
    }

    /// Computes rows of figures from the same totals; `about` has the convention and the size of the basis of each.
    pub(super) fn figure_rows<const ROWS: usize, const N: usize>(
        &self,
        about: [[(&'static str, usize); N]; ROWS],
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> [[Result<f64, Undefined>; N]; ROWS],
    ) -> [[Figure; N]; ROWS] {
        let none = Bootstrap::none();
        let rows = self.bootstrap.unwrap_or(&none).figure_rows(about, sums, of);
        let without =
            |figure: Figure| figure.without(self.missing, "texts that not both annotators have");
        rows.map(|figures| figures.map(without))
    }
}
