//! Several annotators on the same data: which instances belong together, and how their edits differ.
//!
//! [`Annotators`] are data files with names, aligned to rows of instances with the same texts. What they made of a row
//! is compared edit by edit ([`compare`]): each pair of annotators gets a one-to-one [`matching`] of their edits, and
//! over all of them each edit gets a [`Standing`]. Measures of agreement start from the same [`ComparableEdit`]s and pairs.

mod align;
mod annotators;
mod assign;
mod candidates;
mod comparable_edit;
mod compare;
mod flat_answers;
mod pair;

pub use align::{AlignedRow, Aligning, Lack};
pub use annotators::{Annotator, Annotators};
pub use comparable_edit::{ComparableEdit, Extent, comparable_edits};
pub use compare::{AgreementCounts, Compared, Comparison, Counterpart, Standing, compare};
pub use flat_answers::{FlatAnswers, flat};
pub use pair::{Pair, Relation, matching, relation};
