//! Values that come again and again, as numbers.

use foldhash::HashMap;

/// Different values, numbered in the order in which they come.
#[derive(Debug, Default)]
pub(super) struct NumberedValues<'a>(HashMap<&'a str, usize>);

impl<'a> NumberedValues<'a> {
    /// The number of a value, which gets the next one if it has none.
    pub(super) fn number(&mut self, value: &'a str) -> usize {
        let next = self.0.len();
        *self.0.entry(value).or_insert(next)
    }

    /// The values, sorted, and by number the position among them.
    pub(super) fn sorted(self) -> (Vec<&'a str>, Vec<usize>) {
        let mut values: Vec<(&str, usize)> = self.0.into_iter().collect();
        values.sort_unstable();
        let mut places = vec![0; values.len()];
        for (place, (_, number)) in values.iter().enumerate() {
            if let Some(place_of) = places.get_mut(*number) {
                *place_of = place;
            }
        }
        (values.into_iter().map(|(value, _)| value).collect(), places)
    }
}
