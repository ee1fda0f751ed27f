//! The work of the first annotator, if it may be edited: its id, its assignment, and its storage.

use std::sync::Arc;

use crate::app::adjudication::request::{AdjudicationRequest, NamedData, others_name};
use crate::app::context::{App, Session};
use crate::app::failure::Failure;
use crate::app::notices::NoticeLevel;
use crate::app::opening::new_work::{DataDigests, known_work};
use crate::app::opening::reading::read_quietly;
use crate::app::page_address::assigns_work;
use crate::app::session_start::{WorkSource, start_session};
use crate::app::submission::{self, LinkAssignment};
use crate::app::unsaved_changes::{BlobWrite, not_kept};
use spanwise_annotation::format::Dataset;
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::works::{WorkFile, WorkMeta, is_kept};
use spanwise_browser::location;
use spanwise_i18n::{TextId, say};
use spanwise_links::Route;

/// The work of the first annotator, before it is opened.
pub(super) struct EditableWork {
    /// Digests of the whole data.
    names: DataDigests,
    /// The assignment, if the link has one.
    asked: Option<LinkAssignment>,
    /// `true` if the link that the work was first opened by had an assignment.
    was_assigned: bool,
}

impl EditableWork {
    /// Prepares the work; `None` if the template makes it read-only. Reduces the first file to the assigned instances.
    pub(super) async fn of(
        app: App,
        request: &AdjudicationRequest,
        files: &mut [NamedData],
    ) -> Result<Option<Self>, Failure> {
        let parameters = &request.parameters;
        let is_assigned_by_link = assigns_work(parameters);
        if !request.loaded_template.template.settings.highlight_first_interface {
            if is_assigned_by_link {
                let text = say!(AdjudicateLinkSaysWhoAnnotatesOrInstances);
                app.tell(NoticeLevel::Warning, text, None);
            }
            return Ok(None);
        }
        let Some(NamedData { name, text }) = files.first_mut() else { return Ok(None) };
        let store = app.store();
        let is_kept = |id| is_kept(&store, id, WorkFile::Assignment);
        let was_assigned = request.kept.as_ref().is_some_and(is_kept);
        let mut own =
            EditableWork { names: DataDigests::of(text).await, asked: None, was_assigned };
        if is_assigned_by_link {
            let dataset = read_quietly(name, text.to_string()).await?;
            let mut asked = submission::ask(app, parameters, &dataset).await?;
            if let Some(sample) = asked.sample.take() {
                *text = sample.into();
            }
            own.asked = Some(asked);
        }
        Ok(Some(own))
    }

    /// Returns `true` if a link has an assignment; its instances are then the whole work.
    pub(super) fn is_assigned(&self) -> bool {
        self.was_assigned || self.asked.is_some()
    }

    /// Opens the work. Unless `others_kept`, the data of the other annotators is stored beside it.
    ///
    /// # Errors
    /// Those of [`start_session`].
    pub(super) async fn open(
        self,
        app: App,
        request: &AdjudicationRequest,
        files: &[NamedData],
        dataset: &Arc<Dataset>,
        others_kept: bool,
    ) -> Result<Option<Session>, Failure> {
        let EditableWork { names, asked, .. } = self;
        let loaded_template = request.loaded_template.clone();
        let Some(NamedData { name, .. }) = files.first() else { return Ok(None) };
        let scope = asked.as_ref().map_or("", |asked| asked.scope.as_str());
        let id = match &request.kept {
            Some(id) => id.clone(),
            None => {
                let scope = format!("{}{scope}", request.scope);
                known_work(app, &loaded_template, &scope, &names, dataset.text()).await
            }
        };
        if let Some(query) = request.query.as_ref().filter(|_| request.kept.is_none()) {
            location::replace(&format!("{query}{}", Route::Work(id.to_string())));
        }
        let meta = WorkMeta { source: name.clone(), ..WorkMeta::default() };
        let source = if request.kept.is_none() { WorkSource::Opened } else { WorkSource::Stored };
        let session =
            start_session(app, loaded_template, dataset.clone(), id.clone(), meta, source).await?;
        if let Some(asked) = asked {
            (asked.record)(session);
        }
        if !others_kept && app.store().is_durable() {
            keep_others(app, &id, files);
        }
        Ok(Some(session))
    }
}

/// Stores the files of the other annotators, so that the works can be opened again without them.
fn keep_others(app: App, id: &WorkId, files: &[NamedData]) {
    let others: Vec<(&str, &str)> =
        files.iter().skip(1).map(|file| (file.name.as_str(), &*file.text)).collect();
    let Ok(json) = serde_json::to_string(&others) else { return };
    let done = move |outcome| {
        if let Err(cause) = outcome {
            let message = not_kept(TextId::AdjudicateOthersNotKept, &cause);
            app.tell_unsaved(NoticeLevel::Warning, message, None);
        }
    };
    app.keep_blob(BlobWrite::new(others_name(id), json, done));
}
