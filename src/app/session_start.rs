//! Starts a session from a template and a data file: restores what is stored of it, and stores both on this device.

use std::sync::Arc;

use super::context::{App, Session};
use super::event_log;
use super::failure::Failure;
use super::loaded_template::LoadedTemplate;
use super::notices::NoticeLevel;
use super::open_work::OpenWork;
use super::restoring::{RestoredWork, restoring_code};
use super::store::{LARGEST_IN_STORE, PageStore};
use super::unsaved_changes::{BlobWrite, not_kept};
use spanwise_annotation::format::Dataset;
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::works::{
    DataPlace, WorkFile, WorkMeta, has_entries, read_file, read_meta, write_file, write_meta,
};
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::{storage, timing};
use spanwise_i18n::TextId;

/// Origin of the template and the data of a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkSource {
    /// From files, addresses or another page: they are to be kept on this device.
    Opened,
    /// From this device, where they are kept already.
    Stored,
}

/// Starts a session: opens the workspace, restores its stored state, and keeps newly opened template and data on this
/// device. A session of the same work with unsaved changes goes on instead.
///
/// # Errors
/// If the code that restores stored works cannot be downloaded.
pub(super) async fn start_session(
    app: App,
    loaded_template: LoadedTemplate,
    dataset: Arc<Dataset>,
    id: WorkId,
    meta: WorkMeta,
    source: WorkSource,
) -> Result<Session, Failure> {
    let restoring = if has_entries(&app.store(), &id) {
        let failed = |_| Failure::new(loaded_template.template.label.as_str(), TextId::FailurePart);
        restoring_code().await.map(Some).map_err(failed)
    } else {
        Ok(None)
    };
    if let Some(session) = app.unsaved_session(&id) {
        session.set_beside(Vec::new());
        session.go_through_suggestions(meta.has_suggestions);
        return Ok(session);
    }
    let restoring = restoring?;
    let store = app.store();
    let mut workspace = Workspace::new(loaded_template.template.clone(), dataset.clone());
    let restored = match &restoring {
        Some(code) => (code.restore)(app, &mut workspace, id.clone()),
        None => RestoredWork::nothing(store.clone(), id.clone()),
    };
    let meta = described(&store, &id, meta, &loaded_template, workspace.len());
    let template = loaded_template.template_text();
    let RestoredWork { journal, went_on, interrupted, warnings } = restored;
    let mut work = OpenWork::new(workspace, journal, id.clone(), meta, template, store);
    work.interrupted = interrupted;
    let session =
        app.begin_session(|| Session::new(app, work, loaded_template.diagnostics.clone()));
    for warning in warnings {
        app.tell(NoticeLevel::Warning, warning, None);
    }
    if went_on && source == WorkSource::Opened {
        app.tell(NoticeLevel::Info, TextId::NoticeContinued, None);
    }
    if source == WorkSource::Opened {
        keep(app, session, &id, &loaded_template.text, dataset);
    }
    event_log::begin(session);
    app.look_after_storage();
    session.remind();
    Ok(session)
}

/// Reads the metadata of a work, or creates it, and brings it up to date.
fn described(
    store: &PageStore,
    id: &WorkId,
    new: WorkMeta,
    loaded_template: &LoadedTemplate,
    instances: usize,
) -> WorkMeta {
    let now = timing::wall_clock_ms();
    let known = read_meta(store, id).ok();
    let mut meta = known.unwrap_or_else(|| WorkMeta {
        title: loaded_template.template.label.clone(),
        template_name: loaded_template.template.name.clone(),
        created_ms: now,
        data: DataPlace::Nowhere,
        ..new
    });
    meta.instances = u32::try_from(instances).unwrap_or(u32::MAX);
    meta.opened_ms = now;
    // A full store shows in the save state.
    let _ = write_meta(&store.or_hold(), id, &meta);
    meta
}

/// Stores the template and the data, so that the work can be opened without the files.
fn keep(app: App, session: Session, id: &WorkId, template: &str, dataset: Arc<Dataset>) {
    let store = app.store();
    if !store.is_durable() {
        if store.is_blocked() {
            app.tell(NoticeLevel::Warning, TextId::NoticeBlocked, None);
        }
        return;
    }
    storage::ask_to_keep();
    // The id of a work determines its template: a stored one is replaced only if it cannot be read.
    let is_kept = matches!(read_file(&store, id, WorkFile::Template), Ok(Some(_)));
    if !is_kept && let Err(cause) = write_file(&store.or_hold(), id, WorkFile::Template, template) {
        session.tell_unsaved(&cause);
    }
    let data = dataset.text();
    if data.len() <= LARGEST_IN_STORE && write_file(&store, id, WorkFile::Data, data).is_ok() {
        session.set_data_place(DataPlace::Here);
        return;
    }
    let work = id.clone();
    let done = move |outcome| match outcome {
        Ok(()) => {
            if !session.set_data_place(DataPlace::IndexedDb)
                && let Ok(meta) = read_meta(&store, &work)
            {
                // Values that find no room are held and retried.
                let _ = write_meta(
                    &store.or_hold(),
                    &work,
                    &WorkMeta { data: DataPlace::IndexedDb, ..meta },
                );
            }
        }
        Err(cause) => {
            app.tell_unsaved(
                NoticeLevel::Warning,
                not_kept(TextId::NoticeDataNotKept, &cause),
                None,
            );
        }
    };
    app.keep_blob(BlobWrite::new(id.to_string(), DataText(dataset), done));
}

/// The text of a dataset, shared.
struct DataText(Arc<Dataset>);

impl AsRef<str> for DataText {
    fn as_ref(&self) -> &str {
        self.0.text()
    }
}
