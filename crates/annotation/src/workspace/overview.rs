//! The overview of all instances: their status, and the problems of their data.

use std::ops::Range;

use crate::document::{InstanceStatus, InstanceSummary};
use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_limits::MOST_INSTANCE_PROBLEMS;

/// Numbers of instances by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkProgress {
    /// All instances.
    pub total: usize,
    /// Those that have edits, but are not declared done or have a required question open.
    pub in_progress: usize,
    /// Of those in progress, the ones that came with edits and without an open question, and are as they came.
    pub came_annotated: usize,
    /// Those done, with edits.
    pub done: usize,
    /// Those done without any edit.
    pub done_no_errors: usize,
    /// Those bookmarked.
    pub bookmarks: usize,
    /// Edits with a required question open.
    pub open_edits: usize,
}

impl WorkProgress {
    /// The number of instances that are done, with edits or without.
    #[must_use]
    pub fn all_done(self) -> usize {
        self.done + self.done_no_errors
    }

    /// The number of instances without edits that are not done.
    #[must_use]
    pub fn untouched(self) -> usize {
        self.total - self.in_progress - self.all_done()
    }

    /// Returns `true` once all instances are done.
    #[must_use]
    pub fn is_finished(self) -> bool {
        self.all_done() == self.total
    }
}

/// A stretch of the data, as a strip of instances shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripCell {
    /// Its instances, by 0-based position.
    pub instances: Range<usize>,
    /// Those done, with edits or without.
    pub done: usize,
    /// Those in progress.
    pub in_progress: usize,
    /// Of those in progress, the ones that are as they came, without an open question.
    pub came_annotated: usize,
}

impl StripCell {
    /// Equal stretches of `total` instances: `cells` of them, or one for each instance if there are fewer.
    pub fn stretches(total: usize, cells: usize) -> impl Iterator<Item = Range<usize>> {
        let cells = cells.min(total);
        (0..cells).map(move |at| at * total / cells..(at + 1) * total / cells)
    }
}

/// The progress of reading all instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanProgress {
    /// Instances read from the start of the file.
    pub scanned: usize,
    /// All instances.
    pub total: usize,
}

/// Status of every instance and problems of the data.
#[derive(Debug)]
pub struct Overview {
    summaries: Vec<Option<InstanceSummary>>,
    progress: WorkProgress,
    cursor: usize,
    problems: Vec<Diagnostic>,
    problem_count: usize,
    /// The number of hints in `problems`.
    hints_kept: usize,
    may_note_typologies: bool,
}

impl Overview {
    pub(super) fn new(total: usize) -> Self {
        Overview {
            summaries: vec![None; total],
            progress: WorkProgress { total, ..WorkProgress::default() },
            cursor: 0,
            problems: Vec::new(),
            problem_count: 0,
            hints_kept: 0,
            may_note_typologies: false,
        }
    }

    /// Numbers of instances by status, as far as they were read.
    #[must_use]
    pub fn progress(&self) -> WorkProgress {
        self.progress
    }

    /// Status of an instance; untouched as long as it was not read.
    #[must_use]
    pub fn status(&self, at: usize) -> InstanceStatus {
        self.summary(at).status()
    }

    /// Figures of an instance.
    #[must_use]
    pub fn summary(&self, at: usize) -> InstanceSummary {
        self.summaries.get(at).copied().flatten().unwrap_or_default()
    }

    /// Problems of the data found so far: the first thousand hints, and the first thousand others.
    #[must_use]
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// The number of problems found so far.
    #[must_use]
    pub fn problem_count(&self) -> usize {
        self.problem_count
    }

    /// Returns `false` if no typology is noted in the instances, as far as they were read. Otherwise
    /// [`NotedTypologies`](crate::typology_hash::NotedTypologies) tells which ones are.
    #[must_use]
    pub fn may_note_typologies(&self) -> bool {
        self.may_note_typologies
    }

    /// The first instance after `from`, going round, that is not done.
    #[must_use]
    pub fn next_unfinished(&self, from: usize) -> Option<usize> {
        self.next(from, |s| !s.status().is_done())
    }

