//! Ratings of the same things by several annotators, the input of κ and α.

use super::bootstrap::{Bootstrap, figures};
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;
use super::value_counts::CountPlaces;

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

    /// The items of rows, ascending, each with its rows.
    pub(super) fn by_item(&self) -> impl Iterator<Item = (usize, &'a [Vec<Option<usize>>])> {
        let (rows, items) = (self.rows, self.items);
        let item = move |at: usize| items.and_then(|items| items.get(at)).copied().unwrap_or(at);
        let mut start = 0;
        std::iter::from_fn(move || {
            let of = (start < rows.len()).then(|| item(start))?;
            let end = (start..rows.len()).find(|at| item(*at) != of).unwrap_or(rows.len());
            let own = rows.get(start..end)?;
            start = end;
            Some((of, own))
        })
    }

    /// Adds the numbers of items, each computed from its rows, without items for which there are none.
    pub(super) fn sums(
        &self,
        mut sums: ItemSums,
        numbers: impl Fn(&[Vec<Option<usize>>]) -> Option<Vec<(usize, f64)>>,
    ) -> ItemSums {
        for (item, rows) in self.by_item() {
            if let Some(numbers) = numbers(rows) {
                sums.add(item, numbers);
            }
        }
        sums
    }

    /// The places of the counts of the values of some rows.
    pub(super) fn count_places(
        &self,
        values: impl Fn(&[Option<usize>]) -> Vec<usize>,
    ) -> CountPlaces {
        let of_item = |(item, rows): (usize, &'a [Vec<Option<usize>>])| {
            rows.iter().flat_map(|row| values(row)).map(move |value| (item, value))
        };
        CountPlaces::of(self.by_item().flat_map(of_item))
    }

    /// Computes figures from totals, with their intervals if there is a bootstrap.
    pub(super) fn figures<const N: usize>(
        &self,
        about: [(&'static str, usize); N],
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> [Result<f64, Undefined>; N],
    ) -> [Figure; N] {
        figures(self.bootstrap, about, sums, of)
    }
}

impl<'a, R: AsRef<[Vec<Option<usize>>]> + ?Sized> From<&'a R> for Ratings<'a> {
    fn from(rows: &'a R) -> Self {
        Ratings { rows: rows.as_ref(), items: None, bootstrap: None }
    }
}
