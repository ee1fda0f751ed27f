//! Comparison of the columns of an instance: gold that is no annotator's disagrees with nobody by lacking something.

use std::sync::Arc;

use spanwise_agreement::adjudication::{
    AgreementCounts, ComparedEdit, InstanceComparison, compare,
};
use spanwise_annotation::document::{EditKey, Instance, QuestionPath};

/// The comparison of the columns of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedInstance {
    /// Of all columns.
    all: InstanceComparison,
    /// Of the annotators, with the column of gold, where that is no annotator's.
    annotators: Option<(InstanceComparison, usize)>,
}

impl ComparedInstance {
    /// Compares the instances by column. `gold` is the column that is no annotator's.
    pub(super) fn new(instances: &[Option<Arc<Instance>>], gold: Option<usize>) -> Self {
        let mut columns: Vec<Option<&Instance>> = instances.iter().map(Option::as_deref).collect();
        let all = compare(&columns);
        let annotators = gold.and_then(|gold| {
            *columns.get_mut(gold)? = None;
            let are_several = columns.iter().flatten().count() > 1;
            are_several.then(|| (compare(&columns), gold))
        });
        ComparedInstance { all, annotators }
    }

    /// The comparison of an edit of a column.
    #[must_use]
    pub fn of(&self, column: usize, key: EditKey) -> Option<&ComparedEdit> {
        let among_all = self.all.of(column, key)?;
        match &self.annotators {
            Some((annotators, gold)) if among_all.without.contains(gold) => {
                annotators.of(column, key)
            }
            Some(_) | None => Some(among_all),
        }
    }

    /// The numbers of agreements and differences of the annotators.
    #[must_use]
    pub fn counts(&self) -> &AgreementCounts {
        self.of_annotators().counts()
    }

    /// Paths of the questions about the instance that some annotators answer differently, in order.
    #[must_use]
    pub fn differing_answers(&self) -> &[QuestionPath] {
        self.of_annotators().differing_answers()
    }

    /// Returns `true` if the annotators differ in anything.
    #[must_use]
    pub fn has_differences(&self) -> bool {
        self.of_annotators().has_differences()
    }

    fn of_annotators(&self) -> &InstanceComparison {
        self.annotators.as_ref().map_or(&self.all, |(annotators, _)| annotators)
    }
}
