//! The frame of the preview, and what it was given.

use std::sync::Arc;

use web_sys::{HtmlIFrameElement, Window};

use spanwise_annotation::format::{Dataset, Reader};
use spanwise_annotation::typology_changes::{Renames, rename_in_data, renamed};
use spanwise_browser::messages::Listening;
use spanwise_template::Template;

/// The frame, and what it was given.
#[derive(Debug, Default)]
pub(super) struct PreviewFrame {
    pub(super) frame: Option<HtmlIFrameElement>,
    pub(super) listening: Option<Listening>,
    pub(super) is_ready: bool,
    /// The data with what was annotated so far, in the names of `named_by`; `None` if nothing was.
    pub(super) annotated: Option<String>,
    /// The data that `annotated` is of: the last that could be read.
    pub(super) base: String,
    /// The template and the data that the frame was handed last.
    pub(super) handed: Option<(Arc<str>, String)>,
    /// The data without annotations that the frame was handed last.
    pub(super) handed_base: String,
    /// The template that the frame was handed last; before that, the first one without errors.
    pub(super) named_by: Option<Arc<Template>>,
    /// The last template without errors.
    pub(super) now: Option<Arc<Template>>,
    /// What was renamed between the two.
    pub(super) renames: Renames,
    /// Whether the frame has not yet shown what it was handed: until then, it tells of what it had before.
    pub(super) is_loading: bool,
    /// Whether something was annotated that was not asked for yet.
    pub(super) is_ahead: bool,
    /// States the frame told of since it was loaded: the first one is no change.
    pub(super) states: u32,
    /// Load again as soon as the annotations are here.
    pub(super) reload: bool,
}

impl PreviewFrame {
    pub(super) fn holding(data: &str, annotated: Option<String>) -> Self {
        PreviewFrame { annotated, base: data.to_owned(), ..PreviewFrame::default() }
    }

    /// There is another template without errors: what was renamed in it is renamed in the annotations, too.
    pub(super) fn template_changed(&mut self, template: &Arc<Template>) {
        let now = self.now.replace(template.clone());
        let rename = now.and_then(|now| renamed(&now.typology, &template.typology));
        rename.into_iter().for_each(|rename| self.renames.push(rename));
        self.named_by.get_or_insert_with(|| template.clone());
    }

    /// The data with what was annotated, in the names of the template as it is now; `None` if nothing was.
    pub(super) fn annotated(&self) -> Option<String> {
        self.renamed().unwrap_or_else(|| self.annotated.clone())
    }

    /// The same, if something was renamed.
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
    Reader::new(text).finish().ok()
}
