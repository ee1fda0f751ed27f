//! Putting the fixes of diagnostics into a text.

use super::patch::{OutlinePatch, TextEdit};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};

/// Applies the fix of a diagnostic; `None` if it has none or the text has changed too much since.
#[must_use]
pub fn fix(text: &str, diagnostic: &Diagnostic) -> Option<OutlinePatch> {
    let (range, with) = edit(text, diagnostic)?;
    let select = range.start..range.start + with.len();
    Some(OutlinePatch { edits: vec![(range, with)], select, item: None })
}

/// Applies all fixes; of those that overlap the first. `None` if there are none.
#[must_use]
pub fn fix_all(text: &str, diagnostics: &[Diagnostic]) -> Option<OutlinePatch> {
    let mut fixes: Vec<TextEdit> =
        diagnostics.iter().filter_map(|found| edit(text, found)).collect();
    fixes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut edits: Vec<TextEdit> = Vec::with_capacity(fixes.len());
    for (range, with) in fixes {
        // What touches the fix before it can wait: the two may be about the same words.
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
