//! Copying to the clipboard.

use leptos::task::spawn_local;

use crate::domain::wording::Key;
use crate::platform::clipboard;
use crate::state::{App, Level};

/// Copies a text, and says whether that worked.
pub(crate) fn copy(app: App, text: String) {
    spawn_local(async move {
        match clipboard::copy(&text).await {
            Ok(()) => app.tell(Level::Info, app.words().get(Key::TemplateCopied), None),
            Err(why) => {
                let text = app.words().fill(Key::TemplateNotCopied, &[("why", &why)]);
                app.tell(Level::Warning, text, None);
            }
        }
    });
}
