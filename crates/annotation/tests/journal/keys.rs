//! The keys of stored values.

use proptest::prelude::*;
use spanwise_annotation::store::{StorageKey, WorkId, WorkKeyPart};

use super::work;

proptest! {
    #[test]
    fn keys_print_and_parse(number: u32, instance: u32, seq: u64, kind in 0..10u8) {
        let part = match kind {
            0 => WorkKeyPart::Meta,
            1 => WorkKeyPart::Template,
            2 => WorkKeyPart::Data,
            3 => WorkKeyPart::Place,
            4 => WorkKeyPart::Record { seq },
            5 => WorkKeyPart::Assignment,
            6 => WorkKeyPart::Time { instance },
            7 => WorkKeyPart::Events { chunk: instance },
            8 => WorkKeyPart::Adjudication,
            _ => WorkKeyPart::Snapshot { instance, seq },
        };
        for key in [StorageKey::Prefs, StorageKey::Work(work(), part), StorageKey::Quarantine { number, work: work(), part }] {
            prop_assert_eq!(key.to_string().parse(), Ok(key));
        }
    }

    #[test]
    fn what_parses_as_a_key_prints_as_itself(text in "spanwise/1/(prefs|quarantine|w)?(/[a-z0-9+]{0,6}){0,4}") {
        if let Ok(key) = text.parse::<StorageKey>() {
            prop_assert_eq!(key.to_string(), text);
        }
    }
}

#[test]
fn foreign_keys_are_not_ours() {
    for text in [
        "",
        "spanwise",
        "spanwise/1/",
        "spanwise/1/w",
        "spanwise/2/w/meta",
        "spanwise/1/w/log/01",
        "spanwise/1/w/log/+1",
        "spanwise/1/w/snap/1",
        "spanwise/1/W/meta",
        "spanwise/1/quarantine/w/meta",
        "spanwise/1/prefs/meta",
        "spanwise/1//meta",
        "other/1/w/meta",
    ] {
        assert!(text.parse::<StorageKey>().is_err(), "{text}");
    }
    assert!(
        WorkId::new("").is_none() && WorkId::new("prefs").is_none() && WorkId::new("ä").is_none()
    );
}
