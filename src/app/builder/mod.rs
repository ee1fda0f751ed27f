//! The builder: a draft of a template with data, compiled while typing and previewed in the real annotate page.

mod data_check;
mod draft_storage;
mod gold;
mod preview;
mod preview_frame;
pub(super) mod start;

use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;

use super::context::App;
use super::notices::NoticeLevel;
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::drafts::DraftMeta;
use spanwise_browser::editor::Editor;
use spanwise_browser::timing;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::say;
use spanwise_template::outline::OutlinePatch;
use spanwise_template::{Template, compile_for_author};
use spanwise_text::Text;
use spanwise_training::problems_in_template;

pub use self::gold::GoldSession;
pub use self::start::BuilderStart;

/// A template without errors, with its text.
#[derive(Debug, Clone)]
pub struct ValidTemplate {
    /// The text.
    pub text: Arc<str>,
    /// The compiled template.
    pub template: Arc<Template>,
    /// Time at which the editor had this text last, in milliseconds since 1970.
    pub at_ms: u64,
}

/// Save state of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftSaveState {
    /// The draft is on this device.
    Saved,
    /// It is about to be saved.
    Due,
    /// The browser did not store it.
    Refused,
}

/// Result of checking the data against the template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataCheck {
    /// Number of instances.
    pub instances: usize,
    /// The problems, in the order of the data, the first 500.
    pub problems: Arc<[Diagnostic]>,
    /// Number of problems that are edits which do not fit the template.
    pub misfits: usize,
}

/// State of the preview.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PreviewState {
    /// 1-based number of the instance shown.
    pub instance: usize,
    /// Number of instances.
    pub total: usize,
    /// `true` if annotations were made that are not in the data.
    pub is_annotated: bool,
    /// Error message if nothing can be shown.
    pub failure: Option<String>,
}

/// A draft that is open. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Builder {
    /// Current text of the template.
    pub template: RwSignal<Arc<str>>,
    /// Current text of the data.
    pub data: RwSignal<Arc<str>>,
    /// Problems of the template in the order of its text.
    pub diagnostics: RwSignal<Arc<[Diagnostic]>>,
    /// The last template without errors.
    pub valid_template: RwSignal<Option<ValidTemplate>>,
    /// Reports instances that the template cannot display.
    pub data_check: RwSignal<DataCheck>,
    /// Names of all icons, once loaded.
    pub icons: RwSignal<Arc<[String]>>,
    /// State of the preview.
    pub preview_state: RwSignal<PreviewState>,
    /// Title, origin and times of the draft.
    pub meta: RwSignal<DraftMeta>,
    /// Save state of the draft.
    pub saving: RwSignal<DraftSaveState>,
    /// Changes with the list of versions or drafts.
    pub listed: RwSignal<u32>,
    app: App,
    draft: StoredValue<WorkId>,
    editors: StoredValue<DraftEditors, LocalStorage>,
    preview: StoredValue<preview_frame::PreviewFrame, LocalStorage>,
    later: StoredValue<ScheduledActions>,
    /// Place of the first error, to be shown when the editor opens.
    first_error: StoredValue<Option<DiagnosticPlace>>,
}

/// The editors, once created.
#[derive(Debug, Default)]
struct DraftEditors {
    template: Option<Editor>,
    data: Option<Editor>,
}

/// Numbers of the latest scheduled actions; earlier ones of the same kind are dropped.
#[derive(Debug, Clone, Default)]
struct ScheduledActions {
    save: u32,
    reload: u32,
    check: u32,
    keep: u32,
    ask: u32,
}

/// One of the two texts of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftFile {
    /// The template.
    Template,
    /// The data.
    Data,
}

/// Converts a range of bytes to UTF-16 units, the offsets of the editor.
#[must_use]
pub fn in_utf16(text: &Text, bytes: &Range<usize>) -> (u32, u32) {
    let span = text.span_of(bytes.clone());
    (span.start().0, span.end().0)
}

impl Builder {
    /// The draft.
    #[must_use]
    pub fn draft(self) -> WorkId {
        self.draft.get_value()
    }

    /// The app.
    #[must_use]
    pub fn app(self) -> App {
        self.app
    }

    /// Takes the place of the first error, which is to be shown once.
    pub fn take_first_error(self) -> Option<DiagnosticPlace> {
        self.first_error.try_update_value(Option::take).flatten()
    }

