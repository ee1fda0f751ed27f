//! UIMA CAS JSON 0.4, of INCEpTION, cassis and other programs on UIMA: the text of a document with all its annotations.
//!
//! ```text
//! {"%TYPES": {"webanno.custom.Span": {"%NAME": "webanno.custom.Span", "%SUPER_TYPE": "uima.tcas.Annotation",
//!      "value": {"%NAME": "value", "%RANGE": "uima.cas.String"}}},
//!  "%FEATURE_STRUCTURES": [
//!      {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": "…"},
//!      {"%ID": 2, "%TYPE": "webanno.custom.Span", "@sofa": 1, "begin": 0, "end": 4, "value": "X"}],
//!  "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [2]}}}
//! ```
//!
//! * A file is a record. `annotation/<document>/<annotator>.json` and `curation/…`, as in exported projects, name both;
//!   elsewhere the path is the document. `metadata.document` is its name.
//! * The target is the text of the view `_InitialView`, or else the first one; the source is that of the view `source`.
//! * A feature structure with `begin` and `end` on one of them is an edit, except for tokens, sentences, the document and
//!   relations (with a governor and a dependent). Its category is the feature `value`, `label`, `category` or `type`, or
//!   else the first that is a string; without a value it is the last part of the type. The feature `comment` is
//!   `metadata.comment`, all other features are answers. `metadata.layer` is the type, unless that is
//!   `webanno.custom.Span`.
//! * All else comes back as it was. A relation with an edit that is gone is left out, and so are other references to it.
//!
//! Offsets count UTF-16 units.
//!
//! Recognised by: an object with a list `%FEATURE_STRUCTURES`.

mod cas;
mod names;
mod read;
#[cfg(test)]
mod tests;
mod write;

use self::names::{ITEM_KEYS, UNIT};
use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// UIMA CAS JSON.
pub(super) const FORMAT: Format = Format {
    name: "uima-cas",
    about: "UIMA CAS JSON of INCEpTION and cassis: a folder of documents (.json), or one",
    unit: Some(UNIT),
    layout: FileLayout::Folder,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: ITEM_KEYS,
    #[cfg(test)]
    sample: samples::UIMA_CAS,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has(&["%FEATURE_STRUCTURES"]))
}