    /// The first instance after `from`, going round, that is bookmarked.
    #[must_use]
    pub fn next_bookmark(&self, from: usize) -> Option<usize> {
        self.next(from, |s| s.bookmark)
    }

    fn next(&self, from: usize, wanted: impl Fn(InstanceSummary) -> bool) -> Option<usize> {
        let total = self.summaries.len();
        (1..=total).map(|step| (from + step) % total).find(|at| wanted(self.summary(*at)))
    }

    /// Counts of each of `cells` equal stretches of the data, for a strip.
    #[must_use]
    pub fn strip(&self, cells: usize) -> Vec<StripCell> {
        let cell = |instances: Range<usize>| {
            let mut cell = StripCell {
                instances: instances.clone(),
                done: 0,
                in_progress: 0,
                came_annotated: 0,
            };
            for summary in instances.map(|at| self.summary(at)) {
                cell.came_annotated += usize::from(summary.came_annotated());
                match summary.status() {
                    InstanceStatus::Untouched => {}
                    InstanceStatus::InProgress => cell.in_progress += 1,
                    InstanceStatus::Done | InstanceStatus::DoneNoErrors => cell.done += 1,
                }
            }
            cell
        };
        StripCell::stretches(self.summaries.len(), cells).map(cell).collect()
    }

    /// The first instance of a stretch of the data that is not done, or else its first.
    #[must_use]
    pub fn first_unfinished(&self, instances: Range<usize>) -> usize {
        let first = instances.start;
        instances.into_iter().find(|at| !self.status(*at).is_done()).unwrap_or(first)
    }

    pub(super) fn next_to_scan(&self, count: usize) -> (usize, usize) {
        (self.cursor, (self.cursor + count).min(self.summaries.len()))
    }

    pub(super) fn scan_progress(&self) -> ScanProgress {
        ScanProgress { scanned: self.cursor, total: self.summaries.len() }
    }

    /// Takes the figures and problems of an instance that was read. Problems count once, when the scan passes.
    pub(super) fn scanned(
        &mut self,
        at: usize,
        summary: InstanceSummary,
        problems: Vec<Diagnostic>,
        may_note_typology: bool,
    ) {
        self.update(at, summary);
        self.may_note_typologies |= may_note_typology;
        if at == self.cursor {
            self.cursor += 1;
            self.problem_count += problems.len();
            problems.into_iter().for_each(|problem| self.keep(problem));
        }
    }

    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.problem_count += 1;
        self.hints_kept += usize::from(problem.severity == Severity::Hint);
        self.problems.insert(0, problem);
    }

    /// Keeps a problem while there is room. Hints, of which each instance may have one, take no room of the others.
    fn keep(&mut self, problem: Diagnostic) {
        let is_hint = problem.severity == Severity::Hint;
        let others_kept = self.problems.len() - self.hints_kept;
        let kept = if is_hint { self.hints_kept } else { others_kept };
        if kept < MOST_INSTANCE_PROBLEMS {
            self.hints_kept += usize::from(is_hint);
            self.problems.push(problem);
        }
    }

    pub(super) fn update(&mut self, at: usize, summary: InstanceSummary) {
        let Some(slot) = self.summaries.get_mut(at) else { return };
        if let Some(old) = slot.replace(summary) {
            count(&mut self.progress, old, |n, by| *n -= by);
        }
        count(&mut self.progress, summary, |n, by| *n += by);
    }
}

fn count(progress: &mut WorkProgress, summary: InstanceSummary, add: impl Fn(&mut usize, usize)) {
    match summary.status() {
        InstanceStatus::Untouched => {}
        InstanceStatus::InProgress => add(&mut progress.in_progress, 1),
        InstanceStatus::Done => add(&mut progress.done, 1),
        InstanceStatus::DoneNoErrors => add(&mut progress.done_no_errors, 1),
    }
    add(&mut progress.came_annotated, usize::from(summary.came_annotated()));
    add(&mut progress.bookmarks, usize::from(summary.bookmark));
    add(&mut progress.open_edits, usize::try_from(summary.open).unwrap_or(usize::MAX));
}
