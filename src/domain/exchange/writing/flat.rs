//! Edits for formats that know no composites.

use crate::domain::exchange::record::Edit;
use crate::domain::exchange::report::Losses;

/// The edits of a record with, instead of composites, their parts; of a composite only spans of its own are written.
/// That they were composites is noted as lost.
pub(crate) fn flat<'a>(edits: &'a [Edit], number: usize, losses: &mut Losses) -> Vec<&'a Edit> {
    let mut all = Vec::new();
    for edit in edits {
        let has_spans = !edit.spans.source.is_empty() || !edit.spans.target.is_empty();
        if edit.parts.is_empty() || has_spans {
            all.push(edit);
        }
        if !edit.parts.is_empty() {
            losses.note("composite edits, of which the parts became edits", number);
            all.extend(flat(&edit.parts, number, losses));
        }
    }
    all
}

/// How many answers are lost with composites that are not written.
pub(crate) fn answers_of_composites(edits: &[Edit]) -> usize {
    let is_gone = |edit: &&Edit| {
        !edit.parts.is_empty() && edit.spans.source.is_empty() && edit.spans.target.is_empty()
    };
    let gone = edits.iter().filter(is_gone).map(|edit| edit.answers.iter().count());
    gone.sum::<usize>() + edits.iter().map(|edit| answers_of_composites(&edit.parts)).sum::<usize>()
}
