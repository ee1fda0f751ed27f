//! The builder: a draft of a template with data, compiled as one types, and shown in the real annotate page.

mod check;
mod draft;
mod preview;

use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;

use super::app::{App, Level};
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::drafts::DraftMeta;
use spanwise_browser::editor::Editor;
use spanwise_browser::timing;
use spanwise_diagnostics::{Diagnostic, Place, Severity};
use spanwise_i18n::say;
use spanwise_template::outline::OutlinePatch;
use spanwise_template::{Template, compile_with_icons};
use spanwise_text::Text;

pub use self::check::Checked;
pub use self::preview::Shown;

/// What the builder is opened with.
#[derive(Debug, Clone)]
pub enum BuildFrom {
    /// The draft that was changed last, or a new one.
    Latest,
    /// A draft of this device.
    Draft(WorkId),
    /// A template, and data if there is any, as a new draft.
    Template {
        /// Its text.
        template: Arc<str>,
        /// The text of the data.
        data: Option<String>,
        /// The name or address it came from.
        origin: String,
        /// Whether it was to be annotated with, and has errors that keep it from that.
        is_refused: bool,
    },
}

/// A template without errors, and its text.
#[derive(Debug, Clone)]
pub struct Good {
    /// The text.
    pub text: Arc<str>,
    /// What it compiles to.
    pub template: Arc<Template>,
}

/// Whether a draft is on this device as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    /// It is.
    Saved,
    /// It will be in a moment.
    Due,
    /// The browser did not store it.
    Refused,
}

/// A draft that is open. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Builder {
    /// The template as it stands.
    pub template: RwSignal<Arc<str>>,
    /// The data as it stands.
    pub data: RwSignal<Arc<str>>,
    /// What is wrong with the template, in the order of its text.
    pub diagnostics: RwSignal<Arc<[Diagnostic]>>,
    /// The last template without errors.
    pub good: RwSignal<Option<Good>>,
    /// What of the data the template cannot show as meant.
    pub checked: RwSignal<Checked>,
    /// The names that icons may have, once they are there.
    pub icons: RwSignal<Arc<[String]>>,
    /// What the preview shows.
    pub shown: RwSignal<Shown>,
    /// Title, origin and times of the draft.
    pub meta: RwSignal<DraftMeta>,
    /// Whether everything is on this device.
    pub saving: RwSignal<Saving>,
    /// Changes when the list of versions or drafts does.
    pub listed: RwSignal<u32>,
    app: App,
    draft: StoredValue<WorkId>,
    editors: StoredValue<Editors, LocalStorage>,
    preview: StoredValue<preview::Preview, LocalStorage>,
    later: StoredValue<Later>,
    /// Where the template is shown first.
    begins_at: StoredValue<Option<Place>>,
}

/// The editors, once they are there.
#[derive(Debug, Default)]
struct Editors {
    template: Option<Editor>,
    data: Option<Editor>,
}

/// Numbers of the latest requests to do something a little later: earlier ones are then not carried out.
#[derive(Debug, Clone, Default)]
struct Later {
    save: u32,
    reload: u32,
    check: u32,
    keep: u32,
    ask: u32,
}

/// Which of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    /// The template.
    Template,
    /// The data.
    Data,
}

/// A range of bytes in UTF-16 units, as the editor counts.
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

    /// Where the template is to be shown first, if that was not done yet.
    pub fn take_beginning(self) -> Option<Place> {
        self.begins_at.try_update_value(Option::take).flatten()
    }

    /// Says that the template was refused, and why, and is to be shown at the first error.
    fn refuse(self) {
        let errors: Vec<Place> = self.diagnostics.with_untracked(|all| {
            let errors = all.iter().filter(|problem| problem.severity == Severity::Error);
            errors.map(|problem| problem.place.clone()).collect()
        });
        let name = self.meta.with_untracked(|meta| meta.origin.clone());
        let counted = say!(FailureTemplateErrors, n = errors.len());
        self.app.tell(Level::Error, say!(BuildToMend, name, errors = counted), None);
        self.begins_at.set_value(errors.into_iter().next());
    }

    /// Takes an editor that was made for a text.
    pub fn set_editor(self, file: File, editor: Editor) {
        self.editors.update_value(|editors| match file {
            File::Template => editors.template = Some(editor),
            File::Data => editors.data = Some(editor),
        });
    }

    /// Takes the editors away, with the page.
    pub(super) fn close(self) {
        self.save_rest();
        self.editors.set_value(Editors::default());
        self.preview.set_value(preview::Preview::default());
    }

    /// Does something with the editor of a text, if it is there.
    pub fn with_editor<T>(self, file: File, run: impl FnOnce(&Editor) -> T) -> Option<T> {
        self.editors.try_with_value(|editors| {
            let editor = match file {
                File::Template => editors.template.as_ref(),
                File::Data => editors.data.as_ref(),
            };
            editor.map(run)
        })?
    }

    /// Replaces a text, in the editor too: a step that can be undone there.
    pub fn set_text(self, file: File, text: &str) {
        if self.with_editor(file, |editor| editor.set_text(text, false)).is_none() {
            self.changed(file, text.to_owned());
        }
    }

    /// Changes the template by a patch of it as it stands: one step that can be undone in its editor.
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
        let done = self.with_editor(File::Template, |editor| editor.patch(&changes, select));
        if done.is_none() {
            self.changed(File::Template, new.as_str().to_owned());
        }
    }

    /// A text was changed.
    pub fn changed(self, file: File, text: String) {
        match file {
            File::Template => {
                self.template.set(text.into());
                self.compile();
            }
            File::Data => {
                self.data.set(text.into());
                self.data_changed();
            }
        }
        self.save_later();
        self.check_later();
    }

    /// Compiles the template as it stands. The last one without errors stays until there is another.
    pub(super) fn compile(self) {
        let text = self.template.get_untracked();
        let icons = self.icons.get_untracked();
        let compiled = compile_with_icons(&text, (!icons.is_empty()).then_some(&icons));
        let broken = compiled.diagnostics.iter().any(|d| d.severity == Severity::Error);
        self.diagnostics.set(compiled.diagnostics.into());
        if let Some(template) = &compiled.template
            && self.meta.with_untracked(|meta| meta.title.is_empty())
        {
            self.meta.update(|meta| meta.title.clone_from(&template.label));
        }
        let template = compiled.template.filter(|t| !broken && !t.typology.categories().is_empty());
        if let Some(template) = template {
            self.meta.update(|meta| meta.title.clone_from(&template.label));
            let template = Arc::new(template);
            self.preview.update_value(|preview| preview.template_changed(&template));
            self.good.set(Some(Good { text, template }));
            self.reload_later();
        }
    }

    /// Does something after a while in which it was not asked for again.
    fn after_a_while(self, ms: i32, which: fn(&mut Later) -> &mut u32, run: fn(Builder)) {
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
