//! Additive statistics: numbers of each item, from whose totals figures are computed.

use std::collections::{BTreeMap, BTreeSet};

/// Numbers by item. A figure is computed from their totals, and its value in a sample, needed for its
/// [interval](super::Bootstrap), from the totals of the sample. Zeros take no memory.
#[derive(Debug, Clone, Default)]
pub struct ItemSums {
    width: usize,
    /// The columns whose numbers are squares or products of what grows with the draws of their item.
    squared: BTreeSet<usize>,
    /// Positions in [`super::AnnotationStudy::items`], ascending.
    items: Vec<usize>,
    /// By item: the end of its entries.
    ends: Vec<usize>,
    /// Column and number.
    entries: Vec<(usize, f64)>,
}

/// A column of [`ItemSums`], without zeros.
#[derive(Debug, PartialEq)]
pub(super) struct DistinctColumn {
    /// Positions of items, ascending, each with its number.
    pub(super) entries: Vec<(usize, f64)>,
    /// `true` if its numbers count with the square of how often their item is drawn.
    pub(super) is_squared: bool,
}

impl ItemSums {
    /// Creates sums of no items, with `width` numbers for each.
    #[must_use]
    pub fn new(width: usize) -> Self {
        ItemSums { width, ..ItemSums::default() }
    }

    /// Has the numbers of a column count with the square of how often their item is drawn.
    pub(super) fn squared(mut self, column: usize) -> Self {
        self.squared.insert(column);
        self
    }

    /// Returns `true` if the numbers of a column count with the square of how often their item is drawn.
    pub(super) fn is_squared(&self, column: usize) -> bool {
        self.squared.contains(&column)
    }

    /// Adds numbers, with their columns, to those of an item. Items come in ascending order; further numbers of the
    /// last one, such as those of its other side, add up. An item counts even if all its numbers are zero.
    pub fn add(&mut self, item: usize, numbers: impl IntoIterator<Item = (usize, f64)>) {
        if self.items.last() != Some(&item) {
            self.items.push(item);
            self.ends.push(self.entries.len());
        }
        let numbers = numbers.into_iter().filter(|(column, n)| *n != 0.0 && *column < self.width);
        self.entries.extend(numbers);
        if let Some(end) = self.ends.last_mut() {
            *end = self.entries.len();
        }
    }

