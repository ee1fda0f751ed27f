//! The recent works on this device: listed, renamed, downloaded, deleted and restored.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::adjudication::request::others_name;
use super::context::App;
use super::event_log;
use super::failure::Failure;
use super::file_writer::written_by;
use super::language_model::forget_runs;
use super::needed_rules::load_needed_rules;
use super::notices::{NoticeAction, NoticeLevel};
use super::opening::reading::split_quietly;
use super::opening::stored;
use super::restoring::replay;
use super::store::PageStore;
use super::suggestions::suggestions_name;
use super::tokens::tokenizer_name;
use spanwise_annotation::format::{OffsetUnit, write_dataset};
use spanwise_annotation::store::deleted::{forget_deleted, note_deleted, take_due};
use spanwise_annotation::store::disambiguation::{AmbiguousWork, Disambiguation, disambiguate};
use spanwise_annotation::store::works::{
    ListedWork, WorkFile, WorkMeta, read_file, read_meta, remove_work, rename as rename_work,
    restore_work, works, write_meta,
};
use spanwise_annotation::store::{Journal, WorkId};
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::{blobs, timing};
use spanwise_i18n::{Message, TextId, say};
use spanwise_submission::assignment::Annotator;

/// Restores deleted data.
type RestoreDeleted = Arc<dyn Fn() -> Result<(), Message> + Send + Sync>;

/// All works in the store, newest first, each disambiguated from works with equal titles. Tracks changes.
#[must_use]
pub fn list(app: App) -> Vec<(ListedWork, Disambiguation)> {
    app.recent.track();
    let store = app.store();
    let works = works(&store);
    let annotators: Vec<Option<Annotator>> =
        works.iter().map(|l| annotator(&store, &l.work)).collect();
    let known: Vec<AmbiguousWork<'_>> = works
        .iter()
        .zip(&annotators)
        .map(|(listed, annotator)| {
            let (title, source) = match &listed.meta {
                Ok(meta) => (meta.title.as_str(), meta.source.as_str()),
                Err(_) => (listed.work.as_str(), ""),
            };
            AmbiguousWork { title, source, annotator: annotator.as_ref().and_then(Annotator::name) }
        })
        .collect();
    let apart = disambiguate(&known);
    works.into_iter().zip(apart).collect()
}

/// Annotator of a work that was opened by a link with an assignment.
fn annotator(store: &PageStore, work: &WorkId) -> Option<Annotator> {
    Annotator::from_json(&read_file(store, work, WorkFile::Assignment).ok().flatten()?)
}

/// Renames a work.
pub fn rename(app: App, work: &WorkId, title: &str) {
    if let Err(error) = rename_work(&app.store(), work, title) {
        app.tell(NoticeLevel::Error, error.message(), None);
    }
    changed(app);
}

/// Downloads the annotations of a work without opening it.
pub(super) fn export(app: App, work: WorkId) {
    spawn_local(async move {
        match annotations(app, work.clone()).await {
            Ok(StoredAnnotations { name, text, last_seq }) => {
                if app.download(&name, "application/json", text.as_bytes()) {
                    note_download(&app.store(), &work, last_seq);
                }
            }
            Err(failure) => app.tell(NoticeLevel::Error, failure.message, None),
        }
    });
}

/// Stores the last change that was downloaded.
fn note_download(store: &PageStore, work: &WorkId, last_seq: u64) {
    if let Ok(meta) = read_meta(store, work) {
        let meta = WorkMeta { downloaded_seq: Some(last_seq), undownloaded_since_ms: None, ..meta };
        // Otherwise the reminder to download comes once too often.
        let _ = write_meta(store, work, &meta);
    }
}

/// The file of the annotations of a work that is not open.
struct StoredAnnotations {
    name: String,
    text: String,
    /// Sequence number of the last change in it.
    last_seq: u64,
}

