//! Adjudication of several annotators of the same data: alignment of their instances, and matching of their edits.
//!
//! [`Annotators`] are data files with names, aligned to rows of instances with the same texts. The edits of a row
//! are compared ([`compare`]): each pair of annotators gets a one-to-one [matching](matching()) of their edits, and
//! over all of them each edit gets a [`Standing`]. The edits of all annotators, and their answers about the instance, are
//! gathered into [groups](annotation_groups()), about each of which an adjudicator takes a [`Decision`]; [`decided_groups`]
//! and [`decide`] relate these to gold, and [`gold_by_rule`] decides where nobody does. Measures of agreement
//! start from the same [`ComparableEdit`]s and pairs.
//!
//! Start reading at `instance_alignment`, then `comparison`. An edit must never be matched with two edits of the same
//! annotator, and the result must not depend on the order in which annotators are named.

mod annotation_group;
mod annotators;
mod answer_groups;
mod candidate_pairs;
mod comparable_edit;
mod comparison;
mod decision;
mod decision_notes;
mod decision_record;
mod decision_rule;
mod edit_assignment;
mod edit_groups;
mod edit_span;
mod flat_answers;
mod gold;
mod gold_start;
mod grouping;
mod instance_alignment;
mod marked_stretches;
mod matching;

pub use annotation_group::{
    AnnotationGroup, Gravity, GroupContent, GroupDifferences, GroupId, GroupMember,
    InstanceQuestion, annotators_with,
};
pub use annotators::{AnnotatorFile, Annotators};
pub use comparable_edit::{ComparableEdit, Extent, comparable_edits};
pub use comparison::{
    AgreementCounts, ComparedEdit, Counterpart, InstanceComparison, Standing, compare,
};
pub use decision::{Decision, DecisionResult, result_of};
pub use decision_notes::{DecisionNote, decision_notes};
pub use decision_record::{
    RecordError, RecordRow, gold_from_record, read_record, record_of, record_of_files,
    record_to_csv, record_to_json,
};
pub use decision_rule::{DecisionRule, RecordedGold, gold_by_rule};
pub use edit_span::EditSpan;
pub use flat_answers::{FlatAnswers, flatten_answers};
pub use gold::{
    DecidedGroup, GoldContext, all_of_annotator, all_unanimous, decide, decided_groups,
    explain_decision, has_result, lacks_texts_of,
};
pub use gold_start::{split_by_annotator, without_annotations};
pub use grouping::annotation_groups;
pub use instance_alignment::{AlignedInstance, MissingInstances, StepwiseAlignment};
pub use marked_stretches::marked_stretches;
pub use matching::{EditRelation, MatchedPair, matching, relation};
