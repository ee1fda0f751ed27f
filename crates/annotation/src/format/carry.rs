//! Annotations carried over to data that was changed meanwhile.

use std::collections::HashMap;

use super::dataset::Dataset;
use super::identity::identity;
use super::write_file::{OffsetUnit, write_dataset};
use crate::alignment::{Alignment, AlignmentKey, NameTrust};
use spanwise_json::Object;

/// The result of [`carry_over`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarriedAnnotations {
    /// The new data with the annotations.
    pub text: String,
    /// Annotated instances that are missing in the new data, because they were changed or removed: 0-based numbers in
    /// the old data.
    pub left_behind: Vec<usize>,
}

/// Members of an instance that hold annotations; the others hold the given data.
pub const ANNOTATIONS: [&str; 4] = ["edits", "bookmark", "comment", "_spanwise"];

/// Carries the annotations of `before` over to `after`. `annotated` is `before` with annotations: the same instances in
/// the same order. Instances are aligned as everywhere ([`alignment`](crate::alignment)).
#[must_use]
pub fn carry_over(before: &Dataset, annotated: &Dataset, after: &Dataset) -> CarriedAnnotations {
    let identities = |dataset: &Dataset| -> Vec<AlignmentKey> {
        dataset.iter().map(|raw| identity(raw).for_alignment()).collect()
    };
    let mut alignment = Alignment::new(NameTrust::Checked);
    let (keys_before, keys_after) = (identities(before), identities(after));
    let rows_before = alignment.add(&keys_before);
    let pairs = before.iter().zip(annotated.iter()).enumerate().zip(rows_before);
    let mut waiting: HashMap<usize, (usize, &str, &str)> = pairs
        .filter(|((_, (old, new)), _)| old != new)
        .map(|((at, (old, new)), aligned)| (aligned.row, (at, old, new)))
        .collect();
    let rows_after = alignment.add(&keys_after);
    // Spans on a text that the new data lacks would refer to nothing.
    let has_all_texts = |key: &AlignmentKey, at: usize| {
        keys_before.get(at).is_some_and(|before| key.has_texts_of(before))
    };
    let texts: Vec<Option<String>> = after
        .iter()
        .zip(&keys_after)
        .zip(rows_after)
        .map(|((raw, key), aligned)| {
            let (at, ..) = *waiting.get(&aligned.row)?;
            let (_, old, new) =
                has_all_texts(key, at).then(|| waiting.remove(&aligned.row)).flatten()?;
            Some(if raw == old { new.to_owned() } else { with_annotations_of(raw, new) })
        })
        .collect();
    let text = write_dataset(after, |at| texts.get(at).cloned().flatten(), OffsetUnit::Utf16);
    let mut left_behind: Vec<usize> = waiting.into_values().map(|(at, _, _)| at).collect();
    left_behind.sort_unstable();
    CarriedAnnotations { text, left_behind }
}

/// An instance with the annotations of another version of it.
fn with_annotations_of(raw: &str, annotated: &str) -> String {
    let (Some(mut instance), Some(annotated)) = (Object::parse(raw), Object::parse(annotated))
    else {
        return raw.to_owned();
    };
    set_annotations(&mut instance, &annotated);
    instance.into_text()
}

/// Puts the annotations of another object in the place of those of an instance.
pub fn set_annotations(instance: &mut Object, annotated: &Object) {
    for name in ANNOTATIONS {
        match annotated.get(name) {
            Some(value) => instance.set(name, value.to_owned()),
            None => instance.remove(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::DatasetReader;

    fn data(text: &str) -> Dataset {
        DatasetReader::new(text.to_owned()).finish().unwrap()
    }

    #[test]
    fn annotations_follow_to_data_with_more_texts_not_with_fewer() {
        let plain = (r#"[{"target":"a"}]"#, r#"[{"target":"a","edits":[1]}]"#);
        let with_source =
            (r#"[{"source":"s","target":"a"}]"#, r#"[{"source":"s","target":"a","edits":[1]}]"#);
        let carried = |of: (&str, &str), to: &str| {
            let carried = carry_over(&data(of.0), &data(of.1), &data(to));
            (carried.text, carried.left_behind)
        };
        assert_eq!(carried(plain, with_source.0), (with_source.1.to_owned(), vec![]));
        assert_eq!(carried(with_source, plain.0), (plain.0.to_owned(), vec![0]));
    }

    #[test]
    fn annotations_follow_their_instances() {
        let before = data(r#"[{"target":"a"},{"target":"b"},{"target":"a"}]"#);
        let annotated =
            data(r#"[{"target":"a","edits":[1]},{"target":"b","edits":[2]},{"target":"a"}]"#);
        let cases: [(&str, &str, &[usize]); 6] = [
            // Unchanged.
            (
                r#"[{"target":"a"},{"target":"b"},{"target":"a"}]"#,
                r#"[{"target":"a","edits":[1]},{"target":"b","edits":[2]},{"target":"a"}]"#,
                &[],
            ),
            // Another order, and one more.
            (
                r#"[{"target":"c"},{"target":"b"},{"target":"a"}]"#,
                r#"[{"target":"c"},{"target":"b","edits":[2]},{"target":"a","edits":[1]}]"#,
                &[],
            ),
            // One changed.
            (
                r#"[{"target":"a"},{"target":"B"},{"target":"a"}]"#,
                r#"[{"target":"a","edits":[1]},{"target":"B"},{"target":"a"}]"#,
                &[1],
            ),
            // All but one taken out.
            (r#"[{"target":"b"}]"#, r#"[{"target":"b","edits":[2]}]"#, &[0]),
            // The same texts with other given members: these are those of the new data.
            (
                r#"[{"target":"a","context":"c"},{"target":"b","edits":[]}]"#,
                r#"[{"target":"a","context":"c","edits":[1]},{"target":"b","edits":[2]}]"#,
                &[],
            ),
            // White space around instances is that of the new data.
            ("[ {\"target\":\"b\"} ]\n", "[ {\"target\":\"b\",\"edits\":[2]} ]\n", &[0]),
        ];
        for (after, text, left_behind) in cases {
            let carried = carry_over(&before, &annotated, &data(after));
            assert_eq!(carried.text, text);
            assert_eq!(carried.left_behind, left_behind, "{after}");
        }
    }
}
