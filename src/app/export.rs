//! Writes works as files and downloads them.

use leptos::prelude::*;

use super::context::{App, Session};
use super::event_log;
use super::notices::NoticeLevel;
use super::submission::kept_assignment;
use spanwise_annotation::format::{
    DataIn, OffsetUnit, cuts_characters, write_bundle, write_dataset,
};
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::BrowserError;
use spanwise_browser::files::{self, NewFile};
use spanwise_i18n::{Message, say};
use spanwise_submission::assignment::Annotator;

/// The content of a downloaded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Annotations, offsets in UTF-16 units.
    Annotations,
    /// Annotations, offsets in code points.
    Python,
    /// Data, annotations and template in one file.
    Bundle,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Session {
    /// Writes the work as a file.
    #[must_use]
    pub fn written(self, export: ExportFormat) -> ExportedFile {
        let name = self.template().name.clone();
        let name = if name.is_empty() { "template".to_owned() } else { name };
        let annotator = kept_assignment(self).as_deref().and_then(Annotator::from_json);
        self.work.with_value(|work| {
            let workspace = &work.workspace;
            let dataset = workspace.dataset();
            let with_times = event_log::time_writer(&work.store, &work.id);
            let changed =
                |at| with_times(workspace, at, written_by(workspace, at, annotator.as_ref()));
            match export {
                ExportFormat::Annotations => ExportedFile {
                    name: "annotations.json".to_owned(),
                    text: write_dataset(dataset, changed, OffsetUnit::Utf16),
                },
                ExportFormat::Python => ExportedFile {
                    name: "annotations.code-points.json".to_owned(),
                    text: write_dataset(dataset, changed, OffsetUnit::CodePoints),
                },
                ExportFormat::Bundle => ExportedFile {
                    name: format!("{name}_packaged.json"),
                    text: write_bundle(dataset, changed, &work.template.text),
                },
            }
        })
    }

    /// Saves the work as a file.
    pub fn export(self, app: App, export: ExportFormat) {
        let ExportedFile { name, text } = self.written(export);
        if app.download(&name, "application/json", &text) {
            if let Some(moved) = self.moved_offsets(export) {
                app.tell(NoticeLevel::Warning, moved, None);
            }
            self.work.update_value(|work| {
                work.meta.downloaded_seq = Some(work.journal.last_seq());
                work.meta.undownloaded_since_ms = None;
                work.write_meta();
            });
        }
    }

    /// Reports instances with offsets that the file cannot represent.
    fn moved_offsets(self, export: ExportFormat) -> Option<Message> {
        if export != ExportFormat::Python {
            return None;
        }
        self.work.with_value(|work| {
            moved_for_python(work.workspace.dataset(), |at| work.workspace.written(at))
        })
    }
}

/// Returns an instance with the annotator's signature as written to files; `None` if it is unchanged.
pub(super) fn written_by(
    workspace: &Workspace,
    at: usize,
    annotator: Option<&Annotator>,
) -> Option<String> {
    let changed = workspace.written(at);
    let raw = workspace.dataset().raw(at).unwrap_or_default();
    annotator.and_then(|annotator| annotator.signed(changed.as_deref(), raw)).or(changed)
}

impl App {
    /// Saves a text as a file and shows a notice of the outcome. Returns `true` if it was saved.
    pub fn download(self, name: &str, media_type: &str, text: &str) -> bool {
        let saved = files::save(NewFile { name, media_type, text });
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

/// Reports instances with offsets within a character, which a file with offsets in code points cannot represent.
#[must_use]
pub fn moved_for_python(
    dataset: &DataIn,
    changed: impl Fn(usize) -> Option<String>,
) -> Option<Message> {
    let cuts = |at: &usize| match changed(*at) {
        Some(written) => cuts_characters(&written),
        None => dataset.raw(*at).is_some_and(cuts_characters),
    };
    let instances: Vec<String> =
        (0..dataset.len()).filter(cuts).map(|at| (at + 1).to_string()).collect();
    let list = instances.join(", ");
    (!list.is_empty()).then(|| say!(ExportOffsetsInsideCharacterMovedStart, list))
}

/// Message that the browser could not save a file, with its own error text.
#[must_use]
pub fn not_saved(why: &BrowserError) -> Message {
    say!(ExportBrowserCouldNotSaveFile, why = why.to_string())
}
