//! Edits found again by a span that a measure counts.

use crate::measure::{CodePointRange, counted_range};
use spanwise_annotation::document::{EditKey, Instance, TextName};
use spanwise_text::{Span, Text};

/// A span as measures count it, which tells the edit that it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditSpan {
    /// The name of its text.
    pub text: TextName,
    /// The category of its edit.
    pub category: String,
    /// Its range, as in [`MarkedSpan`](crate::measure::MarkedSpan).
    pub range: CodePointRange,
}

impl EditSpan {
    /// The first edit of an instance with this span, of its own or of a constituent.
    #[must_use]
    pub fn edit_in(&self, instance: &Instance) -> Option<EditKey> {
        let text = instance.texts.content(&self.text);
        let is_it = |span: &Span| counted(text, *span) == self.range;
        let found = instance.edits.iter().find(|edit| {
            let parts = edit.constituents.iter().flat_map(|part| part.spans.on(&self.text));
            edit.category == self.category
                && edit.spans.on(&self.text).iter().chain(parts).any(is_it)
        });
        found.map(|edit| edit.key)
    }
}

fn counted(text: &Text, span: Span) -> CodePointRange {
    let [start, end] = [span.start(), span.end()].map(|at| text.to_code_point(at).0);
    counted_range(text, CodePointRange { start, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_annotation::format::read_instance;
    use spanwise_template::compile;

    #[test]
    fn edits_are_found_by_what_measures_count() {
        let template = compile("template_name: t\nedits:\n  - name: x\n    enable_output: true\n");
        let typology = template.template.unwrap().typology;
        let data = r#"{ "id": "i", "target": "🙂 one  two", "edits": [
            { "category": "x", "id": 1, "output_idx": [[3, 6]] },
            { "category": "y", "id": 2, "output_idx": [[0, 2], [3, 6]] },
            { "category": "point", "id": 3, "output_idx": [[6, 6]] }
        ] }"#;
        let instance = read_instance(data, 0, &typology).instance;
        let key = |category: &str, start: u32, end: u32| {
            let range = CodePointRange { start, end };
            let span = EditSpan { text: TextName::TARGET, category: category.to_owned(), range };
            let found = span.edit_in(&instance)?;
            instance.edits.iter().position(|edit| edit.key == found)
        };
        assert_eq!(key("x", 2, 5), Some(0));
        assert_eq!(key("y", 2, 5), Some(1));
        assert_eq!(key("y", 0, 1), Some(1));
        assert_eq!(key("point", 7, 7), Some(2), "after the white space, as measures count it");
        assert_eq!(key("x", 3, 6), None);
    }
}
