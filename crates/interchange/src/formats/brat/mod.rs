//! brat's standoff: a folder with a text (`x.txt`) and its annotations (`x.ann`) for each item.
//!
//! * A line `T` is an edit; of a discontinuous one each fragment is a span. Offsets count code points, a newline being
//!   one like any other. The text in the line has blanks for newlines and between fragments.
//! * A line `A` (or `M`) on it is an answer: its value, or `yes` if it has none. Answers that are choices, or that have
//!   blanks, cannot be written.
//! * A line `#` on it is a comment: `metadata.comment`.
//! * All other lines (relations, events, normalisations, equivalences) come back as they were, and so do lines that
//!   still describe their edits. A line on a deleted edit is left out.
//! * Other files of the folder are preserved as a whole. A text without annotations is an item that is not done.

mod lines;
mod names;
mod read;
#[cfg(test)]
mod tests;
mod write;

use self::names::{ITEM_KEYS, UNIT};
use crate::recognition::{FileHead, Recognition};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// brat's standoff.
pub(super) const FORMAT: Format = Format {
    name: "brat",
    about: "brat's standoff: a folder of texts (.txt) and annotations (.ann)",
    unit: Some(UNIT),
    layout: FileLayout::Folder,
    extension: "ann",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: ITEM_KEYS,
    #[cfg(test)]
    sample: samples::BRAT,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_own = |file: &FileHead| match file.name() {
        "" => file.lines().any(lines::is_text_bound),
        name => name.ends_with(".ann"),
    };
    files.iter().any(is_own).into()
}
