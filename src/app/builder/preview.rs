//! The preview: the real annotate page in a frame, which is handed the template and the data.

use std::sync::Arc;

use leptos::prelude::*;
use web_sys::{HtmlIFrameElement, Window};

use super::{Builder, DraftFile};
use crate::app::notices::NoticeLevel;
use spanwise_annotation::format::{Dataset, Reader, carry_over};
use spanwise_annotation::typology_changes::{Renames, rename_in_data, renamed};
use spanwise_browser::messages::{self, Field, Listening, Message};
use spanwise_i18n::Key;
use spanwise_template::Template;

/// The frame, and what it was given.
#[derive(Debug, Default)]
pub(super) struct Preview {
    frame: Option<HtmlIFrameElement>,
    listening: Option<Listening>,
    is_ready: bool,
    /// The data with what was annotated so far, in the names of `named_by`; `None` if nothing was.
    annotated: Option<String>,
    /// The data that `annotated` is of: the last that could be read.
    base: String,
    /// The template and the data that the frame was handed last.
    handed: Option<(Arc<str>, String)>,
    /// The data without annotations that the frame was handed last.
    handed_base: String,
    /// The template that the frame was handed last; before that, the first one without errors.
    named_by: Option<Arc<Template>>,
    /// The last template without errors.
    now: Option<Arc<Template>>,
    /// What was renamed between the two.
    renames: Renames,
    /// Whether the frame has not yet shown what it was handed: until then, it tells of what it had before.
    is_loading: bool,
    /// Whether something was annotated that was not asked for yet.
    is_ahead: bool,
    /// States the frame told of since it was loaded: the first one is no change.
    states: u32,
    /// Load again as soon as the annotations are here.
    reload: bool,
}

/// What the preview shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PreviewState {
    /// The instance, from 1.
    pub instance: usize,
    /// How many there are.
    pub total: usize,
    /// Whether it was annotated in a way that the data does not say.
    pub is_annotated: bool,
    /// Why there is nothing to show.
    pub failure: Option<String>,
}

impl Preview {
    pub(super) fn holding(data: &str, annotated: Option<String>) -> Self {
        Preview { annotated, base: data.to_owned(), ..Preview::default() }
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
        let data = read(self.annotated.as_ref().unwrap_or(&self.base).clone())?;
        let text = rename_in_data(&data, &changes, &before.typology, &now.typology);
        Some(Some(text).filter(|text| *text != self.base))
    }

    fn window(&self) -> Option<Window> {
        self.frame.as_ref()?.content_window()
    }
}

impl Builder {
    /// Takes the frame in which the preview is shown.
    pub fn set_frame(self, frame: HtmlIFrameElement) {
        let listening = messages::listen(move |message| self.hear(&message));
        self.preview.update_value(|preview| {
            preview.frame = Some(frame);
            preview.listening = Some(listening);
        });
    }

    fn hear(self, message: &Message) {
        let ours = self.preview.try_with_value(|preview| preview.window());
        let Some(Some(window)) = ours else { return };
        if !message.is_from(&window) || message.origin() != messages::own_origin() {
            return;
        }
        match message.text("type").as_deref() {
            Some("ready") => {
                self.preview.update_value(|preview| {
                    preview.is_ready = true;
                    preview.is_loading = false;
                    preview.handed = None;
                });
                self.load();
            }
            Some("loaded") => {
                self.preview.update_value(|preview| preview.is_loading = false);
                self.preview_state.update(|shown| shown.failure = None);
            }
            Some("failed") => {
                self.preview.update_value(|preview| preview.is_loading = false);
                self.preview_state.update(|shown| shown.failure = message.text("message"));
            }
            Some("state") => self.hear_state(message),
            Some("result") => self.hear_result(message),
            _ => {}
        }
    }

    fn hear_state(self, message: &Message) {
        let first = self.preview.try_update_value(|preview| {
            preview.states += 1;
            preview.is_ahead |= preview.states > 1;
            preview.states == 1
        });
        self.preview_state.update(|shown| {
            shown.instance = message.number("instance").unwrap_or(1);
            shown.total = message.number("total").unwrap_or(0);
        });
        if first == Some(false) {
            self.after_a_while(400, |later| &mut later.ask, Builder::ask);
        }
    }

    fn hear_result(self, message: &Message) {
        let Some(data) = message.text("data") else { return };
        // What it had before is in the names of the template before, and was asked for before that was replaced.
        let loading = self.preview.try_update_value(|preview| {
            let reload = preview.is_loading && std::mem::take(&mut preview.reload);
            (preview.is_loading, reload)
        });
        if let Some((true, reload)) = loading {
            return if reload {
                self.load()
            };
        }
        let (before, now) = self.preview.with_value(|p| (p.handed_base.clone(), p.base.clone()));
        // The data may have been changed since the frame was handed it.
        let data = if before == now { Some(data) } else { self.carried(before, data, &now) };
        let outcome = self.preview.try_update_value(|preview| {
            let annotated = data.filter(|data| *data != preview.base);
            let is_changed = preview.annotated != annotated;
            preview.annotated = annotated;
            preview.is_ahead = false;
            (is_changed, std::mem::take(&mut preview.reload))
        });
        let (is_changed, reload) = outcome.unwrap_or_default();
        self.tell_annotated();
        if is_changed {
            self.save_annotated();
        }
        self.check_later();
        if reload {
            self.load();
        }
    }

