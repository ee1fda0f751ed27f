//! Recent work on this device.

use std::sync::Arc;

use leptos::prelude::*;

use super::app::{App, Level, NoticeAction};
use crate::domain::store::WorkId;
use crate::domain::store::works::{Listed, remove_work, restore_work, works};
use crate::domain::wording::Key;

/// All works in the store, newest first. Tracks changes.
#[must_use]
pub fn list(app: App) -> Vec<Listed> {
    app.recent.track();
    works(&app.store())
}

/// Deletes a work, and offers to bring it back.
pub fn delete(app: App, work: &WorkId, title: &str) {
    let removed = remove_work(&app.store(), work);
    changed(app);
    // Data in IndexedDB stays there, so that this can be undone.
    let run = Arc::new(move || {
        if let Err(error) = restore_work(&app.store(), &removed) {
            app.tell(Level::Error, error.to_string(), None);
        }
        changed(app);
    });
    let text = app.words().fill(Key::HubRemoved, &[("name", title)]);
    app.tell(Level::Warning, text, Some(NoticeAction { label: Key::HubUndoRemove, run }));
}

fn changed(app: App) {
    app.recent.update(|n| *n = n.wrapping_add(1));
}
