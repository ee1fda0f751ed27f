//! Downloads.

use leptos::prelude::*;

use super::app::{App, Level};
use super::session::Session;
use crate::domain::format::{OffsetUnit, write_bundle, write_dataset};
use crate::domain::wording::{Key, Message, say};
use crate::platform::files;

/// What is downloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Export {
    /// Annotations, offsets in UTF-16 units.
    Annotations,
    /// Annotations, offsets in code points.
    Python,
    /// Data, annotations and template in one file.
    Bundle,
}

impl Session {
    /// The work as a file: its name and its text.
    #[must_use]
    pub fn written(self, export: Export) -> (String, String) {
        let name = self.template().name.clone();
        let name = if name.is_empty() { "template".to_owned() } else { name };
        self.work.with_value(|work| {
            let workspace = &work.workspace;
            let dataset = workspace.dataset();
            let changed = |at: usize| workspace.written(at);
            match export {
                Export::Annotations => (
                    "annotations.json".to_owned(),
                    write_dataset(dataset, changed, OffsetUnit::Utf16),
                ),
                Export::Python => (
                    "annotations.code-points.json".to_owned(),
                    write_dataset(dataset, changed, OffsetUnit::CodePoints),
                ),
                Export::Bundle => (
                    format!("{name}_packaged.json"),
                    write_bundle(dataset, changed, &work.template_text),
                ),
            }
        })
    }

    /// Saves the work as a file.
    pub fn export(self, app: App, export: Export) {
        let (file, text) = self.written(export);
        app.download(&file, "application/json", text);
    }
}

impl App {
    /// Saves a text as a file, and says whether that worked.
    pub fn download(self, name: &str, kind: &str, text: String) {
        match files::save(name, kind, &[text]) {
            Ok(()) => {
                let saved = Message::new(Key::NoticeDownloaded, vec![("name", name.into())]);
                self.tell(Level::Info, saved, None);
            }
            Err(why) => self.tell(Level::Error, not_saved(why), None),
        }
    }
}

/// What is said when the browser saves no file; with its words.
#[must_use]
pub fn not_saved(why: String) -> Message {
    say!("The browser could not save the file: {why}", why)
}