    fn tell_annotated(self) {
        let is_annotated = self.preview.with_value(|p| p.annotated.is_some());
        self.preview_state.update(|shown| shown.is_annotated = is_annotated);
    }

    /// Asks for the annotations.
    fn ask(self) {
        self.post("get", &[]);
    }

    fn post(self, kind: &str, fields: &[(&str, Field<'_>)]) {
        let window = self.preview.try_with_value(Preview::window).flatten();
        if let Some(window) = window {
            messages::post(&window, &messages::own_origin(), kind, fields);
        }
    }

    /// Shows the template as it is now, with what was annotated so far.
    pub(super) fn reload_later(self) {
        self.after_a_while(
            350,
            |later| &mut later.reload,
            |builder| {
                let ahead = builder.preview.try_update_value(|preview| {
                    preview.reload = preview.is_ahead;
                    preview.is_ahead
                });
                match ahead {
                    Some(true) => builder.ask(),
                    _ => builder.load(),
                }
            },
        );
    }

    /// Hands template and data to the frame.
    fn load(self) {
        let ready = self.preview.try_with_value(|preview| preview.is_ready) == Some(true);
        let Some(good) = self.valid_template.get_untracked().filter(|_| ready) else { return };
        let data = self.preview.try_update_value(|preview| {
            let annotated = preview.annotated();
            let is_renamed = annotated != preview.annotated;
            let data = annotated.clone().unwrap_or_else(|| preview.base.clone());
            preview.annotated = annotated;
            preview.named_by = Some(good.template.clone());
            preview.renames = Renames::default();
            let handed = Some((good.text.clone(), data.clone()));
            if preview.handed == handed {
                return None;
            }
            preview.handed = handed;
            preview.is_loading = true;
            preview.handed_base.clone_from(&preview.base);
            preview.states = 0;
            preview.is_ahead = false;
            Some((data, is_renamed))
        });
        let Some(Some((data, is_renamed))) = data else { return };
        self.tell_annotated();
        if is_renamed {
            self.save_annotated();
        }
        let instance = self.preview_state.with_untracked(|shown| shown.instance.max(1));
        self.post(
            "load",
            &[
                ("template", Field::Text(&good.text)),
                ("data", Field::Text(&data)),
                ("instance", Field::Number(instance)),
                ("keep", Field::Flag(false)),
            ],
        );
    }

    /// The data as the preview shows it, annotations included.
    #[must_use]
    pub fn data_shown(self) -> String {
        let annotated = self.preview.try_with_value(Preview::annotated).flatten();
        annotated.unwrap_or_else(|| self.data.get_untracked().to_string())
    }

    /// The data was changed in its editor: what was annotated goes along, where its instance is still there.
    pub(super) fn data_changed(self) {
        let after = self.data.get_untracked().to_string();
        // Data that can't be read leaves the preview as it is; the check says what is wrong.
        if read(after.clone()).is_none() {
            return;
        }
        let known = self.preview.with_value(|p| p.annotated.clone().map(|a| (p.base.clone(), a)));
        let carried = known.and_then(|(before, annotated)| self.carried(before, annotated, &after));
        self.preview.update_value(|preview| {
            preview.annotated = carried.filter(|text| *text != after);
            preview.base = after;
        });
        self.reload_later();
    }

    /// What was annotated, put onto data that was changed meanwhile. Says how much found no place there.
    fn carried(self, before: String, annotated: String, after: &str) -> Option<String> {
        let sets = (read(before)?, read(annotated)?, read(after.to_owned())?);
        let carried = carry_over(&sets.0, &sets.1, &sets.2);
        if !carried.left_behind.is_empty() {
            let text = self.app.words().count(Key::BuildLeftBehind, carried.left_behind.len());
            self.app.tell(NoticeLevel::Warning, text, None);
        }
        Some(carried.text)
    }

    /// Writes what was annotated in the preview into the data.
    pub fn write_back(self) {
        let data = self.data_shown();
        self.keep_version();
        self.preview.update_value(|preview| {
            preview.annotated = None;
            preview.base.clone_from(&data);
        });
        self.set_text(DraftFile::Data, &data);
        self.tell_annotated();
    }

    /// Shows an instance, counted from 1, in the preview.
    pub fn go_to(self, instance: usize) {
        // If it is being loaded anew, it begins there.
        self.preview_state.update(|shown| shown.instance = instance);
        self.post("go", &[("instance", Field::Number(instance))]);
    }
}

fn read(text: String) -> Option<Dataset> {
    Reader::new(text).finish().ok()
}
