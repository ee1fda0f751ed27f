//! Several annotators on the same data: which instances belong together, and how their edits differ.
//!
//! [`Annotators`] are data files with names, aligned to rows of instances with the same texts. What they made of a row
//! is compared edit by edit ([`compare`]): each pair of annotators gets a one-to-one [`matching`] of their edits, and
//! over all of them each edit gets a [`Standing`]. Measures of agreement start from the same [`ComparableEdit`]s and pairs.

mod annotators;
mod candidate_pairs;
mod comparable_edit;
mod comparison;
mod edit_assignment;
mod flat_answers;
mod instance_alignment;
mod matching;

pub use annotators::{AnnotatorFile, Annotators};
pub use comparable_edit::{ComparableEdit, Extent, comparable_edits};
pub use comparison::{
    AgreementCounts, ComparedEdit, Counterpart, InstanceComparison, Standing, compare,
};
pub use flat_answers::{FlatAnswers, flatten_answers};
pub use instance_alignment::{AlignedInstance, MissingInstances, StepwiseAlignment};
pub use matching::{EditRelation, MatchedPair, matching, relation};
