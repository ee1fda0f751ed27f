//! The preview: the real annotate page in a frame, which is sent the template and the data.

use leptos::prelude::*;
use web_sys::HtmlIFrameElement;

use super::preview_frame::{PreviewFrame, read_dataset};
use super::{Builder, DraftFile};
use crate::app::notices::NoticeLevel;
use spanwise_annotation::format::carry_over;
use spanwise_annotation::typology_changes::Renames;
use spanwise_browser::messages::{self, MessageField, MessageTarget, WindowMessage};
use spanwise_i18n::TextId;

impl Builder {
    /// Sets the frame of the preview.
    pub fn set_frame(self, frame: HtmlIFrameElement) {
        let listening = messages::listen(move |message| self.hear(&message));
        self.preview.update_value(|preview| {
            preview.frame = Some(frame);
            preview.listening = Some(listening);
        });
    }

    fn hear(self, message: &WindowMessage) {
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

    fn hear_state(self, message: &WindowMessage) {
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

    fn hear_result(self, message: &WindowMessage) {
        let Some(data) = message.text("data") else { return };
        // Annotations of the work loaded before use the names of the former template, and were requested before.
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
        // The data may have been changed since it was sent to the frame.
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

    /// Requests the annotations.
    fn ask(self) {
        self.post("get", &[]);
    }

    fn post(self, kind: &str, fields: &[(&str, MessageField<'_>)]) {
        let window = self.preview.try_with_value(PreviewFrame::window).flatten();
        if let Some(window) = window {
            MessageTarget::of_own_origin(window).post(kind, fields);
        }
    }

    /// Schedules loading the current template with the annotations so far.
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
                    Some(false) | None => builder.load(),
                }
            },
        );
    }

    /// Sends template and data to the frame.
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
                ("template", MessageField::Text(&good.text)),
                ("data", MessageField::Text(&data)),
                ("instance", MessageField::Number(instance)),
                ("keep", MessageField::Flag(false)),
            ],
        );
    }

    /// Data with the annotations made in the preview.
    #[must_use]
    pub fn data_shown(self) -> String {
        let annotated = self.preview.try_with_value(PreviewFrame::annotated).flatten();
        annotated.unwrap_or_else(|| self.data.get_untracked().to_string())
    }

    /// Carries the annotations over to data that was changed in its editor, where their instances are still there.
    pub(super) fn data_changed(self) {
        let after = self.data.get_untracked().to_string();
        // Data that cannot be read leaves the preview unchanged; the check reports its problems.
        if read_dataset(after.clone()).is_none() {
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

    /// Carries annotations over to changed data, and reports how many have no instance there.
    fn carried(self, before: String, annotated: String, after: &str) -> Option<String> {
        let sets =
            (read_dataset(before)?, read_dataset(annotated)?, read_dataset(after.to_owned())?);
        let carried = carry_over(&sets.0, &sets.1, &sets.2);
        if !carried.left_behind.is_empty() {
            let text = self.app.words().count(TextId::BuildLeftBehind, carried.left_behind.len());
            self.app.tell(NoticeLevel::Warning, text, None);
        }
        Some(carried.text)
    }

    /// Writes the annotations made in the preview into the data.
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

    /// Shows an instance (1-based) in the preview.
    pub fn go_to(self, instance: usize) {
        // If it is being loaded, it begins at this instance.
        self.preview_state.update(|shown| shown.instance = instance);
        self.post("go", &[("instance", MessageField::Number(instance))]);
    }
}
