//! Recent work on this device.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::app::{App, Failure, Level, NoticeAction};
use super::beginning::replay;
use super::opening::{split_quietly, stored};
use super::saving::Store;
use super::several::others_name;
use crate::domain::format::{OffsetUnit, write_dataset};
use crate::domain::store::apart::{Apart, Known, told_apart};
use crate::domain::store::deleted::{forget_deleted, note_deleted, take_due};
use crate::domain::store::works::{
    Kept, Listed, read_file, remove_work, rename as rename_work, restore_work, works,
};
use crate::domain::store::{Journal, WorkId};
use crate::domain::submit::assignment::Assignment;
use crate::domain::submit::worker::Worker;
use crate::domain::wording::{Key, Message};
use crate::domain::workspace::Workspace;
use crate::platform::{blobs, timing};

/// All works in the store, newest first, with what tells each from others with its title. Tracks changes.
#[must_use]
pub fn list(app: App) -> Vec<(Listed, Apart)> {
    app.recent.track();
    let store = app.store();
    let works = works(&store);
    let workers: Vec<Option<Worker>> = works.iter().map(|l| worker(&store, &l.work)).collect();
    let known: Vec<Known<'_>> = works
        .iter()
        .zip(&workers)
        .map(|(listed, worker)| {
            let (title, source) = match &listed.meta {
                Ok(meta) => (meta.title.as_str(), meta.source.as_str()),
                Err(_) => (listed.work.as_str(), ""),
            };
            Known { title, source, annotator: worker.as_ref().and_then(Worker::name) }
        })
        .collect();
    let apart = told_apart(&known);
    works.into_iter().zip(apart).collect()
}

/// Who annotates a work, if a link said so.
fn worker(store: &Store, work: &WorkId) -> Option<Worker> {
    let json = read_file(store, work, Kept::Assignment).ok().flatten()?;
    Assignment::from_json(&json)?.worker
}

/// Gives a work another title.
pub fn rename(app: App, work: &WorkId, title: &str) {
    if let Err(error) = rename_work(&app.store(), work, title) {
        app.tell(Level::Error, error.message(), None);
    }
    changed(app);
}

/// Downloads the annotations of a work, without opening it.
pub fn export(app: App, work: WorkId) {
    spawn_local(async move {
        match annotations(app, work).await {
            Ok((name, text)) => app.download(&name, "application/json", text),
            Err(failure) => app.tell(Level::Error, failure.message, None),
        }
    });
}

/// Name and text of the file.
async fn annotations(app: App, work: WorkId) -> Result<(String, String), Failure> {
    let (landing, meta, data) = stored(app, &work).await?;
    let Some(data) = data else {
        return Err(Failure::new(meta.title, Key::NoticeDataGone));
    };
    let dataset = Arc::new(split_quietly(&meta.title, data).await?);
    let mut workspace = Workspace::new(landing.template, dataset.clone());
    // Read only: the journal is dropped without having written.
    replay(&mut workspace, &Journal::open(app.store(), work));
    let text = write_dataset(&dataset, |at| workspace.written(at), OffsetUnit::Utf16);
    Ok((format!("{}.json", file_name(&meta.title)), text))
}

/// A title as the name of a file.
fn file_name(title: &str) -> String {
    let allowed = |c: char| if c.is_alphanumeric() || "-_ .".contains(c) { c } else { '_' };
    let name: String = title.trim().chars().take(60).map(allowed).collect();
    if name.is_empty() { "annotations".to_owned() } else { name }
}

/// Deletes a work, and offers to bring it back.
pub fn delete(app: App, work: &WorkId, title: &str) {
    let store = app.store();
    let removed = remove_work(&store, work);
    // Without the note, large data stays longer than it need; nothing is lost.
    let _ = note_deleted(&store, work, timing::wall_clock_ms());
    changed(app);
    let work = work.clone();
    // Data in IndexedDB stays there for a day, so that this can be undone.
    let run = Arc::new(move || {
        let store = app.store();
        match restore_work(&store, &work, &removed) {
            // A work that is here is never thrown away, noted or not.
            Ok(()) => drop(forget_deleted(&store, &work)),
            Err(error) => app.tell(Level::Error, error.message(), None),
        }
        changed(app);
    });
    let removed = Message::new(Key::HubRemoved, vec![("name", title.into())]);
    app.tell(Level::Warning, removed, Some(NoticeAction { label: Key::HubUndoRemove, run }));
}

/// Throws away the large data of works that were deleted a day ago or earlier.
pub fn purge(app: App) {
    let due = take_due(&app.store(), timing::wall_clock_ms());
    spawn_local(async move {
        for work in due {
            // What could not be removed stays; nothing points to it.
            let _ = blobs::remove(work.as_str()).await;
            let _ = blobs::remove(&others_name(&work)).await;
        }
    });
}

fn changed(app: App) {
    app.recent.update(|n| *n = n.wrapping_add(1));
}
