//! The corrected texts of the instance, below its texts, and the field in which a text is edited as a whole.
//!
//! Lazily loaded, for templates that ask for replacements.

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::focus::focus;
use crate::app::lazy::lazily_loaded;
use crate::app::{App, NoticeLevel, Session};
use crate::ui::edit_text::spans_text;
use crate::ui::view::{El, View, dynamic, el, flag, show};
use crate::ui::widgets::{button, copy, lazy};
use spanwise_annotation::corrections::{
    CorrectedPart, CorrectedText, asks_for_replacements, derive, with_line_ends_of,
};
use spanwise_annotation::document::{EditKey, Instance, NamedText, RevealedParagraphs, TextName};
use spanwise_annotation::workspace::{Command, InstanceChanges};
use spanwise_browser::console::reported;
use spanwise_browser::{styles, timing};
use spanwise_i18n::{TextId, say};
use spanwise_template::{CorrectionCategories, Side};
use spanwise_text::Utf16;

static STYLE: &str = include_str!("../../../style/corrections.css");

lazily_loaded!(typology_views, corrections_view, fn(Session) -> View, corrected_texts);

/// The corrected texts, if the template asks for replacements.
pub(super) fn lazy_corrected_texts(session: Session) -> View {
    let asks = asks_for_replacements(&session.template().typology);
    asks.then(|| lazy(corrections_view, move |show: fn(Session) -> View| show(session))).into()
}

fn corrected_texts(session: Session) -> View {
    styles::adopt(STYLE);
    // Made anew on each instance, whose texts may have other names.
    let names = Memo::new(move |_| {
        let at = session.view.with(|view| view.instance);
        let names = |instance: &Instance| {
            instance.texts.on(Side::Target).map(|text| text.name.clone()).collect::<Vec<_>>()
        };
        (at, session.instance.with(|instance| names(instance)))
    });
    let edited = RwSignal::new(None::<EditedText>);
    // What was typed is not lost with the instance.
    Effect::new(move |_| {
        let at = session.view.with(|view| view.instance);
        let left = edited.get_untracked().filter(|left| left.at != at);
        if let Some(EditedText { at, name, .. }) = left {
            Correction { session, at, name: StoredValue::new(name), edited }.make_edits();
        }
    });
    dynamic(move || {
        let (at, names) = names.get();
        let is_alone = names.len() == 1;
        let text = |name| {
            let name = StoredValue::new(name);
            corrected_text(Correction { session, at, name, edited }, is_alone)
        };
        names.into_iter().map(text).collect::<Vec<_>>()
    })
}

/// A text that is being edited.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EditedText {
    /// 0-based position of its instance.
    at: usize,
    name: TextName,
    /// The end of its part that is edited.
    end: Utf16,
    /// The text as it is in the field.
    text: String,
}

/// The corrected text of one text of an instance. Cheap to copy.
#[derive(Clone, Copy)]
struct Correction {
    session: Session,
    /// 0-based position of the instance.
    at: usize,
    name: StoredValue<TextName>,
    /// The text of the page that is being edited, if any: this one or another.
    edited: RwSignal<Option<EditedText>>,
}

/// A corrected text as it is shown.
#[derive(Debug, Clone, PartialEq, Default)]
struct ShownText {
    parts: Vec<ShownPart>,
    /// The edits whose replacement is left out, each with the one that it overlaps.
    left_out: Vec<(EditKey, EditKey)>,
}

#[derive(Debug, Clone, PartialEq)]
enum ShownPart {
    Unchanged(String),
    Replaced { deleted: String, inserted: String },
}

