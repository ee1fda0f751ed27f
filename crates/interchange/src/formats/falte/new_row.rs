//! Rows made from edits alone. The cells in which a row deviates from this one are preserved when it is read.

use super::columns::{FalteColumns, MARKS, SESSION};
use super::names::{FEEDBACK, SEGMENT, answered_feedback, is_paired, type_of};
use super::rows::Session;
use super::story::Story;
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::record::Edit;
use crate::report::Losses;
use crate::writing::loss_names;
use crate::writing::roles::error_first;
use spanwise_text::Span;

/// A row made from an edit.
pub(super) struct NewRow {
    /// The cells by the names of the columns.
    pub(super) cells: Members,
    /// The number of its paragraph.
    segment: String,
    /// `true` if the first span reaches beyond that paragraph.
    is_cut: bool,
}

impl NewRow {
    /// The row of an edit in the story with this name, made in a session.
    pub(super) fn of(
        edit: &Edit,
        columns: &FalteColumns,
        story: &Story,
        name: &str,
        session: &Session,
    ) -> Self {
        let segment = edit.metadata.text(SEGMENT).unwrap_or_else(|| "0".to_owned());
        let mut new_row = NewRow { cells: Members::default(), segment, is_cut: false };
        let cells = &mut new_row.cells;
        columns.set(cells, "storyid", name);
        columns.set(cells, "error", type_of(&edit.category));
        let read = || edit.metadata.text(FEEDBACK).unwrap_or_default();
        columns.set(cells, FEEDBACK, &answered_feedback(edit).map_or_else(read, str::to_owned));
        session.set(cells, columns);
        new_row.mark(edit, columns, story);
        new_row
    }

    /// Sets the cells for paragraph and spans.
    fn mark(&mut self, edit: &Edit, columns: &FalteColumns, story: &Story) {
        let spans = error_first(edit).into_iter().filter(|span| !span.is_empty());
        let mut spans = spans.take(if is_paired(&edit.category) { 2 } else { 1 });
        let cells = &mut self.cells;
        let mut set = |field: &str, text: &str, [start, end]: [String; 2]| {
            columns.set(cells, field, text);
            columns.set(cells, &format!("{field}_start"), &start);
            columns.set(cells, &format!("{field}_end"), &end);
        };
        let first = spans.next();
        let paragraph = first.and_then(|span| Some((span, story.paragraph_at(span.start())?)));
        match paragraph {
            Some((span, (place, paragraph))) => {
                let end = span.end().min(paragraph.end());
                let start = span.start().min(end);
                self.is_cut = end != span.end();
                let text = story.text.slice(Span::between(start, end));
                let offsets = [start, end].map(|at| (at.0 - paragraph.start.0).to_string());
                set("span1", text, offsets);
                self.segment = place.to_string();
            }
            None => set("span1", "", Default::default()),
        }
        match spans.next() {
            Some(span) => {
                let (start, end) = OffsetUnit::Utf16.offsets(&story.text, span);
                set("span2", story.text.slice(span), [start.to_string(), end.to_string()]);
            }
            None => set("span2", "", Default::default()),
        }
        columns.set(cells, "segmentid", &self.segment);
    }

    /// Notes the parts of an edit's place that the cells for paragraph and spans do not hold.
    pub(super) fn note_marks(&self, edit: &Edit, number: usize, losses: &mut Losses) {
        let cut = usize::from(self.is_cut);
        losses.note_many("ends of spans in a later paragraph", number, cut);
        let named = edit.metadata.text(SEGMENT);
        let lost =
            named.is_some_and(|named| named != self.segment || named.parse::<u32>().is_err());
        losses.note_many(loss_names::EDIT_METADATA, number, usize::from(lost));
    }

    /// The cells in which a row differs from this one, and `true` if any of them is about the edit's place. If one cell
    /// about the session differs, all of them are included.
    pub(super) fn others(&self, row: &Members, columns: &FalteColumns) -> (Members, bool) {
        // Missing cells are written as empty ones.
        let is_other = |name: &str, value: &str| self.cells.get(name).unwrap_or("\"\"") != value;
        let has_other = |fields: &[&str]| {
            row.iter()
                .any(|(name, value)| fields.contains(&columns.field(name)) && is_other(name, value))
        };
        let (session, marks) = (has_other(&SESSION), has_other(&MARKS));
        let others = row.iter().filter(|(name, value)| {
            let of_session = session && SESSION.contains(&columns.field(name));
            of_session || is_other(name, value)
        });
        (others.collect(), marks)
    }
}
