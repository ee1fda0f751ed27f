//! The names of losses that several formats report, so that they are the same everywhere. Published in output and docs.

/// Target texts, in a format without texts.
pub(crate) const TEXTS: &str = "texts";
pub(crate) const SOURCES: &str = "source texts";
/// Texts other than the first source and the first target, and spans on them.
pub(crate) const FURTHER_TEXTS: &str = "texts beside one source and one target";
pub(crate) const ON_FURTHER_TEXTS: &str = "spans on texts beside one source and one target";
pub(crate) const CONTEXTS: &str = "contexts";
/// Annotators that are not written, or under another name.
pub(crate) const ANNOTATORS: &str = "names of annotators";
/// An item without edits is read as one without errors.
pub(crate) const NOT_DONE: &str = "that an item is not done";
/// Answers about the item as a whole.
pub(crate) const ITEM_ANSWERS: &str = "answers about items";
pub(crate) const ITEM_METADATA: &str = "metadata of items";
pub(crate) const OTHER_ITEM_MEMBERS: &str = "other members of items";
/// Annotations of a model that the annotator rejected.
pub(crate) const REJECTED: &str = "rejected annotations";
/// Answers about one of the texts of an item.
pub(crate) const TEXT_ANSWERS: &str = "answers about texts";
/// Texts as the annotator corrected them.
pub(crate) const CORRECTED: &str = "corrected texts";
/// The notes of how gold was decided.
pub(crate) const DECISIONS: &str = "decisions of an adjudicator";

pub(crate) const COMPOSITES: &str = "composite edits, of which the parts became edits";
pub(crate) const SEVERAL_SPANS: &str = "edits of several spans, each of which became one";
pub(crate) const WITHOUT_SPANS: &str = "edits without a span";
pub(crate) const POINTS: &str = "insertion points";
/// Names of the roles of spans that the format does not tell apart.
pub(crate) const SPAN_ROLES: &str = "roles of spans";
/// The name of a category is read as another.
pub(crate) const CATEGORIES: &str = "names of categories";
pub(crate) const ANSWERS: &str = "answers";
/// Origins other than a person, which whoever reads annotations takes for granted.
pub(crate) const ORIGINS: &str = "origins of edits";
pub(crate) const EDIT_METADATA: &str = "metadata of edits";
pub(crate) const OTHER_EDIT_MEMBERS: &str = "other members of edits";

/// Offsets that can't be converted, since the text is unknown.
pub(crate) const BEYOND_TEXT: &str = "places of spans beyond the text";

/// Spans on the source or on the target: all of them, or those beyond the capacity.
pub(crate) const SPANS: [&str; 2] = ["spans on the source", "spans on the target"];
pub(crate) const FURTHER_SPANS: [&str; 2] =
    ["further spans on the source", "further spans on the target"];
