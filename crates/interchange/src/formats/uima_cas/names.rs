//! Names in CAS files and in records that were read from them.

use crate::offset_unit::OffsetUnit;

/// The members of [`Record::metadata`](crate::Record) that name an item, as in [`Format::keys`](crate::Format::keys).
pub(super) const ITEM_KEYS: &[&str] = &["document"];

pub(super) const UNIT: OffsetUnit = OffsetUnit::Utf16;

/// This format's member of `preserved`: in the corpus the other files, in a record its file, in an edit its number.
pub(super) const OWN: &str = "uima_cas";

/// The member of a record's metadata with the name of the document.
pub(super) const DOCUMENT: &str = "document";
/// The member of an edit's metadata with its type.
pub(super) const LAYER: &str = "layer";

/// The type of edits of other formats.
pub(super) const NEW_LAYER: &str = "webanno.custom.Span";
/// The feature of the category in it.
pub(super) const VALUE: &str = "value";

/// The ending of documents.
pub(super) const ENDING: &str = ".json";

pub(super) const TYPES: &str = "%TYPES";
pub(super) const STRUCTURES: &str = "%FEATURE_STRUCTURES";
pub(super) const VIEWS: &str = "%VIEWS";
pub(super) const ID: &str = "%ID";
pub(super) const TYPE: &str = "%TYPE";
pub(super) const ELEMENTS: &str = "%ELEMENTS";
pub(super) const MEMBERS: &str = "%MEMBERS";
pub(super) const SOFA: &str = "@sofa";
pub(super) const SOFA_TYPE: &str = "uima.cas.Sofa";
pub(super) const SOFA_STRING: &str = "sofaString";

/// The views with the target and with the source.
pub(super) const TARGET_VIEW: &str = "_InitialView";
pub(super) const SOURCE_VIEW: &str = "source";

/// The members of a structure with its offsets; some programs mark them as anchors.
pub(super) const BEGIN: [&str; 2] = ["begin", "^begin"];
pub(super) const END: [&str; 2] = ["end", "^end"];
