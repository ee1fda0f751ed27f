//! A row of the table.

use super::columns::FalteColumns;
use super::names::{NO_ERROR, NOBODY, SESSION_ID, category_of, is_paired};
use super::story::{Paragraph, Story};
use crate::members::Members;
use crate::record::Record;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_json::integer;

/// A row.
pub(super) struct FalteRow {
    /// Its 0-based number among the rows of all tables.
    pub(super) number: usize,
    pub(super) place: DiagnosticPlace,
    pub(super) cells: Members,
    pub(super) session: Session,
    pub(super) category: String,
    /// `true` if the type is [`NO_ERROR`].
    pub(super) is_empty: bool,
    /// The number of the paragraph.
    pub(super) segment: Option<usize>,
    pub(super) first: QuotedSpan,
    /// The second span, if the category has one.
    pub(super) second: Option<QuotedSpan>,
    pub(super) feedback: String,
    /// `true` if there is a second span, but the category has none.
    pub(super) is_stale: bool,
}

/// A text with offsets.
pub(super) struct QuotedSpan {
    pub(super) text: String,
    /// In ascending order.
    pub(super) offsets: Option<(u32, u32)>,
}

impl FalteRow {
    pub(super) fn read(
        number: usize,
        place: DiagnosticPlace,
        cells: Members,
        columns: &FalteColumns,
    ) -> Self {
        let cell = |field: &str| columns.cell(&cells, field);
        let error = cell("error");
        let category = category_of(error.trim()).to_owned();
        let second = Some(mark(&cell, "span2")).filter(|mark| !mark.text.is_empty());
        let paired = is_paired(&category);
        FalteRow {
            number,
            place,
            session: Session::of_row(&cells, columns),
            is_empty: error.trim() == NO_ERROR,
            segment: whole(&cell("segmentid")).and_then(|number| usize::try_from(number).ok()),
            first: mark(&cell, "span1"),
            feedback: cell("feedback"),
            is_stale: !paired && second.is_some(),
            second: second.filter(|_| paired),
            category,
            cells,
        }
    }

    /// The paragraph of the row.
    pub(super) fn paragraph<'s>(&self, story: &'s Story) -> Option<&'s Paragraph> {
        story.paragraphs.get(self.segment?)
    }

    /// The number of its texts.
    pub(super) fn marks(&self) -> usize {
        usize::from(!self.first.text.is_empty()) + usize::from(self.second.is_some())
    }
}

/// The session in which rows were made, and its annotator.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Session {
    /// `survey_code`, or the annotator if there is none.
    pub(super) code: String,
    /// The annotator; the code if the rows name nobody, or empty.
    pub(super) annotator: String,
}

impl Session {
    /// The session of a row.
    pub(super) fn of_row(cells: &Members, columns: &FalteColumns) -> Self {
        let (code, annotator) =
            (columns.cell(cells, "survey_code"), columns.cell(cells, "annotator"));
        if code.is_empty() {
            return Session { code: annotator.clone(), annotator };
        }
        let names_nobody = columns.of("annotator").is_none() || annotator == NOBODY;
        Session { annotator: if names_nobody { code.clone() } else { annotator }, code }
    }

    /// The session of a record.
    pub(super) fn of_record(record: &Record) -> Self {
        let annotator = record.annotator.clone().unwrap_or_default();
        let code = record.metadata.text(SESSION_ID).unwrap_or_else(|| annotator.clone());
        Session { code, annotator }
    }

    /// Sets the cells of a row.
    pub(super) fn set(&self, cells: &mut Members, columns: &FalteColumns) {
        columns.set(cells, "survey_code", &self.code);
        columns.set(cells, "annotator", &self.annotator);
    }
}

/// A text with its offsets, which come in either order: dragging backward stores them so.
fn mark(cell: &impl Fn(&str) -> String, field: &str) -> QuotedSpan {
    let start = whole(&cell(&format!("{field}_start")));
    let end = whole(&cell(&format!("{field}_end")));
    let offsets = start.zip(end).map(|(a, b)| (a.min(b), a.max(b)));
    QuotedSpan { text: cell(field), offsets }
}

/// A whole number, also as a table with gaps has it: `12.0`.
fn whole(text: &str) -> Option<u32> {
    integer(text.trim()).and_then(|number| u32::try_from(number).ok())
}
