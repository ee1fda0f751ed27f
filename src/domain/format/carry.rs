//! Annotations carried over to data that was changed meanwhile.

use std::collections::HashMap;

use super::dataset::Dataset;
use super::write_file::{OffsetUnit, write_dataset};

/// What came of carrying annotations over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The new data with the annotations.
    pub text: String,
    /// Annotated instances that found no place, because they were changed or taken out: 0-based numbers in the old data.
    pub left_behind: Vec<usize>,
}

/// Puts what was annotated on `before` onto `after`. `annotated` is `before` with annotations: the same instances in the
/// same order. An instance of `after` takes the annotations of the one of `before` that it is, letter for letter.
#[must_use]
pub fn carry_over(before: &Dataset, annotated: &Dataset, after: &Dataset) -> Carried {
    let pairs = before.iter().zip(annotated.iter()).enumerate();
    let changed: Vec<(usize, &str, &str)> =
        pairs.filter(|(_, (old, new))| old != new).map(|(at, (old, new))| (at, old, new)).collect();
    let mut waiting: HashMap<&str, Vec<(usize, &str)>> = HashMap::new();
    for (at, old, new) in changed.into_iter().rev() {
        waiting.entry(old).or_default().push((at, new));
    }
    let texts: Vec<Option<String>> = after
        .iter()
        .map(|raw| waiting.get_mut(raw).and_then(Vec::pop).map(|(_, new)| new.to_owned()))
        .collect();
    let text = write_dataset(after, |at| texts.get(at).cloned().flatten(), OffsetUnit::Utf16);
    let mut left_behind: Vec<usize> = waiting.into_values().flatten().map(|(at, _)| at).collect();
    left_behind.sort_unstable();
    Carried { text, left_behind }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::format::Reader;

    fn data(text: &str) -> Dataset {
        Reader::new(text.to_owned()).finish().unwrap()
    }

    #[test]
    fn annotations_follow_their_instances() {
        let before = data(r#"[{"target":"a"},{"target":"b"},{"target":"a"}]"#);
        let annotated =
            data(r#"[{"target":"a","edits":[1]},{"target":"b","edits":[2]},{"target":"a"}]"#);
        let cases: [(&str, &str, &[usize]); 5] = [
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
