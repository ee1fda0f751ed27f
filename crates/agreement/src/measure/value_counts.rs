//! The counts of values, of whose products chance agreement is made.

/// The place of the count of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountPlace {
    /// A column of its own, by its position among these.
    Column(usize),
    /// A sum over all values that belong to a single item each: the product of their counts is a number of that item, which
    /// grows with the square of how often the item is drawn.
    WithinItem,
}

/// The places of the counts of values. Of answers in free text, nearly all values belong to a single item: columns are only
/// for the others.
pub(super) struct CountPlaces {
    by_value: Vec<Option<CountPlace>>,
    columns: usize,
}

impl CountPlaces {
    /// Finds the places of values, each given with its item. Other values are not counted.
    pub(super) fn of(given: impl Iterator<Item = (usize, usize)>) -> Self {
        // By value: its first item, and whether it has another one.
        let mut items: Vec<Option<(usize, bool)>> = Vec::new();
        for (item, value) in given {
            if items.len() <= value {
                items.resize(value + 1, None);
            }
            let (first, has_another) = items[value].get_or_insert((item, false));
            *has_another |= *first != item;
        }
        let mut columns = 0;
        let mut place = |(_, has_another): (usize, bool)| {
            if !has_another {
                return CountPlace::WithinItem;
            }
            columns += 1;
            CountPlace::Column(columns - 1)
        };
        let by_value = items.into_iter().map(|items| items.map(&mut place)).collect();
        CountPlaces { by_value, columns }
    }

    /// A column for each of so many values.
    pub(super) fn columns_of_all(values: usize) -> Self {
        let by_value = (0..values).map(|at| Some(CountPlace::Column(at))).collect();
        CountPlaces { by_value, columns: values }
    }

    /// The number of columns.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// The place of a value.
    pub(super) fn get(&self, value: usize) -> Option<CountPlace> {
        self.by_value.get(value).copied().flatten()
    }
}

/// The values of ratings, ascending, with their counts.
pub(super) fn counts<'a>(
    ratings: impl IntoIterator<Item = &'a Option<usize>>,
) -> Vec<(usize, f64)> {
    let mut values: Vec<usize> = ratings.into_iter().flatten().copied().collect();
    values.sort_unstable();
    let same = values.chunk_by(|one, next| one == next);
    same.filter_map(|same| Some((*same.first()?, same.len() as f64))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_several_items_have_columns() {
        let places =
            CountPlaces::of([(0, 3), (0, 1), (2, 3), (2, 5), (2, 5), (4, 0), (7, 0)].into_iter());
        let column = |at| Some(CountPlace::Column(at));
        let within = Some(CountPlace::WithinItem);
        let found = [0, 1, 2, 3, 4, 5, 6].map(|value| places.get(value));
        assert_eq!(found, [column(0), within, None, column(1), None, within, None]);
        assert_eq!(places.columns(), 2);
    }

    #[test]
    fn missing_ratings_have_no_count() {
        assert_eq!(counts(&[Some(4), None, Some(1), Some(4)]), [(1, 1.0), (4, 2.0)]);
    }
}
