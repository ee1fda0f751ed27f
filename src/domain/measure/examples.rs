//! What two annotators marked in the same texts: what every measure of a pair starts from.

use super::figure::Figure;
use super::study::{Sheet, Unit};

/// One text with what both marked in it; sorted, as in its [`Sheet`].
#[derive(Debug, Clone, Copy)]
pub struct Example<'a> {
    /// What one of them marked, the one to be compared with.
    pub reference: &'a [Unit],
    /// What the other one marked.
    pub hypothesis: &'a [Unit],
}

impl Example<'_> {
    /// Whether at least one of the two marked nothing.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.reference.is_empty() || self.hypothesis.is_empty()
    }
}

/// The texts that two annotators have in common.
#[derive(Debug, Clone, Default)]
pub struct Examples<'a> {
    /// In the order of the sheets.
    pub list: Vec<Example<'a>>,
    /// Texts that one of the two, or both, did not have.
    pub missing: usize,
}

impl<'a> Examples<'a> {
    /// What two annotators, by their positions in [`super::Study::annotators`], marked in the texts that both have.
    #[must_use]
    pub fn of(sheets: &'a [Sheet], reference: usize, hypothesis: usize) -> Self {
        let units = |sheet: &'a Sheet, annotator: usize| sheet.units.get(annotator)?.as_deref();
        let example = |sheet: &'a Sheet| {
            let (reference, hypothesis) = (units(sheet, reference)?, units(sheet, hypothesis)?);
            Some(Example { reference, hypothesis })
        };
        let list: Vec<Example> = sheets.iter().filter_map(example).collect();
        let missing = sheets.len() - list.len();
        Examples { list, missing }
    }

    /// Says of a figure which texts it does not rest on.
    #[must_use]
    pub(super) fn without_missing(&self, figure: Figure) -> Figure {
        figure.without(self.missing, "texts that not both annotators have")
    }
}
