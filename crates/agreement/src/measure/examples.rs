//! What two annotators marked in the same texts: what every measure of a pair starts from.

use std::borrow::Cow;

use super::bootstrap::{Bootstrap, figure};
use super::figure::Figure;
use super::study::{Sheet, Unit};
use super::sums::Sums;

/// One text with what both marked in it; sorted, as in its [`Sheet`].
#[derive(Debug, Clone)]
pub struct Example<'a> {
    /// Position in [`super::Study::items`].
    pub item: usize,
    /// What one of them marked, the one to be compared with.
    pub reference: Cow<'a, [Unit]>,
    /// What the other one marked.
    pub hypothesis: Cow<'a, [Unit]>,
}

impl Example<'_> {
    /// Whether at least one of the two marked nothing.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.reference.is_empty() || self.hypothesis.is_empty()
    }
}

/// The texts that two annotators have in common; or those of several pairs of annotators, put together.
#[derive(Debug, Clone, Default)]
pub struct Examples<'a> {
    /// In the order of the sheets.
    pub list: Vec<Example<'a>>,
    /// Texts that one of the two, or both, did not have.
    pub missing: usize,
    bootstrap: Option<&'a Bootstrap>,
}

impl<'a> Examples<'a> {
    /// What two annotators, by their positions in [`super::Study::annotators`], marked in the texts that both have.
    #[must_use]
    pub fn of(sheets: &'a [Sheet], reference: usize, hypothesis: usize) -> Self {
        let mut examples =
            Examples::of_texts(sheets.iter().map(|sheet| (sheet, [reference, hypothesis])));
        examples.missing = sheets.len() - examples.list.len();
        examples
    }

    /// The same of texts each with a reference and a hypothesis of its own, sorted by item: figures are then those of all
    /// of them together. What not both have is not counted as missing.
    #[must_use]
    pub fn of_texts(texts: impl IntoIterator<Item = (&'a Sheet, [usize; 2])>) -> Self {
        let example = |(sheet, [reference, hypothesis]): (&'a Sheet, [usize; 2])| {
            let units = |annotator: usize| sheet.units.get(annotator).map(Vec::as_slice);
            let (reference, hypothesis) = (units(reference)?, units(hypothesis)?);
            let (reference, hypothesis) = (Cow::Borrowed(reference), Cow::Borrowed(hypothesis));
            Some(Example { item: sheet.item, reference, hypothesis })
        };
        let list = texts.into_iter().filter_map(example).collect();
        Examples { list, missing: 0, bootstrap: None }
    }

    /// The same, with intervals for the figures that are taken of them.
    #[must_use]
    pub fn with_intervals(mut self, bootstrap: &'a Bootstrap) -> Self {
        self.bootstrap = Some(bootstrap);
        self
    }

    /// The same with the spans of one category only.
    #[must_use]
    pub fn of_category(&self, category: usize) -> Examples<'a> {
        let own = |units: &[Unit]| {
            Cow::Owned(units.iter().filter(|unit| unit.category == category).copied().collect())
        };
        let list = self.list.iter().map(|example| Example {
            item: example.item,
            reference: own(&example.reference),
            hypothesis: own(&example.hypothesis),
        });
        Examples { list: list.collect(), ..*self }
    }

    /// Numbers of each of some of the texts, by item.
    pub(super) fn sums<'e, const N: usize>(
        &'e self,
        texts: impl IntoIterator<Item = &'e Example<'a>>,
        row: impl Fn(&Example) -> [f64; N],
    ) -> Sums
    where
        'a: 'e,
    {
        let mut sums = Sums::new(N);
        texts.into_iter().for_each(|example| sums.add_row(example.item, row(example)));
        sums
    }

    /// A figure that follows from totals, with which texts it does not rest on.
    pub(super) fn figure(
        &self,
        convention: &'static str,
        n: usize,
        sums: &Sums,
        of: impl Fn(&[f64]) -> Result<f64, &'static str>,
    ) -> Figure {
        let figure = figure(self.bootstrap, convention, n, sums, of);
        figure.without(self.missing, "texts that not both annotators have")
    }
}
