//! The usage of the store, and warnings before it is full.

use std::cell::{Cell, RefCell};

use super::key_value::{KeyValue, StoreError, units_of};

/// The localStorage quota of an origin, for keys and values of all its apps together, in UTF-16 code units.
///
/// No standard defines it. Chromium allows 10 MiB and counts two bytes for each unit; Firefox allows 5 Mi units. WebKit
/// allows 5 MiB and counts one byte for each unit of a text in Latin-1, two of another: it may be full at half of this.
const QUOTA_UNITS: usize = 5 * 1024 * 1024;

/// Percentages of the quota at which the person is warned.
const WARNED_AT: [u8; 2] = [80, 95];

/// The usage of the store, in percent of the quota; at most 100.
#[must_use]
pub fn percent_used(store: &impl KeyValue) -> u8 {
    percent(store.units())
}

/// Returns `true` if a usage, in percent, calls for a warning.
#[must_use]
pub fn is_much(percent: u8) -> bool {
    WARNED_AT.iter().any(|from| percent >= *from)
}

fn percent(units: usize) -> u8 {
    u8::try_from(units.saturating_mul(100) / QUOTA_UNITS).unwrap_or(u8::MAX).min(100)
}

/// A store that adds up the sizes of writes, so that it is measured, which takes reading all of it, only when a warning
/// may be due.
#[derive(Debug)]
pub struct MeteredStore<S> {
    inner: S,
    gauge: RefCell<UsageGauge>,
    is_measuring_due: Cell<bool>,
}

impl<S: KeyValue> MeteredStore<S> {
    /// Wraps a store; measuring it is due.
    pub fn new(inner: S) -> Self {
        MeteredStore { inner, gauge: RefCell::default(), is_measuring_due: Cell::new(true) }
    }

    /// Returns `true` if a warning may be due, so that the store should be measured; then `false` until a further write
    /// may make one due.
    pub fn is_measuring_due(&self) -> bool {
        self.is_measuring_due.take()
    }

    /// Measures the store. Returns its usage in percent if the person is to be warned now.
    pub fn measure(&self) -> Option<u8> {
        let units = self.inner.units();
        self.gauge.borrow_mut().measured(units)
    }

    /// Takes the usage reported by the browser, in percent. Returns it if the person is to be warned now.
    pub fn reached(&self, percent: u8) -> Option<u8> {
        self.gauge.borrow_mut().reached(percent)
    }
}

impl<S: KeyValue> KeyValue for MeteredStore<S> {
    fn get(&self, key: &str) -> Option<String> {
        self.inner.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.inner.set(key, value)?;
        if self.gauge.borrow_mut().wrote(key, value) {
            self.is_measuring_due.set(true);
        }
        Ok(())
    }

    fn remove(&self, key: &str) {
        self.inner.remove(key);
    }

    fn retire(&self, key: &str) {
        self.inner.retire(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        self.inner.refused()
    }

    fn keys(&self) -> Vec<String> {
        self.inner.keys()
    }

    fn units(&self) -> usize {
        self.inner.units()
    }
}

/// An estimate of the usage, with one warning at each percentage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct UsageGauge {
    /// An upper bound of the usage, in UTF-16 code units.
    at_most: usize,
    /// The last of [`WARNED_AT`] that was reached; 0 if none was.
    warned_at: u8,
}

impl UsageGauge {
    /// Counts a written entry. Returns `true` if the store should be measured.
    fn wrote(&mut self, key: &str, value: &str) -> bool {
        self.at_most = self.at_most.saturating_add(units_of(key, value));
        self.next_warning(percent(self.at_most)).is_some()
    }

    /// Takes a measured size, in UTF-16 code units. Returns the percentage if the person is to be warned now.
    fn measured(&mut self, units: usize) -> Option<u8> {
        self.at_most = units;
        self.reached(percent(units))
    }

    fn reached(&mut self, percent: u8) -> Option<u8> {
        self.warned_at = self.next_warning(percent)?;
        Some(percent)
    }

    fn next_warning(&self, percent: u8) -> Option<u8> {
        let reached = WARNED_AT.into_iter().rfind(|from| percent >= *from);
        reached.filter(|from| *from > self.warned_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    fn filled(units: usize) -> MemoryStore {
        let store = MemoryStore::default();
        store.set("key", &"x".repeat(units - "key".len())).unwrap();
        store
    }

    #[test]
    fn keys_and_values_count_in_utf_16_units() {
        let store = MemoryStore::default();
        store.set("né", "🚢x").unwrap();
        assert_eq!(store.units(), 2 + 3);
        for (units, percent) in
            [(3, 0), (QUOTA_UNITS / 2, 50), (QUOTA_UNITS, 100), (2 * QUOTA_UNITS, 100)]
        {
            assert_eq!(percent_used(&filled(units)), percent, "{units}");
        }
    }

    #[test]
    fn a_warning_is_due_once_at_each_percentage() {
        let mut gauge = UsageGauge::default();
        let warnings: Vec<Option<u8>> =
            [10, 79, 80, 81, 94, 97, 99, 40, 85, 96].map(|percent| gauge.reached(percent)).into();
        assert_eq!(warnings.into_iter().flatten().collect::<Vec<_>>(), [80, 97]);
        assert_eq!(UsageGauge::default().reached(99), Some(99), "one warning is enough");
        assert!(is_much(80) && !is_much(79));
    }

    #[test]
    fn the_store_is_measured_only_when_it_may_be_full() {
        let mut gauge = UsageGauge::default();
        gauge.measured(QUOTA_UNITS / 2);
        let value = "x".repeat(QUOTA_UNITS / 10);
        let wanted: Vec<bool> = (0..4).map(|_| gauge.wrote("k", &value)).collect();
        assert_eq!(wanted, [false, false, true, true]);
        assert_eq!(gauge.measured(QUOTA_UNITS / 2), None);
        assert!(!gauge.wrote("k", &value), "the same value had been written again and again");
        assert_eq!(gauge.measured(QUOTA_UNITS), Some(100));
        assert!(!gauge.wrote("k", &value), "all was said");
    }

    #[test]
    fn a_metered_store_is_measured_at_first_and_when_much_was_written() {
        let store = MeteredStore::new(filled(QUOTA_UNITS / 2));
        assert!(store.is_measuring_due());
        assert_eq!(store.measure(), None);
        store.set("small", "x").unwrap();
        assert!(!store.is_measuring_due());
        store.set("large", &"x".repeat(QUOTA_UNITS / 3)).unwrap();
        assert!(store.is_measuring_due());
        assert!(!store.is_measuring_due(), "it is said once");
        assert_eq!(store.measure(), Some(83));
        assert_eq!(store.reached(83), None);
        assert_eq!(store.reached(95), Some(95));
    }
}
