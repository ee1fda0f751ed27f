//! A map as a list in the order of its keys.

use std::borrow::Borrow;

/// A map whose entries stand in the order of their keys. To look one up takes a logarithmic number of steps, to add one
/// that is not the last moves those after it. For what is small or grows at its end: the standard library's tree takes
/// 3 KB of the program for each type of entries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Sorted(Vec::new())
    }
}

impl<K: Ord, V> Sorted<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        // What comes last is asked for most.
        match self.0.last() {
            Some((last, _)) if last.borrow() < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(known, _)| known.borrow().cmp(key)),
        }
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    #[must_use]
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let at = self.find(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Gives a key a value, and gives back the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => self.0.get_mut(at).map(|entry| std::mem::replace(&mut entry.1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key and its value out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.find(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// The entries, in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + Clone {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The last entry at or before a key.
    #[must_use]
    pub fn last_until(&self, key: &K) -> Option<(&K, &V)> {
        let after = self.0.partition_point(|(known, _)| known <= key);
        self.0.get(after.checked_sub(1)?).map(|(key, value)| (key, value))
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Ord, V: Default> Sorted<K, V> {
    /// The value of a key, which gets an empty one if it has none.
    pub fn or_default(&mut self, key: K) -> &mut V {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, V::default()));
                at
            }
        };
        #[expect(clippy::indexing_slicing, reason = "it was found or put there")]
        &mut self.0[at].1
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Sorted<K, V> {
    /// Of entries with the same key, the last one stays.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut sorted = Sorted::default();
        for (key, value) in entries {
            sorted.insert(key, value);
        }
        sorted
    }
}

impl<K, V> IntoIterator for Sorted<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_does_what_the_standard_map_does(
            steps in proptest::collection::vec((0..3_u8, 0..20_u32, any::<u8>()), 0..60),
        ) {
            let (mut ours, mut theirs) = (Sorted::default(), BTreeMap::new());
            for (step, key, value) in steps {
                match step {
                    0 => {
                        ours.insert(key, value);
                        theirs.insert(key, value);
                    }
                    1 => prop_assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    _ => {
                        *ours.or_default(key) |= value;
                        *theirs.entry(key).or_default() |= value;
                    }
                }
                prop_assert_eq!(ours.get(&key), theirs.get(&key));
                prop_assert_eq!(ours.last_until(&key), theirs.range(..=key).next_back());
                prop_assert!(ours.iter().eq(theirs.iter()));
                prop_assert!(ours.keys().eq(theirs.keys()) && ours.values().eq(theirs.values()));
                prop_assert_eq!(ours.is_empty(), theirs.is_empty());
            }
            prop_assert!(ours.into_iter().eq(theirs));
        }
    }
}
