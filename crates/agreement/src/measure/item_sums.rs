//! What figures of many items are computed from: numbers of each item that add up.

/// Numbers of each of some items. A figure is computed from their totals, and so is the same figure of any sample of the
/// items, which is what its [interval](super::Bootstrap) takes. Zeros take no room.
#[derive(Debug, Clone, Default)]
pub struct ItemSums {
    width: usize,
    /// Positions in [`super::AnnotationStudy::items`], ascending.
    items: Vec<usize>,
    /// By item: where its entries end.
    ends: Vec<usize>,
    /// Column and number.
    entries: Vec<(usize, f64)>,
}

impl ItemSums {
    /// Of no items, with so many numbers for each.
    #[must_use]
    pub fn new(width: usize) -> Self {
        ItemSums { width, ..ItemSums::default() }
    }

    /// Adds numbers, with their columns, to those of an item. Items come in ascending order; what comes about the last one
    /// once more, such as its other side, is added to it. An item whose numbers are all zero is one nonetheless.
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

    /// How many numbers each item has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many items there are.
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

    /// By column: its numbers, with the positions of their items. The totals of many samples are taken of these.
    pub(super) fn columns(&self) -> SumColumns {
        let mut columns = vec![Vec::new(); self.width];
        for (at, row) in self.rows().enumerate() {
            for (column, number) in row {
                columns[*column].push((at, *number));
            }
        }
        SumColumns(columns)
    }

    /// Both, of the items that both have: the columns of the other after those of this.
    #[must_use]
    pub fn beside(&self, other: &ItemSums) -> ItemSums {
        let mut both = ItemSums::new(self.width + other.width);
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

/// The same numbers, column by column.
pub(super) struct SumColumns(Vec<Vec<(usize, f64)>>);

impl SumColumns {
    /// The totals of a sample: by item, how often it was drawn.
    pub(super) fn totals_of(&self, drawn: &[u8], totals: &mut [f64]) {
        let times = |at: usize| f64::from(drawn.get(at).copied().unwrap_or(0));
        for (total, column) in totals.iter_mut().zip(&self.0) {
            *total = column.iter().map(|(at, number)| times(*at) * number).sum();
        }
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
        let mut totals = vec![0.0; 2];
        sums.columns().totals_of(&[2, 1, 0], &mut totals);
        assert_eq!(totals, [2.0, 8.0]);
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
