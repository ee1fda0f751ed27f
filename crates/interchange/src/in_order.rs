//! Values by keys, in the order in which the keys first come.

use std::collections::HashMap;
use std::hash::Hash;

/// Values with keys of their own.
#[derive(Debug)]
pub(crate) struct InOrder<K, V> {
    values: Vec<V>,
    places: HashMap<K, usize>,
}

impl<K, V> Default for InOrder<K, V> {
    fn default() -> Self {
        InOrder { values: Vec::new(), places: HashMap::new() }
    }
}

impl<K: Hash + Eq, V> InOrder<K, V> {
    /// The value of a key; a new one comes last.
    pub(crate) fn at(&mut self, key: K, new: impl FnOnce() -> V) -> &mut V {
        let next = self.values.len();
        let at = *self.places.entry(key).or_insert(next);
        if at == next {
            self.values.push(new());
        }
        // Places are those of values, which only grow in number.
        &mut self.values[at]
    }

    /// All values.
    pub(crate) fn into_values(self) -> Vec<V> {
        self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_the_order_of_their_keys() {
        let mut words = InOrder::default();
        for word in ["b", "a", "b", "c", "a", "b"] {
            words.at(word, || (word, 0)).1 += 1;
        }
        assert_eq!(words.into_values(), [("b", 3), ("a", 2), ("c", 1)]);
    }
}
