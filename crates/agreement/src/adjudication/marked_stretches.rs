//! The stretches of a text by the number of annotators who marked them.

use std::collections::BTreeMap;

use super::comparable_edit::Extent;
use spanwise_annotation::document::{Instance, Spans, TextName};
use spanwise_text::{Span, Utf16};

/// The stretches of a text that any annotator marked, in order, each with the number of annotators who marked it in any
/// category. Offsets in UTF-16 units; insertion points are left out.
#[must_use]
pub fn marked_stretches(instances: &[&Instance], text: &TextName) -> Vec<(Span, usize)> {
    // By offset: the number of annotators whose marks begin there less those whose marks end there.
    let mut steps: BTreeMap<u32, i64> = BTreeMap::new();
    for instance in instances {
        let mut all = Spans::default();
        for edit in instance.all_edits() {
            all.change(text, |all| all.extend(edit.spans.on(text)));
        }
        for (start, end) in Extent::new(all).ranges_on(text) {
            *steps.entry(start).or_default() += 1;
            *steps.entry(end).or_default() -= 1;
        }
    }
    let mut stretches = Vec::new();
    let (mut from, mut depth) = (0, 0_i64);
    for (at, step) in steps {
        let marked = usize::try_from(depth).unwrap_or(0);
        if marked > 0 && step != 0 {
            stretches.push((Span::between(Utf16(from), Utf16(at)), marked));
        }
        if step != 0 {
            from = at;
        }
        depth += step;
    }
    stretches
}
