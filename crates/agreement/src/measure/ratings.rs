//! Values that annotators gave to the same things: what κ and α are computed from.

use super::bootstrap::{Bootstrap, figure};
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// Ratings by row and annotator: positions of values, in their order where they have one; `None` where an annotator gave
/// none. A row is an edit about which a question was answered, or whatever else is rated.
#[derive(Debug, Clone, Copy)]
pub struct Ratings<'a> {
    /// By row: the ratings of all annotators.
    pub rows: &'a [Vec<Option<usize>>],
    /// By row: the item that it belongs to, ascending; without, each row is an item of its own.
    items: Option<&'a [usize]>,
    bootstrap: Option<&'a Bootstrap>,
}

impl<'a> Ratings<'a> {
    /// Ratings with the items that their rows belong to, and intervals for the figures that are taken of them.
    #[must_use]
    pub fn new(
        rows: &'a [Vec<Option<usize>>],
        items: &'a [usize],
        bootstrap: &'a Bootstrap,
    ) -> Self {
        Ratings { rows, items: Some(items), bootstrap: Some(bootstrap) }
    }

    /// How many values there are.
    pub(super) fn values(&self) -> usize {
        self.rows.iter().flatten().flatten().max().map_or(0, |last| last + 1)
    }

    /// Numbers of those rows for which there are any.
    pub(super) fn sums(
        &self,
        width: usize,
        numbers: impl Fn(&[Option<usize>]) -> Option<Vec<(usize, f64)>>,
    ) -> ItemSums {
        let mut sums = ItemSums::new(width);
        for (at, row) in self.rows.iter().enumerate() {
            let item = self.items.and_then(|items| items.get(at)).copied().unwrap_or(at);
            if let Some(numbers) = numbers(row) {
                sums.add(item, numbers);
            }
        }
        sums
    }

    /// A figure that follows from totals.
    pub(super) fn figure(
        &self,
        convention: &'static str,
        n: usize,
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        figure(self.bootstrap, convention, n, sums, of)
    }
}

impl<'a, R: AsRef<[Vec<Option<usize>>]> + ?Sized> From<&'a R> for Ratings<'a> {
    fn from(rows: &'a R) -> Self {
        Ratings { rows: rows.as_ref(), items: None, bootstrap: None }
    }
}
