//! Copying to the clipboard.

use leptos::task::spawn_local;

use crate::app::{App, NoticeLevel};
use spanwise_browser::clipboard;
use spanwise_i18n::{TextId, say};

/// Copies a text, and shows a notice of the outcome.
pub(crate) fn copy(app: App, text: String) {
    spawn_local(async move {
        match clipboard::copy(&text).await {
            Ok(()) => app.tell(NoticeLevel::Info, TextId::TemplateCopied, None),
            Err(why) => {
                let message = say!(TemplateNotCopied, why = why.to_string());
                app.tell(NoticeLevel::Warning, message, None);
            }
        }
    });
}
