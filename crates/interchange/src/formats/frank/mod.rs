//! FRANK's JSON (Pagnoni et al. 2021): summaries whose sentences several annotators gave codes of errors.
//!
//! A list of items with `hash, model_name, article, summary, reference, summary_sentences_annotations`; the last is a
//! list with an object for each sentence: by the name of an annotator, the list of codes.
//!
//! | Record | File |
//! |---|---|
//! | target, source, context | `summary`, `reference`, `article` |
//! | annotator | each one that any sentence names, in the order of the file |
//! | an edit, without a span, as in the template | a code of a sentence; `metadata.sentence` is its 0-based number |
//! | no edit, but kept | the code `NoE`: the sentence has no error |
//! | metadata | all other members, `hash` and `model_name` among them |
//!
//! Edits that name no sentence, such as those of Thresh's own converter, are written to the sentence in which their span
//! starts, or to the first one. For that, sentences are those in `summary_sentences`, or what Unicode takes for sentences.

mod read;
mod write;

use crate::{Format, HeldTexts};
use spanwise_limits::MOST_SENTENCES;

/// FRANK's JSON.
pub(super) const FORMAT: Format = Format {
    name: "frank",
    about: "FRANK's JSON with the codes of every annotator for every sentence",
    unit: None,
    folder: false,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    keys: &["hash", "model_name"],
};

const SUMMARY: &str = "summary";
const REFERENCE: &str = "reference";
const ARTICLE: &str = "article";
const CODES: &str = "summary_sentences_annotations";
const SENTENCES: &str = "summary_sentences";

/// The code for a sentence without an error.
const NO_ERROR: &str = "NoE";

/// The name in [`Edit::metadata`](crate::Edit) for the number of a sentence.
const SENTENCE: &str = "sentence";

/// Names in [`Record::preserved`](crate::Record): the number of the item, the names of its members in order, and how many
/// sentences it has.
const ROW: &str = "row";
const NAMES: &str = "names";
const COUNT: &str = "sentences";

/// The same, for lists of a sentence's number and what stood there: the codes of the annotator; what is no object of
/// annotators.
const JUDGED: &str = "judged";
const ODD: &str = "odd";

/// The same, for an item without a summary as it was.
const ITEM: &str = "item";

#[cfg(test)]
mod tests;
