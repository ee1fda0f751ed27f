//! FRANK's JSON (Pagnoni et al. 2021): summaries, with the codes of errors that several annotators gave to each
//! sentence.
//!
//! A list of items with `hash, model_name, article, summary, reference, summary_sentences_annotations`; the last is a
//! list with an object for each sentence: by the name of an annotator, the list of codes.
//!
//! | Record | File |
//! |---|---|
//! | target, source, context | `summary`, `reference`, `article` |
//! | annotator | each one that any sentence names, in the order of the file |
//! | an edit, without a span, as in the template | a code of a sentence; `metadata.sentence` is its 0-based number |
//! | no edit, but preserved | the code `NoE`: the sentence has no error |
//! | metadata | all other members, `hash` and `model_name` among them |
//!
//! Edits without the number of a sentence, such as those of Thresh's own converter, are written to the sentence in
//! which their span starts, or to the first one. For that, sentences are those in `summary_sentences`, or those by the
//! rules of Unicode.

mod names;
mod read;
mod write;

use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// FRANK's JSON.
pub(super) const FORMAT: Format = Format {
    name: "frank",
    about: "FRANK's JSON with the codes of every annotator for every sentence",
    unit: None,
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &["hash", "model_name"],
    #[cfg(test)]
    sample: samples::FRANK,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has(&[names::CODES]))
}

#[cfg(test)]
mod tests;
