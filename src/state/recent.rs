//! Recent work on this device.

use leptos::prelude::*;

use super::app::{App, Level, NoticeAction};
use crate::domain::store::WorkId;
use crate::domain::store::works::{Listed, remove_work, restore_work, works};
use crate::domain::wording::Key;

/// All works in the store, newest first.
#[must_use]
pub fn list(app: App) -> Vec<Listed> {
    works(&app.store())
}

/// Deletes a work, and offers to bring it back. `changed` is called after either.
pub fn delete(app: App, work: &WorkId, title: &str, changed: Callback<()>) {
    let removed = remove_work(&app.store(), work);
    changed.run(());
    // The data of a work too large for localStorage stays in IndexedDB until the page is left, so that this can be undone.
    let run = Callback::new(move |()| {
        if let Err(error) = restore_work(&app.store(), &removed) {
            app.tell(Level::Error, error.to_string(), None);
        }
        changed.run(());
    });
    let text = app.words().fill(Key::HubRemoved, &[("name", title)]);
    app.tell(Level::Warning, text, Some(NoticeAction { label: Key::HubUndoRemove, run }));
}