async fn annotations(app: App, work: WorkId) -> Result<StoredAnnotations, Failure> {
    let (loaded_template, meta, data) = stored(app, &work).await?;
    let Some(data) = data else {
        return Err(Failure::new(meta.title, TextId::NoticeDataGone));
    };
    if loaded_template.template.settings.event_log {
        load_needed_rules(&loaded_template.template).await?;
    }
    let dataset = Arc::new(split_quietly(&meta.title, data).await?);
    let mut workspace = Workspace::new(loaded_template.template, dataset.clone());
    // The journal is only read.
    let annotator = annotator(&app.store(), &work);
    let with_times = event_log::time_writer(&app.store(), &work);
    let opened = Journal::open(app.store(), work);
    replay(&mut workspace, &opened);
    let typology = Some(TypologyHash::of(workspace.template()));
    let written = |at| written_by(&workspace, at, annotator.as_ref(), typology);
    let changed = |at| with_times(&workspace, at, written(at));
    let text = write_dataset(&dataset, changed, OffsetUnit::Utf16);
    let name = format!("{}.json", file_name(&meta.title));
    Ok(StoredAnnotations { name, text, last_seq: opened.journal.last_seq() })
}

/// Turns a title into a file name.
fn file_name(title: &str) -> String {
    let allowed = |c: char| if c.is_alphanumeric() || "-_ .".contains(c) { c } else { '_' };
    let name: String = title.trim().chars().take(60).map(allowed).collect();
    if name.is_empty() { "annotations".to_owned() } else { name }
}

/// Deletes a work, and offers to bring it back.
pub fn delete(app: App, work: &WorkId, title: &str) {
    let store = app.store();
    // Noted first, so that another tab does not take the work for lost. Values that find no room are held and retried.
    let _ = note_deleted(&store.or_hold(), work, timing::wall_clock_ms());
    let removed = remove_work(&store, work);
    changed(app);
    let work = work.clone();
    // Data in IndexedDB stays there for a day, so that this can be undone.
    let restore = move || {
        let store = app.store();
        restore_work(&store, &work, &removed).map_err(|error| error.message())?;
        // A stored work is never purged, whether it is noted as deleted or not.
        let _ = forget_deleted(&store, &work);
        changed(app);
        Ok(())
    };
    offer_back(app, title.to_owned(), Arc::new(restore));
}

/// After a deletion: reports it once no crash can bring the data back, offers to bring the data back until it is back,
/// and tries again to store unsaved changes.
pub(super) fn offer_back(app: App, title: String, restore: RestoreDeleted) {
    spawn_local(async move {
        app.settle_durable().await;
        tell_removed(app, title, restore);
    });
    app.retry_unsaved();
}

fn tell_removed(app: App, title: String, restore: RestoreDeleted) {
    let message = say!(HubRemoved, name = title.as_str());
    let run = Arc::new(move || {
        if let Err(why) = restore() {
            app.tell(NoticeLevel::Error, why, None);
            let (title, restore) = (title.clone(), restore.clone());
            // The notice that was pressed goes away first.
            timing::after(0, move || tell_removed(app, title, restore));
        }
    });
    app.tell(
        NoticeLevel::Warning,
        message,
        Some(NoticeAction { label: TextId::HubUndoRemove, run }),
    );
}

/// Removes the large data of works that were deleted a day ago or earlier.
pub fn purge(app: App) {
    let due = take_due(&app.store(), timing::wall_clock_ms());
    spawn_local(async move {
        for work in due {
            // Data that cannot be removed stays, unreferenced.
            let _ = blobs::remove(work.as_str()).await;
            let _ = blobs::remove(&others_name(&work)).await;
            let _ = blobs::remove(&suggestions_name(&work)).await;
            forget_runs(&work).await;
            let _ = blobs::remove(&tokenizer_name(&work)).await;
        }
    });
}

fn changed(app: App) {
    app.recent.update(|n| *n = n.wrapping_add(1));
}
