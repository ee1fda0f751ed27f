//! The gold of the tasks of a training, marked as trainees mark.

use std::sync::Arc;

use leptos::prelude::*;

use super::Builder;
use crate::app::context::Session;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::needed_rules::load_needed_rules;
use crate::app::training::{finish_draft, gold_changes, task_work};
use spanwise_training::Task;

/// A task whose gold is marked. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct GoldSession {
    /// The annotate page's session over the task; its edits are the gold so far.
    pub session: Session,
    /// The task with the gold as it was.
    before: StoredValue<Task>,
    builder: Builder,
}

impl Builder {
    /// The template as it stands, for a trial; `None` if it has errors.
    #[must_use]
    pub fn current_template(self) -> Option<LoadedTemplate> {
        let text = self.template.get_untracked();
        let valid = self.valid_template.get_untracked().filter(|valid| valid.text == text)?;
        Some(LoadedTemplate {
            template: valid.template,
            text,
            origin: self.meta.with_untracked(|meta| meta.origin.clone()),
            diagnostics: Arc::from([]),
            example: None,
        })
    }

    /// Opens a task of the training, with its gold as edits. `None` if the template has errors or the task no text, or
    /// code that the template needs cannot be loaded.
    pub async fn begin_gold(self, task: Task, owner: Owner) -> Option<GoldSession> {
        let loaded = self.current_template()?;
        load_needed_rules(&loaded.template).await.ok()?;
        let work = task_work(&loaded, &task, &gold_changes(&task, &loaded.template), 0)?;
        self.app.end_sessions(0);
        owner.with(|| {
            let session = self.app.begin_session(|| Session::practice(self.app, work));
            Some(GoldSession { session, before: StoredValue::new(task), builder: self })
        })
    }

    /// Ends the sessions over tasks of the training.
    pub fn end_sessions(self) {
        self.app.end_sessions(0);
    }
}

impl GoldSession {
    /// The task with the marks as its gold; `None`, after a notice, while an edit is not complete.
    #[must_use]
    pub fn taken(self) -> Option<Task> {
        finish_draft(self.builder.app, self.session).then(|| self.marked())
    }

    /// The task with the marks as its gold, if they are other ones than before.
    #[must_use]
    pub fn changed(self) -> Option<Task> {
        let marked = self.marked();
        self.before.with_value(|before| (marked != *before).then_some(marked))
    }

    fn marked(self) -> Task {
        let template = self.session.template();
        let edits = self.session.instance.with_untracked(|instance| instance.edits.clone());
        self.before.get_value().with_gold(&edits, &template.typology)
    }
}
