//! Alignment of the instances of several data files.

use std::sync::Arc;

use foldhash::HashSet;

use spanwise_annotation::alignment::{Alignment, AlignmentKey, NameTrust};
use spanwise_annotation::format::{Dataset, InstanceIdentity, identity};
use spanwise_template::Side;

/// An instance of one or more files, aligned across them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlignedInstance {
    /// By annotator: its 0-based number in the file; `None` if the file lacks it.
    pub at: Vec<Option<usize>>,
    /// The first annotator whose instance has most texts: formats may hold one text of several.
    fullest: usize,
}

impl AlignedInstance {
    /// The number in an annotator's file.
    #[must_use]
    pub fn of(&self, annotator: usize) -> Option<usize> {
        self.at.get(annotator).copied().flatten()
    }

    /// The annotator whose instance has most texts, the first of several, and its number there.
    #[must_use]
    pub fn fullest(&self) -> Option<(usize, usize)> {
        Some((self.fullest, self.of(self.fullest)?))
    }
}

/// Instances that an annotator's file lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingInstances {
    /// The position of the annotator.
    pub annotator: usize,
    /// The rows without an instance of this annotator.
    pub rows: Vec<usize>,
    /// Of those, the ones for which the file has an instance of the same name (`id`), or of the same source, with other texts.
    pub other_texts: Vec<usize>,
}

/// Aligns data files by the policy of [`alignment`](spanwise_annotation::alignment), some instances at a time, so that
/// a page stays responsive meanwhile. The first rows are the instances of the first file.
#[derive(Debug)]
pub struct StepwiseAlignment {
    datasets: Vec<Arc<Dataset>>,
    read: Vec<Vec<AlignmentKey>>,
}

impl StepwiseAlignment {
    /// Begins the alignment of data files, one of each annotator.
    #[must_use]
    pub fn new(datasets: Vec<Arc<Dataset>>) -> Self {
        StepwiseAlignment { read: vec![Vec::new()], datasets }
    }

    /// Reads up to `instances` further instances; returns `true` if all are read.
    pub fn step(&mut self, instances: usize) -> bool {
        for _ in 0..instances {
            let annotator = self.read.len() - 1;
            let Some(dataset) = self.datasets.get(annotator) else { return true };
            let Some(read) = self.read.last_mut() else { return true };
            match dataset.raw(read.len()) {
                Some(raw) => read.push(identity(raw).for_alignment()),
                None => self.read.push(Vec::new()),
            }
        }
        self.read.len() > self.datasets.len()
    }

    /// Returns the rows, after reading the remaining instances.
    #[must_use]
    pub fn finish(mut self) -> Vec<AlignedInstance> {
        while !self.step(1024) {}
        let count = self.datasets.len();
        let mut alignment = Alignment::new(NameTrust::Checked);
        let mut rows: Vec<AlignedInstance> = Vec::new();
        let mut most_texts: Vec<usize> = Vec::new();
        for (annotator, file) in self.read.iter().take(count).enumerate() {
            for ((number, key), aligned) in file.iter().enumerate().zip(alignment.add(file)) {
                let new = || AlignedInstance { at: vec![None; count], fullest: annotator };
                rows.resize_with(alignment.len(), new);
                most_texts.resize(alignment.len(), 0);
                let row = rows.get_mut(aligned.row).zip(most_texts.get_mut(aligned.row));
                let Some((row, most_texts)) = row else { continue };
                row.at.get_mut(annotator).into_iter().for_each(|at| *at = Some(number));
                if key.text_count() > *most_texts {
                    (row.fullest, *most_texts) = (annotator, key.text_count());
                }
            }
        }
        rows
    }
}

/// The missing instances of each annotator; annotators who lack none are left out.
pub(super) fn missing_instances(
    datasets: &[Arc<Dataset>],
    rows: &[AlignedInstance],
) -> Vec<MissingInstances> {
    let mut missing_instances = Vec::new();
    for (annotator, dataset) in datasets.iter().enumerate() {
        let missing: Vec<usize> = (0..rows.len())
            .filter(|row| rows.get(*row).is_some_and(|r| r.of(annotator).is_none()))
            .collect();
        if missing.is_empty() {
            continue;
        }
        let known: HashSet<Likeness> = dataset.iter().flat_map(likenesses).collect();
        let has_like = |row: &usize| {
            let raw = rows
                .get(*row)
                .and_then(AlignedInstance::fullest)
                .and_then(|(holder, number)| datasets.get(holder)?.raw(number));
            raw.is_some_and(|raw| likenesses(raw).iter().any(|likeness| known.contains(likeness)))
        };
        let other_texts = missing.iter().copied().filter(has_like);
        missing_instances.push(MissingInstances {
            annotator,
            other_texts: other_texts.collect(),
            rows: missing,
        });
    }
    missing_instances
}

/// What makes two instances versions of the same item, such as the outputs of two systems.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Likeness {
    Name(String),
    Source(String),
}

fn likenesses(raw: &str) -> Vec<Likeness> {
    let InstanceIdentity { texts, id } = identity(raw);
    let sources = texts.on(Side::Source).map(|source| source.text.as_str());
    let sources = sources.filter(|source| !source.is_empty());
    let sources = sources.map(|source| Likeness::Source(source.to_owned()));
    id.map(Likeness::Name).into_iter().chain(sources).collect()
}
