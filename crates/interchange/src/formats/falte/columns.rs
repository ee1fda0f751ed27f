//! The columns of the table, by FALTE's names and by those of its paper.

use crate::files::json::strings;
use crate::members::Members;
use spanwise_json::encode;

/// The columns of FALTE's database in their order.
pub(super) const USUAL: [&str; 13] = [
    "sampleid",
    "segmentid",
    "storyid",
    "error",
    "span1",
    "span1_start",
    "span1_end",
    "span2",
    "span2_start",
    "span2_end",
    "survey_code",
    "feedback",
    "annotator",
];

/// Names in the paper, reduced to lower-case letters and digits, and the corresponding names in the database.
const IN_PAPER: [(&str, &str); 13] = [
    ("documentid", "storyid"),
    ("paragraphid", "segmentid"),
    ("textspan", "span1"),
    ("spanstart", "span1_start"),
    ("spanstartindex", "span1_start"),
    ("spanend", "span1_end"),
    ("spanendindex", "span1_end"),
    ("errorcategory", "error"),
    ("pairedtext", "span2"),
    ("optionalcomments", "feedback"),
    ("comments", "feedback"),
    ("sessionid", "survey_code"),
    ("session", "survey_code"),
];

/// The fields with the session and the annotator.
pub(super) const SESSION: [&str; 2] = ["survey_code", "annotator"];

/// The fields with the place of an edit.
pub(super) const MARKS: [&str; 7] =
    ["segmentid", "span1", "span1_start", "span1_end", "span2", "span2_start", "span2_end"];

/// The columns of a table.
#[derive(Default)]
pub(super) struct FalteColumns {
    pub(super) names: Vec<String>,
}

impl FalteColumns {
    /// The columns that were read, or the usual ones.
    pub(super) fn preserved(names: Option<&str>) -> Self {
        let names = names.map(strings).filter(|names| !names.is_empty());
        FalteColumns { names: names.unwrap_or_else(|| USUAL.map(str::to_owned).to_vec()) }
    }

    /// The names as a JSON list.
    pub(super) fn to_json(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| encode(name)).collect();
        format!("[{}]", names.join(","))
    }

    /// The column of a field, which is named as in the database.
    pub(super) fn of(&self, field: &str) -> Option<&str> {
        self.names.iter().map(String::as_str).find(|name| field_of(name) == field)
    }

    /// A cell of a row.
    pub(super) fn cell(&self, cells: &Members, field: &str) -> String {
        self.of(field).and_then(|name| cells.text(name)).unwrap_or_default()
    }

    /// The field of a column if it is the first column of that field, otherwise its own name.
    pub(super) fn field<'n>(&self, column: &'n str) -> &'n str {
        let field = field_of(column);
        if self.of(field) == Some(column) { field } else { column }
    }

    /// Sets the cells of some fields to those of another row, as far as it has them.
    pub(super) fn take_over(&self, cells: &mut Members, of: &Members, fields: &[&str]) {
        let columns = fields.iter().filter_map(|field| self.of(field));
        columns
            .filter_map(|column| Some((column, of.get(column)?)))
            .for_each(|(column, value)| cells.set(column, value));
    }

    /// Sets a cell, if the table has the column.
    pub(super) fn set(&self, cells: &mut Members, field: &str, value: &str) {
        if let Some(name) = self.of(field) {
            cells.set_text(name, value);
        }
    }
}

/// The field of a column; its own name if that is unknown.
pub(super) fn field_of(column: &str) -> &str {
    let plain: String = column.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    IN_PAPER.iter().find(|(known, _)| *known == plain).map_or(column, |(_, field)| field)
}