impl Correction {
    /// Opens the field with the corrected text, up to the end of what is shown.
    fn begin(self) {
        let at = self.at;
        let begun = |corrected: &CorrectedText<'_>, text: &NamedText| {
            let end = self.shown_end(text);
            EditedText { at, name: text.name.clone(), end, text: plain(corrected, end) }
        };
        let begun = self.session.instance.with_untracked(|instance| self.read(instance, begun));
        self.edited.set(begun);
    }

    /// The text that is being edited, if it is this one.
    fn edited(self) -> Option<EditedText> {
        let is_own = |edited: &&EditedText| {
            edited.at == self.at && self.name.with_value(|name| edited.name == *name)
        };
        self.edited.with(|edited| edited.as_ref().filter(is_own).cloned())
    }

    /// The end of what is shown of a text.
    fn shown_end(self, text: &NamedText) -> Utf16 {
        let shown = self.session.ask(|workspace| {
            let revealed: &RevealedParagraphs =
                workspace.revealed().filter(|revealed| *revealed.target() == text.name)?;
            revealed.up_to(workspace.paragraph()).last().map(|paragraph| paragraph.end())
        });
        shown.unwrap_or_else(|| text.text.len_utf16())
    }

    /// Reads the corrected text; `None` once the text is gone.
    fn read<T>(
        self,
        instance: &Instance,
        read: impl FnOnce(&CorrectedText<'_>, &NamedText) -> T,
    ) -> Option<T> {
        let text = self.name.with_value(|name| instance.texts.get(name))?;
        let template = self.session.template();
        Some(read(&CorrectedText::new(instance, text, &template.typology), text))
    }

    fn shown(self) -> ShownText {
        self.session.view.track();
        let shown = |corrected: &CorrectedText<'_>, text: &NamedText| ShownText {
            parts: corrected.parts_up_to(self.shown_end(text)).map(ShownPart::of).collect(),
            left_out: (corrected.left_out().iter())
                .map(|left_out| (left_out.edit, left_out.overlaps))
                .collect(),
        };
        self.session.instance.with(|instance| self.read(instance, shown)).unwrap_or_default()
    }

    /// The corrected text up to the end of what is shown.
    fn plain(self) -> String {
        let read = |corrected: &CorrectedText<'_>, text: &NamedText| {
            plain(corrected, self.shown_end(text))
        };
        let plain = self.session.instance.with_untracked(|instance| self.read(instance, read));
        plain.unwrap_or_default()
    }

    /// Makes edits of the differences, if the text is being edited. The field stays if that is refused.
    fn make_edits(self) {
        let Some(edited) = untrack(|| self.edited()) else { return };
        let Some(categories) = self.categories() else { return };
        let instance = self.session.ask(|workspace| workspace.instance(self.at));
        let template = self.session.template();
        let changes = self.read(&instance, |corrected, _| {
            let shown = with_line_ends_of(&plain(corrected, edited.end), &edited.text);
            let whole = shown + &corrected.after(edited.end);
            derive(&instance, &edited.name, &whole, &template.typology, categories)
        });
        let changes = changes.unwrap_or_default();
        let app = self.session.app();
        if changes.is_empty() {
            self.edited.set(None);
            return app.tell(NoticeLevel::Info, TextId::CorrectionsUnchanged, None);
        }
        let n = changes.len().to_string();
        let changes = vec![InstanceChanges { instance: self.at, changes }];
        match self.session.try_dispatch(Command::Apply(changes)) {
            Ok(()) => {
                self.edited.set(None);
                app.tell(NoticeLevel::Info, say!(CorrectionsDerived, n), None);
            }
            Err(rejection) => self.session.explain(rejection),
        }
    }

    /// The categories of the edits, if the text can be edited.
    fn categories(self) -> Option<CorrectionCategories> {
        let settings = &self.session.template().settings;
        let is_open = !(settings.disable.selection || settings.disable.annotation);
        settings.corrections.filter(|_| is_open)
    }
}

fn plain(corrected: &CorrectedText<'_>, end: Utf16) -> String {
    corrected.parts_up_to(end).map(CorrectedPart::corrected).collect()
}

impl ShownPart {
    fn of(part: CorrectedPart<'_>) -> Self {
        match part {
            CorrectedPart::Unchanged(text) => ShownPart::Unchanged(text.to_owned()),
            CorrectedPart::Replaced { deleted, inserted } => {
                ShownPart::Replaced { deleted: deleted.to_owned(), inserted: inserted.to_owned() }
            }
        }
    }
}

/// The section of a corrected text: there once the template lets it be edited or something is replaced in it.
fn corrected_text(correction: Correction, is_alone: bool) -> View {
    let shown = Memo::new(move |_| correction.shown());
    let is_corrected = Memo::new(move |_| {
        let is_replaced = |part: &ShownPart| matches!(part, ShownPart::Replaced { .. });
        shown.with(|shown| shown.parts.iter().any(is_replaced))
    });
    let can_edit = correction.categories().is_some();
    let is_shown = flag(move || can_edit || is_corrected.get());
    show(is_shown, move || {
        let app = App::from_context();
        let mut title = app.text(TextId::CorrectionsTitle);
        if !is_alone {
            correction.name.with_value(|name| title = format!("{title}: {}", name.as_str()));
        }
        let is_editing = flag(move || correction.edited().is_some());
        let is_read = flag(move || is_corrected.get() && !is_editing.get());
        el("section")
            .class("corrected")
            .attr("data-testid", "corrected")
            .attr("aria-label", title.clone())
            .child(el("h2").class("pane__label").child(title))
            .child(show(is_read, move || reading_view(correction, shown)))
            .child(show(is_editing, move || editing_view(correction)))
            .child(show(flag(move || !is_editing.get()), move || {
                tools(correction, is_corrected, can_edit)
            }))
    })
}

