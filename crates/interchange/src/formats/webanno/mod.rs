//! WebAnno TSV 3, of WebAnno and INCEpTION: a document in a file, with its tokens on lines and its layers in columns.
//!
//! ```text
//! #FORMAT=WebAnno TSV 3.3
//! #T_SP=webanno.custom.Span|value|severity
//!
//!
//! #Text=The old man
//! 1-1     0-3     The     _         _
//! 1-2     4-7     old     A[1]|B    minor[1]|*
//! 1-3     8-11    man     A[1]      minor[1]
//! 1-3.1   8-9     m       C         *
//! ```
//!
//! * A file is a record. `annotation/<document>/<annotator>.tsv` and `curation/…`, as in exported projects, name both;
//!   elsewhere the path is the document. `metadata.document` is its name.
//! * An annotation of a span layer is an edit. Its category is the feature `value`, `label`, `category` or `type`, or else
//!   the first one; without a value it is the last part of the layer's name. The feature `comment` is `metadata.comment`,
//!   all others are answers. `metadata.layer` is the layer, unless that is `webanno.custom.Span`.
//! * The rows with one number in brackets are one annotation, from the first row to the last. Rows of sub-tokens are parts
//!   of tokens, or insertion points if they are empty.
//! * The text is that of the `#Text` lines; gaps between sentences are blanks, as in INCEpTION.
//!
//! Relations, chains and slots come back as they were as long as every annotation that was read is in its place; otherwise
//! they are left out. A text of another format is split into sentences at line breaks and into tokens at white space;
//! spans that begin or end in white space are fitted to the tokens.
//!
//! Offsets count UTF-16 units; where a token's text tells another unit, that is used.
//!
//! Recognised by: a first line that begins with `#FORMAT=WebAnno TSV 3`.

mod document;
mod edits;
mod escapes;
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

/// WebAnno TSV 3.
pub(super) const FORMAT: Format = Format {
    name: "webanno",
    about: "WebAnno TSV 3 of WebAnno and INCEpTION: a folder of documents (.tsv), or one",
    unit: Some(UNIT),
    layout: FileLayout::Folder,
    extension: "tsv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: ITEM_KEYS,
    #[cfg(test)]
    sample: samples::WEBANNO,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_table = |file: &FileHead| {
        file.lines().next().is_some_and(|line| line.starts_with("#FORMAT=WebAnno TSV 3"))
    };
    files.iter().any(is_table).into()
}
