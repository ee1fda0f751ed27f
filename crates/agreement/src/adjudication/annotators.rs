//! Data files of several annotators, with their names.

use std::sync::Arc;

use super::instance_alignment::{
    AlignedInstance, MissingInstances, StepwiseAlignment, missing_instances,
};
use spanwise_annotation::document::Instance;
use spanwise_annotation::format::{Dataset, read_instance};
use spanwise_template::Typology;

/// One annotator: a name and a data file.
#[derive(Debug, Clone)]
pub struct AnnotatorFile {
    /// The name of the annotator, such as the name of the file.
    pub name: String,
    /// The annotated data.
    pub dataset: Arc<Dataset>,
}

/// Several annotators on the same data, aligned.
#[derive(Debug, Clone)]
pub struct Annotators {
    all: Vec<AnnotatorFile>,
    rows: Vec<AlignedInstance>,
}

impl Annotators {
    /// Aligns the files of several annotators. For large files see [`Annotators::aligning`].
    #[must_use]
    pub fn new(all: Vec<AnnotatorFile>) -> Self {
        let rows = Self::aligning(&all).finish();
        Annotators { all, rows }
    }

    /// Begins to align files step by step, for [`Annotators::aligned`].
    #[must_use]
    pub fn aligning(all: &[AnnotatorFile]) -> StepwiseAlignment {
        StepwiseAlignment::new(all.iter().map(|a| a.dataset.clone()).collect())
    }

    /// Annotators whose files were aligned step by step.
    #[must_use]
    pub fn aligned(all: Vec<AnnotatorFile>, aligning: StepwiseAlignment) -> Self {
        Annotators { all, rows: aligning.finish() }
    }

    /// Drops the instances that the first annotator lacks.
    #[must_use]
    pub fn of_first(mut self) -> Self {
        self.rows.retain(|row| row.of(0).is_some());
        self
    }

    /// The annotators in their order.
    #[must_use]
    pub fn all(&self) -> &[AnnotatorFile] {
        &self.all
    }

    /// The number of annotators.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The instances, each with its number in the file of each annotator who has it.
    #[must_use]
    pub fn rows(&self) -> &[AlignedInstance] {
        &self.rows
    }

    /// The instances of a row, by annotator.
    #[must_use]
    pub(super) fn instances(&self, row: usize, typology: &Typology) -> Vec<Option<Instance>> {
        let row = self.rows.get(row);
        let instance = |(annotator, file): (usize, &AnnotatorFile)| {
            let at = row?.of(annotator)?;
            Some(read_instance(file.dataset.raw(at)?, at, typology).instance)
        };
        self.all.iter().enumerate().map(instance).collect()
    }

    /// The row of an instance of an annotator.
    #[must_use]
    pub fn row_of(&self, annotator: usize, instance: usize) -> Option<usize> {
        let is_it = |row: &AlignedInstance| row.of(annotator) == Some(instance);
        // In files that agree, rows and instances have the same numbers.
        if self.rows.get(instance).is_some_and(is_it) {
            return Some(instance);
        }
        self.rows.iter().position(is_it)
    }

    /// The missing instances of annotators; empty if all have all.
    #[must_use]
    pub fn missing_instances(&self) -> Vec<MissingInstances> {
        let datasets: Vec<_> = self.all.iter().map(|a| a.dataset.clone()).collect();
        missing_instances(&datasets, &self.rows)
    }
}
