//! Names in WebAnno's files and in records that were read from them.

use crate::offset_unit::OffsetUnit;

/// The members of [`Record::metadata`](crate::Record) that name an item, as in [`Format::keys`](crate::Format::keys).
pub(super) const ITEM_KEYS: &[&str] = &["document"];

pub(super) const UNIT: OffsetUnit = OffsetUnit::Utf16;

/// This format's member of `preserved`: in the corpus the other files, in a record its file.
pub(super) const OWN: &str = "webanno";

/// The member of a record's metadata with the name of the document.
pub(super) const DOCUMENT: &str = "document";
/// The member of an edit's metadata with its layer.
pub(super) const LAYER: &str = "layer";

/// The layer of edits of other formats.
pub(super) const NEW_LAYER: &str = "webanno.custom.Span";
/// The feature of the category in it.
pub(super) const VALUE: &str = "value";

/// The folders of exported projects in which files are named after annotators.
const BY_ANNOTATOR: [&str; 2] = ["annotation", "curation"];

/// The document and the annotator that a path names.
pub(super) fn names_of(path: &str) -> (&str, Option<&str>) {
    let whole = path.strip_suffix(".tsv").unwrap_or(path);
    let mut parts = whole.rsplitn(3, '/');
    let (Some(annotator), Some(document), Some(folders)) =
        (parts.next(), parts.next(), parts.next())
    else {
        return (whole, None);
    };
    let folder = folders.rsplit('/').next().unwrap_or_default();
    match BY_ANNOTATOR.contains(&folder) {
        true => (document, Some(annotator)),
        false => (whole, None),
    }
}
