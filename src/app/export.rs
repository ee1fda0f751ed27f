//! Downloads works as files.
//!
//! What writes them is loaded with the views that edits are made with, at the first sign of a person at the page: before
//! anything can be changed, and so that files can be written when the network is gone.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Session};
pub use super::file_writer::ExportFormat;
use super::file_writer::{ExportedFile, written};
use super::lazy::lazily_loaded;
use super::notices::{NoticeAction, NoticeLevel};
use super::recent_works;
use spanwise_annotation::store::WorkId;
use spanwise_browser::BrowserError;
use spanwise_browser::files::{self, NewFile};
use spanwise_i18n::{Message, TextId, say};

/// The lazily loaded functions.
#[derive(Clone, Copy)]
struct FileWriter {
    /// Writes the work of a session.
    write: fn(Session, ExportFormat) -> ExportedFile,
    /// Downloads the annotations of a work that is not open.
    export_closed: fn(App, WorkId),
}

lazily_loaded!(
    edit,
    file_writer,
    FileWriter,
    FileWriter { write: written, export_closed: recent_works::export }
);

/// Calls a function with what writes files, once it is loaded. If it cannot be downloaded, offers to try again.
fn with_file_writer(app: App, run: Arc<dyn Fn(FileWriter) + Send + Sync>) {
    spawn_local(async move {
        match file_writer().await {
            Ok(writer) => run(writer),
            Err(_) => {
                let again = Arc::new(move || with_file_writer(app, run.clone()));
                let retry = NoticeAction { label: TextId::FailureRetry, run: again };
                app.tell(NoticeLevel::Error, TextId::FailurePart, Some(retry));
            }
        }
    });
}

/// Downloads the annotations of a work that no page shows.
pub fn export_closed_work(app: App, work: WorkId) {
    with_file_writer(app, Arc::new(move |writer| (writer.export_closed)(app, work.clone())));
}

/// Downloads a work; once its session is gone, its annotations.
pub(super) fn export_work(app: App, session: Session, work: WorkId, export: ExportFormat) {
    let run = move |writer: FileWriter| {
        if session.is_of(&work) {
            session.save(app, (writer.write)(session, export));
        } else {
            (writer.export_closed)(app, work.clone());
        }
    };
    with_file_writer(app, Arc::new(run));
}

impl Session {
    /// Downloads the work as a file.
    pub fn export(self, app: App, export: ExportFormat) {
        export_work(app, self, self.work.with_value(|work| work.id.clone()), export);
    }

    /// Saves a file of the work, and notes that it was downloaded.
    fn save(self, app: App, file: ExportedFile) {
        if app.download(&file.name, "application/json", file.text.as_bytes()) {
            if let Some(moved) = file.moved_offsets {
                app.tell(NoticeLevel::Warning, moved, None);
            }
            self.record_all();
            self.work.update_value(|work| {
                work.meta.downloaded_seq = Some(work.journal.last_seq());
                work.meta.undownloaded_since_ms = None;
                work.write_meta();
            });
        }
    }
}

impl App {
    /// Saves a file and shows a notice of the outcome. Returns `true` if it was saved.
    pub fn download(self, name: &str, media_type: &str, content: &[u8]) -> bool {
        let saved = files::save(NewFile { name, media_type, content });
        let is_saved = saved.is_ok();
        match saved {
            Ok(()) => {
                let saved = say!(NoticeDownloaded, name);
                self.tell(NoticeLevel::Info, saved, None);
            }
            Err(why) => self.tell(NoticeLevel::Error, not_saved(&why), None),
        }
        is_saved
    }
}

/// Message that the browser could not save a file, with its own error text.
#[must_use]
pub fn not_saved(why: &BrowserError) -> Message {
    say!(ExportBrowserCouldNotSaveFile, why = why.to_string())
}
