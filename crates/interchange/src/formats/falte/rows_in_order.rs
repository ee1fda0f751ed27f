//! Rows in the order of the table that they were read from.

use std::collections::{BTreeMap, VecDeque};

use crate::writing::sink::Sink;

/// Writes lines in the order of their numbers, each as soon as those before it are written: if records are in the order
/// of the table, as in most files, no line waits. Lines of the same number stay in their order.
#[derive(Default)]
pub(super) struct RowSequencer {
    /// The numbers of the expected lines, ascending.
    expected: VecDeque<usize>,
    waiting: BTreeMap<usize, VecDeque<Box<str>>>,
}

impl RowSequencer {
    /// Expects lines of these numbers. If there are others, or fewer, lines wait for the [end](RowSequencer::finish).
    pub(super) fn new(mut numbers: Vec<usize>) -> Self {
        numbers.sort_unstable();
        RowSequencer { expected: numbers.into(), waiting: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, number: usize, line: &str, sink: &mut dyn Sink) {
        if self.expected.front() != Some(&number) {
            return self.waiting.entry(number).or_default().push_back(line.into());
        }
        sink.push(line);
        self.expected.pop_front();
        while let Some(line) = self.next_waiting() {
            sink.push(&line);
            self.expected.pop_front();
        }
    }

    fn next_waiting(&mut self) -> Option<Box<str>> {
        self.waiting.get_mut(self.expected.front()?)?.pop_front()
    }

    /// Writes the lines that still wait.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_values().flatten().for_each(|line| sink.push(&line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_stand_in_the_order_of_their_numbers(
            lines in prop::collection::vec((0..9_usize, "[ab]"), 0..12),
            others in prop::collection::vec(0..9_usize, 0..3),
            all_are_expected: bool,
        ) {
            let others = if all_are_expected { Vec::new() } else { others };
            let numbers = lines.iter().map(|(number, _)| *number).chain(others);
            let mut rows_in_order = RowSequencer::new(numbers.collect());
            let mut files = Vec::new();
            Sink::begin(&mut files, "");
            for (number, line) in &lines {
                rows_in_order.add(*number, line, &mut files);
            }
            prop_assert!(!all_are_expected || rows_in_order.waiting.values().all(VecDeque::is_empty));
            rows_in_order.finish(&mut files);
            let mut sorted = lines.clone();
            sorted.sort_by_key(|(number, _)| *number);
            prop_assert_eq!(&files[0].text, &sorted.into_iter().map(|(_, line)| line).collect::<String>());
        }
    }
}
