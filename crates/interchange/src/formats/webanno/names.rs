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

/// The ending of documents.
pub(super) const ENDING: &str = ".tsv";
