//! Ratings of the same things by several annotators, the input of κ and α.

use super::bootstrap::{Bootstrap, figures};
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// Ratings by row and annotator: positions of values, in the order of the values if they have one; `None` for a missing
/// rating. A row is an edit about which a question was answered, or anything else rated.
#[derive(Debug, Clone, Copy)]
pub struct Ratings<'a> {
    /// By row: the ratings of all annotators.
    pub rows: &'a [Vec<Option<usize>>],
    /// By row: its item, ascending; `None` if each row is an item of its own.
    items: Option<&'a [usize]>,
    bootstrap: Option<&'a Bootstrap>,
}

impl<'a> Ratings<'a> {
    /// Creates ratings with the items of their rows; figures computed from them have intervals.
    #[must_use]
    pub fn new(
        rows: &'a [Vec<Option<usize>>],
        items: &'a [usize],
        bootstrap: &'a Bootstrap,
    ) -> Self {
        Ratings { rows, items: Some(items), bootstrap: Some(bootstrap) }
    }

    /// The number of values.
    pub(super) fn values(&self) -> usize {
        self.rows.iter().flatten().flatten().max().map_or(0, |last| last + 1)
    }

    /// Sums the numbers of rows by item, without rows for which there are none.
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

    /// Computes a figure from totals, with its interval if there is a bootstrap.
    pub(super) fn figure(
        &self,
        convention: &'static str,
        n: usize,
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        let [figure] = figures(self.bootstrap, [(convention, n)], sums, |totals| [of(totals)]);
        figure
    }
}

impl<'a, R: AsRef<[Vec<Option<usize>>]> + ?Sized> From<&'a R> for Ratings<'a> {
    fn from(rows: &'a R) -> Self {
        Ratings { rows: rows.as_ref(), items: None, bootstrap: None }
    }
}
