//! Values that come again and again, as numbers.

use foldhash::HashMap;

/// Different values, numbered in the order in which they come, and counted.
#[derive(Debug, Default)]
pub(super) struct NumberedValues<'a>(HashMap<&'a str, NumberedValue>);

#[derive(Debug, Clone, Copy)]
struct NumberedValue {
    number: usize,
    /// The number of times that it came.
    times: usize,
}

impl<'a> NumberedValues<'a> {
    /// The number of a value that comes, which gets the next one if it has none.
    pub(super) fn number(&mut self, value: &'a str) -> usize {
        let number = self.0.len();
        let numbered = self.0.entry(value).or_insert(NumberedValue { number, times: 0 });
        numbered.times += 1;
        numbered.number
    }

    /// The values, each with the number of times that it came, in no order.
    pub(super) fn counted(&self) -> impl Iterator<Item = (&'a str, usize)> + Clone {
        self.0.iter().map(|(value, numbered)| (*value, numbered.times))
    }

    /// The values, sorted, and by number the position among them.
    pub(super) fn sorted(self) -> (Vec<&'a str>, Vec<usize>) {
        let numbered = self.0.into_iter().map(|(value, numbered)| (value, numbered.number));
        let mut values: Vec<(&str, usize)> = numbered.collect();
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