    /// Reports that the template was refused because of its errors, and marks the first one to be shown.
    fn refuse(self) {
        let errors: Vec<DiagnosticPlace> = self.diagnostics.with_untracked(|all| {
            let errors = all.iter().filter(|problem| problem.severity == Severity::Error);
            errors.map(|problem| problem.place.clone()).collect()
        });
        let name = self.meta.with_untracked(|meta| meta.origin.clone());
        let counted = say!(FailureTemplateErrors, n = errors.len());
        self.app.tell(NoticeLevel::Error, say!(BuildToMend, name, errors = counted), None);
        self.first_error.set_value(errors.into_iter().next());
    }

    /// Sets the editor of a text.
    pub fn set_editor(self, file: DraftFile, editor: Editor) {
        self.editors.update_value(|editors| match file {
            DraftFile::Template => editors.template = Some(editor),
            DraftFile::Data => editors.data = Some(editor),
        });
    }

    /// Saves the draft and drops editors and preview.
    pub(super) fn close(self) {
        self.save_rest();
        self.editors.set_value(DraftEditors::default());
        self.preview.set_value(preview_frame::PreviewFrame::default());
    }

    /// Calls a function with the editor of a text, if there is one.
    pub fn with_editor<T>(self, file: DraftFile, run: impl FnOnce(&Editor) -> T) -> Option<T> {
        self.editors.try_with_value(|editors| {
            let editor = match file {
                DraftFile::Template => editors.template.as_ref(),
                DraftFile::Data => editors.data.as_ref(),
            };
            editor.map(run)
        })?
    }

    /// Replaces a text in its editor, as one undoable step.
    pub fn set_text(self, file: DraftFile, text: &str) {
        if self.with_editor(file, |editor| editor.set_text(text)).is_none() {
            self.changed(file, text.to_owned());
        }
    }

    /// Applies a patch to the current template, as one undoable step in its editor.
    pub fn patch(self, patched: &OutlinePatch) {
        let old = Text::new(&*self.template.get_untracked());
        let new = Text::new(patched.applied_to(old.as_str()));
        let changes: Vec<(u32, u32, String)> = patched
            .edits
            .iter()
            .map(|(bytes, with)| {
                let (from, to) = in_utf16(&old, bytes);
                (from, to, with.clone())
            })
            .collect();
        let select = Some(in_utf16(&new, &patched.select));
        let done = self.with_editor(DraftFile::Template, |editor| editor.patch(&changes, select));
        if done.is_none() {
            self.changed(DraftFile::Template, new.as_str().to_owned());
        }
    }

    /// Updates the draft after a change of a text.
    pub fn changed(self, file: DraftFile, text: String) {
        match file {
            DraftFile::Template => {
                self.template.set(text.into());
                self.compile();
            }
            DraftFile::Data => {
                self.data.set(text.into());
                self.data_changed();
            }
        }
        self.save_later();
        self.check_later();
    }

    /// Compiles the current template. The last one without errors is kept until there is another.
    pub(super) fn compile(self) {
        let text = self.template.get_untracked();
        let icons = self.icons.get_untracked();
        let compiled = compile_for_author(&text, (!icons.is_empty()).then_some(&icons));
        let broken = compiled.diagnostics.iter().any(|d| d.severity == Severity::Error);
        let of_training = problems_in_template(&text, &compiled);
        self.diagnostics.set([compiled.diagnostics, of_training].concat().into());
        if let Some(template) = &compiled.template
            && self.meta.with_untracked(|meta| meta.title.is_empty())
        {
            self.meta.update(|meta| meta.title.clone_from(&template.label));
        }
        let template = compiled.template.filter(|t| !broken && !t.typology.categories().is_empty());
        if let Some(template) = template {
            self.meta.update(|meta| meta.title.clone_from(&template.label));
            let (template, at_ms) = (Arc::new(template), timing::wall_clock_ms());
            self.preview.update_value(|preview| preview.template_changed(&template));
            self.valid_template.set(Some(ValidTemplate { text, template, at_ms }));
            self.reload_later();
        }
    }

    /// Runs an action after a delay, unless it is scheduled again meanwhile.
    fn after_a_while(
        self,
        ms: i32,
        which: fn(&mut ScheduledActions) -> &mut u32,
        run: fn(Builder),
    ) {
        let number = self.later.try_update_value(|later| {
            let number = which(later);
            *number = number.wrapping_add(1);
            *number
        });
        timing::after(ms, move || {
            let latest = self.later.try_update_value(|later| *which(later));
            if latest.is_some() && latest == number {
                run(self);
            }
        });
    }
}