/// The corrected text with its insertions and deletions, and what is left out of it.
fn reading_view(correction: Correction, shown: Memo<ShownText>) -> View {
    let app = App::from_context();
    let text = dynamic(move || {
        shown.with(|shown| shown.parts.iter().map(|part| part_view(app, part)).collect::<Vec<_>>())
    });
    let left_out = dynamic(move || {
        let session = correction.session;
        let spans = |key: EditKey| {
            let edit = session.instance.with_untracked(|instance| instance.edit(key).cloned());
            edit.map(|edit| spans_text(session, &edit)).unwrap_or_default()
        };
        let row = |(edit, other): &(EditKey, EditKey)| {
            let said = say!(CorrectionsLeftOut, other = spans(*other), edit = spans(*edit));
            el("p").class("hint").attr("data-testid", "left-out").child(app.say(&said))
        };
        shown.with(|shown| shown.left_out.iter().map(row).collect::<Vec<_>>())
    });
    let text = el("div")
        .class("corrected__text")
        .attr("dir", "auto")
        .attr("data-testid", "corrected-text")
        .child(text);
    View::Many(vec![text.into(), left_out])
}

fn part_view(app: App, part: &ShownPart) -> View {
    let changed = |tag: &'static str, named: TextId, text: &String| {
        let name = format!("{} ", app.text(named));
        let name = el("span").class("visually-hidden").attr("data-skip", true).child(name);
        (!text.is_empty()).then(|| el(tag).child(name).child(text.clone()))
    };
    match part {
        ShownPart::Unchanged(text) => text.clone().into(),
        ShownPart::Replaced { deleted, inserted } => View::Many(vec![
            changed("del", TextId::CorrectionsDeleted, deleted).into(),
            changed("ins", TextId::CorrectionsInserted, inserted).into(),
        ]),
    }
}

/// The buttons that edit the text and copy it.
fn tools(correction: Correction, is_corrected: Memo<bool>, can_edit: bool) -> El {
    let app = App::from_context();
    let session = correction.session;
    let edit = can_edit.then(|| {
        button(app.text(TextId::CorrectionsEdit))
            .attr("data-testid", "edit-text")
            .attr("disabled", flag(move || session.read_only.get()))
            .on_click(move || correction.begin())
    });
    let copied = move || {
        button(app.text(TextId::TemplateCopy))
            .class("button button--quiet")
            .attr("data-testid", "copy-corrected")
            .on_click(move || copy(app, correction.plain()))
    };
    el("div").class("corrected__tools").child(edit).child(show(is_corrected.into(), copied))
}

/// The field in which the text is edited.
fn editing_view(correction: Correction) -> View {
    let app = App::from_context();
    let field = el("textarea")
        .class("corrected__field")
        .attr("dir", "auto")
        .attr("data-testid", "edited-text")
        .attr("aria-label", app.text(TextId::CorrectionsField))
        .attr("aria-describedby", correction.session.id("corrections-hint"))
        .prop("value", untrack(|| correction.edited()).map(|own| own.text).unwrap_or_default())
        .on(ev::input, move |event| {
            let text = event_target_value(&event);
            correction.edited.update(|edited| {
                if let Some(edited) = edited {
                    edited.text = text;
                }
            });
        })
        .on(ev::keydown, move |event| match event.key().as_str() {
            "Escape" => {
                event.stop_propagation();
                leave(correction);
            }
            "Enter" if event.ctrl_key() || event.meta_key() => {
                event.prevent_default();
                finish(correction);
            }
            _ => {}
        });
    let node: HtmlElement = field.node();
    // Before the next key: what is typed then belongs to the field.
    leptos::task::spawn_local(async move {
        reported(node.focus());
    });
    let hint = el("p")
        .class("hint")
        .attr("id", correction.session.id("corrections-hint"))
        .child(app.text(TextId::CorrectionsHint));
    let take = button(app.text(TextId::CorrectionsTake))
        .class("button button--main")
        .attr("data-testid", "take-text")
        .on_click(move || finish(correction));
    let cancel = button(app.text(TextId::ButtonsCancelLabel)).on_click(move || leave(correction));
    View::Many(vec![
        hint.into(),
        field.into(),
        el("div").class("corrected__tools").child(take).child(cancel).into(),
    ])
}

fn finish(correction: Correction) {
    correction.make_edits();
    if untrack(|| correction.edited()).is_none() {
        focus_tools();
    }
}

fn leave(correction: Correction) {
    correction.edited.set(None);
    focus_tools();
}

/// Gives the focus back to where editing began.
fn focus_tools() {
    timing::after(0, || {
        focus("[data-testid=edit-text]");
    });
}
