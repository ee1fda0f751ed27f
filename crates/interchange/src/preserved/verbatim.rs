//! Preserved data of a record or an edit: the text of a file, where writing the record would give a different text of the
//! same meaning (another spelling, another layout, a value of a wrong type). It is written again as long as reading it
//! gives the same record.

use crate::members::Members;
use crate::record::Edit;
use spanwise_annotation::format::spans::write_spans;

/// Names in `preserved`.
const AS_WRITTEN: &str = "as_written";
const SPANS: &str = "spans";

/// Preserves the text of a JSON value, unless `again` has the same value.
pub(crate) fn preserve_json(preserved: &mut Members, raw: &str, again: &str) {
    if !same_value(raw, again) {
        preserved.set(AS_WRITTEN, raw);
    }
}

/// Preserves a line, unless `again` is the same.
pub(crate) fn preserve_line(preserved: &mut Members, line: &str, again: &str) {
    if line != again {
        preserved.set_text(AS_WRITTEN, line);
    }
}

/// The preserved JSON value of an edit, if reading it gives just that edit.
pub(crate) fn unchanged_json(edit: &Edit, read: impl FnOnce(&str) -> Option<Edit>) -> Option<&str> {
    let json = edit.preserved.get(AS_WRITTEN)?;
    read(json).filter(|read| same_edit(read, edit)).map(|_| json)
}

/// The preserved line of an edit, if reading it gives just that edit.
pub(crate) fn unchanged_line(
    edit: &Edit,
    read: impl FnOnce(&str) -> Option<Edit>,
) -> Option<String> {
    let line = preserved_line(&edit.preserved)?;
    let is_same = read(&line).is_some_and(|read| same_edit(&read, edit));
    is_same.then_some(line)
}

/// The preserved line.
pub(crate) fn preserved_line(preserved: &Members) -> Option<String> {
    preserved.text(AS_WRITTEN)
}

/// Returns `true` if two edits are the same to a format, regardless of ids and preserved data.
fn same_edit(a: &Edit, b: &Edit) -> bool {
    a.category == b.category
        && a.spans == b.spans
        && a.answers == b.answers
        && a.metadata == b.metadata
}

/// Preserves the spans of an edit, for formats with quotes that were found in another spelling, or not at all.
pub(crate) fn preserve_spans(edit: &mut Edit) {
    edit.preserved.set(SPANS, spans_of(edit));
}

/// Forgets the spans that [`preserve_spans`] preserved, so that the edit is written from where it is.
pub(crate) fn forget_spans(edit: &mut Edit) {
    edit.preserved.remove(SPANS);
}

/// Returns `true` if an edit has the spans that [`preserve_spans`] preserved.
pub(crate) fn is_unmoved(edit: &Edit) -> bool {
    let preserved =
        edit.preserved.get(SPANS).map(|preserved| preserved.split_whitespace().collect::<String>());
    preserved.is_some_and(|preserved| preserved == spans_of(edit))
}

fn spans_of(edit: &Edit) -> String {
    let [source, target] = [edit.spans.source(), edit.spans.target()].map(write_spans);
    format!("[{source},{target}]")
}

/// Returns `true` if two texts are the same JSON value. One that can't be held exactly, such as a huge number, equals
/// only its own spelling.
pub(crate) fn same_value(a: &str, b: &str) -> bool {
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    same_but_for_spaces(a, b) || value(a).is_some_and(|a| value(b).is_some_and(|b| a == b))
}

/// Returns `true` if two texts are the same JSON, except for white space between values.
pub(crate) fn same_but_for_spaces(a: &str, b: &str) -> bool {
    significant(a).eq(significant(b))
}

/// The bytes of JSON without the white space between values, the only difference in most files.
fn significant(json: &str) -> impl Iterator<Item = u8> {
    let (mut in_string, mut escaped) = (false, false);
    json.bytes().filter(move |byte| {
        let is_quote = *byte == b'"' && !escaped;
        escaped = in_string && *byte == b'\\' && !escaped;
        in_string ^= is_quote;
        in_string || !matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
    })
}

#[cfg(test)]
mod tests {
    use super::same_value;

    #[test]
    fn values_are_the_same_however_they_are_laid_out() {
        for (a, b, same) in [
            (r#"{"a": [1, "x y"]}"#, r#"{"a":[1,"x y"]}"#, true),
            (r#"{"a": 1, "b": 2}"#, r#"{"b":2,"a":1}"#, true),
            (r#""a b""#, r#""ab""#, false),
            (r#"["\\" , "a b"]"#, r#"["\\","ab"]"#, false),
            (r#"["\"", "a b"]"#, r#"["\"","ab"]"#, false),
            (r#"["\"", "a b"]"#, r#"["\"","a b"]"#, true),
            ("1.0", "1.00", true),
            ("1", "1.0", false),
        ] {
            assert_eq!(same_value(a, b), same, "{a} {b}");
        }
    }
}
