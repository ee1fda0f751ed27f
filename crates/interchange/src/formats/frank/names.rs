//! Names of members in FRANK's files and in records that were read from them.

pub(super) const SUMMARY: &str = "summary";
pub(super) const REFERENCE: &str = "reference";
pub(super) const ARTICLE: &str = "article";
pub(super) const CODES: &str = "summary_sentences_annotations";
pub(super) const SENTENCES: &str = "summary_sentences";

/// The code for a sentence without an error.
pub(super) const NO_ERROR: &str = "NoE";

/// The name in [`Edit::metadata`](crate::Edit) for the number of a sentence.
pub(super) const SENTENCE: &str = "sentence";

/// Names in [`Record::preserved`](crate::Record): the number of the item, the names of its members in order, and the
/// number of its sentences.
pub(super) const ROW: &str = "row";
pub(super) const NAMES: &str = "names";
pub(super) const COUNT: &str = "sentences";

/// The same, for lists of pairs of a sentence's number and its value: the codes of the annotator; a value that is not
/// an object of annotators.
pub(super) const JUDGED: &str = "judged";
pub(super) const ODD: &str = "odd";

/// The same, for the original of an item without a summary.
pub(super) const ITEM: &str = "item";