    /// Adds one number for each column.
    pub fn add_row<const N: usize>(&mut self, item: usize, row: [f64; N]) {
        self.add(item, row.into_iter().enumerate());
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of items.
    #[must_use]
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// The totals of all items.
    #[must_use]
    pub fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.width];
        for (column, number) in &self.entries {
            totals[*column] += number;
        }
        totals
    }

    /// By item: its entries.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[(usize, f64)]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| self.entries.get(*start..*end).unwrap_or(&[]))
    }

    /// Items with their entries.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &[(usize, f64)])> {
        self.items.iter().copied().zip(self.rows())
    }

    /// The columns that samples have to be summed up for: equal ones once, and none of ones only. By column of the sums:
    /// its position among these; `None` for ones, whose total is the number of items in every sample.
    pub(super) fn distinct_columns(&self) -> (Vec<DistinctColumn>, Vec<Option<usize>>) {
        let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.width];
        for (at, row) in self.rows().enumerate() {
            for (column, number) in row {
                match columns[*column].last_mut() {
                    Some((last, sum)) if *last == at => *sum += number,
                    Some(_) | None => columns[*column].push((at, *number)),
                }
            }
        }
        type Bits = Vec<(usize, u64)>;
        let ones: Bits = (0..self.items()).map(|at| (at, 1_f64.to_bits())).collect();
        // In order, since different columns mostly differ at their beginning.
        let mut known: BTreeMap<(bool, Bits), usize> = BTreeMap::new();
        let mut distinct = Vec::new();
        let place = |(at, entries): (usize, Vec<(usize, f64)>)| {
            let bits: Bits =
                entries.iter().map(|(item, number)| (*item, number.to_bits())).collect();
            let is_squared = self.is_squared(at);
            let is_ones = !is_squared && bits == ones;
            (!is_ones).then(|| {
                *known.entry((is_squared, bits)).or_insert_with(|| {
                    distinct.push(DistinctColumn { entries, is_squared });
                    distinct.len() - 1
                })
            })
        };
        let places = columns.into_iter().enumerate().map(place).collect();
        (distinct, places)
    }

    /// Joins two sums on the items that both have, the columns of the other after those of this.
    #[must_use]
    pub fn beside(&self, other: &ItemSums) -> ItemSums {
        let mut both = ItemSums::new(self.width + other.width);
        let theirs = other.squared.iter().map(|column| self.width + column);
        both.squared = self.squared.iter().copied().chain(theirs).collect();
        let mut theirs = other.items.iter().zip(other.rows()).peekable();
        for (item, row) in self.items.iter().zip(self.rows()) {
            while theirs.next_if(|(theirs, _)| *theirs < item).is_some() {}
            if let Some((_, their_row)) = theirs.next_if(|(theirs, _)| *theirs == item) {
                let their_row = their_row.iter().map(|(column, n)| (self.width + column, *n));
                both.add(*item, row.iter().copied().chain(their_row));
            }
        }
        both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_item_add_up() {
        let mut sums = ItemSums::new(2);
        sums.add_row(3, [1.0, 0.0]);
        sums.add(3, [(1, 4.0)]);
        sums.add_row(5, [0.0, 0.0]);
        sums.add_row(7, [2.0, 1.0]);
        assert_eq!((sums.items(), sums.totals()), (3, vec![3.0, 5.0]));
    }

    #[test]
    fn equal_columns_are_there_once_and_ones_never() {
        let mut sums = ItemSums::new(5);
        sums.add_row(2, [1.0, 2.0, 0.0, 2.0, 3.0]);
        sums.add_row(4, [1.0, 0.0, 0.0, 0.0, 3.0]);
        let (distinct, places) = sums.distinct_columns();
        assert_eq!(places, [None, Some(0), Some(1), Some(0), Some(2)]);
        let entries: Vec<_> = distinct.into_iter().map(|column| column.entries).collect();
        assert_eq!(entries, [vec![(0, 2.0)], vec![], vec![(0, 3.0), (1, 3.0)]]);
    }

    #[test]
    fn numbers_of_an_item_in_a_column_are_one_number() {
        let mut sums = ItemSums::new(3);
        sums.add_row(2, [1.0, 0.5, 0.5]);
        sums.add_row(2, [1.0, 1.5, 0.5]);
        sums.add_row(4, [2.0, 2.0, 1.0]);
        let (distinct, places) = sums.distinct_columns();
        assert_eq!(places, [Some(0), Some(0), None]);
        assert_eq!(
            distinct,
            [DistinctColumn { entries: vec![(0, 2.0), (1, 2.0)], is_squared: false }]
        );
    }

    #[test]
    fn squared_columns_stay_apart_from_others() {
        let mut sums = ItemSums::new(3).squared(1).squared(2);
        sums.add_row(2, [1.0, 1.0, 1.0]);
        let (distinct, places) = sums.distinct_columns();
        assert_eq!(places, [None, Some(0), Some(0)]);
        assert_eq!(distinct, [DistinctColumn { entries: vec![(0, 1.0)], is_squared: true }]);
        let both = ItemSums::new(1).beside(&sums);
        assert_eq!([0, 1, 2, 3].map(|column| both.is_squared(column)), [false, false, true, true]);
    }

    #[test]
    fn beside_each_other_stand_items_that_both_have() {
        let [mut one, mut other] = [ItemSums::new(1), ItemSums::new(2)];
        [1, 3, 4].into_iter().for_each(|item| one.add_row(item, [item as f64]));
        [0, 3, 4, 9].into_iter().for_each(|item| other.add_row(item, [1.0, 10.0 * item as f64]));
        let both = one.beside(&other);
        assert_eq!((both.items(), both.totals()), (2, vec![7.0, 2.0, 70.0]));
    }
}
