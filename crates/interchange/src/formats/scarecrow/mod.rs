//! Scarecrow's CSV (Dou et al. 2022): a row for each text, with the responses of all its annotators.
//!
//! `responses` is a Python literal: a list with one entry for each annotator, whose item 4 is the list of annotations; in
//! an older form the entry is that list itself. An annotation is `[type, explanation, severity, start, end, [start, end,
//! …]]`, the last list being the antecedents, which follow the main span here. Each annotator of a row is a record. Cells
//! that are a single entry, the form which Thresh's converter reads, are read and written as such.
//!
//! **Unit.** The tool that made the data runs in the browser, so its offsets count UTF-16 units by origin, although
//! programs in Python that read the file take them for code points. The two differ only after characters beyond the
//! Basic Multilingual Plane, such as emoji. The file quotes nothing that could tell, but the tool lets people mark whole
//! words only: if the spans of a file are whole words more often in another unit, a warning says so.
//!
//! | Record | File |
//! |---|---|
//! | source, target | `prompt`, `generation` |
//! | annotator | the first item of the response that looks like a worker id of Mechanical Turk, otherwise `annotator 1` … by position |
//! | metadata | all other columns, as text; those with empty cells are left out |
//! | category | the type by its name in the template, such as `grammar_usage` for `Grammar_Usage`; others as they are |
//! | answers | `explanation`, and 1 to 3 as `minor`, `somewhat`, `a lot` under `<category>_type` |
//!
//! What an annotation or a response says beyond this is kept as its literal, and written back if it still says what the
//! record says.

mod annotation;
mod python_literal;
mod read;
mod write;

use crate::unit::Unit;
use crate::{Format, HeldTexts, Members};
use python_literal::Literal;

/// Scarecrow's CSV.
pub(super) const FORMAT: Format = Format {
    name: "scarecrow",
    about: "Scarecrow's CSV with the responses of all annotators in a cell",
    unit: Some(Unit::Utf16),
    folder: false,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    keys: &["gid"],
};

/// The columns in their order.
const COLUMNS: [&str; 9] =
    ["id", "gid", PROMPT, GENERATION, "model", "p", "temperature", "frequency_penalty", RESPONSES];
const PROMPT: &str = "prompt";
const GENERATION: &str = "generation";
const RESPONSES: &str = "responses";

/// The item of a response that holds the annotations.
const ANNOTATIONS: usize = 4;

/// Names in [`Record::preserved`](crate::Record): the literals as they were, and the columns.
const RESPONSE: &str = "response";
const UNREAD: &str = "unread";
const COLUMN_NAMES: &str = "columns";
/// That a cell is one response, not a list of them.
const SINGLE: &str = "single";

/// Where the annotations of a response are.
enum Annotations {
    /// In its item 4.
    Inside,
    /// The response is nothing else.
    Whole,
}

impl Annotations {
    fn of(response: &Literal) -> Option<Self> {
        let items = response.items()?;
        let is_list = |item: Option<&Literal>| item.is_some_and(|item| item.items().is_some());
        if is_list(items.get(ANNOTATIONS)) && !is_list(items.first()) {
            return Some(Annotations::Inside);
        }
        (items.is_empty() || is_list(items.first())).then_some(Annotations::Whole)
    }

    /// Them, in the response.
    fn of_response<'r>(&self, response: &'r Literal) -> Option<&'r [Literal]> {
        match self {
            Annotations::Inside => response.items()?.get(ANNOTATIONS)?.items(),
            Annotations::Whole => response.items(),
        }
    }

    /// The same, to change.
    fn in_response<'r>(&self, response: &'r mut Literal) -> Option<&'r mut Vec<Literal>> {
        match self {
            Annotations::Inside => response.items_mut()?.get_mut(ANNOTATIONS)?.items_mut(),
            Annotations::Whole => response.items_mut(),
        }
    }
}

/// The responses of a cell: a list of them, or a single one, as Thresh's converter has it. Responses are lists, and what
/// is before the annotations of one is none.
fn responses_of(cell: &Literal) -> Option<&[Literal]> {
    if is_single(cell) { Some(std::slice::from_ref(cell)) } else { cell.items() }
}

fn is_single(cell: &Literal) -> bool {
    let items = cell.items().and_then(|items| items.split_at_checked(ANNOTATIONS));
    let is_list = |item: &Literal| item.items().is_some();
    items.is_some_and(|(before, rest)| {
        rest.first().is_some_and(is_list) && !before.iter().any(is_list)
    })
}

/// A literal that is kept as its text.
fn preserved(members: &Members, name: &str) -> Option<Literal> {
    Literal::parse(&members.text(name)?).ok()
}

#[cfg(test)]
mod tests;
