//! Quick fixes: the fixes of diagnostics as patches.

use super::patch::{OutlinePatch, TextEdit};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};

/// The patch for the fix of a diagnostic; `None` if it has none, or its range is no longer in the text.
#[must_use]
pub fn fix(text: &str, diagnostic: &Diagnostic) -> Option<OutlinePatch> {
    let (range, with) = edit(text, diagnostic)?;
    let select = range.start..range.start + with.len();
    Some(OutlinePatch { edits: vec![(range, with)], select, item: None })
}

/// The patch for all fixes; of those that overlap or touch, only the first. `None` if there are none.
#[must_use]
pub fn fix_all(text: &str, diagnostics: &[Diagnostic]) -> Option<OutlinePatch> {
    let mut fixes: Vec<TextEdit> =
        diagnostics.iter().filter_map(|found| edit(text, found)).collect();
    fixes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut edits: Vec<TextEdit> = Vec::with_capacity(fixes.len());
    for (range, with) in fixes {
        // A fix that touches the one before it can wait: the two may be about the same words.
        if edits.last().is_none_or(|(last, _)| last.end < range.start) {
            edits.push((range, with));
        }
    }
    let (first, with) = edits.first()?;
    let select = first.start..first.start + with.len();
    Some(OutlinePatch { edits, select, item: None })
}

fn edit(text: &str, diagnostic: &Diagnostic) -> Option<TextEdit> {
    let DiagnosticPlace::Text { bytes, .. } = &diagnostic.place else { return None };
    text.get(bytes.clone())?;
    Some((bytes.clone(), diagnostic.fix.clone()?))
}
