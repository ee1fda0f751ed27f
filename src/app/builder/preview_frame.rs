//! The frame of the preview, and the template and data sent to it.

use std::sync::Arc;

use web_sys::{HtmlIFrameElement, Window};

use spanwise_annotation::format::{Dataset, DatasetReader};
use spanwise_annotation::typology_changes::{Renames, rename_in_data, renamed};
use spanwise_browser::messages::MessageListener;
use spanwise_template::Template;

/// The frame, and the template and data sent to it.
#[derive(Debug, Default)]
pub(super) struct PreviewFrame {
    pub(super) frame: Option<HtmlIFrameElement>,
    pub(super) listening: Option<MessageListener>,
    pub(super) is_ready: bool,
    /// Data with the annotations so far, in the names of `named_by`; `None` if there are none.
    pub(super) annotated: Option<String>,
    /// Data without the annotations: the last that could be read.
    pub(super) base: String,
    /// Template and data that were sent last.
    pub(super) handed: Option<(Arc<str>, String)>,
    /// Data without annotations that was sent last.
    pub(super) handed_base: String,
    /// Template that was sent last; before that, the first one without errors.
    pub(super) named_by: Option<Arc<Template>>,
    /// The last template without errors.
    pub(super) now: Option<Arc<Template>>,
    /// Renamed categories and options between the two.
    pub(super) renames: Renames,
    /// `true` until the frame has loaded the last template and data: until then its messages are about earlier ones.
    pub(super) is_loading: bool,
    /// `true` if annotations were made that were not requested yet.
    pub(super) is_ahead: bool,
    /// Number of states reported since loading: the first one is no change.
    pub(super) states: u32,
    /// Load again once the annotations have arrived.
    pub(super) reload: bool,
}

impl PreviewFrame {
    pub(super) fn holding(data: &str, annotated: Option<String>) -> Self {
        PreviewFrame { annotated, base: data.to_owned(), ..PreviewFrame::default() }
    }

    /// Notes the names changed by another template without errors, to be changed in the annotations too.
    pub(super) fn template_changed(&mut self, template: &Arc<Template>) {
        let now = self.now.replace(template.clone());
        let rename = now.and_then(|now| renamed(&now.typology, &template.typology));
        rename.into_iter().for_each(|rename| self.renames.push(rename));
        self.named_by.get_or_insert_with(|| template.clone());
    }

    /// Data with the annotations in the names of the current template; `None` if there are none.
    pub(super) fn annotated(&self) -> Option<String> {
        self.renamed().unwrap_or_else(|| self.annotated.clone())
    }

    /// Like [`PreviewFrame::annotated`], `None` if nothing was renamed.
    fn renamed(&self) -> Option<Option<String>> {
        let (before, now) = (self.named_by.as_ref()?, self.now.as_ref()?);
        let changes = self.renames.changes();
        if changes.is_empty() {
            return None;
        }
        let data = read_dataset(self.annotated.as_ref().unwrap_or(&self.base).clone())?;
        let text = rename_in_data(&data, &changes, &before.typology, &now.typology);
        Some(Some(text).filter(|text| *text != self.base))
    }

    pub(super) fn window(&self) -> Option<Window> {
        self.frame.as_ref()?.content_window()
    }
}

/// Reads data; `None` if it is malformed.
pub(super) fn read_dataset(text: String) -> Option<Dataset> {
    DatasetReader::new(text).finish().ok()
}
