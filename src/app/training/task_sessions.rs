//! Sessions over the tasks of a training. They live in memory: the marks are stored with the trainee's record.

use leptos::prelude::*;

use super::OpenTraining;
use crate::app::context::Session;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::open_work::OpenWork;
use crate::app::store::PageStore;
use spanwise_annotation::change::{self, Change};
use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::store::works::{WorkMeta, write_meta};
use spanwise_annotation::store::{Journal, WorkId};
use spanwise_annotation::workspace::Workspace;
use spanwise_template::Template;
use spanwise_training::{StepId, StepWork, Task};

/// The sessions of a task that was checked.
#[derive(Debug, Clone, Copy)]
pub struct CheckedTask {
    /// The trainee's marks.
    pub marked: Session,
    /// The gold.
    pub solution: Session,
}

impl OpenTraining {
    /// Opens a task to be marked, with the marks that were made so far. Each change is stored.
    #[must_use]
    pub fn begin_task(self, step: &StepId, task: &Task) -> Option<Session> {
        let work = task_work(&self.loaded_template(), task, &self.marks_of(step), 0)?;
        self.app.end_sessions(0);
        let session = self.begin_session(|| Session::practice(self.app, work));
        let step = step.clone();
        Effect::new(move |before: Option<()>| {
            session.instance.track();
            if before.is_some()
                && let Some(marks) = marks(session)
            {
                untrack(|| self.set_work(&step, marks));
            }
        });
        Some(session)
    }

    /// Opens a task that was checked, to be read: the trainee's marks and the gold.
    #[must_use]
    pub fn checked_task(self, step: &StepId, task: &Task) -> Option<CheckedTask> {
        let gold = gold_changes(task, &self.loaded_template().template);
        self.app.end_sessions(0);
        let marked = self.reader(task, &self.marks_of(step), 0)?;
        let solution = self.reader(task, &gold, 1)?;
        marked.set_beside(vec![marked, solution]);
        Some(CheckedTask { marked, solution })
    }

    fn reader(self, task: &Task, changes: &[Change], number: usize) -> Option<Session> {
        let work = task_work(&self.loaded_template(), task, changes, number)?;
        Some(self.begin_session(|| Session::reader(self.app, work, [].into(), number)))
    }

    fn begin_session(self, make: impl FnOnce() -> Session) -> Session {
        self.owner.with_value(|owner| owner.with(|| self.app.begin_session(make)))
    }

    /// The changes that make the marks of a step.
    fn marks_of(self, step: &StepId) -> Vec<Change> {
        let typology = &self.loaded_template().template.typology;
        self.record.with_untracked(|record| match record.work(step) {
            Some(StepWork::Marks(json)) => change::from_json(json, typology).unwrap_or_default(),
            Some(StepWork::Chosen(_)) | None => Vec::new(),
        })
    }
}

/// The changes that make the gold of a task.
pub(in crate::app) fn gold_changes(task: &Task, template: &Template) -> Vec<Change> {
    let insert = |(at, edit)| Change::Insert { at, edit };
    task.solution(&template.typology).into_iter().enumerate().map(insert).collect()
}

/// The work of a task in memory, after some changes; `None` if it has no text.
pub(in crate::app) fn task_work(
    loaded_template: &LoadedTemplate,
    task: &Task,
    changes: &[Change],
    number: usize,
) -> Option<OpenWork> {
    let text = format!("[{}]", task.instance_json());
    let dataset = DatasetReader::new(text).finish().ok()?;
    let mut workspace = Workspace::new(loaded_template.template.clone(), dataset.into());
    workspace.show_whole_texts(true);
    // Marks that no longer fit, after the template was edited, are left out.
    workspace.replay(0, changes);
    let (store, id) = (PageStore::in_memory(), WorkId::numbered(number as u64));
    let meta = WorkMeta::default();
    // A store in memory is never full.
    let _ = write_meta(&store, &id, &meta);
    let journal = Journal::new(store.clone(), id.clone());
    let template = loaded_template.template_text();
    Some(OpenWork::new(workspace, journal, id, meta, template, store))
}

/// The marks of a session as they are stored.
pub(super) fn marks(session: Session) -> Option<StepWork> {
    let template = session.template();
    let changes = session.ask(|workspace| workspace.snapshot(0));
    change::to_json(&changes, &template.typology).ok().map(StepWork::Marks)
}
