//! Copying to the clipboard.

use leptos::task::spawn_local;

use crate::state::{App, Level};
use spanwise_browser::clipboard;
use spanwise_i18n::{Key, Message};

/// Copies a text, and says whether that worked.
pub(crate) fn copy(app: App, text: String) {
    spawn_local(async move {
        match clipboard::copy(&text).await {
            Ok(()) => app.tell(Level::Info, Key::TemplateCopied, None),
            Err(why) => {
                let message = Message::new(Key::TemplateNotCopied, vec![("why", why.into())]);
                app.tell(Level::Warning, message, None);
            }
        }
    });
}
