//! The data fields chosen for texts, remembered by template so that the same choice need not be made again.

use super::key_value::{KeyValue, StoreError};
use super::keys::columns_key;
use crate::fingerprint::fingerprint;
use crate::format::field_mapping::FieldMapping;

/// The most choices that are remembered for a template.
const MOST: usize = 8;

/// The choices that were made for a template, by its name: the latest first.
#[must_use]
pub fn remembered(store: &impl KeyValue, template_name: &str) -> Vec<FieldMapping> {
    let stored = store.get(&key(template_name));
    stored.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

/// Remembers a choice for a template, by its name.
///
/// # Errors
/// Those of the store.
pub fn remember(
    store: &impl KeyValue,
    template_name: &str,
    mapping: &FieldMapping,
) -> Result<(), StoreError> {
    let mut all = remembered(store, template_name);
    all.retain(|known| known != mapping);
    all.insert(0, mapping.clone());
    all.truncate(MOST);
    // Texts can always be written.
    let json = serde_json::to_string(&all).unwrap_or_default();
    store.set(&key(template_name), &json)
}

fn key(template_name: &str) -> String {
    columns_key(fingerprint(template_name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    fn mapping(source: usize) -> FieldMapping {
        FieldMapping { paths: [Some(format!("field {source}")), None, None, None] }
    }

    #[test]
    fn choices_are_remembered_by_template_the_latest_first() {
        let store = MemoryStore::default();
        for choice in [1, 2, 1] {
            remember(&store, "mqm", &mapping(choice)).unwrap();
        }
        assert_eq!(remembered(&store, "mqm"), [mapping(1), mapping(2)]);
        assert!(remembered(&store, "other").is_empty());
        (0..100).for_each(|choice| remember(&store, "mqm", &mapping(choice)).unwrap());
        assert_eq!(remembered(&store, "mqm").len(), MOST);
    }

    #[test]
    fn what_cannot_be_read_is_as_nothing() {
        let store = MemoryStore::default();
        store.set(&key("mqm"), "nonsense").unwrap();
        assert!(remembered(&store, "mqm").is_empty());
        remember(&store, "mqm", &mapping(1)).unwrap();
        assert_eq!(remembered(&store, "mqm").len(), 1);
    }
}
