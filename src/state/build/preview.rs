//! The preview: the real annotate page in a frame, which is handed the template and the data.

use leptos::prelude::*;
use web_sys::{HtmlIFrameElement, Window};

use super::{Builder, File};
use crate::domain::format::{Dataset, Reader, carry_over};
use crate::domain::wording::Key;
use crate::platform::messages::{self, Field, Listening, Message};
use crate::state::app::Level;

/// The frame, and what it was given.
#[derive(Debug, Default)]
pub(super) struct Preview {
    frame: Option<HtmlIFrameElement>,
    listening: Option<Listening>,
    is_ready: bool,
    /// The data with what was annotated so far; `None` if nothing was.
    pub(super) annotated: Option<String>,
    /// The data that `annotated` is of: the last that could be read.
    base: String,
    /// Whether something was annotated that was not asked for yet.
    is_ahead: bool,
    /// States the frame told of since it was loaded: the first one is no change.
    states: u32,
    /// Load again as soon as the annotations are here.
    reload: bool,
}

/// What the preview shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
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
                self.preview.update_value(|preview| preview.is_ready = true);
                self.load();
            }
            Some("loaded") => self.shown.update(|shown| shown.failure = None),
            Some("failed") => {
                self.shown.update(|shown| shown.failure = message.text("message"));
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
        self.shown.update(|shown| {
            shown.instance = message.number("instance").unwrap_or(1);
            shown.total = message.number("total").unwrap_or(0);
        });
        if first == Some(false) {
            self.after_a_while(400, |later| &mut later.ask, Builder::ask);
        }
    }

    fn hear_result(self, message: &Message) {
        let Some(data) = message.text("data") else { return };
        let reload = self.preview.try_update_value(|preview| {
            preview.annotated = (data != preview.base).then_some(data);
            preview.is_ahead = false;
            std::mem::take(&mut preview.reload)
        });
        self.tell_annotated();
        self.save_annotated();
        self.check_later();
        if reload == Some(true) {
            self.load();
        }
    }

    fn tell_annotated(self) {
        let is_annotated = self.preview.with_value(|p| p.annotated.is_some());
        self.shown.update(|shown| shown.is_annotated = is_annotated);
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
        let Some(good) = self.good.get_untracked().filter(|_| ready) else { return };
        let data = self.preview.try_update_value(|preview| {
            preview.states = 0;
            preview.is_ahead = false;
            preview.annotated.clone().unwrap_or_else(|| preview.base.clone())
        });
        let data = data.unwrap_or_default();
        self.tell_annotated();
        let instance = self.shown.with_untracked(|shown| shown.instance.max(1));
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
        let annotated = self.preview.try_with_value(|preview| preview.annotated.clone()).flatten();
        annotated.unwrap_or_else(|| self.data.get_untracked().to_string())
    }

    /// The data was changed in its editor: what was annotated goes along, where its instance is still there.
    pub(super) fn data_changed(self) {
        let after = self.data.get_untracked().to_string();
        // Data that can't be read leaves the preview as it is; the check says what is wrong.
        let Some(now) = read(after.clone()) else { return };
        let known = self.preview.with_value(|p| p.annotated.clone().map(|a| (p.base.clone(), a)));
        let old = known.and_then(|(base, annotated)| Some((read(base)?, read(annotated)?)));
        let carried = old.map(|(base, annotated)| carry_over(&base, &annotated, &now));
        self.preview.update_value(|preview| {
            let text = carried.as_ref().map(|carried| carried.text.clone());
            preview.annotated = text.filter(|text| *text != after);
            preview.base = after;
        });
        let left_behind = carried.map_or(0, |carried| carried.left_behind.len());
        if left_behind > 0 {
            let text = self.app.words().count(Key::BuildLeftBehind, left_behind);
            self.app.tell(Level::Warning, text, None);
        }
        self.reload_later();
    }

    /// Writes what was annotated in the preview into the data.
    pub fn write_back(self) {
        let data = self.data_shown();
        self.keep_version();
        self.preview.update_value(|preview| {
            preview.annotated = None;
            preview.base.clone_from(&data);
        });
        self.set_text(File::Data, &data);
        self.tell_annotated();
    }

    /// Shows an instance, counted from 1, in the preview.
    pub fn go_to(self, instance: usize) {
        self.post("go", &[("instance", Field::Number(instance))]);
    }
}

fn read(text: String) -> Option<Dataset> {
    Reader::new(text).finish().ok()
}
